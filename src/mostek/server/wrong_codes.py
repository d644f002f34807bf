"""Wrong player codes: who tries codes at random is seen in the log, cannot fill it, and is refused after some tries.

A right code is never refused: a hall may share an address with whoever tries, and 128 bits are not guessed.
"""

from __future__ import annotations

import structlog

from mostek.server.budget import Budgets
from mostek.server.network import household

log = structlog.get_logger("mostek.http")
_LINES = 10
"""The lines that one address gets in a minute."""
TRIES = 120
"""The wrong codes of one address in a minute that are answered; further ones have to wait."""
_lines = Budgets(_LINES, _LINES / 60)
_tries = Budgets(TRIES, TRIES / 60)


def note_wrong_code(client: str, path: str) -> float:
    """Write that a client at an address has tried a code that opens nothing. The code itself is in no line.

    Returns the seconds to wait after too many tries; 0 otherwise.
    """
    address = household(client)
    if not _lines.of(address).take(1):
        log.warning("wrong player code", address=address, path=path)
    return _tries.of(address).take(1)
