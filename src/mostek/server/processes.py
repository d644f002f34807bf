"""The processes of the server and their memory, and the disk of its data folder."""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path

import psutil
from msgspec import Struct


class ProcessMemory(Struct, frozen=True):
    """The memory that processes hold, in bytes."""

    server: int
    """The process of the games."""
    workers: tuple[int, ...]
    """Each process that it has started, the largest first."""


def memory() -> ProcessMemory:
    """The memory of this process and of all that it has started. It reads files of the system, so call it in a thread."""
    own = psutil.Process()
    workers = []
    for process in own.children(recursive=True):
        with suppress(psutil.Error):  # it has ended meanwhile
            workers.append(process.memory_info().rss)
    return ProcessMemory(own.memory_info().rss, tuple(sorted(workers, reverse=True)))


def free_space(folder: Path) -> int | None:
    """The free bytes on the disk of a folder; `None` if the system does not say. A disk may be slow: call it in a thread."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None


def started_at() -> float:
    """The moment at which this process was started, in seconds since 1970."""
    return float(psutil.Process().create_time())
