"""The compiled kernel: sets of words, graphs of words, and every play of a rack on a board.

It knows no rulebook, player or clock. An alphabet is a sequence of 1 to 62 upper-case tiles, which may be several
characters long; a letter's code is its place in it, from 1. On a board 0 is an empty square, on a rack a blank.
`0x80 | code` is a blank standing for that letter; on a board `0x80` alone is a blank without a letter, and no word
goes through it. Boards are bytes, row by row. Text that is compared with words may be in either case.

Everything that takes long releases the interpreter's lock. All objects are immutable and may be shared by threads.
"""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Final, TypeAlias, final

Play: TypeAlias = tuple[int, int, int, bytes, int]
"""Row and column of the word's first square from 0; 0 for across, 1 for down; one byte a square of the word, 0 where a
tile lay already, else the tile laid; the score with the bonus for a whole rack."""

Totals: TypeAlias = tuple[int, int, int]
"""How many plays there are, the sum of their scores, the highest score (0 without plays)."""

REJECTED_SHORT: Final[int]
"""A line of fewer than two tiles."""
REJECTED_LONG: Final[int]
"""A line of more than fifteen tiles."""
REJECTED_CAPITAL: Final[int]
"""A line with a capital letter, where capitals mark proper nouns."""
REJECTED_LETTER: Final[int]
"""A line with a character outside the alphabet."""
REJECTED_MARK: Final[int]
"""A line with an apostrophe, hyphen, dot or inner blank."""
REJECTED_ENCODING: Final[int]
"""A line that is not UTF-8."""

@final
class Words:
    """A sorted set of distinct words of one alphabet, 2 to 15 tiles each."""

    @staticmethod
    def read(text: bytes, letters: Sequence[str], *, capitals: bool) -> Words:
        """Read UTF-8 text, one word a line, in either case.

        Lines end with LF, CRLF or CR; a byte order mark, blanks around a word and blank lines are passed over. Where
        several tiles fit, the longest is taken. With `capitals=False` a line with a capital letter is rejected
        (GEN-7b). ValueError if `letters` is no alphabet.
        """

    @property
    def rejected(self) -> list[tuple[int, int]]:
        """The lines that were not words: number from 1 and reason, the first that holds of REJECTED_ENCODING, MARK,
        CAPITAL, LETTER, SHORT and LONG. Empty for sets that were combined from others."""

    def __len__(self) -> int: ...
    def __contains__(self, word: str, /) -> bool: ...
    def union(self, other: Words) -> Words:
        """The words of either set; ValueError if the alphabets differ, here and below."""

    def difference(self, other: Words) -> Words:
        """The words of this set that the other one lacks."""

    def intersection(self, other: Words) -> Words:
        """The words of both sets."""

    def text(self) -> bytes:
        """The canonical text: upper-case UTF-8 in the order of the alphabet, each word followed by LF."""

    def lengths(self) -> list[int]:
        """How many words have each length; the index is the length, 0 to 15."""

    def word_graph(self) -> bytes:
        """The nodes of the minimal word graph, little-endian numbers of 32 bits; ValueError beyond 2**24 nodes."""

    def search_graph(self, progress: Callable[[float], object] | None = None) -> bytes:
        """The nodes of the search graph, little-endian numbers of 32 bits.

        `progress` is told the share done, 0 to 1; an exception it raises stops the work and comes out here. Without it
        an interrupt from the keyboard does so. ValueError beyond 2**30 numbers.
        """

@final
class WordGraph:
    """A lexicon to ask whether a word is in it."""

    @staticmethod
    def open(path: str | PathLike[str], offset: int, length: int, letters: Sequence[str]) -> WordGraph:
        """Map a part of a file, in bytes, the offset a multiple of 4; processes share its memory.

        The file must not change while it is open. The nodes are trusted: see `check`. OSError if the file cannot be
        read, ValueError if the part is not within it.
        """

    @staticmethod
    def of(nodes: bytes, letters: Sequence[str]) -> WordGraph:
        """A copy of nodes in memory, checked; ValueError with the place of the first fault."""

    def __contains__(self, word: str, /) -> bool: ...
    def valid(self, words: Sequence[str]) -> list[bool]:
        """For each word whether it is in the lexicon."""

    def __len__(self) -> int:
        """The number of words, counted once."""

    def words(self) -> bytes:
        """All words as canonical text, see `Words.text`."""

    def check(self) -> None:
        """Check every node; ValueError with the place of the first fault. A damaged graph that was not checked answers
        wrongly, but it does no harm."""

