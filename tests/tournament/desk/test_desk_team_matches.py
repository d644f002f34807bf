"""Team matches at the desk: line-ups, substitutes, empty boards, the result of a match, and the order of the teams."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import groupby

import pytest
from msgspec.structs import replace

from mostek.tournament import commands as c
from mostek.tournament.matches import TeamMatch, matches_of
from mostek.tournament.pairing.check import Breach
from mostek.tournament.pairing.system import check, explain
from mostek.tournament.pairing.values import Pairing
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.rounds import task_of
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import team_table_of
from mostek.tournament.state import Round
from tournament.desk.hall import Hall


def league(*sizes: int, boards: int = 2, rounds: int = 3, **settings: object) -> Hall:
    """Teams A, B, C … of so many members; board 1 of A is number 1, the members of B follow those of A."""
    chosen = {name.replace("__", "."): value for name, value in settings.items()}
    hall = Hall("team-league", {"rounds": rounds, "match.boards": boards, "team.size": max(*sizes, boards)} | chosen)
    for index, size in enumerate(sizes):
        name = "ABCDEFGH"[index]
        hall.ok(c.RegisterTeam(at=hall.now, name=name, contact="Kapitan"))
        hall.enter(size, team=name)
        hall.ok(c.ConfirmTeam(at=hall.now, name=name))
    return hall


def line_up(hall: Hall, team: str, *players: int) -> c.SetLineUp:
    return c.SetLineUp(at=hall.now, name=team, players=players)


def meets(played: Round) -> list[set[int]]:
    return [set(table.players) for table in played.tables]


def matches(hall: Hall) -> tuple[TeamMatch, ...]:
    return matches_of(hall.state, "", credits_of(hall.state, ""))


def points(hall: Hall) -> dict[str, int]:
    return {row.name: row.matches.points for row in team_table_of(hall.state, "").rows}


def test_without_a_line_up_the_first_members_play_and_the_others_sit_on_the_bench() -> None:
    hall = league(3, 3)
    assert meets(hall.pair()) == [{1, 4}, {2, 5}]
    assert hall.round().byes == ()


def test_the_line_up_of_the_captain_says_who_plays_where() -> None:
    hall = league(3, 3)
    hall.ok(line_up(hall, "A", 3, 1))
    assert meets(hall.pair()) == [{3, 4}, {1, 5}]


def test_a_line_up_stays_until_another_is_said_or_it_is_cleared() -> None:
    hall = league(3, 3, rounds=3, match__inner="danish")
    hall.ok(line_up(hall, "A", 3, 1))
    for expected in ([{3, 4}, {1, 5}], [{3, 4}, {1, 5}]):
        assert meets(hall.pair()) == expected
        hall.play()
    hall.ok(line_up(hall, "A"))
    assert meets(hall.pair()) == [{1, 4}, {2, 5}]


def test_a_reserve_takes_the_board_of_an_absent_player() -> None:
    hall = league(4, 4, boards=3)
    hall.ok(line_up(hall, "A", 3, 2, 1))
    hall.ok(c.Withdraw(at=hall.now, number=2))
    assert meets(hall.pair()) == [{3, 5}, {4, 6}, {1, 7}]


def test_where_the_order_of_the_entry_is_kept_all_move_up() -> None:
    hall = league(4, 4, boards=3, match__order="roster")
    hall.ok(line_up(hall, "A", 1, 2, 3))
    hall.ok(c.Withdraw(at=hall.now, number=1))
    assert meets(hall.pair()) == [{2, 5}, {3, 6}, {4, 7}]


@pytest.mark.parametrize(
    ("team", "players", "reason"),
    [
        ("A", (1, 5), DeskReason.LINE_UP_WRONG),
        ("A", (1, 1), DeskReason.SAME_PLAYER_TWICE),
        ("A", (1, 2, 3), DeskReason.LINE_UP_WRONG),
        ("A", (99,), DeskReason.ENTRANT_NOT_KNOWN),
        ("Z", (1,), DeskReason.TEAM_NOT_KNOWN),
    ],
)
def test_a_line_up_that_cannot_be_is_refused(team: str, players: tuple[int, ...], reason: DeskReason) -> None:
    hall = league(3, 3)
    assert hall.no(line_up(hall, team, *players)).reason is reason


def test_in_the_order_of_the_entry_another_order_is_refused() -> None:
    hall = league(3, 3, match__order="roster")
    assert hall.no(line_up(hall, "A", 3, 1)).params["numbers"] == [1, 3]
    hall.ok(line_up(hall, "A", 1, 3))


def test_teams_of_schools_have_no_line_ups() -> None:
    hall = Hall("school", {"rounds": 3, "team.size": 2, "divisions": [""]})
    hall.ok(c.RegisterTeam(at=hall.now, name="A", contact="Opiekun"))
    assert hall.no(line_up(hall, "A")).reason is DeskReason.NO_MATCHES


def test_a_board_without_a_player_is_won_by_the_other_team() -> None:
    hall = league(2, 2, boards=2)
    hall.ok(c.Withdraw(at=hall.now, number=3))
    played = hall.pair()
    assert (meets(played), played.byes) == ([{1, 4}], (2,))
    hall.play({4: 500})
    (match,) = matches(hall)
    assert sorted(match.half_points) == [2, 2]


def test_equal_boards_go_by_game_points_or_are_a_draw() -> None:
    for equal, expected in (("points", {"A": 2, "B": 0}), ("draw", {"A": 1, "B": 1})):
        hall = league(2, 2, rounds=1, match__equal=equal)
        hall.pair()
        hall.play({1: 500, 3: 300, 2: 300, 4: 310})
        assert points(hall) == expected


def test_more_boards_win_whatever_the_points() -> None:
    hall = league(3, 3, boards=3, rounds=1)
    hall.pair()
    hall.play({1: 301, 4: 300, 2: 301, 5: 300, 3: 200, 6: 600})
    assert points(hall) == {"A": 2, "B": 0}


def test_the_matches_go_before_the_boards_in_the_order_of_the_teams() -> None:
    """B wins one match 2:0 and loses one 1:1 by points; A wins both of its matches as narrowly as can be."""
    hall = league(2, 2, 2, rounds=3)
    for _ in range(3):
        for table in hall.pair().tables:
            one, other = table.players
            hall.result(table.number, 500 - one, 500 - other)
        assert all(match.complete for match in matches(hall))
    rows = team_table_of(hall.state, "").rows
    assert [row.name for row in rows] == sorted(points(hall), key=lambda name: -points(hall)[name])
    assert sum(points(hall).values()) == 3 * 2 + 3 * 2


def test_a_match_counts_when_all_its_results_are_there() -> None:
    hall = league(2, 2, rounds=1)
    hall.pair()
    hall.result(1, 400, 300)
    assert [match.complete for match in matches(hall)] == [False]
    assert points(hall) == {"A": 0, "B": 0}


def test_everybody_meets_everybody_in_the_rounds_of_a_longer_match() -> None:
    hall = league(3, 3, boards=3, rounds=3, match__rounds=3)
    met = set()
    for _ in range(3):
        met |= {frozenset(pair) for pair in meets(hall.pair())}
        assert points(hall) == {"A": 0, "B": 0}
        hall.play({1: 500, 2: 500, 3: 500})
    assert met == {frozenset((one, other)) for one in (1, 2, 3) for other in (4, 5, 6)}
    assert [match.rounds for match in matches(hall)] == [(1, 2, 3)]
    assert points(hall) == {"A": 2, "B": 0}


def test_teams_meet_all_others_in_a_round_robin_though_their_line_ups_change() -> None:
    hall = league(3, 3, 3, 3, rounds=3)
    for round_number in range(3):
        hall.ok(line_up(hall, "A", *((1, 2), (3, 1), (2, 3))[round_number]))
        hall.pair()
        hall.play()
    found = {frozenset((match.home, match.guest)) for match in matches(hall)}
    assert len(found) == 6


def test_a_reserve_may_join_a_team_during_the_league() -> None:
    hall = league(2, 3)
    hall.pair()
    hall.play()
    (late,) = hall.enter(1, team="A")
    hall.ok(line_up(hall, "A", late, 1))
    assert any(late in pair for pair in meets(hall.pair()))


def test_a_team_has_at_least_as_many_members_as_boards() -> None:
    hall = Hall("team-league", {"rounds": 1, "match.boards": 2, "team.size": 4})
    hall.ok(c.RegisterTeam(at=hall.now, name="A", contact="Kapitan"))
    hall.enter(1, team="A")
    assert hall.no(c.ConfirmTeam(at=hall.now, name="A")).reason is DeskReason.TEAM_INCOMPLETE
    hall.enter(1, team="A")
    hall.ok(c.ConfirmTeam(at=hall.now, name="A"))


@pytest.mark.parametrize(
    "settings",
    [{"match.boards": 9, "team.size": 8}, {"team.size": None}, {"match.inner": "knockout"}, {"match.inner": "x"}],
)
def test_settings_that_make_no_match_are_refused(settings: dict[str, object]) -> None:
    hall = Hall("team-league", {"rounds": 1})
    assert hall.no(c.ChooseSettings(at=hall.now, settings=settings)).reason is DeskReason.SETTING_NOT_POSSIBLE


def test_the_check_finds_a_torn_match_a_wrong_board_and_a_repeat() -> None:
    hall = league(2, 2, 2, 2, match__inner="swiss")
    task = task_of(hall.state, "", "team_match", "s")
    assert breaches(task, (1, 5), (2, 6), (3, 7), (4, 8)) == set()
    assert Breach.MATCH_TORN in breaches(task, (1, 5), (2, 8), (3, 7), (4, 6))
    assert Breach.BOARDS_DIFFER in breaches(task, (1, 6), (2, 5), (3, 7), (4, 8))
    assert Breach.LEFT_OUT in breaches(task, (1, 5), (2, 6), (3, 7))
    again = replace(
        task,
        rivals=tuple(
            replace(each, met={5: 1} if each.number == 1 else {1: 1} if each.number == 5 else {})
            for each in task.rivals
        ),
    )
    assert Breach.REPEAT_AVOIDABLE in breaches(again, (1, 5), (2, 6), (3, 7), (4, 8))


def breaches(task, *tables: tuple[int, ...]) -> set[Breach]:  # type: ignore[no-untyped-def]
    return {fault.breach for fault in check(task, Pairing(tables)).faults}


def test_the_explanation_names_the_teams_and_the_system_that_paired_them() -> None:
    hall = league(2, 2, 2, 2, match__inner="swiss")
    task = task_of(hall.state, "", "team_match", "s")
    found = explain(task, Pairing(((1, 5), (2, 6), (3, 7), (4, 8))))
    assert found.matches is not None
    assert [{found.teams[seat.number] for seat in each.seats} for each in found.matches.tables] == [
        {"A", "C"},
        {"B", "D"},
    ]
    assert [each.numbers["board"] for each in found.tables] == [1, 2, 1, 2]


@pytest.mark.parametrize("start", range(0, 120, 20))
def test_whatever_happens_the_teams_have_what_their_boards_have_won(start: int) -> None:
    for number in range(start, start + 20):
        _random_league(random.Random(f"league {number}"))


def _random_league(chance: random.Random) -> None:
    boards = chance.randrange(1, 5)
    sizes = [boards + chance.randrange(3) for _ in range(chance.randrange(2, 7))]
    hall = league(
        *sizes, boards=boards, rounds=chance.randrange(1, 8), match__rounds=chance.choice((1, 1, boards)),
        match__inner=chance.choice(("round_robin", "swiss", "danish", "half_split", "random", "danish_no_repeats")),
        match__order=chance.choice(("free", "roster")), match__equal=chance.choice(("points", "draw")),
    )  # fmt: skip
    for _ in range(hall.state.rounds_planned):
        for _ in range(chance.randrange(4)):
            _disturb(hall, chance)
        before = hall.state
        decided = hall.desk.do(c.PairRound(at=hall.now))
        if isinstance(decided, DeskRefusal):
            assert decided.reason is DeskReason.UNPAIRABLE
            assert decided.params["fault"] == "too_few", decided
            break
        played = hall.round()
        pairing = Pairing(tuple(table.players for table in played.tables), played.byes)
        assert check(task_of(before, "", "team_match", played.seed), pairing).faults == ()
        for table in played.tables:
            hall.result(table.number, *chance.choices((300, 350, 400, 420), k=2))
    _compare(hall)


def _disturb(hall: Hall, chance: random.Random) -> None:
    number = chance.randrange(1, len(hall.state.entrants) + 1)
    team = hall.state.entrants[number].team
    kind = chance.randrange(4)
    if kind == 0:
        hall.desk.do(c.Withdraw(at=hall.now, number=number))
    elif kind == 1:
        hall.desk.do(c.Return(at=hall.now, number=number))
    else:
        everybody = [*hall.state.teams[f"/{team.casefold()}"].members, chance.randrange(1, 40)]
        chance.shuffle(everybody)
        hall.desk.do(line_up(hall, team, *everybody[: chance.randrange(6)]))


def _compare(hall: Hall) -> None:
    """The matches, and the order of the teams, counted table by table."""
    length, equal = hall.state.settings.match.rounds.chosen, hall.state.settings.match.equal.chosen
    home = {each.number: each.team for each in hall.state.entrants.values()}
    rounds = hall.state.divisions[""].rounds
    won: dict[str, int] = defaultdict(int)
    for start in range(0, len(rounds), length):
        block = rounds[start : start + length]
        sums: dict[frozenset[str], dict[str, list[int]]] = {}
        byes = [(home[number], number) for played in block for number in played.byes]
        for played in block:
            for table in played.tables:
                assert table.result is not None
                names = [home[number] for number in table.players]
                match = sums.setdefault(frozenset(names), {name: [0, 0] for name in names})
                first, second = table.result.scores  # type: ignore[union-attr]
                for name, own, other in ((names[0], first, second), (names[1], second, first)):
                    match[name][0] += (own > other) * 2 + (own == other)
                    match[name][1] += own
        alone = [
            name for name, _ in groupby(sorted(byes), lambda each: each[0]) if not any(name in key for key in sums)
        ]
        for name, _ in byes:
            for key, match in sums.items():
                if name in key:
                    match[name][0] += 2
                    match[name][1] += 300
        if len(block) < length:
            break
        for match in sums.values():
            (one, mine), (other, theirs) = match.items()
            compared = (mine, theirs) if equal == "points" else (mine[:1], theirs[:1])
            won[one] += 2 if compared[0] > compared[1] else compared[0] == compared[1]
            won[other] += 2 if compared[1] > compared[0] else compared[0] == compared[1]
        for name in alone:
            won[name] += 2
    rows = team_table_of(hall.state, "").rows
    assert {row.name: row.matches.points for row in rows} == {row.name: won[row.name] for row in rows}
    order = [(-row.matches.points, -row.half_points, -row.game_points, -row.spread) for row in rows]
    assert order == sorted(order)
