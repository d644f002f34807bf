"""Measure the mean luck of a turn in self-play, which should be 0 at every level of play.

    python bench/review_luck.py --games 40 --depth quick --errors 0 1.5 3

Both players take, on average, a move so many places below the best by equity. Prints for each level the mean luck of a turn with
tiles in the bag, its 95 % margin, and the mean loss; at the end the line fitted to luck by the mean loss of a game. Half of its
changes belong to `excess` and `excess_of_loss` of `mostek.engine.review`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from mostek.engine.review import GameReview, review_games

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from engine.written_games import whole_game


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--depth", default="quick")
    parser.add_argument("--errors", type=float, nargs="+", default=[0, 3])
    parser.add_argument("--lexicon", default="pl-wolny")
    asked = parser.parse_args()
    everything = []
    for error in asked.errors:
        seeds = range(asked.seed, asked.seed + asked.games)
        games = (whole_game(asked.lexicon, seed, (error, error)) for seed in seeds)
        found = [row for game in review_games(games, asked.depth) if isinstance(game, GameReview) for row in rows(game)]
        table = np.array(found)
        margin = 1.96 * table[:, 1].std() / np.sqrt(len(table))
        print(f"errors {error}: luck {table[:, 1].mean():+.2f} ± {margin:.2f} a turn, loss {table[:, 0].mean():.2f}")
        everything += found
    losses, luck = np.array(everything).T
    slope, base = np.polyfit(losses, luck, 1)
    print(f"luck of a turn = {base:+.2f} {slope:+.2f} × mean loss")


def rows(game: GameReview) -> list[tuple[float, float]]:
    """The mean loss of a game, with the luck of each turn but the first that has tiles in the bag."""
    losses = [turn.loss.points if turn.loss else 0.0 for turn in game.turns]
    mean = sum(losses) / len(losses)
    return [(mean, turn.luck) for turn in game.turns[1:] if turn.bag and turn.luck is not None]


if __name__ == "__main__":
    main()
