"""What a person at or beside the table may see. Nothing else of a game leaves the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from operator import eq
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from mostek.core.clock import Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat, Viewer
from mostek.core.result import GameResult
from mostek.core.tiles import Tiles
from mostek.lexicon import LexiconPin
from mostek.referee.commands import Check, Irregularity, Place, Venue
from mostek.referee.events import (
    Event,
    ExchangeAnnounced,
    GameCreated,
    IrregularityReported,
    Lock,
    RackStated,
    ScoredWord,
    SurplusReturned,
    TilesDrawn,
    TilesInspected,
    TilesLaid,
    TilesReturned,
    TilesSetAside,
)
from mostek.referee.state import (
    Arranged,
    Challenged,
    ChoosingPlace,
    ChoosingStarter,
    Closing,
    Dealing,
    Exchanging,
    Game,
    HandingOver,
    Inspecting,
    Interruption,
    Laid,
    Made,
    Over,
    Passing,
    Settling,
    Slip,
    Thinking,
    Turn,
    Waiting,
)
from mostek.rules.clause import Stage

_SEES_RACKS = frozenset({Role.ARBITER, Role.JURY, Role.TEACHER, Role.RECORDER})
"""Beside the players only who rules on the game, and who keeps its full record (PFS-1.3.2c)."""


class View(Struct, frozen=True):
    """A game as one viewer may see it: a player in a seat, or a person beside the table."""

    viewer: Viewer
    rulebook: str
    edition: str
    changes: Mapping[str, str | int | bool]
    tile_set: str
    layout: str
    lexicon: LexiconPin | None
    venue: Venue
    players: BySeat[str]
    board: Placement
    bag_count: int
    """How many tiles the bag holds; shown always in digital play (S45)."""
    bag_dead: bool
    rack: Tiles | None
    """The viewer's own tiles."""
    rack_counts: BySeat[int]
    racks: BySeat[Tiles] | None
    """Every rack: once the game is over, and always for who rules on it or keeps its record."""
    scores: BySeat[int]
    exchanges: BySeat[int]
    phase: str
    on_turn: Seat | None
    plan: str | None
    """What the player on turn has begun to do: `arranged`, `exchanging`, `passing`."""
    arranged: Placement | None
    """The tiles that lie on the board while the clock still runs."""
    lock: Lock | None
    words: tuple[ScoredWord, ...]
    """The words of the move that awaits its record."""
    points: int | None
    """The value that the mover has announced for it."""
    challenged: bool
    """Whether its one challenge has been used (PFS-4.7.5)."""
    challenge: tuple[str, ...]
    """The words that are being checked; no viewer learns which word is wrong (PFS-4.7.11)."""
    typed: tuple[str, ...]
    clock: BySeat[Millis] | None
    running: Seat | None
    flagged: BySeat[bool]
    interruption: Interruption | None
    rulings: tuple[Made, ...]
    must_draw: tuple[Seat, ...]
    away: tuple[Seat, ...]
    absent: tuple[Seat, ...]
    confirmed: tuple[tuple[Seat, Check], ...]
    places: Mapping[Seat, Place]
    cards: Mapping[Seat, Placement]
    dead: Placement
    """Dead blanks."""
    inspected: Tiles | None
    """Tiles that the viewer looks at to choose those that go back, or sees looked at."""
    counting: Seat | None
    turns: tuple[Turn, ...]
    result: GameResult | None
    slip: Slip | None
    square: int | None
    commitment: str | None
    seed: str | None


def view_for(game: Game, viewer: Viewer) -> View:
    """The view of a player in that seat, or of a person in that role; `Role.SPECTATOR` is anybody."""
    return view_from(public_view(game), game, viewer, rows_for(game, viewer))


def view_from(public: View, game: Game, viewer: Viewer, rows: tuple[Turn, ...]) -> View:
    """The same, made from what anybody sees of that game, and rows of the score sheet: cheap where many look at one game."""
    return replace(
        public,
        viewer=viewer,
        rack=game.racks[viewer] if isinstance(viewer, Seat) else None,
        racks=game.racks if _sees_racks(game, viewer) else None,
        inspected=_inspected(game, viewer),
        turns=rows,
    )


