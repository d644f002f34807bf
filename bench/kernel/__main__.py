"""Measure the kernel on this machine: `python -m bench.kernel`, from the root of the repository.

Positions are those of `corpus/plays`, the lexicon is the edition with which they were made unless a UTF-8 list of words is given.
Rates are per second of the processor, medians of rounds in which what is compared takes turns; the last number of a line is the
ratio to the first line of its group: trust it more than the rates. `--only` chooses groups. Instructions are counted where
valgrind is.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from statistics import mean, median

from bench.kernel import building, drawing, instructions
from bench.kernel.folder import fill
from bench.kernel.goals import CHASES, GOALS
from bench.kernel.positions import LEXICON
from bench.kernel.pre_endgames import FILES, insights
from bench.kernel.worker import Way, Worker, by_python, compared, example

from differential.game_folder import PLAYS, TILES, Turn, turns
from mostek import _kernel
from mostek.core.board import layout
from mostek.engine.kernel import Searcher
from mostek.engine.leaves import parse_values
from mostek.lexicon.library import open_lexicon

SECONDS, PATIENCE = 4, 20
"""The time for an endgame, and for a position with tiles in the bag."""


@dataclass
class Bench:
    """What is measured with."""

    text: Path
    """The words."""
    folder: Path
    positions: list[Turn]
    lines: list[str]
    """The same as CGP."""
    rounds: int
    worker: Worker
    bags: list[int]
    """With how many tiles in the bag positions are looked into."""
    threads: list[int]
    """By how many threads."""

    def machine(self) -> None:
        """The processor, and how long a step through so much memory takes: by these, machines can be compared."""
        info = Path("/proc/cpuinfo")
        lines = info.read_text().splitlines() if info.exists() else []
        model = next((line.split(": ", 1)[1] for line in lines if line.startswith("model name")), platform.machine())
        print(f"{model}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}")
        chases = {size: self.worker.does("prepare-chase", _bytes(size)).amount for size in CHASES}
        rates = compared({size: self.worker.way("chase", number) for size, number in chases.items()}, self.rounds)
        for size, rate in rates.items():
            say(f"a step through {size}", f"{1e9 / rate.processor:.1f} ns", f"there {CHASES[size]} ns")

    def searching(self) -> None:
        """Positions a second, one thread."""
        does = self.worker.way
        ways = {"all plays": does("all"), "best play": does("best", 1, 1), "15 best plays": does("best", 15, 1)}
        ways |= {"best play, no map": does("best", 1, 0), "15 best plays, no map": does("best", 15, 0)}
        for name, rate in compared(ways, self.rounds).items():
            say(name, f"{rate.processor:.0f} /s", GOALS.get(name), rate.ratio)

    def games(self) -> None:
        """Greedy games a second: of the processor with one thread, of the clock for two."""
        ways = {
            "games": self.worker.way("games", 0, 300, 1, 1),
            "games, no map": self.worker.way("games", 0, 300, 1, 0),
        }
        for name, rate in compared(ways, self.rounds).items():
            say(name, f"{rate.processor:.0f} /s", GOALS.get(name), rate.ratio)
        threads = {
            "games": self.worker.way("games", 0, 600, 1, 1),
            "two threads": self.worker.way("games", 0, 600, 2, 1),
        }
        rate = compared(threads, self.rounds)["two threads"]
        say("two threads", f"{rate.clock:.0f} /s by the clock", GOALS["two threads"], rate.clock_ratio)

    def simulations(self) -> None:
        """Iterations a second: a candidate followed through one deal."""
        for plies, deals in ((2, 40), (5, 16)):
            ways = {f"{plies} plies": self.worker.way("simulate", plies, deals, 1)}
            ways[f"{plies} plies, no map"] = self.worker.way("simulate", plies, deals, 0)
            for name, rate in compared(ways, self.rounds).items():
                say(name, f"{rate.processor:.0f} /s", GOALS.get(name), rate.ratio)

    def endgames(self) -> None:
        """How many ends of games are proved in time, and how long that took."""
        lines = (PLAYS / "endgames.tsv").read_text("utf-8").splitlines()
        values = [int(line.rpartition("\t")[2]) for line in lines]
        done = [self.worker.does("endgame", number, 1000 * SECONDS) for number in range(len(values))]
        proved = [(each, value) for each, value in zip(done, values, strict=True) if each.amount]
        assert all(each.other == value for each, value in proved), "an end has another value than was proved before"
        say("endgames", f"{len(proved)} of {len(done)} in {SECONDS} s", GOALS["endgames"])
        say("  those proved", _spread([each.processor for each, _ in proved]), "")

    def pre_endgames(self) -> None:
        """What is proved of positions with tiles in the bag in so many seconds of the processor for each thread."""
        for bag, threads in product(self.bags, self.threads):
            goal = GOALS["one in the bag"] if bag == 1 else ""
            say(f"in the bag {bag}, threads {threads}", f"{PATIENCE} s for each thread", goal)
            done = []
            for each in insights(self.folder, bag, threads, PATIENCE):
                found = f"{each.settled} of {each.draws} draws settled"
                missing = f"{each.rivals} rivals, {each.unrefuted} of {each.moves} moves open"
                say(f"  position {each.number}", found, f"{missing}, {each.processor:.1f} s of the processor")
                done.append(each)
            say("  result of the best proved", f"{sum(each.is_settled for each in done)} of {len(done)}", "")
            say("  … and no rival", f"{sum(each.is_winner for each in done)} of {len(done)}", "")
            say("  … nor a better spread", f"{sum(each.is_best for each in done)} of {len(done)}", "")
            say("  memory", f"{done[-1].memory:.0f} MiB", GOALS["memory"])

    def building(self) -> None:
        """Processor seconds and memory, each in a process of its own that also reads the words."""
        for name, cost in building.costs(self.text, min(self.rounds, 3)).items():
            say(name, f"{cost.seconds:.2f} s, {cost.memory:.0f} MiB", GOALS.get(name))
        with tempfile.TemporaryDirectory() as folder:
            for name, (checked, known) in building.openings(Path(folder)).items():
                say(f"opening the {name}", f"{1000 * known:.2f} ms (checked: {1000 * checked:.1f})", GOALS["opening"])

    def lookups(self) -> None:
        """What a lookup costs inside the kernel."""
        told = subprocess.run([example("lookups"), self.text], check=True, capture_output=True, text=True).stdout
        for line in told.splitlines():
            name = line[:16].strip()
            say(f"a lookup: {name}", f"{line[16:].split()[0]} ns", GOALS[name])

    def python(self) -> None:
        """The same positions out of lines of CGP through Python as from codes in a loop of Rust; `stored` keeps every play."""
        batch, leaves = self.batch()
        count = len(self.positions)

        def read() -> _kernel.Positions:
            return batch.read([*self.lines], threads=1)

        pairs: dict[str, tuple[Way, dict[str, Callable[[], object]]]] = {
            "all plays": (
                self.worker.way("set-and-all"),
                {
                    "through Python": lambda: batch.totals(read(), threads=1),
                    "through Python, stored": lambda: batch.moves(read(), leaves, threads=1),
                },
            ),
            "best play": (
                self.worker.way("set-and-best", 1, 1),
                {
                    "through Python": lambda: batch.best(read(), leaves, 1, exchange_from=101, threads=1),
                    "through Python, exchanges": lambda: batch.best(read(), leaves, 1, lettered_rows=True, threads=1),
                },
            ),
        }
        for name, (rust, ways) in pairs.items():
            works = {way: by_python(count, work) for way, work in ways.items()}
            for way, rate in compared({name: rust, **works}, self.rounds).items():
                say(way, f"{rate.processor:.0f} /s", GOALS["through Python"] if way != name else None, rate.ratio)
        say("reading alone", f"{compared({'': by_python(count, read)}, self.rounds)[''].processor:.0f} /s", None)

    def batch(self) -> tuple[_kernel.Batch, _kernel.Leaves]:
        """The worker's search, in this process."""
        letters = TILES.alphabet.letters
        sizes = {name: (self.folder / name).stat().st_size for name in ("graph", "map")}
        graph = _kernel.Gaddag.open(self.folder / "graph", 0, sizes["graph"], letters)
        word_map = _kernel.WordMap.open(self.folder / "map", 0, sizes["map"], letters)
        values, _ = parse_values((PLAYS / "leaves.toml").read_text("utf-8"))
        return Searcher(graph, TILES, layout(), word_map=word_map).batch, values.to_kernel()

    def memory(self) -> None:
        """What a process that has searched with everything holds, the pages of files included, and the bench's part of it."""
        worker = Worker(self.folder)
        worker.does("nothing")
        positions = worker.memory("RssAnon")
        for task in (("all",), ("best", 1, 1), ("games", 0, 100, 1, 1)):
            worker.does(task[0], *task[1:])
        say("the whole engine in memory", f"{worker.memory():.0f} MiB", GOALS["memory"])
        say("  the bench's positions", f"{positions:.0f} MiB of this", "")
        worker.end()

    def instructions(self) -> None:
        """Instructions as callgrind counts them: the same on every machine."""
        for name, number in instructions.counted(self.folder).items():
            say(name, f"{number:.0f}" if number else "not counted: there is no valgrind", "")

    def drawings(self) -> None:
        """Draw how cost grows into docs/pictures."""
        for path in drawing.draw(self.text, self.positions, self.rounds):
            print(f"  {path.name}")


