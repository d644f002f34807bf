"""Chance that anybody can draw again: numbers that follow from the seed of the event alone."""

from __future__ import annotations

from hashlib import blake2b

BITS = 30
"""Enough that two pairings of a thousand players are never equally good by chance."""


def lot(seed: str, *about: int | str) -> int:
    """A number of 30 bits that depends on nothing but the seed and what it is drawn for."""
    text = "\x1f".join((seed, *map(str, about)))
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big") >> 2


def shuffled(seed: str, numbers: tuple[int, ...], *about: int | str) -> tuple[int, ...]:
    """The numbers in the order of their lots."""
    return tuple(sorted(numbers, key=lambda number: (lot(seed, *about, number), number)))
