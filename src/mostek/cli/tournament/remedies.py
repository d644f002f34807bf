"""What helps when the desk has said no: for each reason the command, or the option, that comes next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mostek.cli.tournament.advice import DESK
from mostek.tournament.refusals import Reason, Refused
from mostek.tournament.state import Tournament

Params = Mapping[str, Any]


def remedy(refused: Refused, state: Tournament | None) -> str:
    """The command to type next; empty where nothing helps."""
    found = _REMEDIES.get(refused.reason, "")
    helps = found if isinstance(found, str) else found(refused.params)
    return f"{DESK} {helps}" if helps and not helps.startswith("… ") else helps


def _listed(name: str) -> Callable[[Params], str]:
    """The numbers of a refusal, as they are typed."""
    return lambda params: " ".join(map(str, params[name]))


def _settings(params: Params) -> str:
    return "set " + " ".join(f"{name}=…" for name in params["settings"])


def _missing(params: Params) -> str:
    return f"result {params['tables'][0]} …"


def _quoted(name: object) -> str:
    return f'"{name}"'


def _unpairable(params: Params) -> str:
    match params["fault"]:
        case "too_few":
            return "checkin NUMBER…"
        case "odd_without_bye":
            return "table A B"
        case "forced_clash":
            return "allow A B"
        case _:
            return 'pair --tables "1-2 3-4"'


_REMEDIES: Mapping[Reason, str | Callable[[Params], str]] = {
    Reason.TOURNAMENT_CREATED: "list",
    Reason.TOURNAMENT_NOT_CREATED: "new NAME --template pfs",
    Reason.TEMPLATE_NOT_KNOWN: "new NAME --template pfs",
    Reason.SETTING_NOT_POSSIBLE: "settings",
    Reason.SETTING_FIXED: "settings",
    Reason.ROUNDS_FIXED: "settings",
    Reason.SETTINGS_OPEN: _settings,
    Reason.PLAN_NOT_POSSIBLE: "… plan=swiss",
    Reason.DIVISION_NOT_KNOWN: "… --division NAME",
    Reason.DEADLINE_PASSED: "… --override REASON",
    Reason.ENTRANT_NOT_KNOWN: "entrants",
    Reason.NAME_TAKEN: lambda params: f"amend {params['number']} --club …",
    Reason.TEAM_NOT_KNOWN: lambda params: f"team {_quoted(params['team'])} --contact …",
    Reason.TEAM_EXISTS: "teams",
    Reason.TEAM_NEEDED: "… --team NAME",
    Reason.TEAM_FULL: "entrants",
    Reason.TEAM_INCOMPLETE: lambda params: f"register NAME --team {_quoted(params['team'])}",
    Reason.TEAMS_UNCONFIRMED: lambda params: f"team {_quoted(params['teams'][0])} --confirm",
    Reason.NO_TEAMS: "set team.size=8",
    Reason.CONSENT_MISSING: lambda params: f"amend {params['number']} --consent",
    Reason.STATUS_ALREADY: "entrants",
    Reason.HAS_A_TABLE: lambda params: f"withdraw {params['number']}",
    Reason.REASON_NEEDED: "… --reason TEXT",
    Reason.PAIR_IMPOSSIBLE: "entrants",
    Reason.ALL_ROUNDS_PAIRED: "close",
    Reason.RESULTS_MISSING: _missing,
    Reason.ABSENTEES: lambda params: f"remove {_listed('numbers')(params)}",
    Reason.UNPAIRABLE: _unpairable,
    Reason.NOTHING_PAIRED: "pair",
    Reason.RESULTS_WOULD_BE_LOST: "… --discard --reason TEXT",
    Reason.ROUND_STARTED: "late",
    Reason.NOT_FREE: "pairings",
    Reason.TABLE_NOT_PAIRED: "pairings",
    Reason.SCORES_DIFFER_IN_NUMBER: "pairings",
    Reason.SCORE_UNUSUAL: "… --confirmed",
    Reason.NO_DRAWS: "… --last-words 14:9",
    Reason.RESULT_THERE: lambda params: f"correct {params['table']} … --round {params['round']}",
    Reason.RESULT_NOT_THERE: lambda params: f"result {params['table']} … --round {params['round']}",
    Reason.RESULT_FINAL: "… --kind ruling --clause PFS-… --reason TEXT",
    Reason.CORRECTION_TOO_LATE: lambda params: "" if params["consent"] else "… --consent",
    Reason.REPORTS_NOT_TAKEN: "result TABLE SCORE",
    Reason.NOT_AT_THE_TABLE: "pairings",
    Reason.FORFEIT_OF_TWO: "result TABLE SCORE",
    Reason.CLAUSE_NOT_KNOWN: "… --clause PFS-7.4",
    Reason.NOT_EQUAL: "standings",
    Reason.ROUNDS_LEFT: "… --reason TEXT",
    Reason.TIES_UNDECIDED: lambda params: f"tie {_listed('numbers')(params)} --reason …",
}
"""The rest of the command after `mostek tournament`; `…` at the beginning: the same command, with this added."""
