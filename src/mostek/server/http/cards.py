"""A table as the lobby shows it to somebody."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from mostek.app.people import Person
from mostek.app.sittings import Place, Sitting, Status
from mostek.core.players import Role, Seat
from mostek.engine.random_draws import commitment
from mostek.server.http.bodies import Card, OfficialCard, SeatCard, Tables
from mostek.server.http.desk import Desk
from mostek.store.lines import read_header


def card(desk: Desk, table: Sitting, person: Person | None) -> Card:
    """The card of a table for whoever asks."""
    id = person.id if person is not None else None
    viewer = table.viewer_of(id)
    result = table.result
    return Card(
        id=table.id,
        proposal=table.proposal,
        status=table.status,
        created=table.created,
        seats=_seats(table, id),
        officials=tuple(OfficialCard(role, table.names.get(each, "")) for each, role in table.officials.items()),
        mine=int(viewer) if isinstance(viewer, Seat) else None if viewer is Role.SPECTATOR else viewer,
        host=id is not None and table.host == id,
        url=f"{desk.config.url}/t/{table.id}",
        scores=tuple(result.final) if result is not None else _scores(desk, table, viewer is Role.SPECTATOR),
        winners=tuple(int(seat) for seat in result.winners) if result is not None else None,
        rematch=table.rematch,
        commitment=published(table),
    )


def cards(desk: Desk, tables: Iterable[Sitting], person: Person | None) -> Tables:
    """The cards of several tables."""
    return Tables(tuple(card(desk, table, person) for table in tables))


def _seats(table: Sitting, id: str | None) -> tuple[SeatCard, ...]:
    taken: Mapping[Seat, Place] = {place.seat: place for place in table.places}
    seats = tuple(Seat)[: table.proposal.seats]
    return tuple(_seat(seat, taken.get(seat), id) for seat in seats)


def _seat(seat: Seat, place: Place | None, id: str | None) -> SeatCard:
    if place is None:
        return SeatCard(int(seat), None, None, False)
    return SeatCard(int(seat), place.name, place.bot, id is not None and place.person == id)


def _scores(desk: Desk, table: Sitting, is_spectator: bool) -> tuple[int, ...] | None:
    """The scores of a game that is played; spectators who see it later do not see them sooner here."""
    if table.status is not Status.PLAYING or (is_spectator and table.proposal.delay):
        return None
    return desk.hall.scores(table.id)


def published(table: Sitting) -> str | None:
    """What was published of the secret seed before the first draw; the seed itself stays in the header."""
    return None if table.header is None else _commitment(table.header)


@lru_cache(maxsize=4096)
def _commitment(header: bytes) -> str | None:
    seed = read_header(header).table.seed
    return None if seed is None else commitment(seed)
