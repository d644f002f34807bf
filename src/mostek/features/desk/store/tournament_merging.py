"""The files of two copies of an event: what they hold, the file of their merge, and the longer one in place of the shorter."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import time_ns

from msgspec import UNSET, Struct

from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.app.tournaments import replayed
from mostek.lexicon.files import atomically
from mostek.store.desk_journal import journal_of, signed_line
from mostek.store.hash_chain import stated, written
from mostek.store.line_file import create_whole, not_saved
from mostek.store.signing_key import signer_of
from mostek.store.tournament_files import SUFFIX, TournamentFile, folder, note_end
from mostek.store.tournament_lines import TournamentContents, read_line, read_tournament, step_bodies
from mostek.tournament.decide import Step
from mostek.tournament.merging.copies import EventCopy


class CopyFile(Struct, frozen=True):
    """The file of a copy, as it was read."""

    path: Path
    data: bytes
    contents: TournamentContents
    copy: EventCopy

    @property
    def whole(self) -> bytes:
        """Its complete lines."""
        lines = self.data[: self.contents.size]
        return lines if lines.endswith(b"\n") else lines + b"\n"

    @property
    def is_changed(self) -> bool:
        """Whether another window has written since it was read."""
        try:
            return self.path.read_bytes() != self.data
        except OSError:
            return True


def copy_file(path: Path, data: bytes) -> CopyFile:
    """Read the file of a copy. Raises `LogError`, also for steps that contradict each other."""
    contents = read_tournament(data)
    if not contents.steps:
        raise LogError("The file has no complete step.")
    replayed(contents.steps)
    lines = data[: contents.size].split(b"\n")
    heads = tuple(stated(line) for line in lines[1 : len(contents.steps) + 1])
    key = contents.header.key
    return CopyFile(path, data, contents, EventCopy(contents.steps, heads, None if key is UNSET else key))


def copies_here(copy: EventCopy) -> Iterator[CopyFile]:
    """The tournaments of the folder that began with the same step, the latest first; damaged ones are left out."""
    found = []
    for path in folder().glob(f"*{SUFFIX}"):
        with suppress(LogError, OSError):  # a damaged copy is no reason not to merge the others
            if _first_step(path) == copy.steps[0]:
                found.append((path.stat().st_mtime, copy_file(path, path.read_bytes())))
    for _, each in sorted(found, key=lambda entry: (entry[0], entry[1].path.name), reverse=True):
        yield each


def _first_step(path: Path) -> Step | None:
    """The first step of a file, without reading the rest."""
    with path.open("rb") as file:
        file.readline()
        line = file.readline().rstrip(b"\n")
    read = read_line(2, line) if line else None
    return Step(read.command, read.events) if read else None


def create_merged(path: Path, base: CopyFile, added: tuple[Step, ...]) -> None:
    """Create the file of a merge: the lines and the journal of one copy, and the added steps, which this desk signs.

    Args:
        path: The new file.
        base: The copy whose file goes on.
        added: The steps of the merge.

    Raises:
        FileExistsError: There is a tournament of this name.
        SaveError: Nothing was written.
        LogError: The file could not be read again as it was meant.
    """
    if path.exists():
        raise FileExistsError(path)
    steps = (*base.contents.steps, *added)
    lines, head = written(base.contents.head, step_bodies(len(base.contents.steps) + 1, added))
    whole = base.whole + lines

    def check(data: bytes) -> None:
        if data != whole or read_tournament(data).steps != steps:
            raise LogError("{path} was not read as it was written; nothing was kept.", path=path)
        replayed(steps)

    # The journal comes first: a file that a kill leaves without it would look like one whose signatures were removed.
    _write_journal(path, base, len(steps), head or "")
    try:
        create_whole(path, whole, check)
    except FileExistsError:
        raise
    except BaseException:
        with suppress(OSError):  # the fault that is raised again says more
            journal_of(path).unlink(missing_ok=True)
        raise
    with suppress(OSError):
        os.utime(path, ns=(time_ns(), time_ns()))  # the latest tournament is the one that commands mean


def _write_journal(path: Path, base: CopyFile, steps: int, head: str) -> None:
    """The journal of the copy that goes on, and the signature of this desk under the merge."""
    journal, earlier, header = journal_of(path), journal_of(base.path), base.contents.header
    signer = None if header.key is UNSET else signer_of(folder().parent)
    try:
        lines = earlier.read_bytes() if earlier.exists() else b""
        lines = lines[: lines.rfind(b"\n") + 1]
        if signer is not None:
            lines += signed_line(signer, header.name, steps, head)
        if lines:
            with atomically(journal) as file:
                file.write(lines)
        else:
            journal.unlink(missing_ok=True)  # of an earlier tournament of this name, which was deleted
    except OSError as error:
        with suppress(OSError):  # the fault that is raised says more
            journal.unlink(missing_ok=True)
        raise not_saved(journal, error) from None


def take_longer(here: CopyFile, longer: CopyFile) -> SaveError | None:
    """Add to a file the steps that a longer copy has, all or none.

    A copy of the same file takes its place, so that its hashes stay those on paper; the steps of one that was imported are
    added as a list.

    Returns:
        The fault of the journal; the tournament itself is saved.

    Raises:
        ConflictError: Another window has written meanwhile.
        SaveError: Nothing was written.
        LogError: The file cannot be opened.
    """
    file = TournamentFile.open(here.path)
    try:
        if here.is_changed:
            raise ConflictError(len(here.contents.steps), len(file.read()))
        if not longer.whole.startswith(here.whole):
            file.append_all(len(here.contents.steps), longer.contents.steps[len(here.contents.steps) :])
            return file.journal_fault
        if sys.platform == "win32":
            file.close()  # an open file cannot be replaced there
        try:
            with atomically(here.path) as draft:
                draft.write(longer.whole)
        except OSError as error:
            if here.path.read_bytes() != longer.whole:  # the folder may fail to be flushed after the file has its place
                raise not_saved(here.path, error) from None
    finally:
        with suppress(OSError):  # what counts is flushed already
            file.close()
    return note_end(here.path, here.contents.header, len(longer.contents.steps), longer.contents.head)
