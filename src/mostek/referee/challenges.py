"""Challenging words and placements, verdicts, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from mostek.core.players import Role, Seat
from mostek.core.tiles import BLANK
from mostek.referee import commands as c
from mostek.referee import events as e
from mostek.referee import turns
from mostek.referee.course import Course
from mostek.referee.refusals import Reason, Refused
from mostek.referee.rule import ANY_REASON, ARBITER, CommandRule, Probe, follows, plain
from mostek.referee.state import Challenged, Closing, Game, Laid, Over, Thinking, TurnKind
from mostek.rules.rulebook import CheckMode, Faulty, Ruling

DEAD_BLANK = "dead_blank"
"""The fault of a placement whose words use a dead blank (PFS-4.8.4e)."""


@CommandRule(c.ChallengeWords, phases=(Laid,), when=follows, reads=("racks", "bag"), probes=plain(c.ChallengeWords))
def challenge_words(course: Course, command: c.ChallengeWords) -> Refused | None:
    """Challenge words of the move that has just ended. It cannot be taken back (PFS-4.7.6b).

    Where words are checked once in a move, that is the only time (PFS-4.7.5); elsewhere each word is (GEN-9a).
    """
    laid = _challengeable(course, command.seat)
    if isinstance(laid, Refused):
        return laid
    new = [word.text for word in laid.words]
    if laid.undeclared or any(BLANK in text for text in new):
        return course.refuse(Reason.BLANK_IN_DISPUTE)
    rest = [word for word in dict.fromkeys(new) if word not in laid.found]
    words = tuple(dict.fromkeys(word.upper() for word in command.words)) or tuple(rest or new)
    if foreign := [word for word in words if word not in new]:
        return course.refuse(Reason.WORD_NOT_NEW, words=foreign)
    if not words:
        return course.refuse(Reason.WORD_NOT_NEW, words=[])
    rule = course.book.challenge
    if laid.challenged and rule.once.value:
        return course.refuse(Reason.CHALLENGE_USED, rule.once.clause)
    if any(word in laid.found for word in words):
        return course.refuse(Reason.CHALLENGE_USED)
    if not course.book.challenge.subset.value and set(words) != set(new):
        return course.refuse(Reason.ALL_WORDS_CHALLENGED, course.book.challenge.subset.clause)
    course.stop_clock()
    course.happen(e.WordsChallenged(command.seat, words))
    return None


@CommandRule(c.ClaimPlacement, phases=(Laid,), when=follows, reads=("racks", "bag"), probes=plain(c.ClaimPlacement))
def claim_placement(course: Course, command: c.ClaimPlacement) -> Refused | None:
    """Claim that the placement is against the rules; the board decides (PFS-3.2.3)."""
    if course.book.move.faulty.value is not Faulty.STANDS_UNTIL_CLAIMED:
        return course.refuse(Reason.PLACEMENT_NOT_CLAIMABLE)
    laid = _challengeable(course, command.seat)
    if isinstance(laid, Refused):
        return laid
    if laid.claimed:
        return course.refuse(Reason.CLAIM_ANSWERED)
    names = [fault for fault in laid.faults if fault != "blank_undeclared"]
    course.stop_clock()
    if names:
        withdraw_faulty(course, names)
    else:
        course.happen(e.PlacementUpheld(command.seat, course.ruling(Ruling.UPHELD)))
    return None


def withdraw_faulty(course: Course, names: list[str]) -> None:
    """Withdraw a move whose placement is against the rules or uses a dead blank (PFS-3.2.3, 4.8.4e)."""
    assert isinstance(course.game.phase, Laid)
    dead = names == [DEAD_BLANK]
    cause = e.Cause.DEAD_BLANK if dead else e.Cause.FAULTY_PLACEMENT
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
    return turns.draw_on_return(course, seat) or phase


def _typed(game: Game, seat: Seat) -> Iterator[Probe]:
    words = game.phase.words if isinstance(game.phase, Challenged) else ("A",)
    yield "", c.TypeWords(seat=seat, words=words)


@CommandRule(c.TypeWords, phases=(Challenged,), probes=_typed)
def type_words(course: Course, command: c.TypeWords) -> Refused | None:
    """Type the words: the challenged player does this (PFS-4.7.12); on a slip the challenger (PFS-4.7.10-aux)."""
    phase = course.game.phase
    if not isinstance(phase, Challenged):
        return course.refuse(Reason.NO_CHALLENGE_OPEN)
    on_slip = course.book.challenge.check.value is CheckMode.SLIP
    if command.seat is not (phase.challenger if on_slip else _answering(course, phase)):
        return course.refuse(
            Reason.TYPING_NOT_YOURS, course.book.refusals[Reason.SLIP_NOT_CONFIRMED] if on_slip else None
        )
    if phase.run:
        return course.refuse(Reason.CHALLENGE_OPEN)
    if len(command.words) != len(phase.words):
        return course.refuse(Reason.WORDS_NOT_TYPED, count=len(phase.words))
    course.happen(e.WordsTyped(command.seat, tuple(word.upper() for word in command.words)))
    return None


@CommandRule(c.ConfirmSlip, phases=(Challenged,), probes=plain(c.ConfirmSlip))
def confirm_slip(course: Course, command: c.ConfirmSlip) -> Refused | None:
    """Confirm that the slip has no errors: the challenged player does this (PFS-4.7.10-aux)."""
    phase = course.game.phase
    if not isinstance(phase, Challenged):
        return course.refuse(Reason.NO_CHALLENGE_OPEN)
    if not phase.typed:
        return course.refuse(Reason.WORDS_NOT_TYPED, count=len(phase.words))
    if course.book.challenge.check.value is not CheckMode.SLIP or command.seat is not _answering(course, phase):
        return course.refuse(Reason.CHECK_NOT_YOURS)
    course.happen(e.SlipConfirmed(command.seat))
    return None


@CommandRule(c.RunCheck, phases=(Challenged,), probes=plain(c.RunCheck))
def run_check(course: Course, command: c.RunCheck) -> Refused | None:
    """Press the key, or hand in the slip: the challenger does this, after all words are written (PFS-4.7.11b, 4.7.12).

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
        course.happen(e.CheckVoided(course.ruling(Ruling.MISCOPIED if on_slip else Ruling.MISTYPED)))
    else:
        course.happen(e.CheckRun(command.seat))
    return None


