"""Many positions and games at once: as each one, in columns, with an error for each bad row, on any number of threads."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.crowded import HELD, crowded
from mostek.core.board import Board, layout
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.position import Position
from mostek.core.tiles import tile_set
from mostek.engine import (
    PositionColumns,
    best,
    best_many,
    in_pieces,
    moves,
    moves_many,
    review_many,
    simulate,
    simulate_many,
    solve,
    solve_many,
    totals_many,
)
from mostek.engine.columns import EXCHANGE, PASS, PLAY, Columns
from mostek.engine.endgame import EndgameSolution, PreEndgameSolution
from mostek.engine.kernel import open_searcher
from mostek.engine.position import PositionError
from mostek.lexicon import LexiconError
from mostek.notation import Orientation, parse_position

POLISH = tile_set("pl-current")
EMPTY = "/".join(["15"] * 15)
KOT = "/".join(["15"] * 7 + ["6KO7"] + ["15"] * 7)
LINES = [
    f"{KOT} TAERZ/",
    f"{EMPTY} KOT/",
    f"{KOT} TA?/KOT 10/35 2",
    f"{crowded(0)} {HELD}/",
    f"{crowded(3)} {HELD}/",
    f"{crowded(9)} {HELD}/",
]
BAD = [
    ("", "line 1, column 1: missing part"),
    (None, "line 1, column 1: missing part"),
    (f"{KOT} TQ", "line 1, column 49: bad letter: 'TQ'"),
    ("15/15 A", "line 1, column 6: row count: '2/15'"),
    (EMPTY, "The position has no rack."),
    (f"{KOT} AAAAAAAA", "A rack holds at most 7 tiles."),
    (f"{KOT} ŹŹ", "The set 'pl-current' has fewer of these tiles: Ź."),
    (f"{KOT} A/B 1", "bad scores"),
    (f"{KOT} A/B 1/2 0 bdn SuperBoard;", "other game"),
    (f"{KOT} \ud800", "bad letter"),
]
ALL_MANY: list[Callable[..., Columns]] = [moves_many, best_many, totals_many, simulate_many, solve_many]
QUICK: dict[str, dict[str, Any]] = {"simulate_many": {"deals": 4, "candidates": 2}, "solve_many": {"seconds": 0.2}}


def quick(question: Callable[..., Columns]) -> dict[str, Any]:
    return QUICK.get(question.__name__, {})


def columns(found: Columns) -> dict[str, list[Any]]:
    return {name: found[name].tolist() for name in found.names}


def test_the_best_of_many_are_those_of_each(short_lexicon: str) -> None:
    found = best_many(LINES, 12, lexicon=short_lexicon)
    assert found.errors == ()
    for row, line in enumerate(LINES):
        each, of = best(line, count=12, lexicon=short_lexicon), found.of(row)
        assert of["written"].tolist() == [candidate.written for candidate in each]
        assert of["equity"].tolist() == [candidate.equity for candidate in each]
        assert of["score"].tolist() == [candidate.score for candidate in each]
    assert set(found["kind"].tolist()) == {PLAY, PASS, EXCHANGE}


def test_equal_candidates_have_one_order(short_lexicon: str) -> None:
    """A rack of many exchanges of equal worth."""
    line = f"{EMPTY} ĆŃŹ??AA/"
    found = best_many([line], 200, lexicon=short_lexicon)
    assert found["written"].tolist() == [each.written for each in best(line, count=200, lexicon=short_lexicon)]


def test_all_plays_of_many_are_those_of_each(short_lexicon: str) -> None:
    found = moves_many(LINES, lexicon=short_lexicon, written=True, orientation=Orientation.NUMBERED_ROWS)
    for row, line in enumerate(LINES):
        each = moves(line, lexicon=short_lexicon, orientation=Orientation.NUMBERED_ROWS)
        of = found.of(row)
        assert sorted(zip(of["written"], of["equity"].tolist(), strict=True)) == sorted(
            (play.written, play.equity) for play in each
        )
    totals = totals_many(LINES, lexicon=short_lexicon)
    assert totals["plays"].tolist() == np.bincount(found["position"], minlength=len(LINES)).tolist()
    assert totals["score"].tolist() == [int(found.of(row)["score"].sum()) for row in range(len(LINES))]


def test_the_empty_board_counts_both_directions_or_one(short_lexicon: str) -> None:
    questions: list[Callable[..., Columns]] = [moves_many, totals_many, best_many]
    for question in questions:
        for row, line in enumerate(LINES):
            options = {"count": 9} if question is best_many else {}
            both = question([line], lexicon=short_lexicon, **options)
            across = question([line], lexicon=short_lexicon, both_directions=False, **options)
            if question is moves_many:
                assert len(both) == len(across) * (2 if row == 1 else 1)
                assert row != 1 or not across["down"].any()
            elif question is totals_many:
                assert both["plays"].tolist() == (across["plays"] * (2 if row == 1 else 1)).tolist()
                assert both["best"].tolist() == across["best"].tolist()
            else:
                each = best(line, count=9, lexicon=short_lexicon, both_directions=False)
                assert across["written"].tolist() == [candidate.written for candidate in each]


def test_simulations_of_many_are_those_of_each(short_lexicon: str) -> None:
    found = simulate_many(LINES[:5], deals=40, candidates=3, plies=1, seed=7, lexicon=short_lexicon)
    for row, line in enumerate(LINES[:5]):
        each = simulate(line, candidates=3, plies=1, seed=7, lexicon=short_lexicon).run(deals=40)
        of = found.of(row)
        assert of["written"].tolist() == [one.candidate.written for one in each.candidates]
        assert of["equity"].tolist() == [one.candidate.equity for one in each.candidates]
        for name in ("deals", "share", "share_margin", "spread", "spread_margin"):
            assert of[name].tolist() == [getattr(one, name) for one in each.candidates]


def test_solutions_of_many_are_those_of_each(short_lexicon: str) -> None:
    lines = [f"{crowded(0)} {HELD}/ 10/20 0", f"{crowded(1)} {HELD}/ 10/20 0"]
    found = solve_many([*lines, LINES[0]], seconds=None, lexicon=short_lexicon)
    proved, drawn = (solve(line, lexicon=short_lexicon) for line in lines)
    assert isinstance(proved, EndgameSolution)
    assert isinstance(drawn, PreEndgameSolution)
    assert found["bag"].tolist() == [0, 1]
    assert found["lead"].tolist() == [proved.lead, drawn.best.spread]
    assert found["gain"].tolist() == [proved.gain, drawn.best.spread + 10]
    assert found["proved"].tolist() == [proved.is_proved, drawn.is_proved]
    assert found["written"].tolist() == [proved.line[0].written, drawn.best.candidate.written]
    assert (found["share_least"][1], found["share_most"][1]) == drawn.best.share
    assert [str(error) for error in found.errors] == [
        "row 2: The solver takes at most 4 tiles in the bag; there are 86."
    ]


@pytest.mark.parametrize("question", ALL_MANY)
def test_a_bad_row_is_answered_with_an_error_and_the_rest_is_computed(
    short_lexicon: str, question: Callable[..., Columns]
) -> None:
    sound = LINES[3]
    alone = question([sound], lexicon=short_lexicon, **quick(question))
    for bad, why in BAD:
        found = question([sound, bad, sound], lexicon=short_lexicon, **quick(question))
        assert [error.row for error in found.errors] == [1]
        assert why in str(found.errors[0])
        assert set(found["position"].tolist()) == {0, 2}
        assert len(found) == 2 * len(alone)


def test_the_error_of_a_row_is_that_of_the_question_about_it_alone(short_lexicon: str) -> None:
    texts = [bad for bad, _ in BAD if isinstance(bad, str) and "\ud800" not in bad]
    for row, error in enumerate(best_many(texts, lexicon=short_lexicon).errors):
        with pytest.raises(type(error.error)) as alone:
            best(texts[row], lexicon=short_lexicon, tiles="pl-current")
        assert str(alone.value) == str(error.error)


def test_a_bad_first_row_does_not_choose_the_tiles(short_lexicon: str) -> None:
    found = totals_many(["QQQ/VVV ld english;", LINES[0]], lexicon=short_lexicon)
    assert [error.row for error in found.errors] == [0]
    assert found["position"].tolist() == [1]


@pytest.mark.parametrize("question", ALL_MANY)
def test_answers_do_not_depend_on_threads_or_pieces(short_lexicon: str, question: Callable[..., Columns]) -> None:
    options = (
        {"deals": 4, "candidates": 2}
        if question is simulate_many
        else {"seconds": None}
        if question is solve_many
        else {}
    )
    lines: list[str | None] = [*LINES, "nonsense", f"{crowded(1)} {HELD}/"]
    lines *= 2 if question in (simulate_many, solve_many) else 30
    if question is solve_many:
        # A pre-endgame takes seconds to prove; the endgame is there twice, between rows with errors.
        lines = [LINES[3], LINES[0], "nonsense", LINES[3], LINES[5]]
    one = question(lines, lexicon=short_lexicon, threads=1, **options)
    for threads in (2, 7):
        other = question(lines, lexicon=short_lexicon, threads=threads, **options)
        assert columns(other) == columns(one)
        assert [str(error) for error in other.errors] == [str(error) for error in one.errors]
    parts = [*in_pieces(question, iter(lines), size=3, lexicon=short_lexicon, **options)]
    assert len(parts) == -(-len(lines) // 3)
    assert [row for part in parts for row in part["position"].tolist()] == one["position"].tolist()
    assert [str(error) for part in parts for error in part.errors] == [str(error) for error in one.errors]


def test_no_positions_are_no_lines(short_lexicon: str) -> None:
    for question in ALL_MANY:
        found = question([], lexicon=short_lexicon)
        assert (len(found), found.errors, found["position"].tolist()) == (0, (), [])
    assert len(review_many([], lexicon=short_lexicon)) == 0
    assert len(best_many(LINES, 0, lexicon=short_lexicon)) == 0


def test_positions_and_boards_are_taken_like_lines(short_lexicon: str) -> None:
    read = parse_position(LINES[2])
    found = best_many([LINES[2], read, Position(read.board, read.racks), Board(layout())], lexicon=short_lexicon)
    assert len({*found["written"].tolist()}) == 1
    assert [str(error) for error in found.errors] == ["row 3: The position has no rack."]


@pytest.mark.parametrize("texts", [np.array(LINES), np.array(LINES, object), np.array(LINES, np.dtypes.StringDType())])
def test_an_array_of_texts_is_a_list_of_lines(short_lexicon: str, texts: Any) -> None:
    assert columns(totals_many(texts, lexicon=short_lexicon)) == columns(totals_many(LINES, lexicon=short_lexicon))


def arrays_of(short_lexicon: str) -> PositionColumns:
    searcher = open_searcher(short_lexicon, POLISH, layout())
    read = [parse_position(line) for line in LINES]
    boards = b"".join(searcher.board_codes(position.board) for position in read)
    racks = b"".join(searcher.rack_codes(position.rack(0)).ljust(7, b"\xff") for position in read)
    return PositionColumns(
        np.frombuffer(boards, np.uint8).reshape(-1, 15, 15),
        np.frombuffer(racks, np.uint8).reshape(-1, 7),
        np.array([0, 0, -25, 0, 0, 0]),
        np.array([0, 0, 2, 0, 0, 0], np.uint8),
    )


@pytest.mark.parametrize("question", [moves_many, best_many, totals_many, simulate_many])
def test_arrays_are_the_same_positions(short_lexicon: str, question: Callable[..., Columns]) -> None:
    given = arrays_of(short_lexicon)
    found = question(given, lexicon=short_lexicon, **quick(question))
    assert columns(found) == columns(question(LINES, lexicon=short_lexicon, **quick(question)))
    flat = PositionColumns(np.asfortranarray(given.boards.reshape(6, 225)), given.racks, given.leads, given.passes)
    assert columns(question(flat, lexicon=short_lexicon, **quick(question))) == columns(found)
    parts = [*in_pieces(question, given, size=4, lexicon=short_lexicon, **quick(question))]
    assert [row for part in parts for row in part["equity" if question is not totals_many else "plays"].tolist()] == (
        found["equity" if question is not totals_many else "plays"].tolist()
    )


@pytest.mark.parametrize(
    ("column", "value", "why"),
    [
        ("boards", np.zeros((6, 224), np.uint8), "The column boards is of uint8 and of the shape (6, 224)"),
        ("boards", np.zeros((6, 225), np.int8), "The column boards is of int8"),
        ("boards", np.zeros(6 * 225, np.uint8), "of the shape (1350,)"),
        ("boards", np.zeros((6, 225)), "of float64"),
        (
            "racks",
            np.zeros((5, 7), np.uint8),
            "The column racks is of uint8 and of the shape (5, 7); (6, 7) uint8 is expected.",
        ),
        ("racks", np.zeros((6, 8), np.uint8), "of the shape (6, 8)"),
        ("racks", [[0] * 7] * 6, "of int64"),
        ("leads", np.zeros(6), "The column leads is of float64"),
        ("leads", np.zeros(5, np.int32), "of the shape (5,); (6,) int32 is expected."),
        (
            "leads",
            np.array([0, 0, 0, 2**31, 0, 0]),
            "The column leads has 2147483648 in row 3; a number from -2147483648",
        ),
        ("passes", np.array([0, -1, 0, 0, 0, 0]), "The column passes has -1 in row 1"),
    ],
)
def test_arrays_of_wrong_shape_or_type_are_refused(short_lexicon: str, column: str, value: Any, why: str) -> None:
    given = arrays_of(short_lexicon)
    parts = {name: getattr(given, name) for name in ("boards", "racks", "leads", "passes")} | {column: value}
    with pytest.raises(PositionError, match=re.escape(why)):
        totals_many(PositionColumns(**parts), lexicon=short_lexicon)


def test_codes_that_are_no_letters_are_errors_of_their_rows(short_lexicon: str) -> None:
    given = arrays_of(short_lexicon)
    boards, racks = given.boards.copy(), given.racks.copy()
    boards[1, 7, 7], boards[2, 0, 0], racks[4, 0] = 33, 0x80 | 40, 64
    found = totals_many(PositionColumns(boards, racks), lexicon=short_lexicon)
    assert [str(error) for error in found.errors] == [
        "row 1: The code 33 on square 113 is no letter of the alphabet.",
        "row 2: The code 168 on square 1 is no letter of the alphabet.",
        "row 4: The code 64 on the rack is no letter of the alphabet.",
    ]
    assert found["position"].tolist() == [0, 3, 5]


@pytest.mark.parametrize(
    ("positions", "why"),
    [
        (LINES[0], "A list of positions is expected, not str."),
        (b"15/15", "A list of positions is expected, not bytes."),
        (5, "A list of positions is expected, not int."),
        (Board(layout()), "A list of positions is expected, not Board."),
        ([LINES[0], 5], "A position is a line of CGP, a Position or a Board, not int."),
        (np.zeros(3), "The column positions is of float64"),
        (np.array([LINES]), "The column positions is of <U"),
    ],
)
def test_what_is_no_list_of_positions_is_refused(short_lexicon: str, positions: Any, why: str) -> None:
    for question in ALL_MANY:
        with pytest.raises(PositionError, match=re.escape(why)):
            question(positions, lexicon=short_lexicon)


@pytest.mark.parametrize(
    ("question", "options", "why"),
    [
        (best_many, {"count": -1}, "count is -1; a whole number of at least 0 is expected."),
        (best_many, {"count": 1.5}, "count is 1.5"),
        (moves_many, {"threads": -1}, "threads is -1; a whole number from 0 to 1024 is expected."),
        (simulate_many, {"deals": 0}, "deals is 0"),
        (simulate_many, {"candidates": 257}, "candidates is 257; a whole number from 1 to 256"),
        (simulate_many, {"plies": -1}, "plies is -1"),
        (solve_many, {"seconds": 0}, "seconds is 0"),
        (solve_many, {"seconds": float("nan")}, "seconds is nan"),
    ],
)
def test_numbers_out_of_range_are_refused(
    short_lexicon: str, question: Callable[..., Columns], options: dict[str, Any], why: str
) -> None:
    with pytest.raises(PositionError, match=re.escape(why)):
        question(LINES, lexicon=short_lexicon, **options)


def test_a_list_of_other_letters_than_the_tiles_is_refused(short_lexicon: str) -> None:
    for question in ALL_MANY:
        with pytest.raises(LexiconError, match="other letters than the tile set 'en'"):
            question(LINES, lexicon=short_lexicon, tiles="en")
    with pytest.raises(LexiconError, match="other letters than the tile set 'en'"):
        review_many([GAME], lexicon=short_lexicon, tiles="en")


def test_a_lead_that_no_game_has_is_an_error_of_its_row(short_lexicon: str) -> None:
    found = simulate_many([f"{KOT} TA/KOT 999999/0 0", f"{KOT} TA/"], deals=2, lexicon=short_lexicon)
    assert [str(error) for error in found.errors] == ["row 0: No game has a lead of 999999 points."]
    assert set(found["position"].tolist()) == {1}


def test_a_player_without_tiles_has_nothing_to_solve(short_lexicon: str) -> None:
    found = solve_many([f"{crowded(0)} /{HELD}"], lexicon=short_lexicon)
    assert [str(error) for error in found.errors] == ["row 0: The game is over: a player holds no tiles."]


def test_progress_counts_rows_and_may_stop_the_work(short_lexicon: str) -> None:
    seen: list[int] = []
    simulate_many([LINES[0]] * 130, deals=1, candidates=1, plies=0, lexicon=short_lexicon, progress=seen.append)
    assert seen == [64, 128, 130]

    def stop(done: int) -> None:
        raise RuntimeError(f"stopped at {done}")

    with pytest.raises(RuntimeError, match="stopped at 6"):
        totals_many(LINES, lexicon=short_lexicon, progress=stop)


def test_a_column_that_there_is_not_is_a_key_error(short_lexicon: str) -> None:
    found = totals_many(LINES, lexicon=short_lexicon)
    with pytest.raises(KeyError, match="equity"):
        found["equity"]
    assert found.of(99)["plays"].tolist() == []


def test_columns_are_shown_as_a_table(short_lexicon: str) -> None:
    found = best_many(LINES, 30, lexicon=short_lexicon)
    lines = str(found).splitlines()
    assert lines[0].split() == ["position", "score", "equity", "written"]
    assert len(lines) == 22
    assert "<table>" in found._repr_html_()


GAME = """#player1 ala Ala
#player2 ola Ola
>ala: KOTAERZ 8G KOT +10 10
>ola: ABCEGIJ -ABC +0 0
>ala: AERZWYA I8 .A +3 13
>ola: EGIJNOP 9A QQ +1 1
"""


def test_a_game_is_reviewed_turn_by_turn(short_lexicon: str) -> None:
    game = GAME.replace("9A QQ", "-")
    found = review_many([game], lexicon=short_lexicon)
    assert found.errors == ()
    assert found["written"].tolist() == ["H7 KOT", "-ABC", "9H (T)A", "-"]
    assert (found["turn"].tolist(), found["line"].tolist(), found["seat"].tolist()) == (
        [0, 1, 2, 3],
        [3, 4, 5, 6],
        [0, 1, 0, 1],
    )
    assert found["stated"].tolist() == [10, 0, 3, 1]
    first = best(f"{EMPTY} KOTAERZ/", count=10_000, lexicon=short_lexicon)
    played = next(each for each in first if each.written == "H7 KOT")
    assert (found["score"][0], found["equity"][0]) == (played.score, played.equity)
    assert (found["best"][0], found["best_equity"][0]) == (first[0].written, first[0].equity)
    assert found["loss"].tolist() == (found["best_equity"] - found["equity"]).tolist()
    assert (found["loss"] >= 0).all()
    assert found["judged"].tolist() == [True] * 4


@pytest.mark.parametrize(
    ("before", "after", "valid", "judged"),
    [
        ("8G KOT +10", "8G TKO +12", False, True),
        (">ala: KOTAERZ 8G", ">ala: AAAA 8G", False, False),
        (">ala: KOTAERZ 8G", ">ala: 8G", False, False),
    ],
)
def test_what_cannot_be_judged_is_said(short_lexicon: str, before: str, after: str, valid: bool, judged: bool) -> None:
    lines = GAME.splitlines()[:3]
    found = review_many(["\n".join(lines).replace(before, after)], lexicon=short_lexicon)
    assert (found["valid"].tolist(), found["judged"].tolist()) == ([valid], [judged])
    if judged:
        assert found["score"].tolist() == [12]


def test_a_play_that_is_withdrawn_leaves_the_board(short_lexicon: str) -> None:
    game = "\n".join([*GAME.splitlines()[:3], ">ala: KOTAERZ -- -10 0", ">ola: KOTAERZ 8G KOT +10 10"])
    found = review_many([game], lexicon=short_lexicon)
    assert found["written"].tolist() == ["H7 KOT", "H7 KOT"]
    assert found["equity"][0] == found["equity"][1]


def test_a_bad_game_is_answered_with_an_error_and_the_rest_is_reviewed(short_lexicon: str) -> None:
    text = GAME.replace("9A QQ", "-")
    sound, off_board = text.encode("cp1250"), text.replace("8G KOT", "8N KOT")
    hole = text.replace("I8 .A", "A1 .A")
    found = review_many([sound, GAME, "", None, off_board, hole, sound], lexicon=short_lexicon)
    assert [(error.row, type(error.error)) for error in found.errors] == [
        (1, NotationError), (2, NotationError), (3, NotationError), (4, PositionError), (5, PositionError)
    ]  # fmt: skip
    first = found.errors[0].error
    assert isinstance(first, NotationError)
    assert (first.fault, first.line, first.column) == (TextFault.BAD_LETTER, 6, 18)
    assert str(found.errors[3]) == "row 4: The play of line 3 does not fit the board."
    assert set(found["game"].tolist()) == {0, 6}
    with pytest.raises(PositionError, match="A game is a text or bytes, not int"):
        review_many([5], lexicon=short_lexicon)  # type: ignore[list-item]
