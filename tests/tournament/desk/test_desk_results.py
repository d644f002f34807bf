"""Results at the desk: slips, reports, corrections, points taken away, rulings (PFS-4.6.4, 5.2, 6.1, 7.1, S13, S34)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from mostek.tournament import commands as c
from mostek.tournament.awaiting import missing_results
from mostek.tournament.events import ResultCorrected, ResultEntered
from mostek.tournament.history import in_force
from mostek.tournament.refusals import Reason
from mostek.tournament.table_results import BothForfeited, Cause, Forfeited, Played, Source
from tournament.desk.hall import TEN, Hall

SWAPPED, ENTRY, RULING = c.CorrectionKind.SWAPPED, c.CorrectionKind.ENTRY, c.CorrectionKind.RULING


def paired(template: str = "pfs", people: int = 4, **settings: Any) -> Hall:
    hall = Hall(template, {"rounds": 2, "minutes": 20})
    hall.choose(**settings)
    hall.enter(people)
    hall.pair()
    return hall


def correction(hall: Hall, *scores: int, round_number: int = 1, **more: Any) -> c.CorrectResult:
    more.setdefault("kind", SWAPPED)
    return c.CorrectResult(at=hall.now, round=round_number, table=1, result=Played(scores), **more)


@pytest.mark.parametrize(("signed", "accepted"), [(2, True), (1, False), (0, False)])
def test_a_slip_bears_both_signatures(signed: int, accepted: bool) -> None:
    """PFS-5.2a."""
    hall = paired()
    slip = hall.slip(1, 400, 380)
    slip = replace(slip, signed=slip.signed[:signed])
    if accepted:
        hall.ok(slip)
        return
    refused = hall.no(slip)
    assert (refused.reason, refused.clause) == (Reason.SIGNATURES_MISSING, "PFS-5.2a")
    assert refused.params == {"numbers": list(hall.round().tables[0].players[signed:])}


def test_signatures_of_others_are_none() -> None:
    """PFS-5.2a: both players."""
    hall = paired()
    other = hall.round().tables[1].players
    assert hall.no(replace(hall.slip(1, 400, 380), signed=other)).reason is Reason.SIGNATURES_MISSING


def test_an_open_event_asks_for_no_signatures_and_a_refereed_game_needs_none() -> None:
    """S80: OPEN knows no protocol; a game that mostek has refereed was agreed on there."""
    hall = paired("open")
    hall.ok(replace(hall.slip(1, 400, 380), signed=()))
    hall = paired()
    hall.ok(replace(hall.slip(1, 400, 380, source=Source.GAME, reference="abc"), signed=()))


def test_what_a_slip_says_is_final() -> None:
    """PFS-5.2b."""
    hall = paired()
    hall.result(1, 400, 380)
    refused = hall.no(hall.slip(1, 410, 380))
    assert (refused.reason, refused.clause) == (Reason.RESULT_THERE, "PFS-5.2b")
    assert hall.no(correction(hall, 410, 380)).reason is Reason.RESULT_FINAL


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
    assert (refused.reason, refused.clause) == (Reason.CORRECTION_TOO_LATE, "PFS-4.6.4")
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
    assert hall.no(late).reason is Reason.CORRECTION_TOO_LATE
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
    assert hall.no(correction(hall, 400, 380, round_number=2)).reason is Reason.CORRECTION_TOO_LATE
    hall.ok(correction(hall, 400, 380, round_number=2, consent=True))
    hall.later(days=1)
    assert hall.no(correction(hall, 380, 400, round_number=2, consent=True)).reason is Reason.CORRECTION_TOO_LATE


def test_a_sum_that_was_wrong_by_ten_stays() -> None:
    """PFS-4.6.4, the fourth sentence: after the signatures no sum is corrected, with no consent."""
    hall = paired()
    hall.result(1, 400, 380)
    refused = hall.no(correction(hall, 400, 390, consent=True))
    assert (refused.reason, refused.clause) == (Reason.RESULT_FINAL, "PFS-5.2b")
    ruled = correction(hall, 400, 390, kind=RULING, clause="PFS-4.6.4", reason="suma")
    assert hall.no(ruled).reason is Reason.RESULT_FINAL


def test_swapping_changes_nothing_but_the_order() -> None:
    """PFS-4.6.4: a game does not become unrated on the way."""
    hall = paired()
    hall.result(1, 400, 380)
    swapped = replace(correction(hall), result=Played((380, 400), rated=False))
    assert hall.no(swapped).reason is Reason.RESULT_FINAL


def test_what_the_desk_mistyped_is_put_right_with_a_reason_while_the_event_lasts() -> None:
    """PFS-5.2a: the slip counts, not the typing."""
    hall = paired()
    hall.result(1, 400, 380)
    assert hall.no(correction(hall, 400, 308, kind=ENTRY)).clause == "PFS-6.1b"
    hall.ok(correction(hall, 400, 308, kind=ENTRY, reason="na protokole jest 308"))
    hall.play()
    hall.ok(c.CloseTournament(at=hall.now, reason="po jednej rundzie"))
    refused = hall.no(correction(hall, 400, 380, kind=ENTRY, reason="jednak 380"))
    assert (refused.reason, refused.params["on"]) == (Reason.TOURNAMENT_CLOSED, TEN.date())


def test_the_arbiter_rules_by_a_clause_and_the_log_keeps_both_values() -> None:
    """PFS-6.1b, 7.4."""
    hall = paired()
    hall.result(1, 400, 380)
    assert hall.no(correction(hall, 400, 370, kind=RULING, reason="bo tak")).reason is Reason.CLAUSE_NOT_KNOWN
    assert hall.no(correction(hall, 400, 370, kind=RULING, clause="PFS-7.4")).reason is Reason.REASON_NEEDED
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
    hall.later(days=3)
    hall.ok(correction(hall, 380, 401))


def test_a_correction_corrects_something() -> None:
    hall = paired()
    assert hall.no(correction(hall, 400, 380)).reason is Reason.RESULT_NOT_THERE
    hall.result(1, 400, 380)
    assert hall.no(correction(hall, 400, 380)).reason is Reason.RESULT_SAME
    hall.ok(replace(correction(hall, kind=ENTRY, reason="x"), result=BothForfeited(Cause.LATE)))
    wrong = replace(correction(hall, kind=ENTRY, reason="x"), result=Forfeited(9, 0, Cause.LATE))
    assert hall.no(wrong).reason is Reason.NOT_AT_THE_TABLE


@pytest.mark.parametrize(("round_number", "table"), [(1, 3), (2, 1), (1000, 1)])
def test_a_table_that_was_not_paired_has_no_result(round_number: int, table: int) -> None:
    slip = replace(paired().slip(1, 400, 380), round=round_number, table=table)
    hall = paired()
    for command in (
        slip,
        c.AwardForfeit(at=TEN, round=round_number, table=table, winner=1, cause=Cause.LATE),
        replace(correction(hall, 1, 2), round=round_number, table=table),
    ):
        assert hall.no(command).reason is Reason.TABLE_NOT_PAIRED
    assert hall.no(replace(slip, round=1, table=1, division="nie ma")).reason is Reason.TABLE_NOT_PAIRED


@pytest.mark.parametrize(("round_number", "table"), [(0, 1), (1, 0), (-1, 1), (1, -1)])
def test_a_number_that_is_none_is_not_the_last_one(round_number: int, table: int) -> None:
    """Such a line could not be read again, so it is never written."""
    hall = paired()
    assert hall.no(replace(hall.slip(1, 400, 380), round=round_number, table=table)).reason is Reason.NOT_WELL_FORMED


@pytest.mark.parametrize("scores", [(1001, 380), (400, -5)])
def test_an_unusual_score_is_looked_at_twice(scores: tuple[int, int]) -> None:
    hall = paired()
    refused = hall.no(hall.slip(1, *scores))
    assert (refused.reason, refused.setting) == (Reason.SCORE_UNUSUAL, "results.largest")
    hall.ok(replace(hall.slip(1, *scores), confirmed=True))


def test_a_thousand_points_are_nothing_unusual_and_a_million_are_impossible() -> None:
    hall = paired()
    hall.result(1, 1000, 0)
    assert hall.no(replace(hall.slip(2, 1_000_000, 0), confirmed=True)).reason is Reason.SCORE_UNUSUAL


@pytest.mark.parametrize("scores", [(), (400,), (400, 300, 200)])
def test_a_table_of_two_has_two_scores(scores: tuple[int, ...]) -> None:
    hall = paired()
    refused = hall.no(hall.slip(1, *scores))
    assert (refused.reason, refused.params["due"]) == (Reason.SCORES_DIFFER_IN_NUMBER, 2)


def test_equal_scores_are_a_draw_for_the_federation() -> None:
    """S13: no last word tells them apart there, even if somebody writes one down."""
    hall = paired()
    hall.result(1, 400, 400)
    hall.result(2, 390, 390, last_words=(30, 10))
    assert {hall.credit(number, 1).half_points for number in range(1, 5)} == {1}


def test_elsewhere_the_better_last_word_wins() -> None:
    """S13, OPEN and SCHOOL: no draws; equal last words are left to the jury (A-14)."""
    hall = paired("open")
    refused = hall.no(hall.slip(1, 400, 400))
    assert refused.reason is Reason.NO_DRAWS
    assert refused.clause.startswith("OPEN-")
    hall.result(1, 400, 400, last_words=(10, 30))
    host, guest = hall.round().tables[0].players
    assert (hall.credit(host, 1).half_points, hall.credit(guest, 1).half_points) == (0, 2)
    hall.result(2, 400, 400, last_words=(30, 30))
    assert hall.credit(hall.round().tables[1].players[0], 1).half_points == 1


def test_a_table_of_four_ranks_everybody_and_equals_by_the_last_word() -> None:
    """CHAL-10b, A-27, A-29: a match point for everybody who was beaten."""
    hall = Hall("chal", {"rounds": 1})
    hall.enter(4)
    players = hall.pair().tables[0].players
    assert hall.no(hall.slip(1, 200, 180, 180, 90)).reason is Reason.NO_DRAWS
    hall.result(1, 200, 180, 180, 90, last_words=(8, 12, 20, 5))
    assert [hall.credit(number, 1).half_points for number in players] == [6, 2, 4, 0]


def test_a_challenge_evening_may_count_winners_only() -> None:
    """A-27."""
    hall = Hall("chal", {"rounds": 1, "table.points": "winner"})
    hall.enter(4)
    players = hall.pair().tables[0].players
    hall.result(1, 200, 200, 180, 90, last_words=(8, 8, 20, 5))
    assert [hall.credit(number, 1).half_points for number in players] == [1, 1, 0, 0]


def test_two_reports_that_agree_are_the_result() -> None:
    hall = paired(results__self_report=True)
    host, guest = hall.round().tables[0].players
    report = c.ReportResult(at=TEN, round=1, number=host, scores=(401, 388))
    hall.ok(report)
    assert missing_results(hall.state, "")[0].reported == (host,)
    hall.ok(replace(report, number=guest, scores=(401, 378)))
    assert missing_results(hall.state, "")[0].disputed
    hall.ok(replace(report, number=guest))
    assert hall.round().tables[0].result == Played((401, 388), source=Source.REPORTS)
    assert hall.no(report).reason is Reason.RESULT_THERE


def test_a_report_of_somebody_else_or_where_none_are_taken_is_refused() -> None:
    hall = paired(results__self_report=True)
    report = c.ReportResult(at=TEN, round=1, number=9, scores=(401, 388))
    assert hall.no(report).reason is Reason.NOT_AT_THE_TABLE
    assert hall.no(replace(report, number=1, scores=(4, 3, 2))).reason is Reason.SCORES_DIFFER_IN_NUMBER
    assert paired().no(replace(report, number=1)).reason is Reason.REPORTS_NOT_TAKEN


def test_what_is_missing_is_named() -> None:
    hall = paired()
    hall.result(2, 400, 380)
    assert [(each.round, each.table, each.players) for each in missing_results(hall.state)] == [
        (1, 1, hall.round().tables[0].players)
    ]
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.params) == (Reason.RESULTS_MISSING, {"round": 1, "tables": [1]})


def deduction(hall: Hall, points: int, number: int = 1, **more: Any) -> c.Deduct:
    return c.Deduct(at=hall.now, number=number, points=points, **{"round": 1, "reason": "rozmowy", **more})


@pytest.mark.parametrize("points", [5, 10, 15])
def test_points_are_taken_away_in_fives(points: int) -> None:
    """PFS-7.1b, S34: from the score of the game; 312 − 10 = 302."""
    hall = paired()
    hall.play({1: 312, 3: 290})
    hall.ok(deduction(hall, points))
    assert hall.credit(1, 1).own == 312 - points
    assert hall.state.decisions[0].clause == "PFS-7.1b"


@pytest.mark.parametrize("points", [7, 1, 4, 6])
def test_other_points_are_not(points: int) -> None:
    """PFS-7.1b."""
    refused = paired().no(deduction(paired(), points))
    assert (refused.reason, refused.clause) == (Reason.PENALTY_STEP, "PFS-7.1b")


def test_a_deduction_may_turn_the_game() -> None:
    """S34: the score of the game is what counts; A-13."""
    hall = paired()
    hall.play({1: 400, 3: 395})
    hall.ok(deduction(hall, 5))
    assert {hall.credit(1, 1).half_points, hall.credit(3, 1).half_points} == {1}
    hall.ok(deduction(hall, 5))
    assert (hall.credit(1, 1).half_points, hall.credit(3, 1).half_points) == (0, 2)


def test_a_deduction_before_the_result_counts_when_it_comes() -> None:
    hall = paired()
    hall.ok(deduction(hall, 10))
    hall.play({1: 400, 3: 395})
    assert (hall.credit(1, 1).own, hall.credit(1, 1).half_points) == (390, 0)


def test_a_deduction_has_a_reason_and_a_game() -> None:
    """PFS-6.1b."""
    hall = paired()
    assert hall.no(deduction(hall, 5, reason=" ")).clause == "PFS-6.1b"
    assert hall.no(deduction(hall, 5, number=9)).reason is Reason.NOT_AT_THE_TABLE
    assert hall.no(deduction(hall, 5, round=2)).reason is Reason.NOT_AT_THE_TABLE


def test_a_warning_is_written_down_and_changes_no_score() -> None:
    """PFS-7.1a, 6.1b."""
    hall = paired()
    hall.play()
    before = hall.credit(1, 1)
    hall.ok(c.Rule(at=TEN, by="Arbiter", clause="PFS-7.1a", text="upomnienie", about=(1,), round=1))
    assert hall.credit(1, 1) == before
    assert hall.state.decisions[0].number == 1


def test_every_decision_names_its_clause() -> None:
    """PFS-6.1b; where none covers the case, 7.4 and a text (PFS-6.1c)."""
    hall = paired()
    assert hall.no(c.Rule(at=TEN, clause="PFS-9.9", text="x")).clause == "PFS-6.1b"
    refused = hall.no(c.Rule(at=TEN, clause="PFS-7.4", text=" "))
    assert (refused.reason, refused.clause) == (Reason.REASON_NEEDED, "PFS-6.1c")
    hall.ok(c.Rule(at=TEN, clause="PFS-7.4", text="zegar stanął"))
    assert hall.no(c.Rule(at=TEN, clause="PFS-7.1a", text="x", about=(9,))).reason is Reason.ENTRANT_NOT_KNOWN
