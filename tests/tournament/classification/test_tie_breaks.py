"""The keys by choice, each on both sides: where it parts equals, and where it does not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from mostek.tournament.classification import Competitor, Key, classify, lot
from mostek.tournament.credits import Credit, CreditKind, Credits
from mostek.tournament.rating.scalps import ScalpRules
from tournament.classification.rounds import Bye, Game, credits_of, entrants


def values(credits: Credits, key: Key, *numbers: int) -> Mapping[int, int | None]:
    standings = classify(entrants(*numbers), credits, [key])
    return {each.number: each.values[0] for each in standings}


def places(credits: Credits, keys: list[Key], *numbers: int) -> Mapping[int, int | None]:
    return {each.number: each.place for each in classify(entrants(*numbers), credits, keys)}


BY_MEETING = [Key.MATCH_POINTS, Key.HEAD_TO_HEAD]


def test_of_two_equals_the_winner_of_their_game_goes_first() -> None:
    credits = credits_of(
        Game(1, 2, 1, 400, 390), Game(2, 1, 3, 500, 200), Game(2, 4, 2, 410, 400), Game(1, 3, 4, 400, 390)
    )
    assert places(credits, BY_MEETING, 1, 2) == {2: 1, 1: 2}


def test_equals_who_have_not_met_are_not_parted() -> None:
    credits = credits_of(Game(1, 1, 3, 400, 300), Game(1, 2, 4, 400, 300))
    assert places(credits, BY_MEETING, 1, 2, 3, 4) == {1: 1, 2: 1, 3: 3, 4: 3}


def test_nor_are_three_of_whom_two_have_met() -> None:
    """1 beat 2, but neither met 3: the sum would put 1 before 3, who had no chance to win anything from them."""
    credits = credits_of(
        Game(1, 1, 2, 400, 300), Game(1, 3, 4, 400, 300), Game(2, 2, 5, 400, 300), Game(2, 6, 1, 400, 300)
    )
    assert places(credits, BY_MEETING, 1, 2, 3) == {1: 1, 2: 1, 3: 1}


def test_nor_is_anybody_by_unequal_numbers_of_meetings() -> None:
    """1 and 2 met twice, the other pairs once."""
    credits = credits_of(
        Game(1, 1, 2, 400, 300), Game(2, 2, 1, 400, 300), Game(3, 1, 3, 400, 300), Game(4, 3, 2, 400, 300),
        Game(5, 2, 9, 400, 300), Game(5, 3, 8, 400, 300),
    )  # fmt: skip
    assert places(credits, BY_MEETING, 1, 2, 3) == {1: 1, 2: 1, 3: 1}


def test_three_who_have_met_all_are_parted_by_the_sum() -> None:
    credits = credits_of(
        Game(1, 1, 2, 400, 300), Game(2, 1, 3, 400, 300), Game(3, 2, 3, 400, 400),
        Game(4, 2, 7, 400, 400), Game(4, 3, 8, 400, 400), Game(5, 2, 8, 400, 300), Game(5, 3, 7, 400, 300),
    )  # fmt: skip
    standings = classify(entrants(1, 2, 3), credits, BY_MEETING)
    assert [(each.place, each.number, each.values) for each in standings] == [
        (1, 1, (4, 4)),
        (2, 2, (4, 1)),
        (2, 3, (4, 1)),
    ]


def test_a_ring_of_three_stays_equal() -> None:
    credits = credits_of(Game(1, 1, 2, 400, 300), Game(2, 2, 3, 400, 300), Game(3, 3, 1, 400, 300))
    assert places(credits, BY_MEETING, 1, 2, 3) == {1: 1, 2: 1, 3: 1}


FOUR = credits_of(
    Game(1, 1, 2, 400, 300), Game(1, 3, 4, 400, 300), Game(2, 1, 3, 400, 400), Game(2, 2, 4, 400, 300),
    Game(3, 4, 1, 400, 300), Game(3, 2, 3, 400, 400), Game(4, 4, 9, 400, 400),
)  # fmt: skip
"""Among the four: 1 and 2 have 3 halves, 3 has 4, 4 has 2; 1 has beaten 2."""


def test_named_twice_the_meetings_part_those_whom_they_had_left_equal() -> None:
    once = [Key.HEAD_TO_HEAD]
    assert places(FOUR, once, 1, 2, 3, 4) == {3: 1, 1: 2, 2: 2, 4: 4}
    assert places(FOUR, once * 2, 1, 2, 3, 4) == {3: 1, 1: 2, 2: 3, 4: 4}


def test_the_column_of_meetings_is_empty_where_nobody_was_equal() -> None:
    credits = credits_of(Game(1, 1, 2, 400, 300))
    assert [each.values for each in classify(entrants(1, 2), credits, BY_MEETING)] == [(2, None), (0, None)]


def at_table(count: int, scores: dict[int, int], number: int) -> Credit:
    others = tuple(who for who in scores if who != number)
    places = tuple(1 + sum(each > scores[who] for each in scores.values()) for who in (number, *others))
    return Credit(count, CreditKind.GAME, 0, scores[number], 0, others, places=places)


def test_at_a_table_of_three_the_scores_say_who_beat_whom() -> None:
    """A-27: the match points of a table cannot be shared out."""
    scores = {1: 200, 2: 150, 3: 250}
    table = {number: (at_table(1, scores, number),) for number in scores}
    assert values(table, Key.HEAD_TO_HEAD, 1, 2, 3) == {3: 4, 1: 2, 2: 0}


def test_at_tables_of_three_the_scores_of_the_same_round_are_compared() -> None:
    """2 has the most of round 2 and the least of round 1, where it was 1 that had the most of all."""
    rounds = [{1: 300, 2: 100, 3: 100}, {1: 100, 2: 150, 3: 200}]
    tables = {
        number: tuple(at_table(count, scores, number) for count, scores in enumerate(rounds, start=1))
        for number in (1, 2, 3)
    }
    assert values(tables, Key.HEAD_TO_HEAD, 1, 2, 3) == {1: 4, 2: 3, 3: 5}


CHAIN = credits_of(
    Game(1, 1, 2, 400, 300), Game(1, 3, 4, 400, 300), Game(2, 1, 3, 400, 400), Game(2, 2, 4, 400, 300),
    Game(3, 1, 4, 400, 300), Bye(3, 2),
)  # fmt: skip
"""Halves: 1 has 5, 2 has 3 with a bye, 3 has 3, 4 has none."""


def test_buchholz_adds_up_the_points_of_the_opponents() -> None:
    """Not one's own, and nothing for a bye: 1 met 2, 3, 4; 2 met 1, 4; 3 met 4, 1; 4 met all."""
    assert values(CHAIN, Key.BUCHHOLZ, 1, 2, 3, 4) == {1: 6, 2: 5, 3: 5, 4: 11}


