"""How strong the master is, measured in the kernel without referee and clock: one thread, times of the processor.

`python -m bench.strength match --pairs 100 --seconds 0.1` plays pairs of games with equal bags against the static player.
`gain` values the master's choices in positions that it reaches in such games, by the share of games won when both players go
on statically to the end; with several `--seconds` in the same positions. `likelihood` says how much one turn, two and three
tell about the tiles that a static opponent kept. `--log FILE` keeps what each pair, position or turn gave; with `--first` a
later run continues where another ended. Games are played by the rules of the federation; the lexicon is the built-in one.
"""

from __future__ import annotations

import struct
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt
from bench.kernel.building import read
from bench.kernel.worker import example

from differential.game_folder import TILES, write_leaves, write_rules, write_structures
from mostek.engine.leaves import open_values
from mostek.engine.win_table import open_win_table
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import open_lexicon

Numbers = npt.NDArray[np.float64]
STAGES = {(55, 86): 3.6, (15, 54): 4.5, (8, 14): 0.9, (2, 7): 0.7}
"""The tiles in the bag, and how many turns of a game a player has with so many."""
TEMPERATURES = (0.5, 2.0, 4.0)
MARGIN = 1.96
"""Standard errors of an interval of 95 %."""


def fill(folder: Path) -> None:
    """Write what the Rust example `strength` reads."""
    write_rules(folder, TILES)
    write_leaves(folder, open_values(DEFAULT, TILES.alphabet.letters))
    wins = open_win_table(DEFAULT)
    shares = np.array(wins.kernel_shares(), "<u2").tobytes()
    (folder / "wins").write_bytes(struct.pack("<HH", wins.unseen, wins.spread) + shares)
    text = folder / "words.txt"
    text.write_bytes(open_lexicon().graph.words())
    write_structures(folder, read(text))


def rows(log: Path | None, *task: object) -> Iterator[Numbers]:
    """The answers of the example, a row of numbers each, as they come."""
    with tempfile.TemporaryDirectory() as name:
        fill(Path(name))
        command = [str(example("strength")), name, *map(str, task)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout
            for line in process.stdout:
                if log:
                    with log.open("a") as file:
                        file.write(line)
                yield np.array(line.split(), float)


def error(numbers: Numbers) -> float:
    """The standard error of a mean."""
    return float(numbers.std(ddof=1) / len(numbers) ** 0.5) if len(numbers) > 1 else float("inf")


@click.group(help=__doc__)
def main() -> None:
    """Choose a task."""


@main.command()
@click.option("--pairs", default=50, show_default=True)
@click.option("--seconds", default=0.1, show_default=True, help="Of the processor, for a turn.")
@click.option("--first", default=0, show_default=True, help="The number of the first pair.")
@click.option("--log", type=click.Path(path_type=Path))
def match(pairs: int, seconds: float, first: int, log: Path | None) -> None:
    """Pairs of games against the static player."""
    shares = []
    for _, one, other, spent in rows(log, "match", first, pairs, seconds):
        shares.append(float(np.mean([(1 + np.sign(lead)) / 2 for lead in (one, other)])))
        told = f"{2 * len(shares)} games: {100 * np.mean(shares):.1f} ± {100 * MARGIN * error(np.array(shares)):.1f} %"
        click.echo(f"{told}, {spent:.3f} s a turn")


@main.command()
@click.option("--games", default=40, show_default=True)
@click.option("--share", default=0.3, show_default=True, help="The share of the turns that is looked at.")
@click.option("--deals", default=400, show_default=True, help="The deals that value a choice.")
@click.option("--seconds", default=(0.1,), multiple=True, help="Of the processor, for a turn; may be repeated.")
@click.option("--first", default=0, show_default=True)
@click.option("--log", type=click.Path(path_type=Path))
def gain(games: int, share: float, deals: int, seconds: tuple[float, ...], first: int, log: Path | None) -> None:
    """What the master's choices gain over the static ones, in percent of games."""
    table = np.array(list(rows(log, "gain", first, games, share, deals, *seconds)))
    for number, limit in enumerate(seconds, 1):
        game, doubt = 0.0, 0.0
        for (least, most), turns in STAGES.items():
            found = table[(table[:, 1] >= least) & (table[:, 1] <= most)]
            gains, spent = 100 * (found[:, 2 + 3 * number] - found[:, 2]), found[:, 3 + 3 * number]
            game, doubt = game + turns * gains.mean(), doubt + (turns * error(gains)) ** 2
            told = f"{gains.mean():+.2f} ± {MARGIN * error(gains):.2f} % a turn, {spent.mean():.3f} s"
            click.echo(f"{limit} s, {least} to {most} tiles in the bag, {len(found)} positions: {told}")
        click.echo(f"{limit} s, a game until one tile is in the bag: {game:+.1f} ± {MARGIN * doubt**0.5:.1f} %")


@main.command()
@click.option("--games", default=40, show_default=True)
@click.option("--racks", default=200, show_default=True, help="The blind guesses to compare with.")
@click.option("--first", default=0, show_default=True)
@click.option("--log", type=click.Path(path_type=Path))
def likelihood(games: int, racks: int, first: int, log: Path | None) -> None:
    """Natural logarithms of the likelihood ratio of the tiles kept to a blind guess."""
    table = np.array(list(rows(log, "likelihood", first, games, racks)))[:, 1:].reshape(-1, len(TEMPERATURES), 3)
    for place, temperature in enumerate(TEMPERATURES):
        gains = table[:, place]
        told = [f"{gains[:, turns].mean():.2f} ± {error(gains[:, turns]):.2f}" for turns in range(3)]
        more = f"{(gains[:, 1] - gains[:, 0]).mean():+.2f} ± {error(gains[:, 1] - gains[:, 0]):.2f}"
        click.echo(f"{temperature} points: {', '.join(told)}; the second turn adds {more} ({len(gains)} turns)")


if __name__ == "__main__":
    main()
