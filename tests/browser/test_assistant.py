"""An assistant arbiter who was invited gets the words on a slip and gives the verdict, as all three see it (PFS-4.7.10)."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, where
from browser.people import Person
from browser.table import Table
from browser.words import Words, across


def challenged(arrives: Arrival, words: Words) -> tuple[Table, Table, Person]:
    """A word that is wrong was challenged at a table with an assistant: mover, challenger and the assistant, who has the slip."""
    host, guest, assistant = arrives("Ewa"), arrives("Jan"), arrives("Ola")
    host.page.get_by_role("button", name="Nowa partia").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile("PFS")).check()
    dialog.get_by_role("checkbox", name=re.compile("Wyrazy sprawdza sędzia pomocniczy")).check()
    dialog.get_by_role("button", name="Otwórz stół").click()
    expect(host.page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()
    address = host.page.url.partition("/t/")[2].partition("?")[0]
    link = host.asks("POST", f"/api/tables/{address}/invitations", {"role": "assistant"})["url"]
    assistant.page.goto(link)
    assistant.page.get_by_role("button", name="Dołącz do stołu").click()
    guest.page.goto(f"/t/{address}")
    guest.page.get_by_role("button", name="Usiądź do stołu").click()
    for person in (host, guest):
        person.page.get_by_role("button", name="Zaczynamy", exact=True).click()
    mover, challenger = to_the_slip([host.table().stands(), guest.table().stands()], assistant.table(), words)
    return mover, challenger, assistant


def to_the_slip(tables: list[Table], beside: Table, words: Words) -> tuple[Table, Table]:
    """The player on turn lays a wrong word, the other one challenges it, and the assistant has the slip."""
    mover = where(tables, MY_TURN)
    challenger = other(tables, mover)
    placement = across(words.wrong(mover.rack()), "H7")
    word = "".join(placement.values())
    mover.lays(placement)
    challenger.challenges()
    expect(beside.prompt).to_contain_text("Czekamy na werdykt")
    challenger.turn.get_by_label("Przepisz słowa z planszy").fill(word)
    challenger.does("Wpisz sprawdzane słowa")
    mover.does("Potwierdź, że słowa przepisano bez błędów")
    challenger.does("Sprawdź słowa")
    expect(beside.prompt).to_contain_text("Ogłoś jeden wspólny werdykt")
    return mover, challenger


def says_invalid(beside: Table) -> None:
    """The assistant announces the one verdict."""
    beside.turn.get_by_label("Werdykt", exact=True).select_option("no")
    beside.does("Ogłoś werdykt")


def test_the_assistant_gives_the_verdict_on_what_stands_on_the_slip(arrives: Arrival, words: Words) -> None:
    mover, challenger, assistant = challenged(arrives, words)
    beside = assistant.table()
    expect(beside.turn.get_by_label("Uzasadnienie")).to_have_count(0)
    says_invalid(beside)
    is_lost(mover, challenger)


def test_where_the_assistant_has_gone_the_list_judges(arrives: Arrival, words: Words) -> None:
    mover, challenger, assistant = challenged(arrives, words)
    table = assistant.page.url.partition("/t/")[2].partition("?")[0]
    assistant.asks("DELETE", f"/api/tables/{table}/officials")
    is_lost(mover, challenger)


def is_lost(mover: Table, challenger: Table) -> None:
    """The tiles are off the board, and the turn is the opponent's."""
    expect(challenger.prompt).to_contain_text(MY_TURN)
    assert mover.board() == challenger.board() == {}
