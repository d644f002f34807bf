"""The compiled kernel: lexicon structures, move generation, simulation, endgames and self-play.

It knows no rulebook and no clock. An alphabet is a sequence of 1 to 62 upper-case tiles, each one or more characters
long; the code of a letter is its place in the alphabet, from 1. Code 0 is an empty square on a board and a blank on a
rack. `0x80 | code` is a blank that stands for a letter; on a board `0x80` alone is a blank without a letter, which no
word contains. Boards are bytes, row by row. Words to look up may be in either case.

Long operations release the interpreter's lock. All objects except `Simulation` are immutable and may be shared by
threads.
"""

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any, Final, TypeAlias, final

import numpy as np
import numpy.typing as npt

Play: TypeAlias = tuple[int, int, int, bytes, int]
"""Row and column of the first square of the word, from 0; 0 for across, 1 for down; one byte for each square of the word,
0 where a tile is on the board already, else the tile laid; the score with the bingo bonus."""

Totals: TypeAlias = tuple[int, int, int]
"""The number of plays, the sum of their scores, the highest score (0 without plays)."""

Bytes: TypeAlias = bytes | bytearray | memoryview | npt.NDArray[np.uint8]
"""Bytes, or a contiguous array of bytes."""

REJECTED_SHORT: Final[int]
"""A line of fewer than two tiles."""
REJECTED_LONG: Final[int]
"""A line of more than fifteen tiles."""
REJECTED_CAPITAL: Final[int]
"""A line with a capital letter, where capitals mark proper nouns."""
REJECTED_LETTER: Final[int]
"""A line with a character outside the alphabet."""
REJECTED_MARK: Final[int]
"""A line with an apostrophe, hyphen, dot or inner space."""
REJECTED_ENCODING: Final[int]
"""A line that is not UTF-8."""

@final
class Words:
    """A sorted set of distinct words of one alphabet, 2 to 15 tiles each."""

    @staticmethod
    def read(text: bytes, letters: Sequence[str], *, capitals: bool) -> Words:
        """Read UTF-8 text, one word a line, in either case.

        Lines end with LF, CRLF or CR. A byte order mark, spaces around a word and empty lines are ignored. The longest
        tile that fits is read first. With `capitals=False` a line with a capital letter is rejected (GEN-7b).
        ValueError if `letters` is not an alphabet.
        """

    @staticmethod
    def open(path: str | PathLike[str], letters: Sequence[str], *, capitals: bool) -> Words:
        """Read a file piece by piece, see `read`. OSError if it cannot be read."""

    @staticmethod
    def of(dawg: Dawg) -> Words:
        """All words of a DAWG, which is checked first; ValueError as from `Dawg.check`."""

    @property
    def rejected(self) -> list[tuple[int, int]]:
        """The rejected lines: number from 1 and reason, the first that applies of REJECTED_ENCODING, MARK, CAPITAL,
        LETTER, SHORT and LONG. Empty for a combination of sets."""

    def __len__(self) -> int: ...
    def __contains__(self, word: str, /) -> bool: ...
    def union(self, other: Words) -> Words:
        """The words of either set. ValueError if the alphabets differ."""

    def difference(self, other: Words) -> Words:
        """The words of this set that are not in the other one. ValueError if the alphabets differ."""

    def intersection(self, other: Words) -> Words:
        """The words of both sets. ValueError if the alphabets differ."""

    def text(self) -> bytes:
        """The canonical text: upper-case UTF-8 in the order of the alphabet, LF after each word."""

    def lengths(self) -> list[int]:
        """The number of words of each length, 0 to 15 tiles."""

    def dawg(self) -> bytes:
        """The nodes of the DAWG, little-endian numbers of 32 bits. ValueError beyond 2**24 nodes."""

    def gaddag(self, progress: Callable[[float], object] | None = None) -> bytes:
        """The nodes of the GADDAG, little-endian numbers of 32 bits.

        `progress` is called with the share of the work done, 0 to 1; an exception that it raises stops the work and is
        raised here. Without it an interrupt from the keyboard stops the work. ValueError beyond 2**30 numbers.
        """

    def word_map(self, rack_size: int = 7, progress: Callable[[float], object] | None = None) -> bytes:
        """The word map for racks of `rack_size` tiles, little-endian numbers of 32 bits; `progress` as in `gaddag`.

        ValueError for an alphabet of more than 32 letters.
        """

