"""Random schedules: people at a table over a bad network, with servers that come and go. The same seed plays the same.

In the folder `tests`, as many as are wanted: `python -m live.schedules --schedules 20000`
"""

from __future__ import annotations

import argparse
import random
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Literal
from unittest.mock import patch

import structlog

from books import SEATS, TIMED
from live.virtual_time import HostClock, VirtualLoop, run
from live.world import World
from mostek.app import shares
from mostek.app.lobby import Proposal, is_friendly
from mostek.core.players import Role, Seat
from mostek.features.tables.http import socket as websocket
from mostek.features.tables.live import clock as session_clock
from mostek.features.tables.live import session_manager
from mostek.lexicon import LexiconPin
from mostek.rules.loading import rulebooks
from mostek.server import budget

Steps = Literal["swift", "by_hand", "at_table"]
_STEPS: tuple[Steps, ...] = ("swift", "swift", "by_hand", "at_table")


class WordsThatEnd:
    """A word list in which every word is a word that is not too odd: enough for verdicts both ways."""

    pin = LexiconPin("pl-wolny", "2022-03", "0" * 64)

    def __contains__(self, word: object) -> bool:
        return len(str(word)) % 2 == 0


@dataclass(frozen=True)
class Schedule:
    """What is drawn before a schedule begins."""

    proposal: Proposal
    forgetful: bool
    bots: int
    pages: tuple[int, ...]
    """How many pages each player has."""
    watchers: tuple[Role, ...]
    length: int
    """How many things happen."""
    options: bool
    """Whether options are worked out, too: that is most of the work of a server."""
    stall: float
    cheats: bool
    """Whether the first page admits nothing that arrives until the end, and answers no ping."""

    @classmethod
    def drawn(cls, rng: random.Random) -> Schedule:
        """A schedule by chance."""
        rulebook = rng.choice(list(SEATS))
        seats = rng.choice(SEATS[rulebook])
        proposal = Proposal(
            rulebook=rulebook,
            seats=seats,
            steps=rng.choice(_STEPS),
            checked=is_friendly(rulebooks()[rulebook]) and rng.random() < 0.3,
            window=rng.choice((None, 5, 60)),
            delay=rng.choice((0, 0, 5, 20)),
            millis=rng.choice((None, 20_000, 120_000, 1_200_000)) if rulebook in TIMED else None,
        )
        official = [Role.ARBITER, Role.ASSISTANT] if rulebook == "pfs" else [Role.RECORDER]
        return cls(
            proposal=proposal,
            forgetful=rng.random() < 0.3,
            bots=rng.choice((0, 0, 0, 1)),
            pages=tuple(rng.choice((1, 1, 2)) for _ in range(seats)),
            watchers=tuple(rng.choice((Role.SPECTATOR, Role.SPECTATOR, *official)) for _ in range(rng.randint(0, 3))),
            length=rng.randint(8, 40),
            options=rng.random() < 0.05,
            stall=rng.choice((0.0, 0.0, 0.02, 0.1)),
            cheats=rng.random() < 0.2,
        )


@contextmanager
def virtual_hosts(loop: VirtualLoop, rng: random.Random) -> Iterator[HostClock]:
    """Servers on this loop have its time and no files."""
    clock, words = HostClock(loop), WordsThatEnd()
    with (
        patch.object(session_clock, "time", clock),
        patch.object(websocket, "monotonic", clock.monotonic),
        patch.object(budget, "monotonic", clock.monotonic),
        patch.object(budget, "thread_time", lambda: 0.0),  # a busy machine is no flood
        patch.object(session_manager, "open_lexicon", lambda _: words),
        patch.object(shares, "secret_seed", lambda: rng.randbytes(32).hex()),
        patch.object(session_manager, "open_pinned", lambda _: words),
    ):
        yield clock


def play(seed: int | str) -> World:
    """One schedule to its end, with everything checked."""
    rng = random.Random(f"schedule-{seed}")
    schedule = Schedule.drawn(rng)
    loop = VirtualLoop()
    with virtual_hosts(loop, rng) as clock:
        return run(loop, _play(schedule, rng, loop, clock))


async def _play(schedule: Schedule, rng: random.Random, loop: VirtualLoop, clock: HostClock) -> World:
    world = World(schedule.proposal, rng, loop, clock, schedule.forgetful, schedule.options)
    world.weather.stall = schedule.stall
    await world.begin(schedule.bots)
    for number, count in enumerate(schedule.pages, 1):
        if count and Seat(number) not in world.bots:
            for _ in range(count):
                world.open_page(Seat(number))
    for role in schedule.watchers:
        world.open_page(role)
    if schedule.cheats and world.pages:
        world.pages[0].admits = False
        world.counts["cheats"] += 1
    for _ in range(schedule.length):
        await world.pause()
        await world.something()
    await world.heal()
    world.check()
    return world


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--schedules", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--go-on", action="store_true", help="go on with the next schedule after a failure")
    asked = parser.parse_args()
    silence()
    began, counts = time.monotonic(), Counter[str]()
    for seed in range(asked.first, asked.first + asked.schedules):
        if counts["schedules"] % 500 == 499:
            print(f"before schedule {seed}: {time.monotonic() - began:.0f} s", flush=True)
        try:
            counts.update(play(seed).counts)
        except Exception as error:
            print(f"schedule {seed}: {type(error).__name__}: {str(error)[:600]}", flush=True)
            counts["failures"] += 1
            if not asked.go_on:
                traceback.print_exc()
                break
    print(f"{asked.schedules} schedules in {time.monotonic() - began:.1f} s: {dict(sorted(counts.items()))}")


def silence() -> None:
    """Say nothing of what servers log: they are killed all the time."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))


if __name__ == "__main__":
    main()
