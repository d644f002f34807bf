"""Admission of sockets, and the budgets that the sockets of an address share."""

from __future__ import annotations

from collections import Counter

import structlog

from mostek.server.budget import (
    BURST,
    HANDSHAKE_RATE,
    HANDSHAKES,
    RATE,
    SEATED_BURST,
    SEATED_RATE,
    SHARED_BURST,
    SHARED_RATE,
    Budget,
    Budgets,
)
from mostek.server.config import Config
from mostek.server.network import household
from mostek.work.fair_queue import FairQueue

_ARRIVING, _WAITING = 2, 1_024
"""The pages that arrive at once, and those of one visitor or address that may wait for that."""

_SEATED = 4
"""How many times as many sockets of an address belong to people at running games: one person can seat many guests with bots."""

log = structlog.get_logger("mostek.live")


class Admission:
    """The limits of open sockets and of the work that they cause. Seats come first.

    Many people may share an address, so who takes part in a running game there is counted apart from the others; one person
    has a few pages, which share a budget.
    """

    def __init__(self, config: Config) -> None:
        self._addresses = _Crowd("address", config.sockets_per_address)
        self._seated = _Crowd("seated", _SEATED * config.sockets_per_address)
        self._people = _Crowd("person", config.sockets_per_person)
        self._visitors = Budgets(SHARED_BURST, SHARED_RATE)
        self._players = Budgets(SEATED_BURST, SEATED_RATE)
        self._own = Budgets(2 * BURST, 2 * RATE)
        self._handshakes = Budgets(HANDSHAKES, HANDSHAKE_RATE)
        self.arrivals = FairQueue(_ARRIVING, _WAITING)
        """The pages that arrive: a few at once, so that games go on while a crowd comes."""

    def enter(self, address: str, person: str | None, takes_part: bool = False) -> bool:
        """Whether one more socket may be open; if so, it counts until it leaves."""
        crowd, here = self._seated if takes_part else self._addresses, household(address)
        if not crowd.enter(here):
            return False
        if not self._people.enter(person):
            crowd.leave(here)
            return False
        return True

    def leave(self, address: str, person: str | None, takes_part: bool = False) -> None:
        """Release a socket that has closed."""
        (self._seated if takes_part else self._addresses).leave(household(address))
        self._people.leave(person)

    def is_full(self, address: str) -> bool:
        """Whether only people who take part in a running game are admitted from an address."""
        return self._addresses.is_full(household(address))

    def retry_after(self, address: str) -> float:
        """Note a handshake. Returns after how many seconds an address with too many of them may try again, otherwise 0."""
        budget = self._handshakes.of(household(address))
        budget.spend(1)
        return budget.debt

    def pool(self, address: str, person: str | None, takes_part: bool) -> Budget | None:
        """The budget of all sockets of a person, which draws on that of the address.

        Where the operator sets no limit of sockets for a person or for an address, it has no budget either.
        """
        crowd = None
        if self._addresses.most:
            crowd = (self._players if takes_part else self._visitors).of(household(address))
        if person is None or not self._people.most:
            return crowd
        own = self._own.of(person)
        own.pool = crowd
        return own


class _Crowd:
    """A counter with a limit for each key; 0 is no limit."""

    def __init__(self, kind: str, most: int) -> None:
        self._kind = kind
        self.most = most
        self._held: Counter[str] = Counter()
        self._refused: set[str] = set()

    def enter(self, who: str | None) -> bool:
        if who is None or not self.most:
            return True
        if self.is_full(who):
            return False
        self._held[who] += 1
        return True

    def is_full(self, who: str) -> bool:
        full = bool(self.most) and self._held[who] >= self.most
        if full:
            self._tell(who)
        return full

    def leave(self, who: str | None) -> None:
        if who is None or not self.most:
            return
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]
            self._refused.discard(who)

    def _tell(self, who: str) -> None:
        """Log one warning, until all sockets of this key are closed."""
        if who not in self._refused:
            self._refused.add(who)
            log.warning("too_many_sockets", **{self._kind: who}, most=self.most)
