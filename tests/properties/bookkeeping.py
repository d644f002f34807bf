"""A book of scores, times and clauses, kept apart from the folds of the referee by somebody who only hears what happens."""

from __future__ import annotations

import re
from copy import deepcopy

from mostek.core.players import Seat
from mostek.core.result import Ending
from mostek.referee import Game
from mostek.referee import commands as m
from mostek.referee import events as e
from mostek.referee.commands import CreditReason
from mostek.referee.events import Event
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Over
from mostek.rules.loading import HOUSE, HOUSE_RULES, clause, rulebook, rulebooks, source_of
from mostek.rules.reasons import cited as cited_by
from mostek.rules.reasons import occurs
from mostek.rules.rulebook import ClockMode, Rulebook

_SPLIT = re.compile(r"[\s,;]+")


class Book:
    """Scores and times as somebody would keep them who only hears what happens."""

    def __init__(self) -> None:
        self.rulebook = ""
        self.scores: list[int] = []
        self.rows: list[list[int]] = []
        self.is_handing_over = False
        """Whether the last row is written and the next turn has not been opened yet."""
        self.written: dict[Seat, int] = {}
        self.withdrawn: dict[Seat, int] = {}
        self.true = 0
        self.rulings: list[m.Measure] = []
        self.changes: list[int] = []
        self.reversed: set[int] = set()
        self.left: list[int] = []
        self.running: tuple[Seat, int, int] | None = None
        self.per_turn = False
        self.flagged: set[Seat] = set()
        self.latest = 0
        self.credited: dict[Seat, int] = {}
        self.judged: Book | None = None
        """The same before the last verdict."""

    def hear(self, event: Event) -> None:
        if isinstance(event, e.WordsJudged):
            self.judged = None
            self.judged = deepcopy(self)
        self._clause(event)
        self._time(event)
        self._write(event)
        self._score(event)

    def _clause(self, event: Event) -> None:
        if isinstance(event, e.GameCreated):
            self.rulebook = event.rulebook
        if (cited := getattr(event, "clause", None)) is not None:
            is_written(self.rulebook, cited)

    def _write(self, event: Event) -> None:
        """What each player has written of a move; the same figure by all counts, else what the tiles are worth (PFS-4.6.3)."""
        match event:
            case e.TurnOpened() | e.MoveTakenBack() | e.TurnReopened():
                self.written = {}
            case e.TilesLaid(points=points) | e.MoveReread(points=points):
                self.true = points
            case e.MoveReopened(seat=seat):
                self.written = {writer: points for writer, points in self.written.items() if writer is seat}
            case e.Recorded(seat=seat, points=points):
                self.written[seat] = points
            case e.MoveWithdrawn():
                self.withdrawn, self.written = self.written, {}
            case e.VerdictOverridden(turns=int()):
                self._go_back()
            case e.VerdictOverridden(valid=True):
                self.written = self.withdrawn
            case e.MoveAccepted(points=points):
                figures = set(self.written.values())
                assert points == (figures.pop() if len(figures) == 1 else self.true), "the wrong value counts"
            case _:
                pass

    def _go_back(self) -> None:
        """All is as before the verdict, but for the points and times on which somebody has ruled since."""
        before = self.judged
        assert before is not None, "a verdict was set aside that nobody had given"
        self.scores, self.rows, self.left = before.scores, before.rows, before.left
        self.is_handing_over = False
        self.written, self.true, self.flagged, self.running = before.written, before.true, before.flagged, None
        for place, measure in enumerate(self.rulings):
            was = place < len(before.rulings) and place not in before.reversed
            if was is (place in self.reversed):
                sign = -1 if place in self.reversed else 1
                match measure:
                    case m.Deduct(seat=seat) | m.SettleScore(seat=seat):
                        self.scores[seat - 1] += sign * self.changes[place]
                    case m.AdjustClock(seat=seat):
                        self.left[seat - 1] += sign * self.changes[place]
                    case _:
                        pass

    def _score(self, event: Event) -> None:
        match event:
            case e.GameCreated(scores=scores):
                self.scores = list(scores)
            case e.MoveAccepted(seat=seat, points=points):
                self._row(seat, points)
            case e.ExchangeAccepted(seat=seat) | e.TurnLost(seat=seat) | e.TurnPassed(seat=seat):
                self._row(seat, 0)
            case e.TurnOpened():
                self.is_handing_over = False
            case e.MoveWithdrawn(seat=seat) if self.is_handing_over:
                # It was written down already, and claimed on dead time (PFS-4.10.3b).
                self.is_handing_over = False
                self.scores[seat - 1] -= self.rows.pop()[1]
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
        self.is_handing_over = True
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
                self._wind(seat, change)
            case _:
                pass
        self.rulings.append(measure)
        self.changes.append(change)

    def _wind(self, seat: Seat, change: int) -> None:
        self.left[seat - 1] = max(0, self.left[seat - 1] + change)
        if self.running is not None and self.running[0] is seat:
            self.running = (seat, self.running[1], self.left[seat - 1])

    def _undone(self, place: int) -> None:
        self.reversed.add(place)
        match self.rulings[place]:
            case m.Deduct(seat=seat) | m.SettleScore(seat=seat):
                self.scores[seat - 1] -= self.changes[place]
            case m.AdjustClock(seat=seat):
                self._wind(seat, -self.changes[place])
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
                self.per_turn = rulebooks()[rulebook].clock.mode.value is ClockMode.PER_TURN
            case e.ClockStarted(seat=seat, at=began, left=left):
                self._started(seat, began, left)
            case e.ClockStopped(seat=seat, at=ended, left=left):
                self._stopped(seat, ended, left)
            case e.FlagFell(seat=seat, at=ended) | e.TurnTimeExceeded(seat=seat, at=ended):
                self._fell(event, seat, ended)
            case e.TimeCredited():
                self._credited(event)
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

    def _credited(self, event: e.TimeCredited) -> None:
        assert self.running is not None, "time that did not run was given back"
        seat, began, left = self.running
        assert seat is event.seat, "the wrong player's time was given back"
        assert 0 < event.millis <= event.at - began, "more time was given back than had run"
        assert event.at - began - event.millis <= left, "time was given back after the flag had fallen"
        self.running = (seat, began + event.millis, left)
        if event.why is CreditReason.DELIVERY:
            self.credited[seat] = self.credited.get(seat, 0) + event.millis

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
        assert dict(game.credited) == self.credited


def is_in_the_table(book: Rulebook, refused: Refused, game: Game | None) -> None:
    """`mostek rules reasons` has the clause of a refusal.

    Those of each fault of a placement stand in the rulebook's own list; a forfeit has the clause of the ruling.
    """
    if refused.reason is Reason.FAULTY_PLACEMENT:
        return
    assert occurs(book, refused.reason), refused
    is_forfeited = game is not None and isinstance(game.phase, Over) and game.phase.result.ending is Ending.FORFEIT
    ends_otherwise = refused.reason is Reason.GAME_OVER and (is_forfeited or refused.clause.startswith(HOUSE))
    assert ends_otherwise or refused.clause in cited_by(book, refused.reason), refused


def is_written(book: str, cited: str) -> None:
    """A clause must stand in the rulebook of the game, or in one on which that rests."""
    chain = [book]
    while base := rulebook(chain[-1]).base:
        chain.append(base)
    chain.append(HOUSE_RULES.name)
    for name in _SPLIT.split(cited):
        assert source_of(name).name in chain, f"{name} is none of the clauses of {chain}"
        clause(name)
