"""Fold events into a game. Total: it never checks and never refuses; `decide` is the only judge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, assert_never, get_args

from msgspec.structs import replace

from mostek.core.board import Board, layout
from mostek.core.clock import Clock, Millis
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import NO_TILES, Tiles
from mostek.referee import commands as c
from mostek.referee import events as e
from mostek.referee import state as s


def begin(event: e.GameCreated) -> s.Game:
    """The game after its creation."""
    seats = len(event.players)
    time = None if event.millis is None else Millis(event.millis)
    tiles = event.bag + event.board.faces
    hidden = 0
    for rack in event.racks:
        tiles, hidden = tiles + rack.seen, hidden + rack.unseen
    at_table = event.venue is c.Venue.TABLE
    everyone = BySeat(event.players).seats
    return s.Game(
        rulebook=event.rulebook,
        edition=event.edition,
        changes=event.changes,
        players=BySeat(event.players),
        tile_set=event.tile_set,
        lexicon=event.lexicon,
        steps=event.steps,
        venue=event.venue,
        tiles=tiles,
        checks=event.checks,
        officials=event.officials,
        full_record=event.full_record,
        commitment=event.commitment,
        arbiter=event.arbiter,
        scorer=event.scorer,
        readings=event.readings,
        board=Board(layout(event.layout), event.board.tiles),
        bag=Tiles.face_down(len(event.bag) - hidden) if at_table else event.bag,
        racks=event.racks,
        set_aside=BySeat.all(seats, NO_TILES),
        scores=event.scores,
        exchanges=event.exchanges,
        clock=None if time is None else Clock(BySeat.all(seats, time)),
        turn_millis=time,
        flagged=BySeat.all(seats, False),
        phase=s.AwaitingPlayers(event.absent, starter=event.starter)
        if event.absent
        else s.ChoosingStarter(everyone, {}),
    )


def fold_beginning(game: s.Game, event: e.Beginning) -> s.Game:
    """The game after an event of this module."""
    match event:
        case e.Confirmed(seat=seat, what=what):
            return replace(game, confirmed=game.confirmed | {(seat, what)})
        case e.SetCounted(tiles=tiles):
            return replace(game, tiles=tiles, bag=tiles.backs() if game.venue is c.Venue.TABLE else tiles)
        case e.SquareLaid(count=count):
            return replace(game, phase=replace(game.phase, square=count)) if isinstance(game.phase, s.Over) else game
        case e.LatenessBegan(at=at):
            phase = replace(game.phase, since=Millis(at)) if isinstance(game.phase, s.AwaitingPlayers) else game.phase
            return replace(game, phase=phase, now=Millis(at))
        case e.Arrived(at=at):
            return replace(_arrived(game, event), now=Millis(at))
        case e.StartTileDrawn() | e.StartDrawTied() | e.StarterChosen() | e.PlacesDrawn():
            return _drawing(game, event)
        case e.PlacesDisputed():
            return _disputed(game)
        case e.PlaceChosen():
            return _place_chosen(game, event)
        case e.DealCompleted():
            return replace(game, dealing=False)
        case e.GameStarted():
            return replace(game, started=True)


def _arrived(game: s.Game, event: e.Arrived) -> s.Game:
    if not isinstance(game.phase, s.AwaitingPlayers):
        return game
    absent = tuple(seat for seat in game.phase.absent if seat is not event.seat)
    still = replace(game.phase, absent=absent, since=None)
    return replace(game, phase=still if absent else s.ChoosingStarter(game.seats, {}))


def _drawing(game: s.Game, event: e.StartTileDrawn | e.StartDrawTied | e.StarterChosen | e.PlacesDrawn) -> s.Game:
    phase = game.phase
    if not isinstance(phase, s.ChoosingStarter):
        return game
    if isinstance(event, e.StartTileDrawn):
        drawn = {**phase.drawn, event.seat: event.tile}
        return replace(game, phase=replace(phase, drawn=drawn), bag=game.bag.without(Tiles([event.tile])))
    out = phase.kept + Tiles(phase.drawn.values())
    if isinstance(event, e.StartDrawTied) and event.kept:
        return replace(game, phase=replace(phase, contenders=event.seats, drawn={}, kept=out))
    game = replace(game, bag=into_bag(game, out))
    match event:
        case e.StartDrawTied(seats=seats):
            return replace(game, phase=replace(phase, contenders=seats, drawn={}, kept=NO_TILES))
        case e.PlacesDrawn(seat=seat):
            return replace(game, phase=s.ChoosingPlace(seat, phase.starter or seat))
        case e.StarterChosen(seat=seat):
            return replace(game, phase=s.Dealing(seat, bool(phase.drawn)), starter=seat)


def _disputed(game: s.Game) -> s.Game:
    """The draw decides the places as well; when the pairing has decided who starts, it decides only them (PFS-2.2)."""
    match game.phase:
        case s.Dealing(starter=starter, drawn=True):
            return replace(game, phase=s.ChoosingPlace(starter, starter))
        case s.Dealing(starter=starter):
            return replace(game, disputed=True, phase=s.ChoosingStarter(game.seats, {}, starter))
        case _:
            return replace(game, disputed=True)


def _place_chosen(game: s.Game, event: e.PlaceChosen) -> s.Game:
    """The other player sits on the other side."""
    assert isinstance(game.phase, s.ChoosingPlace)
    starter = game.phase.starter
    other = next(side for side in type(event.place) if side is not event.place)
    places = {event.seat: event.place, game.players.next(event.seat): other}
    return replace(game, places=places, starter=starter, phase=s.Dealing(starter))


_UNTIL_THE_TURN = (c.Check.LEAVE, c.Check.CHECK_TOGETHER, c.Check.END, c.Check.ADJOURN, c.Check.SIGHT)
"""What a player has consented to until the next turn."""


def fold_plan(game: s.Game, event: e.Planned) -> s.Game:
    """Fold the plan of a turn."""
    match event:
        case e.TurnOpened(seat=seat):
            left = {**game.turn_left, seat: game.clock.left[seat]} if game.clock else {}
            agreed = game.confirmed_but(*_UNTIL_THE_TURN)
            return replace(game, phase=s.Thinking(seat), turn_left=left, confirmed=agreed)
        case e.TilesArranged(seat=seat, placement=placement):
            return _planned(game, s.Arranged(placement))
        case e.ExchangeAnnounced(tiles=tiles, count=count, lock=lock):
            game = _planned(game, s.Exchanging(tiles, count))
            if lock is None:
                return game
            return replace(game, phase=replace(game.phase, lock=lock), interruption=None)
        case e.PassAnnounced():
            return _planned(game, s.Passing())
        case e.ExchangeFailed(seat=seat, lock=lock):
            return replace(game, phase=s.Thinking(seat, lock=lock))
        case e.PassDeclared(seat=seat):
            return replace(game, phase=s.Closing(seat, s.TurnKind.PASS), interruption=None)


def _planned(game: s.Game, what: s.Arranged | s.Exchanging | s.Passing) -> s.Game:
    """Tiles laid out were on the rack: from now on this is known, and no other player can draw or state them."""
    assert isinstance(game.phase, s.Thinking)
    seat = game.phase.seat
    shown = what.placement.faces if isinstance(what, s.Arranged) else NO_TILES
    shown = what.tiles.seen if isinstance(what, s.Exchanging) else shown
    racks = game.racks.put(seat, game.racks[seat].without(shown) + shown)
    return replace(game, racks=racks, phase=s.Thinking(seat, what, game.phase.lock))


def fold_move(game: s.Game, event: e.MoveChanged) -> s.Game:
    """Fold the events of a move before it is closed."""
    match event:
        case e.TilesLaid():
            return _laid(game, event)
        case e.MoveReopened(seat=seat, lock=lock):
            laid = _laid_phase(game)
            own = {writer: points for writer, points in laid.records.items() if writer is seat}
            # What the opponent has written is of a move that has not ended now; it is written again when it has.
            again = s.Thinking(seat, s.Arranged(laid.placement), lock, laid.announced, own, laid.early)
            return replace(taken_back(game, laid), phase=again)
        case e.MoveTakenBack():
            return _taken_back(game, event)
        case e.MoveWithdrawn():
            return _withdrawn(game, event)
        case e.PlacementUpheld():
            return replace(game, phase=replace(_laid_phase(game), claimed=True))
        case e.BlanksWritten(seat=seat, blanks=blanks):
            card = game.cards.get(seat, Placement({}))
            return replace(game, cards={**game.cards, seat: Placement({**card.tiles, **blanks.tiles})})
        case e.BlanksDeclared(blanks=blanks):
            return _declared(game, blanks)
        case e.BlankSettled(blank=blank, words=words):
            return _settled(game, blank, words)
        case e.BlankDied(blank=blank):
            return replace(game, dead=game.dead | blank.tiles.keys())


def _laid_phase(game: s.Game) -> s.Laid:
    """The move that lies on the board, challenged or not."""
    match game.phase:
        case s.Laid() as laid:
            return laid
        case s.Challenged(laid=laid):
            return laid
        case _:
            raise AssertionError("no move lies on the board")


def _withdrawn(game: s.Game, event: e.MoveWithdrawn) -> s.Game:
    """The tiles are on the rack again, those set aside for an exchange too, and the turn is to be written down as lost."""
    seat = event.seat
    phase = s.Closing(seat, s.TurnKind.LOSS, cause=event.cause, clause=event.clause)
    if isinstance(game.phase, s.HandingOver):
        game = _opened_again(game, game.phase)
    if isinstance(game.phase, s.Closing):
        rack = game.racks[seat] + game.set_aside[seat]
        return replace(
            game, racks=game.racks.put(seat, rack), set_aside=game.set_aside.put(seat, NO_TILES), phase=phase
        )
    laid = _laid_phase(game)
    return replace(taken_back(game, laid), phase=replace(phase, withdrawn=laid))


def _opened_again(game: s.Game, over: s.HandingOver) -> s.Game:
    """The game before its last turn was closed; what has been drawn or ruled since then stays."""
    assert over.closed is not None
    *rows, row = game.turns
    exchanged = row.kind is s.TurnKind.EXCHANGE
    return replace(
        game,
        phase=over.closed,
        turns=s.History(rows),
        scores=game.scores.put(row.seat, game.scores[row.seat] - row.points),
        exchanges=game.exchanges.put(row.seat, game.exchanges[row.seat] - exchanged),
        idle=over.idle,
    )


def _laid(game: s.Game, event: e.TilesLaid) -> s.Game:
    seat = event.seat
    since = None if event.at is None else Millis(event.at)
    laid = s.Laid(seat, event.placement, event.words, event.points, event.faults, since=since)
    if isinstance(game.phase, s.Thinking):
        laid = replace(laid, announced=game.phase.announced, records=game.phase.records)
    return replace(
        game,
        board=game.board.lay(event.placement.tiles),
        racks=game.racks.put(seat, game.racks[seat].without(event.placement.faces)),
        phase=laid,
        interruption=None,
        now=since or game.now,
    )


def _taken_back(game: s.Game, event: e.MoveTakenBack) -> s.Game:
    """The tiles laid, arranged or set aside are on the rack again, and nothing is planned."""
    seat = event.seat
    match game.phase:
        case s.Laid() | s.Challenged():
            game = taken_back(game, _laid_phase(game))
        case _:
            rack = game.racks[seat] + game.set_aside[seat]
            game = replace(game, racks=game.racks.put(seat, rack), set_aside=game.set_aside.put(seat, NO_TILES))
    return replace(game, phase=s.Thinking(seat))


def _declared(game: s.Game, blanks: Placement) -> s.Game:
    phase = game.phase
    if isinstance(phase, s.Thinking) and isinstance(phase.plan, s.Arranged):
        tiles = {**phase.plan.placement.tiles, **blanks.tiles}
        return replace(game, phase=replace(phase, plan=s.Arranged(Placement(tiles))))
    return game


def _settled(game: s.Game, blank: Placement, words: tuple[e.ScoredWord, ...]) -> s.Game:
    """The blank is read as it was written; a move that has just been laid with it is read so too."""
    board = game.board.lay(blank.tiles)
    phase = game.phase
    if isinstance(phase, s.Laid):
        own = {square: blank.tiles.get(square, tile) for square, tile in phase.placement.tiles.items()}
        phase = replace(phase, placement=Placement(own), words=words)
    return replace(game, board=board, phase=phase)


def fold_talk(game: s.Game, event: e.Talked) -> s.Game:
    """Fold announcements, records and challenges of a move."""
    match event, game.phase:
        case e.ValueAnnounced(points=points), (s.Laid() | s.Thinking()) as phase:
            return replace(game, phase=replace(phase, announced=points))
        case e.Recorded(seat=seat, points=points), (s.Laid() | s.Thinking()) as phase:
            return replace(game, phase=replace(phase, records={**phase.records, seat: points}))
        case e.Recorded(seat=seat), s.Closing(recorded=recorded):
            return replace(game, phase=replace(game.phase, recorded=recorded | {seat}))
        case e.WordsChallenged(seat=seat, words=words), s.Laid() as laid:
            laid = replace(laid, challenged=True, hurried=False)
            return replace(game, phase=s.Challenged(laid, seat, words), interruption=None)
        case ((e.WordsTyped() | e.SlipConfirmed() | e.CheckRun() | e.CheckVoided()), s.Challenged() as challenge):
            return replace(game, phase=_checked(challenge, event))
        case e.WordsJudged(valid=valid), s.Challenged(laid=laid, words=words):
            laid = replace(laid, found=(*laid.found, *words) if valid else ())
            return replace(game, phase=laid, verdict=s.OpenVerdict(replace(game, verdict=None), valid))
        case e.VerdictOverridden(valid=valid, turns=int()), _:
            return _gone_back(game, valid)
        case e.VerdictOverridden(valid=True), s.Closing(withdrawn=s.Laid() as laid):
            return _laid_again(game, laid)
        case _:
            return game


def _gone_back(game: s.Game, valid: bool) -> s.Game:
    """The game as it stood before a verdict that was set aside; points and times ruled on since then stay so."""
    assert game.verdict is not None
    before, laid = game.verdict.before, game.verdict.laid
    assert isinstance(before.phase, s.Challenged)
    back = replace(
        before,
        phase=replace(laid, found=(*laid.found, *before.phase.words) if valid else ()),
        now=game.now,
        rulings=game.rulings,
        credited=game.credited,
        arbiter=game.arbiter,
        arbiter_sees=game.arbiter_sees,
        beside=game.beside,
        asking=game.asking,
        gone=game.gone,
    )
    for place, made in enumerate(game.rulings):
        was = place < len(before.rulings) and not before.rulings[place].reversed
        if was is made.reversed:
            back = _changed(back, made.ruling.measure, -made.change if made.reversed else made.change)
    return back


def _checked(challenge: s.Challenged, event: e.Talked) -> s.Challenged:
    match event:
        case e.WordsTyped(words=words):
            return replace(challenge, typed=words, confirmed=False)
        case e.SlipConfirmed():
            return replace(challenge, confirmed=True)
        case e.CheckVoided():
            return replace(challenge, typed=())
        case _:
            return replace(challenge, run=True)


def _laid_again(game: s.Game, laid: s.Laid) -> s.Game:
    rack = game.racks[laid.seat].without(laid.placement.faces)
    board = game.board.lay(laid.placement.tiles)
    return replace(game, board=board, racks=game.racks.put(laid.seat, rack), phase=laid)


def fold_turn_over(game: s.Game, event: e.TurnOver) -> s.Game:
    """Fold the end of a turn into a row of the score sheet."""
    seat = event.seat
    is_next = game.verdict is not None and game.verdict.laid.seat is seat and _is_after_verdict(game, game.verdict)
    verdict = None if is_next else game.verdict
    closed = game.phase if isinstance(game.phase, s.Laid | s.Closing) else None
    over = s.HandingOver(seat, closed, game.idle)
    after = replace(game, phase=over, interruption=None, verdict=verdict)
    match event:
        case e.MoveAccepted(points=points):
            row = _row(game, event, s.TurnKind.PLACEMENT, points)
            scores = game.scores.put(seat, row.total)
            return replace(after, scores=scores, passes=0, idle=0, turns=game.turns.added(row))
        case e.ExchangeAccepted():
            used = game.exchanges.put(seat, game.exchanges[seat] + 1)
            turns = game.turns.added(_row(game, event, s.TurnKind.EXCHANGE))
            return replace(after, exchanges=used, passes=0, idle=0, turns=turns)
        case e.TurnLost():
            turns = game.turns.added(_row(game, event, s.TurnKind.LOSS))
            return replace(after, passes=0, idle=game.idle + 1, turns=turns)
        case e.TurnPassed():
            turns = game.turns.added(_row(game, event, s.TurnKind.PASS))
            return replace(after, passes=game.passes + 1, idle=game.idle + 1, turns=turns)


def _is_after_verdict(game: s.Game, verdict: s.OpenVerdict) -> bool:
    """Whether the turn in which the verdict was given is on the score sheet."""
    return len(game.turns) > len(verdict.before.turns)


def _row(game: s.Game, event: e.TurnOver, kind: s.TurnKind, points: int = 0) -> s.Turn:
    seat, phase = event.seat, game.phase
    laid = phase.withdrawn if isinstance(phase, s.Closing) else phase
    if not isinstance(laid, s.Laid):
        laid = None
    rack = game.racks[seat] + game.set_aside[seat]
    records: Mapping[Seat, int] = {}
    if laid is not None and kind is s.TurnKind.PLACEMENT:
        rack, records = rack + laid.placement.faces, laid.records
    elif isinstance(phase, s.Closing):
        records = dict.fromkeys(phase.recorded, 0)
    return s.Turn(
        seat=seat,
        kind=kind,
        points=points,
        total=game.scores[seat] + points,
        words=laid.words if laid else (),
        forced=isinstance(event, e.TurnPassed) and event.forced is not None,
        placement=laid.placement if laid else None,
        rack=rack,
        aside=len(game.set_aside[seat]),
        records=records,
        number=len(game.turns) + 1,
        true=laid.points if laid and kind is s.TurnKind.PLACEMENT else 0,
    )


T = TypeVar("T")


def into_bag(game: s.Game, tiles: Tiles) -> Tiles:
    """The bag with tiles put into it; where people own it, they lie there face down like all others."""
    return game.bag + (tiles.backs() if game.venue is c.Venue.TABLE else tiles)


def fold_tiles(game: s.Game, event: e.TilesMoved) -> s.Game:
    """The game after an event of this module."""
    match event:
        case e.TilesDrawn():
            return _drawn(game, event)
        case e.TilesReturned(seat=seat, tiles=tiles):
            return replace(game, bag=into_bag(game, tiles), set_aside=game.set_aside.put(seat, NO_TILES))
        case e.TilesSetAside():
            return _set_aside(game, event)
        case e.RackStated():
            return _stated(game, event)
        case e.DrawDemanded(seat=seat, clause=clause):
            return replace(game, must_draw={**game.must_draw, seat: clause})
        case e.BagDied():
            return replace(game, bag_dead=True, must_draw={})
        case e.SurplusFound():
            return _surplus(game, event)
        case e.TilesInspected():
            return _inspected(game, event)
        case e.SurplusReturned():
            return _surplus_returned(game, event)


def _drawn(game: s.Game, event: e.TilesDrawn) -> s.Game:
    seat, tiles = event.seat, event.tiles
    game = replace(game, bag=game.bag.without(tiles))
    game = replace(game, racks=game.racks.put(seat, game.racks[seat] + tiles))
    game = replace(game, surplus_since=_surplus_since(game, event))
    if not len(game.bag):
        game = replace(game, must_draw={})
    elif not event.owing:
        game = replace(game, must_draw=but(game.must_draw, seat))
    phase = game.phase
    match phase:
        case s.Thinking() | s.Laid():
            phase = replace(phase, early=phase.early + event.early)
        case s.Challenged(laid=laid):
            phase = replace(phase, laid=replace(laid, early=laid.early + event.early))
        case _:
            return game
    return replace(game, phase=phase)


def _surplus_since(game: s.Game, event: e.TilesDrawn) -> Mapping[Seat, int]:
    """Since when a player has had too many tiles. A draw after the own move has just ended was not in that move.

    A move made with too many tiles and a draw that has again too many after it are one surplus: the rack was never put right.
    """
    since, seat = game.surplus_since, event.seat
    if isinstance(game.phase, s.Laid | s.Challenged | s.Closing) and game.on_turn is seat:
        return since
    if not event.surplus:
        return but(since, seat)
    refills = not (isinstance(game.phase, s.Thinking) and game.phase.seat is seat)
    had_before = seat in since and (refills or event.surplus > len(event.tiles))
    return since if had_before else {**since, seat: len(game.turns)}


def _set_aside(game: s.Game, event: e.TilesSetAside) -> s.Game:
    seat = event.seat
    return replace(
        game,
        racks=game.racks.put(seat, game.racks[seat].without(event.tiles)),
        set_aside=game.set_aside.put(seat, event.tiles),
        phase=s.Closing(seat, s.TurnKind.EXCHANGE),
        interruption=None,
    )


def _stated(game: s.Game, event: e.RackStated) -> s.Game:
    if event.turn is None:
        phase = game.phase
        if isinstance(phase, s.Inspecting) and phase.seat is event.seat:
            phase = replace(phase, pool=event.tiles.without(_lying(phase)))
        return replace(game, racks=game.racks.put(event.seat, event.tiles), phase=phase)
    return replace(game, turns=game.turns.changed(replace(game.turns[event.turn - 1], rack=event.tiles)))


def _surplus(game: s.Game, event: e.SurplusFound) -> s.Game:
    """The phase with which the game continues after the procedure.

    Tiles of a recorded move are not among those that are looked at; a move that is only being tried out is taken back.
    """
    match game.phase:
        case s.Thinking(seat=seat, plan=s.Arranged(placement=placement), early=early) if early and seat is event.seat:
            pool = game.racks[seat].without(placement.faces)
            then: s.Dealing | s.Thinking | s.Laid | s.Closing | s.HandingOver = replace(game.phase, early=0)
        case s.Thinking(seat=seat, lock=lock) if seat is event.seat:
            # With the tiles on the rack again there is no layout to which the player could be held.
            pool, then = game.racks[seat], s.Thinking(seat, lock=None if lock is e.Lock.LAYOUT else lock)
        case s.Laid() as laid:
            pool, then = game.racks[event.seat], replace(laid, early=0)
        case (s.Dealing() | s.Thinking() | s.Closing() | s.HandingOver()) as phase:
            pool, then = game.racks[event.seat], phase
        case _:
            return game
    return replace(game, phase=s.Inspecting(event.seat, event.count, event.chooser, pool, then))


def _inspected(game: s.Game, event: e.TilesInspected) -> s.Game:
    """The rack with the tiles that the chooser has seen."""
    if not isinstance(game.phase, s.Inspecting):
        return game
    lying = _lying(game.phase)
    pool = game.racks[event.of].without(lying).without(event.tiles.seen) + event.tiles.seen
    phase = replace(game.phase, pool=pool, drawn=event.tiles)
    return replace(game, racks=game.racks.put(event.of, pool + lying), phase=phase)


def _lying(phase: s.Inspecting) -> Tiles:
    """The tiles of a move that was recorded while its clock ran: they lie on the board and are none of the others."""
    then = phase.then
    plan = then.plan if isinstance(then, s.Thinking) and then.seat is phase.seat else None
    return plan.placement.faces if isinstance(plan, s.Arranged) else NO_TILES


def _surplus_returned(game: s.Game, event: e.SurplusReturned) -> s.Game:
    seat, tiles, phase = event.seat, event.tiles, game.phase
    if not isinstance(phase, s.Inspecting):
        return game
    lying = _lying(phase)
    game = replace(
        game,
        racks=game.racks.put(seat, game.racks[seat].without(lying).without(tiles) + lying),
        bag=into_bag(game, tiles),
        surplus_since=but(game.surplus_since, seat),
    )
    return _after_inspection(game, phase.then)


def _after_inspection(game: s.Game, then: s.Dealing | s.Thinking | s.Laid | s.Closing | s.HandingOver) -> s.Game:
    """The game goes on where it was: the clock to be started again is never the one on which the chooser thought."""
    running = then.seat if isinstance(then, s.Thinking) else None
    if isinstance(then, s.Laid) and then.hurried:
        running = game.players.next(then.seat)
    waiting = game.interruption
    if waiting is not None:
        waiting = replace(waiting, running=running) if running else None
    return replace(game, phase=then, interruption=waiting)


def but(values: Mapping[Seat, T], seat: Seat) -> dict[Seat, T]:
    """The values without that of one seat."""
    return {other: value for other, value in values.items() if other is not seat}


def taken_back(game: s.Game, laid: s.Laid) -> s.Game:
    """The game with the tiles of a move on the rack again; the phase is the caller's affair."""
    rack = game.racks[laid.seat] + laid.placement.faces
    return replace(game, board=game.board.take(laid.placement.tiles), racks=game.racks.put(laid.seat, rack))


