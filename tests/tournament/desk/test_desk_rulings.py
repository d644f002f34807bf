"""What the arbiter decides: points taken away, warnings, the clause of every decision (PFS-6.1, 7.1, S34)."""

from __future__ import annotations

from typing import Any

import pytest

from mostek.tournament import commands as c
from mostek.tournament.refusals import DeskReason
from tournament.desk.hall import TEN, Hall, paired


def deduction(hall: Hall, points: int, number: int = 1, **more: Any) -> c.DeductPoints:
    return c.DeductPoints(at=hall.now, number=number, points=points, **{"round": 1, "reason": "rozmowy", **more})


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
    assert (refused.reason, refused.clause) == (DeskReason.PENALTY_STEP, "PFS-7.1b")


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
    assert hall.no(deduction(hall, 5, number=9)).reason is DeskReason.NOT_AT_THE_TABLE
    assert hall.no(deduction(hall, 5, round=2)).reason is DeskReason.NOT_AT_THE_TABLE


def test_a_warning_is_written_down_and_changes_no_score() -> None:
    """PFS-7.1a, 6.1b."""
    hall = paired()
    hall.play()
    before = hall.credit(1, 1)
    hall.ok(c.RecordDecision(at=TEN, by="Arbiter", clause="PFS-7.1a", text="upomnienie", about=(1,), round=1))
    assert hall.credit(1, 1) == before
    assert hall.state.decisions[0].number == 1


def test_every_decision_names_its_clause() -> None:
    """PFS-6.1b; where none covers the case, 7.4 and a text (PFS-6.1c)."""
    hall = paired()
    assert hall.no(c.RecordDecision(at=TEN, clause="PFS-9.9", text="x")).clause == "PFS-6.1b"
    refused = hall.no(c.RecordDecision(at=TEN, clause="PFS-7.4", text=" "))
    assert (refused.reason, refused.clause) == (DeskReason.REASON_NEEDED, "PFS-6.1c")
    hall.ok(c.RecordDecision(at=TEN, clause="PFS-7.4", text="zegar stanął"))
    hall.ok(c.RecordDecision(at=TEN, clause="PFS-7.1a", text=" "))
    assert (
        hall.no(c.RecordDecision(at=TEN, clause="PFS-7.1a", text="x", about=(9,))).reason
        is DeskReason.ENTRANT_NOT_KNOWN
    )
