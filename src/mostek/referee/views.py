"""Views: the part of a game that a person may see. No other part leaves the server."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import takewhile
from operator import eq
from typing import Any, get_args

from msgspec import Struct
from msgspec.structs import replace

from mostek.core.clock import Millis
from mostek.core.moves import Placement
from mostek.core.players import RULING_ROLES, BySeat, Role, Seat, Unsighted, Viewer, role_of
from mostek.core.result import GameResult
from mostek.core.tiles import Tiles
from mostek.lexicon import LexiconPin
from mostek.referee import events as e
from mostek.referee import state as s
from mostek.referee.commands import Check, Irregularity, Place, Venue
from mostek.rules.clause import Stage

_SEES_RACKS = RULING_ROLES | {Role.RECORDER}
"""Beside the players only who rules on the game, and who keeps its full record (PFS-1.3.2c)."""


class View(Struct, frozen=True):
    """A game as one viewer may see it: a player in a seat, or a person beside the table."""

    viewer: Seat | Role
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
    """Every rack: after the game, and always for the authority and the recorder."""
    scores: BySeat[int]
    exchanges: BySeat[int]
    phase: str
    on_turn: Seat | None
    plan: str | None
    """The plan of the player on turn: `arranged`, `exchanging`, `passing`."""
    arranged: Placement | None
    """The tiles that lie on the board while the clock still runs."""
    lock: e.Lock | None
    words: tuple[e.ScoredWord, ...]
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
    interruption: s.Interruption | None
    rulings: tuple[s.Made, ...]
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
    turns: tuple[s.Turn, ...]
    result: GameResult | None
    slip: s.Slip | None
    square: int | None
    commitment: str | None
    seed: str | None


def view_for(game: s.Game, viewer: Viewer) -> View:
    """Everything of a game that one person may know.

    Args:
        game: The game with all its secrets.
        viewer: The player in a seat, or a person in a role; `Role.SPECTATOR` is anybody.

    Returns:
        The game as that person sees it: no rack and no bag that is secret to them.

    Example:
        >>> from mostek import Role, Seat, Tiles, conduct, rulebook, view_for
        >>> from mostek.referee.commands import CreateGame
        >>> first = lambda bag, count: Tiles(sorted(bag)[:count])
        >>> create = CreateGame(rulebook="gen", players=("Ala", "Ola"), starter=Seat.FIRST)
        >>> game = conduct(None, create, rulebook("gen"), first).game
        >>> len(view_for(game, Seat.FIRST).rack), view_for(game, Role.SPECTATOR).rack
        (7, None)

    """
    return view_from(public_view(game), game, viewer, rows_for(game, viewer))


def view_from(public: View, game: s.Game, viewer: Viewer, rows: tuple[s.Turn, ...]) -> View:
    """The view made from the public view and rows of the score sheet, which is cheap for many viewers."""
    return replace(
        public,
        viewer=viewer if isinstance(viewer, Seat) else role_of(viewer),
        rack=game.racks[viewer] if isinstance(viewer, Seat) else None,
        racks=game.racks if _sees_racks(game, viewer) else None,
        inspected=_inspected(game, viewer),
        turns=rows,
    )


def rows_for(game: s.Game, viewer: Viewer, after: int = 0) -> tuple[s.Turn, ...]:
    """The rows of the score sheet after so many, as a viewer sees them."""
    rows = game.turns[after:]
    return rows if _sees_racks(game, viewer) else tuple(_row_for(turn, viewer) for turn in rows)


def rows_changed(before: s.Game, game: s.Game, viewer: Viewer) -> tuple[int, tuple[s.Turn, ...]]:
    """The number of unchanged rows of the score sheet for a viewer, and the rows after them."""
    as_before = _sees_racks(before, viewer) is _sees_racks(game, viewer)
    same = game.turns.common(before.turns) if as_before else 0
    old, new = rows_for(before, viewer, same), rows_for(game, viewer, same)
    more = len(list(takewhile(bool, map(eq, old, new))))
    return same + more, new[more:]


def _sees_racks(game: s.Game, viewer: Viewer) -> bool:
    return isinstance(game.phase, s.Over) or sees_everything(viewer)


def public_view(game: s.Game) -> View:
    """The public view, without the rows of the score sheet and the racks."""
    phase = game.phase
    laid = phase.laid if isinstance(phase, s.Challenged) else phase
    thinking = phase if isinstance(phase, s.Thinking) else None
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
        arranged=plan.placement if isinstance(plan, s.Arranged) else None,
        lock=thinking.lock if thinking else None,
        words=laid.words if isinstance(laid, s.Laid) else (),
        points=laid.announced if isinstance(laid, s.Laid | s.Thinking) else None,
        challenged=isinstance(laid, s.Laid) and laid.challenged,
        challenge=phase.words if isinstance(phase, s.Challenged) else (),
        typed=phase.typed if isinstance(phase, s.Challenged) else (),
        clock=game.clock.left if game.clock else None,
        running=game.clock.running if game.clock else None,
        flagged=game.flagged,
        interruption=game.interruption,
        rulings=game.rulings,
        must_draw=tuple(sorted(game.must_draw)),
        away=tuple(sorted(game.away)),
        absent=phase.absent if isinstance(phase, s.AwaitingPlayers) else (),
        confirmed=tuple(sorted(game.confirmed)),
        places=game.places,
        cards=game.cards,
        dead=Placement({square: board.tiles[square] for square in sorted(game.dead) if square in board.tiles}),
        inspected=None,
        counting=game.counting,
        turns=(),
        result=phase.result if isinstance(phase, s.Over) else None,
        slip=phase.slip if isinstance(phase, s.Over) else None,
        square=phase.square if isinstance(phase, s.Over) else None,
        commitment=game.commitment,
        seed=game.seed,
    )


def _inspected(game: s.Game, viewer: Viewer) -> Tiles | None:
    phase = game.phase
    if not isinstance(phase, s.Inspecting) or phase.drawn is None:
        return None
    sees = viewer in (phase.seat, phase.chooser) or sees_everything(viewer)
    return phase.drawn if sees else phase.drawn.backs()


def _row_for(turn: s.Turn, viewer: Viewer) -> s.Turn:
    """A row of the score sheet; the rack before it is shown to its player while the game lasts."""
    return turn if turn.seat is viewer or not len(turn.rack) else replace(turn, rack=turn.rack.backs())


def event_for(event: e.Event, viewer: Viewer) -> e.Event | None:
    """The event as a viewer may see it, unseen tiles face down; `None` where the whole event is secret."""
    redact = _REDACTIONS.get(type(event))
    return event if redact is None else redact(event, viewer)


def _laid_for(event: e.TilesLaid, viewer: Viewer) -> e.Event:
    """The opponent must find the faults of a placement (PFS-3.2.3, PFS-1.4c), so no viewer learns them."""
    return replace(event, faults=())


def _drawn_for(event: _Drawn, viewer: Viewer) -> e.Event:
    sees = event.seat is viewer or sees_everything(viewer)
    return event if sees else replace(event, tiles=event.tiles.backs())


def _inspected_tiles_for(event: e.TilesInspected | e.SurplusReturned, viewer: Viewer) -> e.Event:
    """Both players see the inspected tiles: their owner and the chooser."""
    chooser, owner = (event.seat, event.of) if isinstance(event, e.TilesInspected) else (event.chooser, event.seat)
    sees = viewer in (chooser, owner) or sees_everything(viewer)
    return event if sees else replace(event, tiles=event.tiles.backs())


def _created_for(event: e.GameCreated, viewer: Viewer) -> e.Event:
    sees = sees_everything(viewer)
    racks = BySeat(rack if sees or seat is viewer else rack.backs() for seat, rack in event.racks.items())
    return replace(event, bag=event.bag.backs(), racks=racks)


def _irregularity_for(event: e.IrregularityReported, viewer: Viewer) -> e.Event | None:
    hears = sees_everything(viewer) or isinstance(viewer, Unsighted)
    return None if is_for_arbiter(event) and not hears else event


def sees_everything(viewer: Viewer) -> bool:
    """Whether a person sees every rack and every event, like the authority and the recorder (PFS-1.3.2c)."""
    return viewer in _SEES_RACKS


def is_for_arbiter(event: e.Event) -> bool:
    """Whether only the authority sees the event (PFS-6.6.9). Such an event does not change the game."""
    return isinstance(event, e.IrregularityReported) and event.what is Irregularity.SUSPICION


def stage_of(game: s.Game) -> Stage:
    """The stage of a game, for the clauses that no program checks."""
    if game.interruption is not None and game.interruption.awaiting:
        return Stage.ARBITER
    if game.away:
        return Stage.AWAY
    return _STAGES[type(game.phase)]


_Drawn = e.TilesDrawn | e.TilesReturned | e.TilesSetAside | e.ExchangeAnnounced | e.RackStated
_REDACTIONS: Mapping[type[Any], Callable[[Any, Viewer], e.Event | None]] = {
    e.TilesLaid: _laid_for,
    **dict.fromkeys(get_args(_Drawn), _drawn_for),
    e.TilesInspected: _inspected_tiles_for,
    e.SurplusReturned: _inspected_tiles_for,
    e.GameCreated: _created_for,
    e.IrregularityReported: _irregularity_for,
}
"""The kinds of events that not every viewer receives as they are."""
_STAGES: dict[type[Any], Stage] = {
    s.AwaitingPlayers: Stage.AWAY,
    s.ChoosingStarter: Stage.BEFORE_GAME,
    s.ChoosingPlace: Stage.BEFORE_GAME,
    s.Dealing: Stage.DRAWING,
    s.Thinking: Stage.THINKING,
    s.Laid: Stage.STOPPED,
    s.Challenged: Stage.CHALLENGED,
    s.Closing: Stage.STOPPED,
    s.HandingOver: Stage.HANDING_OVER,
    s.Inspecting: Stage.DRAWING,
    s.Settling: Stage.AFTER_GAME,
    s.Over: Stage.AFTER_GAME,
}
_PLANS: dict[type[Any], str] = {s.Arranged: "arranged", s.Exchanging: "exchanging", s.Passing: "passing"}
_PHASES: dict[type[Any], str] = {
    s.AwaitingPlayers: "waiting",
    s.ChoosingStarter: "choosing_starter",
    s.ChoosingPlace: "choosing_place",
    s.Dealing: "dealing",
    s.Thinking: "thinking",
    s.Laid: "laid",
    s.Challenged: "challenged",
    s.Closing: "closing",
    s.HandingOver: "handing_over",
    s.Inspecting: "inspecting",
    s.Settling: "settling",
    s.Over: "over",
}
