"""Reviews of many games, on this machine or on any executor, and reviews as rows of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TypeAlias

from mostek.core.diagnostics import NotationError
from mostek.engine.parallel import map_chunks
from mostek.engine.parallel.chunks import threads
from mostek.engine.review.judging_list import ReviewError
from mostek.engine.review.reviewing import GameLike, review
from mostek.engine.review.values import Depth, GameReview
from mostek.lexicon import LexiconError

Cell: TypeAlias = str | int | float | bool | None
"""A value in a table."""


@dataclass(frozen=True, slots=True)
class Unreviewed:
    """A game that could not be reviewed, with the reason."""

    error: NotationError | ReviewError | LexiconError


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """The settings of reviews, as work for any executor; the chunks are games."""

    depth: Depth
    lexicon: str | None
    rulebook: str
    seed: int

    def __call__(self, game: GameLike) -> GameReview | Unreviewed:
        """Review one game on one thread."""
        try:
            return review(game, self.depth, self.lexicon, rulebook=self.rulebook, seed=self.seed, threads=1)
        except (NotationError, ReviewError, LexiconError) as error:
            return Unreviewed(error)


def review_games(
    games: Iterable[GameLike],
    depth: Depth | str = Depth.NORMAL,
    lexicon: str | None = None,
    *,
    rulebook: str = "pfs",
    seed: int = 1,
    executor: Executor | Callable[[], Executor] = threads,
) -> Iterator[GameReview | Unreviewed]:
    """Review many games, each on one thread.

    `mostek.engine.review_many` compares many games with static equity alone, much faster.

    Args:
        games: Recorded games or contents of files, see `review`; also from a generator.
        depth: See `review`.
        lexicon: See `review`.
        rulebook: See `review`.
        seed: See `review`.
        executor: An executor, or a function that makes one: by default a thread for each core; `mostek.engine.parallel.cluster`
            has the machines of a Dask cluster.

    Returns:
        The reviews in the order of the games; `Unreviewed` with the error in place of a game that cannot be reviewed.

    Raises:
        OSError: The list cannot be read.

    Example:
        >>> from mostek.engine.review import review_games
        >>> game = "#player1 ala Ala\\n#player2 ola Ola\\n>ala: AEKOTZ? 8H KOT +10 10\\n"
        >>> [type(found).__name__ for found in review_games([game, "no game"], "static")]
        ['GameReview', 'Unreviewed']
    """
    task = ReviewTask(Depth(depth), lexicon, rulebook, seed)
    for _, found in map_chunks(task, games, executor):
        yield found


def turn_rows(reviews: Iterable[GameReview | Unreviewed]) -> list[dict[str, Cell]]:
    """The turns of reviews as rows, for a data frame: `pandas.DataFrame(turn_rows(reviews))`.

    Args:
        reviews: The reviews; games without one are left out, and their numbers, too.

    Returns:
        A dictionary for each turn. `game` counts from 0; chances are shares, `lost_points` and `luck` are points.

    Example:
        >>> from mostek.engine.review import review, turn_rows
        >>> game = "#player1 ala Ala\\n#player2 ola Ola\\n>ala: AEKOTZ? 8H KOT +10 10\\n"
        >>> row = turn_rows([review(game, "static")])[0]
        >>> row["player"], row["move"], row["best"], row["grade"]
        ('Ala', 'H8 KOT', 'H2 AKTOrZE', 'mistake')
    """
    rows: list[dict[str, Cell]] = []
    for number, found in enumerate(reviews):
        if isinstance(found, GameReview):
            rows += _rows(number, found)
    return rows


def _rows(number: int, review: GameReview) -> Iterator[dict[str, Cell]]:
    for turn in review.turns:
        best = turn.best[0] if turn.best else None
        yield {
            "game": number,
            "title": review.title,
            "turn": turn.turn,
            "seat": turn.seat,
            "player": review.players[turn.seat - 1].name,
            "kind": turn.kind,
            "rack": turn.rack,
            "move": turn.move,
            "score": turn.score,
            "came_off": turn.came_off,
            "bag": turn.bag,
            "position": turn.position,
            "depth": turn.depth.value,
            "basis": turn.basis.value if turn.basis else None,
            "best": best.move if best else None,
            "best_score": best.score if best else None,
            "grade": turn.grade.value if turn.grade else None,
            "lost_chance": turn.loss.chance if turn.loss else None,
            "lost_points": turn.loss.points if turn.loss else None,
            "chance_before": turn.chance_before,
            "chance_after": turn.chance_after,
            "luck": turn.luck,
            "signs": " ".join(sign.sign.value for sign in turn.signs),
            "invalid": " ".join(turn.invalid),
        }


def columns(rows: Sequence[Mapping[str, Cell]]) -> dict[str, list[Cell]]:
    """Rows as columns, for libraries that take them so: `polars.DataFrame(columns(rows))`.

    Args:
        rows: Rows with the same names.

    Returns:
        The values of each column, in the order of the rows.

    Example:
        >>> from mostek.engine.review import columns
        >>> columns([{"turn": 0, "score": 10}, {"turn": 1, "score": 26}])
        {'turn': [0, 1], 'score': [10, 26]}
    """
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}
