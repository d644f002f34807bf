"""How strong the levels of bots are: every two of them play refereed games from equal bags, and ratings are fitted to that.

`python bench/levels.py --pairs 20` plays 40 games of each two levels; `--levels master,static` plays a duel; `--deals 50`
makes who looks ahead do so through so many deals at each turn at most, however long that takes, so that the results do not
depend on how busy the machine is; `--seconds 1` gives them so much time instead. With `--leaves FILE` the static level values
what it keeps by these, and not by those that were learnt. As many pairs of games as there are cores are played at a time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from random import Random

import click
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from mostek.core.tiles import Tiles, tile_set
from mostek.engine.bots import Level, levels
from mostek.engine.bots.bot import Bot, open_bot
from mostek.engine.leaves import parse_values
from mostek.lexicon import DEFAULT
from mostek.referee import conduct, view_for
from mostek.referee.commands import Command, CreateGame
from mostek.referee.state import Over
from mostek.rules.loading import rulebook

BOOK = rulebook("gen")
FIXED = "static"
FIXED_AT = 2000
"""The rating of one level is fixed; only differences mean anything."""
RESAMPLED = 400
HOUR = 3_600_000
NODES = 30_000
"""How many positions are looked at in the end of a game where no clock is to count."""
Numbers = npt.NDArray[np.float64]


class Bag:
    """A bag whose tiles come in an order set before the game; a `Draw` of the referee."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._order = list(tile_set(BOOK.tile_set.value).tiles)
        self._random.shuffle(self._order)

    def __call__(self, bag: Tiles, count: int) -> Tiles:
        """Exactly `count` tiles; those that were given back lie anywhere among the others."""
        for face in bag.missing_from(Tiles(self._order)):
            self._order.insert(self._random.randrange(len(self._order) + 1), face)
        return Tiles(self._order.pop() for _ in range(count))


@dataclass(frozen=True, slots=True)
class Duel:
    """Games of two levels, the rows pairs of games from equal bags: the lead of the first in points."""

    names: tuple[str, str]
    leads: npt.NDArray[np.int64]
    points: tuple[float, float]
    seconds: float

    @property
    def wins(self) -> Numbers:
        """The games that the first won of each pair, a draw being half a win."""
        shares: Numbers = (1 + np.sign(self.leads)) / 2
        return np.asarray(shares.sum(1))

    @property
    def share(self) -> tuple[float, float]:
        """The share of games won by the first, and how far off it may be (95 %); a pair counts as one chance."""
        shares = self.wins / 2
        return float(shares.mean()), 1.96 * float(shares.std(ddof=1)) / len(shares) ** 0.5


def played(first: Bot, second: Bot, seed: int) -> tuple[int, int]:
    """The points of both in a refereed game."""
    bag = Bag(seed)
    game = conduct(None, CreateGame(rulebook=BOOK.name, players=("A", "B")), BOOK, bag).game
    assert game is not None
    while not isinstance(game.phase, Over):
        asked: Iterator[Command | None] = (
            (first, second)[seat - 1].command(view_for(game, seat)) for seat in game.seats
        )
        command: Command = next(command for command in asked if command is not None)
        conducted = conduct(game, command, BOOK, bag)
        assert conducted.refused is None, conducted.refused
        assert conducted.game is not None
        game = conducted.game
    one, other = game.scores
    return one, other


@dataclass(frozen=True, slots=True)
class Terms:
    """What a contest is played with; with `deals` who looks ahead does so without a clock."""

    lexicon: str
    deals: int | None
    seconds: float | None
    leaves: Path | None

    def level(self, name: str) -> Level:
        """The level of that name, as far as it may look."""
        level = levels()[name]
        far = level.lookahead
        if far and self.deals is not None:
            far = replace(far, deals=min(self.deals, far.deals), nodes=min(NODES, far.nodes), milliseconds=HOUR)
        if far and self.seconds is not None:
            far = replace(far, milliseconds=round(1000 * self.seconds))
        return replace(level, lookahead=far)


@cache
def contestant(name: str, terms: Terms) -> Bot:
    """Somebody of a level, once in each process."""
    values, _ = parse_values(terms.leaves.read_text("utf-8")) if terms.leaves and name == FIXED else (None, None)
    return open_bot(BOOK, terms.lexicon, level=terms.level(name), values=values)


