"""Advice for the organiser in words: the next step, and the command that helps after a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from mostek.messages import count, text
from mostek.messages.tournament_events import ranges
from mostek.messages.tournament_words import setting_name
from mostek.tournament.creation import open_settings
from mostek.tournament.cups import is_round_due
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.pending import MissingResult, absentees, missing_now, not_checked_in, unconfirmed_teams
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.settings import PrizeTies
from mostek.tournament.standings import open_prize_ties
from mostek.tournament.state import Tournament

Params = Mapping[str, Any]
DESK = "mostek tournament"
_FEW = 12


class StepKind(StrEnum):
    """The kinds of next steps of a division."""

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


class NextStep(Struct, frozen=True, kw_only=True):
    """One thing that is to be done."""

    stage: StepKind
    division: str = ""
    round: int = 0
    tables: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    """Settings or teams."""
    command: str = ""
    """What may be typed."""


def advice(state: Tournament) -> tuple[NextStep, ...]:
    """The next steps, in the divisions that have anybody."""
    if state.closed_on is not None:
        return (NextStep(stage=StepKind.CLOSED, command=f"{DESK} print diplomas"),)
    if not state.has_begun and (missing := open_settings(state.settings)):
        chosen = " ".join(f"{name}=…" for name in missing)
        return (NextStep(stage=StepKind.SETTINGS, names=missing, command=f"{DESK} set {chosen}"),)
    peopled = [name for name in state.divisions if any(state.entrants_of(name))]
    if not peopled:
        wanted = state.settings.team.size.value and not state.teams
        what = (
            f"team {text('NAME')} --contact …"
            if wanted
            else f"register {text('NAME')}" + (" --team …" if state.teams else "")
        )
        return (NextStep(stage=StepKind.ENTRIES, command=f"{DESK} {what}"),)
    steps = [step for name in peopled if (step := _of_division(state, name)) is not None]
    return tuple(steps) or tuple(_end(state, peopled))


def _of_division(state: Tournament, name: str) -> NextStep | None:
    """The next step of a division; nothing where all its rounds are over."""
    rounds = state.divisions[name].rounds
    own = f" --division {_quoted(name)}" if len(state.divisions) > 1 else ""
    if missing := missing_now(state, name):
        return _results(missing, name, own)
    if not is_round_due(state, name):
        return None
    if state.settings.team.size.value and (teams := unconfirmed_teams(state, name)):
        names = tuple(team.name for team in teams)
        command = f"{DESK} team {_quoted(names[0])} --confirm{own}"
        return NextStep(stage=StepKind.TEAMS, division=name, names=names, command=command)
    if not rounds and (awaited := not_checked_in(state, name)):
        return NextStep(stage=StepKind.CHECK_IN, division=name, numbers=awaited, command=f"{DESK} checkin --all{own}")
    if state.settings.forfeit.absent_removed.value and (absent := absentees(state, name)):
        listed = " ".join(map(str, absent))
        return NextStep(stage=StepKind.ABSENT, division=name, numbers=absent, command=f"{DESK} remove {listed}")
    return NextStep(stage=StepKind.PAIR, division=name, round=len(rounds) + 1, command=f"{DESK} pair{own}")


def _results(missing: tuple[MissingResult, ...], name: str, own: str) -> NextStep:
    disputed = tuple(each.table for each in missing if each.disputed)
    tables = disputed or tuple(each.table for each in missing)
    stage = StepKind.DISPUTES if disputed else StepKind.RESULTS
    command = f"{DESK} result {tables[0]} …{own}"
    return NextStep(stage=stage, division=name, round=missing[0].round, tables=tables, command=command)


def _end(state: Tournament, names: list[str]) -> Iterator[NextStep]:
    if state.settings.prize_ties.value is PrizeTies.DECIDE:
        for name in names:
            for tied in open_prize_ties(state, name):
                listed = " ".join(map(str, tied))
                yield NextStep(
                    stage=StepKind.TIES, division=name, numbers=tied, command=f"{DESK} tie {listed} --reason …"
                )
    yield NextStep(stage=StepKind.CLOSE, command=f"{DESK} close")


def said(step: NextStep, state: Tournament) -> str:
    """The step in a sentence, in the language that is spoken."""
    sentence = _sentence(step)
    return f"{step.division}: {sentence}" if step.division and len(state.divisions) > 1 else sentence


def _sentence(step: NextStep) -> str:
    tables, numbers = ranges(step.tables), ranges(step.numbers)
    match step.stage:
        case StepKind.SETTINGS:
            return text("Choose: {settings}.", settings=", ".join(setting_name(name).lower() for name in step.names))
        case StepKind.ENTRIES:
            return text("There are no entrants yet.")
        case StepKind.TEAMS:
            return text("Confirm the line-ups: {teams}.", teams=_some(step.names))
        case StepKind.CHECK_IN:
            return count(
                "{n} person has entered and not come yet: {numbers}.",
                "{n} people have entered and not come yet: {numbers}.",
                len(step.numbers),
                numbers=numbers,
            )
        case StepKind.DISPUTES:
            return text("The reports of these tables differ: {tables}.", tables=tables)
        case StepKind.RESULTS:
            return count(
                "Round {round}: the result of table {tables} is missing.",
                "Round {round}: the results of tables {tables} are missing.",
                len(step.tables),
                round=step.round,
                tables=tables,
            )
        case StepKind.ABSENT:
            return text("Remove the absent entrants, or check them in: {numbers}.", numbers=numbers)
        case StepKind.PAIR:
            return text("Pair round {round}.", round=step.round)
        case StepKind.TIES:
            return text("These share a place with a prize; decide: {numbers}.", numbers=numbers)
        case StepKind.CLOSE:
            return text("All rounds are over: close the tournament.")
        case StepKind.CLOSED:
            return text("The tournament is closed; diplomas are final.")


def _some(items: tuple[object, ...]) -> str:
    """As many as a line takes, and how many more there are."""
    shown = ", ".join(map(str, items[:_FEW]))
    return f"{shown} … (+{len(items) - _FEW})" if len(items) > _FEW else shown


def _quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def remedy(refused: DeskRefusal, state: Tournament | None) -> str:
    """The command to type next; empty where nothing helps."""
    if state is not None and refused.reason is DeskReason.UNPAIRABLE and refused.params["fault"] == "too_few":
        return f"{DESK} {_more_people(state)}"
    found = _REMEDIES.get(refused.reason, "")
    helps = _in_words(found) if isinstance(found, str) else found(refused.params)
    return f"{DESK} {helps}" if helps and not helps.startswith("… ") else helps


def _in_words(template: str) -> str:
    """The remedy with what the user is to fill in, `NAME`, named as in the help."""
    return " ".join(text(word) if word.isalpha() and word.isupper() else word for word in template.split(" "))


def _listed(name: str) -> Callable[[Params], str]:
    """The numbers of a refusal, as they are typed."""
    return lambda params: " ".join(map(str, params[name]))


def _settings(params: Params) -> str:
    return "set " + " ".join(f"{name}=…" for name in params["settings"])


def _missing(params: Params) -> str:
    return f"result {params['tables'][0]} …"


def _more_people(state: Tournament) -> str:
    """How more people come into play: those who have not come yet are checked in, those who have left return."""
    entrants = state.entrants.values()
    left = [each for each in entrants if each.status is EntrantStatus.WITHDRAWN]
    waits = any(each.status is EntrantStatus.ENTERED for each in entrants)
    return f"return {left[-1].number}" if left and not waits else "checkin NUMBER…"


def _unpairable(params: Params) -> str:
    match params["fault"]:
        case "too_few":
            return "checkin NUMBER…"
        case "odd_without_bye":
            return "table A B"
        case "forced_clash":
            return "allow A B"
        case "cup_over":
            return "close"
        case _:
            return 'pair --tables "1-2 3-4"'


_REMEDIES: Mapping[DeskReason, str | Callable[[Params], str]] = {
    DeskReason.TOURNAMENT_CREATED: "list",
    DeskReason.TOURNAMENT_NOT_CREATED: "new NAME --template pfs",
    DeskReason.TEMPLATE_NOT_KNOWN: "new NAME --template pfs",
    DeskReason.SETTING_NOT_POSSIBLE: "settings",
    DeskReason.SETTING_FIXED: "settings",
    DeskReason.ROUNDS_FIXED: "settings",
    DeskReason.SETTINGS_OPEN: _settings,
    DeskReason.PLAN_NOT_POSSIBLE: "… plan=swiss",
    DeskReason.DIVISION_NOT_KNOWN: "… --division NAME",
    DeskReason.DEADLINE_PASSED: "… --override REASON",
    DeskReason.ENTRANT_NOT_KNOWN: "entrants",
    DeskReason.NAME_TAKEN: lambda params: f"amend {params['number']} --club …",
    DeskReason.NUMBER_TAKEN: "entrants",
    DeskReason.TEAM_NOT_KNOWN: lambda params: f"team {_quoted(params['team'])} --contact …",
    DeskReason.TEAM_EXISTS: "teams",
    DeskReason.TEAM_NEEDED: "… --team NAME",
    DeskReason.TEAM_FULL: "entrants",
    DeskReason.TEAM_INCOMPLETE: lambda params: f"register {text('NAME')} --team {_quoted(params['team'])}",
    DeskReason.TEAMS_UNCONFIRMED: lambda params: f"team {_quoted(params['teams'][0])} --confirm",
    DeskReason.LINE_UP_WRONG: lambda params: f"lineup {_quoted(params['team'])}",
    DeskReason.NO_TEAMS: "set team.size=8",
    DeskReason.NO_MATCHES: "set match.boards=4",
    DeskReason.CONSENT_MISSING: lambda params: f"amend {params['number']} --consent",
    DeskReason.STATUS_ALREADY: "entrants",
    DeskReason.HAS_A_TABLE: lambda params: f"withdraw {params['number']}",
    DeskReason.WAS_SEEN: lambda params: f"exclude {params['number']} --reason TEXT",
    DeskReason.REASON_NEEDED: "… --reason TEXT",
    DeskReason.PAIR_IMPOSSIBLE: "entrants",
    DeskReason.TABLES_NEEDED: 'pair --tables "1-2 3-4"',
    DeskReason.ALL_ROUNDS_PAIRED: "close",
    DeskReason.RESULTS_MISSING: _missing,
    DeskReason.ABSENTEES: lambda params: f"remove {_listed('numbers')(params)}",
    DeskReason.UNPAIRABLE: _unpairable,
    DeskReason.NOTHING_PAIRED: "pair",
    DeskReason.RESULTS_WOULD_BE_LOST: "… --discard --reason TEXT",
    DeskReason.ROUND_STARTED: "late",
    DeskReason.NOT_FREE: "pairings",
    DeskReason.TABLE_NOT_PAIRED: "pairings",
    DeskReason.SCORES_DIFFER_IN_NUMBER: "pairings",
    DeskReason.SCORE_UNUSUAL: "… --confirmed",
    DeskReason.NO_DRAWS: "… --last-words 14:9",
    DeskReason.RESULT_THERE: lambda params: f"correct {params['table']} … --round {params['round']}",
    DeskReason.RESULT_NOT_THERE: lambda params: f"result {params['table']} … --round {params['round']}",
    DeskReason.NOT_ADJOURNED: "missing",
    DeskReason.RESULT_FINAL: "… --kind ruling --clause PFS-… --reason TEXT",
    DeskReason.CORRECTION_TOO_LATE: lambda params: "" if params["consent"] else "… --consent",
    DeskReason.WINNER_REVERSED: lambda params: "… --consent",
    DeskReason.REPORTS_NOT_TAKEN: "result TABLE SCORE",
    DeskReason.NOT_AT_THE_TABLE: "pairings",
    DeskReason.FORFEIT_OF_TWO: "result TABLE SCORE",
    DeskReason.CLAUSE_NOT_KNOWN: "… --clause PFS-7.4",
    DeskReason.NOT_EQUAL: "standings",
    DeskReason.ROUNDS_LEFT: "… --reason TEXT",
    DeskReason.PRIZES_NOT_POSSIBLE: "prizes 500 250 100x3",
    DeskReason.TIES_UNDECIDED: lambda params: f"tie {_listed('numbers')(params)} --reason …",
}
"""The rest of the command after `mostek tournament`; `…` at the beginning: the same command, with this added."""
