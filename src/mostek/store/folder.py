"""The folder where games lie: their names, which are unfinished, and which was played last."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mostek.app.ports import LogError
from mostek.app.retelling import retold
from mostek.referee.state import Game, Over
from mostek.store.files import FileLog
from mostek.store.lines import Header, TableSetup, read_lines

SUFFIX = ".jsonl"


@dataclass(frozen=True, slots=True)
class Entry:
    """A game of the folder. A file that cannot be read has a fault instead of a game."""

    name: str
    path: Path
    changed: float
    """When it was last written to, in seconds since 1970."""
    game: Game | None
    fault: LogError | None = None

    @property
    def is_unfinished(self) -> bool:
        """Whether it can be gone on with."""
        return self.game is not None and not isinstance(self.game.phase, Over)


def folder() -> Path:
    """Where games lie: `MOSTEK_DATA` names the data folder, otherwise it is the user's."""
    if chosen := os.environ.get("MOSTEK_DATA"):
        return Path(chosen) / "games"
    from platformdirs import user_data_path

    return user_data_path("mostek") / "games"


def new_log(name: str, table: TableSetup) -> FileLog:
    """A new file under that name, or under the name with a number if it is taken. Raises `SaveError`."""
    number = 1
    while True:
        chosen = name if number == 1 else f"{name}-{number}"
        try:
            return FileLog.create(path_of(chosen), Header(game=chosen, table=table))
        except FileExistsError:
            number += 1


def path_of(name: str) -> Path:
    """The file of a game; `name` is its name, or the path of a file that is there."""
    given = Path(name)
    return given if given.suffix == SUFFIX and given.exists() else folder() / f"{given.name}{SUFFIX}"


def entries() -> list[Entry]:
    """Every game of the folder, the latest first."""
    return sorted(_entries(), key=lambda entry: (entry.changed, entry.name), reverse=True)


def _entries() -> Iterator[Entry]:
    for path in folder().glob(f"*{SUFFIX}"):
        changed = path.stat().st_mtime
        try:
            game = retold(read_lines(path.read_bytes()).kept.events)
        except LogError as fault:
            yield Entry(path.stem, path, changed, None, fault)
        else:
            yield Entry(path.stem, path, changed, game)
