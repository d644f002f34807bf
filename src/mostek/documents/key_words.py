"""The keys of the classification in words: as heads of columns, and in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mostek.messages import text
from mostek.tournament.keys import Key
from mostek.tournament.teams import TeamKey

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
}
"""In a list."""
TEAM_KEYS: Mapping[TeamKey, str] = {
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