def test_the_median_leaves_out_the_highest_and_the_lowest_opponent() -> None:
    """Of two opponents nothing is left."""
    assert values(CHAIN, Key.MEDIAN, 1, 2, 3, 4) == {1: 3, 2: 0, 3: 0, 4: 3}


def test_buchholz_parts_equals_and_leaves_equal_who_met_equals() -> None:
    credits = credits_of(
        Game(1, 1, 3, 400, 300), Game(1, 2, 4, 400, 300), Game(2, 3, 5, 400, 300), Game(2, 6, 4, 400, 300)
    )
    keys = [Key.MATCH_POINTS, Key.BUCHHOLZ]
    assert places(credits, keys, 1, 2) == {1: 1, 2: 2}
    assert places(CHAIN, keys, 2, 3) == {2: 1, 3: 1}


def test_an_opponent_met_twice_counts_twice() -> None:
    credits = credits_of(Game(1, 1, 2, 400, 300), Game(2, 2, 1, 400, 300))
    assert values(credits, Key.BUCHHOLZ, 1, 2) == {1: 4, 2: 4}


def test_wins_are_wins_by_forfeit_too_but_not_byes() -> None:
    credits = credits_of(Game(1, 1, 2, 400, 1, CreditKind.FORFEIT), Bye(1, 3, half_points=2), Game(2, 2, 3, 400, 400))
    assert values(credits, Key.WINS, 1, 2, 3) == {1: 1, 2: 0, 3: 0}


def test_games_played_are_those_at_a_table() -> None:
    """MPA 2007 puts more games first (TOURNAMENTS 3.3)."""
    credits = credits_of(Game(1, 1, 2, 400, 1, CreditKind.FORFEIT), Bye(1, 3), Game(2, 2, 3, 400, 400))
    assert values(credits, Key.PLAYED, 1, 2, 3) == {1: 0, 2: 1, 3: 1}


def test_the_rating_puts_the_stronger_first() -> None:
    candidates = [Competitor(number=1, rating_hundredths=120_49), Competitor(number=2, rating_hundredths=120_50)]
    assert [each.number for each in classify(candidates, {}, [Key.RATING])] == [2, 1]


@pytest.mark.parametrize(("over_fifty", "scalps"), [(True, {1: 151, 2: 100}), (False, {1: 150, 2: 101})])
def test_scalps_follow_the_rules_of_the_event(over_fifty: bool, scalps: Mapping[int, int]) -> None:
    candidates = [Competitor(number=1, rating_hundredths=151_00), Competitor(number=2, rating_hundredths=100_00)]
    rules = ScalpRules(over_fifty=over_fifty)
    credits = credits_of(Game(1, 1, 2, 400, 300))
    standings = classify(candidates, credits, [Key.SCALPS], scalp_rules=rules)
    assert {each.number: each.values[0] for each in standings} == scalps


def test_lots_depend_on_the_seed_and_on_nothing_else() -> None:
    """Results, ratings and who else is there change nothing; another seed does."""
    everybody = range(1, 41)
    alone = [each.number for each in classify(entrants(*everybody), {}, [Key.LOTS], seed="a")]
    some = set(alone[::3])
    credits = credits_of(Game(1, 1, 2, 400, 300), Bye(1, 3))
    again = [each.number for each in classify(entrants(*some), credits, [Key.LOTS], seed="a")]
    assert again == [number for number in alone if number in some]
    assert alone != [each.number for each in classify(entrants(*everybody), {}, [Key.LOTS], seed="b")]
    assert sorted(alone) == list(everybody)


def test_lots_are_shown_so_that_they_can_be_drawn_again() -> None:
    """The first 64 bits of the SHA-256 of "seed:number", of which the last twelve decimal digits; `sha256sum` says as much."""
    (only,) = classify(entrants(7), {}, [Key.LOTS], seed="pinczow")
    assert only.values == (lot("pinczow", 7),)
    assert lot("pinczow", 7) == 123_733_518_545
