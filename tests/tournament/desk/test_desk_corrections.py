"""Corrections at the desk: what may be put right, until when, and by whom (PFS-4.6.4, 5.2b, 6.1b, OPEN-word-3)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec.structs import replace

from mostek.tournament import commands as c
from mostek.tournament.decide import in_force
from mostek.tournament.events import ResultCorrected, ResultEntered
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.state import EDITION, FIRST_EDITION, BothForfeited, ForfeitCause, Forfeited, Played
from tournament.desk.hall import TEN, correction, paired

SWAPPED, ENTRY, RULING = c.CorrectionKind.SWAPPED, c.CorrectionKind.ENTRY, c.CorrectionKind.RULING


def test_a_result_entered_the_wrong_way_round_is_swapped_until_the_next_round_is_paired() -> None:
    """PFS-4.6.4, the first sentence: 380:400 entered as 400:380."""
    hall = paired()
    hall.result(1, 400, 380)
    hall.ok(correction(hall, 380, 400))
    assert hall.credit(hall.round().tables[0].players[1], 1).half_points == 2


def test_after_the_pairing_it_is_swapped_on_the_same_day_and_with_the_arbiters_consent_only() -> None:
    """PFS-4.6.4, the second sentence."""
    hall = paired()
    hall.play()
    before = hall.state.divisions[""].rounds[0].tables[0].result
    assert isinstance(before, Played)
    hall.pair()
    hall.later(minutes=30)
    refused = hall.no(correction(hall, *before.scores[::-1]))
    assert (refused.reason, refused.clause) == (DeskReason.CORRECTION_TOO_LATE, "PFS-4.6.4")
    hall.ok(correction(hall, *before.scores[::-1], consent=True))
    assert [played.number for played in hall.state.divisions[""].rounds] == [1, 2], "the pairing stands"


def test_on_the_next_day_it_is_swapped_no_more() -> None:
    """PFS-4.6.4, the third sentence."""
    hall = paired()
    hall.result(1, 400, 380)
    hall.play()
    hall.pair()
    hall.now = TEN.replace(hour=23, minute=59)
    late = replace(correction(hall, 380, 400, consent=True), at=hall.now + timedelta(minutes=1))
    assert hall.no(late).reason is DeskReason.CORRECTION_TOO_LATE
    hall.ok(correction(hall, 380, 400, consent=True))


def test_in_the_last_round_it_is_swapped_until_the_event_ends_or_with_consent_on_that_day() -> None:
    """PFS-4.6.4: the last round ends with the event."""
    hall = paired()
    hall.play()
    hall.pair()
    hall.result(1, 400, 380)
    hall.play()
    hall.ok(correction(hall, 380, 400, round_number=2))
    hall.ok(c.CloseTournament(at=hall.now))
    assert hall.no(correction(hall, 400, 380, round_number=2)).reason is DeskReason.CORRECTION_TOO_LATE
    hall.ok(correction(hall, 400, 380, round_number=2, consent=True))
    hall.later(days=1)
    assert hall.no(correction(hall, 380, 400, round_number=2, consent=True)).reason is DeskReason.CORRECTION_TOO_LATE


@pytest.mark.parametrize("edition", [FIRST_EDITION, EDITION])
def test_a_mistyped_result_with_another_winner_needs_consent_once_others_were_paired_by_it(edition: int) -> None:
    """PFS-4.6.4; events that began before the desk asked go on as they began."""
    hall = paired(edition=edition)
    hall.result(1, 400, 380)
    hall.play()
    mistyped = correction(hall, 380, 401, kind=ENTRY, reason="pomyłka")
    assert not isinstance(hall.desk.preview(mistyped), DeskRefusal), "the next round is not paired yet"
    hall.pair()
    if edition == EDITION:
        assert hall.no(mistyped).reason is DeskReason.WINNER_REVERSED
        hall.ok(replace(mistyped, result=Played((401, 380))))
    else:
        hall.ok(mistyped)
    hall.ok(replace(mistyped, result=Played((300, 402)), consent=True))
    kept = [(each.clause, each.text, each.about, each.round) for each in hall.state.decisions]
    assert kept == ([("PFS-4.6.4", "pomyłka", (1, 3), 1)] if edition == EDITION else [])


def test_a_sum_that_was_wrong_by_ten_stays() -> None:
    """PFS-4.6.4, the fourth sentence: after the signatures no sum is corrected, with no consent."""
    hall = paired()
    hall.result(1, 400, 380)
    refused = hall.no(correction(hall, 400, 390, consent=True))
    assert (refused.reason, refused.clause) == (DeskReason.RESULT_FINAL, "PFS-5.2b")
    ruled = correction(hall, 400, 390, kind=RULING, clause="PFS-4.6.4", reason="suma")
    assert hall.no(ruled).reason is DeskReason.RESULT_FINAL


def test_swapping_changes_nothing_but_the_order() -> None:
    """PFS-4.6.4: a game does not become unrated on the way."""
    hall = paired()
    hall.result(1, 400, 380)
    swapped = replace(correction(hall), result=Played((380, 400), rated=False))
    assert hall.no(swapped).reason is DeskReason.RESULT_FINAL


def test_what_the_desk_mistyped_is_put_right_with_a_reason_while_the_event_lasts() -> None:
    """PFS-5.2a: the slip counts, not the typing."""
    hall = paired()
    hall.result(1, 400, 380)
    assert hall.no(correction(hall, 400, 308, kind=ENTRY)).clause == "PFS-6.1b"
    hall.ok(correction(hall, 400, 308, kind=ENTRY, reason="na protokole jest 308"))
    hall.play()
    hall.ok(c.CloseTournament(at=hall.now, reason="po jednej rundzie"))
    refused = hall.no(correction(hall, 400, 380, kind=ENTRY, reason="jednak 380"))
    assert (refused.reason, refused.params["on"]) == (DeskReason.TOURNAMENT_CLOSED, TEN.date())


def test_the_arbiter_rules_by_a_clause_and_the_log_keeps_both_values() -> None:
    """PFS-6.1b, 7.4."""
    hall = paired()
    hall.result(1, 400, 380)
    assert hall.no(correction(hall, 400, 370, kind=RULING, reason="bo tak")).reason is DeskReason.CLAUSE_NOT_KNOWN
    assert hall.no(correction(hall, 400, 370, kind=RULING, clause="PFS-7.4")).reason is DeskReason.REASON_NEEDED
    hall.ok(correction(hall, 400, 370, kind=RULING, clause="PFS-7.4", reason="słowo uznano błędnie"))
    (decision,) = hall.state.decisions
    assert (decision.clause, decision.text, decision.round) == ("PFS-7.4", "słowo uznano błędnie", 1)
    kept = [event for step in in_force(hall.desk.steps) for event in step.events]
    results = [event.result for event in kept if isinstance(event, ResultEntered | ResultCorrected)]
    assert results == [Played((400, 380)), Played((400, 370))]


def test_a_jury_corrects_anything_with_a_reason() -> None:
    """OPEN-word-3, SCHOOL-word-3."""
    hall = paired("open")
    hall.result(1, 400, 380)
    hall.ok(correction(hall, 401, 380, kind=ENTRY, reason="jury"))
    hall.ok(correction(hall, 402, 380, kind=RULING, clause="PFS-4.6.4", reason="jury"))
    hall.later(days=3)
    hall.ok(correction(hall, 380, 402))


def test_a_correction_corrects_something() -> None:
    hall = paired()
    assert hall.no(correction(hall, 400, 380)).reason is DeskReason.RESULT_NOT_THERE
    hall.result(1, 400, 380)
    assert hall.no(correction(hall, 400, 380)).reason is DeskReason.RESULT_SAME
    hall.ok(replace(correction(hall, kind=ENTRY, reason="x"), result=BothForfeited(ForfeitCause.LATE)))
    wrong = replace(correction(hall, kind=ENTRY, reason="x"), result=Forfeited(9, 0, ForfeitCause.LATE))
    assert hall.no(wrong).reason is DeskReason.NOT_AT_THE_TABLE


def test_a_forfeit_that_a_ruling_states_is_worth_what_it_says() -> None:
    """A file, or the arbiter, may state N; it is never nonsense."""
    hall = paired()
    hall.result(1, 400, 380)
    host = hall.round().tables[0].players[0]
    stated = replace(correction(hall, kind=ENTRY, reason="x"), result=Forfeited(host, 0, ForfeitCause.LATE, points=437))
    hall.ok(stated)
    assert hall.credit(host, 1).own == 437
    for wrong in (Forfeited(host, 0, ForfeitCause.LATE, points=-1), Forfeited(host, 10**6, ForfeitCause.LATE)):
        assert hall.no(replace(stated, result=wrong)).reason is DeskReason.SCORE_UNUSUAL
