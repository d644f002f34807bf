"""The end of a recorded game: who went out, the tiles left, how the record books them, and the final scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from mostek.core.board import Board
from mostek.core.diagnostics import Diagnostic, Kind
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import BLANK, NO_TILES, Tiles
from mostek.notation.game_record import Leftovers, RecordedGame, RecordedTurn
from mostek.notation.record_checks.racks import FULL_RACK
from mostek.referee.endings import leftovers
from mostek.rules.rulebook import EndRule


class Booking(Enum):
    """How a record books the tiles left at the end. The spread is the same for two players, the totals are not."""

    TWICE = "twice_for_winner"
    """Who went out gains twice the others' tiles, the others lose nothing: GCG as most programs write it."""
    BOTH = "gain_and_loss"
    """Who went out gains the others' tiles, the others lose them: the rules of the game (GEN-15d, GEN-15e)."""


@dataclass(frozen=True, slots=True)
class RecordedEnding:
    """The end of a game as far as the record lets it be known."""

    out: Seat | None
    """Who used up all tiles."""
    leftovers: BySeat[Tiles | None]
    """The tiles left to each player; `None` where the record does not tell."""
    booking: Booking | None
    """How the record books them; `None` where nothing tells the two apart."""
    final: BySeat[int] | None
    """The final scores under the rules; `None` for a game that is unfinished or whose leftovers are not known."""

    def decisive(self, seat: Seat) -> Tiles | None:
        """The tiles left to all the others; `None` if some are not known."""
        others = NO_TILES
        for other, tiles in self.leftovers.items():
            if other is not seat:
                if tiles is None:
                    return None
                others += tiles
        return others


def ending_of(game: RecordedGame, board: Board, totals: BySeat[int], laid: Tiles, rule: EndRule) -> RecordedEnding:
    """The end of a game from its record, the final board, the true totals before the end, and what the last turn laid."""
    out = gainer(game) or _emptied(game, board, laid)
    over = out is not None or any(_end_lines(game))
    left = BySeat(_left(game, board, seat, out) if over else None for seat in game.players.seats)
    known = [tiles for tiles in left if tiles is not None]
    final = None
    if len(known) == len(left):
        change = leftovers(BySeat(known), out, game.tile_set, rule)
        final = BySeat(total + points for total, points in zip(totals, change, strict=True))
    return RecordedEnding(out, left, _booking(game), final)


def end_points(game: RecordedGame, board: Board, turn: RecordedTurn) -> int:
    """The points that an end line should state, in the convention that it follows."""
    stated = turn.points or 0
    tiles = named_tiles(turn)
    if tiles is None:
        # The record does not say; the board does, once a player went out.
        tiles = unseen_tiles(game, board) if gainer(game) and len(game.players) == _PAIR else None
    if tiles is None:
        return stated
    worth = game.tile_set.value(tiles)
    if stated < 0:
        return -worth
    return worth if stated == worth or not game.books_twice else 2 * worth


def gainer(game: RecordedGame) -> Seat | None:
    """The player who gains at the end, and so went out."""
    for turn in _end_lines(game):
        if turn.points is not None and (turn.points > 0 or (turn.points == 0 and named_tiles(turn) is None)):
            return turn.seat
    return None


def _emptied(game: RecordedGame, board: Board, laid: Tiles) -> Seat | None:
    """The player whose last placement left neither rack nor bag a tile, in a record without end lines."""
    if not game.turns or any(_end_lines(game)) or game.incomplete or len(game.players) != _PAIR:
        return None
    last = game.turns[-1]
    if (
        not laid
        or laid != last.rack
        or last.seat in {rack.seat for rack in game.racks}
        or unseen_tiles(game, board) is None
    ):
        return None
    return last.seat


def unseen_tiles(game: RecordedGame, board: Board) -> Tiles | None:
    """The tiles that lie nowhere on the board, if so few that one rack holds them all."""
    faces = board.faces()
    if faces.missing_from(game.tile_set.tiles):
        return None
    unseen = game.tile_set.tiles - faces
    return unseen if len(unseen) <= FULL_RACK else None


def _left(game: RecordedGame, board: Board, seat: Seat, out: Seat | None) -> Tiles | None:
    if seat is out:
        return NO_TILES
    lines = {turn.seat: turn for turn in _end_lines(game)}
    if seat in lines and (lines[seat].points or 0) < 0 and (own := named_tiles(lines[seat])) is not None:
        return own
    if out is None or len(game.players) != _PAIR:
        return None
    unseen = unseen_tiles(game, board)
    return unseen if unseen is not None or out not in lines else named_tiles(lines[out])


def named_tiles(turn: RecordedTurn) -> Tiles | None:
    """The tiles of an end line, if it names them: `()` and `(?)` are how programs write that they do not know."""
    tiles = turn.action.tiles if isinstance(turn.action, Leftovers) else None
    return tiles if tiles and set(tiles) != {BLANK} else None


def _booking(game: RecordedGame) -> Booking | None:
    ends = list(_end_lines(game))
    signs = {(turn.points or 0) > 0 for turn in ends if turn.points}
    if len(signs) > 1:
        return Booking.BOTH
    for turn in ends:
        worth = game.tile_set.value(named_tiles(turn) or NO_TILES)
        if worth and turn.points in (worth, 2 * worth):
            return Booking.BOTH if turn.points == worth else Booking.TWICE
    return None


def _end_lines(game: RecordedGame) -> Iterator[RecordedTurn]:
    return (turn for turn in game.turns if isinstance(turn.action, Leftovers))


def leftover_diagnostics(game: RecordedGame, end: RecordedEnding) -> Iterator[Diagnostic]:
    """The end lines whose tiles are not those that were left."""
    for turn in game.turns:
        if not isinstance(turn.action, Leftovers) or turn.action.tiles is None:
            continue
        true = end.decisive(turn.seat) if (turn.points or 0) >= 0 else end.leftovers[turn.seat]
        if true is None or turn.action.tiles == true:
            continue
        sort = game.tile_set.alphabet.sort
        unknown = set(turn.action.tiles) <= {BLANK} and BLANK not in true
        kind = Kind.LEFTOVERS_UNKNOWN if unknown else Kind.LEFTOVERS
        yield Diagnostic(kind, turn.line, turn.column, {"stated": sort(turn.action.tiles), "true": sort(true)})


def final_diagnostics(game: RecordedGame, end: RecordedEnding) -> Iterator[Diagnostic]:
    """Heading and last totals of a log that ends as the rules say."""
    if game.finals is None or end.final is None:
        return
    for seat, stated in game.finals.items():
        if stated is not None and stated != end.final[seat]:
            params: dict[str, str | int] = {
                "nick": game.players[seat].nick,
                "stated": stated,
                "true": end.final[seat],
            }
            yield Diagnostic(Kind.FINAL, params=params)


_PAIR = 2
