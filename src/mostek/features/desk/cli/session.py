"""One command at the desk: which tournament, its file, the options of every command, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, cast

import click

from mostek.app.ports import ConflictError, LogError, SaveError
from mostek.app.tournaments import Carried, Desk
from mostek.cli.output import Failure, json_option, nearest, print_json, read_file
from mostek.features.desk.cli import answers
from mostek.features.desk.cli.arguments import Moment, MomentParam, day_of, moment_on
from mostek.features.desk.cli.group import event_option
from mostek.features.desk.desk_rows import left_to_do
from mostek.messages import explained, text
from mostek.store.file_names import file_stem
from mostek.store.tournament_files import SUFFIX, TournamentFile, create_tournament, folder, path_of
from mostek.store.tournament_lines import TournamentContents, read_tournament
from mostek.tournament.commands import Order, Request
from mostek.tournament.decide import Step, state_after
from mostek.tournament.events import Event
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.state import Tournament

if TYPE_CHECKING:
    from mostek.features.desk.cli.remote import RemoteEvent
    from mostek.features.desk.desk_rows import RowAnswer, TypedRow

YES = frozenset({"y", "yes", "t", "tak"})


def ask(question: str) -> None:
    """Go on after a yes; otherwise end the command with status 1."""
    answer = click.prompt(question + " " + text("[y/N]"), default="", show_default=False, prompt_suffix=" ")
    if answer.strip().casefold() not in YES:
        click.echo(text("Nothing has been done."))
        raise click.exceptions.Exit(1)


class EventFile:
    """A `TournamentLog` that two commands at once share: each reads all events, the later one gets a conflict.

    A file that is not there yet is created with its first step.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.stem
        self.notes: list[str] = []
        """What the person should know of the file: a line that was cut off, a copy that could not be made."""
        contents = contents_of(path) if path.exists() else None
        self._steps = contents.steps if contents else ()
        self.head = contents.head if contents else ""
        """The hash of the file when the command began."""
        self._file: TournamentFile | None = None
        self._pending: list[Step] | None = None
        """The steps of a list, which are written together."""

    def data(self) -> bytes:
        """The file as it is."""
        return read_file(self.path)

    def reload(self) -> None:
        """Read the events that another command wrote meanwhile."""
        self._steps = contents_of(self.path).steps if self._file is None else self._file.read()

    def read(self) -> tuple[Step, ...]:
        """Every step that was there when the command began."""
        return self._steps

    def append(self, expected: int, step: Step) -> None:
        """Write a step. See `TournamentLog`; a file that cannot be opened now raises `LogError`."""
        if not self._steps and not self.path.exists():
            self._create(step)
            return
        with self.held():
            assert self._file is not None, "held"
            if self._pending is None:
                self._write(expected, (step,))
                return
            if expected != (there := len(self._file.read()) + len(self._pending)):
                raise ConflictError(expected, there)
            self._pending.append(step)

    @contextmanager
    def batch(self) -> Iterator[list[Step]]:
        """Write the steps that are appended in one go at the end: all or none. Who clears the list takes them back."""
        with self.held():
            assert self._file is not None, "held"
            self._pending = []
            try:
                yield self._pending
                if self._pending:
                    self._write(len(self._file.read()), self._pending)
            finally:
                self._pending = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the file open for several steps, as for a list of people."""
        if self._file is not None or (not self._steps and not self.path.exists()):
            yield
            return
        self._file = TournamentFile.open(self.path)
        try:
            yield
        finally:
            self._file.close()
            self._file = None

    def _create(self, step: Step) -> None:
        try:
            fault = create_tournament(self.path, (step,))
        except FileExistsError:
            raise ConflictError(0, len(contents_of(self.path).steps)) from None
        self._steps = (step,)
        self._note_journal(fault)

    def _write(self, expected: int, steps: Sequence[Step]) -> None:
        assert self._file is not None, "held"
        self._file.append_all(expected, steps)
        self._steps = self._file.read()
        self._note(self._file)

    def _note(self, file: TournamentFile) -> None:
        if file.set_aside is not None:
            sentence = text("The last line was cut off; its remains are in {path}.", path=file.set_aside)
            self.notes.append(sentence)
        self._note_journal(file.journal_fault)
        if file.copy_fault is not None:
            self.notes.append(
                text("The copy could not be made: {why}. The tournament itself is saved.", why=file.copy_fault)
            )

    def _note_journal(self, fault: SaveError | None) -> None:
        if fault is not None:
            self.notes.append(explained(fault.sentence, fault.params))


def contents_of(path: Path) -> TournamentContents:
    """The contents of a file. Raises `Failure`, with the place of the copies where the file is damaged."""
    try:
        return read_tournament(read_file(path))
    except LogError as error:
        raise Failure(f"{path.name}: {explained(error.sentence, error.params)}{_copies(path)}") from None


def _copies(path: Path) -> str:
    """The paths of the copies of a damaged file."""
    place = path.parent / "copies"
    found = sorted(place.glob(f"{path.stem}-*{SUFFIX}"))
    return " " + text("The latest copy is {path}.", path=found[-1]) if found else ""


def is_address(typed: str) -> bool:
    """Whether a person names a tournament by its address on a server."""
    return typed.startswith(("http://", "https://"))


def find_event(name: str | None) -> tuple[Path, bool]:
    """The file of the tournament, and whether the caller named it. Raises `Failure`."""
    if name:
        if is_address(name):
            raise Failure(text("This command works on files; take the file of the tournament first: export log"))
        return _named(name), True
    path = _latest()
    if path is None:
        raise Failure(text("There is no tournament yet. Begin one: mostek tournament new NAME"))
    return path, False


def _named(name: str) -> Path:
    if (path := path_of(name)).exists():
        return path
    stems = sorted(path.stem for path in folder().glob(f"*{SUFFIX}"))
    wanted = file_stem(name)
    known = {stem: file_stem(stem) for stem in stems}
    like = [stem for stem in stems if known[stem] == wanted] or [
        stem for stem in stems if wanted and wanted in known[stem]
    ]
    if len(like) == 1:
        return folder() / f"{like[0]}{SUFFIX}"
    if like:
        raise Failure(text("Several tournaments are called so: {names}.", names=", ".join(like)))
    raise Failure(text("There is no tournament {name!r}.", name=name) + nearest(name, stems))


def _latest() -> Path | None:
    """The tournament that was written to last among those that are not closed, or else among all."""
    paths = sorted(folder().glob(f"*{SUFFIX}"), key=lambda path: (path.stat().st_mtime, path.name), reverse=True)
    return next((path for path in paths if _is_open(path)), paths[0] if paths else None)


def _is_open(path: Path) -> bool:
    state = state_of(path)
    return state is not None and state.closed_on is None


def state_of(path: Path) -> Tournament | None:
    """The tournament of a file; `None` for one that was not founded or cannot be read."""
    try:
        return state_after(read_tournament(path.read_bytes()).steps)
    except (LogError, OSError, LookupError, ValueError, AttributeError):
        return None


Command = TypeVar("Command", bound=Callable[..., Any])
_Ordered = TypeVar("_Ordered", bound=Order)

at_option = click.option(
    "--at", type=MomentParam(), metavar="TIME", help="When it happened, if not now: 10:15, or 2026-11-21T10:15."
)
by_option = click.option("--by", default="", envvar="MOSTEK_BY", metavar="NAME", help="Who gives it, for the log.")
division_option = click.option("--division", metavar="NAME", help="The division, where there are several.")
yes_option = click.option("--yes", is_flag=True, help="Do it without asking.")
"""For commands that need a confirmation."""


@dataclass
class Session:
    """The desk while one command is carried out."""

    file: EventFile | RemoteEvent
    desk: Desk
    named: bool
    """Whether the person has said which tournament is meant."""
    as_json: bool
    at: datetime
    by: str = ""
    repeated: list[Request] = field(default_factory=list)
    """Commands of this call that asked for nothing new."""

    @property
    def state(self) -> Tournament:
        """The tournament as it stands; one that was never founded ends the command."""
        if not self.desk.is_founded:
            self.refuse(refuse(DeskReason.TOURNAMENT_NOT_CREATED))
        return self.desk.state

    def order(self, kind: type[_Ordered], /, **fields: Any) -> _Ordered:
        """A command of that kind, given now."""
        return kind(at=self.at, by=self.by, **fields)

    def preview(self, request: Request) -> Carried:
        """Preview a command; a refusal ends the program's command."""
        carried = self.desk.preview(request)
        if isinstance(carried, DeskRefusal):
            self.refuse(carried)
        return carried

    def do(self, *requests: Request, seen: bool = False, done: Callable[[], None] = lambda: None) -> tuple[Event, ...]:
        """Carry commands out, one after the other, and give what has happened; a refusal ends the command.

        Several are written together: if one is refused, or the disk is full, none was given. Events of other commands are
        read first; if the person confirmed what was `seen`, they must look again.
        """
        self.state  # noqa: B018 - ends the command where there is no tournament
        while True:
            try:
                events, refused = self._together(requests, seen, done)
                break
            except ConflictError:  # a server learns only at the end that others were first
                self._again(seen)
        self._say_notes()
        if refused is not None:
            self.desk = Desk(self.file)
            self.refuse(refused, of_several=len(requests) > 1)
        return events

    def _together(
        self, requests: Sequence[Request], seen: bool, done: Callable[[], None]
    ) -> tuple[tuple[Event, ...], DeskRefusal | None]:
        """Give commands in one write: their events, or the refusal of the first that cannot be carried out."""
        events: list[Event] = []
        with self.file.batch() as pending:
            for request in requests:
                decided = self._one(request, seen)
                if isinstance(decided, DeskRefusal):
                    pending.clear()
                    return (), decided
                events += decided
                done()
        return tuple(events), None

    def do_rows(self, rows: Sequence[TypedRow], *, each: bool) -> tuple[RowAnswer, ...]:
        """Judge the rows of a list by the tournament as it is now, with what others wrote meanwhile, and enter in one write
        those that are right: all or none, or `each` for itself.
        """
        self.state  # noqa: B018 - ends the command where there is no tournament
        while True:
            try:
                found = self._rows_together(rows, each)
                break
            except ConflictError:  # a server learns only at the end that others were first
                continue
        self._say_notes()
        return found

    def _rows_together(self, rows: Sequence[TypedRow], each: bool) -> tuple[RowAnswer, ...]:
        from mostek.features.desk.desk_rows import RowOutcome, judge_rows

        with self.file.batch():
            self.file.reload()
            self.desk = Desk(self.file)
            found = judge_rows(self.desk.state, rows, each=each)
            for answer in found:
                if answer.outcome is RowOutcome.ENTERED and answer.command is not None:
                    done = self.desk.do(answer.command)
                    assert not isinstance(done, DeskRefusal), "it was judged before"
        return found

    def carry_out(self, kind: type[Order], /, **fields: Any) -> None:
        """Give a command, and answer what has happened."""
        before = self.state
        request = self.order(kind, **fields)
        self.finish(self.do(cast(Request, request)), before)

    def finish(self, events: Iterable[Event], before: Tournament, **facts: Any) -> None:
        """Answer what has happened, and what comes next."""
        happened = tuple(events)
        if self.as_json:
            already = {"already": True} if self.repeated and not happened else {}
            self.print_json(events=happened, **already, **facts, next=answers.next_steps(self.state))
            return
        self.head()
        answers.tell(happened, before, self.state)
        if self.repeated and not happened:
            click.echo(text("That is so already; nothing has changed."))
        answers.tell_next(self.state)

    def head(self) -> None:
        """Name the tournament, where the person has not."""
        if not self.named and not self.as_json:
            click.secho(text("Tournament: {name} ({file})", name=self.state.name, file=self.file.name), dim=True)

    def print_json(self, **facts: Any) -> None:
        """One document with the name of the tournament and these facts."""
        print_json({"event": self.file.name, **facts})

    def refuse(self, refused: DeskRefusal, of_several: bool = False) -> NoReturn:
        """Print the refusal, and that the other commands were not given either, and end the command with status 1."""
        state = self.desk.state if self.desk.is_founded else None
        if self.as_json:
            self.print_json(events=(), refused=answers.refusal(refused, state))
        else:
            answers.say_refused(refused, state)
            if of_several:
                click.echo(text("Nothing has been done."), err=True)
        raise click.exceptions.Exit(1)

    def _one(self, request: Request, seen: bool) -> tuple[Event, ...] | DeskRefusal:
        while True:
            left = left_to_do(self.state, request)
            if left is None:
                self.repeated.append(request)
                return ()
            try:
                return self.desk.do(left)
            except ConflictError:
                self._again(seen)

    def _say_notes(self) -> None:
        for note in self.file.notes:
            click.echo(note, err=True)

    def _again(self, seen: bool) -> None:
        """Read the events that another command wrote meanwhile."""
        if seen:
            raise Failure(text("Another person has changed the tournament meanwhile; look, and repeat the command."))
        self.file.reload()
        self.desk = Desk(self.file)


def reading(command: Command) -> Command:
    """A command that only looks at a tournament, as a `Session`."""
    return _with_session(json_option(event_option(command)))


def changing(command: Command) -> Command:
    """A command that changes a tournament, as a `Session`."""
    return _with_session(json_option(by_option(at_option(event_option(command)))))


def _with_session(command: Command) -> Command:
    @wraps(command)
    def call(event: str | None, as_json: bool, at: Moment | None = None, by: str = "", **given: Any) -> None:
        command(opened(event, as_json, at, by), **given)

    return cast(Command, call)


def opened(event: str | None, as_json: bool, at: Moment | None = None, by: str = "") -> Session:
    """The session of a tournament. Raises `Failure`."""
    if event is not None and is_address(event):
        # Loaded here because few commands work on a server.
        from mostek.features.desk.cli.remote import RemoteEvent

        file: EventFile | RemoteEvent = RemoteEvent(event)
        named = True
    else:
        path, named = find_event(event)
        file = EventFile(path)
    desk = Desk(file)
    return Session(file, desk, named, as_json, moment_on(day_of(desk.state if desk.is_founded else None), at), by)
