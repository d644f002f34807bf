"""Train leave values by self-play: each generation plays with the values of the one before.

A leave is worth what a rack that holds it brings in the next turn, more than a rack drawn blindly in the same position; what
that rack leaves is worth what the generation before says. Starting from nothing, the values come to look further and further
ahead. Each generation plays twice as many games as the one before: the first only show the way.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from mostek.engine import kernel
from mostek.engine.equipment import Equipment
from mostek.engine.leaves import LeaveValues, Provenance, Row, at, no_values, vowel_bits
from mostek.engine.parallel import ResultStore, map_chunks, ranges
from mostek.engine.parallel.chunks import threads

Floats: TypeAlias = npt.NDArray[np.float64]
CHUNK = 64
"""The games in a chunk, 0.5 to 2 seconds of one core."""
_RACKS = 8
"""The racks that the kernel compares in a position; its sums are larger by this factor."""
_LIKELY = {"equal": 8.0, "bend": 3.0, "pairs": 0.7, "balance": 4.0}
"""How large a term is likely to be, in points, before training: of a tile; of how much less another copy of
the tile brings than the one before; of two tiles together; of vowels and consonants. A rare term stays as near to 0."""


class TrainingSums(NamedTuple):
    """The sums of training games, see `kernel.leave_training_sums`."""

    squares: bytes
    products: bytes
    variance: int
    racks: int


@dataclass(frozen=True, slots=True)
class TrainingGames:
    """Training games, as work in chunks; chunks are ranges of games."""

    equipment: Equipment
    seed: int
    values: LeaveValues

    def __call__(self, games: range) -> TrainingSums:
        """Play these games."""
        sums = kernel.leave_training_sums(
            self.equipment.searcher.search,
            self.equipment.tiles,
            self.values.to_kernel(),
            vowel_bits(self.equipment.letters),
            seed=self.seed,
            first=games.start,
            count=len(games),
            threads=1,
        )
        return TrainingSums(*sums)


class Generation(msgspec.Struct, frozen=True):
    """The result of a generation."""

    number: int
    """The number of the generation, from 1."""
    games: int
    racks: int
    """The number of racks compared."""
    values: LeaveValues
    change: float
    """The change of leave values from the previous generation, in points (root mean square over the racks)."""
    explained: float
    """The share of the differences between racks of one position that their leaves explain."""


@dataclass(frozen=True, slots=True)
class Training:
    """The plan of a training. Its results are the same on any machine; with a folder it resumes where it was stopped."""

    equipment: Equipment
    seed: int = 1
    generations: int = 6
    games: int = 256
    """The games of the first generation."""

    @property
    def made(self) -> Provenance:
        """The provenance of the last generation's values, for their file."""
        used, name = self.equipment, self.equipment.lexicon
        plan = {"seed": self.seed, "generations": self.generations, "games": self.all_games}
        return {"lexicon": name, "hash": used.hash, "tile_set": used.tile_set, "mostek": version("mostek"), **plan}

    @property
    def all_games(self) -> int:
        """The number of games of all generations."""
        return self.games * ((1 << self.generations) - 1)

    def carried_out(
        self,
        folder: Path | None = None,
        executor: Executor | Callable[[], Executor] = threads,
        progress: Callable[[int, int], object] = lambda number, games: None,
    ) -> Iterator[Generation]:
        """Yield each finished generation; `progress` receives its number and the number of its finished games."""
        kept = ResultStore(folder, Generation) if folder else None
        values = no_values(self.equipment.letters)
        for number in range(1, self.generations + 1):
            training_games = TrainingGames(self.equipment, self.seed + number, values)
            games = self.games << number - 1
            generation = kept and kept.find(training_games, range(games))
            if not generation:
                sums = folder / "lessons" if folder else None
                generation = learn_generation(training_games, number, games, sums, executor, progress)
                if kept:
                    kept.put(training_games, range(games), generation)
                if sums:
                    shutil.rmtree(sums)
            values = generation.values
            yield generation


def learn_generation(
    training_games: TrainingGames,
    number: int,
    games: int,
    folder: Path | None,
    executor: Executor | Callable[[], Executor],
    progress: Callable[[int, int], object],
) -> Generation:
    """Train a generation on this many games; its chunks are stored in the folder."""
    kept = ResultStore(folder, TrainingSums) if folder else None
    regression = Regression(training_games.equipment)
    for chunk, sums in map_chunks(training_games, ranges(CHUNK, games), executor, kept=kept):
        regression.add(sums)
        progress(number, chunk.stop)
    return regression.generation(number, games, training_games.values)


