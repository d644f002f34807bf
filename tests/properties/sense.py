"""What people at a table would do next: a command that is probably allowed, so that games come to their end."""

from __future__ import annotations

import random
from collections.abc import Callable

from mostek.core.board import Board
from mostek.core.moves import Bingo, Placement, score
from mostek.core.players import Role, Seat
from mostek.core.tiles import Tile, Tiles, tile_set
from mostek.referee import Game
from mostek.referee import commands as c
from mostek.referee import commands as m
from mostek.referee import state as s
from mostek.referee.commands import Check, Venue
from mostek.rules.loading import book_of
from mostek.rules.rulebook import Authority, CheckMode, Rulebook, Ruling
from properties.rarities import rarity

Plays = Callable[[Board, Tiles], list[Placement]]
"""Finds some placements for a rack; nothing that the referee relies on."""


def authority_role(book: Rulebook) -> Role:
    """Who rules under that rulebook."""
    roles = {Authority.JURY: Role.JURY, Authority.TEACHER: Role.TEACHER}
    return roles.get(book.order.authority.value, Role.ARBITER)


def settling(game: Game, rng: random.Random, at: int) -> c.Command:
    """What people propose and agree on, or put an end to; and what the server notes of them."""
    seat, waiting = rng.choice(game.active), game.interruption
    proposed = [
        what for _, what in game.confirmed if what in (Check.END, Check.ADJOURN, Check.RESUME, Check.GO_ON, Check.SIGHT)
    ]
    if proposed and rng.random() < 0.7:
        return c.Confirm(seat=seat, what=proposed[0], at=at)
    if waiting is not None and waiting.awaiting:
        what = Check.RESUME if waiting.reason is c.StopReason.BREAK else Check.GO_ON
        return rng.choice((c.Confirm(seat=seat, what=what, at=at), c.WithdrawCall(seat=seat, at=at)))
    role = authority_role(book_of(game.rulebook, game.changes))
    if game.verdict is not None and game.arbiter and rng.random() < 0.4:
        undo = rng.random() < 0.7
        return c.OverrideVerdict(valid=not game.verdict.valid, by=role, reason="x", undo=undo, at=at)
    gone = [other for other in game.gone if other is not seat]
    made: list[c.Command] = [
        c.Confirm(seat=seat, what=rng.choice((Check.ADJOURN, Check.ADJOURN, Check.END, Check.SIGHT)), at=at),
        c.CallArbiter(seat=seat, at=at),
        c.NotePresence(seat=seat, here=rng.random() < 0.7, by=Role.HOST, at=at),
        c.NoteArbiter(
            here=rng.random() < 0.5,
            sees_racks=rng.random() < 0.5,
            playing=rng.choice((None, (), (seat,))),
            by=Role.HOST,
            at=at,
        ),
    ]
    if rng.random() < 0.1:
        made += [c.Resign(seat=seat, at=at), c.Abort(seat=seat, at=at)]
    if gone:
        made.append(c.ClaimAbsence(seat=seat, of=gone[0], at=at + rng.choice((0, 600_000))))
    return rng.choice(made)


