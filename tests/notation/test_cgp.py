"""CGP positions."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from mostek.cli import mostek
from mostek.core.board import Board, Square, layout
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.position import Position
from mostek.core.tiles import Letter, Tile, Tiles, tile_set
from mostek.notation.formats import cgp

EMPTY = "/".join(["15"] * 15)


def with_row(row: str) -> str:
    return "/".join(["15"] * 7 + [row] + ["15"] * 7)


def test_a_position_is_read_part_by_part() -> None:
    position = cgp.parse_position(with_row("6KOtŻ5") + " KOT?/ŻA 304/-5 2 lex OSPS49; -ld polish;")
    assert str(position.board[Square(7, 8)]) == "t"
    assert position.rack(0) == Tiles.of("KOT?")
    assert position.scores == (304, -5)
    assert position.zero_turns == 2
    assert position.operations == {"lex": "OSPS49", "ld": "polish"}


@pytest.mark.parametrize(
    "line",
    [
        EMPTY,
        EMPTY + " /",
        EMPTY + " / 0/0",
        EMPTY + " / 0/0 0",
        EMPTY + " KOT/ 0/0 0 -lex OSPS49",
        EMPTY + " TOK?/A 12/-3 5 lex OSPS49; ld polish;",
        with_row("KO1t2ŻAR6") + " A/B/C 1/2/3 0",
    ],
)
def test_a_well_formed_position_is_written_as_it_was(line: str) -> None:
    assert cgp.format_position(cgp.parse_position(line)) == line


@pytest.mark.parametrize(
    ("line", "fault", "column"),
    [
        ("", TextFault.MISSING_PART, 1),
        ("/".join(["15"] * 14) + " / 0/0 0", TextFault.ROW_COUNT, 42),
        ("/".join(["15"] * 16) + " / 0/0 0", TextFault.ROW_COUNT, 46),
        (with_row("14") + " / 0/0 0", TextFault.ROW_LENGTH, 22),
        (with_row("16") + " / 0/0 0", TextFault.ROW_LENGTH, 22),
        (with_row("99999999999999999999") + " / 0/0 0", TextFault.ROW_LENGTH, 22),
        (with_row("7!7") + " / 0/0 0", TextFault.BAD_LETTER, 23),
        (with_row("7³7") + " / 0/0 0", TextFault.BAD_LETTER, 23),
        (EMPTY + " KO1/ 0/0 0", TextFault.BAD_LETTER, 48),
        (EMPTY + " kot/ 0/0 0", TextFault.BAD_LETTER, 46),
        (EMPTY + " KOT 0/0 0", TextFault.BAD_SCORES, 50),
        (EMPTY + " A/B 0/0/0 0", TextFault.BAD_SCORES, 50),
        (EMPTY + " A/B 0/x 0", TextFault.BAD_NUMBER, 50),
        (EMPTY + " A/B 0/0 H", TextFault.BAD_NUMBER, 54),
    ],
)
def test_a_malformed_position_is_refused_at_its_column(line: str, fault: TextFault, column: int) -> None:
    with pytest.raises(NotationError) as refused:
        cgp.parse_position(line, tile_set("pl-current"))
    assert (refused.value.fault, refused.value.line, refused.value.column) == (fault, 1, column)


def test_strict_reading_wants_all_four_parts() -> None:
    assert cgp.parse_position(EMPTY + " / 0/0").zero_turns is None
    with pytest.raises(NotationError) as refused:
        cgp.parse_position(EMPTY + " / 0/0", strict=True)
    assert refused.value.fault is TextFault.MISSING_PART


@pytest.mark.parametrize(
    ("line", "fault", "text"),
    [
        (with_row("ŻŻ13") + " / 0/0 0", TextFault.TOO_MANY_TILES, "Ż"),
        (with_row("Ż14") + " Ż/ 0/0 0", TextFault.TOO_MANY_TILES, "Ż"),
        (with_row("kot12") + " / 0/0 0", TextFault.TOO_MANY_TILES, "?"),
        (EMPTY + " A/AAAAAAAA 0/0 0", TextFault.RACK_SIZE, "AAAAAAAA"),
    ],
)
def test_strict_reading_counts_the_tiles(line: str, fault: TextFault, text: str) -> None:
    assert cgp.parse_position(line).scores == (0, 0)
    with pytest.raises(NotationError) as refused:
        cgp.parse_position(line, strict=True)
    assert (refused.value.fault, refused.value.text) == (fault, text)


@pytest.mark.parametrize("line", [with_row("Ż14") + " KOT/ 0/0 0", EMPTY + " AAAAAAA/??KOTYŻ 0/0 0"])
def test_strict_reading_takes_a_position_of_one_set(line: str) -> None:
    assert cgp.format_position(cgp.parse_position(line, strict=True)) == line


def test_three_z_of_an_english_position_are_refused_with_a_sentence() -> None:
    line = with_row("ZZZ12") + " / 0/0 0 lex CSW24;"
    result = CliRunner().invoke(mostek, ["--lang", "en", "replay", "-", "--strict"], input=line)
    assert result.exit_code == 2
    assert "More tiles than the set has: ZZ" in result.stderr
    assert CliRunner().invoke(mostek, ["replay", "-"], input=line).exit_code == 0


def test_the_board_of_super_is_named() -> None:
    line = "/".join(["21"] * 21) + " / 0/0 0 bdn SuperCrosswordGame;"
    result = CliRunner().invoke(mostek, ["--lang", "en", "replay", "-"], input=line)
    assert result.exit_code == 2
    assert "does not replay: SuperCrosswordGame" in result.stderr


squares = st.builds(Square, st.integers(0, 14), st.integers(0, 14))
polish = st.builds(Tile, st.sampled_from("AĄKŻ").map(Letter), st.booleans())


@given(
    st.dictionaries(squares, polish), st.lists(st.text("AŻK?", max_size=7), min_size=2, max_size=4), st.integers(0, 9)
)
def test_every_position_survives_writing_and_reading(tiles: dict[Square, Tile], racks: list[str], zero: int) -> None:
    position = Position(
        Board(layout(), tiles), tuple(tuple(rack) for rack in racks), tuple(range(len(racks))), zero, "lex OSPS;"
    )
    assert cgp.parse_position(cgp.format_position(position)) == position
