"""Tables as cards: what the lobby and the page of a table show to a person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from mostek.app.lobby import (
    LobbyTable,
    Proposal,
    TableStatus,
    TakenSeat,
)
from mostek.app.seals import Hex32
from mostek.app.users import User
from mostek.core.players import Role, Seat
from mostek.engine.random_draws import commitment
from mostek.referee.views import sees_everything
from mostek.server.http.bodies import Millis, SeatNumber
from mostek.server.http.services import Services
from mostek.store.game_lines import read_header
from mostek.store.tokens import now

if TYPE_CHECKING:
    from mostek.features.tables.http.live_tables import LiveTables


class SeatCard(Struct, frozen=True):
    """A seat; it is free without a name and a bot."""

    seat: SeatNumber
    name: str | None
    bot: str | None
    me: bool
    ready: bool | None = None
    """Whether the person is ready; `null` unless the game waits for people to say so."""
    may_free: bool = False
    """Whether the requesting person may free the seat, because its player has not been ready for a minute."""
    commitment: Hex32 | None = None
    """The commitment to the share of the seed that the player's page gives, while the table is open."""
    share_due: bool = False
    """Whether the game waits for that share."""


class SeedCard(Struct, frozen=True):
    """The part of the server in the seed of a game that has not begun."""

    commitment: Hex32
    """The commitment to the server's share, fixed before any page gives one."""
    final: bool
    """Whether all commitments are there, so that no other can follow."""


class OfficialCard(Struct, frozen=True):
    """An official of the table, shown to the players because officials may see more than spectators."""

    role: Role
    name: str
    sees_racks: bool
    asks: bool
    """Whether the person came during the game and waits for the consent of all players."""


class TableCard(Struct, frozen=True):
    """A table as the lobby shows it to a person."""

    id: str
    proposal: Proposal
    status: TableStatus
    created: Millis
    seats: tuple[SeatCard, ...]
    officials: tuple[OfficialCard, ...]
    mine: SeatNumber | Role | None
    """The seat or role of the requesting person."""
    host: bool
    """Whether the requesting person has opened the table."""
    url: str
    scores: tuple[int, ...] | None
    on_turn: SeatNumber | None
    """The player on turn, as far as the requesting person may know."""
    takes_bots: bool
    """Whether a bot can have a free seat."""
    winners: tuple[SeatNumber, ...] | None
    rematch: str | None
    """The table of the rematch."""
    commitment: str | None
    """The commitment to the seed, published before the first draw."""
    seed: SeedCard | None
    """What pages need to give their shares of the seed; `null` where they give none."""
    closes: Millis | None
    """The moment at which an open table closes by itself; of a game in which nothing happens any more, from a day before."""


class Tables(Struct, frozen=True):
    """The tables of the lobby, newest first."""

    tables: tuple[TableCard, ...]


def live_tables(services: Services) -> LiveTables:
    """The object that serves the tables of a running server."""
    return cast("LiveTables", services.served["tables"])


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
    return live_tables(services).sessions.scores(table.id)


def _on_turn(services: Services, table: LobbyTable, is_spectator: bool) -> int | None:
    """The player on turn; `None` if spectators see the game with a delay."""
    if table.status is not TableStatus.PLAYING or (is_spectator and table.proposal.delay):
        return None
    seat = live_tables(services).sessions.on_turn(table.id)
    return None if seat is None else int(seat)


def published(table: LobbyTable) -> str | None:
    """The commitment to the secret seed, published before the first draw; the seed itself stays in the header."""
    return None if table.header is None else _commitment(table.header)


@lru_cache(maxsize=4096)
def _commitment(header: bytes) -> str | None:
    seed = read_header(header).table.seed
    return None if seed is None else commitment(seed)
