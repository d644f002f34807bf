"""Bots: players that see what a person in their seat sees, and act through the same commands."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

from mostek.board import Board, Direction, Layout, layout
from mostek.engine.kernel import FoundPlay, Searcher, open_searcher
from mostek.engine.leaves import LeaveValues
from mostek.engine.trained import open_values
from mostek.lexicon import DEFAULT, Lexicon
from mostek.referee.commands import (
    ChallengeWords,
    ClaimPlacement,
    Command,
    ExchangeTiles,
    LayTiles,
    PassTurn,
    RecordMove,
)
from mostek.referee.phases import TurnKind
from mostek.referee.views import View
from mostek.rules.rulebook import CountAnnounced, Faulty, Rulebook
from mostek.scoring import Bingo
from mostek.seats import Seat
from mostek.tiles import BLANK, NO_TILES, Tiles, TileSet, tile_set

_FIRST_LOOK = 500
"""How many plays are searched for at first."""
_POINT = 1000
"""Plays and leaves are compared in thousandths of a point."""


class StaticBot:
    """Takes the play with the most points and the best tiles left, without looking ahead. It knows every word of its list.

    It has no chance of its own: the same views are answered with the same commands.
    """

    def __init__(self, searcher: Searcher, lexicon: Lexicon, book: Rulebook, values: LeaveValues) -> None:
        self._searcher = searcher
        self._leaves = values.kernel()
        self._lexicon = lexicon
        self._book = book

    def command(self, view: View) -> Command | None:
        """What the viewer of this view does now; `None` while there is nothing for them to do.

        Drawing, announcing and pressing the clock are left to the steps that happen by themselves.
        """
        if not isinstance(view.viewer, Seat):
            return None
        if view.phase == "thinking" and view.on_turn is view.viewer:
            return self._move(view, view.viewer)
        if view.phase == "laid" and view.on_turn is not view.viewer:
            return self._answer(view, view.viewer)
        return None

    def _move(self, view: View, seat: Seat) -> Command:
        board = Board(self._searcher.layout, view.board.tiles)
        rack = view.rack or NO_TILES
        worth = self._endgame(view, board, rack) if view.bag_count == 0 else self._leave_value
        play = self._best_play(board, rack, worth)
        returned = max(
            self._exchanges(view, seat, rack), key=lambda tiles: (worth(rack - tiles), -len(tiles)), default=None
        )
        if play is not None and (returned is None or worth(rack - returned) <= _value(play, rack, worth)):
            return LayTiles(seat=seat, placement=play.placement)
        if returned is None or worth(rack - returned) <= worth(rack):
            return PassTurn(seat=seat)
        counted = self._book.exchange.count_announced.value is not CountAnnounced.NO
        return ExchangeTiles(seat=seat, tiles=returned, count=len(returned) if counted else None)

    def _best_play(self, board: Board, rack: Tiles, worth: Callable[[Tiles], int]) -> FoundPlay | None:
        """The play with the highest value.

        Blanks are kept back first, because their high price would hide how little the other tiles can make up for points.
        """
        blanks = rack.count(BLANK)
        best: FoundPlay | None = None
        for kept in range(blanks, -1, -1):
            leave_at_most = max(worth(part) for part in _parts(rack) if part.count(BLANK) == kept)
            for play in self._by_points(board, rack - Tiles([BLANK] * kept)):
                if best and _POINT * play.score + leave_at_most <= _value(best, rack, worth):
                    break
                if best is None or _value(play, rack, worth) > _value(best, rack, worth):
                    best = play
        return best

    def _by_points(self, board: Board, rack: Tiles) -> Iterator[FoundPlay]:
        """All plays, best first, searched for as far as they are asked for."""
        seen = 0
        for count in (_FIRST_LOOK << 2 * step for step in itertools.count()):
            plays = self._searcher.best(board, rack, count)
            yield from plays[seen:]
            if len(plays) < count:
                return
            seen = count

    def _endgame(self, view: View, board: Board, rack: Tiles) -> Callable[[Tiles], int]:
        """With an empty bag tiles kept are points lost, and going out brings those of all others (GEN-15d, GEN-15e)."""
        tiles = self._searcher.tile_set
        others = tiles.value(tiles.tiles.missing_from(board.faces() + rack))
        gain = _POINT * others if self._book.end.leftovers_to_out.value else 0
        loses = self._book.end.leftovers_own.value

        def worth(kept: Tiles) -> int:
            if not len(kept):
                return gain
            return -_POINT * tiles.value(kept) if loses else 0

        return worth

    def _leave_value(self, kept: Tiles) -> int:
        """What the tiles kept are worth while there are others to draw."""
        return self._leaves.value(self._searcher.rack_codes(kept))

    def _exchanges(self, view: View, seat: Seat, rack: Tiles) -> Iterator[Tiles]:
        """The tiles that may be given back now, in every choice."""
        rule = self._book.exchange
        if _is_stuck(view):
            return
        if rule.maximum.value and view.exchanges[seat] >= rule.maximum.value:
            return
        for returned in _parts(rack):
            if len(returned) and view.bag_count >= (rule.bag_minimum.value or len(returned)):
                yield returned

    def _answer(self, view: View, seat: Seat) -> Command:
        """Object to what is wrong, once a move; otherwise write the move down, which ends the right to object."""
        if not view.challenged:
            if self._book.move.faulty.value is Faulty.STANDS_UNTIL_CLAIMED and not self._hangs_together(view):
                return ClaimPlacement(seat=seat)
            if not all(word.text in self._lexicon for word in view.words):
                return ChallengeWords(seat=seat)
        return RecordMove(seat=seat)

    def _hangs_together(self, view: View) -> bool:
        """Whether two tiles or more lie in one piece over the start square, as the rules of laying them make it."""
        start = self._searcher.layout.start
        reached, waiting = {start}, [start]
        while waiting:
            square = waiting.pop()
            for direction, way in itertools.product(Direction, (-1, 1)):
                near = square.step(direction, way)
                if near in view.board.tiles and near not in reached:
                    reached.add(near)
                    waiting.append(near)
        return len(view.board) > 1 and reached == set(view.board.tiles)


def open_bot(
    book: Rulebook, lexicon: str = DEFAULT, tiles: TileSet | None = None, board_layout: Layout | None = None
) -> StaticBot:
    """A bot for games under this rulebook that plays with the lexicon of that name.

    Raises `LexiconError`, also when the lexicon is made of other letters than the tiles, and `OSError`.
    """
    from mostek.lexicon.library import open_lexicon

    bingo = Bingo(book.move.bingo_tiles.value, book.move.bingo_points.value)
    chosen = tiles or tile_set(book.tile_set.value)
    searcher = open_searcher(lexicon, chosen, board_layout or layout(), bingo)
    return StaticBot(searcher, open_lexicon(lexicon), book, open_values(lexicon, chosen.alphabet.letters))


def _is_stuck(view: View) -> bool:
    """Whether nobody has laid a tile for two rounds. Exchanging on might never end (GEN-6X-a sets no limit); passing does."""
    recent = view.turns[-2 * len(view.players) :]
    return len(recent) == 2 * len(view.players) and all(turn.kind is not TurnKind.PLACEMENT for turn in recent)


def _value(play: FoundPlay, rack: Tiles, worth: Callable[[Tiles], int]) -> int:
    return _POINT * play.score + worth(rack - play.faces)


def _parts(rack: Tiles) -> Iterator[Tiles]:
    """Every choice of tiles of a rack, from none to all."""
    faces = rack.counts
    for counts in itertools.product(*(range(count + 1) for count in faces.values())):
        yield Tiles.from_counts(dict(zip(faces, counts, strict=True)))
