"""The operator's page and the description of the API in a browser: on every screen, by keyboard, from no other host."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from browser.serving import Server
from browser.test_public_pages import RULES, SCREENS
from browser.windows import rest_at_night

AXE = Axe()
SHORTENED = """document.querySelectorAll("main > section").forEach((section, n, all) => {
  if (all.length > 5 && n > 0 && n < all.length - 1) section.remove();
  else [...section.children].slice(12).forEach((each) => each.remove());
  section.querySelectorAll("details").forEach((each) => (each.open = n > 0));
})"""
"""The description of the API is long: to look at all of it takes minutes, and one part is like the others."""


@pytest.mark.parametrize("address", ["/operator", "/docs"])
@pytest.mark.parametrize("screen", rest_at_night(SCREENS, "laptop", "phone"))
@pytest.mark.parametrize("lang", rest_at_night(("pl", "en"), "pl"))
def test_it_fits_every_screen_and_everybody_can_use_it(
    browser: Browser, server: Server, address: str, screen: str, lang: str
) -> None:
    context = browser.new_context(viewport=SCREENS[screen], locale=lang)
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda said: faults.append(said.text) if said.type in ("error", "warning") else None)
    page.on("request", lambda sent: faults.append(sent.url) if not sent.url.startswith(server.url) else None)
    try:
        page.goto(server.url + address)
        expect(page.locator("html")).to_have_attribute("lang", lang)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, "nothing is cut at the side"
        page.evaluate(SHORTENED)
        found = AXE.run(page, options=RULES)
        assert [f"{each['id']}: {each['nodes'][0]['html']}" for each in found.response["violations"]] == []
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_attribute("href", "#main")
        if address == "/docs":
            first = page.locator("summary").first
            first.focus()
            page.keyboard.press("Enter")
            expect(page.locator("details[open]")).to_have_count(1)
        assert faults == []
    finally:
        context.close()


def test_a_stranger_enters_the_token(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="en", extra_http_headers={"x-forwarded-for": "203.0.113.7"})
    page = context.new_page()
    try:
        page.goto(f"{server.url}/operator")
        token = page.get_by_label("Token")
        token.fill("wrong")
        page.keyboard.press("Enter")
        expect(page.get_by_role("alert")).to_have_text("This is not the token.")
        token.fill((server.folder / "operator.token").read_text())
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="What needs you")).to_be_visible()
        page.get_by_role("link", name="Look again").click()
        expect(page.get_by_role("heading", name="Memory of the processes")).to_be_visible()
        page.get_by_role("link", name="Polski").click()
        expect(page.get_by_role("heading", name="Pamięć procesów")).to_be_visible()
    finally:
        context.close()


def test_an_address_that_is_not_there_says_so(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="en")
    page = context.new_page()
    try:
        for path in ("/nothing", "/t/nothing", "/rules/nothing"):
            answer = page.goto(server.url + path)
            assert answer is not None
            assert answer.status == 404
            expect(page.get_by_role("main")).to_contain_text("no ")
    finally:
        context.close()
