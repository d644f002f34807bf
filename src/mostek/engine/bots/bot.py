"""A bot: it gets the view of its seat and answers with the commands of a player."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from math import exp
from random import Random

from mostek.core.board import Direction, Layout, layout
from mostek.core.moves import Bingo
from mostek.core.players import Seat
from mostek.core.tiles import BLANK, Tiles, TileSet, tile_set
from mostek.engine import kernel
from mostek.engine.bots.candidates import BotCandidate, BotCandidates, Vocabulary
from mostek.engine.bots.level import DEFAULT_LEVEL, Level, levels
from mostek.engine.bots.lookahead import Lookahead
from mostek.engine.bots.view_position import PASS, BotPosition
from mostek.engine.kernel import Searcher, open_searcher
from mostek.engine.leaves import LeaveValues, open_values
from mostek.engine.win_table import WinTable, open_win_table
from mostek.lexicon import CORE, DEFAULT, Lexicon
from mostek.referee.commands import (
    ChallengeWords,
    ClaimPlacement,
    Command,
    ExchangeTiles,
    LayTiles,
    PassTurn,
    RecordMove,
)
from mostek.referee.views import View
from mostek.rules.rulebook import CountAnnounced, Faulty, Rulebook

_LEARNT_WITH = "pl-current"
"""The tile set of the games that trained the win table; their board is the standard one."""


class Bot:
    """A player with the strength of its level.

    It has no chance of its own: the same views are answered with the same commands, but where it looks ahead for a time.
    """

    def __init__(
        self,
        level: Level,
        searcher: Searcher,
        lexicon: Lexicon,
        book: Rulebook,
        values: LeaveValues,
        *,
        common: Lexicon | None = None,
        wins: WinTable | None = None,
    ) -> None:
        """`lexicon` serves search and challenges; `common` has its common words, of which a level knows a share.

        Without `wins`, as where they were not learnt, no level looks ahead.
        """
        self._searcher = searcher
        self._lexicon = lexicon
        self._book = book
        self._vocabulary = Vocabulary(level.vocabulary, common or lexicon)
        leaves = values.to_kernel()
        self._options = BotCandidates(level, self._vocabulary, leaves)
        self._temperature = level.temperature
        self._lookahead = Lookahead(level.lookahead, leaves, wins.to_kernel()) if level.lookahead and wins else None

    def command(self, view: View, haste: int = 1, go_on: Callable[[], bool] = lambda: True) -> Command | None:
        """The bot's command in this view; `None` if it has nothing to do.

        Drawing, announcing and pressing the clock are left to the steps that happen by themselves. Where it looks ahead, it
        does so `haste` times as short as its level and its clock allow, and no longer than `go_on` says yes.
        """
        if not isinstance(view.viewer, Seat):
            return None
        if view.phase == "thinking" and view.on_turn is view.viewer:
            sight = BotPosition(view, view.viewer, self._book, self._searcher)
            return self._command_of(self.move(sight, haste, go_on), view.viewer)
        if view.phase == "laid" and view.on_turn is not view.viewer:
            return self._answer(view, view.viewer)
        return None

    @property
    def book(self) -> Rulebook:
        """The rulebook by which it plays."""
        return self._book

    def move(self, sight: BotPosition, haste: int = 1, go_on: Callable[[], bool] = lambda: True) -> kernel.KernelMove:
        """Its move in a position, see `command`."""
        options = self._options.of(sight)
        if self._lookahead is not None:
            return self._lookahead.choose(sight, options, haste, go_on)
        return _one_of(options, self._temperature, sight.chance)

    def _command_of(self, move: kernel.KernelMove, seat: Seat) -> Command:
        if isinstance(move, tuple):
            return LayTiles(seat=seat, placement=self._searcher.found(move).placement)
        if move == PASS:
            return PassTurn(seat=seat)
        counted = self._book.exchange.count_announced.value is not CountAnnounced.NO
        returned = Tiles((BLANK, *self._searcher.tile_set.alphabet.letters)[code] for code in move)
        return ExchangeTiles(seat=seat, tiles=returned, count=len(returned) if counted else None)

    def _answer(self, view: View, seat: Seat) -> Command:
        """Challenge a wrong move, once; otherwise record the move, which ends the right to challenge."""
        if not view.challenged:
            if self._book.move.faulty.value is Faulty.STANDS_UNTIL_CLAIMED and not self._hangs_together(view):
                return ClaimPlacement(seat=seat)
            if any(self._vocabulary.is_sure_of(word.text) and word.text not in self._lexicon for word in view.words):
                return ChallengeWords(seat=seat)
        return RecordMove(seat=seat)

    def _hangs_together(self, view: View) -> bool:
        """Whether at least two connected tiles cover the start square, as after a legal first play."""
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
    book: Rulebook,
    lexicon: str = DEFAULT,
    tiles: TileSet | None = None,
    board_layout: Layout | None = None,
    level: Level | None = None,
    values: LeaveValues | None = None,
) -> Bot:
    """Open a bot for games under this rulebook and with this lexicon.

    `values` are the leave values, by default those of the lexicon.

    Raises `LexiconError`, also when the lexicon is made of other letters than the tiles, and `OSError`.
    """
    from mostek.lexicon.library import open_lexicon

    chosen, board_layout = tiles or tile_set(book.tile_set.value), board_layout or layout()
    bingo = Bingo(book.move.bingo_tiles.value, book.move.bingo_points.value)
    searcher = open_searcher(lexicon, chosen, board_layout, bingo)
    judge, common = open_lexicon(lexicon), open_lexicon(CORE)
    return Bot(
        level or levels()[DEFAULT_LEVEL],
        searcher,
        judge,
        book,
        values or open_values(lexicon, chosen.alphabet.letters),
        common=common if common.header.letters == chosen.alphabet.letters else None,
        wins=open_win_table(lexicon) if (chosen, board_layout) == (tile_set(_LEARNT_WITH), layout()) else None,
    )


def _one_of(options: Sequence[BotCandidate], temperature: int, chance: int) -> kernel.KernelMove:
    """The first option, or with a temperature another one; worse ones are less likely."""
    if not temperature:
        return options[0].move
    weights = [exp((option.worth - options[0].worth) / temperature) for option in options]
    return Random(chance).choices(options, weights)[0].move
