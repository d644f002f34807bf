"""Entering people and teams: deadlines, channels, line-ups, consent, check-in (OPEN-reg, SCHOOL-reg, SCHOOL-team, S46, S47)."""

from __future__ import annotations

from datetime import date

import pytest

from mostek.tournament import commands as c
from mostek.tournament.entrants import Channel, EntrantStatus, Person
from mostek.tournament.limits import LARGEST_ORIGIN, LimitKind
from mostek.tournament.origin import Origin
from mostek.tournament.pending import not_checked_in, unconfirmed_teams
from mostek.tournament.refusals import DeskReason
from mostek.tournament.standings import standings_of
from tournament.desk.hall import TEN, Hall

DEADLINE = {"entry.deadline": "2016-04-20"}
ON_TIME, TOO_LATE = date(2016, 4, 20), date(2016, 4, 21)


def entry(name: str = "Ala", **more: object) -> c.RegisterEntrant:
    return c.RegisterEntrant(at=TEN, person=Person(name=name), **more)  # type: ignore[arg-type]


def team(name: str = "Szkoła 1", division: str = "gimnazja", **more: object) -> c.RegisterTeam:
    return c.RegisterTeam(at=TEN, name=name, division=division, contact="Opiekun", **more)  # type: ignore[arg-type]


def test_an_entry_of_the_last_day_is_taken_and_one_of_the_day_after_is_not() -> None:
    """OPEN-reg-1."""
    hall = Hall("open", DEADLINE)
    hall.ok(entry("Ala", entered_on=ON_TIME))
    refused = hall.no(entry("Ola", entered_on=TOO_LATE))
    assert (refused.reason, refused.clause, refused.setting) == (
        DeskReason.DEADLINE_PASSED,
        "OPEN-reg-1",
        "entry.deadline",
    )
    assert refused.params == {"deadline": ON_TIME, "entered": TOO_LATE}


def test_without_a_day_of_its_own_an_entry_comes_when_it_is_written_down() -> None:
    hall = Hall("open", DEADLINE)
    assert hall.no(entry()).params["entered"] == TEN.date()


def test_the_organiser_takes_a_late_entry_with_a_reason_which_is_kept() -> None:
    """OPEN-reg-1: override logged."""
    hall = Hall("open", DEADLINE)
    hall.ok(entry(entered_on=TOO_LATE, override="decyzja organizatora"))
    assert hall.state.entrants[1].override == "decyzja organizatora"
    assert hall.state.entrants[1].entered_on == TOO_LATE


def test_where_late_entries_are_refused_no_reason_helps_and_where_they_are_allowed_none_is_needed() -> None:
    """S47: the federation takes people in the hall."""
    hall = Hall("open", DEADLINE | {"entry.late": "refused"})
    assert hall.no(entry(entered_on=TOO_LATE, override="proszę")).reason is DeskReason.DEADLINE_PASSED
    Hall("pfs", DEADLINE).ok(entry(entered_on=TOO_LATE))
    Hall("open").ok(entry(entered_on=TOO_LATE))


@pytest.mark.parametrize("channel", list(Channel))
def test_an_entry_says_how_it_came(channel: Channel) -> None:
    """OPEN-reg-2, SCHOOL-reg-2."""
    hall = Hall("school")
    hall.ok(team(channel=channel))
    hall.ok(entry(division="gimnazja", team="Szkoła 1", channel=channel))
    assert hall.state.entrants[1].channel is channel
    assert next(hall.state.teams_of("gimnazja")).channel is channel


def test_a_team_needs_somebody_to_call() -> None:
    """SCHOOL-reg-2."""
    hall = Hall("school")
    refused = hall.no(c.RegisterTeam(at=TEN, name="Szkoła 1", division="gimnazja", contact=""))
    assert refused.reason is DeskReason.NOT_WELL_FORMED
    assert (refused.params["field"], refused.params["limit"]) == ("contact", LimitKind.EMPTY)
    hall.ok(team())
    assert next(hall.state.teams_of("gimnazja")).contact == "Opiekun"


