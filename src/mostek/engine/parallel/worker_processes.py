"""Processes that work for another one: they end with it, hear no Ctrl-C, and are the first to go where memory is short."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path

_HAS_MASKS = hasattr(signal, "pthread_sigmask")
_FIRST_TO_GO = "500"


class deaf_to_interrupts:  # noqa: N801 - it reads as a verb
    """Start processes that ignore Ctrl-C, which a terminal sends to all of its processes.

    A blocked signal stays blocked for the children of the thread that has blocked it.
    """

    def __enter__(self) -> None:
        self._before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if _HAS_MASKS else set()

    def __exit__(self, *_: object) -> None:
        if _HAS_MASKS:
            signal.pthread_sigmask(signal.SIG_SETMASK, self._before)


def begin_worker(set_up: Callable[[], object] | None) -> None:
    """Initialise a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # Linux, short of memory, ends this process and not that of the games
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_GO)
    threading.Thread(target=_follow_parent, name="mostek-orphan", daemon=True).start()
    if set_up is not None:
        set_up()


def _follow_parent() -> None:
    """End this worker when its server is killed. The worker holds both ends of its pipe, so the pipe does not tell it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
