"""The rows of a score sheet: what each turn was worth, and what each player has written of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from mostek.core.players import Seat
from mostek.core.tiles import Tiles
from mostek.referee.events import ScoredWord
from mostek.referee.phases import Turn, TurnKind


class Mark(StrEnum):
    """The letter that tells on a sheet what a turn was (PFS-1.3.1c)."""

    MOVE = "M"
    EXCHANGE = "E"
    PASS = "P"
    LOSS = "L"


_MARKS = {
    TurnKind.PLACEMENT: Mark.MOVE,
    TurnKind.EXCHANGE: Mark.EXCHANGE,
    TurnKind.PASS: Mark.PASS,
    TurnKind.LOSS: Mark.LOSS,
}


class Row(Struct, frozen=True):
    """A turn as it stands on the sheets of the players."""

    number: int
    seat: Seat
    mark: Mark
    words: tuple[ScoredWord, ...]
    """The main word first, each with its first square as the rules write it; those of a lost move, too (PFS-1.3.2a)."""
    points: int
    """What counts."""
    total: int
    """The player's score after the turn."""
    true: int
    """What the tiles were worth."""
    written: Mapping[Seat, int]
    """The value that each player wrote down; who wrote nothing is missing."""
    sums: Mapping[Seat, int]
    """The total after the turn by each player's own figures (PFS-4.6.1); who has ever written nothing is missing."""
    corrected: bool
    """Whether the value was put right afterwards (PFS-4.6.3)."""
    forced: bool
    """Whether it is a pass that the rules or the arbiter forced."""
    exchanged: int
    """How many tiles were exchanged."""
    rack: Tiles
    """The rack before the move (PFS-1.3.2a), tiles face down where nobody told them or the viewer may not see them."""

    @property
    def wrong_values(self) -> tuple[Seat, ...]:
        """Whose written value differs from what counts (PFS-4.6.3)."""
        return tuple(seat for seat, points in self.written.items() if points != self.points)

    @property
    def wrong_sums(self) -> tuple[Seat, ...]:
        """Whose total differs from what counts (PFS-4.6.1)."""
        return tuple(seat for seat, total in self.sums.items() if total != self.total)


def rows_of(turns: Sequence[Turn], corrected: frozenset[int], seats: Sequence[Seat]) -> tuple[Row, ...]:
    """All rows in the order of play; `corrected` are the numbers of the turns that were put right."""
    return tuple(_rows(turns, corrected, seats))


def _rows(turns: Sequence[Turn], corrected: frozenset[int], seats: Sequence[Seat]) -> Iterator[Row]:
    """A total goes astray by all that its writer has got wrong so far; a corrected value stands right on every sheet."""
    astray: dict[tuple[Seat, Seat], int | None] = {}
    for turn in turns:
        is_corrected = turn.number in corrected
        for writer in seats:
            so_far = astray.get((writer, turn.seat), 0)
            error = 0 if is_corrected else _error(turn, writer)
            astray[writer, turn.seat] = None if so_far is None or error is None else so_far + error
        known = {writer: astray[writer, turn.seat] for writer in seats}
        sums = {writer: turn.total + error for writer, error in known.items() if error is not None}
        yield _row(turn, is_corrected, sums)


def _error(turn: Turn, writer: Seat) -> int | None:
    """By how much a player wrote too many points; nothing can be written wrongly about a turn without points."""
    if turn.kind is not TurnKind.PLACEMENT:
        return 0
    written = turn.records.get(writer)
    return None if written is None else written - turn.points


def _row(turn: Turn, corrected: bool, sums: Mapping[Seat, int]) -> Row:
    return Row(
        number=turn.number,
        seat=turn.seat,
        mark=_MARKS[turn.kind],
        words=turn.words,
        points=turn.points,
        total=turn.total,
        true=turn.true,
        written=turn.records,
        sums=sums,
        corrected=corrected,
        forced=turn.forced,
        exchanged=turn.aside if turn.kind is TurnKind.EXCHANGE else 0,
        rack=turn.rack,
    )
