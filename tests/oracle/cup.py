"""A knock-out by the plainest rules, for comparison: a bracket by recursion, and events played on it with whole lists."""

from __future__ import annotations


def block(best: int, opponents: int, size: int) -> list[int]:
    """The seeds of a part of the bracket: its best seed, and how many parts there are at that depth."""
    if opponents == size:
        return [best]
    return block(best, 2 * opponents, size) + block(2 * opponents + 1 - best, 2 * opponents, size)


def seeded(size: int) -> list[int]:
    """The seeds from top to bottom."""
    return block(1, 1, size)


def places_of(rounds: list[list[tuple[int, int]]], everybody: set[int]) -> dict[int, int]:
    """Place by place from who lost in which round: (winner, loser). Who loses later stands higher; equals share."""
    out = {loser: number for number, played in enumerate(rounds) for _, loser in played}
    standing = everybody - out.keys()
    places = dict.fromkeys(standing, 1)
    for number, left in out.items():
        places[number] = 1 + len(standing) + sum(later > left for later in out.values())
    return places
