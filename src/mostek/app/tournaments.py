"""One tournament at the desk: a command is judged, its consequences are shown, it is stored, and then it counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from mostek.app.ports import LogError, TournamentLog
from mostek.tournament.commands import Request, Undo
from mostek.tournament.decide import Step, decide_next, in_force, state_after
from mostek.tournament.events import Event, RoundPaired
from mostek.tournament.evolve import evolve
from mostek.tournament.refusals import Reason, Refused, refuse
from mostek.tournament.state import Tournament
from mostek.tournament.warnings import Warned, announced_late, pairing_warnings

PublishStep = Callable[[int, Step], None]
"""A subscriber to the steps: it receives the number of a step, from 1, and the step."""

if TYPE_CHECKING:
    from mostek.tournament.preview import Consequences


class Carried(Struct, frozen=True):
    """A command that was carried out, or would be."""

    events: tuple[Event, ...]
    state: Tournament
    consequences: Consequences
    warnings: tuple[Warned, ...] = ()
    """What to look at before it is confirmed."""


class Desk:
    """A tournament and the log that keeps it."""

    def __init__(self, log: TournamentLog, publish: PublishStep | None = None) -> None:
        """Raises `LogError` for a log that cannot be replayed."""
        self._log = log
        self._publish = publish
        self._steps = log.read()
        self._state = replayed(self._steps)

    @property
    def name(self) -> str:
        """What the log is called."""
        return self._log.name

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything that was ever done, what was undone too."""
        return self._steps

    @property
    def is_founded(self) -> bool:
        """Whether the tournament has been created."""
        return self._state is not None

    @property
    def state(self) -> Tournament:
        """The tournament as it stands. It has been created before."""
        assert self._state is not None, "a tournament that was created"
        return self._state

    def preview(self, request: Request) -> Carried | Refused:
        """The result of a command without storing it."""
        given = as_kept(request)
        decided = given if isinstance(given, Refused) else decide_next(self._steps, self._state, given)
        if isinstance(decided, Refused):
            return decided
        from mostek.tournament.preview import Consequences, consequences

        after = self._after(request, decided)
        before = self._state
        if before is None:
            return Carried(decided, after, Consequences())
        return Carried(decided, after, consequences(before, after), _warnings(before, after, request, decided))

    def carry_out(self, request: Request) -> Carried | Refused:
        """Judge a command, keep it, publish it. Raises `ConflictError`, `SaveError`: then nothing has happened."""
        carried = self.preview(request)
        given = as_kept(request)
        if not isinstance(carried, Refused) and not isinstance(given, Refused):
            self._keep(Step(given, carried.events), carried.state)
        return carried

    def do(self, request: Request) -> tuple[Event, ...] | Refused:
        """The same without working out the consequences, for what has none to speak of."""
        given = as_kept(request)
        if isinstance(given, Refused):
            return given
        decided = decide_next(self._steps, self._state, given)
        if not isinstance(decided, Refused):
            self._keep(Step(given, decided), self._after(given, decided))
        return decided

    def before_round(self, division: str, number: int) -> Tournament | None:
        """The tournament as it was when a round was paired, to explain the pairing; `None` if it was not paired."""
        steps = in_force(self._steps)
        paired = [
            place for place, step in enumerate(steps) if any(_pairs(each, division, number) for each in step.events)
        ]
        there = self.state.divisions.get(division)
        return state_after(steps[: paired[-1]]) if there is not None and number <= len(there.rounds) else None

    def _after(self, request: Request, events: tuple[Event, ...]) -> Tournament:
        if isinstance(request, Undo):
            left = state_after((*self._steps, Step(request, events)))
            assert left is not None, "the founding is never undone"
            return left
        state = self._state
        for event in events:
            state = evolve(state, event)
        assert state is not None, "every log begins with the founding"
        return state

    def _keep(self, step: Step, after: Tournament) -> None:
        self._log.append(len(self._steps), step)
        self._steps = (*self._steps, step)
        self._state = after
        if self._publish is not None:
            self._publish(len(self._steps), step)


def replayed(steps: tuple[Step, ...]) -> Tournament | None:
    """The tournament that steps tell; `None` before its founding. Raises `LogError` where they contradict each other."""
    try:
        return state_after(steps)
    except (LookupError, ValueError, AttributeError) as error:
        raise LogError("The tournament cannot be replayed: {why}.", why=str(error)) from None


def as_kept(request: Request) -> Request | Refused:
    """A command as the log will give it back; one that the log could not give back is refused before anything is judged.

    In memory a command may hold anything, in the log only what its type says: a table 0, a name of blanks, half a letter or a
    reason of a thousand lines would make a file that mostek cannot open again.
    """
    try:
        return _read(msgspec.json.encode(request))
    except (ValueError, OverflowError, TypeError, RecursionError) as error:
        return refuse(Reason.NOT_WELL_FORMED, why=str(error))


_read: Callable[[bytes], Request] = msgspec.json.Decoder[Request](Request).decode


def _warnings(before: Tournament, after: Tournament, request: Request, events: tuple[Event, ...]) -> tuple[Warned, ...]:
    paired = [event for event in events if isinstance(event, RoundPaired)]
    return (
        *announced_late(before, after, request.at.date()),
        *(each for event in paired for each in pairing_warnings(after, event.division, event.round)),
    )


def _pairs(event: Event, division: str, number: int) -> bool:
    return isinstance(event, RoundPaired) and event.division == division and event.round == number
