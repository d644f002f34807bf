"""Virtual points of latecomers: they seat whoever came late, and change no standing, forfeit, rating or place (S80)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mostek.tournament import commands as c
from mostek.tournament.entrants import Person
from mostek.tournament.latecomers import virtual_credits
from mostek.tournament.rounds import contenders, task_of
from mostek.tournament.settings import Latecomers, templates
from mostek.tournament.standings import ratings_of, standings_of
from mostek.tournament.state import ForfeitCause
from tournament.desk.hall import Hall, ready

NONE, AS_BYE, SEED_PLACE = Latecomers.NONE, Latecomers.AS_BYE, Latecomers.SEED_PLACE


def came(hall: Hall, rating: int) -> int:
    """A new entrant with that rating who has come."""
    number = len(hall.state.entrants) + 1
    hall.ok(c.RegisterEntrant(at=hall.now, person=Person(name=f"Gracz {number}", rating=rating)))
    hall.ok(c.CheckIn(at=hall.now, numbers=(number,)))
    return number


def after_one_round(treatment: Latecomers) -> Hall:
    """Six have played a round: 1, 2 and 3 have won with 500, 480 and 460 points; 4, 5, 6 have 340, 330, 320."""
    hall = ready(6, pairing__latecomers=treatment)
    hall.pair((1, 4), (2, 5), (3, 6))
    hall.play({1: 500, 2: 480, 3: 460, 4: 340, 5: 330, 6: 320})
    return hall


def order(hall: Hall) -> list[int]:
    return [each.number for each in contenders(hall.state, "")]


@pytest.mark.parametrize("template", sorted(set(templates()) - {"published"}))
def test_templates_give_latecomers_nothing(template: str) -> None:
    assert templates()[template].pairing.latecomers.value is NONE


def test_without_virtual_points_a_latecomer_is_paired_as_the_last() -> None:
    hall = after_one_round(NONE)
    came(hall, 14_850)
    assert order(hall) == [1, 2, 3, 4, 5, 6, 7]
    assert virtual_credits(hall.state, "") == {}


def test_missed_rounds_as_byes_bring_half_a_point_and_300_each() -> None:
    hall = after_one_round(AS_BYE)
    hall.pair((1, 2), (3, 4), (5, 6))
    hall.play()
    number = came(hall, 14_850)
    late = next(each for each in contenders(hall.state, "") if each.number == number)
    assert (late.half_points, late.virtual_half_points, late.virtual_game_points) == (2, 2, 600)


@pytest.mark.parametrize(
    ("rating", "place", "points"),
    [(15_000, 1, 500), (14_850, 2, 480), (14_650, 4, 340), (14_450, 6, 320), (10_000, 6, 320)],
)
def test_a_latecomer_takes_the_place_of_their_rating_with_its_points(rating: int, place: int, points: int) -> None:
    """Ratings of the six are 149, 148 … 144; who is rated below all has the points of the last."""
    hall = after_one_round(SEED_PLACE)
    number = came(hall, rating)
    assert order(hall).index(number) + 1 == place
    late = next(each for each in contenders(hall.state, "") if each.number == number)
    assert (late.virtual_game_points, late.virtual_half_points) == (points, 2 if points > 400 else 0)


def test_the_points_of_a_place_stay_when_the_others_play_on() -> None:
    hall = after_one_round(SEED_PLACE)
    number = came(hall, 14_850)
    hall.pair((1, 2), (3, 7), (4, 5), (6,))
    hall.play({7: 400, 3: 300})
    late = next(each for each in contenders(hall.state, "") if each.number == number)
    assert (late.half_points, late.virtual_half_points, late.virtual_game_points) == (4, 2, 480)
    assert hall.standing(number).half_points == 2
    assert hall.standing(number).game_points == 400


def test_a_corrected_result_corrects_the_virtual_points_of_the_next_pairing() -> None:
    hall = after_one_round(SEED_PLACE)
    came(hall, 14_850)
    before = virtual_credits(hall.state, "")[7].own
    hall.ok(
        c.CorrectResult(
            at=hall.now, round=1, table=2, kind=c.CorrectionKind.RULING, clause="PFS-7.4", reason="pomyłka",
            result=hall.slip(2, 470, 330).result,
        )
    )  # fmt: skip
    assert (before, virtual_credits(hall.state, "")[7].own) == (480, 470)


def test_two_latecomers_take_their_places_one_after_the_other() -> None:
    hall = after_one_round(SEED_PLACE)
    first, second = came(hall, 14_850), came(hall, 14_840)
    assert order(hall)[:4] == [1, first, second, 2]
    assert {credit.own for credit in virtual_credits(hall.state, "").values()} == {480}


def test_who_comes_to_round_one_or_only_missed_a_later_one_has_none() -> None:
    hall = after_one_round(SEED_PLACE)
    hall.ok(c.Withdraw(at=hall.now, number=6))
    hall.pair((1, 2), (3, 4), (5,))
    hall.play()
    hall.ok(c.Return(at=hall.now, number=6))
    assert virtual_credits(hall.state, "") == {}
    assert 6 in order(hall)


def test_the_setting_is_fixed_by_the_first_round() -> None:
    hall = after_one_round(NONE)
    refused = hall.no(c.ChooseSettings(at=hall.now, settings={"pairing.latecomers": "as_bye"}))
    assert (refused.reason, refused.clause, refused.setting) == ("setting_fixed", "S80", "pairing.latecomers")


def held(treatment: Latecomers, seed: int) -> tuple[Any, ...]:
    """An event of chance with latecomers, a leaver, byes, forfeits and corrections, seated by hand in the same way."""
    chance = Random(seed)
    rounds = chance.randrange(2, 6)
    hall = Hall("pfs", {"rounds": rounds, "minutes": 20, "pairing.latecomers": treatment})
    hall.enter(chance.randrange(4, 12))
    for number in range(1, rounds + 1):
        there = [each.number for each in hall.state.entrants.values() if each.is_present]
        chance.shuffle(there)
        hall.pair(*(tuple(there[place : place + 2]) for place in range(0, len(there), 2)))
        for table in hall.round().tables:
            if chance.random() < 0.15:
                winner = chance.choice(table.players)
                award = c.AwardForfeit(
                    at=hall.now, round=number, table=table.number, winner=winner, cause=ForfeitCause.LEFT
                )
                hall.ok(award)
            else:
                hall.result(table.number, chance.randrange(200, 600), chance.randrange(200, 600))
        if number < rounds:
            for _ in range(chance.randrange(3)):
                came(hall, chance.randrange(100, 200) * 100)
            if chance.random() < 0.3:
                hall.ok(c.Withdraw(at=hall.now, number=chance.choice(there)))
        task_of(hall.state, "", "half_split_in_turn", "s")
    rows = standings_of(hall.state, "")
    forfeits = [[hall.credit(row.number, n) for n in range(1, rounds + 1) if _has(hall, row.number, n)] for row in rows]
    return rows, ratings_of(hall.state, ""), forfeits, hall.state.divisions


def _has(hall: Hall, number: int, round_number: int) -> bool:
    played = hall.state.divisions[""].rounds[round_number - 1]
    return played.table_of(number) is not None or number in (*played.byes, *played.missed)


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(0, 10_000))
def test_virtual_points_never_change_a_standing_a_forfeit_a_rating_or_a_place(seed: int) -> None:
    plain = held(NONE, seed)
    assert held(AS_BYE, seed) == plain
    assert held(SEED_PLACE, seed) == plain
