"""The file of a lexicon: a header that describes it, then the nodes of a graph, ready to be mapped into memory.

Layout, all numbers little-endian:

====== ======== ==========================================================
offset size     meaning
====== ======== ==========================================================
0      8        magic ``MOSTEK\\x1a\\n``
8      4        version of the format, 1
12     4        length of the header in bytes
16     4        CRC-32 of the header
20     4        CRC-32 of the nodes
24     8        length of the nodes in bytes
32     …        header: JSON, UTF-8
…      …        nodes, from the next multiple of 64
====== ======== ==========================================================

Nothing in a file depends on when or where it was made: the same words give the same bytes.

Checking the sum of a graph takes a hundred times as long as mapping it. So `checked` marks a sound file with an empty file in the
cache, named after its place on the disk, its size and its times: a change to the file changes those, and it is checked again. A
failing disk can change a file without a trace; the kernel reads even such a file without harm.
"""

from __future__ import annotations

import json
import mmap
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import partial
from os import stat_result
from pathlib import Path
from typing import BinaryIO, Final
from zlib import crc32

from mostek.lexicon import LexiconError, LexiconPin

SUFFIX: Final = ".lexicon"
_MAGIC: Final = b"MOSTEK\x1a\n"
_VERSION: Final = 1
_FRONT: Final = struct.Struct("<8sIIIIQ")
_ALIGNMENT: Final = 64
_HEADER_LIMIT: Final = 1 << 20


class GraphKind(StrEnum):
    """The kind of graph in a file."""

    WORDS = "words"
    SEARCH = "search"
    MAP = "map"


@dataclass(frozen=True, slots=True, kw_only=True)
class LexiconHeader:
    """The header of a lexicon."""

    name: str
    edition: str
    source: str
    licence: str
    letters: tuple[str, ...]
    words: int
    hash: str
    graph: GraphKind = GraphKind.WORDS
    title_pl: str = ""
    """What a person reads in a list of lexica; the name where it is empty."""
    title_en: str = ""

    def title(self, language: str) -> str:
        """The title in that language, `pl` or `en`."""
        return (self.title_en if language == "en" else self.title_pl) or self.name

    @property
    def pin(self) -> LexiconPin:
        """The pin of this lexicon for a game."""
        return LexiconPin(self.name, self.edition, self.hash)


class HeaderError(LexiconError):
    """A header lacks a field, or has one of the wrong kind."""


@dataclass(frozen=True, slots=True)
class LexiconFile:
    """A lexicon file: the header, and the position of the nodes."""

    path: Path
    header: LexiconHeader
    offset: int
    length: int

    @property
    def mapped(self) -> tuple[str, int, int, tuple[str, ...]]:
        """The kernel's arguments for mapping the nodes: file, offset and length in bytes, letters."""
        return str(self.path), self.offset, self.length, self.header.letters


def encode(header: LexiconHeader, nodes: bytes) -> bytes:
    """The bytes of a lexicon file."""
    fields = {key: value for key, value in asdict(header).items() if value or not key.startswith("title")}
    text = json.dumps(fields, ensure_ascii=False, separators=(",", ":")).encode()
    front = _FRONT.pack(_MAGIC, _VERSION, len(text), crc32(text), crc32(nodes), len(nodes))
    padding = b"\0" * (_aligned(_FRONT.size + len(text)) - _FRONT.size - len(text))
    return b"".join((front, text, padding, nodes))


def write(path: Path, header: LexiconHeader, nodes: bytes) -> None:
    """Put a lexicon file in place, whole or not at all. Raises `OSError`."""
    with atomically(path) as file:
        file.write(encode(header, nodes))


def describe(path: Path) -> LexiconFile:
    """Read the header alone. Raises `LexiconError` for a foreign, cut or damaged file, `OSError`."""
    with path.open("rb") as file:
        return _describe(path, file)[0]


def verify(path: Path) -> LexiconFile:
    """Read the header and check the sum of the nodes. Raises as `describe`."""
    with path.open("rb") as file:
        part, expected = _describe(path, file)
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped, memoryview(mapped)[part.offset :] as nodes:
            found = crc32(nodes)
    if found != expected:
        raise LexiconError(
            "{path} is damaged: its checksum is {found}, not {expected}.", **_sums(path, found, expected)
        )
    return part


@contextmanager
def atomically(path: Path, mode: int = 0o666) -> Iterator[BinaryIO]:
    """A file that appears under its name only when it is complete and on the disk; on any failure it leaves nothing.

    `mode` are the permissions of a new file, of which the system takes those away that its user does not give.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        with open(draft, "xb", opener=partial(os.open, mode=mode)) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _describe(path: Path, file: BinaryIO) -> tuple[LexiconFile, int]:
    front = file.read(_FRONT.size)
    if not _MAGIC.startswith(front[: len(_MAGIC)]) or not front:
        raise LexiconError("{path} is not a mostek lexicon.", path=path)
    if len(front) < _FRONT.size:
        raise LexiconError("{path} is cut short: it has {found} bytes.", path=path, found=len(front))
    _, version, header_length, header_sum, nodes_sum, length = _FRONT.unpack(front)
    if version != _VERSION:
        raise LexiconError(
            "{path} has format {found}; this mostek reads format {known}.", path=path, found=version, known=_VERSION
        )
    text = file.read(min(header_length, _HEADER_LIMIT))
    offset = _aligned(_FRONT.size + header_length)
    if (size := os.fstat(file.fileno()).st_size) < offset + length:
        raise LexiconError(
            "{path} is cut short: it has {found} of {expected} bytes.", path=path, found=size, expected=offset + length
        )
    if (found := crc32(text)) != header_sum or size > offset + length:
        raise LexiconError(
            "{path} is damaged: its checksum is {found}, not {expected}.", **_sums(path, found, header_sum)
        )
    return LexiconFile(path, _header(path, text), offset, length), nodes_sum


def _header(path: Path, text: bytes) -> LexiconHeader:
    try:
        fields = json.loads(text)
        return LexiconHeader(**fields | {"letters": tuple(fields["letters"]), "graph": GraphKind(fields["graph"])})
    except (KeyError, TypeError, ValueError) as error:
        raise HeaderError("The header of {path} cannot be read: {reason}.", path=path, reason=error) from None


def _sums(path: Path, found: int, expected: int) -> dict[str, object]:
    return {"path": path, "found": f"{found:08x}", "expected": f"{expected:08x}"}


def _aligned(size: int) -> int:
    return -(-size // _ALIGNMENT) * _ALIGNMENT


def _sync_folder(folder: Path) -> None:
    """Make the new name last through a power cut, where the system can do that."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


_SETTLED: Final = 2 * 10**9
"""Nanoseconds after which another change must show in a file's times; the coarsest file system counts in two seconds."""


def checked(path: Path, cache: Path, now: int) -> LexiconFile:
    """A lexicon file whose nodes are as they were written, found so at `now`, in nanoseconds, or before.

    Raises `LexiconError` and `OSError` as `verify`. A cache that cannot be written costs time, nothing else.
    """
    status = path.stat()
    mark = cache / "checked" / _name(status)
    if mark.exists():
        return describe(path)
    part = verify(path)
    if now - max(status.st_mtime_ns, status.st_ctime_ns) > _SETTLED:
        with suppress(OSError):  # without the mark it is verified again, and that is all
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
    return part


def _name(status: stat_result) -> str:
    numbers = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return "-".join(f"{number:x}" for number in numbers)
