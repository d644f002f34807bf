"""The first page, the lobby's cards and an invitation say what one needs to know, and remember what was chosen."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.conftest import unused_server as server
from browser.people import PHONE
from browser.test_accessibility import AXE

__all__ = ["server"]


def test_the_level_and_the_settings_are_remembered(arrives: Arrival) -> None:
    page = arrives("Ewa").page
    level = page.get_by_label("Poziom bota")
    expect(level).to_have_value("beginner")
    level.select_option("club")
    page.get_by_role("button", name="Nowa partia").click()
    page.get_by_role("dialog").get_by_label("Liczba graczy").select_option("3")
    page.get_by_role("button", name="Otwórz stół").click()
    expect(page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()
    page.goto("/")
    expect(level).to_have_value("club")
    page.get_by_role("button", name="Nowa partia").click()
    expect(page.get_by_role("dialog").get_by_label("Liczba graczy")).to_have_value("3")


def test_the_level_of_a_bot_seated_in_the_waiting_room_is_remembered(arrives: Arrival) -> None:
    ewa = arrives("Ewa")
    table = ewa.asks("POST", "/api/tables", {"rulebook": "gen", "seats": 3})
    ewa.page.goto(f"/t/{table['id']}")
    ewa.page.get_by_label("Który bot").select_option("club")
    ewa.page.get_by_role("button", name="Posadź bota").first.click()
    expect(ewa.page.get_by_text("Klubowicz · bot")).to_be_visible()
    ewa.page.reload()
    expect(ewa.page.get_by_label("Który bot")).to_have_value("club")
    ewa.page.goto("/")
    expect(ewa.page.get_by_label("Poziom bota")).to_have_value("club")


def test_an_invitation_says_what_is_agreed(arrives: Arrival) -> None:
    ewa = arrives("Ewa")
    table = ewa.opens_table(rulebook="pfs", millis=25 * 60 * 1000, steps="by_hand").rpartition("/")[2]
    link = ewa.asks("POST", f"/api/tables/{table}/invitations", {"role": "player"})["url"]
    guest = arrives("Jan", introduced=False, viewport=PHONE, locale="en-GB").page
    guest.goto(link[link.index("/join/") :])
    for said in ("25 min", "Wolny|Free Polish list", "Step by step", "60 seconds"):
        expect(guest.get_by_role("main")).to_contain_text(re.compile(said))
    assert not AXE.run(guest, options={"resultTypes": ["violations"]}).response["violations"]


def test_two_of_one_name_play_and_their_cards_say_whose_turn_it_is(arrives: Arrival) -> None:
    first, second = arrives("Ala"), arrives("Ala")
    address = first.opens_table(window=None)
    second.sits_down(address).stands()
    second.page.goto("/")
    card = second.page.get_by_role("region", name="Moje partie").get_by_role("article")
    expect(card.get_by_role("heading")).to_have_text("Ala")
    expect(card.get_by_text("Ala (2) (Ty)")).to_be_visible()
    expect(card.get_by_text("na ruchu")).to_have_count(1)


def test_no_bot_is_offered_where_a_person_is_needed_and_no_office_where_nobody_rules(arrives: Arrival) -> None:
    ewa = arrives("Ewa")
    table = ewa.asks("POST", "/api/tables", {"rulebook": "gen", "bots": ["static"]})
    ewa.page.goto(f"/t/{table['id']}")
    expect(ewa.page.get_by_role("button", name="Usiądź do stołu")).to_be_visible()
    expect(ewa.page.get_by_role("button", name="Posadź bota")).to_have_count(0)
    expect(ewa.page.get_by_role("button", name="Sędziuj tej partii")).to_have_count(0)