GROUPS: dict[str, Callable[[Bench], None]] = {
    name: getattr(Bench, name.replace("-", "_"))
    for name in (
        "machine",
        "searching",
        "games",
        "simulations",
        "endgames",
        "pre-endgames",
        "building",
        "lookups",
        "python",
        "memory",
        "instructions",
    )
} | {"drawings": Bench.drawings}


def say(name: str, measured: str, goal: object, ratio: float | None = None) -> None:
    """A line of a group."""
    beside = goal if isinstance(goal, str) else f"goal {goal[0]}; {goal[1]}" if isinstance(goal, tuple) else ""
    print(f"  {name:28}{measured:28}{beside:58}{'' if ratio is None else f'{ratio:.2f}'}".rstrip(), flush=True)


def _spread(seconds: list[float]) -> str:
    return (
        f"median {median(seconds):.2f} s, mean {mean(seconds):.2f} s, most {max(seconds):.1f} s" if seconds else "none"
    )


def _bytes(size: str) -> int:
    number, unit = size.split()
    return int(number) << {"KB": 10, "MB": 20}[unit]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="?", type=Path, help="a UTF-8 list of words, one a line")
    parser.add_argument("--only", nargs="+", choices=GROUPS, default=[name for name in GROUPS if name != "drawings"])
    parser.add_argument(
        "--positions", type=Path, default=PLAYS / "turns.tsv", help="lines that begin with a position in CGP"
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--bags", type=int, nargs="+", choices=FILES, default=[1], help="tiles in the bag of pre-endgames"
    )
    parser.add_argument("--threads", type=int, nargs="+", default=[1], help="threads for pre-endgames")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        text = arguments.words or folder / "words.txt"
        if not arguments.words:
            text.write_bytes(open_lexicon(LEXICON).graph.words())
        words, positions = building.read(text), turns(arguments.positions)
        print(f"{len(words)} words, {len(positions)} positions")
        fill(folder, words, positions)
        del words
        lines = [line.split("\t")[0] for line in arguments.positions.read_text("utf-8").splitlines()]
        bench = Bench(
            text, folder, positions, lines, arguments.rounds, Worker(folder), arguments.bags, arguments.threads
        )
        for group in arguments.only:
            print(group)
            GROUPS[group](bench)
        bench.worker.end()


if __name__ == "__main__":
    main()
