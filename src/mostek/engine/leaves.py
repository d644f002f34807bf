"""Leave values: the worth of the tiles left on a rack, and the files with trained values.

The value of a leave is a sum of terms: how many there are of each tile, which two tiles are there together, and how many
vowels and consonants there are. The kernel's `leaves.rs` adds up the same terms.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, TypeVar
from unicodedata import normalize

from mostek.core.package_data import package_data
from mostek.core.tiles import BLANK
from mostek.engine import kernel
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import data_folder, find

T = TypeVar("T")
Row: TypeAlias = tuple[int, ...]
Provenance: TypeAlias = Mapping[str, int | float | str]
"""The training of the values: lexicon, seed, number of games, and measurements."""
_EQUAL = 15
"""The number of values for each tile in the kernel's table."""
_SIDE = 16
"""The side of the kernel's square of vowels and consonants."""


@dataclass(frozen=True, slots=True)
class LeaveValues:
    """Leave values in thousandths of a point for an alphabet; the blank comes first everywhere."""

    letters: tuple[str, ...]
    equal: tuple[Row, ...]
    """For the blank and each letter: the values of 1, 2, … such tiles."""
    pairs: tuple[Row, ...]
    """For the blank and each letter: its value together with each later letter."""
    balance: tuple[Row, ...]
    """For each number of vowels, by the number of consonants."""

    def to_kernel(self) -> kernel.Leaves:
        """The values in the kernel's form."""
        return kernel.Leaves(len(self.letters), *self.tables(), vowel_bits(self.letters))

    def tables(self) -> tuple[list[int], list[int], list[int]]:
        """The kernel's tables of equal tiles, of pairs, and of vowels and consonants."""
        codes = range(len(self.letters) + 1)
        equal = [at(self.equal[code], count) for code in codes for count in range(_EQUAL)]
        pairs = [self.pairs[one][other - one - 1] if other > one else 0 for one in codes for other in codes]
        balance = [at(at(self.balance, vowels), others) for vowels in range(_SIDE) for others in range(_SIDE)]
        balance[0] = 0
        return equal, pairs, balance


def no_values(letters: tuple[str, ...]) -> LeaveValues:
    """Zero for every leave: the start of training."""
    codes = len(letters) + 1
    return LeaveValues(letters, ((0,),) * codes, tuple((0,) * rest for rest in reversed(range(codes))), ((0,),))


def is_vowel(letter: str) -> bool:
    """Whether a letter without its diacritics is a vowel."""
    return normalize("NFD", letter)[0] in "AEIOUY"


def vowel_bits(letters: Iterable[str]) -> int:
    """The vowels as a bit set for the kernel."""
    return sum(1 << code for code, letter in enumerate(letters, 1) if is_vowel(letter))


def format_values(values: LeaveValues, made: Provenance) -> str:
    """Format values and their provenance as TOML."""
    faces = (BLANK, *values.letters)
    lines = ["# What is left on a rack is worth, in thousandths of a point. Made by `mostek engine train`.", "[made]"]
    lines += [f"{key} = {_quoted(value) if isinstance(value, str) else value}" for key, value in made.items()]
    for title, rows in (
        ("# having 1, 2, … of it\n[equal]", values.equal),
        ("# together with each letter after it\n[pairs]", values.pairs),
    ):
        lines += ["", title, *(f"{_quoted(face)} = {list(row)}" for face, row in zip(faces, rows, strict=True))]
    lines += ["", "# by vowels, then by consonants", "[balance]", "rows = ["]
    return "\n".join([*lines, *(f"  {list(row)}," for row in values.balance), "]", ""])


def parse_values(text: str) -> tuple[LeaveValues, Provenance]:
    """Parse the values of a file and their provenance. Raises `ValueError` for another file."""
    try:
        data = tomllib.loads(text)
        faces, pairs, balance = [*data["equal"]], data["pairs"], data["balance"]["rows"]
        values = LeaveValues(
            tuple(faces[1:]),
            _rows(data["equal"].values()),
            _rows(pairs[face] for face in faces),
            _rows(balance),
        )
        made: Provenance = data["made"]
        values.to_kernel()
    except (KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
        raise ValueError(f"this is no file of leave values: {error!r}") from None
    return values, made


def _rows(rows: Iterable[Sequence[int]]) -> tuple[Row, ...]:
    return tuple(tuple(row) for row in rows)


def at(row: Sequence[T], place: int) -> T:
    """The value at an index; beyond its end a row repeats its last value."""
    return row[min(place, len(row) - 1)]


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


VALUES_SUFFIX = ".leaves.toml"


def trained_folder() -> Path:
    """The folder of values trained on this machine."""
    return data_folder().parent / "trained"


def open_values(lexicon: str, letters: tuple[str, ...]) -> LeaveValues:
    """Open the leave values for a lexicon: its own, those of the default lexicon with the same letters, or none.

    Raises `LexiconError`, `OSError`, and `ValueError` for a damaged file.
    """
    for file in trained_files(lexicon, VALUES_SUFFIX):
        values, _ = parse_values(file.read_text("utf-8"))
        if values.letters == letters:
            return values
    return no_values(letters)


def trained_files(lexicon: str, suffix: str) -> list[Path]:
    """Files trained here come before those of the package, and the lexicon's own before the default."""
    name = find(lexicon).header.name
    folders: tuple[Path, ...] = (trained_folder(), package_data("mostek.engine") / "data")
    paths = [folder / f"{known}{suffix}" for known in dict.fromkeys((name, DEFAULT)) for folder in folders]
    return [path for path in paths if path.is_file()]
