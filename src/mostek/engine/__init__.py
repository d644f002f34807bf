"""The engine: search plays with the compiled kernel, simulate, solve endgames, learn leave values, and play as bots.

The names below are its facade for a notebook; each is imported at its first use.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mostek.engine.batch import PositionColumns as PositionColumns
    from mostek.engine.batch import best_many as best_many
    from mostek.engine.batch import in_pieces as in_pieces
    from mostek.engine.batch import moves_many as moves_many
    from mostek.engine.batch import review_many as review_many
    from mostek.engine.batch import simulate_many as simulate_many
    from mostek.engine.batch import solve_many as solve_many
    from mostek.engine.batch import totals_many as totals_many
    from mostek.engine.endgame import solve as solve
    from mostek.engine.search import best as best
    from mostek.engine.search import moves as moves
    from mostek.engine.self_play import autoplay as autoplay
    from mostek.engine.simulation import simulate as simulate

_MODULES = {
    "batch": (
        "PositionColumns",
        "best_many",
        "in_pieces",
        "moves_many",
        "review_many",
        "simulate_many",
        "solve_many",
        "totals_many",
    ),
    "endgame": ("solve",),
    "search": ("best", "moves"),
    "self_play": ("autoplay",),
    "simulation": ("simulate",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'mostek.engine' has no attribute {name!r}")
    return getattr(import_module(f"mostek.engine.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    return __all__
