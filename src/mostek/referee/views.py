"""What a person at or beside the table may see. Nothing else of a game leaves the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mostek.clock import Millis
from mostek.lexicon import LexiconPin
from mostek.plays import Placement
from mostek.referee.events import Event, GameCreated, TilesDrawn, TilesLaid, TilesReturned, TilesSetAside
from mostek.referee.state import (
    Challenged,
    ChoosingStarter,
    Closing,
    Dealing,
    Game,
    HandingOver,
    Laid,
    Over,
    Thinking,
    Turn,
)
from mostek.results import GameResult
from mostek.seats import BySeat, Seat
from mostek.tiles import NO_TILES, Tiles


class View(Struct, frozen=True):
    """A game as one viewer may see it. `viewer=None` is a spectator, who sees no rack while the game lasts."""

    viewer: Seat | None
    rulebook: str
    edition: str
    changes: Mapping[str, str | int | bool]
    tile_set: str
    layout: str
    lexicon: LexiconPin | None
    players: BySeat[str]
    board: Placement
    bag_count: int
    """How many tiles the bag holds; shown always in digital play (S45)."""
    rack: Tiles | None
    """The viewer's own tiles."""
    rack_counts: BySeat[int]
    racks: BySeat[Tiles] | None
    """Every rack, once the game is over."""
    scores: BySeat[int]
    exchanges: BySeat[int]
    phase: str
    on_turn: Seat | None
    words: tuple[str, ...]
    """The words of the move that awaits its record."""
    points: int | None
    """The value that the mover has announced for it."""
    challenged: bool
    """Whether its one challenge has been used (PFS-4.7.5)."""
    clock: BySeat[Millis] | None
    running: Seat | None
    flagged: BySeat[bool]
    turns: tuple[Turn, ...]
    result: GameResult | None


def view_for(game: Game, viewer: Seat | None) -> View:
    """What a player in that seat sees, or a spectator (`None`)."""
    over = isinstance(game.phase, Over)
    laid = game.phase.laid if isinstance(game.phase, Challenged) else game.phase
    return View(
        viewer=viewer,
        rulebook=game.rulebook,
        edition=game.edition,
        changes=game.changes,
        tile_set=game.tile_set,
        layout=game.board.layout.name,
        lexicon=game.lexicon,
        players=game.players,
        board=Placement(dict(game.board.tiles())),
        bag_count=len(game.bag),
        rack=None if viewer is None else game.racks[viewer],
        rack_counts=game.racks.map(len),
        racks=game.racks if over else None,
        scores=game.scores,
        exchanges=game.exchanges,
        phase=_PHASES[type(game.phase)],
        on_turn=game.on_turn,
        words=tuple(word.word for word in laid.words) if isinstance(laid, Laid) else (),
        points=laid.announced if isinstance(laid, Laid) else None,
        challenged=isinstance(laid, Laid) and laid.challenged,
        clock=game.clock.left if game.clock else None,
        running=game.clock.running if game.clock else None,
        flagged=game.flagged,
        turns=game.turns,
        result=game.phase.result if isinstance(game.phase, Over) else None,
    )


def event_for(event: Event, viewer: Seat | None) -> Event:
    """The event as a viewer may learn of it: unseen tiles are replaced by as many `HIDDEN` ones.

    What is wrong with a placement is for the opponent to find (PFS-3.2.3, PFS-1.4c), so nobody is told.
    """
    match event:
        case TilesLaid():
            return replace(event, faults=())
        case TilesDrawn(seat=seat) | TilesReturned(seat=seat) | TilesSetAside(seat=seat) if seat is not viewer:
            return replace(event, tiles=hidden(event.tiles))
        case GameCreated():
            racks = BySeat(rack if seat is viewer else hidden(rack) for seat, rack in event.racks.items())
            return replace(event, bag=hidden(event.bag), racks=racks)
        case _:
            return event


HIDDEN = "#"
"""The back of a tile: a tile of which only the number may be known."""


def hidden(tiles: Tiles) -> Tiles:
    """As many tile backs."""
    return Tiles.from_counts({HIDDEN: len(tiles)}) if len(tiles) else NO_TILES


_PHASES: dict[type[Any], str] = {
    ChoosingStarter: "choosing_starter",
    Dealing: "dealing",
    Thinking: "thinking",
    Laid: "laid",
    Challenged: "challenged",
    Closing: "closing",
    HandingOver: "handing_over",
    Over: "over",
}
