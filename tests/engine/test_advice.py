"""What is best without looking ahead: as a list for a person, as arrays for many positions."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from engine.crowded import HELD, crowded
from mostek.core.board import Board, layout
from mostek.core.diagnostics import NotationError
from mostek.core.moves import Exchange, Pass
from mostek.core.tiles import TileError, Tiles, tile_set
from mostek.engine import best, moves
from mostek.engine.kernel import FoundPlay, open_searcher
from mostek.engine.position import PositionError, search_position
from mostek.engine.search import exchanges_and_pass
from mostek.notation.coordinates import Orientation
from mostek.notation.formats import cgp

EMPTY_ROWS = "/".join(["15"] * 15)
KOT = "/".join(["15"] * 7 + ["6KO7"] + ["15"] * 7)
POLISH = tile_set("pl-current")


def test_plays_are_written_as_people_do(short_lexicon: str) -> None:
    written = {move.written: move for move in moves(f"{KOT} TA?/", lexicon=short_lexicon)}
    assert {"H7 (KO)T", "H7 (KO)t", "8H (O)Ta"} & set(written) >= {"H7 (KO)T", "H7 (KO)t"}
    assert written["H7 (KO)T"].score == 2 + 1 + 2
    assert str(written["H7 (KO)t"].left) == "AT"
    by_column = moves(f"{KOT} TA?/", lexicon=short_lexicon, orientation=Orientation.NUMBERED_ROWS)
    assert "8G (KO)T" in {move.written for move in by_column}


def test_moves_are_all_plays_the_best_first(short_lexicon: str) -> None:
    found = moves(KOT, "TAERZŃ?", lexicon=short_lexicon)
    searcher = open_searcher(short_lexicon, POLISH, layout())
    board = cgp.parse_position(KOT, POLISH).board
    assert {move.move.placement for move in found if isinstance(move.move, FoundPlay)} == {
        play.placement for play in searcher.plays(board, Tiles.of("TAERZŃ?"))
    }
    assert [move.equity for move in found] == sorted((move.equity for move in found), reverse=True)


def test_the_best_are_the_highest_of_plays_exchanges_and_the_pass(short_lexicon: str) -> None:
    asked = search_position(KOT, "TAERZŃ?", lexicon=short_lexicon)
    every = [*moves(KOT, "TAERZŃ?", lexicon=short_lexicon), *exchanges_and_pass(asked)]
    highest = sorted((each.equity for each in every), reverse=True)
    for count in (0, 1, 40, len(every), len(every) + 1):
        found = best(KOT, "TAERZŃ?", count=count, lexicon=short_lexicon)
        assert [each.equity for each in found] == highest[:count]
        assert len({each.written for each in found}) == len(found)


def test_a_bad_rack_is_given_back_and_a_good_one_is_not(short_lexicon: str) -> None:
    worst = best(EMPTY_ROWS, "ŹŹĆŃŃ".replace("ŹŹ", "Ź").replace("ŃŃ", "Ń"), lexicon=short_lexicon)[0]
    assert isinstance(worst.move, Exchange | Pass)
    assert worst.score == 0
    assert isinstance(best(KOT, "TAE", lexicon=short_lexicon)[0].move, FoundPlay)


@pytest.mark.parametrize(("in_bag", "exchanges"), [(6, 0), (7, 3)])
def test_exchanges_need_seven_tiles_in_the_bag(short_lexicon: str, in_bag: int, exchanges: int) -> None:
    found = best(crowded(in_bag), HELD, count=10_000, lexicon=short_lexicon)
    assert search_position(crowded(in_bag), HELD, lexicon=short_lexicon).bag == in_bag
    assert sorted(move.written for move in found if isinstance(move.move, Exchange)) == ["-A", "-AT", "-T"][:exchanges]
    assert sum(isinstance(move.move, Pass) for move in found) == 1


def test_with_an_empty_bag_a_tile_kept_costs_twice_its_points(short_lexicon: str) -> None:
    found = best(crowded(0), HELD, count=10_000, lexicon=short_lexicon)
    assert found[-1].written == "-"
    assert found[-1].equity == -2000 * (2 + 1)


def test_on_the_empty_board_a_word_counts_across_and_down_or_only_across(short_lexicon: str) -> None:
    both = moves(EMPTY_ROWS, "KOTA", lexicon=short_lexicon)
    across = moves(EMPTY_ROWS, "KOTA", lexicon=short_lexicon, both_directions=False)
    assert len(both) == 2 * len(across) > 0
    assert [one.equity for one in across] == [one.equity for one in both[::2]]
    placed = moves(KOT, "TA", lexicon=short_lexicon)
    assert moves(KOT, "TA", lexicon=short_lexicon, both_directions=False) == placed
    first = best(EMPTY_ROWS, "KOTA", count=3, lexicon=short_lexicon, both_directions=False)
    assert [one.written for one in first] == [one.written for one in across[:3]]


@pytest.mark.parametrize(
    ("arguments", "options", "why"),
    [
        ((5,), {}, "A position is a line of CGP, a Position or a Board, not int"),
        ((None,), {}, "not NoneType"),
        ((b"15/15",), {}, "not bytes"),
        ((KOT, 5), {}, "A rack is a text or Tiles, not int"),
        ((KOT, "KOT"), {"lexicon": 5}, "lexicon is a name, not int"),
        ((KOT, "KOT"), {"tiles": 5}, "tiles is a name, not int"),
        ((KOT, "KOT"), {"count": "5"}, "count is '5'; a whole number of at least 0 is expected"),
        ((KOT, "KOT"), {"count": -1}, "count is -1"),
        ((KOT, "KOT"), {"count": True}, "count is True"),
    ],
)
def test_a_value_in_a_wrong_place_gets_a_sentence(
    short_lexicon: str, arguments: tuple[Any, ...], options: dict[str, Any], why: str
) -> None:
    with pytest.raises(PositionError, match=re.escape(why)):
        best(*arguments, **{"lexicon": short_lexicon, **options})


def test_a_board_and_a_line_are_the_same_position(short_lexicon: str) -> None:
    board = Board.drawn("\n".join(". " * 15 for _ in range(15)), POLISH.alphabet, layout())
    assert moves(board, "KOT", lexicon=short_lexicon) == moves(EMPTY_ROWS, "KOT", lexicon=short_lexicon)
    assert moves(cgp.parse_position(EMPTY_ROWS), Tiles.of("KOT"), lexicon=short_lexicon) == moves(
        EMPTY_ROWS, "KOT", lexicon=short_lexicon
    )


def test_scores_and_empty_turns_are_seen_from_the_player_on_turn(short_lexicon: str) -> None:
    asked = search_position(f"{KOT} TA/KOT 10/35 9", lexicon=short_lexicon)
    assert (asked.lead, asked.passes) == (-25, 3)
    assert len(asked.unseen) == 100 - 4
    assert search_position(KOT, "TA", lexicon=short_lexicon).lead == 0


@pytest.mark.parametrize(
    ("position", "rack", "error", "why"),
    [
        (EMPTY_ROWS, None, PositionError, "The position has no rack"),
        (EMPTY_ROWS, "AAAAAAAA", PositionError, "at most 7 tiles"),
        (EMPTY_ROWS, "ŹŹ", PositionError, "has fewer of these tiles: Ź"),
        (EMPTY_ROWS, "A1", TileError, "1"),
        ("15/15 A", None, NotationError, "2/15"),
    ],
)
def test_a_position_that_cannot_be_is_refused(
    short_lexicon: str, position: str, rack: str | None, error: type[Exception], why: str
) -> None:
    with pytest.raises(error, match=why):
        best(position, rack, lexicon=short_lexicon)


def test_lists_are_shown_as_tables(short_lexicon: str) -> None:
    found = moves(EMPTY_ROWS, "KOTAERZ", lexicon=short_lexicon)
    lines = str(found).splitlines()
    assert lines[0].split() == ["play", "score", "equity", "left"]
    assert lines[-1] == f"… {len(found) - 20}"
    assert len(lines) == 1 + 20 + 1
    assert len(str(found[:3]).splitlines()) == 4
    assert found[:3]._repr_html_().count("<tr>") == 4


@pytest.mark.parametrize(("module", "unwanted"), [("mostek", "mostek.engine"), ("mostek.engine", "numpy")])
def test_what_is_not_asked_for_is_not_imported(module: str, unwanted: str) -> None:
    subprocess.run([sys.executable, "-c", f"import sys, {module}; assert {unwanted!r} not in sys.modules"], check=True)
