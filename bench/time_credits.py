"""How well credits for undelivered positions serve honest players on bad networks, and what they give to a page that cheats.

`python -m bench.time_credits` prints one table. Games are simulated in virtual time with the server's own `Delivery` and
`Quota`; beside our rule stand the rule before it (five minutes for every game) and lila's (only the measured lag counts, at
most a second a move, and the clock of a player without a connection runs).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from statistics import mean
from typing import NamedTuple

from mostek.app.credit_allowance import MOST_CREDIT, delivery_allowance
from mostek.core.players import Seat
from mostek.features.tables.live.clock import Delivery, Quota

TURNS = 13
"""The moves of a player in a game."""
GAMES = 4_000
_LATENCY = 60
"""The milliseconds of one way on a network that works."""


@dataclass(frozen=True)
class Weather:
    """A network that breaks. Times in milliseconds."""

    name: str
    works: float
    """The mean time between two breaks."""
    median: float
    """The median length of a break; lengths are lognormal."""
    spread: float

    def breaks(self, rng: random.Random) -> Iterator[tuple[float, float]]:
        """The beginning and the end of each break; a page needs up to two seconds to come back."""
        at = 0.0
        while True:
            at += rng.expovariate(1 / self.works)
            began, at = at, at + rng.lognormvariate(0, self.spread) * self.median
            yield began, at + rng.uniform(200, 2_000)


WEATHERS = (
    Weather("a break of 2 s every 2 min", 120_000, 2_000, 0.6),
    Weather("a break of 4 s every minute", 60_000, 4_000, 0.7),
    Weather("a break of 6 s every 45 s", 45_000, 6_000, 0.8),
    Weather("a tunnel of 25 s every 5 min", 300_000, 25_000, 0.5),
)


def deliveries(weather: Weather, limit: int, rng: random.Random) -> list[int]:
    """For each turn of an honest player: the milliseconds from the start of the clock until the page has the position."""
    spells, at, waits = weather.breaks(rng), 0.0, []
    began, ended = next(spells)
    for _ in range(TURNS):
        at += rng.expovariate(TURNS / limit)  # the opponent thinks
        while ended < at:
            began, ended = next(spells)
        waits.append(round(ended - at if began <= at else _LATENCY))
        at += waits[-1] + rng.expovariate(TURNS / limit)
    return waits


def credited(waits: list[int], allowance: int) -> int:
    """What the server credits for deliveries that took so long, in a game with that allowance."""
    given = 0
    for number, wait in zip(count(1), waits, strict=False):
        delivery = Delivery(Seat.FIRST, number)
        delivery.acknowledge(number, wait)
        given += delivery.due(0, wait, allowance - given)
    return given


def credited_by_lila(waits: list[int], limit: int) -> int:
    """What lila credits: of a wait only the lag that is measured, from a quota that grows with every move."""
    quota, given = Quota.of(limit), 0
    for wait in waits:
        given += quota.take(min(wait, _LATENCY))
        quota.renew()
    return given


def lied(limit: int) -> int:
    """The most that a page wins under lila's rule by answering pings late."""
    quota, won = Quota.of(limit), 0
    for _ in range(TURNS):
        won += quota.take(limit)
        quota.renew()
    return won


class Rule(NamedTuple):
    """What a server credits for deliveries that took so long on a clock with that limit, and the most that a page wins by it."""

    credited: Callable[[list[int], int], int]
    gain: Callable[[int], int]


RULES = {
    "before": Rule(lambda waits, _: credited(waits, MOST_CREDIT), lambda _: MOST_CREDIT),
    "mostek": Rule(lambda waits, limit: credited(waits, delivery_allowance(limit)), delivery_allowance),
    "lila": Rule(credited_by_lila, lied),
}


def row(weather: Weather, limit: int, rule: Rule, rng: random.Random) -> tuple[float, float]:
    """The share of honest players who lose more than a second unseen, in percent, and the mean loss in seconds."""
    lost = []
    for _ in range(GAMES):
        waits = deliveries(weather, limit, rng)
        lost.append(max(0, sum(waits) - rule.credited(waits, limit)))
    return 100 * mean(each > 1_000 for each in lost), mean(lost) / 1000


def main() -> None:
    print("| time | network | " + " | ".join(f"{rule}: lose > 1 s, mean" for rule in RULES) + " |")
    print("|---|---|" + "---|" * len(RULES))
    for limit in (60_000, 180_000, 900_000, 1_800_000):
        for weather in WEATHERS:
            cells = []
            for rule in RULES.values():
                share, loss = row(weather, limit, rule, random.Random(f"{weather.name}{limit}"))
                cells.append(f"{share:.1f} %, {loss:.1f} s")
            print(f"| {limit // 1000} s | {weather.name} | " + " | ".join(cells) + " |")
        won = [f"{rule.gain(limit) / 1000:.0f} s" for rule in RULES.values()]
        print(f"| {limit // 1000} s | *a page that cheats wins at most* | " + " | ".join(won) + " |")


if __name__ == "__main__":
    main()
