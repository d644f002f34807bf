"""The list that judges a game: the one that the game names if it is installed, else the default one."""

from __future__ import annotations

from mostek.core.errors import SentenceError
from mostek.core.tiles import TileSet
from mostek.engine.review.values import Note
from mostek.lexicon import DEFAULT
from mostek.lexicon.files import LexiconHeader
from mostek.lexicon.library import find, installed


class ReviewError(SentenceError, ValueError):
    """A game that cannot be reviewed."""


def judging_list(named: str, tiles: TileSet, chosen: str | None = None) -> tuple[LexiconHeader, Note | None]:
    """The header of the list that judges a game, and a note if it is not the one that the game names.

    `chosen` is the list that a person asks for. Raises `LexiconError` if it is not installed, and `ReviewError` if no installed
    list has the letters of the game.
    """
    if chosen is not None:
        header = find(chosen).header
        if header.letters != tiles.alphabet.letters:
            raise _none(tiles)
        return header, None if _is_named(header, named) else _note(named)
    known = [file.header for file in installed() if file.header.letters == tiles.alphabet.letters]
    for header in known:
        if named and _is_named(header, named):
            return header, None
    if not known:
        raise _none(tiles)
    default = next((header for header in known if header.name == DEFAULT), known[0])
    return default, _note(named)


def judges(named: str, tiles: TileSet) -> bool:
    """Whether an installed list of that name has the letters of the tiles."""
    headers = (file.header for file in installed())
    return any(_is_named(header, named) and header.letters == tiles.alphabet.letters for header in headers)


def _is_named(header: LexiconHeader, named: str) -> bool:
    name = named.strip().casefold()
    return name in (
        header.name.casefold(),
        f"{header.name}@{header.edition}".casefold(),
        f"{header.name} {header.edition}".casefold(),
    )


def _note(named: str) -> Note:
    return Note.OTHER_LIST if named.strip() else Note.NO_LIST_NAMED


def _none(tiles: TileSet) -> ReviewError:
    return ReviewError("No installed word list has the letters of the tiles {tile_set!r}.", tile_set=tiles.name)
