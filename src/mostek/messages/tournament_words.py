"""The words of a tournament: systems, settings and their values, keys of the classification, statuses, figures and days."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Any

from mostek.messages import count, language, text
from mostek.tournament.classification import UNRANKED, Key
from mostek.tournament.credits import Outcome
from mostek.tournament.matches import TeamMatch
from mostek.tournament.pairing.values import Starters, Teammates, TieDecision, TieDraw
from mostek.tournament.prize_lists import COINS, PrizeDoubles
from mostek.tournament.rating.scales import RatingScale
from mostek.tournament.rating.scalps import HUNDREDTHS
from mostek.tournament.settings import (
    Corrections,
    Latecomers,
    LateEntry,
    LineUpOrder,
    MissedRounds,
    PlanError,
    PrizeTies,
    ScalpRule,
    Setting,
    Settings,
    TablePoints,
    listed,
    plan_of,
    spread_caps,
)
from mostek.tournament.state import Tournament
from mostek.tournament.teams import EqualMatch, Incomplete, TeamKey, TeamScoring

if TYPE_CHECKING:
    from mostek.rules.switches import Switch

STATUSES: Mapping[str, str] = {
    "entered": "entered",
    "present": "present",
    "withdrawn": "has withdrawn",
    "removed": "removed",
    "excluded": "excluded",
}
"""The status of a player in the event."""

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
    "readings": "How the rules are read",
    "rounds": "Number of rounds",
    "minutes": "Time of a player for a game",
    "turn_seconds": "Time of a turn",
    "divisions": "Divisions",
    "plan": "How the rounds are paired",
    "keys": "What the classification goes by",
    "starters": "Who starts",
    "teammates": "Players of one team",
    "prize_ties": "Equal places among the prizes",
    "last_round_check": "Warning of a last round that rewards withdrawing",
    "spread_cap": "How much of a margin counts at most",
    "rating_scale": "Scale of the ratings",
    "scalps": "Scalps",
    "pairing.latecomers": "Latecomers when a round is paired",
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
    "entry.school_words": "Hints for players leave out vulgar words",
    "team.size": "Members of a team",
    "team.scoring": "How a team is scored",
    "team.best": "Members who count",
    "team.keys": "What the table of teams goes by",
    "team.incomplete": "A team that is short of members",
    "team.exclude_internal_games": "Games between members of one team",
    "table.size": "Players at a table",
    "table.points": "What a table of three or four is worth",
    "prizes.doubles": "Money of several classifications",
    "prizes.unit": "Smallest share among equals",
    "prizes.currency": "Currency of the prizes",
    "gibson.spread": "Points that can be made up in a round",
    "gibson.bye": "Whose prize is settled has the bye",
    "gibson.inner": "System for tables without a prize at stake",
    "league.move": "Players of a league group who go up, and down",
    "league.best": "Evenings of the league that count",
    "league.size": "Players in a group of the league",
    "match.boards": "Boards of a team match",
    "match.inner": "How team meets team",
    "match.rounds": "Rounds of a team match",
    "match.order": "The order of a line-up",
    "match.equal": "A team match with equal boards",
    "knockout.games": "Games of two players in a knock-out",
    "knockout.decides": "What decides between two players of a knock-out",
    "knockout.draws": "Two players of a knock-out who are equal",
    "knockout.third_place": "A match for the third place",
}
"""What a setting is called, by its dotted name."""


def system_name(system: str) -> str:
    """The name of a system of pairing."""
    from mostek.tournament.pairing.system import systems

    entry = systems().get(system)
    return system if entry is None else entry.pl if language() == "pl" else entry.en


def format_name(name: str) -> str:
    """The name of a format of files."""
    from mostek.tournament.file_formats import tournament_formats

    entry = tournament_formats().get(name)
    return name if entry is None else entry.pl if language() == "pl" else entry.en


def status_name(status: str) -> str:
    """The status of a player, in a word."""
    return text(STATUSES[status])


def setting_name(name: str) -> str:
    """The name of a setting."""
    return text(SETTINGS[name])


def halves(half_points: int) -> str:
    """Match points that are counted in halves: `7½`."""
    whole, half = divmod(half_points, 2)
    return f"{whole or '' if half else whole}{'½' * half}"


def boards_text(match: TeamMatch, side: int = 0) -> str:
    """The boards won by the two teams: `2½:1½`, first those of one side."""
    own, other = match.half_points if side == 0 else match.half_points[::-1]
    return f"{halves(own)}:{halves(other)}"


UNKNOWN = "–"
"""Stands where there is nothing to tell."""
MONTHS = (
    "{day} January {year}",
    "{day} February {year}",
    "{day} March {year}",
    "{day} April {year}",
    "{day} May {year}",
    "{day} June {year}",
    "{day} July {year}",
    "{day} August {year}",
    "{day} September {year}",
    "{day} October {year}",
    "{day} November {year}",
    "{day} December {year}",
)
"""A day in words; in Polish the month stands in the genitive."""
ROMAN = ("", "I", "II", "III")
"""The places on a podium, as diplomas write them."""

_HALVES = frozenset((Key.MATCH_POINTS, Key.HEAD_TO_HEAD, Key.BUCHHOLZ, Key.MEDIAN))


def hundredths(value: int) -> str:
    """Hundredths as a decimal number: `161,25` in Polish."""
    whole, rest = divmod(value, 100)
    return text("{whole}.{decimals}", whole=whole, decimals=f"{rest:02}")


def money(state: Tournament, amount: int) -> str:
    """A sum of money: `1000 zł`, `83,50 zł`."""
    whole, rest = divmod(amount, COINS)
    return f"{hundredths(amount) if rest else whole} {state.settings.prizes.currency.chosen}"


def signed(value: int) -> str:
    """A spread, with its sign."""
    return f"+{value}" if value > 0 else f"−{-value}" if value else "0"


def rating_text(scale: RatingScale, value: int) -> str:
    """A rating on the scale of its event: `161,25` in Polish, `1850`."""
    return scale.format_rating(value) if scale.bounds.step == HUNDREDTHS else hundredths(value)


def key_value(key: Key, value: int | None, scale: RatingScale = RatingScale.PFS) -> str:
    """The value of a key of the classification."""
    if value is None or value == UNRANKED:
        return UNKNOWN
    if key is Key.CUP:
        return f"{value // 2}{'+' * (value % 2)}"
    if key is Key.LADDER:
        return str(-value)
    if key in _HALVES:
        return halves(value)
    if key is Key.SPREAD:
        return signed(value)
    return rating_text(scale, value) if key is Key.RATING else str(value)


def place_text(place: int | None) -> str:
    """A place; a dash for the excluded, who have none."""
    return UNKNOWN if place is None else str(place)


def sign(outcome: Outcome) -> str:
    """The sign for the outcome of a game."""
    return {Outcome.WIN: "+", Outcome.DRAW: "=", Outcome.LOSS: "−"}[outcome]


def score(scores: Iterable[int]) -> str:
    """A result: `380 : 412`."""
    return " : ".join(map(str, scores))


def day(when: date) -> str:
    """A day in words."""
    return text(MONTHS[when.month - 1], day=when.day, year=when.year)


def days(first: date, last: date) -> str:
    """The days of an event in words, what they share said once: 21–22 November 2026."""
    if first == last:
        return day(first)
    if (first.year, first.month) == (last.year, last.month):
        return text(MONTHS[first.month - 1], day=f"{first.day}–{last.day}", year=first.year)
    return f"{day(first)} – {day(last)}"


def moment(when: datetime) -> str:
    """A day and the time, short enough for a column."""
    return text("{when:%Y-%m-%d, %H:%M}", when=when)


HEADS: Mapping[Key, str] = {
    Key.MATCH_POINTS: "Match pts",
    Key.GAME_POINTS: "Game pts",
    Key.SPREAD: "Spread",
    Key.SCALPS: "Scalps",
    Key.HEAD_TO_HEAD: "Head to head",
    Key.BUCHHOLZ: "Buchholz",
    Key.MEDIAN: "Median",
    Key.WINS: "Wins",
    Key.PLAYED: "Games",
    Key.RATING: "Rating",
    Key.LOTS: "Lot",
    Key.CUP: "Cup",
    Key.LADDER: "Rung",
}
"""Short, for the head of a column."""
KEYS: Mapping[Key, str] = {
    Key.MATCH_POINTS: "match points",
    Key.GAME_POINTS: "game points",
    Key.SPREAD: "spread",
    Key.SCALPS: "scalps",
    Key.HEAD_TO_HEAD: "games among those who are equal",
    Key.BUCHHOLZ: "match points of the opponents (Buchholz)",
    Key.MEDIAN: "Buchholz without the best and the worst opponent",
    Key.WINS: "games won",
    Key.PLAYED: "games played",
    Key.RATING: "rating",
    Key.LOTS: "a lot drawn from the seed",
    Key.CUP: "rounds survived in the knock-out",
    Key.LADDER: "rung of the ladder",
}
"""In a list."""
TEAM_KEYS: Mapping[TeamKey, str] = {
    TeamKey.TEAM_POINTS: "points of team matches",
    TeamKey.MATCH_POINTS: "match points",
    TeamKey.GAME_POINTS: "game points",
    TeamKey.SPREAD: "spread",
    TeamKey.BEST_PLACE: "best place of a member",
    TeamKey.PLACES: "sum of the places",
}
"""In a list."""

TABLES: tuple[Mapping[Any, str], ...] = (HEADS, KEYS, TEAM_KEYS)
"""All words of this room, for the test of the catalogue."""


def head(key: Key) -> str:
    """The head of the column of a key."""
    return text(HEADS[key])


def told(keys: tuple[Key, ...]) -> str:
    """The keys one after another."""
    return ", ".join(text(KEYS[key]) for key in keys)


def told_of_teams(keys: tuple[TeamKey, ...]) -> str:
    """The keys of the team table one after another."""
    return ", ".join(text(TEAM_KEYS[key]) for key in keys)


CHOICES: Mapping[type[StrEnum], Mapping[str, str]] = {
    Starters: {
        Starters.BALANCED: "the one who has started less often, then by the seed",
        Starters.DRAWN: "the players draw",
    },
    Teammates: {
        Teammates.AVOID: "do not meet while it can be avoided",
        Teammates.FORBID: "never meet",
        Teammates.ALLOW: "may meet",
    },
    LineUpOrder: {
        LineUpOrder.FREE: "as the captain says",
        LineUpOrder.ROSTER: "that of the entry",
    },
    EqualMatch: {
        EqualMatch.POINTS: "the team with more game points has won",
        EqualMatch.DRAW: "a drawn match",
    },
    TieDecision: {
        TieDecision.WINS: "more games won, then more game points",
        TieDecision.POINTS: "more game points, then more games won",
    },
    TieDraw: {
        TieDraw.REPLAY: "play one more game, until one of them is ahead",
        TieDraw.SEED: "the one who was seeded higher goes on",
    },
    PrizeTies: {
        PrizeTies.SHARE: "share the place",
        PrizeTies.DECIDE: "the organiser decides before the event is closed",
    },
    PrizeDoubles: {
        PrizeDoubles.ONE: "one sum, the greatest; the other goes to the next",
        PrizeDoubles.ALL: "all of them",
    },
    MissedRounds: {
        MissedRounds.SETTLED: "count as played, for nothing",
        MissedRounds.UNPLAYED: "count as games that are left",
    },
    Corrections: {
        Corrections.SWAPPED_ONLY: "only a result entered the wrong way round",
        Corrections.REASONED: "any, with the reason of the jury",
    },
    Latecomers: {
        Latecomers.NONE: "have only the points that they have won",
        Latecomers.AS_BYE: "count for pairing as if they had had a bye in each round before they came",
        Latecomers.SEED_PLACE: "count for pairing as if they stood, when they came, at the place of their rating",
    },
    LateEntry: {
        LateEntry.ALLOWED: "are taken",
        LateEntry.OVERRIDE: "are taken if the organiser gives a reason",
        LateEntry.REFUSED: "are not taken",
    },
    TablePoints: {
        TablePoints.BEATEN: "a match point for each opponent beaten",
        TablePoints.WINNER: "one match point for the winner",
    },
    RatingScale: {
        RatingScale.PFS: "the federation’s, from 0 to 300 with hundredths",
        RatingScale.WESPA: "WESPA’s, whole numbers from 0 to 3000",
        RatingScale.NASPA: "NASPA’s, whole numbers from 0 to 3000",
    },
    ScalpRule: {
        ScalpRule.BY_DATE: "as the ranking rules say on the day of the event",
        ScalpRule.PLAIN: "the opponent’s rating ±50",
        ScalpRule.OVER_FIFTY: "the opponent’s rating ±50; the own one where a favourite by more than 50 wins",
    },
    TeamScoring: {TeamScoring.SUM: "the sum of the members", TeamScoring.MEAN: "the mean of the members"},
    Incomplete: {
        Incomplete.AS_IS: "has the sum of those who are there",
        Incomplete.PER_GAME_MEAN: "all teams are compared by the mean per game",
    },
}
"""The words for a choice among few."""
YES_NO: Mapping[str, tuple[str, str]] = {
    "team.exclude_internal_games": ("they count for neither", "they count"),
}
"""Where yes and no would not be an answer: what is said instead."""
NOTHING: Mapping[str, str] = {
    "readings": "as usual",
    "turn_seconds": "not limited",
    "spread_cap": "all of it",
    "entry.deadline": "no deadline",
    "entry.announce_by": "no day fixed",
    "team.size": "no teams",
    "team.best": "all members",
    "match.boards": "all members, and no line-ups",
    "league.best": "all evenings",
    "league.size": "as the moves bring it",
}
"""What it means that a setting has no value; elsewhere it has not been chosen yet."""
READINGS: Mapping[str, str] = {
    "S32": "Half is rounded up; earlier forfeits count with the points given for them.",
    "S46": "The documents do not say how a school is scored, who of one school may meet, what becomes of ties and of prizes.",
    "S47": "The documents ask for a deadline and for times to be announced, and leave the details to the organiser.",
    "S80": "No document names the system, the number of rounds or the order of the classification: the organiser chooses.",
}
"""What is open where a setting rests on our reading of a gap (docs/decisions/0011)."""


def name_of_setting(name: str) -> str:
    """The name of a setting."""
    return text(SETTINGS[name])


def value_in_words(state: Tournament, name: str, setting: Setting[Any]) -> str:
    """The meaning of a setting's value, for readers on paper."""
    value = setting.value
    if value is None:
        return text(NOTHING[name]) if name in NOTHING else text("NOT CHOSEN YET")
    if name in _SPECIAL:
        return _SPECIAL[name](state)
    if isinstance(value, bool):
        yes, no = YES_NO.get(name, ("yes", "no"))
        return text(yes) if value else text(no)
    if isinstance(value, date):
        return day(value)
    for kind, words in CHOICES.items():
        if isinstance(value, kind):
            return text(words[value])
    return str(value)


