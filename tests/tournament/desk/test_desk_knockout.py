"""A knock-out at the desk: seeds, byes, replays, the third place, who is gone, and the places in the end."""

from __future__ import annotations

import random

import pytest

from loops import with_each
from mostek.tournament import commands as c
from mostek.tournament.entrants import Person
from mostek.tournament.pairing.bracket import drawn, seed_order
from mostek.tournament.pairing.check import Breach
from mostek.tournament.pairing.system import check
from mostek.tournament.pairing.values import Cup, Pairing
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.rounds import task_of
from mostek.tournament.standings import standings_of
from mostek.tournament.state import ForfeitCause, PairRule
from oracle.cup import places_of, seeded
from tournament.desk.hall import Hall


def cup(people: int, rounds: int = 3, **settings: object) -> Hall:
    """A cup of so many players; number 1 is the best seed."""
    hall = Hall("cup", {"rounds": rounds, "minutes": 20})
    hall.choose(**{"knockout__third_place": False} | settings)
    hall.enter(people)
    return hall


def win(hall: Hall, *winners: int) -> list[tuple[int, int]]:
    """Pair a round; these win, elsewhere the one with the lower number. Who has beaten whom."""
    beaten = []
    for table in hall.pair().tables:
        one, other = sorted(table.players, key=lambda number: (number not in winners, number))
        hall.result(table.number, *(400 if number == one else 350 for number in table.players))
        beaten.append((one, other))
    return beaten


def meets(hall: Hall) -> list[set[int]]:
    return [set(table.players) for table in hall.round().tables]


def places(hall: Hall) -> dict[int, int | None]:
    return {each.number: each.place for each in standings_of(hall.state, "")}


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128])
def test_the_bracket_is_that_of_the_recursion(size: int) -> None:
    assert list(seed_order(size)) == seeded(size)


@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_in_every_part_of_the_bracket_the_best_seed_and_its_opponent_add_up(size: int) -> None:
    order, places_left = list(seed_order(size)), size
    while places_left > 1:
        assert all(one + other == places_left + 1 for one, other in zip(order[::2], order[1::2], strict=True))
        order = [min(pair) for pair in zip(order[::2], order[1::2], strict=True)]
        places_left //= 2


@with_each("people", range(2, 40))
def test_the_byes_are_for_the_best_seeds(people: int) -> None:
    line = drawn(range(1, people + 1))
    free = {one or other for one, other in zip(line[::2], line[1::2], strict=True) if 0 in (one, other)}
    assert free == set(range(1, len(line) - people + 1))
    assert len(line) // 2 < people <= len(line) or people == 2


def test_sixteen_play_one_against_sixteen_and_eight_against_nine() -> None:
    hall = cup(16, 4)
    hall.pair()
    assert meets(hall) == [{1, 16}, {8, 9}, {4, 13}, {5, 12}, {2, 15}, {7, 10}, {3, 14}, {6, 11}]


def test_the_winners_of_neighbours_meet_until_one_is_left() -> None:
    hall = cup(8)
    win(hall, 8)
    win(hall)
    assert meets(hall) == [{8, 4}, {2, 3}]
    win(hall, 3)
    assert meets(hall) == [{4, 2}]
    assert places(hall) == {2: 1, 4: 2, 3: 3, 8: 3, 1: 5, 5: 5, 6: 5, 7: 5}
    refused = hall.no(c.PairRound(at=hall.now))
    assert (refused.reason, refused.params["fault"]) == (DeskReason.UNPAIRABLE, "cup_over")
    hall.ok(c.CloseTournament(at=hall.now))


def test_with_six_players_the_two_best_wait_and_are_not_said_to_be_left_out() -> None:
    hall = cup(6)
    played = hall.pair()
    assert (meets(hall), played.byes) == ([{4, 5}, {3, 6}], (1, 2))


def test_a_drawn_game_is_played_again_while_the_others_wait() -> None:
    hall = cup(4, 2)
    hall.pair()
    hall.result(1, 400, 400)
    hall.result(2, 400, 300)
    hall.pair()
    assert meets(hall) == [{1, 4}]
    hall.result(1, 350, 350)
    hall.pair()
    hall.result(1, *(450 if number == 4 else 350 for number in hall.round().tables[0].players))
    won = hall.state.divisions[""].rounds[0].tables[1].players[0]
    hall.pair()
    assert meets(hall) == [{4, won}]
    assert len(hall.state.divisions[""].rounds) == 4 > hall.state.rounds_planned


