"""Each place that gives help says with which game it is closed, and leads there; a game with a bot closes nothing."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from browser.conftest import Arrival
from browser.people import Person


def search(page: Page) -> None:
    page.goto("/words")
    page.get_by_role("tabpanel").get_by_role("textbox").first.fill("k?t")
    page.keyboard.press("Enter")


def solve(page: Page) -> None:
    page.goto("/puzzles")
    page.goto("/puzzles/daily")


def make_a_set(page: Page) -> None:
    page.goto("/class")
    page.get_by_role("button", name="Nowy zestaw").click()
    page.get_by_label("Tytuł").fill("Lekcja")
    page.get_by_role("button", name="Dodaj słowo").click()
    page.get_by_label("Słowo czy nie?").fill("kot")
    page.get_by_role("button", name="Zapisz i rozwiąż").click()


def train(page: Page) -> None:
    page.goto("/training")
    page.get_by_role("button", name="Zacznij partię").click()


def count(page: Page) -> None:
    page.goto("/statistics")


PLACES = (search, solve, make_a_set, train, count)


def closed(person: Person) -> Locator:
    return person.page.get_by_role("link", name="Przejdź do partii")


def test_every_place_that_is_closed_leads_to_the_game(arrives: Arrival) -> None:
    ewa = arrives("Ewa")
    alone = ewa.opens_table(bots=["static"])
    ewa.page.goto(alone)
    ewa.table().grid.first.wait_for()
    search(ewa.page)
    expect(ewa.page.get_by_role("button", name="KOT", exact=True)).to_be_visible(timeout=60_000)
    expect(closed(ewa)).to_have_count(0)
    other = ewa.opens_table()
    arrives("Kuba").sits_down(other)
    for place in PLACES:
        place(ewa.page)
        expect(closed(ewa), place.__name__).to_be_visible(timeout=60_000)
        expect(ewa.page.get_by_role("listitem").filter(has_text="Poddaj partię")).to_be_visible()
    closed(ewa).click()
    ewa.page.wait_for_url(f"**{other}")
    expect(closed(ewa)).to_have_count(0)
    ewa.faults[:] = [fault for fault in ewa.faults if "409" not in fault]
