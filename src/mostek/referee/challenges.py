"""Challenging words and placements, verdicts, and what follows from them."""

from __future__ import annotations

from mostek.core.players import Role, Seat
from mostek.core.tiles import BLANK
from mostek.referee import timing, turns
from mostek.referee.commands import (
    ChallengeWords,
    Check,
    ClaimPlacement,
    ConfirmSlip,
    JudgeWords,
    OverrideVerdict,
    RunCheck,
    TypeWords,
)
from mostek.referee.course import Course
from mostek.referee.events import (
    Cause,
    CheckRun,
    CheckVoided,
    MoveWithdrawn,
    PenaltyCharged,
    PlacementUpheld,
    SlipConfirmed,
    TurnLost,
    VerdictOverridden,
    WordsChallenged,
    WordsJudged,
    WordsTyped,
)
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Challenged, Closing, Laid, Over, Thinking, TurnKind
from mostek.rules.rulebook import CheckMode, Faulty, Ruling

DEAD_BLANK = "dead_blank"
"""The fault of a placement whose words use a dead blank (PFS-4.8.4e)."""


def challenge_words(course: Course, command: ChallengeWords) -> Refused | None:
    """Challenge words of the move that has just ended. One request a move; it cannot be taken back (PFS-4.7.5, 4.7.6b)."""
    laid = _challengeable(course, command.seat)
    if isinstance(laid, Refused):
        return laid
    new = [word.text for word in laid.words]
    if laid.undeclared or any(BLANK in text for text in new):
        return course.refuse(Reason.BLANK_IN_DISPUTE)
    asked = tuple(dict.fromkeys(word.upper() for word in command.words)) or tuple(dict.fromkeys(new))
    if foreign := [word for word in asked if word not in new]:
        return course.refuse(Reason.WORD_NOT_NEW, words=foreign)
    if not asked:
        return course.refuse(Reason.WORD_NOT_NEW, words=[])
    if not course.book.challenge.subset.value and set(asked) != set(new):
        return course.refuse(Reason.ALL_WORDS_CHALLENGED, course.book.challenge.subset.clause)
    timing.stop(course)
    course.happen(WordsChallenged(command.seat, asked))
    return None


def claim_placement(course: Course, command: ClaimPlacement) -> Refused | None:
    """Complain that the tiles lie against the rules; the board itself gives the answer (PFS-3.2.3)."""
    if course.book.move.faulty.value is not Faulty.STANDS_UNTIL_CLAIMED:
        return course.refuse(Reason.PLACEMENT_NOT_CLAIMABLE, course.book.move.faulty.clause)
    laid = _challengeable(course, command.seat)
    if isinstance(laid, Refused):
        return laid
    timing.stop(course)
    names = [fault for fault in laid.faults if fault != "blank_undeclared"]
    if names:
        withdraw_faulty(course, names)
    else:
        course.happen(PlacementUpheld(command.seat, course.ruling(Ruling.UPHELD)))
    return None


def withdraw_faulty(course: Course, names: list[str]) -> None:
    """The move is lost because the tiles lay against the rules, or used a dead blank (PFS-3.2.3, 4.8.4e)."""
    assert isinstance(course.game.phase, Laid)
    dead = names == [DEAD_BLANK]
    cause = Cause.DEAD_BLANK if dead else Cause.FAULTY_PLACEMENT
    _withdraw(course, course.game.phase, cause, course.ruling(Ruling.DEAD_BLANK if dead else Ruling.FAULTY_PLACEMENT))


def _challengeable(course: Course, seat: Seat) -> Laid | Refused:
    phase = course.game.phase
    if isinstance(phase, Over):
        return course.refuse(Reason.GAME_OVER)
    if isinstance(phase, Challenged):
        return course.refuse(Reason.CHALLENGE_OPEN)
    if isinstance(phase, Thinking) and seat is not phase.seat:
        return course.refuse(Reason.CLOCK_RUNS if phase.announced is not None else Reason.MOVE_NOT_ENDED)
    if isinstance(phase, Closing) and phase.kind is not TurnKind.LOSS:
        return course.refuse(Reason.WORD_NOT_NEW, words=[])  # an exchange or a pass has no words (S41)
    if not isinstance(phase, Laid):
        return course.refuse(Reason.WINDOW_CLOSED)
    if seat is phase.seat:
        return course.refuse(Reason.OWN_MOVE)
    if seat in phase.records:
        return course.refuse(Reason.WINDOW_CLOSED)
    if refused := turns.draw_on_return(course, seat):
        return refused
    return course.refuse(Reason.CHALLENGE_USED) if phase.challenged else phase


def type_words(course: Course, command: TypeWords) -> Refused | None:
    """Type the words: the checked player's duty (PFS-4.7.12); on a slip the challenger's (PFS-4.7.10-aux)."""
    phase = course.game.phase
    if not isinstance(phase, Challenged):
        return course.refuse(Reason.NO_CHALLENGE_OPEN)
    rule = course.book.challenge.check
    on_slip = rule.value is CheckMode.SLIP
    if command.seat is not (phase.challenger if on_slip else phase.laid.seat):
        return course.refuse(Reason.TYPING_NOT_YOURS, rule.clause if on_slip else None)
    if phase.run:
        return course.refuse(Reason.CHALLENGE_OPEN)
    if len(command.words) != len(phase.words):
        return course.refuse(Reason.WORDS_NOT_TYPED, count=len(phase.words))
    course.happen(WordsTyped(command.seat, tuple(word.upper() for word in command.words)))
    return None


