"""The saved answers of `mostek referee` are a game for other commands too, and any recorded game gives its positions as CGP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from documents.score_sheet import table_game as at_table
from mostek.cli import mostek
from mostek.notation.formats.cgp import parse_position

GAME = """#player1 ala Ala
#player2 ola Ola
#tile-set pl-current
#lexicon OSPS50
>ala: AEKOTZ? 8G KOT +10 10
>ola: ABCŁRÓW H7 R.W +3 3
>ola: ABCŁRÓW -- -3 0
>ala: AELMZ?N -LM +0 10
>ola: ABCŁRÓW - +0 0
"""
ROWS = "/".join([*["15"] * 7, "6KOT6", *["15"] * 7])


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "stół-3.jsonl"
    path.write_text(at_table.whole(), "utf-8")
    return path


def run(*command: str | Path, data: str = "") -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", *map(str, command)], input=data.encode())


def test_answers_of_the_referee_become_gcg_and_are_replayed(answers: Path, tmp_path: Path) -> None:
    gcg = tmp_path / "game.gcg"
    done = run("convert", answers, "--to", "gcg", "--output", gcg)
    assert done.exit_code == 0, done.output
    assert "#player1 Anna" in gcg.read_text("utf-8")
    own, written = (json.loads(run("replay", path, "--json").stdout) for path in (answers, gcg))
    turns = [[(move["kind"], move["points"], move["total"]) for move in game["moves"]] for game in (own, written)]
    assert len(turns[0]) > 5
    assert turns[0] == turns[1]
    assert run("convert", answers, "--to", "cgp").exit_code == 0


def test_answers_of_the_referee_are_reviewed(answers: Path) -> None:
    reviewed = run("review", answers, "--depth", "static")
    assert reviewed.exit_code == 0, reviewed.output
    assert "Anna" in reviewed.output


def test_answers_cut_at_any_line_are_a_game_or_one_sentence(answers: Path) -> None:
    lines = answers.read_text("utf-8").splitlines(keepends=True)
    for end in range(len(lines)):
        for cut in ("".join(lines[:end]), "".join(lines[:end]) + lines[end][: len(lines[end]) // 2]):
            result = run("convert", "-", "--to", "gcg", data=cut)
            assert result.exception is None or isinstance(result.exception, SystemExit), (end, result.exception)
            assert result.exit_code == 0 or result.stderr.count("Error: ") == 1, (end, result.output)


@pytest.mark.parametrize(
    ("turn", "line"),
    [
        (0, f"{'/'.join(['15'] * 15)} AEKOTZ?/ABCŁÓRW 0/0 0 lex OSPS50; ld polish;"),
        (1, f"{ROWS} ABCŁÓRW/AELMNZ? 0/10 0 lex OSPS50; ld polish;"),
        (2, f"{ROWS} AELMNZ?/ABCŁÓRW 10/0 1 lex OSPS50; ld polish;"),
        (3, f"{ROWS} ABCŁÓRW/ 0/10 2 lex OSPS50; ld polish;"),
        (None, f"{ROWS} / 10/0 3 lex OSPS50; ld polish;"),
    ],
)
def test_the_position_after_a_turn_is_a_line_of_cgp(turn: int | None, line: str) -> None:
    """The second turn is withdrawn, so it leaves the board as it was."""
    result = run("convert", "-", "--to", "cgp", *([] if turn is None else ["--turn", str(turn)]), data=GAME)
    assert result.exit_code == 0, result.output
    assert result.stdout == line + "\n"
    assert parse_position(result.stdout).operations["ld"] == "polish"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--to", "cgp", "--turn", "5"], "The game has 4 turns."),
        (["--to", "gcg", "--turn", "1"], "--turn goes with --to cgp alone."),
    ],
)
def test_a_turn_that_there_is_not_is_refused(options: list[str], why: str) -> None:
    result = run("convert", "-", *options, data=GAME)
    assert result.exit_code == 2
    assert why in result.output