def basis(settings: Settings, identifier: str) -> str:
    """The source of a setting: the clause with our wording, or the number of the note on an open question."""
    if identifier in READINGS:
        return text(
            "The documents leave it open: note {number}.", number=_readings_used(settings).index(identifier) + 1
        )
    from mostek.rules.loading import clause

    return f"{identifier}: {clause(identifier).wording(language())}"


def open_questions(settings: Settings) -> str:
    """The notes on what the documents leave open and these settings answer, a line for each."""
    notes = enumerate(_readings_used(settings), 1)
    return "\n".join(f"{text('Note {number}', number=number)}: {text(READINGS[name])}" for number, name in notes)


def _readings_used(settings: Settings) -> list[str]:
    """The readings of gaps on which settings rest, in the order of the settings."""
    return list(dict.fromkeys(setting.clause for _, setting in listed(settings) if setting.clause in READINGS))


def ties_in_words(state: Tournament) -> str:
    """The meaning of equal scores in a game (S13)."""
    return text("a draw") if state.settings.has_draws else text("the better last word wins")


def word_list_in_words(state: Tournament) -> str:
    """The word list that decides a challenge, by the rulebook of the event."""
    match state.settings.words_clause:
        case "PFS-4.7.9a":
            return text("OSPS with its current update")
        case "CHAL-9c":
            return text("a dictionary on the net or on paper")
        case _:
            return "OSPS"


