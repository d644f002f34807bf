"""The score sheet of a game: its rows, the card of blanks, and everything else that belongs into its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from mostek.core import board
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat, Viewer
from mostek.core.tiles import Tiles
from mostek.lexicon import LexiconPin
from mostek.referee import event_for, replay, view_for
from mostek.referee.commands import Venue
from mostek.referee.events import Event, PenaltyCharged, RulingReversed, ScoreCorrected
from mostek.referee.state import Made
from mostek.referee.views import View
from mostek.sheets.rows import Row, rows_of
from mostek.sheets.slip import ResultSlip, slip_of
from mostek.sheets.square import Square, square_of


class Blank(Struct, frozen=True):
    """A blank on the board and what the players have written on their cards of it (PFS-4.2.2a, 1.3.1d)."""

    square: str
    """Row letter and column number."""
    letter: str | None
    """What it is read as; `None` if nobody has said it."""
    written: Mapping[Seat, str]
    """The letter on each player's sheet or card; who wrote none is missing."""
    dead: bool
    """Whether no new word may use it (PFS-4.8.4d)."""


class ScoreSheet(Struct, frozen=True):
    """Everything that the sheets of a game hold, for one viewer."""

    viewer: Viewer
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
    """What lies on the racks; tiles face down where the viewer may not see them or nobody has told them."""
    blanks: tuple[Blank, ...]
    corrections: tuple[ScoreCorrected, ...]
    penalties: tuple[PenaltyCharged, ...]
    """Points taken by a clause, without a ruling."""
    rulings: tuple[Made, ...]
    reversals: tuple[RulingReversed, ...]
    """Why rulings were taken back."""
    square: Square
    slip: ResultSlip | None
    """`None` before the end of the game."""

    @property
    def writers(self) -> tuple[Seat, ...]:
        """Who has written anything: both players in a tournament, one scorer in a friendly game (GEN-3a, 3b)."""
        return tuple(seat for seat in self.players.seats if any(seat in row.written for row in self.rows))


def score_sheet(events: Sequence[Event], viewer: Viewer, name: str = "", head: str | None = None) -> ScoreSheet:
    """The sheet of the game that a log tells. A game that is not over shows no more than the viewer may see of it.

    `head` is the hash that stands for the log. Raises `ValueError` for a log without a game.
    """
    game = replay(events)
    if game is None:
        raise ValueError("a sheet needs a game")
    view = view_for(game, viewer)
    told = [seen for event in events if (seen := event_for(event, viewer)) is not None]
    corrections = tuple(event for event in told if isinstance(event, ScoreCorrected))
    return ScoreSheet(
        viewer=viewer,
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
        penalties=tuple(event for event in told if isinstance(event, PenaltyCharged)),
        rulings=view.rulings,
        reversals=tuple(event for event in told if isinstance(event, RulingReversed)),
        square=square_of(game.tiles, told, view.square),
        slip=slip_of(view, told, head),
    )


def _racks(view: View) -> BySeat[Tiles]:
    if view.racks is not None:
        return view.racks
    hidden = view.rack_counts.map(Tiles.face_down)
    return hidden.put(view.viewer, view.rack) if isinstance(view.viewer, Seat) and view.rack is not None else hidden


def _blanks(view: View, by_itself: bool) -> tuple[Blank, ...]:
    """The blanks on the board in the order of the squares, and others of which somebody has written something.

    Where cards are kept by themselves, every blank that was declared stands on all of them (S25).
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
