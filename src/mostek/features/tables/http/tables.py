"""The endpoints of the lobby: people open tables and take seats; the game begins when every seat is taken and all are ready."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request
from litestar.params import FromPath, JSONBody
from msgspec import Meta
from msgspec.structs import replace

from mostek.app.byte_budgets import GAME, LeftKind
from mostek.app.help import Help
from mostek.app.lobby import (
    LobbyTable,
    Proposal,
    ProposalError,
    TableError,
    TableFault,
    TableStatus,
    TakenSeat,
    after_rotation,
)
from mostek.app.seals import Hex32
from mostek.app.users import User, checked_name
from mostek.core.players import Seat
from mostek.features.tables.http.cards import TableCard, Tables, card, cards, live_tables
from mostek.lexicon.library import find
from mostek.messages import language
from mostek.rules.loading import rulebook
from mostek.rules.rulebook import ClockMode
from mostek.server.http.bodies import Body, SeatNumber
from mostek.server.http.game_logs import table_of
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, Services, WithServices, known, leaver_of
from mostek.store.tokens import now


class SitDown(Body, frozen=True):
    """The requested seat; `null` is any seat. `others` are the names of people who play on the same device.

    They take the next free seats: at a real board only, and only the host brings them.
    """

    seat: SeatNumber | None = None
    others: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    commitment: Hex32 | None = None
    """The SHA-256 of the share of the seed that this page will give: of its 64 digits."""


class SayReady(Body, frozen=True):
    """A person is ready. A page that gives a share of the seed commits itself to it by its SHA-256.

    With `anew` all players confirm again, and all shares are thrown away, because the page that was committed has gone.
    """

    commitment: Hex32 | None = None
    anew: bool = False


class GiveShare(Body, frozen=True):
    """The share of the seed to which this page is committed: 32 random bytes."""

    share: Hex32


class Join(Body, frozen=True):
    """An invitation or a rematch is accepted, with the commitment to the share of the seed that this page will give."""

    commitment: Hex32 | None = None


class PutBot(Body, frozen=True):
    """The bot and its seat; `null` is any seat."""

    bot: str
    seat: SeatNumber | None = None


LONG_ABSENT = 60_000
"""The milliseconds without a connection after which the host or a player may give a seat to a bot."""
LONG_ABSENT_BY_CLOCK: int = rulebook("pfs").order.absence.value
"""The same in a game with a clock: as long as a player may be away from the board before that is reported (PFS-6.4e)."""


routes = Routes("/api/tables", tag="tables")


@routes.get(help=Help.NONE)
async def list_tables(services: WithServices, person: Asking) -> Tables:
    """Public tables that are open or in play, and my own tables, newest first."""
    found = await services.tables.listed(person.id if person is not None else None)
    return cards(services, found, person)


@routes.get("/{id:str}", help=Help.NONE, refuses=(404,))
async def show_table(services: WithServices, person: Asking, id: FromPath[str]) -> TableCard:
    """One table."""
    return card(services, await table_of(services, id), person)


@routes.post(
    help=Help.NONE, limit=by_both("tables"), status=201, refuses=(401, 403, 409, 429, 503), operation_id="open_table"
)
async def _open(
    request: Request[Any, Any, Any], services: WithServices, person: Asking, data: JSONBody[Proposal]
) -> TableCard:
    """Open a table. At first only the requested bots have seats."""
    host = known(person)
    await _check(services, data)
    bots = [(bot, bot_title(services, bot)) for bot in data.bots]
    await _check_room(request, services, host)
    opened = await services.tables.create(host.id, data, bots)
    await _count_table(request, services, host, opened)
    return card(services, opened, host)


async def _check_room(request: Request[Any, Any, Any], services: Services, host: User) -> None:
    """Games stay for good, so a guest opens a bounded number of tables. Raises `BudgetError`."""
    if host.login is None:
        await services.left.check(LeftKind.GAME, leaver_of(request, host), GAME)


async def _count_table(request: Request[Any, Any, Any], services: Services, host: User, table: LobbyTable) -> None:
    if host.login is None:
        await services.left.note(LeftKind.GAME, table.id, leaver_of(request, host), GAME)


@routes.post("/{id:str}/seats", help=Help.NONE, refuses=(401, 403, 404, 409, 503))
async def sit_down(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[SitDown]) -> TableCard:
    """Take a seat; a person with a seat stays in it.

    The game begins with the last seat, when the pages that have committed themselves to a share of the seed have given it.
    Before a clock starts, all people say first that they are ready; to take a seat at a rematch says so.
    """
    who, table = known(person), await table_of(services, id)
    others: list[tuple[Seat | None, str]] = [(None, checked_name(name)) for name in data.others]
    if others:
        check_host(table, who)
    reserved = await _kept_for(services, table, who)
    if reserved:
        table = await _sit_again(services, id, reserved, who, others, data.commitment)
    else:
        check_invited(table, who)
        wanted = None if data.seat is None else Seat(data.seat)
        table = await services.tables.sit(id, wanted, who.id, who.name, others, commitment=data.commitment)
    return card(services, await live_tables(services).begin_if_ready(table), who)


@routes.delete("/{id:str}/seats", help=Help.NONE, refuses=(401, 403, 404, 409))
async def get_up(services: WithServices, person: Asking, id: FromPath[str]) -> TableCard:
    """Leave a seat before the game begins."""
    who = known(person)
    _check_free_to_change(await table_of(services, id))
    return card(services, await services.tables.leave(id, who.id), who)


@routes.post("/{id:str}/ready", help=Help.NONE, refuses=(401, 403, 404, 409, 503))
async def say_ready(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[SayReady]) -> TableCard:
    """Say that the game can begin; bots are always ready.

    It begins when all people at the table have said so and all shares are there.
    """
    who = known(person)
    table = await services.tables.set_ready(id, who.id, now(), data.commitment, data.anew)
    return card(services, await live_tables(services).begin_if_ready(table), who)


@routes.post("/{id:str}/share", help=Help.NONE, refuses=(401, 403, 404, 409, 503))
async def give_share(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[GiveShare]) -> TableCard:
    """Give the share of the seed to which the page is committed, as soon as it is due. It is secret until the end of the game."""
    who = known(person)
    return card(
        services,
        await live_tables(services).begin_if_ready(await services.tables.give_share(id, who.id, data.share)),
        who,
    )


@routes.delete("/{id:str}/seats/{seat:int}", help=Help.NONE, refuses=(401, 403, 404, 409))
async def free_seat(services: WithServices, person: Asking, id: FromPath[str], seat: FromPath[int]) -> TableCard:
    """Free the seat of a player who is not ready, or whose page has gone: a player who has waited for a minute may do that."""
    who, table = known(person), await table_of(services, id)
    _check_free_to_change(table)
    if not 1 <= seat <= table.proposal.seats:
        raise TableError(TableFault.NO_SUCH_SEAT, seat=seat)
    return card(services, await services.tables.free_seat(id, Seat(seat), who.id, now()), who)


@routes.delete("/{id:str}", help=Help.NONE, refuses=(401, 403, 404, 409))
async def delete_table(services: WithServices, person: Asking, id: FromPath[str]) -> TableCard:
    """Delete a table that never became a game: its host may, or a person who sits there if the host has gone."""
    who = known(person)
    _check_free_to_change(await table_of(services, id))
    return card(services, await services.tables.delete(id, who.id, now()), who)


@routes.delete("/{id:str}/officials", help=Help.NONE, refuses=(401, 403, 404, 409))
async def leave_office(services: WithServices, person: Asking, id: FromPath[str]) -> TableCard:
    """Stop being an official of a table, also while a game is played there."""
    who = known(person)
    table = await services.tables.dismiss(id, who.id)
    await live_tables(services).sessions.officials_changed(id)
    return card(services, table, who)


@routes.post("/{id:str}/bots", help=Help.NONE, refuses=(401, 403, 404, 409, 503))
async def put_bot(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[PutBot]) -> TableCard:
    """Give a bot a free seat, or during the game the seat of a player who has been absent for long."""
    who, table = known(person), await table_of(services, id)
    if table.status is not TableStatus.PLAYING or table.seat_of(who.id) is None:
        check_host(table, who)
    _check_free_to_change(table)
    title = bot_title(services, data.bot)
    table.proposal.check_bots()
    seat = None if data.seat is None else Seat(data.seat)
    if table.status is not TableStatus.PLAYING:
        if len(table.free) == 1 and all(place.bot for place in table.places):
            raise ProposalError("At least one seat is for a person.")
        table = await services.tables.put_bot(id, seat, data.bot, title)
        return card(services, await live_tables(services).begin_if_ready(table), who)
    if seat is None or seat not in {place.seat for place in table.places}:
        raise TableError(TableFault.NO_SUCH_SEAT, seat=data.seat or "?")
    if not is_long_absent(services, table, seat):
        raise TableError(TableFault.PRESENT)
    table = await services.tables.put_bot(id, seat, data.bot, title)
    await live_tables(services).sessions.seat_changed(id, seat)
    return card(services, table, who)


@routes.post(
    "/{id:str}/rematch",
    help=Help.NONE,
    limit=by_both("tables"),
    refuses=(401, 403, 404, 409, 429, 503),
    operation_id="play_again",
)
async def _rematch(
    request: Request[Any, Any, Any], services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[Join]
) -> TableCard:
    """Open a rematch with the same people. Every player moves on by one seat, so that all start equally often. The first
    request opens the table and reserves the other seats.
    """
    who, table = known(person), await table_of(services, id)
    seat = table.seat_of(who.id)
    if seat is None:
        raise TableError(TableFault.NOT_SITTING)
    _check_free_to_change(table)
    seats = [replace(place, seat=after_rotation(place.seat, table.proposal.seats)) for place in table.places]
    there = [replace(place, ready=now()) for place in seats if place.bot is not None or place.person == who.id]
    await _check_room(request, services, who)
    again = await services.tables.set_rematch(id, table.proposal, who.id, there, data.commitment)
    await _count_table(request, services, who, again)
    if again.seat_of(who.id) is None and again.status is TableStatus.OPEN:
        again = await _sit_again(services, again.id, _of(seats, who), who, commitment=data.commitment)
    return card(services, await live_tables(services).begin_if_ready(again), who)


def _check_free_to_change(table: LobbyTable) -> None:
    """Raise `TableError` for a table of a tournament: there its officials decide who plays."""
    if table.proposal.tournament:
        raise TableError(TableFault.OF_TOURNAMENT)


def check_host(table: LobbyTable, person: User) -> None:
    """Raise `TableError` unless the person has opened the table."""
    if table.host != person.id:
        raise TableError(TableFault.NOT_HOST)


def is_long_absent(services: Services, table: LobbyTable, seat: Seat) -> bool:
    """Whether a player has been away for so long that a bot can have the seat."""
    has_clock = table.proposal.book.clock.mode.value is not ClockMode.NONE
    return live_tables(services).sessions.absent_for(table.id, seat) >= (
        LONG_ABSENT_BY_CLOCK if has_clock else LONG_ABSENT
    )


def bot_title(services: Services, bot: str) -> str:
    """The name of a bot in the language of the request. Raises `RequestRefused`."""
    if bot not in services.bots:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "no_such_bot", "There is no bot {name!r}.", name=bot)
    return services.bots[bot].title.text(language())


async def _check(services: Services, proposal: Proposal) -> None:
    """Raise `RequestRefused` for an invalid proposal."""
    if proposal.tournament:
        raise TableError(TableFault.OF_TOURNAMENT)
    proposal.check()
    clock = proposal.book.clock
    if clock.mode.value is not ClockMode.NONE and not clock.millis.value and proposal.millis is None:
        raise ProposalError("This rulebook leaves the players' time to the event; say how long it is.")
    for bot in proposal.bots:
        bot_title(services, bot)
    await asyncio.to_thread(find, proposal.lexicon)


async def _kept_for(services: Services, table: LobbyTable, person: User) -> Sequence[TakenSeat]:
    """The seats that are reserved for a person at a rematch; none for somebody who sits there.

    Raises `TableError` at the rematch of others.
    """
    before = await services.tables.before_rematch(table.id)
    if before is None or table.seat_of(person.id) is not None:
        return ()
    seats = [replace(place, seat=after_rotation(place.seat, table.proposal.seats)) for place in before.places]
    reserved = _of(seats, person)
    if not reserved and table.host != person.id:
        raise TableError(TableFault.NOT_INVITED)
    return reserved


def check_invited(table: LobbyTable, person: User) -> None:
    """Raise `TableError` for a person without an invitation to a private table."""
    if table.seat_of(person.id) is None and table.host != person.id and not table.proposal.public:
        raise TableError(TableFault.NOT_INVITED)


async def _sit_again(
    services: Services,
    id: str,
    reserved: Sequence[TakenSeat],
    person: User,
    others: Sequence[tuple[Seat | None, str]] = (),
    commitment: str | None = None,
) -> LobbyTable:
    """Give a person the reserved seats: one, or those of all who share the device. Who plays again is ready."""
    first, *more = reserved
    name = first.name if more else person.name
    beside = [*((each.seat, each.name) for each in more), *others]
    return await services.tables.sit(id, first.seat, person.id, name, beside, ready=now(), commitment=commitment)


def _of(seats: Sequence[TakenSeat], person: User) -> Sequence[TakenSeat]:
    return [place for place in seats if place.person == person.id]
