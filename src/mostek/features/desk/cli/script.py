"""`mostek tournament run`: a whole event from a script, a command on each line."""

from __future__ import annotations

from datetime import datetime
from typing import Any, BinaryIO

import click
import msgspec

from mostek.app.ports import ConflictError, LogError
from mostek.app.tournaments import Desk, UnsavedLog
from mostek.cli.lines import Answer, ErrorCode, LineError, answer_lines, decode, not_a_request
from mostek.cli.output import Failure
from mostek.cli.param_types import InputFile
from mostek.features.desk.cli import answers
from mostek.features.desk.cli.arguments import now
from mostek.features.desk.cli.group import event_option
from mostek.features.desk.cli.remote import RemoteEvent
from mostek.features.desk.cli.rounds import pairing_data
from mostek.features.desk.cli.session import EventFile, opened
from mostek.messages import explained, text
from mostek.notation.wire import portable_schema
from mostek.store.file_names import file_stem
from mostek.store.tournament_files import SUFFIX, folder
from mostek.tournament.commands import Request
from mostek.tournament.pending import missing_results
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.standings import ratings_of, standings_of, team_table_of
from mostek.tournament.state import Tournament


class _Script:
    """A tournament and the lines that it answers."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._at: datetime | None = None

    def answer(self, line: bytes) -> Answer:
        """The answer to a line: the events, the refusal, or the requested data. Raises `LineError`."""
        request = decode(line, dict[str, Any])
        if (what := request.get("type")) in _VIEWS:
            return {str(what): self._asked(str(what), request.get("division"), request.get("round"))}
        command = self._command(request)
        done = self._done(command)
        if isinstance(done, DeskRefusal):
            state = self._desk.state if self._desk.is_founded else None
            return {"events": (), "refused": answers.refusal(done, state)}
        return {"events": done, "refused": None}

    def _command(self, request: dict[str, Any]) -> Request:
        """The command in full: without `at` it comes at the time of the line before, or now."""
        full = {"at": self._at or now(), **request}
        try:
            command: Request = msgspec.json.decode(msgspec.json.encode(full), type=Request)
        except (msgspec.ValidationError, TypeError) as error:
            raise not_a_request(str(error)) from None
        self._at = command.at
        return command

    def _done(self, command: Request) -> Any:
        try:
            return self._desk.do(command)
        except ConflictError:
            raise LineError(ErrorCode.REQUEST, text("Another person has changed the tournament meanwhile.")) from None
        except LogError as error:
            raise LineError(ErrorCode.REQUEST, explained(error.sentence, error.params)) from None

    def _asked(self, what: str, division: Any, number: Any) -> Any:
        if not self._desk.is_founded:
            raise LineError(ErrorCode.VIEWER, text("There is no tournament yet; set one up first."))
        state = self._desk.state
        where = str(division or next(iter(state.divisions)))
        if where not in state.divisions:
            raise LineError(ErrorCode.REQUEST, text("There is no division {name!r}.", name=where))
        return _VIEWS[what](state, where, number if isinstance(number, int) else None)


def _standings(state: Tournament, division: str, number: int | None) -> Any:
    return [
        {"name": state.entrants[each.number].person.name, **msgspec.to_builtins(each)}
        for each in standings_of(state, division, None if number is None else number + 1)
    ]


def _pairings(state: Tournament, division: str, number: int | None) -> Any:
    rounds = state.divisions[division].rounds
    wanted = len(rounds) if number is None else number
    return pairing_data(state, division, wanted) if 1 <= wanted <= len(rounds) else None


def _teams(state: Tournament, division: str, number: int | None) -> Any:
    return msgspec.to_builtins(team_table_of(state, division)) if any(state.teams_of(division)) else None


def _ratings(state: Tournament, division: str, number: int | None) -> Any:
    return {str(each): msgspec.to_builtins(rating) for each, rating in ratings_of(state, division).items()}


def _missing(state: Tournament, division: str, number: int | None) -> Any:
    return msgspec.to_builtins(missing_results(state, division))


def _next(state: Tournament, division: str, number: int | None) -> Any:
    return answers.next_steps(state)


_VIEWS = {
    "standings": _standings,
    "pairings": _pairings,
    "teams": _teams,
    "ratings": _ratings,
    "missing": _missing,
    "next": _next,
}
"""What a line may ask for by its type, besides commands."""


@click.command()
@click.argument("script", type=InputFile(), default="-", metavar="[SCRIPT]")
@event_option
@click.option("--schema", is_flag=True, help="Print the JSON schema of the commands, and end.")
def run(script: BinaryIO, event: str | None, schema: bool) -> None:
    """Run a whole tournament from SCRIPT, or from standard input: a command in JSON on each line.

    The answer to a line is its events or the refusal. Lines of the type standings, pairings, teams, ratings, missing or
    next are queries. Without -e nothing is saved. Exit status 1 if a line has an error; a refusal is no error.
    """
    if schema:
        click.echo(msgspec.json.encode(portable_schema(msgspec.json.schema(Request))).decode())
        return
    if event is None:
        answer_lines(script, True, _Script(Desk(UnsavedLog())).answer)
    else:
        file = _event_file(event)
        with file.held():
            answer_lines(script, True, _Script(Desk(file)).answer)


def _event_file(event: str) -> EventFile | RemoteEvent:
    """The tournament of that name; a new file for one that is not there yet, to be founded by the script."""
    try:
        return opened(event, True).file
    except Failure:
        name = file_stem(event)
        path = folder() / f"{name}{SUFFIX}"
        if not name or path.exists():
            raise
        return EventFile(path)
