"""How many sockets may be open at once from one address, and of one person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from mostek.server.config import Config
from mostek.server.network import household

log = structlog.get_logger("mostek.live")


class Admission:
    """The sockets that are open. Many people may share an address, one person has a few pages."""

    def __init__(self, config: Config) -> None:
        self._addresses = _Crowd("address", config.sockets_per_address)
        self._people = _Crowd("person", config.sockets_per_person)

    @contextmanager
    def entered(self, address: str, person: str | None) -> Iterator[bool]:
        """Whether one more socket may be open; it counts until the end of the context."""
        with self._addresses.entered(household(address)) as here, self._people.entered(person) as theirs:
            yield here and theirs


class _Crowd:
    """How many each one holds of something, and may hold at most; 0 is any number."""

    def __init__(self, kind: str, most: int) -> None:
        self._kind = kind
        self._most = most
        self._held: Counter[str] = Counter()
        self._refused: set[str] = set()

    @contextmanager
    def entered(self, who: str | None) -> Iterator[bool]:
        if who is None or not self._most:
            yield True
        elif self._held[who] >= self._most:
            self._tell(who)
            yield False
        else:
            self._held[who] += 1
            try:
                yield True
            finally:
                self._held[who] -= 1
                if not self._held[who]:
                    del self._held[who]
                    self._refused.discard(who)

    def _tell(self, who: str) -> None:
        """The operator is told once, however often somebody tries until all their sockets are gone."""
        if who not in self._refused:
            self._refused.add(who)
            log.warning("too_many_sockets", **{self._kind: who}, most=self._most)
