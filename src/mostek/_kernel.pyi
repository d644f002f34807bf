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

import numpy as np
import numpy.typing as npt

Play: TypeAlias = tuple[int, int, int, bytes, int]
"""Row and column of the word's first square from 0; 0 for across, 1 for down; one byte a square of the word, 0 where a
tile lay already, else the tile laid; the score with the bonus for a whole rack."""

Totals: TypeAlias = tuple[int, int, int]
"""How many plays there are, the sum of their scores, the highest score (0 without plays)."""

Bytes: TypeAlias = bytes | bytearray | memoryview | npt.NDArray[np.uint8]
"""Bytes, or an array of them without gaps."""

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

    @staticmethod
    def open(path: str | PathLike[str], letters: Sequence[str], *, capitals: bool) -> Words:
        """Read a file as `read` reads its text, without holding it all; OSError if it cannot be read."""

    @staticmethod
    def of(graph: WordGraph) -> Words:
        """All the words of a graph, which is checked first; ValueError as from `WordGraph.check`."""

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

    def word_map(self, rack_size: int = 7, progress: Callable[[float], object] | None = None) -> bytes:
        """The numbers of the word map, little-endian of 32 bits, for racks of so many tiles; see `search_graph`.

        ValueError for alphabets of more than 32 letters.
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
        """The number of words, counted once. A damaged graph is refused as by `check`, and by `words` too."""

    def words(self) -> bytes:
        """All words as canonical text, see `Words.text`."""

    def check(self) -> None:
        """Check every node; ValueError with the place of the first fault. In a damaged graph that was not checked
        lookups answer wrongly, but they do no harm."""

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
class WordMap:
    """A lexicon to ask which words letters make, for alphabets of up to 32 letters."""

    @staticmethod
    def open(path: str | PathLike[str], offset: int, length: int, letters: Sequence[str]) -> WordMap:
        """Map a part of a file, see `WordGraph.open`; fastest at an offset that is a multiple of 64."""

    @staticmethod
    def of(numbers: bytes, letters: Sequence[str]) -> WordMap:
        """A copy of numbers in memory, checked; ValueError with the place of the first part at fault."""

    def anagrams(self, letters: str, blanks: int = 0, length: int | None = None) -> list[str]:
        """The words of `length` tiles that some of these letters and blanks make, in capitals, in the order of the
        alphabet. Without a length they take every letter and every blank. ValueError for text that is not letters."""

    def anagrams_many(self, racks: Sequence[str], blanks: int = 0, length: int | None = None) -> list[list[str]]:
        """`anagrams` of each of the racks, each with as many blanks."""

    def check(self) -> None:
        """Check every word, and that all that follows from it is known, see `WordGraph.check`."""

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

    def __new__(
        cls, graph: SearchGraph, layout: Layout, values: bytes, rack_size: int, bingo: int, map: WordMap | None = None
    ) -> Search:
        """`values` are the points by letter code, `values[0]` being 0 for the blank; `bingo` are the points for laying
        `rack_size` tiles. ValueError if they do not fit the alphabet or a score could not be counted.

        `map` is the word map of the same lexicon, which is trusted to be that: `best` is about twice as fast with it.
        """

    def plays(self, board: bytes, rack: bytes) -> list[Play]:
        """Every play, each once, always in the same order, whatever that of the rack."""

    def best(self, board: bytes, rack: bytes, count: int, leaves: Leaves | int | None = None) -> list[tuple[Play, int]]:
        """The best plays by equity, best first, each with it; of equal ones that with the lower row, column, direction
        and tiles.

        Equity is in thousandths of a point: the score and what the tiles left are worth. That is nothing without
        `leaves`, else what these values say; a number is for an empty bag: the points that the others hold, which count
        twice for who lays the last tile, while tiles left cost twice their points.
        """

    def totals(self, board: bytes, rack: bytes) -> Totals:
        """The totals of `plays`, faster."""

    def totals_many(self, boards: Bytes, racks: Bytes, *, threads: int = 0) -> bytes:
        """`totals` of many positions: for each three little-endian numbers of 64 bits.

        `boards` are bytes one after another, and so are `racks`, each filled up with 255 to the tiles that a rack holds.
        So many threads work (0: one for each core); the order and the results are always the same. The keyboard
        interrupts it.
        """

    def best_many(
        self, boards: Bytes, racks: Bytes, count: int = 1, leaves: Leaves | int | None = None, *, threads: int = 0
    ) -> bytes:
        """`best` of many positions, see `totals_many`: for each `count` rows of 28 bytes (65535 at most), the last of
        zeros where there are fewer plays.

        A row is the score and the equity (32 bits each, little-endian, with a sign), then row, column, 1 for down, the
        number of squares of the word, 15 bytes as in `Play` for them, and one more.
        """

@final
class Leaves:
    """What the tiles left on a rack are worth, in thousandths of a point: a sum of the values of how many there are of
    each tile, of each two tiles that are there together, and of how many vowels and consonants there are."""

    def __new__(
        cls, letters: int, equal: Sequence[int], pairs: Sequence[int], balance: Sequence[int], vowels: int
    ) -> Leaves:
        """The values for an alphabet of so many letters.

        `equal` has 15 numbers for the blank and each letter: of having 1, 2, … of it. `pairs` is a square by code, of
        which the half above the diagonal counts; `balance` one of side 16 by vowels and consonants; bit `code` of `vowels`
        is set for a vowel. ValueError for another number of numbers or a value beyond a million.
        """

    def value(self, kept: bytes) -> int:
        """What these tiles are worth when they are left, at most 15, 0 for a blank; ValueError for other codes."""

@final
class WinTable:
    """The share of games that the player on turn wins, a draw being half a win, in 1/65535."""

    def __new__(cls, unseen: int, spread: int, shares: Sequence[int]) -> WinTable:
        """Rows for 0 to `unseen` tiles that the player does not see (in the bag and on the other rack), columns for leads of
        -`spread` to `spread` points. ValueError if the numbers are another number or fall within a row."""

    @staticmethod
    def logistic() -> WinTable:
        """A stand-in by a formula, where no table was made by playing."""

    def share(self, spread: int, unseen: int) -> int:
        """The share from that lead; beyond its edges the table goes on as at them."""

def self_play(
    search: Search,
    tiles: bytes,
    leaves: tuple[Leaves, Leaves],
    *,
    seed: int,
    first: int,
    count: int,
    pairs: bool,
    threads: int,
) -> tuple[bytes, bytes]:
    """Play `count` games from number `first` between two players who take the best by equity, without looking ahead.

    `tiles` are all of the set; `leaves` are what each player's rest is worth to them. A game depends on the seed and its
    number alone. The first player begins the even games; with `pairs` games 2n and 2n + 1 have equal bags. Games end by
    PFS-5.1.1a and b and are settled by PFS-5.1.4, GEN-15d and GEN-15e; after four turns without a tile laid nobody
    exchanges.

    Comes back with rows of little-endian numbers of 32 bits. For each game: who began (0 or 1), the points of both, the
    bingos of both, the turns of both together. For each turn, game after game: the tiles that the player on turn did
    not see, their lead, and their lead in the end. ValueError if the tiles or leaves are not of the search's alphabet.
    """

Choice: TypeAlias = Play | bytes
"""A play, or the tiles given back in an exchange (0 for a blank), told in the order of their codes; none is a pass."""

Estimate: TypeAlias = tuple[Choice, int, float, float, float, float]
"""A choice; in how many deals it was followed; the mean share of games won, 0 to 1, a draw being half of one, and its
standard error; the mean growth of the lead with the worth of tiles kept, in points, and its standard error. Errors are
infinite before the second deal, means are not numbers before the first."""

@final
class Belief:
    """What the other player's last turn tells of the tiles that they kept: racks with which another choice would have been
    far better are unlikely."""

    def __new__(
        cls,
        search: Search,
        leaves: Leaves,
        board: bytes,
        turn: Play | int,
        unseen: bytes,
        *,
        temperature: int = 4000,
        samples: int = 1000,
        seed: int = 0,
    ) -> Belief:
        """`board` is that before the turn; `turn` a play, or how many tiles were given back; `unseen` are the tiles not
        seen now, after the other player drew.

        Each of `samples` possible racks is weighed by exp(-loss / temperature), the loss in thousandths of a point of
        equity: a small temperature for who takes the best by equity, a larger one for who errs or sees further.
        ValueError if the play is none.
        """

@final
class Simulation:
    """Candidates compared by looking ahead by chance; made to be run on again and again, by one thread at a time.

    In each deal the other player gets a rack and the bag an order; each candidate is played, then both players make the
    best choice by equity for `plies` turns, and to the end of the game once the bag is empty. All candidates meet the same
    deals. The results depend on the seed and the number of deals alone: not on threads, nor on how often it was stopped.
    """

    def __new__(
        cls,
        search: Search,
        leaves: Leaves,
        win: WinTable,
        board: bytes,
        rack: bytes,
        unseen: bytes,
        *,
        lead: int = 0,
        passes: int = 0,
        belief: Belief | None = None,
        candidates: int | Sequence[Choice] = 15,
        plies: int = 2,
        seed: int = 0,
        doubt: float | None = None,
        equal: float = 0.005,
        exchange_from: int = 7,
        first: int = 0,
    ) -> Simulation:
        """`unseen` are the tiles of the bag and of the other player, who holds as many as a rack takes; with a `belief` their
        rack is dealt accordingly. `lead` are the points by which the player on turn leads, `passes` the turns passed in a
        row just now.

        `candidates` are choices, or how many of the best by equity. With `doubt`, the chance of a wrong decision, those
        that are beaten are followed no further, and the race is decided when one beats all others or none of them is
        better by the share `equal` of games. Tiles are exchanged while `exchange_from` or more are in the bag, but never more
        than there are (PFS-4.3.1b; 0 for GEN-6X-b). `first` is the number of the first deal.

        ValueError for tiles that are none, a candidate that cannot be played, or numbers that are no shares.
        """

    def run(self, deals: int | None = None, *, milliseconds: int | None = None, threads: int = 0) -> None:
        """Follow so many deals more or until the time is over, on so many threads (0: one for each core).

        It ends when the race is decided; without any limit, only then. An interrupt from the keyboard ends it too; what
        was followed until then counts.
        """

    def sums(self) -> bytes:
        """The sums of all that came of the deals followed here, for `add`."""

    def add(self, deals: int, sums: bytes) -> None:
        """Add the sums of the next so many deals, which were followed elsewhere, without a race and with the same candidates;
        ValueError if those were others."""

    @property
    def deals(self) -> int:
        """The number of the first deal that was not followed: with those before `first`, how many there were."""

    @property
    def is_decided(self) -> bool:
        """Whether the race is over; never without `doubt`."""

    def estimates(self) -> list[Estimate]:
        """What is known of each candidate, the best first: those in the race before those who fell out of it."""

def learn_leaves(
    search: Search, tiles: bytes, leaves: Leaves, vowels: int, *, seed: int, first: int, count: int, threads: int
) -> tuple[bytes, bytes, int, int]:
    """Play games as `self_play` does between equals, and add up what they teach about leaves.

    At each turn with a rack's worth of tiles in the bag, the equity (in thousandths of a point) of eight racks is
    compared: that of the player on turn, which holds the leave of their last turn, and seven that are drawn around leaves
    of all sizes. A leave is described by terms, each 1 or 0: for each code a term for 1, 2, … of it; for each two codes in
    the order of `numpy.triu_indices(codes, 1)` one for both being there; a square by vowels and consonants, from none to
    a rack, the empty leave having no term.

    Comes back with little-endian numbers of 64 bits, sums over all racks, each rack less the mean of its turn, times
    eight: the products of any two terms (the upper triangle with the diagonal, row by row), the products of each term
    and the equity; then the square of the equity; and the number of racks. They do not depend on threads or parts.
    """

Solution: TypeAlias = tuple[int, bool, int, list[Play | None], int]
"""What the player on turn gains from here on less what the other one gains, in points; whether this is proved; how many
turns were looked ahead; the best turns of both, `None` for a pass; how many positions were looked at."""

Prospect: TypeAlias = tuple[Play | None, int, int, int, int, int, int, bool, bool]
"""A play, `None` for a pass; how many tiles it leaves in the bag; how many draws there are, each order of the tiles counted
as often as it can happen; after how many of them the game is proved to be won, to be drawn, and to have any result; the
sum over all draws of the final spread in points; whether it is exact; whether it is proved that another is as good or
better."""

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
        passes: int = 0,
        count: int = 32,
        watch: Callable[[], object] | None = None,
    ) -> list[Prospect]:
        """All plays and the pass with a few tiles in the bag, the best first: by share of draws won, then by spread.

        `unseen` are the tiles in the bag and on the other rack, `lead` the points by which the player on turn is ahead,
        `passes` were made just before. The `count` most promising are looked into at a time, with ever more effort, until all
        but the first are beaten. Where a turn leaves tiles in the bag, both are taken to know where all tiles are when the
        other player answers. `watch`: see `solve`.
        """
