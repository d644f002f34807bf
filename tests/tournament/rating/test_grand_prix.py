"""The Grand Prix of 2026 (TOURNAMENTS 3.6)."""

from __future__ import annotations

from mostek.tournament.rating.grand_prix import GRAND_PRIX_2026, Placing, Series, event_points, grand_prix

GOLDEN, SILVER = Series.GOLDEN, Series.SILVER


def field(*places: int, rating: int = 160_00) -> list[Placing]:
    return [Placing(f"P{place:02}", place, rating) for place in places]


def test_golden_points_of_the_first_25() -> None:
    points = event_points(field(*range(1, 40)), GOLDEN, GRAND_PRIX_2026)
    assert list(points.values()) == [35, 30, 25, 22, 21, *range(20, 0, -1)]
    assert (points["P25"], "P26" in points) == (1, False)


def test_silver_points_go_to_the_first_15_below_150() -> None:
    """Their places are counted anew among them: 150.00 is not below 150."""
    placings = [*field(1, 3, 5, rating=150_00), *field(2, 4, *range(6, 30), rating=149_99)]
    points = event_points(placings, SILVER, GRAND_PRIX_2026)
    assert list(points.values()) == list(range(15, 0, -1))
    assert list(points)[:3] == ["P02", "P04", "P06"]


def test_who_shares_a_place_gets_its_points() -> None:
    placings = [Placing("A", 1, 140_00), Placing("B", 2, 140_00), Placing("C", 2, 140_00), Placing("D", 4, 140_00)]
    assert event_points(placings, GOLDEN, GRAND_PRIX_2026) == {"A": 35, "B": 30, "C": 30, "D": 22}
    assert event_points(placings, SILVER, GRAND_PRIX_2026) == {"A": 15, "B": 14, "C": 14, "D": 12}


def test_the_best_six_of_nine_count() -> None:
    events = [[Placing("A", place, 160_00)] for place in (1, 2, 3, 4, 5, 6, 7, 8, 9)]
    (row,) = grand_prix(events, GOLDEN, GRAND_PRIX_2026)
    assert row.by_event == (35, 30, 25, 22, 21, 20, 19, 18, 17)
    assert (row.points, row.total) == (153, 207)


def test_equal_points_are_parted_by_the_sum_of_all_events() -> None:
    events = [
        [Placing("A", 5, 160_00), Placing("B", 6, 160_00)],
        [Placing("B", 5, 160_00), Placing("A", 6, 160_00)],
        *[[Placing("A", 10, 160_00), Placing("B", 11, 160_00)], [Placing("B", 10, 160_00), Placing("A", 11, 160_00)]]
        * 2,
        [Placing("B", 25, 160_00)],
    ]
    rows = grand_prix(events, GOLDEN, GRAND_PRIX_2026)
    assert [(row.place, row.player, row.points, row.total) for row in rows] == [(1, "B", 103, 104), (2, "A", 103, 103)]


def test_equal_in_both_share_the_place() -> None:
    events = [
        [Placing("B", 1, 160_00), Placing("A", 2, 160_00)],
        [Placing("A", 1, 160_00), Placing("B", 2, 160_00)],
        field(3),
    ]
    rows = grand_prix(events, GOLDEN, GRAND_PRIX_2026)
    assert [(row.place, row.player) for row in rows] == [(1, "A"), (1, "B"), (3, "P03")]


def test_a_player_who_rises_above_150_keeps_the_silver_points_won_before() -> None:
    """The rating in each event decides."""
    events = [[Placing("A", 1, 149_99)], [Placing("A", 1, 150_00)]]
    assert [row.by_event for row in grand_prix(events, SILVER, GRAND_PRIX_2026)] == [(15, 0)]
    assert [row.by_event for row in grand_prix(events, GOLDEN, GRAND_PRIX_2026)] == [(35, 35)]


def test_who_has_won_nothing_is_not_listed() -> None:
    assert grand_prix([field(26)], GOLDEN, GRAND_PRIX_2026) == ()
    assert grand_prix([], SILVER, GRAND_PRIX_2026) == ()