def fold_time(game: s.Game, event: e.TimeChanged) -> s.Game:
    """The game after an event of this module."""
    match event:
        case e.ClockStarted() | e.ClockStopped() | e.ClockSet() | e.FlagFell() | e.TurnTimeExceeded():
            return _clock(game, event)
        case e.TimeCredited():
            return _credited(game, event)
        case e.SoloBegan():
            return replace(game, solo=True, passes=0, idle=0)
        case e.PlayInterrupted(seat=seat, reason=reason, running=running, at=at):
            awaiting = reason in (c.StopReason.ARBITER, c.StopReason.BREAK)
            since = None if at is None else Millis(at)
            agreed = game.confirmed_but(c.Check.ADJOURN)
            waiting = s.Interruption(seat, reason, running, awaiting, since)
            return replace(game, interruption=waiting, counting=None, confirmed=agreed, now=since or game.now)
        case e.PlayResumed():
            return _answered(replace(game, confirmed=game.confirmed_but(c.Check.GO_ON, c.Check.RESUME)))
        case e.PresenceChanged(seat=seat, here=here, at=at):
            gone = but(game.gone, seat) if here else {**game.gone, seat: Millis(at)}
            return replace(game, gone=gone, now=Millis(at))
        case e.ArbiterChanged(here=here, sees_racks=sees, roles=roles, asking=asking, playing=playing):
            consents = game.confirmed_but(c.Check.SIGHT)
            if playing is not None:
                game = replace(game, officials=playing)
            return replace(game, arbiter=here, arbiter_sees=sees, beside=roles, asking=asking, confirmed=consents)
        case e.PlayerResigned(seat=seat):
            return replace(game, resigned=game.resigned | {seat})
        case e.LeftBoard(seat=seat, at=at):
            away = {**game.away, seat: Millis(at)}
            return replace(game, away=away, confirmed=game.confirmed_but(c.Check.LEAVE), now=Millis(at))
        case e.CameBack(seat=seat, at=at):
            return replace(game, away=but(game.away, seat), now=Millis(at))
        case e.CountBegan(seat=seat):
            return replace(game, counting=seat)
        case e.CountStated() | e.CountBrokenOff():
            return replace(game, counting=None)
        case e.AbsenceReported() | e.RecordOverdue() | e.IrregularityReported():
            return game


