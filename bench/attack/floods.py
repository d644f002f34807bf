"""The floods by their names, and the process of the attackers: `python -m bench.attack.floods`, with a target as JSON on stdin.

It says `ready` when its files are made, attacks, and prints the counts. A new flood is a function of `sockets` or `costly_work`.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import msgspec
from bench.attack import sockets
from msgspec import Struct

from server.floods import costly_work as work
from server.floods import hostile_files
from server.floods.guests import ATTACKER, Guest

_AGAIN = 0.1
_PATIENCE = 30.0


class Target(Struct, frozen=True):
    """What is attacked, and who attacks."""

    port: int
    table: str
    """A game in progress."""
    heavy: str
    """The session of a person with many games."""
    guests: list[str]
    """Sessions of one address."""
    players: list[str]
    """Sessions of people with finished games."""
    tables: list[str]
    """Finished games."""
    listener: int


Turn = Callable[[], Awaitable[None]]


class Flood(Struct, frozen=True):
    """A kind of flood."""

    attackers: int
    begin: Callable[[Target, Counter[str], AsyncExitStack], Awaitable[list[Turn]]]
    """The attackers, each with what it does again and again."""
    seconds: float = 0.0
    """How long it needs until its attackers can be cut off."""


def _on_socket(attack: Callable[[sockets.Attacker], Awaitable[None]], seconds: float) -> Flood:
    async def begin(target: Target, counts: Counter[str], _: AsyncExitStack) -> list[Turn]:
        there = sockets.Attacker(target.port, target.table, target.heavy, counts)
        return [lambda: attack(there)] * sockets.AT_ONCE

    return Flood(sockets.AT_ONCE, begin, seconds)


def _of_work(attack: Callable[[work.Attacker], Awaitable[None]], attackers: int, first: int) -> Flood:
    async def begin(target: Target, counts: Counter[str], stack: AsyncExitStack) -> list[Turn]:
        names = target.players if attack in (work.own_statistics, work.own_puzzles) else target.guests

        async def come(number: int) -> Turn:
            token = names[(first + number) % len(names)]
            guest = await stack.enter_async_context(Guest(target.port, ATTACKER, token, _PATIENCE))
            attacker = work.Attacker(guest, number, target.tables, target.listener, counts)
            return lambda: attack(attacker)

        return [await come(number) for number in range(attackers)]

    return Flood(attackers, begin)


_LONG = {"deaf": 45.0, "slow": 25.0}
FLOODS: dict[str, Flood] = {
    each.__name__: _on_socket(each, _LONG.get(each.__name__, 0.0)) for each in sockets.ON_SOCKETS
}
WORK = tuple(each.__name__ for each in work.OF_WORK)
"""Those that fill the queues of costly work."""
_first = 0
for _attack, _attackers in work.OF_WORK.items():
    FLOODS[_attack.__name__] = _of_work(_attack, _attackers, _first)
    _first += _attackers
GUESTS = _first


async def _again(turn: Turn, counts: Counter[str]) -> None:
    """Attack, and come back whenever the server has ended the connection."""
    while True:
        try:
            await turn()
        except (ConnectionError, asyncio.IncompleteReadError):
            counts["cut"] += 1
        except work.SpentError:
            return
        await asyncio.sleep(_AGAIN)


@asynccontextmanager
async def _come(
    kinds: list[str], target: Target, counts: dict[str, Counter[str]]
) -> AsyncIterator[list[tuple[Turn, str]]]:
    async with AsyncExitStack() as stack:
        yield [(turn, kind) for kind in kinds for turn in await FLOODS[kind].begin(target, counts[kind], stack)]


async def attack(kinds: list[str], target: Target, seconds: float) -> dict[str, Counter[str]]:
    """Run floods of some kinds at once. Returns what became of them."""
    counts: dict[str, Counter[str]] = {kind: Counter() for kind in kinds}
    async with _come(kinds, target, counts) as turns:
        print("ready", flush=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
                for turn, kind in turns:
                    group.create_task(_again(turn, counts[kind]))
                await asyncio.sleep(seconds)
    return counts


def _prepare(kinds: list[str]) -> None:
    """Make the files before the flood, which would otherwise begin slowly."""
    if set(kinds) & set(WORK):
        hostile_files.brackets(), hostile_files.zip_of_brackets(), hostile_files.zip_of_lines()
        for size in hostile_files.EVENT_SIZES:
            hostile_files.event_file(*size)
    if work.reviews.__name__ in kinds:
        work.hostile_game()


def main() -> None:
    """Attack, and print the counts as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="+", choices=list(FLOODS))
    parser.add_argument("--seconds", type=float, default=10)
    asked = parser.parse_args()
    target = msgspec.json.decode(sys.stdin.read(), type=Target)
    os.nice(5)
    _prepare(asked.kinds)
    print(json.dumps(asyncio.run(attack(asked.kinds, target, asked.seconds))))


if __name__ == "__main__":
    main()