@final
class SearchGraph:
    """A lexicon to search for plays."""

    @staticmethod
    def open(path: str | PathLike[str], offset: int, length: int, letters: Sequence[str]) -> SearchGraph:
        """Map a part of a file, see `WordGraph.open`."""

    @staticmethod
    def of(nodes: bytes, letters: Sequence[str]) -> SearchGraph:
        """A copy of nodes in memory, checked; ValueError with the place of the first fault."""

    def check(self) -> None:
        """Check every node, see `WordGraph.check`."""

@final
class Layout:
    """A board without tiles."""

    def __new__(cls, rows: int, columns: int, letter_premiums: bytes, word_premiums: bytes, start: int) -> Layout:
        """Sides of 1 to 31 squares, the multipliers of each square from 1 to 9, row by row, and the number of the
        square that the first play must cover. ValueError if they do not fit together."""

@final
class Search:
    """Finds plays with one lexicon, on one layout, with one set of tiles.

    A placement counts once: a tile that makes two words is a play along the longer one, across if both are as long. On
    a board without tiles plays across and down both count, and have two tiles or more. A malformed board or rack is a
    ValueError.
    """

    def __new__(cls, graph: SearchGraph, layout: Layout, values: bytes, rack_size: int, bingo: int) -> Search:
        """`values` are the points by letter code, `values[0]` being 0 for the blank; `bingo` are the points for laying
        `rack_size` tiles. ValueError if they do not fit the alphabet or a score could not be counted."""

    def plays(self, board: bytes, rack: bytes) -> list[Play]:
        """Every play, each once, always in the same order, whatever that of the rack."""

    def best(self, board: bytes, rack: bytes, count: int) -> list[Play]:
        """The best plays by score, best first; of equal ones that with the lower row, column, direction and tiles."""

    def totals(self, board: bytes, rack: bytes) -> Totals:
        """The totals of `plays`, faster."""

    def totals_many(self, boards: bytes, racks: Sequence[bytes]) -> list[Totals]:
        """`totals` for boards that stand one after another, each with its rack."""

    def best_many(self, boards: bytes, racks: Sequence[bytes], count: int) -> list[list[Play]]:
        """`best` for boards that stand one after another, each with its rack."""

Solution: TypeAlias = tuple[int, bool, int, list[Play | None], int]
"""What the player on turn gains from here on less what the other one gains, in points; whether this is proved; how many
turns were looked ahead; the best turns of both, `None` for a pass; how many positions were looked at."""

Prospect: TypeAlias = tuple[Play, int, int, int, int, int, bool]
"""A play; how many draws there are, each counted as often as it can happen; after how many of them the game is proved to
be won, to be drawn, and to have any result; the sum over all draws of the final spread in points; whether it is exact."""

@final
class Solver:
    """Solves ends of games, with one table of positions; threads that share it wait for each other."""

    def __new__(
        cls, search: Search, *, passes: int = 4, out: int = 2, blocked: int = 1, table_bytes: int = 67_108_864
    ) -> Solver:
        """So many `passes` in a row end the game (GEN-15c). Who lays the last tile gains the points of the other's tiles
        `out` times: they are lost and gained (GEN-15d, GEN-15e); after passes each loses their own `blocked` times."""

    def solve(
        self,
        board: bytes,
        rack: bytes,
        other: bytes,
        *,
        passes: int = 0,
        watch: Callable[[Solution], object] | None = None,
    ) -> Solution:
        """The end of a game with an empty bag; `rack` is that of the player on turn, `passes` were made just before.

        Every few milliseconds `watch` is told what is known; if it answers with something false, that is the result.
        An exception in it, or an interrupt from the keyboard, comes out here. ValueError if board or racks are malformed.
        """

    def pre_endgame(
        self,
        board: bytes,
        rack: bytes,
        unseen: bytes,
        bag: int,
        lead: int,
        *,
        count: int = 32,
        watch: Callable[[], object] | None = None,
    ) -> list[Prospect]:
        """The plays that empty a bag of a few tiles, the best first: by share of draws won, then by spread.

        `unseen` are the tiles in the bag and on the other rack, `lead` the points by which the player on turn is ahead.
        All plays are glanced at; of the `count` most promising ones results are proved as long as they may be the best,
        and of an eighth of these the spreads. `watch`: see `solve`.
        """
