"""Challenging words and placements, verdicts, and what follows from them."""

from __future__ import annotations

from mostek.lexicon import Lexicon
from mostek.referee import timing
from mostek.referee.commands import ChallengeWords, ClaimPlacement, Judge, JudgeWords, OverrideVerdict
from mostek.referee.course import Course
from mostek.referee.events import (
    Cause,
    MoveWithdrawn,
    PenaltyCharged,
    PlacementUpheld,
    TurnLost,
    VerdictOverridden,
    WordsChallenged,
    WordsJudged,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Challenged, Closing, Laid, Over, Thinking, TurnKind
from mostek.rules.rulebook import Faulty, Ruling
from mostek.seats import Seat


def challenge_words(course: Course, command: ChallengeWords) -> Refused | None:
    """Challenge words of the move that has just ended. One request a move; it cannot be taken back (PFS-4.7.5, 4.7.6b)."""
    laid = _challengeable(course, command.seat)
    if isinstance(laid, Refused):
        return laid
    new = [word.text for word in laid.words]
    asked = tuple(dict.fromkeys(word.upper() for word in command.words)) or tuple(dict.fromkeys(new))
    if foreign := [word for word in asked if word not in new]:
        return course.refuse(Reason.WORD_NOT_NEW, words=foreign)
    if not asked:
        return course.refuse(Reason.WORD_NOT_NEW, words=[])
    if not course.book.challenge.subset.value and set(asked) != set(new):
        return course.refuse(Reason.ALL_WORDS_CHALLENGED, course.book.challenge.subset.clause)
    course.happen(WordsChallenged(command.seat, asked))
    return None


def claim_placement(course: Course, command: ClaimPlacement) -> Refused | None:
    """Complain that the tiles lie against the rules; the board itself gives the answer (PFS-3.2.3)."""
    if course.book.move.faulty.value is not Faulty.STANDS_UNTIL_CLAIMED:
        return course.refuse(Reason.PLACEMENT_NOT_CLAIMABLE, course.book.move.faulty.clause)
    laid = _challengeable(course, command.seat)
    if isinstance(laid, Refused):
        return laid
    if laid.faults:
        _withdraw(course, laid, Cause.FAULTY_PLACEMENT, course.ruling(Ruling.FAULTY_PLACEMENT))
    else:
        course.happen(PlacementUpheld(command.seat, course.ruling(Ruling.UPHELD)))
    return None


def _challengeable(course: Course, seat: Seat) -> Laid | Refused:
    phase = course.game.phase
    if isinstance(phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if isinstance(phase, Challenged):
        return course.refuse(Reason.CHALLENGE_OPEN)
    if isinstance(phase, Thinking) and seat is not phase.seat:
        return course.refuse(Reason.MOVE_NOT_ENDED)
    if not isinstance(phase, Laid):
        return course.refuse(Reason.WINDOW_CLOSED)
    if seat is phase.seat:
        return course.refuse(Reason.OWN_MOVE)
    if seat in phase.records:
        return course.refuse(Reason.WINDOW_CLOSED)
    return course.refuse(Reason.CHALLENGE_USED) if phase.challenged else phase


def verdict(challenge: Challenged, lexicon: Lexicon) -> JudgeWords:
    """The joint verdict of a lexicon on an open challenge: every word asked about must be in it (GEN-7c, PFS-4.7.11a)."""
    return JudgeWords(valid=all(word in lexicon for word in challenge.words), by=Judge.LEXICON)


def judge_words(course: Course, command: JudgeWords) -> Refused | None:
    """The joint verdict: one wrong word makes all wrong (PFS-4.7.11a). A person's verdict other than a check has a reason."""
    phase = course.game.phase
    if not isinstance(phase, Challenged):
        return course.refuse(Reason.NO_CHALLENGE_OPEN)
    if command.by in (Judge.JURY, Judge.ARBITER) and not command.reason.strip():
        return course.refuse(Reason.REASON_MISSING)
    clause = course.ruling(Ruling.VERDICT)
    course.happen(WordsJudged(command.valid, command.by, command.reason, clause))
    _follow(course, command.valid, phase)
    return None


def _follow(course: Course, valid: bool, challenge: Challenged) -> None:
    if not valid:
        _withdraw(course, challenge.laid, Cause.INVALID_WORD, course.ruling(Ruling.INVALID_WORD))
    elif penalty := course.book.challenge.penalty.value:
        course.happen(PenaltyCharged(challenge.challenger, penalty, course.book.challenge.penalty.clause))


def override_verdict(course: Course, command: OverrideVerdict) -> Refused | None:
    """Set aside a verdict that is plainly wrong, before the move or the loss is written down (PFS-4.7.14, S37)."""
    if not command.reason.strip() or command.by is Judge.LEXICON:
        return course.refuse(Reason.REASON_MISSING)
    clause = course.ruling(Ruling.OVERRIDE)
    event = VerdictOverridden(command.valid, command.by, command.reason, clause)
    match course.game.phase:
        case Closing(kind=TurnKind.LOSS, cause=Cause.INVALID_WORD) if command.valid:
            course.happen(event)
        case Laid(challenged=True) as laid if not command.valid:
            course.happen(event)
            _withdraw(course, laid, Cause.INVALID_WORD, clause)
        case _:
            return course.refuse(Reason.NOTHING_TO_OVERRIDE)
    return None


def _withdraw(course: Course, laid: Laid, cause: Cause, clause: str) -> None:
    """The tiles go back to the rack and the turn is lost, once that is written down (PFS-4.8.1)."""
    course.happen(MoveWithdrawn(laid.seat, cause, clause))


def close_loss(course: Course, closing: Closing) -> None:
    """A lost turn is written down."""
    course.happen(TurnLost(closing.seat, closing.cause or Cause.INVALID_WORD, closing.clause))
    timing.close_turn(course, closing.seat)