def both_ways(names: tuple[str, str], terms: Terms, seed: int) -> tuple[list[tuple[int, int]], float]:
    """The points of both in a pair of games from equal bags, in the second of which the other begins; and the seconds taken."""
    began = time.process_time()
    one, other = (contestant(name, terms) for name in names)
    return [played(one, other, seed), played(other, one, seed)[::-1]], time.process_time() - began


def duel(pool: Executor, names: tuple[str, str], terms: Terms, seeds: range) -> Duel:
    """Pairs of games."""
    scores, seconds = [], 0.0
    for pair, taken in pool.map(partial(both_ways, names, terms), seeds):
        scores += pair
        seconds += taken
        won = sum(own > others for own, others in scores)
        # A long duel may be stopped: what was played until then is worth knowing.
        click.echo(f"\r{' – '.join(names)}: {won} of {len(scores)}", err=True, nl=len(scores) == 2 * len(seeds))
    table = np.array(scores)
    points = (float(table[:, 0].mean()), float(table[:, 1].mean()))
    return Duel(names, (table[:, 0] - table[:, 1]).reshape(-1, 2), points, seconds)


def ratings(names: Sequence[str], duels: Sequence[Duel], wins: Sequence[float]) -> Numbers:
    """Elo's ratings with which these wins are most likely; a drawn game is added to each duel, so that nobody is lost."""
    places = np.array([[names.index(name) for name in duel.names] for duel in duels])
    games = np.array([duel.leads.size + 1.0 for duel in duels])
    won = np.array(wins) + 0.5
    strength = np.zeros(len(names))
    free = (
        [place for place, name in enumerate(names) if name != FIXED] if FIXED in names else list(range(1, len(names)))
    )
    for _ in range(50):
        expected = 1 / (1 + np.exp(strength[places[:, 1]] - strength[places[:, 0]]))
        slope, bend = np.zeros(len(names)), np.zeros((len(names), len(names)))
        for (one, other), lack, weight in zip(
            places, won - games * expected, games * expected * (1 - expected), strict=True
        ):
            slope[[one, other]] += lack, -lack
            bend[np.ix_([one, other], [one, other])] += [[weight, -weight], [-weight, weight]]
        strength[free] += np.linalg.solve(bend[np.ix_(free, free)], slope[free])
    return np.asarray(FIXED_AT + strength * 400 / np.log(10))


def margins(names: Sequence[str], duels: Sequence[Duel]) -> Numbers:
    """How far off the ratings may be (95 %): as they vary when pairs of games are drawn anew from those played."""
    random = np.random.default_rng(1)
    fits = []
    for _ in range(RESAMPLED):
        drawn = [float(random.choice(duel.wins, len(duel.wins)).sum()) for duel in duels]
        fits.append(ratings(names, duels, drawn))
    return np.asarray(1.96 * np.std(fits, axis=0))


@click.command(help=__doc__)
@click.option("--pairs", default=10, show_default=True, help="How many pairs of games every two levels play.")
@click.option("--levels", default=",".join(levels()), show_default=True, help="Which levels play.")
@click.option("--deals", type=int, help="Through how many deals of the unseen tiles one looks ahead at each turn.")
@click.option("--seconds", type=float, help="How long one looks ahead at each turn.")
@click.option("--leaves", type=click.Path(path_type=Path, exists=True), help="What the static level values tiles by.")
@click.option("--seed", default=1, show_default=True)
@click.option("--lexicon", default=DEFAULT, show_default=True)
def main(
    pairs: int, levels: str, deals: int | None, seconds: float | None, leaves: Path | None, seed: int, lexicon: str
) -> None:
    """Play, fit and print."""
    names = levels.split(",")
    terms = Terms(lexicon, deals, seconds, leaves)
    duels = []
    with ProcessPoolExecutor() as pool:
        for one, other in combinations(names, 2):
            found = duel(pool, (one, other), terms, range(seed, seed + pairs))
            (share, margin), (own, others) = found.share, found.points
            click.echo(
                f"{one:>9} – {other:<9} {share:6.1%} ± {margin:.1%}   {own:.0f} : {others:.0f}   {found.seconds:.0f} s"
            )
            duels.append(found)
    fitted = ratings(names, duels, [float(found.wins.sum()) for found in duels])
    click.echo("\n| level | rating | ± |\n|---|---|---|")
    for name, rating, margin in zip(names, fitted, margins(names, duels), strict=True):
        click.echo(f"| {name} | {rating:.0f} | {margin:.0f} |")


if __name__ == "__main__":
    main()
