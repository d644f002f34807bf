"""A table before and around its game: what was proposed, who sits where, who is an official, and its status."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta, Struct

from mostek.core.errors import SentenceError
from mostek.core.players import Role, Seat, Viewer
from mostek.core.result import GameResult
from mostek.lexicon import DEFAULT, LexiconPin
from mostek.referee.commands import STEPS, CreateGame
from mostek.rules.loading import book_of
from mostek.rules.rulebook import Authority, ClockMode, Rulebook

Name = Annotated[str, Meta(max_length=64)]
LONGEST = 24 * 60 * 60 * 1000
"""The most time that a player can get, in milliseconds."""
MOST = 100
"""The largest of all other figures that a rulebook can be changed to: there are so many tiles."""
BOTS_RACK = 7
"""The most tiles on a rack from which the search for moves can work."""
_TIMES = ("clock.millis", "order.absence")
USUAL = 20 * 60 * 1000
"""The time of a player, in milliseconds, where the rulebook leaves it to the organiser and the table sets none."""


class ProposalError(SentenceError, ValueError):
    """What was proposed cannot be played."""


class Proposal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table that a person wants to open."""

    rulebook: Name = "gen"
    seats: Annotated[int, Meta(ge=2, le=4)] = 2
    millis: Annotated[int, Meta(ge=10_000, le=LONGEST)] | None = None
    """The time of a player, or of a turn; `None` is what the rulebook says."""
    lexicon: Name = DEFAULT
    """`NAME` for its newest edition, or `NAME@EDITION`."""
    steps: Literal["swift", "by_hand", "at_table"] = "swift"
    checked: bool = False
    """Whether the words of a move are checked before it is laid: for friendly games only (GEN; S66)."""
    window: Annotated[int, Meta(ge=5, le=600)] | None = 60
    """After how many seconds a move without objection is written down automatically; `None`: never."""
    bots: Annotated[tuple[Name, ...], Meta(max_length=3)] = ()
    """Who plays the last seats."""
    public: bool = True
    """Whether the table is in the list that everybody sees; otherwise who has its address may come."""
    delay: Annotated[int, Meta(ge=0, le=3600)] = 0
    """By how many seconds spectators see the game later."""
    changes: Mapping[str, str | int | bool] = {}
    """What the event decides otherwise than the rulebook."""

    @property
    def book(self) -> Rulebook:
        """The rulebook with the changes. Raises `ProposalError`."""
        try:
            return book_of(self.rulebook, self.changes)
        except (LookupError, ValueError) as error:
            raise ProposalError("There is no such rulebook or change: {why}", why=error) from None

    def check(self) -> None:
        """Raises `ProposalError` for what cannot be played."""
        book = self.book
        low, high = book.seats.minimum.value, book.seats.maximum.value
        if not low <= self.seats <= high:
            raise ProposalError(
                "By {rulebook} {low} to {high} people play.", rulebook=self.rulebook, low=low, high=high
            )
        if len(self.bots) >= self.seats:
            raise ProposalError("At least one seat is for a person.")
        if self.checked and self.rulebook != "gen":
            raise ProposalError("Words are checked automatically in friendly games only.")
        self._check_figures(book)
        if self.bots:
            self.check_bots()
        if self.millis is not None and book.clock.mode.value is ClockMode.NONE:
            raise ProposalError("This rulebook knows no clock.")

    def _check_figures(self, book: Rulebook) -> None:
        """The rulebook accepts any figure; a table on the net limits the wait."""
        for path, value in self.changes.items():
            most = LONGEST if path in _TIMES else MOST
            if isinstance(value, int) and not 0 <= value <= most:
                raise ProposalError("{path} can be 0 to {most} here.", path=path, most=most)
        if book.move.rack_size.value * self.seats > MOST:
            raise ProposalError("There are not enough tiles for racks of that size.")

    def check_bots(self) -> None:
        """Raises `ProposalError` where no bot can play."""
        if self.book.move.rack_size.value > BOTS_RACK:
            raise ProposalError("Bots play with at most {most} tiles on the rack.", most=BOTS_RACK)

    def creation(self, players: tuple[str, ...], pin: LexiconPin, commitment: str, starter: Seat | None) -> CreateGame:
        """The command that sets the game up."""
        changes, millis = timed(self.book, self.millis)
        return CreateGame(
            rulebook=self.rulebook,
            players=players,
            steps=STEPS[self.steps],
            lexicon=pin,
            millis=millis,
            starter=starter,
            changes={**self.changes, **changes},
            commitment=commitment,
        )


