"""The values that were trained: those of the package, and those that were trained here for other lexica."""

from __future__ import annotations

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from mostek.engine.leaves import LeaveValues, no_values, parse_values
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import data_folder, find

VALUES_SUFFIX = ".leaves.toml"


def trained_folder() -> Path:
    """Where values lie that were trained here."""
    return data_folder().parent / "trained"


def open_values(lexicon: str, letters: tuple[str, ...]) -> LeaveValues:
    """The leave values for a lexicon: its own, or those of the default one if it has the same letters, or none.

    Raises `LexiconError`, `OSError`, and `ValueError` for a damaged file.
    """
    for file in trained_files(lexicon, VALUES_SUFFIX):
        values, _ = parse_values(file.read_text("utf-8"))
        if values.letters == letters:
            return values
    return no_values(letters)


def trained_files(lexicon: str, suffix: str) -> list[Traversable]:
    """What was trained here comes before what the package has, and the lexicon's own before the default."""
    name = find(lexicon).header.name
    folders: tuple[Traversable, ...] = (trained_folder(), files("mostek.engine") / "data")
    paths = [folder / f"{known}{suffix}" for known in dict.fromkeys((name, DEFAULT)) for folder in folders]
    return [path for path in paths if path.is_file()]
