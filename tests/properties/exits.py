"""Random games that people leave: from every state those who are still there, or a time, reach the end.

In the folder `tests`, as many as are wanted: `python -m properties.exits --games 20000`
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from books import OPEN_TIME, SEATS
from mostek.core.moves import Placement
from mostek.core.players import Role, Seat
from mostek.core.tiles import Tile, Tiles
from mostek.referee import Game, conduct
from mostek.referee import commands as c
from mostek.referee import state as s
from mostek.referee.automation import awaits_verdict
from mostek.referee.commands import Check, Venue
from mostek.rules.loading import book_of
from mostek.rules.rulebook import Authority, Ruling
from properties.nonsense import Nonsense
from properties.random_games import no_plays
from properties.random_tables import OTHER_WORDINGS
from properties.sense import Sense, authority_role, settling

LONGEST = 160
"""After so many commands a walk ends."""
STEPS = 600
"""In so many steps those who are there end any game."""
SAMPLES = 2
"""How many states of a walk are tried."""
_RULES = (Role.ARBITER, Role.JURY, Role.TEACHER)


class NoExitError(AssertionError):
    """Nobody who is there has a step that leads on, and no time does."""


@dataclass
class Walk:
    """A game by chance in which people leave, refuse, call, resign and propose."""

    rulebook: str
    seats: int
    rng: random.Random
    game: Game | None = None
    at: int = 0
    silent: set[Seat] = field(default_factory=set)
    """Who does nothing any more."""

    def states(self) -> Iterator[Game]:
        """The states that are tried, on the way."""
        while self.game is None:
            created = creation(self.rulebook, self.seats, self.rng)
            self.game = conduct(None, created, book_of(self.rulebook, created.changes), self._draw).game
        moments = sorted(self.rng.randint(0, LONGEST) for _ in range(SAMPLES))
        for number in range(moments[-1] + 1):
            for _ in range(moments.count(number)):
                if not isinstance(self.game.phase, s.Over):
                    yield self.game
            self._step(self.game)
            if isinstance(self.game.phase, s.Over):
                return

    def _step(self, game: Game) -> None:
        self.at = max(self.at, game.now) + self.rng.choice((0, 10, 500, 2_000, 10_000, 60_000))
        chance = self.rng.random()
        if chance < 0.02:
            self._leave(game)
            return
        if chance < 0.1:
            command: c.Command | None = settling(game, self.rng, self.at)
        elif chance < 0.25:
            command = Nonsense(game, self.rng).probe(self.at)
        else:
            command = Sense(game, self.rng, no_plays, self.at, tired=False).command()
        if command is not None and self._is_there(game, command):
            answer = conduct(game, command, book_of(self.rulebook, game.changes), self._draw)
            self.game = answer.game

    def _leave(self, game: Game) -> None:
        """Somebody is silent from now on; the server may notice it."""
        seat = self.rng.choice(game.seats)
        self.silent.add(seat)
        if self.rng.random() < 0.5:
            noted = c.NotePresence(seat=seat, here=False, by=Role.HOST, at=self.at)
            self.game = conduct(game, noted, book_of(self.rulebook, game.changes), self._draw).game

    def _is_there(self, game: Game, command: c.Command) -> bool:
        if command.by in _RULES:
            excludes = isinstance(command, c.Rule) and isinstance(
                command.measure, c.ExcludeFromGame | c.ExcludeFromEvent
            )
            return game.arbiter and not excludes
        return command.by is not Role.PLAYER or getattr(command, "seat", None) not in self.silent

    def _draw(self, bag: Tiles, count: int) -> Tiles:
        return Tiles(self.rng.sample(sorted(bag), count))


def creation(rulebook: str, seats: int, rng: random.Random) -> c.CreateGame:
    """Any table: online or with a board, with and without an arbiter and checks, and each of the ways to take steps."""
    timed = rulebook in OPEN_TIME
    changes = {name: rng.choice(values) for name, values in OTHER_WORDINGS.items() if timed and rng.random() < 0.1}
    federal = rulebook == "pfs" or bool(changes.get("order.procedures"))
    late = rng.choice((0, 0, 0, 0.5, 1)) if timed and federal else 0
    people = list(Seat)[:seats]
    return c.CreateGame(
        rulebook=rulebook,
        players=("A", "B", "C", "D")[:seats],
        steps=rng.choice((c.SWIFT, c.BY_HAND, c.AT_TABLE, c.Steps(*(rng.random() < 0.5 for _ in range(8))))),
        millis=rng.choice((200_000, 1_200_000)) if timed else None,
        starter=rng.choice((None, Seat.FIRST, Seat.SECOND)),
        changes=changes,
        venue=rng.choice((Venue.ONLINE, Venue.TABLE)),
        checks=tuple(check for check in (Check.SET, Check.CLOCK, Check.EQUIPMENT) if rng.random() < 0.05),
        absent=tuple(seat for seat in people if rng.random() < late),
        officials=tuple(seat for seat in people if rng.random() < 0.1),
        arbiter=rng.random() < 0.5,
        scorer=rng.choice((None, None, *people)),
        at=0,
    )


@dataclass
class Exit:
    """The way out of a state for those who are still there. When `noted`, the server has lost sight of all others."""

    game: Game
    present: tuple[Seat, ...]
    arbiter: bool
    noted: bool
    rng: random.Random
    at: int = 0

    def lead_out(self) -> str:
        """Come to the end, without a step of the absent; returns how the game ended."""
        begun = self.game
        self.book = book_of(begun.rulebook, begun.changes)
        self.at = begun.now
        for seat in begun.seats:
            here = seat in self.present or not self.noted
            self._take(c.NotePresence(seat=seat, here=here, by=Role.HOST, at=self.at))
        self._take(c.NoteArbiter(here=self.arbiter, by=Role.HOST, at=self.at))
        for _ in range(STEPS):
            if isinstance(self.game.phase, s.Over):
                return str(self.game.phase.result.ending)
            if not (self._step() or self._wait() or self._last_resort()):
                break
        still = f"{self.game.phase} {self.game.interruption} gone {self.game.gone} away {self.game.away}"
        raise NoExitError(f"{begun.phase}\n{begun.interruption}\nat last {still}\npresent {self.present}")

    def _step(self) -> bool:
        """The first step that somebody who is there may take."""
        return any(self._take(replace(command, at=self.at)) for command in self._steps())

    def _take(self, command: c.Command) -> bool:
        answer = conduct(self.game, command, self.book, self._draw)
        assert answer.game is not None
        told = bool(answer.events)
        self.game = answer.game
        return told

    def _steps(self) -> Iterator[c.Command]:
        if awaits_verdict(self.game, book_of(self.game.rulebook, self.game.changes)):
            yield c.JudgeWords(valid=True, by=Role.LEXICON)
        if self.arbiter:
            yield from self._rulings()
        for seat in self.present:
            if seat in self.game.active:
                yield from self._of_player(seat)
        if self.arbiter:
            yield from self._orders()
        for seat in self.present:
            for of in self.game.active:
                if self.noted and of not in self.present:
                    yield c.ClaimAbsence(seat=seat, of=of)

    def _of_player(self, seat: Seat) -> Iterator[c.Command]:
        """What a player does who wants the game to go on."""
        game = self.game
        if game.interruption is not None and game.interruption.awaiting:
            yield c.WithdrawCall(seat=seat)
            yield from (c.Confirm(seat=seat, what=what) for what in (Check.GO_ON, Check.RESUME))
            return
        if seat in game.away:
            yield c.ReturnToBoard(seat=seat)
        if not game.started:
            yield from self._beginning(seat)
        if game.counting is seat:
            yield c.StateCount(seat=seat, count=len(game.bag))
        if game.on_turn is not seat or isinstance(game.phase, s.Dealing | s.Thinking):
            yield from self._drawing(seat)
        match game.phase:
            case s.Inspecting(chooser=chooser) as phase if chooser is seat:
                some = sorted(phase.drawn if phase.drawn is not None else phase.pool)[: phase.count]
                yield c.ReturnTiles(seat=seat, tiles=Tiles(some))
                yield c.InspectTiles(seat=seat)
            case s.Challenged() as challenge:
                yield from self._check(seat, challenge)
            case s.Laid() as laid:
                yield from self._laid(seat, laid)
            case s.Closing():
                yield c.RecordMove(seat=seat)
            case s.Thinking(seat=mover, plan=plan) if mover is seat:
                if plan is not None:
                    yield c.StopClock(seat=seat)
                yield c.PassTurn(seat=seat)
                yield from self._value(seat, plan)
            case s.Settling():
                yield c.StateRack(seat=seat, tiles=self._rack(seat))
            case _:
                pass
        if game.clock is not None and game.clock.running is None:
            yield c.StartClock(seat=seat)

    def _beginning(self, seat: Seat) -> Iterator[c.Command]:
        game = self.game
        yield c.Arrive(seat=seat)
        yield from (c.Confirm(seat=seat, what=check) for check in game.checks)
        yield c.ChoosePlace(seat=seat, place=c.Place.CLOCK_LEFT)
        tile = self.rng.choice(sorted(game.unseen())) if game.venue is Venue.TABLE else None
        yield c.DrawStartTile(seat=seat, tile=tile)

    def _drawing(self, seat: Seat) -> Iterator[c.Command]:
        game = self.game
        missing = min(7 - len(game.racks[seat]), len(game.bag))
        if missing > 0 and not game.bag_dead:
            yield c.DrawTiles(seat=seat, count=missing)

    def _check(self, seat: Seat, challenge: s.Challenged) -> Iterator[c.Command]:
        if not challenge.typed:
            yield c.TypeWords(seat=seat, words=challenge.words)
        if not challenge.confirmed:
            yield c.ConfirmSlip(seat=seat)
        yield c.RunCheck(seat=seat)
        yield c.Confirm(seat=seat, what=Check.CHECK_TOGETHER)

    def _laid(self, seat: Seat, laid: s.Laid) -> Iterator[c.Command]:
        if laid.seat is seat:
            for square, tile in laid.placement.tiles.items():
                if tile.letter is None:
                    yield c.DeclareBlanks(seat=seat, blanks=Placement({square: Tile.read("e")}))
            yield c.AnnounceValue(seat=seat, points=laid.points)
        yield c.RecordMove(seat=seat)
        if laid.seat is not seat:
            yield c.ClaimPlacement(seat=seat)

    def _value(self, seat: Seat, plan: s.Plan | None) -> Iterator[c.Command]:
        """Saying the value ends a move that may not be passed, where no clock runs."""
        if isinstance(plan, s.Arranged):
            for square, tile in plan.placement.tiles.items():
                if tile.letter is None:
                    yield c.DeclareBlanks(seat=seat, blanks=Placement({square: Tile.read("e")}))
            yield c.AnnounceValue(seat=seat, points=0)

    def _rack(self, seat: Seat) -> Tiles:
        rack = self.game.racks[seat]
        return rack.seen + Tiles(sorted(self.game.unseen())[: rack.unseen])

    def _rulings(self) -> Iterator[c.Command]:
        game = self.game
        if game.interruption is not None and game.interruption.awaiting:
            yield self._ruling(c.Settle())
        if isinstance(game.phase, s.Settling):
            yield from (c.StateRack(seat=seat, tiles=self._rack(seat), by=Role.ARBITER) for seat in game.seats)
        if isinstance(game.phase, s.AwaitingPlayers):
            yield c.StartLateness(by=authority_role(self.book))

    def _orders(self) -> Iterator[c.Command]:
        """What the arbiter orders when a player does not go on."""
        game, seat = self.game, self.game.on_turn
        if isinstance(game.phase, s.Challenged):
            yield c.JudgeWords(valid=True, by=authority_role(self.book), reason="x")
        if seat is not None and seat not in self.present:
            yield self._ruling(c.ForcePass(seat))
        if seat is not None and isinstance(game.phase, s.Laid | s.Closing):
            yield self._ruling(c.AcceptMove(seat))
        for absent in game.active:
            if absent not in self.present:
                yield self._ruling(c.ExcludeFromGame(absent))

    def _ruling(self, measure: c.Measure) -> c.Rule:
        clause = self.book.rulings[Ruling.UNCOVERED]
        return c.Rule(clause=clause, measure=measure, reason="x", by=authority_role(self.book))

    def _wait(self) -> bool:
        """Let time pass to the next moment at which something is due."""
        due = [moment for moment in self._moments() if moment > self.at]
        if not due:
            return False
        self.at = min(due)
        if self.game.is_overdue(self.at):
            return self._take(c.CheckTime(by=Role.PLAYER, at=self.at))
        return True

    def _moments(self) -> Iterator[int]:
        game, order = self.game, self.book.order
        if game.clock is not None and (out := game.clock.runs_out_at()) is not None:
            yield out
        if (late := game.lateness_ends_at) is not None:
            yield late
        waiting = game.interruption
        if waiting is not None and waiting.awaiting and self.present:
            wait = order.break_wait if waiting.reason is c.StopReason.BREAK else order.call_wait
            yield (waiting.since or 0) + wait.value
        if isinstance(game.phase, s.Laid) and game.phase.since is not None:
            yield game.phase.since + self.book.move.record_wait.value
        if self.noted and self.present:
            yield from (since + order.gone_wait.value for since in game.gone.values())
        yield from (since + order.absence.value + 1 for since in game.away.values())

    def _last_resort(self) -> bool:
        """Whom the server sees sitting there cannot be claimed against: then one resigns, or the idle game ends."""
        if self.noted and self.present:
            return False
        for seat in self.present:
            if any(
                self._take(command) for command in (c.Abort(seat=seat, at=self.at), c.Resign(seat=seat, at=self.at))
            ):
                return True
        self.at += self.book.order.idle_wait.value
        return self._take(c.EndIdleGame(by=Role.HOST, at=self.at))

    def _draw(self, bag: Tiles, count: int) -> Tiles:
        return Tiles(self.rng.sample(sorted(bag), count))


def everybody_gets_out(game: Game, rng: random.Random) -> Counter[str]:
    """Try each set of people who may still be there: all, all but one, one alone, nobody."""
    everyone = game.active
    sets = {everyone, (), *((seat,) for seat in everyone)}
    sets |= {tuple(other for other in everyone if other is not seat) for seat in everyone}
    found: Counter[str] = Counter()
    for present in sorted(sets):
        arbiter = game.arbiter and has_authority(game)
        for noted in (True, False):
            way = Exit(game, present, arbiter, noted, rng)
            found[way.lead_out()] += 1
    return found


def has_authority(game: Game) -> bool:
    """Whether the rulebook knows somebody who rules."""
    return book_of(game.rulebook, game.changes).order.authority.value is not Authority.NOBODY


def walk(rulebook: str, seed: int, number: int) -> Counter[str]:
    """The walk of that number, with an exit from its states; the same numbers give the same walk."""
    rng = random.Random(f"exit-{rulebook}-{seed}-{number}")
    seats = SEATS[rulebook][number % len(SEATS[rulebook])]
    found: Counter[str] = Counter()
    for game in Walk(rulebook, seats, rng).states():
        found["states"] += 1
        found += everybody_gets_out(game, rng)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="how many of all rulebooks together")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--rulebook", choices=sorted(SEATS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--go-on", action="store_true", help="go on with the next game after a failure")
    asked = parser.parse_args()
    books = [asked.rulebook] if asked.rulebook else list(SEATS)
    for book in books:
        counts: Counter[str] = Counter()
        for number in range(asked.first, asked.first + asked.games // len(books)):
            try:
                counts += walk(book, asked.seed, number)
            except AssertionError as error:
                print(f"rulebook {book}, seed {asked.seed}, game {number}", flush=True)
                if not asked.go_on:
                    raise
                print(f"{type(error).__name__}: {error}", flush=True)
                counts["failures"] += 1
            counts["games"] += 1
        print(f"{book}: {dict(counts)}", flush=True)


if __name__ == "__main__":
    main()