def confirm_slip(course: Course, command: ConfirmSlip) -> Refused | None:
    """The checked player finds the slip without errors (PFS-4.7.10-aux)."""
    phase = course.game.phase
    if not isinstance(phase, Challenged):
        return course.refuse(Reason.NO_CHALLENGE_OPEN)
    if not phase.typed:
        return course.refuse(Reason.WORDS_NOT_TYPED, count=len(phase.words))
    if course.book.challenge.check.value is not CheckMode.SLIP or command.seat is not phase.laid.seat:
        return course.refuse(Reason.CHECK_NOT_YOURS)
    course.happen(SlipConfirmed(command.seat))
    return None


def run_check(course: Course, command: RunCheck) -> Refused | None:
    """Press the key, or hand the slip in: the challenger's, once all words stand there together (PFS-4.7.11b, 4.7.12).

    Words in another form than on the board are checked for nothing, and typed again; the right to challenge is not used up
    by that (PFS-4.7.13, 4.7.15-aux, S36).
    """
    phase = course.game.phase
    if not isinstance(phase, Challenged):
        return course.refuse(Reason.NO_CHALLENGE_OPEN)
    if command.seat is not phase.challenger:
        return course.refuse(Reason.CHECK_NOT_YOURS)
    if phase.run:
        return course.refuse(Reason.CHALLENGE_OPEN)
    if not phase.typed:
        return course.refuse(Reason.WORDS_NOT_TYPED, count=len(phase.words))
    if refused := _form_fault(course, phase):
        return refused
    on_slip = course.book.challenge.check.value is CheckMode.SLIP
    if sorted(phase.typed) != sorted(phase.words):
        course.happen(CheckVoided(course.ruling(Ruling.MISCOPIED if on_slip else Ruling.MISTYPED)))
    else:
        course.happen(CheckRun(command.seat))
    return None


def _form_fault(course: Course, phase: Challenged) -> Refused | None:
    """The slip must have been shown to the mover; without an assistant both are at the computer (PFS-4.7.10)."""
    if course.book.challenge.check.value is CheckMode.SLIP:
        return None if phase.confirmed else course.refuse(Reason.SLIP_NOT_CONFIRMED)
    there = {seat for seat, what in course.game.confirmed if what is Check.CHECK_TOGETHER}
    return None if {phase.challenger, phase.laid.seat} <= there else course.refuse(Reason.NOT_TOGETHER)


def judge_words(course: Course, command: JudgeWords) -> Refused | None:
    """The joint verdict: one wrong word makes all wrong (PFS-4.7.11a). A person's verdict other than a check has a reason.

    An assistant says valid or not and no more, so that no player learns which word it was (PFS-4.7.11c).
    """
    phase = course.game.phase
    if not isinstance(phase, Challenged):
        return course.refuse(Reason.NO_CHALLENGE_OPEN)
    if command.by in (Role.JURY, Role.ARBITER) and not command.reason.strip():
        return course.refuse(Reason.REASON_MISSING)
    if command.by is Role.ASSISTANT and command.reason.strip():
        return course.refuse(Reason.VERDICT_DETAILED)
    checked = phase.run or course.game.steps.check
    if command.by in (Role.LEXICON, Role.ASSISTANT) and not checked:
        return course.refuse(Reason.NOT_CHECKED_YET)
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
    """Set aside a verdict that is plainly wrong, before the opponent writes the move or the loss down (PFS-4.7.14, S37)."""
    if not command.reason.strip() or command.by is Role.LEXICON:
        return course.refuse(Reason.REASON_MISSING)
    clause = course.ruling(Ruling.OVERRIDE)
    event = VerdictOverridden(command.valid, command.by, command.reason, clause)
    match course.game.phase:
        case Closing(kind=TurnKind.LOSS, cause=Cause.INVALID_WORD, seat=seat, recorded=done) if command.valid:
            if done - {seat}:
                return course.refuse(Reason.NOTHING_TO_OVERRIDE)
            course.happen(event)
        case Laid(challenged=True) as laid if not command.valid and not laid.records.keys() - {laid.seat}:
            course.happen(event)
            _withdraw(course, laid, Cause.INVALID_WORD, clause)
        case _:
            return course.refuse(Reason.NOTHING_TO_OVERRIDE)
    return None


def _withdraw(course: Course, laid: Laid, cause: Cause, clause: str) -> None:
    """The tiles go back to the rack and the turn is lost, once that is written down (PFS-4.8.1)."""
    course.happen(MoveWithdrawn(laid.seat, cause, clause))


def close_loss(course: Course, closing: Closing) -> None:
    """A lost turn is written down; its tiles are off the board by then (PFS-4.8.1)."""
    course.happen(TurnLost(closing.seat, closing.cause or Cause.INVALID_WORD, closing.clause))
    turns.close_turn(course, closing.seat)
