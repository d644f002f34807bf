"""The first answers of a page, embedded in its HTML: a phone on a slow net then waits once instead of often."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from mostek.app.people import Person
from mostek.app.tables import LobbyTable
from mostek.core.board import layout
from mostek.core.tiles import tile_set
from mostek.messages import language
from mostek.rules.loading import rulebook
from mostek.server.http.catalogue import board_told, catalogue, tiles_told
from mostek.server.http.people import WebRequest, me
from mostek.server.http.services import Services
from mostek.server.http.tables import card, cards

Answers = Mapping[str, object]
"""By the path under `/api` at which the same would be answered."""


async def answers(
    request: WebRequest, services: Services, person: Person | None, name: str, table: LobbyTable | None
) -> Answers:
    """The first answers of the page of that name (the lobby has none), private to this person."""
    told: dict[str, object] = {"/me": me(request, person), "/catalogue": await catalogue(services)}
    if not name:
        found = await services.tables.listed(person.id if person is not None else None)
        return told | {"/tables": cards(services, found, person)}
    if table is None:
        return told
    tiles = rulebook(table.proposal.rulebook).tile_set.value
    board = layout()  # a proposal names none
    furniture = {f"/layouts/{board.name}": board_told(board), f"/tile_sets/{tiles}": tiles_told(tile_set(tiles))}
    return {**told, f"/tables/{table.id}": card(services, table, person), **furniture}


def written(told: Answers) -> bytes:
    """The answers with their language as JSON that can stand in HTML: no character in it ends the element."""
    return msgspec.json.encode({"language": language(), "answers": told}).replace(b"<", b"\\u003c")
