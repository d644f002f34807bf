"""One sensible command of each kind as the game stands: what `options` tries out to find what is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.tiles import BACK, Tile, Tiles, tile_set
from mostek.referee import commands as c
from mostek.referee import measures as m
from mostek.referee import occasions
from mostek.referee.authority import may_ask
from mostek.referee.phases import Arranged, Challenged, Closing, Inspecting, Laid, Over, Thinking
from mostek.referee.state import Game
from mostek.rules.rulebook import Rulebook

Probe = tuple[str, c.Command]
"""Which of several things the command is about, `""` if there is one only; and the command.

Where several have the same name, it is enough that one of them is allowed.
"""

Make = Callable[[Game, Seat], Iterable[Probe]]

_WHY = "?"
"""A reason, where one is needed; the person will give a better one."""


def probes(game: Game, who: Seat | Role, clause: str) -> Iterator[Probe]:
    """Every kind of thing that this person could ever ask for. `clause` is one that a ruling may cite."""
    if isinstance(who, Seat):
        for _, make in _OF_PLAYER:
            yield from make(game, who)
    else:
        yield from _beside(game, who, clause)


def likely(game: Game, who: Seat | Role, clause: str, book: Rulebook) -> Iterator[Probe]:
    """Those of the `probes` that could be allowed as the game stands; only they need be tried to find what is."""
    if not isinstance(who, Seat):
        yield from (probe for probe in _beside(game, who, clause) if may_ask(who, type(probe[1])))
        return
    for kind, make in _OF_PLAYER:
        if occasions.is_open(game, who, book, kind):
            for probe in make(game, who):
                if occasions.is_choice_open(game, who, book, kind, probe[0]):
                    yield probe


def _plain(kind: Callable[..., c.Command]) -> Make:
    """What only needs to be done."""
    return lambda game, seat: (("", kind(seat=seat)),)


def _laying(game: Game, seat: Seat) -> Iterator[Probe]:
    rack = sorted(game.racks[seat])
    face = rack[0] if rack and rack[0] != BACK else "A"
    square = next((square for square in game.board.layout.squares() if game.board[square] is None), Square(0, 0))
    yield "", c.LayTiles(seat=seat, placement=Placement({square: Tile.read(face)}))


def _exchanging(game: Game, seat: Seat) -> Iterator[Probe]:
    rack = sorted(game.racks[seat])
    yield "", c.ExchangeTiles(seat=seat, tiles=Tiles(rack[:1] or ["A"]), count=1)


def _declaring(game: Game, seat: Seat) -> Iterator[Probe]:
    for blank in _blanks(game, seat, lying=False):
        yield "", c.DeclareBlanks(seat=seat, blanks=blank)


def _stopping(game: Game, seat: Seat) -> Iterator[Probe]:
    for reason in c.StopReason:
        yield reason, c.StopClock(seat=seat, reason=reason)


def _announcing(game: Game, seat: Seat) -> Iterator[Probe]:
    laid = game.phase.laid if isinstance(game.phase, Challenged) else game.phase
    yield "", c.AnnounceValue(seat=seat, points=laid.points if isinstance(laid, Laid) else 0)


def _typing(game: Game, seat: Seat) -> Iterator[Probe]:
    words = game.phase.words if isinstance(game.phase, Challenged) else ("A",)
    yield "", c.TypeWords(seat=seat, words=words)


def _writing(game: Game, seat: Seat) -> Iterator[Probe]:
    for blank in _blanks(game, seat, lying=True):
        yield "", c.WriteBlanks(seat=seat, blanks=blank)


def _disputing(game: Game, seat: Seat) -> Iterator[Probe]:
    for blank in _blanks(game, seat, lying=True):
        yield "", c.DisputeBlank(seat=seat, blank=blank)


def _blanks(game: Game, seat: Seat, lying: bool) -> list[Placement]:
    """The blanks of the move that is being made, and those that lie on the board, each alone; any square if there is none.

    A blank gets the letter that the player has written, else the one that it stands for.
    """
    plan = game.phase.plan if isinstance(game.phase, Thinking) else None
    tiles = plan.placement.tiles if isinstance(plan, Arranged) else {}
    any_blank = Tile(tile_set(game.tile_set).alphabet.letters[0], blank=True)
    blanks = {square: tile for square, tile in tiles.items() if tile.blank}
    if lying:
        blanks |= game.board.blanks()
    blanks = blanks or {Square(0, 0): any_blank}
    card = game.cards.get(seat, Placement({})).tiles
    known = {square: tile if tile.letter else any_blank for square, tile in blanks.items()}
    return [Placement({square: card.get(square, tile)}) for square, tile in known.items()]


def _drawing_for_start(game: Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.DrawStartTile(seat=seat, tile=next(iter(sorted(game.unseen())), None) if game.bag.unseen else None)


def _drawing(game: Game, seat: Seat) -> Iterator[Probe]:
    # At a table a hand may go into the bag when nothing is missing, too (PFS-4.3.6, 4.10.1): that is for others to claim.
    yield "", c.DrawTiles(seat=seat, count=1 if game.venue is c.Venue.TABLE and len(game.bag) else None)


def _claiming(game: Game, seat: Seat) -> Iterator[Probe]:
    for of in game.seats:
        yield str(int(of)), c.ClaimSurplus(seat=seat, of=of)
        yield f"{int(of)} accident", c.ClaimSurplus(seat=seat, of=of, accident=True)


def _returning(game: Game, seat: Seat) -> Iterator[Probe]:
    phase = game.phase
    some = sorted(phase.drawn or phase.pool)[: phase.count] if isinstance(phase, Inspecting) else ["A"]
    yield "", c.ReturnTiles(seat=seat, tiles=Tiles(some))


def _telling(game: Game, seat: Seat) -> Iterator[Probe]:
    yield "now", c.StateRack(seat=seat, tiles=_whole_rack(game, seat))
    own = [turn for turn in game.turns if turn.seat is seat]
    if own:
        yield "before", c.StateRack(seat=seat, tiles=own[-1].rack, turn=own[-1].number)


def _whole_rack(game: Game, seat: Seat) -> Tiles:
    """A rack that may be told: what is known of it, and for the rest tiles that nobody has seen."""
    rack = game.racks[seat]
    return rack.seen + Tiles(sorted(game.unseen())[: rack.unseen])


def _confirming(game: Game, seat: Seat) -> Iterator[Probe]:
    for check in c.Check:
        yield check, c.Confirm(seat=seat, what=check)


def _counting_set(game: Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.StateSet(seat=seat, tiles=tile_set(game.tile_set).tiles)


def _squaring(game: Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.LaySquare(seat=seat, count=len(game.tiles))


def _choosing(game: Game, seat: Seat) -> Iterator[Probe]:
    for place in c.Place:
        yield place, c.ChoosePlace(seat=seat, place=place)


def _counted(game: Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.StateCount(seat=seat, count=len(game.bag))


def _correcting(game: Game, seat: Seat) -> Iterator[Probe]:
    wrong = [turn for turn in game.turns if turn.points != turn.true]
    for turn in wrong or game.turns[-1:]:
        yield str(turn.number), c.CorrectScore(seat=seat, turn=turn.number, points=turn.true)


def _signing(game: Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.SignSlip(seat=seat, final=game.scores)


def _mending_slip(game: Game, seat: Seat) -> Iterator[Probe]:
    yield "", c.CorrectSlip(seat=seat, final=_exchanged(game))


def _exchanged(game: Game) -> BySeat[int]:
    slip = game.phase.slip.handed_in if isinstance(game.phase, Over) else None
    return BySeat(reversed(list(slip or game.scores)))


def _beside(game: Game, role: Role, clause: str) -> Iterator[Probe]:
    undo = isinstance(game.phase, Closing)
    # An assistant says valid or not and no more (PFS-4.7.11c); with a reason the verdict would be refused.
    yield "", c.JudgeWords(valid=True, by=role, reason="" if role is Role.ASSISTANT else _WHY)
    yield "", c.OverrideVerdict(valid=undo, by=role, reason=_WHY)
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


def _measures(game: Game, seat: Seat) -> Iterator[tuple[str, m.Measure]]:
    lying = next(iter(game.board.tiles()), None)
    tiles = Placement(dict([lying]) if lying else {})
    measures: list[m.Measure] = [
        m.Settle(),
        m.Warn(seat),
        m.Deduct(seat, 5),
        m.ExcludeFromGame(seat),
        m.ExcludeFromEvent(seat),
        m.ForcePass(seat),
        m.RepeatMove(seat),
        m.TidyTiles(seat),
        m.CorrectTiles(tiles),
        m.AdjustClock(seat, 1000),
        m.SettleScore(seat, game.scores[seat]),
        m.LiftLock(seat),
    ]
    for measure in measures:
        yield str(measure.__struct_config__.tag), measure


def _for_player(game: Game, seat: Seat, role: Role) -> Iterator[Probe]:
    """What somebody beside the table may do in the place of a player."""
    for check in c.Check:
        yield check, c.Confirm(seat=seat, what=check, by=role)
    yield "", c.StateRack(seat=seat, tiles=_whole_rack(game, seat), by=role)
    yield "", c.StartClock(seat=seat, by=role)
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
    (c.CorrectScore, _correcting),
    (c.SignSlip, _signing),
    (c.HandInSlip, _plain(c.HandInSlip)),
    (c.CorrectSlip, _mending_slip),
)
"""What a player could do, each kind with what makes its commands."""
