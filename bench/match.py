"""A match between two engines that speak the language of `mostek engine talk`, in pairs of games from equal bags.

Run as `python bench/match.py "mostek engine talk" "OTHER COMMAND" --games 100`, with `--go` and `--other-go` for what each is
asked at every turn. The same seed gives the same bags. Every choice is checked against the kernel; an engine that chooses what
cannot be done, or ends, ends the match. Games end by PFS-5.1.1a and b, and are settled by GEN-15d and GEN-15e.
"""

from __future__ import annotations

import argparse
import random
import shlex
import subprocess
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from math import inf, sqrt
from statistics import mean, stdev

from mostek.cli.lines import LineError
from mostek.cli.positions import read_play
from mostek.core.board import Board, layout
from mostek.core.position import Position
from mostek.core.tiles import Tiles, tile_set
from mostek.engine.kernel import EXCHANGE_FROM, Searcher, open_searcher
from mostek.lexicon import DEFAULT
from mostek.notation.coordinates import Orientation
from mostek.notation.formats import cgp

TILES = tile_set("pl-current")
RACK = 7
PASSES = 4
"""So many passes in a row end a game."""
MOST_TURNS = 200
"""Engines that exchange for ever are stopped, as if both had passed."""


class MatchError(Exception):
    """An engine did not keep to the language or the rules."""


class Engine:
    """A process that is told positions and asked what to do."""

    def __init__(self, command: str, go: str, lexicon: str) -> None:
        self.command, self.go = command, go
        self._process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._ask("mostek", "ready")
        self._ask(f"set lexicon {lexicon}", "ready")

    def choice(self, position: str) -> str:
        """What it does in a position."""
        self._ask(f"position {position}", "ready")
        return self._ask(self.go, "best")

    def close(self) -> None:
        """End the process."""
        self._process.communicate("quit\n", timeout=60)

    def _ask(self, line: str, end: str) -> str:
        assert self._process.stdin
        assert self._process.stdout
        print(line, file=self._process.stdin, flush=True)
        for answer in self._process.stdout:
            first, _, rest = answer.strip().partition(" ")
            if first == end:
                return rest
            if first == "error":
                raise MatchError(f"{self.command!r} answers {line!r} with {answer.strip()!r}")
        raise MatchError(f"{self.command!r} has ended")


@dataclass
class Game:
    """A game in progress; the player on turn is that of an even or odd `turn`."""

    searcher: Searcher
    bag: list[str]
    chance: random.Random
    board: Board = field(default_factory=lambda: Board(layout()))
    scores: list[int] = field(default_factory=lambda: [0, 0])
    turn: int = 0
    passes: int = 0

    def __post_init__(self) -> None:
        self.racks = [self._drawn(Tiles()), self._drawn(Tiles())]

    @property
    def is_over(self) -> bool:
        return not all(map(len, self.racks)) or self.passes >= PASSES or self.turn >= MOST_TURNS

    @property
    def position(self) -> str:
        """As the player on turn sees it."""
        mine, other = self.turn % 2, 1 - self.turn % 2
        scores = (self.scores[mine], self.scores[other])
        return cgp.format_position(Position(self.board, (tuple(self.racks[mine]), ()), scores, self.passes))

    def choose(self, choice: str) -> None:
        """Do what the player on turn chose. Raises `MatchError`."""
        if choice == "-":
            self.passes += 1
        elif choice.startswith("-"):
            self._exchange(choice[1:])
        else:
            self._lay(choice)
        self.turn += 1

    def settle(self) -> tuple[int, int]:
        """The points in the end."""
        left = [TILES.value(rack) for rack in self.racks]
        for player, points in enumerate(left):
            self.scores[player] -= points
            if not len(self.racks[player]):
                self.scores[player] += left[1 - player]
        return self.scores[0], self.scores[1]

    def _lay(self, choice: str) -> None:
        rack = self.racks[self.turn % 2]
        try:
            play = read_play(choice, Orientation.NUMBERED_ROWS, TILES.alphabet)
        except LineError as error:
            raise MatchError(f"{choice!r} is no play: {error.reason}") from None
        placement = play.placement(self.board)
        known = {found.placement: found.score for found in self.searcher.plays(self.board, rack)}
        if play.misfits(self.board) or placement not in known:
            raise MatchError(f"{choice!r} cannot be played in {self.position}")
        self.scores[self.turn % 2] += known[placement]
        self.board = self.board.lay(placement.tiles)
        self.racks[self.turn % 2] = self._drawn(rack - placement.faces)
        self.passes = 0

    def _exchange(self, written: str) -> None:
        rack = self.racks[self.turn % 2]
        try:
            given = TILES.alphabet.rack(written)
            kept = rack - given
        except ValueError as error:
            raise MatchError(f"-{written} is no exchange of {rack}: {error}") from None
        if len(self.bag) < EXCHANGE_FROM:
            raise MatchError(f"no exchange with {len(self.bag)} tiles in the bag")
        self.racks[self.turn % 2] = self._drawn(kept)
        self.bag += given
        self.chance.shuffle(self.bag)
        self.passes = 0

    def _drawn(self, kept: Tiles) -> Tiles:
        """A rack filled up from the end of the bag."""
        count = min(RACK - len(kept), len(self.bag))
        return kept + Tiles(self.bag.pop() for _ in range(count))