@final
class Dawg:
    """The words of a lexicon, for look-ups; see `kernel/crates/search/src/dawg.rs` for the format."""

    @staticmethod
    def open(path: str | PathLike[str], offset: int, length: int, letters: Sequence[str]) -> Dawg:
        """Map a part of a file into memory, which processes share. `offset` is a multiple of 4 bytes.

        The file must not change while it is open. The nodes are not checked, see `check`. OSError if the file cannot be
        read, ValueError if it has no such part.
        """

    @staticmethod
    def of(nodes: bytes, letters: Sequence[str]) -> Dawg:
        """A checked copy in memory. ValueError with the place of the first fault."""

    def __contains__(self, word: str, /) -> bool: ...
    def valid(self, words: Sequence[str]) -> list[bool]:
        """Whether each word is in the lexicon."""

    def __len__(self) -> int:
        """The number of words. ValueError as from `check`."""

    def words(self) -> bytes:
        """All words as canonical text, see `Words.text`. ValueError as from `check`."""

    def check(self) -> None:
        """Check every node. ValueError with the place of the first fault. Without a check, look-ups in a damaged DAWG
        give wrong answers, but are safe."""

    def find(
        self,
        pattern: Sequence[int] | None,
        rack: bytes | None,
        needed: bytes,
        excluded: int,
        lengths: tuple[int, int],
        limit: int,
        budget: int,
    ) -> tuple[list[tuple[int, list[str]]], bool]:
        """The words that fit, by length from 0 on: how many, and the first `limit` of them in the order of the alphabet; and
        whether the search ended before it had visited `budget` nodes.

        `pattern` has for each part the letters that fit, a bit for each code, or 0 for any number of letters; more than 63
        parts fit no word. `rack` and `needed` count tiles by code, the blanks first: a word is made of some of the rack and
        has at least the needed letters. It has none of the letters whose bits are in `excluded`, and a length between the two.
        """

    def alphagrams(self, length: int, counts: bytes) -> Alphagrams:
        """The alphagrams of all words of a length, with `counts` tiles in the bag by code, the blanks first. ValueError as
        from `check`."""

@final
class Alphagrams:
    """The alphagrams of one length, the likeliest to be drawn first, equal ones in the order of the alphabet."""

    def __len__(self) -> int: ...
    def part(self, start: int, count: int) -> list[tuple[str, int]]:
        """Letters and combinations of the alphagrams from a place on, see `combinations`."""

    def place(self, word: str) -> int | None:
        """The place of the alphagram of a word, from 0."""

def combinations(letters: bytes, counts: bytes) -> int:
    """In how many ways as many tiles as there are letters can be drawn so that they spell the letters; `counts` are the tiles of
    the bag by code, the blanks first."""

@final
class Gaddag:
    """The words of a lexicon, for move generation; see `kernel/crates/search/src/gaddag.rs` for the format."""

    @staticmethod
    def open(path: str | PathLike[str], offset: int, length: int, letters: Sequence[str]) -> Gaddag:
        """Map a part of a file into memory, see `Dawg.open`."""

    @staticmethod
    def of(nodes: bytes, letters: Sequence[str]) -> Gaddag:
        """A checked copy in memory. ValueError with the place of the first fault."""

    def check(self) -> None:
        """Check every node, see `Dawg.check`."""

@final
class WordMap:
    """The words of a lexicon by their letters (MAGPIE: WMP), for alphabets of up to 32 letters."""

    @staticmethod
    def open(path: str | PathLike[str], offset: int, length: int, letters: Sequence[str]) -> WordMap:
        """Map a part of a file into memory, see `Dawg.open`; fastest if `offset` is a multiple of 64."""

    @staticmethod
    def of(numbers: bytes, letters: Sequence[str]) -> WordMap:
        """A checked copy in memory. ValueError with the place of the first faulty part."""

    def anagrams(self, letters: str, blanks: int = 0, length: int | None = None) -> list[str]:
        """The words of `length` tiles that can be made of some of the letters and blanks, in upper case, in the order of
        the alphabet. Without `length` they use all letters and blanks. ValueError if `letters` has anything else."""

    def anagrams_many(self, racks: Sequence[str], blanks: int = 0, length: int | None = None) -> list[list[str]]:
        """`anagrams` of each of the racks."""

    def check(self) -> None:
        """Check every word and the table of reach, see `Dawg.check`."""

