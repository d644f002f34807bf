"""The files of tile sets and layouts: where they are found, and what they say."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct

from mostek.core.registry import InBothLanguages, Text

TILE_SETS = [files("mostek.core") / "tilesets"]
LAYOUTS = [files("mostek.core") / "layouts"]


class TileSetFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The letters in their order, and the value and the number of each face."""

    title: InBothLanguages
    alphabet: Text
    letters: Text
    tiles: dict[str, tuple[Annotated[int, Meta(ge=0)], Annotated[int, Meta(ge=1)]]]
    clause: str = ""


class LayoutFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The square of the first word, and a sign for each square, row by row."""

    start: Text
    squares: Text