def _clock(
    game: s.Game, event: e.ClockStarted | e.ClockStopped | e.ClockSet | e.FlagFell | e.TurnTimeExceeded
) -> s.Game:
    clock = game.clock or Clock(BySeat.all(len(game.seats), Millis(0)))
    match event:
        case e.ClockStarted(seat=seat, at=at, left=left):
            hurried = isinstance(game.phase, s.Laid) and game.phase.seat is not seat
            phase = replace(game.phase, hurried=True) if hurried else game.phase
            clock = clock.started(seat, Millis(at), Millis(left))
            # The chooser's time to think does not end the interruption (PFS-4.10.1d).
            waiting = game.interruption if isinstance(game.phase, s.Inspecting) else None
            return replace(game, clock=clock, phase=phase, interruption=waiting, now=Millis(at))
        case e.ClockStopped(seat=seat, at=at, left=left):
            return replace(game, clock=clock.stopped(seat, Millis(left)), now=Millis(at))
        case e.ClockSet(seat=seat, left=left):
            return replace(game, clock=clock.set(seat, Millis(left)))
        case e.FlagFell(seat=seat, at=at):
            flagged = game.flagged.put(seat, True)
            phase = replace(game.phase, flagged=Millis(at)) if isinstance(game.phase, s.Laid) else game.phase
            return replace(game, clock=clock.stopped(seat, Millis(0)), flagged=flagged, phase=phase, now=Millis(at))
        case e.TurnTimeExceeded(seat=seat, at=at):
            return replace(game, clock=clock.stopped(seat, Millis(0)), now=Millis(at))


