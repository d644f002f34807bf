"""The figures of the running server for Prometheus, and the count of jobs that had to be ended.

Labels are words of the program, never of people: no id, no name, no address.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from threading import Lock
from typing import NamedTuple

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

CONTENT_TYPE = "text/plain; version=0.0.4"
"""The form that every Prometheus reads; it differs from the later ones in names beyond ASCII alone."""
disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

GAMES = Gauge("mostek_games", "Games in progress that are in memory.", registry=REGISTRY)
SOCKETS = Gauge(
    "mostek_sockets", "Open connections of pages: at tables, and to tournaments.", ["at"], registry=REGISTRY
)
COMMANDS = Counter(
    "mostek_commands", "Commands of people, by what became of them.", ["at", "outcome"], registry=REGISTRY
)
APPENDS = Histogram(
    "mostek_append_seconds",
    "The time until events of a game are on the disk.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
    registry=REGISTRY,
)
JOBS = Counter("mostek_jobs", "Jobs outside the process of the games.", ["kind", "outcome"], registry=REGISTRY)
JOB_TIMES = Histogram(
    "mostek_job_seconds",
    "The time that jobs take.",
    ["kind"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300),
    registry=REGISTRY,
)
REFUSALS = Counter("mostek_refusals", "Requests and commands that were refused.", ["code"], registry=REGISTRY)
MEMORY = Gauge("mostek_memory_bytes", "The memory of the server and of its workers.", ["of"], registry=REGISTRY)
WORKERS = Gauge("mostek_workers", "The processes that the server has started.", registry=REGISTRY)
DISK_FREE = Gauge("mostek_disk_free_bytes", "The free space on the disk of the data folder.", registry=REGISTRY)
READY = Gauge("mostek_ready", "1 if the server is ready, as /readyz says.", registry=REGISTRY)
MATTERS = Gauge("mostek_matters", "1 for each matter that the operator should look at.", ["code"], registry=REGISTRY)

TABLE_SOCKETS, TOURNAMENT_SOCKETS = SOCKETS.labels("table"), SOCKETS.labels("tournament")
_KILLS = ("deadline", "memory", "died")


class EndedJobs(NamedTuple):
    """Jobs of a kind that were ended for one reason."""

    kind: str
    outcome: str
    """`deadline`, `memory`, or `died`: its process ended by itself or was killed by the system."""
    n: int
    last: float
    """The moment of the last one, in seconds since 1970."""


class JobTally:
    """Counts ended jobs by kind and reason since the start of the server. Any thread may note one."""

    def __init__(self) -> None:
        self._lock = Lock()  # jobs end in the threads of their workers
        self._ended: dict[tuple[str, str], tuple[int, float]] = {}

    def note(self, kind: str, outcome: str) -> None:
        """Count one."""
        with self._lock:
            n, _ = self._ended.get((kind, outcome), (0, 0.0))
            self._ended[kind, outcome] = n + 1, time.time()

    def __iter__(self) -> Iterator[EndedJobs]:
        """All of them, the last first."""
        with self._lock:
            found = [EndedJobs(*key, *value) for key, value in self._ended.items()]
        yield from sorted(found, key=lambda each: -each.last)


KILLED = JobTally()
"""The jobs of this process that had to be ended, for the operator's page."""


def note_job(kind: str, outcome: str, seconds: float) -> None:
    """Count a job that has ended, and the time that it took.

    `kind` is a word of the table of kinds; `outcome` is `done`, `failed`, `refused`, `deadline`, `memory` or `died`. Any
    thread may call it.
    """
    JOBS.labels(kind, outcome).inc()
    JOB_TIMES.labels(kind).observe(seconds)
    if outcome in _KILLS:
        KILLED.note(kind, outcome)


def note_command(at: str, is_refused: bool) -> None:
    """Count a command at a `table` or a `desk`."""
    COMMANDS.labels(at, "refused" if is_refused else "done").inc()


def note_refusal(code: str) -> None:
    """Count a refusal by its code."""
    REFUSALS.labels(code).inc()


def open_sockets(at: str) -> int:
    """The number of open connections of pages at a `table` or to a `tournament`."""
    return int(REGISTRY.get_sample_value("mostek_sockets", {"at": at}) or 0)


def exposition() -> bytes:
    """All figures in the text form of Prometheus."""
    return generate_latest(REGISTRY)
