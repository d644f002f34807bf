"""The manual in a browser: from the first page in two clicks, on every screen, by keyboard, on paper."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from browser.serving import Server
from browser.test_public_pages import RULES, SCREENS
from browser.windows import rest_at_night

AXE = Axe()


@pytest.mark.parametrize("screen", rest_at_night(SCREENS, "phone"))
@pytest.mark.parametrize("colours", rest_at_night(("dark", "light"), "dark"))
def test_a_teacher_comes_in_two_clicks_to_the_lesson(
    browser: Browser, server: Server, screen: str, colours: str
) -> None:
    context = browser.new_context(viewport=SCREENS[screen], locale="pl-PL", color_scheme=colours)  # type: ignore[arg-type]
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    page.on("request", lambda sent: faults.append(sent.url) if not sent.url.startswith(server.url) else None)
    try:
        page.goto(server.url)
        page.get_by_role("link", name="Pomoc", exact=True).click()
        page.get_by_role("link", name="Poprowadzić lekcję").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Nauczyciel"))
        for width in (SCREENS[screen]["width"], 320):
            page.set_viewport_size({**SCREENS[screen], "width": width})
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "nothing is cut at the side"
        page.set_viewport_size(SCREENS[screen])
        found = AXE.run(page, options=RULES)
        assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in found.response["violations"]] == []
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_be_visible()
        page.emulate_media(media="print")
        expect(page.locator("nav.contents")).to_be_hidden()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.emulate_media(media="screen")
        page.get_by_role("link", name="English").click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Teacher"))
        assert faults == []
    finally:
        context.close()


def test_an_error_leads_to_its_page(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="pl-PL")
    page = context.new_page()
    try:
        page.goto(server.url)
        page.get_by_role("textbox", name="Imię lub pseudonim").fill("Ala")
        page.keyboard.press("Enter")
        play = page.get_by_role("button", name="Zagraj z botem")
        expect(play).to_be_visible()
        page.route("**/api/tables", lambda route: route.abort())
        play.click()
        page.get_by_role("status").get_by_role("link", name="Pomoc").click()
        expect(page).to_have_url(f"{server.url}/pomoc#unreachable")
    finally:
        context.close()
