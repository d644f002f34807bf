"""What the picture of a link shows of a classification."""

from __future__ import annotations

from msgspec import Struct


class PictureRow(Struct, frozen=True):
    """A row of the classification in the picture."""

    place: str
    name: str
    points: str