def rows_for(game: Game, viewer: Viewer, after: int = 0) -> tuple[Turn, ...]:
    """The rows of the score sheet after so many, as a viewer sees them."""
    rows = game.turns[after:]
    return rows if _sees_racks(game, viewer) else tuple(_row_for(turn, viewer) for turn in rows)


def rows_changed(before: Game, game: Game, viewer: Viewer) -> tuple[int, tuple[Turn, ...]]:
    """After how many rows of the score sheet a viewer sees others than before, and those."""
    as_before = _sees_racks(before, viewer) is _sees_racks(game, viewer)
    same = game.turns.common(before.turns) if as_before else 0
    old, new = rows_for(before, viewer, same), rows_for(game, viewer, same)
    more = len(list(takewhile(bool, map(eq, old, new))))
    return same + more, new[more:]


def _sees_racks(game: Game, viewer: Viewer) -> bool:
    return isinstance(game.phase, Over) or sees_everything(viewer)


def public_view(game: Game) -> View:
    """What anybody sees, without the rows of the score sheet and what lies on racks."""
    phase = game.phase
    laid = phase.laid if isinstance(phase, Challenged) else phase
    thinking = phase if isinstance(phase, Thinking) else None
    plan = thinking.plan if thinking else None
    board = Placement(dict(game.board.tiles()))
    return View(
        viewer=Role.SPECTATOR,
        rulebook=game.rulebook,
        edition=game.edition,
        changes=game.changes,
        tile_set=game.tile_set,
        layout=game.board.layout.name,
        lexicon=game.lexicon,
        venue=game.venue,
        players=game.players,
        board=board,
        bag_count=len(game.bag),
        bag_dead=game.bag_dead,
        rack=None,
        rack_counts=game.racks.map(len),
        racks=None,
        scores=game.scores,
        exchanges=game.exchanges,
        phase=_PHASES[type(phase)],
        on_turn=game.on_turn,
        plan=_PLANS[type(plan)] if plan else None,
        arranged=plan.placement if isinstance(plan, Arranged) else None,
        lock=thinking.lock if thinking else None,
        words=laid.words if isinstance(laid, Laid) else (),
        points=laid.announced if isinstance(laid, Laid | Thinking) else None,
        challenged=isinstance(laid, Laid) and laid.challenged,
        challenge=phase.words if isinstance(phase, Challenged) else (),
        typed=phase.typed if isinstance(phase, Challenged) else (),
        clock=game.clock.left if game.clock else None,
        running=game.clock.running if game.clock else None,
        flagged=game.flagged,
        interruption=game.interruption,
        rulings=game.rulings,
        must_draw=tuple(sorted(game.must_draw)),
        away=tuple(sorted(game.away)),
        absent=phase.absent if isinstance(phase, Waiting) else (),
        confirmed=tuple(sorted(game.confirmed)),
        places=game.places,
        cards=game.cards,
        dead=Placement({square: board.tiles[square] for square in sorted(game.dead) if square in board.tiles}),
        inspected=None,
        counting=game.counting,
        turns=(),
        result=phase.result if isinstance(phase, Over) else None,
        slip=phase.slip if isinstance(phase, Over) else None,
        square=phase.square if isinstance(phase, Over) else None,
        commitment=game.commitment,
        seed=game.seed,
    )


def _inspected(game: Game, viewer: Viewer) -> Tiles | None:
    phase = game.phase
    if not isinstance(phase, Inspecting) or phase.drawn is None:
        return None
    sees = viewer in (phase.seat, phase.chooser) or sees_everything(viewer)
    return phase.drawn if sees else phase.drawn.backs()


def _row_for(turn: Turn, viewer: Viewer) -> Turn:
    """A row of the score sheet; the rack before it is shown to its player while the game lasts."""
    return turn if turn.seat is viewer or not len(turn.rack) else replace(turn, rack=turn.rack.backs())


