"""Games and positions from files, and the registry of their formats.

A format is one file in `formats/` with an entry `FORMAT`; no other place lists the formats.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from mostek.core.diagnostics import Diagnostic, NotationError, Severity, TextFault
from mostek.core.encoding import decode
from mostek.core.position import Position
from mostek.core.registry import load, names_in
from mostek.core.tiles import TileSet, tile_set
from mostek.notation.coordinates import Orientation
from mostek.notation.game_record import RecordedGame, tile_sets_to_try

if TYPE_CHECKING:
    from mostek.lexicon import Lexicon
    from mostek.notation.replay import Replay
    from mostek.rules.rulebook import Rulebook

PACKAGE = "mostek.notation.formats"
"""The folder of the formats."""


class ReadOptions(Struct, frozen=True):
    """How to read a file. Tile set and orientation override what the file says."""

    tile_set: TileSet | None = None
    orientation: Orientation | None = None
    strict: bool = False
    """Whether a line that cannot be read is an error."""


Writer: TypeAlias = Callable[[RecordedGame], bytes]


class GameFormat(Struct, frozen=True, kw_only=True):
    """A file format of games or positions."""

    name: str
    """As `--format` writes it; also the name of its file."""
    pl: str
    en: str
    """What the format is, in a few words of each language."""
    detect: Callable[[str], bool]
    """Whether a text looks like this format."""
    read: Callable[[bytes, ReadOptions], RecordedGame | Position]
    """The game or the position in a file. Raises `NotationError`."""
    write: Writer | None = None
    """The file of a game, if mostek writes the format."""
    detect_data: Callable[[bytes], bool] | None = None
    """Whether bytes are of this format, for a format that is no text; it decides in place of `detect`."""
    priority: int = 0
    """Detection asks the formats with the highest number first."""


@cache
def known_formats() -> Mapping[str, GameFormat]:
    """All formats by name, in the order of detection.

    Returns:
        The entries. The last one is GCG, which accepts any text.

    Raises:
        RegistryError: An entry is incomplete, or two entries have one name.

    Example:
        >>> from mostek.notation import known_formats
        >>> sorted(known_formats())[:4]
        ['cgh', 'cgp', 'gamedocument', 'gamedocument_pb']
    """
    found = load(PACKAGE, "FORMAT", GameFormat)
    return dict(sorted(found.items(), key=lambda item: -item[1].priority))


def format_names() -> tuple[str, ...]:
    """The names of all formats; the formats themselves are not loaded.

    Returns:
        The names in alphabetical order.

    Example:
        >>> from mostek.notation import format_names
        >>> format_names()[:4]
        ('cgh', 'cgp', 'gamedocument', 'gamedocument_pb')
    """
    return names_in(PACKAGE)


def written_formats() -> tuple[str, ...]:
    """The names of the formats that mostek writes.

    Returns:
        The names in alphabetical order.

    Example:
        >>> from mostek.notation.game_formats import written_formats
        >>> written_formats()
        ('gamedocument', 'gamedocument_pb', 'gamehistory', 'gamehistory_pb', 'gcg')
    """
    return tuple(sorted(name for name, form in known_formats().items() if form.write))


def detect_format(data: bytes) -> str:
    """Find the format of a file by its contents.

    Args:
        data: The bytes of the file, in any encoding that `mostek.core.encoding` reads.

    Returns:
        The name of the format; `gcg` if no other format fits.

    Example:
        >>> from mostek.notation import detect_format
        >>> detect_format(b"#player1 ala Ala")
        'gcg'
    """
    text = decode(data).text
    for name, form in known_formats().items():
        if form.detect_data(data) if form.detect_data else form.detect(text):
            return name
    return "gcg"


def read_file(
    data: bytes,
    form: str | None = None,
    tile_set: TileSet | None = None,
    orientation: Orientation | None = None,
    *,
    strict: bool = False,
) -> RecordedGame | Position:
    """Read a game or a position from a file.

    Args:
        data: The bytes of the file.
        form: The name of the format; by default it is detected.
        tile_set: The tiles of the game; by default those that the file names, or the first set whose letters fit.
        orientation: Which lines of the board have letters; only GCG leaves that open.
        strict: Whether a line that cannot be read is an error; otherwise it is left out and reported.

    Returns:
        The game as it was written down, nothing verified; for CGP the position.

    Raises:
        NotationError: The file cannot be read; with line and column.
        LookupError: There is no format of that name.

    Example:
        >>> from mostek.notation import read_file
        >>> read_file(b"15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 ABC/ 10/0 0").scores
        (10, 0)
    """
    name = form or detect_format(data)
    if name not in known_formats():
        raise LookupError(f"no format {name!r}; known: {', '.join(known_formats())}")
    return known_formats()[name].read(data, ReadOptions(tile_set, orientation, strict))


def read_game(
    data: bytes,
    form: str | None = None,
    tile_set: TileSet | None = None,
    orientation: Orientation | None = None,
    *,
    strict: bool = False,
) -> RecordedGame:
    """Read a recorded game from a file.

    Args:
        data: The bytes of the file.
        form: See `read_file`.
        tile_set: See `read_file`.
        orientation: See `read_file`.
        strict: See `read_file`.

    Returns:
        The game as it was written down: players, turns, stated points and totals. `replay_file` verifies it.

    Raises:
        NotationError: The file holds no readable game, or a position, which is no game.
        LookupError: There is no format of that name.

    Example:
        >>> from mostek.notation import read_game
        >>> game = read_game(b"#player1 ala Ala\\n#player2 ola Ola\\n>ala: KOTMAAA 8H KOT +12 12\\n")
        >>> [player.name for player in game.players], game.turns[0].points
        (['Ala', 'Ola'], 12)
    """
    found = read_file(data, form, tile_set, orientation, strict=strict)
    if isinstance(found, Position):
        raise NotationError(TextFault.NO_TURNS, 1, 1, decode(data).text[:40])
    return found


def write_game(game: RecordedGame, form: str) -> bytes:
    """Write a recorded game in a format.

    Args:
        game: The game.
        form: The name of the format, one of `written_formats()`.

    Returns:
        The bytes of the file.

    Raises:
        NotationError: The format cannot hold this game.
        LookupError: mostek writes no format of that name.

    Example:
        >>> from mostek.notation import read_game
        >>> from mostek.notation.game_formats import write_game
        >>> game = read_game(b"#player1 ala Ala\\n#player2 ola Ola\\n>ala: KOTMAAA 8H KOT +10 10\\n")
        >>> write_game(game, "gamehistory").splitlines()[3].strip()
        b'"rack": "AAAKMOT",'
    """
    if form not in written_formats():
        raise LookupError(f"no format {form!r} is written; known: {', '.join(written_formats())}")
    write = known_formats()[form].write
    assert write is not None, form
    return write(game)


def replay_file(
    data: bytes,
    form: str | None,
    book: Rulebook,
    lexicon: Lexicon | None = None,
    tile_set: TileSet | None = None,
    orientation: Orientation | None = None,
    *,
    strict: bool = False,
) -> Replay:
    """Read a recorded game, replay it on a board and compare what it states with the true scores, words and tiles.

    Args:
        data: The bytes of the file.
        form: See `read_file`.
        book: The rulebook of the final scores.
        lexicon: If given, words that it lacks are reported.
        tile_set: The tiles of the game. If neither this nor the file names them, the set with the fewest faults is
            assumed, of several the first in the order Polish, English, German.
        orientation: See `read_file`.
        strict: See `read_file`.

    Returns:
        True points and totals of each turn, the end of the game, and a diagnostic for each difference.

    Raises:
        NotationError: As `read_game`.

    Example:
        >>> from mostek import rulebook
        >>> from mostek.notation import replay_file
        >>> data = b"#player1 ala Ala\\n#player2 ola Ola\\n#lexicon OSPS50\\n>ala: KOTMAAA 8H KOT +12 12\\n"
        >>> replayed = replay_file(data, "gcg", rulebook("pfs"))
        >>> replayed.turns[0].points, [note.kind.value for note in replayed.diagnostics]
        (10, ['points'])
    """
    game = read_game(data, form, tile_set, orientation, strict=strict)
    return replay_read(game, lambda tiles: read_game(data, form, tiles, orientation), book, lexicon)


def replay_read(
    game: RecordedGame, reread: Callable[[TileSet], RecordedGame], book: Rulebook, lexicon: Lexicon | None = None
) -> Replay:
    """Replay a game that was read, with the likeliest tile set.

    Args:
        game: The game.
        reread: Reads it with another tile set, if the tile set is an assumption. Raises `NotationError`.
        book: The rulebook of the final scores.
        lexicon: If given, words that it lacks are reported.

    Returns:
        The replay with the fewest faults, see `replay_file`.

    Example:
        >>> from mostek import rulebook
        >>> from mostek.notation import read_game
        >>> from mostek.notation.game_formats import replay_read
        >>> data = b"#player1 ala Ala\\n#player2 ola Ola\\n>ala: KOTMAAA 8H KOT +10 10\\n"
        >>> replay_read(read_game(data), lambda tiles: read_game(data, tile_set=tiles), rulebook("pfs")).game.tile_set.name
        'pl-current'
    """
    from mostek.notation.replay import replay

    first = replay(game, book, lexicon)
    note = next((note for note in game.diagnostics if note.params.get("what") == "tile_set"), None)
    if note is None or not _faults(first):
        return first
    tried = [first]
    for name in tile_sets_to_try():
        if name != game.tile_set.name:
            other = reread(tile_set(name))
            assumed = Diagnostic(note.kind, params={**note.params, "value": name})
            tried.append(replay(replace(other, diagnostics=(assumed, *other.diagnostics)), book, lexicon))
    return min(tried, key=_faults)


def _faults(replayed: Replay) -> int:
    """Differences, and lines that this tile set cannot spell."""
    return sum(note.severity >= Severity.DIFFERENCE for note in replayed.diagnostics)
