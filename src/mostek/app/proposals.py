"""What somebody proposes to play: everything about a table that is settled before the first tile is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from mostek.core.errors import SentenceError
from mostek.core.players import Seat
from mostek.lexicon import DEFAULT, LexiconPin
from mostek.referee.commands import STEPS, CreateGame
from mostek.rules.loading import book_of
from mostek.rules.rulebook import ClockMode, Rulebook

Name = Annotated[str, Meta(max_length=64)]
LONGEST = 24 * 60 * 60 * 1000
"""The most time that a player can get, in milliseconds."""
MOST = 100
"""The largest of all other figures that a rulebook can be changed to: there are so many tiles."""
BOTS_RACK = 7
"""The most tiles on a rack from which the search for moves can work."""
_TIMES = ("clock.millis", "order.absence")
USUAL = 20 * 60 * 1000
"""The time of a player, in milliseconds, where the rulebook leaves it to the organiser and nobody states it."""


class ProposalError(SentenceError, ValueError):
    """What was proposed cannot be played."""


class Proposal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table that somebody wants to sit at."""

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
    """After how many seconds a move that nobody objects to is written down by itself; `None`: never."""
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
        """The rulebook takes any figure; at a table in the net nobody may be kept waiting by one."""
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
    """The time asked for in milliseconds: a change of the rulebook where that fixes another, else what it leaves open.

    Where nobody states what it leaves open, it is `USUAL`.
    """
    fixed = book.clock.millis.value
    if book.clock.mode.value is ClockMode.NONE:
        return {}, None
    if not fixed:
        return {}, USUAL if asked is None else asked
    return {} if asked in (None, fixed) else {"clock.millis": asked or 0}, None
