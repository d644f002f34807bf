"""The score sheet of a game: every turn with both records, the result slip and the square of tiles that were left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from msgspec import Struct

from mostek.core import board
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat, Viewer
from mostek.core.result import Ending
from mostek.core.tiles import NO_TILES, Tiles
from mostek.lexicon import LexiconPin
from mostek.referee import event_for, replay, view_for
from mostek.referee.commands import Venue
from mostek.referee.events import (
    Event,
    PenaltyCharged,
    RulingReversed,
    ScoreCorrected,
    ScoredWord,
    SetCounted,
    SlipCorrected,
    SquareLaid,
)
from mostek.referee.state import Made, Turn, TurnKind
from mostek.referee.views import View


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
    """The rack before the move (PFS-1.3.2a), tiles face down if they are unknown or the viewer may not see them."""

    @property
    def wrong_values(self) -> tuple[Seat, ...]:
        """The players whose recorded value differs from the value that counts (PFS-4.6.3)."""
        return tuple(seat for seat, points in self.written.items() if points != self.points)

    @property
    def wrong_sums(self) -> tuple[Seat, ...]:
        """The players whose total differs from the score that counts (PFS-4.6.1)."""
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
    """The points that a player wrote too many; nothing can be written wrongly about a turn without points."""
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


class ResultSlip(Struct, frozen=True):
    """The slip of a finished game. The figures of the program stand beside those that the players have signed."""

    players: BySeat[str]
    final: BySeat[int]
    """The result by the referee's own reckoning."""
    ending: Ending
    leftovers: BySeat[int]
    winners: tuple[Seat, ...]
    places: BySeat[int]
    tie_broken: bool
    forfeited: tuple[Seat, ...]
    excluded: tuple[Seat, ...]
    signed: Mapping[Seat, BySeat[int]]
    """What each player has entered and signed; who has not signed is missing."""
    amended: bool
    """Whether figures were altered after signing: both must confirm that to the arbiter (PFS-5.2c)."""
    handed_in: BySeat[int] | None
    """The result that the arbiter has; final but for PFS-4.6.4."""
    corrections: tuple[SlipCorrected, ...]
    """Every time that a handed-in slip was put right."""
    head: str | None
    """The hash that stands for the whole log of the game, if it has one: with it the slip names the game it is of."""

    @property
    def differs(self) -> bool:
        """Whether what was handed in, or signed, is not what the referee has reckoned (PFS-4.6.3, 4.6.4)."""
        stated = [self.handed_in] if self.handed_in is not None else list(self.signed.values())
        return any(figures != self.final for figures in stated)


def slip_of(view: View, events: Sequence[Event], head: str | None) -> ResultSlip | None:
    """The slip of the game, `None` before its end."""
    if view.result is None or view.slip is None:
        return None
    result, slip = view.result, view.slip
    return ResultSlip(
        players=view.players,
        final=result.final,
        ending=result.ending,
        leftovers=result.leftovers,
        winners=result.winners,
        places=result.places,
        tie_broken=result.tie_broken,
        forfeited=result.forfeited,
        excluded=result.excluded,
        signed=slip.signed,
        amended=slip.amended,
        handed_in=slip.handed_in,
        corrections=tuple(event for event in events if isinstance(event, SlipCorrected)),
        head=head,
    )


class TileSquare(Struct, frozen=True):
    """The result of the ten-by-ten square or of the count of the set (PFS-1.1.1b, 1.1.1d)."""

    whole: int
    """How many tiles the square should have: those with which the game is played."""
    counts: Mapping[str, int]
    """How many tiles of each face the game is played with."""
    missing: Tiles
    """What the set lacked when it was counted, and the game is played without (PFS-1.1.1b)."""
    surplus: Tiles
    laid: tuple[tuple[Seat, int], ...]
    """Who laid the square, and how many tiles it had, in the order of time."""
    after: int | None
    """The number that lay there after the game."""

    @property
    def differs(self) -> bool:
        """Whether the last square did not have all tiles: then the arbiter must know for the next round (PFS-1.1.1d)."""
        return bool(self.laid) and self.laid[-1][1] != self.whole


def square_of(tiles: Tiles, events: Sequence[Event], after: int | None) -> TileSquare:
    """The square of a game that is played with these tiles."""
    counted = [event for event in events if isinstance(event, SetCounted)]
    return TileSquare(
        whole=len(tiles),
        counts=tiles.counts,
        missing=counted[-1].missing if counted else NO_TILES,
        surplus=counted[-1].surplus if counted else NO_TILES,
        laid=tuple((event.seat, event.count) for event in events if isinstance(event, SquareLaid)),
        after=after,
    )


