"""`go level`: what a bot of a level does in a position that was told, as if it sat at a table there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from msgspec import structs

from mostek.core.moves import Exchange, Pass, Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import tile_set
from mostek.engine.bots import LEVELS, Level
from mostek.engine.bots.bot import Bot, open_bot
from mostek.engine.random_draws import chance
from mostek.engine.search import Candidate, Choice, candidate
from mostek.referee import conduct, view_for
from mostek.referee.commands import Command, CreateGame, ExchangeTiles, LayTiles
from mostek.referee.phases import Turn, TurnKind
from mostek.rules.loading import rulebook

if TYPE_CHECKING:
    from mostek.engine.position import Situation
    from mostek.referee.views import View

_BOOK = rulebook("pfs")
_HOUR = 3_600_000


def open_level(asked: Situation, name: str, seconds: float | None = None, deals: float | None = None) -> Bot:
    """Somebody of the level of that name for such turns; who looks ahead does so for at most so long, or so many deals.

    Raises `LexiconError`, `OSError`.
    """
    level = _limited(LEVELS[name], seconds, None if deals is None else int(deals))
    return _bot(asked.equipment.lexicon, asked.tile_set.name, level)


def chosen(bot: Bot, asked: Situation, seed: int, go_on: Callable[[], bool] = lambda: True) -> Candidate:
    """What somebody does with a turn; the same for the same seed, unless they look ahead for a time, or until `go_on` says no."""
    return candidate(asked, _choice(asked, bot.command(_view(asked, seed), go_on=go_on)))


def _limited(level: Level, seconds: float | None, deals: int | None) -> Level:
    """With deals alone no clock counts, so that the same is chosen on any machine."""
    far = level.foresight
    if far is None or (seconds is None and deals is None):
        return level
    milliseconds = _HOUR if seconds is None else round(1000 * seconds)
    return replace(level, foresight=replace(far, milliseconds=milliseconds, deals=deals or far.deals))


@lru_cache(maxsize=8)
def _bot(lexicon: str, tiles: str, level: Level) -> Bot:
    return open_bot(_BOOK, lexicon, tile_set(tiles), level=level)


def _view(asked: Situation, seed: int) -> View:
    """What the player on turn sees at a table where nobody has to draw."""
    return structs.replace(
        _new_table(),
        tile_set=asked.tile_set.name,
        board=Placement(dict(asked.board.tiles())),
        bag_count=asked.bag,
        rack=asked.rack,
        rack_counts=BySeat((len(asked.rack), len(asked.unseen) - asked.bag)),
        scores=BySeat((asked.lead, 0)),
        phase="thinking",
        on_turn=Seat.FIRST,
        turns=tuple(Turn(Seat.SECOND, TurnKind.PASS, 0, 0) for _ in range(asked.passes)),
        commitment=str(seed),
    )


@cache
def _new_table() -> View:
    """What the first player sees of a game that begins, where no clock counts."""
    create = CreateGame(rulebook=_BOOK.name, players=("", ""), millis=_HOUR)
    game = conduct(None, create, _BOOK, chance(0, 0)).game
    assert game is not None
    return structs.replace(view_for(game, Seat.FIRST), clock=None)


def _choice(asked: Situation, command: Command | None) -> Choice:
    match command:
        case LayTiles(placement=placement):
            plays = asked.searcher.plays(asked.board, placement.faces)
            return next(play for play in plays if play.placement == placement)
        case ExchangeTiles(tiles=tiles):
            return Exchange(tiles)
        case _:
            return Pass()
