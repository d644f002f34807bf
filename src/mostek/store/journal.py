"""The journal of a copy: what has changed the database, a transaction a line, in a chain of hashes.

    {"mostek":"journal","format":1,"lineage":"9f…","hash":"9c1e…"}
    {"at":1795453024963,"does":[["INSERT INTO event …",["g1",1,{"text":"…"}]]],"after":"07ab…","hash":"e230…"}

The first line names the database. The second says which line of an earlier journal it follows; `after` is empty if there is a gap
before it, which the next base closes. Bytes stand as text where they are text, so that the events of a game can be read.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from mostek.app.ports import LogError
from mostek.store.hash_chain import BEGINNING, chained, stated

FORMAT = 1
_OF_ANOTHER = "{path} is no journal of mostek."


class Statement(Struct, frozen=True, array_like=True):
    """A statement of SQL with its values."""

    sql: str
    values: tuple[Any, ...]


class JournalHeader(Struct, frozen=True, kw_only=True):
    """The first line."""

    mostek: str = "journal"
    format: int = FORMAT
    lineage: str


class _Batch(Struct, frozen=True, omit_defaults=True):
    at: int
    does: tuple[Statement, ...]
    after: str | None = None


class _Bytes(Struct, frozen=True):
    """Bytes as a value of a statement."""

    text: str | None = None
    base64: bytes | None = None


def header_body(lineage: str) -> bytes:
    """The body of the first line."""
    return msgspec.json.encode(JournalHeader(lineage=lineage))


def batch_body(at: int, statements: Sequence[Statement], after: str | None = None) -> bytes:
    """The body of the line of a transaction; the first of a journal says what it follows."""
    does = tuple(Statement(each.sql, tuple(map(_written, each.values))) for each in statements)
    return msgspec.json.encode(_Batch(at, does, after))


def _written(value: Any) -> Any:
    if not isinstance(value, bytes):
        return value
    try:
        return {"text": value.decode()}
    except UnicodeDecodeError:
        return {"base64": b64encode(value).decode()}


def _read(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    found = msgspec.convert(value, _Bytes)
    return (found.text or "").encode() if found.base64 is None else found.base64


class Journal:
    """The complete lines of a journal. Lines after a damaged one are counted, but not read."""

    def __init__(self, path: Path, header: JournalHeader, lines: Sequence[bytes], lost: int) -> None:
        self.path = path
        self.header = header
        self.lost = lost
        """The number of lines from the first that does not continue the chain; an incomplete last line is not counted."""
        self._lines = lines
        self.heads = [stated(line) for line in lines]
        """The hashes of its lines, of which the first is that of the header."""

    @classmethod
    def read(cls, path: Path) -> Journal:
        """Read a journal and check its chain. Raises `LogError` for another file."""
        try:
            data = path.read_bytes()
        except OSError as error:
            raise LogError("{path} cannot be read: {why}", path=path, why=error.strerror or str(error)) from None
        *complete, _ = data.split(b"\n")
        lines = complete[: len(chained(BEGINNING, complete))]
        try:
            header = msgspec.json.decode(lines[0], type=JournalHeader)
        except (IndexError, msgspec.MsgspecError, UnicodeDecodeError):
            raise LogError(_OF_ANOTHER, path=path) from None
        if (header.mostek, header.format) != ("journal", FORMAT):
            raise LogError(_OF_ANOTHER, path=path)
        return cls(path, header, lines, len(complete) - len(lines))

    @property
    def follows(self) -> str:
        """The hash of the line in an earlier journal that it follows; empty if there is none."""
        return (msgspec.json.decode(self._lines[1], type=_Batch).after or "") if len(self._lines) > 1 else ""

    def size_up_to(self, head: str) -> int:
        """The size in bytes of the lines up to the one with that hash. Raises `ValueError`."""
        return sum(len(line) + 1 for line in self._lines[: self.heads.index(head) + 1])

    def after(self, head: str) -> Iterator[tuple[str, Sequence[Statement]]]:
        """The transactions after the line with that hash, each with its own hash. Raises `ValueError`."""
        start = self.heads.index(head) + 1
        for line, own in zip(self._lines[start:], self.heads[start:], strict=True):
            batch = msgspec.json.decode(line, type=_Batch)
            yield own, [Statement(each.sql, tuple(map(_read, each.values))) for each in batch.does]
