"""The written record of a refereed game, for export: its score sheet as it stands at the end, line by line.

The lines come from the sheet and not from the events, because a ruling may take moves back or put them right later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from mostek.core.board import Board, Direction, Square, layout
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.moves import Pass, Placement, faults, score, words_formed
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import NO_TILES, Tile, Tiles, TileSet, tile_set
from mostek.notation.coordinates import Orientation
from mostek.notation.game_record import (
    ChallengeBonus,
    LastRack,
    Leftovers,
    PlayerNames,
    RecordedAction,
    RecordedExchange,
    RecordedGame,
    RecordedLoss,
    RecordedTurn,
    Withdrawn,
)
from mostek.notation.plays import Cell, PlayedThrough, WrittenPlay
from mostek.referee import Game, evolve, replay
from mostek.referee.commands import Deduct, SettleScore
from mostek.referee.events import (
    Event,
    ExchangeAccepted,
    GameCreated,
    PenaltyCharged,
    RulingMade,
    TurnLost,
    TurnPassed,
)
from mostek.referee.state import Over, Turn, TurnKind


def recorded(events: Sequence[Event]) -> RecordedGame:
    """The record of a game from all its events; at least one. Raises `NotationError` if it began from a position."""
    game = replay(events)
    assert game is not None, "a game has events"
    created = events[0]
    assert isinstance(created, GameCreated), "a game begins with its creation"
    if created.board.tiles or any(created.scores):
        raise NotationError(TextFault.BEGAN_LATER, 0, 0, ", ".join(game.players))
    over = isinstance(game.phase, Over)
    tiles = tile_set(game.tile_set)
    racks = [LastRack(seat, rack.seen) for seat, rack in game.racks.items() if rack.seen]
    return RecordedGame(
        format="mostek",
        players=BySeat(PlayerNames(_nick(name, seat), name) for seat, name in game.players.items()),
        tile_set=tiles,
        orientation=Orientation.LETTERED_ROWS,
        turns=_with_totals(_Sheet(game, _facts(events), tiles, Board(layout(created.layout))).lines()),
        racks=() if over else tuple(racks),
        incomplete=not over,
        lexicon=game.lexicon.name if game.lexicon else "",
        layout=created.layout,
    )


def _nick(name: str, seat: Seat) -> str:
    """A unique short name without blanks, and without the colon that ends it in a record."""
    return f"{''.join(name.replace(':', '').split())}{int(seat)}"


@dataclass
class _Facts:
    """The facts that the sheet does not hold: exchanged tiles and causes by the number of the turn, clauses of other points."""

    exchanged: dict[int, Tiles] = field(default_factory=dict)
    causes: dict[int, str] = field(default_factory=dict)
    clauses: list[tuple[int, Seat, str]] = field(default_factory=list)
    """After how many turns points were given or taken, from whom, and by which clause."""


def _facts(events: Sequence[Event]) -> _Facts:
    facts = _Facts()
    game = replay(events[:1])
    for event in events[1:]:
        assert game is not None
        turns = len(game.turns)
        match event:
            case ExchangeAccepted(seat=seat):
                facts.exchanged[turns + 1] = game.set_aside[seat]
            case TurnLost(cause=cause):
                facts.causes[turns + 1] = cause.value
            case TurnPassed(forced=forced):
                facts.causes[turns + 1] = forced.value if forced else ""
            case PenaltyCharged(seat=seat, clause=clause):
                facts.clauses.append((turns, seat, clause))
            case RulingMade(measure=Deduct(seat=seat) | SettleScore(seat=seat), clause=clause):
                facts.clauses.append((turns, seat, clause))
            case _:
                pass
        game = evolve(game, event)
    return facts


class _Sheet:
    """The lines of the record, row by row of the score sheet, on the board as it was then."""

    def __init__(self, game: Game, facts: _Facts, tiles: TileSet, board: Board) -> None:
        self.game = game
        self.facts = facts
        self.tiles = tiles
        self.board = board
        self._lines: list[RecordedTurn] = []
        self._sums = dict.fromkeys(game.seats, 0)
        self._last: Seat | None = None

    def lines(self) -> list[RecordedTurn]:
        """All lines in order; their totals are still to be added up."""
        for row in self.game.turns:
            self._skip(row.seat)
            self._adjust(row.seat, row.total - row.points, row.number)
            self._add_row(row)
            self._last = row.seat
        over = self.game.phase if isinstance(self.game.phase, Over) else None
        change = over.result.leftovers if over else BySeat.all(len(self.game.seats), 0)
        for seat, total in self.game.scores.items():
            self._adjust(seat, total - change[seat], len(self.game.turns) + 1)
        self._lines += self._leftovers(change)
        return self._lines

    def _add(self, seat: Seat, action: RecordedAction, rack: Tiles, points: int, note: str = "") -> None:
        self._lines.append(RecordedTurn(seat, action, rack or None, points, None, 0, 0, note))
        self._sums[seat] += points

    def _add_row(self, row: Turn) -> None:
        seat, rack = row.seat, row.rack.seen
        match row.kind:
            case TurnKind.PLACEMENT if row.placement:
                self._add_placement(row, row.placement)
            case TurnKind.EXCHANGE:
                tiles = self.facts.exchanged.get(row.number, NO_TILES)
                known = None if tiles.unseen or len(tiles) != row.aside or tiles.missing_from(rack) else tiles
                self._add(seat, RecordedExchange(row.aside, known), rack, 0)
            case TurnKind.LOSS if row.placement and not self._is_faulty(row.placement):
                rack += row.placement.faces.missing_from(rack)
                points = score(self.board, row.placement, self.tiles).total
                self._add(seat, _written(self.board, row.placement), rack, points)
                self._add(seat, Withdrawn(), rack, -points)
            case TurnKind.LOSS:
                self._add(seat, RecordedLoss(self.facts.causes.get(row.number, "")), rack, 0)
            case _:
                self._add(seat, Pass(), rack, 0)

    def _is_faulty(self, placement: Placement) -> bool:
        return bool(faults(self.board, placement, None, self.tiles.alphabet))

    def _add_placement(self, row: Turn, placement: Placement) -> None:
        """A placement as it is read on the last board; tiles that lie beside its word have lines of their own."""
        final = Placement({square: self.game.board[square] or tile for square, tile in placement.tiles.items()})
        rack = row.rack.seen
        rack += placement.faces.missing_from(rack)
        rack = rack - placement.faces + final.faces
        points, rest = row.points, final
        while rest.tiles:
            play = _written(self.board, rest)
            laid = Placement({square: rest.tiles[square] for square in play.squares if square in rest.tiles})
            self._add(row.seat, play, rack, points)
            self.board = self.board.lay(laid.tiles)
            rest = Placement({square: tile for square, tile in rest.tiles.items() if square not in laid.tiles})
            rack, points = rack - laid.faces, 0

    def _skip(self, seat: Seat) -> None:
        """A pass for everybody who would be on turn before this seat: those whose time is up, or who have resigned."""
        waiting = self._last and self.game.players.next(self._last)
        while waiting is not None and waiting is not seat:
            cause = "resigned" if waiting in self.game.resigned else "time is up"
            self._add(waiting, RecordedLoss(cause), NO_TILES, 0)
            waiting = self.game.players.next(waiting)

    def _adjust(self, seat: Seat, total: int, number: int) -> None:
        """Points outside the turns, which a record has only as those of a challenge; gained ones follow a placement."""
        points = total - self._sums[seat]
        if not points:
            return
        found = [clause for turns, whose, clause in self.facts.clauses if turns < number and whose is seat]
        self.facts.clauses = [each for each in self.facts.clauses if each[0] >= number or each[1] is not seat]
        line = RecordedTurn(seat, ChallengeBonus(), None, points, None, 0, 0, ", ".join(found))
        self._sums[seat] += points
        self._lines.insert(self._place_of(seat) if points > 0 else len(self._lines), line)

    def _place_of(self, seat: Seat) -> int:
        """The place after the last placement of a player that stayed; the end of the lines if there is none."""
        for place in range(len(self._lines), 0, -1):
            line = self._lines[place - 1]
            stays = place == len(self._lines) or not isinstance(self._lines[place].action, Withdrawn)
            if line.seat is seat and isinstance(line.action, WrittenPlay) and stays:
                return place
        return len(self._lines)

    def _leftovers(self, change: BySeat[int]) -> Iterator[RecordedTurn]:
        """The player who went out gains the tiles of all others; everyone else loses their own (GEN-15d, GEN-15e)."""
        asides = zip(self.game.racks, self.game.set_aside, strict=True)
        racks = BySeat((rack + aside).seen for rack, aside in asides)
        for seat, points in change.items():
            if points:
                others = sum((racks[other] for other in self.game.opponents_of(seat)), NO_TILES)
                tiles = others if points > 0 else racks[seat]
                yield RecordedTurn(seat, Leftovers(tiles), racks[seat] or None, points, None, 0, 0)


def _with_totals(lines: Sequence[RecordedTurn]) -> tuple[RecordedTurn, ...]:
    totals: dict[Seat, int] = {}
    found: list[RecordedTurn] = []
    for line in lines:
        totals[line.seat] = totals.get(line.seat, 0) + (line.points or 0)
        found.append(replace(line, total=totals[line.seat]))
    return tuple(found)


def _written(board: Board, placement: Placement) -> WrittenPlay:
    """The main word from its first square; a single tile without a word is a word of one letter."""
    words = words_formed(board, placement)
    first = next(iter(placement.tiles))
    if not words:
        return WrittenPlay(first, Direction.ACROSS, (placement.tiles[first],))
    main = words[0]
    squares = [main.start.step(main.direction, count) for count in range(len(main.tiles))]
    cells = tuple(_cell(placement, square, tile) for square, tile in zip(squares, main.tiles, strict=True))
    return WrittenPlay(main.start, main.direction, cells)


def _cell(placement: Placement, square: Square, tile: Tile) -> Cell:
    return tile if square in placement.tiles else PlayedThrough(tile.letter)
