"""The signs of a turn: missed bingos and out-plays, phoneys, and challenges."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.engine.review.course import CourseTurn
from mostek.engine.review.values import CandidateReview, Sign, SignReview, TurnReview
from mostek.engine.search import written_play
from mostek.notation.coordinates import Orientation
from mostek.notation.record_checks.racks import FULL_RACK


def signs_of(review: TurnReview, turn: CourseTurn, before: CourseTurn | None) -> tuple[SignReview, ...]:
    """The signs of a turn; `before` is the turn before it."""
    return (*_missed(review, turn), *_phoneys(review, turn), *_challenges(turn, before))


def is_bingo(turn: CourseTurn) -> bool:
    """Whether a turn laid a whole rack and the tiles stayed."""
    return turn.laid is not None and len(turn.laid.faces) == FULL_RACK and not turn.came_off


def written(turn: CourseTurn) -> str:
    """The play of a turn as reviews write it; empty for another turn."""
    return "" if turn.laid is None else written_play(turn.laid, turn.before, Orientation.LETTERED_ROWS)


def _missed(review: TurnReview, turn: CourseTurn) -> Iterator[SignReview]:
    """The best move that uses the whole rack, if it is better than what was played."""
    played, loss = review.played, review.loss
    if played is None or loss is None or not (loss.chance or loss.points) or _empties(played):
        return
    better = next((each for each in review.best if _empties(each)), None)
    if better is None or (points := _advantage(better, played)) <= 0:
        return
    if turn.rack is not None and len(turn.rack) == FULL_RACK:
        yield SignReview(sign=Sign.MISSED_BINGO, move=better.move, points=points)
    if not review.bag:
        yield SignReview(sign=Sign.MISSED_OUT_PLAY, move=better.move, points=points)


def _empties(move: CandidateReview) -> bool:
    return not move.left and not move.move.startswith("-")


def _advantage(better: CandidateReview, played: CandidateReview) -> float:
    if better.spread is not None and played.spread is not None:
        return round(better.spread - played.spread, 3)
    return round(better.equity - played.equity, 3)


def _phoneys(review: TurnReview, turn: CourseTurn) -> Iterator[SignReview]:
    if turn.is_phoney:
        sign = Sign.PHONEY_FELL if turn.came_off else Sign.PHONEY_STOOD
        cost = None if review.loss is None else review.loss.points
        yield SignReview(sign=sign, move=written(turn), words=turn.invalid, points=cost)


def _challenges(turn: CourseTurn, before: CourseTurn | None) -> Iterator[SignReview]:
    """The challenge that the player missed, or made wrongly, before this turn."""
    if before is None or before.seat == turn.seat or len(turn.scores) != _PAIR:
        return
    if before.is_phoney and not before.came_off:
        yield SignReview(sign=Sign.CHALLENGE_MISSED, move=written(before), words=before.invalid, points=before.score)
    elif turn.challenged_wrongly is not None:
        yield SignReview(sign=Sign.WRONG_CHALLENGE, move=written(before), points=float(turn.challenged_wrongly))


_PAIR = 2
