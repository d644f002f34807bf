"""The options of a person: what is allowed now, and why the rest is refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct, msgpack
from msgspec.structs import astuple, replace

from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat, Viewer, role_of
from mostek.core.tiles import BACK, BLANK, Tile, Tiles, tile_set
from mostek.referee import commands as c
from mostek.referee import state as p
from mostek.referee.agreements import lacks_sight
from mostek.referee.decide import decide, may_ask
from mostek.referee.endings import awaits_consent
from mostek.referee.placements import older_tiles_used
from mostek.referee.records import objections_since
from mostek.referee.refusals import Reason, Refused
from mostek.referee.views import stage_of
from mostek.rules.loading import book_of, guidance
from mostek.rules.rulebook import Authority, CheckMode, Debt, Rulebook, Ruling

Occasion = Callable[[p.Game, Seat, Rulebook], bool]
"""A test whether a command is possible in the current game."""


def is_open(game: p.Game, seat: Seat, book: Rulebook, kind: type[Any]) -> bool:
    """Whether it is worth asking the judge about such a command of the player in `seat`."""
    phases = _PHASES.get(kind)
    if phases is not None and not isinstance(game.phase, phases):
        return False
    occasion = _OCCASIONS.get(kind)
    return occasion is None or occasion(game, seat, book)


def is_choice_open(game: p.Game, seat: Seat, book: Rulebook, kind: type[Any], choice: str) -> bool:
    """Whether it is worth asking about this choice of a command that `is_open`."""
    occasion = _CHOICES.get((kind, choice))
    return occasion is None or occasion(game, seat, book)


def needs_hands(game: p.Game, kind: type[Any], choice: str) -> bool:
    """Whether nobody at this table has in their hands what the command is about: online there is no set, bag or place.

    A check that a game requires is offered at any table, because play waits for it (PFS-1.1.1a, 1.1.2, 1.2).
    """
    if game.venue is c.Venue.TABLE:
        return False
    return kind in _BY_HAND or ((kind, choice) in _CHOICES_BY_HAND and choice not in game.checks)


def _thinks(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return game.on_turn is seat and not game.flagged[seat]


def _plans(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return isinstance(game.phase, p.Thinking) and game.phase.seat is seat and game.phase.plan is not None


def _declares(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    late = isinstance(game.phase, p.Laid) and game.phase.seat is seat and game.phase.undeclared
    return late or _plans(game, seat, book)


def _runs(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return game.clock is not None and game.clock.running is not None


def _stands(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return game.clock is not None and game.clock.running is None


def _by_order(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return book.order.procedures.value


def _can_call(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return book.order.authority.value is not Authority.NOBODY and game.arbiter


def _announces(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    if isinstance(game.phase, p.Laid):
        return game.phase.seat is seat and game.phase.announced is None
    return _plans(game, seat, book)


def _records(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    match game.phase:
        case p.Thinking(seat=mover, announced=announced):
            return mover is seat and announced is not None
        case p.Laid(seat=mover, records=written):
            return seat not in written or seat in (mover, game.scorer)
        case _:
            return True


def _follows(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return game.on_turn is not seat


def blank_lies(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    """Whether a blank can lie on the board: not all of them are known to be elsewhere."""
    elsewhere: int = game.bag.count(BLANK) + sum(part.count(BLANK) for part in (*game.racks, *game.set_aside))
    return elsewhere < game.tiles.count(BLANK)


def _blank_in_view(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    plan = game.phase.plan if isinstance(game.phase, p.Thinking) else None
    laid_out = plan.placement.tiles.values() if isinstance(plan, p.Arranged) else ()
    return blank_lies(game, seat, book) or any(tile.blank for tile in laid_out)


def _bag_is_open(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    free = game.venue is c.Venue.TABLE or len(game.racks[seat]) < book.move.rack_size.value
    return free and not game.bag_dead and not game.away


def _is_short(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    full = book.move.rack_size.value
    return book.order.debt.value is Debt.ON_DEMAND and any(len(rack) < full for rack in game.racks)


def _has_surplus(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    """Online a rack cannot hold too many tiles, unless the game was taken up so."""
    at_table = game.venue is c.Venue.TABLE or any(len(rack) > book.move.rack_size.value for rack in game.racks)
    return at_table and book.order.procedures.value


def _can_be_told(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return _is_untold(game, seat, book) or _was_untold(game, seat, book)


def _is_untold(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return bool(game.racks[seat].unseen)


def _was_untold(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return any(turn.seat is seat and turn.rack.unseen for turn in game.turns)


def _before(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return not game.started


def _at_table(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return game.venue is c.Venue.TABLE


def _is_away(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return seat in game.away


def _counts(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return game.counting is seat


def _may_count(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return game.counting is None


def _has_wrong_turn(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return not game.turns.is_true


def _leaves(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return isinstance(game.phase, p.Thinking) and book.order.procedures.value


def _is_checked(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return book.challenge.check.value is CheckMode.TOGETHER and isinstance(game.phase, p.Challenged)


def _slip_awaits_consent(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return awaits_consent(game, book)


def _stops_to_count(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return book.order.stop_for_counting.value


def _waits(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return game.interruption is not None and game.interruption.awaiting


def _settles(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return game.started and book.end.by_agreement.value and not isinstance(game.phase, p.Over)


def _aborts(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return len(game.turns) <= len(game.seats) and book.end.by_agreement.value


def _misses(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return bool(game.gone) or _waits(game, seat, book)


def _lacks_sight(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return lacks_sight(game) and not isinstance(game.phase, p.Over)


def _never(game: p.Game, seat: Seat, book: Rulebook) -> bool:
    return False


_BY_HAND = frozenset({c.DisputePlaces, c.CountTiles})
"""The commands about a place at the table or a bag to count (PFS-2.2, 6.5)."""
_CHOICES_BY_HAND = frozenset(
    {
        (c.Confirm, c.Check.SET),
        (c.Confirm, c.Check.CLOCK),
        (c.Confirm, c.Check.EQUIPMENT),
        (c.StopClock, c.StopReason.COUNTING),
    }
)
"""The choices about things that lie on a real table."""
_PHASES: Mapping[type[Any], tuple[type[Any], ...]] = {
    c.LayTiles: (p.Thinking,),
    c.AnnounceExchange: (p.Thinking,),
    c.ExchangeTiles: (p.Thinking,),
    c.PassTurn: (p.Thinking,),
    c.DeclareBlanks: (p.Thinking, p.Laid),
    c.AnnounceValue: (p.Thinking, p.Laid),
    c.RecordMove: (p.Thinking, p.Laid, p.Closing),
    c.ChallengeWords: (p.Laid,),
    c.ClaimPlacement: (p.Laid,),
    c.TypeWords: (p.Challenged,),
    c.ConfirmSlip: (p.Challenged,),
    c.RunCheck: (p.Challenged,),
    c.DisputeBlank: (p.Thinking, p.Laid),
    c.DrawStartTile: (p.ChoosingStarter,),
    c.DrawTiles: (p.Dealing, p.Thinking, p.Laid, p.Challenged, p.Closing, p.HandingOver),
    c.InspectTiles: (p.Inspecting,),
    c.ReturnTiles: (p.Inspecting,),
    c.DisputePlaces: (p.ChoosingStarter, p.Dealing),
    c.ChoosePlace: (p.ChoosingPlace,),
    c.Arrive: (p.AwaitingPlayers,),
    c.LeaveBoard: (p.Thinking,),
    c.SignSlip: (p.Over,),
    c.HandInSlip: (p.Over,),
    c.CorrectSlip: (p.Over,),
}
"""The phases in which a kind of command is possible; other kinds are possible in any phase."""
_OCCASIONS: Mapping[type[Any], Occasion] = {
    c.LayTiles: _thinks,
    c.AnnounceExchange: _thinks,
    c.ExchangeTiles: _thinks,
    c.PassTurn: _thinks,
    c.DeclareBlanks: _declares,
    c.StopClock: _runs,
    c.StartClock: _stands,
    c.AnnounceValue: _announces,
    c.RecordMove: _records,
    c.ChallengeWords: _follows,
    c.ClaimPlacement: _follows,
    c.WriteBlanks: _blank_in_view,
    c.DisputeBlank: blank_lies,
    c.DrawTiles: _bag_is_open,
    c.DemandDraw: _is_short,
    c.ClaimSurplus: _by_order,
    c.StateRack: _can_be_told,
    c.StateSet: _before,
    c.LaySquare: _at_table,
    c.LeaveBoard: _leaves,
    c.ReturnToBoard: _is_away,
    c.CountTiles: _may_count,
    c.StateCount: _counts,
    c.CallArbiter: _can_call,
    c.WithdrawCall: _waits,
    c.Resign: _settles,
    c.Abort: _aborts,
    c.ClaimAbsence: _misses,
    c.CorrectScore: _has_wrong_turn,
}
"""Further conditions for a kind of command."""
_CHOICES: Mapping[tuple[type[Any], str], Occasion] = {
    (c.StopClock, c.StopReason.MOVE): _plans,
    (c.StopClock, c.StopReason.SURPLUS): _has_surplus,
    (c.StopClock, c.StopReason.ARBITER): _can_call,
    (c.StopClock, c.StopReason.DUTY): _by_order,
    (c.StopClock, c.StopReason.COUNTING): _stops_to_count,
    (c.StopClock, c.StopReason.BREAK): _never,
    (c.StopClock, c.StopReason.OTHER): _never,
    **{(c.ClaimSurplus, str(int(seat))): _has_surplus for seat in Seat},
    (c.StateRack, "now"): _is_untold,
    (c.StateRack, "before"): _was_untold,
    (c.Confirm, c.Check.SET): _before,
    (c.Confirm, c.Check.CLOCK): _before,
    (c.Confirm, c.Check.EQUIPMENT): _before,
    (c.Confirm, c.Check.LEAVE): _leaves,
    (c.Confirm, c.Check.CHECK_TOGETHER): _is_checked,
    (c.Confirm, c.Check.SLIP): _slip_awaits_consent,
    (c.Confirm, c.Check.END): _settles,
    (c.Confirm, c.Check.ADJOURN): _settles,
    (c.Confirm, c.Check.RESUME): _waits,
    (c.Confirm, c.Check.GO_ON): _waits,
    (c.Confirm, c.Check.SIGHT): _lacks_sight,
}
"""Further conditions for one choice of a command."""


Probe = tuple[str, c.Command]
"""Which of several things the command is about, `""` if there is one only; and the command.