def _credited(game: s.Game, event: e.TimeCredited) -> s.Game:
    clock = game.clock.credited(Millis(event.millis)) if game.clock else None
    credited = game.credited
    if event.why is c.CreditReason.DELIVERY:
        credited = {**credited, event.seat: Millis(credited.get(event.seat, 0) + event.millis)}
    return replace(game, clock=clock, credited=credited, now=Millis(event.at))


def fold_ruling(game: s.Game, event: e.Ruled) -> s.Game:
    """The game after an event of this module."""
    match event:
        case e.PenaltyCharged(seat=seat, points=points):
            return _add(game, seat, -points)
        case e.RulingMade():
            return _ruled(game, event)
        case e.RulingReversed(number=number):
            return _reversed(game, number)
        case e.TurnReopened(seat=seat, passes=passes, idle=idle):
            return replace(game, phase=s.Thinking(seat), passes=passes, idle=idle, turns=s.History(game.turns[:-1]))
        case e.GameReopened():
            return replace(game, phase=game.phase.before) if isinstance(game.phase, s.Over) else game
        case e.MoveReread() | e.CorrectionAsked() | e.ScoreCorrected():
            return _put_right(game, event)
        case e.LeftoversDue(ending=ending, clause=clause, out=out):
            # Tiles of an exchange for which nothing was drawn lie with those of the rack, to be told together.
            racks = BySeat(rack + aside for rack, aside in zip(game.racks, game.set_aside, strict=True))
            nothing = BySeat.all(len(game.seats), NO_TILES)
            return replace(game, racks=racks, set_aside=nothing, must_draw={}, phase=s.Settling(ending, clause, out))
        case e.GameEnded(result=result, clause=clause):
            # Tiles drawn for the start stay where they are, whoever ends the game meanwhile.
            before = game.phase if result.forfeited or isinstance(game.phase, s.ChoosingStarter) else None
            game = game if before else replace(game, must_draw={})
            return replace(game, phase=s.Over(result, before, clause=clause), scores=result.final, interruption=None)
        case e.SlipSigned() | e.SlipHandedIn() | e.SlipCorrected():
            return _slip(game, event)
        case e.SeedRevealed(seed=seed):
            return replace(game, seed=seed)
        case _:
            assert_never(event)


