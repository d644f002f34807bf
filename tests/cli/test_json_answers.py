"""`--json` of every command: one JSON value on standard output; wrong use is a sentence on standard error and status 2."""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from cli.program import run as start
from mostek import messages
from mostek.cli import mostek
from mostek.store.database import Database

OTHERWISE = {
    "convert": "prints the file that it writes",
    "engine talk": "answers each line of a program with a line of JSON",
    "engine train": "writes files for hours; what it prints is its progress",
    "help": "prints a page for people",
    "moves": "JSON lines by --jsonl",
    "referee": "JSON lines by --jsonl",
    "reset-password": "prints one code, for the operator to read out",
    "score": "JSON lines by --jsonl",
    "serve": "runs until it is stopped; its log is JSON lines",
    "tournament run": "JSON lines, always",
    "tournament sample": "prints the table that it writes",
}
"""The commands without `--json`, with the reason."""

PLACE = "15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15"
ANSWERED = (
    "tournament new Próba --date 2026-11-21 --seed abc --set rounds=2",
    "tournament list",
    "tournament show",
    "tournament set minutes=25",
    "tournament prizes 100 50",
    "tournament arbiter Roman",
    "tournament settings",
    "tournament register Ada --rating 150 --club Klub",
    "tournament register Bea",
    "tournament register Cyd",
    "tournament register Dan",
    "tournament register Ewa",
    "tournament register Filip",
    "tournament entrants",
    "tournament amend 1 --city Łódź",
    "tournament checkin --all",
    "tournament withdraw 2 --reason chory",
    "tournament return 2",
    "tournament remove 6 --reason pomyłka",
    "tournament force 1 3",
    "tournament forbid 1 2",
    "tournament allow 1 2",
    "tournament pair --explain",
    "tournament pairings",
    "tournament table 1",
    "tournament credit Ewa absent",
    "tournament unpair --yes",
    "tournament pair",
    "tournament start",
    "tournament late",
    "tournament result 1 400:300",
    "tournament report 3 310:300",
    "tournament missing",
    "tournament adjourn 4 --until 2099-01-01T10:00 --reason światło",
    "tournament adjourn 4 --resume",
    "tournament correct 1 401:300 --kind entry --reason pomyłka --yes",
    "tournament deduct 1 5 --reason spóźnienie --yes",
    'tournament rule PFS-4.1 "Wolno."',
    "tournament arrived 5",
    "tournament exclude 5 --reason opuścił --score-now 0",
    "tournament standings",
    "tournament crosstable",
    "tournament card 1",
    'tournament team "Szkoła nr 1" --contact Opiekun',
    "tournament rating",
    "tournament ranking proba",
    "tournament grandprix proba",
    "tournament league proba",
    "tournament compare",
    "tournament tie 1 3 --reason los --yes",
    "tournament undo --yes",
    "tournament log",
    "tournament close --yes",
    "tournament verify",
    "tournament repair proba",
    "tournament print start-list -o {folder}/papers",
    "tournament export json -o {folder}/proba",
    "tournament import {folder}/proba.json --name drugi",
    "tournament host -e proba",
    "verify game",
    "sheet game --full",
    "backup {folder}/copy.sqlite",
    "restore {folder}/copy.sqlite",
    "samples {folder}/samples",
    "replay {folder}/game.gcg",
    "review {folder}/game.gcg --depth static",
    "statistics {folder}/game.gcg",
    "judge kot",
    "explain kot",
    "words anagram KARTEN?",
    "words pattern K?T* --longest 4",
    "words list 2 --hooks",
    "words hooks kot",
    "words extensions kot",
    "words stems karten",
    "words likely 7 --count 3",
    "words about kot",
    "words core --level 1",
    "lexicon list",
    "lexicon info pl-wolny",
    "lexicon diff pl-wolny",
    "lexicon import {folder}/words.txt --name moja --edition 1 --licence CC0",
    "lexicon export moja --output {folder}/moja.kwg",
    "engine export-leaves --output {folder}/moje.klv2",
    "engine import-leaves {folder}/moje.klv2 --lexicon pl-rdzen",
    'engine best "{place}" --rack ABCDEFG',
    'engine simulate "{place}" --rack ABCDEFG --deals 2 --candidates 2 --seconds 1',
    "exam --questions 3 --seed klub",
    "puzzles mine {folder}/game.gcg -o {folder}/mine.puzzles",
    "puzzles vet {folder}/mine.puzzles",
    "puzzles vet --sample 1 --deals 4",
    "puzzles solve --theme bingo --count 1 --seed 1",
    "puzzles export --theme out -o {folder}/out.jsonl",
    "rules show pfs",
    "rules coverage",
    "rules differences gen pfs",
    "rules guidance",
    "rules switches",
    "rules reasons",
)
"""Every command once, in the order of an event; a refusal is an answer, too."""
WRONG = (
    "tournament publish no-link",
    "tournament unpublish no-link --yes",
    "tournament take-back no-link",
    "tournament standby no-link",
    "tournament take-over no-link --yes",
    "tournament mirror --renew nothing",
    "tournament bracket",
    "tournament join http://127.0.0.1:9/office/none --name Ewa",
    "tournament matches",
    "tournament lineup Zamek 1",
    "tournament merge none none",
    "tournament teams",
    "tournament show -e none",
    "tournament game none.jsonl",
    "verify none",
    "sheet none",
    "report game",
    "replay none.gcg",
    "review none.gcg",
    "statistics none.gcg",
    "judge k0t",
    "explain --lexicon none kot",
    "words anagram a",
    "words pattern [",
    "words list 2 --contains 1",
    "words hooks k0t",
    "words extensions k0t",
    "words stems k0t",
    "words likely --lexicon none",
    "words about k0t",
    "words core --lexicon none",
    "lexicon info none",
    "lexicon build --from-debian none",
    'engine solve "{place} AB/CD 0/0"',
    "exam --clause PFS-99",
    "puzzles mine -o {folder}/none.puzzles",
    "puzzles vet {folder}/game.gcg",
    "puzzles solve --id none",
    "puzzles export --from none",
    "rules show none",
    "restore none.sqlite",
    "resume none",
)
"""What cannot be carried out as it was typed."""
RECORD = """\
#player1 Ada Ada
#player2 Bea Bea
>Ada: AEKOTŻZ 8G KOT +8 8
>Bea: AEKOTŻZ - +0 8
"""


