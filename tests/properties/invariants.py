"""What must hold in every game after every event, worked out from the events apart from the folds of the referee."""

from __future__ import annotations

import random
import re
from typing import Any

from msgspec.structs import replace

from mostek.referee import Game, event_for, view_for
from mostek.referee import events as e
from mostek.referee import measures as m
from mostek.referee.commands import Venue
from mostek.referee.events import Event
from mostek.referee.state import Challenged, Exchanging, Inspecting, Laid, Over, Thinking, Turn
from mostek.rules.loading import clause, rulebook
from mostek.seats import BySeat, Role, Seat, Viewer
from mostek.tiles import Tiles

_SPLIT = re.compile(r"[\s,;]+")
_PUBLIC = (e.SetCounted,)
"""Events whose tiles everybody saw lying on the table."""


_SEEING = ("seat", "of", "chooser")
"""Whose tiles an event is about, and who has looked at them."""


class Book:
    """Scores and times as somebody would keep them who only hears what happens."""

    def __init__(self) -> None:
        self.rulebook = ""
        self.scores: list[int] = []
        self.rows: list[list[int]] = []
        self.rulings: list[m.Measure] = []
        self.changes: list[int] = []
        self.left: list[int] = []
        self.running: tuple[Seat, int, int] | None = None
        self.per_turn = False
        self.flagged: set[Seat] = set()
        self.latest = 0

    def hear(self, event: Event) -> None:
        self._clause(event)
        self._time(event)
        self._score(event)

    def _clause(self, event: Event) -> None:
        if isinstance(event, e.GameCreated):
            self.rulebook = event.rulebook
        if (cited := getattr(event, "clause", None)) is not None:
            is_written(self.rulebook, cited)

    def _score(self, event: Event) -> None:
        match event:
            case e.GameCreated(scores=scores):
                self.scores = list(scores)
            case e.MoveAccepted(seat=seat, points=points):
                self._row(seat, points)
            case e.ExchangeAccepted(seat=seat) | e.TurnLost(seat=seat) | e.TurnPassed(seat=seat):
                self._row(seat, 0)
            case e.TurnReopened():
                assert self.rows.pop()[1] == 0, "a turn with points was reopened"
            case e.PenaltyCharged(seat=seat, points=points):
                self.scores[seat - 1] -= points
            case e.ScoreCorrected(turn=turn, points=points):
                row = self.rows[turn - 1]
                self.scores[row[0] - 1] += points - row[1]
                row[1] = points
            case e.RulingMade(measure=measure):
                self._ruled(measure)
            case e.RulingReversed(number=number):
                self._undone(number - 1)
            case e.GameEnded(result=result):
                self.scores = [score + change for score, change in zip(self.scores, result.leftovers, strict=True)]
            case _:
                pass

    def _row(self, seat: Seat, points: int) -> None:
        self.rows.append([int(seat), points])
        self.scores[seat - 1] += points

    def _ruled(self, measure: m.Measure) -> None:
        change = 0
        match measure:
            case m.Deduct(seat=seat, points=points):
                change = -points
                self.scores[seat - 1] += change
            case m.SettleScore(seat=seat, points=points):
                change = points - self.scores[seat - 1]
                self.scores[seat - 1] = points
            case m.AdjustClock(seat=seat, millis=millis):
                change = max(millis, -self.left[seat - 1])
                self.left[seat - 1] += change
            case _:
                pass
        self.rulings.append(measure)
        self.changes.append(change)

    def _undone(self, place: int) -> None:
        match self.rulings[place]:
            case m.Deduct(seat=seat) | m.SettleScore(seat=seat):
                self.scores[seat - 1] -= self.changes[place]
            case m.AdjustClock(seat=seat):
                self.left[seat - 1] = max(0, self.left[seat - 1] - self.changes[place])
            case _:
                pass

    def _time(self, event: Event) -> None:
        at = getattr(event, "at", None)
        if at is not None:
            assert at >= self.latest, f"time ran backwards: {event}"
            self.latest = at
        match event:
            case e.GameCreated(millis=millis, players=players, rulebook=rulebook):
                self.left = [millis or 0] * len(players)
                self.per_turn = rulebook == "chal"
            case e.ClockStarted(seat=seat, at=began, left=left):
                self._started(seat, began, left)
            case e.ClockStopped(seat=seat, at=ended, left=left):
                self._stopped(seat, ended, left)
            case e.FlagFell(seat=seat, at=ended) | e.TurnTimeExceeded(seat=seat, at=ended):
                self._fell(event, seat, ended)
            case e.ClockSet(seat=seat, left=left):
                assert self.running is None or self.running[0] is not seat, "a running clock was set"
                assert left >= 0
                self.left[seat - 1] = left
            case _:
                pass

    def _started(self, seat: Seat, at: int, left: int) -> None:
        assert self.running is None, "two clocks run"
        assert seat not in self.flagged, "the clock of somebody whose time is up was started"
        assert self.per_turn or left == self.left[seat - 1], "a clock was wound up"
        self.running = (seat, at, left)
        self.left[seat - 1] = left

    def _stopped(self, seat: Seat, at: int, left: int) -> None:
        assert self.running is not None, "a standing clock was stopped"
        assert self.running[0] is seat, "the wrong clock was stopped"
        assert left == self.running[2] - (at - self.running[1]) > 0, "a stopped clock shows a wrong time"
        self.left[seat - 1] = left
        self.running = None

    def _fell(self, event: Event, seat: Seat, at: int) -> None:
        if self.running is not None:  # else nobody was there, and the arbiter's clock ran
            assert self.running[0] is seat
            assert at == self.running[1] + self.running[2], "a flag fell at the wrong time"
        self.running, self.left[seat - 1] = None, 0
        if isinstance(event, e.FlagFell):
            self.flagged.add(seat)

    def agrees(self, game: Game) -> None:
        """The game must say what this book says."""
        assert list(game.scores) == self.scores, "a score is not the sum of its parts"
        if isinstance(game.phase, Over):
            assert game.phase.result.final == game.scores
        if game.clock is None:
            return
        running = (game.clock.running, game.clock.since) if game.clock.running else None
        assert running == (self.running[:2] if self.running else None)
        assert list(game.clock.left) == self.left
        assert game.now >= self.latest


