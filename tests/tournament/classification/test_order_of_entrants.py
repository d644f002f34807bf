"""Who stands where, and why: the keys of the federation, shared places, decisions, exclusion."""

from __future__ import annotations

from mostek.tournament.classification import Competitor, Key, Standing, classify, places_within, podium
from mostek.tournament.credits import Credit, CreditKind, Credits
from tournament.classification.rounds import Bye, Game, credits_of, entrants


def order(standings: tuple[Standing, ...]) -> list[tuple[int | None, int]]:
    return [(each.place, each.number) for each in standings]


def test_match_points_go_before_game_points_and_these_before_the_spread() -> None:
    """TOURNAMENTS section 0: 2 has the most game points and no win; 5 and 3 differ in the spread only."""
    credits = credits_of(
        Game(1, 1, 2, 600, 599), Game(1, 3, 4, 400, 350), Game(1, 5, 6, 400, 300), Game(1, 7, 8, 401, 400)
    )
    standings = classify(entrants(*range(1, 9)), credits)
    assert order(standings) == [(1, 1), (2, 7), (3, 5), (4, 3), (5, 2), (6, 8), (7, 4), (8, 6)]
    assert [each.below_by for each in standings] == [
        None,
        Key.GAME_POINTS,
        Key.GAME_POINTS,
        Key.SPREAD,
        Key.MATCH_POINTS,
        Key.GAME_POINTS,
        Key.GAME_POINTS,
        Key.GAME_POINTS,
    ]


def test_a_row_adds_up_games_byes_and_forfeits() -> None:
    """A bye is worth half a point and 300:0 and is no game (TOURNAMENTS section 0); a forfeit N:1 is one (PFS-7.2)."""
    credits = credits_of(
        Game(1, 1, 2, 400, 350),
        Game(2, 2, 1, 300, 300),
        Bye(3, 1),
        Game(4, 1, 2, 1, 417, CreditKind.FORFEIT),
    )
    first = classify(entrants(1, 2), credits)[0]
    assert (first.games, first.wins, first.draws, first.losses, first.byes) == (3, 1, 1, 1, 1)
    assert (first.half_points, first.game_points, first.spread) == (4, 1001, 50 + 300 - 416)
    assert first.values == (4, 1001, -66)


def test_a_forfeit_lost_by_both_is_a_loss_of_both() -> None:
    """S31: the arbiter gives nobody the points."""
    lost = {number: (Credit(1, CreditKind.FORFEIT, 0, 0, 0, (3 - number,)),) for number in (1, 2)}
    assert [(each.place, each.losses, each.half_points) for each in classify(entrants(1, 2), lost)] == [(1, 1, 0)] * 2


def test_an_absence_gives_nothing_and_is_no_game() -> None:
    away = {1: (Credit(1, CreditKind.ABSENT, 0, 0, 0),)}
    (only,) = classify(entrants(1), away)
    assert (only.games, only.byes, only.half_points) == (0, 0, 0)


def test_equals_share_a_place_and_the_next_place_is_left_out() -> None:
    """S46: 1, 2, 2, 4; within the place by starting number."""
    credits = credits_of(Game(1, 4, 1, 450, 350), Game(1, 3, 2, 400, 400))
    standings = classify(entrants(4, 3, 2, 1), credits)
    assert order(standings) == [(1, 4), (2, 2), (2, 3), (4, 1)]
    assert [each.below_by for each in standings] == [None, Key.MATCH_POINTS, None, Key.MATCH_POINTS]


def test_before_the_first_result_everybody_shares_the_first_place() -> None:
    assert order(classify(entrants(2, 1), {})) == [(1, 1), (1, 2)]
    assert classify([], {}) == ()


THREE_EQUAL = credits_of(Game(1, 1, 2, 400, 300), Game(2, 2, 3, 400, 300), Game(3, 3, 1, 400, 300))


def test_the_organiser_may_put_equals_into_an_order() -> None:
    """S46: ties share a place, the organiser may break them."""
    standings = classify(entrants(1, 2, 3), THREE_EQUAL, decided=[(3, 1, 2)])
    assert order(standings) == [(1, 3), (2, 1), (3, 2)]
    assert [each.decided for each in standings] == [True, True, True]


def test_whoever_is_decided_to_be_first_stands_below_the_others_by_the_keys() -> None:
    credits = credits_of(Game(1, 1, 2, 400, 300), Game(1, 3, 4, 390, 300), Game(1, 5, 6, 390, 300))
    standings = classify(entrants(1, 3, 5), credits, decided=[(5, 3)])
    assert [(each.number, each.below_by, each.decided) for each in standings] == [
        (1, None, False),
        (5, Key.GAME_POINTS, True),
        (3, None, True),
    ]