def _add(game: s.Game, seat: Seat, points: int) -> s.Game:
    """Points outside the turns; after the game they change the result as well (S34)."""
    game = replace(game, scores=game.scores.put(seat, game.scores[seat] + points))
    if isinstance(game.phase, s.Over) and points:
        result = game.phase.result.with_points(seat, points)
        game = replace(game, phase=replace(game.phase, result=result, slip=_altered(game.phase.slip, seat, points)))
    return game


def _altered(slip: s.Slip, seat: Seat, points: int) -> s.Slip:
    """The arbiter alters a slip that has been handed in; otherwise the players sign again (PFS-5.2c)."""
    if slip.handed_in is not None:
        return replace(slip, handed_in=slip.handed_in.put(seat, slip.handed_in[seat] + points))
    return s.Slip(amended=slip.amended or bool(slip.signed))


def _ruled(game: s.Game, event: e.RulingMade) -> s.Game:
    """A ruling with its effect. Its changes to a score or a clock are stored, so that it can be taken back."""
    change = _change(game, event.measure)
    made = s.Made(event, change=change, was=_replaced(game, event.measure), turns=len(game.turns))
    game = _answered(replace(game, rulings=(*game.rulings, made)))
    match event.measure:
        case c.CorrectTiles(tiles=tiles):
            return _tiles_corrected(game, tiles)
        case c.LiftLock() if isinstance(game.phase, s.Thinking):
            return replace(game, phase=replace(game.phase, lock=None))
        case measure:
            return _changed(game, measure, change)


