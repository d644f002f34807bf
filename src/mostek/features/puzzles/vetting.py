"""Vetting: whether one play of a turn is clearly the best, by simulation or by the solver, and how hard it is to find."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log2
from random import Random

from mostek.core.board import Board, layout
from mostek.core.moves import Exchange, Pass, words_formed
from mostek.core.position import Position
from mostek.core.tiles import NO_TILES, Alphabet, Tiles
from mostek.engine import kernel
from mostek.engine.equipment import Equipment
from mostek.engine.kernel import POINT, FoundPlay
from mostek.engine.position import SearchPosition
from mostek.engine.review.efforts import Effort
from mostek.engine.review.paired_deals import compare
from mostek.engine.search import Candidate, EngineMove, best_of, candidate, written
from mostek.engine.win_table import open_win_table
from mostek.features.puzzles.known_words import KnownWords
from mostek.features.puzzles.model import AnswerProof, Puzzle, Theme
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


def _greedy(position: SearchPosition) -> EngineMove:
    play = _fit(position, lambda count: position.searcher.best(position.board, position.rack, count, position.worth))
    if isinstance(play, FoundPlay) and (play.equity >= _POOR or not position.bag):
        return play
    move = _fit(position, lambda count: [each.move for each in best_of(position, count)])
    return Pass() if move is None else move


def _fit(position: SearchPosition, best: Callable[[int], Sequence[EngineMove]]) -> EngineMove | None:
    """The best move that forms no vulgar word. More than the first one are looked for only where that one does."""
    found = (move for count in (1, _ALL) for move in best(count))
    return next((move for move in found if not isinstance(move, FoundPlay) or _is_fit(position, move)), None)


def _is_fit(position: SearchPosition, play: FoundPlay) -> bool:
    return are_fit_for_school(word.text for word in words_formed(position.board, play.placement))


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


EASIEST, HARDEST = 800, 2400
_THEMES = {
    Theme.PLAY: 1350,
    Theme.SHORT: 1450,
    Theme.BINGO: 1400,
    Theme.RARE: 1750,
    Theme.OUT: 1250,
    Theme.ENDING: 1600,
    Theme.PHONEY: 1300,
}


def difficulty_of(position: SearchPosition, theme: Theme, play: FoundPlay, points: float) -> int:
    """A first guess of how hard it is to find a play that is so many points better than the second; answers correct it.

    The terms say what makes a play hard to see: long words, tiles of the board inside the word, several words at once, blanks,
    and a choice of many plays. Their sizes are guesses, chosen so that each theme spreads over some hundred points around 1500.
    """
    words = words_formed(position.board, play.placement)
    blanks = sum(tile.blank for tile in play.placement.tiles.values())
    through = len(play.word) - len(play.placement)
    several = position.searcher.totals(position.board, position.rack).plays
    highest = position.searcher.best(position.board, position.rack, 1, None)[0].score
    guess = float(_THEMES[theme])
    guess += 30 * (len(play.word) - 6) + 45 * max(0, through - 1) + 60 * (len(words) - 1) + 110 * blanks
    guess += 25 * (log2(several + 1) - 8)
    guess -= 4 * min(points - 8, 50)
    # The play of the most points is the first that people look for.
    guess += 180 if play.score < highest else 0
    return bounded(guess)


def bounded(guess: float) -> int:
    """A guess in the range of difficulties."""
    return max(EASIEST, min(HARDEST, round(guess)))


SHORTEST_BAG = 10
"""The fewest tiles in the bag of a simulated puzzle: near the end two plies of greedy play say too little."""
_AHEAD = 0.75
_FIRST_LOOK = 0.5
"""The share of the margins that the first deals must show."""
_FIRST, _SECOND = Effort(8, 4), Effort(16, 32)
_BINGO = 7
_SHORT = range(2, 5)


@dataclass(frozen=True, slots=True)
class Standard:
    """The margins of an answer, and the effort of the search."""

    points: float = 8.0
    """The points by which the answer is better than every other move, beyond the margin of the comparison."""
    wins: float = 0.03
    """The same in shares of games won."""
    candidates: int = 10
    first: Effort = _FIRST
    finalists: int = 5
    second: Effort = _SECOND
    seed: int = 1
    tiles: int = 10
    """The most tiles on both racks of an ending: with more, few people look to the end either."""
    positions: int = 15_000
    """The most positions that the solver visits for one turn."""
    turns: int = 300
    """The most turns of an ending that are compared."""


STANDARD = Standard()


@dataclass(frozen=True, slots=True)
class Compared:
    """The best of the compared plays, and the second."""

    best: Candidate
    second: Candidate
    points: float
    wins: float
    outlook: float
    """The share of games won after the best."""


def vet_by_simulation(
    turn: MinedTurn,
    equipment: Equipment,
    known: KnownWords,
    source: str,
    standard: Standard = STANDARD,
    without: Container[Theme] = (),
) -> Puzzle | None:
    """The puzzle of a turn with tiles in the bag, or nothing if no play is clearly the best or it is of an unwanted theme."""
    position = turn.asked(equipment)
    if position.bag < SHORTEST_BAG or not position.board.count:
        return None
    found = position.searcher.best(position.board, position.rack, 2, position.worth)
    # A play that is not ahead by its equity is hardly ever ahead by so much in a simulation, which costs a thousand times more.
    if len(found) < 2 or found[0].equity - found[1].equity < _AHEAD * standard.points * POINT:
        return None
    if _theme(position, found[0], known) in without:
        return None
    compared = clearly_best(position, standard)
    if compared is None or not isinstance(compared.best.move, FoundPlay):
        return None
    theme = _theme(position, compared.best.move, known)
    if theme is None or theme in without:
        return None
    return _puzzle(position, theme, turn.line(position.tile_set.alphabet), compared, AnswerProof.SIMULATION, source)


def clearly_best(position: SearchPosition, standard: Standard = STANDARD) -> Compared | None:
    """The best play by how much, or nothing if the margins of the standard are missed.

    Moves are compared as reviews of games compare them: over equal deals, the same ranking, margins of 95 % of the differences.
    """
    wins = open_win_table(position.equipment.lexicon).to_kernel()
    ranked = list(best_of(position, standard.candidates))
    if len(ranked) < 2:
        return None
    first = compare(position, [each.move for each in ranked], wins, standard.first, standard.seed)
    assert first is not None
    leader, *others = first.ranked()
    if any(
        first.share_lost(leader, other)[0] < _FIRST_LOOK * standard.wins
        or first.spread_lost(leader, other)[0] < _FIRST_LOOK * standard.points
        for other in others
    ):
        return None
    finalists = [ranked[place] for place in (leader, *others)[: standard.finalists]]
    # Other deals than the first ones: a leader by luck is no leader then.
    second = compare(position, [each.move for each in finalists], wins, standard.second, standard.seed + 1)
    assert second is not None
    leader, *others = second.ranked()
    lost = [(second.share_lost(leader, other), second.spread_lost(leader, other)) for other in others]
    if any(
        share - share_margin < standard.wins or points - points_margin < standard.points
        for (share, share_margin), (points, points_margin) in lost
    ):
        return None
    return Compared(
        finalists[leader],
        finalists[others[0]],
        min(points for _, (points, _) in lost),
        min(share for (share, _), _ in lost),
        second.share(leader)[0],
    )


def _theme(position: SearchPosition, play: FoundPlay, known: KnownWords) -> Theme | None:
    if not known.knows([word.text for word in words_formed(position.board, play.placement)]):
        return Theme.RARE
    laid = len(play.placement)
    if laid == _BINGO:
        return Theme.BINGO
    if laid in _SHORT and len(position.rack) == _BINGO:
        return Theme.SHORT
    return Theme.PLAY if laid > 1 else None


def vet_by_solver(
    turn: MinedTurn, equipment: Equipment, known: KnownWords, source: str, standard: Standard = STANDARD
) -> Puzzle | None:
    """The puzzle of a turn with an empty bag, or nothing if it is not proved that one play is the best.

    The best line does not depend on the scores. So the scores of a play that ends the game stay, and those of another ending are
    set such that its best play alone wins.
    """
    position = turn.asked(equipment)
    if position.bag or not len(position.rack) or not len(position.unseen):
        return None
    if len(position.rack) + len(position.unseen) > standard.tiles:
        return None
    ending = SolvedEnding(position, standard.positions)
    best = ending.value()
    if best is None or not isinstance(first := best[0], FoundPlay):
        return None
    if not known.knows([word.text for word in words_formed(position.board, first.placement)]):
        return None
    gain = best[1]
    second = _second(position, ending, first, gain, standard)
    if second is None:
        return None
    shown, other = second
    if len(first.placement) == len(position.rack) >= _OUT:
        theme = Theme.OUT
    else:
        theme = Theme.ENDING
        turn = turn.with_lead(-((gain + other) // 2))
        position = turn.asked(equipment)
    share, other_share = _share(position.lead + gain), _share(position.lead + other)
    compared = Compared(candidate(position, first), shown, gain - other, share - other_share, share)
    return _puzzle(position, theme, turn.line(position.tile_set.alphabet), compared, AnswerProof.SOLVER, source)


def _second(
    position: SearchPosition, ending: SolvedEnding, first: FoundPlay, gain: int, standard: Standard
) -> tuple[Candidate, int] | None:
    """The best of the other turns with its value, or nothing if one is as good, there are too many, or one is not solved."""
    second: tuple[Candidate, int] | None = None
    compared: list[FoundPlay | Pass] = [
        *position.searcher.best(position.board, position.rack, standard.turns + 1, position.worth),
        Pass(),
    ]
    if len(compared) > standard.turns:
        return None
    for move in compared:
        if isinstance(move, FoundPlay) and move.placement == first.placement:
            continue
        other = ending.after(move)
        # Between two values there must be a lead with which one wins and the other loses.
        if other is None or other > gain - _DECISIVE:
            return None
        if second is None or other > second[1]:
            second = candidate(position, move), other
    return second


class SolvedEnding:
    """The solver on a position with an empty bag, within a number of visited positions and not a time: the same everywhere."""

    def __init__(self, position: SearchPosition, positions: int) -> None:
        self._asked = position
        self._positions = positions
        self._solver = kernel.Solver(position.searcher.search, table_bytes=1 << 23)

    def value(self) -> tuple[FoundPlay | Pass, int] | None:
        """The best turn and the change of the lead until the end, or nothing if it is not proved."""
        solved = self._solved(self._asked, self._asked.rack, self._asked.unseen, self._asked.passes)
        if solved is None:
            return None
        gain, line = solved
        first = line[0] if line else None
        return (Pass() if first is None else self._asked.searcher.found(first)), gain

    def after(self, move: FoundPlay | Pass) -> int | None:
        """The change of the lead until the end after a turn, or nothing if it is not proved."""
        asked = self._asked
        if isinstance(move, Pass):
            if asked.passes + 1 > _MOST_PASSES:
                return asked.tile_set.value(asked.unseen) - asked.tile_set.value(asked.rack)
            solved = self._solved(asked, asked.unseen, asked.rack, asked.passes + 1)
            return None if solved is None else -solved[0]
        left = asked.rack - move.faces
        if not len(left):
            return move.score + 2 * asked.tile_set.value(asked.unseen)
        solved = self._solved(replace(asked, board=asked.board.lay(move.placement.tiles)), asked.unseen, left, 0)
        return None if solved is None else move.score - solved[0]

    def _solved(
        self, position: SearchPosition, rack: Tiles, other: Tiles, passes: int
    ) -> tuple[int, list[kernel.KernelPlay | None]] | None:
        searcher = position.searcher
        gain, is_proved, _, line, positions = self._solver.solve(
            searcher.board_codes(position.board),
            searcher.rack_codes(rack),
            searcher.rack_codes(other),
            passes=passes,
            watch=lambda so_far: so_far[4] <= self._positions,
        )
        return (gain, line) if is_proved and positions <= self._positions else None


_DECISIVE = 2
_OUT = 3
"""The fewest tiles of an out-play: one or two tiles leave little to look for."""


def _share(lead: int) -> float:
    return (1 + (lead > 0) - (lead < 0)) / 2


def _puzzle(
    search: SearchPosition, theme: Theme, position: str, compared: Compared, proof: AnswerProof, source: str
) -> Puzzle:
    assert isinstance(compared.best.move, FoundPlay)
    return Puzzle(
        theme=theme,
        position=position,
        answer=written(search, compared.best.move),
        second=compared.second.written,
        points=round(compared.points),
        wins=round(1000 * compared.wins),
        outlook=round(1000 * compared.outlook),
        proof=proof,
        difficulty=difficulty_of(search, theme, compared.best.move, compared.points),
        source=source,
    )
