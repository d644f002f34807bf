"""The copy of a log that another computer writes: it takes only what continues it, checked step by step, and writes nothing of
its own.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import msgspec

from mostek.app.event_size import large_event
from mostek.app.log_copies import CopyError, CopyFault, JournalEnd, LogPiece
from mostek.app.ports import LogError
from mostek.app.signatures import is_signed
from mostek.app.tournaments import Desk, UnsavedLog, replayed
from mostek.lexicon.files import atomically
from mostek.store.desk_journal import JournalLine, desk_statement, journal_of
from mostek.store.hash_chain import BEGINNING, body_of, follows, stated
from mostek.store.line_file import LineFile, create_whole, not_saved, write_whole
from mostek.store.tournament_lines import (
    FORMAT,
    TournamentContents,
    TournamentHeader,
    TournamentLine,
    read_header,
    read_line,
    read_tournament,
    steps_of,
)
from mostek.tournament.commands import CreateTournament, MergeCopies
from mostek.tournament.decide import Step
from mostek.tournament.limits import LARGEST_LOG
from mostek.tournament.refusals import DeskReason, DeskRefusal

PATIENCE = 8.0
"""The seconds of checking after which a copy takes what it has checked and leaves the rest of a piece for later."""
_END = b"\n"
_BUSY = "The tournament {name} is being changed in another window."


class _Checked(NamedTuple):
    header: TournamentHeader
    desk: Desk
    lines: tuple[bytes, ...]
    """The lines to write, without their ends."""
    head: str
    size: int


class LogCopy:
    """A copy in a file with its journal beside it. A `SharedTournamentLog` to which no command may append."""

    def __init__(self, path: Path) -> None:
        """Raises `LogError` for a file that cannot be read."""
        self.path = path
        self._contents = _read(path)

    @property
    def name(self) -> str:
        """The name of the file in the hall."""
        return self._contents.header.name

    @property
    def head(self) -> str:
        """The hash of the whole copy."""
        return self._contents.head

    @property
    def size(self) -> int:
        """Its bytes."""
        return self._contents.size

    def has_changed(self) -> bool:
        """A copy has no other writer."""
        return False

    def reload(self) -> None:
        """Read the file again. Raises `LogError`."""
        self._contents = _read(self.path)

    def data(self) -> bytes:
        """The bytes of the complete lines. Raises `LogError`."""
        return _bytes_of(self.path)[: self._contents.size]

    def journal(self) -> bytes:
        """The complete lines of the journal."""
        return journal_bytes(self.path)

    def read(self) -> tuple[Step, ...]:
        """Every step."""
        return self._contents.steps

    def append(self, expected: int, step: Step) -> None:
        """Nothing is appended here. Raises `CopyError`."""
        raise CopyError(CopyFault.READ_ONLY)

    def append_all(self, expected: int, steps: Sequence[Step]) -> None:
        """Nothing is appended here. Raises `CopyError`."""
        raise CopyError(CopyFault.READ_ONLY)

    @classmethod
    def begin(cls, path: Path, piece: LogPiece) -> tuple[LogCopy, Desk]:
        """Create a copy from its first piece, as a whole or not at all.

        Raises `CopyError`, `SaveError`, `LogError`; `FileExistsError` if there is one.
        """
        if piece.header.after != BEGINNING:
            raise CopyError(CopyFault.GAP, have=0)
        checked = _checked(None, None, piece)
        data = b"".join(line + b"\n" for line in checked.lines)

        def check(written: bytes) -> None:
            if written != data or len(read_tournament(written).steps) != len(checked.desk.steps):
                raise LogError("{path} was not read as it was written; nothing was kept.", path=path)

        journal_of(path).unlink(missing_ok=True)
        create_whole(path, data, check)
        copy = cls(path)
        copy._take_journal(piece, checked.desk)
        return copy, checked.desk

    def take(self, desk: Desk, piece: LogPiece) -> Desk:
        """Check the next piece and write it.

        Args:
            desk: the tournament as the copy has it.
            piece: what is to be added. A piece that was taken before changes nothing.

        Returns:
            The desk after it; of a very long piece only the first steps were taken.

        Raises:
            CopyError: it does not continue the copy, or is not sound; nothing was written.
            SaveError: the disk is full, or fails; nothing was written.
        """
        if piece.header.replaces and piece.header.after == BEGINNING:
            return self._replace(piece)
        if piece.header.after != self.head:
            if piece.header.after == BEGINNING or piece.header.after in _heads(self.data()):
                piece = self._rest_of(piece)
            else:
                raise CopyError(CopyFault.GAP, have=len(self.read()))
        checked = _checked(self._contents, desk, piece)
        if checked.lines:
            file, _ = LineFile.reopen(self.path, _BUSY)
            try:
                file.settle(self._contents.size, self._contents.head, b"")
                file.cut(self._contents.size, self._contents.head)  # what a kill in the middle of a write has left
                file.add(map(body_of, checked.lines))
            finally:
                file.close()
            self._contents = TournamentContents(
                checked.header, checked.desk.steps, checked.head, checked.size, b"", self._contents.last_list
            )
        self._take_journal(piece, checked.desk)
        return checked.desk

    def _rest_of(self, piece: LogPiece) -> LogPiece:
        """A piece that overlaps with the copy, without what is there already; one with other lines is a fork."""
        data = self.data()
        end = _end_of(data, piece.header.after)
        there = data[end:]
        if piece.lines.startswith(there):
            return msgspec.structs.replace(piece, lines=piece.lines[len(there) :])
        shorter = min(len(there), len(piece.lines))
        common = next((at for at in range(shorter) if there[at] != piece.lines[at]), shorter)
        have = len(self.read())
        steps = max(0, data[: end + common].count(_END) - 1)
        if common < len(piece.lines) and not steps:
            raise CopyError(CopyFault.OTHER_EVENT, name=self._title())
        if common < len(piece.lines):
            ours = piece.lines[common:].count(_END)
            raise CopyError(CopyFault.FORK, common=steps, theirs=have - steps, ours=ours)
        if piece.header.is_end:
            raise CopyError(CopyFault.OLDER, ours=steps, have=have)
        return msgspec.structs.replace(piece, lines=b"")  # it was taken before, and more since

    def _title(self) -> str:
        first = self.read()[0].command
        return first.name if isinstance(first, CreateTournament) else self.name

    def _replace(self, piece: LogPiece) -> Desk:
        """Take a merge that has taken this copy in: it holds all that was published, and goes on from the other copy."""
        checked = _checked(None, None, piece, patience=PATIENCE * 10)
        if self.read()[:1] != checked.desk.steps[:1]:
            raise CopyError(CopyFault.OTHER_EVENT, name=self._title())
        taken = {step.command.taken.head for step in checked.desk.steps if isinstance(step.command, MergeCopies)}
        heads = set(_heads(b"\n".join(checked.lines)))
        if self.head not in heads and self.head not in taken:
            raise CopyError(CopyFault.FORK, common=0, theirs=len(self.read()), ours=len(checked.desk.steps))
        data = b"".join(line + b"\n" for line in checked.lines)
        try:
            with atomically(self.path) as file:
                file.write(data)
        except OSError as error:
            raise not_saved(self.path, error) from None
        self._contents = _read(self.path)
        self._take_journal(piece, checked.desk)
        return checked.desk

    @property
    def journal_end(self) -> JournalEnd:
        """The end of the journal of the copy."""
        lines = self.journal()
        return JournalEnd(len(lines), sha256(lines).hexdigest())

    def _take_journal(self, piece: LogPiece, desk: Desk) -> None:
        """Add lines of the journal whose signatures hold; a full disk leaves them for the next piece."""
        there = self.journal()
        if not piece.journal or piece.header.journal_at > len(there):
            return
        lines = piece.journal[: piece.journal.rfind(b"\n") + 1]
        good = b"".join(_signed_lines(lines, self.name, len(desk.steps)))
        journal = journal_of(self.path)
        whole = there[: piece.header.journal_at] + good
        if whole == there or (len(whole) < len(there) and there.startswith(whole)):
            return
        try:
            if not whole.startswith(there):
                with atomically(journal) as new:
                    new.write(whole)
                return
            file = os.open(journal, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
            try:
                os.ftruncate(file, len(there))
                os.lseek(file, len(there), os.SEEK_SET)
                write_whole(file, whole[len(there) :])
            finally:
                os.close(file)
        except OSError as error:
            raise not_saved(journal, error) from None


def journal_bytes(path: Path) -> bytes:
    """The complete lines of the journal beside a file; nothing if there is none."""
    with suppress(FileNotFoundError):
        lines = journal_of(path).read_bytes()
        return lines[: lines.rfind(b"\n") + 1]
    return b""


def _read(path: Path) -> TournamentContents:
    return read_tournament(_bytes_of(path))


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise LogError("{path} cannot be opened: {why}.", path=path, why=error.strerror) from None


def _heads(data: bytes) -> list[str]:
    return [stated(line) for line in data.split(b"\n") if line]


def _end_of(data: bytes, head: str) -> int:
    """The end of the line with this hash."""
    if head == BEGINNING:
        return 0
    return data.index(f'"hash":"{head}"}}\n'.encode()) + len(head) + len('"hash":""}\n')


def _signed_lines(data: bytes, name: str, steps: int) -> list[bytes]:
    found = []
    for line in data.split(b"\n")[:-1]:
        try:
            read = msgspec.json.decode(line, type=JournalLine)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            break
        if read.n > steps or not is_signed(read.key, desk_statement(name, read.n, read.head), read.signature):
            break
        found.append(line + b"\n")
    return found


def _checked(
    known: TournamentContents | None, desk: Desk | None, piece: LogPiece, patience: float = PATIENCE
) -> _Checked:
    """The lines of a piece, each of which follows from its command. Raises `CopyError`."""
    *lines, rest = piece.lines.split(b"\n")
    if rest:
        raise CopyError(CopyFault.UNREADABLE, why=LogError("it is damaged, and no complete JSON"))
    size = 0 if known is None else known.size
    if size + len(piece.lines) > LARGEST_LOG:
        raise CopyError(CopyFault.TOO_LARGE, megabytes=LARGEST_LOG // 2**20)
    head, number = (BEGINNING, 0) if known is None else (known.head, len(known.steps) + 1)
    header = None if known is None else known.header
    read: list[TournamentLine] = []
    heads = []
    try:
        for line in lines:
            number += 1
            linked = follows(head, line)
            if linked is None:
                raise CopyError(CopyFault.CHAIN, line=number)
            head = linked
            heads.append(head)
            if header is None:
                header = _header(line)
            else:
                read.append(read_line(number, line))
    except LogError as error:
        raise CopyError(CopyFault.UNREADABLE, why=error) from None
    if header is None:
        raise CopyError(CopyFault.UNREADABLE, why=LogError("The file is empty."))
    steps = steps_of(header, read)
    if len(steps) < len(read) or (known is None and not steps):
        raise CopyError(CopyFault.TORN_LIST)
    after, taken = _decided(desk, steps, [line.more for line in read], patience)
    kept = taken + (1 if known is None else 0)
    size += sum(len(line) + 1 for line in lines[:kept])
    end = heads[kept - 1] if kept else head
    return _Checked(header, after, tuple(lines[:kept]), end, size)


def _header(line: bytes) -> TournamentHeader:
    try:
        return read_header(line)
    except LogError as error:
        if "known" in error.params:
            raise CopyError(CopyFault.FUTURE, format=error.params["format"], known=FORMAT) from None
        raise


def _decided(desk: Desk | None, steps: tuple[Step, ...], more: list[int], patience: float) -> tuple[Desk, int]:
    """Decide each step again: the desk after them, and how many there was time for."""
    started, before = monotonic(), 0 if desk is None else len(desk.steps)
    trial = Desk(UnsavedLog()) if desk is None else Desk.at(UnsavedLog(desk.steps), desk.state, desk.steps)
    whole, taken = trial, 0
    for place, step in enumerate(steps):
        try:
            decided = trial.do(step.command)
        except (LookupError, ValueError, AttributeError, AssertionError):
            decided = ()
        if isinstance(decided, DeskRefusal) and decided.reason is DeskReason.LIMIT_REACHED:
            raise CopyError(CopyFault.OVER_LIMIT, why=large_event(decided.params))
        if isinstance(decided, DeskRefusal) or decided != step.events:
            raise CopyError(CopyFault.STRAY, n=before + place + 1)
        if not more[place]:
            whole, taken = Desk.at(UnsavedLog(trial.steps), trial.state, trial.steps), place + 1
            if monotonic() - started > patience and taken < len(steps):
                return whole, taken
    return whole, taken


def checked_copy(path: Path) -> tuple[LogCopy, Desk]:
    """An existing copy with its tournament. Raises `LogError`."""
    copy = LogCopy(path)
    state = replayed(copy.read())
    if state is None:
        raise LogError("The file has no complete step.")
    return copy, Desk.at(UnsavedLog(copy.read()), state, copy.read())
