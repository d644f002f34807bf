"""The questions that the desk in a browser asks: what is next, settings, the log, tables, and why a round is paired so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

from litestar.params import FromPath, QueryParameter

from mostek.app.help import Help
from mostek.app.pairing_explanations import PairingSentences, explanation, in_sentences, paired_event
from mostek.app.tournament_roles import SEES_ALL
from mostek.app.tournaments import hall_time
from mostek.features.desk.http.commands import next_advice
from mostek.features.desk.http.desk_bodies import (
    DeskOverview,
    LatePlayer,
    LogPage,
    LogRow,
    SettingChoice,
    SettingRow,
    SettingRows,
    TitledTable,
    WordTables,
)
from mostek.features.desk.typed_names import peopled_divisions
from mostek.features.desk.words.tournament_log import last_round_warnings, late_rows, log_rows, standing_warnings
from mostek.features.desk.words.tournament_settings import choices_of, is_fixed, kind_name, setting_rows
from mostek.features.desk.words.tournament_tables import WordTable, cross_words, standings_table, teams_words
from mostek.server.http.problems import unknown
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, WithServices
from mostek.server.http.tournaments.access import Access, official
from mostek.tournament.decide import Step
from mostek.tournament.standings import standings_of
from mostek.tournament.state import Tournament

_MOST_STEPS = 200
Before = Annotated[int | None, QueryParameter(name="before", ge=1, le=10_000_000)]
Count = Annotated[int, QueryParameter(name="count", ge=1, le=_MOST_STEPS)]
AfterRound = Annotated[int | None, QueryParameter(name="round", ge=1, le=1000)]
InDivision = Annotated[str, QueryParameter(name="division", max_length=200)]


routes = Routes("/api/tournaments/{id:str}", tag="tournaments")
"""They are for officials, and each answer costs milliseconds."""


@routes.get("/overview", help=Help.NONE, refuses=(401, 403, 404), operation_id="show_desk_overview")
async def show_overview(services: WithServices, person: Asking, id: FromPath[str]) -> DeskOverview:
    """The next steps, the warnings, and the late players."""
    found = await official(services, id, person, SEES_ALL)
    return await asyncio.to_thread(_overview, found)


def _overview(found: Access) -> DeskOverview:
    state, at = found.session.state, hall_time()
    warned = list(standing_warnings(state, at))
    if state.closed_on is None:
        warned += [each for name in state.divisions for each in last_round_warnings(state, name)]
    late = [row for name in peopled_divisions(state) for row in late_rows(state, name, at)]
    return DeskOverview(
        n=found.session.n,
        next=next_advice(state),
        warnings=tuple(each["message"] for each in warned),
        late=tuple(LatePlayer(**row) for row in late),
    )


@routes.get("/settings", help=Help.NONE, refuses=(401, 403, 404))
async def list_settings(services: WithServices, person: Asking, id: FromPath[str]) -> SettingRows:
    """Every setting: its value, its clause, who has chosen it, and what else could be chosen."""
    found = await official(services, id, person, SEES_ALL)
    state = found.session.state
    return SettingRows(
        tuple(
            SettingRow(
                **row,
                fixed=is_fixed(state, row["name"]),
                kind=kind_name(row["name"]),
                choices=tuple(SettingChoice(*each) for each in choices_of(row["name"])),
            )
            for row in setting_rows(state)
        )
    )


@routes.get("/steps", help=Help.NONE, refuses=(401, 403, 404))
async def show_steps(
    services: WithServices, person: Asking, id: FromPath[str], before: Before = None, count: Count = 50
) -> LogPage:
    """The log in words, the latest steps first."""
    found = await official(services, id, person, SEES_ALL)
    steps = found.session.steps
    return await asyncio.to_thread(_log_page, steps, len(steps) + 1 if before is None else before, count)


def _log_page(steps: tuple[Step, ...], before: int, count: int) -> LogPage:
    rows = [row for row in log_rows(steps) if before - count <= row["step"] < before]
    shown = tuple(
        LogRow(
            step=row["step"],
            at=row["at"].isoformat(),
            by=row["by"],
            messages=tuple(row["said"]),
            undone=row["undone"],
            is_decision="decision_made" in row["types"],
        )
        for row in reversed(rows)
    )
    first = shown[-1].step if shown else 1
    return LogPage(n=len(steps), steps=shown, before=first if first > 1 else None)


@routes.get("/rounds/{number:int}/reasons", help=Help.NONE, refuses=(401, 403, 404))
async def explain_round(
    services: WithServices, person: Asking, id: FromPath[str], number: FromPath[int], division: InDivision = ""
) -> PairingSentences:
    """The reasons for a pairing, in sentences that can be read to a player who protests."""
    found = await official(services, id, person, SEES_ALL)
    state = found.session.state
    if division not in state.divisions or not 1 <= number <= len(state.divisions[division].rounds):
        raise unknown("That round has not been paired.")
    desk = found.session.desk

    def explained() -> PairingSentences | None:
        why = explanation(desk.before_round(division, number), paired_event(desk.steps, division, number))
        return None if why is None else in_sentences(why, state)

    sentences = await asyncio.to_thread(explained)
    if sentences is None:
        raise unknown("The reasons cannot be worked out.")
    return sentences


@routes.get("/standings", help=Help.NONE, refuses=(401, 403, 404))
async def show_standings(
    services: WithServices, person: Asking, id: FromPath[str], number: AfterRound = None
) -> WordTables:
    """The classification with all its keys, as it stands or as it was after a round."""
    found = await official(services, id, person, SEES_ALL)
    state = found.session.state
    after = None if number is None else number + 1
    return await _tables(
        state, lambda name: standings_table(state, name, standings_of(state, name, after), key_columns=True)
    )


@routes.get("/cross-table", help=Help.NONE, refuses=(401, 403, 404))
async def show_cross_table(services: WithServices, person: Asking, id: FromPath[str]) -> WordTables:
    """The cross-table: the opponent's place in each round, and + = − for the outcome."""
    found = await official(services, id, person, SEES_ALL)
    state = found.session.state
    return await _tables(state, lambda name: cross_words(state, name))


@routes.get("/teams", help=Help.NONE, refuses=(401, 403, 404))
async def show_teams(services: WithServices, person: Asking, id: FromPath[str]) -> WordTables:
    """The classification of the teams; nothing where none play, or before the first round."""
    found = await official(services, id, person, SEES_ALL)
    state = found.session.state
    play = [name for name in state.divisions if state.divisions[name].rounds and any(state.teams_of(name))]
    return await _tables(state, lambda name: teams_words(state, name), play)


async def _tables(state: Tournament, table: Callable[[str], WordTable], names: list[str] | None = None) -> WordTables:
    there = peopled_divisions(state) if names is None else names
    found = await asyncio.to_thread(lambda: [TitledTable(division=name, table=table(name)) for name in there])
    return WordTables(tuple(found))