def play(searcher: Searcher, engines: tuple[Engine, Engine], seed: str) -> tuple[int, int]:
    """The points of a game; the first engine begins."""
    chance = random.Random(seed)
    bag = list(TILES.tiles)
    chance.shuffle(bag)
    game = Game(searcher, bag, chance)
    while not game.is_over:
        game.choose(engines[game.turn % 2].choice(game.position))
    return game.settle()


def pairs(searcher: Searcher, one: Engine, other: Engine, games: int, seed: int) -> Iterator[tuple[int, int]]:
    """The points of both engines in each game; games 2n and 2n + 1 have equal bags, and the other one begins."""
    for pair in range((games + 1) // 2):
        yield play(searcher, (one, other), f"{seed}/{pair}")
        theirs, ours = play(searcher, (other, one), f"{seed}/{pair}")
        yield ours, theirs


def told(name: str, numbers: list[float], unit: str) -> str:
    """A mean over pairs, which are the independent chances, with its interval of 95 %."""
    chances = [mean(numbers[place : place + 2]) for place in range(0, len(numbers), 2)]
    margin = 1.96 * stdev(chances) / sqrt(len(chances)) if len(chances) > 1 else inf
    return f"{name} {mean(chances):.1f} ± {margin:.1f} {unit}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("one", help="the command of the first engine")
    parser.add_argument("other", help="the command of the other")
    parser.add_argument("--go", default="go equity", help="what the first one is asked at every turn")
    parser.add_argument("--other-go", default="go equity", help="what the other one is asked")
    parser.add_argument("--games", type=int, default=20, help="rounded up to whole pairs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lexicon", default=DEFAULT)
    asked = parser.parse_args()
    searcher = open_searcher(asked.lexicon, TILES, layout())
    points = []
    try:
        with (
            closing(Engine(asked.one, asked.go, asked.lexicon)) as one,
            closing(Engine(asked.other, asked.other_go, asked.lexicon)) as other,
        ):
            for number, (ours, theirs) in enumerate(pairs(searcher, one, other, asked.games, asked.seed), 1):
                print(f"game {number}: {ours} : {theirs}", flush=True)
                points.append((ours, theirs))
    except MatchError as error:
        parser.exit(1, f"{error}\n")
    print(told("won", [100 * ((ours > theirs) + (ours == theirs) / 2) for ours, theirs in points], "%"))
    print(told("spread", [ours - theirs for ours, theirs in points], "points a game"))


if __name__ == "__main__":
    main()
