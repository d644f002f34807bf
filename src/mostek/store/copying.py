"""The continuous copy of a database on a second disk: every transaction is in a journal there before it is acknowledged.

In the folder of the copy each database has a folder of its own, named by its lineage, with a full backup (`base-….sqlite`) and
the journals that lead on from it. The database itself stores the hash of the last line that it has written, so that the two can
never part unnoticed: whatever else has written to the database, or stood in the way of the journal, is followed by a new base.

A disk that is full, slow or gone never stops a game. The copy is then behind, which the log and health say, and a thread brings
it up to date as soon as it can be written again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from threading import Event, Thread
from typing import TypeVar

import structlog

from mostek.app.ports import LogError, SaveError
from mostek.store.checking import check
from mostek.store.journal import Journal, Statement, batch_body, header_body
from mostek.store.line_file import LineFile
from mostek.store.sqlite import copy, file_in_place_of, opened

T = TypeVar("T")

BASE, JOURNAL = "base-*.sqlite", "journal-*.jsonl"
"""The names of the files in the folder of a database."""
_LATE = 3.0
"""The seconds for which a transaction waits for the second disk."""
_LOOK = 5.0
"""The seconds between two attempts to bring the copy up to date."""
_LARGE = 64_000_000
"""The size of a journal in bytes after which a new base replaces it."""
_OLD = 24 * 60 * 60
"""The age in seconds of a base after which a new one replaces it: a person's erased data stays no longer than that."""
_BUSY = "Another server writes the copy {name}."

log = structlog.get_logger("mostek.store")


def folder_of(folder: Path, lineage: str) -> Path:
    """The folder of a database in the folder of the copy."""
    return folder / lineage[:16]


@dataclass(frozen=True, slots=True)
class CopyState:
    """The state of a copy."""

    is_behind: bool
    since: int
    """The moment of its last change, in milliseconds since 1970."""
    why: str
    """The reason for being behind, in English; empty if a copy is just being made for the first time."""


