"""Measure the mean luck of a turn in self-play, which should be 0 at every depth and level of play.

    python bench/review_luck.py --games 40 --depths quick --errors 0 1.5 3
    python bench/review_luck.py --games 20 --depths quick normal --minutes 30

Both players take, on average, a move so many places below the best by equity. Prints for each level and depth the mean luck of
a turn with tiles in the bag and the mean loss, and at the end the line fitted to luck by the mean loss of a game. With several
depths the same games are reviewed at each, and the mean difference of each depth to the first is printed: games differ far more
than depths do, so a difference needs few games. Margins are 95 % over whole games, because the turns of a game share its draws.
Half of a change belongs to `excess` and `excess_of_loss` of `mostek.engine.review`. With `--minutes` the run ends after the game
in which the time is up.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from mostek.engine.review import GameReview, review

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from engine.written_games import whole_game

_Found = dict[tuple[float, str], list[list[tuple[float, float]]]]
"""The rows of each game, by level and depth."""


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--depths", nargs="+", default=["quick"])
    parser.add_argument("--errors", type=float, nargs="+", default=[0, 3])
    parser.add_argument("--lexicon", default="pl-wolny")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--threads", type=int, default=0)
    asked = parser.parse_args()
    found: _Found = defaultdict(list)
    end = time.monotonic() + 60 * asked.minutes
    for seed in range(asked.seed, asked.seed + asked.games):
        for error in asked.errors:
            game = whole_game(asked.lexicon, seed, (error, error))
            for depth in asked.depths:
                found[error, depth].append(rows(review(game, depth, asked.lexicon, threads=asked.threads)))
        if asked.minutes and time.monotonic() > end:
            break
        print(f"seed {seed} is done", file=sys.stderr, flush=True)
    show(found, asked.depths, asked.errors)


def show(found: _Found, depths: list[str], errors: list[float]) -> None:
    """Print the means of each level, the differences of the depths, and the line fitted to the first depth."""
    for error in errors:
        for depth in depths:
            games = found[error, depth]
            loss = np.mean([rows[0][0] for rows in games])
            luck = mean_of([[luck for _, luck in rows] for rows in games])
            print(f"errors {error}, {depth}, {len(games)} games: luck {luck} a turn, loss {loss:.2f}")
    for depth in depths[1:]:
        both = [pair for error in errors for pair in zip(found[error, depth], found[error, depths[0]], strict=True)]
        differences = [[one[1] - other[1] for one, other in zip(*pair, strict=True)] for pair in both]
        losses = np.mean([one[0][0] - other[0][0] for one, other in both])
        print(f"{depth} less {depths[0]}, {len(both)} games: luck {mean_of(differences)} a turn, loss {losses:+.2f}")
    rows = np.array([row for error in errors for game in found[error, depths[0]] for row in game])
    slope, base = np.polyfit(rows[:, 0], rows[:, 1], 1)
    print(f"luck of a turn = {base:+.2f} {slope:+.2f} × mean loss")


def mean_of(games: list[list[float]]) -> str:
    """The mean over all turns with its 95 % margin, for which the games are drawn again and again."""
    sums, counts = np.array([sum(game) for game in games]), np.array([len(game) for game in games])
    drawn = np.random.default_rng(1).integers(len(games), size=(4000, len(games)))
    low, high = np.quantile(sums[drawn].sum(1) / counts[drawn].sum(1), (0.025, 0.975))
    return f"{sums.sum() / counts.sum():+.2f} ({low:+.2f} to {high:+.2f})"


def rows(game: GameReview) -> list[tuple[float, float]]:
    """The mean loss of a game, with the luck of each turn but the first that has tiles in the bag."""
    losses = [turn.loss.points if turn.loss else 0.0 for turn in game.turns]
    mean = sum(losses) / len(losses)
    return [(mean, turn.luck) for turn in game.turns[1:] if turn.bag and turn.luck is not None]


if __name__ == "__main__":
    main()
