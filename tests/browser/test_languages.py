"""Polish and English on the same page, with the plural forms of each."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Arrival
from browser.games import MY_TURN
from browser.people import Person

_FORMS = {"pl": {1: "płytka", 2: "płytki", 5: "płytek"}, "en": {1: "tile", 2: "tiles", 5: "tiles"}}


def test_the_browser_says_which_language_to_begin_with(arrives: Arrival) -> None:
    polish = arrives("Ewa", introduced=False).page
    english = arrives("Ann", introduced=False, locale="en-GB").page
    polish.goto("/")
    english.goto("/")
    expect(polish.get_by_label("Imię lub pseudonim")).to_be_visible()
    expect(polish.locator("html")).to_have_attribute("lang", "pl")
    expect(english.locator("html")).to_have_attribute("lang", "en")
    expect(english.get_by_role("heading", name="Tables")).to_be_visible()


def test_the_language_changes_at_the_table(arrives: Arrival) -> None:
    table = arrives("Ewa").plays_the_bot().stands()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    page = table.page
    page.get_by_role("button", name="English").click()
    expect(table.prompt).to_contain_text("your turn")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.get_by_role("grid", name="Board")).to_be_visible()
    # The server names the steps, so their new names come one message later than the page's own words.
    expect(page.get_by_role("button", name="Lay tiles")).to_be_visible()
    assert no_polish(page) == []
    page.get_by_role("button", name="Polski").click()
    expect(table.prompt).to_contain_text(MY_TURN)


@pytest.mark.long
def test_the_log_of_events_changes_with_the_language(arrives: Arrival) -> None:
    table = arrives("Ewa").plays_the_bot().stands()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    table.passes()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    log = table.opens_tab("Przebieg")
    expect(log).to_contain_text("Ewa pauzuje.")
    expect(log).not_to_contain_text("Partia się zaczęła.")
    log.get_by_role("checkbox").check()
    expect(log).to_contain_text("Partia się zaczęła.")
    table.page.get_by_role("button", name="English").click()
    expect(log).to_contain_text("Ewa passes.")
    expect(log).to_contain_text("The game has begun.")
    expect(log).not_to_contain_text("pauzuje")


def test_plural_forms(arrives: Arrival) -> None:
    ewa = arrives("Ewa")
    table = ewa.plays_the_bot().stands()
    expect(table.prompt).to_contain_text(MY_TURN, timeout=30_000)
    faces = [face for face in table.rack() if face != "?"]
    seen = {7: rack_name(ewa)}
    squares = [f"A{column}" for column in range(1, 7)]
    for face, square in zip(faces, squares, strict=False):
        table.taps(face, square)
        left = len(table.rack())
        seen[left] = rack_name(ewa)
    for count, form in _FORMS["pl"].items():
        if count in seen:
            assert seen[count] == f"Stojak: {count} {form}"
    assert {5, 2} <= set(seen)
    assert table.bag() > 0


def rack_name(person: Person) -> str:
    group = person.page.get_by_role("group", name=re.compile("^Stojak"))
    return group.get_attribute("aria-label") or ""


def no_polish(page: Page) -> list[str]:
    """Lines with Polish letters that stand outside tiles and names."""
    text = page.get_by_role("main").inner_text()
    return [line for line in text.splitlines() if re.search("[ąćęłńóśźż]{1}", line) and "Turniejowy" not in line]
