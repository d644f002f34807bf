"""The turns of a finished game beside the engine: how much equity each lost against the best choice by static equity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mostek.app.fair_play_report import Omitted, UncomparableError
from mostek.core.board import layout
from mostek.core.moves import BINGO, Pass
from mostek.core.players import Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.engine.kernel import POINT
from mostek.lexicon import Lexicon, LexiconError
from mostek.lexicon.library import open_pinned
from mostek.referee import Game, evolve, replay
from mostek.referee.events import (
    Event,
    MoveAccepted,
    MoveTakenBack,
    MoveWithdrawn,
    ScoredWord,
    TilesLaid,
    TilesSetAside,
    TurnPassed,
)
from mostek.rules.loading import book_of
from mostek.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from mostek.engine.equipment import Equipment

FEW_PLAYS = 10
"""A turn with at most so many plays says nothing: the best of a handful is found by everybody."""


class ComparedTurn(NamedTuple):
    """A turn of a player: its loss in points, or why it was left out."""

    seat: Seat
    omitted: Omitted | None
    loss: float = 0.0


class _Decision(NamedTuple):
    """The choice of a player on turn: points, tiles that leave the rack, and the words."""

    game: Game
    seat: Seat
    points: int
    gone: Tiles
    words: Sequence[ScoredWord]


def compared_turns(events: Sequence[Event]) -> Iterator[ComparedTurn]:
    """Compare the turns of a game with the best choice by static equity.

    Args:
        events: All events of a finished game.

    Yields:
        Each turn of each player, in order.

    Raises:
        UncomparableError: The game was played with a word list that is not here, on another board, or with other racks.

    """
    game = replay(events[:1])
    assert game is not None, "a game has events"
    book = book_of(game.rulebook, game.changes, game.readings)
    used, lexicon = _equipment(game, book)
    for decision in _decisions(events):
        if isinstance(decision, ComparedTurn):
            yield decision
        else:
            yield _compared(decision, used, lexicon, book)


def _equipment(game: Game, book: Rulebook) -> tuple[Equipment, Lexicon]:
    from mostek.engine.equipment import Equipment  # here, because NumPy would slow down every start of a server

    pin = game.lexicon
    same = (book.move.rack_size.value, book.move.bingo_tiles.value, book.move.bingo_points.value)
    if game.board.layout != layout() or same != (BINGO.tiles, BINGO.tiles, BINGO.points):
        raise UncomparableError("The engine judges games on the usual board, with racks of seven tiles.")
    if pin is None:
        raise UncomparableError("The game names no word list, so the engine cannot judge its turns.")
    try:
        used = Equipment(f"{pin.name}@{pin.edition}", pin.hash, game.tile_set)
        _ = used.searcher
        return used, open_pinned(pin)
    except LexiconError as error:
        raise UncomparableError(error.sentence, **error.params) from None


def _decisions(events: Sequence[Event]) -> Iterator[_Decision | ComparedTurn]:
    """The choices of the players in turn; a laid move counts when its fate is known."""
    game: Game | None = None
    laid: _Decision | None = None
    for event in events:
        if game is not None:
            match event:
                case TilesLaid(seat=seat, placement=placement, points=points, words=words):
                    gone = Tiles(tile.face for tile in placement.tiles.values())
                    laid = _Decision(game, seat, points, gone, words)
                case MoveTakenBack():
                    laid = None
                case MoveAccepted() if laid is not None:
                    yield laid
                    laid = None
                case MoveWithdrawn(seat=seat) if laid is not None:
                    yield ComparedTurn(seat, Omitted.NOT_IN_LIST)
                    laid = None
                case TilesSetAside(seat=seat, tiles=tiles):
                    yield _Decision(game, seat, 0, tiles, ())
                case TurnPassed(seat=seat, forced=forced):
                    yield (
                        _Decision(game, seat, 0, NO_TILES, ()) if forced is None else ComparedTurn(seat, Omitted.FORCED)
                    )
                case _:
                    pass
        game = replay((event,)) if game is None else evolve(game, event)


def _compared(decision: _Decision, used: Equipment, lexicon: Lexicon, book: Rulebook) -> ComparedTurn:
    game, seat = decision.game, decision.seat
    rack = game.racks[seat]
    if rack.unseen or len(rack) > BINGO.tiles or game.board.faces().unseen:
        return ComparedTurn(seat, Omitted.UNKNOWN)
    if any(word.text not in lexicon for word in decision.words):
        return ComparedTurn(seat, Omitted.NOT_IN_LIST)
    if len(game.seats) > 2 and not len(game.bag):
        return ComparedTurn(seat, Omitted.LATE)
    from mostek.engine.position import SearchPosition
    from mostek.engine.search import exchanges_and_pass, plays

    position = SearchPosition(used, game.board, rack)
    count = position.searcher.totals(position.board, rack).plays
    others = list(exchanges_and_pass(position))
    if not _may_exchange(game, seat, book):
        others = [each for each in others if isinstance(each.move, Pass)]
    if not count and len(others) == 1:
        return ComparedTurn(seat, Omitted.FORCED)
    if count <= FEW_PLAYS:
        return ComparedTurn(seat, Omitted.FEW)
    best = max(each.equity for each in (*plays(position, 1), *others))
    played = POINT * decision.points + position.equity_of_keeping(rack - decision.gone)
    return ComparedTurn(seat, None, max(0, best - played) / POINT)


def _may_exchange(game: Game, seat: Seat, book: Rulebook) -> bool:
    rule = book.exchange
    is_allowed = not rule.maximum.value or game.exchanges[seat] < rule.maximum.value
    return is_allowed and len(game.bag) >= rule.bag_minimum.value