def timed(book: Rulebook, asked: int | None) -> tuple[Mapping[str, int], int | None]:
    """The requested time in milliseconds: a change of the rulebook where that fixes another, else its free value.

    Where the rulebook leaves it open and the caller states none, it is `USUAL`.
    """
    fixed = book.clock.millis.value
    if book.clock.mode.value is ClockMode.NONE:
        return {}, None
    if not fixed:
        return {}, USUAL if asked is None else asked
    return {} if asked in (None, fixed) else {"clock.millis": asked or 0}, None


FORGOTTEN = "—"
"""The name shown for a person whose data was erased."""


class TableStatus(StrEnum):
    """How far a table has got."""

    OPEN = "open"
    """Not every seat is taken."""
    PLAYING = "playing"
    OVER = "over"
    """The game has a result."""
    CLOSED = "closed"
    """Nothing was played, and nothing will be."""


class TableFault(StrEnum):
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


class TableError(ValueError):
    """Something cannot be done at a table. `sentence` with its `params` is a key of the catalogue."""

    def __init__(self, fault: TableFault, /, **params: object) -> None:
        self.fault = fault
        self.sentence = SENTENCES[fault]
        self.params = params
        super().__init__(self.sentence.format(**params))


SENTENCES = {
    TableFault.UNKNOWN: "There is no such table.",
    TableFault.NOT_OPEN: "The seats of this table can no longer change.",
    TableFault.NOT_PLAYING: "At this table no game is being played.",
    TableFault.NOT_OVER: "The game at this table is not over yet.",
    TableFault.NO_SUCH_SEAT: "This table has no seat {seat}.",
    TableFault.SEAT_TAKEN: "Another person has just taken that seat.",
    TableFault.FULL: "Every seat of this table is taken.",
    TableFault.NOT_SITTING: "You do not sit at this table.",
    TableFault.NOT_HOST: "Only the person who opened the table can do that.",
    TableFault.NOT_INVITED: "Only invited people can sit down at this table.",
    TableFault.NO_INVITATION: "There is no such invitation.",
    TableFault.OFFICIAL: "You are an official of this table, and an official does not play at it.",
    TableFault.PLAYER: "You play at this table, and a player cannot be its official.",
    TableFault.NO_SUCH_ROLE: "The rulebook of this table does not know that role.",
    TableFault.PRESENT: "The player in that seat is at the table.",
    TableFault.RACKS: "While the host plays, a person who sees the racks cannot join. Arrange this before the game.",
}
"""Messages to people. They are decided without the rules, so they cite no clause."""


class TakenSeat(Struct, frozen=True):
    """A seat that is taken, by a person or by a bot; a person who was forgotten leaves neither."""

    seat: Seat
    person: str | None
    name: str
    bot: str | None


class LobbyTable(Struct, frozen=True, kw_only=True):
    """A table with everybody who has to do with it. Times are milliseconds since 1970."""

    id: str
    host: str | None
    """Who has opened it."""
    proposal: Proposal
    status: TableStatus
    created: int
    begun: int | None
    ended: int | None
    places: tuple[TakenSeat, ...]
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
        """The free seats."""
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
        """The viewer that a person is: a player, an official, or a spectator."""
        seat = self.seat_of(person)
        return seat if seat is not None else self.officials.get(person or "", Role.SPECTATOR)


def roles_at(proposal: Proposal) -> Mapping[Role, Role]:
    """The roles that a person can request at such a table, each with its meaning there.

    The arbiter is the authority that the rulebook names: a teacher, a jury (CHAL-9c, OPEN-word-3). Where it names none,
    the role does not exist (`order.authority`); an assistant stands beside an arbiter (PFS-4.7.11c).
    """
    authority = proposal.book.order.authority.value
    roles = {role: role for role in (Role.PLAYER, Role.SPECTATOR, Role.RECORDER)}
    if authority is not Authority.NOBODY:
        roles[Role.ARBITER] = Role(authority.value)
    if authority is Authority.ARBITER:
        roles[Role.ASSISTANT] = Role.ASSISTANT
    return roles


def role_at(proposal: Proposal, asked: Role) -> Role:
    """The official role of a person invited to such a table as that. Raises `TableError`."""
    role = roles_at(proposal).get(asked)
    if role is None:
        raise TableError(TableFault.NO_SUCH_ROLE)
    return role


def after_rotation(seat: Seat, seats: int) -> Seat:
    """The seat of a player in the next game: all move on by one seat against the clock, so that starts even out."""
    return Seat(seat - 1 or seats)