def is_written(book: str, cited: str) -> None:
    """A clause must stand in the rulebook of the game, or in one on which that rests."""
    chain = [book]
    while base := rulebook(chain[-1]).base:
        chain.append(base)
    for name in _SPLIT.split(cited):
        assert name.partition("-")[0].lower() in chain, f"{name} is none of the clauses of {chain}"
        clause(name)


def tiles_hold(game: Game) -> None:
    """No tile is made or lost; what is known of some leaves room for the rest."""
    everything = game.all_tiles()
    assert len(everything) == len(game.tiles), "a tile was made or lost"
    assert len(game.unseen()) == everything.unseen
    if game.venue is Venue.ONLINE:
        assert everything == game.tiles, "a tile was exchanged for another"
        assert not everything.unseen


def stays(before: Game, after: Game) -> None:
    """When a game is over no tile moves, whatever is said about them."""
    if isinstance(before.phase, Over) and isinstance(after.phase, Over):
        assert before.board == after.board
        assert len(before.bag) == len(after.bag)
        assert before.racks.map(len) == after.racks.map(len)


def keeps_secrets(game: Game, events: tuple[Event, ...], rng: random.Random) -> None:
    """Whatever a viewer gets is the same whatever the tiles are that they may not see."""
    viewers: tuple[Viewer, ...] = (Role.SPECTATOR, Role.ASSISTANT, Role.LEXICON, *game.seats)
    for viewer in viewers:
        if not isinstance(game.phase, Over):
            assert view_for(game, viewer) == view_for(_other(game, viewer, rng), viewer), f"{viewer} sees a secret"
        for event in events:
            _hides(event_for(event, viewer), viewer)


def _hides(shown: Event | None, viewer: Viewer) -> None:
    if shown is None or isinstance(shown, _PUBLIC) or viewer in [getattr(shown, name, 0) for name in _SEEING]:
        return
    for name in shown.__struct_fields__:
        value = getattr(shown, name)
        others = [part for seat, part in value.items() if seat is not viewer] if isinstance(value, BySeat) else [value]
        for tiles in others:
            assert not isinstance(tiles, Tiles) or not len(tiles.seen), f"{viewer} learns {shown}"
    assert not getattr(shown, "faults", ())


def with_other_tiles(game: Game, viewer: Seat, rng: random.Random) -> Game | None:
    """A possible game with other tiles where the viewer cannot see them; `None` where what others have begun shows them."""
    plan = game.phase.plan if isinstance(game.phase, Thinking) else None
    if isinstance(game.phase, Inspecting) or (plan is not None and game.on_turn is not viewer):
        return None
    hidden = [seat for seat in game.seats if seat is not viewer]
    pool = game.unseen() + game.bag.seen
    for seat in hidden:
        pool = pool + game.racks[seat].seen + game.set_aside[seat].seen
    faces = rng.sample(sorted(pool), len(pool))

    def dealt(tiles: Tiles) -> Tiles:
        some = Tiles(faces.pop() for _ in range(len(tiles.seen)))
        return some + Tiles.face_down(tiles.unseen)

    racks, aside = game.racks, game.set_aside
    for seat in hidden:
        racks, aside = racks.put(seat, dealt(racks[seat])), aside.put(seat, dealt(aside[seat]))
    phase = game.phase
    if isinstance(phase, Laid):
        phase = replace(phase, faults=() if phase.faults else ("gap",))
    return replace(game, phase=phase, racks=racks, set_aside=aside, bag=dealt(game.bag))


def _other(game: Game, viewer: Viewer, rng: random.Random) -> Game:
    """The same game with every tile another one that the viewer may not see."""

    def mixed(tiles: Tiles) -> Tiles:
        return Tiles(rng.choice("AĄBCĆDEĘ?#") for _ in range(len(tiles)))

    def of(seat: Seat, tiles: Tiles) -> Tiles:
        return tiles if seat is viewer else mixed(tiles)

    def row(turn: Turn) -> Turn:
        return replace(turn, rack=of(turn.seat, turn.rack))

    def parts(values: BySeat[Tiles]) -> BySeat[Tiles]:
        return BySeat(of(seat, tiles) for seat, tiles in values.items())

    phase: Any = game.phase
    match phase:
        case Thinking(seat=seat, plan=Exchanging(tiles=tiles, count=count)):
            phase = replace(phase, plan=Exchanging(of(seat, tiles), count))
        case Laid():
            phase = replace(phase, faults=("gap",))
        case Challenged(laid=laid):
            phase = replace(phase, laid=replace(laid, faults=("gap",)))
        case Inspecting(seat=seat, chooser=chooser, drawn=drawn):
            seen = drawn is None or viewer in (seat, chooser)
            phase = replace(phase, pool=mixed(phase.pool), drawn=drawn if seen or drawn is None else mixed(drawn))
        case _:
            pass
    return replace(
        game,
        phase=phase,
        racks=parts(game.racks),
        set_aside=parts(game.set_aside),
        bag=mixed(game.bag),
        turns=tuple(row(turn) for turn in game.turns),
    )