def test_by_the_other_setting_the_better_seed_goes_on_after_a_draw() -> None:
    hall = cup(4, 2, knockout__draws="seed")
    hall.pair()
    hall.result(1, 400, 400)
    hall.result(2, 350, 350)
    hall.pair()
    assert meets(hall) == [{1, 2}]


@pytest.mark.parametrize(
    ("decides", "games", "winner"),
    [
        ("wins", [(300, 400), (500, 300), (400, 390)], 1),
        ("wins", [(400, 300), (410, 300)], 1),
        ("wins", [(300, 400), (400, 400), (600, 590)], 4),
        ("points", [(300, 400), (310, 400), (600, 300)], 1),
        ("points", [(400, 300), (400, 300), (300, 501)], 4),
    ],
)
def test_of_three_games_more_wins_decide_or_more_points(
    decides: str, games: list[tuple[int, int]], winner: int
) -> None:
    """The first score is that of number 1, who plays number 4; 1:1 and a draw goes by the points."""
    hall = cup(4, 6, knockout__games=3, knockout__decides=decides)
    for count, (first, second) in enumerate(games, 1):
        played = hall.pair()
        for table in played.tables:
            if 1 in table.players:
                scores = {1: first, 4: second}
                hall.result(table.number, *(scores[number] for number in table.players))
            else:
                hall.result(table.number, *(400 if number == 2 else 300 for number in table.players))
        assert count == len(games) or any(1 in table.players for table in played.tables)
    while any(3 in table for table in meets(hall)):
        hall.pair()
        hall.play({2: 400, 3: 300})
    if {winner, 2} not in meets(hall):
        hall.pair()
    assert {winner, 2} in meets(hall)


def test_the_losers_of_the_semi_finals_play_for_the_third_place() -> None:
    hall = cup(4, 2, knockout__third_place=True)
    win(hall)
    win(hall)
    assert meets(hall) == [{1, 2}, {3, 4}]
    assert places(hall) == {1: 1, 2: 2, 3: 3, 4: 4}


def test_a_player_whose_opponent_has_gone_passes() -> None:
    hall = cup(8)
    win(hall)
    hall.ok(c.Withdraw(at=hall.now, number=4))
    played = hall.pair()
    assert (meets(hall), played.byes) == ([{2, 3}], (1,))
    hall.play({2: 400, 3: 300})
    hall.ok(c.Return(at=hall.now, number=4))
    hall.pair()
    assert meets(hall) == [{1, 2}]


def test_a_game_lost_by_forfeit_lets_the_opponent_through() -> None:
    hall = cup(4, 2)
    hall.pair()
    hall.ok(c.AwardForfeit(at=hall.now, round=1, table=1, winner=4, cause=ForfeitCause.LEFT))
    hall.play({2: 400, 3: 300})
    hall.pair()
    assert meets(hall) == [{4, 2}]


def test_both_who_lose_by_forfeit_are_out() -> None:
    hall = cup(4, 2)
    hall.pair()
    hall.ok(c.AwardForfeit(at=hall.now, round=1, table=1, winner=None, cause=ForfeitCause.LEFT))
    hall.play({2: 400, 3: 300})
    assert hall.no(c.PairRound(at=hall.now)).params.get("fault") == "cup_over"
    assert places(hall)[2] == 1
    hall.ok(c.CloseTournament(at=hall.now))


def test_when_a_finalist_goes_the_other_has_won_and_the_event_may_end() -> None:
    hall = cup(4, 2)
    win(hall)
    hall.ok(c.Withdraw(at=hall.now, number=1))
    assert hall.no(c.PairRound(at=hall.now)).params["fault"] == "cup_over"
    assert places(hall)[2] == 1
    hall.ok(c.CloseTournament(at=hall.now))


