"""The files of tile sets and layouts: where they are found, and what they say."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from mostek.core.package_data import package_data
from mostek.core.registry import InBothLanguages, Text

TILE_SETS = [package_data("mostek.core") / "tilesets"]
LAYOUTS = [package_data("mostek.core") / "layouts"]


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
