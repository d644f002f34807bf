"""Results at the desk: slips, signatures, reports, draws, what is missing (PFS-5.2, S13, A-27)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from mostek.tournament import commands as c
from mostek.tournament.pending import missing_results
from mostek.tournament.refusals import DeskReason
from mostek.tournament.state import ForfeitCause, Played, Source
from tournament.desk.hall import TEN, Hall, correction, paired


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
    assert (refused.reason, refused.clause) == (DeskReason.SIGNATURES_MISSING, "PFS-5.2a")
    assert refused.params == {"numbers": list(hall.round().tables[0].players[signed:])}


def test_signatures_of_others_are_none() -> None:
    """PFS-5.2a: both players."""
    hall = paired()
    other = hall.round().tables[1].players
    assert hall.no(replace(hall.slip(1, 400, 380), signed=other)).reason is DeskReason.SIGNATURES_MISSING


def test_an_open_event_asks_for_no_signatures_and_a_refereed_game_needs_none() -> None:
    """S80: OPEN knows no protocol; a game that mostek has refereed was agreed on there."""
    hall = paired("open")
    hall.ok(replace(hall.slip(1, 400, 380), signed=()))
    hall = paired()
    hall.ok(replace(hall.slip(1, 400, 380, source=Source.GAME, reference="abc"), signed=()))


def test_nobody_signs_who_is_not_there() -> None:
    """PFS-5.2a: an event that asks for four signatures has two at a table of two."""
    paired(results__signatures=4).result(1, 400, 380)


def test_what_a_slip_says_is_final() -> None:
    """PFS-5.2b."""
    hall = paired()
    hall.result(1, 400, 380)
    refused = hall.no(hall.slip(1, 410, 380))
    assert (refused.reason, refused.clause) == (DeskReason.RESULT_THERE, "PFS-5.2b")
    assert hall.no(correction(hall, 410, 380)).reason is DeskReason.RESULT_FINAL


@pytest.mark.parametrize(("round_number", "table"), [(1, 3), (2, 1), (1000, 1)])
def test_a_table_that_was_not_paired_has_no_result(round_number: int, table: int) -> None:
    slip = replace(paired().slip(1, 400, 380), round=round_number, table=table)
    hall = paired()
    for command in (
        slip,
        c.AwardForfeit(at=TEN, round=round_number, table=table, winner=1, cause=ForfeitCause.LATE),
        replace(correction(hall, 1, 2), round=round_number, table=table),
    ):
        assert hall.no(command).reason is DeskReason.TABLE_NOT_PAIRED
    assert hall.no(replace(slip, round=1, table=1, division="nie ma")).reason is DeskReason.TABLE_NOT_PAIRED


@pytest.mark.parametrize(("round_number", "table"), [(0, 1), (1, 0), (-1, 1), (1, -1)])
def test_a_number_that_is_none_is_not_the_last_one(round_number: int, table: int) -> None:
    """Such a line could not be read again, so it is never written."""
    hall = paired()
    assert (
        hall.no(replace(hall.slip(1, 400, 380), round=round_number, table=table)).reason is DeskReason.NOT_WELL_FORMED
    )


@pytest.mark.parametrize("scores", [(1001, 380), (400, -5)])
def test_an_unusual_score_is_looked_at_twice(scores: tuple[int, int]) -> None:
    hall = paired()
    refused = hall.no(hall.slip(1, *scores))
    assert (refused.reason, refused.setting) == (DeskReason.SCORE_UNUSUAL, "results.largest")
    hall.ok(replace(hall.slip(1, *scores), confirmed=True))


def test_a_thousand_points_are_nothing_unusual_and_a_million_are_impossible() -> None:
    hall = paired()
    hall.result(1, 1000, 0)
    assert hall.no(replace(hall.slip(2, 1_000_000, 0), confirmed=True)).reason is DeskReason.SCORE_UNUSUAL


@pytest.mark.parametrize("scores", [(), (400,), (400, 300, 200)])
def test_a_table_of_two_has_two_scores(scores: tuple[int, ...]) -> None:
    hall = paired()
    refused = hall.no(hall.slip(1, *scores))
    assert (refused.reason, refused.params["due"]) == (DeskReason.SCORES_DIFFER_IN_NUMBER, 2)


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
    assert refused.reason is DeskReason.NO_DRAWS
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
    assert hall.no(hall.slip(1, 200, 180, 180, 90)).reason is DeskReason.NO_DRAWS
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
    hall.result(1, 401, 388)
    assert not hall.round().tables[0].is_disputed, "the desk has settled it"
    hall.ok(c.Undo(at=TEN))
    hall.ok(replace(report, number=guest))
    assert hall.round().tables[0].result == Played((401, 388), source=Source.REPORTS)
    assert hall.no(report).reason is DeskReason.RESULT_THERE


def test_a_report_of_somebody_else_or_where_none_are_taken_is_refused() -> None:
    hall = paired(results__self_report=True)
    report = c.ReportResult(at=TEN, round=1, number=9, scores=(401, 388))
    assert hall.no(report).reason is DeskReason.NOT_AT_THE_TABLE
    assert hall.no(replace(report, number=1, scores=(4, 3, 2))).reason is DeskReason.SCORES_DIFFER_IN_NUMBER
    assert paired().no(replace(report, number=1)).reason is DeskReason.REPORTS_NOT_TAKEN


def test_what_is_missing_is_named() -> None:
    hall = paired()
    hall.result(2, 400, 380)
    assert [(each.round, each.table, each.players) for each in missing_results(hall.state)] == [
        (1, 1, hall.round().tables[0].players)
    ]
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.params) == (DeskReason.RESULTS_MISSING, {"round": 1, "tables": [1]})
