"""The host invites: for whom, how many and how long; sees what is open, and withdraws it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.people import PHONE
from browser.test_accessibility import check


def test_a_link_is_for_one_person_and_can_be_withdrawn(arrives: Arrival) -> None:
    ewa, jan, ola = arrives("Ewa", viewport=PHONE), arrives("Jan"), arrives("Ola")
    table = ewa.asks("POST", "/api/tables", {"rulebook": "pfs", "millis": 1_200_000, "public": False})["id"]
    ewa.page.goto(f"/t/{table}")
    ewa.page.get_by_role("button", name="Zaproś").click()
    dialog = ewa.page.get_by_role("dialog")
    link = dialog.get_by_label("Link do stołu")
    first = link.input_value()
    expect(dialog.get_by_text("Nowy link: gracz · zostało 1 z 1")).to_be_visible()
    jan.page.goto(first)
    expect(jan.page.get_by_text("Zaproszenie jest ważne do")).to_be_visible()
    jan.page.get_by_role("button", name="Dołącz do stołu").click()
    expect(jan.page.get_by_role("button", name="Odejdź od stołu")).to_be_visible()
    ola.page.goto(first)
    expect(ola.page.get_by_text("To zaproszenie zostało już wykorzystane.")).to_be_visible()
    dialog.get_by_label("Zapraszasz jako").select_option("arbiter")
    dialog.get_by_label("Ważne przez").select_option("24")
    expect(link).to_have_count(0)
    dialog.get_by_role("button", name="Utwórz link").click()
    expect(dialog.get_by_text("Nowy link: sędzia")).to_be_visible()
    second = link.input_value()
    check(ewa.page, "an invitation with its choices")
    ola.page.goto(second)
    expect(ola.page.get_by_text("Twoja rola: sędzia")).to_be_visible()
    dialog.get_by_role("button", name="Wycofaj: sędzia").click()
    expect(ewa.page.get_by_text("Zaproszenie wycofane.")).to_be_visible()
    expect(dialog.get_by_role("heading", name="Otwarte zaproszenia")).to_have_count(0)
    ola.page.get_by_role("button", name="Dołącz do stołu").click()
    expect(ola.page.get_by_text("Gospodarz stołu wycofał to zaproszenie.")).to_be_visible()
    ola.faults[:] = [fault for fault in ola.faults if "410" not in fault]  # the browser tells of each refusal


@pytest.mark.long
def test_players_who_wait_learn_at_once_who_has_come_to_rule(arrives: Arrival) -> None:
    ewa, jan, ola = arrives("Ewa"), arrives("Jan"), arrives("Ola")
    address = ewa.opens_table(rulebook="pfs", millis=1_200_000)
    made = ewa.asks("POST", f"/api/tables/{address[3:]}/invitations", {"role": "arbiter"})
    jan.page.goto(address)
    jan.page.get_by_role("button", name="Usiądź do stołu").click()
    expect(jan.page.get_by_role("button", name="Zaczynamy")).to_be_visible()
    jan.page.get_by_role("button", name="Zaczynamy").click()
    expect(jan.page.get_by_role("button", name="Zaczynamy")).to_have_count(0)
    ola.asks("POST", f"/api/invitations/{made['token']}", {})
    expect(jan.page.get_by_text("Przy stole od teraz: Ola (sędzia, widzi stojaki)")).to_be_visible()
    expect(jan.page.get_by_role("button", name="Zaczynamy")).to_be_visible()
    assert not jan.faults