@final
class Layout:
    """The layout of a board: size, premium squares and start square."""

    def __new__(cls, rows: int, columns: int, letter_premiums: bytes, word_premiums: bytes, start: int) -> Layout:
        """Sides of 1 to 31 squares, the letter and word multipliers of each square (1 to 9) row by row, and the number of
        the square that the first play must cover. ValueError if the numbers do not fit together."""

@final
class Search:
    """Generates plays with one lexicon, one layout and one set of tiles.

    Each play occurs once: a single tile that makes two words is a play along the longer one, across if both are equally
    long. On an empty board plays across and down both occur, with at least two tiles. ValueError for a malformed board
    or rack.
    """

    def __new__(
        cls, gaddag: Gaddag, layout: Layout, values: bytes, rack_size: int, bingo: int, map: WordMap | None = None
    ) -> Search:
        """`values` are the points by letter code, with `values[0]` 0 for the blank; `bingo` is the bonus for laying
        `rack_size` tiles. ValueError if they do not fit the alphabet or a score could overflow.

        `map` is the word map of the same lexicon (this is not checked), with which `best` is about twice as fast.
        """

    def plays(self, board: bytes, rack: bytes) -> list[Play]:
        """Every play, each once, in an order that does not depend on that of the rack."""

    def best(self, board: bytes, rack: bytes, count: int, leaves: Leaves | int | None = None) -> list[tuple[Play, int]]:
        """The `count` best plays with their equities, best first; equal ones by row, column, direction and tiles.

        The equity is the score plus the value of the leave, in thousandths of a point. `leaves` are leave values; None
        values every leave as 0; a number is for an empty bag, the points that the opponent holds: a leave costs twice
        its points, and a play that goes out gains twice the opponent's points.
        """

    def best_moves(
        self,
        board: bytes,
        rack: bytes,
        count: int,
        leaves: Leaves | int | None,
        max_exchanged: int,
        *,
        both_directions: bool = True,
    ) -> list[tuple[Move, int]]:
        """The `count` best of the plays, the pass and the exchanges of at most `max_exchanged` tiles, with their equities, best
        first; of equal ones plays as in `best`, then the pass, then exchanges of few tiles. `leaves` are those of `best`.

        With `both_directions` false, plays on the empty board go across only.
        """

    def totals(self, board: bytes, rack: bytes) -> Totals:
        """The totals of `plays`, faster."""

@final
class ArrowChunks:
    """A column of texts, or a table, of another library, chunk by chunk: an iterator of `ArrowChunk`."""

    def __new__(cls, source: object) -> ArrowChunks:
        """`source` has `__arrow_c_stream__` or `__arrow_c_array__`. ValueError for columns of other types."""

    def __iter__(self) -> ArrowChunks: ...
    def __next__(self) -> ArrowChunk:
        """The next chunk. ValueError for a chunk whose buffers contradict each other."""

@final
class ArrowChunk:
    """Rows of another library."""

    def __len__(self) -> int: ...
    def part(self, start: int, count: int) -> ArrowChunk:
        """The rows from `start` on, `count` at most, without a copy."""

    @property
    def is_text(self) -> bool:
        """Whether the rows are texts; else they are boards and racks."""

    @property
    def first(self) -> str | None:
        """The first text, if there is one."""

RowError: TypeAlias = tuple[int, str, int, int, str]
"""A row without an answer: its number from 0, the name of the fault, line and column in its text (from 1, 0 for the whole text),
and what stands there."""

@final
class Positions:
    """Positions in rows; some rows may be none."""

    def __len__(self) -> int: ...
    @property
    def errors(self) -> list[RowError]:
        """The rows that are no positions."""

@final
class Table:
    """Columns of equal length, which also other libraries read by Arrow's C data interface."""

    def __len__(self) -> int: ...
    @property
    def names(self) -> list[str]:
        """The names of the columns."""

    def column(self, name: str) -> tuple[str, bytes, bytes | None]:
        """A column: its NumPy type, or `bytes` (15 for each row), with its bytes; of a column of texts (`text`) the texts in
        UTF-8 and the end of each, little-endian numbers of 64 bits. ValueError for an unknown name."""

    @staticmethod
    def joined(parts: Sequence[tuple[Table, int]]) -> Table:
        """The lines of all parts; the second of a pair is added to the row numbers of the part. ValueError for other columns."""

    def stream_of(self, pieces: Iterator[Table]) -> object:
        """The capsule of a stream of these columns: an iterator gives its tables as they are asked for."""

    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

