"""Refusals and warnings of the desk in sentences: one for every reason, with the clause or the setting that it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from msgspec import Struct

from mostek.messages import count, text
from mostek.messages.tournament_words import SETTINGS, setting_name, status_name, system_name
from mostek.tournament.limits import EventLimit, LimitKind
from mostek.tournament.pairing.values import PairingFault
from mostek.tournament.rating.scales import RatingScale
from mostek.tournament.rating.scalps import HUNDREDTHS, format_rating
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.warnings import Warned, WarningKind

Params = Mapping[str, Any]
Names = Callable[[int], str]
"""Gives the name of a player by the starting number."""


def say(refused: DeskRefusal, names: Names = str) -> str:
    """The refusal in a sentence, in the language that is spoken; people by their names."""
    sentence = SENTENCES[refused.reason]
    params = {"setting": refused.setting, **refused.params}
    if "number" in params:
        params["who"] = names(params["number"])
    if "numbers" in params:
        params["people"] = ", ".join(map(names, params["numbers"]))
    return text(sentence, **params) if isinstance(sentence, str) else sentence(params, names)


def grounds(refused: DeskRefusal) -> list[str]:
    """The grounds of a refusal, if any: the clause in our wording, and the name of the setting."""
    found = [clause_text(refused.clause)] if refused.clause else []
    if refused.setting in SETTINGS:
        found.append(text("setting {name}: {what}", name=refused.setting, what=setting_name(refused.setting)))
    return found


def clause_text(identifier: str) -> str:
    """A clause in our wording. An S-number is a reading of a gap that the documents leave (`docs/decisions/0011`)."""
    if identifier.startswith("S") and identifier[1:].isdigit():
        return text("{identifier}: what the documents leave to the organiser", identifier=identifier)
    from mostek.messages.refusals import grounds as grounds_in_game

    return grounds_in_game(identifier)


def _numbers(found: Iterable[object]) -> str:
    return ", ".join(map(str, found))


def _closed(params: Params, names: Names) -> str:
    if "on" in params:
        return text("The tournament was closed on {on}.", on=params["on"])
    return text("The tournament is closed; this result stays as it is.")


def _not_possible(params: Params, names: Names) -> str:
    setting, value = params["setting"], params.get("value")
    if not setting:
        return text("This setting cannot be: {why}.", why=params.get("why", "?"))
    if setting not in SETTINGS:
        return text("There is no setting {name!r}.", name=setting)
    if "why" in params:
        return text("The setting {setting} cannot be so: {why}.", setting=setting, why=params["why"])
    if params.get("most"):
        return text("The setting {setting} cannot be {value}: it is between {least} and {most}.", **params)
    if setting == "divisions" and isinstance(value, str):
        return text("People have entered the division {value!r}; it cannot be left out.", value=value)
    if value is None:
        return text("The setting {setting} needs a value.", setting=setting)
    values = value if isinstance(value, str) else _numbers(value or ("–",))
    sentence = text("The setting {setting} cannot be {value}.", setting=setting, value=values)
    known = text("Known: {names}.", names=_numbers(params["known"])) if "known" in params else ""
    return f"{sentence} {known}".rstrip()


def _not_well_formed(params: Params, names: Names) -> str:
    if "limit" not in params:
        return text("This cannot be written down: {why}.", why=params["why"])
    field = FIELDS.get(params["field"], params["field"])
    spoken = {**params, "field": text(field)}
    if params["field"] == "rating" and params["limit"] is LimitKind.OUT_OF_RANGE:
        spoken |= {name: RatingScale.WESPA.format_rating(params[name]) for name in ("value", "least", "most")}
    sentence = LIMITS[params["limit"]]
    return text(sentence, **spoken)


def _off_scale(params: Params, names: Names) -> str:
    scale = RatingScale(params["scale"])
    spoken = {"name": params["name"], "rating": format_rating(params["rating"]), "scale": scale.value.upper()}
    spoken["most"] = str(params["most"] // HUNDREDTHS)
    if params["step"] == HUNDREDTHS:
        return text("{name}: {rating} is no rating of the scale {scale}: whole numbers from 0 to {most}.", **spoken)
    return text("{name}: {rating} is no rating of the scale {scale}, which goes from 0 to {most}.", **spoken)


def _settings_open(params: Params, names: Names) -> str:
    chosen = ", ".join(setting_name(name).lower() for name in params["settings"])
    return text("Before the first round this must be chosen: {chosen}.", chosen=chosen)


def _already(params: Params, names: Names) -> str:
    if "team" in params:
        return text("The line-up of {team} has been confirmed already.", team=params["team"])
    return text("{who}: this is so already ({status}).", who=params["who"], status=status_name(params["status"]))


def _incomplete(params: Params, names: Names) -> str:
    if "least" in params:
        due = text("A team has from {least} to {most} members;", least=params["least"], most=params["due"])
        return f"{due} " + count("{team} has {n}.", "{team} has {n}.", params["found"], team=params["team"])
    due = count("A team has exactly {n} member;", "A team has exactly {n} members;", params["due"])
    found = count("{team} has {n}.", "{team} has {n}.", params["found"], team=params["team"])
    return f"{due} {found}"


def _full(params: Params, names: Names) -> str:
    return count(
        "{team} has its {n} member already.", "{team} has all its {n} members.", params["due"], team=params["team"]
    )


def _line_up_wrong(params: Params, names: Names) -> str:
    if "number" in params:
        return text("{who} is no member of {team}.", who=params["who"], team=params["team"])
    if "boards" in params:
        return count(
            "A match has {n} board; the line-up of {team} is longer.",
            "A match has {n} boards; the line-up of {team} is longer.",
            params["boards"],
            team=params["team"],
        )
    return text("The line-up keeps the order of the entry: {people}.", people=params["people"])


def _results_missing(params: Params, names: Names) -> str:
    return count(
        "Round {round}: the result of table {tables} is missing.",
        "Round {round}: the results of tables {tables} are missing.",
        len(params["tables"]),
        round=params["round"],
        tables=_numbers(params["tables"]),
    )


def _absentees(params: Params, names: Names) -> str:
    return text(
        "Never came to the last game and not seen since: {people}. Remove them, or check them in.",
        people=params["people"],
    )


def _unpairable(params: Params, names: Names) -> str:
    about = ", ".join(names(each) if isinstance(each, int) else str(each) for each in params["about"])
    return text(FAULTS[PairingFault(params["fault"])]) + (f" ({about})" if about else "")


def _lost(params: Params, names: Names) -> str:
    return count(
        "Round {round} has {n} result, which would be lost.",
        "Round {round} has {n} results, which would be lost.",
        params["found"],
        round=params["round"],
    )


def _table_unpaired(params: Params, names: Names) -> str:
    return text("There is no table {table} in round {round}.", table=params["table"], round=params["round"])


def _scores(params: Params, names: Names) -> str:
    due = count("Table {table} has {n} player;", "Table {table} has {n} players;", params["due"], table=params["table"])
    return f"{due} " + count("{n} score was given.", "{n} scores were given.", params["found"])


def _not_at(params: Params, names: Names) -> str:
    if "table" in params:
        return text("{who} does not sit at table {table}.", who=params["who"], table=params["table"])
    return text("{who} has no table in round {round}.", who=params["who"], round=params["round"])


def _passed(params: Params, names: Names) -> str:
    return text(
        "A game is adjourned until a later time, and {until} has passed.", until=f"{params['until']:%d.%m.%Y, %H:%M}"
    )


def _too_late(params: Params, names: Names) -> str:
    if params["consent"]:
        return text("This result can be corrected on the day of its round only.")
    return text("The next round is paired: until the end of the day only with the arbiter's consent.")


def _unequal(params: Params, names: Names) -> str:
    return text("These do not share a place: {people}.", people=params["people"])


def _rounds_left(params: Params, names: Names) -> str:
    return count(
        "The event has {n} round, and not all are played; ending it now needs a reason.",
        "The event has {n} rounds, and not all are played; ending it now needs a reason.",
        params["rounds"],
    )


def _all_paired(params: Params, names: Names) -> str:
    return count(
        "The event has {n} round, and it is paired.",
        "The event has {n} rounds, and all are paired.",
        params["rounds"],
    )


def _pair_impossible(params: Params, names: Names) -> str:
    if not params["numbers"]:
        return text("Lay out at least one table of two.")
    return text("These cannot sit at one table: {people}.", people=params["people"])


def _plan(params: Params, names: Names) -> str:
    return count(
        "The plan {word!r} does not fit {n} round.",
        "The plan {word!r} does not fit {n} rounds.",
        params["rounds"],
        word=params["word"],
    )


def _known(sentence: str) -> Callable[[Params, Names], str]:
    """A sentence that ends with what is known."""

    def said(params: Params, names: Names) -> str:
        known = ", ".join(filter(None, params["known"])) or "–"
        return text(sentence, name=params["name"]) + " " + text("Known: {names}.", names=known)

    return said


PRIZE_FAULTS: Mapping[str, str] = {
    "category_of_teams": "Teams have no categories: name the prizes of the teams or of a category.",
    "too_many": "So many prizes cannot be written down; there is room for {most}.",
    "empty": "The last place named has no prize; leave it out.",
}
"""What is wrong with a list of prizes."""
LIMITS: Mapping[LimitKind, str] = {
    LimitKind.TOO_LONG: "{field}: {value} characters are too many; there is room for {most}.",
    LimitKind.EMPTY: "{field}: this must not be empty.",
    LimitKind.NOT_ONE_LINE: "{field}: {value!r} must stand on one line, without blanks around it.",
    LimitKind.NOT_WRITABLE: "{field}: the text has a character that no file can hold.",
    LimitKind.OUT_OF_RANGE: "{field}: {value} is not between {least} and {most}.",
    LimitKind.WRONG_KIND: "{field}: {value!r} is not possible here.",
}
"""The sentence for each kind of limit."""
EVENT_LIMITS: Mapping[EventLimit, str] = {
    EventLimit.PEOPLE: (
        "A tournament has at most {most} people, and this one would have {found}. Divide it into several tournaments."
    ),
    EventLimit.TEAMS: (
        "A tournament has at most {most} teams, and this one would have {found}. Divide it into several tournaments."
    ),
    EventLimit.DIVISIONS: "A tournament has at most {most} divisions, and this one would have {found}. Name fewer of them.",
    EventLimit.ROUNDS: (
        "A tournament has at most {most} rounds, and this one would have {found}. Divide it into several tournaments."
    ),
    EventLimit.STEPS: (
        "A tournament has at most {most} steps, and this one would have {found}. Close it, and go on in another one."
    ),
    EventLimit.TEXT: (
        "Step {step} has a text of {found} characters, and there is room for {most}. "
        "Go on with this file at your own computer, or enter the people in a new tournament."
    ),
    EventLimit.STEP: "Step {step} has {found} bytes, and there is room for {most}. Use fewer and shorter values.",
}
"""The sentence for each limit of an event as a whole, with the next step."""
FIELDS: Mapping[str, str] = {
    "name": "Name",
    "seed": "Seed",
    "city": "City",
    "club": "Club or school",
    "category": "Category",
    "rating": "Rating",
    "organisers": "Organiser",
    "arbiter": "Arbiter",
    "contact": "Contact person",
    "team": "Team",
    "by": "Who gives the order",
    "override": "Reason for a late entry",
    "reason": "Reason",
    "text": "Decision",
    "origin": "What the file says besides",
    "first": "First name",
    "last": "Surname",
    "number": "Starting number",
    "numbers": "Starting number",
    "players": "Starting number",
    "absent": "Starting number",
    "signed": "Starting number",
    "about": "Starting number",
    "order": "Starting number",
    "pair": "Starting number",
    "tables": "Starting number",
    "winner": "Starting number",
    "round": "Round",
    "table": "Table",
    "points": "Points",
    "half_points": "Match points",
    "own": "Points",
    "other": "Points",
    "amount": "Prize",
    "thing": "Prize",
    "scores": "Points",
    "score_now": "Points",
    "at": "Time",
    "entered_on": "Day of the entry",
    "channel": "How the entry came",
    "until": "Until when",
    "cause": "Cause of the forfeit",
    "clause": "Clause",
    "kind": "Kind",
    "rule": "Rule for a pair",
    "system": "System",
    "division": "Division",
    "type": "Command",
}
"""What a field of a command is called where it breaks a limit."""

SENTENCES: Mapping[DeskReason, str | Callable[[Params, Names], str]] = {
    DeskReason.NOT_WELL_FORMED: _not_well_formed,
    DeskReason.LIMIT_REACHED: lambda params, names: text(EVENT_LIMITS[EventLimit(params["limit"])], **params),
    DeskReason.TOURNAMENT_CREATED: "The tournament {name} has been set up already.",
    DeskReason.TOURNAMENT_NOT_CREATED: "There is no tournament yet; set one up first.",
    DeskReason.TOURNAMENT_CLOSED: _closed,
    DeskReason.ARBITER_ALREADY: lambda params, names: (
        text("{name} is the arbiter already.", **params) if params["name"] else text("No arbiter is named.")
    ),
    DeskReason.TEMPLATE_NOT_KNOWN: _known("There is no template {name!r}."),
    DeskReason.SETTING_NOT_POSSIBLE: _not_possible,
    DeskReason.SETTING_FIXED: "The first round is paired: {setting} can no longer be changed.",
    DeskReason.ROUNDS_FIXED: (
        "The first round is paired: the number of rounds can no longer be changed, for forfeits are worth what it says."
    ),
    DeskReason.SETTINGS_OPEN: _settings_open,
    DeskReason.PLAN_NOT_POSSIBLE: _plan,
    DeskReason.DIVISION_NOT_KNOWN: _known("There is no division {name!r}."),
    DeskReason.DEADLINE_PASSED: "The deadline was {deadline}; this entry is of {entered}.",
    DeskReason.ENTRANT_NOT_KNOWN: "No entrant has the starting number {number}.",
    DeskReason.NAME_TAKEN: "{name} has entered already, number {number}; a namesake needs another city or club.",
    DeskReason.NUMBER_TAKEN: "This starting number is taken: {who}.",
    DeskReason.ORIGIN_RECORDED: "The log says already which file the tournament comes from.",
    DeskReason.RATING_OFF_SCALE: _off_scale,
    DeskReason.TEAM_NOT_KNOWN: "No team {team!r} has entered here.",
    DeskReason.TEAM_EXISTS: "{team} has a team already; a school has one in each division.",
    DeskReason.TEAM_NEEDED: "Everybody plays for a team here; say which one {name} plays for.",
    DeskReason.TEAM_FULL: _full,
    DeskReason.TEAM_INCOMPLETE: _incomplete,
    DeskReason.TEAMS_UNCONFIRMED: lambda params, names: text(
        "Line-ups that were not confirmed: {teams}.", teams=_numbers(params["teams"])
    ),
    DeskReason.LINE_UP_FIXED: "The first round is paired: the line-up of {team} can no longer be changed.",
    DeskReason.LINE_UP_WRONG: _line_up_wrong,
    DeskReason.NO_TEAMS: "This event has no teams.",
    DeskReason.NO_MATCHES: "The teams of this event play no matches with line-ups.",
    DeskReason.CONSENT_MISSING: "{who} is a minor: the written consent of a guardian is missing.",
    DeskReason.STATUS_ALREADY: _already,
    DeskReason.EXCLUDED_FOR_GOOD: "{who} was excluded and does not play on.",
    DeskReason.HAS_A_TABLE: "{who} has been paired already, and cannot be taken for not having come.",
    DeskReason.WAS_SEEN: "{who} has come and played: who is to go is excluded by the arbiter, or withdraws.",
    DeskReason.REASON_NEEDED: "This needs a reason.",
    DeskReason.SAME_PLAYER_TWICE: "{who} was named twice.",
    DeskReason.PAIR_IMPOSSIBLE: _pair_impossible,
    DeskReason.TABLES_NEEDED: "Round {round} is paired by hand: lay out the tables, or name a system.",
    DeskReason.ALL_ROUNDS_PAIRED: _all_paired,
    DeskReason.RESULTS_MISSING: _results_missing,
    DeskReason.ABSENTEES: _absentees,
    DeskReason.UNPAIRABLE: _unpairable,
    DeskReason.NOTHING_PAIRED: "No round has been paired yet.",
    DeskReason.RESULTS_WOULD_BE_LOST: _lost,
    DeskReason.ROUND_STARTED: "Round {round} has begun already.",
    DeskReason.NOT_FREE: "{who} is not there, or has a table in round {round}.",
    DeskReason.ROUND_NOT_PAIRED: "Round {round} has not been paired yet.",
    DeskReason.CREDIT_NOT_POSSIBLE: (
        "A round without an opponent is a bye, a forfeit with its points, or an absence without points; in a knock-out and in "
        "matches of teams the plan says who has a bye."
    ),
    DeskReason.TABLE_NOT_PAIRED: _table_unpaired,
    DeskReason.SCORES_DIFFER_IN_NUMBER: _scores,
    DeskReason.SCORE_UNUSUAL: "Table {table}: {score} points are unusual.",
    DeskReason.NO_DRAWS: "Table {table}: there are no draws here; the value of the last words decides between equal "
    "scores. Add them to the result, as: last words 14:9.",
    DeskReason.SIGNATURES_MISSING: "The slip is not signed by {people}.",
    DeskReason.RESULT_THERE: "Table {table} of round {round} has its result already.",
    DeskReason.RESULT_NOT_THERE: "Table {table} of round {round} has no result yet.",
    DeskReason.NOT_ADJOURNED: "The game at table {table} of round {round} is not adjourned.",
    DeskReason.MOMENT_PASSED: _passed,
    DeskReason.RESULT_SAME: "This is the result that table {table} of round {round} has.",
    DeskReason.RESULT_FINAL: "A slip that both have signed is final; only a result entered the wrong way round is corrected.",
    DeskReason.DAYS_REVERSED: "The tournament would end on {ends_on}, before it begins on {starts_on}.",
    DeskReason.CORRECTION_TOO_LATE: _too_late,
    DeskReason.WINNER_REVERSED: (
        "Round {round}, table {table}: somebody else would have won, and the next round is paired already; "
        "the arbiter must consent."
    ),
    DeskReason.REPORTS_NOT_TAKEN: "Players do not report results themselves here; the slip goes to the desk.",
    DeskReason.NOT_AT_THE_TABLE: _not_at,
    DeskReason.FORFEIT_OF_TWO: "Table {table} has more than two players; a forfeit is between two.",
    DeskReason.PENALTY_STEP: "{points} points cannot be taken away: it must be a multiple of {step}.",
    DeskReason.CLAUSE_NOT_KNOWN: "No rulebook has the clause {clause!r}; a decision names the clause it rests on.",
    DeskReason.NOT_EQUAL: _unequal,
    DeskReason.ROUNDS_LEFT: _rounds_left,
    DeskReason.PRIZES_NOT_POSSIBLE: lambda params, names: text(PRIZE_FAULTS[params["fault"]], **params),
    DeskReason.TIES_UNDECIDED: "These share a place with a prize, and the organiser decides first: {people}.",
    DeskReason.NOTHING_TO_MERGE: "The two copies are the same: there is nothing to merge.",
    DeskReason.NOTHING_TO_UNDO: "There is nothing that could be taken back.",
}
"""The sentence for each reason: a key of the catalogue, or how it is put together."""

KNOWN = ("There is no template {name!r}.", "There is no division {name!r}.")
"""Sentences that are followed by what is known."""

FAULTS: Mapping[PairingFault, str] = {
    PairingFault.TOO_FEW: "Too few are present to be paired.",
    PairingFault.ODD_WITHOUT_BYE: "An odd number is present, and byes are not allowed here.",
    PairingFault.NO_PAIRING: "The pairs that are forbidden leave no way to seat everybody.",
    PairingFault.FORCED_CLASH: "A pair that must meet is forbidden, absent, or shares a player with another one.",
    PairingFault.NOT_IN_FIELD: "An entrant is missing from the circle of the round robin, or has no team.",
    PairingFault.SEATED_TWICE: "An entrant was seated twice.",
    PairingFault.NOT_PRESENT: "An absent entrant was seated.",
    PairingFault.CYCLE_OVER: "Everybody has met everybody as often as was planned.",
    PairingFault.CUP_OVER: "The knock-out is decided; no tie is left to play.",
    PairingFault.TEAMS_UNEQUAL: "The teams differ in the number of those present.",
    PairingFault.UNSOUND: "The computed pairing has not passed its check; nothing was written. Pair the round by hand.",
}
"""The sentence for each reason for which a round cannot be paired."""


class SaidWarning(Struct, frozen=True, kw_only=True):
    """Warnings of one kind, said together."""

    code: WarningKind
    clause: str
    setting: str
    message: str
    about: tuple[Mapping[str, Any], ...]
    """What belongs to each of them."""


WARNINGS: Mapping[WarningKind, str] = {
    WarningKind.ANNOUNCEMENT_OVERDUE: "The time for a game was to be announced by {due}, and is not chosen yet.",
    WarningKind.ANNOUNCED_LATE: "The time for a game was to be announced by {due}; it is chosen on {on}.",
    WarningKind.LAST_ROUND_NOT_DANISH: "The last round is not Danish ({system}): it may reward an entrant who "
    "stays away.",
    WarningKind.ROUNDS_UNPLAYED: "Rounds played: {played} of {rounds}; forfeits are reckoned with {rounds}.",
    WarningKind.TABLES_UNEQUAL: "The tables differ in size: not everybody can win as much in this round.",
    WarningKind.SECOND_BYE: "Has had a bye before: {people}.",
    WarningKind.LEFT_OUT: "Present, and neither at a table nor with a bye: {people}.",
}
"""The sentence for each kind that is not about tables."""


def say_warnings(warned: Iterable[Warned], names: Names = str) -> list[SaidWarning]:
    """The warnings in the order of their kinds, those of one kind together."""
    order = list(WarningKind)
    ordered = sorted(warned, key=lambda each: order.index(each.kind))
    return [_together(kind, tuple(group), names) for kind, group in groupby(ordered, lambda each: each.kind)]


def _together(kind: WarningKind, group: tuple[Warned, ...], names: Names) -> SaidWarning:
    first = group[0]
    sentence = _of_tables(kind, group) if "table" in first.params else _of_others(kind, group, names)
    return SaidWarning(
        code=kind,
        clause=first.clause,
        setting=first.setting,
        message=f"{sentence} ({first.clause})" if first.clause else sentence,
        about=tuple(each.params for each in group),
    )


def _of_tables(kind: WarningKind, group: tuple[Warned, ...]) -> str:
    found = sorted({each.params["table"] for each in group})
    tables = ", ".join(map(str, found))
    match kind:
        case WarningKind.TEAMMATES_MEET:
            return count(
                "Teammates meet at table {tables}.", "Teammates meet at tables {tables}.", len(found), tables=tables
            )
        case WarningKind.FORBIDDEN_MEET:
            return count(
                "Two who should never meet sit at table {tables}.",
                "People who should never meet sit at tables {tables}.",
                len(found),
                tables=tables,
            )
        case WarningKind.SETTLED_MEETS_RACER:
            return count(
                "At table {tables} the prize of one is settled, while the other is still racing for one.",
                "At tables {tables} the prize of one is settled, while the other is still racing for one.",
                len(found),
                tables=tables,
            )
        case _:
            return count(
                "Table {tables} repeats an earlier meeting.",
                "Tables {tables} repeat earlier meetings.",
                len(found),
                tables=tables,
            )


def _of_others(kind: WarningKind, group: tuple[Warned, ...], names: Names) -> str:
    params = dict(group[0].params)
    if "system" in params:
        params["system"] = system_name(params["system"])
    numbers = [number for each in group for number in each.params.get("numbers", [each.params.get("number")])]
    params["people"] = ", ".join(names(number) for number in numbers if number is not None)
    return text(WARNINGS[kind], **params)
