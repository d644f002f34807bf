"""Adjourned games: a state of the table that the arbiter decides by PFS-7.4, for no clause knows it."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from mostek.app.tournament_cards import Light, light_of
from mostek.tournament import commands as c
from mostek.tournament.pending import late_tables, missing_results
from mostek.tournament.refusals import DeskReason
from mostek.tournament.state import ForfeitCause
from tournament.desk.hall import TEN, Hall, ready

LATER = TEN + timedelta(hours=7)


def adjournment(until: datetime | None = LATER, reason: str = "awaria światła", table: int = 1) -> c.AdjournGame:
    return c.AdjournGame(at=TEN, by="Ewa", round=1, table=table, until=until, reason=reason)


@pytest.fixture
def hall() -> Hall:
    """Number 1 and number 3 sit at table 1; number 3 has not come."""
    found = ready(4)
    found.pair((1, 3), (2, 4))
    found.ok(c.StartRound(at=TEN, absent=(3,)))
    return found


def test_the_decision_stands_in_the_log_with_its_clause_and_reason(hall: Hall) -> None:
    hall.ok(adjournment())
    (made,) = hall.state.decisions
    assert (made.clause, made.text, made.about, made.round) == ("PFS-7.4", "awaria światła", (1, 3), 1)
    table = hall.round().tables[0]
    assert table.adjourned_until == LATER
    assert light_of(hall.round(), table) is Light.ADJOURNED


def test_no_clock_runs_at_an_adjourned_table_and_it_still_owes_its_result(hall: Hall) -> None:
    assert set(late_tables(hall.state, "", LATER)) == {1}
    hall.ok(adjournment())
    assert late_tables(hall.state, "", LATER) == {}
    assert [each.table for each in missing_results(hall.state)] == [1, 2]
    hall.ok(hall.slip(2, 400, 350))
    assert hall.no(c.PairRound(at=TEN)).reason is DeskReason.RESULTS_MISSING


def test_it_goes_on_and_can_be_adjourned_again(hall: Hall) -> None:
    hall.ok(adjournment())
    hall.ok(adjournment(LATER + timedelta(days=1), "nadal ciemno"))
    assert hall.round().tables[0].adjourned_until == LATER + timedelta(days=1)
    hall.ok(adjournment(None, ""))
    assert hall.round().tables[0].adjourned_until is None
    assert light_of(hall.round(), hall.round().tables[0]) is Light.AWAITED
    assert len(hall.state.decisions) == 2


@pytest.mark.parametrize("ends", ["a slip", "a forfeit", "an undo"])
def test_its_end_is_that_of_any_game(hall: Hall, ends: str) -> None:
    hall.ok(adjournment())
    if ends == "an undo":
        hall.ok(c.Undo(at=TEN))
        assert hall.state.decisions == ()
        assert light_of(hall.round(), hall.round().tables[0]) is Light.AWAITED
        return
    award = c.AwardForfeit(at=LATER, round=1, table=1, winner=1, cause=ForfeitCause.LATE)
    hall.ok(hall.slip(1, 400, 350) if ends == "a slip" else award)
    assert light_of(hall.round(), hall.round().tables[0]) is Light.IN
    assert hall.no(adjournment()).reason is DeskReason.RESULT_THERE


def test_what_cannot_be_adjourned_is_refused(hall: Hall) -> None:
    assert hall.no(adjournment(reason=" ")).reason is DeskReason.REASON_NEEDED
    assert hall.no(adjournment(TEN)).reason is DeskReason.MOMENT_PASSED
    hall.ok(adjournment(TEN + timedelta(seconds=1)))
    assert hall.no(adjournment(table=3)).reason is DeskReason.TABLE_NOT_PAIRED
    refused = hall.no(adjournment(None, table=2))
    assert (refused.reason, refused.clause) == (DeskReason.NOT_ADJOURNED, "PFS-7.4")
