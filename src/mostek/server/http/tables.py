"""The lobby: tables are opened, people sit down, and when every seat is taken the game begins."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from litestar import Router, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from mostek.app.people import Person
from mostek.app.proposals import Proposal, ProposalError
from mostek.app.sittings import Fault, Place, Sitting, SittingError, Status, after_rotation
from mostek.core.players import Seat
from mostek.lexicon.library import find
from mostek.messages import text
from mostek.rules.loading import rulebook
from mostek.rules.rulebook import ClockMode
from mostek.server.http.bodies import Card, PutBot, SitDown, Tables
from mostek.server.http.cards import card, cards
from mostek.server.http.desk import Asking, AtDesk, Desk, known
from mostek.server.http.limits import Limits, by_person
from mostek.server.http.problems import Refused, problems

LONG_ABSENT = 60_000
"""After how many milliseconds without a connection somebody's seat may be given to a bot, by the host or who plays."""
LONG_ABSENT_BY_CLOCK: int = rulebook("pfs").order.absence.value
"""The same where a clock runs: as long as somebody may be away from the board before that is reported (PFS-6.4e)."""


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
async def list_tables(desk: AtDesk, person: Asking) -> Tables:
    """Public tables that are open or played at, and those that I have to do with; the newest first."""
    found = await desk.sittings.listed(person.id if person is not None else None)
    return cards(desk, found, person)


@get("/{id:str}", operation_id="show_table", responses=problems(404))
async def show_table(desk: AtDesk, person: Asking, id: FromPath[str]) -> Card:
    """One table."""
    return card(desk, await table_of(desk, id), person)


async def _open(desk: AtDesk, person: Asking, data: JSONBody[Proposal]) -> Card:
    """Open a table. Nobody sits there but the bots that were asked for."""
    host = known(person)
    await _check(desk, data)
    bots = [(bot, bot_title(desk, bot)) for bot in data.bots]
    return card(desk, await desk.sittings.create(host.id, data, bots), host)


@post("/{id:str}/seats", operation_id="sit_down", status_code=200, responses=problems(401, 403, 404, 409, 503))
async def sit_down(desk: AtDesk, person: Asking, id: FromPath[str], data: JSONBody[SitDown]) -> Card:
    """Sit down. The game begins when the last seat is taken; who sits here already goes on sitting."""
    who, table = known(person), await table_of(desk, id)
    seat = await _seat_for(desk, table, who, None if data.seat is None else Seat(data.seat))
    table = await desk.sittings.sit(id, seat, who.id, who.name)
    return card(desk, await desk.begun(table), who)


@delete("/{id:str}/seats", operation_id="get_up", status_code=200, responses=problems(401, 403, 404, 409))
async def get_up(desk: AtDesk, person: Asking, id: FromPath[str]) -> Card:
    """Get up before the game begins."""
    who = known(person)
    return card(desk, await desk.sittings.leave(id, who.id), who)


@post("/{id:str}/bots", operation_id="put_bot", status_code=200, responses=problems(401, 403, 404, 409, 503))
async def put_bot(desk: AtDesk, person: Asking, id: FromPath[str], data: JSONBody[PutBot]) -> Card:
    """Give a free seat to a bot, or during the game that of somebody who has been gone for long."""
    who, table = known(person), await table_of(desk, id)
    if table.status is not Status.PLAYING or table.seat_of(who.id) is None:
        check_host(table, who)
    title = bot_title(desk, data.bot)
    table.proposal.check_bots()
    seat = None if data.seat is None else Seat(data.seat)
    if table.status is not Status.PLAYING:
        if len(table.free) == 1 and all(place.bot for place in table.places):
            raise ProposalError("At least one seat is for a person.")
        table = await desk.sittings.put_bot(id, seat, data.bot, title)
        return card(desk, await desk.begun(table), who)
    if seat is None or seat not in {place.seat for place in table.places}:
        raise SittingError(Fault.NO_SUCH_SEAT, seat=data.seat or "?")
    has_clock = table.proposal.book.clock.mode.value is not ClockMode.NONE
    if desk.hall.absent_for(id, seat) < (LONG_ABSENT_BY_CLOCK if has_clock else LONG_ABSENT):
        raise SittingError(Fault.PRESENT)
    table = await desk.sittings.put_bot(id, seat, data.bot, title)
    await desk.hall.replace_by_bot(id, seat, data.bot)
    return card(desk, table, who)


async def _rematch(desk: AtDesk, person: Asking, id: FromPath[str]) -> Card:
    """Play again with the same people. Everybody moves on by one seat, so that the starts even out; whoever asks first opens
    the table, and the others find their seats kept for them.
    """
    who, table = known(person), await table_of(desk, id)
    seat = table.seat_of(who.id)
    if seat is None:
        raise SittingError(Fault.NOT_SITTING)
    seats = [replace(place, seat=after_rotation(place.seat, table.proposal.seats)) for place in table.places]
    there = [place for place in seats if place.bot is not None or place.person == who.id]
    again = await desk.sittings.set_rematch(id, table.proposal, who.id, there)
    if again.seat_of(who.id) is None and again.status is Status.OPEN:
        again = await desk.sittings.sit(again.id, _kept(seats, who), who.id, who.name)
    return card(desk, await desk.begun(again), who)


_OPEN: dict[str, Any] = {"operation_id": "open_table", "status_code": 201, "responses": problems(401, 403, 429, 503)}
_REMATCH: dict[str, Any] = {
    "operation_id": "play_again",
    "status_code": 200,
    "responses": problems(401, 403, 404, 409, 429, 503),
}


async def table_of(desk: Desk, id: str) -> Sitting:
    """The table of that name. Raises `SittingError`."""
    table = await desk.sittings.get(id)
    if table is None:
        raise SittingError(Fault.UNKNOWN)
    return table


def check_host(table: Sitting, person: Person) -> None:
    """Raises `SittingError` for anybody but who has opened the table."""
    if table.host != person.id:
        raise SittingError(Fault.NOT_HOST)


def bot_title(desk: Desk, bot: str) -> str:
    """What a bot is called, in the asker's language. Raises `Refused`."""
    if bot not in desk.bots:
        raise Refused(HTTPStatus.BAD_REQUEST, "no_such_bot", "There is no bot {name!r}.", name=bot)
    return text(desk.bots[bot].title)


async def _check(desk: Desk, proposal: Proposal) -> None:
    """Raises what a proposal is refused with."""
    proposal.check()
    clock = proposal.book.clock
    if clock.mode.value is not ClockMode.NONE and not clock.millis.value and proposal.millis is None:
        raise ProposalError("This rulebook leaves the players' time to the event; say how long it is.")
    for bot in proposal.bots:
        bot_title(desk, bot)
    await asyncio.to_thread(find, proposal.lexicon)


async def _seat_for(desk: Desk, table: Sitting, person: Person, asked: Seat | None) -> Seat | None:
    """Where somebody may sit; at a rematch where their seat is kept. Raises `SittingError` for who needs an invitation."""
    if table.seat_of(person.id) is not None:
        return asked
    before = await desk.sittings.before_rematch(table.id)
    if before is not None and before.seat_of(person.id) is not None:
        seats = [replace(place, seat=after_rotation(place.seat, table.proposal.seats)) for place in before.places]
        return _kept(seats, person)
    if table.host != person.id and (before is not None or not table.proposal.public):
        raise SittingError(Fault.NOT_INVITED)
    return asked


def _kept(seats: Sequence[Place], person: Person) -> Seat | None:
    return next((place.seat for place in seats if place.person == person.id), None)