class Blank(Struct, frozen=True):
    """A blank on the board and what the players wrote on its cards (PFS-4.2.2a, 1.3.1d)."""

    square: str
    """Row letter and column number."""
    letter: str | None
    """The declared letter; `None` if no player declared one."""
    written: Mapping[Seat, str]
    """The letter on each player's sheet or card; who wrote none is missing."""
    dead: bool
    """Whether no new word may use it (PFS-4.8.4d)."""


class ScoreSheet(Struct, frozen=True):
    """Everything that the sheets of a game hold, for one viewer."""

    viewer: Seat | Role
    game: str
    """The name of the game, where it has one."""
    rulebook: str
    edition: str
    changes: Mapping[str, str | int | bool]
    """What the event has decided otherwise than the rulebook."""
    venue: Venue
    tile_set: str
    layout: str
    lexicon: LexiconPin | None
    players: BySeat[str]
    full_record: bool
    """Whether the arbiter has ordered the full record (PFS-1.3.2a)."""
    rows: tuple[Row, ...]
    scores: BySeat[int]
    exchanges: BySeat[int]
    """How many times each player has exchanged."""
    left: BySeat[int] | None
    """What each clock shows, in milliseconds, when it was last set."""
    board: Placement
    """The final position (PFS-1.3.2a), or the position so far."""
    racks: BySeat[Tiles]
    """The tiles on the racks; face down if the viewer may not see them or they are unknown."""
    blanks: tuple[Blank, ...]
    corrections: tuple[ScoreCorrected, ...]
    penalties: tuple[PenaltyCharged, ...]
    """Points taken by a clause, without a ruling."""
    rulings: tuple[Made, ...]
    reversals: tuple[RulingReversed, ...]
    """Why rulings were taken back."""
    square: TileSquare
    slip: ResultSlip | None
    """`None` before the end of the game."""

    @property
    def writers(self) -> tuple[Seat, ...]:
        """The seats that have written anything: both players in a tournament, one scorer in a friendly game (GEN-3a, 3b)."""
        return tuple(seat for seat in self.players.seats if any(seat in row.written for row in self.rows))


def score_sheet(events: Sequence[Event], viewer: Viewer, name: str = "", head: str | None = None) -> ScoreSheet:
    """The sheet of the game that a log tells. A game that is not over shows only what the viewer may see.

    `head` is the hash that stands for the log. Raises `ValueError` for a log without a game.
    """
    game = replay(events)
    if game is None:
        raise ValueError("a sheet needs a game")
    view = view_for(game, viewer)
    shown = [seen for event in events if (seen := event_for(event, viewer)) is not None]
    corrections = tuple(event for event in shown if isinstance(event, ScoreCorrected))
    return ScoreSheet(
        viewer=view.viewer,
        game=name,
        rulebook=view.rulebook,
        edition=view.edition,
        changes=view.changes,
        venue=view.venue,
        tile_set=view.tile_set,
        layout=view.layout,
        lexicon=view.lexicon,
        players=view.players,
        full_record=game.full_record,
        rows=rows_of(view.turns, frozenset(event.turn for event in corrections), view.players.seats),
        scores=view.scores,
        exchanges=view.exchanges,
        left=None if view.clock is None else view.clock.map(int),
        board=view.board,
        racks=_racks(view),
        blanks=_blanks(view, game.steps.card),
        corrections=corrections,
        penalties=tuple(event for event in shown if isinstance(event, PenaltyCharged)),
        rulings=view.rulings,
        reversals=tuple(event for event in shown if isinstance(event, RulingReversed)),
        square=square_of(game.tiles, shown, view.square),
        slip=slip_of(view, shown, head),
    )


def _racks(view: View) -> BySeat[Tiles]:
    if view.racks is not None:
        return view.racks
    hidden = view.rack_counts.map(Tiles.face_down)
    return hidden.put(view.viewer, view.rack) if isinstance(view.viewer, Seat) and view.rack is not None else hidden


def _blanks(view: View, by_itself: bool) -> tuple[Blank, ...]:
    """The blanks on the board in the order of the squares, and other blanks with a written card.

    Where cards are filled in by the program, every blank that was declared stands on all of them (S25).
    """
    lying = {square: tile for square, tile in view.board.tiles.items() if tile.blank}
    written = {square for card in view.cards.values() for square in card.tiles}
    return tuple(_blank(view, square, by_itself) for square in sorted(lying.keys() | written))


def _blank(view: View, square: board.Square, by_itself: bool) -> Blank:
    tile = view.board.tiles.get(square)
    letter = tile.letter if tile is not None and tile.blank else None
    written: dict[Seat, str] = dict.fromkeys(view.players.seats, letter) if by_itself and letter else {}
    for seat, card in view.cards.items():
        if (read := card.tiles.get(square)) is not None and read.letter is not None:
            written[seat] = read.letter
    return Blank(
        square=square.name,
        letter=letter,
        written=written,
        dead=square in view.dead.tiles,
    )
