"""Recorded games from bytes, whatever the format; and which format some bytes are in."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from mostek.core.diagnostics import Diagnostic, NotationError, Severity, TextFault
from mostek.core.encoding import decode
from mostek.core.tiles import TileSet, tile_sets
from mostek.core.tiles import tile_set as named_set
from mostek.lexicon import Lexicon
from mostek.notation import cgp, gcg, kurnik, zagraj
from mostek.notation.coordinates import Orientation
from mostek.notation.game_record import RecordedGame
from mostek.notation.replay import Replay, replay
from mostek.rules.rulebook import Rulebook


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


def read_and_replay(
    data: bytes,
    form: Format,
    book: Rulebook,
    lexicon: Lexicon | None = None,
    tile_set: TileSet | None = None,
    orientation: Orientation | None = None,
    *,
    strict: bool = False,
) -> Replay:
    """The game in a file, replayed. Where nobody says which tiles were used, the set with the fewest differences is assumed.

    Raises `NotationError` as `read_game` does.
    """
    game = read_game(data, form, tile_set, orientation, strict=strict)
    first = replay(game, book, lexicon)
    note = next((note for note in game.diagnostics if note.params.get("what") == "tile_set"), None)
    if note is None or not _differences(first):
        return first
    others = [name for name in tile_sets() if name != game.tile_set.name]
    tried = [first, *(_with_set(data, form, name, orientation, note, book, lexicon) for name in others)]
    return min(tried, key=_differences)


def _with_set(
    data: bytes,
    form: Format,
    name: str,
    orientation: Orientation | None,
    note: Diagnostic,
    book: Rulebook,
    lexicon: Lexicon | None,
) -> Replay:
    game = read_game(data, form, named_set(name), orientation)
    assumed = Diagnostic(note.kind, params={**note.params, "value": name})
    return replay(replace(game, diagnostics=(assumed, *game.diagnostics)), book, lexicon)


def _differences(replayed: Replay) -> int:
    return sum(note.severity >= Severity.DIFFERENCE for note in replayed.diagnostics)
