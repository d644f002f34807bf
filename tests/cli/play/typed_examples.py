"""The examples of the clauses, typed at the prompt of `mostek resume` by the people who sit there."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from clauses.examples import Example, Table, creation, examples, first_tiles, with_time
from clauses.sentences import parse
from mostek.app.ports import TableSetup
from mostek.cli import mostek
from mostek.cli.terminal.event_lines import event_line
from mostek.cli.terminal.phrases import PhraseError, read_phrase
from mostek.core.board import Direction, Square
from mostek.core.moves import Placement
from mostek.core.players import Role
from mostek.core.tiles import Tile, tile_set
from mostek.lexicon import LexiconPin
from mostek.lexicon.files import LexiconHeader
from mostek.lexicon.kernel import hash_of, read
from mostek.lexicon.library import install
from mostek.messages.refusals import grounds, say
from mostek.notation import wire
from mostek.notation.coordinates import Orientation, format_coordinate
from mostek.referee import Game, conduct, replay
from mostek.referee import commands as c
from mostek.referee.events import Event
from mostek.referee.state import Challenged, Laid, Thinking
from mostek.store.game_files import FileLog, new_log, path_of
from reaching import few

CHOSEN = Path(__file__).with_name("typed_examples.txt")
"""The examples that are typed in each run of the tests, one a line; `python -m cli.play.typed_examples` chooses them."""
ORIENTATION = Orientation.LETTERED_ROWS
_BY_ITSELF = (c.CheckTime, c.JudgeWords)
"""What the terminal does without being told: the time runs out, and the list judges."""


class UntypableError(Exception):
    """A step that nobody can type at the terminal, or that another person is asked for."""


@dataclass
class Script:
    """What is typed in an example: each line with its moment, and what the referee makes of it."""

    table: Table
    lines: list[tuple[int, str]] = field(default_factory=list)
    words: set[str] = field(default_factory=set)
    """The words of the list that judges as the example says."""


def script_of(example: Example) -> Script:
    """The lines that people type. Raises `UntypableError`."""
    given = example.data.get("given", {})
    if "kind" in example.data or given.get("venue", "online") != "online" or given.get("steps", "swift") != "swift":
        raise UntypableError(str(example))
    script = Script(Table(example), words=set(given.get("lexicon", [])))
    if script.table.game is None:
        raise UntypableError("there is no such game")
    for text in example.data.get("when", []):
        command, game = parse(text, script.table), script.table.game
        assert game is not None
        _note(script, command, game)
        if script.table.send(command).refused and isinstance(command, _BY_ITSELF):
            raise UntypableError("what is refused here is not said by a person")
    if not any(line for _, line in script.lines):
        raise UntypableError("nothing is typed")
    return script


def _note(script: Script, command: c.Command, game: Game) -> None:
    if isinstance(command, c.JudgeWords):
        if command.by is not Role.LEXICON:
            raise UntypableError("at the terminal the list judges")
        if isinstance(game.phase, Challenged) and command.valid:
            script.words.update(game.phase.words)
        return
    moment = command.at if command.at is not None else game.now
    if moment < game.now:
        raise UntypableError("that time is past")
    line = "" if isinstance(command, _BY_ITSELF) else phrase(command, game)
    if line:
        if game.is_overdue(moment):
            raise UntypableError("the terminal says first that the time is up")
        _is_asked(command, game, script.table, line)
    script.lines.append((moment, line))


def _is_asked(command: c.Command, game: Game, table: Table, line: str) -> None:
    """Raises `UntypableError` unless the terminal asks that person, and takes the line for that command."""
    seat = getattr(command, "seat", None)
    match game.phase:
        case Thinking(seat=asked):
            pass
        case Laid(seat=mover) as phase:
            asked = next(seat for seat in game.opponents_of(mover) if seat not in phase.records)
        case _:
            raise UntypableError("nobody is asked")
    if seat is not asked:
        raise UntypableError(f"{seat} is not asked")
    try:
        meant = read_phrase(line, game, asked, table.book, ORIENTATION)
    except PhraseError as error:
        raise UntypableError(str(error)) from None
    if meant != replace(command, at=None):
        raise UntypableError(f"{line} means {meant}")


def phrase(command: c.Command, game: Game) -> str:
    """The line for a command. Raises `UntypableError`."""
    match command:
        case c.LayTiles(placement=placement):
            return laid(placement, game)
        case c.ExchangeTiles(tiles=tiles):
            return f"exchange {tiles}"
        case c.PassTurn():
            return "pass"
        case c.ChallengeWords(words=words):
            return " ".join(["challenge", *words])
        case c.ClaimPlacement():
            return "claim"
        case c.RecordMove(points=points):
            return "ok" if points is None else f"ok {points}"
        case _:
            raise UntypableError(type(command).__name__)


def laid(placement: Placement, game: Game) -> str:
    """`H8 KOT`; letters that lie there already stand in parentheses. Raises `UntypableError`."""
    squares = sorted(placement.tiles, key=lambda square: (square.row, square.column))
    if not squares:
        raise UntypableError("no tile")
    first, last = squares[0], squares[-1]
    direction = Direction.ACROSS if first.row == last.row else Direction.DOWN
    if direction is Direction.DOWN and first.column != last.column:
        raise UntypableError("not in one line")
    line = [
        Square(row, column) for row in range(first.row, last.row + 1) for column in range(first.column, last.column + 1)
    ]
    return f"{format_coordinate(first, direction, ORIENTATION)} {''.join(_signs(line, placement, game))}"


def _signs(line: list[Square], placement: Placement, game: Game) -> Iterator[str]:
    for square in line:
        lying = game.board[square]
        if (tile := placement.tiles.get(square)) is not None:
            yield _sign(tile)
        elif lying is not None:
            yield f"({str(lying).upper()})"
        else:
            raise UntypableError("a gap")


def _sign(tile: Tile) -> str:
    if tile.letter is None:
        raise UntypableError("a blank without a letter")
    return f"?{tile.letter}" if tile.blank else tile.letter


@dataclass
class Typed:
    """What has come of a script: the events that are saved, and everything that the last sitting has shown."""

    events: list[Event]
    screen: str


def type_example(example: Example, script: Script, patch: pytest.MonkeyPatch) -> Typed:
    """Sit down at the saved game for each line, at its moment; the clock stands still while one sits."""
    stop_clock(patch)
    patch.setattr("mostek.cli.terminal.game.random_draws", lambda seed, number: first_tiles)
    name, screen = saved(example, script), ""
    for moment, line in script.lines:
        screen = sit(name, moment, line)
    return Typed(kept(name), screen)


def stop_clock(patch: pytest.MonkeyPatch) -> None:
    """No time passes while somebody sits at a terminal."""
    patch.setattr("mostek.cli.terminal.game.time", SimpleNamespace(monotonic=lambda: 0.0))


def kept(name: str) -> list[Event]:
    """The events in the file of a game."""
    log = FileLog.open(path_of(name))
    log.close()
    return list(log.read().events)


def saved(example: Example, script: Script) -> str:
    """A file with the game as it is given; its name."""
    given = with_time(example.rulebook, example.data.get("given", {}))
    command = replace(creation(example.rulebook, given), lexicon=installed(script.words))
    log = new_log("example", TableSetup(len(command.players), "static", 1, ORIENTATION.value))
    log.append(0, command, conduct(None, command, script.table.book, first_tiles).events)
    log.close()
    return log.header.game


def installed(words: set[str]) -> LexiconPin:
    """A list of these words in the data folder."""
    letters = tile_set("pl-current").alphabet.letters
    found, _ = read("\n".join(sorted(words)).encode(), letters, capitals=True)
    pin = LexiconPin(f"words-{hash_of(found)[:12]}", "1", hash_of(found))
    header = LexiconHeader(
        name=pin.name,
        edition=pin.edition,
        source="tests",
        licence="Apache-2.0",
        letters=letters,
        words=len(found),
        hash=pin.hash,
    )
    install(header, found.dawg())
    return pin


def sit(name: str, moment: int, line: str) -> str:
    """Take the game up at that moment, type the line, if there is one, and leave; what was shown."""
    log = FileLog.open(path_of(name))
    log.note_moment(moment)
    log.close()
    reader, writer = os.pipe()
    with os.fdopen(writer, "w") as keys:
        keys.write(f"{line}\n" if line else "")
    shown = io.StringIO()
    with os.fdopen(reader) as typed, pytest.MonkeyPatch.context() as patch, redirect_stdout(shown):
        patch.setattr("sys.stdin", typed)
        mostek.main(["--lang", "en", "resume", name], prog_name="mostek", standalone_mode=False)
    return shown.getvalue()


def holds(example: Example, script: Script, patch: pytest.MonkeyPatch) -> None:
    """What was typed has come to the end that the example tells, and the screen says it. Raises `AssertionError`."""
    typed, table = type_example(example, script, patch), script.table
    assert list(map(_plain, typed.events))[: len(table.log)] == list(map(_plain, table.log))
    screen = " ".join(typed.screen.split())
    refused = table.last.refused
    told = (
        [say(refused), grounds(refused.clause)]
        if refused
        else _lines(typed.events, len(table.log), len(table.last.events))
    )
    assert [line for line in told if " ".join(line.split()) not in screen] == []


def _plain(event: Event) -> dict[str, object]:
    """An event without the name of the list, which here is one that is installed."""
    found: dict[str, object] = json.loads(wire.encode(event))
    return {key: value for key, value in found.items() if key != "lexicon"}


def _lines(events: list[Event], end: int, count: int) -> list[str]:
    """What the screen says of so many events before the end."""
    game = replay(events[:end])
    assert game is not None
    lines = (event_line(event, game, ORIENTATION) for event in events[end - count : end])
    return [line for line in lines if line]


def typable() -> Iterator[str]:
    """The examples that can be typed."""
    for example in examples():
        with suppress(UntypableError):
            script_of(example)
            yield str(example)


if __name__ == "__main__":
    CHOSEN.write_text("".join(f"{name}\n" for name in few(typable())), "utf-8")
