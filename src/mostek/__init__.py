"""mostek: a referee, a table and a tournament desk for Polish crossword board games, and a kernel that searches words.

The names below are the library's face; each is imported when it is first used, so that `import mostek` costs little.
"""

from __future__ import annotations

from importlib import import_module
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mostek.core.board import Board as Board
    from mostek.core.board import Direction as Direction
    from mostek.core.board import Layout as Layout
    from mostek.core.board import Premium as Premium
    from mostek.core.board import Square as Square
    from mostek.core.board import layout as layout
    from mostek.core.moves import Exchange as Exchange
    from mostek.core.moves import Pass as Pass
    from mostek.core.moves import Placement as Placement
    from mostek.core.moves import PlayFault as PlayFault
    from mostek.core.moves import PlayScore as PlayScore
    from mostek.core.moves import faults as faults
    from mostek.core.moves import score as score
    from mostek.core.moves import words_formed as words_formed
    from mostek.core.players import BySeat as BySeat
    from mostek.core.players import Role as Role
    from mostek.core.players import Seat as Seat
    from mostek.core.tiles import Alphabet as Alphabet
    from mostek.core.tiles import Tile as Tile
    from mostek.core.tiles import Tiles as Tiles
    from mostek.core.tiles import TileSet as TileSet
    from mostek.core.tiles import tile_set as tile_set
    from mostek.data_tables import table as table
    from mostek.lexicon import Lexicon as Lexicon
    from mostek.lexicon import LexiconPin as LexiconPin
    from mostek.lexicon.word_list import WordList as WordList
    from mostek.lexicon.word_list import words as words
    from mostek.notation.coordinates import Orientation as Orientation
    from mostek.playing import Game as Game
    from mostek.playing import RefusedError as RefusedError
    from mostek.reading import read as read
    from mostek.referee import Reason as Reason
    from mostek.referee import Refused as Refused
    from mostek.referee import conduct as conduct
    from mostek.referee import decide as decide
    from mostek.referee import evolve as evolve
    from mostek.referee import options as options
    from mostek.referee import replay as replay
    from mostek.referee import view_for as view_for
    from mostek.rules.loading import clause as clause
    from mostek.rules.loading import rulebook as rulebook

__version__ = "0.2.0"
"""The version, as `pyproject.toml` has it; a test compares them."""

_MODULES = {
    "core.board": ("Board", "Direction", "Layout", "Premium", "Square", "layout"),
    "core.moves": ("Exchange", "Pass", "Placement", "PlayFault", "PlayScore", "faults", "score", "words_formed"),
    "core.players": ("BySeat", "Role", "Seat"),
    "core.tiles": ("Alphabet", "Tile", "TileSet", "Tiles", "tile_set"),
    "lexicon": ("Lexicon", "LexiconPin"),
    "lexicon.word_list": ("WordList", "words"),
    "notation.coordinates": ("Orientation",),
    "playing": ("Game", "RefusedError"),
    "reading": ("read",),
    "referee": ("Reason", "Refused", "conduct", "decide", "evolve", "options", "replay", "view_for"),
    "rules.loading": ("clause", "rulebook"),
    "data_tables": ("table",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'mostek' has no attribute {name!r}{_right_word(name)}")
    return getattr(import_module(f"mostek.{_MODULE_OF[name]}"), name)


_ROOMS = ("engine", "tournament", "notation")
"""Packages whose names people look for here."""
_RIGHT_WORDS = {
    "dictionary": "mostek.words",
    "load": "mostek.read",
    "new_game": "mostek.Game.new",
    "open": "mostek.read",
    "parse": "mostek.read",
    "to_frame": "mostek.table",
}
"""Names from other libraries."""


def _right_word(name: str) -> str:
    """The place of a name that is not here, as the end of a sentence."""
    # `from mostek import messages` asks for the name before it looks for the module.
    if name.startswith("__") or PathFinder.find_spec(f"mostek.{name}", __path__) is not None:
        return ""
    for room in _ROOMS:
        if name in import_module(f"mostek.{room}").__all__:
            return f"; it is mostek.{room}.{name}"
    return f"; did you mean {_RIGHT_WORDS[name.lower()]}?" if name.lower() in _RIGHT_WORDS else ""


def __dir__() -> list[str]:
    return __all__
