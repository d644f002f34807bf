from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from documents.score_sheet import table_game as at_table
from mostek import messages
from mostek.cli import mostek


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    path = tmp_path / "stół-3.jsonl"
    path.write_text(at_table.whole(), "utf-8")
    return path


def run(*arguments: str | Path, language: str = "en", width: int = 80) -> Result:
    done = CliRunner().invoke(mostek, ["--lang", language, "sheet", *map(str, arguments)], env={"COLUMNS": str(width)})
    messages.use("en")
    return done


def test_both_records_stand_side_by_side(answers: Path) -> None:
    shown = run(answers)
    assert shown.exit_code == 0, shown.output
    assert "Written: Anna" in shown.stdout
    assert "Written: Bartek" in shown.stdout
    first = next(line for line in shown.stdout.splitlines() if "H7 SKoK" in line)
    assert first.split() == ["1", "Anna", "H7", "SKoK", "≠12", "/", "≠12", "10", "/", "10", "10", "10"]


def test_a_corrected_value_has_a_star_and_its_clause(answers: Path) -> None:
    shown = run(answers).stdout
    assert "3*" in next(line for line in shown.splitlines() if "10H KI" in line)
    assert "Turn 4 (Bartek) was corrected: 3 points (PFS-4.6.3)." in shown


def test_a_shared_error_is_shown_beside_the_true_value(tmp_path: Path) -> None:
    path = tmp_path / "uncorrected.jsonl"
    path.write_text(at_table.whole(corrected=False), "utf-8")
    assert "5 ≠ 3" in next(line for line in run(path).stdout.splitlines() if "10H KI" in line)


def test_the_full_record_shows_unknown_tiles_as_dashes_and_the_position(answers: Path) -> None:
    plain, full = run(answers).stdout, run(answers, "--full").stdout
    assert "KKS?–––" in full
    assert "KKS?–––" not in plain
    assert "Position" in full
    assert "Position" not in plain


def test_rulings_are_listed_with_clause_and_reason(answers: Path) -> None:
    shown = run(answers).stdout
    assert "Ruling 1: Bartek, penalty points: 10 points. Reason: rozmowy (PFS-7.1b)" in shown
    assert "Ruling 1 was taken back. Reason: nieporozumienie (PFS-7.4)" in shown


def test_it_speaks_polish(answers: Path) -> None:
    shown = run(answers, "--full", language="pl", width=120).stdout
    assert "Zapis: Anna" in shown
    assert "wymiana 2 płytek" in shown
    assert "Kwadrat, układa Bartek: 99 płytek ≠ 100." in shown


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("arguments", [(), ("--full",), ("--slip",)])
def test_no_line_is_wider_than_the_terminal(answers: Path, width: int, arguments: tuple[str, ...]) -> None:
    for language in messages.LANGUAGES:
        shown = run(answers, *arguments, language=language, width=width).stdout
        assert max(cell_len(line) for line in shown.splitlines()) <= width


def test_the_slip_tells_what_was_signed(answers: Path) -> None:
    shown = run(answers, "--slip").stdout
    assert "Anna: signed under 1 : -5" in shown
    assert "Handed in: 1 : -5." in shown
    assert "reckoning" not in shown


def test_a_program_gets_the_same_in_json(answers: Path) -> None:
    told = json.loads(run(answers, "--json").stdout)
    assert [row["mark"] for row in told["rows"]] == ["M", "E", "L", "M", "P", "P", "P", "P"]
    assert told["rows"][0]["written"] == {"1": 12, "2": 10}
    assert told["slip"]["handed_in"] == [1, -5]
    assert told["game"] == "stół-3"


@pytest.mark.parametrize("arguments", [(), ("--full",), ("--slip",)])
def test_it_is_printed_as_pdf(answers: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    pytest.importorskip("typst")
    out = tmp_path / "out.pdf"
    done = run(answers, *arguments, "--pdf", out, language="pl")
    assert done.exit_code == 0, done.output
    assert out.read_bytes().startswith(b"%PDF-")
    assert out.stat().st_size > 10_000


def test_empty_sheets_are_printed_without_a_game(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    out = tmp_path / "empty.pdf"
    assert run("--blank", "--pdf", out).exit_code == 0
    assert out.read_bytes().startswith(b"%PDF-")


def test_a_slip_of_an_unfinished_game_is_not_printed(tmp_path: Path) -> None:
    path = tmp_path / "begun.jsonl"
    path.write_text(at_table.played(at_table.beginning()), "utf-8")
    done = run(path, "--slip", "--pdf", tmp_path / "out.pdf")
    assert done.exit_code == 2
    assert "its result slip comes after it" in done.output
    assert not (tmp_path / "out.pdf").exists()


def test_of_an_unfinished_game_only_the_own_rack_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "begun.jsonl"
    told = [{"type": "state_rack", "seat": 1, "tiles": "AEMSZWY"}]
    path.write_text(at_table.played(at_table.beginning(), told), "utf-8")
    assert "AEMSWYZ" not in run(path, "--full").stdout
    assert "AEMSWYZ" in run(path, "--full", "--seat", "1").stdout
    assert "AEMSWYZ" not in run(path, "--full", "--seat", "2").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Name a game"),
        (("no-such-game",), "There is no game 'no-such-game'."),
        (("--blank",), "Name the file"),
        (("{answers}", "--seat", "3"), "This game has no seat '3'."),
        (("{answers}", "--pdf", "/no/such/folder/out.pdf"), "cannot be written"),
    ],
)
def test_wrong_use_is_answered_with_a_sentence(answers: Path, arguments: tuple[str, ...], said: str) -> None:
    done = run(*(each.format(answers=answers) for each in arguments))
    assert done.exit_code == 2
    assert said in done.output


@pytest.mark.parametrize(
    "content", [b"", b'{"line":1,"events":[{"type":"nothing"}]}\n', b'{"line":1,"view":{}}\n', b"\xff"]
)
def test_a_file_without_a_game_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.jsonl"
    path.write_bytes(content)
    done = run(path)
    assert done.exit_code == 2
    assert done.output.startswith("Error: ")


def test_a_name_cannot_steer_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "names.jsonl"
    named = at_table.beginning()[0] | {"players": ["[red]Ala\x1b[31m", "#set page(fill: red)"]}
    lines = [named, *at_table.beginning()[1:], *at_table.first_move()]
    path.write_text(at_table.played(lines), "utf-8")
    shown = run(path, width=120).stdout
    assert "\x1b" not in shown
    assert "[red]Ala\ufffd[31m" in shown
    assert "Written: #set page(fill: red)" in " ".join(shown.split())


def test_without_typst_the_way_to_it_is_told(answers: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    done = run(answers, "--pdf", tmp_path / "out.pdf")
    assert done.exit_code == 2
    assert "pip install 'mostek[pdf]'" in done.output
