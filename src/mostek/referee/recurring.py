"""Situations that come again and again, in which what a player may do has been worked out before.

Nothing is decided here: two positions with the same key have the same answers from the judge, or they have no key. The random
tables compare the answers on every position.
"""

from __future__ import annotations

from msgspec import msgpack
from msgspec.structs import astuple

from mostek.core.clock import Millis
from mostek.core.players import Seat, Viewer
from mostek.referee import phases as p
from mostek.referee.commands import Venue
from mostek.referee.occasions import blank_lies
from mostek.referee.state import Game
from mostek.referee.turns import older_tiles_used
from mostek.rules.rulebook import Rulebook


def situation(game: Game, viewer: Viewer, book: Rulebook, now: int) -> bytes | None:
    """Everything on which a player's options depend in a plain turn of a game online; `None` where more could matter.

    It is packed, for thousands are remembered. `now` is the server's time in milliseconds.
    """
    if not isinstance(viewer, Seat) or not _is_plain(game) or _is_overdue(game, now):
        return None
    stage = _stage(game, viewer)
    if stage is None:
        return None
    clock = game.clock
    everything = (
        game.rulebook,
        sorted(game.changes.items()),
        astuple(game.steps),
        viewer,
        stage,
        game.seats,
        tuple(map(len, game.racks)),
        tuple(map(len, game.set_aside)),
        tuple(game.flagged),
        game.exchanges[viewer],
        min(len(game.bag), book.move.rack_size.value),
        None if clock is None else (clock.running,),
        game.solo,
        game.dealing,
        sorted(game.confirmed),
        _last_move(game),
        _blanks(game, viewer, book),
    )
    return msgpack.encode(everything)


def _last_move(game: Game) -> object:
    """Who has moved last and what was left on that rack: after a move one may leave the board (PFS-6.4b)."""
    last = game.turns[-1] if game.turns else None
    return None if last is None or last.placement is None else (last.seat, len(last.rack) - len(last.placement.tiles))


def _blanks(game: Game, viewer: Seat, book: Rulebook) -> object:
    """The blanks on the board, what was written of them, and which of them the move uses that lies (PFS-4.8.4a)."""
    if not blank_lies(game, viewer, book):
        return None
    lying = tuple(game.board.blanks().items())
    used = older_tiles_used(game).intersection(square for square, _ in lying)
    cards = tuple((seat, *card.tiles.items()) for seat, card in sorted(game.cards.items()))
    return lying, cards, sorted(game.dead), sorted(used)


def _is_plain(game: Game) -> bool:
    """Whether nothing has happened that opens or closes ways for longer than a turn."""
    return (
        game.venue is Venue.ONLINE
        and game.started
        and not (game.interruption or game.rulings or game.must_draw or game.away or game.counting or game.bag_dead)
        and not (game.asked or game.surplus_since or game.checks or game.officials)
        and game.turns.is_true
    )


def _is_overdue(game: Game, now: int) -> bool:
    return now < game.now or (game.clock is not None and game.clock.overdue(Millis(now)) is not None)


def _stage(game: Game, viewer: Seat) -> object | None:
    """Where the turn stands, as far as a plain one goes."""
    match game.phase:
        case p.Thinking(seat=seat, plan=None, lock=None, announced=None, early=0, records=records) if not records:
            return "thinking", seat is viewer
        case p.Laid(seat=seat, announced=announced, records=records, challenged=challenged, hurried=False) as laid:
            stands = bool(laid.words), bool(laid.faults), laid.undeclared
            return "laid", seat is viewer, announced is None, tuple(sorted(records)), challenged, stands
        case _:
            return None
