"""A round without an opponent: the desk says what it was and what it brings (decision 0053); and the arbiter is replaced."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from mostek.app.tournaments import Desk
from mostek.tournament import commands as c
from mostek.tournament.credits import CreditKind
from mostek.tournament.refusals import DeskReason
from tournament.desk.hall import TEN, ready

BYE, FORFEIT, ABSENT = CreditKind.BYE, CreditKind.FORFEIT, CreditKind.ABSENT


def test_a_bye_is_half_a_bye_and_back_again() -> None:
    hall = ready(3)
    idle = hall.pair().byes[0]
    given = (hall.credit(idle, 1).half_points, hall.credit(idle, 1).own)
    hall.ok(c.CreditRound(at=TEN, number=idle, round=1, kind=BYE, half_points=1, own=300, other=250))
    row = hall.credit(idle, 1)
    assert (row.kind, row.half_points, row.own, row.other) == (BYE, 1, 300, 250)
    assert (hall.standing(idle).half_points, hall.standing(idle).spread) == (1, 50)
    hall.ok(c.CreditRound(at=TEN, number=idle, round=1, kind=BYE))
    assert (hall.credit(idle, 1).half_points, hall.credit(idle, 1).own) == given


def test_who_has_a_bye_and_never_came_is_absent_or_has_lost_by_forfeit() -> None:
    hall = ready(3)
    idle = hall.pair().byes[0]
    hall.ok(c.CreditRound(at=TEN, number=idle, round=1, kind=ABSENT))
    assert (hall.round().byes, hall.round().missed) == ((), (idle,))
    assert (hall.credit(idle, 1).kind, hall.credit(idle, 1).half_points) == (ABSENT, 0)
    hall.ok(c.CreditRound(at=TEN, number=idle, round=1, kind=FORFEIT, half_points=0, other=50))
    row = hall.credit(idle, 1)
    assert (row.kind, row.half_points, row.own, row.other, row.rated) == (FORFEIT, 0, 0, 50, False)
    assert hall.standing(idle).losses == 1
    hall.ok(c.Undo(at=TEN))
    assert hall.credit(idle, 1).kind is ABSENT


def test_who_came_for_round_two_gets_half_a_bye_for_the_first_one() -> None:
    hall = ready(2)
    hall.pair()
    hall.play()
    hall.enter(2)
    hall.pair()
    points = {"round": 1, "kind": BYE, "half_points": 1}
    assert hall.no(c.CreditRound(at=TEN, number=4, **points)).reason is DeskReason.REASON_NEEDED  # type: ignore[arg-type]
    hall.ok(c.CreditRound(at=TEN, number=4, **points, reason="regulamin, punkt 7"))  # type: ignore[arg-type]
    assert hall.standing(4).half_points == 1
    assert hall.state.divisions[""].rounds[0].byes == (4,)
    assert Desk(hall.log).state == hall.state, "the file says the same"


@pytest.mark.parametrize(
    ("kind", "points", "more"),
    [
        (CreditKind.GAME, 2, {}),
        (FORFEIT, None, {}),
        (ABSENT, 1, {}),
        (BYE, None, {"own": 300}),
        (ABSENT, None, {"other": 50}),
    ],
)
def test_points_that_such_a_round_cannot_have_are_refused(
    kind: CreditKind, points: int | None, more: dict[str, Any]
) -> None:
    hall = ready(3)
    idle = hall.pair().byes[0]
    refused = hall.no(c.CreditRound(at=TEN, number=idle, round=1, kind=kind, half_points=points, **more))
    assert refused.reason is DeskReason.CREDIT_NOT_POSSIBLE


def test_only_people_without_a_table_in_a_paired_round() -> None:
    hall = ready(3)
    assert hall.no(c.CreditRound(at=TEN, number=1, round=1, kind=BYE)).reason is DeskReason.ROUND_NOT_PAIRED
    playing = hall.pair().tables[0].players[0]
    assert hall.no(c.CreditRound(at=TEN, number=playing, round=1, kind=BYE)).reason is DeskReason.NOT_FREE
    assert hall.no(c.CreditRound(at=TEN, number=9, round=1, kind=BYE)).reason is DeskReason.ENTRANT_NOT_KNOWN


def test_the_bracket_says_who_rests_in_a_knock_out() -> None:
    hall = ready(3, plan="knockout", rounds=2)
    idle = hall.pair().byes[0]
    refused = hall.no(c.CreditRound(at=TEN, number=idle, round=1, kind=ABSENT))
    assert refused.reason is DeskReason.CREDIT_NOT_POSSIBLE
    hall.ok(c.CreditRound(at=TEN, number=idle, round=1, kind=BYE, half_points=0))
    hall.play()
    assert idle in {number for table in hall.pair().tables for number in table.players}


def test_a_round_robin_is_paired_ahead_and_a_danish_round_is_not() -> None:
    hall = ready(4, plan="round_robin")
    for number in (1, 2, 3):
        hall.ok(c.PairRound(at=TEN, ahead=True))
        assert len(hall.state.divisions[""].rounds) == number
    met = [frozenset(table.players) for played in hall.state.divisions[""].rounds for table in played.tables]
    assert len(set(met)) == 6, "everybody meets everybody"
    other = ready(4, plan="danish")
    other.pair()
    assert other.no(c.PairRound(at=TEN, ahead=True)).reason is DeskReason.RESULTS_MISSING


def test_an_arbiter_is_replaced_and_papers_know_both() -> None:
    hall = ready(4)
    hall.ok(c.NameArbiter(at=TEN, arbiter="Jan  Nowak"))
    hall.ok(c.NameArbiter(at=TEN, arbiter="Jan Nowak-Lis"))
    assert (hall.state.arbiter, hall.state.earlier_arbiters) == ("Jan Nowak-Lis", ()), (
        "nothing was paired under the first"
    )
    hall.pair()
    later = TEN + timedelta(hours=2)
    hall.ok(c.NameArbiter(at=later, arbiter="Ola Rak"))
    assert hall.state.arbiter == "Ola Rak"
    assert [(each.name, each.until) for each in hall.state.earlier_arbiters] == [("Jan Nowak-Lis", later)]
    assert hall.no(c.NameArbiter(at=later, arbiter="Ola Rak")).reason is DeskReason.ARBITER_ALREADY
    assert Desk(hall.log).state == hall.state, "the file says the same"
