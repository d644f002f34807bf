"""Rounds at the desk: pairing, taking back, latecomers and absentees (PFS-6.3, 2.1a, S80, TOURNAMENTS 9.5)."""

from __future__ import annotations

from typing import Any

import pytest

from mostek.app.tournaments import Carried, Desk
from mostek.tournament import commands as c
from mostek.tournament.entrants import Person
from mostek.tournament.pairing.system import check
from mostek.tournament.pairing.values import Pairing
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.rounds import contenders, task_of
from mostek.tournament.state import ForfeitCause, PairRule
from tournament.desk.hall import TEN, Hall, numbers_at, ready


def test_everybody_who_is_there_plays_and_the_plan_says_how() -> None:
    """S80."""
    hall = ready(8, rounds=4)
    systems = []
    for _ in range(4):
        played = hall.pair()
        assert numbers_at(table.players for table in played.tables) == list(range(1, 9))
        systems.append(played.system)
        hall.play()
    assert systems == ["half_split", "swiss", "swiss", "danish"]
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.params) == (DeskReason.ALL_ROUNDS_PAIRED, {"rounds": 4})


def test_an_odd_field_with_byes_forbidden_is_not_paired() -> None:
    refused = ready(5, bye__allowed=False).no(c.PairRound(at=TEN))
    assert (refused.reason, refused.setting) == (DeskReason.UNPAIRABLE, "bye.allowed")
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


def test_a_game_won_without_playing_counts_as_a_bye_and_starts_are_counted() -> None:
    """TOURNAMENTS 9.2; PFS-2.1a: whoever has started less is the host."""
    hall = ready(3, plan="danish", forfeit__absent_removed=False)
    hall.pair((3, 1), (2,))
    hall.ok(c.AwardForfeit(at=TEN, round=1, table=1, winner=3, cause=ForfeitCause.LATE))
    hall.pair((3, 1), (2,))
    hall.play()
    found = {each.number: (each.games, each.starts, each.byes, dict(each.met)) for each in contenders(hall.state, "")}
    assert found == {1: (2, 0, 0, {3: 2}), 2: (0, 0, 2, {}), 3: (2, 2, 1, {1: 2})}


def test_one_alone_has_nobody_to_play() -> None:
    refused = ready(1).no(c.PairRound(at=TEN))
    assert (refused.reason, refused.params["fault"]) == (DeskReason.UNPAIRABLE, "too_few")
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
        DeskReason.PAIR_IMPOSSIBLE,
        "table.size",
        {"numbers": wrong},
    )


def test_by_hand_without_tables_is_no_round() -> None:
    hall = ready(4)
    assert hall.no(c.PairRound(at=TEN, system="manual")).reason is DeskReason.TABLES_NEEDED
    refused = ready(4, plan="manual").no(c.PairRound(at=TEN))
    assert (refused.reason, refused.setting, refused.params) == (DeskReason.TABLES_NEEDED, "plan", {"round": 1})


@pytest.mark.parametrize(("tables", "fault"), [(((1, 2), (2, 3)), "seated_twice"), (((1, 9),), "not_present")])
def test_somebody_laid_out_twice_or_not_there_is_named(tables: Any, fault: str) -> None:
    refused = ready(4).no(c.PairRound(at=TEN, tables=tables))
    assert (refused.reason, refused.params["fault"]) == (DeskReason.UNPAIRABLE, fault)


def test_a_late_entry_meets_whoever_has_the_bye() -> None:
    """PFS lets people in at any time (TOURNAMENTS 3.7)."""
    hall = ready(3)
    idle = hall.pair().byes[0]
    hall.ok(c.RegisterEntrant(at=TEN, person=Person(name="Ola")))
    assert hall.no(c.AddTable(at=TEN, players=(idle, 4))).reason is DeskReason.NOT_FREE
    hall.ok(c.CheckIn(at=TEN, numbers=(4,)))
    hall.ok(c.AddTable(at=TEN, players=(idle, 4)))
    assert (hall.round().byes, hall.round().tables[1].players) == ((), (idle, 4))
    hall.ok(c.Undo(at=TEN))
    assert hall.round().byes == (idle,)
    hall.ok(c.AddTable(at=TEN, players=(4, idle)))
    assert hall.no(c.AddTable(at=TEN, players=(idle, 4))).reason is DeskReason.NOT_FREE
    hall.play()
    assert hall.pair().number == 2


def test_two_who_were_left_out_get_a_table() -> None:
    hall = ready(4)
    assert hall.pair((1, 2)).missed == (3, 4)
    hall.ok(c.AddTable(at=TEN, players=(4, 3)))
    assert (hall.round().missed, hall.round().table_of(3)) == ((), hall.round().tables[1])


@pytest.mark.parametrize("players", [(), (3,), (3, 3), (1, 2, 3)])
def test_an_added_table_seats_two_different_people(players: tuple[int, ...]) -> None:
    """PFS-0a."""
    hall = ready(3)
    hall.pair()
    assert hall.no(c.AddTable(at=TEN, players=players)).reason is DeskReason.PAIR_IMPOSSIBLE


