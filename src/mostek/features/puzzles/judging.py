"""Judging an answer: whether it is right, what a wrong one loses, and whether a puzzle keeps its answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from mostek.core.board import Square
from mostek.core.moves import Exchange, Placement, faults, score, words_formed
from mostek.core.tiles import Tile, tile_set
from mostek.engine.equipment import TILE_SET, Equipment, equipment
from mostek.engine.kernel import FoundPlay
from mostek.engine.position import SearchPosition
from mostek.engine.review.efforts import Effort
from mostek.engine.review.paired_deals import compare
from mostek.engine.search import best_of, move_codes, move_of, plays, written
from mostek.engine.simulation import SimulationTask
from mostek.engine.win_table import open_win_table
from mostek.features.puzzles.mining import lacking
from mostek.features.puzzles.model import AnswerProof, Puzzle, Verdict
from mostek.features.puzzles.vetting import STANDARD, SolvedEnding
from mostek.lexicon import DEFAULT, Lexicon
from mostek.lexicon.library import open_lexicon
from mostek.lexicon.school_words import are_fit_for_school
from mostek.notation.plays import words_of_play

DEALS = Effort(16, 10)
"""The deals over which an answer is compared with the right one: about a tenth of a second."""
_RANKED = 100
"""The best plays among which those that are shown are chosen."""


def position_of(puzzle: Puzzle, used: Equipment) -> SearchPosition:
    """The position of a puzzle as the question of a search."""
    position = puzzle.asked
    lead = position.scores[0] - max(position.scores[1:])
    return SearchPosition(used, position.board, position.rack(0), lead, position.zero_turns or 0)


def judge_play(puzzle: Puzzle, tiles: Mapping[Square, Tile], used: Equipment, lexicon: Lexicon) -> Verdict:
    """The verdict on tiles that a person lays. The same answer always gets the same verdict."""
    position = position_of(puzzle, used)
    laid = Placement(tiles)
    fault = faults(position.board, laid, position.rack, position.tile_set.alphabet)
    if fault:
        return Verdict(False, fault)
    right = puzzle.play.placement(position.board)
    value = score(position.board, laid, position.tile_set).total
    if laid == right:
        return Verdict(True, points=value)
    invalid = tuple(word.text for word in words_formed(position.board, laid) if word.text not in lexicon)
    if invalid:
        return Verdict(False, invalid=invalid, points=value)
    found = found_play(position, laid), found_play(position, right)
    if found[0] is None or found[1] is None:
        return Verdict(False, points=value)
    lost = _lost_in_the_end if puzzle.proof is AnswerProof.SOLVER else _lost_on_average
    points, wins = lost(position, found[1], found[0])
    # A play that lays other tiles and is proved as good is as right.
    as_good = puzzle.proof is AnswerProof.SOLVER and points is not None and points <= 0
    return Verdict(as_good, points=value, lost_points=points, lost_wins=wins)


def judged_answer(puzzle: Puzzle, tiles: Mapping[Square, Tile]) -> Verdict:
    """The verdict on the tiles of an answer."""
    return judge_play(puzzle, tiles, equipment(DEFAULT), open_lexicon(DEFAULT))


def ranked_plays(puzzle: Puzzle) -> Sequence[tuple[str, int, int]]:
    """The best plays of a puzzle by equity."""
    return ranking(puzzle, equipment(DEFAULT))


def found_play(position: SearchPosition, laid: Placement) -> FoundPlay | None:
    """The play of the search that lays these tiles."""
    every = position.searcher.plays(position.board, position.rack)
    return next((play for play in every if play.placement == laid), None)


def ranking(puzzle: Puzzle, used: Equipment, count: int = 5) -> list[tuple[str, int, int]]:
    """The best plays by equity that are fit for a school: as written, points, and equity in thousandths of a point."""
    board, alphabet = puzzle.asked.board, tile_set(TILE_SET).alphabet
    # The plays are taken one after another: a rack with a vulgar word has it in many places.
    found = plays(position_of(puzzle, used), _RANKED)
    fit = (each for each in found if are_fit_for_school(words_of_play(board, each.written, alphabet)))
    return [(each.written, each.score, each.equity) for each in islice(fit, count)]


def _lost_in_the_end(position: SearchPosition, best: FoundPlay, other: FoundPlay) -> tuple[float | None, float | None]:
    ending = SolvedEnding(position, STANDARD.positions)
    most, there = ending.after(best), ending.after(other)
    if most is None or there is None:
        return None, None
    leads = position.lead + most, position.lead + there
    won = [(1 + (lead > 0) - (lead < 0)) / 2 for lead in leads]
    return float(most - there), won[0] - won[1]


def _lost_on_average(position: SearchPosition, best: FoundPlay, other: FoundPlay) -> tuple[float | None, float | None]:
    wins = open_win_table(position.equipment.lexicon).to_kernel()
    compared = compare(position, [best, other], wins, DEALS, STANDARD.seed)
    assert compared is not None
    return compared.spread_lost(0, 1)[0], compared.share_lost(0, 1)[0]


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
        position = position_of(puzzle, self.equipment)
        ending = SolvedEnding(position, self.positions)
        answer = found_play(position, puzzle.play.placement(position.board))
        value = None if answer is None else ending.after(answer)
        if answer is None or value is None:
            return Kept(puzzle.id, False, "?", 0.0, 0.0)
        best_other, better = None, ""
        for each in best_of(position, 100_000):
            move = each.move
            if move == answer or written(position, move) == puzzle.answer or isinstance(move, Exchange):
                continue
            other = ending.after(move)
            if other is not None and (best_other is None or other > best_other):
                best_other, better = other, each.written
        gap = value - (best_other if best_other is not None else value - 1)
        return Kept(puzzle.id, gap > 0, "" if gap > 0 else better, float(gap), 0.0)

    def _simulate(self, puzzle: Puzzle) -> Kept:
        position = position_of(puzzle, self.equipment)
        answer = found_play(position, puzzle.play.placement(position.board))
        if answer is None:
            return Kept(puzzle.id, False, "?", 0.0, 0.0)
        ranked = [move_codes(position.searcher, each.move) for each in best_of(position, self.candidates)]
        own = move_codes(position.searcher, answer)
        moves = (
            own,
            *(each for each in ranked if written(position, move_of(position.searcher, each)) != puzzle.answer),
        )
        wins = open_win_table(position.equipment.lexicon)
        task = SimulationTask(position, moves, self.plies, self.seed, None, None, position.values, wins)
        simulation = task.simulation()
        simulation.run(self.deals, threads=1)
        found = {written(position, move_of(position.searcher, each[0])): each for each in simulation.estimates()}
        mine = found.pop(puzzle.answer)
        first = max(found, key=lambda name: (found[name][2], found[name][4]))
        gap = mine[2] - found[first][2]
        points = mine[4] - max(each[4] for each in found.values())
        return Kept(puzzle.id, gap > 0, "" if gap > 0 else first, points, gap)
