"""The first API answers of a page, embedded in its HTML, so that a phone on a slow network waits only once."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.lobby import LobbyTable
from mostek.app.ports import LogError
from mostek.app.users import User
from mostek.core.board import layout
from mostek.core.tiles import tile_set
from mostek.messages import language
from mostek.rules.loading import rulebook
from mostek.server.http.catalogue import board_told, catalogue, tiles_told
from mostek.server.http.people import WebRequest, me
from mostek.server.http.services import Services
from mostek.server.http.tournaments.access import player
from mostek.server.wrong_codes import note_wrong_code

Answers = Mapping[str, object]
"""The answers by their path under `/api`."""


async def answers(
    request: WebRequest, services: Services, person: User | None, name: str, table: LobbyTable | None
) -> Answers:
    """The first answers for the page of that table (the lobby has no name), private to this person."""
    answers_: dict[str, object] = {"/me": me(request, person), "/catalogue": await catalogue(services)}
    if name and table is None:
        return answers_
    for served in services.served.values():
        answers_.update(await served.first_answers(person, table))
    return {**answers_, **_furniture(rulebook("gen" if table is None else table.proposal.rulebook).tile_set.value)}


async def own_page(services: Services, code: str, client: str = "") -> Answers | None:
    """The first answer for the page of the player with this code; `None` for a wrong one, which the page itself explains."""
    try:
        found = await player(services, code)
    except HostingError as error:
        if error.fault is HostingFault.WRONG_CODE:
            note_wrong_code(client, "/me")
        return None
    except LogError:
        return {}
    return {
        path: answer
        for served in services.served.values()
        for path, answer in (await served.player_answers(code, found)).items()
    }


def _furniture(tiles: str) -> Answers:
    """The board, of which a proposal names none, and those tiles."""
    board = layout()
    return {f"/layouts/{board.name}": board_told(board), f"/tile_sets/{tiles}": tiles_told(tile_set(tiles))}


def written(answers: Answers) -> bytes:
    """The answers with their language as JSON for HTML: no character in it ends the element."""
    return msgspec.json.encode({"language": language(), "answers": answers}).replace(b"<", b"\\u003c")
