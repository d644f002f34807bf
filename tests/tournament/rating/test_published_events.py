"""Four events of the federation in 2026, worked out anew: every row of every table must come out as it was published."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from mostek.tournament.classification import DEFAULT_KEYS, Competitor, Key, classify
from mostek.tournament.credits import Credit, CreditKind, Credits
from mostek.tournament.cross_table import cross_table
from mostek.tournament.rating.ranking_list import EventResult, ranking_list
from mostek.tournament.rating.scalps import ScalpRules, event_ratings, format_rating, parse_rating, rules_on

pytestmark = pytest.mark.corpus

EVENTS = {"graboszyce-2026": 75, "katowice-2026": 45, "sochaczew-2026": 78, "sosnowiec-2026": 53}
"""With the number of their players."""
WITHOUT_CLAUSE = {"sochaczew-2026"}
"""It applied no >50 clause (TOURNAMENTS section 0)."""


class Published:
    """One file: the players are named in the results by their starting position; guest 0 is a bye."""

    def __init__(self, folder: Path, name: str) -> None:
        data: dict[str, Any] = json.loads(
            (folder / "tournaments" / "pfs" / f"{name}.json").read_bytes(), parse_float=str
        )
        self.players: list[dict[str, Any]] = data["players"]
        self.results: list[dict[str, int]] = data["results"]
        self.ranking: list[dict[str, Any]] = data["ranking"]
        self.day = date.fromisoformat(data["tournament"]["dateStart"])
        self.ratings = {
            each["startingPosition"]: parse_rating(str(each["tournamentRank"])) or 0 for each in self.players
        }
        self.rules = ScalpRules(over_fifty=name not in WITHOUT_CLAUSE)

    def candidates(self) -> list[Competitor]:
        return [Competitor(number=number, rating_hundredths=rating) for number, rating in self.ratings.items()]

    def credits(self) -> Credits:
        credits: dict[int, list[Credit]] = {number: [] for number in self.ratings}
        for row in self.results:
            host, guest = (row["host"], row["score1"]), (row["guest"], row["score2"])
            if not row["guest"]:
                credits[row["host"]].append(Credit(row["round"], CreditKind.BYE, 1, 300, 0))
                continue
            for (number, own), (opponent, other), starts in ((host, guest, True), (guest, host, False)):
                credits[number].append(game(row["round"], own, other, opponent, starts))
        return {number: tuple(each) for number, each in credits.items()}


def game(number: int, own: int, other: int, opponent: int, starts: bool) -> Credit:
    kind = CreditKind.FORFEIT if 1 in (own, other) else CreditKind.GAME
    half_points = 2 if own > other else 1 if own == other else 0
    return Credit(number, kind, half_points, own, other, (opponent,), starts, rated=0 not in (own, other))


@pytest.fixture(params=list(EVENTS))
def published(request: pytest.FixtureRequest, shared_corpus: Path) -> Published:
    return Published(shared_corpus, request.param)


def test_all_files_are_there(shared_corpus: Path) -> None:
    assert {name: len(Published(shared_corpus, name).players) for name in EVENTS} == EVENTS


def test_every_row_of_the_classification_comes_out(published: Published) -> None:
    """Match points, game points, scalps, spread and place of every player."""
    standings = classify(
        published.candidates(), published.credits(), [*DEFAULT_KEYS, Key.SCALPS], scalp_rules=published.rules
    )
    ours = {each.number: (each.place, *each.values) for each in standings}
    theirs = {each["startingPosition"]: theirs_of(each) for each in published.players}
    assert ours == theirs


def theirs_of(player: Mapping[str, Any]) -> tuple[int, ...]:
    half_points = (parse_rating(str(player["big"])) or 0) // 50
    return player["place"], half_points, player["small"], player["difference"], player["scalps"]


def test_nobody_shares_a_place_and_the_scalps_never_decide(published: Published) -> None:
    """With the federation's three keys alone all places are apart."""
    standings = classify(published.candidates(), published.credits())
    assert [each.place for each in standings] == list(range(1, len(published.players) + 1))


def test_the_scalps_of_every_player_are_their_event_rating(published: Published) -> None:
    reached = event_ratings(published.credits(), published.ratings, published.rules)
    assert {number: each.scalps for number, each in reached.items()} == {
        each["startingPosition"]: each["scalps"] for each in published.players
    }
    with_guest = [row for row in published.results if row["guest"]]
    assert sum(each.games for each in reached.values()) == 2 * len(with_guest)


def test_the_clause_tells_the_events_apart(published: Published) -> None:
    """Were it applied otherwise, the published scalps would not come out: the events do hold games that it is about."""
    other = ScalpRules(over_fifty=not published.rules.over_fifty)
    reached = event_ratings(published.credits(), published.ratings, other)
    wrong = [each for each in published.players if reached[each["startingPosition"]].scalps != each["scalps"]]
    assert len(wrong) >= 5


def test_every_game_stands_in_two_rows_of_the_cross_table(published: Published) -> None:
    credits = published.credits()
    rounds = max(row["round"] for row in published.results)
    rows = cross_table(classify(published.candidates(), credits), credits, rounds)
    cells = [cell for row in rows for cell in row.cells if cell is not None]
    byes = sum(not row["guest"] for row in published.results)
    assert len(cells) == 2 * len(published.results) - byes
    assert sum(cell.starts for cell in cells) == len(published.results) - byes


def test_every_row_of_the_ranking_is_scalps_by_games(published: Published) -> None:
    """Both lists in their order, each rating to two decimals; each player's games as if they were one event.

    Equals stand by their names, which the files do not hold: here the order of the file stands for the alphabet.
    """
    names = [f"{number:04}" for number, _ in enumerate(published.ranking)]
    players = {
        name: [EventResult(published.day, "all", each["scalp"], each["games"])]
        for name, each in zip(names, published.ranking, strict=True)
    }
    found = ranking_list(players, published.day, rules_on(published.day))
    ours = {
        row.player: (row.place, rows is found.main, format_rating(row.rating_hundredths))
        for rows in (found.main, found.waiting)
        for row in rows
    }
    theirs = [
        (each["lp"], each["main"], format_rating(parse_rating(str(each["rank"])) or 0)) for each in published.ranking
    ]
    assert ours == dict(zip(names, theirs, strict=True))