def test_a_team_comes_by_the_deadline_too() -> None:
    """SCHOOL-reg-1."""
    hall = Hall("school", DEADLINE)
    hall.ok(team("Szkoła 1", entered_on=ON_TIME))
    refused = hall.no(team("Szkoła 2", entered_on=TOO_LATE))
    assert (refused.reason, refused.clause) == (DeskReason.DEADLINE_PASSED, "SCHOOL-reg-1")
    hall.ok(team("Szkoła 2", entered_on=TOO_LATE, override="poczta się spóźniła"))


def test_a_school_has_one_team_in_a_division() -> None:
    """SCHOOL-team-1; letters of another size are the same name."""
    hall = Hall("school")
    hall.ok(team())
    for name in ("Szkoła 1", "SZKOŁA 1"):
        refused = hall.no(team(name))
        assert (refused.reason, refused.clause) == (DeskReason.TEAM_EXISTS, "SCHOOL-team-1")
    hall.ok(team("Szkoła 1", "ponadgimnazjalne"))
    hall.ok(team("Szkoła 2"))


def school_of(members: int) -> Hall:
    hall = Hall("school", {"rounds": 3})
    hall.ok(team())
    hall.enter(members, "gimnazja", "Szkoła 1")
    return hall


CONFIRM = c.ConfirmTeam(at=TEN, name="Szkoła 1", division="gimnazja")


def test_a_team_of_seven_is_not_confirmed() -> None:
    """SCHOOL-team-2."""
    refused = school_of(7).no(CONFIRM)
    assert (refused.reason, refused.clause, refused.setting) == (
        DeskReason.TEAM_INCOMPLETE,
        "SCHOOL-team-2",
        "team.size",
    )
    assert refused.params == {"team": "Szkoła 1", "found": 7, "due": 8}


def test_a_team_of_eight_is_confirmed_once() -> None:
    """SCHOOL-team-2."""
    hall = school_of(8)
    hall.ok(CONFIRM)
    assert next(hall.state.teams_of("gimnazja")).confirmed
    assert hall.no(CONFIRM).reason is DeskReason.STATUS_ALREADY


def test_a_ninth_member_is_not_taken() -> None:
    """SCHOOL-team-2."""
    refused = school_of(8).no(entry(division="gimnazja", team="Szkoła 1"))
    assert (refused.reason, refused.clause) == (DeskReason.TEAM_FULL, "SCHOOL-team-2")
    assert refused.params["due"] == 8


def test_a_line_up_that_was_confirmed_counts_no_more_when_teams_become_bigger() -> None:
    """SCHOOL-team-2: whoever is confirmed has as many as the event asks for now."""
    hall = school_of(8)
    hall.ok(CONFIRM)
    assert not unconfirmed_teams(hall.state, "gimnazja")
    hall.choose(team__size=9)
    assert [each.name for each in unconfirmed_teams(hall.state, "gimnazja")] == ["Szkoła 1"]
    assert hall.no(c.PairRound(at=TEN, division="gimnazja")).reason is DeskReason.TEAMS_UNCONFIRMED


def test_a_seven_person_team_keeps_the_round_from_being_paired() -> None:
    hall = school_of(7)
    refused = hall.no(c.PairRound(at=TEN, division="gimnazja"))
    assert (refused.reason, refused.clause) == (DeskReason.TEAMS_UNCONFIRMED, "SCHOOL-team-2")
    assert refused.params == {"teams": ["Szkoła 1"]}


def test_a_team_of_eight_that_nobody_has_confirmed_does_so_too() -> None:
    """SCHOOL-team-2."""
    assert school_of(8).no(c.PairRound(at=TEN, division="gimnazja")).reason is DeskReason.TEAMS_UNCONFIRMED


def test_a_line_up_is_fixed_by_the_first_round() -> None:
    hall = school_of(8)
    hall.ok(team("Szkoła 2"))
    hall.enter(8, "gimnazja", "Szkoła 2")
    hall.ok(CONFIRM)
    hall.ok(c.ConfirmTeam(at=TEN, name="Szkoła 2", division="gimnazja"))
    hall.pair(division="gimnazja")
    assert hall.no(entry(division="gimnazja", team="Szkoła 1")).reason is DeskReason.LINE_UP_FIXED
    assert hall.no(team("Szkoła 3")).reason is DeskReason.LINE_UP_FIXED
    hall.ok(team("Szkoła 3", "ponadgimnazjalne"))


