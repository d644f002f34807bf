"""An equal game that a file gives to one side is won by it here too, in an event whose rules know draws as well."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cli.tournament.desk import Desk
from mostek.tournament.file_formats import read_tournament, write_tournament
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, ResultKind

HALVES = {"host": {1: 4, 2: 1, 3: 2, 4: 1}, "guest": {1: 2, 2: 3, 3: 0, 4: 3}, "draw": {1: 3, 2: 2, 3: 1, 4: 2}}
"""Match points, if the host or the guest has won both equal games of round 1; that of round 2 is a draw."""
POINTS = {1: 800, 2: 750, 3: 680, 4: 730}
SPREAD = {1: 100, 2: 0, 3: -100, 4: 0}
NAMES = {1: ("Ala", "Kot"), 2: ("Ewa", "Lis"), 3: ("Iza", "Mak"), 4: ("Ola", "Żuk")}
WINS = {"host": 2, "guest": 0, "draw": 1}


def event(winner: str, halves: Mapping[int, int] | None = None) -> RecordedTournament:
    """Four players: 1 – 2 and 3 – 4 are equal, 1 beats 3, and 2 – 4 is a draw."""
    found = halves or HALVES[winner]
    places = sorted(found, key=lambda number: (-found[number], -POINTS[number]))
    players = tuple(
        RecordedPlayer(
            number=number,
            name=" ".join(name),
            first=name[0],
            last=name[1],
            city="Kutno",
            rating=10_000 + 100 * (5 - number),
            place=places.index(number) + 1,
            half_points=found[number],
            game_points=POINTS[number],
            spread=SPREAD[number],
        )
        for number, name in NAMES.items()
    )
    rows = ((1, 1, 1, 2, 400, 400), (1, 2, 3, 4, 380, 380), (2, 1, 1, 3, 400, 300), (2, 2, 2, 4, 350, 350))
    results = tuple(
        RecordedResult(
            round=played,
            table=table,
            host=host,
            guest=guest,
            host_score=own,
            guest_score=other,
            kind=ResultKind.GAME,
            half_points=WINS[winner] if played == 1 else 1 if own == other else None,
        )
        for played, table, host, guest, own, other in rows
    )
    return RecordedTournament(format="here", name="Równe", rounds=2, players=players, results=results)


def club_report(found: RecordedTournament) -> Mapping[str, bytes]:
    """The event as a club writes it, for which there is no writer of ours."""
    standings = ["Równe - 3 marca 2026 r. (2 rundy)", "", "MIEJSCE   p-ty RAZEM"]
    for each in sorted(found.players, key=lambda player: player.place or 0):
        standings.append(
            f"  {each.place}.{each.name:<20}{(each.rating or 0) // 100} Kutno {each.game_points:>10} "
            f" {(each.half_points or 0) / 2}"
        )
    cards = ["Równe", ""]
    called = {player.number: player for player in found.players}
    for each in found.players:
        cards += [
            f"  {each.number}  {each.name:<20} {(each.rating or 0) // 100} Kutno",
            "",
            "RUNDA STÓŁ PRZECIWNIK RNK WYNIK SKALP",
        ]
        for row in found.results:
            if each.number in (row.host, row.guest):
                other = called[row.guest if each.number == row.host else row.host]
                scores = (
                    (row.host_score, row.guest_score) if each.number == row.host else (row.guest_score, row.host_score)
                )
                sign = "-=+"[row.halves_of(each.number)]
                cards.append(
                    f"   {row.round}    {row.table}    {other.number}  {other.name:<20}{(other.rating or 0) // 100}   {sign} "
                    f" {scores[0]}:{scores[1]}   100"
                )
        cards += ["", ""]
    return {".txt": "\n".join(standings).encode(), "HH.txt": "\n".join(cards).encode()}


def files_of(found: RecordedTournament, form: str) -> Mapping[str, bytes]:
    return club_report(found) if form == "club" else write_tournament(found, form)


def brought_in(desk: Desk, files: Mapping[str, bytes], folder: Path) -> Any:
    folder.mkdir()
    for end, data in files.items():
        (folder / f"rowne{end}").write_bytes(data)
    paths = " ".join(str(path) for path in sorted(folder.iterdir()))
    return desk.does(f"import {paths} --name rowne")


def halves(desk: Desk) -> dict[int, int]:
    rows = desk.does("standings -e rowne")["tables"][0]["standings"]
    return {row["number"]: row["half_points"] for row in rows}


@pytest.mark.parametrize("winner", ["host", "guest", "draw"])
@pytest.mark.parametrize("form", ["pfs_text", "scrabble_manager", "pfs_json", "csv", "club"])
def test_the_standings_are_those_of_the_file(desk: Desk, tmp_path: Path, form: str, winner: str) -> None:
    found = brought_in(desk, files_of(event(winner), form), tmp_path / "files")
    assert halves(desk) == HALVES[winner]
    assert [each for each in found["differences"] if each["figure"] != "scalps"] == []
    notes = [note for note in found["notes"] if "end.tie_break" in note]
    assert len(notes) == (winner != "draw")
    if winner == "draw":
        return
    assert "1: Ala Kot – Ewa Lis; 1: Iza Mak – Ola Żuk" in notes[0]
    assert "the last word decides" in desk.says("pairings -e rowne --round 1")
    assert "last words" not in desk.says("log -e rowne"), "nobody knows what they were worth"


@pytest.mark.parametrize("form", ["pfs_text", "scrabble_manager", "csv"])
@pytest.mark.parametrize("winner", ["host", "guest"])
def test_the_winner_comes_out_again(desk: Desk, tmp_path: Path, form: str, winner: str) -> None:
    brought_in(desk, write_tournament(event(winner), form), tmp_path / "files")
    option = {"pfs_text": "text", "scrabble_manager": "manager", "csv": "csv"}[form]
    files = desk.does(f"export {option} -e rowne -o {tmp_path}/out")["files"]
    again = read_tournament({Path(file).name: Path(file).read_bytes() for file in files})
    told = [(each.number, each.half_points) for each in again.players if each.half_points is not None]
    assert all(HALVES[winner][number] == worth for number, worth in told)
    stated = [row.half_points for row in again.results if row.round == 1 and row.half_points is not None]
    assert stated == ([] if form == "csv" else [WINS[winner]] * 2)


def test_cards_that_contradict_each_other_are_refused_with_their_line(desk: Desk, tmp_path: Path) -> None:
    data = write_tournament(event("host"), "pfs_text")
    ((end, text),) = data.items()
    lines = text.decode("cp1250" if b"\xaf" in text else "utf-8").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if "+  400: 400" in line)
    other = next(n for n, line in enumerate(lines) if "-  400: 400" in line)
    lines[other] = lines[other].replace("-  400: 400", "+  400: 400")
    (tmp_path / f"x{end}").write_text("".join(lines), "utf-8")
    said = desk.fails(f"import {tmp_path}/x{end} --name x")
    assert "The two sides of a game are recorded differently" in said
    assert (
        f"line {at + 1}" in said
        or f"line {other + 1}" in said
        or f"Line {at + 1}" in said
        or f"Line {other + 1}" in said
    )


def test_match_points_that_fit_no_result_leave_a_draw_and_are_named(desk: Desk, tmp_path: Path) -> None:
    wrong = event("draw", {1: 4, 2: 3, 3: 1, 4: 2})
    plain = replace(wrong, results=tuple(replace(row, half_points=None) for row in wrong.results))
    found = brought_in(desk, write_tournament(plain, "pfs_json"), tmp_path / "files")
    assert any("fit no result of these equal games" in note for note in found["notes"])
    assert halves(desk) == HALVES["draw"]
    assert {each["number"] for each in found["differences"] if each["figure"] == "half_points"} == {1, 2}


def test_who_imports_may_say_that_equal_games_are_draws(desk: Desk, tmp_path: Path) -> None:
    ((end, data),) = write_tournament(event("host"), "pfs_json").items()
    (tmp_path / f"x{end}").write_bytes(data)
    desk.does(f"import {tmp_path}/x{end} --name rowne --set readings=end.tie_break=none")
    assert halves(desk) == HALVES["draw"]