def event_for(event: Event, viewer: Viewer) -> Event | None:
    """The event as a viewer may see it, unseen tiles face down; `None` where the whole event is secret."""
    redact = _REDACTIONS.get(type(event))
    return event if redact is None else redact(event, viewer)


def _laid_for(event: TilesLaid, viewer: Viewer) -> Event:
    """The opponent must find the faults of a placement (PFS-3.2.3, PFS-1.4c), so no viewer learns them."""
    return replace(event, faults=())


def _drawn_for(event: _Drawn, viewer: Viewer) -> Event:
    sees = event.seat is viewer or sees_everything(viewer)
    return event if sees else replace(event, tiles=event.tiles.backs())


def _inspected_tiles_for(event: TilesInspected | SurplusReturned, viewer: Viewer) -> Event:
    """Both see them: whose they are, and who chooses among them."""
    chooser, owner = (event.seat, event.of) if isinstance(event, TilesInspected) else (event.chooser, event.seat)
    sees = viewer in (chooser, owner) or sees_everything(viewer)
    return event if sees else replace(event, tiles=event.tiles.backs())


def _created_for(event: GameCreated, viewer: Viewer) -> Event:
    sees = sees_everything(viewer)
    racks = BySeat(rack if sees or seat is viewer else rack.backs() for seat, rack in event.racks.items())
    return replace(event, bag=event.bag.backs(), racks=racks)


def _irregularity_for(event: IrregularityReported, viewer: Viewer) -> Event | None:
    return None if is_for_arbiter(event) and not sees_everything(viewer) else event


def sees_everything(viewer: Viewer) -> bool:
    """Whether a person sees every rack and every event: who rules, and who keeps the full record (PFS-1.3.2c)."""
    return viewer in _SEES_RACKS


def is_for_arbiter(event: Event) -> bool:
    """Whether only who rules learns even that it has happened (PFS-6.6.9). It changes nothing in the game."""
    return isinstance(event, IrregularityReported) and event.what is Irregularity.SUSPICION


def stage_of(game: Game) -> Stage:
    """At which stage a game is, for what people keep among themselves."""
    if game.interruption is not None and game.interruption.awaiting:
        return Stage.ARBITER
    if game.away:
        return Stage.AWAY
    return _STAGES[type(game.phase)]


_Drawn = TilesDrawn | TilesReturned | TilesSetAside | ExchangeAnnounced | RackStated
_REDACTIONS: Mapping[type[Any], Callable[[Any, Viewer], Event | None]] = {
    TilesLaid: _laid_for,
    **dict.fromkeys(get_args(_Drawn), _drawn_for),
    TilesInspected: _inspected_tiles_for,
    SurplusReturned: _inspected_tiles_for,
    GameCreated: _created_for,
    IrregularityReported: _irregularity_for,
}
"""The kinds of events that not every viewer receives as they are."""
_STAGES: dict[type[Any], Stage] = {
    Waiting: Stage.AWAY,
    ChoosingStarter: Stage.BEFORE_GAME,
    ChoosingPlace: Stage.BEFORE_GAME,
    Dealing: Stage.DRAWING,
    Thinking: Stage.THINKING,
    Laid: Stage.STOPPED,
    Challenged: Stage.CHALLENGED,
    Closing: Stage.STOPPED,
    HandingOver: Stage.HANDING_OVER,
    Inspecting: Stage.DRAWING,
    Settling: Stage.AFTER_GAME,
    Over: Stage.AFTER_GAME,
}
_PLANS: dict[type[Any], str] = {Arranged: "arranged", Exchanging: "exchanging", Passing: "passing"}
_PHASES: dict[type[Any], str] = {
    Waiting: "waiting",
    ChoosingStarter: "choosing_starter",
    ChoosingPlace: "choosing_place",
    Dealing: "dealing",
    Thinking: "thinking",
    Laid: "laid",
    Challenged: "challenged",
    Closing: "closing",
    HandingOver: "handing_over",
    Inspecting: "inspecting",
    Settling: "settling",
    Over: "over",
}
