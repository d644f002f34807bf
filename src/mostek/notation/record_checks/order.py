"""The order of the lines of a record: whose turn it is, and what may follow what."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.core.diagnostics import Diagnostic, Kind
from mostek.core.players import Seat
from mostek.notation.game_record import (
    TURN,
    ChallengeBonus,
    Leftovers,
    RecordedExchange,
    RecordedGame,
    RecordedLoss,
    RecordedTurn,
    TimePenalty,
    Withdrawn,
)
from mostek.notation.plays import WrittenPlay


class RecordedOrder:
    """The state of a record between two lines. `check` takes the lines one after the other."""

    def __init__(self, game: RecordedGame) -> None:
        self.game = game
        self.is_over = False
        """Whether the game has ended by a line or a placement before."""
        self._place = 0
        self._last: Seat | None = None
        self._finished: set[Seat] = set()
        self._penalised: set[Seat] = set()
        self._last_turns = {turn.seat: place for place, turn in enumerate(game.turns) if isinstance(turn.action, TURN)}
        self._out_of_time = set(_out_of_time(game))

    def check(self, turn: RecordedTurn) -> Iterator[Diagnostic]:
        """Check the place of the next line.

        Args:
            turn: The line.

        Returns:
            A diagnostic for each fault.
        """
        match turn.action:
            case ChallengeBonus() if (turn.points or 0) > 0 and not self._follows_own_play(turn):
                yield self._fault(Kind.BONUS_WITHOUT_PLAY, turn)
            case TimePenalty():
                yield from self._check_penalty(turn)
            case WrittenPlay() | RecordedExchange() if self.is_over:
                yield self._fault(Kind.MOVE_AFTER_END, turn)
            case action if isinstance(action, TURN) and not self._is_on_turn(turn.seat):
                yield self._fault(Kind.OUT_OF_TURN, turn)
        self._take(turn)

    def _take(self, turn: RecordedTurn) -> None:
        if isinstance(turn.action, TURN):
            self._last = turn.seat
        match turn.action:
            case Leftovers():
                self._finished.add(turn.seat)
                self.is_over = self.is_over or (turn.points or 0) > 0
            case RecordedLoss(_, last=True):
                self._finished.add(turn.seat)
            case Withdrawn():
                self.is_over = False
            case TimePenalty():
                self._penalised.add(turn.seat)
            case _:
                pass
        self._place += 1

    def _is_on_turn(self, seat: Seat) -> bool:
        """A player whose tiles were reckoned up takes no more turns: the time of one player may end before the game does."""
        seats = self.game.players
        after = seats.clockwise_from(seats.next(self._last)) if self._last else (seat,)
        return seat is next((other for other in after if not self._has_stopped(other)), None)

    def _has_stopped(self, seat: Seat) -> bool:
        return seat in self._finished or (seat in self._out_of_time and self._last_turns.get(seat, -1) < self._place)

    def _follows_own_play(self, turn: RecordedTurn) -> bool:
        """Whether the line before is the player's own placement, or another bonus for it."""
        before = self.game.turns[self._place - 1] if self._place else None
        return (
            before is not None and before.seat is turn.seat and isinstance(before.action, WrittenPlay | ChallengeBonus)
        )

    def _check_penalty(self, turn: RecordedTurn) -> Iterator[Diagnostic]:
        if turn.seat in self._penalised:
            yield self._fault(Kind.REPEATED_TIME_PENALTY, turn)
        elif any(isinstance(later.action, (*TURN, Leftovers)) for later in self.game.turns[self._place + 1 :]):
            yield self._fault(Kind.EARLY_TIME_PENALTY, turn)

    def _fault(self, kind: Kind, turn: RecordedTurn) -> Diagnostic:
        return Diagnostic(kind, turn.line, turn.column, {"nick": self.game.players[turn.seat].nick})


def _out_of_time(game: RecordedGame) -> Iterator[Seat]:
    """The players whose tiles are reckoned up while others go on: GCG has no other sign for a time that is up."""
    for place, turn in enumerate(game.turns):
        if isinstance(turn.action, Leftovers) and (turn.points or 0) < 0:
            later = game.turns[place + 1 :]
            if any(isinstance(other.action, TURN) and other.seat is not turn.seat for other in later):
                yield turn.seat
