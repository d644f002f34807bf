"""Measure our engine beside other engines: `python -m bench.peers`, from the root of the repository.

All have the same positions, leaves and list. In each round every engine does every task once, one after another, so that a busy
machine slows all alike; ratios are those of one round. `--wolges FOLDER` builds wolges from its source and runs it;
`--peer NAME=COMMAND` runs any program that speaks the protocol of `bench/peers/protocol.py`, such as an adapter of MAGPIE,
macondo or Quackle. The full run: `python -m bench.peers --rounds 15 --wolges FOLDER`.

The default list is `pl-rdzen`, because the GADDAG of the larger one needs wider arcs than a `.kwg` has.
"""

from __future__ import annotations

import argparse
import shlex
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.peers.ours import Ours
from bench.peers.protocol import TASKS, ArenaError, Contestant, Peer, Timed

from mostek.core.tiles import tile_set
from mostek.engine.klv import format_klv
from mostek.engine.leaves import open_values
from mostek.lexicon.kernel import Words
from mostek.lexicon.kwg import kwg_of
from mostek.lexicon.library import find, open_lexicon

ROOT = Path(__file__).parents[2]
TILES = tile_set("pl-current")
COUNTED = "all, only counted"
"""Our own third task: plays are generated and scored, and not stored."""
WORK = {
    COUNTED: "each play generated and scored, none stored",
    "all": "each play stored with its equity",
    "best": "the best play, exchange or pass by equity",
}


@dataclass(frozen=True)
class Result:
    """What an engine reached in a task."""

    task: str
    name: str
    rates: tuple[float, ...]
    ratios: tuple[float, ...]
    """To the first of our own ways that stores what it finds, round by round."""
    agreed: str

    @property
    def line(self) -> str:
        spread = f"{median(self.ratios):.2f} [{min(self.ratios):.2f}..{max(self.ratios):.2f}]"
        return f"| {WORK[self.task]} | {self.name} | {median(self.rates):.0f} | {spread} | {self.agreed} |"


def fill(folder: Path, words: Words, lines: Sequence[str], leaves: bytes) -> None:
    """Write what every peer reads."""
    graph = kwg_of(words, len(TILES.alphabet.letters))
    if graph.missing_gaddag:
        raise ArenaError(f"the GADDAG of this list has {graph.missing_gaddag} nodes, more than a .kwg can name")
    (folder / "list.kwg").write_bytes(graph.data)
    (folder / "leaves.klv2").write_bytes(leaves)
    (folder / "words").write_bytes(words.text())
    boards = (line.split(" ")[:2] for line in lines)
    (folder / "positions").write_text("".join(f"{board}\t{racks.split('/')[0]}\n" for board, racks in boards), "utf-8")


def built_wolges(source: Path) -> Path:
    """The adapter of wolges, built with its source. Raises `CalledProcessError`."""
    project = ROOT / "bench" / "peers" / "wolges"
    patch = f'patch."https://github.com/andy-k/wolges".wolges.path="{source.resolve()}"'
    subprocess.run(["cargo", "build", "--release", "--quiet", "--config", patch], cwd=project, check=True)
    return project / "target" / "release" / "arena-wolges"


def run(ours: Sequence[Ours], peers: Sequence[Contestant], rounds: int) -> Iterator[Result]:
    """The rounds, and what came of them."""
    everyone: list[Contestant] = [*ours, *peers]
    done: dict[tuple[str, str], list[Timed]] = {}
    for _ in range(rounds):
        for task in TASKS:
            for engine in everyone:
                done.setdefault((task, engine.name), []).append(engine.does(task))
        done.setdefault((COUNTED, ours[0].name), []).append(ours[0].counted())
    for (task, name), times in sorted(done.items(), key=lambda item: list(WORK).index(item[0][0])):
        first = done["all" if task == COUNTED else task, ours[0].name]
        ratios = tuple(own.rate / of.rate for own, of in zip(times, first, strict=True))
        engine = next(engine for engine in everyone if engine.name == name)
        agreed = "" if engine is ours[0] else agreement(ours[0].answers(task), engine.answers(task), task)
        yield Result(task, name, tuple(time.rate for time in times), ratios, agreed)


def agreement(own: Sequence[tuple[int, int]], other: Sequence[tuple[int, int]], task: str) -> str:
    """In how many positions two engines agree. Sums of rounded leaves may differ by a thousandth of a point or two."""
    if len(own) != len(other):
        return f"{len(other)} answers, not {len(own)}"
    same = [
        (task == "best" or plays == others) and abs(best - highest) <= _ROUNDED
        for (plays, best), (others, highest) in zip(own, other, strict=True)
    ]
    return f"{sum(same)} of {len(same)}"


_ROUNDED = 2


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lexicon", default="pl-rdzen", help="the list")
    parser.add_argument(
        "--positions", type=Path, default=ROOT / "corpus" / "plays" / "turns.tsv", help="lines that begin with CGP"
    )
    parser.add_argument("--most", type=int, default=None, help="use only so many positions")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--wolges", type=Path, help="the source of wolges")
    parser.add_argument(
        "--peer", action="append", default=[], metavar="NAME=COMMAND", help="a program that speaks the protocol"
    )
    asked = parser.parse_args(arguments)
    lines = [line.split("\t")[0] for line in asked.positions.read_text("utf-8").splitlines()][: asked.most]
    # Boards without tiles are left out: engines count their plays once or twice. With an empty bag they value leaves differently.
    lines = [line for line in lines if any(map(str.isalpha, line.split(" ")[0])) and in_bag(line) > 0]
    words = Words.of(open_lexicon(asked.lexicon).graph)
    values = open_values(asked.lexicon, TILES.alphabet.letters)
    leaves, same = format_klv(values, TILES), values.to_kernel()
    peers: list[Contestant] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            fill(folder, words, lines, leaves)
            if asked.wolges:
                peers.append(Peer("wolges", [built_wolges(asked.wolges)], folder))
            for peer in asked.peer:
                title, _, command = peer.partition("=")
                peers.append(Peer(title, shlex.split(command), folder))
            ours = [
                Ours("mostek", words, TILES, same, lines, map_=True),
                Ours("mostek, no word map", words, TILES, same, lines, map_=False),
            ]
            header = find(asked.lexicon).header
            print(
                f"{len(words)} words of {header.name}@{header.edition}, {len(lines)} positions, {asked.rounds} rounds, "
                "one thread\n"
            )
            print(
                "| work | engine | positions a second | ratio to mostek [least..most] | same answer |\n|---|---|---|---|---|"
            )
            for result in run(ours, peers, asked.rounds):
                print(result.line, flush=True)
        except ArenaError as error:
            print(error)
            return 1
        finally:
            for each in peers:
                each.end()
    missing = [title for title, given in (("wolges", asked.wolges), ("other engines", asked.peer)) if not given]
    if missing:
        print(f"\nNot measured: {', '.join(missing)}.")
    return 0


def in_bag(line: str) -> int:
    """The tiles in the bag, each player having as many tiles as the line says."""
    board, racks = line.split(" ")[:2]
    return len(TILES.tiles) - sum(map(str.isalpha, board)) - len(racks.replace("/", ""))


if __name__ == "__main__":
    raise SystemExit(main())