def test_a_late_entry_at_the_table_of_a_bye_takes_the_empty_place() -> None:
    hall = cup(3, 2)
    hall.pair()
    hall.enter(1)
    hall.ok(c.AddTable(at=hall.now, players=(4, 1)))
    hall.play({4: 500})
    hall.pair()
    assert 4 in hall.round().tables[0].players
    assert 1 not in hall.round().tables[0].players


def test_a_corrected_result_does_not_change_who_plays_on() -> None:
    hall = cup(4, 2)
    win(hall)
    hall.pair()
    before = meets(hall)
    won = hall.state.divisions[""].rounds[0].tables[0].result
    assert won is not None
    corrected = c.CorrectResult(
        at=hall.now, round=1, table=1, result=hall.slip(1, *reversed(won.scores)).result,  # type: ignore[union-attr]
        kind=c.CorrectionKind.SWAPPED, consent=True,
    )  # fmt: skip
    hall.ok(corrected)
    hall.play({1: 400, 2: 300})
    assert before == [{1, 2}]
    assert places(hall)[1] == 1


def test_after_eight_swiss_rounds_the_best_eight_play_the_cup_and_the_rest_stay_behind() -> None:
    hall = Hall("pfs", {"rounds": 5, "minutes": 20, "plan": "swiss:2 knockout:3"})
    hall.enter(12)
    for _ in range(2):
        hall.pair()
        hall.play({number: 500 - number for number in range(1, 13)})
    best = [each.number for each in standings_of(hall.state, "")]
    win(hall, *best[:4])
    assert {number for table in meets(hall) for number in table} == set(best[:8])
    assert [{best[0], best[7]}, {best[3], best[4]}] == meets(hall)[:2]
    win(hall, *best[:2])
    win(hall, best[0])
    after = [each.number for each in standings_of(hall.state, "")]
    assert after[:2] == best[:2]
    assert set(after[2:8]) == set(best[2:8])
    assert after[8:] == best[8:]


def test_ties_that_the_director_lays_out_are_ties_of_the_bracket_or_a_new_draw() -> None:
    hall = cup(8)
    win(hall)
    hall.pair((1, 3), (2, 4))
    hall.play({1: 400, 2: 400})
    hall.pair()
    assert meets(hall) == [{1, 2}]


def test_a_forbidden_tie_is_said_and_a_forced_one_must_be_in_the_bracket() -> None:
    hall = cup(4, 2)
    hall.ok(c.SetPairRule(at=hall.now, pair=(1, 4), rule=PairRule.FORBIDDEN))
    assert hall.no(c.PairRound(at=hall.now)).params["fault"] == "no_pairing"
    hall.ok(c.SetPairRule(at=hall.now, pair=(1, 4)))
    hall.ok(c.SetPairRule(at=hall.now, pair=(1, 2), rule=PairRule.FORCED))
    assert hall.no(c.PairRound(at=hall.now)).params["fault"] == "forced_clash"


def breaches(hall: Hall, *tables: tuple[int, ...], byes: tuple[int, ...] = ()) -> set[Breach]:
    task = task_of(hall.state, "", "knockout", "s")
    return {fault.breach for fault in check(task, Pairing(tables, byes)).faults}


def test_the_check_finds_a_wrong_seed_a_wrong_bye_and_a_player_who_is_out() -> None:
    hall = cup(6)
    assert breaches(hall, (4, 5), (3, 6), byes=(1, 2)) == set()
    assert Breach.CUP_SEEDS in breaches(hall, (4, 6), (3, 5), byes=(1, 2))
    assert Breach.CUP_SEEDS in breaches(hall, (4, 5), (1, 6), byes=(3, 2))
    assert Breach.LEFT_OUT in breaches(hall, (4, 5), byes=(1, 2))
    win(hall)
    assert breaches(hall, (1, 4), (2, 3)) == set()
    assert Breach.CUP_TIE in breaches(hall, (1, 3), (2, 4))
    assert Breach.CUP_OUT in breaches(hall, (1, 4), (2, 3), (5, 6))


@pytest.mark.parametrize("start", range(0, 200, 25))
def test_whatever_happens_the_places_are_those_of_whole_lists_and_the_cup_ends(start: int) -> None:
    """Random cups with draws, forfeits, people who go and come back; the pairing always passes its check."""
    for number in range(start, start + 25):
        _random_cup(random.Random(f"cup {number}"))


