"""One tournament at the desk: judge a command, show its consequences, store it, then apply it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct

from mostek.app.ports import LogError, TournamentLog
from mostek.tournament.commands import Request, Undo
from mostek.tournament.decide import Step, decide_next, growth_refusal, in_force, state_after
from mostek.tournament.events import Event, RoundPaired
from mostek.tournament.evolve import evolve
from mostek.tournament.limits import broken_limit
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.state import Tournament
from mostek.tournament.warnings import Warned, announced_late, pairing_warnings

PublishStep = Callable[[int, Step], None]
"""A subscriber to the steps: it receives the number of a step, from 1, and the step."""

if TYPE_CHECKING:
    from mostek.tournament.preview import Consequences


class Carried(Struct, frozen=True):
    """The result of a command that was carried out or previewed."""

    events: tuple[Event, ...]
    state: Tournament
    consequences: Consequences
    warnings: tuple[Warned, ...] = ()
    """The warnings to read before confirming the command."""


class Desk:
    """A tournament with its log."""

    def __init__(self, log: TournamentLog, publish: PublishStep | None = None) -> None:
        """Raises `LogError` for a log that cannot be replayed."""
        self._log = log
        self._publish = publish
        self._steps = log.read()
        self._state = replayed(self._steps)

    @classmethod
    def at(cls, log: TournamentLog, state: Tournament, steps: tuple[Step, ...] | None = None) -> Desk:
        """A desk whose steps were replayed already, to this state."""
        desk = cls.__new__(cls)
        desk._log, desk._publish, desk._state = log, None, state
        desk._steps = log.read() if steps is None else steps
        return desk

    @property
    def name(self) -> str:
        """The name of the log."""
        return self._log.name

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, including undone ones."""
        return self._steps

    @property
    def is_founded(self) -> bool:
        """Whether the tournament has been created."""
        return self._state is not None

    @property
    def state(self) -> Tournament:
        """The current tournament. It has been created before."""
        assert self._state is not None, "a tournament that was created"
        return self._state

    def preview(self, request: Request) -> Carried | DeskRefusal:
        """The result of a command without storing it."""
        decided = self._judged(as_kept(request))
        if isinstance(decided, DeskRefusal):
            return decided
        from mostek.tournament.preview import Consequences, consequences

        after = self._after(request, decided)
        before = self._state
        if before is None:
            return Carried(decided, after, Consequences())
        return Carried(decided, after, consequences(before, after), warnings_for(before, after, request, decided))

    def carry_out(self, request: Request) -> Carried | DeskRefusal:
        """Judge a command, store it and publish it. Raises `ConflictError`, `SaveError` without any change."""
        carried = self.preview(request)
        given = as_kept(request)
        if not isinstance(carried, DeskRefusal) and not isinstance(given, DeskRefusal):
            self._keep(Step(given, carried.events), carried.state)
        return carried

    def do(self, request: Request) -> tuple[Event, ...] | DeskRefusal:
        """Carry out a command without computing its consequences."""
        given = as_kept(request)
        decided = self._judged(given)
        if not isinstance(decided, DeskRefusal) and not isinstance(given, DeskRefusal):
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

    def _judged(self, given: Request | DeskRefusal) -> tuple[Event, ...] | DeskRefusal:
        if isinstance(given, DeskRefusal):
            return given
        refused = growth_refusal(len(self._steps), self._state, given)
        return decide_next(self._steps, self._state, given) if refused is None else refused

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


def hall_time() -> datetime:
    """The time in the hall as the machine shows it, to the second, without a zone."""
    return datetime.now().astimezone().replace(tzinfo=None, microsecond=0)


def epoch(when: datetime) -> int:
    """A time in the hall, which has the zone of this machine, in milliseconds since 1970."""
    return round(when.astimezone().timestamp() * 1000)


class UnsavedLog:
    """A log that lives as long as the command: to try something out, or to write it as a whole."""

    name = ""

    def __init__(self, steps: tuple[Step, ...] = ()) -> None:
        self._steps = steps

    def read(self) -> tuple[Step, ...]:
        """Every step."""
        return self._steps

    def append(self, expected: int, step: Step) -> None:
        """One step more."""
        self._steps = (*self._steps, step)


def replayed(steps: tuple[Step, ...]) -> Tournament | None:
    """Replay the steps of a tournament; `None` before its creation. Raises `LogError` if they contradict each other."""
    try:
        return state_after(steps)
    except (LookupError, ValueError, AttributeError) as error:
        raise LogError("The tournament cannot be replayed: {why}.", why=str(error)) from None


def stray_step(steps: tuple[Step, ...], done: Callable[[float], None] = lambda share: None) -> int | None:
    """The number, from 1, of the first step that does not follow from its command, by deciding each again.

    Args:
        steps: the steps of a log.
        done: receives the share of the work that is done.

    Returns:
        The number; `None` if all follow.
    """
    states: list[Tournament | None] = [None]
    for number, step in enumerate(steps, 1):
        before = states[-1]
        try:
            decided = decide_next(steps[: number - 1], before, step.command)
        except (LookupError, ValueError, AttributeError):
            return number
        if decided != step.events:
            return number
        if isinstance(step.command, Undo):
            states.pop()
        else:
            for event in step.events:
                before = evolve(before, event)
            states.append(before)
        done(number / len(steps))
    return None


Kept = TypeVar("Kept", bound=Request)
"""A command of one kind, before and after it is stored."""


def as_kept(request: Kept) -> Kept | DeskRefusal:
    """A command as it will be read from the log; one that cannot be stored is refused before it is judged.

    In memory a command may hold anything, in the log only what its type says: a table 0, a name of blanks, half a letter or a
    reason of a thousand lines would make a file that mostek cannot open again.
    """
    try:
        return msgspec.json.decode(msgspec.json.encode(request), type=type(request))
    except (ValueError, OverflowError, TypeError, RecursionError) as error:
        broken = broken_limit(request)
        if broken is None:
            return refuse(DeskReason.NOT_WELL_FORMED, why=str(error))
        params = {"limit": broken.kind, "field": broken.field, "value": broken.value}
        return refuse(DeskReason.NOT_WELL_FORMED, **params, least=broken.least, most=broken.most)


def warnings_for(
    before: Tournament, after: Tournament, request: Request, events: tuple[Event, ...]
) -> tuple[Warned, ...]:
    """The warnings to read before a command is confirmed."""
    paired = [event for event in events if isinstance(event, RoundPaired)]
    return (
        *announced_late(before, after, request.at.date()),
        *(each for event in paired for each in pairing_warnings(after, event.division, event.round)),
    )


def _pairs(event: Event, division: str, number: int) -> bool:
    return isinstance(event, RoundPaired) and event.division == division and event.round == number
