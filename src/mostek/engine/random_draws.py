"""Random draws from the bag, truly random or repeatable from a seed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from functools import partial
from random import Random, SystemRandom

from mostek.core.tiles import Tiles
from mostek.referee.endings import committed


class RandomDraws:
    """Tiles drawn at random; a `Draw` of the referee. The order in which the bag was filled has no influence."""

    def __init__(self, source: Callable[[], Random]) -> None:
        """`source` is called when tiles are drawn for the first time: most commands draw none."""
        self._begin = source
        self._source: Random | None = None

    def __call__(self, bag: Tiles, count: int) -> Tiles:
        """Draw exactly `count` tiles from the bag."""
        source = self._source = self._source or self._begin()
        faces = sorted(bag)
        # `random()` is the one method whose sequence Python promises to keep from version to version.
        return Tiles(faces.pop(int(source.random() * len(faces))) for _ in range(count))


def random_draws(seed: int | str | None, events: int) -> RandomDraws:
    """The draws of the next command of a game with this many public events.

    With a seed it depends on nothing else, so a game that was interrupted goes on with the same draws, and a person who learns
    the seed can draw them again; a number and its digits are the same seed. Without a seed it is the operating system's.
    """
    return RandomDraws(SystemRandom if seed is None else partial(Random, f"{seed}/{events}"))


def secret_seed() -> str:
    """A seed that cannot be guessed: 32 random bytes of the operating system, as 64 hexadecimal digits."""
    return secrets.token_hex(32)


def commitment(seed: int | str) -> str:
    """The commitment to a seed, published before the game: the SHA-256 of its text, in hex."""
    return committed(str(seed))
