"""The end of an event: places, prizes, ties, teams, and that it ends (SCHOOL-award, OPEN-award, S33, S46)."""

from __future__ import annotations

from datetime import date

import pytest

from mostek.tournament import commands as c
from mostek.tournament.classification import podium
from mostek.tournament.refusals import DeskReason
from mostek.tournament.standings import open_prize_ties, standings_of, team_table_of
from tournament.desk.hall import TEN, Hall


def played(people: int = 6, **settings: object) -> Hall:
    """One round: number 1 beats the one in the middle, and so on; the lower number wins by more."""
    hall = Hall("open", {"rounds": 1, "minutes": 20, "plan": "half_split"})
    hall.choose(**settings)
    hall.enter(people)
    hall.pair()
    hall.play({number: 500 - 10 * number for number in range(1, people + 1)})
    return hall


def test_there_are_three_individual_prizes() -> None:
    """SCHOOL-award-1, OPEN-award-1."""
    assert [(each.place, each.number) for each in podium(standings_of(played().state, ""))] == [(1, 1), (2, 2), (3, 3)]


def tied(**settings: object) -> Hall:
    """Numbers 3 and 4 are equal by every key behind 1 and 2."""
    hall = Hall("open", {"rounds": 1, "minutes": 20, "plan": "manual"})
    hall.choose(**settings)
    hall.enter(8)
    hall.pair((1, 5), (2, 6), (3, 7), (4, 8))
    hall.play({1: 500, 2: 480, 3: 400, 4: 400, 5: 300, 6: 300, 7: 300, 8: 300})
    return hall


def test_equals_share_the_third_place() -> None:
    """S46."""
    hall = tied()
    assert [(each.place, each.number) for each in podium(standings_of(hall.state, ""))] == [
        (1, 1),
        (2, 2),
        (3, 3),
        (3, 4),
    ]
    assert open_prize_ties(hall.state, "") == ((3, 4),)
    hall.ok(c.CloseTournament(at=TEN))


def test_the_organiser_may_decide_who_is_third() -> None:
    """S46."""
    hall = tied(prize_ties="decide")
    refused = hall.no(c.CloseTournament(at=TEN))
    assert (refused.reason, refused.clause, refused.params) == (DeskReason.TIES_UNDECIDED, "S46", {"numbers": [3, 4]})
    hall.ok(c.DecideTie(at=TEN, order=(4, 3), reason="dogrywka"))
    assert [(each.place, each.number) for each in podium(standings_of(hall.state, ""))][2:] == [(3, 4)]
    assert hall.standing(3).place == 4
    hall.ok(c.CloseTournament(at=TEN))


@pytest.mark.parametrize(
    "order",
    [
        pytest.param((), id="nobody"),
        pytest.param((3,), id="one alone"),
        pytest.param((1, 2), id="two who are not equal"),
        pytest.param((3, 4, 5), id="one too many"),
    ],
)
def test_only_equals_are_put_in_order_and_all_of_them(order: tuple[int, ...]) -> None:
    """S46: an order that left somebody out would settle nothing."""
    refused = tied().no(c.DecideTie(at=TEN, order=order, reason="los"))
    assert (refused.reason, refused.setting) == (DeskReason.NOT_EQUAL, "prize_ties")


def test_an_order_that_leaves_out_one_of_the_equals_settles_nothing() -> None:
    """S46."""
    hall = Hall("open", {"rounds": 1, "minutes": 20, "plan": "manual"})
    hall.enter(6)
    hall.pair((1, 4), (2, 5), (3, 6))
    hall.play({1: 400, 2: 400, 3: 400})
    assert open_prize_ties(hall.state, "") == ((1, 2, 3),)
    assert hall.no(c.DecideTie(at=TEN, order=(2, 1), reason="los")).reason is DeskReason.NOT_EQUAL
    hall.ok(c.DecideTie(at=TEN, order=(2, 3, 1), reason="los"))
    assert [hall.standing(number).place for number in (2, 3, 1)] == [1, 2, 3]


def test_nobody_stands_twice_in_an_order_or_without_being_there() -> None:
    assert tied().no(c.DecideTie(at=TEN, order=(3, 3), reason="los")).reason is DeskReason.SAME_PLAYER_TWICE
    assert tied().no(c.DecideTie(at=TEN, order=(3, 9), reason="los")).reason is DeskReason.ENTRANT_NOT_KNOWN


def test_the_excluded_are_not_equal_to_anybody() -> None:
    """S33: they have no place."""
    hall = tied()
    for number in (7, 8):
        hall.ok(c.Exclude(at=TEN, number=number, reason="oszustwo"))
    assert hall.no(c.DecideTie(at=TEN, order=(7, 8), reason="los")).reason is DeskReason.NOT_EQUAL


