"""Measure what floods do to others: a real server, honest people, and attackers in a process of their own.

    python -m bench.attack                       every flood alone, then all of costly work, then all (about an hour and a half)
    python -m bench.attack uploads papers        some of them, and at the end these at once
    python -m bench.attack --rounds 1 --settle 10 --json bench/logs/attack.json

The machine must be otherwise quiet, and Linux, for its figures of memory. Every flood has a server of
its own on a copy of one prepared folder, whose search graphs are built before anything is measured. In each round the same people
first play without the flood and then with it, so each row has its own baseline; a row without a baseline or without moves is an
error, told at the end, and the exit status is 1. Printed are medians over the rounds: milliseconds from sending a move to its
arrival at the opponent (a move that has not arrived counts with the time that it waits) and of loading a page, both from one
address; the longest time until a stranger from another address had a small analysis, a word search and a one-page paper answered,
however often they were refused before; memory of the serving process (resident) and of all (proportional, which counts shared
pages once), before, at most and `--settle` seconds after; what is left on the disk; how often the server came to a listener on
this machine; refusals. Below each row stand the goals of the issue that it misses. Floods of sockets come from the address of the
honest people, floods of work from another one (`server.floods.guests`). Attackers come back at once, 2 000 requests each at most.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from bench.attack.floods import FLOODS, WORK
from bench.attack.report import HEAD, QUEUES, encoded, line, missed
from bench.attack.rounds import Plan, Row, UnmeasuredError, measure
from bench.attack.stage import prepare_graphs, stage


def rows_of(kinds: list[str], together: bool = False) -> dict[str, list[str]]:
    """The floods of each row: each alone unless they are wanted only `together`, those of costly work, and all at once."""
    rows = {} if together else {kind: [kind] for kind in kinds}
    of_work = [kind for kind in kinds if kind in WORK]
    if len(of_work) > 1:
        rows[QUEUES] = of_work
    if len(kinds) > len(of_work) > 0 or (len(kinds) > 1 and not of_work):
        rows["all at once"] = kinds
    return rows


async def run(rows_wanted: dict[str, list[str]], finished: int, plan: Plan, json: Path | None) -> list[str]:
    """Measure and print. Returns the floods without a row."""
    rows: list[Row] = []
    unmeasured: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        prepare_graphs()
        prepared = await stage(Path(name) / "stage", finished)
        print(HEAD, flush=True)
        for title, each in rows_wanted.items():
            try:
                rows.append(await measure(title, each, prepared, plan))
            except (UnmeasuredError, AssertionError, OSError) as error:
                unmeasured.append(f"{title}: {error}")
                continue
            print(line(rows[-1]), flush=True)
            for goal in missed(rows[-1]):
                print(f"    {title}: {goal}", file=sys.stderr, flush=True)
            if json is not None:
                json.write_bytes(encoded(rows))
    return unmeasured


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="FLOOD", help=", ".join(FLOODS))
    parser.add_argument("--finished", type=int, default=20_000, help="the finished games in the database")
    parser.add_argument("--rounds", type=int, default=3, help="how often each flood is measured, without and with it")
    parser.add_argument("--seconds", type=float, default=10, help="of each half of a round")
    parser.add_argument("--settle", type=float, default=60, help="the seconds in which the memory is to be back")
    parser.add_argument("--together", action="store_true", help="only all these floods at once, and none alone")
    parser.add_argument("--json", type=Path, help="the file for all figures")
    asked = parser.parse_args()
    if unknown := set(asked.kinds) - set(FLOODS):
        parser.error(f"no such flood: {', '.join(sorted(unknown))}")
    plan = Plan(max(1, asked.rounds), asked.seconds, asked.settle)
    wanted = rows_of(asked.kinds or list(FLOODS), asked.together)
    unmeasured = asyncio.run(run(wanted, asked.finished, plan, asked.json))
    for each in unmeasured:
        print(f"NOT MEASURED {each}", file=sys.stderr)
    sys.exit(1 if unmeasured else 0)


if __name__ == "__main__":
    main()
