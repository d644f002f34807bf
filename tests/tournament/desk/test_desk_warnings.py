"""What the desk points out though nothing forbids it (OPEN-info-1, S46, S80, A-27, PFS-7.2d)."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import pytest

from mostek.app.tournaments import Carried
from mostek.tournament import commands as c
from mostek.tournament.prize_lists import Prize, PrizeList
from mostek.tournament.state import PairRule
from mostek.tournament.warnings import Warned, WarningKind, pairing_warnings, warnings_of
from tournament.desk.hall import TEN, Hall

DUE = date(2016, 4, 27)


def kinds(warnings: tuple[Warned, ...]) -> list[WarningKind]:
    return [each.kind for each in warnings]


def drafted(hall: Hall, *tables: tuple[int, ...], division: str = "") -> tuple[Warned, ...]:
    """The warnings with a pairing before it is confirmed, which are those after it."""
    command = c.PairRound(at=TEN, division=division, tables=tables)
    shown = hall.desk.preview(command)
    assert isinstance(shown, Carried)
    hall.ok(command)
    assert pairing_warnings(hall.state, division, hall.round(division).number) == shown.warnings
    return shown.warnings


@pytest.mark.parametrize(("day", "overdue"), [(27, False), (28, True)])
def test_the_time_is_to_be_announced_by_its_day(day: int, overdue: bool) -> None:
    """OPEN-info-1."""
    hall = Hall("open", {"entry.announce_by": "2016-04-27", "rounds": 3})
    found = warnings_of(hall.state, date(2016, 4, day))
    assert (WarningKind.ANNOUNCEMENT_OVERDUE in kinds(found)) is overdue
    assert all((each.clause, each.setting) == ("OPEN-info-1", "entry.announce_by") for each in found)


@pytest.mark.parametrize(("day", "late"), [(27, False), (28, True)])
def test_announcing_it_after_that_day_is_pointed_out_before_it_is_done(day: int, late: bool) -> None:
    """OPEN-info-1: publishing after 27.04 raises a warning."""
    hall = Hall("open", {"entry.announce_by": "2016-04-27", "rounds": 3})
    at = datetime.fromisoformat(f"2016-04-{day}T12:00")
    shown = hall.desk.preview(c.ChooseSettings(at=at, settings={"minutes": 25}))
    assert isinstance(shown, Carried)
    assert (kinds(shown.warnings) == [WarningKind.ANNOUNCED_LATE]) is late
    other = hall.desk.preview(c.ChooseSettings(at=at, settings={"rounds": 4}))
    assert isinstance(other, Carried)
    assert other.warnings == ()


def test_without_a_day_nothing_is_overdue() -> None:
    hall = Hall("open", {"rounds": 3})
    assert warnings_of(hall.state, DUE) == ()
    assert warnings_of(Hall("open", {"minutes": 20, "entry.announce_by": "2016-04-27"}).state, TEN.date()) == ()


@pytest.mark.parametrize(("plan", "warned"), [("swiss", True), ("swiss danish:1", False), ("round_robin", False)])
def test_a_last_round_that_may_reward_staying_away_is_pointed_out(plan: str, warned: bool) -> None:
    """TOURNAMENTS 3.1, the tournament of Płock."""
    hall = Hall("pfs", {"rounds": 3, "plan": plan})
    assert (kinds(warnings_of(hall.state, DUE)) == [WarningKind.LAST_ROUND_NOT_DANISH]) is warned
    hall.choose(last_round_check=False)
    assert warnings_of(hall.state, DUE) == ()


def test_a_last_round_paired_otherwise_than_planned_is_pointed_out() -> None:
    hall = Hall("pfs", {"rounds": 1, "plan": "danish"})
    hall.enter(4)
    shown = hall.desk.preview(c.PairRound(at=TEN, system="swiss"))
    assert isinstance(shown, Carried)
    assert kinds(shown.warnings) == [WarningKind.LAST_ROUND_NOT_DANISH]


def test_an_event_that_ends_early_keeps_its_number_of_rounds() -> None:
    """PFS-7.2d: R stays as it was fixed."""
    hall = Hall("pfs", {"rounds": 2, "plan": "danish"})
    hall.enter(2)
    hall.pair()
    hall.play()
    hall.ok(c.CloseTournament(at=TEN, reason="burza"))
    (found,) = warnings_of(hall.state, DUE)
    assert kinds((found,)) == [WarningKind.ROUNDS_UNPLAYED]
    assert found.params == {"division": "", "played": 1, "rounds": 2}


@pytest.mark.parametrize(("people", "sizes"), [(8, None), (7, [3, 4]), (5, [2, 3])])
def test_tables_of_different_sizes_are_pointed_out(people: int, sizes: list[int] | None) -> None:
    """CHAL, A-27."""
    hall = Hall("chal", {"rounds": 1})
    hall.enter(people)
    found = drafted(hall)
    assert (WarningKind.TABLES_UNEQUAL in kinds(found)) is (sizes is not None)
    assert [each.params["sizes"] for each in found] == ([sizes] if sizes else [])


def test_teammates_who_meet_are_pointed_out() -> None:
    """S46."""
    hall = Hall("school", {"rounds": 3, "team.size": 2, "divisions": ["gimnazja"]})
    hall.ok(c.RegisterTeam(at=TEN, name="Szkoła 1", division="gimnazja", contact="Opiekun"))
    hall.enter(2, "gimnazja", "Szkoła 1")
    hall.ok(c.ConfirmTeam(at=TEN, name="Szkoła 1", division="gimnazja"))
    (found,) = drafted(hall, division="gimnazja")
    assert kinds((found,)) == [WarningKind.TEAMMATES_MEET]
    assert sorted(found.params["numbers"]) == [1, 2]


def test_repeats_second_byes_and_who_is_left_out_are_pointed_out() -> None:
    hall = Hall("pfs", {"rounds": 4, "plan": "danish"})
    hall.enter(4)
    found = drafted(hall, (1, 2), (3,))
    assert kinds(found) == [WarningKind.LEFT_OUT]
    assert found[0].params["numbers"] == [4]
    hall.play()
    again = drafted(hall, (2, 1), (3,), (4,))
    assert kinds(again) == [WarningKind.REPEATED, WarningKind.SECOND_BYE]
    assert [each.params.get("times", each.params.get("number")) for each in again] == [1, 3]


def test_who_has_left_is_not_left_out() -> None:
    hall = Hall("pfs", {"rounds": 4})
    hall.enter(3)
    hall.ok(c.Withdraw(at=TEN, number=3))
    assert drafted(hall) == ()


def test_a_pair_that_should_never_meet_is_pointed_out() -> None:
    hall = Hall("pfs", {"rounds": 4})
    hall.enter(2)
    hall.ok(c.SetPairRule(at=TEN, pair=(1, 2), rule=PairRule.FORBIDDEN))
    assert kinds(drafted(hall, (1, 2))) == [WarningKind.FORBIDDEN_MEET]


def test_a_settled_player_against_a_racing_one_is_pointed_out() -> None:
    """S80."""
    hall = Hall("pfs", {"rounds": 3, "plan": "manual"})
    hall.enter(4)
    hall.ok(c.SetPrizes(at=TEN, prizes=PrizeList(prizes=(Prize(amount=5000), Prize(amount=2000)))))
    for tables in (((1, 2), (3, 4)), ((1, 3), (2, 4))):
        hall.pair(*tables)
        hall.play({1: 600, 2: 400, 3: 390, 4: 200})
    hall.pair((1, 2), (3, 4))
    found = [each for each in pairing_warnings(hall.state, "", 3) if each.kind is WarningKind.SETTLED_MEETS_RACER]
    assert [(each.params["numbers"], each.params["table"]) for each in found] == [([1, 2], 1)]
    hall.ok(c.UnpairRound(at=TEN))
    hall.pair((1, 4), (2, 3))
    assert WarningKind.SETTLED_MEETS_RACER not in {each.kind for each in pairing_warnings(hall.state, "", 3)}


@pytest.mark.parametrize(("cap", "settled"), [(None, 0), ("60", 1)])
def test_a_cap_of_the_margin_settles_prizes_earlier(cap: str | None, settled: int) -> None:
    """S80: of a lead of 160 in spread no more than 120 is made up, if a win counts by 60 at most."""
    chosen = {} if cap is None else {"spread_cap": cap}
    hall = Hall("pfs", {"rounds": 4, "plan": "manual", "keys": ["match_points", "spread"], **chosen})
    hall.enter(4)
    hall.ok(c.SetPrizes(at=TEN, prizes=PrizeList(prizes=(Prize(amount=5000), Prize(amount=2000)))))
    for tables in (((1, 3), (2, 4)), ((1, 4), (2, 3)), ((1, 2), (3, 4))):
        hall.pair(*tables)
        hall.play({1: 480, 2: 435, 3: 430, 4: 400})
    hall.pair((1, 2), (3, 4))
    found = [each for each in pairing_warnings(hall.state, "", 4) if each.kind is WarningKind.SETTLED_MEETS_RACER]
    assert len(found) == settled


def test_a_round_of_which_nothing_is_to_be_said() -> None:
    hall = Hall("pfs", {"rounds": 4})
    hall.enter(8)
    assert drafted(hall) == ()


def test_every_kind_of_warning_has_an_example() -> None:
    examples = Path(__file__).read_text("utf-8")
    assert [kind for kind in WarningKind if f"WarningKind.{kind.name}" not in examples] == []