def _random_cup(chance: random.Random) -> None:
    people = chance.randrange(2, 20)
    games = chance.choice((1, 1, 1, 2, 3))
    plain = chance.random() < 0.5
    hall = cup(
        people, chance.randrange(1, 8), knockout__games=1 if plain else games, forfeit__absent_removed=False,
        knockout__decides=chance.choice(("wins", "points")), knockout__draws=chance.choice(("replay", "seed")),
        knockout__third_place=not plain and chance.random() < 0.5,
    )  # fmt: skip
    beaten: list[list[tuple[int, int]]] = []
    for _ in range(60):
        before = hall.state
        decided = hall.desk.do(c.PairRound(at=hall.now))
        if isinstance(decided, DeskRefusal):
            assert decided.reason is DeskReason.UNPAIRABLE, decided
            break
        played = hall.round()
        tables = tuple(table.players for table in played.tables)
        faults = check(task_of(before, "", "knockout", played.seed), Pairing(tables, played.byes)).faults
        assert not faults
        beaten.append([])
        for table in played.tables:
            one, other = table.players
            if not plain and chance.random() < 0.15:
                winner = chance.choice((one, other, None))
                hall.ok(
                    c.AwardForfeit(
                        at=hall.now, round=played.number, table=table.number, winner=winner, cause=ForfeitCause.LATE
                    )
                )
                continue
            points = chance.sample((300, 350, 400, 420), 2) if plain else chance.choices((300, 350, 400), k=2)
            hall.result(table.number, *points)
            if plain:
                beaten[-1].append((one, other) if points[0] > points[1] else (other, one))
        if not plain and chance.random() < 0.4:
            _disturb(hall, chance)
    else:
        raise AssertionError("the cup does not end")
    if plain:
        assert places(hall) == places_of(beaten, set(range(1, people + 1)))
    hall.ok(c.CloseTournament(at=hall.now, reason="koniec"))


def _disturb(hall: Hall, chance: random.Random) -> None:
    """People go, come back or enter late; the director lays tables out, and takes a round back."""
    number = chance.randrange(1, len(hall.state.entrants) + 1)
    kind = chance.randrange(5)
    if kind == 0:
        hall.desk.do(c.Withdraw(at=hall.now, number=number))
    elif kind == 1:
        hall.desk.do(c.Return(at=hall.now, number=number))
    elif kind == 2:
        late = len(hall.state.entrants) + 1
        hall.desk.do(c.RegisterEntrant(at=hall.now, person=Person(name=f"Późny {late}")))
        hall.desk.do(c.CheckIn(at=hall.now, numbers=(late,)))
    elif kind == 3:
        there = [each.number for each in hall.state.entrants.values() if each.is_present]
        chance.shuffle(there)
        laid = tuple(tuple(there[place : place + 2]) for place in range(0, len(there) - 1, 2))[: chance.randrange(1, 4)]
        if laid and not isinstance(hall.desk.do(c.PairRound(at=hall.now, tables=laid)), DeskRefusal):
            hall.play({number: 300 + number for number in there})
    else:
        hall.desk.do(c.Exclude(at=hall.now, number=number, reason="oszustwo"))


def test_the_first_round_of_a_cup_without_a_desk_takes_everybody() -> None:
    assert Cup(seeds=(1, 2, 3)).rounds == ()
    assert drawn((7, 8, 9)) == (7, 0, 8, 9)


def test_a_first_round_that_the_director_draws_by_hand_is_the_bracket() -> None:
    hall = cup(6)
    hall.pair((1, 2), (3, 4), (5,), (6,))
    hall.play({1: 400, 4: 400})
    played = hall.pair()
    assert (meets(hall), played.byes) == ([{1, 4}, {5, 6}], ())


def test_who_is_left_out_of_a_draw_by_hand_waits_for_the_next_round() -> None:
    hall = cup(5)
    hall.pair((1, 2), (3, 4))
    hall.play({1: 400, 3: 400})
    played = hall.pair()
    assert (meets(hall), played.byes) == ([{1, 3}], (5,))
