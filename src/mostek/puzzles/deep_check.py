"""A deeper look at puzzles: whether each keeps its answer."""

from __future__ import annotations

from dataclasses import dataclass

from mostek.core.moves import Exchange
from mostek.engine.equipment import Equipment
from mostek.engine.search import best_of, move_codes, move_of, written
from mostek.engine.simulation import SimulationTask
from mostek.engine.win_table import open_win_table
from mostek.lexicon.library import open_lexicon
from mostek.puzzles.judging import found_play, position_of
from mostek.puzzles.phonies import lacking
from mostek.puzzles.puzzle import AnswerProof, Puzzle
from mostek.puzzles.vetting import SolvedEnding


@dataclass(frozen=True, slots=True)
class Kept:
    """The result for a puzzle."""

    id: str
    is_kept: bool
    better: str
    """The play that is better than the answer; empty if none was found."""
    points: float
    """The points by which the answer is better than the next best, or worse if negative."""
    wins: float
    """The share of games by which it is better; 0 for proved answers."""


@dataclass(frozen=True, slots=True)
class DeepCheck:
    """The question whether puzzles keep their answers, as work for one of them at a time."""

    equipment: Equipment
    deals: int = 1200
    plies: int = 4
    candidates: int = 20
    seed: int = 20_000_001
    """Not the seed of the vetting: the same deals would find the same answer."""
    positions: int = 2_000_000

    def look(self, puzzle: Puzzle) -> Kept:
        """The result for one puzzle."""
        match puzzle.proof:
            case AnswerProof.LEXICON:
                return self._look_up(puzzle)
            case AnswerProof.SOLVER:
                return self._solve(puzzle)
            case AnswerProof.SIMULATION:
                return self._simulate(puzzle)

    def _look_up(self, puzzle: Puzzle) -> Kept:
        wrong = [word.text for word in lacking(puzzle.asked.board, open_lexicon(self.equipment.lexicon))]
        is_kept = wrong == [puzzle.answer]
        return Kept(puzzle.id, is_kept, "" if is_kept else " ".join(wrong), 0.0, 0.0)

    def _solve(self, puzzle: Puzzle) -> Kept:
        """Every other turn is solved again, without the limits of the vetting and one after another."""
        asked = position_of(puzzle, self.equipment)
        ending = SolvedEnding(asked, self.positions)
        answer = found_play(asked, puzzle.play.placement(asked.board))
        value = None if answer is None else ending.after(answer)
        if answer is None or value is None:
            return Kept(puzzle.id, False, "?", 0.0, 0.0)
        best_other, better = None, ""
        for each in best_of(asked, 100_000):
            move = each.move
            if move == answer or written(asked, move) == puzzle.answer or isinstance(move, Exchange):
                continue
            other = ending.after(move)
            if other is not None and (best_other is None or other > best_other):
                best_other, better = other, each.written
        gap = value - (best_other if best_other is not None else value - 1)
        return Kept(puzzle.id, gap > 0, "" if gap > 0 else better, float(gap), 0.0)

    def _simulate(self, puzzle: Puzzle) -> Kept:
        asked = position_of(puzzle, self.equipment)
        answer = found_play(asked, puzzle.play.placement(asked.board))
        if answer is None:
            return Kept(puzzle.id, False, "?", 0.0, 0.0)
        ranked = [move_codes(asked.searcher, each.move) for each in best_of(asked, self.candidates)]
        own = move_codes(asked.searcher, answer)
        moves = (own, *(each for each in ranked if written(asked, move_of(asked.searcher, each)) != puzzle.answer))
        wins = open_win_table(asked.equipment.lexicon)
        task = SimulationTask(asked, moves, self.plies, self.seed, None, None, asked.values, wins)
        simulation = task.simulation()
        simulation.run(self.deals, threads=1)
        found = {written(asked, move_of(asked.searcher, each[0])): each for each in simulation.estimates()}
        mine = found.pop(puzzle.answer)
        first = max(found, key=lambda name: (found[name][2], found[name][4]))
        gap = mine[2] - found[first][2]
        points = mine[4] - max(each[4] for each in found.values())
        return Kept(puzzle.id, gap > 0, "" if gap > 0 else first, points, gap)
