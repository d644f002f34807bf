"""Pages that commands write: at a phone, a laptop and on paper nothing is cut, and all headings are in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from engine.short_lexicon import short_lexicon, short_lexicon_folder
from engine.written_games import whole_game
from mostek import messages
from mostek.engine.review import GameReview, review
from mostek.engine.review.statistics import statistics
from mostek.features.reviews.paper import html_page
from mostek.features.reviews.statistics_paper import statistics_page

__all__ = ["short_lexicon", "short_lexicon_folder"]

WIDTHS = {"phone": 360, "laptop": 1280, "paper": 718}
"""In points of the screen; paper is A4 less the margins of a printer."""
OVERFLOWING = """() => [...document.querySelectorAll('main, main *:not(svg *), svg text')].filter(each => {
  const box = each.getBoundingClientRect(), around = (each.closest('svg') ?? each.parentElement).getBoundingClientRect()
  if (each.tagName == 'text') return box.width && (box.left < around.left - 1 || box.right > around.right + 1)
  return box.width && getComputedStyle(each).position != 'absolute'
    && (box.right > around.right + 1.5 || box.right > document.documentElement.clientWidth + 1 || box.left < -1)
}).map(each => `${each.tagName} ${each.textContent.slice(0, 40)}`)"""
LONG_NAME = "Katarzyna Brzęczyszczykiewicz-Chrząszczyżewoszycka"


PAGES: dict[str, Callable[[list[GameReview]], str]] = {
    "review": lambda reviews: html_page(reviews[0]),
    "statistics": lambda reviews: statistics_page(statistics(reviews)),
}


@pytest.fixture
def reviewed(short_lexicon: str) -> Iterator[list[GameReview]]:
    games = (whole_game(short_lexicon, seed).replace(" Ala\n", f" {LONG_NAME}\n", 1) for seed in (3, 4))
    before = messages.language()
    yield [review(game, "static") for game in games]
    messages.use(before)


def test_pages_fit_and_speak_one_language(reviewed: list[GameReview], browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    with browser.new_context() as context:
        page = context.new_page()
        for kind, written in PAGES.items():
            headings: dict[str, set[str]] = {}
            for language in ("pl", "en"):
                messages.use(language)
                path.write_text(written(reviewed), "utf-8")
                page.goto(path.as_uri())
                page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
                for name, width in WIDTHS.items():
                    page.set_viewport_size({"width": width, "height": 900})
                    page.emulate_media(media="print" if name == "paper" else "screen")
                    assert page.evaluate(OVERFLOWING) == [], (kind, language, name)
                assert page.locator("html").get_attribute("lang") == language
                headings[language] = {*page.locator("h1, h2, th").all_inner_texts()}
                assert len(headings[language]) > 8
            # A heading that stands in both pages is in one of them in the language of the other.
            names = {player.name for each in reviewed for player in each.players}
            assert headings["pl"] & headings["en"] <= names, kind
