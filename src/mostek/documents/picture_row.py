"""The picture of a link: its size, and what it shows of a classification."""

from __future__ import annotations

from msgspec import Struct

WIDTH, HEIGHT = 1200, 630
"""In points of the screen: what those who show links ask for."""


class PictureRow(Struct, frozen=True):
    """A row of the classification in the picture."""

    place: str
    name: str
    points: str
