"""A ladder at the desk: neighbours meet, the winner takes the higher rung, who is away keeps theirs."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from loops import with_seeds
from mostek.tournament import commands as c
from mostek.tournament.entrants import Person
from mostek.tournament.pairing.check import Breach
from mostek.tournament.pairing.system import check, explain
from mostek.tournament.pairing.values import Pairing
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.rounds import task_of
from mostek.tournament.standings import standings_of
from mostek.tournament.state import ForfeitCause
from tournament.desk.hall import Hall


def ladder(people: int, rounds: int = 20, **settings: object) -> Hall:
    hall = Hall("ladder", {"rounds": rounds})
    hall.choose(**settings)
    hall.enter(people)
    return hall


def order(hall: Hall) -> list[int]:
    return [each.number for each in standings_of(hall.state, "")]


def meets(hall: Hall) -> list[set[int]]:
    return [set(table.players) for table in hall.round().tables]


def test_neighbours_meet_and_the_winner_takes_the_higher_rung() -> None:
    hall = ladder(6)
    hall.pair()
    assert meets(hall) == [{1, 2}, {3, 4}, {5, 6}]
    hall.play({2: 500, 3: 500, 6: 500})
    assert order(hall) == [2, 1, 3, 4, 6, 5]
    assert [each.place for each in standings_of(hall.state, "")] == [1, 2, 3, 4, 5, 6]


def test_the_same_two_do_not_meet_at_once_again() -> None:
    hall = ladder(4)
    hall.pair()
    hall.play({1: 500, 3: 500})
    hall.pair()
    assert meets(hall) == [{1, 3}, {2, 4}]
    hall.play({1: 500, 2: 500})
    hall.pair()
    assert meets(hall) == [{1, 2}, {3, 4}]


def test_a_drawn_game_changes_nothing_and_a_forfeit_is_a_game() -> None:
    hall = ladder(4)
    hall.pair()
    hall.result(1, 400, 400)
    hall.ok(c.AwardForfeit(at=hall.now, round=1, table=2, winner=4, cause=ForfeitCause.LEFT))
    assert order(hall) == [1, 2, 4, 3]


def test_who_is_away_keeps_the_rung_and_a_newcomer_begins_at_the_bottom() -> None:
    hall = ladder(4)
    hall.pair()
    hall.play({1: 500, 3: 500})
    hall.ok(c.Withdraw(at=hall.now, number=2))
    hall.ok(c.RegisterEntrant(at=hall.now, person=Person(name="Nowy", rating=20_000)))
    hall.ok(c.CheckIn(at=hall.now, numbers=(5,)))
    hall.pair()
    assert meets(hall) == [{1, 3}, {4, 5}]
    hall.play({3: 500, 5: 500})
    hall.ok(c.Return(at=hall.now, number=2))
    assert order(hall) == [3, 2, 1, 5, 4]


def test_a_challenge_that_the_director_lays_out_counts() -> None:
    hall = ladder(4)
    hall.pair((1, 4))
    hall.result(1, 300, 400)
    assert order(hall) == [4, 2, 3, 1]


def test_a_correction_moves_the_rungs() -> None:
    hall = ladder(2)
    hall.pair()
    hall.result(1, 400, 300)
    first = order(hall)
    played = hall.slip(1, 300, 400).result
    hall.ok(
        c.CorrectResult(
            at=hall.now, round=1, table=1, result=played, kind=c.CorrectionKind.ENTRY, reason="pomyłka", consent=True
        )
    )
    assert order(hall) == first[::-1]


def test_the_reason_names_the_rungs_and_the_check_finds_who_is_too_far() -> None:
    hall = ladder(4)
    task = task_of(hall.state, "", "ladder", "s")
    good, far = Pairing(((1, 2), (3, 4))), Pairing(((1, 4), (2, 3)))
    assert [each.numbers for each in explain(task, good).tables] == [{"one": 1, "other": 2}, {"one": 3, "other": 4}]
    assert Breach.TOO_FAR not in {fault.breach for fault in check(task, good).faults}
    assert Breach.TOO_FAR in {fault.breach for fault in check(task, far).faults}


def _least(hall: Hall) -> tuple[int, int]:
    """The fewest immediate repeats and then the smallest sum of squared distances, over all pairings."""
    players = task_of(hall.state, "", "ladder", "s").contenders
    best = None
    for way in permutations(range(len(players))):
        pairs = list(zip(way[::2], way[1::2], strict=True))
        if any(one > other for one, other in pairs) or pairs != sorted(pairs):
            continue
        repeats = sum(players[other].number in players[one].met for one, other in pairs)
        total = (repeats, sum((one - other) ** 2 for one, other in pairs))
        best = total if best is None else min(best, total)
    assert best is not None
    return best


@pytest.mark.parametrize("seed", range(12))
def test_no_pairing_has_fewer_repeats_or_nearer_neighbours(seed: int) -> None:
    chance, hall = random.Random(seed), ladder(6)
    for _ in range(6):
        least = _least(hall)
        before = task_of(hall.state, "", "ladder", "s").contenders
        place = {each.number: index for index, each in enumerate(before)}
        met = {each.number: each.met for each in before}
        played = hall.pair()
        pairs = [table.players for table in played.tables]
        found = sum(other in met[one] for one, other in pairs), sum((place[a] - place[b]) ** 2 for a, b in pairs)
        assert found == least
        for table in played.tables:
            hall.result(table.number, *chance.choices((300, 350, 400), k=2))


@with_seeds(30)
def test_whatever_happens_the_rungs_are_those_of_a_list_that_is_swapped_by_hand(seed: int) -> None:
    chance, hall = random.Random(f"ladder {seed}"), ladder(random.Random(seed).randrange(2, 14))
    shown: list[int] = []
    for _ in range(15):
        for _ in range(chance.randrange(3)):
            number = chance.randrange(1, len(hall.state.entrants) + 1)
            hall.desk.do(chance.choice((c.Withdraw, c.Return))(at=hall.now, number=number))
        before = hall.state
        if isinstance(hall.desk.do(c.PairRound(at=hall.now)), DeskRefusal):
            continue
        played = hall.round()
        shown += [each.number for each in before.entrants.values() if each.is_present and each.number not in shown]
        tables = tuple(table.players for table in played.tables)
        assert check(task_of(before, "", "ladder", played.seed), Pairing(tables, played.byes)).faults == ()
        for table in played.tables:
            one, other = table.players
            points = chance.choices((300, 350, 400), k=2)
            hall.result(table.number, *points)
            winner = one if points[0] > points[1] else other if points[1] > points[0] else 0
            high, low = sorted((shown.index(one), shown.index(other)))
            if winner and shown[low] == winner:
                shown[high], shown[low] = shown[low], shown[high]
        there = {*order(hall)} & {*shown}
        assert order(hall) == [number for number in shown if number in there]
