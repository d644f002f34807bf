"""Logs of two Polish servers."""

from __future__ import annotations

import pytest

from mostek.core.board import Direction, Square, layout
from mostek.core.diagnostics import Kind, NotationError, TextFault
from mostek.core.moves import Pass
from mostek.core.players import Seat
from mostek.core.tiles import Tiles, tile_set
from mostek.notation.formats import kurnik
from mostek.notation.formats.zagraj import ReconstructionError, UnplacedPlay, reconstruct
from mostek.notation.formats.zagraj import record as record_zagraj
from mostek.notation.game_formats import detect_format, read_game
from mostek.notation.game_record import Leftovers, RecordedExchange, RecordedLoss
from mostek.notation.plays import WrittenPlay
from mostek.notation.replay import replay
from mostek.rules.loading import rulebook
from notation.samples import KOT_TOM, KURNIK, ROWS, board_of, zagraj_log

POLISH = tile_set("pl-current")


def test_a_kurnik_log_is_read_with_every_kind_of_turn() -> None:
    game = kurnik.record(KURNIK)
    assert [type(turn.action) for turn in game.turns] == [
        WrittenPlay, WrittenPlay, RecordedExchange, RecordedLoss, Pass, Leftovers, Leftovers,
    ]  # fmt: skip
    first, second = game.turns[0].action, game.turns[1].action
    assert isinstance(first, WrittenPlay)
    assert isinstance(second, WrittenPlay)
    assert (first.start, first.direction) == (Square(7, 7), Direction.ACROSS)
    assert (second.start, second.direction) == (Square(7, 9), Direction.DOWN)
    assert game.turns[2].rack == Tiles.of("AMAAEIE")


def test_a_kurnik_log_is_replayed_to_the_result_of_its_heading() -> None:
    replayed = replay(kurnik.record(KURNIK), rulebook("pfs"))
    assert [each.kind for each in replayed.diagnostics] == [Kind.ASSUMED]
    assert list(replayed.totals) == [2, -1]
    assert replayed.ending.final == replayed.totals


def test_a_wrong_deduction_and_a_wrong_heading_are_differences() -> None:
    text = KURNIK.replace("L -10", "L -9").replace("ola : -1", "ola : 0")
    replayed = replay(kurnik.record(text, POLISH), rulebook("pfs"))
    assert [(each.kind, each.line, each.params["stated"], each.params["true"]) for each in replayed.diagnostics] == [
        (Kind.POINTS, 10, -9, -10),
        (Kind.FINAL, 0, 0, -1),
    ]


def test_a_blank_of_a_kurnik_log_stands_in_brackets() -> None:
    game = kurnik.record("#1 a : 0\n#2 b : 0\n1. k_t: h8- k[o]t +8\n")
    (turn,) = game.turns
    assert isinstance(turn.action, WrittenPlay)
    assert "".join(map(str, turn.action.cells)) == "KoT"
    assert turn.action.words == ("KOT",)


@pytest.mark.parametrize(
    ("line", "fault", "column"),
    [
        ("1. kotmaaa", TextFault.NO_COLON, 11),
        ("1. kotmaaa: h8 kot +10", TextFault.NO_MOVE, 13),
        ("1. kotmqaa: h8- kot +10", TextFault.BAD_LETTER, 8),
        ("1. kotmaaa: h8- kqt +10", TextFault.BAD_LETTER, 18),
    ],
)
def test_a_kurnik_line_that_cannot_be_read_is_named(line: str, fault: TextFault, column: int) -> None:
    text = f"#1 a : 10\n#2 b : 0\n{line}\nkotmaaa: P\n"
    with pytest.raises(NotationError) as refused:
        kurnik.record(text, POLISH, strict=True)
    assert (refused.value.fault, refused.value.line, refused.value.column) == (fault, 3, column)
    assert [each.line for each in kurnik.record(text, POLISH).diagnostics] == [3]


def test_the_squares_of_a_zagraj_log_are_found() -> None:
    game = record_zagraj(zagraj_log(KOT_TOM, *ROWS))
    placed = [turn.action for turn in game.turns if isinstance(turn.action, WrittenPlay)]
    assert [(play.start, play.direction) for play in placed] == [
        (Square(7, 7), Direction.ACROSS),
        (Square(7, 9), Direction.DOWN),
    ]
    assert not game.diagnostics
    assert [turn.points for turn in replay(game, rulebook("pfs")).turns] == [10, 9, 0, 0]


def test_a_zagraj_log_that_fits_two_games_says_where_they_part() -> None:
    """SOS has two ends where an S can be the blank; both games end with the same board."""
    board = board_of(H="       SOS")
    game = record_zagraj(zagraj_log(board, "SO_AAAA\tSOS\t4\t4\t-\t-\t0\t0"))
    assert [(each.kind, each.params["words"]) for each in game.diagnostics] == [(Kind.AMBIGUOUS, "SOS")]


