"""A whole game to its end and on to the rematch by keys alone, decided by nothing but what a screen reader tells."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, TO_RECORD, until
from browser.keyboard import lays_by_keys, presses, says_a_name, tab_to
from browser.people import DESK
from browser.table import Table
from browser.words import Words

SIZES: dict[str, ViewportSize] = {
    "desk": DESK,
    "phone held sideways": {"width": 844, "height": 390},
    "smallest phone": {"width": 320, "height": 568},
}
OVER = re.compile(r"Wygrywa|Remis")
BOT = "Początkujący"
"""The first seat-holder that is not a person in the list of a seat."""
_DUE = re.compile(rf"{MY_TURN}|{TO_RECORD}|{OVER.pattern}")


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "phone held sideways", "smallest phone"])
def test_to_the_end_and_once_more(arrives: Arrival, words: Words, size: str) -> None:
    person = arrives("Ewa", introduced=False, viewport=SIZES[size])
    page = person.page
    says_a_name(page, "Ewa")
    opens_a_table(page)
    table = person.table().stands()
    expect(table.spoken).to_contain_text(_DUE, timeout=30_000)
    due = table.spoken.inner_text()
    turns = 0
    while not OVER.search(due):
        due = does(table, words, due)
        turns += 1
    assert turns > 5
    hears_the_result(table)
    first = page.evaluate("location.pathname")
    presses(page, "button", "Zagraj rewanż")
    page.wait_for_url(lambda url: "/t/" in url and not url.endswith(first))
    again = person.table().stands()
    expect(again.prompt).to_contain_text(_DUE, timeout=30_000)
    assert MY_TURN in again.prompt.inner_text() or again.board(), "whoever did not begin begins now"


def opens_a_table(page: Page) -> None:
    """For two under the general rules, where moves are written down by whoever did not make them; the bot is chosen."""
    presses(page, "button", "Nowa partia")
    tab_to(page, "combobox", "Gracz 2")
    page.keyboard.press("ArrowDown")
    presses(page, "button", "Otwórz stół")


def does(table: Table, words: Words, due: str) -> str:
    """Do what was told to be due; what is told then that is due."""
    silence(table)
    if MY_TURN not in due:
        records(table.page)
    elif (found := words.best(table.board(), table.rack())) is not None:
        lays_by_keys(table, *found)
    else:
        passes(table.page)
    until(lambda: _DUE.search(heard(table)) is not None, [table], f"after {due!r} nothing more is told")
    return heard(table)


def records(page: Page) -> None:
    page.keyboard.press("F2")
    presses(page, "button", "Zapisz ruch")


def passes(page: Page) -> None:
    """The question whether it is meant is answered where the focus has gone by itself."""
    page.keyboard.press("F2")
    presses(page, "button", "Spauzuj")
    page.keyboard.press("Enter")


def hears_the_result(table: Table) -> None:
    """F4 tells both results, and they are those of the slip."""
    silence(table)
    table.page.keyboard.press("F4")
    until(lambda: BOT in heard(table), [table], "the scores are not told")
    told = {int(points) for points in re.findall(r"(-?\d+) punkt", heard(table))}
    assert told == {table.score("Ewa"), table.score(BOT)}


_LISTEN = """log => {
    globalThis.heard = [];
    globalThis.listening ??= new MutationObserver(() => globalThis.heard.push(log.textContent));
    globalThis.listening.observe(log, { childList: true, characterData: true, subtree: true });
}"""


def silence(table: Table) -> None:
    """Forget what was told, and listen to what comes."""
    table.spoken.evaluate(_LISTEN)


def heard(table: Table) -> str:
    """All that a screen reader has told since."""
    told: list[str] = table.page.evaluate("globalThis.heard")
    return " ".join(told)
