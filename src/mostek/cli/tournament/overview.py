"""Where a tournament stands, on one screen: people, rounds, what is missing, what to beware of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import click

from mostek.cli.tournament import lines
from mostek.cli.tournament.tables import print_table
from mostek.cli.tournament.telling import ranges
from mostek.cli.tournament.warnings import standing_warnings
from mostek.messages import text
from mostek.messages.tournament_words import plan_in_words, status_name, system_name
from mostek.tournament.entrants import Status
from mostek.tournament.pending import missing_results
from mostek.tournament.state import Tournament


def overview(state: Tournament, at: datetime) -> dict[str, Any]:
    """Everything that the first look tells, as plain data."""
    return {
        "name": state.name,
        "template": state.template,
        "starts_on": state.starts_on,
        "city": state.city,
        "arbiter": state.arbiter,
        "seed": state.seed,
        "rounds": state.rounds_planned,
        "plan": state.settings.plan.chosen,
        "closed_on": state.closed_on,
        "divisions": [_division(state, name) for name in state.divisions],
        "warnings": standing_warnings(state, at),
    }


def _division(state: Tournament, name: str) -> dict[str, Any]:
    people = list(state.entrants_of(name))
    rounds = state.divisions[name].rounds
    missing = missing_results(state, name)
    return {
        "name": name,
        "entrants": len(people),
        "statuses": {status: sum(each.status is status for each in people) for status in Status},
        "teams": len(list(state.teams_of(name))),
        "paired": len(rounds),
        "system": rounds[-1].system if rounds else None,
        "tables": len(rounds[-1].tables) if rounds else 0,
        "started_at": rounds[-1].started_at if rounds else None,
        "missing": [each.table for each in missing],
    }


def print_overview(state: Tournament, facts: Mapping[str, Any]) -> None:
    """The first look, for a person."""
    click.secho(state.name, bold=True)
    where = ", ".join(filter(None, (state.starts_on.isoformat(), state.city)))
    lines.tell(" · ".join(_heading(state, where)))
    headings = [
        text("division"),
        text("people"),
        text("present"),
        text("teams"),
        text("round"),
        text("system"),
        text("tables"),
        text("missing"),
    ]
    print_table(headings, [_row(state, each) for each in facts["divisions"]], right={1, 2, 3, 6})
    for warning in facts["warnings"]:
        lines.tell("! " + warning["message"], fg="yellow")


def _heading(state: Tournament, where: str) -> Iterator[str]:
    yield where
    yield text("template {name}", name=state.template)
    if state.rounds_planned:
        yield text("plan: {plan}", plan=plan_in_words(state))
    if state.arbiter:
        yield text("arbiter: {name}", name=state.arbiter)
    if state.closed_on:
        yield status_closed(state)


def status_closed(state: Tournament) -> str:
    """That the event has ended, and when."""
    return text("closed on {on}", on=state.closed_on)


def _row(state: Tournament, each: Mapping[str, Any]) -> list[str]:
    missing = ranges(each["missing"])
    gone = {status: count for status, count in each["statuses"].items() if count and status not in _THERE}
    left = ", ".join(f"{status_name(status)}: {count}" for status, count in gone.items())
    return [
        each["name"] or "–",
        str(each["entrants"]),
        str(each["statuses"][Status.PRESENT]) + (f" ({left})" if left else ""),
        str(each["teams"] or "–"),
        f"{each['paired']}/{state.rounds_planned or '?'}",
        system_name(each["system"]) if each["system"] else "–",
        str(each["tables"] or "–"),
        missing or "–",
    ]


_THERE = (Status.PRESENT, Status.ENTERED)
