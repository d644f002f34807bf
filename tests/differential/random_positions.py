"""Compare the kernel with trying everything in as many positions as there is time for.

`python -m differential.random_positions --positions 100000` in `tests/`. The positions are shared out among sets of tiles
and lexica, tiny and whole; in each every play with its score is compared with those that trial finds, and the best by
points, by leaves and at the end of the game, without and with the word map, with the maximum over all; boards laid play by
play with boards set at once. It needs cargo.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from unicodedata import normalize

from differential.game_folder import write_rules, write_structures, write_words
from mostek import _kernel
from mostek.core.tiles import TileSet, tile_set
from mostek.lexicon.library import open_lexicon

KERNEL = Path(__file__).parents[2] / "kernel"
SETS = ("pl-current", "pl-1993", "en")
SIZES: Sequence[tuple[int | None, int, float]] = (
    (12, 3, 0.06),
    (300, 4, 0.3),
    (5000, 6, 0.4),
    (100_000, 9, 0.2),
    (None, 15, 0.04),
)
"""How many words a lexicon has (small ones need short words, or few of them meet), how long they are at the most, and its
share of the positions."""


def words_of(tiles: TileSet) -> list[str]:
    """Polish words; in English without the marks of the letters, and with some of the letters that Polish lacks."""
    words = open_lexicon("pl-wolny").graph.words().decode().split()
    if tiles.alphabet.letters == tile_set("pl-current").alphabet.letters:
        return words
    # To take the marks off all of them would take longer than the tests.
    text = normalize("NFD", " ".join(words[::10]))
    plain = "".join(sign for sign in text if sign.isascii() or sign == "Ł")
    return plain.replace("Ł", "L").replace("KW", "Q").replace("KS", "X").replace("WI", "V").split()


def lexica(tiles: TileSet) -> Iterator[tuple[_kernel.Words, float]]:
    """Lexica of every size, and the share of positions for each."""
    draw, every = random.Random(tiles.name), words_of(tiles)
    for size, longest, share in SIZES:
        fitting = [word for word in every if len(word) <= longest]
        chosen = draw.sample(fitting, min(size, len(fitting))) if size else fitting
        yield _kernel.Words.read("\n".join(chosen).encode(), tiles.alphabet.letters, capitals=True), share


def compare(example: Path, tiles: TileSet, words: _kernel.Words, positions: int, seed: int) -> str:
    """What the example says; raises `CalledProcessError` where something differs."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_rules(folder, tiles)
        write_structures(folder, words)
        write_words(folder, words, tiles.alphabet.letters)
        command: list[str | Path] = [example, name, str(positions), str(seed)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout.strip()


def built(folder: Path) -> Path:
    """The example, in a place where nobody builds it anew meanwhile."""
    command = ["cargo", "build", "--quiet", "--release", "--package", "mostek-play", "--example", "agree"]
    subprocess.run(command, cwd=KERNEL, check=True)
    return Path(shutil.copy2(KERNEL / "target/release/examples/agree", folder / "agree"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS, help="each has a third of the positions")
    arguments = parser.parse_args()
    with TemporaryDirectory() as folder:
        example = built(Path(folder))
        for tiles in map(tile_set, arguments.sets):
            for words, share in lexica(tiles):
                start, positions = perf_counter(), round(arguments.positions * share / len(SETS))
                told = compare(example, tiles, words, positions, arguments.seed)
                print(f"{tiles.name:12}{len(words):9} words: {told} ({perf_counter() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
