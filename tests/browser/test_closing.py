"""Tables that never become a game, games in which nothing happens, and officials who go: what the page says and lets one do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, where
from browser.people import PHONE, Person
from browser.table import Table
from browser.test_accessibility import check
from browser.words import Words, across
from reaching import reaches

DAY = 24 * 60 * 60 * 1000
DELETE = "Usuń stół"
LEAVE = "Zrezygnuj z roli: sędzia"


def test_a_host_deletes_a_table_after_a_question(arrives: Arrival) -> None:
    host, guest = arrives("Ewa"), arrives("Jan")
    address = host.opens_table(seats=3)
    guest.sits_down(address)
    expect(guest.page.get_by_role("button", name=DELETE)).to_have_count(0)
    host.page.goto(address)
    expect(host.page.get_by_text(re.compile("stół zamknie się za 2[34] godzin"))).to_be_visible()
    host.page.get_by_role("button", name=DELETE).click()
    asked = host.page.get_by_role("dialog", name=DELETE)
    expect(asked).to_contain_text("znikną dla wszystkich")
    check(host.page, "the question before a table is deleted")
    asked.get_by_role("button", name="Anuluj").click()
    expect(asked).to_be_hidden()
    expect(host.page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()
    host.page.get_by_role("button", name=DELETE).click()
    asked.get_by_role("button", name="Tak, usuń").click()
    expect(host.page.get_by_role("heading", name="Ewa", level=1)).to_be_visible()
    expect(host.page.get_by_role("region", name="Moje partie")).to_have_count(0)
    # Whoever waits there is told, and led on.
    expect(guest.page.get_by_text("Ten stół jest zamknięty")).to_be_visible()
    guest.page.get_by_role("alert").get_by_role("button").click()
    expect(guest.page.get_by_role("heading", name="Jan", level=1)).to_be_visible()


def test_a_deserted_table_warns_in_the_lobby_and_at_the_table(arrives: Arrival) -> None:
    host = arrives("Ewa")
    table = host.asks("POST", "/api/tables", {"rulebook": "gen"})
    host.page.reload()
    warned = host.page.get_by_text(re.compile("stół zamknie się za (59|60) minut"))
    expect(warned.first).to_be_visible()
    host.page.goto(f"/t/{table['id']}")
    expect(warned).to_be_visible()
    check(host.page, "a table that closes soon")


@reaches("HOUSE-idle")
def test_an_idle_game_warns_until_somebody_plays(arrives: Arrival, words: Words) -> None:
    people = [arrives("Ewa"), arrives("Jan", viewport=PHONE)]
    address = people[0].opens_table(window=None, changes={"order.idle_wait": DAY})
    people[1].sits_down(address)
    people[0].page.goto("/")
    card = people[0].page.get_by_role("region", name="Moje partie").get_by_role("article")
    expect(card).to_contain_text(re.compile("partia zakończy się sama za 2[34] godzin"))
    tables = [people[0].comes_to(address).stands(), people[1].comes_to(address).stands()]
    mover = where(tables, MY_TURN)
    opponent = other(tables, mover)
    told = opponent.page.get_by_role("alertdialog")
    expect(told.get_by_role("heading")).to_have_text("Ta partia długo stoi")
    expect(told).to_contain_text(re.compile("Koniec: za 2[34] godzin"))
    expect(told.get_by_role("button", name="HOUSE-idle")).to_be_visible()
    check(opponent.page, "the warning of an idle game")
    mover.acknowledges()
    mover.lays(across(words.wrong(mover.rack()), "H7"))
    expect(opponent.prompt).to_contain_text("Zapisz ruch")
    expect(told).to_have_count(0)


def ruled(arrives: Arrival, **proposal: object) -> tuple[Person, list[Person], str]:
    """A table at which Ala rules, and the two who play there."""
    official = arrives("Ala")
    settled = {"rulebook": "pfs", "millis": 20 * 60 * 1000, "window": None, **proposal}
    opened = official.asks("POST", "/api/tables", settled)
    address = f"/t/{opened['id']}"
    official.page.goto(address)
    official.page.get_by_role("button", name="Sędziuj tej partii").click()
    expect(official.page.get_by_role("button", name=LEAVE)).to_be_visible()
    return official, [arrives("Ewa"), arrives("Jan")], address


def test_the_host_chooses_what_the_arbiter_sees_and_all_are_told(arrives: Arrival) -> None:
    host, guest = arrives("Ala"), arrives("Ewa", viewport=PHONE, locale="en-GB")
    page = host.page
    page.get_by_role("button", name="Nowa partia").click()
    form = page.get_by_role("dialog")
    sees = form.get_by_label("Kto sędziuje, widzi stojaki")
    expect(sees).to_have_count(0)
    form.get_by_role("radio", name=re.compile("turniejowy PFS")).check()
    expect(sees).to_be_checked()
    sees.uncheck()
    form.get_by_label("Gram przy tym stole").uncheck()
    form.get_by_role("button", name="Otwórz stół").click()
    page.get_by_role("button", name="Sędziuj tej partii").click()
    expect(page.get_by_text("Ala (sędzia, nie widzi stojaków)")).to_be_visible()
    guest.page.goto(page.url)
    expect(guest.page.get_by_text("the arbiter does not see the racks")).to_be_visible()
    expect(guest.page.get_by_text("Ala (arbiter, does not see the racks)")).to_be_visible()
    check(guest.page, "a table with an arbiter who does not see the racks")
    # The choice is remembered.
    page.goto("/")
    page.get_by_role("button", name="Nowa partia").click()
    expect(sees).not_to_be_checked()


@pytest.mark.long
def test_an_official_leaves_before_and_during_the_game(arrives: Arrival) -> None:
    official, people, address = ruled(arrives)
    for label in ("Anuluj", "Tak, rezygnuję"):
        official.page.get_by_role("button", name=LEAVE).click()
        official.page.get_by_role("dialog", name=LEAVE).get_by_role("button", name=label).click()
    expect(official.page.get_by_role("button", name="Usiądź do stołu")).to_be_visible()
    official.page.get_by_role("button", name="Sędziuj tej partii").click()
    tables = [person.sits_down(address) for person in people]
    for table in tables:
        table.stands()
    arbiter = official.table().stands()
    for table in tables:
        expect(table.page.get_by_text("Ala (sędzia, widzi stojaki)").first).to_be_visible()
    leaves(arbiter)
    expect(arbiter.page.get_by_text("oglądasz").first).to_be_visible()
    expect(arbiter.page.get_by_role("button", name=re.compile("^Orzeknij"))).to_have_count(0)
    for table in tables:
        expect(table.page.get_by_text("Ala (sędzia")).to_have_count(0)


def leaves(arbiter: Table) -> None:
    """Give the role up in the panel of people, and mean it."""
    arbiter.opens_tab("Osoby").get_by_role("button", name=LEAVE).click()
    asked = arbiter.page.get_by_role("dialog", name=LEAVE)
    check(arbiter.page, "the question before an official leaves")
    asked.get_by_role("button", name="Tak, rezygnuję").click()
    expect(asked).to_be_hidden()
