"""A tournament in a file of its own, with rotating copies beside it and, on request, in a second place."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep, time_ns

from msgspec import UNSET

from mostek.app.byte_budgets import SMALL
from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.app.tournaments import replayed
from mostek.store.desk_journal import journal_of, note_head
from mostek.store.hash_chain import BEGINNING, written
from mostek.store.line_file import LineFile, create_whole
from mostek.store.moved_log import moved_log
from mostek.store.signing_key import signer_of
from mostek.store.tournament_lines import (
    TournamentContents,
    TournamentHeader,
    header_body,
    read_tournament,
    step_bodies,
)
from mostek.tournament.commands import CloseTournament, PairRound
from mostek.tournament.decide import Step
from mostek.tournament.state import Tournament

SUFFIX = ".jsonl"
COPIES_FOLDER = "copies"
"""The folder, in the data folder, of tournaments that others publish here; the names of their files begin with it."""
COPIES = 10
"""The number of copies in each place."""
EVERY = 10
"""The number of steps between copies; a pairing and the end of the event also make a copy."""
_TIMEOUT = 5.0
"""The seconds to wait for another window that is writing."""
_BUSY = "The tournament {name} is being changed in another window."


def _new_header(path: Path) -> TournamentHeader:
    signer = signer_of(folder().parent)
    return TournamentHeader(path.stem, key=UNSET if signer is None else signer.public)


class TournamentFile:
    """A `TournamentLog` in one file. It belongs to one process from `open` to `close`."""

    def __init__(
        self,
        file: LineFile,
        header: TournamentHeader,
        steps: tuple[Step, ...],
        places: tuple[Path, ...],
        few_copies: bool = False,
    ) -> None:
        self._file = file
        self._header = header
        self._steps = steps
        self._places = places
        self._few_copies = few_copies
        self.copy_fault: str | None = None
        """The fault of the last copy; the log itself is safe."""
        self.journal_fault: SaveError | None = None
        """The fault of the journal at the last step."""

    @classmethod
    def open(cls, path: Path, known: TournamentContents | None = None, few_copies: bool = False) -> TournamentFile:
        """Open an existing file; waits while another window writes. Raises `LogError`.

        `known` are its contents as the caller has read them; they are read again only if its size is another.
        With `few_copies` the rotating copies beside it take no more than the file, or what any tournament may have.
        """
        file, size = _opened(path)
        try:
            if known is None or known.torn or size != known.size:
                known = read_tournament(path.read_bytes())
            file.settle(known.size, known.head, known.torn)
        except BaseException:
            file.close()
            raise
        return cls(file, known.header, known.steps, copy_places(path), few_copies)

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

    @property
    def contents(self) -> TournamentContents:
        """The complete lines, as they were read and written."""
        return TournamentContents(self._header, self._steps, self._file.head or "", self._file.size, b"")

    def close(self) -> None:
        """Close and unlock the file."""
        self._file.close()

    def read(self) -> tuple[Step, ...]:
        """Read the content of the file."""
        return self._steps

    def append(self, expected: int, step: Step) -> None:
        """Write a step and wait for the disk. See `TournamentLog`."""
        self.append_all(expected, (step,))

    def append_all(self, expected: int, steps: Sequence[Step]) -> None:
        """Write steps in one go and wait for the disk: all are there afterwards, or none. See `TournamentLog`.

        Raises `CopyError` if another computer has taken the tournament over.
        """
        if expected != len(self._steps):
            raise ConflictError(expected, len(self._steps))
        if (moved := moved_log(self.path)) is not None:
            # Loaded here because copies on other computers need much that no command of the desk does.
            from mostek.app.log_copies import CopyError, CopyFault

            raise CopyError(CopyFault.MOVED, at=moved.at, n=moved.n, url=moved.url)
        self._file.add(step_bodies(expected + 1, steps))
        self._steps = (*self._steps, *steps)
        self._note_head()
        turned = len(self._steps) // EVERY > expected // EVERY
        if turned or any(isinstance(step.command, PairRound | CloseTournament) for step in steps):
            self._copy()

    def _note_head(self) -> None:
        self.journal_fault = note_end(self.path, self._header, len(self._steps), self._file.head or "")

    def _copy(self) -> None:
        """Copy the file; a failed copy is reported, but does not stop the work."""
        self.copy_fault = None
        for place in self._places:
            try:
                _copy(self.path, place, len(self._steps))
                if self._few_copies and place.parent == self.path.parent:
                    _drop_copies(self.path, place)
            except OSError as error:
                self.copy_fault = f"{place}: {error.strerror or error}"


def create_tournament(path: Path, steps: tuple[Step, ...]) -> SaveError | None:
    """Create the file of a tournament with all its steps, which is there when it has been read again, or not at all.

    Returns:
        The fault of the journal; the tournament itself is saved.

    Raises:
        FileExistsError: there is a tournament of this name.
        SaveError: the file could not be written.
        LogError: the steps could not be read again.
    """
    header = _new_header(path)
    lines, head = written(BEGINNING, [header_body(header), *step_bodies(1, steps)])

    def check(data: bytes) -> None:
        if data != lines or read_tournament(data).steps != steps:
            raise LogError("{path} was not read as it was written; nothing was kept.", path=path)
        replayed(steps)

    create_whole(path, lines, check)
    with suppress(OSError):
        # The clock of a file system has ticks of milliseconds; what was created last is the latest tournament.
        os.utime(path, ns=(time_ns(), time_ns()))
        journal_of(path).unlink(missing_ok=True)  # of an earlier tournament of this name, which was deleted
    return note_end(path, header, len(steps), head or "")


def note_end(path: Path, header: TournamentHeader, steps: int, head: str) -> SaveError | None:
    """Sign the head; a tournament of an earlier version has no journal. The next step covers a head that was not signed."""
    signer = signer_of(folder().parent)
    if signer is None or header.key is UNSET:
        return None
    try:
        note_head(path, signer, header.name, steps, head)
    except SaveError as error:
        return error
    return None


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


def _opened(path: Path) -> tuple[LineFile, int]:
    until = monotonic() + _TIMEOUT
    while True:
        try:
            return LineFile.reopen(path, _BUSY)
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
    own = f"{path.stem}-{'[0-9]' * 6}"
    for left in (*place.glob(f".{own}.*"), *place.glob(f"{own}.part")):
        left.unlink(missing_ok=True)  # the draft of a copy that a kill has ended; this process holds the tournament
    copies = sorted(place.glob(f"{own}{SUFFIX}"))
    for old in copies[:-COPIES]:
        with suppress(OSError):  # an old copy too many does no harm
            old.unlink()
            journal_of(old).unlink(missing_ok=True)


def _drop_copies(path: Path, place: Path) -> None:
    """Delete the oldest copies of a file until they and their journals take no more than the file, or `SMALL`."""
    left = max(SMALL, path.stat().st_size + _size_of(journal_of(path)))
    for copy in sorted(place.glob(f"{path.stem}-{'[0-9]' * 6}{SUFFIX}"), reverse=True):
        left -= _size_of(copy) + _size_of(journal_of(copy))
        if left < 0:
            copy.unlink(missing_ok=True)
            journal_of(copy).unlink(missing_ok=True)


def _size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _copy_whole(source: Path, target: Path) -> None:
    from mostek.lexicon.files import atomically

    with atomically(target) as file:
        file.write(source.read_bytes())
