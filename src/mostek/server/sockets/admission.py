"""How many sockets may be open at once from one address, and of one person."""

from __future__ import annotations

from collections import Counter

import structlog

from mostek.server.config import Config
from mostek.server.network import household

log = structlog.get_logger("mostek.live")


class Admission:
    """The sockets that are open. Many people may share an address, one person has a few pages."""

    def __init__(self, config: Config) -> None:
        self._addresses = _Crowd("address", config.sockets_per_address)
        self._people = _Crowd("person", config.sockets_per_person)

    def enter(self, address: str, person: str | None) -> bool:
        """Whether one more socket may be open; if so, it counts until it leaves."""
        here = household(address)
        if not self._addresses.enter(here):
            return False
        if not self._people.enter(person):
            self._addresses.leave(here)
            return False
        return True

    def leave(self, address: str, person: str | None) -> None:
        """A socket that has entered is open no more."""
        self._addresses.leave(household(address))
        self._people.leave(person)


class _Crowd:
    """How many each one holds of something, and may hold at most; 0 is any number."""

    def __init__(self, kind: str, most: int) -> None:
        self._kind = kind
        self._most = most
        self._held: Counter[str] = Counter()
        self._refused: set[str] = set()

    def enter(self, who: str | None) -> bool:
        if who is None or not self._most:
            return True
        if self._held[who] >= self._most:
            self._tell(who)
            return False
        self._held[who] += 1
        return True

    def leave(self, who: str | None) -> None:
        if who is None or not self._most:
            return
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]
            self._refused.discard(who)

    def _tell(self, who: str) -> None:
        """The operator is told once, however often somebody tries until all their sockets are gone."""
        if who not in self._refused:
            self._refused.add(who)
            log.warning("too_many_sockets", **{self._kind: who}, most=self._most)