class _Worker:
    """A thread for a disk that may hang: whoever waits for it can stop waiting."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[tuple[Callable[[], object], Future[object]] | None] = SimpleQueue()
        Thread(target=self._run, name="mostek-copy", daemon=True).start()

    def do(self, work: Callable[[], T], seconds: float | None = None) -> T:
        """Do something there. Raises what it raises, and `LateError`."""
        done: Future[T] = Future()
        self._jobs.put((work, done))  # type: ignore[arg-type]
        return done.result(seconds)

    def do_later(self, work: Callable[[], object]) -> None:
        """Do something there after everything before it, for which nobody waits."""
        self._jobs.put((work, Future()))

    def stop(self) -> None:
        """Finish what waits, then end."""
        self._jobs.put(None)

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            work, done = job
            try:
                done.set_result(work())
            except BaseException as error:  # it belongs to whoever waits
                done.set_exception(error)


class Copy:
    """The copy of one database. The writer calls `store`, `kept` and `taken_back`; a thread makes the bases."""

    def __init__(self, folder: Path, database: Path, switch: Callable[[], None]) -> None:
        """`switch` runs an empty transaction, in which the writer goes over to a new journal."""
        self._folder = folder
        self._database = database
        self._switch = switch
        self._worker = _Worker()
        self._file: LineFile | None = None
        self._next: LineFile | None = None
        self._lineage = ""
        self._taken: LineFile | None = None
        self._mark: tuple[LineFile, int, str | None] | None = None
        self._state = CopyState(True, _now(), "")
        self._base_at = 0.0
        self._has_base = False
        self._ended = Event()  # no more bases: the thread that makes them ends
        self._look = Event()  # look now whether a new base is due, not at the next interval
        self._thread = Thread(target=self._run, name="mostek-base", daemon=True)

    @property
    def state(self) -> CopyState:
        """The present state."""
        state = self._state
        return state if state.is_behind or self._has_base else CopyState(True, state.since, "")

    def start(self, lineage: str, head: str) -> None:
        """Continue the journal that ends with that hash, or make a new base. Call it before the first transaction."""
        self._lineage = lineage
        if head:
            with suppress(LogError, OSError, LateError):  # the journal cannot be continued, so a new base is made
                self._worker.do(lambda: self._resume(head), _LATE)
        self._thread.start()

    def renew(self, lineage: str) -> None:
        """Another database is in place: begin its copy, beside that of the one before."""
        self._lineage = lineage
        self._fall_behind("")

    def store(self, statements: Sequence[Statement], head: str) -> str:
        """Write a transaction to the journal, before it is committed. `head` is what the database says of the last one.

        Returns what the database must say of this one: empty if the copy is behind.
        """
        self._mark, self._taken = None, self._next
        follows = self._file is not None and self._file.head == head
        file = self._taken or self._file
        if file is None or (self._taken is None and not follows):
            if file is not None:
                self._fall_behind("another program has written to the database")
            return ""
        if statements or self._taken is not None:
            self._mark = (file, file.size, file.head)
            after = None if self._taken is None else head if follows else ""
            body = batch_body(_now(), statements, after)
            try:
                self._worker.do(lambda: file.add([body]), _LATE)
            except (SaveError, OSError, LateError) as error:
                self._mark = self._next = self._taken = None
                self._fall_behind(_why(error))
                return ""
        return file.head or ""

    def kept(self) -> None:
        """The transaction is committed."""
        taken, self._taken, self._mark = self._taken, None, None
        if taken is not None:
            old, self._file, self._next = self._file, taken, None
            if old is not None:
                self._worker.do_later(old.close)
            self._state = CopyState(False, _now(), "")

    def taken_back(self) -> None:
        """The transaction was not committed: its line is removed again."""
        mark, self._mark, self._taken = self._mark, None, None
        if mark is None:
            return
        file, size, head = mark
        try:
            self._worker.do(lambda: file.cut(size, head), _LATE)
        except (SaveError, OSError, LateError) as error:
            self._next = None
            self._fall_behind(_why(error))

    def stop_bases(self) -> None:
        """End the thread that makes bases, while there is still a writer that may answer it; a hanging disk is not waited for."""
        self._ended.set()
        self._look.set()
        if self._thread.is_alive():
            self._thread.join(_LATE)

    def close(self) -> None:
        """Close the journal after the last transaction."""
        file, self._file = self._file, None
        if file is not None:
            self._worker.do_later(file.close)
        self._worker.stop()

    def _resume(self, head: str) -> None:
        """Open the journal whose chain has that line. What follows the line was never committed, and goes."""
        folder = folder_of(self._folder, self._lineage)
        for path in sorted(folder.glob(JOURNAL), reverse=True):
            journal = Journal.read(path)
            if head in journal.heads:
                file, _ = LineFile.open(path, _BUSY)
                file.settle(journal.size_up_to(head), head, b"")
                file.cut(journal.size_up_to(head), head)
                self._file = file
                bases = sorted(folder.glob(BASE))
                self._has_base = bool(bases)
                self._base_at = bases[-1].stat().st_mtime if bases else 0.0
                self._state = CopyState(False, _now(), "")
                return

    def _fall_behind(self, why: str) -> None:
        file, self._file = self._file, None
        self._has_base = False  # after the gap that this leaves in the journals only a new one leads on
        if file is not None:
            # There, after the write that may hang: otherwise that would go on in a file that is given its number next.
            self._worker.do_later(file.close)
        if not self._state.is_behind or self._state.why != why:
            self._state = CopyState(True, _now(), why)
            log.warning("copy_behind", folder=str(self._folder), why=why)
        self._look.set()

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                if self._is_due():
                    self._begin_anew()
            except Exception as error:  # the copy is tried again, whatever it was; games do not depend on it
                if self._state.why != _why(error):
                    log.warning("copy_behind", folder=str(self._folder), why=_why(error))
                self._state = CopyState(True, self._state.since, _why(error))
            self._look.wait(_LOOK)
            self._look.clear()

    def _is_due(self) -> bool:
        file = self._file
        if file is None or not self._has_base:
            return True
        return file.size > _LARGE or time.time() - self._base_at > _OLD

    def _begin_anew(self) -> None:
        """Begin a journal, then copy the whole database; what was there before is removed when that is whole."""
        lineage = self._lineage
        folder = folder_of(self._folder, lineage)
        if not self._folder.is_dir():
            raise SaveError("The folder {path} of the copy is not there.", path=self._folder)
        folder.mkdir(mode=0o700, exist_ok=True)
        self._next = journal = self._new_journal(folder, lineage)
        self._switch()
        if self._file is not journal:
            self._worker.do_later(journal.close)
            journal.path.unlink(missing_ok=True)
            raise SaveError("The journal of the copy could not be begun.")
        base = folder / f"base-{_stamp()}.sqlite"
        with file_in_place_of(base) as partial:
            with closing(opened(self._database)) as reading:
                copy(reading, self._database, partial)
            check(partial)
        self._has_base, self._base_at = self._file is journal, time.time()
        for path in (*folder.glob(BASE), *folder.glob(JOURNAL)):
            if path not in (base, journal.path):
                path.unlink(missing_ok=True)
        log.info("copied", folder=str(folder), size=base.stat().st_size)

    def _new_journal(self, folder: Path, lineage: str) -> LineFile:
        file = LineFile.create(folder / f"journal-{_stamp()}.jsonl", _BUSY)
        file.add([header_body(lineage)])
        return file


def _stamp() -> str:
    """A part of a name that grows with time."""
    return f"{time.time_ns() // 1_000_000}-{token_hex(2)}"


def _now() -> int:
    return time.time_ns() // 1_000_000


def _why(error: BaseException) -> str:
    if isinstance(error, LateError):
        return "the disk does not answer"
    return error.strerror or str(error) if isinstance(error, OSError) else str(error)
