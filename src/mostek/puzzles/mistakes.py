"""Puzzles from a player's own mistakes in a finished game, by the review of the game."""

from __future__ import annotations

from mostek.core.players import Seat
from mostek.engine.equipment import Equipment
from mostek.engine.review import GameReview, Grade, TurnReview
from mostek.notation.game_record import TURN
from mostek.notation.replay import Replay
from mostek.puzzles.known_words import KnownWords
from mostek.puzzles.puzzle import AnswerProof, Puzzle
from mostek.puzzles.shown_words import is_fit_puzzle
from mostek.puzzles.turns import MinedTurn, recorded_turns
from mostek.puzzles.vetting import STANDARD, Standard, vet_by_simulation, vet_by_solver

_MISTAKES = frozenset({Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER})


def mistakes(
    game: Replay,
    review: GameReview,
    seat: Seat,
    used: Equipment,
    known: KnownWords,
    standard: Standard = STANDARD,
) -> list[Puzzle]:
    """The turns of a player that the review calls a mistake, and in which one play was clearly the best.

    The review says which turns were mistakes and what was best. The vetting of all puzzles says whether that play is the only
    good one: a puzzle must not have two answers.

    Args:
        game: A finished game of two whose racks are known.
        review: Its review, by simulation at least.
        seat: The player.
        used: The lexicon that judges.
        known: The words that people know: another one makes the theme of a rare word.
        standard: The margins of an answer.

    Returns:
        The puzzles in the order of the turns.
    """
    if game.game.tile_set.name != used.tile_set:
        return []
    rows = (number for number, row in enumerate(game.turns) if isinstance(row.recorded.action, TURN))
    reviewed = dict(zip(rows, review.turns, strict=True))
    wrong = {number: turn for number, turn in reviewed.items() if turn.seat == seat and turn.grade in _MISTAKES}
    found = []
    for turn in recorded_turns(game):
        judged = wrong.get(turn.number)
        if judged is not None and (puzzle := _vetted(turn, judged, used, known, standard)) is not None:
            found.append(puzzle)
    return found


def _vetted(
    turn: MinedTurn, judged: TurnReview, used: Equipment, known: KnownWords, standard: Standard
) -> Puzzle | None:
    vet = vet_by_simulation if turn.bag else vet_by_solver
    puzzle = vet(turn, used, known, "game", standard)
    if puzzle is None or puzzle.answer == judged.move:
        return None
    # What the solver has proved needs no second opinion; what two simulations see differently is no puzzle.
    is_sure = puzzle.proof is AnswerProof.SOLVER or puzzle.answer == judged.best[0].move
    return puzzle if is_sure and is_fit_puzzle(puzzle) else None
