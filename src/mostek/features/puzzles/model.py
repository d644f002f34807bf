"""Puzzles as values: positions with a question that has one answer, their collections, verdicts and ratings."""

from __future__ import annotations

import lzma
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from mostek.core.errors import SentenceError
from mostek.core.moves import NO_FAULT, PlayFault, words_on
from mostek.core.position import Position
from mostek.core.tiles import tile_set
from mostek.engine.equipment import TILE_SET
from mostek.lexicon.school_words import are_fit_for_school, spells_vulgar_word
from mostek.notation.coordinates import Orientation
from mostek.notation.formats.cgp import parse_position
from mostek.notation.plays import WrittenPlay, parse_play, words_of_play


class Theme(StrEnum):
    """The question of a puzzle."""

    PLAY = "play"
    """The best play."""
    SHORT = "short"
    """The best play, which lays two to four tiles of a longer rack."""
    BINGO = "bingo"
    """The best play, which lays all seven tiles."""
    RARE = "rare"
    """The best play, which forms a word outside the core list."""
    OUT = "out"
    """The best play, which lays the last tiles of the rack and ends the game."""
    ENDING = "ending"
    """The only play that wins the game, with an empty bag."""
    PHONEY = "phoney"
    """The one word on the board that the lexicon lacks."""

    @property
    def asks_for_a_word(self) -> bool:
        """Whether the answer is a word of the board; else it is a play."""
        return self is Theme.PHONEY


class AnswerProof(StrEnum):
    """The method that found the answer best."""

    SOLVER = "solver"
    """Every other turn was solved to the end of the game."""
    LEXICON = "lexicon"
    """Every word of the board was looked up."""
    SIMULATION = "simulation"
    """Random continuations of the best plays were compared."""


class Puzzle(msgspec.Struct, frozen=True, array_like=True, dict=True):
    """A position with a question that has one answer."""

    theme: Theme
    position: str
    """A line of CGP: the board, the rack of the person who answers (empty for a phoney), and the scores; with an empty bag
    also the other rack."""
    answer: str
    """The play as `8A LEŻAKOw(A)`, or the word."""
    second: str
    """The best of the other plays; empty for a phoney."""
    points: int
    """The points by which the answer is better than the second."""
    wins: int
    """The gain of the chance to win over the second, in thousandths."""
    outlook: int
    """The chance to win after the answer, in thousandths."""
    proof: AnswerProof
    difficulty: int
    """An estimate of the rating at which half of the people find the answer."""
    source: str
    """`SEED/GAME/TURN` of self-play, or `game` for a game of people."""

    @cached_property
    def id(self) -> str:
        """Its name: twelve hexadecimal digits made of the question."""
        return sha256(f"{self.theme.value} {self.position}".encode()).hexdigest()[:12]

    @cached_property
    def asked(self) -> Position:
        """The position as a value. Raises `NotationError`."""
        return parse_position(self.position, tile_set(TILE_SET))

    @cached_property
    def play(self) -> WrittenPlay:
        """The answer as a play. Raises `NotationError`, also for a word."""
        return parse_play(self.answer, Orientation.LETTERED_ROWS, tile_set(TILE_SET).alphabet)


def shown_words(puzzle: Puzzle) -> Iterator[str]:
    """Every word that a person sees in a puzzle and its solution: on the board, of the answer and of the second play."""
    board = puzzle.asked.board
    yield from (word.text for word in words_on(board))
    if puzzle.theme.asks_for_a_word:
        yield puzzle.answer
    else:
        alphabet = tile_set(TILE_SET).alphabet
        yield from words_of_play(board, puzzle.answer, alphabet)
        yield from words_of_play(board, puzzle.second, alphabet)


