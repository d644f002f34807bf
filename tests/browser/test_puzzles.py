"""Puzzles in a browser: solved by keyboard at a desk and by taps on a phone, judged by the server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, until
from browser.people import PHONE, Person
from browser.table import Table
from browser.test_accessibility import broken_on, check
from browser.test_every_page import LOCALES, SCREENS, cut_off, unreached
from mostek.puzzles.collection import built_in
from mostek.puzzles.puzzle import Puzzle, Theme

TURNS, GAMES = 4, 5
"""The turns that a player passes in a game: in most games one play was clearly the best at least once. And the most games."""
LOOK = re.compile("Poszukaj błędów|Look for mistakes")


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


def loses(person: Person) -> None:
    """Pass turn after turn against a bot, and resign: each time something was missed."""
    person.page.goto("/?lang=pl")
    table = person.plays_the_bot()
    for _ in range(TURNS):
        until(lambda: MY_TURN in table.prompt.inner_text(), [table], "it is the bot's turn")
        table.passes()
        person.page.wait_for_timeout(500)
    until(lambda: MY_TURN in table.prompt.inner_text(), [table], "it is the bot's turn")
    table.does("Poddaj partię")
    table.confirms("Poddaj partię")


@pytest.mark.long
@pytest.mark.timeout(900)
@pytest.mark.parametrize("lang", list(LOCALES))
def test_puzzles_from_ones_own_mistakes_on_every_screen(arrives: Arrival, lang: str) -> None:
    ewa = arrives("Ewa")
    page = ewa.page
    page.goto(f"/puzzles?lang={lang}")
    look = page.get_by_role("button", name=LOOK)
    look.click()
    expect(page.get_by_text(re.compile("Nie masz jeszcze zakończonej partii|no finished game"))).to_be_visible()
    section = page.get_by_role("region", name=re.compile("Z twoich partii|your own games", re.IGNORECASE))
    puzzle = section.get_by_role("listitem").get_by_role("link").first
    nothing = section.get_by_text(re.compile("nie ma wyraźnych błędów|No clear mistake"))
    for _ in range(GAMES):
        loses(ewa)
        page.goto(f"/puzzles?lang={lang}")
        look.click()
        expect(puzzle.or_(nothing)).to_be_visible(timeout=180_000)
        if puzzle.is_visible():
            break
    expect(puzzle).to_be_visible()
    found = []
    for name, size in SCREENS.items():
        for colours in ("light", "dark"):
            broken = broken_on(page, size, colours, {"resultTypes": ["violations"]})
            found += [f"{name}: {fault}" for fault in (*broken, *cut_off(page), *unreached(page))]
    assert not found
    puzzle.click()
    expect(page.get_by_role("grid")).to_be_visible()
    page.get_by_role("button", name=re.compile("Pokaż rozwiązanie|Show the solution")).click()
    expect(page.get_by_text(re.compile("Odpowiedź:|Answer:"))).to_be_visible()
    # Who comes back finds the list, and the puzzle is marked.
    page.get_by_role("link", name=re.compile("Wszystkie zadania|All puzzles")).click()
    expect(
        section.get_by_role("listitem").filter(has_text=re.compile("nierozwiązane|not solved")).first
    ).to_be_visible()