def _answered(game: s.Game) -> s.Game:
    """The call for the arbiter has been answered; if a clock was stopped for it, it is started again (PFS-4.9.2)."""
    waiting = game.interruption
    if waiting is None or not waiting.awaiting:
        return game
    return replace(game, interruption=replace(waiting, awaiting=False) if waiting.running else None)


def _change(game: s.Game, measure: c.Measure) -> int:
    match measure:
        case c.Deduct(points=points):
            return -points
        case c.SettleScore(seat=seat, points=points):
            return points - game.scores[seat]
        case c.AdjustClock(millis=millis) if game.clock:
            return millis
        case _:
            return 0


def _replaced(game: s.Game, measure: c.Measure) -> Placement | None:
    if not isinstance(measure, c.CorrectTiles):
        return None
    return Placement({square: tile for square in measure.tiles.tiles if (tile := game.board[square]) is not None})


def _changed(game: s.Game, measure: c.Measure, change: int) -> s.Game:
    match measure:
        case c.Deduct(seat=seat) | c.SettleScore(seat=seat):
            return _add(game, seat, change)
        case c.AdjustClock(seat=seat) if game.clock:
            return replace(game, clock=_longer(game.clock, seat, change))
        case _:
            return game


def _longer(clock: Clock, seat: Seat, change: int) -> Clock:
    return clock.set(seat, Millis(clock.left[seat] + change))


