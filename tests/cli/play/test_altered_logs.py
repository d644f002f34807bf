"""Logs of which events were removed, doubled or exchanged, and logs of a later mostek: reported, and left as they are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cli.play.tables import SETUP, creation
from cli.play.tampering import bodies, rechained
from mostek.app.games import LoggedGame
from mostek.app.ports import LogError
from mostek.app.verification import verify_game
from mostek.cli import mostek
from mostek.engine.random_draws import random_draws
from mostek.referee.commands import ExchangeTiles, PassTurn
from mostek.referee.events import GameCreated
from mostek.store.game_files import FileLog, entries, new_log
from mostek.store.game_lines import FORMAT, read_lines

NAME = "evening"
Change = Callable[[list[bytes]], list[bytes]]


@pytest.fixture(params=["pfs", "gen"])
def log(request: pytest.FixtureRequest, data: Path) -> Path:
    """An unfinished game: an exchange and two passes."""
    log = new_log(NAME, SETUP)
    table = LoggedGame(log, partial(random_draws, 7), lambda number, event: None, 7)
    table.create(creation(str(request.param)))
    first = table.game.on_turn
    assert first is not None
    table.carry_out(ExchangeTiles(seat=first, tiles=table.game.racks[first], at=1000))
    for at in (2000, 3000):
        assert table.game.on_turn is not None
        table.carry_out(PassTurn(seat=table.game.on_turn, at=at))
    log.close()
    return log.path


def is_event(line: bytes) -> bool:
    return line.startswith(b'{"n":')


def changes(lines: list[bytes]) -> Iterator[tuple[str, list[bytes]]]:
    """Each event but those of the last command removed, each one doubled, and neighbours exchanged."""
    last = max(number for number, line in enumerate(lines) if line.startswith(b'{"command"'))
    for at, line in enumerate(lines):
        if is_event(line):
            before, after = lines[:at], lines[at + 1 :]
            if at < last:
                yield f"removed {at}", before + after
            yield f"doubled {at}", [*before, line, line, *after]
            if after and is_event(after[0]):
                yield f"exchanged {at}", [*before, after[0], line, *after[1:]]


def renumbered(lines: list[bytes]) -> bytes:
    """What somebody does who knows the file: numbers, counts and hashes agree again."""
    rows = [json.loads(line) for line in lines]
    number, command = 0, None
    for row in rows:
        if "command" in row:
            command = row
            command |= {"after": number, "events": 0}
        elif "n" in row and command is not None:
            number += 1
            row["n"] = number
            command["events"] += 1
    return rechained(b"\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() for row in rows))


def program(*arguments: str) -> Result:
    done = CliRunner().invoke(mostek, ["--lang", "en", *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_an_unchanged_log_is_proven_however_it_was_written_down(log: Path) -> None:
    data = log.read_bytes()
    assert renumbered(bodies(data)) == data
    assert program("verify", NAME).exit_code == 0


@pytest.mark.parametrize("chained_anew", [False, True])
def test_removed_doubled_and_exchanged_events_are_reported(log: Path, chained_anew: bool) -> None:
    """Where only the hashes were made anew, the numbers still tell."""
    lines = bodies(log.read_bytes()) if chained_anew else log.read_bytes().splitlines()
    for name, changed in changes(lines):
        damaged = rechained(b"\n".join(changed)) if chained_anew else b"\n".join([*changed, b""])
        log.write_bytes(damaged)
        with pytest.raises(LogError, match=r"Line \d+:"):
            FileLog.open(log)
        assert log.read_bytes() == damaged, name


@pytest.mark.parametrize("program_name", ["verify", "resume", "sheet"])
def test_each_program_says_which_line_it_is(log: Path, program_name: str) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if is_event(line)) + 3
    damaged = b"".join(lines[:at] + lines[at + 1 :])
    log.write_bytes(damaged)
    done = program(program_name, NAME)
    assert done.exit_code == (1 if program_name == "verify" else 2)
    assert f"Line {at + 1}: event 4 is missing." in done.output
    assert log.read_bytes() == damaged


def test_a_log_that_was_numbered_and_chained_anew_does_not_follow_from_its_commands(log: Path) -> None:
    for name, changed in changes(bodies(log.read_bytes())):
        contents = read_lines(renumbered(changed))
        if isinstance(contents.kept.events[0], GameCreated):
            assert verify_game(contents.kept, contents.asked, 7).stray is not None, name


def test_verify_names_the_event_that_does_not_follow(log: Path) -> None:
    for name, changed in list(changes(bodies(log.read_bytes())))[::7]:
        log.write_bytes(renumbered(changed))
        done = program("verify", NAME)
        assert done.exit_code == 1, name
        assert "does not follow from its command" in done.output or "No part of the game was saved" in done.output


def test_contradicting_events_are_reported_and_never_a_crash(log: Path) -> None:
    reported = 0
    for name, changed in changes(bodies(log.read_bytes())):
        log.write_bytes(renumbered(changed))
        opened = FileLog.open(log)
        try:
            LoggedGame(opened, partial(random_draws, 7), lambda number, event: None, 7).open()
        except LogError as error:
            reported += "contradicts the events before it" in str(error)
            assert log.read_bytes() == renumbered(changed), name
        finally:
            opened.close()
    assert reported


def test_a_contradiction_is_said_by_every_program_and_hides_no_other_game(log: Path) -> None:
    lines = bodies(log.read_bytes())
    drawn = next(number for number, line in enumerate(lines) if b'"tiles_drawn"' in line)
    damaged = renumbered([*lines[: drawn + 1], *lines[drawn:]])
    whole = log.read_bytes()
    log.write_bytes(damaged)
    for arguments in (("sheet", NAME), ("resume", NAME)):
        done = program(*arguments)
        assert done.exit_code == 2
        assert "contradicts the events before it; the game was changed." in done.output
    assert log.read_bytes() == damaged
    log.with_name("another.jsonl").write_bytes(whole)
    found = {entry.name: entry for entry in entries()}
    assert found["another"].is_unfinished
    assert not found[NAME].is_unfinished
    assert "contradicts" in str(found[NAME].fault)


@pytest.mark.parametrize("program_name", ["verify", "resume", "sheet"])
def test_a_log_of_a_later_mostek_is_refused(log: Path, program_name: str) -> None:
    later = log.read_bytes().replace(b'"format":%d' % FORMAT, b'"format":%d' % (FORMAT + 1), 1)
    log.write_bytes(later)
    done = program(program_name, NAME)
    assert done.exit_code == 2
    assert f"saved by a later mostek, in format {FORMAT + 1}" in done.output
    assert log.read_bytes() == later


@pytest.mark.parametrize("program_name", ["verify", "resume", "sheet"])
def test_an_event_that_only_a_later_mostek_knows_is_named_by_its_line(log: Path, program_name: str) -> None:
    lines = bodies(log.read_bytes())
    at = max(number for number, line in enumerate(lines) if b'"turn_opened"' in line)
    lines[at] = lines[at].replace(b'"turn_opened"', b'"turn_foreseen"')
    later = rechained(b"\n".join(lines))
    log.write_bytes(later)
    done = program(program_name, NAME)
    assert done.exit_code == (1 if program_name == "verify" else 2)
    assert f"Line {at + 1} cannot be read" in done.output
    assert log.read_bytes() == later


@pytest.mark.parametrize(
    ("known", "unknown"),
    [
        ('"rulebook":"{book}"', "world"),
        ('"tile_set":"pl-current"', "pl-2099"),
        ('"layout":"standard15"', "standard21"),
        ('"changes":{{}}', "exchange.most = 3"),
    ],
)
def test_what_only_a_later_mostek_knows_is_named(log: Path, known: str, unknown: str) -> None:
    book = "pfs" if b'"rulebook":"pfs"' in log.read_bytes() else "gen"
    name = known.partition(":")[0]
    value = '{"exchange.most":3}' if "=" in unknown else f'"{unknown}"'
    later = rechained(log.read_bytes().replace(known.format(book=book).encode(), f"{name}:{value}".encode()))
    assert later != log.read_bytes()
    log.write_bytes(later)
    assert program("verify", NAME).exit_code == 1
    for arguments in (("resume", NAME), ("resume",), ("sheet", NAME)):
        done = program(*arguments)
        assert done.exit_code == 2
        if len(arguments) == 2:
            assert f"The game was set up with {unknown!r}, which this mostek does not know." in done.output
    assert log.read_bytes() == later


@pytest.mark.parametrize(
    ("known", "unknown"), [('"orientation":"lettered-rows"', "by stars"), ('"bot":"static"', "oracle")]
)
def test_an_unknown_way_to_sit_at_the_table_is_named(log: Path, known: str, unknown: str) -> None:
    name = known.partition(":")[0]
    later = rechained(log.read_bytes().replace(known.encode(), f'{name}:"{unknown}"'.encode()))
    log.write_bytes(later)
    done = program("resume", NAME)
    assert (done.exit_code, log.read_bytes()) == (2, later)
    assert f"The game was set up with {unknown!r}, which this mostek does not know." in done.output
