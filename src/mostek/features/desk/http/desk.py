"""Trials of the desk in a browser before it gives commands: a line, a pairing, a list of people. Nothing is stored here."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.params import FromPath, JSONBody, QueryParameter

from mostek.app.help import Help
from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.pairing_explanations import explanation, in_sentences
from mostek.app.tournament_roles import COMMANDS, SEES_ALL, may_give
from mostek.app.tournaments import hall_time, warnings_for
from mostek.features.desk.desk_rows import left_to_do
from mostek.features.desk.entry_lists import EntryRow, Stated
from mostek.features.desk.feature import JUDGE_LIST
from mostek.features.desk.grammar import DeskWord
from mostek.features.desk.http.desk_bodies import (
    AskPairing,
    ListedEntries,
    ListedEntry,
    ReadLine,
    ShownPairing,
    ShownTable,
    TypedLine,
)
from mostek.features.desk.line import AbsentLine, DeskLine, Typing, WhereLine, WordLine, read_line, what_it_does
from mostek.features.desk.typed_names import TypedError
from mostek.live.tournament_session import Acted
from mostek.messages import explained, text
from mostek.messages.tournament import say, say_warnings
from mostek.messages.tournament_events import called
from mostek.messages.tournament_files import say_file_fault
from mostek.messages.tournament_words import rating_text, system_name
from mostek.server.http.jobs import WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, WithServices
from mostek.server.http.tournaments.access import Access, official
from mostek.server.http.tournaments.refusing import judged
from mostek.tournament.commands import PairRound, RegisterEntrant, StartRound, Undo, UnpairRound
from mostek.tournament.commands import Request as DeskRequest
from mostek.tournament.decide import decide
from mostek.tournament.events import RoundPaired
from mostek.tournament.evolve import evolve
from mostek.tournament.file_formats import LARGEST_FILE
from mostek.tournament.files import TournamentFileError
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament

_GIVERS = [role for role, kinds in COMMANDS.items() if kinds]
_PAIRS = [role for role in SEES_ALL if PairRound in COMMANDS[role]]
_ENTERS = [role for role in SEES_ALL if RegisterEntrant in COMMANDS[role]]
InDivision = Annotated[str | None, QueryParameter(name="division", max_length=200)]


routes = Routes("/api/tournaments/{id:str}", tag="tournaments")
"""A line is read at each pause of the typing, so its limit is large."""


@routes.post(
    "/line",
    help=Help.NONE,
    limit=by_both("lines", "commands", times=2),
    refuses=(401, 403, 404, 429),
    operation_id="read_desk_line",
)
async def _line(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[TypedLine]) -> ReadLine:
    """Read a line of the desk, and say what it would do. Nothing is carried out."""
    found = await official(services, id, person, _GIVERS)
    state, n = found.session.state, found.session.n
    division = data.division if data.division in state.divisions else None
    try:
        line = read_line(state, data.text, Typing(hall_time(), found.check(*_GIVERS).name, division))
    except TypedError as error:
        return ReadLine(n=n, kind="fault", message=explained(error.sentence, error.params), column=error.column)
    return await asyncio.to_thread(_read, found, line, n)


def _read(found: Access, line: DeskLine, n: int) -> ReadLine:
    state = found.session.state
    message = what_it_does(state, line)
    if isinstance(line, WhereLine):
        return ReadLine(n=n, kind="where", message=message, number=line.number)
    if isinstance(line, AbsentLine):
        return ReadLine(n=n, kind="absent", message=message, number=line.number)
    command = _command(line)
    role = found.role
    if role is None or not may_give(role, command):
        error = HostingError(HostingFault.NOT_IN_ROLE)
        return ReadLine(n=n, kind="fault", message=explained(error.sentence, error.params))
    if left_to_do(state, command) is None:
        return ReadLine(n=n, kind="already", message=message)
    return ReadLine(n=n, kind="command", message=message, command=_sent(command), refused=_is_refused(state, command))


def _command(line: DeskLine) -> DeskRequest:
    if not isinstance(line, WordLine):
        assert not isinstance(line, AbsentLine | WhereLine), "a line with a command"
        return line
    match line.word:
        case DeskWord.PAIR:
            return PairRound(at=hall_time(), division=line.division)
        case DeskWord.START:
            return StartRound(at=hall_time(), division=line.division)
        case DeskWord.UNDO:
            return Undo(at=hall_time())


def _is_refused(state: Tournament, command: DeskRequest) -> bool:
    return not isinstance(command, Undo | PairRound) and isinstance(decide(state, command), DeskRefusal)


def _sent(command: DeskRequest) -> dict[str, Any]:
    """A command as a page gives it back: the server adds the time and the name again."""
    fields: dict[str, Any] = msgspec.to_builtins(command)
    return {name: value for name, value in fields.items() if name not in ("at", "by")}


@routes.post(
    "/pairing",
    help=Help.NONE,
    limit=by_both("tries", "commands"),
    refuses=(401, 403, 404, 409, 429),
    operation_id="try_pairing",
)
async def _pairing(
    services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[AskPairing]
) -> ShownPairing:
    """Try a pairing of the next round, or of the last one anew: its tables with their reasons, and what it costs."""
    found = await official(services, id, person, _PAIRS)
    at, by = hall_time(), found.check(*_PAIRS).name
    pair = PairRound(at=at, by=by, division=data.division, system=data.system, tables=data.tables, ahead=data.ahead)
    if data.division not in found.session.state.divisions:
        return _shown(judged(await found.session.preview([pair])))
    unpair = UnpairRound(at=at, by=by, division=data.division, discard_results=True, reason="?")
    requests: list[DeskRequest] = [unpair, pair] if data.again else [pair]
    acted = judged(await found.session.preview(requests))
    return await asyncio.to_thread(_shown, acted)


def _shown(acted: Acted) -> ShownPairing:
    step, after = acted.steps[-1], acted.after
    paired = next(event for event in step.events if isinstance(event, RoundPaired))
    rounds = after.divisions[paired.division].rounds[: paired.round - 1]
    # Only the last round is taken back, so what stood before it is what stands without it.
    before = _without(acted, paired)
    why = explanation(before, paired)
    sentences = None if why is None else in_sentences(why, after)
    met = [
        sum(set(table) <= set(each.players) for played in rounds for each in played.tables) for table in paired.tables
    ]
    warned = say_warnings(warnings_for(before, after, step.command, step.events), called(after))
    return ShownPairing(
        n=acted.n,
        division=paired.division,
        round=paired.round,
        system=paired.system,
        title=system_name(paired.system),
        tables=tuple(
            ShownTable(
                table=number,
                players=players,
                met=met[number - 1],
                reasons=() if sentences is None else sentences.tables[number - 1],
            )
            for number, players in enumerate(paired.tables, 1)
        ),
        byes=paired.byes,
        repeats=0 if why is None else why.repeats,
        floats=0 if why is None else why.floats,
        teammates=0 if why is None else why.teammates,
        faults=0 if why is None else len(why.proof.faults),
        summary=() if sentences is None else sentences.summary,
        bye_reasons=() if sentences is None else tuple(line for lines in sentences.byes for line in lines),
        check=() if sentences is None else sentences.check,
        warnings=tuple(each.message for each in warned),
    )


def _without(acted: Acted, paired: RoundPaired) -> Tournament:
    """The tournament before the pairing that is looked at."""
    state = acted.before
    for step in acted.steps[:-1]:
        for event in step.events:
            state = evolve(state, event)
    return state


@routes.post(
    "/entry-list",
    help=Help.NONE,
    limit=by_both("tries", "commands"),
    refuses=(401, 403, 404, 413, 422, 429, 503),
    operation_id="read_entry_list",
    request_max_body_size=LARGEST_FILE,
)
async def _entry_list(
    request: Request[Any, Any, Any],
    services: WithServices,
    person: Asking,
    jobs: WithJobs,
    id: FromPath[str],
    division: InDivision = None,
) -> ListedEntries:
    """Read a list of people, a table from a spreadsheet or a name a line, and judge each row. Nobody is entered yet."""
    found = await official(services, id, person, _ENTERS)
    data = await request.body()
    stated = Stated(at=hall_time(), by=found.check(*_ENTERS).name, division=division)
    state, n = found.session.state, found.session.n
    try:
        rows = await jobs.run(JUDGE_LIST, state, data, stated)
    except TournamentFileError as error:
        raise RequestRefused(
            400, "unreadable_list", "The list cannot be read. {why}", why=say_file_fault(error)
        ) from None
    except TypedError as error:
        raise RequestRefused(400, "unreadable_list", error.sentence, **error.params) from None
    return ListedEntries(n=n, rows=tuple(_listed(state, row) for row in rows))


def _listed(state: Tournament, row: EntryRow) -> ListedEntry:
    person = row.person
    messages = {"there": text("Entered already."), "enters": ""}
    return ListedEntry(
        row=row.row,
        name=person.name,
        city=person.city,
        rating=rating_text(state.settings.rating_scale.chosen, person.rating),
        outcome=row.outcome,
        message=say(row.refused, called(state)) if row.refused is not None else messages[row.outcome.value],
        command=None if row.command is None else _sent(row.command),
    )
