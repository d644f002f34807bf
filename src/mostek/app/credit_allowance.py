"""The time for which a player's clock waits for positions that have not arrived (decision 12)."""

from __future__ import annotations

from mostek.rules.loading import rulebook

MOST_CREDIT: int = rulebook("pfs").order.absence.value
"""The most milliseconds that a player's clock waits for deliveries in a whole game: as long as a player may be away from the
board before that is reported (PFS-6.4e)."""
CREDIT_SHARE = 2
"""A player's clock waits for deliveries at most for this part of its time: for a half (bench/notes/time-credits.md)."""


def delivery_allowance(limit: int) -> int:
    """The time for which a player's clock waits for deliveries, in a whole game or, with a clock per turn, in a turn.

    Args:
        limit: The time limit of the clock, in milliseconds.

    Returns:
        Half of it, and never more than five minutes (PFS-6.4e).

    Example:
        >>> delivery_allowance(60_000), delivery_allowance(1_800_000)
        (30000, 300000)

    """
    return min(limit // CREDIT_SHARE, MOST_CREDIT)
