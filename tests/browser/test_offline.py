"""After the first visit words are searched and a game is played without a network; what is unknown on the board is marked."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.serving import Server

SLOW = 60_000
"""Building takes some seconds; a busy machine is slow."""
WORKER_STORED = (
    "caches.keys().then(async (names) => names.length > 0 && (await (await caches.open(names[0])).keys())"
    ".some(({ url }) => url.includes('words.worker')))"
)
_GRAPH_STORED = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("analysis");
  for await (const name of folder.keys()) if (name.startsWith("graph-") && name.endsWith("-sum")) return true;
  return false;
}"""


@pytest.fixture
def context(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    opened = browser.new_context(base_url=server.url, locale="pl-PL", viewport={"width": 390, "height": 844})
    yield opened
    opened.close()


def waits_for(page: Page, condition: str) -> None:
    """Until an expression is true. `wait_for_function` evaluates texts, which the page forbids."""
    for _ in range(SLOW // 100):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    raise AssertionError(condition)


def finds_words(page: Page) -> None:
    expect(page.get_by_text("Ta lista jest na twoim urządzeniu")).to_be_visible(timeout=SLOW)
    page.get_by_role("tabpanel").get_by_label("Wzorzec", exact=True).fill("k?t")
    expect(page.get_by_role("status").filter(has_text="5 słów")).to_be_visible(timeout=SLOW)


def passes(page: Page) -> None:
    """The kernel answers a pass with a move."""
    moves = page.locator(".moves li")
    before = moves.count()
    page.get_by_role("button", name="Pauza", exact=True).click()
    page.get_by_role("button", name="Pauza", exact=True).last.click()
    expect(moves).to_have_count(before + 2, timeout=SLOW)


def test_words_and_a_game_against_the_kernel_go_on_without_a_network(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/words")
    waits_for(page, WORKER_STORED)
    finds_words(page)
    page.goto("/training")
    page.get_by_label("Kto zaczyna").select_option("me")
    page.get_by_role("button", name="Zacznij partię").click()
    waits_for(page, _GRAPH_STORED)
    passes(page)
    context.set_offline(True)
    page.goto("/words")
    finds_words(page)
    page.goto("/training")
    expect(page.locator(".moves li")).to_have_count(2, timeout=SLOW)
    passes(page)


_COMMON_STORED = """async () => {
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("analysis");
  for await (const name of folder.keys()) if (name.startsWith("words-pl-rdzen")) return true;
  return false;
}"""


@pytest.mark.long
def test_a_weaker_level_plays_without_a_network(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/words")
    waits_for(page, WORKER_STORED)
    page.goto("/training")
    levels = page.get_by_label("Silnik gra").get_by_role("option")
    expect(levels).to_have_count(5)
    assert levels.all_inner_texts()[:3] == ["Początkujący", "Uczeń", "Klubowicz"]
    page.get_by_label("Silnik gra").select_option(label="Początkujący")
    page.get_by_label("Kto zaczyna").select_option("me")
    page.get_by_role("button", name="Zacznij partię").click()
    passes(page)
    waits_for(page, _GRAPH_STORED)
    waits_for(page, _COMMON_STORED)
    context.set_offline(True)
    page.goto("/training")
    expect(page.locator(".moves li")).to_have_count(2, timeout=SLOW)
    for _ in range(3):
        passes(page)
    # It knows no word of more than six letters, so it lays no bingo.
    played = [text for text in page.locator(".moves li .what").all_inner_texts() if " " in text]
    assert played
    assert all(len(re.sub(r"^\S+ |[()]", "", text)) <= 6 for text in played), played


@pytest.mark.long
def test_words_on_the_analysis_board_that_are_not_in_the_list_are_marked(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/analysis?cgp=15/15/15/15/15/15/15/4KOTT7/15/15/15/15/15/15/15%20AEKLO/%200/0%200")
    expect(page.get_by_text("Na planszy spoza listy: KOTT")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("gridcell", name="słowo spoza listy")).to_have_count(4)


@pytest.mark.long
def test_a_running_exam_goes_on_when_its_page_is_loaded_again(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/exam")
    page.get_by_role("button", name="Zaczynamy").click()
    page.locator("form input").first.check()
    page.locator("form button[type=submit]").click()
    page.locator("form button[type=submit]").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("2 z")
    case = page.locator(".situation").inner_text()
    page.reload()
    expect(heading).to_contain_text("2 z", timeout=SLOW)
    assert page.locator(".situation").inner_text() == case
