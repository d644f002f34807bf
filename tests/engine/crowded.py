"""Positions in which most tiles lie on the board already, most of them in no sensible way."""

from __future__ import annotations

from mostek.core.tiles import Tiles, tile_set

HELD = "TA"
"""The rack of the player on turn."""
_FREE = "KO"
"""What lies where there is room: TAK goes down, KOT across."""


def crowded(in_bag: int) -> str:
    """Rows with so many tiles that so many are left in the bag; the player on turn holds two and the other one seven."""
    left = 100 - len(HELD) - len(_FREE) - 7 - in_bag
    faces = list(tile_set("pl-current").tiles - Tiles.of(f"??{HELD}{_FREE}"))[:left]
    lines = ["".join(faces[at : at + 15]) for at in range(0, left, 15)]
    rows = [line + (str(15 - len(line)) if len(line) < 15 else "") for line in lines]
    return "/".join([*rows, *["15"] * (14 - len(rows)), f"6{_FREE}7"])
