"""Text to values and back: coordinates, plays, games, positions, commands and events as JSON. No files are opened here.

The names below are the facade; each is imported at its first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mostek.notation.coordinates import Orientation as Orientation
    from mostek.notation.coordinates import format_coordinate as format_coordinate
    from mostek.notation.coordinates import parse_coordinate as parse_coordinate
    from mostek.notation.formats.cgp import format_position as format_position
    from mostek.notation.formats.cgp import parse_position as parse_position
    from mostek.notation.formats.gcg import write_gcg as write_gcg
    from mostek.notation.game_formats import detect_format as detect_format
    from mostek.notation.game_formats import format_names as format_names
    from mostek.notation.game_formats import known_formats as known_formats
    from mostek.notation.game_formats import read_file as read_file
    from mostek.notation.game_formats import read_game as read_game
    from mostek.notation.game_formats import replay_file as replay_file
    from mostek.notation.plays import parse_play as parse_play

_MODULES = {
    "coordinates": ("Orientation", "format_coordinate", "parse_coordinate"),
    "formats.cgp": ("format_position", "parse_position"),
    "formats.gcg": ("write_gcg",),
    "game_formats": ("detect_format", "format_names", "known_formats", "read_file", "read_game", "replay_file"),
    "plays": ("parse_play",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'mostek.notation' has no attribute {name!r}")
    return getattr(import_module(f"mostek.notation.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