def _form_fault(course: Course, phase: Challenged) -> Refused | None:
    """The slip must have been shown to the mover; without an assistant both are at the computer (PFS-4.7.10)."""
    if course.book.challenge.check.value is CheckMode.SLIP:
        return None if phase.confirmed else course.refuse(Reason.SLIP_NOT_CONFIRMED)
    there = {seat for seat, what in course.game.confirmed if what is c.Check.CHECK_TOGETHER}
    return None if {phase.challenger, _answering(course, phase)} <= there else course.refuse(Reason.NOT_TOGETHER)


def _answering(course: Course, phase: Challenged) -> Seat:
    """The challenged player; who plays no more does nothing at the check, and the challenger does it alone."""
    mover = phase.laid.seat
    return mover if mover in course.game.active else phase.challenger


def _verdict(game: Game, role: Role, clause: str) -> Iterator[Probe]:
    # An assistant says valid or not and no more (PFS-4.7.11c); with a reason the verdict would be refused.
    yield "", c.JudgeWords(valid=True, by=role, reason="" if role is Role.ASSISTANT else ANY_REASON)


@CommandRule(c.JudgeWords, roles=frozenset({Role.ARBITER, Role.LEXICON, Role.ASSISTANT}), beside=_verdict)
def judge_words(course: Course, command: c.JudgeWords) -> Refused | None:
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
    course.happen(e.WordsJudged(command.valid, command.by, command.reason, clause))
    _follow(course, command.valid, phase)
    return None


def _follow(course: Course, valid: bool, challenge: Challenged) -> None:
    if not valid:
        _withdraw(course, challenge.laid, e.Cause.INVALID_WORD, course.ruling(Ruling.INVALID_WORD))
    elif penalty := course.book.challenge.penalty.value:
        course.happen(e.PenaltyCharged(challenge.challenger, penalty, course.book.challenge.penalty.clause))


def _other_verdict(game: Game, role: Role, clause: str) -> Iterator[Probe]:
    valid = isinstance(game.phase, Closing) if game.verdict is None else not game.verdict.valid
    yield "", c.OverrideVerdict(valid=valid, by=role, reason=ANY_REASON, undo=True)


@CommandRule(c.OverrideVerdict, roles=ARBITER, undisturbed=True, beside=_other_verdict)
def override_verdict(course: Course, command: c.OverrideVerdict) -> Refused | None:
    """Override a plainly wrong verdict, before the opponent records the move or the loss (PFS-4.7.14, S37).

    Where that is written down by itself, the verdict stays open until the next move of the same player is written down, as
    long as a wrong value does (PFS-4.6.3). Then the game goes back to where it stood before the verdict.
    """
    if not command.reason.strip() or command.by is Role.LEXICON:
        return course.refuse(Reason.REASON_MISSING)
    clause = course.ruling(Ruling.OVERRIDE)
    event = e.VerdictOverridden(command.valid, command.by, command.reason, clause)
    match course.game.phase:
        case Closing(kind=TurnKind.LOSS, cause=e.Cause.INVALID_WORD, seat=seat, recorded=done) if command.valid:
            if done - {seat}:
                return course.refuse(Reason.NOTHING_TO_OVERRIDE)
            course.happen(event)
        case Laid(challenged=True) as laid if not command.valid and not laid.records.keys() - {laid.seat}:
            course.happen(event)
            _withdraw(course, laid, e.Cause.INVALID_WORD, clause)
        case _:
            return _override_late(course, command, event)
    return None


def _override_late(course: Course, command: c.OverrideVerdict, event: e.VerdictOverridden) -> Refused | None:
    """Set aside a verdict on which turns rest that were written down by themselves; a person's own record stands (S37)."""
    game, open_verdict = course.game, course.game.verdict
    known = isinstance(game.phase, Over) and (game.seed is not None or game.phase.slip.handed_in is not None)
    by_person = not command.valid and course.book.order.procedures.value
    written = by_person or not game.steps.record_closed
    if open_verdict is None or known or written or open_verdict.valid is command.valid:
        return course.refuse(Reason.NOTHING_TO_OVERRIDE)
    turns = len(open_verdict.before.turns)
    lost = [turn.number for turn in game.turns[turns + 1 :]]
    if lost and not command.undo:
        return course.refuse(Reason.TURNS_WOULD_BE_UNDONE, turns=lost)
    course.stop_clock()
    course.happen(replace(event, turns=turns))
    if not command.valid:
        _withdraw(course, open_verdict.laid, e.Cause.INVALID_WORD, event.clause)
    return None


def _withdraw(course: Course, laid: Laid, cause: e.Cause, clause: str) -> None:
    """Return the tiles to the rack; the turn is lost when it is recorded (PFS-4.8.1)."""
    course.happen(e.MoveWithdrawn(laid.seat, cause, clause))


def close_loss(course: Course, closing: Closing) -> None:
    """Close a lost turn, whose tiles are off the board already (PFS-4.8.1)."""
    course.happen(e.TurnLost(closing.seat, closing.cause or e.Cause.INVALID_WORD, closing.clause))
    turns.close_turn(course, closing.seat)