@final
class ValueTable:
    """Columns of values, for other libraries.

    A column has a name, the kind of its values (`int`, `float`, `bool`, `text`, or `date` in days from 1970 on), and the values,
    `None` where there is none. ValueError for columns of other lengths or kinds, TypeError for a value of another kind.
    """

    def __new__(cls, columns: Sequence[tuple[str, str, Sequence[Any]]]) -> ValueTable: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

GameTurn: TypeAlias = tuple[int, int, bytes | None, int, int | None, str, list[int], bytes | None, list[bool]]
"""A line of a game: seat from 0, line, rack, points, total; the action (play, exchange, pass, withdrawn, challenge, time,
end_rack) with its numbers (row and column from 0 and 1 for down, or how many tiles), its tiles, and for each square of a play
whether it is marked as played through."""

@final
class Batch:
    """Answers questions about many positions and games at once.

    `threads` is the number of threads (0: one for each core), on which answers do not depend. An interrupt from the keyboard
    stops the work. An answer is a table, see `mostek.engine.columns.Columns`, with the rows that have none. `lettered_rows` says
    which lines have letters in the texts of moves; None leaves the texts empty.
    """

    def __new__(
        cls,
        search: Search,
        letters: Sequence[tuple[str, str]],
        counts: bytes,
        columns: int,
        *,
        other_layouts: Sequence[str] = (),
    ) -> Batch:
        """`letters` are capital and small letter of each; `counts` the number of each tile, the blank first; `columns` those of
        the board; `other_layouts` the names of boards that are refused. ValueError if they do not fit the search."""

    def read(self, texts: list[str | None] | ArrowChunk, *, threads: int = 0) -> Positions:
        """Read lines of CGP. TypeError for an item that is no text."""

    def columns(
        self, boards: Bytes, racks: Bytes, leads: object | None = None, passes: Bytes | None = None
    ) -> Positions:
        """Positions as columns: boards and racks as in `Search`, one after another, each rack filled up with 255 to the size of
        a rack; numbers of 32 bits for `leads`. ValueError if the columns have different lengths."""

    def chunk(self, chunk: ArrowChunk) -> Positions:
        """`columns` of a table of another library."""

    def totals(
        self, positions: Positions, *, both_directions: bool = True, threads: int = 0
    ) -> tuple[Table, list[RowError]]:
        """The totals of all plays, see `Search.totals`. Without `both_directions` plays on the empty board count only across."""

    def moves(
        self,
        positions: Positions,
        leaves: Leaves,
        *,
        both_directions: bool = True,
        lettered_rows: bool | None = None,
        threads: int = 0,
    ) -> tuple[Table, list[RowError]]:
        """Every play, each once, with its equity."""

    def best(
        self,
        positions: Positions,
        leaves: Leaves,
        count: int,
        *,
        exchange_from: int = 7,
        both_directions: bool = True,
        lettered_rows: bool | None = None,
        threads: int = 0,
    ) -> tuple[Table, list[RowError]]:
        """The `count` best plays, exchanges and the pass by equity, see `Search.best`."""

    def simulate(
        self,
        positions: Positions,
        leaves: Leaves,
        win_table: WinTable,
        *,
        candidates: int = 15,
        plies: int = 2,
        iterations: int = 1000,
        seed: int = 0,
        error_probability: float | None = None,
        indifference: float = 0.005,
        exchange_from: int = 7,
        lettered_rows: bool | None = None,
        threads: int = 0,
    ) -> tuple[Table, list[RowError]]:
        """A `Simulation` of each position on one thread."""

    def solve(
        self,
        positions: Positions,
        leaves: Leaves,
        *,
        milliseconds: int | None = None,
        table_bytes: int = 67_108_864,
        lettered_rows: bool | None = None,
        threads: int = 0,
    ) -> tuple[Table, list[RowError]]:
        """A solution of each position with at most four tiles in the bag, on one thread, see `Solver`."""

    def review(
        self,
        games: list[str | None] | ArrowChunk,
        leaves: Leaves,
        *,
        exchange_from: int = 7,
        lettered_rows: bool = True,
        threads: int = 0,
    ) -> tuple[Table, list[RowError]]:
        """Each turn of games in GCG beside the best move."""

    def read_game(self, text: str) -> tuple[list[GameTurn] | None, RowError | None]:
        """The turns of a game in GCG, or why it cannot be read."""

