"""The words of a tournament: systems, keys, settings and their values, statuses, and why a game was lost by forfeit."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Any

from mostek.messages import count, text

SYSTEMS: Mapping[str, str] = {
    "round_robin": "round robin",
    "half_split": "half-split",
    "swiss": "Swiss",
    "danish": "Danish",
    "danish_no_repeats": "Danish without repeats",
    "random": "random",
    "manual": "by hand",
    "team_match": "team matches",
    "tables": "tables of four",
}
"""What a system of pairing is called."""

KEYS: Mapping[str, str] = {
    "match_points": "match points",
    "game_points": "game points",
    "spread": "spread",
    "scalps": "scalps",
    "head_to_head": "head to head",
    "buchholz": "Buchholz",
    "median": "median Buchholz",
    "wins": "wins",
    "played": "games played",
    "rating": "rating",
    "lots": "lots",
    "best_place": "best place",
    "places": "sum of places",
}
"""What a key of the classification, of people or of teams, is called."""

STATUSES: Mapping[str, str] = {
    "entered": "entered",
    "present": "present",
    "withdrawn": "has withdrawn",
    "removed": "removed",
    "excluded": "excluded",
}
"""Where somebody stands with the event."""

CHANNELS: Mapping[str, str] = {
    "phone": "by phone",
    "in_person": "in person",
    "web": "by the web form",
    "file": "from a list",
}
"""How an entry came."""

CAUSES: Mapping[str, str] = {
    "late": "not at the table within the own time",
    "excluded": "exclusion",
    "left": "left the game",
}
"""Why a game was lost by forfeit."""

CORRECTIONS: Mapping[str, str] = {
    "entry": "mistyped at the desk",
    "swapped": "entered the wrong way round",
    "ruling": "by ruling",
}
"""Why a result was corrected."""

PAIR_RULES: Mapping[str, str] = {
    "forced": "meet in the next round",
    "forbidden": "never meet",
}
"""What the director has said of two people."""

SETTINGS: Mapping[str, str] = {
    "rulebook": "Rulebook of the games",
    "rounds": "Number of rounds",
    "minutes": "Minutes for a player's game",
    "turn_seconds": "Seconds for a turn",
    "divisions": "Divisions",
    "plan": "Plan of the rounds",
    "keys": "Order of the classification",
    "starters": "Who starts",
    "teammates": "Games between teammates",
    "prize_ties": "Equal places among the prizes",
    "last_round_check": "Warning of a last round that rewards withdrawing",
    "scalps": "Scalps",
    "bye.allowed": "Bye when the number is odd",
    "bye.half_points": "Match points for a bye",
    "bye.own": "Game points for a bye",
    "bye.other": "Game points against a bye",
    "forfeit.missed_rounds": "Missed rounds in the worth of a forfeit",
    "forfeit.absent_removed": "Whoever never came is removed",
    "results.signatures": "Signatures on a slip",
    "results.corrections": "Corrections of results",
    "results.largest": "Largest usual score",
    "results.self_report": "Players report results themselves",
    "results.penalty_step": "Penalty points in multiples of",
    "entry.deadline": "Deadline of entries",
    "entry.late": "Entries after the deadline",
    "entry.consent": "Consent of a guardian for minors",
    "entry.announce_by": "Time for a game announced by",
    "team.size": "Members of a team",
    "team.scoring": "Score of a team",
    "team.best": "Only the best of a team count",
    "team.keys": "Order of the teams",
    "team.incomplete": "Teams that are short",
    "team.exclude_internal_games": "Games between teammates do not count for the team",
    "table.size": "Players at a table",
    "table.points": "Worth of a table of three or four",
}
"""What a setting is called, by its dotted name."""

VALUES: Mapping[str, str] = {
    "balanced": "whoever has started less often",
    "drawn": "the players draw letters",
    "avoid": "avoided as long as possible",
    "forbid": "forbidden",
    "allow": "allowed",
    "share": "shared",
    "decide": "decided by the organiser before the end",
    "settled": "they are over and brought nothing",
    "unplayed": "they count as games left",
    "swapped_only": "only what was entered the wrong way round",
    "reasoned": "with the reason of the jury",
    "allowed": "taken",
    "override": "taken with the organiser's reason",
    "refused": "refused",
    "beaten": "a point for each opponent beaten",
    "winner": "a point for the winner",
    "by_date": "by the ranking rules of the day",
    "plain": "every win is the opponent's rating and 50",
    "over_fifty": "a favourite by more than 50 keeps the own rating",
    "sum": "sum",
    "mean": "mean of the members",
    "as_is": "compared as they are",
    "per_game_mean": "means per game as soon as one team is short",
}
"""What the value of a setting is called, where it is one of a few."""


def system_name(system: str) -> str:
    """The name of a system of pairing."""
    return text(SYSTEMS[system])


def key_name(key: str) -> str:
    """The name of a key of the classification."""
    return text(KEYS[key])


def status_name(status: str) -> str:
    """Where somebody stands, in a word."""
    return text(STATUSES[status])


def setting_name(name: str) -> str:
    """What a setting is called."""
    return text(SETTINGS[name])


def halves(half_points: int) -> str:
    """Match points that are counted in halves: `7½`."""
    whole, half = divmod(half_points, 2)
    return f"{whole or '' if half else whole}{'½' * half}"


def setting_value(name: str, value: Any) -> str:
    """The value of a setting in words; a dash for what was not chosen."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return text("yes") if value else text("no")
    if name == "bye.half_points":
        return halves(value)
    if name == "plan":
        return plan_words(value)
    if isinstance(value, tuple | list):
        return ", ".join(setting_value("", each) for each in value) or "–"
    if isinstance(value, StrEnum):
        return text(VALUES.get(value) or KEYS[value])
    return value.isoformat() if isinstance(value, date) else str(value) or text("one, without a name")


def plan_words(plan: str) -> str:
    """The plan of the rounds in words: `half-split (1), Swiss, Danish (1)`."""
    stages = (stage.partition(":") for stage in plan.split())
    return ", ".join(f"{system_name(name)} ({rounds})" if rounds else system_name(name) for name, _, rounds in stages)


def repeats(tables: int) -> str:
    """How many tables meet again."""
    return count("{n} table repeats an earlier meeting.", "{n} tables repeat an earlier meeting.", tables)


def teammates(tables: int) -> str:
    """At how many tables teammates meet."""
    return count("At {n} table teammates meet.", "At {n} tables teammates meet.", tables)
