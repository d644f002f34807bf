"""Commands as programs write them: one dialect for the socket of a table and for `mostek referee`.

A `lay_tiles` states its tiles as `placement`, `{"H8": "K", "H9": "o"}`, or as `play`, `"H8 KOT"`, with `orientation`, by default
lettered rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from mostek.core.board import Board, Square
from mostek.core.tiles import Alphabet, Letter
from mostek.notation.coordinates import Orientation
from mostek.notation.plays import WrittenPlay, parse_play
from mostek.notation.wire import WireError, decode_command, encode
from mostek.referee.commands import Command, LayTiles


class MisfitError(WireError):
    """A written play goes through squares where no such tile lies."""

    def __init__(self, squares: tuple[Square, ...], orientation: Orientation) -> None:
        super().__init__(f"no such tile on {', '.join(square.name for square in squares)}")
        self.squares = squares
        self.orientation = orientation


class PlayText(Struct, frozen=True):
    """The written form that `lay_tiles` may state instead of a placement."""

    play: str
    orientation: Orientation = Orientation.LETTERED_ROWS


def is_written(request: Mapping[str, Any]) -> bool:
    """Whether a command states its placement as a square and a word.

    Args:
        request: A command as an object of JSON.

    Returns:
        `True` for a `lay_tiles` with `play`.

    Example:
        >>> from mostek.notation.commands import is_written
        >>> is_written({"type": "lay_tiles", "seat": 1, "play": "H8 KOT"})
        True

    """
    return request.get("type") == "lay_tiles" and "play" in request


def read_command(
    request: Mapping[str, Any], board: Board, alphabet: Alphabet, read: PlayReader | None = None
) -> Command:
    """Read a command in either spelling of a placement.

    Args:
        request: A command as an object of JSON.
        board: The board before the play, which a written play may go through.
        alphabet: The letters of the game's tile set.
        read: Reads the text of a play; by default `read_play`.

    Returns:
        The command. The tiles of a written play are the new ones only.

    Raises:
        MisfitError: A written play goes through squares where no such tile lies.
        WireError: The object is no command, or states both spellings.
        Exception: What `read` raises.

    Example:
        >>> from mostek.notation.commands import read_command
        >>> from mostek import Board, layout, tile_set
        >>> board, alphabet = Board(layout()), tile_set("pl-current").alphabet
        >>> read_command({"type": "lay_tiles", "seat": 1, "play": "H8 KOT"}, board, alphabet).placement
        Placement(H8=K, H9=O, H10=T)

    """
    if not is_written(request):
        return decode_command(encode(request))
    if "placement" in request:
        raise WireError("a command states `placement` or `play`, not both")
    try:
        written = msgspec.convert({name: request[name] for name in _WRITTEN if name in request}, PlayText)
    except msgspec.ValidationError as error:
        raise WireError(str(error)) from None
    rest = {name: value for name, value in request.items() if name not in _WRITTEN}
    command = decode_command(encode(rest | {"placement": {}}))
    assert isinstance(command, LayTiles)
    play = (read or read_play)(written.play, written.orientation, alphabet)
    if misfits := play.misfits(board):
        raise MisfitError(misfits, written.orientation)
    return replace(command, placement=play.placement(board))


def read_play(written: str, orientation: Orientation, alphabet: Alphabet) -> WrittenPlay:
    """Read a square and a word. A letter of another alphabet is a fault of the play, not of the text.

    Args:
        written: A square and a word, as `H8 KOT`.
        orientation: Whether rows have letters or numbers.
        alphabet: The letters of the game's tile set.

    Returns:
        The square, the direction and the tiles.

    Raises:
        WireError: The text is longer than any play.
        CoordinateError: The text before the word names no square.
        NotationError: The word cannot be read.

    Example:
        >>> from mostek.notation.commands import read_play
        >>> from mostek import Orientation
        >>> from mostek import tile_set
        >>> read_play("H8 KOT", Orientation.LETTERED_ROWS, tile_set("pl-current").alphabet).start.name
        'H8'

    """
    if len(written) > _LONGEST_PLAY:
        raise WireError(f"a play has at most {_LONGEST_PLAY} characters")
    word = written.split()[-1] if written.split() else ""
    foreign = dict.fromkeys(Letter(sign) for sign in word.upper() if sign.isalpha() and sign not in alphabet)
    known = Alphabet(alphabet.name, (*alphabet.letters, *foreign)) if foreign else alphabet
    return parse_play(written, orientation, known)


PlayReader = Callable[[str, Orientation, Alphabet], WrittenPlay]
_WRITTEN = frozenset(PlayText.__struct_fields__)
_LONGEST_PLAY = 200