@final
class Leaves:
    """Leave values, in thousandths of a point: the sum of values for the number of each tile, for each pair of different
    tiles, and for the numbers of vowels and consonants."""

    def __new__(
        cls, letters: int, equal: Sequence[int], pairs: Sequence[int], balance: Sequence[int], vowels: int
    ) -> Leaves:
        """The leave values for an alphabet of `letters` letters.

        `equal` has 15 numbers for the blank and for each letter: of holding 1, 2, … of it. `pairs` is a square by code,
        of which the part above the diagonal is used; `balance` is a square of side 16 by numbers of vowels and
        consonants; bit `code` of `vowels` is set for a vowel. ValueError for a wrong number of values or one beyond
        ± 1 000 000.
        """

    def value(self, kept: bytes) -> int:
        """The value of a leave of at most 15 tiles, 0 for a blank. ValueError for other codes."""

@final
class WinTable:
    """The share of games that the player on turn wins, a draw counting as half a win, in 1/65535."""

    def __new__(cls, unseen: int, spread: int, shares: Sequence[int]) -> WinTable:
        """A row for each of 0 to `unseen` unseen tiles (in the bag and on the opponent's rack) and a column for each lead
        of -`spread` to `spread` points. ValueError if the number of shares is wrong or they fall within a row."""

    @staticmethod
    def logistic() -> WinTable:
        """A table by formula, for where no table was made by self-play."""

    def share(self, spread: int, unseen: int) -> int:
        """The share with that lead; values beyond the table are clamped to its edges."""

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
    """Play `count` games from number `first` between two static players, who play the move with the highest equity.

    `tiles` is the whole set; `leaves` are the leave values of each player. A game depends on the seed and its number
    alone. The first player begins the even games; with `pairs` games 2n and 2n + 1 have equal bags. Games end by
    PFS-5.1.1a and b, with the final scores of PFS-5.1.4, GEN-15d and GEN-15e; after four turns without a play no player
    exchanges.

    Returns rows of little-endian numbers of 32 bits. For each game: the player who began (0 or 1), both scores, both
    numbers of bingos, the number of turns. For each turn, game after game: the number of tiles unseen by the player on
    turn, their lead, and their lead at the end. ValueError if the tiles or leaves do not fit the alphabet.
    """

Move: TypeAlias = Play | bytes
"""A play, or the tiles of an exchange (0 for a blank) in the order of their codes; no tiles for a pass."""

Estimate: TypeAlias = tuple[Move, int, float, float, float, float]
"""A move; the number of iterations in which it was played; the mean share of games won, 0 to 1, a draw counting as half a
win, and its standard error; the mean gain in spread including the values of the leaves, in points, and its standard
error. Errors are infinite before the second iteration, means are NaN before the first."""

@final
class Inference:
    """The distribution of the tiles that the opponent kept, inferred from their last move: racks with which another move
    would have been far better are unlikely."""

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
    ) -> Inference:
        """`board` is that before the move; `turn` is a play, or the number of tiles exchanged; `unseen` are the unseen
        tiles after the opponent drew.

        Each of `samples` possible racks has the weight exp(-loss / temperature), where the loss is the equity of the best
        static move less that of the move made, in thousandths of a point: a low temperature for an opponent who plays
        the best static move, a higher one for an opponent who errs or looks ahead. ValueError if the play is not legal.
        """

