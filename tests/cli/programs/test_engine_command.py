"""`mostek engine train`: it says what it has learnt, keeps it, and goes on where it was stopped."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from cli.program import MOSTEK, environment, run
from mostek.engine.leaves import parse_values
from mostek.engine.win_table import parse_win_table

TRAIN = ("engine", "train", "--generations", "2", "--games", "8", "--duel", "32", "--wins", "64", "--seed", "4")


@pytest.fixture
def arguments(short_lexicon: str, tmp_path: Path) -> list[str]:
    return [*TRAIN, "--lexicon", short_lexicon, "--between", str(tmp_path / "b"), "--output", str(tmp_path / "o")]


def test_it_tells_what_it_learnt_and_keeps_it(short_lexicon: str, arguments: list[str], tmp_path: Path) -> None:
    done = run("--lang", "en", *arguments)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert [line.split(":")[0] for line in lines[:2]] == ["generation 1", "generation 2"]
    assert lines[2].startswith("against the values before, 32 games: ")
    files = {path.name: path for path in (tmp_path / "o").iterdir()}
    assert set(files) == {f"{short_lexicon}{suffix}" for suffix in (".leaves.toml", ".wins", ".svg")}
    _, made = parse_values(files[f"{short_lexicon}.leaves.toml"].read_text("utf-8"))
    known = {"lexicon": f"{short_lexicon}@1", "seed": 4, "games": 24, "generations": 2, "duel_games": 32}
    assert known.items() <= made.items()
    assert parse_win_table(files[f"{short_lexicon}.wins"].read_bytes()).made["win_table_games"] == 64
    assert run("--lang", "en", *arguments).stdout == done.stdout


def test_polish_says_the_same(arguments: list[str]) -> None:
    done = run("--lang", "pl", *arguments)
    assert done.stdout.startswith("pokolenie 1, partie: 8; ")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGINT to send")
def test_ctrl_c_says_that_nothing_is_lost(arguments: list[str]) -> None:
    endless = [*arguments, "--games", "100000"]
    with subprocess.Popen(
        [*MOSTEK, "--lang", "en", *endless], env=environment(), stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        between = Path(arguments[arguments.index("--between") + 1]) / "lessons"
        while not between.exists():
            sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130
    assert said.splitlines()[0] == "The results so far are saved: the same command continues from there."


def test_an_unknown_lexicon_is_named(arguments: list[str]) -> None:
    done = run("--lang", "en", *arguments, "--lexicon", "krotki")
    assert (done.returncode, done.stdout) == (2, "")
    assert "Did you mean 'krotkie'?" in done.stderr
