"""`mostek replay` from outside: exit status, sheet, JSON, clear sentences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mostek.cli import mostek
from mostek.core.diagnostics import Diagnostic, Kind, TextFault
from mostek.messages import use
from mostek.messages.diagnoses import FAULTS, SENTENCES, sentence
from notation.samples import GAME, KURNIK

POSITION = "/".join(["15"] * 7 + ["6KOtŻ5"] + ["15"] * 7) + " KOT?/ŻA 304/5 2 lex OSPS49;"
WRONG = GAME.replace("KOT +10 10", "KOT +12 10")


def run(text: str, *options: str) -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", "replay", "-", *options], input=text.encode())


def answer(text: str, *options: str) -> dict[str, Any]:
    found = json.loads(run(text, "--json", *options).stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    ("text", "options", "status"),
    [
        (GAME, [], 0),
        (GAME, ["--strict"], 0),
        (KURNIK, [], 0),
        (POSITION, [], 0),
        (WRONG, [], 1),
        (WRONG, ["--json"], 1),
        (GAME.replace("8H KOT", "1A KOT"), [], 1),
        (GAME.replace("OMŻAEI? J8", "OMŻAEI? H20J8"), [], 2),
        (GAME.replace("#player2 ola Ola Pies\n", ""), [], 0),
        (GAME.replace("#player2 ola Ola Pies\n", ""), ["--strict"], 2),
        (GAME.replace("KOT +10 10", "KOT"), ["--strict"], 2),
        ("", [], 2),
        (POSITION[3:], [], 2),
        (GAME, ["--format", "cgp"], 2),
        (GAME, ["--format", "zagraj"], 2),
        (GAME, ["--tile-set", "pl"], 2),
        (GAME, ["--rulebook", "fide"], 2),
        (GAME, ["--orientation", "sideways"], 2),
    ],
)
def test_the_exit_status_says_how_the_record_is(text: str, options: list[str], status: int) -> None:
    result = run(text, *options)
    assert result.exit_code == status, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there_is_wrong_use(tmp_path: Path) -> None:
    assert CliRunner().invoke(mostek, ["replay", str(tmp_path / "none.gcg")]).exit_code == 2


def test_the_sheet_shows_the_recorded_value_beside_the_true_one() -> None:
    output = run(WRONG).stdout
    assert "10 ≠ 12" in output
    assert "Line 7, column 15: Points recorded: 12; true: 10." in output
    assert "\x1b" not in output


def test_the_sheet_is_aligned_in_a_pipe() -> None:
    lines = run(GAME).stdout.splitlines()
    heading, rows = lines[1], lines[2:10]
    assert heading.split() == ["Line", "Player", "Rack", "Square", "By", "rules", "Move", "Also", "Points", "Total"]
    assert {row.rstrip()[: heading.index("Player")].strip() for row in rows} == {"7", *map(str, range(10, 17))}
    assert all(len(row) == len(heading) for row in rows)


def test_the_json_names_players_moves_and_final_scores() -> None:
    found = answer(WRONG)
    assert found["players"][0] == {"seat": 1, "nick": "ala", "name": "Ala Kot"}
    first = found["moves"][0]
    assert (first["square"], first["canonical"], first["direction"]) == ("8H", "H8", "across")
    assert (first["points"], first["stated_points"], first["total"], first["stated_total"]) == (10, 12, 10, 10)
    assert found["final"]["rulebook"] is None
    (said,) = found["diagnostics"]
    assert (said["kind"], said["line"], said["column"]) == ("points", 7, 15)
    assert said["message"] == "Line 7, column 15: Points recorded: 12; true: 10."


def test_the_orientation_can_be_overridden() -> None:
    moves = answer(GAME, "--orientation", "lettered-rows")["moves"]
    assert (moves[0]["square"], moves[0]["canonical"], moves[0]["direction"]) == ("8H", "8H", "down")


def test_the_tile_set_can_be_chosen_and_an_assumption_is_said() -> None:
    unnamed = GAME.replace("#lexicon OSPS50\n", "")
    assert [each["kind"] for each in answer(unnamed)["diagnostics"]] == ["assumed"]
    assert answer(unnamed, "--tile-set", "pl-1993")["tile_set"] == "pl-1993"


def test_an_unreadable_line_is_named_and_the_rest_replayed() -> None:
    result = run(GAME.replace("J8 .OM +9 9", "J8 .OM"))
    assert result.exit_code == 2
    assert "Line 10, column 21: The points are missing" in result.stdout
    assert "KOT" in result.stdout


def test_nothing_in_a_file_steers_the_terminal() -> None:
    output = run(GAME.replace("Ala Kot", "Ala").replace("#title Finał", "#title \x1b[31m")).output
    assert "\x1b" not in output


def test_an_unknown_tile_set_is_answered_with_the_known_ones() -> None:
    output = run(GAME, "--tile-set", "pl-curent").output
    assert "pl-current" in output
    assert "Did you mean" in output


def test_everything_that_can_be_said_has_a_sentence() -> None:
    use("en")
    assert set(SENTENCES) | {Kind.RACK_SIZE} == set(Kind)
    assert set(FAULTS) == set(TextFault)
    said = sentence(Diagnostic(Kind.RACK_SIZE, 3, 4, {"count": 8}))
    assert said == "Line 3, column 4: The rack has 8 tiles."


@pytest.mark.parametrize("name", ["ODS9", "FISE2", "NSF25", "DISC2", "FRA24", "disc"])
def test_a_game_of_a_language_without_tiles_is_refused_once_by_its_list(name: str) -> None:
    result = run(GAME.replace("#lexicon OSPS50", f"#lexicon {name}"))
    assert result.exit_code == 2
    assert result.output == f"Error: -: A game in a language for which mostek has no tiles: {name}\n"
    assert run(GAME.replace("#lexicon OSPS50", f"#lexicon {name}"), "--tile-set", "pl-current").exit_code == 0


@pytest.mark.parametrize("tiles", ["#tile-set french", "#tile-distribution Norwegian", "#tile-set tuvan"])
def test_a_game_of_tiles_without_a_set_is_refused_by_their_name(tiles: str) -> None:
    strange = "" if "tuvan" not in tiles else "Ѳ"
    result = run(GAME.replace("#lexicon OSPS50", tiles).replace("OMŻAEI?", f"OMŻAEI{strange or '?'}"))
    assert result.exit_code == 2
    assert f"A game in a language for which mostek has no tiles: {tiles.split()[1]}" in result.output


WORDBIZ = """#player1 ala Ala
#player2 ola Ola
#tile-set pl-current
>ala: AEIOTKM 8H KOT +10
>ola: IIIIMOŻ -IIIIM
>ala: AEIMRSZ 9I MA +13
>ola: EEOŻNPA 10J NE +10
>ola: EEOŻNPA --
>ala: AEIMRSZ -
"""


def test_turns_without_points_score_nothing_as_wordbiz_writes_them() -> None:
    result = run(WORDBIZ)
    assert result.exit_code == 0, result.output
    assert "placements confirmed, no difference." in result.output


def test_a_second_game_in_the_file_is_named_with_its_line() -> None:
    result = run(GAME + GAME)
    line = len(GAME.splitlines()) + 1 + GAME[: GAME.index("#player1")].count("\n")
    assert result.exit_code == 2
    assert f"Line {line}, column 1: Two games in one file; this line begins another: #player1" in result.output
