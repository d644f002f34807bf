"""Puzzles in a browser: solved by keyboard at a desk and by taps on a phone, judged by the server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import Arrival
from browser.people import PHONE
from browser.table import Table
from browser.test_accessibility import broken_on, check
from browser.test_every_page import LOCALES, SCREENS, cut_off, unreached
from mostek.features.puzzles.model import Puzzle, Theme, built_in


def plain(theme: Theme) -> Puzzle:
    """A puzzle whose answer and second best are plays without blanks."""
    found = built_in().by_theme[theme]
    return next(each for each in found if "?" not in each.asked.racks[0] and "-" not in each.second)


def tiles_of(puzzle: Puzzle) -> dict[str, str]:
    laid = puzzle.play.placement(puzzle.asked.board).tiles
    return {square.name: str(tile) for square, tile in laid.items()}


def test_a_puzzle_is_solved_by_keyboard_and_another_by_taps(arrives: Arrival) -> None:
    ewa = arrives("Ewa")
    puzzle = plain(Theme.BINGO)
    requested: list[str] = []
    ewa.page.on("response", lambda answer: requested.append(answer.text()) if "/api/puzzles/" in answer.url else None)
    ewa.page.goto("/puzzles")
    expect(ewa.page.get_by_role("heading", level=1, name="Zadania")).to_be_visible()
    check(ewa.page, "the list of puzzles")
    ewa.page.goto(f"/puzzles/{puzzle.id}")
    reply = ewa.page.get_by_role("button", name="Odpowiedz")
    expect(reply).to_be_disabled()
    table = Table(ewa.page)
    first, *others = tiles_of(puzzle).items()
    table.types(first[1], first[0])
    ewa.page.keyboard.press("Enter")
    expect(ewa.page.get_by_text(re.compile("✗"))).to_be_visible()
    assert not any(puzzle.answer in text for text in requested)
    for square, face in others:
        table.types(face, square)
    ewa.page.keyboard.press("Enter")
    expect(ewa.page.get_by_text("Dobrze!")).to_be_visible()
    expect(ewa.page.get_by_text(f"Odpowiedź: {puzzle.answer}")).to_be_visible()
    check(ewa.page, "a solved puzzle")

    ola = arrives("Ola", introduced=False, viewport=PHONE, has_touch=True, is_mobile=True)
    phoney = built_in().by_theme[Theme.PHONEY][0]
    ola.page.goto(f"/puzzles/{phoney.id}")
    ola.page.get_by_role("button", name="Podpowiedź").tap()
    expect(ola.page.get_by_text(re.compile("Słowo ma"))).to_be_visible()
    ola.page.get_by_role("radio", name=phoney.answer, exact=True).tap()
    check(ola.page, "a phoney on a phone")
    ola.page.get_by_role("button", name="Odpowiedz").tap()
    expect(ola.page.get_by_text("Dobrze!")).to_be_visible()
    assert ola.asks("GET", "/api/puzzles")["rating"] is None


@pytest.mark.long
@pytest.mark.parametrize("lang", list(LOCALES))
def test_puzzles_from_ones_own_games_on_every_screen(arrives: Arrival, lang: str) -> None:
    """The games are those of the server's tests; here the page gets one puzzle of the collection as if it came from a game."""
    ewa = arrives("Ewa")
    page = ewa.page
    puzzle = plain(Theme.BINGO)
    page.goto(f"/puzzles?lang={lang}")
    look = page.get_by_role("button", name=re.compile("Poszukaj błędów|Look for mistakes"))
    look.click()
    expect(page.get_by_text(re.compile("Nie masz jeszcze zakończonej partii|no finished game"))).to_be_visible()

    def found(route: Route) -> None:
        card = ewa.asks("GET", f"/api/puzzles/{puzzle.id}")
        route.fulfill(json={"puzzles": [card], "games": 1, "waiting": 0})

    page.route("**/api/puzzles/mistakes", found)
    look.click()
    section = page.get_by_role("region", name=re.compile("Z twoich partii|your own games", re.IGNORECASE))
    row = section.get_by_role("listitem")
    expect(row).to_contain_text(re.compile("w woreczku|in the bag", re.IGNORECASE))
    faults = []
    for name, size in SCREENS.items():
        for colours in ("light", "dark"):
            broken = broken_on(page, size, colours, {"resultTypes": ["violations"]})
            faults += [f"{name}: {fault}" for fault in (*broken, *cut_off(page), *unreached(page))]
    assert not faults
    row.get_by_role("link").click()
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name=re.compile("Pokaż rozwiązanie|Show the solution")).click()
    expect(page.get_by_text(re.compile("Odpowiedź:|Answer:"))).to_be_visible()
    # Who comes back finds the list without another search, and the puzzle is marked.
    page.get_by_role("link", name=re.compile("Wszystkie zadania|All puzzles")).click()
    expect(row).to_contain_text(re.compile("nierozwiązane|not solved"))
