"""The time manager of a bot: how long it thinks about a turn with a clock."""

from __future__ import annotations

_TILES_A_ROUND = 8
"""A low estimate of the tiles that two players lay in a round, so that time is left at the end."""
_LATE_TURNS = 3
"""A turn with few tiles in the bag counts as so many: there three times the time gains ten times as much as before that
(bench/notes/simulation.md)."""


def thinking_time(most: int, left: int, unseen: int, *, is_late: bool) -> int:
    """Return the thinking time for a turn: at most half of what the clock has for it, so that a slow machine loses no game.

    Args:
        most: The longest time of the level, in milliseconds.
        left: The time left on the clock, in milliseconds.
        unseen: The number of tiles in the bag and on the other rack.
        is_late: Whether few tiles are in the bag, but not none.

    Returns:
        Milliseconds.

    Source: docs/decisions/0023-limits-of-simulation.md.

    Example:
        >>> [thinking_time(1500, 10_000, 60, is_late=False), thinking_time(1500, 4_000, 12, is_late=True)]
        [454, 1200]
    """
    turns = 1 + unseen // _TILES_A_ROUND + _LATE_TURNS if unseen >= _TILES_A_ROUND else 2
    return min(most, left * (_LATE_TURNS if is_late else 1) // (2 * turns))