def plan_in_words(state: Tournament) -> str:
    """The plan, round by round; while the number of rounds is open, as it was written."""
    plan = state.settings.plan.chosen
    try:
        systems = plan_of(plan, state.rounds_planned)
    except PlanError:
        return ", ".join(_stage(word) for word in plan.split())
    stages = []
    first = 1
    for system, group in groupby(systems):
        last = first + len(list(group)) - 1
        stages.append(_span(first, last, system_name(system)))
        first = last + 1
    return "; ".join(stages)


def _stage(word: str) -> str:
    name, colon, rounds = word.partition(":")
    sentence = system_name(name)
    return f"{sentence} ({count('{n} round', '{n} rounds', int(rounds))})" if colon else sentence


def _span(first: int, last: int, system: str) -> str:
    if first == last:
        return text("round {first}: {system}", first=first, system=system)
    return text("rounds {first}–{last}: {system}", first=first, last=last, system=system)


def _divisions(state: Tournament) -> str:
    return ", ".join(filter(None, state.settings.divisions.chosen)) or text("only one")


def _minutes(state: Tournament) -> str:
    return count("{n} minute", "{n} minutes", state.settings.minutes.chosen)


def _turn(state: Tournament) -> str:
    return count("{n} second", "{n} seconds", state.settings.turn_seconds.chosen)


