"""The cross-table and the player's card."""

from __future__ import annotations

from mostek.tournament.classification import classify
from mostek.tournament.credits import Credit, CreditKind, Outcome
from mostek.tournament.cross_table import cross_table, player_card
from tournament.classification.rounds import Bye, Game, credits_of, entrants

CREDITS = credits_of(
    Game(1, 1, 2, 400, 350),
    Bye(1, 3),
    Game(2, 3, 1, 360, 360),
    Game(3, 2, 3, 417, 1, CreditKind.FORFEIT),
)
STANDINGS = classify(entrants(1, 2, 3), CREDITS)


def test_each_row_has_a_cell_for_each_round_with_the_opponents_place() -> None:
    rows = cross_table(STANDINGS, CREDITS, rounds=3)
    assert [row.standing.number for row in rows] == [1, 2, 3]
    assert [
        [
            cell and (cell.kind.value, cell.outcome, cell.opponents, cell.places, cell.own, cell.other)
            for cell in row.cells
        ]
        for row in rows
    ] == [
        [("game", Outcome.WIN, (2,), (2,), 400, 350), ("game", Outcome.DRAW, (3,), (3,), 360, 360), None],
        [("game", Outcome.LOSS, (1,), (1,), 350, 400), None, ("forfeit", Outcome.WIN, (3,), (3,), 417, 1)],
        [
            ("bye", None, (), (), 300, 0),
            ("game", Outcome.DRAW, (1,), (1,), 360, 360),
            ("forfeit", Outcome.LOSS, (2,), (2,), 1, 417),
        ],
    ]


def test_the_starter_is_marked_and_each_game_stands_in_two_rows() -> None:
    rows = {row.standing.number: row.cells for row in cross_table(STANDINGS, CREDITS, rounds=3)}
    first, second = rows[1][0], rows[2][0]
    assert first is not None
    assert second is not None
    assert (first.starts, second.starts) == (True, False)
    assert (first.own, first.other) == (second.other, second.own)


def test_the_excluded_stand_below_without_a_place() -> None:
    standings = classify(entrants(1, 2, 3, excluded=[1]), CREDITS)
    rows = cross_table(standings, CREDITS, rounds=1)
    assert rows[-1].standing.number == 1
    opponent = next(row.cells[0] for row in rows if row.standing.number == 2)
    assert opponent is not None
    assert opponent.places == (None,)


def test_the_card_adds_up_round_by_round() -> None:
    lines = player_card(3, STANDINGS, CREDITS)
    assert [(line.cell.round, line.half_points, line.game_points, line.spread) for line in lines] == [
        (1, 1, 300, 300),
        (2, 2, 660, 300),
        (3, 2, 661, -116),
    ]


def test_the_last_line_of_every_card_is_the_row_of_the_classification() -> None:
    for standing in STANDINGS:
        last = player_card(standing.number, STANDINGS, CREDITS)[-1]
        assert (last.half_points, last.game_points, last.spread) == (
            standing.half_points,
            standing.game_points,
            standing.spread,
        )


def test_rounds_that_were_credited_out_of_order_are_put_into_theirs() -> None:
    late = {1: tuple(reversed(CREDITS[1]))}
    assert player_card(1, STANDINGS, late) == player_card(1, STANDINGS, CREDITS)
    assert player_card(9, STANDINGS, CREDITS) == ()


def test_at_a_table_of_three_a_cell_names_both_opponents() -> None:
    table = {1: (Credit(1, CreditKind.GAME, 4, 250, 200, (3, 2), places=(1, 3, 2)),)}
    (row,) = cross_table(classify(entrants(1), table), table, rounds=1)
    cell = row.cells[0]
    assert cell is not None
    assert (cell.outcome, cell.opponents, cell.places) == (Outcome.WIN, (3, 2), (None, None))
