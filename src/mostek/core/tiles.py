"""Tiles: alphabets, tiles, multisets of tiles, and tile sets.

A *face* is what is printed on a tile: a letter of the alphabet, or `BLANK`. A `Tile` is a tile laid on a board and read as
a letter. `Tiles` is any number of faces without order: a rack, a bag, a handful.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final, NewType

if TYPE_CHECKING:
    from mostek.core.data_files import TileSetFile
    from mostek.core.registry import InBothLanguages

Letter = NewType("Letter", str)
"""One letter of an alphabet in capitals; it may have several characters (`CH`)."""

BLANK: Final = "?"
"""The face of a blank tile (GEN-2.1a); written so on racks, as in CGP."""

_TILES_KEPT = 1024
"""More than the tiles of all alphabets, yet few: a limit against hostile input."""

BACK: Final = "#"
"""The back of a tile that lies face down: one tile, no matter which. A rack of which nothing is known is `#######`."""


class TileError(ValueError):
    """A text is not made of the letters of an alphabet; `place` counts characters from 0."""

    def __init__(self, text: str, place: int, alphabet: str) -> None:
        found = text[place : place + 1] or "the end"
        super().__init__(f"{text!r}: no letter of the alphabet {alphabet!r} at character {place + 1} ({found})")
        self.text = text
        self.place = place


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile on a board: the letter it is read as, and whether it is a blank.

    A blank without a stated letter has the letter `None` (GEN-2.1c asks for it).
    """

    letter: Letter | None
    blank: bool = False

    @classmethod
    @lru_cache(maxsize=_TILES_KEPT)
    def read(cls, text: str) -> Tile:
        """The tile that `str` writes: `K`, a blank `k`, brackets round several characters, `?` for a blank undeclared.

        The same object for the same text.
        """
        letter = text[1:-1] if text[:1] == "[" and text[-1:] == "]" else text
        return cls(None, blank=True) if letter == BLANK else cls(Letter(letter.upper()), blank=letter != letter.upper())

    @property
    def face(self) -> str:
        """The print on the tile: its letter, or `BLANK`."""
        return BLANK if self.blank or self.letter is None else self.letter

    def __str__(self) -> str:
        """The letter; in lower case for a blank; in brackets when it has several characters."""
        if self.letter is None:
            return BLANK
        text = self.letter.lower() if self.blank else self.letter
        return text if len(text) == 1 else f"[{text}]"


