"""`mostek review` as a person and a program meet it."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result

from cli.game_logs import passed_out
from engine.short_lexicon import short_lexicon, short_lexicon_folder
from engine.written_games import whole_game
from mostek.cli import mostek
from mostek.engine.review import from_json, review, to_json

__all__ = ["short_lexicon", "short_lexicon_folder"]


def run(*arguments: str | Path, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", "review", *map(str, arguments)], input=stdin)


@pytest.fixture
def text(short_lexicon: str) -> str:
    """The beginning of a game."""
    return "\n".join(whole_game(short_lexicon, 3).splitlines()[:14]) + "\n"


@pytest.fixture
def file(text: str, tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    path = tmp_path / "games" / "one.gcg"
    path.write_text(text, "utf-8")
    return path


def test_the_command_line_and_python_give_the_same_review(file: Path, text: str) -> None:
    answer = run(file, "--json", "--depth", "quick")
    assert answer.exit_code == 0
    assert from_json(answer.stdout) == review(text, "quick")


def test_a_person_reads_a_table_and_the_sum(file: Path) -> None:
    answer = run(file, "--depth", "static")
    assert answer.exit_code == 0
    assert "The lead of Ala:" in answer.stdout
    assert "judged turns" in answer.stdout
    assert "The record ends before the game does." in answer.stdout


def test_standard_input_is_a_game_too(text: str) -> None:
    answer = run("-", "--depth", "static", "--json", stdin=text.encode())
    assert from_json(answer.stdout) == review(text, "static")


def test_a_page_needs_nothing_from_elsewhere(file: Path, text: str, tmp_path: Path) -> None:
    assert run(file, "--depth", "static", "--html", "-o", tmp_path / "page.html").exit_code == 0
    page = (tmp_path / "page.html").read_text("utf-8")
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert page.count("<svg") >= 2
    assert all(turn.move in page for turn in review(text, "static").turns)


def test_names_of_players_are_no_markup(text: str, tmp_path: Path) -> None:
    hostile = tmp_path / "hostile.gcg"
    hostile.write_text(text.replace("#player1 ala Ala", "#player1 ala <script>x</script>"), "utf-8")
    answer = run(hostile, "--depth", "static", "--html")
    assert "<script" not in answer.stdout
    assert "&lt;script&gt;" in answer.stdout


def test_a_gcg_keeps_its_turns_and_gains_notes(file: Path, text: str, tmp_path: Path) -> None:
    assert run(file, "--depth", "static", "--gcg", "-o", tmp_path / "noted.gcg").exit_code == 0
    noted = (tmp_path / "noted.gcg").read_text("utf-8")
    assert [line for line in noted.splitlines() if line[0] == ">"] == [
        line for line in text.splitlines() if line[0] == ">"
    ]
    assert noted.count("#note") == len(review(text, "static").turns)


def test_a_pdf_is_written(file: Path, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    assert run(file, "--depth", "static", "--pdf", "-o", tmp_path / "review.pdf").exit_code == 0
    assert (tmp_path / "review.pdf").read_bytes().startswith(b"%PDF")


def test_a_folder_of_games_is_reviewed_once(file: Path, text: str, tmp_path: Path) -> None:
    (file.parent / "two.gcg").write_text(text, "utf-8")
    out = tmp_path / "out"
    assert run(file.parent, "--depth", "static", "--html", "-o", out).exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["one.html", "one.json", "two.html", "two.json"]
    assert (out / "one.json").read_bytes() == (out / "two.json").read_bytes() == to_json(review(text, "static"))


def test_what_a_folder_has_is_not_computed_again(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "out"
    out.mkdir()
    assert run(file, "--depth", "quick", "-o", out).exit_code == 0
    before = (out / "one.json").read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise AssertionError("a turn was judged again")

    monkeypatch.setattr("mostek.engine.review.verdicts.kernel.Judging", fail)
    assert run(file, "--depth", "quick", "-o", out).exit_code == 0
    assert (out / "one.json").read_bytes() == before


def test_a_damaged_review_is_made_again(file: Path, text: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "one.json").write_bytes(b'{"format":1')
    assert run(file, "--depth", "static", "--json", "-o", out).exit_code == 0
    assert from_json((out / "one.json").read_bytes()) == review(text, "static")


def test_an_archive_is_read_and_its_names_stay_in_the_folder(text: str, tmp_path: Path) -> None:
    archive = tmp_path / "games.zip"
    with ZipFile(archive, "w") as file:
        file.writestr("../../evil.gcg", text)
        file.writestr("round 1/a.gcg", text)
        file.writestr("readme.md", "no game")
    out = tmp_path / "out" / "deep"
    assert run(archive, "--depth", "static", "-o", out).exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["evil.json", "round 1-a.json"]
    assert not (tmp_path / "evil.json").exists()


def test_a_bad_file_is_named_and_the_others_are_reviewed(file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.gcg"
    bad.write_text("nothing of a game", "utf-8")
    answer = run(bad, file, "--depth", "static", "--json")
    assert answer.exit_code == 2
    assert "bad.gcg" in answer.stderr
    assert len(json.loads(answer.stdout)) == 1
    alone = run(bad, "--json")
    assert (alone.exit_code, alone.stdout) == (2, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--pdf"], "A PDF needs --output."),
        (["--html", "--json"], "Choose one of"),
        (["--html", "--pdf"], "Choose one of"),
        (["--depth", "deeper"], "There is no depth 'deeper'."),
        (["--lexicon", "nolist"], "nolist"),
    ],
)
def test_wrong_use_is_a_sentence(file: Path, arguments: list[str], sentence: str) -> None:
    answer = run(file, *arguments)
    assert answer.exit_code == 2
    assert sentence in answer.stderr


def test_files_that_are_no_games_are_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.zip").write_bytes(b"PK\x03\x04 no archive")
    (tmp_path / "empty").mkdir()
    large = tmp_path / "large.gcg"
    large.write_bytes(b"#" * (5 << 20))
    for path, said in (
        (tmp_path / "broken.zip", "no zip archive"),
        (tmp_path / "empty", "no game file"),
        (large, "too large"),
        (tmp_path / "missing.gcg", "cannot be read"),
    ):
        answer = run(path)
        assert answer.exit_code == 2
        assert said in answer.stderr


def test_a_position_is_no_game(tmp_path: Path) -> None:
    cgp = tmp_path / "position.txt"
    cgp.write_text("15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 ABC/ 10/0 0\n", "utf-8")
    answer = run(cgp)
    assert answer.exit_code == 2
    assert "position.txt" in answer.stderr


def test_the_log_of_a_game_is_reviewed_by_its_own_rulebook(short_lexicon: str, tmp_path: Path) -> None:
    log = passed_out(tmp_path / "game.jsonl", short_lexicon, (5, 40), "open")
    found = from_json(run(log, "--depth", "static", "--json").stdout)
    assert found.rulebook == "open"
    assert [player.name for player in found.players] == ["Ala", "Ola"]
    assert {turn.move for turn in found.turns} == {"-"}
    noted = run(log, "--depth", "static", "--gcg").stdout
    assert [line.partition(" ")[0] for line in noted.splitlines() if line[0] == ">"][:2] == [">Ala1:", ">Ola2:"]
    assert "#note" in noted


def test_a_damaged_log_is_told_and_the_others_are_reviewed(short_lexicon: str, tmp_path: Path) -> None:
    good = passed_out(tmp_path / "a.jsonl", short_lexicon, (5, 40)).read_bytes()
    (tmp_path / "b.jsonl").write_bytes(good.replace(b'"millis":1200000', b'"millis":1300000', 1))
    answer = run(tmp_path, "--depth", "static", "-o", tmp_path / "reviews")
    assert answer.exit_code == 2
    assert "b.jsonl: " in answer.stderr
    assert [each.name for each in (tmp_path / "reviews").iterdir()] == ["a.json"]
