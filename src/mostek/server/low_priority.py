"""Processes that work below the live games."""

from __future__ import annotations

import os
from contextlib import suppress

from mostek.server import logs


def step_back(niceness: int) -> None:
    """Let everything of a lower niceness go first; a process does this before its first question."""
    logs.set_up()
    with suppress(AttributeError, OSError):
        os.nice(niceness)
