"""Collections of puzzles: a file with a heading that says how it was made, and the puzzles behind it, compressed.

The first line is JSON: how the puzzles were made, their number, and the SHA-256 of the rest. The rest is XZ of MessagePack.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec

from mostek.core.errors import SentenceError
from mostek.puzzles.puzzle import Puzzle, Theme
from mostek.puzzles.shown_words import is_fit_puzzle

SUFFIX = ".puzzles"
BUILT_IN = Path(__file__).parent / "data" / "self-play.puzzles"
_FORMAT = "mostek-puzzles-1"
_MOST_BYTES = 64 << 20
"""The largest collection when unpacked: some hundred thousand puzzles."""
_MOST_HEADING = 4096


class CollectionError(SentenceError, ValueError):
    """A file of puzzles that cannot be used."""


class CollectionHeading(msgspec.Struct, frozen=True):
    """The first line of a collection."""

    format: str
    made: str
    """The command that makes it."""
    lexicon: str
    """The lexicon that judged, `NAME@EDITION`."""
    lexicon_hash: str
    licence: str
    count: int
    sha256: str = ""
    frequencies: str = ""
    """The editions of the frequencies by which rare words are known; empty if the core lexicon alone says it."""


@dataclass(frozen=True)
class Collection:
    """Puzzles with their heading."""

    heading: CollectionHeading
    puzzles: tuple[Puzzle, ...]

    def __len__(self) -> int:
        return len(self.puzzles)

    @cached_property
    def by_id(self) -> Mapping[str, Puzzle]:
        """The puzzles by their names."""
        return {puzzle.id: puzzle for puzzle in self.puzzles}

    @cached_property
    def by_theme(self) -> Mapping[Theme, Sequence[Puzzle]]:
        """The puzzles of each theme, the easiest first."""
        ordered = sorted(self.puzzles, key=lambda puzzle: (puzzle.difficulty, puzzle.id))
        return {theme: tuple(puzzle for puzzle in ordered if puzzle.theme is theme) for theme in Theme}


def collect(
    puzzles: Iterable[Puzzle], made: str, lexicon: str, lexicon_hash: str, licence: str, frequencies: str = ""
) -> Collection:
    """A collection of those of these puzzles that are fit for a school, each once."""
    once = tuple({puzzle.id: puzzle for puzzle in puzzles if is_fit_puzzle(puzzle)}.values())
    heading = CollectionHeading(_FORMAT, made, lexicon, lexicon_hash, licence, len(once), frequencies=frequencies)
    return Collection(heading, once)


def format_collection(collection: Collection) -> bytes:
    """The bytes of the file."""
    packed = lzma.compress(msgspec.msgpack.encode(collection.puzzles), preset=9 | lzma.PRESET_EXTREME)
    heading = msgspec.structs.replace(collection.heading, sha256=sha256(packed).hexdigest())
    return msgspec.json.encode(heading) + b"\n" + packed


def parse_collection(data: bytes, name: str) -> Collection:
    """Read the bytes of a file; `name` is for the error. Raises `CollectionError`."""
    first, _, packed = data[:_MOST_HEADING].partition(b"\n")
    packed += data[_MOST_HEADING:]
    try:
        heading = msgspec.json.decode(first, type=CollectionHeading)
    except msgspec.DecodeError:
        raise CollectionError("{name} is no collection of puzzles: its first line is unreadable.", name=name) from None
    if heading.format != _FORMAT:
        raise CollectionError(
            "{name} is a collection of the format {found}; this mostek reads {expected}.",
            name=name,
            found=heading.format[:40],
            expected=_FORMAT,
        )
    if sha256(packed).hexdigest() != heading.sha256:
        raise CollectionError(
            "{name} is damaged: its checksum is not that of its contents. Install mostek again or make the collection again.",
            name=name,
        )
    try:
        unpacked = lzma.LZMADecompressor(memlimit=256 << 20).decompress(packed, _MOST_BYTES)
        puzzles = msgspec.msgpack.decode(unpacked, type=tuple[Puzzle, ...])
    except (lzma.LZMAError, MemoryError, EOFError, msgspec.DecodeError):
        raise CollectionError("{name} is damaged: its puzzles cannot be unpacked.", name=name) from None
    if len(puzzles) != heading.count:
        raise CollectionError(
            "{name} is damaged: it has {found} puzzles, its first line says {expected}.",
            name=name,
            found=len(puzzles),
            expected=heading.count,
        )
    return Collection(heading, puzzles)


def open_collection(path: Path) -> Collection:
    """Open a file of puzzles. Raises `CollectionError`, `OSError`."""
    return parse_collection(path.read_bytes(), path.name)


def hidden_answer(name: str, answer: str) -> str:
    """The SHA-256 of the name of a puzzle and its answer, for sets that leave the machine before they are answered."""
    return sha256(f"{name} {answer}".encode()).hexdigest()


@lru_cache(maxsize=1)
def built_in() -> Collection:
    """The collection of the package. Raises `CollectionError` if it is damaged or missing."""
    try:
        return open_collection(BUILT_IN)
    except OSError as error:
        raise CollectionError(
            "The collection of puzzles {name} cannot be read: {why}.", name=BUILT_IN.name, why=error.strerror or error
        ) from None
