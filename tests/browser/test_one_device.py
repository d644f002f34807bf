"""Two people at a real board with one device between them: it shows the seat of the one who acts now."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, everywhere_has
from browser.people import PHONE, Person
from browser.table import Table
from browser.test_at_the_table import END_OF_MOVE
from browser.test_real_board import CLOCK, DRAW, UNSEEN, asks


def seat(table: Table, name: str) -> Locator:
    """The place of a player in the switch."""
    return table.page.get_by_role("group", name="Teraz:").get_by_role("radio", name=name)


def turns_to(table: Table, name: str) -> None:
    """Show the seat of somebody by hand."""
    table.page.get_by_role("group", name="Teraz:").get_by_text(name, exact=True).click()
    expect(seat(table, name)).to_be_checked()


def opens(ala: Person, *others: str, **choices: bool) -> Table:
    """Open a real board on this device, as one does it with the form of a new game."""
    page = ala.page
    page.get_by_role("button", name=re.compile("^Nowa partia")).click()
    form = page.get_by_role("dialog")
    form.get_by_role("radio", name="Regulamin turniejowy PFS").check()
    form.get_by_role("checkbox", name=re.compile("^Przy prawdziwym stole")).check()
    form.get_by_role("checkbox", name=re.compile("^Na jednym urządzeniu")).check()
    for number, name in enumerate(others, start=2):
        form.get_by_label(f"Imię gracza na miejscu {number}").fill(name)
    expect(form.get_by_role("checkbox", name=re.compile("^Gram przy tym stole"))).to_have_count(0)
    form.get_by_role("button", name="Otwórz stół").click()
    return ala.table().stands()


@pytest.mark.parametrize(
    "device",
    [
        pytest.param({}, id="desk", marks=pytest.mark.long),
        pytest.param({"viewport": PHONE, "has_touch": True}, id="phone"),
    ],
)
def test_a_move_of_each_on_one_device(arrives: Arrival, device: dict[str, Any]) -> None:
    ala = arrives("Ala", **device)
    table = opens(ala, "Ola")
    for name in ("Ala", "Ola"):
        expect(seat(table, name)).to_be_checked()
        table.does("Potwierdź, że zestaw jest kompletny")
    for name, tile in (("Ola", "B"), ("Ala", "A")):
        expect(seat(table, name)).to_be_checked()
        asks(table, "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka=tile)
    expect(seat(table, "Ala")).to_be_checked()
    asks(table, DRAW, Płytki="KOTA###")
    expect(seat(table, "Ola")).to_be_checked()
    table.does(CLOCK)
    expect(seat(table, "Ala")).to_be_checked()
    expect(table.prompt).to_contain_text(MY_TURN)
    takes_the_device(table, "Ala")
    turns_to(table, "Ola")
    asks(table, DRAW)
    expect(seat(table, "Ala")).to_be_checked()
    takes_the_device(table, "Ala")
    assert sorted(table.rack()) == [*"AKOT", UNSEEN, UNSEEN, UNSEEN]
    table.puts({"H7": "K", "H8": "O", "H9": "T"})
    table.does("Wyłóż płytki")
    table.does(END_OF_MOVE)
    table.announces(6)
    expect(seat(table, "Ola")).to_be_checked()
    table.records(6)
    expect(seat(table, "Ala")).to_be_checked()
    table.records(6)
    asks(table, DRAW, Liczba_płytek="3")
    table.does(CLOCK)
    expect(seat(table, "Ola")).to_be_checked()
    expect(table.prompt).to_contain_text(MY_TURN)
    table.page.keyboard.press("F6")
    expect(seat(table, "Ala")).to_be_checked()
    expect(table.prompt).to_contain_text("Ola")
    table.page.reload()
    expect(seat(table, "Ola")).to_be_checked()
    everywhere_has([table], "Ala", 6)


def takes_the_device(table: Table, name: str) -> None:
    """A rack with faces is hidden from the person who had the device before."""
    table.page.get_by_role("button", name=f"Pokaż stojak ({name})").click()
