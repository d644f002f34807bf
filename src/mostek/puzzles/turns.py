"""Turns of games, from self-play and from records: the positions in which puzzles are looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from mostek.core.board import Board, layout
from mostek.core.moves import Exchange, Pass, words_formed
from mostek.core.position import Position
from mostek.core.tiles import NO_TILES, Alphabet, Tiles
from mostek.engine.equipment import Equipment
from mostek.engine.kernel import POINT, FoundPlay
from mostek.engine.position import SearchPosition
from mostek.engine.search import EngineMove, best_of
from mostek.lexicon.school_words import are_fit_for_school
from mostek.notation.formats.cgp import format_position
from mostek.notation.game_record import RecordedExchange, RecordedLoss
from mostek.notation.replay import Replay

MOST_TURNS = 80
"""The longest game that is followed."""
_RACK = 7
_POOR = 12 * POINT
"""Below this equity exchanges are compared with the best play."""
_MOST_PASSES = 3
_ALL = 1000
"""The moves among which a fit one is looked for where the best is vulgar."""


@dataclass(frozen=True, slots=True)
class MinedTurn:
    """A position with the player on turn first."""

    number: int
    """The turns before it."""
    board: Board
    rack: Tiles
    other: Tiles
    """The other rack; empty if it is unknown."""
    scores: tuple[int, int]
    passes: int
    bag: int

    def asked(self, equipment: Equipment) -> SearchPosition:
        """The turn as the question of a search."""
        return SearchPosition(equipment, self.board, self.rack, self.scores[0] - self.scores[1], self.passes)

    def with_lead(self, lead: int) -> MinedTurn:
        """The turn with this lead of the player on turn, and about as many points as before."""
        total = max(sum(self.scores), abs(lead))
        own = (total + lead) // 2
        return replace(self, scores=(own, own - lead))

    def line(self, alphabet: Alphabet) -> str:
        """The turn as a line of CGP; the other rack is shown only with an empty bag."""
        racks = tuple(tuple(alphabet.sort(rack)) for rack in (self.rack, NO_TILES if self.bag else self.other))
        return format_position(Position(self.board, racks, self.scores, self.passes))


def self_play_turns(equipment: Equipment, seed: int, game: int) -> Iterator[MinedTurn]:
    """The turns of a game between two players who take the best by equity that is fit for a school.

    The game depends on nothing but these arguments and the table of vulgar words.
    """
    chance = Random(f"{seed}/{game}")
    searcher = equipment.searcher
    bag = sorted(searcher.tile_set.tiles)

    def drawn(count: int) -> list[str]:
        # `random()` is the one method whose sequence Python promises to keep from version to version.
        return [bag.pop(int(chance.random() * len(bag))) for _ in range(min(count, len(bag)))]

    board = Board(layout())
    racks = [Tiles(drawn(_RACK)), Tiles(drawn(_RACK))]
    scores, passes = [0, 0], 0
    for number in range(MOST_TURNS):
        own, other = number % 2, 1 - number % 2
        turn = MinedTurn(number, board, racks[own], racks[other], (scores[own], scores[other]), passes, len(bag))
        yield turn
        move = _greedy(turn.asked(equipment))
        match move:
            case FoundPlay():
                board = board.lay(move.placement.tiles)
                scores[own] += move.score
                racks[own] = racks[own] - move.faces + Tiles(drawn(len(move.faces)))
                passes = 0
            case Exchange(given):
                new = Tiles(drawn(len(given)))
                bag = sorted([*bag, *given])
                racks[own] = racks[own] - given + new
                passes += 1
            case _:
                passes += 1
        if not len(racks[own]) or passes > _MOST_PASSES:
            return


def _greedy(asked: SearchPosition) -> EngineMove:
    play = _fit(asked, lambda count: asked.searcher.best(asked.board, asked.rack, count, asked.worth))
    if isinstance(play, FoundPlay) and (play.equity >= _POOR or not asked.bag):
        return play
    move = _fit(asked, lambda count: [each.move for each in best_of(asked, count)])
    return Pass() if move is None else move


def _fit(asked: SearchPosition, best: Callable[[int], Sequence[EngineMove]]) -> EngineMove | None:
    """The best move that forms no vulgar word. More than the first one are looked for only where that one does."""
    found = (move for count in (1, _ALL) for move in best(count))
    return next((move for move in found if not isinstance(move, FoundPlay) or _is_fit(asked, move)), None)


def _is_fit(asked: SearchPosition, play: FoundPlay) -> bool:
    return are_fit_for_school(word.text for word in words_formed(asked.board, play.placement))


def recorded_turns(game: Replay) -> Iterator[MinedTurn]:
    """The turns of a recorded game of two whose racks the record tells; names are not looked at."""
    board = Board(layout(game.game.layout))
    all_tiles = game.game.tile_set.tiles
    scores, passes = [0, 0], 0
    if len(game.game.players) != 2 or game.game.layout != layout().name:
        return
    for number, turn in enumerate(game.turns):
        own = turn.recorded.seat - 1
        rack = turn.recorded.rack or NO_TILES
        unseen = all_tiles.missing_from(board.faces() + rack) if len(rack) else NO_TILES
        bag = max(0, len(unseen) - _RACK)
        whole = len(rack) == _RACK if bag else 0 < len(unseen) <= _RACK
        if whole and not (board.faces() + rack).missing_from(all_tiles):
            yield MinedTurn(
                number, board, rack, NO_TILES if bag else unseen, (scores[own], scores[1 - own]), passes, bag
            )
        scores[own] = turn.total
        if isinstance(turn.recorded.action, RecordedExchange | RecordedLoss | Pass):
            passes = min(passes + 1, _MOST_PASSES)
        elif turn.placement is not None:
            passes = 0
        board = turn.board
