"""Proofs of finished games: a game is replayed once for all requests."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from hashlib import sha256

from mostek.app.ports import LogError
from mostek.app.verify import Commitment, verify_game
from mostek.referee.events import SeedRevealed
from mostek.server.http.bodies import GameProof
from mostek.store.game_lines import read_lines

_REMEMBERED = 1024
"""How many proofs are remembered, the latest ones."""


class Verifications:
    """What deciding games again has shown. One at a time: those who play need the processor more urgently."""

    def __init__(self) -> None:
        self._known: OrderedDict[bytes, GameProof] = OrderedDict()
        self._lock = asyncio.Lock()

    async def of(self, log: bytes, promised: str | None) -> GameProof:
        """The proof of the game with that log, whose seed was promised by that commitment. Raises `LogError`."""
        key = sha256(log).digest()
        async with self._lock:
            if key not in self._known:
                self._known[key] = await asyncio.to_thread(_proof, log, promised)
            self._known.move_to_end(key)
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
            return self._known[key]


def _proof(log: bytes, promised: str | None) -> GameProof:
    contents = read_lines(log)
    seed = next((event.seed for event in contents.kept.events if isinstance(event, SeedRevealed)), None)
    if seed is None:
        return GameProof(promised, None, None)
    try:
        proof = verify_game(contents.kept, contents.asked, seed)
    except LogError:
        return GameProof(promised, seed, False)
    holds = proof.is_known and proof.stray is None and proof.commitment is Commitment.KEPT
    return GameProof(promised, seed, holds)
