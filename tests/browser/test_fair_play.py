"""The arbiter of a finished game sees the report on its play; the players see nothing of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.people import PHONE
from browser.test_accessibility import check


@pytest.mark.long
def test_the_arbiter_reads_the_report_and_the_players_do_not(arrives: Arrival) -> None:
    ala, jan, ola = arrives("Ala"), arrives("Jan"), arrives("Ola", viewport=PHONE)
    table = ala.asks("POST", "/api/tables", {"rulebook": "chal", "seats": 2})["id"]
    made = ala.asks("POST", f"/api/tables/{table}/invitations", {"role": "arbiter"})
    ola.asks("POST", f"/api/invitations/{made['token']}", {})
    ala.asks("POST", f"/api/tables/{table}/seats", {})
    jan.sits_down(f"/t/{table}")
    ala.comes_to(f"/t/{table}")
    arbiter = ola.comes_to(f"/t/{table}")
    loser = jan.table()
    panel = arbiter.opens_tab("Więcej")
    expect(panel.get_by_role("heading", name="Dowód")).to_be_visible()
    expect(panel.get_by_role("heading", name="Raport dla sędziego")).to_have_count(0)
    loser.does("Poddaj partię")
    loser.confirms("Poddaj partię")
    expect(arbiter.page.get_by_role("tab", name="Protokół")).to_be_visible()
    panel = arbiter.opens_tab("Więcej")
    expect(panel.get_by_role("heading", name="Raport dla sędziego")).to_be_visible()
    expect(panel).to_contain_text("To wskazówka, nigdy wyrok")
    panel.get_by_role("button", name="Pokaż raport").click()
    for name in ("Ala", "Jan"):
        expect(panel.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(panel).to_contain_text("za mało ruchów: 0, a trzeba 8")
    expect(panel.get_by_role("table", name="Dla porównania: poziomy botów")).to_be_visible()
    check(ola.page, "the report for the arbiter")
    theirs = ala.table().opens_tab("Więcej")
    expect(theirs.get_by_role("heading", name="Dowód")).to_be_visible()
    expect(theirs.get_by_role("heading", name="Raport dla sędziego")).to_have_count(0)
