"""The racks of a record along the game: each against the tile set, against the one before it, and against the other racks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mostek.core.board import Board
from mostek.core.diagnostics import Diagnostic, Kind
from mostek.core.moves import Pass
from mostek.core.players import Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.notation.game_record import (
    LastRack,
    RecordedExchange,
    RecordedGame,
    RecordedLoss,
    RecordedTurn,
)

FULL_RACK = 7
"""Tiles on a full rack (GEN-2.2b)."""


class RecordedRacks:
    """The tiles that each player is known to hold, as the record goes on.

    People often record a part of a rack, or only what they laid. A rack therefore contradicts the one before it only if both
    together need more than seven tiles.
    """

    def __init__(self, game: RecordedGame) -> None:
        self.game = game
        self._held: dict[Seat, Tiles] = {}
        # After a line that could not be read, it is not known what a player holds.
        self._is_whole = all(each.kind is not Kind.UNREADABLE for each in game.diagnostics)
        self._excess = NO_TILES

    def check(self, turn: RecordedTurn, board: Board) -> Iterator[Diagnostic]:
        """Check the rack of a turn.

        Args:
            turn: The turn.
            board: The board before it.

        Returns:
            A diagnostic for each fault of the rack.
        """
        if turn.rack:
            yield from self._sized(turn.rack, turn.line, turn.column)
            yield from self._contradicting(turn.seat, turn.rack, board, turn.line, turn.column)

    def check_last(self, rack: LastRack, board: Board) -> Iterator[Diagnostic]:
        """Check a rack after the last turn.

        Args:
            rack: The rack.
            board: The board at the end of the record.

        Returns:
            A diagnostic for each fault of the rack.
        """
        yield from self._sized(rack.tiles, rack.line, 1)
        yield from self.supply(rack.tiles, board, rack.line, 1)
        yield from self._contradicting(rack.seat, rack.tiles, board, rack.line, 1)
        self._held[rack.seat] = rack.tiles

    def supply(self, rack: Tiles, board: Board, line: int, column: int) -> Iterator[Diagnostic]:
        """Check that board and rack need no more tiles than the set has.

        Args:
            rack: The tiles that do not lie on the board.
            board: The board.
            line: The line of the record, from 1.
            column: The column, from 1.

        Returns:
            A diagnostic if there are too many; the same excess is reported once.
        """
        excess = (board.faces() + rack).missing_from(self.game.tile_set.tiles)
        if excess and excess != self._excess:
            yield Diagnostic(Kind.TOO_MANY_TILES, line, column, {"tiles": self._sorted(excess)})
        self._excess = excess

    def take(self, turn: RecordedTurn, laid: Tiles | None) -> None:
        """Note the tiles that the player holds after a turn.

        Args:
            turn: The turn.
            laid: The tiles of a placement that lies on the board; `None` for one that cannot lie there.
        """
        rack = turn.rack if turn.rack else self._held.get(turn.seat, NO_TILES)
        match turn.action:
            case Pass() | RecordedLoss():
                self._held[turn.seat] = rack
            case RecordedExchange(_, tiles):
                self._held[turn.seat] = NO_TILES if tiles is None else rack.missing_from(tiles)
            case _:
                self._held[turn.seat] = NO_TILES if laid is None or laid.missing_from(rack) else rack - laid

    def take_back(self, play: RecordedTurn) -> None:
        """Note that the tiles of a withdrawn placement are on the rack again.

        Args:
            play: The placement.
        """
        self._held[play.seat] = play.rack or NO_TILES

    def _sized(self, rack: Tiles, line: int, column: int) -> Iterator[Diagnostic]:
        if len(rack) > FULL_RACK:
            yield Diagnostic(Kind.RACK_SIZE, line, column, {"count": len(rack)})

    def _contradicting(self, seat: Seat, rack: Tiles, board: Board, line: int, column: int) -> Iterator[Diagnostic]:
        if not self._is_whole or len(rack) > FULL_RACK:
            return
        missing = self._held.get(seat, NO_TILES).missing_from(rack)
        if len(missing) + len(rack) > FULL_RACK:
            params = {"nick": self.game.players[seat].nick, "tiles": self._sorted(missing)}
            yield Diagnostic(Kind.RACK_CONTRADICTION, line, column, params)
        supply = self.game.tile_set.tiles
        alone = board.faces() + rack
        excess = (alone + self._of_others(seat)).missing_from(supply)
        if excess and not alone.missing_from(supply):
            yield Diagnostic(Kind.RACKS_TOGETHER, line, column, {"tiles": self._sorted(excess)})

    def _of_others(self, seat: Seat) -> Tiles:
        others: Mapping[Seat, Tiles] = {other: held for other, held in self._held.items() if other is not seat}
        return sum(others.values(), NO_TILES)

    def _sorted(self, tiles: Tiles) -> str:
        return self.game.tile_set.alphabet.sort(tiles)
