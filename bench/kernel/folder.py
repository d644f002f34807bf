"""The folder that the worker reads: rules, a lexicon's structures and the positions of `corpus/plays`."""

from __future__ import annotations

from pathlib import Path

from differential.game_folder import PLAYS, TILES, Turn, turns, write_leaves, write_rules, write_structures, write_turns
from mostek import _kernel
from mostek.engine.leaves import parse_values

LETTERS = TILES.alphabet.letters


def fill(folder: Path, words: _kernel.Words, positions: list[Turn]) -> None:
    """Write everything."""
    values, _ = parse_values((PLAYS / "leaves.toml").read_text("utf-8"))
    write_rules(folder, TILES)
    write_leaves(folder, values)
    write_structures(folder, words)
    write_turns(folder / "positions", positions)
    for name in ("endgames", "one_in_the_bag"):
        write_turns(folder / name, turns(f"{name}.tsv"))
    write_turns(folder / "two_in_the_bag", [turn for turn in turns("turns.tsv") if turn.bag == 2])