def test_a_pairing_is_taken_back_and_results_only_if_that_is_said() -> None:
    hall = ready(4)
    assert hall.no(c.UnpairRound(at=TEN)).reason is DeskReason.NOTHING_PAIRED
    hall.pair()
    hall.result(1, 400, 380)
    refused = hall.no(c.UnpairRound(at=TEN))
    assert (refused.reason, refused.params) == (DeskReason.RESULTS_WOULD_BE_LOST, {"round": 1, "found": 1})
    assert hall.no(c.UnpairRound(at=TEN, discard_results=True)).reason is DeskReason.REASON_NEEDED
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


def test_a_wish_of_one_division_outlives_the_round_of_another() -> None:
    hall = Hall("open", {"divisions": ["a", "b"], "rounds": 2, "minutes": 20})
    hall.enter(4, "a")
    hall.enter(4, "b")
    hall.ok(c.SetPairRule(at=TEN, pair=(5, 6), rule=PairRule.FORCED))
    assert hall.no(c.SetPairRule(at=TEN, pair=(1, 5), rule=PairRule.FORCED)).reason is DeskReason.PAIR_IMPOSSIBLE
    hall.pair(division="a")
    assert dict(hall.state.pair_rules) == {frozenset((5, 6)): PairRule.FORCED}
    assert frozenset((5, 6)) in {frozenset(table.players) for table in hall.pair(division="b").tables}
    assert not hall.state.pair_rules


@pytest.mark.parametrize(
    ("pair", "reason"), [((1, 1), DeskReason.PAIR_IMPOSSIBLE), ((1, 9), DeskReason.ENTRANT_NOT_KNOWN)]
)
def test_a_pair_is_of_two_who_are_there(pair: tuple[int, int], reason: DeskReason) -> None:
    assert ready(4).no(c.SetPairRule(at=TEN, pair=pair, rule=PairRule.FORCED)).reason is reason


def test_forced_pairs_that_leave_no_other_way_are_no_fault_of_the_program() -> None:
    hall = ready(4)
    hall.ok(c.SetPairRule(at=TEN, pair=(1, 2), rule=PairRule.FORCED))
    hall.ok(c.SetPairRule(at=TEN, pair=(1, 3), rule=PairRule.FORCED))
    refused = hall.no(c.PairRound(at=TEN))
    assert (refused.reason, refused.params["fault"]) == (DeskReason.UNPAIRABLE, "forced_clash")


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
        assert hall.no(command).reason is DeskReason.DIVISION_NOT_KNOWN


def test_the_event_as_it_was_when_a_round_was_paired_can_be_asked_for() -> None:
    """What an explanation of a pairing rests on, whatever was corrected or paired anew since."""
    hall = ready(4)
    assert hall.desk.before_round("", 1) is None
    first = hall.state
    hall.pair()
    hall.ok(c.UnpairRound(at=TEN))
    assert hall.desk.before_round("", 1) is None
    again = hall.state
    hall.pair()
    hall.play()
    assert hall.desk.before_round("", 1) == again
    assert again == first
    second = hall.state
    hall.pair()
    assert hall.desk.before_round("", 2) == second
    hall.ok(c.Undo(at=TEN))
    assert hall.desk.before_round("", 2) is None
    assert hall.desk.before_round("x", 1) is None


def test_whoever_listens_hears_of_what_was_kept_and_of_nothing_else() -> None:
    heard: list[int] = []
    desk = Desk(ready(4).log, lambda number, _: heard.append(number))
    steps = len(desk.steps)
    desk.preview(c.PairRound(at=TEN))
    assert isinstance(desk.carry_out(c.UnpairRound(at=TEN)), DeskRefusal)
    assert isinstance(desk.carry_out(c.PairRound(at=TEN)), Carried)
    assert isinstance(desk.carry_out(c.Undo(at=TEN)), Carried)
    assert heard == [steps + 1, steps + 2]


@pytest.mark.parametrize("plan", ["swiss", "danish", "danish_no_repeats"])
def test_nobody_has_one_role_three_times_in_a_row_where_it_can_be_spared(plan: str) -> None:
    hall = Hall("pfs", {"rounds": 9, "minutes": 20, "plan": plan})
    numbers = hall.enter(12)
    roles: dict[int, str] = dict.fromkeys(numbers, "")
    for _ in range(9):
        before = hall.state
        task = task_of(before, "", plan, before.seed)
        hall.pair()
        tables = tuple(table.players for table in hall.round().tables)
        assert not check(task, Pairing(tables)).faults
        for host, guest in tables:
            roles[host] += "H"
            roles[guest] += "G"
        hall.play({number: 300 + 97 * number * (1 + len(roles[number])) % 211 for number in numbers})
    long = sum(row[:place].endswith(("HHH", "GGG")) for row in roles.values() for place in range(3, 10))
    assert long <= 4, roles
    assert max(abs(row.count("H") - row.count("G")) for row in roles.values()) <= 2 + 1