def test_members_stand_in_the_line_up_in_the_order_of_their_entries() -> None:
    hall = school_of(8)
    assert [hall.state.entrants[number].board for number in range(1, 9)] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_pupil_enters_with_a_team_and_nobody_else_does() -> None:
    hall = school_of(1)
    assert hall.no(entry(division="gimnazja")).reason is DeskReason.TEAM_NEEDED
    assert hall.no(entry(division="gimnazja", team="Szkoła 9")).reason is DeskReason.TEAM_NOT_KNOWN
    assert hall.no(c.ConfirmTeam(at=TEN, name="Szkoła 9", division="gimnazja")).reason is DeskReason.TEAM_NOT_KNOWN
    alone = Hall("open")
    assert alone.no(entry(team="Szkoła 1")).reason is DeskReason.NO_TEAMS
    assert alone.no(team(division="")).reason is DeskReason.NO_TEAMS


@pytest.mark.parametrize("command", [entry(division="liceum", team="Szkoła 1"), team(division="liceum")])
def test_a_division_that_is_none_is_named(command: c.Command) -> None:
    refused = Hall("school").no(command)
    assert (refused.reason, refused.clause) == (DeskReason.DIVISION_NOT_KNOWN, "SCHOOL-org-3")
    assert refused.params == {"name": "liceum", "known": ["gimnazja", "ponadgimnazjalne"]}


def test_two_of_one_name_need_something_that_tells_them_apart() -> None:
    hall = Hall()
    hall.ok(entry("Ala"))
    refused = hall.no(entry("Ala"))
    assert (refused.reason, refused.params) == (DeskReason.NAME_TAKEN, {"name": "Ala", "number": 1})
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ala", city="Kielce")))


def test_a_starting_number_may_be_given_and_the_next_one_is_beyond_it() -> None:
    hall = Hall()
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ala"), number=7))
    hall.ok(entry("Ola"))
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ela"), number=3))
    assert [(number, each.person.name) for number, each in hall.state.entrants.items()] == [
        (3, "Ela"), (7, "Ala"), (8, "Ola"),
    ]  # fmt: skip
    refused = hall.no(c.RegisterEntrant(at=TEN, person=Person(name="Iza"), number=7))
    assert (refused.reason, refused.params) == (DeskReason.NUMBER_TAKEN, {"number": 7})
    assert hall.no(c.RegisterEntrant(at=TEN, person=Person(name="Iza"), number=0)).reason is DeskReason.NOT_WELL_FORMED


def test_a_number_tells_two_of_one_name_apart_and_their_details_can_be_corrected() -> None:
    hall = Hall()
    hall.ok(entry("Ala"))
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ala"), number=2))
    hall.ok(c.AmendEntrant(at=TEN, number=2, person=Person(name="Ala", rating=14_000)))
    hall.ok(c.AmendEntrant(at=TEN, number=1, person=Person(name="Ala", city="Kutno")))
    assert hall.no(c.AmendEntrant(at=TEN, number=1, person=Person(name="Ala"))).reason is DeskReason.NAME_TAKEN


def test_the_origin_of_an_event_is_recorded_once_and_within_limits() -> None:
    hall = Hall()
    origin = Origin(format="pfs_json", results="", extras={"fields": {"id": [1, {"x": None}]}})
    large = Origin(format="pfs_json", results="", extras={"fields": {"x": "ż" * LARGEST_ORIGIN}})
    refused = hall.no(c.RecordOrigin(at=TEN, origin=large))
    assert (refused.reason, refused.params["field"]) == (DeskReason.NOT_WELL_FORMED, "origin")
    hall.ok(c.RecordOrigin(at=TEN, origin=origin))
    assert hall.state.origin == origin
    refused = hall.no(c.RecordOrigin(at=TEN, origin=origin))
    assert refused.reason is DeskReason.ORIGIN_RECORDED


