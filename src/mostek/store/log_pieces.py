"""The pieces of a tournament's file that a copy still lacks: lines as they stand there, lists whole, and the journal's part."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from mostek.app.key_grants import KeyGrant
from mostek.app.log_copies import USUAL_PIECE, CopyError, CopyFault, CopyReceipt, JournalEnd, PieceHeader, ShownCopy
from mostek.app.ports import LogError
from mostek.store.hash_chain import BEGINNING, stated
from mostek.store.log_copy import journal_bytes
from mostek.store.tournament_lines import read_tournament
from mostek.tournament.commands import MergeCopies


class LogSource(Struct, frozen=True):
    """The file of a tournament and its journal, read at one moment."""

    lines: tuple[bytes, ...]
    """The complete lines with their ends, of which the first identifies the file."""
    lasting: tuple[int, ...]
    """The numbers of lines after which no list is open."""
    journal: bytes
    merged: frozenset[str]
    """The ends of the copies that merges have taken in."""

    @classmethod
    def of(cls, path: Path) -> LogSource:
        """Read a file. Raises `LogError`."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise LogError("{path} cannot be opened: {why}.", path=path, why=error.strerror) from None
        return cls.of_data(data, journal_bytes(path))

    @classmethod
    def of_data(cls, data: bytes, journal: bytes) -> LogSource:
        """The source in these bytes; an incomplete last line or list is left out. Raises `LogError`."""
        contents = read_tournament(data)
        if not contents.steps:
            raise LogError("The file has no complete step.")
        whole = data[: contents.size]
        lines = tuple(line + b"\n" for line in whole.rstrip(b"\n").split(b"\n"))
        lasting = tuple(number for number, line in enumerate(lines, 1) if number > 1 and _more(line) == 0)
        merged = {step.command.taken.head for step in contents.steps if isinstance(step.command, MergeCopies)}
        return cls(lines, lasting, journal, frozenset(merged))

    @property
    def head(self) -> str:
        """The hash of the whole."""
        return stated(self.lines[-1].rstrip(b"\n"))

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.lines) - 1

    def place_of(self, head: str) -> int | None:
        """The number of lines up to the one with this hash; `None` if there is none."""
        if head == BEGINNING:
            return 0
        return next((n for n, line in enumerate(self.lines, 1) if stated(line.rstrip(b"\n")) == head), None)


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
    there = source.place_of(state.head)
    replaces = False
    if there is None:
        if state.head not in source.merged:
            raise CopyError(CopyFault.FORK, common=0, theirs=state.steps, ours=source.steps)
        there, replaces = 0, True
    end = len(source.lines) if replaces else _end(source, there)
    journal_at, journal = journal_after(source.journal, state.journal or JournalEnd(), end - 1)
    lines = b"".join(source.lines[there:end])
    header = PieceHeader(
        after=stated(source.lines[there - 1].rstrip(b"\n")) if there else BEGINNING,
        steps=max(0, there - 1),
        lines=len(lines),
        journal_at=journal_at,
        is_end=end == len(source.lines),
        shown=shown,
        grants=grants,
        replaces=replaces,
    )
    return header, lines, journal


def _end(source: LogSource, there: int) -> int:
    """The number of lines up to the end of the piece: whole lists, and about the usual size."""
    end, size, counted = there, 0, there
    for lasting in source.lasting:
        if lasting <= there:
            continue
        size += sum(map(len, source.lines[counted:lasting]))
        if end > there and size > USUAL_PIECE:
            break
        end = counted = lasting
    return end


def journal_after(journal: bytes, there: JournalEnd, steps: int) -> tuple[int, bytes]:
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
