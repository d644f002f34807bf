"""The log of a tournament that goes to another computer, a piece at a time, and the copy there.

A copy takes only what continues it, checked step by step, and writes nothing of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import NamedTuple

import msgspec
from msgspec import Struct

from mostek.app.event_size import large_event
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.ports import LogError, SaveError
from mostek.app.signatures import is_signed
from mostek.app.tournaments import Desk, UnsavedLog, replayed
from mostek.features.replication.model import (
    USUAL_PIECE,
    CopyReceipt,
    JournalEnd,
    KeyGrant,
    LogPiece,
    PieceHeader,
    ShownCopy,
)
from mostek.store.desk_journal import JournalLine, append_lines, desk_statement, journal_lines, journal_of
from mostek.store.hash_chain import BEGINNING, body_of, chained, end_of
from mostek.store.line_file import LineFile, create_whole, replace_whole
from mostek.store.shared_tournament import SharedTournament
from mostek.store.tournament_lines import (
    FORMAT,
    TournamentContents,
    TournamentHeader,
    read_header,
    read_line,
    read_tournament,
    steps_of,
)
from mostek.tournament.commands import CreateTournament, MergeCopies
from mostek.tournament.decide import Step
from mostek.tournament.limits import LARGEST_LOG
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.state import Tournament

_END = b"\n"
_BUSY = "The tournament {name} is being changed in another window."


class LogCopy(SharedTournament):
    """A copy in a file with its journal beside it. No command may append to it, and no other program writes it."""

    @property
    def name(self) -> str:
        """The name of the file in the hall."""
        return self._contents.header.name

    def has_changed(self) -> bool:
        """A copy has no other writer."""
        return False

    def append_all(self, expected: int, steps: Sequence[Step]) -> None:
        """Nothing is appended here. Raises `CopyError`."""
        raise CopyError(CopyFault.READ_ONLY)

    @classmethod
    def begin(cls, path: Path, piece: LogPiece, checked: CheckedLines | None = None) -> tuple[LogCopy, Desk]:
        """Create a copy from its first piece, as a whole or not at all.

        Args:
            path: where it is to be.
            piece: its first piece.
            checked: the lines of the piece, if they were checked before.

        Raises:
            CopyError: it does not begin a log, or is not sound.
            SaveError: the disk is full, or fails.
            LogError: it was not read as it was written.
            FileExistsError: there is one.
        """
        if piece.header.after != BEGINNING:
            raise CopyError(CopyFault.GAP, have=0)
        checked = checked or checked_lines(None, None, piece.lines)
        data = piece.lines[: checked.taken]

        def check(written: bytes) -> None:
            if written != data or len(read_tournament(written).steps) != checked.steps:
                raise LogError("{path} was not read as it was written; nothing was kept.", path=path)

        journal_of(path).unlink(missing_ok=True)
        create_whole(path, data, check)
        copy = cls(path)
        copy._take_journal(piece)
        return copy, copy._desk(checked)

    def lacking(self, piece: LogPiece) -> LogPiece:
        """The part of a piece that the copy lacks, as they may overlap; a merge in its place is left whole.

        Raises `CopyError` if the piece does not continue the copy.
        """
        if piece.header.after == self.head or piece.is_replacement:
            return piece
        data = self.data()
        end = end_of(data, piece.header.after)
        if end is None:
            raise CopyError(CopyFault.GAP, have=len(self.read()))
        return self._rest_of(piece, data, end)

    def take(self, desk: Desk, piece: LogPiece, checked: CheckedLines | None = None) -> Desk:
        """Check the next piece and write it.

        Args:
            desk: the tournament as the copy has it.
            piece: what is to be added. A piece that was taken before changes nothing.
            checked: the lines of what the copy lacks of it, if they were checked before.

        Returns:
            The desk after it; of a very long piece only the first steps were taken.

        Raises:
            CopyError: it does not continue the copy, or is not sound; nothing was written.
            SaveError: the disk is full, or fails; nothing was written.
        """
        if piece.is_replacement:
            return self._replace(piece, checked)
        piece = self.lacking(piece)
        checked = checked or checked_lines(self._contents, desk, piece.lines)
        if lines := piece.lines[: checked.taken]:
            file, _ = LineFile.reopen(self.path, _BUSY)
            try:
                file.settle(self._contents.size, self._contents.head, b"")
                file.cut(self._contents.size, self._contents.head)  # what a kill in the middle of a write has left
                file.add(map(body_of, lines[:-1].split(_END)))
            finally:
                file.close()
            steps = (*self._contents.steps, *steps_in(self._contents, lines))
            self._contents = TournamentContents(
                checked.header, steps, checked.head, checked.size, b"", self._contents.last_list
            )
        self._take_journal(piece)
        return self._desk(checked)

    def _desk(self, checked: CheckedLines) -> Desk:
        steps = self.read()
        return Desk.at(UnsavedLog(steps), checked.state, steps)

    def _rest_of(self, piece: LogPiece, data: bytes, end: int) -> LogPiece:
        """A piece that goes on after `end` bytes, without what is there already; one with other lines is a fork."""
        there, lines = data[end:], piece.lines
        if lines.startswith(there):
            return self._follow_up(piece, lines[len(there) :])
        shorter = min(len(there), len(lines))
        common = next((at for at in range(shorter) if there[at] != lines[at]), shorter)
        have = len(self.read())
        steps = steps_before(data, end + common)
        if common < len(lines) and not steps:
            raise CopyError(CopyFault.OTHER_EVENT, name=self._title())
        if common < len(lines):
            raise CopyError(CopyFault.FORK, common=steps, theirs=have - steps, ours=lines[common:].count(_END))
        if piece.header.is_end:
            raise CopyError(CopyFault.OLDER, ours=steps, have=have)
        return self._follow_up(piece, b"")  # it was taken before, and more since

    def _follow_up(self, piece: LogPiece, lines: bytes) -> LogPiece:
        """The piece as one that begins where the copy ends."""
        return msgspec.structs.replace(
            piece, header=msgspec.structs.replace(piece.header, after=self.head), lines=lines
        )

    def _title(self) -> str:
        first = self.read()[0].command
        return first.name if isinstance(first, CreateTournament) else self.name

    def _replace(self, piece: LogPiece, checked: CheckedLines | None) -> Desk:
        """Take a merge that has taken this copy in: it holds all that was published, and goes on from the other copy."""
        checked = checked or checked_lines(None, None, piece.lines, seconds=CHECKED_AT_ONCE * 10)
        data = piece.lines[: checked.taken]
        steps = steps_in(None, data)
        if self.read()[:1] != steps[:1]:
            raise CopyError(CopyFault.OTHER_EVENT, name=self._title())
        taken = {step.command.taken.head for step in steps if isinstance(step.command, MergeCopies)}
        if end_of(data, self.head) is None and self.head not in taken:
            raise CopyError(CopyFault.FORK, common=0, theirs=len(self.read()), ours=len(steps))
        replace_whole(self.path, data)
        self.reload()
        self._take_journal(piece)
        return self._desk(checked)

    @property
    def journal_end(self) -> JournalEnd:
        """The end of the journal of the copy."""
        lines = journal_lines(self.path)
        return JournalEnd(len(lines), sha256(lines).hexdigest())

    def _take_journal(self, piece: LogPiece) -> None:
        """Add lines of the journal whose signatures hold; a full disk leaves them for the next piece."""
        there = journal_lines(self.path)
        if not piece.journal or piece.header.journal_at > len(there):
            return
        lines = piece.journal[: piece.journal.rfind(b"\n") + 1]
        good = b"".join(_signed_lines(lines, self.name, len(self.read())))
        whole = there[: piece.header.journal_at] + good
        with suppress(SaveError):  # the lines of the log are here, and what is decided next rests on them
            if whole.startswith(there):
                append_lines(self.path, whole[len(there) :])
            elif not there.startswith(whole):
                replace_whole(journal_of(self.path), whole)


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


def checked_copy(path: Path) -> tuple[LogCopy, Desk]:
    """An existing copy with its tournament. Raises `LogError`."""
    copy = LogCopy(path)
    state = replayed(copy.read())
    if state is None:
        raise LogError("The file has no complete step.")
    return copy, Desk.at(UnsavedLog(copy.read()), state, copy.read())


CHECKED_AT_ONCE = 8.0
"""The seconds of checking after which a copy takes what it has checked and leaves the rest of a piece for later."""


class CheckedLines(NamedTuple):
    """Lines of a log, each of which follows from its command."""

    header: TournamentHeader
    state: Tournament
    """The tournament after them."""
    steps: int
    """The number of all its steps."""
    taken: int
    """How many bytes of what was given they are: as far as there was time."""
    head: str
    size: int
    """The bytes of the whole log with them."""


def checked_lines(
    known: TournamentContents | None, desk: Desk | None, given: bytes, seconds: float = CHECKED_AT_ONCE
) -> CheckedLines:
    """Decide each step of a piece again.

    Args:
        known: the log before it; `None` for the beginning.
        desk: the tournament before it; `None` for the beginning.
        given: the lines of the piece.
        seconds: the seconds after which the rest is left out.

    Raises:
        CopyError: they do not continue the log, or do not follow from their commands.
    """
    *lines, rest = given.split(b"\n")
    if rest:
        raise CopyError(CopyFault.UNREADABLE, why=LogError("it is damaged, and no complete JSON"))
    size = 0 if known is None else known.size
    if size + len(given) > LARGEST_LOG:
        raise CopyError(CopyFault.TOO_LARGE, megabytes=LARGEST_LOG // 2**20)
    head, before = (BEGINNING, 0) if known is None else (known.head, len(known.steps) + 1)
    heads = chained(head, lines)
    if len(heads) < len(lines):
        raise CopyError(CopyFault.CHAIN, line=before + len(heads) + 1)
    try:
        header, first = (known.header, 0) if known is not None else (_header(lines[0] if lines else b""), 1)
        read = [read_line(number, line) for number, line in enumerate(lines[first:], before + first + 1)]
    except LogError as error:
        raise CopyError(CopyFault.UNREADABLE, why=error) from None
    steps = steps_of(header, read)
    if len(steps) < len(read) or (known is None and not steps):
        raise CopyError(CopyFault.TORN_LIST)
    after, taken = _decided(desk, steps, [line.more for line in read], seconds)
    kept = taken + first
    length = sum(len(line) + 1 for line in lines[:kept])
    end = heads[kept - 1] if kept else head
    return CheckedLines(header, after.state, len(after.steps), length, end, size + length)


def steps_in(known: TournamentContents | None, lines: bytes) -> tuple[Step, ...]:
    """The steps of lines that were checked."""
    *each, _ = lines.split(b"\n")
    header = read_header(each.pop(0)) if known is None else known.header
    first = 2 if known is None else len(known.steps) + 2
    return steps_of(header, [read_line(number, line) for number, line in enumerate(each, first)])


def _header(line: bytes) -> TournamentHeader:
    try:
        return read_header(line)
    except LogError as error:
        if "known" in error.params:
            raise CopyError(CopyFault.FUTURE, format=error.params["format"], known=FORMAT) from None
        raise


def _decided(desk: Desk | None, steps: tuple[Step, ...], more: list[int], seconds: float) -> tuple[Desk, int]:
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
            if monotonic() - started > seconds and taken < len(steps):
                return whole, taken
    return whole, taken


class LogSource(Struct, frozen=True):
    """The file of a tournament and its journal, read at one moment."""

    data: bytes
    """The complete lines, of which the first identifies the file."""
    head: str
    """The hash of the whole."""
    steps: int
    journal: bytes
    merged: frozenset[str]
    """The ends of the copies that merges have taken in."""

    @classmethod
    def of(cls, path: Path) -> LogSource:
        """Read a file; an incomplete last line or list is left out. Raises `LogError`."""
        try:
            data, journal = path.read_bytes(), journal_lines(path)
        except OSError as error:
            raise LogError("{path} cannot be opened: {why}.", path=path, why=error.strerror) from None
        contents = read_tournament(data)
        if not contents.steps:
            raise LogError("The file has no complete step.")
        merged = {step.command.taken.head for step in contents.steps if isinstance(step.command, MergeCopies)}
        whole = data[: contents.size].rstrip(_END) + _END
        return cls(whole, contents.head, len(contents.steps), journal, frozenset(merged))


class _More(Struct):
    more: int = 0


def _more(line: bytes) -> int:
    return msgspec.json.decode(line, type=_More).more


def next_piece(
    source: LogSource, state: CopyReceipt, shown: ShownCopy | None, grants: tuple[KeyGrant, ...]
) -> tuple[PieceHeader, bytes, bytes]:
    """The header, the lines and the lines of the journal that come next.

    Raises:
        CopyError: the copy has steps that the file has not.
    """
    start = end_of(source.data, state.head)
    replaces = start is None
    if replaces and state.head not in source.merged:
        raise CopyError(CopyFault.FORK, common=0, theirs=state.steps, ours=source.steps)
    if start is None:
        start, end = 0, len(source.data)
    else:
        end = _piece_end(source.data, start)
    beside = PieceHeader(after=BEGINNING if replaces else state.head, shown=shown, grants=grants, replaces=replaces)
    return cut_piece(beside, source.data, start, end, source.journal, state.journal)


def cut_piece(
    beside: PieceHeader, data: bytes, start: int, end: int, journal: bytes, there: JournalEnd | None
) -> tuple[PieceHeader, bytes, bytes]:
    """The piece between two ends of lines of a log.

    Args:
        beside: the hash before it, and what goes with it.
        data: the complete lines of the log.
        start: the bytes before the piece.
        end: the bytes up to its end.
        journal: the lines of the journal.
        there: the end of the journal of the copy.

    Returns:
        The header, the lines, and the lines of the journal that the copy lacks.
    """
    journal_at, lacking = _journal_after(journal, there or JournalEnd(), steps_before(data, end))
    header = msgspec.structs.replace(
        beside,
        steps=steps_before(data, start),
        lines=end - start,
        journal_at=journal_at,
        is_end=end == len(data),
    )
    return header, data[start:end], lacking


def steps_before(data: bytes, end: int) -> int:
    """The number of steps in the first bytes of a log."""
    return max(0, data.count(_END, 0, end) - 1)


def _piece_end(data: bytes, start: int) -> int:
    """The bytes up to the end of the piece that begins there: whole lists, and about the usual size."""
    end = line = start
    while found := data.find(_END, line) + 1:
        if line and not _more(data[line:found]):  # the first line is no step
            if end > start and found - start > USUAL_PIECE:
                break
            end = found
        line = found
    return end


def _journal_after(journal: bytes, there: JournalEnd, steps: int) -> tuple[int, bytes]:
    """The place in the journal where a copy goes on, and the lines up to a step; the start where it has another one."""
    at = there.size
    if sha256(journal[:at]).hexdigest() != there.digest or at > len(journal):
        at = 0
    part = []
    for line in journal[at:].split(b"\n")[:-1]:
        if msgspec.json.decode(line, type=_Signed).n > steps:
            break
        part.append(line + b"\n")
    return at, b"".join(part)


class _Signed(Struct):
    n: int


def checked_piece(path: Path | None, size: int, lines: bytes, seconds: float) -> CheckedLines:
    """Lines that another computer sends for its copy here, each decided again.

    Args:
        path: the file of the copy; `None` for the beginning.
        size: the bytes of the copy.
        lines: what it lacks.
        seconds: the seconds after which the rest is left out.

    Raises `CopyError`, `LogError`.
    """
    if path is None:
        return checked_lines(None, None, lines, seconds)
    known = read_tournament(path.read_bytes()[:size])
    state = replayed(known.steps)
    assert state is not None, "a copy has the founding"
    return checked_lines(known, Desk.at(UnsavedLog(known.steps), state, known.steps), lines, seconds)
