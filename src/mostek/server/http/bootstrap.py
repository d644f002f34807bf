"""The first API answers of a page, embedded in its HTML, so that a phone on a slow network waits only once."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from litestar.datastructures import Cookie

from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.lobby import LobbyTable
from mostek.app.ports import LogError
from mostek.app.users import User
from mostek.core.board import layout
from mostek.core.tiles import tile_set
from mostek.messages import DEFAULT, LANGUAGES, language
from mostek.rules.loading import rulebook
from mostek.server.http.bodies import Me, PersonDetails
from mostek.server.http.catalogue import board_told, catalogue, tiles_told
from mostek.server.http.middleware import WebRequest
from mostek.server.http.services import Services
from mostek.server.http.tournaments.access import player
from mostek.server.sessions import session_cookie, session_token, speak
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


def me(request: WebRequest, person: User | None) -> Me:
    """The answer about the requesting person."""
    language = person.language if person is not None else speak(request)
    details = PersonDetails(person.id, person.name, person.login) if person is not None else None
    return Me(details, language if language in LANGUAGES else DEFAULT)


def renewed(request: WebRequest, services: Services, person: User | None) -> list[Cookie]:
    """The cookie that extends the session of a request, if it has one."""
    token = session_token(request)
    return [session_cookie(token, services.config)] if token is not None and person is not None else []