def test_the_last_decision_stands_and_may_name_others_too() -> None:
    decided = [(3, 1, 2), (9, 2, 8, 3, 1)]
    assert order(classify(entrants(1, 2, 3), THREE_EQUAL, decided=decided)) == [(1, 2), (2, 3), (3, 1)]


def test_a_decision_that_leaves_out_one_of_the_equals_settles_nothing() -> None:
    standings = classify(entrants(1, 2, 3), THREE_EQUAL, decided=[(3, 1)])
    assert order(standings) == [(1, 1), (1, 2), (1, 3)]
    assert not any(each.decided for each in standings)


def test_no_decision_goes_against_the_keys() -> None:
    credits = credits_of(Game(1, 1, 2, 400, 399))
    assert order(classify(entrants(1, 2), credits, decided=[(2, 1)])) == [(1, 1), (2, 2)]


EXCLUDED = credits_of(Game(1, 1, 2, 500, 300), Game(2, 1, 3, 400, 400), Game(3, 3, 1, 400, 1, CreditKind.FORFEIT))


def test_the_excluded_stand_last_without_a_place_and_their_wins_do_not_count() -> None:
    """PFS-7.1d, S33."""
    last = classify(entrants(1, 2, 3, excluded=[1]), EXCLUDED)[-1]
    assert (last.place, last.number, last.half_points, last.wins, last.draws) == (None, 1, 0, 0, 0)
    assert last.values == (None, None, None)


def test_the_opponents_of_the_excluded_keep_their_results() -> None:
    """PFS-7.2e, S33: the draw and the forfeit of 3, and for Buchholz the points that 1 had won."""
    standings = classify(entrants(1, 2, 3, excluded=[1]), EXCLUDED, [Key.MATCH_POINTS, Key.BUCHHOLZ])
    assert order(standings) == [(1, 3), (2, 2), (None, 1)]
    assert [each.values for each in standings[:2]] == [(3, 6), (0, 3)]


def test_who_withdraws_keeps_the_place_that_the_points_give() -> None:
    credits = credits_of(Game(1, 1, 2, 400, 300), Game(1, 3, 4, 500, 300), Game(2, 3, 2, 400, 300), Bye(2, 4))
    assert order(classify(entrants(1, 2, 3, 4), credits)) == [(1, 3), (2, 1), (3, 4), (4, 2)]


def test_a_category_has_places_of_its_own_and_keeps_the_ties() -> None:
    credits = credits_of(Game(1, 4, 1, 450, 350), Game(1, 3, 2, 400, 400), Game(1, 6, 5, 460, 440))
    standings = classify(entrants(*range(1, 7), excluded=[5]), credits)
    assert order(standings) == [(1, 6), (2, 4), (3, 2), (3, 3), (5, 1), (None, 5)]
    assert order(places_within(standings, {1, 2, 3, 5})) == [(1, 2), (1, 3), (3, 1), (None, 5)]


def test_places_one_to_three_may_be_four_people() -> None:
    """SCHOOL-award-1 with S46."""
    credits = credits_of(
        Game(1, 1, 4, 450, 350), Game(1, 2, 5, 440, 350), Game(1, 3, 6, 430, 350), Game(1, 7, 8, 430, 350)
    )
    medals = podium(classify(entrants(*range(1, 9)), credits))
    assert order(medals) == [(1, 1), (2, 2), (3, 3), (3, 7)]
    assert podium(classify(entrants(1, excluded=[1]), {})) == ()


def test_at_a_table_of_four_the_best_of_the_others_is_the_measure() -> None:
    """A-27: the match points are what the event credits, here two halves for each opponent below."""
    scores, places = {1: 210, 2: 180, 3: 180, 4: 90}, {1: 1, 2: 2, 3: 2, 4: 4}
    table: Credits = {
        number: (
            Credit(
                1,
                CreditKind.GAME,
                sum(2 if own > other else own == other for who, other in scores.items() if who != number),
                own,
                max(other for who, other in scores.items() if who != number),
                tuple(who for who in scores if who != number),
                places=(places[number], *(place for who, place in places.items() if who != number)),
            ),
        )
        for number, own in scores.items()
    }
    standings = classify([Competitor(number=number) for number in scores], table)
    assert [(each.place, each.number, each.half_points, each.wins) for each in standings] == [
        (1, 1, 6, 1),
        (2, 2, 3, 0),
        (2, 3, 3, 0),
        (4, 4, 0, 0),
    ]
