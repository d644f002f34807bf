"""The chance of the bag: truly random, or repeatable from a seed."""

from __future__ import annotations

from random import Random, SystemRandom

from mostek.tiles import Tiles


class Chance:
    """Tiles drawn at random; a `Draw` of the referee. The order in which the bag was filled has no influence."""

    def __init__(self, source: Random) -> None:
        self._source = source

    def __call__(self, bag: Tiles, count: int) -> Tiles:
        """Exactly `count` tiles of the bag."""
        faces = sorted(bag)
        # `random()` is the one method whose sequence Python promises to keep from version to version.
        return Tiles(faces.pop(int(self._source.random() * len(faces))) for _ in range(count))


def chance(seed: int | None, events: int) -> Chance:
    """The chance for the next command of a game that has so many events.

    With a seed it depends on nothing else, so a game that was interrupted goes on with the same draws; without one it is
    the operating system's.
    """
    return Chance(SystemRandom() if seed is None else Random(f"{seed}/{events}"))
