"""The published events of the shared corpus: read in full, written back byte for byte, and carried through every format."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from mostek.tournament.file_formats import detect, read_tournament, write_tournament
from mostek.tournament.formats import pfs_json
from mostek.tournament.recorded import RecordedTournament, ResultKind

pytestmark = pytest.mark.corpus

EVENTS = {
    "graboszyce-2026": (75, 12, {ResultKind.GAME: 433, ResultKind.BYE: 8}, 657),
    "katowice-2026": (45, 7, {ResultKind.GAME: 154, ResultKind.BYE: 6}, 660),
    "sochaczew-2026": (78, 12, {ResultKind.GAME: 431, ResultKind.FORFEIT: 2}, 660),
    "sosnowiec-2026": (53, 12, {ResultKind.GAME: 312}, 654),
}
"""By event: players, rounds, what the rows of the rounds are, lines of the ranking list."""

Rows = list[tuple[object, ...]]


def event(corpus: Path, name: str) -> bytes:
    return (corpus / "tournaments" / "pfs" / f"{name}.json").read_bytes()


def results(tournament: RecordedTournament) -> Rows:
    """The games by the players' names; a bye's score, which the report does not print, is worked out there."""
    named = {0: ""} | {each.number: each.name for each in tournament.players}
    return sorted(
        (each.round, each.table, named[each.host], named[each.guest], each.host_score, each.guest_score or 0, each.kind)
        for each in tournament.results
        if each.kind is not ResultKind.NOT_PLAYED
    )


def standings(tournament: RecordedTournament) -> Rows:
    return [
        (each.place, each.name, each.rating, each.half_points, each.game_points, each.scalps, each.spread)
        for each in tournament.players
    ]


@pytest.mark.parametrize("name", list(EVENTS))
def test_an_event_is_read_in_full_and_written_back_byte_for_byte(shared_corpus: Path, name: str) -> None:
    data = event(shared_corpus, name)
    assert detect(data).name == "pfs_json"
    read = read_tournament({name: data})
    kinds = Counter(each.kind for each in read.results)
    assert (len(read.players), read.rounds, kinds, len(read.ranking)) == EVENTS[name]
    assert pfs_json.write(read) == data


@pytest.mark.parametrize("name", list(EVENTS))
@pytest.mark.parametrize("form", ["pfs_text", "scrabble_manager", "tsh", "pfs_json"])
def test_every_game_of_an_event_survives_every_format(shared_corpus: Path, name: str, form: str) -> None:
    first = read_tournament({name: event(shared_corpus, name)})
    files = write_tournament(first, form)
    again = read_tournament(files)
    assert results(again) == results(first)
    assert write_tournament(again, form) == files


@pytest.mark.parametrize("name", list(EVENTS))
def test_the_report_keeps_standings_and_ranking_list(shared_corpus: Path, name: str) -> None:
    first = read_tournament({name: event(shared_corpus, name)})
    again = read_tournament(write_tournament(first, "pfs_text"))
    assert standings(again) == standings(first)
    rows = [
        [(row.place, row.main, row.name, row.rating, row.scalps, row.games) for row in each.ranking]
        for each in (again, first)
    ]
    assert rows[0] == rows[1]
