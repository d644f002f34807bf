"""The move of a level in a position that no referee holds, as on an analysis board."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from msgspec.structs import replace

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import Tiles
from mostek.engine.bots.bot import Bot, open_bot
from mostek.engine.bots.level import levels
from mostek.engine.bots.view_position import BotPosition
from mostek.engine.position import PositionLike, SearchPosition, search_position
from mostek.engine.search import Candidate, candidate, move_of
from mostek.lexicon import DEFAULT
from mostek.referee import conduct
from mostek.referee.commands import CreateGame
from mostek.referee.views import View, view_for
from mostek.rules.loading import rulebook

_RULEBOOK = "gen"
_OPENED = 4
"""The bots that are kept: each holds a vocabulary."""


@dataclass(frozen=True)
class _BoardPosition(BotPosition):
    """A position whose passes are a number, and not rows of a score sheet."""

    asked: SearchPosition

    @property
    def passes(self) -> int:
        return self.asked.passes


def level_move(position: PositionLike, level: str, *, lexicon: str = DEFAULT, tiles: str | None = None) -> Candidate:
    """The move of a level in a position of a game for two under the general rulebook.

    Args:
        position: See `best`.
        level: The name of the level, see `levels`.
        lexicon: See `best`.
        tiles: See `best`.

    Returns:
        The move, with its static equity. The same position gives the same move, but where the level looks ahead for a time.

    Raises:
        KeyError: There is no such level.
        PositionError: See `best`.
        LexiconError: See `best`.
        OSError: See `best`.

    Example:
        >>> from mostek.engine.bots.level_move import level_move
        >>> turn = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
        >>> level_move(turn, "static").score > 0
        True
    """
    search = search_position(position, lexicon=lexicon, tiles=tiles)
    bot = _bot(level, lexicon)
    sight = _BoardPosition(_view(search), Seat.FIRST, bot.book, search.searcher, search)
    return candidate(search, move_of(search.searcher, bot.move(sight)))


@lru_cache(maxsize=_OPENED)
def _bot(level: str, lexicon: str) -> Bot:
    return open_bot(rulebook(_RULEBOOK), lexicon, level=levels()[level])


def _view(position: SearchPosition) -> View:
    """The view of the player on turn, as in a game."""
    unseen, size = len(position.unseen), position.searcher.rack_size
    other = min(unseen, size)
    return replace(
        _first_view(),
        board=Placement(dict(position.board.tiles())),
        bag_count=unseen - other,
        rack=position.rack,
        rack_counts=BySeat((len(position.rack), other)),
        scores=BySeat((position.lead, 0)),
        phase="thinking",
        on_turn=Seat.FIRST,
    )


@lru_cache(maxsize=1)
def _first_view() -> View:
    """The view of a game that has just begun; nothing of it but its form is used."""
    create = CreateGame(rulebook=_RULEBOOK, players=("1", "2"), starter=Seat.FIRST)
    game = conduct(None, create, rulebook(_RULEBOOK), lambda bag, count: Tiles(sorted(bag)[:count])).game
    assert game is not None
    return view_for(game, Seat.FIRST)
