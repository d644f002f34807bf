"""Games in files of their own, or in memory, and the folder of saved games."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from mostek.app.ports import ConflictError, LogError, SaveError, StoredGame, TableSetup
from mostek.app.stored_games import replay_stored
from mostek.referee.commands import Command
from mostek.referee.events import Event
from mostek.referee.state import Game, Over
from mostek.store.game_lines import (
    GameHeader,
    command_bodies,
    event_bodies,
    header_body,
    moment_body,
    read_lines,
)
from mostek.store.hash_chain import BEGINNING, written
from mostek.store.line_file import LineFile


class MemoryLog:
    """An `EventLog` in memory."""

    def __init__(self, stored: StoredGame | None = None, header: GameHeader | None = None) -> None:
        """With the `header` of a file, the log has the same head as that file."""
        self._kept = stored or StoredGame(())
        self.events = list(self._kept.events)
        self._head: str | None = BEGINNING
        self._waiting: list[bytes] = [] if header is None else [header_body(header)]
        if self.events:
            self._waiting += command_bodies(0, None, self.events)

    @property
    def head(self) -> str | None:
        """See `EventLog`. The initial events of a log count as one command without an author."""
        _, self._head = written(self._head, self._waiting)
        self._waiting = []
        return self._head

    def read(self) -> StoredGame:
        """The content of the log."""
        return self._kept if len(self.events) == len(self._kept.events) else StoredGame(tuple(self.events))

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """See `EventLog`."""
        self._extend(expected, events, command_bodies(expected, command, events))

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """See `EventLog`."""
        self._extend(expected, events, event_bodies(expected, events))

    def note_moment(self, at: int) -> None:
        """Add the moment to the chain only, because nothing outlives the process."""
        self._waiting.append(moment_body(at))

    def _extend(self, expected: int, events: Sequence[Event], bodies: Iterable[bytes]) -> None:
        if expected != len(self.events):
            raise ConflictError(expected, len(self.events))
        self.events.extend(events)
        self._waiting += bodies


_BUSY = "The game {name} is being played in another window."


class FileLog:
    """An `EventLog` in one file. It belongs to one process from `create` or `open` to `close`."""

    def __init__(self, file: LineFile, header: GameHeader, stored: StoredGame) -> None:
        self.header = header
        self._file = file
        self._kept = stored

    @classmethod
    def create(cls, path: Path, header: GameHeader) -> FileLog:
        """A new file. Raises `FileExistsError`, `SaveError`."""
        file = LineFile.create(path, _BUSY)
        file.add([header_body(header)])
        return cls(file, header, StoredGame(()))

    @classmethod
    def open(cls, path: Path) -> FileLog:
        """Open an existing file. The rest of an incomplete line is moved to a file beside it.

        Raises `LogError`: unreadable, damaged, of a later format, or being played by another process.
        """
        file, data = LineFile.open(path, _BUSY)
        try:
            contents = read_lines(data)
            if contents.evidence is not None:
                raise LogError("The game {name} was played on a server, and goes on only there.", name=path.stem)
            file.settle(contents.size, contents.head, contents.torn)
        except BaseException:
            file.close()
            raise
        return cls(file, contents.header, contents.kept)

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self._file.path

    @property
    def head(self) -> str | None:
        """See `EventLog`."""
        return self._file.head

    @property
    def set_aside(self) -> Path | None:
        """The path of the file with an incomplete line; `None` if there was none."""
        return self._file.set_aside

    def close(self) -> None:
        """Close and unlock the file."""
        self._file.close()

    def read(self) -> StoredGame:
        """The content of the file; it has no other writer."""
        return self._kept

    def append(self, expected: int, command: Command | None, events: Sequence[Event]) -> None:
        """Write a command with its events at once. See `EventLog`."""
        self._write_events(expected, command_bodies(expected, command, events), events)

    def complete(self, expected: int, events: Sequence[Event]) -> None:
        """Write the rest of the events of the last command. See `EventLog`."""
        self._write_events(expected, event_bodies(expected, events), events)

    def note_moment(self, at: int) -> None:
        """Write a moment; a failure is ignored."""
        with suppress(SaveError):  # only a clock would be a little older after a power cut
            self._file.add([moment_body(at)])

    def _write_events(self, expected: int, bodies: Iterable[bytes], events: Sequence[Event]) -> None:
        there = self._kept.events
        if expected != len(there):
            raise ConflictError(expected, len(there))
        self._file.add(bodies)
        self._kept = StoredGame((*there, *events), moment=self._kept.moment)


SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the folder. A file that cannot be read has a fault instead of a game."""

    name: str
    path: Path
    changed: float
    """The time of its last change, in seconds since 1970."""
    game: Game | None
    fault: LogError | None = None

    @property
    def is_unfinished(self) -> bool:
        """Whether the game can be continued."""
        return self.game is not None and not isinstance(self.game.phase, Over)


def folder() -> Path:
    """The folder of games, in the data folder of `MOSTEK_DATA` or of the user."""
    if chosen := os.environ.get("MOSTEK_DATA"):
        return Path(chosen) / "games"
    from platformdirs import user_data_path

    return user_data_path("mostek") / "games"


def new_log(name: str, table: TableSetup) -> FileLog:
    """Create a file under that name, with a number if it is taken. Raises `SaveError`."""
    number = 1
    while True:
        chosen = name if number == 1 else f"{name}-{number}"
        try:
            return FileLog.create(path_of(chosen), GameHeader(game=chosen, table=table))
        except FileExistsError:
            number += 1


def path_of(name: str) -> Path:
    """The file of a game; `name` is its name, or the path of an existing file."""
    given = Path(name)
    return given if given.suffix == SUFFIX and given.exists() else folder() / f"{given.name}{SUFFIX}"


def entries() -> list[Entry]:
    """Every game of the folder, latest first."""
    return sorted(_entries(), key=lambda entry: (entry.changed, entry.name), reverse=True)


def _entries() -> Iterator[Entry]:
    for path in folder().glob(f"*{SUFFIX}"):
        changed = path.stat().st_mtime
        try:
            game = replay_stored(read_lines(path.read_bytes()).kept.events)
        except LogError as fault:
            yield Entry(path.stem, path, changed, None, fault)
        else:
            yield Entry(path.stem, path, changed, game)
