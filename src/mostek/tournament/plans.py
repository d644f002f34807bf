"""The plan of the rounds: which system pairs which round, written as `half_split:1 swiss danish:1`."""

from __future__ import annotations

from mostek.tournament.pairing.values import System


class PlanError(ValueError):
    """A plan that does not fit: `about` is the word of it, or the number of rounds, that is wrong."""

    def __init__(self, about: str) -> None:
        super().__init__(about)
        self.about = about


def plan_of(text: str, rounds: int) -> tuple[System, ...]:
    """The system of each round. One stage may go without a number: it takes the rounds that are left.

    Raises `PlanError`.
    """
    stages = [_stage(word) for word in text.split()]
    open_stages = sum(count is None for _, count in stages)
    fixed = sum(count or 0 for _, count in stages)
    if not stages or open_stages > 1 or fixed > rounds or (not open_stages and fixed != rounds):
        raise PlanError(text)
    return tuple(system for system, count in stages for _ in range(rounds - fixed if count is None else count))


def _stage(word: str) -> tuple[System, int | None]:
    name, colon, count = word.partition(":")
    try:
        system = System(name)
    except ValueError:
        raise PlanError(word) from None
    if not colon:
        return system, None
    if not count.isdecimal() or len(count) > 4 or not 0 < int(count) <= 1000:
        raise PlanError(word)
    return system, int(count)
