"""Judging an answer: whether it is right, and what a wrong one loses."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from mostek.core.board import Square
from mostek.core.moves import Placement, faults, score, words_formed
from mostek.core.tiles import Tile
from mostek.engine.equipment import Equipment
from mostek.engine.kernel import FoundPlay
from mostek.engine.position import SearchPosition
from mostek.engine.review.efforts import Effort
from mostek.engine.review.paired_deals import compare
from mostek.engine.search import plays
from mostek.engine.win_table import open_win_table
from mostek.lexicon import Lexicon
from mostek.lexicon.school_words import are_fit_for_school
from mostek.puzzles.puzzle import AnswerProof, Puzzle
from mostek.puzzles.shown_words import words_of_play
from mostek.puzzles.verdict import Verdict
from mostek.puzzles.vetting import STANDARD, SolvedEnding

DEALS = Effort(16, 10)
"""The deals over which an answer is compared with the right one: about a tenth of a second."""
_RANKED = 100
"""The best plays among which those that are shown are chosen."""


def position_of(puzzle: Puzzle, used: Equipment) -> SearchPosition:
    """The position of a puzzle as the question of a search."""
    asked = puzzle.asked
    lead = asked.scores[0] - max(asked.scores[1:])
    return SearchPosition(used, asked.board, asked.rack(0), lead, asked.zero_turns or 0)


def judge_play(puzzle: Puzzle, tiles: Mapping[Square, Tile], used: Equipment, lexicon: Lexicon) -> Verdict:
    """The verdict on tiles that a person lays. The same answer always gets the same verdict."""
    asked = position_of(puzzle, used)
    laid = Placement(tiles)
    fault = faults(asked.board, laid, asked.rack, asked.tile_set.alphabet)
    if fault:
        return Verdict(False, fault)
    right = puzzle.play.placement(asked.board)
    value = score(asked.board, laid, asked.tile_set).total
    if laid == right:
        return Verdict(True, points=value)
    invalid = tuple(word.text for word in words_formed(asked.board, laid) if word.text not in lexicon)
    if invalid:
        return Verdict(False, invalid=invalid, points=value)
    found = found_play(asked, laid), found_play(asked, right)
    if found[0] is None or found[1] is None:
        return Verdict(False, points=value)
    lost = _lost_in_the_end if puzzle.proof is AnswerProof.SOLVER else _lost_on_average
    points, wins = lost(asked, found[1], found[0])
    # A play that lays other tiles and is proved as good is as right.
    as_good = puzzle.proof is AnswerProof.SOLVER and points is not None and points <= 0
    return Verdict(as_good, points=value, lost_points=points, lost_wins=wins)


def found_play(asked: SearchPosition, laid: Placement) -> FoundPlay | None:
    """The play of the search that lays these tiles."""
    every = asked.searcher.plays(asked.board, asked.rack)
    return next((play for play in every if play.placement == laid), None)


def ranking(puzzle: Puzzle, used: Equipment, count: int = 5) -> list[tuple[str, int, int]]:
    """The best plays by equity that are fit for a school: as written, points, and equity in thousandths of a point."""
    board = puzzle.asked.board
    # The plays are taken one after another: a rack with a vulgar word has it in many places.
    found = plays(position_of(puzzle, used), _RANKED)
    fit = (each for each in found if are_fit_for_school(words_of_play(board, each.written)))
    return [(each.written, each.score, each.equity) for each in islice(fit, count)]


def _lost_in_the_end(asked: SearchPosition, best: FoundPlay, other: FoundPlay) -> tuple[float | None, float | None]:
    ending = SolvedEnding(asked, STANDARD.positions)
    most, there = ending.after(best), ending.after(other)
    if most is None or there is None:
        return None, None
    leads = asked.lead + most, asked.lead + there
    won = [(1 + (lead > 0) - (lead < 0)) / 2 for lead in leads]
    return float(most - there), won[0] - won[1]


def _lost_on_average(asked: SearchPosition, best: FoundPlay, other: FoundPlay) -> tuple[float | None, float | None]:
    wins = open_win_table(asked.equipment.lexicon).to_kernel()
    compared = compare(asked, [best, other], wins, DEALS, STANDARD.seed)
    assert compared is not None
    return compared.spread_lost(0, 1)[0], compared.share_lost(0, 1)[0]
