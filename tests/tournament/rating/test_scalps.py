"""What a game is worth for the rating (PFS rating rules §1, TOURNAMENTS 3.5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.tournament.credits import Credit, CreditKind, Outcome
from mostek.tournament.rating.scalps import (
    EventRating,
    ScalpRules,
    event_ratings,
    format_rating,
    parse_rating,
    scalp,
    scalps_of,
)

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
WITH, WITHOUT = ScalpRules(over_fifty=True), ScalpRules(over_fifty=False)


@pytest.mark.parametrize(
    ("own", "opponent", "outcome", "with_clause", "without"),
    [
        pytest.param(107_00, 96_00, WIN, 146, 146, id="a win: the opponent's rating and 50"),
        pytest.param(96_00, 107_00, LOSS, 57, 57, id="a loss: the opponent's rating less 50"),
        pytest.param(107_00, 96_00, LOSS, 46, 46, id="the lower has won"),
        pytest.param(107_00, 96_00, DRAW, 96, 96, id="a draw: the opponent's rating"),
        pytest.param(135_00, 70_00, WIN, 135, 120, id="the clause: who wins would lose by it"),
        pytest.param(70_00, 135_00, LOSS, 70, 85, id="the clause on the other side"),
        pytest.param(135_00, 70_00, LOSS, 20, 20, id="no clause when the lower wins"),
        pytest.param(70_00, 135_00, WIN, 185, 185, id="nor for the lower who has won"),
        pytest.param(135_00, 70_00, DRAW, 70, 70, id="nor for a draw"),
        pytest.param(70_00, 135_00, DRAW, 135, 135, id="nor for a draw of the lower"),
        pytest.param(150_00, 100_00, WIN, 150, 150, id="a gap of exactly 50 is not more than 50"),
        pytest.param(150_00, 100_00, LOSS, 50, 50, id="exactly 50, the lower wins"),
        pytest.param(100_00, 150_00, LOSS, 100, 100, id="exactly 50 on the other side"),
        pytest.param(150_40, 100_39, WIN, 150, 150, id="a hundredth more: the own rating"),
        pytest.param(150_60, 100_40, WIN, 151, 150, id="a fifth more: 151, not 150"),
        pytest.param(100_40, 150_60, LOSS, 100, 101, id="a fifth more on the other side"),
        pytest.param(177_79, 133_49, WIN, 183, 183, id="133.49 is 133"),
        pytest.param(177_79, 133_50, WIN, 184, 184, id="133.50 is 134, exact halves go up"),
        pytest.param(177_79, 130_70, LOSS, 81, 81, id="130.70 is 131"),
    ],
)
def test_scalps(own: int, opponent: int, outcome: Outcome, with_clause: int, without: int) -> None:
    assert scalp(own, opponent, outcome, WITH) == with_clause
    assert scalp(own, opponent, outcome, WITHOUT) == without


RATINGS = st.integers(100_00, 200_00)


@given(RATINGS, RATINGS)
def test_with_the_clause_nobody_loses_by_winning_nor_gains_by_losing(own: int, opponent: int) -> None:
    """That is what the clause is for; half a point is what rounding may do."""
    assert scalp(own, opponent, WIN, WITH) * 100 >= own - 50
    assert scalp(own, opponent, LOSS, WITH) * 100 <= own + 50


@given(RATINGS, RATINGS, st.sampled_from(Outcome))
def test_rounding_before_or_after_50_is_added_is_the_same(own: int, opponent: int, outcome: Outcome) -> None:
    change = {WIN: 50_00, DRAW: 0, LOSS: -50_00}[outcome]
    assert scalp(own, opponent, outcome, WITHOUT) == (opponent + change + 50) // 100


def game(number: int, half_points: int, own: int, other: int, opponent: int, **more: bool) -> Credit:
    return Credit(number, CreditKind.GAME, half_points, own, other, (opponent,), rated=more.get("rated", True))


def test_the_first_worked_example_of_a_real_player() -> None:
    """TOURNAMENTS 3.5: 645 / 4 is 161.25, as printed."""
    ratings = {1: 177_79, 2: 133_97, 3: 138_24, 4: 141_98, 5: 130_70}
    rounds = (
        game(1, 2, 464, 293, 2),
        game(2, 2, 440, 285, 3),
        game(3, 2, 461, 354, 4),
        game(4, 0, 370, 406, 5),
    )
    assert [each.scalp for each in scalps_of(1, rounds, ratings, WITH)] == [184, 188, 192, 81]
    reached = event_ratings({1: rounds}, ratings, WITH)[1]
    assert (reached, reached.rating_hundredths) == (EventRating(645, 4), 161_25)


def test_a_forfeit_counts_byes_and_unrated_games_do_not() -> None:
    """TOURNAMENTS section 0: 400:1 counts, 400:0 and the bye do not."""
    ratings = {1: 120_00, 2: 130_00}
    rounds = (
        Credit(1, CreditKind.FORFEIT, 2, 400, 1, (2,), rated=True),
        game(2, 2, 400, 0, 2, rated=False),
        Credit(3, CreditKind.BYE, 1, 300, 0),
        Credit(4, CreditKind.ABSENT, 0, 0, 0),
    )
    (only,) = scalps_of(1, rounds, ratings, WITH)
    assert (only.round, only.opponent, only.scalp) == (1, 2, 180)


def test_a_table_of_three_brings_no_scalps() -> None:
    table = (Credit(1, CreditKind.GAME, 4, 200, 100, (2, 3), rated=True),)
    assert event_ratings({1: table}, {1: 100_00, 2: 100_00, 3: 100_00}, WITH) == {1: EventRating(0, 0)}


def test_without_a_game_there_is_no_rating() -> None:
    assert EventRating(0, 0).rating_hundredths is None


@pytest.mark.parametrize(
    ("hundredths", "text"), [(161_25, "161.25"), (100_00, "100.00"), (99_05, "99.05"), (7, "0.07"), (-150, "-1.50")]
)
def test_ratings_are_printed_with_two_decimals(hundredths: int, text: str) -> None:
    assert format_rating(hundredths) == text


@pytest.mark.parametrize(("text", "hundredths"), [("161.25", 161_25), ("161,2", 161_20), ("161", 161_00), ("0.07", 7)])
def test_ratings_are_read(text: str, hundredths: int) -> None:
    assert parse_rating(text) == hundredths


@pytest.mark.parametrize("text", ["", ".", "161.", ".5", "161.255", "123456", "-1.50", "١٢", "1e2", " 1", "1\n"])
def test_other_texts_are_no_ratings(text: str) -> None:
    assert parse_rating(text) is None


@given(st.integers(0, 300_00))
def test_what_is_printed_is_read_again(hundredths: int) -> None:
    assert parse_rating(format_rating(hundredths)) == hundredths


@given(st.integers(1, 40_000), st.integers(1, 200))
def test_two_decimals_are_the_nearest_halves_upwards(scalps: int, games: int) -> None:
    reached = EventRating(scalps, games).rating_hundredths
    assert reached is not None
    assert -games < 2 * (scalps * 100 - reached * games) < games or 2 * (reached * games - scalps * 100) == games
