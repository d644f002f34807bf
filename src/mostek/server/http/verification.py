"""Proofs of finished games: a game is replayed once for all requests."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256

from mostek.app.ports import LogError
from mostek.messages import language, speaking
from mostek.referee.events import SeedRevealed
from mostek.server.http.bodies import GameProof, ProofLine
from mostek.store.game_lines import read_lines
from mostek.store.game_proof import CheckOutcome, Known, checks_of

_REMEMBERED = 1024
"""The number of cached proofs."""


class Verifications:
    """A cache of verifications. They run one at a time, because players need the processor more urgently."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[bytes, str, str], GameProof] = OrderedDict()
        self._lock = asyncio.Lock()

    async def of(self, log: bytes, promised: str | None, known: Known) -> GameProof:
        """Verify the game with that log, that commitment to its seed, and what else is known about it."""
        key = (sha256(log).digest(), repr(known), language())
        async with self._lock:
            if key not in self._known:
                self._known[key] = await asyncio.to_thread(_proof, log, promised, known, key[-1])
            self._known.move_to_end(key)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
            return self._known[key]


def _proof(log: bytes, promised: str | None, known: Known, code: str) -> GameProof:
    with speaking(code):
        checks = tuple(checks_of(log, known))
    lines = tuple(ProofLine(check.name, check.outcome.value, check.sentence) for check in checks)
    fails = any(check.outcome is CheckOutcome.FAILS for check in checks)
    drawn = any(check.name == "draws" and check.outcome is CheckOutcome.HOLDS for check in checks)
    return GameProof(promised, _seed(log), False if fails else drawn or None, lines)


def _seed(log: bytes) -> str | None:
    try:
        events = read_lines(log).kept.events
    except LogError:
        return None
    return next((event.seed for event in events if isinstance(event, SeedRevealed)), None)
