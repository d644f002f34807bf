"""The log of wrong player codes: who tries codes at random is seen there, and cannot fill it."""

from __future__ import annotations

import structlog

from mostek.server.budget import Budgets
from mostek.server.network import household

log = structlog.get_logger("mostek.http")
_LINES = 10
"""The lines that one address gets in a minute."""
_budgets = Budgets(_LINES, _LINES / 60)


def note_wrong_code(client: str, path: str) -> None:
    """Write that somebody at an address has tried a code that opens nothing. The code itself is in no line."""
    address = household(client)
    if not _budgets.of(address).take(1):
        log.warning("wrong player code", address=address, path=path)
