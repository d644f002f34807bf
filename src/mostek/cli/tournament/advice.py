"""What comes next in a tournament, worked out from how it stands: one step for each division, with the command for it."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from mostek.cli.tournament.telling import ranges
from mostek.messages import count, text
from mostek.messages.tournament_words import setting_name
from mostek.tournament.creation import open_settings
from mostek.tournament.pending import MissingResult, absentees, missing_results, not_checked_in, unconfirmed_teams
from mostek.tournament.settings import PrizeTies
from mostek.tournament.standings import open_prize_ties
from mostek.tournament.state import Tournament

DESK = "mostek tournament"
_FEW = 12


class Stage(StrEnum):
    """Where a division stands."""

    SETTINGS = "settings"
    ENTRIES = "entries"
    TEAMS = "teams"
    CHECK_IN = "check_in"
    DISPUTES = "disputes"
    RESULTS = "results"
    ABSENT = "absent"
    PAIR = "pair"
    TIES = "ties"
    CLOSE = "close"
    CLOSED = "closed"


class Step(Struct, frozen=True, kw_only=True):
    """One thing that is to be done."""

    stage: Stage
    division: str = ""
    round: int = 0
    tables: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    """Settings or teams."""
    command: str = ""
    """What may be typed."""


def advice(state: Tournament) -> tuple[Step, ...]:
    """What is to be done now, in the divisions that have anybody."""
    if state.closed_on is not None:
        return (Step(stage=Stage.CLOSED, command=f"{DESK} print diplomas"),)
    if not state.has_begun and (missing := open_settings(state.settings)):
        chosen = " ".join(f"{name}=…" for name in missing)
        return (Step(stage=Stage.SETTINGS, names=missing, command=f"{DESK} set {chosen}"),)
    peopled = [name for name in state.divisions if any(state.entrants_of(name))]
    if not peopled:
        wanted = state.settings.team.size.value and not state.teams
        what = "team NAME --contact …" if wanted else "register NAME" + (" --team …" if state.teams else "")
        return (Step(stage=Stage.ENTRIES, command=f"{DESK} {what}"),)
    steps = [step for name in peopled if (step := _of_division(state, name)) is not None]
    return tuple(steps) or tuple(_end(state, peopled))


def _of_division(state: Tournament, name: str) -> Step | None:
    """The next step of a division; nothing where all its rounds are over."""
    rounds = state.divisions[name].rounds
    own = f" --division {_quoted(name)}" if len(state.divisions) > 1 else ""
    if missing := missing_results(state, name):
        return _results(missing, name, own)
    if len(rounds) >= state.rounds_planned:
        return None
    if state.settings.team.size.value and (teams := unconfirmed_teams(state, name)):
        names = tuple(team.name for team in teams)
        command = f"{DESK} team {_quoted(names[0])} --confirm{own}"
        return Step(stage=Stage.TEAMS, division=name, names=names, command=command)
    if not rounds and (awaited := not_checked_in(state, name)):
        return Step(stage=Stage.CHECK_IN, division=name, numbers=awaited, command=f"{DESK} checkin --all{own}")
    if state.settings.forfeit.absent_removed.value and (absent := absentees(state, name)):
        listed = " ".join(map(str, absent))
        return Step(stage=Stage.ABSENT, division=name, numbers=absent, command=f"{DESK} remove {listed}")
    return Step(stage=Stage.PAIR, division=name, round=len(rounds) + 1, command=f"{DESK} pair{own}")


def _results(missing: tuple[MissingResult, ...], name: str, own: str) -> Step:
    disputed = tuple(each.table for each in missing if each.disputed)
    tables = disputed or tuple(each.table for each in missing)
    stage = Stage.DISPUTES if disputed else Stage.RESULTS
    command = f"{DESK} result {tables[0]} …{own}"
    return Step(stage=stage, division=name, round=missing[0].round, tables=tables, command=command)


def _end(state: Tournament, names: list[str]) -> Iterator[Step]:
    if state.settings.prize_ties.value is PrizeTies.DECIDE:
        for name in names:
            for tied in open_prize_ties(state, name):
                listed = " ".join(map(str, tied))
                yield Step(stage=Stage.TIES, division=name, numbers=tied, command=f"{DESK} tie {listed} --reason …")
    yield Step(stage=Stage.CLOSE, command=f"{DESK} close")


def said(step: Step, state: Tournament) -> str:
    """The step in a sentence, in the language that is spoken."""
    sentence = _sentence(step)
    return f"{step.division}: {sentence}" if step.division and len(state.divisions) > 1 else sentence


def _sentence(step: Step) -> str:
    tables, numbers = ranges(step.tables), ranges(step.numbers)
    match step.stage:
        case Stage.SETTINGS:
            return text("Choose: {settings}.", settings=", ".join(setting_name(name).lower() for name in step.names))
        case Stage.ENTRIES:
            return text("Nobody has entered yet.")
        case Stage.TEAMS:
            return text("Confirm the line-ups: {teams}.", teams=_some(step.names))
        case Stage.CHECK_IN:
            return count(
                "{n} person has entered and not come yet: {numbers}.",
                "{n} people have entered and not come yet: {numbers}.",
                len(step.numbers),
                numbers=numbers,
            )
        case Stage.DISPUTES:
            return text("The reports of these tables differ: {tables}.", tables=tables)
        case Stage.RESULTS:
            return count(
                "Round {round}: the result of table {tables} is missing.",
                "Round {round}: the results of tables {tables} are missing.",
                len(step.tables),
                round=step.round,
                tables=tables,
            )
        case Stage.ABSENT:
            return text("Remove whoever never came, or check them in: {numbers}.", numbers=numbers)
        case Stage.PAIR:
            return text("Pair round {round}.", round=step.round)
        case Stage.TIES:
            return text("These share a place with a prize; decide: {numbers}.", numbers=numbers)
        case Stage.CLOSE:
            return text("All rounds are over: close the tournament.")
        case Stage.CLOSED:
            return text("The tournament is closed; diplomas are final.")


def _some(items: tuple[object, ...]) -> str:
    """As many as a line takes, and how many more there are."""
    shown = ", ".join(map(str, items[:_FEW]))
    return f"{shown} … (+{len(items) - _FEW})" if len(items) > _FEW else shown


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name
