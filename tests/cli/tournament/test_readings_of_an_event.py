"""How the rules are read is a setting of an event (decision 60): typed, shown, printed; equal games go by it."""

from __future__ import annotations

import pytest

from cli.tournament.desk import Desk


def test_a_reading_is_typed_shown_and_printed(desk: Desk) -> None:
    desk.founded(2, "--set rounds=2 --set results.signatures=0")
    desk.does('set "readings=order.restart=undeclared_blank, end.leftovers_own=no"')
    (row,) = [row for row in desk.does("settings")["settings"] if row["name"] == "readings"]
    assert row["value"] == {"order.restart": "undeclared_blank", "end.leftovers_own": False}
    assert row["by_organiser"]
    sheet = " ".join(desk.prints("regulation").split())
    for said in (
        "How the rules are read",
        "only for a blank without a letter",
        "the others subtract their own tiles: no",
    ):
        assert said in row["said"] + sheet, said
        assert said in sheet, said
    desk.does("set readings=none")
    assert [row["said"] for row in desk.does("settings")["settings"] if row["name"] == "readings"] == ["as usual"]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("order.restrat=slow_count", "Did you mean 'order.restart'?"),
        ("order.restart=never", "expected: undeclared_blank, slow_count"),
        ("order.restart", "expected: undeclared_blank, slow_count"),
        ("end.leftovers_own=perhaps", "expected: yes or no"),
        ("=", "There is no open question"),
        ("move.rack_size=3", "There is no open question"),
    ],
)
def test_an_answer_that_is_none_is_refused(desk: Desk, said: str, why: str) -> None:
    desk.founded(2)
    assert why in desk.fails(f'set "readings={said}"')


def test_equal_games_go_by_the_reading(desk: Desk) -> None:
    """PFS knows no last words; an event may let them decide, and its desk asks for them (S13)."""
    desk.founded(2, "--set rounds=2 --set results.signatures=0 --set readings=end.tie_break=last_word")
    desk.does("pair")
    refused = desk.refuses("result 1 400:400")
    assert (refused["reason"], refused["clause"]) == ("no_draws", "PFS-0b")
    desk.does("result 1 400:400 --last-words 20:12")
    rows = desk.does("standings")["tables"][0]["standings"]
    assert [row["half_points"] for row in rows] == [2, 0]
    assert "the better last word wins" in desk.prints("regulation")