@pytest.mark.parametrize(
    ("rows", "fault", "line"),
    [
        (("KOTAAAA\tKOT\t11\t11\tOM_AEIŻ\tTOM\t9\t9",), TextFault.NOT_RECONSTRUCTED, 19),
        (("KOTAAAA\tKOT\t10\t10\tOM_AEIŻ\tTAM\t9\t9",), TextFault.NOT_RECONSTRUCTED, 19),
        (("KOTAAAA\tKOT\t10\t10",), TextFault.NOT_RECONSTRUCTED, 19),
        (("KOTAAAA\tKOT/OM\t10\t10\tOM_AEIŻ\tTOM\t9\t9",), TextFault.NOT_RECONSTRUCTED, 19),
        (("KOTAAAA\tKOT\tx\t10",), TextFault.BAD_NUMBER, 19),
        (("KQTAAAA\tKOT\t10\t10",), TextFault.BAD_LETTER, 19),
        (("KOTAAAA\tKOT",), TextFault.NO_POINTS, 19),
        ((), TextFault.NO_TURNS, 18),
    ],
)
def test_a_zagraj_log_that_contradicts_itself_is_refused(rows: tuple[str, ...], fault: TextFault, line: int) -> None:
    with pytest.raises(NotationError) as refused:
        record_zagraj(zagraj_log(KOT_TOM, *rows))
    assert (refused.value.fault, refused.value.line) == (fault, line)


def test_a_zagraj_log_without_its_whole_board_is_refused() -> None:
    text = zagraj_log(KOT_TOM, *ROWS).replace("O |", "O ", 1)
    with pytest.raises(NotationError) as refused:
        record_zagraj(text)
    assert (refused.value.fault, refused.value.line) == (TextFault.NO_BOARD, 15)


def test_a_heading_that_names_the_winner_first_is_put_in_the_order_of_the_seats() -> None:
    game = record_zagraj(zagraj_log(KOT_TOM, *ROWS, result="9: 10"))
    assert game.finals is not None
    assert (game.finals[Seat.FIRST], game.finals[Seat.SECOND]) == (10, 9)


def test_placements_that_cannot_be_put_anywhere_say_how_far_it_went() -> None:
    plays = [UnplacedPlay(Tiles.of("KOT"), ("KOT",), 10), UnplacedPlay(Tiles.of("OM"), ("TOM",), 99)]
    with pytest.raises(ReconstructionError) as refused:
        reconstruct(plays, KOT_TOM, POLISH, layout())
    assert (refused.value.furthest, refused.value.exhausted) == (1, True)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (KURNIK, "kurnik"),
        (zagraj_log(KOT_TOM, *ROWS), "zagraj"),
        ("/".join(["15"] * 15), "cgp"),
        ("#player1 a A\n>a: KOT 8H KOT +10 10\n", "gcg"),
        ("", "gcg"),
    ],
)
def test_the_format_is_recognised_by_what_stands_in_it(text: str, form: str) -> None:
    assert detect_format(text.encode()) == form


def test_a_position_is_no_game() -> None:
    with pytest.raises(NotationError):
        read_game(b"15/15", "cgp")


def test_a_row_that_has_lost_its_first_tab_is_read_at_its_columns() -> None:
    game = record_zagraj(zagraj_log(KOT_TOM, *ROWS, "*litery*\t7\t17\tAEIŻ\t*litery*\t-7\t2"))
    assert [(turn.column, turn.points) for turn in game.turns[-2:]] == [(1, 7), (20, -7)]


def test_a_player_whose_time_is_up_takes_no_more_turns() -> None:
    rows = (*ROWS[:1], "AAAA\t*koniec czasu*\t0\t10\t_AEIŻ\t*pas*\t0\t9", "-\t-\t0\t10\t_AEIŻ\t*pas*\t0\t9")
    assert not replay(record_zagraj(zagraj_log(KOT_TOM, *rows)), rulebook("pfs")).diagnostics
    passing = tuple(row.replace("*koniec czasu*", "*strata*") for row in rows)
    found = replay(record_zagraj(zagraj_log(KOT_TOM, *passing)), rulebook("pfs")).diagnostics
    assert [(each.kind, each.line) for each in found] == [(Kind.OUT_OF_TURN, 21)]


def test_only_carriage_returns_and_line_feeds_end_a_line() -> None:
    text = KURNIK.replace("#p sk", "#p \x0b \x85 \u2028 sk").replace("j8+ tom", "j8 tom")
    assert [each.line for each in kurnik.record(text, POLISH).diagnostics] == [6]
