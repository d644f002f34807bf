"""One command at the desk: the tournament it is about, who gives it and when, and how it is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from typing import Any, NoReturn, TypeVar, cast

import click

from mostek.app.ports import ConflictError, LogError
from mostek.app.tournaments import Carried, Desk
from mostek.cli.failures import Failure
from mostek.cli.output import json_option, print_json
from mostek.cli.tournament import answers
from mostek.cli.tournament.kept import Kept, found
from mostek.cli.tournament.times import Moment, now
from mostek.messages import explained, text
from mostek.tournament.commands import Order, Request
from mostek.tournament.events import Event
from mostek.tournament.refusals import Reason, Refused, refuse
from mostek.tournament.state import Tournament

Command = TypeVar("Command", bound=Callable[..., Any])
_Ordered = TypeVar("_Ordered", bound=Order)

event_option = click.option(
    "-e",
    "--event",
    "event",
    envvar="MOSTEK_TOURNAMENT",
    metavar="NAME",
    help="The tournament: its file, or a part of its name; otherwise MOSTEK_TOURNAMENT, or the latest that is open.",
)
at_option = click.option(
    "--at", type=Moment(), metavar="TIME", help="When it happened, if not now: 10:15, or 2026-11-21T10:15."
)
by_option = click.option("--by", default="", envvar="MOSTEK_BY", metavar="NAME", help="Who gives it, for the log.")
yes_option = click.option("--yes", is_flag=True, help="Do it without asking.")
"""For what is asked before it is done."""


@dataclass
class Session:
    """The desk while one command is carried out."""

    kept: Kept
    desk: Desk
    named: bool
    """Whether the person has said which tournament is meant."""
    as_json: bool
    at: datetime
    by: str = ""

    @property
    def state(self) -> Tournament:
        """The tournament as it stands; one that was never founded ends the command."""
        if not self.desk.is_founded:
            self.refuse(refuse(Reason.TOURNAMENT_NOT_CREATED))
        return self.desk.state

    def order(self, kind: type[_Ordered], /, **fields: Any) -> _Ordered:
        """A command of that kind, given now."""
        return kind(at=self.at, by=self.by, **fields)

    def preview(self, request: Request) -> Carried:
        """What a command would lead to; a refusal ends the command."""
        carried = self.desk.preview(request)
        if isinstance(carried, Refused):
            self.refuse(carried)
        return carried

    def do(self, *requests: Request, seen: bool = False, done: Callable[[], None] = lambda: None) -> tuple[Event, ...]:
        """Carry commands out, one after the other, and give what has happened; a refusal ends the command.

        What somebody else wrote meanwhile is read first; if the person has confirmed what was `seen`, they must look again.
        """
        self.state  # noqa: B018 - ends the command where there is no tournament
        events: list[Event] = []
        with saying_why(), self.kept.held():
            for request in requests:
                decided = self._one(request, seen)
                if isinstance(decided, Refused):
                    self._say_notes()
                    self.refuse(decided, events)
                events += decided
                done()
        self._say_notes()
        return tuple(events)

    def finish(self, events: Iterable[Event], before: Tournament, **facts: Any) -> None:
        """Answer what has happened, and what comes next."""
        happened = tuple(events)
        if self.as_json:
            self.print_json(events=happened, **facts, next=answers.next_steps(self.state))
            return
        self.head()
        answers.tell(happened, before, self.state)
        answers.tell_next(self.state)

    def head(self) -> None:
        """Name the tournament, where the person has not."""
        if not self.named and not self.as_json:
            click.secho(text("Tournament: {name} ({file})", name=self.state.name, file=self.kept.name), dim=True)

    def print_json(self, **facts: Any) -> None:
        """One document with the name of the tournament and these facts."""
        print_json({"event": self.kept.name, **facts})

    def refuse(self, refused: Refused, done: Sequence[Event] = ()) -> NoReturn:
        """Say no, and end the command with status 1; what was `done` before is told too."""
        state = self.desk.state if self.desk.is_founded else None
        if self.as_json:
            self.print_json(events=done, refused=answers.refusal(refused, state))
        else:
            if done and state is not None:
                answers.tell(done, None, state)
            answers.say_refused(refused, state)
        raise click.exceptions.Exit(1)

    def _one(self, request: Request, seen: bool) -> tuple[Event, ...] | Refused:
        while True:
            try:
                return self.desk.do(request)
            except ConflictError:
                self._again(seen)

    def _say_notes(self) -> None:
        for note in self.kept.notes:
            click.echo(note, err=True)

    def _again(self, seen: bool) -> None:
        """Read what somebody else has written meanwhile."""
        if seen:
            raise Failure(text("Somebody else has changed the tournament meanwhile; look, and give the command again."))
        self.kept.reload()
        self.desk = Desk(self.kept)


def reading(command: Command) -> Command:
    """A command that only looks at a tournament, as a `Session`."""
    return _with_session(json_option(event_option(command)))


def changing(command: Command) -> Command:
    """A command that changes a tournament, as a `Session`."""
    return _with_session(json_option(by_option(at_option(event_option(command)))))


def _with_session(command: Command) -> Command:
    @wraps(command)
    def call(event: str | None, as_json: bool, at: datetime | None = None, by: str = "", **given: Any) -> None:
        command(opened(said_event(event), as_json, at, by), **given)

    return cast(Command, call)


def said_event(event: str | None) -> str | None:
    """The tournament that is meant: what stands after the command goes before what stands after `mostek tournament`."""
    context = click.get_current_context()
    own = context.get_parameter_source("event") is click.core.ParameterSource.COMMANDLINE
    before = context.parent.params.get("event") if context.parent else None
    return event if own or before is None else str(before)


def opened(event: str | None, as_json: bool, at: datetime | None = None, by: str = "") -> Session:
    """The session of a tournament. Raises `Failure`."""
    path, named = found(event)
    with saying_why():
        kept = Kept(path)
        return Session(kept, Desk(kept), named, as_json, at or now(), by)


@contextmanager
def saying_why() -> Iterator[None]:
    """Whatever a file cannot do becomes a sentence and exit status 2."""
    try:
        yield
    except LogError as error:
        raise Failure(explained(error.sentence, error.params)) from None