class Sense:
    """The next sensible commands. When `tired`, nobody plays or exchanges any more, so that the game ends."""

    def __init__(self, game: Game, rng: random.Random, plays: Plays, at: int, tired: bool) -> None:
        self.game = game
        self.rng = rng
        self.plays = plays
        self.at = at
        self.tired = tired
        self.table = game.venue is Venue.TABLE

    def command(self) -> c.Command:
        """One sensible command, whoever gives it."""
        if not self.tired and self._chance(0.08) and (rare := rarity(self.game, self.rng, self.at)) is not None:
            return rare
        if not self.tired and self._chance(0.05) and (credit := self._credit()) is not None:
            return credit
        if not self.tired and self._chance(0.03):
            return settling(self.game, self.rng, self.at)
        return self._waiting() or self._refilling() or self._phase()

    def _credit(self) -> c.Command | None:
        """Some of the time that has run is given back, or all of it; at times so late that it was up already."""
        clock = self.game.clock
        if clock is None or clock.running is None:
            return None
        at = self.at + self.rng.choice((0, 0, 0, 30_000, min(clock.left[clock.running], 60_000)))
        gone = at - clock.since
        why = self.rng.choice(list(c.CreditReason))
        millis = self.rng.choice((1, gone // 2, gone - 1, gone))
        return c.CreditTime(seat=clock.running, millis=millis, why=why, by=Role.HOST, at=at)

    def _waiting(self) -> c.Command | None:
        """What people wait for before anything else."""
        game, at = self.game, self.at
        waiting = game.interruption
        if waiting is not None and waiting.awaiting:
            return self._ruling()
        if game.counting is not None and (self.tired or self._chance(0.5)):
            return c.StateCount(seat=game.counting, count=len(game.bag), at=at)
        if game.away and self._chance(0.2):
            return c.ReturnToBoard(seat=next(iter(game.away)), at=at)
        if game.must_draw:
            return self._draw(next(iter(game.must_draw)))
        if waiting is not None and not isinstance(game.phase, s.Inspecting | s.Over | s.Settling) and waiting.running:
            starter = waiting.seat if waiting.seat in game.active else game.active[0]
            return c.StartClock(seat=starter, at=at)
        return None

    def _ruling(self) -> c.Command:
        waiting = self.game.interruption
        assert waiting is not None
        if waiting.reason is c.StopReason.BREAK:
            ready = [seat for seat in self.game.active if (seat, Check.RESUME) not in self.game.confirmed]
            return c.Confirm(seat=self.rng.choice(ready), what=Check.RESUME, at=self.at)
        if not self.game.arbiter or self._chance(0.2):
            return c.WithdrawCall(seat=waiting.seat, at=self.at)
        book = book_of(self.game.rulebook, self.game.changes)
        role = authority_role(book)
        clause = book.rulings[Ruling.UNCOVERED]
        seat = self.rng.choice(self.game.seats)
        measure: m.Measure = self.rng.choice((m.Settle(), m.Warn(seat), m.Deduct(seat, 5), m.LiftLock(seat)))
        return c.Rule(clause=clause, measure=measure, reason="x", by=role, at=self.at)

    def _refilling(self) -> c.Command | None:
        """Refill racks, mostly as soon as one may."""
        game = self.game
        if isinstance(
            game.phase, s.AwaitingPlayers | s.ChoosingStarter | s.ChoosingPlace | s.Inspecting | s.Settling | s.Over
        ):
            return None
        owing = [seat for seat in game.seats if len(game.racks[seat]) < 7 and len(game.bag) and not game.bag_dead]
        if isinstance(game.phase, s.Laid | s.Closing | s.Challenged | s.HandingOver):
            owing = [seat for seat in owing if seat is not game.on_turn]
        if game.dealing and game.starter:
            order = [seat for seat in game.players.clockwise_from(game.starter) if seat in owing]
            waits = game.rulebook == "pfs" and not game.started  # the opponent draws when the clock runs (PFS-2.4b)
            owing = [seat for seat in order[:1] if seat is game.starter or not waits]
        ready = [seat for seat in owing if seat not in game.away]
        return self._draw(self.rng.choice(ready)) if ready and self._chance(0.7) else None

    def _draw(self, seat: Seat) -> c.Command:
        """Draw all that is missing, tell some of it or nothing; at times too much."""
        missing = max(0, min(7 - len(self.game.racks[seat]), len(self.game.bag)))
        if self._chance(0.2) and not self.tired:
            missing = self.rng.randint(1, max(1, missing))
        if self.table and self._chance(0.08) and not self.tired:
            missing += self.rng.choice((1, 2))
        if not self.table or self._chance(0.4):
            return c.DrawTiles(seat=seat, count=missing, at=self.at)
        told = self._some(missing)
        tiles = told + Tiles.face_down(max(0, missing - len(told))) if missing > 0 else None
        return c.DrawTiles(seat=seat, tiles=tiles, at=self.at)

    def _some(self, most: int) -> Tiles:
        """Some tiles that nobody has seen, as they might come."""
        faces = sorted(self.game.unseen())
        return Tiles(self.rng.sample(faces, min(len(faces), self.rng.randint(0, max(0, most)))))

    def _phase(self) -> c.Command:
        """What the phase asks for."""
        match self.game.phase:
            case s.AwaitingPlayers() | s.ChoosingStarter() | s.ChoosingPlace() | s.Dealing():
                return self._beginning()
            case s.Thinking() as thinking:
                return self._turn(thinking)
            case s.Laid() as laid:
                return self._talk(laid)
            case s.Challenged() as challenge:
                return self._check(challenge)
            case s.Closing(recorded=recorded):
                left = [seat for seat in self.game.active if seat not in recorded]
                return c.RecordMove(seat=self.rng.choice(left), at=self.at)
            case s.HandingOver(seat=seat):
                return c.StartClock(seat=seat, at=self.at)
            case s.Inspecting() as inspecting:
                return self._inspect(inspecting)
            case s.Settling():
                return self._tell(self._hidden() or Seat.FIRST)
            case s.Over() as over:
                return self._slip(over)

    def _beginning(self) -> c.Command:
        game, at, phase = self.game, self.at, self.game.phase
        if isinstance(phase, s.AwaitingPlayers):
            if self._chance(0.3):
                late = [seat for seat in game.seats if seat not in phase.absent]
                return c.StartClock(seat=late[0], at=at) if late else c.StartLateness(by=Role.ARBITER, at=at)
            return c.Arrive(seat=self.rng.choice(phase.absent), at=at)
        due = [(seat, what) for what in game.checks for seat in game.seats if (seat, what) not in game.confirmed]
        if due:
            seat, what = self.rng.choice(due)
            return c.Confirm(seat=seat, what=what, at=at)
        match phase:
            case s.ChoosingPlace(seat=chooser):
                return c.ChoosePlace(seat=chooser, place=self.rng.choice(list(c.Place)), at=at)
            case s.ChoosingStarter(contenders=contenders, drawn=drawn):
                seat = self.rng.choice([seat for seat in contenders if seat not in drawn])
                tile = self.rng.choice(sorted(game.unseen())) if self.table else None
                return c.DrawStartTile(seat=seat, tile=tile, at=at)
            case _:
                return c.StartClock(seat=game.players.next(game.starter or Seat.FIRST), at=at)

    def _turn(self, thinking: s.Thinking) -> c.Command:
        game, seat, at = self.game, thinking.seat, self.at
        opponent = game.players.next(seat)
        if game.clock is not None and game.clock.running is None and self._chance(0.7):
            return c.StartClock(seat=opponent, at=at)
        match thinking.plan:
            case s.Arranged(placement=placement):
                return self._arranged(thinking, placement)
            case s.Exchanging(tiles=tiles) if not len(tiles) and self._chance(0.6) and not self.tired:
                return c.ExchangeTiles(seat=seat, tiles=self._off_rack(seat), at=at)
            case s.Exchanging() if self.tired:
                return c.PassTurn(seat=seat, at=at)
            case s.Exchanging() | s.Passing() if game.clock is not None and game.clock.running is seat:
                return c.StopClock(seat=seat, at=at)
            case _:
                return self._begin(thinking)

    def _begin(self, thinking: s.Thinking) -> c.Command:
        seat, at, choice = thinking.seat, self.at, self.rng.random()
        if self.tired or choice < 0.05 or (thinking.lock and choice < 0.5):
            return c.PassTurn(seat=seat, at=at)
        if choice < 0.13:
            tiles = self._off_rack(seat)
            return c.ExchangeTiles(seat=seat, tiles=tiles, count=len(tiles), at=at)
        if choice < 0.16:
            return c.AnnounceExchange(seat=seat, count=self.rng.choice((None, 1, 2)), at=at)
        if choice < 0.18:
            return c.CheckTime(at=at + self.rng.choice((0, 60_000, 400_000)))
        rack = sorted(self._known(seat))
        found = self.plays(self.game.board, Tiles(self.rng.sample(rack, min(len(rack), 7))))
        return (
            c.LayTiles(seat=seat, placement=self._bare(self.rng.choice(found)), at=at)
            if found
            else c.PassTurn(seat=seat, at=at)
        )

    def _known(self, seat: Seat) -> Tiles:
        """The rack as it might be."""
        rack = self.game.racks[seat]
        faces = sorted(self.game.unseen())
        return rack.seen + Tiles(self.rng.sample(faces, min(len(faces), rack.unseen)))

    def _bare(self, placement: Placement) -> Placement:
        """Blanks mostly undeclared at a table."""
        if not self.table or self._chance(0.3):
            return placement
        return Placement({q: Tile(None, blank=True) if t.blank else t for q, t in placement.tiles.items()})

    def _off_rack(self, seat: Seat) -> Tiles:
        faces = sorted(self.game.racks[seat])
        return Tiles(self.rng.sample(faces, self.rng.randint(min(1, len(faces)), len(faces))))

    def _arranged(self, thinking: s.Thinking, placement: Placement) -> c.Command:
        """Declare or write blanks, say the value too early, or stop the clock."""
        seat, at, choice = thinking.seat, self.at, self.rng.random()
        open_ones = [square for square, tile in placement.tiles.items() if tile.letter is None]
        if open_ones and choice < 0.5:
            blanks = Placement({open_ones[0]: Tile.read(self.rng.choice("aeź"))})
            kind = c.DeclareBlanks if choice < 0.3 else c.WriteBlanks
            return kind(seat=seat, blanks=blanks, at=at)
        stands = self.game.clock is None or self.game.clock.running is None
        if choice < 0.6 and (thinking.announced is None or stands):
            return c.AnnounceValue(seat=seat, points=thinking.announced or self.rng.choice((10, 20)), at=at)
        if choice < 0.75 and thinking.announced is not None and not thinking.early:
            if seat not in thinking.records:
                return c.RecordMove(seat=seat, at=at)
            return self._draw(seat)
        if thinking.early and self._chance(0.5):
            return c.ClaimSurplus(seat=self.game.players.next(seat), of=seat, at=at)
        if self.tired and self._chance(0.2):
            return c.PassTurn(seat=seat, at=at)
        if self.game.clock is not None and self.game.clock.running is seat:
            return c.StopClock(seat=seat, at=at)
        return (
            c.PassTurn(seat=seat, at=at)
            if self.tired
            else c.AnnounceValue(seat=seat, points=self._worth(placement), at=at)
        )

    def _worth(self, placement: Placement) -> int:
        """What the tiles are worth; saying it ends the move where no clock runs."""
        return score(self.game.board, placement, tile_set(self.game.tile_set), Bingo(7, 50)).total

    def _talk(self, laid: s.Laid) -> c.Command:
        others, at, choice = self.game.opponents_of(laid.seat), self.at, self.rng.random()
        other = self.rng.choice(others)
        points = laid.announced if laid.announced is not None and choice < 0.9 else laid.points
        if laid.undeclared and choice < 0.5:
            square = next(q for q, tile in laid.placement.tiles.items() if tile.letter is None)
            if self._chance(0.5):
                blanks = Placement({square: Tile.read(self.rng.choice("aeź"))})
                return c.WriteBlanks(seat=self.rng.choice(self.game.seats), blanks=blanks, at=at)
            return c.DisputeBlank(seat=other, blank=Placement({square: Tile(None, blank=True)}), at=at)
        if laid.announced is None and self._chance(0.6):
            return c.AnnounceValue(seat=laid.seat, points=points + (choice > 0.9), at=at)
        if choice < 0.1:
            return c.ChallengeWords(seat=other, at=at)
        if choice < 0.15:
            return c.ClaimPlacement(seat=other, at=at)
        left = [seat for seat in self.game.seats if seat not in laid.records] or [laid.seat]
        return c.RecordMove(seat=self.rng.choice(left), points=points if self._chance(0.5) else None, at=at)

    def _check(self, challenge: s.Challenged) -> c.Command:
        """The way from a challenge to its verdict, together at the computer or on a slip."""
        game, at = self.game, self.at
        if challenge.run or (game.steps.check and self._chance(0.7)) or self._chance(0.05):
            return c.JudgeWords(valid=self._chance(0.6), by=Role.LEXICON, at=at)
        mover, challenger = challenge.laid.seat, challenge.challenger
        on_slip = book_of(game.rulebook, game.changes).challenge.check.value is CheckMode.SLIP
        if not challenge.typed:
            return c.TypeWords(seat=challenger if on_slip else mover, words=challenge.words, at=at)
        if on_slip and not challenge.confirmed:
            return c.ConfirmSlip(seat=mover, at=at)
        for seat in (mover, challenger):
            if not on_slip and (seat, Check.CHECK_TOGETHER) not in game.confirmed:
                return c.Confirm(seat=seat, what=Check.CHECK_TOGETHER, at=at)
        return c.RunCheck(seat=challenger, at=at)

    def _inspect(self, phase: s.Inspecting) -> c.Command:
        if phase.drawn is None and phase.chooser is not phase.seat:
            return c.InspectTiles(seat=phase.chooser, tiles=None, at=self.at)
        if self._chance(0.15):
            return c.StartClock(seat=phase.chooser, at=self.at)
        faces = sorted(phase.drawn if phase.drawn is not None else phase.pool)
        tiles = Tiles(self.rng.sample(faces, min(len(faces), phase.count)))
        return c.ReturnTiles(seat=phase.chooser, tiles=tiles, at=self.at)

    def _hidden(self) -> Seat | None:
        return next((seat for seat in self.game.active if self.game.racks[seat].unseen), None)

    def _tell(self, seat: Seat) -> c.Command:
        by = Role.PLAYER if self._chance(0.7) else Role.ARBITER
        return c.StateRack(seat=seat, tiles=self._known(seat), by=by, at=self.at)

    def _slip(self, over: s.Over) -> c.Command:
        seat, at, slip = self.rng.choice(self.game.seats), self.at, over.slip
        if over.square is None and self._chance(0.4):
            return c.LaySquare(seat=seat, count=len(self.game.tiles), at=at)
        made: tuple[c.Command, ...] = (
            c.SignSlip(seat=seat, final=next(iter(slip.signed.values()), over.result.final), at=at),
            c.Confirm(seat=seat, what=Check.SLIP, at=at),
            c.HandInSlip(seat=seat, at=at, by=self.rng.choice((Role.PLAYER, Role.ARBITER))),
        )
        return self.rng.choice(made if slip.handed_in is None else made[1:])

    def _chance(self, share: float) -> bool:
        return self.rng.random() < share
