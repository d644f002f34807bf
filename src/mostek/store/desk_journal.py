"""The journal of a tournament: the head of its file after each step, signed by the desk, in a file of its own beside it.

A line is `{"n":12,"head":"9c1e…","key":"…","signature":"…"}`. The key is that of the desk's data folder; the first line of the
tournament names the key of the desk that founded it. Who changes the file of the tournament and makes its chain anew cannot
make these lines anew without the key; who removes them is found by their absence.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from mostek.app.ports import LogError
from mostek.app.seals import Hex32, Hex64
from mostek.app.signatures import Signer
from mostek.store.line_file import not_saved, write_whole

SUFFIX = ".heads"


class JournalLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A signed head."""

    n: Annotated[int, Meta(ge=0)]
    """The number of steps."""
    head: Hex32
    key: Hex32
    signature: Hex64


def journal_of(path: Path) -> Path:
    """The journal beside the file of a tournament."""
    return path.with_suffix(SUFFIX)


def desk_statement(name: str, steps: int, head: str) -> bytes:
    """The bytes that a desk signs."""
    return f"mostek desk\n{name}\n{steps}\n{head}".encode()


def signed_line(signer: Signer, name: str, steps: int, head: str) -> bytes:
    """The line of a journal for the head of a file."""
    line = JournalLine(steps, head, signer.public, signer.sign(desk_statement(name, steps, head)))
    return msgspec.json.encode(line) + b"\n"


def note_head(path: Path, signer: Signer, name: str, steps: int, head: str) -> None:
    """Add a line to the journal of a file and wait for the disk. Raises `SaveError`."""
    append_lines(path, signed_line(signer, name, steps, head))


def journal_lines(path: Path) -> bytes:
    """The complete lines of the journal beside a file; nothing if there is none."""
    with suppress(FileNotFoundError):  # the journal begins with the first change
        lines = journal_of(path).read_bytes()
        return lines[: lines.rfind(b"\n") + 1]
    return b""


def append_lines(path: Path, lines: bytes) -> None:
    """Add lines to the journal beside a file and wait for the disk. Raises `SaveError`."""
    journal = journal_of(path)
    try:
        file = os.open(journal, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        try:
            whole = len(journal_lines(path))  # a line that a power cut has torn is written over
            os.ftruncate(file, whole)
            os.lseek(file, whole, os.SEEK_SET)
            write_whole(file, lines)
        finally:
            os.close(file)
    except OSError as error:
        raise not_saved(journal, error) from None


def read_journal(path: Path) -> tuple[JournalLine, ...] | None:
    """The journal of a file; `None` if there is none. A torn last line is no line. Raises `LogError`."""
    try:
        lines = journal_of(path).read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return None
    except OSError as error:
        raise LogError("{path} cannot be opened: {why}.", path=journal_of(path), why=error.strerror) from None
    read = []
    for number, line in enumerate(lines, 1):
        try:
            read.append(msgspec.json.decode(line, type=JournalLine))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise LogError("Line {line} cannot be read: {why}.", line=number, why=str(error).rstrip(".")) from None
    return tuple(read)
