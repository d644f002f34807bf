"""Prize-aware rounds: a settled prize is settled in every way in which the event can end, and decides no other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from loops import with_seeds
from mostek.tournament.pairing.check import Breach, pairs_of
from mostek.tournament.pairing.explain import Explanation
from mostek.tournament.pairing.prize_check import OUT, RACING, SETTLED, kinds
from mostek.tournament.pairing.stakes import outlooks
from mostek.tournament.pairing.system import check, explain, pair
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask, Race, Stakes
from oracle.pairing import every_pairing
from tournament.pairing.pairing_tasks import two

SPREAD = 100
LOW, MIDDLE, HIGH = 300, 350, 400
"""Scores between which nobody makes up more than `SPREAD`."""
RESULTS = ((2, HIGH, LOW), (2, MIDDLE, LOW), (2, HIGH, MIDDLE), (1, LOW, LOW), (1, HIGH, HIGH))
GAMES = (*RESULTS, *((2 - points, other, own) for points, own, other in RESULTS if points == 2))
"""Match points in halves of the first player, and the game points of both."""
Values = Mapping[int, tuple[int, ...]]


def stakes_for(values: Values, *bands: int, left: int = 1, races: Sequence[Race] = (), **more: bool) -> Stakes:
    """The stakes of a division whose players have these match points and game points."""
    order = tuple(sorted(values, key=lambda number: ([-value for value in values[number]], number)))
    whole = Race(members=order, bands=bands, money=bands)
    return Stakes(rounds_left=left, values=values, swings=(2, SPREAD), races=(whole, *races), **more)


def task_for(stakes: Stakes, met: Sequence[tuple[int, int]] = (), inner: str = "danish") -> PairingTask:
    """The last round but those that are left, for everybody of the first race."""
    contenders = tuple(
        Contender(
            number=number,
            half_points=stakes.values[number][0],
            met={other: met.count((number, other)) + met.count((other, number)) for other in stakes.races[0].members},
        )
        for number in stakes.races[0].members
    )
    return PairingTask(system="gibson", round=9, contenders=contenders, seed="s", inner=inner, stakes=stakes)


def ends(values: Values, left: int) -> Iterator[Values]:
    """Every way in which so many rounds can end: all pairings, and several results of each game."""
    if not left:
        yield values
        return
    numbers = sorted(values)
    odd = len(numbers) % 2
    for pairs in every_pairing([*numbers, *([0] * odd)]):
        games = [pair for pair in pairs if 0 not in pair]
        for results in product(GAMES, repeat=len(games)):
            after = dict(values)
            for (one, other), (points, own, others) in zip(games, results, strict=True):
                after[one] = (after[one][0] + points, after[one][1] + own)
                after[other] = (after[other][0] + 2 - points, after[other][1] + others)
            for bye in _byes(pairs):
                after[bye] = (after[bye][0] + 1, after[bye][1] + LOW)
            yield from ends(after, left - 1)


def shares(values: Values, members: Sequence[int], prizes: Sequence[int]) -> dict[int, float]:
    """What everybody wins, equals alike."""
    won = {}
    for number in members:
        above = sum(values[other] > values[number] for other in members)
        level = sum(values[other] == values[number] for other in members)
        won[number] = sum(prizes[above : above + level]) / level
    return won


def small_field(seed: int) -> tuple[Values, int, tuple[int, ...]]:
    """Four to six players late in an event, how many rounds are left, and the prizes."""
    chance = Random(seed)
    size, left = chance.choice(((4, 1), (4, 1), (5, 1), (6, 1), (4, 2)))
    if left == 2:
        size = 3
    values = {number: (chance.randrange(9), 50 * chance.randrange(60, 66)) for number in range(1, size + 1)}
    return values, left, chance.choice(((5,), (5, 3), (5, 3, 3), (5, 3, 2), (5, 5), (5, 0, 2)))


@with_seeds(60)
def test_who_is_settled_wins_the_same_in_every_end_and_who_is_out_wins_nothing(seed: int) -> None:
    values, left, prizes = small_field(seed)
    stakes = stakes_for(values, *prizes, left=left)
    found, members = kinds(stakes), stakes.races[0].members
    won: dict[int, set[float]] = {number: set() for number in members}
    places: dict[int, set[int]] = {number: set() for number in members}
    for end in ends(values, left):
        for number, prize in shares(end, members, prizes).items():
            won[number].add(prize)
            places[number].add(1 + sum(end[other] > end[number] for other in members))
    for number in members:
        reach = outlooks(stakes)[number].reaches[0]
        assert reach.best <= min(places[number])
        assert max(places[number]) <= reach.worst
        if found[number] == OUT:
            assert won[number] == {0}
        if found[number] == SETTLED:
            assert len(won[number]) == 1
            assert won[number] != {0}


@with_seeds(60)
def test_the_first_place_is_settled_exactly_when_nobody_can_come_level(seed: int) -> None:
    values, left, _ = small_field(seed)
    stakes = stakes_for(values, 5, left=left)
    members = stakes.races[0].members
    is_sole = all(max(end[other] for other in members[1:]) < end[members[0]] for end in ends(values, left))
    assert outlooks(stakes)[members[0]].is_settled is is_sole


@pytest.mark.parametrize(
    ("behind", "left", "is_settled"),
    [
        ((17, 9000), 1, True),  # a point and a half behind, and a win brings one
        ((18, 3401), 1, False),
        ((18, 3400), 1, False),  # a win and 100 points come level
        ((18, 3399), 1, True),
        ((17, 0), 2, False),
        ((16, 3300), 2, False),  # two wins and 200 points come level
        ((16, 3299), 2, True),
        ((15, 9000), 2, True),
    ],
)
def test_a_leader_is_caught_up_to_the_bounds_of_both_keys(behind: tuple[int, int], left: int, is_settled: bool) -> None:
    """S80: match points by a full win a round; the next key by `gibson.spread`."""
    found = outlooks(stakes_for({1: (20, 3500), 2: behind}, 5, left=left))
    assert found[1].is_settled is is_settled


def test_a_key_without_a_bound_settles_nothing() -> None:
    stakes = Stakes(
        rounds_left=1,
        values={1: (10, 900), 2: (8, 0)},
        swings=(2, None),
        races=(Race(members=(1, 2), bands=(1,)),),
    )
    assert not outlooks(stakes)[1].is_settled
    assert outlooks(replace(stakes, values={1: (11, 0), 2: (8, 900)}))[1].is_settled


def test_places_with_the_same_prize_are_settled_together() -> None:
    """Second and third have the same prize and can only change with each other; fourth is far away."""
    values = {1: (20, 3600), 2: (16, 3500), 3: (16, 3490), 4: (10, 3500), 5: (9, 3400)}
    same, different = stakes_for(values, 5, 3, 3), stakes_for(values, 5, 3, 2)
    assert [kinds(same)[number] for number in values] == [SETTLED, SETTLED, SETTLED, OUT, OUT]
    assert [kinds(different)[number] for number in values] == [SETTLED, RACING, RACING, OUT, OUT]
    reach = outlooks(same)[2].reaches[0]
    assert (reach.best, reach.worst) == (2, 3)


def random_stakes(seed: int, size: int) -> Stakes:
    chance = Random(seed)
    values = {number: (chance.randrange(4 * size // 3), 50 * chance.randrange(60, 70)) for number in range(1, size + 1)}
    bands = tuple(sorted((chance.randrange(1, 6) for _ in range(chance.randrange(1, 5))), reverse=True))
    plain = stakes_for(values, *bands, left=chance.choice((1, 1, 2, 3)))
    order = plain.races[0].members
    juniors = tuple(number for number in order if chance.random() < 0.4)
    races = (Race(category="junior", members=juniors, bands=(6, 1), money=(4, 1)),) if chance.random() < 0.6 else ()
    return replace(plain, races=(*plain.races, *races), one_money=chance.random() < 0.5, bye=chance.random() < 0.5)


@with_seeds(120)
def test_the_check_finds_the_same_prospects_in_another_way(seed: int) -> None:
    stakes = random_stakes(seed, Random(seed).randrange(2, 25))
    assert {number: each.prospects.value for number, each in outlooks(stakes).items()} == kinds(stakes)


def upper_costs(task: PairingTask, pairing: Pairing) -> tuple[int, ...]:
    """The weightier costs of a pairing by the words of the reading, for small fields without teams."""
    assert task.stakes is not None
    found = kinds(task.stakes)
    kind = {each.number: found.get(each.number, OUT) for each in task.contenders}
    place = {each.number: index for index, each in enumerate(task.contenders)}
    met = {each.number: each.met for each in task.contenders}
    swings = task.stakes.swings

    def reaches(below: int, above: int) -> bool:
        assert task.stakes is not None
        raised = tuple(
            v + (s or 0) * task.stakes.rounds_left for v, s in zip(task.stakes.values[below], swings, strict=True)
        )
        together = any(below in race.members and above in race.members for race in task.stakes.races)
        return together and raised >= task.stakes.values[above]

    wrong = height = repeats = 0
    for one, other in pairs_of(pairing):
        above, below = sorted((one, other), key=place.__getitem__)
        both = {kind[one], kind[other]}
        if both == {RACING} and reaches(below, above):
            lonely = []
        else:
            lonely = [number for number in (one, other) if kind[number] == RACING]
        wrong += len(lonely) + int(SETTLED in both and OUT not in both)
        height += sum(len(place) - place[number] for number in lonely)
        if both != {OUT} or task.inner == "swiss":
            repeats += met[one].get(other, 0)
    for bye in pairing.byes:
        wrong += {RACING: 2, SETTLED: int(not task.stakes.bye), OUT: 0}[kind[bye]]
        height += (len(place) - place[bye]) * (kind[bye] == RACING)
    return wrong, height, repeats


@with_seeds(60)
def test_no_pairing_of_a_small_field_is_better(seed: int) -> None:
    """Every pairing is tried: as few as possible miss whom they should meet, these stand low, and meet for the first time."""
    chance = Random(seed)
    stakes = random_stakes(seed, chance.randrange(4, 9))
    numbers = stakes.races[0].members
    met = [tuple(chance.sample(numbers, 2)) for _ in range(chance.randrange(2 * len(numbers)))]
    task = task_for(stakes, met, chance.choice(("danish", "swiss", "danish")))  # type: ignore[arg-type]
    made = pair(task)
    assert check(task, made).faults == ()
    least = min(
        upper_costs(task, Pairing(tuple(each for each in pairs if 0 not in each), _byes(pairs)))
        for pairs in every_pairing([*numbers, *([0] * (len(numbers) % 2))])
    )
    assert upper_costs(task, made) == least
    assert pair(task) == made


def _byes(pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(number for each in pairs if 0 in each for number in each if number)


def settled_leader(met: Sequence[tuple[int, int]] = (), size: int = 8, bye: bool = False) -> PairingTask:
    """Number 1 cannot be caught; 2 to 5 race for the second prize; the others are out."""
    values = {number: (10 if 1 < number < 6 else 6, 3600 - number) for number in range(2, size + 1)} | {1: (14, 3600)}
    return task_for(stakes_for(values, 5, 3, bye=bye), met)


def test_a_settled_leader_meets_the_highest_of_those_who_are_out() -> None:
    assert {two(1, 6), two(2, 3), two(4, 5), two(7, 8)} == {frozenset(each) for each in pair(settled_leader()).tables}


def test_a_settled_leader_who_has_met_that_one_meets_the_next() -> None:
    assert two(1, 7) in {frozenset(each) for each in pair(settled_leader(((1, 6),))).tables}


def test_a_rival_comes_before_a_new_opponent() -> None:
    """All four who race have met: they meet again rather than one who can win nothing."""
    met = ((2, 3), (4, 5), (2, 4), (3, 5), (2, 5), (3, 4))
    tables = {frozenset(each) for each in pair(settled_leader(met)).tables}
    assert all(each <= {2, 3, 4, 5} or each.isdisjoint({2, 3, 4, 5}) for each in tables)


@pytest.mark.parametrize(("bye", "rests"), [(True, 1), (False, 9)])
def test_a_settled_player_has_the_bye_where_the_event_says_so(bye: bool, rests: int) -> None:
    assert pair(settled_leader(size=9, bye=bye)).byes == (rests,)


@pytest.mark.parametrize(("bye", "rests"), [(True, 1), (False, 3)])
def test_without_that_setting_no_settled_player_rests_to_spare_others_a_repeat(bye: bool, rests: int) -> None:
    values = {1: (14, 3600), 2: (6, 3500), 3: (4, 3400)}
    assert pair(task_for(stakes_for(values, 5, bye=bye), ((1, 2), (1, 3)))).byes == (rests,)


def test_of_two_settled_players_the_higher_one_meets_the_higher_one_of_those_who_are_out() -> None:
    values = {1: (18, 3600), 2: (14, 3600), 3: (6, 3500), 4: (6, 3400), 5: (4, 3400), 6: (4, 3300)}
    tables = {frozenset(each) for each in pair(task_for(stakes_for(values, 5, 3))).tables}
    assert tables == {two(1, 3), two(2, 4), two(5, 6)}


def test_a_settled_player_who_has_had_a_bye_does_not_have_another_before_others() -> None:
    task = settled_leader(size=9, bye=True)
    rested = tuple(replace(each, byes=int(each.number == 1)) for each in task.contenders)
    assert pair(replace(task, contenders=rested)).byes == (9,)


def explained() -> Explanation:
    task = settled_leader()
    return explain(task, pair(task))


def test_the_reasons_name_who_is_settled_and_what_the_others_can_reach() -> None:
    reasons = {frozenset(seat.number for seat in table.seats): table for table in explained().tables}
    assert [reasons[two(*each)].why for each in ((1, 6), (2, 3), (7, 8))] == ["settled", "rivals", "inner"]
    seats = {seat.number: seat.outlook for table in reasons.values() for seat in table.seats}
    assert [number for number, each in seats.items() if each and each.is_settled] == [1]
    second = seats[2]
    assert second is not None
    assert (second.reaches[0].best, second.reaches[0].worst) == (2, 5)


def test_the_check_finds_a_settled_leader_against_a_racing_player() -> None:
    task = settled_leader()
    found = check(task, Pairing(((1, 2), (3, 4), (5, 6), (7, 8)))).faults
    assert [each.breach for each in found if each.breach is not Breach.STARTER] == [Breach.RIVALS_AVOIDABLE]
    assert found[-1].least < found[-1].count


def test_the_check_finds_a_higher_one_of_those_who_are_out() -> None:
    task = settled_leader()
    found = check(task, Pairing(((1, 8), (2, 3), (4, 5), (6, 7)))).faults
    assert [(each.breach, each.about) for each in found] == [(Breach.SETTLED_TOO_LOW, (1, 8, 6))]


def test_the_check_finds_a_repeat_about_a_prize() -> None:
    task = settled_leader(((2, 3),))
    found = check(task, Pairing(((1, 6), (2, 3), (4, 5), (7, 8)))).faults
    assert [each.breach for each in found] == [Breach.REPEAT_AVOIDABLE]
    assert check(task, pair(task)).faults == ()


def test_three_hundred_with_fifty_prizes_are_paired_soundly() -> None:
    chance = Random(3)
    values = {number: (chance.randrange(25), chance.randrange(3600, 5400)) for number in range(1, 300)}
    stakes = stakes_for(values, *range(50, 0, -1))
    task = task_for(stakes, [(number, number + 1) for number in range(1, 299, 3)])
    made = pair(task)
    assert check(task, made).faults == ()
    settled = {number for number, each in outlooks(stakes).items() if each.is_settled}
    racing = {number for number, kind in kinds(stakes).items() if kind == RACING}
    assert not any({one, other} & settled and {one, other} & racing for one, other in pairs_of(made))


def test_without_stakes_the_inner_system_pairs_everybody() -> None:
    task = replace(settled_leader(), stakes=None)
    assert pair(task).tables == pair(replace(task, system="danish")).tables
    assert {table.why for table in explain(task, pair(task)).tables} == {"inner"}