class Regression:
    """Ridge regression: the sums of games, and the values that explain the equities best."""

    def __init__(self, equipment: Equipment) -> None:
        self._letters = equipment.letters
        self._codes, self._size = len(self._letters) + 1, equipment.searcher.rack_size
        self._many = [equipment.tiles.count(code) for code in range(self._codes)]
        self._pairs = self._codes * (self._codes - 1) // 2
        self._terms = self._codes * self._size + self._pairs + (self._size + 1) ** 2
        self._squares = np.zeros(self._terms * (self._terms + 1) // 2, np.int64)
        self._products = np.zeros(self._terms, np.int64)
        self._variance = self._racks = 0

    def add(self, sums: TrainingSums) -> None:
        """Add the sums of more games."""
        self._squares += np.frombuffer(sums.squares, "<i8")
        self._products += np.frombuffer(sums.products, "<i8")
        self._variance += sums.variance
        self._racks += sums.racks

    def generation(self, number: int, games: int, before: LeaveValues) -> Generation:
        """Solve for the values of the generation."""
        squares, products, variance = self._matrix / _RACKS, self._products / _RACKS, self._variance / _RACKS
        noise = variance / self._racks
        terms = np.rint(np.linalg.solve(squares + noise * self._doubts, products))
        differ = terms - self._vector(before)
        return Generation(
            number,
            games,
            self._racks,
            self._values(terms),
            change=float(np.sqrt(differ @ squares @ differ / self._racks)) / 1000,
            explained=float((2 * terms @ products - terms @ squares @ terms) / variance),
        )

    @cached_property
    def _matrix(self) -> Floats:
        half = np.zeros((self._terms, self._terms))
        half[np.triu_indices(self._terms)] = self._squares
        return half + np.triu(half, 1).T

    @cached_property
    def _doubts(self) -> Floats:
        """The penalty matrix: the inverse squares of the likely sizes of terms."""
        size = self._size
        bends = np.diff(np.eye(size), 2, axis=0)
        equal = bends.T @ bends / _LIKELY["bend"] ** 2
        equal[:2, :2] += np.eye(2) / _LIKELY["equal"] ** 2
        doubts = np.zeros((self._terms, self._terms))
        first = self._codes * size
        doubts[:first, :first] = np.kron(np.eye(self._codes), equal)
        rest = np.full(self._terms - first, _LIKELY["balance"] ** -2)
        rest[: self._pairs] = _LIKELY["pairs"] ** -2
        doubts[first:, first:] = np.diag(rest)
        return doubts / 1e6

    def _values(self, terms: Floats) -> LeaveValues:
        numbers = terms.astype(int).tolist()
        equal, numbers = numbers[: self._codes * self._size], numbers[self._codes * self._size :]
        pairs = []
        for rest in reversed(range(self._codes)):
            pairs.append(tuple(numbers[:rest]))
            numbers = numbers[rest:]
        rows = [row[:many] for row, many in zip(_rows(equal, self._size), self._many, strict=True)]
        return LeaveValues(self._letters, tuple(rows), tuple(pairs), _rows(numbers, self._size + 1))

    def _vector(self, values: LeaveValues) -> Floats:
        """The values as a vector of terms."""
        places = range(self._size)
        equal = [at(row, place) for row in values.equal for place in places]
        pairs = [number for row in values.pairs for number in row]
        side = range(self._size + 1)
        balance = [at(at(values.balance, vowels), others) for vowels in side for others in side]
        return np.array(equal + pairs + balance, float)


def _rows(numbers: list[int], width: int) -> tuple[Row, ...]:
    return tuple(tuple(numbers[first : first + width]) for first in range(0, len(numbers), width))


_WIDTH, _HEIGHT, _EDGE = 640, 320, 56


def learning_curve(generations: Sequence[Generation], titles: tuple[str, str, str]) -> str:
    """Draw the learning curve; `titles` are those of the changes (points), the explained shares (percent) and the generations."""
    changes = [generation.change for generation in generations]
    shares = [100 * generation.explained for generation in generations]
    place = _places(len(generations))
    foot = "".join(
        f'<text x="{place(number):.0f}" y="{_HEIGHT - _EDGE + 18}" text-anchor="middle">{generation.number}</text>'
        for number, generation in enumerate(generations)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" font-size="12">'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#fff"/>'
        f'<path d="M{_EDGE} {_EDGE}V{_HEIGHT - _EDGE}H{_WIDTH - _EDGE}V{_EDGE}" fill="none" stroke="#999"/>'
        f"{_line(changes, place, '#b00', titles[0], 'start', '{:.1f}')}{_line(shares, place, '#06c', titles[1], 'end', '{:.0f}')}"
        f'{foot}<text x="{_WIDTH / 2}" y="{_HEIGHT - 12}" text-anchor="middle">{titles[2]}</text></svg>\n'
    )


def _places(count: int) -> Callable[[int], float]:
    """The x coordinate of each generation."""
    return lambda number: 2 * _EDGE + number * (_WIDTH - 4 * _EDGE) / max(count - 1, 1)


def _line(
    numbers: Sequence[float], place: Callable[[int], float], colour: str, title: str, anchor: str, form: str
) -> str:
    """A line with a point and a number for each generation, with its title above its axis."""
    high = max(*numbers, 1e-9)
    points = [
        (place(number), _HEIGHT - _EDGE - value / high * (_HEIGHT - 3 * _EDGE)) for number, value in enumerate(numbers)
    ]
    path = " ".join(f"{x:.0f},{y:.0f}" for x, y in points)
    labels = "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3"/>'
        f'<text x="{x:.0f}" y="{y - 8:.0f}" text-anchor="middle">{form.format(value)}</text>'
        for (x, y), value in zip(points, numbers, strict=True)
    )
    left = _EDGE if anchor == "start" else _WIDTH - _EDGE
    heading = f'<text x="{left}" y="{_EDGE - 16}" text-anchor="{anchor}">{title}</text>'
    return f'<g fill="{colour}"><polyline points="{path}" fill="none" stroke="{colour}"/>{labels}{heading}</g>'