class Tiles:
    """A multiset of faces, immutable. `+` adds, `-` takes away (and raises `ValueError` when a tile is missing).

    It is stored as a tuple in code-point order, half the size of a count for each face: games hold many of them for long.
    """

    __slots__ = ("_faces",)

    def __init__(self, faces: Iterable[str] = ()) -> None:
        self._faces = tuple(sorted(faces))

    @classmethod
    def of(cls, text: str) -> Tiles:
        """Tiles from one-character faces, `Tiles.of("KOT?")`, or bracketed ones, `Tiles.of("[CH]A")`."""
        return cls(_faces(text))

    @classmethod
    def from_counts(cls, counts: Mapping[str, int]) -> Tiles:
        """Tiles from a number for each face; zeros are left out."""
        return cls(face for face, count in counts.items() for _ in range(count))

    @property
    def counts(self) -> Counter[str]:
        """The number of each face; a new counter."""
        return Counter(self._faces)

    def __len__(self) -> int:
        return len(self._faces)

    def __iter__(self) -> Iterator[str]:
        return iter(self._faces)

    def __contains__(self, face: object) -> bool:
        return face in self._faces

    def count(self, face: str) -> int:
        """The number of tiles with this face."""
        return self._faces.count(face)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tiles) and self._faces == other._faces

    def __hash__(self) -> int:
        return hash(self._faces)

    def __add__(self, other: Tiles) -> Tiles:
        return Tiles(self._faces + other._faces) if other._faces else self

    def __sub__(self, other: Tiles) -> Tiles:
        if missing := other.missing_from(self):
            raise ValueError(f"{missing} not among {self}")
        return self.missing_from(other)

    @property
    def unseen(self) -> int:
        """The number of tiles face down, `BACK`."""
        return self.count(BACK)

    @property
    def seen(self) -> Tiles:
        """The tiles whose faces are known."""
        return Tiles(face for face in self._faces if face != BACK) if self.unseen else self

    def backs(self) -> Tiles:
        """As many tiles face down."""
        return Tiles.face_down(len(self))

    @classmethod
    def face_down(cls, count: int) -> Tiles:
        """This many tiles face down."""
        return cls((BACK,) * count)

    def without(self, taken: Tiles) -> Tiles:
        """The rest after some tiles are taken, when not all faces are known.

        A face that is not among the known ones was one of those that lay face down. When tiles are taken face down, it is
        unknown what stays too. Raises `ValueError` when so many tiles, or these, cannot have been here.
        """
        if taken.unseen:
            if len(taken) > len(self) or len(taken.seen.missing_from(self)) > self.unseen:
                raise ValueError(f"{taken} not among {self}")
            return Tiles.face_down(len(self) - len(taken))
        hidden = taken.missing_from(self)
        if len(hidden) > self.unseen:
            raise ValueError(f"{hidden} not among {self}")
        return self.missing_from(taken + hidden.backs())

    def parts(self) -> Iterator[Tiles]:
        """Every choice of these tiles, from none to all; of equal ones it does not matter which."""
        faces = self.counts
        for counts in product(*(range(count + 1) for count in faces.values())):
            yield Tiles.from_counts(dict(zip(faces, counts, strict=True)))

    def missing_from(self, other: Tiles) -> Tiles:
        """The part of these tiles that `other` does not have."""
        there = other.counts
        missing: list[str] = []
        for face in self._faces:
            if there.get(face):
                there[face] -= 1
            else:
                missing.append(face)
        return Tiles(missing)

    def __str__(self) -> str:
        """The faces in code-point order; `Alphabet.sort` gives the order of an alphabet."""
        return "".join(face if len(face) == 1 else f"[{face}]" for face in self._faces)

    def __repr__(self) -> str:
        return f"Tiles.of({str(self)!r})"


NO_TILES: Final = Tiles()