@final
class Simulation:
    """A comparison of candidate moves by simulation, which can be continued; for one thread at a time.

    In each iteration the opponent's rack and the order of the bag are sampled; each candidate is played, then both
    players make the best static moves for `plies` turns, or to the end of the game if the bag is empty. All candidates
    are played in the same iterations. An iteration depends on the seed and its number alone.
    """

    def __new__(
        cls,
        search: Search,
        leaves: Leaves,
        win_table: WinTable,
        board: bytes,
        rack: bytes,
        unseen: bytes,
        *,
        lead: int = 0,
        passes: int = 0,
        inference: Inference | None = None,
        candidates: int | Sequence[Move] = 15,
        plies: int = 2,
        seed: int = 0,
        error_probability: float | None = None,
        indifference: float = 0.005,
        exchange_from: int = 7,
        first: int = 0,
        phoneys: bool = False,
    ) -> Simulation:
        """`unseen` are the tiles of the bag and of the opponent, who holds a full rack as long as they suffice; with an
        `inference` the opponent's rack is sampled from it. `lead` is the lead of the player on turn in points, `passes`
        the number of consecutive passes just before.

        `candidates` are moves, or the number of best moves by equity. With `error_probability`, the probability of a
        wrong decision, beaten candidates are eliminated, and the comparison is decided when one candidate beats all
        others or none is better by `indifference` as a share of games. A player may exchange while the bag holds at least
        `exchange_from` tiles, but never more tiles than it holds (PFS-4.3.1b; 0 for GEN-6X-b). `first` is the number of
        the first iteration. With `phoneys` the candidates' words need not be in the lexicon; only legal plays follow them.

        ValueError for tiles that are not in the set, an impossible candidate, or a probability out of range.
        """

    def run(self, iterations: int | None = None, *, milliseconds: int | None = None, threads: int = 0) -> None:
        """Play `iterations` more or until the time is over, on `threads` threads (0: one for each core).

        It returns when the comparison is decided; without a limit only then. An interrupt from the keyboard ends it, too;
        the iterations played until then count.
        """

    def sums(self) -> bytes:
        """The sums of all outcomes of the iterations played here, for `add`."""

    def add(self, iterations: int, sums: bytes) -> None:
        """Add the sums of the next `iterations`, which were played elsewhere with the same candidates and without an error
        probability. ValueError for the sums of other candidates."""

    @property
    def iterations(self) -> int:
        """The number of the next iteration: with those before `first`, the number of iterations played."""

    @property
    def is_decided(self) -> bool:
        """Whether the comparison is decided; never without an error probability."""

    def estimates(self) -> list[Estimate]:
        """The estimate of each candidate, best first; candidates that remain come before eliminated ones."""

def compare(
    search: Search,
    leaves: Leaves,
    win_table: WinTable,
    board: bytes,
    rack: bytes,
    unseen: bytes,
    *,
    lead: int,
    passes: int,
    exchange_from: int,
    moves: Sequence[Move],
    effort: tuple[int, int, int],
    seed: int,
) -> Comparison:
    """Compare moves over equal deals. `effort` are the batches (two at least), the deals in a batch, and the turns after a
    move; for the others see `Simulation`. ValueError for an impossible move."""

@final
class Comparison:
    """The results of moves over equal deals, as means with their margins of 95 %, which the means of batches give."""

    def share(self, place: int) -> tuple[float, float]:
        """The share of games won by a move."""

    def spread(self, place: int) -> tuple[float, float]:
        """The mean growth of the lead by a move, in points."""

    def share_lost(self, best: int, place: int) -> tuple[float, float]:
        """The share lost by a move against the best one."""

    def spread_lost(self, best: int, place: int) -> tuple[float, float]:
        """The points lost by a move against the best one."""

    def ranked(self) -> list[int]:
        """The moves, best first: by their share of games won, and their spread where shares are as good as equal."""

JudgedMove: TypeAlias = tuple[Move, int, float, float, float, float, bool]
"""A move; the deals in which it was played, without which the others say nothing; the share of games won and its margin; the
mean growth of the lead and its margin; whether the share is proved."""

@final
class Judging:
    """The judging of a move, which goes on by and by; for one thread at a time.

    The best candidates by equity and the move are compared over equal deals; those that may be best, and the move, are
    compared over more.
    """

    def __new__(
        cls,
        search: Search,
        leaves: Leaves,
        win_table: WinTable,
        board: bytes,
        rack: bytes,
        unseen: bytes,
        *,
        lead: int,
        passes: int,
        exchange_from: int,
        played: Move,
        phoney: bool,
        candidates: int,
        first: tuple[int, int, int],
        finalists: int,
        second: tuple[int, int, int],
        repeats_one: bool,
        seed: int,
    ) -> Judging:
        """`played` is the move; a `phoney` is compared, and never the best. `first` and `second` are efforts, see `compare`;
        with `repeats_one` a single finalist is played again, too. For the others see `Simulation`. ValueError for an
        impossible move."""

    def run(self) -> bool:
        """Play on for a moment; whether the verdict is there."""

    def verdict(
        self, proved: Sequence[tuple[Move, float, int]]
    ) -> tuple[list[JudgedMove], JudgedMove, tuple[float, float, float, float], bool, int]:
        """The best moves, best first; the move itself; what it lost: share, points, and their margins (a difference within
        its margin is none); whether that share is proved; and the number of moves compared at first.

        `proved` are moves, best first, with the share of games that they are proved to win, and the number of draws.
        """

