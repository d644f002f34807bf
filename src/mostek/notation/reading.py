"""Recorded games from bytes, whatever the format; and which format some bytes are in."""

from __future__ import annotations

from enum import Enum

from mostek.notation import cgp, gcg, kurnik, zagraj
from mostek.notation.coordinates import Orientation
from mostek.notation.diagnostics import NotationError, TextFault
from mostek.notation.encoding import decode
from mostek.notation.recorded import RecordedGame
from mostek.tiles import TileSet


class Format(Enum):
    """A format that can be read."""

    GCG = "gcg"
    CGP = "cgp"
    """A position, not a game."""
    ZAGRAJ = "zagraj"
    KURNIK = "kurnik"


def recognise(data: bytes) -> Format:
    """The format of a file by what stands in it; GCG where nothing says otherwise."""
    text = decode(data).text
    if zagraj.is_zagraj(text):
        return Format.ZAGRAJ
    if kurnik.is_kurnik(text):
        return Format.KURNIK
    return Format.CGP if cgp.is_cgp(text) else Format.GCG


def read_game(
    data: bytes,
    form: Format,
    tile_set: TileSet | None = None,
    orientation: Orientation | None = None,
    *,
    strict: bool = False,
) -> RecordedGame:
    """The game in a file. Tile set and orientation override what the file says; only GCG leaves the orientation open.

    Raises `NotationError` for a file that holds no readable game, and for a position, which is no game.
    """
    match form:
        case Format.GCG:
            return gcg.record(gcg.read(data, strict=strict), tile_set, orientation, strict=strict)
        case Format.ZAGRAJ:
            return zagraj.record(decode(data).text, tile_set)
        case Format.KURNIK:
            return kurnik.record(decode(data).text, tile_set, strict=strict)
        case Format.CGP:
            raise NotationError(TextFault.NO_TURNS, 1, 1, decode(data).text[:40])
