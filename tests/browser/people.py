"""A person with a browser of their own: finds the page, says their name, opens a table or sits down at one."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from browser.table import Table

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 844}


@dataclass
class Person:
    """Somebody at a device. `faults` holds what the browser complained of: broken scripts, refused resources."""

    name: str
    context: BrowserContext
    page: Page
    url: str
    faults: list[str] = field(default_factory=list)

    @classmethod
    def arrives(cls, browser: Browser, url: str, name: str, **device: Any) -> Person:
        """Somebody opens a browser that knows nothing of the page yet.

        Without the service worker: to store its pages it takes two fifths of what a new browser costs. Tests that see what it
        does allow it.
        """
        usual = {"locale": "pl-PL", "viewport": DESK, "accept_downloads": True, "service_workers": "block"}
        context = browser.new_context(**{**usual, "base_url": url, **device})
        context.set_default_timeout(60_000)
        person = cls(name, context, context.new_page(), url)
        person.watch(person.page)
        return person

    def watch(self, page: Page) -> None:
        """Note what the browser complains of on that page."""
        page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        page.on("console", lambda said: self._heard(said.type, said.text, said.location["url"]))

    def introduce(self) -> None:
        """Open the lobby and say one's name."""
        self.page.goto("/")
        self.page.get_by_label(re.compile("Imię lub pseudonim|Name or nickname")).fill(self.name)
        self.page.get_by_role("button", name=re.compile("Dalej|Go on|Continue|Next")).click()
        expect(self.page.get_by_role("heading", level=1, name=re.compile(self.name))).to_be_visible()

    def plays_the_bot(self) -> Table:
        """Choose the tournament player and press the large button of the lobby."""
        self.page.get_by_label("Poziom bota").select_option("static")
        self.page.get_by_role("button", name="Zagraj z botem").click()
        return self.table()

    def opens_table(self, **proposal: Any) -> str:
        """Open a table as the page does, by the same request, and sit down at it; returns its address."""
        card = self.asks("POST", "/api/tables", {"rulebook": "gen", **proposal})
        self.asks("POST", f"/api/tables/{card['id']}/seats", {})
        return f"/t/{card['id']}"

    def sits_down(self, address: str) -> Table:
        """Open the table's address and sit down in the first free seat; if all are asked whether they are ready, they are."""
        self.page.goto(address)
        self.page.get_by_role("button", name="Usiądź do stołu").click()
        self.all_are_ready()
        return self.table()

    def all_are_ready(self) -> None:
        """Where the page asks whether the game can begin, all who have come say so by the request that the page sends."""
        button = self.page.get_by_role("button", name="Zaczynamy")
        self.page.get_by_role("button", name="Odejdź od stołu").or_(self.table().grid).first.wait_for()
        if not button.is_visible():
            return
        table = self.page.url.rsplit("/", 1)[1]
        for context in self.context.browser.contexts if self.context.browser else ():
            person = Person("", context, self.page, self.url)
            if context is not self.context and isinstance(person.asks("GET", f"/api/tables/{table}")["mine"], int):
                person.asks("POST", f"/api/tables/{table}/ready", {})
        button.click()

    def comes_to(self, address: str) -> Table:
        """Open the table's address: to watch, or where one sits already."""
        self.page.goto(address)
        return self.table()

    def table(self) -> Table:
        """The table on the page."""
        return Table(self.page)

    def asks(self, method: str, path: str, body: object = None) -> Any:
        """A request in this person's name, with the cookies of their browser. Raises `AssertionError` if it is refused."""
        token = next((one["value"] for one in self.context.cookies() if one["name"] == "mostek_csrf"), "")
        answer = self.context.request.fetch(
            f"{self.url}{path}",
            method=method,
            headers={"x-csrf-token": token, "content-type": "application/json", "origin": self.url},
            data=None if body is None else json.dumps(body),
        )
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json() if "json" in answer.headers.get("content-type", "") else answer.text()

    def sees(self, folder: Path) -> str:
        """What is on the page now, in words; and a picture of it in that folder."""
        picture = folder / f"{self.name}.png"
        self.page.screenshot(path=picture)
        main = self.page.get_by_role("main").inner_text().replace("\n", " / ")
        return f"{self.name} sees ({picture}): {main}"

    def leaves(self) -> None:
        """Close the browser."""
        self.context.close()

    def _heard(self, kind: str, text: str, address: str) -> None:
        if "status of 404" in text and "/api/" not in address and "/assets/" not in address:
            return  # the page of an address with nothing at it for this person
        if kind == "error" and "ERR_INTERNET_DISCONNECTED" not in text and "ERR_CONNECTION" not in text:
            self.faults.append(f"console: {text} {address}")