def test_nobody_is_renamed_into_somebody_else() -> None:
    hall = Hall()
    hall.ok(entry("Ala"))
    hall.ok(entry("Ola"))
    assert hall.no(c.AmendEntrant(at=TEN, number=2, person=Person(name="Ala"))).reason is DeskReason.NAME_TAKEN
    hall.ok(c.AmendEntrant(at=TEN, number=2, person=Person(name="Ola", rating=14_000)))
    assert hall.state.entrants[2].person.rating == 14_000


def test_a_minor_is_checked_in_with_a_guardians_consent_only() -> None:
    """S47; for adults, and where the organiser does not ask, nothing is needed."""
    hall = Hall("open")
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ala", minor=True)))
    refused = hall.no(c.CheckIn(at=TEN, numbers=(1,)))
    assert (refused.reason, refused.setting) == (DeskReason.CONSENT_MISSING, "entry.consent")
    hall.ok(c.AmendEntrant(at=TEN, number=1, person=Person(name="Ala", minor=True, consent=True)))
    hall.ok(c.CheckIn(at=TEN, numbers=(1,)))
    lenient = Hall("open", {"entry.consent": False})
    lenient.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ala", minor=True)))
    lenient.ok(c.CheckIn(at=TEN, numbers=(1,)))


def test_leaving_and_returning_is_no_way_round_the_consent() -> None:
    hall = Hall("open")
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ala", minor=True)))
    hall.ok(c.Withdraw(at=TEN, number=1))
    assert hall.no(c.Return(at=TEN, number=1)).reason is DeskReason.CONSENT_MISSING


def test_check_in_is_for_all_or_none_and_is_counted() -> None:
    hall = Hall()
    for name in ("Ala", "Ola", "Ela"):
        hall.ok(entry(name))
    assert hall.no(c.CheckIn(at=TEN, numbers=(1, 7))).params == {"number": 7}
    assert hall.no(c.CheckIn(at=TEN, numbers=(1, 1))).reason is DeskReason.SAME_PLAYER_TWICE
    assert not_checked_in(hall.state, "") == (1, 2, 3)
    hall.ok(c.CheckIn(at=TEN, numbers=(1, 3)))
    assert not_checked_in(hall.state, "") == (2,)
    hall.ok(c.Withdraw(at=TEN, number=2))
    assert not_checked_in(hall.state, "") == ()
    assert hall.no(c.CheckIn(at=TEN, numbers=(1,))).reason is DeskReason.STATUS_ALREADY


def test_a_check_in_by_mistake_is_taken_back_until_a_round_counted() -> None:
    hall = Hall(settings={"rounds": 3, "plan": "danish"})
    hall.enter(4)
    hall.ok(c.CheckOut(at=TEN, numbers=(4,)))
    assert hall.state.entrants[4].status is EntrantStatus.ENTERED
    assert hall.no(c.CheckOut(at=TEN, numbers=(4,))).reason is DeskReason.STATUS_ALREADY
    assert hall.no(c.CheckOut(at=TEN, numbers=(9,))).reason is DeskReason.ENTRANT_NOT_KNOWN
    hall.pair()
    assert hall.round().byes == (3,)
    for number in (1, 3):
        assert hall.no(c.CheckOut(at=TEN, numbers=(number,))).reason is DeskReason.HAS_A_TABLE


def test_who_entered_and_never_came_is_not_in_the_classification() -> None:
    hall = Hall(settings={"rounds": 3, "plan": "round_robin"})
    hall.enter(4)
    hall.ok(entry("Ola"))
    meetings = set()
    for _ in range(3):
        meetings |= {frozenset(table.players) for table in hall.pair().tables}
        hall.play()
    assert len(meetings) == 6, "a place of the circle was kept for somebody who never came"
    assert hall.desk.state.divisions[""].field == (1, 2, 3, 4)
    assert sorted(standing.number for standing in standings_of(hall.state, "")) == [1, 2, 3, 4]
