"""Processes and threads that work below the live games."""

from __future__ import annotations

import os
from contextlib import suppress
from threading import get_native_id

from mostek.server import logs


def step_back(niceness: int) -> None:
    """Let everything of a lower niceness go first; a process does this before its first question."""
    logs.set_up()
    with suppress(AttributeError, OSError):
        os.nice(niceness)


def thread_steps_back(niceness: int) -> None:
    """Let everything of a lower niceness go before the calling thread, where a priority is that of a thread (Linux)."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, get_native_id(), niceness)
