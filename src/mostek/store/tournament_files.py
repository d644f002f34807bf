"""A tournament in a file of its own, with rotating copies beside it and, on request, in a second place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from msgspec import UNSET

from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.app.tournaments import replayed
from mostek.store.desk_journal import journal_of, note_head
from mostek.store.line_file import LineFile
from mostek.store.signing_key import signer_of
from mostek.store.tournament_lines import TournamentHeader, header_body, read_tournament, step_body
from mostek.tournament.commands import CloseTournament, PairRound
from mostek.tournament.decide import Step
from mostek.tournament.state import Tournament

SUFFIX = ".jsonl"
COPIES = 10
"""The number of copies in each place."""
EVERY = 10
"""The number of steps between copies; a pairing and the end of the event also make a copy."""
_PATIENCE = 5.0
"""The seconds to wait for another window that is writing."""
_BUSY = "The tournament {name} is being changed in another window."


def _new_header(path: Path) -> TournamentHeader:
    signer = signer_of(folder().parent)
    return TournamentHeader(path.stem, key=UNSET if signer is None else signer.public)


class TournamentFile:
    """A `TournamentLog` in one file. It belongs to one process from `create` or `open` to `close`."""

    def __init__(
        self, file: LineFile, header: TournamentHeader, steps: tuple[Step, ...], places: tuple[Path, ...]
    ) -> None:
        self._file = file
        self._header = header
        self._steps = steps
        self._places = places
        self._signer = signer_of(folder().parent)
        self.copy_fault: str | None = None
        """The fault of the last copy; the log itself is safe."""
        self.journal_fault: SaveError | None = None
        """The fault of the journal at the last step."""

    @classmethod
    def create(cls, path: Path) -> TournamentFile:
        """Create a file; a failure leaves no file behind. Raises `FileExistsError`, `SaveError`."""
        header = _new_header(path)
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
        """Create the file of an earlier tournament with all its steps. Raises `FileExistsError`, `SaveError`."""
        header = _new_header(path)
        file = LineFile.create(path, _BUSY)
        try:
            file.add([header_body(header), *(step_body(number, step) for number, step in enumerate(steps, 1))])
        except BaseException:
            file.close()
            path.unlink()
            raise
        filled = cls(file, header, steps, copy_places(path))
        filled._note_head()
        return filled

    @classmethod
    def open(cls, path: Path) -> TournamentFile:
        """Open an existing file; waits while another window writes. Raises `LogError`."""
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
        """The name of the file."""
        return self._header.name

    @property
    def path(self) -> Path:
        """The path of the file."""
        return self._file.path

    @property
    def set_aside(self) -> Path | None:
        """The path of the file with an incomplete line; `None` if there was none."""
        return self._file.set_aside

    def close(self) -> None:
        """Close and unlock the file."""
        self._file.close()

    def read(self) -> tuple[Step, ...]:
        """Read the content of the file."""
        return self._steps

    def append(self, expected: int, step: Step) -> None:
        """Write a step and wait for the disk. See `TournamentLog`."""
        if expected != len(self._steps):
            raise ConflictError(expected, len(self._steps))
        self._file.add([step_body(expected + 1, step)])
        self._steps = (*self._steps, step)
        self._note_head()
        if isinstance(step.command, PairRound | CloseTournament) or len(self._steps) % EVERY == 0:
            self._copy()

    def _note_head(self) -> None:
        """Sign the head; a tournament of an earlier version has no journal."""
        self.journal_fault = None
        if self._signer is None or self._header.key is UNSET:
            return
        try:
            note_head(self.path, self._signer, self.name, len(self._steps), self._file.head or "")
        except SaveError as error:  # the step itself is saved; the next line of the journal covers it
            self.journal_fault = error

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
    """The time of its last change, in seconds since 1970."""
    state: Tournament | None
    fault: LogError | None = None


def folder() -> Path:
    """The folder of tournaments, in the data folder of `MOSTEK_DATA` or of the user."""
    if chosen := os.environ.get("MOSTEK_DATA"):
        return Path(chosen) / "tournaments"
    from platformdirs import user_data_path

    return user_data_path("mostek") / "tournaments"


def path_of(name: str) -> Path:
    """The file of a tournament; `name` is its name, or the path of an existing file."""
    given = Path(name)
    return given if given.suffix == SUFFIX and given.exists() else folder() / f"{given.name}{SUFFIX}"


def copy_places(path: Path) -> tuple[Path, ...]:
    """The folders of copies: beside the file, and in `MOSTEK_BACKUP`, for example on a USB stick."""
    beside = path.parent / "copies"
    second = os.environ.get("MOSTEK_BACKUP")
    return (beside, Path(second)) if second else (beside,)


def entries() -> list[TournamentEntry]:
    """Every tournament of the folder, latest first."""
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
    """Write a copy named by its number of steps, as a whole or not at all, and delete the oldest ones."""
    place.mkdir(parents=True, exist_ok=True)
    target = place / f"{path.stem}-{steps:06}{SUFFIX}"
    for source, copy in ((journal_of(path), journal_of(target)), (path, target)):
        if source.exists():
            _copy_whole(source, copy)
    copies = sorted(place.glob(f"{path.stem}-[0-9][0-9][0-9][0-9][0-9][0-9]{SUFFIX}"))
    for old in copies[:-COPIES]:
        with suppress(OSError):
            old.unlink()
            journal_of(old).unlink(missing_ok=True)


def _copy_whole(source: Path, target: Path) -> None:
    scratch = target.with_suffix(".part")
    with scratch.open("wb") as file:
        file.write(source.read_bytes())
        file.flush()
        os.fsync(file.fileno())
    scratch.replace(target)