def is_fit_puzzle(puzzle: Puzzle) -> bool:
    """Whether nothing in a puzzle is vulgar: no word, and no rack in the order in which it is shown.

    Other orders of a rack, and plays that are never shown, do not count: nearly every rack has some vulgar word in it.
    """
    racks = ("".join(map(str, rack)) for rack in puzzle.asked.racks)
    return are_fit_for_school(shown_words(puzzle)) and not any(map(spells_vulgar_word, racks))


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of an answer."""

    is_right: bool
    fault: PlayFault = NO_FAULT
    """The faults of a play that cannot lie so; then nothing was answered."""
    invalid: tuple[str, ...] = ()
    """The words of the play that the lexicon lacks."""
    points: int = 0
    """The points of the play on the board."""
    lost_points: float | None = None
    """The points that it loses until the end, on average; `None` where they are unknown."""
    lost_wins: float | None = None
    """The share of games that it loses, from 0 to 1."""

    @property
    def is_answer(self) -> bool:
        """Whether the tiles lie as a play at all."""
        return self.fault == NO_FAULT


def judge_word(puzzle: Puzzle, word: str) -> Verdict:
    """The verdict on a word that a person calls a phoney."""
    return Verdict(word == puzzle.answer)


def choices(puzzle: Puzzle) -> tuple[str, ...]:
    """The words of the board among which the phoney is, in the order of the alphabet."""
    order = tile_set(TILE_SET).alphabet.order
    words = {word.text: [order(str(tile).upper()) for tile in word.tiles] for word in words_on(puzzle.asked.board)}
    return tuple(sorted(words, key=lambda word: words[word]))


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
    """Puzzles with their heading.

    A file of them has a first line of JSON: how the puzzles were made, their number, and the SHA-256 of the rest. The rest is XZ
    of MessagePack.
    """

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


DAILY = range(1150, 1751)
"""The difficulties of daily puzzles: everybody gets the same one."""
_WEEK = (Theme.PLAY, Theme.BINGO, Theme.ENDING, Theme.SHORT, Theme.BINGO, Theme.PHONEY, Theme.PLAY)
"""The themes from Monday to Sunday."""
_NEAR = 12
"""From so many unseen puzzles nearest to the strength one is taken."""


def daily(collection: Collection, day: date) -> Puzzle | None:
    """The puzzle of a day: the same for everybody with this collection, and no other one's twice within many weeks.

    The order of each theme is that of hashes, so that the difficulty does not tell it, and the days of one weekday take one
    after another.
    """
    wanted = _WEEK[day.weekday()]
    usual = [puzzle for puzzle in collection.by_theme[wanted] if puzzle.difficulty in DAILY]
    fitting = usual or list(collection.puzzles)
    if not fitting:
        return None
    ordered = sorted(fitting, key=lambda puzzle: sha256(f"day {puzzle.id}".encode()).digest())
    uses = [each for each in range(7) if _WEEK[each] is wanted]
    number = day.toordinal() // 7 * len(uses) + uses.index(day.weekday())
    return ordered[number % len(ordered)]


def next_one(
    collection: Collection, strength: float, theme: Theme | None, seen: Container[str], chance: Random
) -> Puzzle | None:
    """A puzzle near this strength that was not seen, or nothing if all were."""
    themes: Sequence[Theme] = [theme] if theme else [each for each in Theme if collection.by_theme[each]]
    # The theme is drawn first: otherwise the theme with the most puzzles would hide the others.
    for picked in sorted(themes, key=lambda _: chance.random()):
        unseen = [puzzle for puzzle in collection.by_theme[picked] if puzzle.id not in seen]
        near = sorted(unseen, key=lambda puzzle: abs(puzzle.difficulty - strength))[:_NEAR]
        if near:
            return near[int(chance.random() * len(near))]
    return None


SHOWN = 60.0
"""The shown points in one point of the model."""
_MEAN, _DEVIATION = 25.0, 25.0 / 3
_PUZZLE_DEVIATION = 4.0
"""The uncertainty of a first guess at a puzzle's difficulty: about 240 shown points."""
_LEAST_DEVIATION = 0.9
"""Below it a rating would no longer follow a person who learns."""


class Strength(Struct, frozen=True):
    """The rating of a person or a puzzle: an answer is a game between the two.

    The model is Bradley-Terry with full pairs by Weng and Lin, of the library openskill (extra `server`). A rating is a normal
    distribution; it is shown as 60 times its mean, so that it begins at 1500.
    """

    mean: float = _MEAN
    deviation: float = _DEVIATION

    @property
    def shown(self) -> int:
        """The rating as people see it."""
        return round(SHOWN * self.mean)

    @property
    def margin(self) -> int:
        """Its uncertainty of about 95 %."""
        return round(2 * SHOWN * self.deviation)


def of_difficulty(difficulty: int) -> Strength:
    """The rating of a puzzle without an attempt."""
    return Strength(difficulty / SHOWN, _PUZZLE_DEVIATION)


def after_answer(person: Strength, puzzle: Strength, is_right: bool) -> tuple[Strength, Strength]:
    """Both ratings after an answer.

    Source: R. C. Weng, C.-J. Lin, A Bayesian Approximation Method for Online Ranking, 2011.
    """
    model = _model()
    sides = [[_rating(model, person)], [_rating(model, puzzle)]]
    ranks = [0.0, 1.0] if is_right else [1.0, 0.0]
    (first,), (second,) = model.rate(sides, ranks=ranks)
    return _strength(first), _strength(second)


@cache
def _model() -> Any:
    from openskill.models import BradleyTerryFull

    return BradleyTerryFull(mu=_MEAN, sigma=_DEVIATION)


def _rating(model: Any, strength: Strength) -> Any:
    return model.rating(mu=strength.mean, sigma=strength.deviation)


def _strength(rating: Any) -> Strength:
    return Strength(float(rating.mu), max(_LEAST_DEVIATION, float(rating.sigma)))