def _reversed(game: s.Game, number: int) -> s.Game:
    made = game.rulings[number - 1]
    rulings = (*game.rulings[: number - 1], replace(made, reversed=True), *game.rulings[number:])
    game = _answered(replace(game, rulings=rulings))
    return _changed(game, made.ruling.measure, -made.change) if made.was is None else _tiles_corrected(game, made.was)


def _tiles_corrected(game: s.Game, tiles: Placement) -> s.Game:
    """Tiles on the board are read otherwise from now on; those of a move that awaits its record are the same tiles."""
    game = replace(game, board=game.board.lay(tiles.tiles))
    match game.phase:
        case s.Laid() as laid:
            return replace(game, phase=_with_tiles(laid, tiles))
        case s.Challenged(laid=laid):
            return replace(game, phase=replace(game.phase, laid=_with_tiles(laid, tiles)))
        case s.HandingOver(closed=s.Laid() as laid):
            return replace(game, phase=replace(game.phase, closed=_with_tiles(laid, tiles)))
        case _:
            return game


def _with_tiles(laid: s.Laid, tiles: Placement) -> s.Laid:
    mine = {square: tile for square, tile in tiles.tiles.items() if square in laid.placement.tiles}
    return replace(laid, placement=Placement({**laid.placement.tiles, **mine}))


def _put_right(game: s.Game, event: e.MoveReread | e.CorrectionAsked | e.ScoreCorrected) -> s.Game:
    match event:
        case e.MoveReread():
            return _reread(game, event)
        case e.CorrectionAsked(turn=turn, points=points):
            same = tuple(
                correction for correction in game.asked if (correction.turn, correction.points) == (turn, points)
            )
            return replace(game, asked=(*same, event))
        case e.ScoreCorrected():
            return _corrected(game, event)


