"""Latecomers and absentees at the desk (PFS-6.3, L1, S31, TOURNAMENTS 9.5)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from mostek.tournament import commands as c
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.pending import absentees, late_tables
from mostek.tournament.refusals import DeskReason
from mostek.tournament.state import EDITION, FIRST_EDITION, ForfeitCause
from tournament.desk.hall import TEN, Hall, paired, ready


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


def test_a_table_that_has_its_result_waits_for_nobody() -> None:
    hall = started((3,))
    hall.result(1, 400, 380)
    assert late_tables(hall.state, "", TEN + timedelta(minutes=30)) == {}


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
    assert hall.no(c.StartRound(at=TEN)).reason is DeskReason.ROUND_STARTED
    other = ready(3)
    idle = other.pair().byes[0]
    assert other.no(c.StartRound(at=TEN, absent=(idle,))).reason is DeskReason.NOT_AT_THE_TABLE
    assert other.no(c.NoteArrival(at=TEN, number=idle)).reason is DeskReason.NOT_AT_THE_TABLE
    assert other.no(c.NoteArrival(at=TEN, number=9)).reason is DeskReason.ENTRANT_NOT_KNOWN
    assert ready(3).no(c.NoteArrival(at=TEN, number=1)).reason is DeskReason.NOTHING_PAIRED


def lost_by_absence(**settings: Any) -> Hall:
    hall = ready(4, **settings)
    hall.pair((1, 3), (2, 4))
    hall.ok(c.AwardForfeit(at=TEN, round=1, table=1, winner=1, cause=ForfeitCause.LATE))
    hall.play()
    return hall


def test_who_is_late_beyond_the_own_time_still_belongs_to_the_event() -> None:
    """PFS-6.3.4a: may join the next round."""
    hall = lost_by_absence()
    assert hall.state.entrants[3].status is EntrantStatus.PRESENT
    arrives(hall, 3, 40)
    hall.pair()
    assert hall.round().table_of(3) is not None


def test_who_never_came_is_removed_before_the_next_pairing() -> None:
    """PFS-6.3.4b."""
    hall = lost_by_absence()
    assert absentees(hall.state, "") == (3,)
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.clause, refused.params) == (DeskReason.ABSENTEES, "PFS-6.3.4b", {"numbers": [3]})
    hall.ok(c.Remove(at=TEN, number=3, reason="nie przyszedł"))
    assert hall.state.decisions[0].clause == "PFS-6.3.4b"
    assert hall.pair().missed == (3,)


@pytest.mark.parametrize("edition", [FIRST_EDITION, EDITION])
def test_who_has_come_and_played_is_excluded_and_not_removed(edition: int) -> None:
    """PFS-6.3.4b speaks of an absent player, PFS-7.1d of one who is sent away."""
    hall = paired(edition=edition)
    hall.result(1, 400, 380)
    (winner, _) = hall.round().tables[0].players
    remove = c.Remove(at=TEN, number=winner)
    if edition == FIRST_EDITION:
        hall.ok(remove)
        return
    refused = hall.no(remove)
    assert (refused.reason, refused.clause) == (DeskReason.WAS_SEEN, "PFS-7.1d")
    hall.ok(c.Exclude(at=TEN, number=winner, reason="obraził sędziego"))
    assert [each.clause for each in hall.state.decisions] == ["PFS-7.1d"]


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
    hall.ok(c.AwardForfeit(at=TEN, round=1, table=1, winner=None, cause=ForfeitCause.LATE))
    hall.play()
    assert absentees(hall.state, "") == (1, 3)


def test_at_a_table_of_three_or_four_the_others_play_on() -> None:
    """CHAL; PFS-7.2e is about two."""
    hall = Hall("chal", {"rounds": 1, "table.size": 3})
    hall.enter(3)
    hall.pair()
    hall.ok(c.Withdraw(at=TEN, number=2))
    assert hall.round().tables[0].result is None
    hall.result(1, 300, 200, 100)


def test_removal_during_a_game_loses_it() -> None:
    """PFS-6.3.4a."""
    hall = ready(4)
    hall.pair((1, 3), (2, 4))
    hall.ok(c.Remove(at=TEN, number=3))
    assert hall.credit(1, 1).own == 400
    gone: list[c.Command] = [c.Remove(at=TEN, number=3), c.Withdraw(at=TEN, number=3)]
    assert {hall.no(command).reason for command in gone} == {DeskReason.STATUS_ALREADY}
    strangers: list[c.Command] = [c.Remove(at=TEN, number=9), c.Return(at=TEN, number=9)]
    strangers.append(c.Exclude(at=TEN, number=9, reason="x"))
    assert {hall.no(command).reason for command in strangers} == {DeskReason.ENTRANT_NOT_KNOWN}
