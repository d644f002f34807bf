"""A tournament in a file of its own, with rotating copies beside it and, on request, in a second place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from mostek.app.ports import ConflictError, LogError
from mostek.app.tournaments import replayed
from mostek.store.line_file import LineFile
from mostek.store.tournament_lines import TournamentHeader, header_body, read_tournament, step_body
from mostek.tournament.commands import CloseTournament, PairRound
from mostek.tournament.decide import Step
from mostek.tournament.state import Tournament

SUFFIX = ".jsonl"
COPIES = 10
"""The number of copies in each place."""
EVERY = 10
"""A copy is made after so many steps, and whenever a round was paired or the event closed."""
_PATIENCE = 5.0
"""Seconds to wait for another window that writes just now."""
_BUSY = "The tournament {name} is being changed in another window."


class TournamentFile:
    """A `TournamentLog` in one file. It belongs to one process from `create` or `open` to `close`."""

    def __init__(
        self, file: LineFile, header: TournamentHeader, steps: tuple[Step, ...], places: tuple[Path, ...]
    ) -> None:
        self._file = file
        self._header = header
        self._steps = steps
        self._places = places
        self.copy_fault: str | None = None
        """Why the last copy could not be made; the log itself is safe."""

    @classmethod
    def create(cls, path: Path) -> TournamentFile:
        """A new file; one that cannot be begun leaves its name free. Raises `FileExistsError`, `SaveError`."""
        header = TournamentHeader(path.stem)
        file = LineFile.create(path, _BUSY)
        try:
            file.add([header_body(header)])
        except BaseException:
            file.close()
            with suppress(OSError):
                path.unlink()
            raise
        return cls(file, header, (), copy_places(path))

    @classmethod
    def filled(cls, path: Path, steps: tuple[Step, ...]) -> TournamentFile:
        """A new file of a tournament that was held already, written at once. Raises `FileExistsError`, `SaveError`."""
        header = TournamentHeader(path.stem)
        file = LineFile.create(path, _BUSY)
        try:
            file.add([header_body(header), *(step_body(number, step) for number, step in enumerate(steps, 1))])
        except BaseException:
            file.close()
            path.unlink()
            raise
        return cls(file, header, steps, copy_places(path))

    @classmethod
    def open(cls, path: Path) -> TournamentFile:
        """An existing file; waits while another window writes. Raises `LogError`."""
        file, data = _opened(path)
        try:
            contents = read_tournament(data)
            file.settle(contents.size, contents.head, contents.torn)
        except BaseException:
            file.close()
            raise
        return cls(file, contents.header, contents.steps, copy_places(path))

    @property
    def name(self) -> str:
        """What the file is called."""
        return self._header.name

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self._file.path

    @property
    def set_aside(self) -> Path | None:
        """Where the remains of a line lie whose writing was cut off."""
        return self._file.set_aside

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()

    def read(self) -> tuple[Step, ...]:
        """What the file holds."""
        return self._steps

    def append(self, expected: int, step: Step) -> None:
        """Write a step and wait for the disk. See `TournamentLog`."""
        if expected != len(self._steps):
            raise ConflictError(expected, len(self._steps))
        self._file.add([step_body(expected + 1, step)])
        self._steps = (*self._steps, step)
        if isinstance(step.command, PairRound | CloseTournament) or len(self._steps) % EVERY == 0:
            self._copy()

    def _copy(self) -> None:
        """Copy the file; a failed copy is reported, but does not stop the work."""
        self.copy_fault = None
        for place in self._places:
            try:
                _copy(self.path, place, len(self._steps))
            except OSError as error:
                self.copy_fault = f"{place}: {error.strerror or error}"


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """A tournament of the folder. A file that cannot be read has a fault instead."""

    name: str
    path: Path
    changed: float
    """When it was last written to, in seconds since 1970."""
    state: Tournament | None
    fault: LogError | None = None


def folder() -> Path:
    """Where tournaments lie: `MOSTEK_DATA` names the data folder, otherwise it is the user's."""
    if chosen := os.environ.get("MOSTEK_DATA"):
        return Path(chosen) / "tournaments"
    from platformdirs import user_data_path

    return user_data_path("mostek") / "tournaments"


def path_of(name: str) -> Path:
    """The file of a tournament; `name` is its name, or the path of an existing file."""
    given = Path(name)
    return given if given.suffix == SUFFIX and given.exists() else folder() / f"{given.name}{SUFFIX}"


def copy_places(path: Path) -> tuple[Path, ...]:
    """Where copies go: beside the file, and where `MOSTEK_BACKUP` says, as on a stick."""
    beside = path.parent / "copies"
    second = os.environ.get("MOSTEK_BACKUP")
    return (beside, Path(second)) if second else (beside,)


def entries() -> list[TournamentEntry]:
    """Every tournament of the folder, the latest first."""
    return sorted(_entries(), key=lambda entry: (entry.changed, entry.name), reverse=True)


def _entries() -> Iterator[TournamentEntry]:
    for path in folder().glob(f"*{SUFFIX}"):
        changed = 0.0
        try:
            changed = path.stat().st_mtime
            state = replayed(read_tournament(path.read_bytes()).steps)
        except OSError as error:
            fault = LogError("{path} cannot be opened: {why}.", path=path, why=error.strerror)
            yield TournamentEntry(path.stem, path, changed, None, fault)
        except LogError as fault:
            yield TournamentEntry(path.stem, path, changed, None, fault)
        else:
            yield TournamentEntry(path.stem, path, changed, state)


def _opened(path: Path) -> tuple[LineFile, bytes]:
    until = monotonic() + _PATIENCE
    while True:
        try:
            return LineFile.open(path, _BUSY)
        except LogError as error:
            if error.sentence != _BUSY or monotonic() > until:
                raise
        sleep(0.05)


def _copy(path: Path, place: Path, steps: int) -> None:
    """Write a copy under its number of steps, whole or not at all, and drop the oldest ones."""
    place.mkdir(parents=True, exist_ok=True)
    target = place / f"{path.stem}-{steps:06}{SUFFIX}"
    scratch = target.with_suffix(".part")
    with scratch.open("wb") as file:
        file.write(path.read_bytes())
        file.flush()
        os.fsync(file.fileno())
    scratch.replace(target)
    copies = sorted(place.glob(f"{path.stem}-[0-9][0-9][0-9][0-9][0-9][0-9]{SUFFIX}"))
    for old in copies[:-COPIES]:
        with suppress(OSError):
            old.unlink()
