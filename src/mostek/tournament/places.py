"""Places: shared by equals, unless the organiser has put the equals into an order (S46)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")


def numbered(groups: Iterable[Sequence[T]]) -> Iterator[tuple[int, T]]:
    """Each member with its place, best group first: 1, 2, 2, 4."""
    place = 1
    for group in groups:
        for member in group:
            yield place, member
        place += len(group)


def decided_order(tied: Sequence[T], decided: Sequence[Sequence[T]]) -> list[T] | None:
    """The equals in the order that the organiser has decided, if a decision is about all of them; the last one stands (S46).

    A decision that leaves out one of the equals is about another tie than this one and settles nothing.
    """
    for order in reversed(decided):
        if set(tied) <= set(order):
            return sorted(tied, key=order.index)
    return None
