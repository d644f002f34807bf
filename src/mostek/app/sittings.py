"""A table that people sit down at: who sits where, who is an official, and how far it has got."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.app.proposals import Proposal
from mostek.core.players import Role, Seat, Viewer
from mostek.core.result import GameResult
from mostek.rules.rulebook import Authority

NOBODY = "—"
"""The name of somebody who wanted to be forgotten."""


class Status(StrEnum):
    """How far a table has got."""

    OPEN = "open"
    """Not every seat is taken."""
    PLAYING = "playing"
    OVER = "over"
    """The game has a result."""
    CLOSED = "closed"
    """Nothing was played, and nothing will be."""


class Fault(StrEnum):
    """Why something cannot be done at a table."""

    UNKNOWN = "unknown"
    NOT_OPEN = "not_open"
    NOT_PLAYING = "not_playing"
    NOT_OVER = "not_over"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    FULL = "full"
    NOT_SITTING = "not_sitting"
    NOT_HOST = "not_host"
    NOT_INVITED = "not_invited"
    NO_INVITATION = "no_invitation"
    OFFICIAL = "official"
    PLAYER = "player"
    NO_SUCH_ROLE = "no_such_role"
    PRESENT = "present"
    RACKS = "racks"


class SittingError(ValueError):
    """Something cannot be done at a table. `sentence` with its `params` is a key of the catalogue."""

    def __init__(self, fault: Fault, /, **params: object) -> None:
        self.fault = fault
        self.sentence = SENTENCES[fault]
        self.params = params
        super().__init__(self.sentence.format(**params))


SENTENCES = {
    Fault.UNKNOWN: "There is no such table.",
    Fault.NOT_OPEN: "At this table nobody can sit down or get up any more.",
    Fault.NOT_PLAYING: "At this table no game is being played.",
    Fault.NOT_OVER: "The game at this table is not over yet.",
    Fault.NO_SUCH_SEAT: "This table has no seat {seat}.",
    Fault.SEAT_TAKEN: "Somebody else has just taken that seat.",
    Fault.FULL: "Every seat of this table is taken.",
    Fault.NOT_SITTING: "You do not sit at this table.",
    Fault.NOT_HOST: "Only who has opened the table can do that.",
    Fault.NOT_INVITED: "At this table only who was invited can sit down.",
    Fault.NO_INVITATION: "There is no such invitation.",
    Fault.OFFICIAL: "You are an official of this table, and an official does not play at it.",
    Fault.PLAYER: "You play at this table, and a player cannot be its official.",
    Fault.NO_SUCH_ROLE: "By the rulebook of this table there is nobody in that role.",
    Fault.PRESENT: "Whoever has that seat is at the table.",
    Fault.RACKS: "While the host plays, nobody can join who sees the racks; that is arranged before the game.",
}
"""What a person is told. Nothing of the rules decides here, so nothing is cited."""


class Place(Struct, frozen=True):
    """A seat that is taken, by a person or by a bot; a person who was forgotten leaves neither."""

    seat: Seat
    person: str | None
    name: str
    bot: str | None


class Sitting(Struct, frozen=True, kw_only=True):
    """A table with everybody who has to do with it. Times are milliseconds since 1970."""

    id: str
    host: str | None
    """Who has opened it."""
    proposal: Proposal
    status: Status
    created: int
    begun: int | None
    ended: int | None
    places: tuple[Place, ...]
    """The seats that are taken, in order."""
    officials: Mapping[str, Role]
    """Person → role."""
    names: Mapping[str, str] = {}
    """What the officials are called: person → name."""
    header: bytes | None
    """The first line of the game's log; it holds the secret seed."""
    result: GameResult | None
    rematch: str | None
    """The table at which these people play again."""

    @property
    def free(self) -> tuple[Seat, ...]:
        """The seats that nobody has taken."""
        taken = {place.seat for place in self.places}
        return tuple(seat for seat in tuple(Seat)[: self.proposal.seats] if seat not in taken)

    @property
    def is_complete(self) -> bool:
        """Whether every seat is taken, so that the game can begin."""
        return not self.free

    def seat_of(self, person: str | None) -> Seat | None:
        """Where a person sits."""
        return next((place.seat for place in self.places if person and place.person == person), None)

    def viewer_of(self, person: str | None) -> Viewer:
        """As whom somebody sees the game: in their seat, as an official, or as anybody."""
        seat = self.seat_of(person)
        return seat if seat is not None else self.officials.get(person or "", Role.SPECTATOR)


def roles_at(proposal: Proposal) -> Mapping[Role, Role]:
    """The roles that can be asked for at such a table, each with what it is there.

    Its arbiter is whoever rules by its rulebook: a teacher, a jury (CHAL-9c, OPEN-word-3). Where that names nobody, nobody can
    be it (`order.authority`); an assistant stands beside an arbiter (PFS-4.7.11c).
    """
    authority = proposal.book.order.authority.value
    roles = {role: role for role in (Role.PLAYER, Role.SPECTATOR, Role.RECORDER)}
    if authority is not Authority.NOBODY:
        roles[Role.ARBITER] = Role(authority.value)
    if authority is Authority.ARBITER:
        roles[Role.ASSISTANT] = Role.ASSISTANT
    return roles


def role_at(proposal: Proposal, asked: Role) -> Role:
    """What somebody is at such a table who is invited as that. Raises `SittingError`."""
    role = roles_at(proposal).get(asked)
    if role is None:
        raise SittingError(Fault.NO_SUCH_ROLE)
    return role


def after_rotation(seat: Seat, seats: int) -> Seat:
    """Where somebody sits in the next game: everybody moves on by one seat against the clock, so that starts even out."""
    return Seat(seat - 1 or seats)