Where several have the same name, it is enough that one of them is allowed.
"""

Make = Callable[[p.Game, Seat], Iterable[Probe]]

_WHY = "?"
"""A reason, where one is needed; the person will give a better one."""


def probes(game: p.Game, who: Seat | Role, clause: str) -> Iterator[Probe]:
    """Every kind of command of this person. `clause` is one that a ruling may cite."""
    if isinstance(who, Seat):
        for kind, make in _OF_PLAYER:
            yield from (probe for probe in make(game, who) if not needs_hands(game, kind, probe[0]))
    else:
        yield from _beside(game, who, clause)


def likely(game: p.Game, who: Seat | Role, clause: str, book: Rulebook) -> Iterator[Probe]:
    """The `probes` that are possible in the current game; only they need a trial."""
    if not isinstance(who, Seat):
        yield from (probe for probe in _beside(game, who, clause) if may_ask(who, type(probe[1])))
        return
    for kind, make in _OF_PLAYER:
        if is_open(game, who, book, kind):
            for probe in make(game, who):
                if is_choice_open(game, who, book, kind, probe[0]) and not needs_hands(game, kind, probe[0]):
                    yield probe


def _plain(kind: Callable[..., c.Command]) -> Make:
    """The commands without arguments."""
    return lambda game, seat: (("", kind(seat=seat)),)


def _laying(game: p.Game, seat: Seat) -> Iterator[Probe]:
    rack = sorted(game.racks[seat])
    face = rack[0] if rack and rack[0] != BACK else "A"
    square = next((square for square in game.board.layout.squares() if game.board[square] is None), Square(0, 0))
    yield "", c.LayTiles(seat=seat, placement=Placement({square: Tile.read(face)}))


def _exchanging(game: p.Game, seat: Seat) -> Iterator[Probe]:
    rack = sorted(game.racks[seat])
    yield "", c.ExchangeTiles(seat=seat, tiles=Tiles(rack[:1] or ["A"]), count=1)


def _declaring(game: p.Game, seat: Seat) -> Iterator[Probe]:
    for blank in _blanks(game, seat, lying=False):
        yield "", c.DeclareBlanks(seat=seat, blanks=blank)


def _stopping(game: p.Game, seat: Seat) -> Iterator[Probe]:
    for reason in c.StopReason:
        yield reason, c.StopClock(seat=seat, reason=reason)


def _announcing(game: p.Game, seat: Seat) -> Iterator[Probe]:
    laid = game.phase.laid if isinstance(game.phase, p.Challenged) else game.phase
    yield "", c.AnnounceValue(seat=seat, points=laid.points if isinstance(laid, p.Laid) else 0)


def _typing(game: p.Game, seat: Seat) -> Iterator[Probe]:
    words = game.phase.words if isinstance(game.phase, p.Challenged) else ("A",)
    yield "", c.TypeWords(seat=seat, words=words)


def _writing(game: p.Game, seat: Seat) -> Iterator[Probe]:
    for blank in _blanks(game, seat, lying=True):
        yield "", c.WriteBlanks(seat=seat, blanks=blank)


def _disputing(game: p.Game, seat: Seat) -> Iterator[Probe]:
    for blank in _blanks(game, seat, lying=True):
        yield "", c.DisputeBlank(seat=seat, blank=blank)


def _blanks(game: p.Game, seat: Seat, lying: bool) -> list[Placement]:
    """The blanks of the move that is being made, and those that lie on the board, each alone; any square if there is none.

    A blank gets the letter that the player has written, else the one that it stands for.
    """
    plan = game.phase.plan if isinstance(game.phase, p.Thinking) else game.phase
    tiles = plan.placement.tiles if isinstance(plan, p.Arranged | p.Laid) else {}
    any_blank = Tile(tile_set(game.tile_set).alphabet.letters[0], blank=True)
    blanks = {square: tile for square, tile in tiles.items() if tile.blank}
    if lying:
        blanks |= game.board.blanks()
    blanks = blanks or {Square(0, 0): any_blank}
    card = game.cards.get(seat, Placement({})).tiles
    known = {square: tile if tile.letter else any_blank for square, tile in blanks.items()}
    return [Placement({square: card.get(square, tile)}) for square, tile in known.items()]


def _drawing_for_start(game: p.Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.DrawStartTile(seat=seat, tile=next(iter(sorted(game.unseen())), None) if game.bag.unseen else None)


def _drawing(game: p.Game, seat: Seat) -> Iterator[Probe]:
    # At a table a hand may go into the bag when nothing is missing, too (PFS-4.3.6, 4.10.1): that is for others to claim.
    yield "", c.DrawTiles(seat=seat, count=1 if game.venue is c.Venue.TABLE and len(game.bag) else None)


def _claiming(game: p.Game, seat: Seat) -> Iterator[Probe]:
    for of in game.seats:
        yield str(int(of)), c.ClaimSurplus(seat=seat, of=of)
        yield f"{int(of)} accident", c.ClaimSurplus(seat=seat, of=of, accident=True)


def _returning(game: p.Game, seat: Seat) -> Iterator[Probe]:
    phase = game.phase
    some = sorted(phase.drawn or phase.pool)[: phase.count] if isinstance(phase, p.Inspecting) else ["A"]
    yield "", c.ReturnTiles(seat=seat, tiles=Tiles(some))


def _telling(game: p.Game, seat: Seat) -> Iterator[Probe]:
    yield "now", c.StateRack(seat=seat, tiles=_whole_rack(game, seat))
    own = [turn for turn in game.turns if turn.seat is seat]
    if own:
        yield "before", c.StateRack(seat=seat, tiles=own[-1].rack, turn=own[-1].number)


def _whole_rack(game: p.Game, seat: Seat) -> Tiles:
    """A possible statement of a rack: its known tiles, filled up with unseen tiles."""
    rack = game.racks[seat]
    return rack.seen + Tiles(sorted(game.unseen())[: rack.unseen])


def _confirming(game: p.Game, seat: Seat) -> Iterator[Probe]:
    for check in c.Check:
        yield check, c.Confirm(seat=seat, what=check)


def _counting_set(game: p.Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.StateSet(seat=seat, tiles=tile_set(game.tile_set).tiles)


def _squaring(game: p.Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.LaySquare(seat=seat, count=len(game.tiles))


def _choosing(game: p.Game, seat: Seat) -> Iterator[Probe]:
    for place in c.Place:
        yield place, c.ChoosePlace(seat=seat, place=place)


def _counted(game: p.Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.StateCount(seat=seat, count=len(game.bag))


def _missing(game: p.Game, seat: Seat) -> Iterator[Probe]:
    for of in game.opponents_of(seat):
        yield str(int(of)), c.ClaimAbsence(seat=seat, of=of)


def _correcting(game: p.Game, seat: Seat) -> Iterator[Probe]:
    wrong = [turn for turn in game.turns if turn.points != turn.true]
    for turn in wrong or game.turns[-1:]:
        yield str(turn.number), c.CorrectScore(seat=seat, turn=turn.number, points=turn.true)


def _signing(game: p.Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.SignSlip(seat=seat, final=game.scores)


def _mending_slip(game: p.Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.CorrectSlip(seat=seat, final=_exchanged(game))


def _exchanged(game: p.Game) -> BySeat[int]:
    slip = game.phase.slip.handed_in if isinstance(game.phase, p.Over) else None
    return BySeat(reversed(list(slip or game.scores)))


def _beside(game: p.Game, role: Role, clause: str) -> Iterator[Probe]:
    verdict = game.verdict
    valid = isinstance(game.phase, p.Closing) if verdict is None else not verdict.valid
    # An assistant says valid or not and no more (PFS-4.7.11c); with a reason the verdict would be refused.
    yield "", c.JudgeWords(valid=True, by=role, reason="" if role is Role.ASSISTANT else _WHY)
    yield "", c.OverrideVerdict(valid=valid, by=role, reason=_WHY, undo=True)
    for seat in game.seats:
        for name, measure in _measures(game, seat):
            yield name, c.Rule(clause=clause, measure=measure, reason=_WHY, by=role)
    for made in game.rulings:
        number = made.ruling.number
        yield str(number), c.ReverseRuling(ruling=number, clause=clause, reason=_WHY, by=role)
    yield "", c.StartLateness(by=role)
    yield "", c.ReportIrregularity(what=c.Irregularity.OTHER_FAULT, by=role)
    for seat in game.seats:
        for choice, command in _for_player(game, seat, role):
            yield f"{int(seat)} {choice}".strip(), command


def _measures(game: p.Game, seat: Seat) -> Iterator[tuple[str, c.Measure]]:
    lying = next(iter(game.board.tiles()), None)
    tiles = Placement(dict([lying]) if lying else {})
    measures: list[c.Measure] = [
        c.Settle(),
        c.Warn(seat),
        c.Deduct(seat, 5),
        c.ExcludeFromGame(seat),
        c.ExcludeFromEvent(seat),
        c.ForcePass(seat),
        c.RepeatMove(seat),
        c.TidyTiles(seat),
        c.CorrectTiles(tiles),
        c.AdjustClock(seat, 1000),
        c.SettleScore(seat, game.scores[seat]),
        c.AcceptMove(seat),
        c.LiftLock(seat),
    ]
    for measure in measures:
        yield str(measure.__struct_config__.tag), measure


def _for_player(game: p.Game, seat: Seat, role: Role) -> Iterator[Probe]:
    """The commands of a person beside the table in the place of a player."""
    for check in c.Check:
        yield check, c.Confirm(seat=seat, what=check, by=role)
    yield "", c.StateRack(seat=seat, tiles=_whole_rack(game, seat), by=role)
    yield "", c.StartClock(seat=seat, by=role)
    yield c.StopReason.ARBITER, c.StopClock(seat=seat, reason=c.StopReason.ARBITER, by=role)
    yield "", c.HandInSlip(seat=seat, by=role)
    yield "", c.CorrectSlip(seat=seat, final=_exchanged(game), by=role)


_OF_PLAYER: tuple[tuple[type[c.Command], Make], ...] = (
    (c.LayTiles, _laying),
    (c.AnnounceExchange, _plain(c.AnnounceExchange)),
    (c.ExchangeTiles, _exchanging),
    (c.PassTurn, _plain(c.PassTurn)),
    (c.DeclareBlanks, _declaring),
    (c.StopClock, _stopping),
    (c.StartClock, _plain(c.StartClock)),
    (c.AnnounceValue, _announcing),
    (c.RecordMove, _plain(c.RecordMove)),
    (c.ChallengeWords, _plain(c.ChallengeWords)),
    (c.ClaimPlacement, _plain(c.ClaimPlacement)),
    (c.TypeWords, _typing),
    (c.ConfirmSlip, _plain(c.ConfirmSlip)),
    (c.RunCheck, _plain(c.RunCheck)),
    (c.WriteBlanks, _writing),
    (c.DisputeBlank, _disputing),
    (c.DrawStartTile, _drawing_for_start),
    (c.DrawTiles, _drawing),
    (c.DemandDraw, _plain(c.DemandDraw)),
    (c.ClaimSurplus, _claiming),
    (c.InspectTiles, _plain(c.InspectTiles)),
    (c.ReturnTiles, _returning),
    (c.StateRack, _telling),
    (c.Confirm, _confirming),
    (c.StateSet, _counting_set),
    (c.LaySquare, _squaring),
    (c.DisputePlaces, _plain(c.DisputePlaces)),
    (c.ChoosePlace, _choosing),
    (c.Arrive, _plain(c.Arrive)),
    (c.LeaveBoard, _plain(c.LeaveBoard)),
    (c.ReturnToBoard, _plain(c.ReturnToBoard)),
    (c.CountTiles, _plain(c.CountTiles)),
    (c.StateCount, _counted),
    (c.CallArbiter, _plain(c.CallArbiter)),
    (c.WithdrawCall, _plain(c.WithdrawCall)),
    (c.Resign, _plain(c.Resign)),
    (c.Abort, _plain(c.Abort)),
    (c.ClaimAbsence, _missing),
    (c.CorrectScore, _correcting),
    (c.SignSlip, _signing),
    (c.HandInSlip, _plain(c.HandInSlip)),
    (c.CorrectSlip, _mending_slip),
)
"""The commands of a player: each kind with the function that makes its probes."""


def situation(game: p.Game, viewer: Viewer, book: Rulebook, now: int) -> bytes | None:
    """The key for caching a player's options in a plain turn of an online game; `None` if options may depend on more.

    It is packed, for thousands are remembered. `now` is the server's time in milliseconds.
    """
    if not isinstance(viewer, Seat) or not _is_plain(game) or now < game.now or game.is_overdue(now):
        return None
    stage = _stage(game, viewer)
    if stage is None:
        return None
    clock = game.clock
    everything = (
        game.rulebook,
        game.readings,
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
        game.arbiter,
        game.arbiter_sees,
        bool(game.asking),
        game.scorer,
        len(game.turns) <= len(game.seats),
        _has_waited(game, book, now),
        _last_move(game),
        _blanks_recurring(game, viewer, book),
    )
    return msgpack.encode(everything)


def _has_waited(game: p.Game, book: Rulebook, now: int) -> bool:
    """Whether the move has lain for so long that its player or the scorer may write it down."""
    since = objections_since(book, game.phase) if isinstance(game.phase, p.Laid) else None
    return since is not None and now - since >= book.move.record_wait.value


def _last_move(game: p.Game) -> object:
    """The player who has moved last and the rest of that rack: after a move one may leave the board (PFS-6.4b)."""
    last = game.turns[-1] if game.turns else None
    return None if last is None or last.placement is None else (last.seat, len(last.rack) - len(last.placement.tiles))


def _blanks_recurring(game: p.Game, viewer: Seat, book: Rulebook) -> object:
    """The blanks on the board, what was written of them, and which of them the move uses that lies (PFS-4.8.4a)."""
    if not blank_lies(game, viewer, book):
        return None
    lying = tuple(game.board.blanks().items())
    used = older_tiles_used(game).intersection(square for square, _ in lying)
    cards = tuple((seat, *card.tiles.items()) for seat, card in sorted(game.cards.items()))
    return lying, cards, sorted(game.dead), sorted(used)


def _is_plain(game: p.Game) -> bool:
    """Whether no earlier event restricts or extends the options."""
    return (
        game.venue is c.Venue.ONLINE
        and game.started
        and not (game.interruption or game.rulings or game.must_draw or game.away or game.counting or game.bag_dead)
        and not (game.asked or game.surplus_since or game.checks or game.officials or game.gone or game.resigned)
        and game.turns.is_true
    )


def _stage(game: p.Game, viewer: Seat) -> object | None:
    """The stage of a plain turn."""
    match game.phase:
        case p.Thinking(seat=seat, plan=None, lock=None, announced=None, early=0, records=records) if not records:
            return "thinking", seat is viewer
        case p.Laid(seat=seat, announced=announced, records=records, challenged=challenged, hurried=False) as laid:
            stands = bool(laid.words), bool(laid.faults), laid.undeclared, laid.claimed
            return "laid", seat is viewer, announced is None, tuple(sorted(records)), challenged, stands
        case _:
            return None


ABOUT_ARGUMENTS = frozenset(
    {
        Reason.FAULTY_PLACEMENT,
        Reason.NOT_ON_RACK,
        Reason.COUNT_DIFFERS,
        Reason.COUNT_NOT_ANNOUNCED,
        Reason.WRONG_VALUE,
        Reason.DRAW_TOO_MANY,
        Reason.NOT_IN_BAG,
        Reason.RACK_DIFFERS,
        Reason.LETTER_IMPOSSIBLE,
    }
)
"""Refusals of this tile or that figure: the person may ask, only not for that."""


class Option(Struct, frozen=True):
    """An option of a person: the type of the command, and its choice."""

    command: str
    choice: str
    """A reason to stop the clock, a seat, a ruling …; `""` where there is nothing to choose."""
    clause: str
    """The clause that allows or refuses the option."""
    reason: Reason | None
    """The reason of the refusal; `None` if the option is allowed."""
    params: Mapping[str, Any]


class Options(Struct, frozen=True):
    """Everything that a viewer may do, everything that they may not, and the clauses about conduct that matter now."""

    allowed: tuple[Option, ...]
    refused: tuple[Option, ...]
    guidance: tuple[str, ...]


_MOST_KNOWN = 10_000
"""The number of cached positions."""
_known: dict[bytes, Options] = {}
"""The cached options by position key."""
_same: dict[tuple[tuple[str, str, str], ...], Options] = {}
"""Each of these answers once: there are far fewer than situations."""


def options(game: p.Game, viewer: Viewer, now: int | None = None) -> Options:
    """The options of a person in a game, allowed and refused.

    Args:
        game: The game as it stands.
        viewer: The player in a seat, or a person in a role.
        now: The server's time in milliseconds; `None` is that of the last event.

    Returns:
        Each command once for each of its choices, with the clause that allows or refuses it.

    Example:
        >>> from mostek import Seat, Tiles, conduct, options, rulebook
        >>> from mostek.referee.commands import CreateGame
        >>> first = lambda bag, count: Tiles(sorted(bag)[:count])
        >>> create = CreateGame(rulebook="gen", players=("Ala", "Ola"), starter=Seat.FIRST)
        >>> game = conduct(None, create, rulebook("gen"), first).game
        >>> "pass_turn" in [option.command for option in options(game, Seat.FIRST).allowed]
        True
        >>> next(option.reason for option in options(game, Seat.SECOND).refused if option.command == "pass_turn")
        <Reason.NOT_ON_TURN: 'not_on_turn'>

    """
    book = book_of(game.rulebook, game.changes, game.readings)
    found = tuple(_options(game, book, now, probes(game, _asker(viewer), _citable(book))))
    return Options(
        allowed=tuple(option for option in found if option.reason is None),
        refused=tuple(option for option in found if option.reason is not None),
        guidance=tuple(clause.id for clause in guidance(game.rulebook, stage_of(game))),
    )


def allowed_options(game: p.Game, viewer: Viewer, now: int | None = None) -> Options:
    """Only what this person may do: the same as `options` says, at a fraction of the time, for those who play on.

    What cannot be allowed as the game stands is not tried; a test proves on random tables that nothing is missed.
    """
    book = book_of(game.rulebook, game.changes, game.readings)
    key = situation(game, viewer, book, game.now if now is None else now)
    if key is not None and key in _known:
        return _known[key]
    found = _options(game, book, now, likely(game, _asker(viewer), _citable(book), book))
    told = Options(tuple(option for option in found if option.reason is None), (), ())
    return told if key is None else _remembered(key, told)


def _remembered(key: bytes, told: Options) -> Options:
    """Cache the options of a situation, as one object with equal options of other situations."""
    if len(_known) >= _MOST_KNOWN:
        _known.clear()
        _same.clear()
    alike = tuple((option.command, option.choice, option.clause) for option in told.allowed)
    return _known.setdefault(key, _same.setdefault(alike, told))


def known_options(game: p.Game, viewer: Viewer, now: int | None = None) -> Options | None:
    """The cached options, from this game or another; `None` if there are none."""
    key = situation(game, viewer, book_of(game.rulebook, game.changes, game.readings), game.now if now is None else now)
    return None if key is None else _known.get(key)


def _asker(viewer: Viewer) -> Seat | Role:
    """The person who asks: a player has a seat, and a person without one looks on."""
    if isinstance(viewer, Seat):
        return viewer
    return Role.SPECTATOR if viewer is Role.PLAYER else role_of(viewer)


def _options(game: p.Game, book: Rulebook, now: int | None, tried: Iterable[Probe]) -> Collection[Option]:
    """Every option once: it is allowed if any of the commands is that are tried for it."""
    found: dict[tuple[str, str], Option] = {}
    for choice, command in tried:
        name = str(command.__struct_config__.tag)
        known = found.get((name, choice))
        if known is not None and known.reason is None:
            continue
        answer = decide(game, command if now is None else replace(command, at=now), book, _first)
        if not isinstance(answer, Refused) or answer.reason in ABOUT_ARGUMENTS:
            clause = _occasion(game, command, book) or _permission(book, name, choice)
            found[name, choice] = Option(name, choice, clause, None, {})
        elif known is None:
            found[name, choice] = Option(name, choice, answer.clause, answer.reason, answer.params)
    return found.values()


def _occasion(game: p.Game, command: c.Command, book: Rulebook) -> str | None:
    """The clause by which a clock is started after a move: the opponent dawdles or is away, or the mover neglects a duty."""
    if not isinstance(command, c.StartClock) or not isinstance(game.phase, p.Laid):
        return None
    if command.seat is game.phase.seat:
        kind = Ruling.ABSENCE if game.away else Ruling.HURRIED
    else:
        kind = Ruling.BLANK_UNDECLARED if game.phase.undeclared else Ruling.SLOW_COUNT
    return None if game.interruption else book.rulings[kind]


def _permission(book: Rulebook, name: str, choice: str) -> str:
    """The clause that allows this: of that choice, `stop_clock.surplus`, or of the command."""
    about = choice.rpartition(" ")[2]
    return book.permits.get(f"{name}.{about}", book.permits[name])


def _citable(book: Rulebook) -> str:
    """A clause that a ruling may always cite: 7.4 under the federation's rules of order, else whose word is final."""
    return "PFS-7.4" if book.order.authority.value is Authority.ARBITER else book.order.authority.clause


def _first(bag: Tiles, count: int) -> Tiles:
    """Draws for trials; no person sees them."""
    return Tiles(sorted(bag)[:count])