def grades(
    lost: tuple[float, float],
    before: float,
    chance_limits: tuple[float, float, float],
    points_limits: tuple[float, float, float],
) -> tuple[int, int, int, float]:
    """The grade of a loss of chance and points, from 0 for the best to 4; that by chance; that by points; and the chance to win
    that is left of `before`. The limits are losses below which a turn is good, an inaccuracy, a mistake."""

def leave_training_sums(
    search: Search, tiles: bytes, leaves: Leaves, vowels: int, *, seed: int, first: int, count: int, threads: int
) -> tuple[bytes, bytes, int, int]:
    """Play games as `self_play` does between equal players, and sum up the training set for leave values.

    At each turn with at least a rack of tiles in the bag, the equities (in thousandths of a point) of eight racks are
    compared: that of the player on turn, which holds the leave of their last turn, and seven random racks around leaves of
    all sizes. A leave has terms, each 1 or 0: for each code a term for 1, 2, … of it; for each two codes, in the order of
    `numpy.triu_indices(codes, 1)`, a term for both; a square by numbers of vowels and consonants, from none to a rack. The
    empty leave has no terms.

    Returns little-endian numbers of 64 bits, sums over all racks, each rack less the mean of its turn, times eight: the
    products of each pair of terms (the upper triangle with the diagonal, row by row) and the products of each term and
    the equity; then the sum of the squared equities, and the number of racks. They do not depend on the threads.
    """

Solution: TypeAlias = tuple[int, bool, int, list[Play | None], int]
"""The gain of the player on turn from here on less that of the opponent, in points; whether it is proved; the depth of
the search in turns; the principal variation, `None` for a pass; the number of nodes."""

PreEndgameResult: TypeAlias = tuple[Play | bytes | None, int, int, int, int, int, int, bool, bool]
"""A play, the tiles of an exchange, or `None` for a pass; the number of tiles that it leaves in the bag; the number of
draws, each order of the tiles counted as often as it can happen (an exchange counts them more finely); the numbers of draws
after which the game is proved to be won, to be drawn, and to have any result; the sum of the final spreads over all draws,
in points; whether that sum is exact; whether another move is proved to be as good or better."""

@final
class Solver:
    """Solves endgames and pre-endgames with one transposition table; threads that share it wait for each other."""

    def __new__(
        cls,
        search: Search,
        *,
        passes: int = 4,
        out: int = 2,
        blocked: int = 1,
        exchange_from: int = 7,
        table_bytes: int = 67_108_864,
    ) -> Solver:
        """`passes` consecutive passes end the game (GEN-15c). A player who goes out gains the points of the opponent's
        tiles `out` times: once lost, once gained (GEN-15d, GEN-15e); after passes each player loses the points of their
        own tiles `blocked` times. `exchange_from`: see `Simulation`."""

    def solve(
        self,
        board: bytes,
        rack: bytes,
        other: bytes,
        *,
        passes: int = 0,
        watch: Callable[[Solution], object] | None = None,
    ) -> Solution:
        """Solve an endgame, with an empty bag. `rack` is that of the player on turn, `other` that of the opponent,
        `passes` the number of consecutive passes just before.

        `watch` is called every few milliseconds with the solution so far; the search stops when it returns a false value.
        An exception in it, or an interrupt from the keyboard, is raised here. ValueError if the board or a rack is
        malformed.
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
        threads: int = 0,
        watch: Callable[[], object] | None = None,
    ) -> list[PreEndgameResult]:
        """Rate all plays, the exchanges allowed and the pass with a few tiles in the bag, best first: by the share of draws
        won, then by spread.

        `unseen` are the tiles in the bag and on the opponent's rack, `lead` is the lead of the player on turn in points,
        `passes` the number of consecutive passes just before. The `count` most promising moves are analysed at a time, with
        a growing budget, until the best is known; then all others are refuted. The result does not depend on the number of
        threads, by default one for each core, unless `watch` stops it. If a move leaves tiles in the bag, both players are
        assumed to
        know where all tiles are when the opponent replies. `watch`: see `solve`.
        """
