"""Prizes: who wins what, how equals share to the last coin, one sum for each player, and what can still be won (S46, S80)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from loops import with_seeds
from mostek.tournament import commands as c
from mostek.tournament.awards import ListAwards, awards_of, stakes_of
from mostek.tournament.events import PrizesSet, ResultEntered, RoundPaired
from mostek.tournament.evolve import evolve
from mostek.tournament.pairing.stakes import Prospects, outlooks
from mostek.tournament.prize_lists import MOST_PRIZES, Prize, PrizeList
from mostek.tournament.refusals import DeskReason
from mostek.tournament.standings import open_prize_ties, standings_of
from mostek.tournament.state import Played, Tournament
from oracle.pairing import every_pairing
from tournament.desk.hall import TEN, Hall

Money = dict[int, int]


def money(*amounts: int) -> tuple[Prize, ...]:
    """Prizes in złoty."""
    return tuple(Prize(amount=100 * amount) for amount in amounts)


def named(hall: Hall, *prizes: Prize, **subject: object) -> None:
    hall.ok(c.SetPrizes(at=hall.now, prizes=PrizeList(prizes=prizes, **subject)))  # type: ignore[arg-type]


def won(found: Sequence[ListAwards]) -> list[Money]:
    """The money of each list, by starting number."""
    return [{award.number: award.amount for award in each.awards if award.amount} for each in found]


def played(points: Sequence[int], **settings: object) -> Hall:
    """One round in which everybody wins or loses by luck of the table, and then stands by these game points."""
    hall = Hall("pfs", {"rounds": 1, "plan": "manual", "keys": ["game_points"]})
    hall.choose(**settings)
    hall.enter(len(points))
    numbers = range(1, len(points) + 1)
    hall.pair(*zip(numbers[::2], numbers[1::2], strict=True))
    hall.play(dict(zip(numbers, points, strict=True)))
    return hall


def category(hall: Hall, name: str, *numbers: int) -> None:
    for number in numbers:
        person = hall.state.entrants[number].person
        hall.ok(c.AmendEntrant(at=hall.now, number=number, person=replace(person, category=name)))


def test_each_place_brings_its_prize_and_the_others_bring_nothing() -> None:
    hall = played((500, 450, 400, 350))
    named(hall, Prize(amount=50_000), Prize(amount=25_000, thing="puchar"), Prize(thing="książka"))
    (found,) = awards_of(hall.state, "")
    assert [(award.place, award.number, award.amount, award.things) for award in found.awards] == [
        (1, 1, 50_000, ()),
        (2, 2, 25_000, ("puchar",)),
        (3, 3, 0, ("książka",)),
    ]
    assert (found.shared, found.given_up) == ((), ())


def test_equals_share_the_sum_of_the_places_that_they_take() -> None:
    hall = played((500, 450, 450, 350))
    named(hall, *money(1000, 500, 250))
    (found,) = awards_of(hall.state, "")
    assert won([found]) == [{1: 100_000, 2: 37_500, 3: 37_500}]
    assert [(each.first, each.last, each.total, each.among) for each in found.shared] == [(2, 3, 75_000, 2)]


def test_equals_at_the_last_prize_share_that_one_alone() -> None:
    hall = played((500, 450, 450, 450))
    named(hall, *money(100, 60))
    assert won(awards_of(hall.state, "")) == [{1: 10_000, 2: 2000, 3: 2000, 4: 2000}]


def test_who_stands_behind_the_last_prize_shares_nothing() -> None:
    hall = played((500, 450, 400, 400))
    named(hall, *money(100, 60))
    assert won(awards_of(hall.state, "")) == [{1: 10_000, 2: 6000}]


@pytest.mark.parametrize(
    ("unit", "shares"),
    [(1, [3333, 3333, 3334]), (100, [3300, 3300, 3400]), (1000, [3000, 3000, 4000]), (7000, [0, 3000, 7000])],
)
def test_a_rest_that_cannot_be_divided_goes_by_lot_and_nothing_is_lost(unit: int, shares: list[int]) -> None:
    hall = played((500, 500, 500, 100), prizes__unit=unit)
    named(hall, *money(50, 30, 20))
    (found,) = awards_of(hall.state, "")
    assert sorted(won([found])[0].get(number, 0) for number in (1, 2, 3)) == shares
    assert len(found.shared[0].more) == sum(share > min(shares) for share in shares)
    assert awards_of(hall.state, "") == (found,)


def test_things_are_won_jointly() -> None:
    hall = played((500, 450, 450, 350))
    named(hall, Prize(thing="puchar"), Prize(thing="zegar"), Prize(thing="książka"))
    (found,) = awards_of(hall.state, "")
    assert [(award.number, award.things) for award in found.awards] == [
        (1, ("puchar",)),
        (2, ("zegar", "książka")),
        (3, ("zegar", "książka")),
    ]


def test_the_excluded_win_nothing_and_the_next_moves_up() -> None:
    """PFS-7.1d."""
    hall = played((500, 450, 400, 350))
    named(hall, *money(100, 60))
    hall.ok(c.Exclude(at=hall.now, number=1, reason="oszustwo"))
    assert won(awards_of(hall.state, "")) == [{2: 10_000, 3: 6000}]


def juniors(**settings: object) -> Hall:
    """Number 2 is the best junior, 3 and 4 are the next ones."""
    hall = played((500, 450, 400, 350, 300, 250), **settings)
    category(hall, "Junior", 2, 3, 4)
    return hall


def test_who_wins_money_twice_takes_the_greater_sum_and_the_other_goes_to_the_next() -> None:
    hall = juniors()
    named(hall, *money(100, 60))
    named(hall, *money(50, 20), category="junior")
    whole, young = awards_of(hall.state, "")
    assert won([whole, young]) == [{1: 10_000, 2: 6000}, {3: 5000, 4: 2000}]
    assert [(gone.number, gone.amount) for gone in young.given_up] == [(2, 5000)]


def test_the_greater_sum_may_be_that_of_the_category() -> None:
    hall = juniors()
    named(hall, *money(100, 40))
    named(hall, *money(50), category="junior")
    whole, young = awards_of(hall.state, "")
    assert won([whole, young]) == [{1: 10_000, 3: 4000}, {2: 5000}]
    assert [(gone.number, gone.amount) for gone in whole.given_up] == [(2, 4000)]


def test_of_two_equal_sums_that_of_the_division_is_taken() -> None:
    hall = juniors()
    named(hall, *money(100, 50))
    named(hall, *money(50), category="junior")
    assert won(awards_of(hall.state, "")) == [{1: 10_000, 2: 5000}, {3: 5000}]


def test_an_event_may_give_both_sums() -> None:
    hall = juniors(prizes__doubles="all")
    named(hall, *money(100, 60))
    named(hall, *money(50), category="junior")
    assert won(awards_of(hall.state, "")) == [{1: 10_000, 2: 6000}, {2: 5000}]


def test_a_thing_stays_with_the_place_when_the_money_goes_on() -> None:
    hall = juniors()
    named(hall, *money(100, 60))
    named(hall, Prize(amount=5000, thing="puchar"), category="junior")
    _, young = awards_of(hall.state, "")
    assert [(award.number, award.amount, award.things) for award in young.awards] == [
        (2, 0, ("puchar",)),
        (3, 5000, ()),
    ]


@with_seeds(80)
def test_every_coin_is_given_away_once_and_nobody_is_passed_over(seed: int) -> None:
    """Classifications by chance with many equals: the sums of prizes and of awards agree, and the order is respected."""
    chance = Random(seed)
    size = 2 * chance.randrange(2, 8)
    hall = played([chance.choice((300, 350, 400)) for _ in range(size)], prizes__unit=chance.choice((1, 100, 700)))
    for name in ("junior", "senior"):
        category(hall, name, *(number for number in range(1, size + 1) if chance.random() < 0.3))
    for name in ("", "junior", "senior"):
        amounts = sorted((chance.randrange(1, 90) for _ in range(chance.randrange(1, 6))), reverse=True)
        named(hall, *money(*amounts), category=name)
    found = awards_of(hall.state, "")
    sums = won(found)
    places = {row.number: row.place or 0 for row in standings_of(hall.state, "")}
    for each, amounts_of in zip(found, sums, strict=True):
        members = [
            number
            for number in places
            if not each.prizes.category or hall.state.entrants[number].person.category == each.prizes.category
        ]
        gone = {giving.number for giving in each.given_up}
        takers = [number for number in members if number not in gone]
        prizes = [prize.amount for prize in each.prizes.prizes]
        assert sum(amounts_of.values()) == sum(prizes[: len(takers)])
        for one, other in product(takers, takers):
            if places[one] < places[other]:
                assert amounts_of.get(one, 0) >= amounts_of.get(other, 0) - hall.state.settings.prizes.unit.chosen
            if places[one] == places[other]:
                assert abs(amounts_of.get(one, 0) - amounts_of.get(other, 0)) <= hall.state.settings.prizes.unit.chosen
        for giving in each.given_up:
            assert max(other.get(giving.number, 0) for other in sums) > 0
    assert all(sum(number in each for each in sums) <= 1 for number in places)


def test_ties_among_all_prizes_are_decided_before_the_event_is_closed() -> None:
    """S46: also the fifth place, and those of a category."""
    hall = played((500, 480, 460, 440, 420, 420, 300, 300), prize_ties="decide")
    assert open_prize_ties(hall.state, "") == ()
    named(hall, *money(50, 40, 30, 20))
    assert open_prize_ties(hall.state, "") == ()
    named(hall, *money(50, 40, 30, 20, 10))
    assert open_prize_ties(hall.state, "") == ((5, 6),)
    category(hall, "junior", 7, 8)
    named(hall, *money(5), category="junior")
    assert open_prize_ties(hall.state, "") == ((5, 6), (7, 8))
    refused = hall.no(c.CloseTournament(at=hall.now))
    assert (refused.reason, refused.params) == (DeskReason.TIES_UNDECIDED, {"numbers": [5, 6]})
    hall.ok(c.DecideTie(at=hall.now, order=(6, 5), reason="dogrywka"))
    hall.ok(c.DecideTie(at=hall.now, order=(8, 7), reason="dogrywka"))
    assert won(awards_of(hall.state, ""))[0][6] == 1000
    hall.ok(c.CloseTournament(at=hall.now))


def test_an_empty_list_takes_the_prizes_back_and_another_one_replaces_them() -> None:
    hall = played((500, 450))
    named(hall, *money(100))
    named(hall, *money(80, 20))
    assert [prize.amount for prize in hall.state.prizes[0].prizes] == [8000, 2000]
    named(hall)
    assert not hall.state.prizes
    hall.ok(c.Undo(at=hall.now))
    assert [prize.amount for prize in hall.state.prizes[0].prizes] == [8000, 2000]


@pytest.mark.parametrize(
    ("prizes", "reason"),
    [
        (PrizeList(division="b", prizes=money(5)), DeskReason.DIVISION_NOT_KNOWN),
        (PrizeList(teams=True, prizes=money(5)), DeskReason.NO_TEAMS),
        (PrizeList(prizes=money(5) * (MOST_PRIZES + 1)), DeskReason.PRIZES_NOT_POSSIBLE),
        (PrizeList(prizes=(*money(5), Prize())), DeskReason.PRIZES_NOT_POSSIBLE),
        (PrizeList(prizes=(Prize(amount=-1),)), DeskReason.NOT_WELL_FORMED),
        (PrizeList(prizes=(Prize(amount=10**10),)), DeskReason.NOT_WELL_FORMED),
        (PrizeList(prizes=(Prize(thing="x" * 501),)), DeskReason.NOT_WELL_FORMED),
        (PrizeList(prizes=(Prize(thing="\ud800"),)), DeskReason.NOT_WELL_FORMED),
        (PrizeList(prizes=(Prize(thing="puchar\nzegar"),)), DeskReason.NOT_WELL_FORMED),
        (PrizeList(category="x" * 501, prizes=money(5)), DeskReason.NOT_WELL_FORMED),
    ],
)
def test_prizes_that_cannot_be_are_refused(prizes: PrizeList, reason: DeskReason) -> None:
    assert Hall().no(c.SetPrizes(at=TEN, prizes=prizes)).reason is reason


def test_so_many_prizes_are_possible() -> None:
    hall = Hall()
    named(hall, *money(5) * MOST_PRIZES)
    assert len(hall.state.prizes[0].prizes) == MOST_PRIZES


def school(**settings: object) -> Hall:
    hall = Hall("school", {"rounds": 1, "team.size": 2, "divisions": ["a"], "plan": "manual"})
    hall.choose(**settings)
    for name in ("LO 1", "LO 2"):
        hall.ok(c.RegisterTeam(at=TEN, name=name, division="a", contact="Opiekun"))
        hall.enter(2, "a", name)
        hall.ok(c.ConfirmTeam(at=TEN, name=name, division="a"))
    hall.pair((1, 3), (2, 4), division="a")
    return hall


def test_teams_have_prizes_of_their_own_and_equal_teams_share_them() -> None:
    """SCHOOL-award-2, S46."""
    hall = school()
    named(hall, *money(300, 100), division="a", teams=True)
    hall.play({1: 400, 3: 300, 2: 400, 4: 300}, "a")
    (found,) = awards_of(hall.state, "a")
    assert [(award.place, award.team, award.amount) for award in found.awards] == [
        (1, "LO 1", 30_000),
        (2, "LO 2", 10_000),
    ]
    hall = school()
    named(hall, *money(300, 101), division="a", teams=True)
    hall.play({1: 400, 3: 300, 2: 300, 4: 400}, "a")
    (found,) = awards_of(hall.state, "a")
    assert sorted((award.place, award.amount) for award in found.awards) == [(1, 20_000), (1, 20_100)]
    assert hall.no(
        c.SetPrizes(at=TEN, prizes=PrizeList(division="a", teams=True, category="x", prizes=money(1)))
    ).params == {"fault": "category_of_teams"}


@pytest.mark.parametrize(
    ("value", "is_possible"), [("danish", True), ("swiss", True), ("gibson", False), ("manual", False)]
)
def test_the_inner_system_is_one_that_can_pair_a_part_of_the_players(value: str, is_possible: bool) -> None:
    command = c.ChooseSettings(at=TEN, settings={"gibson.inner": value})
    if is_possible:
        Hall().ok(command)
    else:
        refused = Hall().no(command)
        assert (refused.reason, refused.params["known"]) == (DeskReason.SETTING_NOT_POSSIBLE, ["danish", "swiss"])


@pytest.mark.parametrize("value", ["", " zł", "x" * 13, "z\nł"])
def test_a_currency_is_a_short_word(value: str) -> None:
    refused = Hall().no(c.ChooseSettings(at=TEN, settings={"prizes.currency": value}))
    assert refused.reason is DeskReason.SETTING_NOT_POSSIBLE


def late_event(seed: int) -> Hall:
    """Five or six players after four rounds by chance, with prizes for all and for the juniors among them."""
    chance = Random(seed)
    size = chance.choice((5, 6))
    hall = Hall(
        "pfs",
        {
            "rounds": 5,
            "plan": "random:4 gibson:1",
            "gibson.spread": 100,
            "prizes.unit": 1,
            "prizes.doubles": chance.choice(("one", "all")),
            "bye.half_points": 1,
        },
    )
    hall.enter(size)
    category(hall, "junior", *chance.sample(range(1, size + 1), 2))
    named(hall, *money(*chance.choice(((50,), (50, 30), (50, 30, 30), (50, 20, 10)))))
    named(hall, *money(*chance.choice(((25,), (60,), (20, 5)))), category="junior")
    for _ in range(4):
        hall.pair()
        # Low numbers win nearly always, so that a few are far ahead before the last round.
        hall.play({number: 420 - 20 * number + chance.choice((0, 0, 30)) for number in range(1, size + 1)})
    return hall


def ends(state: Tournament) -> list[Tournament]:
    """The event after each way in which its last round can end: every pairing, every winner, close and wide."""
    numbers = sorted(state.entrants)
    found = []
    for pairs in every_pairing([*numbers, *([0] * (len(numbers) % 2))]):
        games = [each for each in pairs if 0 not in each]
        paired = RoundPaired(
            division="",
            round=5,
            system="manual",
            seed="s",
            tables=tuple(games),
            byes=tuple(number for each in pairs if 0 in each for number in each if number),
            missed=(),
            field=state.divisions[""].field,
            at=TEN,
        )
        for scores in product(((400, 300), (300, 400), (350, 350), (301, 300)), repeat=len(games)):
            after = evolve(state, paired)
            for table, score in enumerate(scores, 1):
                entered = ResultEntered(division="", round=5, table=table, result=Played(score))
                after = evolve(after, entered)
            found.append(after)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_at_the_desk_too_a_settled_prize_is_the_same_in_every_end(seed: int) -> None:
    """Through the whole desk: every end of the last round is entered, and the prizes are given away."""
    hall = late_event(seed)
    stakes = stakes_of(hall.state, "")
    assert stakes is not None
    before = outlooks(stakes)
    totals: dict[int, set[int]] = {number: set() for number in before}
    for state in ends(hall.state):
        sums = won(awards_of(state, ""))
        for number, each in totals.items():
            each.add(sum(found.get(number, 0) for found in sums))
    for number, outlook in before.items():
        if outlook.prospects is Prospects.SETTLED:
            assert len(totals[number]) == 1
            assert totals[number] != {0}
        if outlook.prospects is Prospects.OUT:
            assert totals[number] == {0}


def test_those_events_have_settled_players_and_players_who_are_out() -> None:
    found = [outlooks(stakes) for seed in range(8) if (stakes := stakes_of(late_event(seed).state, ""))]
    kinds = [outlook.prospects for each in found for outlook in each.values()]
    assert min(kinds.count(kind) for kind in Prospects) >= 3


def test_a_round_without_all_its_results_is_one_that_is_left() -> None:
    hall = late_event(1)
    hall.pair()
    before = stakes_of(hall.state, "")
    hall.result(1, 400, 300)
    assert stakes_of(hall.state, "") == before
    assert before is not None
    assert before.rounds_left == 1
    assert stakes_of(Hall("pfs", {"rounds": 3}).state, "") is None


def test_prizes_named_later_count_from_the_next_pairing_and_the_reasons_stay() -> None:
    """The pairing is decided again from the prizes that were known then."""
    hall = late_event(2)
    hall.pair()
    tables = [table.players for table in hall.round().tables]
    named(hall, *money(1))
    assert [table.players for table in hall.round().tables] == tables
    assert any(isinstance(event, PrizesSet) for step in hall.desk.steps for event in step.events)
