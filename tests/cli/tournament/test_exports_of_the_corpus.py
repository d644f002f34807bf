"""Exports of real events, judged without our own readers: `tourney.js` by its bytes, tables by Python's reader of tables."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from cli.tournament.desk import Desk

pytestmark = pytest.mark.corpus

EVENTS = ("graboszyce-2026", "katowice-2026", "sochaczew-2026", "sosnowiec-2026")


def test_every_tourney_comes_out_as_it_came(shared_corpus: Path, desk: Desk, tmp_path: Path) -> None:
    """Untouched, each to the byte: those of the small cases, and those of whole events where the corpus has some."""
    found = sorted([*(shared_corpus.parent / "cases").rglob("*.js"), *(shared_corpus / "tournaments").rglob("*.js")])
    assert len(found) >= 4
    different = []
    for number, path in enumerate(found):
        desk.does(f"import {path} --name e{number}")
        (out,) = desk.does(f"export tourney -e e{number} -o {tmp_path}/e{number}")["files"]
        if Path(out).read_bytes() != path.read_bytes():
            different.append(path.name)
    assert different == []


def rows_of(path: str) -> list[dict[str, str]]:
    with Path(path).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file, delimiter=";"))


def numbers(row: dict[str, str], *heads: str) -> tuple[Decimal, ...]:
    return tuple(Decimal(row[head] or "0") for head in heads)


def stated(row: dict[str, Any], *keys: str) -> tuple[Decimal, ...]:
    return tuple(Decimal(str(row[key] or 0)) for key in keys)


@pytest.mark.parametrize("name", EVENTS)
def test_every_number_of_the_tables_is_that_of_the_published_event(
    shared_corpus: Path, desk: Desk, tmp_path: Path, name: str
) -> None:
    path = shared_corpus / "tournaments" / "pfs" / f"{name}.json"
    published = json.loads(path.read_bytes())
    desk.does(f"import {path} --name e")
    files = desk.does(f"export csv -e e -o {tmp_path}/e")["files"]
    players, results, standings = map(rows_of, files)
    assert len(players) == len(published["players"])
    heads = ("Miejsce", "Nr", "Ranking", "Duże punkty", "Małe punkty", "Skalpy", "Różnica")
    keys = ("place", "startingPosition", "tournamentRank", "big", "small", "scalps", "difference")
    assert sorted(numbers(row, *heads) for row in standings) == sorted(
        stated(row, *keys) for row in published["players"]
    )
    heads = ("Runda", "Nr gospodarza", "Nr gościa", "Punkty gospodarza", "Punkty gościa")
    games = [row for row in published["results"] if row["guest"] or row["score1"]]
    assert sorted(numbers(row, *heads) for row in results if row["Nr gościa"] or row["Punkty gospodarza"]) == sorted(
        stated(row, "round", "host", "guest", "score1", "score2") for row in games
    )
