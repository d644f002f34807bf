"""The lobby: people open tables and take seats; the game begins when every seat is taken."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from mostek.app.people import Person
from mostek.app.tables import (
    LobbyTable,
    Proposal,
    ProposalError,
    TableError,
    TableFault,
    TableStatus,
    TakenSeat,
    after_rotation,
)
from mostek.core.players import Role, Seat
from mostek.engine.random_draws import commitment
from mostek.lexicon.library import find
from mostek.messages import language
from mostek.rules.loading import rulebook
from mostek.rules.rulebook import ClockMode
from mostek.server.http.bodies import OfficialCard, PutBot, SeatCard, SitDown, TableCard, Tables
from mostek.server.http.middleware import Limits, by_person
from mostek.server.http.problems import RequestRefused, problems
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.store.game_lines import read_header


def card(services: Services, table: LobbyTable, person: Person | None) -> TableCard:
    """The card of a table for the person who requests it."""
    id = person.id if person is not None else None
    viewer = table.viewer_of(id)
    result = table.result
    return TableCard(
        id=table.id,
        proposal=table.proposal,
        status=table.status,
        created=table.created,
        seats=_seats(table, id),
        officials=tuple(OfficialCard(role, table.names.get(each, "")) for each, role in table.officials.items()),
        mine=int(viewer) if isinstance(viewer, Seat) else None if viewer is Role.SPECTATOR else viewer,
        host=id is not None and table.host == id,
        url=f"{services.config.url}/t/{table.id}",
        scores=tuple(result.final) if result is not None else _scores(services, table, viewer is Role.SPECTATOR),
        winners=tuple(int(seat) for seat in result.winners) if result is not None else None,
        rematch=table.rematch,
        commitment=published(table),
    )


def cards(services: Services, tables: Iterable[LobbyTable], person: Person | None) -> Tables:
    """The cards of several tables."""
    return Tables(tuple(card(services, table, person) for table in tables))


def _seats(table: LobbyTable, id: str | None) -> tuple[SeatCard, ...]:
    taken: Mapping[Seat, TakenSeat] = {place.seat: place for place in table.places}
    seats = tuple(Seat)[: table.proposal.seats]
    return tuple(_seat(seat, taken.get(seat), id) for seat in seats)


def _seat(seat: Seat, place: TakenSeat | None, id: str | None) -> SeatCard:
    if place is None:
        return SeatCard(int(seat), None, None, False)
    return SeatCard(int(seat), place.name, place.bot, id is not None and place.person == id)


def _scores(services: Services, table: LobbyTable, is_spectator: bool) -> tuple[int, ...] | None:
    """The scores of a game that is played; spectators who see it later do not see them sooner here."""
    if table.status is not TableStatus.PLAYING or (is_spectator and table.proposal.delay):
        return None
    return services.games.scores(table.id)


def published(table: LobbyTable) -> str | None:
    """What was published of the secret seed before the first draw; the seed itself stays in the header."""
    return None if table.header is None else _commitment(table.header)


@lru_cache(maxsize=4096)
def _commitment(header: bytes) -> str | None:
    seed = read_header(header).table.seed
    return None if seed is None else commitment(seed)


LONG_ABSENT = 60_000
"""After how many milliseconds without a connection the host or a player may give a seat to a bot."""
LONG_ABSENT_BY_CLOCK: int = rulebook("pfs").order.absence.value
"""The same where a clock runs: as long as a player may be away from the board before that is reported (PFS-6.4e)."""


def router(limits: Limits) -> Router:
    """The endpoints, with their limits."""
    limit = [by_person("tables", limits.tables)]
    return Router(
        "/tables",
        route_handlers=[
            list_tables,
            show_table,
            post("/", middleware=limit, **_OPEN)(_open),
            sit_down,
            get_up,
            put_bot,
            post("/{id:str}/rematch", middleware=limit, **_REMATCH)(_rematch),
        ],
        tags=["tables"],
    )


@get("/", operation_id="list_tables", responses=problems())
async def list_tables(services: WithServices, person: Asking) -> Tables:
    """Public tables that are open or played at, and those that I have to do with; the newest first."""
    found = await services.tables.listed(person.id if person is not None else None)
    return cards(services, found, person)


@get("/{id:str}", operation_id="show_table", responses=problems(404))
async def show_table(services: WithServices, person: Asking, id: FromPath[str]) -> TableCard:
    """One table."""
    return card(services, await table_of(services, id), person)


async def _open(services: WithServices, person: Asking, data: JSONBody[Proposal]) -> TableCard:
    """Open a table. Only the requested bots sit there at first."""
    host = known(person)
    await _check(services, data)
    bots = [(bot, bot_title(services, bot)) for bot in data.bots]
    return card(services, await services.tables.create(host.id, data, bots), host)


@post("/{id:str}/seats", operation_id="sit_down", status_code=200, responses=problems(401, 403, 404, 409, 503))
async def sit_down(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[SitDown]) -> TableCard:
    """Sit down. The game begins when the last seat is taken; who sits here already goes on sitting."""
    who, table = known(person), await table_of(services, id)
    seat = await _seat_for(services, table, who, None if data.seat is None else Seat(data.seat))
    table = await services.tables.sit(id, seat, who.id, who.name)
    return card(services, await services.begun(table), who)


@delete("/{id:str}/seats", operation_id="get_up", status_code=200, responses=problems(401, 403, 404, 409))
async def get_up(services: WithServices, person: Asking, id: FromPath[str]) -> TableCard:
    """Get up before the game begins."""
    who = known(person)
    return card(services, await services.tables.leave(id, who.id), who)


@post("/{id:str}/bots", operation_id="put_bot", status_code=200, responses=problems(401, 403, 404, 409, 503))
async def put_bot(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[PutBot]) -> TableCard:
    """Give a free seat to a bot, or during the game that of a player who has been gone for long."""
    who, table = known(person), await table_of(services, id)
    if table.status is not TableStatus.PLAYING or table.seat_of(who.id) is None:
        check_host(table, who)
    title = bot_title(services, data.bot)
    table.proposal.check_bots()
    seat = None if data.seat is None else Seat(data.seat)
    if table.status is not TableStatus.PLAYING:
        if len(table.free) == 1 and all(place.bot for place in table.places):
            raise ProposalError("At least one seat is for a person.")
        table = await services.tables.put_bot(id, seat, data.bot, title)
        return card(services, await services.begun(table), who)
    if seat is None or seat not in {place.seat for place in table.places}:
        raise TableError(TableFault.NO_SUCH_SEAT, seat=data.seat or "?")
    has_clock = table.proposal.book.clock.mode.value is not ClockMode.NONE
    if services.games.absent_for(id, seat) < (LONG_ABSENT_BY_CLOCK if has_clock else LONG_ABSENT):
        raise TableError(TableFault.PRESENT)
    table = await services.tables.put_bot(id, seat, data.bot, title)
    await services.games.replace_by_bot(id, seat, data.bot)
    return card(services, table, who)


async def _rematch(services: WithServices, person: Asking, id: FromPath[str]) -> TableCard:
    """Play again with the same people. All move on by one seat, so that the starts even out; the first request opens
    the table, and the others find their seats reserved.
    """
    who, table = known(person), await table_of(services, id)
    seat = table.seat_of(who.id)
    if seat is None:
        raise TableError(TableFault.NOT_SITTING)
    seats = [replace(place, seat=after_rotation(place.seat, table.proposal.seats)) for place in table.places]
    there = [place for place in seats if place.bot is not None or place.person == who.id]
    again = await services.tables.set_rematch(id, table.proposal, who.id, there)
    if again.seat_of(who.id) is None and again.status is TableStatus.OPEN:
        again = await services.tables.sit(again.id, _kept(seats, who), who.id, who.name)
    return card(services, await services.begun(again), who)


_OPEN: dict[str, Any] = {"operation_id": "open_table", "status_code": 201, "responses": problems(401, 403, 429, 503)}
_REMATCH: dict[str, Any] = {
    "operation_id": "play_again",
    "status_code": 200,
    "responses": problems(401, 403, 404, 409, 429, 503),
}


async def table_of(services: Services, id: str) -> LobbyTable:
    """The table of that name. Raises `TableError`."""
    table = await services.tables.get(id)
    if table is None:
        raise TableError(TableFault.UNKNOWN)
    return table


def check_host(table: LobbyTable, person: Person) -> None:
    """Raises `TableError` for anybody but who has opened the table."""
    if table.host != person.id:
        raise TableError(TableFault.NOT_HOST)


def bot_title(services: Services, bot: str) -> str:
    """What a bot is called, in the asker's language. Raises `RequestRefused`."""
    if bot not in services.bots:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "no_such_bot", "There is no bot {name!r}.", name=bot)
    return services.bots[bot].title.text(language())


async def _check(services: Services, proposal: Proposal) -> None:
    """Raises what a proposal is refused with."""
    proposal.check()
    clock = proposal.book.clock
    if clock.mode.value is not ClockMode.NONE and not clock.millis.value and proposal.millis is None:
        raise ProposalError("This rulebook leaves the players' time to the event; say how long it is.")
    for bot in proposal.bots:
        bot_title(services, bot)
    await asyncio.to_thread(find, proposal.lexicon)


async def _seat_for(services: Services, table: LobbyTable, person: Person, asked: Seat | None) -> Seat | None:
    """The seat that a person may take; at a rematch their reserved one. Raises `TableError` without an invitation."""
    if table.seat_of(person.id) is not None:
        return asked
    before = await services.tables.before_rematch(table.id)
    if before is not None and before.seat_of(person.id) is not None:
        seats = [replace(place, seat=after_rotation(place.seat, table.proposal.seats)) for place in before.places]
        return _kept(seats, person)
    if table.host != person.id and (before is not None or not table.proposal.public):
        raise TableError(TableFault.NOT_INVITED)
    return asked


def _kept(seats: Sequence[TakenSeat], person: Person) -> Seat | None:
    return next((place.seat for place in seats if place.person == person.id), None)
