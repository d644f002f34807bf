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
from mostek.engine.search import Candidate, best_of, candidate, move_codes, move_of, written
from mostek.engine.simulation import SimulationTask
from mostek.engine.win_table import open_win_table
from mostek.lexicon import Lexicon
from mostek.puzzles.difficulty import difficulty_of
from mostek.puzzles.puzzle import AnswerProof, Puzzle, Theme
from mostek.puzzles.turns import MinedTurn

SHORTEST_BAG = 10
"""The fewest tiles in the bag of a simulated puzzle: near the end two plies of greedy play say too little."""
_AHEAD = 0.75
_FIRST_LOOK = 0.5
"""The share of the margins that the first deals must show."""
_BINGO = 7
_SHORT = range(2, 5)


@dataclass(frozen=True, slots=True)
class Standard:
    """The margins of an answer, and the effort of the search."""

    points: float = 8.0
    wins: float = 0.03
    reserve: float = 1.25
    """The factor of the margins that so few deals must show: chance must not decide."""
    candidates: int = 7
    deals: int = 320
    first_deals: int = 32
    plies: int = 2
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
    core: Lexicon,
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
    if _theme(asked, found[0], core) in without:
        return None
    compared = compare(asked, standard)
    if compared is None or not isinstance(compared.best.move, FoundPlay):
        return None
    theme = _theme(asked, compared.best.move, core)
    if theme is None or theme in without:
        return None
    return _puzzle(asked, theme, turn.line(asked.tile_set.alphabet), compared, AnswerProof.SIMULATION, source)


def compare(asked: SearchPosition, standard: Standard = STANDARD) -> Compared | None:
    """The best play by simulation and by how much, or nothing if the margins of the standard are missed."""
    ranked = best_of(asked, standard.candidates)
    moves = tuple(move_codes(asked.searcher, each.move) for each in ranked)
    if len(moves) < 2:
        return None
    wins = open_win_table(asked.equipment.lexicon)
    task = SimulationTask(asked, moves, standard.plies, standard.seed, None, None, asked.values, wins)
    simulation = task.simulation()
    compared = None
    for deals, reserve in (
        (standard.first_deals, _FIRST_LOOK),
        (standard.deals - standard.first_deals, standard.reserve),
    ):
        simulation.run(deals, threads=1)
        compared = _compared(asked, simulation)
        if compared.points < standard.points * reserve or compared.wins < standard.wins * reserve:
            return None
    return compared


def _compared(asked: SearchPosition, simulation: kernel.Simulation) -> Compared:
    """The first by the share of games won, with the narrowest gaps to any other."""
    estimates = sorted(simulation.estimates(), key=lambda each: (-each[2], -each[4]))
    (best, _, share, _, spread, _), *others = estimates
    wins = share - max(each[2] for each in others)
    points = spread - max(each[4] for each in others)
    shown = [candidate(asked, move_of(asked.searcher, each)) for each in (best, others[0][0])]
    return Compared(shown[0], shown[1], points, wins, share)


def _theme(asked: SearchPosition, play: FoundPlay, core: Lexicon) -> Theme | None:
    if any(word.text not in core for word in words_formed(asked.board, play.placement)):
        return Theme.RARE
    laid = len(play.placement)
    if laid == _BINGO:
        return Theme.BINGO
    if laid in _SHORT and len(asked.rack) == _BINGO:
        return Theme.SHORT
    return Theme.PLAY if laid > 1 else None


def vet_by_solver(
    turn: MinedTurn, equipment: Equipment, core: Lexicon, source: str, standard: Standard = STANDARD
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
    if any(word.text not in core for word in words_formed(asked.board, first.placement)):
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