def _faces(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        if text[place] == "[" and (end := text.find("]", place)) > place + 1:
            yield _face(text[place + 1 : end])
            place = end + 1
        else:
            yield _face(text[place])
            place += 1


@lru_cache(maxsize=_TILES_KEPT)
def _face(text: str) -> str:
    """One object for each face: else every letter outside of Latin-1 would be a new text of 76 bytes."""
    return text


@dataclass(frozen=True, repr=False)
class Alphabet:
    """The letters of a language in their order, which decides who starts (GEN-4c)."""

    name: str
    letters: tuple[Letter, ...]

    def __repr__(self) -> str:
        return f"<Alphabet {self.name}, {len(self.letters)} letters>"

    @cached_property
    def _order(self) -> dict[str, int]:
        return {letter: place for place, letter in enumerate(self.letters)}

    @cached_property
    def _upper(self) -> dict[str, Letter]:
        """Every way a letter is written in running text, bracketed or not, in either case."""
        forms: dict[str, Letter] = {}
        for letter in self.letters:
            for form in (letter, letter.lower()):
                forms[form] = letter
                forms[f"[{form}]"] = letter
        return forms

    @cached_property
    def _longest(self) -> int:
        return max(len(form) for form in self._upper)

    def __contains__(self, letter: object) -> bool:
        return letter in self._order

    def order(self, face: str) -> int:
        """The place of a face, from 0; a blank stands with the first letter (S1: it counts as A)."""
        return 0 if face == BLANK else self._order[face]

    def sort(self, faces: Iterable[str]) -> str:
        """Faces as text in the order of the alphabet, blanks last."""
        ordered = sorted(faces, key=lambda face: self._order.get(face, len(self.letters)))
        return "".join(face if len(face) == 1 else f"[{face}]" for face in ordered)

    def spell(self, text: str) -> tuple[Tile, ...]:
        """The tiles of a word as it is written: capitals are letters, small letters are blanks, `?` a blank undeclared.

        Raises `TileError` at the first character that begins no letter.
        """
        tiles: list[Tile] = []
        place = 0
        while place < len(text):
            form = self._form_at(text, place)
            if form == BLANK:
                tiles.append(Tile(None, blank=True))
            else:
                tiles.append(Tile(self._upper[form], blank=form != form.upper()))
            place += len(form)
        return tuple(tiles)

    def word(self, text: str) -> tuple[Letter, ...]:
        """The letters of a word in either case. Raises `TileError`."""
        letters = tuple(tile.letter for tile in self.spell(text) if tile.letter is not None)
        if BLANK in text:
            raise TileError(text, text.index(BLANK), self.name)
        return letters

    def rack(self, text: str) -> Tiles:
        """The tiles of a rack written in capitals, `?` for a blank. Raises `TileError`."""
        tiles = self.spell(text)
        for place, tile in enumerate(tiles):
            if tile.blank and tile.letter is not None:
                raise TileError(text, place, self.name)
        return Tiles(tile.face for tile in tiles)

    def _form_at(self, text: str, place: int) -> str:
        if text[place] == BLANK:
            return BLANK
        for length in range(min(self._longest, len(text) - place), 0, -1):
            if (form := text[place : place + length]) in self._upper:
                return form
        raise TileError(text, place, self.name)


@dataclass(frozen=True, repr=False)
class TileSet:
    """A tile set: its alphabet, and the number and value of each face."""

    name: str
    title: InBothLanguages
    alphabet: Alphabet
    tiles: Tiles
    values: Mapping[str, int]

    def __len__(self) -> int:
        return len(self.tiles)

    def __repr__(self) -> str:
        return f"<TileSet {self.name}, {len(self)} tiles>"

    def value(self, faces: Iterable[str] | Tile) -> int:
        """The sum of the printed values; a blank counts 0 (GEN-2.1b). A single tile has the value that is printed on it."""
        return self.of_tile(faces) if isinstance(faces, Tile) else sum(self.values[face] for face in faces)

    def of_tile(self, tile: Tile) -> int:
        """The printed value of a laid tile; a blank is worth 0 with any letter (GEN-2.4g)."""
        return self.values[tile.face]


def tile_sets() -> tuple[str, ...]:
    """The names of all tile sets."""
    from mostek.core.data_files import TILE_SETS
    from mostek.core.registry import files_in

    return tuple(files_in(TILE_SETS))


@cache
def tile_set(name: str) -> TileSet:
    """A tile set of the package, by its name.

    Args:
        name: the name of its file in `core/tilesets`, without the ending: `pl-current`, `pl-1993`, `en`, `de`.

    Returns:
        The tile set; the same object for the same name.

    Raises:
        LookupError: there is no such tile set; the error names all.
        RegistryError: a key of its file is unknown, missing or wrong.

    Example:
        >>> from mostek import tile_set
        >>> polish = tile_set("pl-current")
        >>> len(polish), polish.value("KOT?")
        (100, 5)
    """
    # Imported here: who only asks about words needs the alphabet alone.
    from mostek.core.data_files import TILE_SETS, TileSetFile
    from mostek.core.registry import converted, files_in, read_toml

    found = files_in(TILE_SETS)
    if name not in found:
        raise LookupError(f"no tile set {name!r}; known: {', '.join(found)}")
    file = found[name]
    return _tile_set(name, file.name, converted(file.name, read_toml(file), TileSetFile))


def _tile_set(name: str, file: str, stated: TileSetFile) -> TileSet:
    from mostek.core.registry import RegistryError

    letters = tuple(Letter(letter) for letter in stated.letters.split())
    if len(set(letters)) != len(letters) or any(letter != letter.upper() for letter in letters):
        raise RegistryError(file, "letters", "Each letter is expected once, in capitals.")
    for face in stated.tiles:
        if face not in (*letters, BLANK):
            raise RegistryError(file, f"tiles.{face}", "{face} is no letter of the alphabet.", face=face)
    if stated.tiles.get(BLANK, (0, 0))[0] != 0 or BLANK not in stated.tiles:
        raise RegistryError(file, f"tiles.{BLANK}", "Blanks worth 0 are expected (GEN-2.1b).")
    return TileSet(
        name=name,
        title=stated.title,
        alphabet=Alphabet(stated.alphabet, letters),
        tiles=Tiles.from_counts({face: count for face, (_, count) in stated.tiles.items()}),
        values={face: value for face, (value, _) in stated.tiles.items()},
    )
