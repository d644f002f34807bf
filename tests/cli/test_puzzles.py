"""`mostek puzzles` as people type it, in both languages, with good files and bad ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.program import run
from mostek.features.puzzles.model import BUILT_IN, Theme, built_in, hidden_answer


def test_puzzles_are_mined_vetted_and_exported(tmp_path: Path) -> None:
    file = tmp_path / "a.puzzles"
    made = run("puzzles", "mine", "--games", "2", "--seed", "5", "-o", file, "--json")
    assert made.returncode == 0, made.stderr
    assert json.loads(made.stdout)["puzzles"] > 0
    vetted = run("--lang", "en", "puzzles", "vet", file, "--deals", "200", "-o", tmp_path / "c.puzzles")
    assert "puzzles keep their answers" in vetted.stdout
    lines = run("puzzles", "export", "--from", file).stdout.splitlines()
    hidden = run("puzzles", "export", "--from", file, "--hide-answers").stdout.splitlines()
    assert len(lines) == len(hidden) == json.loads(made.stdout)["puzzles"]
    for told, secret in zip(map(json.loads, lines), map(json.loads, hidden), strict=True):
        assert secret["answer_sha256"] == hidden_answer(told["id"], told["answer"])
        assert told["answer"] not in str([secret[name] for name in secret if name != "position"])


def test_a_puzzle_is_solved_at_the_keyboard() -> None:
    puzzle = built_in().by_theme[Theme.BINGO][0]
    solved = run("--lang", "en", "puzzles", "solve", "--id", puzzle.id, stdin=f"nonsense\n?\n{puzzle.answer}\n")
    assert "This is no play." in solved.stdout
    assert "The play lays 7 tiles." in solved.stdout
    assert "Right!" in solved.stdout
    assert "1 of 1 puzzle solved." in solved.stdout
    given_up = run("--lang", "pl", "puzzles", "solve", "--id", puzzle.id, stdin="=\n")
    assert f"Odpowiedź: {puzzle.answer}." in given_up.stdout
    assert "Rozwiązano 0 z 1 zadania." in given_up.stdout


def test_a_phoney_is_typed_as_a_word() -> None:
    puzzle = built_in().by_theme[Theme.PHONEY][0]
    solved = run("--lang", "en", "puzzles", "solve", "--id", puzzle.id, stdin=f"?\n{puzzle.answer.lower()}\n")
    assert "Right!" in solved.stdout


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda data: data[: len(data) // 2], "checksum"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "checksum"),
        (lambda data: b"\x00" + data, "first line"),
        (lambda data: b"", "first line"),
        (lambda data: b"a" * 100_000, "first line"),
        (lambda data: data.replace(b"mostek-puzzles-1", b"mostek-puzzles-9", 1), "mostek-puzzles-9"),
    ],
)
def test_a_damaged_file_gets_a_sentence(tmp_path: Path, spoil: object, said: str) -> None:
    assert callable(spoil)
    (tmp_path / "bad.puzzles").write_bytes(spoil(BUILT_IN.read_bytes()))
    for command in (("vet", "bad.puzzles"), ("solve", "--from", "bad.puzzles"), ("export", "--from", "bad.puzzles")):
        place = [str(tmp_path / word) if word.startswith("bad") else word for word in command]
        ended = run("--lang", "en", "puzzles", *place)
        assert ended.returncode == 2
        assert "bad.puzzles" in ended.stderr
        assert said in ended.stderr
        assert "Traceback" not in ended.stderr


def test_wrong_use_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("this is no game", "utf-8")
    for words in (
        ("mine", "-o", "x"),
        ("mine", "--games", "1", tmp_path / "note.txt", "-o", "x"),
        ("mine", tmp_path / "note.txt", "-o", tmp_path / "x"),
        ("mine", tmp_path / "none.gcg", "-o", tmp_path / "x"),
        ("solve", "--theme", "bingoo"),
        ("solve", "--id", "000000000000"),
        ("vet", tmp_path / "none"),
    ):
        ended = run("puzzles", *words)
        assert ended.returncode == 2, words
        assert ended.stderr
        assert "Traceback" not in ended.stderr
    assert not (tmp_path / "x").exists()
