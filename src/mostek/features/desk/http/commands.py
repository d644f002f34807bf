"""The endpoint for commands of officials: judged against what came since their author looked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from litestar.params import FromPath, JSONBody

from mostek.app.help import Help
from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.tournament_roles import COMMANDS, WRITTEN_BY_PROGRAMS, OfficeRole, has_command, may_give
from mostek.app.tournaments import hall_time, warnings_for
from mostek.features.desk.words.tournament_log import changed
from mostek.live.tournament_session import Acted
from mostek.messages.tournament import say_warnings
from mostek.messages.tournament_advice import advice, said
from mostek.messages.tournament_events import called, told
from mostek.messages.tournament_forfeits import reckonings
from mostek.server.http.limits import by_both
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, WithServices
from mostek.server.http.tournaments.access import Access, official
from mostek.server.http.tournaments.bodies import GivenCommands, Happened, NextAdvice
from mostek.server.http.tournaments.refusing import RefusedByDesk, carried_out, judged
from mostek.tournament.commands import Request
from mostek.tournament.decide import ENDING
from mostek.tournament.limits import LimitKind
from mostek.tournament.preview import consequences
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.state import Tournament

_SHOWN = 60
_GIVERS = [role for role, kinds in COMMANDS.items() if kinds]


routes = Routes("/api/tournaments/{id:str}/commands", tag="tournaments")
"""The limit is large: results of a round of 300 players come in within some minutes."""


@routes.post(help=Help.NONE, limit=by_both("commands"), refuses=(401, 403, 404, 409, 429, 503))
async def _carry_out(
    services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[GivenCommands]
) -> Happened:
    """Carry commands out, all or none; or, with `preview`, say what they would lead to.

    A command is refused if something that it rests on has changed since its author looked: the answer says what.
    """
    found = await official(services, id, person, _GIVERS)
    requests = given(found, data.commands)
    if data.preview:
        return happened(judged(await found.session.preview(requests)), preview=True)
    office = found.check(*_GIVERS)
    own_undo = None if office.role is OfficeRole.DIRECTOR else office.name
    await services.space.check_growth(found.hosted, is_end=all(isinstance(each, ENDING) for each in requests))
    return happened(carried_out(await found.session.act(requests, data.seen, own_undo)))


def given(found: Access, commands: Sequence[Mapping[str, Any]]) -> list[Request]:
    """The commands of an official, with the time and their name. Raises `HostingError`, `RefusedByDesk`."""
    office = found.check(*_GIVERS)
    at = hall_time()
    requests: list[Request] = []
    for index, each in enumerate(commands):
        kind = str(each.get("type", ""))
        if kind in WRITTEN_BY_PROGRAMS:
            raise HostingError(HostingFault.NOT_BY_HAND)
        if not has_command(office.role, kind):
            raise HostingError(HostingFault.NOT_IN_ROLE)
        # Only the director may say that something happened at another time; a phone may be a day off.
        when = each.get("at", at) if office.role is OfficeRole.DIRECTOR else at
        try:
            request: Request = msgspec.convert({**each, "at": when, "by": office.name}, Request)
        except msgspec.ValidationError as error:
            refused = unfit(str(error), each)
            raise RefusedByDesk(refused, found.session.state, found.session.n, index) from None
        if not may_give(office.role, request):
            raise HostingError(HostingFault.NOT_IN_ROLE)
        requests.append(request)
    return requests


def unfit(fault: str, command: Mapping[str, Any]) -> DeskRefusal:
    """The refusal of a command that is none of the desk's: which field the reader of JSON found, and what stands there."""
    fault_text, found, path = fault.rpartition(" - at `$")
    steps = re.findall(r"[A-Za-z_]+|\d+", path)
    names = [each for each in steps if not each.isdecimal()] if found else []
    value: Any = command if names else str(command.get("type", ""))[:_SHOWN]
    for step in steps if names else ():
        value = value[int(step)] if step.isdecimal() and isinstance(value, list) else value.get(step)
    limit = LimitKind.WRONG_KIND
    if isinstance(value, str):
        longest = re.search(r"length <= (\d+)", fault_text)
        if longest:
            where = {"value": len(value), "least": None, "most": int(longest[1])}
            return refuse(DeskReason.NOT_WELL_FORMED, limit=LimitKind.TOO_LONG, field=names[-1], **where)
        limit = LimitKind.WRONG_KIND if value.strip() else LimitKind.EMPTY
        value = value[:_SHOWN]
    elif not isinstance(value, int):
        value = str(value)[:_SHOWN]
    field = names[-1] if names else "type"
    return refuse(DeskReason.NOT_WELL_FORMED, limit=limit, field=field, value=value, least=None, most=None)


def happened(acted: Acted, preview: bool = False) -> Happened:
    """The consequences of commands, in the language that is spoken."""
    events = tuple(event for step in acted.steps for event in step.events)
    found = consequences(acted.before, acted.after) if preview else None
    return Happened(
        n=acted.n,
        events=tuple(msgspec.to_builtins(event) for event in events),
        messages=tuple(told(events, acted.before, acted.after)),
        warnings=_warnings(acted) if preview else (),
        consequences=None if found is None else msgspec.to_builtins(found),
        changes=() if found is None else tuple(changed(found, acted.after)),
        reckoned=tuple(reckonings(acted.after, events)) if preview else (),
        next=next_advice(acted.after),
        again=acted.again,
    )


def _warnings(acted: Acted) -> tuple[str, ...]:
    found = [
        each for step in acted.steps for each in warnings_for(acted.before, acted.after, step.command, step.events)
    ]
    return tuple(each.message for each in say_warnings(found, called(acted.after)))


def next_advice(state: Tournament) -> tuple[NextAdvice, ...]:
    """The next steps, in the language that is spoken."""
    return tuple(
        NextAdvice(
            stage=step.stage.value,
            division=step.division,
            round=step.round,
            tables=step.tables,
            numbers=step.numbers,
            message=said(step, state),
        )
        for step in advice(state)
    )
