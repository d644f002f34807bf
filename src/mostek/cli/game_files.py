"""The games that a command takes: files, folders and zip archives, each with a name for what is written about it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from mostek.cli.output import Failure, read_file
from mostek.messages import text

if TYPE_CHECKING:
    from mostek.notation.game_record import RecordedGame
    from mostek.referee.events import Event

ANSWERS = b'{"line"'
"""The beginning of the answers of `mostek referee`."""
SUFFIXES = (".gcg", ".json", ".jsonl", ".pb", ".txt", ".log", ".csv")
"""The endings of game files that are looked for in folders and archives."""
LARGEST = 4 << 20
"""The largest game file in bytes; no game has a tenth of it."""
MOST = 100_000
"""The most games of one call."""


@dataclass(frozen=True)
class GameFile:
    """A file of a game."""

    shown: str
    """The name for people."""
    name: str
    """The name of what is written about it, without an ending; unique in one call."""
    data: bytes


@dataclass(frozen=True)
class GameOfLog:
    """A game of mostek from its own log, which knows the rulebook and has times."""

    record: RecordedGame
    rulebook: str
    events: tuple[Event, ...]


def game_of_log(data: bytes) -> GameOfLog | None:
    """The game of a log, or of the answers of `mostek referee`; `None` for any other file.

    Raises `LogError` for a damaged log, and `Failure`.
    """
    if not data.lstrip().startswith((b'{"mostek":"game"', ANSWERS)):
        return None
    from mostek.app.export import recorded
    from mostek.app.stored_games import replay_stored
    from mostek.cli.named_game import answered_events
    from mostek.referee.events import GameCreated
    from mostek.store.game_lines import read_lines

    events = answered_events(data) if data.lstrip().startswith(ANSWERS) else read_lines(data).kept.events
    if not events:
        raise Failure(text("No game was begun in this file."))
    replay_stored(events)
    if not events or not isinstance(created := events[0], GameCreated):
        return None
    return GameOfLog(recorded(events), created.rulebook, events)


def game_files(places: Iterable[str]) -> Iterator[GameFile]:
    """The games of files, folders and archives, in order; `-` is standard input. Raises `Failure` with the reason."""
    taken: set[str] = set()
    for number, (shown, stem, data) in enumerate(_found(places)):
        if number >= MOST:
            raise Failure(text("There are more than {most} games; name fewer.", most=MOST))
        yield GameFile(shown, _unique(stem, taken), data)


def _found(places: Iterable[str]) -> Iterator[tuple[str, str, bytes]]:
    for place in places:
        path = Path(place)
        if place == "-":
            yield "-", "game", sys.stdin.buffer.read(LARGEST + 1)
        elif path.is_dir():
            files = sorted(each for each in path.rglob("*") if each.suffix.lower() in SUFFIXES and each.is_file())
            if not files:
                raise Failure(text("There is no game file in {path}.", path=path))
            for each in files:
                yield str(each), _stem(each.relative_to(path).parts), _bounded(each)
        elif path.suffix.lower() == ".zip":
            yield from _archived(path)
        else:
            yield place, _stem((path.name,)), _bounded(path)


def _bounded(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST:
            raise Failure(text("{path} is too large for a game.", path=path))
    except OSError:  # reading it says why
        pass
    return read_file(path)


def _archived(path: Path) -> Iterator[tuple[str, str, bytes]]:
    try:
        with ZipFile(path) as archive:
            for entry in archive.infolist():
                name = PurePosixPath(entry.filename)
                if entry.is_dir() or name.suffix.lower() not in SUFFIXES or entry.file_size > LARGEST:
                    continue
                with archive.open(entry) as file:
                    yield f"{path}: {name}", _stem(name.parts), file.read(LARGEST)
    except (BadZipFile, RuntimeError, NotImplementedError, EOFError, ValueError):
        raise Failure(text("{path} is no zip archive that can be read.", path=path)) from None
    except OSError as error:
        raise Failure(text("{path} cannot be read: {why}", path=path, why=error.strerror or error)) from None


def _stem(parts: Iterable[str]) -> str:
    """A file name of the parts of a path: only letters, digits and a few signs, so that it stays in its folder."""
    joined = "-".join(part for part in parts if part not in ("/", "..", "."))
    stem = joined.rpartition(".")[0] or joined
    safe = "".join(letter if letter.isalnum() or letter in "-_ .()" else "_" for letter in stem)
    return safe.strip(" .")[:120] or "game"


def _unique(stem: str, taken: set[str]) -> str:
    number, name = 1, stem
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name
