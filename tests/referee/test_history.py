from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import Seat
from mostek.core.tiles import Letter, Tile, Tiles
from mostek.referee.events import ScoredWord
from mostek.referee.state import NO_TURNS, History, Turn, TurnKind

FACES = ["A", "Ż", "CH", "L·L", "?", "#"]
SQUARES = st.builds(Square, st.integers(0, 25), st.integers(0, 98))
TILES = st.builds(
    Tile, st.sampled_from([Letter("A"), Letter("Ż"), Letter("CH"), Letter("L·L")]), st.booleans()
) | st.just(Tile(None, blank=True))
TURNS = st.builds(
    Turn,
    seat=st.sampled_from(Seat),
    kind=st.sampled_from(TurnKind),
    points=st.integers(-50, 300),
    total=st.integers(-500, 2000),
    words=st.lists(st.builds(ScoredWord, st.text(max_size=15), st.text(max_size=3), st.integers(0, 300))).map(tuple),
    forced=st.booleans(),
    placement=st.none() | st.dictionaries(SQUARES, TILES, max_size=7).map(Placement),
    rack=st.lists(st.sampled_from(FACES), max_size=8).map(Tiles),
    aside=st.integers(0, 7),
    records=st.dictionaries(st.sampled_from(Seat), st.integers(-50, 300)),
    number=st.integers(0, 100),
    true=st.integers(0, 300),
)


def turn(number: int, points: int = 10, true: int = 10) -> Turn:
    return Turn(Seat(2 - number % 2), TurnKind.PLACEMENT, points, points, number=number, true=true)


@given(st.lists(TURNS, max_size=5))
def test_a_history_gives_back_the_turns_that_it_was_given(turns: list[Turn]) -> None:
    history = History(turns)
    assert list(history) == turns
    assert [history[place] for place in range(len(turns))] == turns
    assert history[1:-1] == tuple(turns[1:-1])
    assert len(history) == len(turns)


@given(TURNS, TURNS)
def test_histories_are_equal_when_their_turns_are(one: Turn, other: Turn) -> None:
    again = replace(one, records=dict(reversed(list(one.records.items()))))
    assert History([one]) == History([again])
    assert (History([one]) == History([other])) == (one == other)


def test_a_turn_is_added_and_the_history_before_it_stays() -> None:
    before = NO_TURNS.added(turn(1))
    after = before.added(turn(2))
    assert (list(NO_TURNS), list(before), list(after)) == ([], [turn(1)], [turn(1), turn(2)])
    assert after == History([turn(1), turn(2)])


def test_the_row_of_a_turn_is_put_right_and_no_other() -> None:
    history = History(map(turn, (1, 2, 3)))
    assert list(history.changed(turn(2, points=7))) == [turn(1), turn(2, points=7), turn(3)]


@pytest.mark.parametrize(("first", "second"), [*product((9, 10), repeat=2)])
def test_a_history_knows_whether_every_turn_counts_what_its_tiles_were_worth(first: int, second: int) -> None:
    turns = turn(1, points=first), turn(2, points=second)
    is_true = (first, second) == (10, 10)
    assert History(turns).is_true is is_true
    assert NO_TURNS.added(turns[0]).added(turns[1]).is_true is is_true


def test_rows_are_common_up_to_the_first_one_that_differs() -> None:
    before = History(map(turn, (1, 2, 3)))
    assert before.added(turn(4)).common(before) == 3
    assert before.common(before.added(turn(4))) == 3
    assert [before.changed(turn(number, points=7)).common(before) for number in (1, 2, 3)] == [0, 1, 2]