def test_winners_of_two_divisions_are_not_equal() -> None:
    """SCHOOL-org-3: divisions have standings of their own."""
    hall = Hall("open", {"divisions": ["a", "b"], "rounds": 2, "minutes": 20})
    for division in ("a", "b"):
        hall.enter(2, division)
        hall.pair(division=division)
        hall.play({1: 400, 3: 400}, division=division)
    assert hall.standing(1, "a").place == hall.standing(3, "b").place == 1
    assert hall.no(c.DecideTie(at=TEN, order=(1, 3), reason="los")).reason is DeskReason.NOT_EQUAL


def schools() -> Hall:
    hall = Hall("school", {"rounds": 1, "team.size": 2, "divisions": ["gimnazja"], "plan": "manual"})
    for name in ("Szkoła 1", "Szkoła 2"):
        hall.ok(c.RegisterTeam(at=TEN, name=name, division="gimnazja", contact="Opiekun"))
        hall.enter(2, "gimnazja", name)
        hall.ok(c.ConfirmTeam(at=TEN, name=name, division="gimnazja"))
    return hall


def test_one_school_wins() -> None:
    """SCHOOL-award-2, S46: the sum of the members' match points, then of their game points."""
    hall = schools()
    hall.pair((1, 3), (2, 4), division="gimnazja")
    hall.play({1: 400, 3: 390, 2: 380, 4: 420}, division="gimnazja")
    table = team_table_of(hall.state, "gimnazja")
    assert [(row.place, row.name, row.half_points, row.game_points) for row in table.rows] == [
        (1, "Szkoła 2", 2, 810),
        (2, "Szkoła 1", 2, 780),
    ]


def test_every_member_and_every_school_gets_a_diploma() -> None:
    """SCHOOL-award-3, OPEN-award-2: those who took part, and the schools; not who never came."""
    hall = schools()
    hall.ok(c.CheckOut(at=TEN, numbers=(4,)))
    hall.pair((1, 3), (2,), division="gimnazja")
    hall.play(division="gimnazja")
    assert sorted(each.number for each in standings_of(hall.state, "gimnazja")) == [1, 2, 3]
    assert [row.name for row in team_table_of(hall.state, "gimnazja").rows] == ["Szkoła 1", "Szkoła 2"]


def test_the_divisions_of_schools_have_standings_of_their_own() -> None:
    """SCHOOL-org-3."""
    hall = Hall("school", {"rounds": 2, "team.size": None})
    for division in ("gimnazja", "ponadgimnazjalne"):
        hall.enter(2, division)
        hall.pair(division=division)
        hall.play(division=division)
        assert [each.place for each in standings_of(hall.state, division)] == [1, 2]


def test_an_event_ends_when_everything_is_in() -> None:
    """PFS-4.6.4: its official end closes the last window."""
    hall = Hall("pfs", {"rounds": 2})
    hall.enter(4)
    assert hall.no(c.CloseTournament(at=TEN)).reason is DeskReason.ROUNDS_LEFT
    hall.pair()
    refused = hall.no(c.CloseTournament(at=TEN, reason="burza"))
    assert (refused.reason, refused.params) == (DeskReason.RESULTS_MISSING, {"round": 1, "tables": [1, 2]})
    hall.play()
    refused = hall.no(c.CloseTournament(at=TEN))
    assert (refused.reason, refused.clause) == (DeskReason.ROUNDS_LEFT, "PFS-7.2d")
    hall.ok(c.CloseTournament(at=TEN, reason="burza"))
    assert hall.state.closed_on == date(2026, 4, 28)


def test_an_event_without_a_round_ends_with_a_reason_only() -> None:
    """PFS-7.2d: whether or not the number of rounds was ever chosen."""
    hall = Hall("pfs")
    assert hall.no(c.CloseTournament(at=TEN)).reason is DeskReason.ROUNDS_LEFT
    hall.ok(c.CloseTournament(at=TEN, reason="nikt nie przyszedł"))


def test_after_the_end_only_rulings_and_what_the_day_allows() -> None:
    hall = played()
    hall.ok(c.CloseTournament(at=TEN))
    for command in (c.PairRound(at=TEN), c.CloseTournament(at=TEN), c.Withdraw(at=TEN, number=1)):
        refused = hall.no(command)
        assert (refused.reason, refused.params) == (DeskReason.TOURNAMENT_CLOSED, {"on": TEN.date()})
    hall.ok(c.RecordDecision(at=TEN, clause="PFS-7.3", text="wniosek do Zarządu", about=(1,)))
    assert hall.state.decisions[0].clause == "PFS-7.3"
    hall.ok(c.Undo(at=TEN))
    hall.ok(c.Undo(at=TEN))
    assert hall.state.closed_on is None


def test_the_last_command_is_taken_back_and_nothing_is_wiped() -> None:
    hall = Hall("pfs", {"rounds": 2})
    founded = hall.state
    assert hall.no(c.Undo(at=TEN)).reason is DeskReason.NOTHING_TO_UNDO
    hall.enter(2)
    hall.ok(c.Undo(at=TEN))
    hall.ok(c.Undo(at=TEN))
    hall.ok(c.Undo(at=TEN))
    assert hall.state == founded
    assert len(hall.desk.steps) == 7
    hall.enter(2)
    assert hall.state.entrants[2].is_present
