"""Vetting: whether one play of a position is clearly the best, by simulation or by the solver."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, replace

from mostek.core.moves import Pass, words_formed
from mostek.core.tiles import Tiles
from mostek.engine import kernel
from mostek.engine.equipment import Equipment
from mostek.engine.kernel import POINT, FoundPlay
from mostek.engine.position import SearchPosition
from mostek.engine.review.efforts import Effort
from mostek.engine.review.paired_deals import compare
from mostek.engine.search import Candidate, best_of, candidate, written
from mostek.engine.win_table import open_win_table
from mostek.puzzles.difficulty import difficulty_of
from mostek.puzzles.known_words import KnownWords
from mostek.puzzles.puzzle import AnswerProof, Puzzle, Theme
from mostek.puzzles.turns import MinedTurn

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
    asked = turn.asked(equipment)
    if asked.bag < SHORTEST_BAG or not asked.board.count:
        return None
    found = asked.searcher.best(asked.board, asked.rack, 2, asked.worth)
    # A play that is not ahead by its equity is hardly ever ahead by so much in a simulation, which costs a thousand times more.
    if len(found) < 2 or found[0].equity - found[1].equity < _AHEAD * standard.points * POINT:
        return None
    if _theme(asked, found[0], known) in without:
        return None
    compared = clearly_best(asked, standard)
    if compared is None or not isinstance(compared.best.move, FoundPlay):
        return None
    theme = _theme(asked, compared.best.move, known)
    if theme is None or theme in without:
        return None
    return _puzzle(asked, theme, turn.line(asked.tile_set.alphabet), compared, AnswerProof.SIMULATION, source)


def clearly_best(asked: SearchPosition, standard: Standard = STANDARD) -> Compared | None:
    """The best play by how much, or nothing if the margins of the standard are missed.

    Moves are compared as reviews of games compare them: over equal deals, the same ranking, margins of 95 % of the differences.
    """
    wins = open_win_table(asked.equipment.lexicon).to_kernel()
    ranked = list(best_of(asked, standard.candidates))
    if len(ranked) < 2:
        return None
    first = compare(asked, [each.move for each in ranked], wins, standard.first, standard.seed)
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
    second = compare(asked, [each.move for each in finalists], wins, standard.second, standard.seed + 1)
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


def _theme(asked: SearchPosition, play: FoundPlay, known: KnownWords) -> Theme | None:
    if not known.knows([word.text for word in words_formed(asked.board, play.placement)]):
        return Theme.RARE
    laid = len(play.placement)
    if laid == _BINGO:
        return Theme.BINGO
    if laid in _SHORT and len(asked.rack) == _BINGO:
        return Theme.SHORT
    return Theme.PLAY if laid > 1 else None


def vet_by_solver(
    turn: MinedTurn, equipment: Equipment, known: KnownWords, source: str, standard: Standard = STANDARD
) -> Puzzle | None:
    """The puzzle of a turn with an empty bag, or nothing if it is not proved that one play is the best.

    The best line does not depend on the scores. So the scores of a play that ends the game stay, and those of another ending are
    set such that its best play alone wins.
    """
    asked = turn.asked(equipment)
    if asked.bag or not len(asked.rack) or not len(asked.unseen):
        return None
    if len(asked.rack) + len(asked.unseen) > standard.tiles:
        return None
    ending = SolvedEnding(asked, standard.positions)
    best = ending.value()
    if best is None or not isinstance(first := best[0], FoundPlay):
        return None
    if not known.knows([word.text for word in words_formed(asked.board, first.placement)]):
        return None
    gain = best[1]
    second = _second(asked, ending, first, gain, standard)
    if second is None:
        return None
    shown, other = second
    if len(first.placement) == len(asked.rack) >= _OUT:
        theme = Theme.OUT
    else:
        theme = Theme.ENDING
        turn = turn.with_lead(-((gain + other) // 2))
        asked = turn.asked(equipment)
    share, other_share = _share(asked.lead + gain), _share(asked.lead + other)
    compared = Compared(candidate(asked, first), shown, gain - other, share - other_share, share)
    return _puzzle(asked, theme, turn.line(asked.tile_set.alphabet), compared, AnswerProof.SOLVER, source)


def _second(
    asked: SearchPosition, ending: SolvedEnding, first: FoundPlay, gain: int, standard: Standard
) -> tuple[Candidate, int] | None:
    """The best of the other turns with its value, or nothing if one is as good, there are too many, or one is not solved."""
    second: tuple[Candidate, int] | None = None
    compared: list[FoundPlay | Pass] = [
        *asked.searcher.best(asked.board, asked.rack, standard.turns + 1, asked.worth),
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
            second = candidate(asked, move), other
    return second


class SolvedEnding:
    """The solver on a position with an empty bag, within a number of visited positions and not a time: the same everywhere."""

    def __init__(self, asked: SearchPosition, positions: int) -> None:
        self._asked = asked
        self._positions = positions
        self._solver = kernel.Solver(asked.searcher.search, table_bytes=1 << 23)

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
        self, asked: SearchPosition, rack: Tiles, other: Tiles, passes: int
    ) -> tuple[int, list[kernel.KernelPlay | None]] | None:
        searcher = asked.searcher
        gain, is_proved, _, line, positions = self._solver.solve(
            searcher.board_codes(asked.board),
            searcher.rack_codes(rack),
            searcher.rack_codes(other),
            passes=passes,
            watch=lambda so_far: so_far[4] <= self._positions,
        )
        return (gain, line) if is_proved and positions <= self._positions else None


_MOST_PASSES = 3
_DECISIVE = 2
_OUT = 3
"""The fewest tiles of an out-play: one or two tiles leave little to look for."""


def _share(lead: int) -> float:
    return (1 + (lead > 0) - (lead < 0)) / 2


def _puzzle(
    asked: SearchPosition, theme: Theme, position: str, compared: Compared, proof: AnswerProof, source: str
) -> Puzzle:
    assert isinstance(compared.best.move, FoundPlay)
    return Puzzle(
        theme=theme,
        position=position,
        answer=written(asked, compared.best.move),
        second=compared.second.written,
        points=round(compared.points),
        wins=round(1000 * compared.wins),
        outlook=round(1000 * compared.outlook),
        proof=proof,
        difficulty=difficulty_of(asked, theme, compared.best.move, compared.points),
        source=source,
    )
