"""The winning school, by each of the ways that an organiser may settle on (S46, A-21)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.tournament.classification import Competitor, classify
from mostek.tournament.credits import Credit, CreditKind, Credits
from mostek.tournament.teams import Incomplete, LineUp, TeamKey, TeamPolicy, TeamScoring, TeamTable, team_table
from tournament.classification.rounds import Bye, Game, credits_of, entrants, events

TWO = TeamPolicy(size=2)


def table(
    teams: Sequence[LineUp], credits: Credits, policy: TeamPolicy = TWO, decided: Sequence[Sequence[str]] = ()
) -> TeamTable:
    everybody = [number for team in teams for number in team.members]
    return team_table(teams, classify(entrants(*everybody), credits), credits, policy, decided)


def order(found: TeamTable) -> list[tuple[int, str]]:
    return [(row.place, row.name) for row in found.rows]


A, B, C = LineUp("A", (1, 2)), LineUp("B", (3, 4)), LineUp("C", (5, 6))


def test_the_sum_of_match_points_goes_before_the_sum_of_game_points() -> None:
    """S46: the sum of individual wins, then of game points."""
    credits = credits_of(Game(1, 1, 3, 400, 390), Game(1, 2, 5, 400, 380), Game(1, 6, 4, 900, 800))
    found = table([A, B, C], credits)
    assert order(found) == [(1, "A"), (2, "C"), (3, "B")]
    assert [(row.half_points, row.game_points, row.spread) for row in found.rows] == [
        (4, 800, 30),
        (2, 1280, 80),
        (0, 1190, -110),
    ]
    assert found.winners == ("A",)


def test_equal_match_points_are_parted_by_game_points() -> None:
    credits = credits_of(Game(1, 1, 3, 400, 390), Game(1, 4, 2, 410, 380))
    assert order(table([A, B], credits)) == [(1, "B"), (2, "A")]


def test_then_by_the_best_place_then_by_the_sum_of_places() -> None:
    """TOURNAMENTS 9.6. Both schools have one win and 800 points."""
    credits = credits_of(Game(1, 1, 3, 450, 350), Game(1, 4, 2, 450, 350))
    assert order(table([A, B], credits)) == [(1, "A"), (1, "B")]
    better = credits_of(Game(1, 1, 3, 460, 350), Game(1, 4, 2, 450, 340))
    assert order(table([A, B], better)) == [(1, "A"), (2, "B")]


PLACES = TeamPolicy(size=2, keys=(TeamKey.PLACES,))


def test_the_lowest_sum_of_places_wins_where_it_is_asked_for() -> None:
    """Places: 1 first, 4 second, 3 third, 2 fourth; both sums are 5. Then 2 and 3 change places."""
    level = credits_of(Game(1, 1, 3, 460, 350), Game(1, 4, 2, 450, 340))
    assert order(table([A, B], level, PLACES)) == [(1, "A"), (1, "B")]
    behind = credits_of(Game(1, 1, 3, 460, 330), Game(1, 4, 2, 450, 340))
    assert order(table([A, B], behind, PLACES)) == [(1, "A"), (2, "B")]


def test_equal_schools_share_the_place_unless_the_organiser_decides() -> None:
    credits = credits_of(Game(1, 1, 3, 450, 350), Game(1, 4, 2, 450, 350))
    shared = table([A, B], credits)
    assert shared.winners == ("A", "B")
    decided = table([A, B], credits, decided=[("B", "A")])
    assert order(decided) == [(1, "B"), (2, "A")]
    assert [row.decided for row in decided.rows] == [True, True]
    assert decided.winners == ("B",)


SHORT = LineUp("A", (1,))
UNEVEN = credits_of(Game(1, 1, 3, 450, 300), Game(1, 4, 9, 500, 300), Game(2, 4, 1, 390, 380), Game(2, 3, 9, 300, 200))
"""1 alone won one of two; of B each played two: 3 won one, 4 both."""


def test_a_school_that_is_short_counts_as_it_is_or_by_the_game() -> None:
    """A-21: seven of eight, here one of two."""
    as_it_is = table([SHORT, B], UNEVEN)
    assert order(as_it_is) == [(1, "B"), (2, "A")]
    assert (as_it_is.show_means, as_it_is.by_mean) == (True, False)
    by_game = table([SHORT, B], UNEVEN, TeamPolicy(size=2, incomplete=Incomplete.PER_GAME_MEAN))
    assert by_game.by_mean
    assert [
        (row.name, row.match_points_per_game_hundredths, row.game_points_per_game_hundredths) for row in by_game.rows
    ] == [("B", 75, 37250), ("A", 50, 41500)]


def test_per_game_a_short_school_may_be_the_best() -> None:
    credits = credits_of(
        Game(1, 1, 3, 450, 300), Game(1, 4, 9, 500, 300), Game(2, 1, 9, 390, 380), Game(2, 3, 8, 300, 200)
    )
    assert order(table([SHORT, B], credits)) == [(1, "B"), (2, "A")]
    by_game = table([SHORT, B], credits, TeamPolicy(size=2, incomplete=Incomplete.PER_GAME_MEAN))
    assert order(by_game) == [(1, "A"), (2, "B")]


def test_while_all_are_complete_the_sums_are_compared() -> None:
    credits = credits_of(Game(1, 1, 3, 450, 350), Game(1, 4, 2, 450, 340))
    found = table([A, B], credits, TeamPolicy(size=2, incomplete=Incomplete.PER_GAME_MEAN))
    assert (found.by_mean, found.show_means) == (False, False)


def test_who_is_missing_stands_below_everybody_where_places_are_summed() -> None:
    """Else the school of one would have the lower sum: 1 against 2 and 3."""
    credits = credits_of(Game(1, 1, 3, 450, 300), Game(1, 4, 9, 400, 300))
    assert order(table([SHORT, B], credits, PLACES)) == [(1, "A"), (1, "B")]
    mean = TeamPolicy(size=2, keys=(TeamKey.PLACES,), scoring=TeamScoring.MEAN)
    assert order(table([SHORT, B], credits, mean)) == [(1, "A"), (2, "B")]


def test_the_mean_divides_by_the_members() -> None:
    assert order(table([SHORT, B], UNEVEN, TeamPolicy(size=2, scoring=TeamScoring.MEAN))) == [(1, "B"), (2, "A")]
    level = credits_of(Game(1, 1, 3, 450, 300), Game(1, 4, 9, 500, 300))
    assert order(table([SHORT, B], level, TeamPolicy(size=2, scoring=TeamScoring.MEAN))) == [(1, "A"), (2, "B")]


def test_the_mean_of_places_divides_them_too() -> None:
    """The school of one stands at 3, the other at 1 and 2: both sums are 3."""
    credits = credits_of(Game(1, 3, 1, 450, 300), Game(1, 4, 9, 440, 300))
    found = table([SHORT, B], credits, TeamPolicy(size=2, keys=(TeamKey.PLACES,), scoring=TeamScoring.MEAN))
    assert [(row.place, row.name, row.places) for row in found.rows] == [(1, "B", 3), (2, "A", 3)]


def test_per_game_is_not_per_member() -> None:
    """1 won two of three; of B each won one of one."""
    credits = credits_of(
        Game(1, 1, 9, 400, 300), Game(2, 1, 9, 400, 300), Game(3, 9, 1, 400, 300),
        Game(1, 3, 8, 400, 300), Game(1, 4, 7, 400, 300),
    )  # fmt: skip
    by_game = TeamPolicy(size=2, incomplete=Incomplete.PER_GAME_MEAN)
    assert order(table([SHORT, B], credits, by_game)) == [(1, "B"), (2, "A")]
    assert order(table([SHORT, B], credits, TeamPolicy(size=2, scoring=TeamScoring.MEAN))) == [(1, "A"), (2, "B")]


def test_means_are_shown_when_squads_differ_in_size_alone() -> None:
    credits = credits_of(
        Game(1, 1, 9, 400, 300), Game(2, 1, 9, 400, 300), Game(1, 3, 8, 400, 300), Game(1, 4, 7, 400, 300)
    )
    found = table([SHORT, B], credits)
    assert [row.rounds for row in found.rows] == [2, 2]
    assert found.show_means


def test_a_round_away_is_no_round_of_the_mean_and_a_bye_is() -> None:
    away = {1: (Credit(1, CreditKind.ABSENT, 0, 0, 0), *credits_of(Bye(2, 1))[1])}
    assert table([SHORT], away).rows[0].rounds == 1


@pytest.mark.parametrize(("teams", "best"), [([A, B], 3), ([SHORT, B], 1)])
def test_a_school_is_short_only_if_fewer_are_there_than_may_count(teams: Sequence[LineUp], best: int) -> None:
    policy = TeamPolicy(size=2, best=best, incomplete=Incomplete.PER_GAME_MEAN)
    assert not table(teams, {}, policy).by_mean


def test_of_members_with_equal_match_points_the_one_with_more_game_points_is_the_better() -> None:
    credits = credits_of(Game(1, 1, 9, 400, 300), Game(1, 2, 8, 420, 300))
    (row,) = table([A], credits, TeamPolicy(size=2, best=1)).rows
    assert [each.number for each in row.members if each.counts] == [2]


def test_only_the_best_may_count() -> None:
    """Then a school that is short of the others is not short."""
    best = TeamPolicy(size=2, best=1)
    found = table([SHORT, B], UNEVEN, best)
    assert [(row.name, row.half_points) for row in found.rows] == [("B", 4), ("A", 2)]
    assert [(each.number, each.counts) for each in found.rows[0].members] == [(3, False), (4, True)]
    assert not found.show_means


def test_games_between_mates_may_count_for_neither() -> None:
    credits = credits_of(Game(1, 1, 2, 500, 400), Game(1, 3, 9, 400, 300), Bye(1, 4))
    counted = table([A, B], credits)
    assert [(row.name, row.half_points, row.game_points, row.rounds) for row in counted.rows] == [
        ("B", 3, 700, 2),
        ("A", 2, 900, 2),
    ]
    left_out = table([A, B], credits, TeamPolicy(size=2, exclude_internal_games=True))
    assert [(row.name, row.half_points, row.game_points, row.rounds) for row in left_out.rows] == [
        ("B", 3, 700, 2),
        ("A", 0, 0, 0),
    ]
    assert left_out.show_means


def test_the_excluded_bring_nothing_and_count_as_missing() -> None:
    """PFS-7.1d, S33."""
    credits = credits_of(Game(1, 1, 3, 450, 300), Game(1, 2, 4, 450, 300))
    standings = classify(entrants(1, 2, 3, 4, excluded=[1]), credits)
    found = team_table([A, B], standings, credits, TWO)
    assert [(row.name, row.half_points, row.rounds) for row in found.rows] == [("A", 2, 1), ("B", 0, 2)]
    assert [(each.number, each.place, each.half_points, each.counts) for each in found.rows[0].members] == [
        (1, None, 0, False),
        (2, 1, 2, True),
    ]
    assert found.show_means


def test_a_school_of_nobody_stands_last() -> None:
    credits = credits_of(Game(1, 1, 2, 450, 450))
    for policy in (TWO, TeamPolicy(incomplete=Incomplete.PER_GAME_MEAN), TeamPolicy(scoring=TeamScoring.MEAN), PLACES):
        assert order(table([LineUp("0", ()), A], credits, policy)) == [(1, "A"), (2, "0")]


def test_nobody_sits_in_the_table_who_is_not_in_the_event() -> None:
    with pytest.raises(KeyError):
        team_table([A], classify(entrants(1), {}), {}, TWO)


@given(events(), st.integers(1, 3), st.data())
def test_the_order_in_which_teams_come_in_changes_nothing(
    event: tuple[list[Competitor], Credits], size: int, data: st.DataObject
) -> None:
    standings = classify(*event)
    numbers = [each.number for each in event[0]]
    teams = [LineUp(str(first), tuple(numbers[first : first + size])) for first in range(0, len(numbers), size)]
    policy = TeamPolicy(size=size, incomplete=data.draw(st.sampled_from(Incomplete)), keys=tuple(TeamKey))
    shuffled = data.draw(st.permutations(teams))
    assert team_table(shuffled, standings, event[1], policy) == team_table(teams, standings, event[1], policy)


@given(events())
def test_the_sums_of_all_teams_are_the_sums_of_all_who_have_a_place(event: tuple[list[Competitor], Credits]) -> None:
    standings = classify(*event)
    teams = [LineUp(str(each.number), (each.number,)) for each in event[0]]
    rows = team_table(teams, standings, event[1], TeamPolicy(size=1)).rows
    placed = [each for each in standings if each.place]
    assert sum(row.half_points for row in rows) == sum(each.half_points for each in placed)
    assert sum(row.game_points for row in rows) == sum(each.game_points for each in placed)
