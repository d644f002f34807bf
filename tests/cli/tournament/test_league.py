"""A league at the desk: evenings played one after the other, the season, and the next evening with its groups."""

from __future__ import annotations

import pytest

from cli.tournament.desk import Desk


def played(desk: Desk, name: str, people: int = 8) -> None:
    """The first evening: all in one group, then two rounds; the lower number wins."""
    desk.founded(people, "--template league --set rounds=2 --set league.size=4 --set divisions=A", name)
    for _ in range(2):
        desk.does("pair")
        desk.plays()


def test_the_next_evening_is_there_with_everybody_in_a_group(desk: Desk) -> None:
    played(desk, "Wieczór 1")
    found = desk.does('league wieczor-1 --next "Wieczór 2" --date 2026-11-28')
    groups = {each["group"]: [player["player"] for player in each["players"]] for each in found["groups"]}
    assert {name: len(players) for name, players in groups.items()} == {"A": 4, "B": 4}
    entrants = desk.does("entrants -e wieczor-2")["entrants"]
    assert {each["person"]["name"]: each["division"] for each in entrants} == {
        name: group for group, players in groups.items() for name in players
    }
    assert "28 November 2026" in desk.says("show -e wieczor-2")
    desk.does("checkin --all")
    for division in ("A", "B"):
        for _ in range(2):
            desk.does(f"pair --division {division}")
            desk.plays(f"--division {division}")
    moved = desk.does("league wieczor-1 wieczor-2")
    moves = [player["move"] for each in moved["groups"] for player in each["players"]]
    assert sorted(moves) == ["down", *["stays"] * 6, "up"]
    assert "spadek" in Desk(desk.folder, "pl").says("league wieczor-1 wieczor-2")
    assert [row["evenings"] for row in moved["rows"]] == [2] * 8


def test_an_evening_that_is_there_is_not_written_over(desk: Desk) -> None:
    played(desk, "Wieczór 1", 4)
    before = {path.name: path.read_bytes() for path in (desk.folder / "tournaments").glob("*.jsonl")}
    said = desk.fails('league wieczor-1 --next "Wieczór 1"')
    assert "wieczor-1" in said
    assert {path.name: path.read_bytes() for path in (desk.folder / "tournaments").glob("*.jsonl")} == before


def test_what_cannot_be_read_or_found_is_said(desk: Desk) -> None:
    played(desk, "Wieczór 1", 4)
    assert "nic" in desk.fails("league nic")
    assert "nikt" in desk.fails("league wieczor-1 --away nikt")
    (desk.folder / "tournaments" / "zepsuty.jsonl").write_text("to nie turniej", "utf-8")
    assert "zepsuty" in desk.fails("league zepsuty")
    assert desk.fails('league wieczor-1 --next "!!!"')
    assert "wieczor-1" in desk.fails("league wieczor-1 wieczor-1")
    desk.does('new "Pusty" --template league --set rounds=2')
    assert desk.fails('league pusty --next "Po pustym"')
    assert [each["move"] for group in desk.does("league wieczor-1 pusty")["groups"] for each in group["players"]] == [
        "stays"
    ] * 4


def test_the_season_is_printed(desk: Desk) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    played(desk, "Wieczór 1", 4)
    path = desk.folder / "sezon.pdf"
    Desk(desk.folder, "pl").says(f"league wieczor-1 --pdf {path}")
    text = " ".join(page.extract_text() for page in pypdf.PdfReader(path).pages)
    assert "Liga: sezon" in text
    assert "Gracz 1" in text
