"""Rounds at the desk: pairing, taking back, latecomers and absentees (PFS-6.3, 2.1a, S80, TOURNAMENTS 9.5)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from mostek.tournament import commands as c
from mostek.tournament.awaiting import absentees
from mostek.tournament.entrants import Person, Status
from mostek.tournament.lateness import late_tables
from mostek.tournament.pairing.values import System
from mostek.tournament.refusals import Reason
from mostek.tournament.state import PairRule
from mostek.tournament.table_results import Cause
from tournament.desk.hall import TEN, Hall, numbers_at


def ready(people: int = 4, template: str = "pfs", **settings: Any) -> Hall:
    hall = Hall(template, {"rounds": 3, "minutes": 20})
    hall.choose(**settings)
    hall.enter(people)
    return hall


def test_everybody_who_is_there_plays_and_the_plan_says_how() -> None:
    """S80."""
    hall = ready(8, rounds=4)
    systems = []
    for _ in range(4):
        played = hall.pair()
        assert numbers_at(table.players for table in played.tables) == list(range(1, 9))
        systems.append(played.system)
        hall.play()
    assert systems == [System.HALF_SPLIT, System.SWISS, System.SWISS, System.DANISH]
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.params) == (Reason.ALL_ROUNDS_PAIRED, {"rounds": 4})


def test_an_odd_field_with_byes_forbidden_is_not_paired() -> None:
    refused = ready(5, bye__allowed=False).no(c.PairRound(at=TEN))
    assert (refused.reason, refused.setting) == (Reason.UNPAIRABLE, "bye.allowed")
    assert refused.params["fault"] == "odd_without_bye"
    assert len(ready(5).pair().byes) == 1


def test_the_bye_goes_round_and_is_worth_what_the_event_says() -> None:
    """TOURNAMENTS section 0: half a match point, 300:0."""
    hall = ready(5)
    idle: list[int] = []
    for _ in range(3):
        idle += hall.pair().byes
        hall.play()
    assert len(set(idle)) == 3
    row = hall.credit(idle[0], 1)
    assert (row.half_points, row.own, row.other, row.rated) == (1, 300, 0, False)


def test_one_alone_has_nobody_to_play() -> None:
    refused = ready(1).no(c.PairRound(at=TEN))
    assert (refused.reason, refused.params["fault"]) == (Reason.UNPAIRABLE, "too_few")
    assert refused.clause == "S80"


@pytest.mark.parametrize(
    ("template", "tables", "wrong"),
    [
        pytest.param("open", ((1, 2, 3),), [1, 2, 3], id="three at a board (OPEN-game-2)"),
        pytest.param("chal", ((1, 2, 3, 4, 5),), [1, 2, 3, 4, 5], id="five at a board (GEN-1a)"),
        pytest.param("pfs", ((1, 2), ()), [], id="a table of nobody"),
        pytest.param("pfs", ((1,), (2,)), [], id="nothing but byes"),
    ],
)
def test_tables_that_cannot_be_are_not_laid_out(template: str, tables: Any, wrong: list[int]) -> None:
    refused = ready(5, template).no(c.PairRound(at=TEN, tables=tables))
    assert (refused.reason, refused.setting, refused.params) == (
        Reason.PAIR_IMPOSSIBLE,
        "table.size",
        {"numbers": wrong},
    )


def test_by_hand_without_tables_is_no_round() -> None:
    hall = ready(4)
    assert hall.no(c.PairRound(at=TEN, system=System.MANUAL)).reason is Reason.PAIR_IMPOSSIBLE
    assert ready(4, plan="manual").no(c.PairRound(at=TEN)).reason is Reason.PAIR_IMPOSSIBLE


@pytest.mark.parametrize(("tables", "fault"), [(((1, 2), (2, 3)), "seated_twice"), (((1, 9),), "not_present")])
def test_somebody_laid_out_twice_or_not_there_is_named(tables: Any, fault: str) -> None:
    refused = ready(4).no(c.PairRound(at=TEN, tables=tables))
    assert (refused.reason, refused.params["fault"]) == (Reason.UNPAIRABLE, fault)


def test_a_late_entry_meets_whoever_has_the_bye() -> None:
    """PFS lets people in at any time (TOURNAMENTS 3.7)."""
    hall = ready(3)
    idle = hall.pair().byes[0]
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ola")))
    assert hall.no(c.AddTable(at=TEN, players=(idle, 4))).reason is Reason.NOT_FREE
    hall.ok(c.CheckIn(at=TEN, numbers=(4,)))
    hall.ok(c.AddTable(at=TEN, players=(idle, 4)))
    assert (hall.round().byes, hall.round().tables[1].players) == ((), (idle, 4))
    assert hall.no(c.AddTable(at=TEN, players=(idle, 4))).reason is Reason.NOT_FREE
    hall.play()
    assert hall.pair().number == 2


@pytest.mark.parametrize("players", [(), (3,), (3, 3), (1, 2, 3)])
def test_an_added_table_seats_two_different_people(players: tuple[int, ...]) -> None:
    """PFS-0a."""
    hall = ready(3)
    hall.pair()
    assert hall.no(c.AddTable(at=TEN, players=players)).reason is Reason.PAIR_IMPOSSIBLE


def test_a_pairing_is_taken_back_and_results_only_if_that_is_said() -> None:
    hall = ready(4)
    assert hall.no(c.UnpairRound(at=TEN)).reason is Reason.NOTHING_PAIRED
    hall.pair()
    hall.result(1, 400, 380)
    refused = hall.no(c.UnpairRound(at=TEN))
    assert (refused.reason, refused.params) == (Reason.RESULTS_WOULD_BE_LOST, {"round": 1, "found": 1})
    assert hall.no(c.UnpairRound(at=TEN, discard_results=True)).reason is Reason.REASON_NEEDED
    hall.ok(c.UnpairRound(at=TEN, discard_results=True, reason="zła lista"))
    assert hall.state.divisions[""].rounds == ()


def test_with_the_first_pairing_the_seeding_is_taken_back_too() -> None:
    """Whoever comes before it is made again is seeded by rating, not behind all others."""
    hall = ready(3)
    hall.pair()
    hall.ok(c.UnpairRound(at=TEN))
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ola", rating=19_000)))
    hall.ok(c.CheckIn(at=TEN, numbers=(4,)))
    hall.ok(c.Withdraw(at=TEN, number=1))
    hall.pair()
    assert hall.state.divisions[""].field == (4, 2, 3)


def test_whoever_comes_later_is_seeded_behind() -> None:
    hall = ready(4)
    hall.pair()
    hall.play()
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ola", rating=19_000)))
    hall.ok(c.CheckIn(at=TEN, numbers=(5,)))
    hall.pair()
    assert hall.state.divisions[""].field == (1, 2, 3, 4, 5)


def test_a_wish_for_a_pair_holds_for_one_round_and_a_ban_for_all() -> None:
    hall = ready(6, plan="danish")
    hall.ok(c.SetPairRule(at=TEN, pair=(1, 6), rule=PairRule.FORCED))
    hall.ok(c.SetPairRule(at=TEN, pair=(2, 3), rule=PairRule.FORBIDDEN))
    seated = {frozenset(table.players) for table in hall.pair().tables}
    assert frozenset((1, 6)) in seated
    assert frozenset((2, 3)) not in seated
    assert dict(hall.state.pair_rules) == {frozenset((2, 3)): PairRule.FORBIDDEN}
    hall.ok(c.SetPairRule(at=TEN, pair=(2, 3)))
    assert not hall.state.pair_rules


@pytest.mark.parametrize(("pair", "reason"), [((1, 1), Reason.PAIR_IMPOSSIBLE), ((1, 9), Reason.ENTRANT_NOT_KNOWN)])
def test_a_pair_is_of_two_who_are_there(pair: tuple[int, int], reason: Reason) -> None:
    assert ready(4).no(c.SetPairRule(at=TEN, pair=pair, rule=PairRule.FORCED)).reason is reason


def test_forced_pairs_that_leave_no_other_way_are_no_fault_of_the_program() -> None:
    hall = ready(4)
    hall.ok(c.SetPairRule(at=TEN, pair=(1, 2), rule=PairRule.FORCED))
    hall.ok(c.SetPairRule(at=TEN, pair=(1, 3), rule=PairRule.FORCED))
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.params["fault"]) == (Reason.UNPAIRABLE, "forced_clash")


@pytest.mark.xfail(reason="pairing/ideal.py: nobody is left to fold", raises=ValueError, strict=False)
def test_forced_pairs_may_be_all_there_are() -> None:
    hall = ready(2)
    hall.ok(c.SetPairRule(at=TEN, pair=(1, 2), rule=PairRule.FORCED))
    assert len(hall.pair().tables) == 1


def test_a_division_that_is_none_is_named() -> None:
    hall = ready(4)
    for command in (
        c.PairRound(at=TEN, division="x"),
        c.UnpairRound(at=TEN, division="x"),
        c.StartRound(at=TEN, division="x"),
        c.AddTable(at=TEN, division="x", players=(1, 2)),
    ):
        assert hall.no(command).reason is Reason.DIVISION_NOT_KNOWN


def started(absent: tuple[int, ...]) -> Hall:
    """Number 1 and number 3 sit at table 1, and the games begin at ten."""
    hall = ready(4)
    hall.pair((1, 3), (2, 4))
    hall.ok(c.StartRound(at=TEN, absent=absent))
    return hall


def left(hall: Hall, minutes: float) -> Mapping[int, float]:
    lateness = late_tables(hall.state, "", TEN + timedelta(minutes=minutes))[1]
    return {number: time.total_seconds() / 60 for number, time in lateness.left.items()}


def arrives(hall: Hall, number: int, minutes: float) -> None:
    hall.ok(c.NoteArrival(at=TEN + timedelta(minutes=minutes), number=number))


def test_who_comes_late_plays_with_what_is_left() -> None:
    """PFS-6.3.2a, 6.3.2b, TOURNAMENTS 9.5: 7:30 late of 20:00 leaves 12:30, and the opponent has all."""
    hall = started((3,))
    assert left(hall, 4) == {1: 20, 3: 16}
    arrives(hall, 3, 7.5)
    assert left(hall, 60) == {1: 20, 3: 12.5}
    assert late_tables(hall.state, "", TEN)[1].awaited == ()


def test_both_late_share_what_went_by_before_the_first_came() -> None:
    """PFS-6.3.3, TOURNAMENTS 9.5: 4:00 and 10:00 late of 20:00."""
    hall = started((1, 3))
    arrives(hall, 1, 4)
    assert left(hall, 4) == {1: 16, 3: 16}
    arrives(hall, 3, 10)
    assert left(hall, 60) == {1: 16, 3: 10}


def test_the_example_of_the_register_on_two_who_are_late() -> None:
    """L1: T = 20:00, 3:00 and 5:00."""
    hall = started((1, 3))
    arrives(hall, 1, 3)
    arrives(hall, 3, 5)
    assert left(hall, 60) == {1: 17, 3: 15}


@pytest.mark.parametrize(("minutes", "lost"), [(19.99, ()), (20, (3,)), (25, (3,))])
def test_a_whole_time_late_is_a_game_lost(minutes: float, lost: tuple[int, ...]) -> None:
    """PFS-6.3.4a."""
    hall = started((3,))
    assert late_tables(hall.state, "", TEN + timedelta(minutes=minutes))[1].lost == lost


def test_both_a_whole_time_late_is_for_the_arbiter() -> None:
    """S31, A-10."""
    lateness = late_tables(started((1, 3)).state, "", TEN + timedelta(minutes=20))[1]
    assert lateness.lost == (1, 3)
    assert set(lateness.left.values()) == {timedelta()}


def test_nobody_gains_by_coming_before_the_round_begins() -> None:
    hall = ready(4)
    hall.pair((1, 3), (2, 4))
    arrives(hall, 3, -15)
    hall.ok(c.StartRound(at=TEN, absent=(3,)))
    assert left(hall, 5) == {1: 20, 3: 20}


def test_a_round_begins_once_and_absent_is_who_should_be_there() -> None:
    """PFS-6.3.1."""
    hall = started(())
    assert late_tables(hall.state, "", TEN) == {}
    assert hall.no(c.StartRound(at=TEN)).reason is Reason.ROUND_STARTED
    other = ready(3)
    idle = other.pair().byes[0]
    assert other.no(c.StartRound(at=TEN, absent=(idle,))).reason is Reason.NOT_AT_THE_TABLE
    assert other.no(c.NoteArrival(at=TEN, number=idle)).reason is Reason.NOT_AT_THE_TABLE
    assert other.no(c.NoteArrival(at=TEN, number=9)).reason is Reason.ENTRANT_NOT_KNOWN
    assert ready(3).no(c.NoteArrival(at=TEN, number=1)).reason is Reason.NOTHING_PAIRED


def lost_by_absence(**settings: Any) -> Hall:
    hall = ready(4, **settings)
    hall.pair((1, 3), (2, 4))
    hall.ok(c.AwardForfeit(at=TEN, round=1, table=1, winner=1, cause=Cause.LATE))
    hall.play()
    return hall


def test_who_is_late_beyond_the_own_time_still_belongs_to_the_event() -> None:
    """PFS-6.3.4a: may join the next round."""
    hall = lost_by_absence()
    assert hall.state.entrants[3].status is Status.PRESENT
    arrives(hall, 3, 40)
    hall.pair()
    assert hall.round().table_of(3) is not None


def test_who_never_came_is_removed_before_the_next_pairing() -> None:
    """PFS-6.3.4b."""
    hall = lost_by_absence()
    assert absentees(hall.state, "") == (3,)
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.clause, refused.params) == (Reason.ABSENTEES, "PFS-6.3.4b", {"numbers": [3]})
    hall.ok(c.Remove(at=TEN, number=3, reason="nie przyszedł"))
    assert hall.state.decisions[0].clause == "PFS-6.3.4b"
    assert hall.pair().missed == (3,)


def test_unless_the_event_has_another_rule() -> None:
    """PFS-6.3.4b: chyba że regulamin tego turnieju stanowi inaczej."""
    hall = lost_by_absence(forfeit__absent_removed=False)
    hall.pair()
    assert hall.round().missed == ()


def test_checking_in_again_says_that_somebody_is_there() -> None:
    hall = lost_by_absence()
    hall.ok(c.CheckIn(at=TEN, numbers=(3,)))
    assert absentees(hall.state, "") == ()
    hall.pair()


def test_who_was_removed_and_returns_is_there() -> None:
    """PFS-6.3.4a: nobody is asked twice whether they have come."""
    hall = lost_by_absence()
    hall.ok(c.Remove(at=TEN, number=3))
    hall.ok(c.Return(at=TEN, number=3))
    assert absentees(hall.state, "") == ()
    hall.pair()
    assert hall.round().table_of(3) is not None


def test_both_who_never_came_are_absent() -> None:
    """S31, PFS-6.3.4b."""
    hall = ready(4)
    hall.pair((1, 3), (2, 4))
    hall.ok(c.AwardForfeit(at=TEN, round=1, table=1, winner=None, cause=Cause.LATE))
    hall.play()
    assert absentees(hall.state, "") == (1, 3)


def test_removal_during_a_game_loses_it() -> None:
    """PFS-6.3.4a."""
    hall = ready(4)
    hall.pair((1, 3), (2, 4))
    hall.ok(c.Remove(at=TEN, number=3))
    assert hall.credit(1, 1).own == 400
    gone: list[c.Command] = [c.Remove(at=TEN, number=3), c.Withdraw(at=TEN, number=3)]
    assert {hall.no(command).reason for command in gone} == {Reason.STATUS_ALREADY}
    strangers: list[c.Command] = [c.Remove(at=TEN, number=9), c.Return(at=TEN, number=9)]
    strangers.append(c.Exclude(at=TEN, number=9, reason="x"))
    assert {hall.no(command).reason for command in strangers} == {Reason.ENTRANT_NOT_KNOWN}