def commands(group: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command with its name."""
    if not isinstance(group, click.Group):
        yield " ".join(path), group
        return
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield from commands(command, (*path, name))


COMMANDS = dict(commands(mostek))


def run(line: str, folder: Path) -> Result:
    words = shlex.split(line.format(folder=folder, place=PLACE))
    environment = {"MOSTEK_DATA": str(folder), "MOSTEK_TOURNAMENT": None}
    try:
        return CliRunner().invoke(mostek, ["--lang", "en", *words, "--json"], env=environment, catch_exceptions=False)
    finally:  # the tests after this one expect English
        messages.use("en")
        os.environ["LANGUAGE"] = "en"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a server's database, a saved game, a record and a list of words."""
    folder = tmp_path_factory.mktemp("data")
    Database.open(folder).close()
    (folder / "words.txt").write_text("kot\nkota\n", "utf-8")
    (folder / "game.gcg").write_text(RECORD, "utf-8")
    played = start(
        "play", "--bot", "beginner", "--lexicon", "pl-wolny", "--json", stdin="quit\n", MOSTEK_DATA=str(folder)
    )
    assert all(json.loads(line) for line in played.stdout.splitlines())
    next((folder / "games").glob("*.jsonl")).rename(folder / "games" / "game.jsonl")
    return folder


def test_every_command_has_it_or_a_reason() -> None:
    without = {name for name, command in COMMANDS.items() if not any("--json" in each.opts for each in command.params)}
    assert without == set(OTHERWISE)


def test_every_command_is_tried() -> None:
    tried = {name for line in (*ANSWERED, *WRONG) for name in COMMANDS if f"{line} ".startswith(f"{name} ")}
    assert set(COMMANDS) - tried == {*OTHERWISE, "play"}


def test_each_answer_is_one_value(folder: Path) -> None:
    """One test for all: each command goes on with the tournament of the commands before it."""
    for line in ANSWERED:
        answered = run(line, folder)
        assert answered.exit_code in (0, 1), (line, answered.stderr)
        assert answered.stderr == "", line
        assert json.loads(answered.stdout), line


@pytest.mark.parametrize("line", WRONG)
def test_wrong_use_leaves_standard_output_empty(line: str, folder: Path) -> None:
    ended = run(line, folder)
    assert ended.exit_code == 2
    assert ended.stdout == ""
    assert "Error: " in ended.stderr
