"""The bodies of requests and answers about puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field

from mostek.puzzles.puzzle import Theme
from mostek.server.http.bodies import Body

SquareText = Annotated[str, Meta(max_length=4)]
TileText = Annotated[str, Meta(max_length=8)]


class PuzzleAnswer(Body, frozen=True):
    """An answer: the tiles by square, `k` for a blank that stands for K; or the word, for a phoney."""

    tiles: Annotated[dict[SquareText, TileText], Meta(max_length=7)] = field(default_factory=dict)
    word: Annotated[str, Meta(max_length=15)] = ""


class HintRequest(Body, frozen=True):
    """The number of the hint, from 1."""

    step: Annotated[int, Meta(ge=1, le=3)]


class ThemeCard(Struct, frozen=True):
    """A theme with the number of its puzzles and the results of the person."""

    theme: Theme
    title: str
    count: int
    tried: int
    solved: int


class RatingCard(Struct, frozen=True):
    """The rating of a person who solves puzzles."""

    rating: int
    margin: int
    tried: int
    solved: int


class PuzzleOverview(Struct, frozen=True):
    """The page of puzzles: themes, the puzzle of the day, and the own rating, if the person has a name."""

    themes: tuple[ThemeCard, ...]
    day: str
    daily: str
    """The name of the puzzle of the day; empty if the collection has none."""
    daily_solved: bool | None
    """Whether the person has solved it; `None` before an answer."""
    rating: RatingCard | None
    lexicon: str


class PuzzleCard(Struct, frozen=True):
    """A puzzle without its answer."""

    id: str
    theme: Theme
    title: str
    question: str
    board: Mapping[str, str]
    rack: str
    other: str
    """The other rack, with an empty bag."""
    scores: tuple[int, int]
    bag: int
    words: tuple[str, ...]
    """The words of the board, where one of them is the answer."""
    rating: int
    tried: int
    solved: int
    """The people who have answered it, and those who were right at once."""
    mine: bool | None
    """Whether my first answer was right; `None` before it, and for a person without a name."""
    hints: int
    """The number of hints that I have seen."""
    day: str = ""
    """The day whose puzzle it is."""


class PuzzleVerdict(Struct, frozen=True):
    """The verdict on an answer."""

    right: bool
    answered: bool
    """Whether the tiles lay as a play at all; if not, nothing was judged."""
    sentences: tuple[str, ...]
    points: int
    rating: RatingCard | None
    """The new rating, if this answer was the first."""
    change: int = 0


class HintCard(Struct, frozen=True):
    """A hint."""

    step: int
    text: str
    more: bool


class RankedPlay(Struct, frozen=True):
    """A play of the solution: as written, its points, and its equity in points."""

    written: str
    score: int
    equity: float


class SolutionCard(Struct, frozen=True):
    """The solution of a puzzle."""

    answer: str
    tiles: Mapping[str, str]
    squares: tuple[str, ...]
    """The squares of the word."""
    reason: str
    plays: tuple[RankedPlay, ...]


class OwnMistakes(Struct, frozen=True):
    """Puzzles from the person's own finished games."""

    puzzles: tuple[PuzzleCard, ...]
    games: int
    """The number of games that are looked at."""
    waiting: int
    """Those of them whose reviews are not finished; ask again."""
