"""The written record of a refereed game, for export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mostek.core.moves import Pass
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import NO_TILES, Tiles, tile_set
from mostek.notation.coordinates import Orientation, parse_coordinate
from mostek.notation.game_record import (
    ChallengeBonus,
    LastRack,
    Leftovers,
    PlayerNames,
    RecordedAction,
    RecordedExchange,
    RecordedGame,
    RecordedTurn,
    Withdrawn,
)
from mostek.notation.plays import Cell, PlayedThrough, WrittenPlay
from mostek.referee import Game, evolve, replay
from mostek.referee.events import (
    Event,
    GameEnded,
    MoveAccepted,
    MoveWithdrawn,
    PenaltyCharged,
    ScoredWord,
    TilesLaid,
    TilesSetAside,
    TurnPassed,
)
from mostek.referee.state import Laid, Over


def recorded(events: Sequence[Event]) -> RecordedGame:
    """The record of a game from all its events; at least one."""
    game = replay(events)
    assert game is not None, "a game has events"
    over = isinstance(game.phase, Over)
    return RecordedGame(
        format="mostek",
        players=BySeat(PlayerNames(_nick(name, seat), name) for seat, name in game.players.items()),
        tile_set=tile_set(game.tile_set),
        orientation=Orientation.LETTERED_ROWS,
        turns=tuple(_turns(events)),
        racks=() if over else tuple(LastRack(seat, rack) for seat, rack in game.racks.items()),
        incomplete=not over,
        lexicon=game.lexicon.name if game.lexicon else "",
    )


def _nick(name: str, seat: Seat) -> str:
    """A unique short name without blanks."""
    return f"{''.join(name.split())}{int(seat)}"


def _turns(events: Sequence[Event]) -> Iterator[RecordedTurn]:
    """The turns of the record; `before` is the game before each event."""
    before: Game | None = None
    # A placement may be accepted after others were laid, when the arbiter takes a ruling back.
    laid_from: dict[Seat, Tiles] = {}
    for event in events:
        if before is not None:
            if isinstance(event, TilesLaid):
                laid_from[event.seat] = before.racks[event.seat]
            yield from _lines(before, event, laid_from)
        before = replay((event,)) if before is None else evolve(before, event)


def _lines(game: Game, event: Event, laid_from: Mapping[Seat, Tiles]) -> Iterator[RecordedTurn]:
    """The lines of the record for an event; a laid move is written when its fate is known."""
    laid = game.phase if isinstance(game.phase, Laid) else None
    match event:
        case MoveAccepted(seat=seat, points=points) if laid:
            yield _turn(seat, _played(game, laid), laid_from[seat], points, game.scores[seat] + points)
        case MoveWithdrawn(seat=seat) if laid:
            yield _turn(seat, _played(game, laid), laid_from[seat], laid.points, game.scores[seat] + laid.points)
            yield _turn(seat, Withdrawn(), laid_from[seat], -laid.points, game.scores[seat])
        case TilesSetAside(seat=seat, tiles=tiles):
            yield _turn(seat, RecordedExchange(len(tiles), tiles), game.racks[seat], 0, game.scores[seat])
        case TurnPassed(seat=seat):
            yield _turn(seat, Pass(), game.racks[seat], 0, game.scores[seat])
        case PenaltyCharged(seat=seat, points=points):
            yield _turn(seat, ChallengeBonus(), game.racks[seat], -points, game.scores[seat] - points)
        case GameEnded():
            yield from _leftovers(game, event)
        case _:
            pass


def _leftovers(game: Game, event: GameEnded) -> Iterator[RecordedTurn]:
    """The player who went out gains the tiles of all others; everyone else loses their own (GEN-15d, GEN-15e)."""
    racks = BySeat(rack + aside for rack, aside in zip(game.racks, game.set_aside, strict=True))
    for seat, change in event.result.leftovers.items():
        if change:
            others = sum((racks[other] for other in game.opponents_of(seat)), NO_TILES)
            tiles = others if change > 0 else racks[seat]
            yield _turn(seat, Leftovers(tiles), racks[seat], change, event.result.final[seat])


def _turn(seat: Seat, action: RecordedAction, rack: Tiles, points: int, total: int) -> RecordedTurn:
    return RecordedTurn(seat, action, rack, points, total, 0, 0)


def _played(game: Game, laid: Laid) -> WrittenPlay:
    """The main word from its first square; a single tile without a word is a word of one letter."""
    tiles = laid.placement.tiles
    first = laid.words[0] if laid.words else ScoredWord("", next(iter(tiles)).name, 0)
    start, direction = parse_coordinate(first.at, Orientation.LETTERED_ROWS)
    length = 1
    while game.board[start.step(direction, length)] is not None:
        length += 1
    squares = (start.step(direction, count) for count in range(length))
    cells: list[Cell] = []
    for square in squares:
        tile = game.board[square]
        if tile is not None:
            cells.append(tile if square in tiles else PlayedThrough(tile.letter))
    return WrittenPlay(start, direction, tuple(cells), tuple(word.text for word in laid.words))
