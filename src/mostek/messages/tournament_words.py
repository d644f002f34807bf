"""The words of a tournament: systems, settings, statuses, how entries come, and why a game was lost by forfeit."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.messages import text
from mostek.tournament.pairing.values import System

SYSTEMS: Mapping[System, str] = {
    System.ROUND_ROBIN: "round robin",
    System.HALF_SPLIT: "half-split",
    System.SWISS: "Swiss",
    System.DANISH: "Danish",
    System.DANISH_NO_REPEATS: "Danish without repeats",
    System.RANDOM: "random",
    System.MANUAL: "by hand",
    System.TEAM_MATCH: "team against team",
    System.TABLES: "tables of up to four",
}
"""What a system of pairing is called."""

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
    "rulebook": "Rules of the game",
    "rounds": "Rounds",
    "minutes": "Time of a player for a game",
    "turn_seconds": "Time of a turn",
    "divisions": "Divisions",
    "plan": "How the rounds are paired",
    "keys": "What the classification goes by",
    "starters": "Who starts",
    "teammates": "Players of one team",
    "prize_ties": "Equal places among the prizes",
    "last_round_check": "Warning of a last round that rewards withdrawing",
    "scalps": "Scalps",
    "bye.allowed": "A bye where the number is odd",
    "bye.half_points": "Match points for a bye",
    "bye.own": "Game points for a bye",
    "bye.other": "Points against in a bye",
    "forfeit.missed_rounds": "Missed rounds in the formula of a forfeit",
    "forfeit.absent_removed": "Who has never come is removed",
    "results.signatures": "Signatures on the slip",
    "results.corrections": "Corrections of results",
    "results.largest": "Scores above this must be confirmed",
    "results.self_report": "Players report their results themselves",
    "results.penalty_step": "Penalty points are a multiple of",
    "entry.deadline": "Deadline of entries",
    "entry.late": "Entries after the deadline",
    "entry.consent": "Minors need a guardian’s consent",
    "entry.announce_by": "Times are announced by",
    "team.size": "Members of a team",
    "team.scoring": "How a team is scored",
    "team.best": "Members who count",
    "team.keys": "What the table of teams goes by",
    "team.incomplete": "A team that is short of members",
    "team.exclude_internal_games": "Games between members of one team",
    "table.size": "Players at a table",
    "table.points": "What a table of three or four is worth",
}
"""What a setting is called, by its dotted name."""


def system_name(system: str) -> str:
    """The name of a system of pairing."""
    return text(SYSTEMS[System(system)])


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
