"""The endpoints of the lobby: people open tables and take seats; the game begins when every seat is taken and all are ready."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from litestar import Request
from litestar.params import FromPath, JSONBody
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
from mostek.app.users import User, checked_name
from mostek.core.players import Role, Seat
from mostek.engine.random_draws import commitment
from mostek.lexicon.library import find
from mostek.messages import language
from mostek.referee.views import sees_everything
from mostek.rules.loading import rulebook
from mostek.rules.rulebook import ClockMode
from mostek.server.http.bodies import (
    GiveShare,
    Join,
    OfficialCard,
    PutBot,
    SayReady,
    SeatCard,
    SeedCard,
    SitDown,
    TableCard,
    Tables,
)
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, Services, WithServices, known, leaver_of
from mostek.store.game_lines import read_header
from mostek.store.tokens import now


def card(services: Services, table: LobbyTable, person: User | None) -> TableCard:
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
        officials=_officials(table),
        mine=int(viewer) if isinstance(viewer, Seat) else table.officials.get(id or ""),
        host=id is not None and table.host == id,
        url=f"{services.config.url}/t/{table.id}",
        scores=tuple(result.final) if result is not None else _scores(services, table, viewer is Role.SPECTATOR),
        on_turn=_on_turn(services, table, viewer is Role.SPECTATOR),
        takes_bots=table.takes_bots,
        winners=tuple(int(seat) for seat in result.winners) if result is not None else None,
        rematch=table.rematch,
        commitment=published(table),
        seed=_seed_card(table),
        closes=table.warns(now()),
    )


def cards(services: Services, tables: Iterable[LobbyTable], person: User | None) -> Tables:
    """The cards of several tables."""
    return Tables(tuple(card(services, table, person) for table in tables))


def _officials(table: LobbyTable) -> tuple[OfficialCard, ...]:
    return tuple(
        OfficialCard(role, table.names.get(each, ""), sees_everything(table.viewer_of(each)), each in table.asking)
        for each, role in table.officials.items()
    )


def _seats(table: LobbyTable, id: str | None) -> tuple[SeatCard, ...]:
    taken: Mapping[Seat, TakenSeat] = {place.seat: place for place in table.places}
    seats = tuple(Seat)[: table.proposal.seats]
    return tuple(_seat(table, seat, taken.get(seat), id) for seat in seats)


def _seat(table: LobbyTable, seat: Seat, place: TakenSeat | None, id: str | None) -> SeatCard:
    if place is None:
        return SeatCard(int(seat), None, None, False)
    is_asked = table.asks_ready and table.asks_people and place.bot is None
    ready = seat not in table.unready if is_asked else None
    may_free = table.may_free(id, seat, now()) and not table.proposal.tournament
    due = table.status is TableStatus.OPEN and seat in table.unshared
    me = id is not None and place.person == id
    return SeatCard(int(seat), place.name, place.bot, me, ready, may_free, place.commitment, due)


def _seed_card(table: LobbyTable) -> SeedCard | None:
    if table.secret is None or not table.takes_shares:
        return None
    return SeedCard(commitment(table.secret), final=table.proposal.asks and table.awaits_shares)


def _scores(services: Services, table: LobbyTable, is_spectator: bool) -> tuple[int, ...] | None:
    """The scores of a game in progress; `None` if spectators see the game with a delay."""
    if table.status is not TableStatus.PLAYING or (is_spectator and table.proposal.delay):
        return None
    return services.games.scores(table.id)


def _on_turn(services: Services, table: LobbyTable, is_spectator: bool) -> int | None:
    """The player on turn; `None` if spectators see the game with a delay."""
    if table.status is not TableStatus.PLAYING or (is_spectator and table.proposal.delay):
        return None
    seat = services.games.on_turn(table.id)
    return None if seat is None else int(seat)


def published(table: LobbyTable) -> str | None:
    """The commitment to the secret seed, published before the first draw; the seed itself stays in the header."""
    return None if table.header is None else _commitment(table.header)


@lru_cache(maxsize=4096)
def _commitment(header: bytes) -> str | None:
    seed = read_header(header).table.seed
    return None if seed is None else commitment(seed)


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
    return card(services, await services.begun(table), who)


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
    return card(services, await services.begun(table), who)


@routes.post("/{id:str}/share", help=Help.NONE, refuses=(401, 403, 404, 409, 503))
async def give_share(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[GiveShare]) -> TableCard:
    """Give the share of the seed to which the page is committed, as soon as it is due. It is secret until the end of the game."""
    who = known(person)
    return card(services, await services.begun(await services.tables.give_share(id, who.id, data.share)), who)


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
    await services.games.officials_changed(id)
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
        return card(services, await services.begun(table), who)
    if seat is None or seat not in {place.seat for place in table.places}:
        raise TableError(TableFault.NO_SUCH_SEAT, seat=data.seat or "?")
    if not is_long_absent(services, table, seat):
        raise TableError(TableFault.PRESENT)
    table = await services.tables.put_bot(id, seat, data.bot, title)
    await services.games.replace_by_bot(id, seat, data.bot)
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
    return card(services, await services.begun(again), who)


async def table_of(services: Services, id: str) -> LobbyTable:
    """The table of that name. Raises `TableError`."""
    table = await services.tables.get(id)
    if table is None:
        raise TableError(TableFault.UNKNOWN)
    return table


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
    return services.games.absent_for(table.id, seat) >= (LONG_ABSENT_BY_CLOCK if has_clock else LONG_ABSENT)


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
