"""The engine: searching plays with the compiled kernel, looking ahead, the chance of the bag, and bots.

The names below are its face for a notebook; each is imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mostek.engine.advice import best as best
    from mostek.engine.advice import best_many as best_many
    from mostek.engine.advice import moves as moves
    from mostek.engine.advice import totals_many as totals_many
    from mostek.engine.looking_ahead import simulate as simulate
    from mostek.engine.self_play import autoplay as autoplay
    from mostek.engine.solving import solve as solve

_ROOMS = {
    "advice": ("best", "best_many", "moves", "totals_many"),
    "looking_ahead": ("simulate",),
    "self_play": ("autoplay",),
    "solving": ("solve",),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = sorted(_ROOM_OF)


def __getattr__(name: str) -> object:
    if name not in _ROOM_OF:
        raise AttributeError(f"module 'mostek.engine' has no attribute {name!r}")
    return getattr(import_module(f"mostek.engine.{_ROOM_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