def _best(state: Tournament) -> str:
    return count("{n} best", "{n} best ones", state.settings.team.best.chosen)


def _unit(state: Tournament) -> str:
    return money(state, state.settings.prizes.unit.chosen)


def _rulebook_title(state: Tournament) -> str:
    from mostek.rules.loading import rulebook

    return rulebook(state.settings.rulebook.chosen).title.text(language())


def _readings(state: Tournament) -> str:
    """The questions that the event answers otherwise, each with its answer."""
    from mostek.rules.switches import switches

    chosen = state.settings.readings.chosen
    chosen_switches = ((switch, chosen[path]) for path, switch in switches().items() if path in chosen)
    return "; ".join(
        f"{switch.question(language())}: {answer_in_words(switch, answer)}" for switch, answer in chosen_switches
    )


def answer_in_words(switch: Switch, answer: str | bool) -> str:
    """An answer to an open question of a rulebook."""
    if isinstance(answer, bool):
        return text("yes") if answer else text("no")
    return switch.names[answer].text(language())


def _caps(state: Tournament) -> str:
    """The caps by round, `100, 100, 150 …`, of all divisions or of each that has its own."""
    caps = spread_caps(state.settings.spread_cap.chosen)
    said = []
    for name, numbers in caps.items():
        rounds = ", ".join(map(str, numbers)) + (
            " " + text("(the last also in later rounds)") if len(numbers) > 1 else ""
        )
        said.append(f"{name}: {rounds}" if name else rounds)
    return "; ".join(said)


def counted_margin(counted: int | None) -> str:
    """The words behind a score whose margin is cut: `(counts +100)`; nothing behind others."""
    return "" if counted is None else " " + text("(counts {margin:+})", margin=counted)


_SPECIAL: Mapping[str, Callable[[Tournament], str]] = {
    "rulebook": _rulebook_title,
    "readings": _readings,
    "plan": plan_in_words,
    "divisions": _divisions,
    "minutes": _minutes,
    "turn_seconds": _turn,
    "keys": lambda state: told(state.settings.keys.chosen),
    "spread_cap": _caps,
    "team.keys": lambda state: told_of_teams(state.settings.team.keys.chosen),
    "team.best": _best,
    "prizes.unit": _unit,
    "gibson.inner": lambda state: system_name(state.settings.gibson.inner.chosen),
    "match.inner": lambda state: system_name(state.settings.match.inner.chosen),
    "bye.half_points": lambda state: halves(state.settings.bye.half_points.chosen),
}