def _reread(game: s.Game, event: e.MoveReread) -> s.Game:
    """The words keep their places, so that a challenge is about the same ones; they are to be typed again."""
    match game.phase:
        case s.Laid() as laid:
            return replace(game, phase=replace(laid, words=event.words, points=event.points))
        case s.Challenged(laid=laid, words=asked):
            now = {old.text: new.text for old, new in zip(laid.words, event.words, strict=True)}
            laid = replace(laid, words=event.words, points=event.points)
            words = tuple(now[word] for word in asked)
            return replace(game, phase=s.Challenged(laid, game.phase.challenger, words))
        case _:
            return game


def _corrected(game: s.Game, event: e.ScoreCorrected) -> s.Game:
    """The row, the totals after it, and the score; after the game its result too."""
    row = game.turns[event.turn - 1]
    change = event.points - row.points
    turns = s.History(_moved(turn, row.seat, event, change) for turn in game.turns)
    return _add(replace(game, turns=turns), row.seat, change)


def _moved(turn: s.Turn, seat: Seat, event: e.ScoreCorrected, change: int) -> s.Turn:
    if turn.seat is not seat or turn.number < event.turn:
        return turn
    points = event.points if turn.number == event.turn else turn.points
    return replace(turn, points=points, total=turn.total + change)


def _slip(game: s.Game, event: e.SlipSigned | e.SlipHandedIn | e.SlipCorrected) -> s.Game:
    """The slip after an event. A consent is to certain figures, so each change requires a new one."""
    if not isinstance(game.phase, s.Over):
        return game
    slip: s.Slip = game.phase.slip
    match event:
        case e.SlipSigned(seat=seat, final=final):
            before: BySeat[int] | None = slip.signed.get(seat)
            amended = slip.amended or before not in (None, final)
            slip = replace(slip, signed={**slip.signed, seat: final}, amended=amended)
        case e.SlipHandedIn(final=final) | e.SlipCorrected(final=final):
            slip = replace(slip, handed_in=final)
    agreed = frozenset(done for done in game.confirmed if done[1] is not c.Check.SLIP)
    return replace(game, phase=replace(game.phase, slip=slip), confirmed=agreed)


def replay(events: Iterable[e.Event]) -> s.Game | None:
    """Replay the events of a log.

    Args:
        events: The events from the first on, a `GameCreated`.

    Returns:
        The game after them; `None` for an empty log.

    Raises:
        ValueError: The log does not begin with `GameCreated`.

    Example:
        >>> from mostek import Seat, Tiles, conduct, replay, rulebook
        >>> from mostek.referee.commands import CreateGame
        >>> first = lambda bag, count: Tiles(sorted(bag)[:count])
        >>> create = CreateGame(rulebook="gen", players=("Ala", "Ola"), starter=Seat.FIRST)
        >>> conducted = conduct(None, create, rulebook("gen"), first)
        >>> replay(conducted.events) == conducted.game
        True

    """
    game: s.Game | None = None
    for event in events:
        game = begin(event) if isinstance(event, e.GameCreated) else evolve(_begun(game), event)
    return game


def evolve(game: s.Game, event: e.Event) -> s.Game:
    """Fold one event; a `GameCreated` begins the game again.

    Args:
        game: The game before the event.
        event: A fact that `decide` gave for this game.

    Returns:
        The game after it; `game` itself is not changed.

    Example:
        >>> from mostek import Seat, Tiles, conduct, evolve, rulebook
        >>> from mostek.referee.events import PassDeclared
        >>> from mostek.referee.commands import CreateGame
        >>> first = lambda bag, count: Tiles(sorted(bag)[:count])
        >>> create = CreateGame(rulebook="gen", players=("Ala", "Ola"), starter=Seat.FIRST)
        >>> game = conduct(None, create, rulebook("gen"), first).game
        >>> type(evolve(game, PassDeclared(Seat.FIRST)).phase).__name__
        'Closing'

    """
    return _FOLDS[type(event)](game, event)


def _begun(game: s.Game | None) -> s.Game:
    if game is None:
        raise ValueError("a log begins with the event that the game was created")
    return game


def _again(game: s.Game, event: e.GameCreated) -> s.Game:
    return begin(event)


_FOLDS_OF_GROUP: tuple[tuple[object, Callable[[s.Game, Any], s.Game]], ...] = (
    (e.Planned, fold_plan),
    (e.MoveChanged, fold_move),
    (e.Talked, fold_talk),
    (e.TurnOver, fold_turn_over),
    (e.TilesMoved, fold_tiles),
    (e.TimeChanged, fold_time),
    (e.Ruled, fold_ruling),
    (e.Beginning, fold_beginning),
)
_FOLDS: Mapping[type[Any], Callable[[s.Game, Any], s.Game]] = {e.GameCreated: _again} | {
    kind: fold for kinds, fold in _FOLDS_OF_GROUP for kind in get_args(kinds)
}
"""The function that folds each kind of event: looked up, since this is done for every event of every game."""
