"""Proofs of finished games: a game is replayed once for all requests."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256

from mostek.messages import language
from mostek.server.http.bodies import GameProof, ProofLine
from mostek.server.http.jobs import Jobs
from mostek.store.game_proof import CheckOutcome, Known, ProofCheck
from mostek.work import kinds

_REMEMBERED = 1024
"""The number of cached proofs."""


class Verifications:
    """A cache of verifications."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[bytes, str, str], GameProof] = OrderedDict()

    async def of(self, log: bytes, promised: str | None, known: Known, jobs: Jobs) -> GameProof:
        """Verify the game with that log, that commitment to its seed, and what else is known about it."""
        key = (sha256(log).digest(), repr(known), language())
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _proof(promised, *await jobs.run(kinds.PROVE_GAME, log, known))
        self._known.move_to_end(key)
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return found


def _proof(promised: str | None, checks: tuple[ProofCheck, ...], seed: str | None) -> GameProof:
    lines = tuple(ProofLine(check.name, check.outcome.value, check.sentence) for check in checks)
    fails = any(check.outcome is CheckOutcome.FAILS for check in checks)
    drawn = any(check.name == "draws" and check.outcome is CheckOutcome.HOLDS for check in checks)
    return GameProof(promised, seed, False if fails else drawn or None, lines)
