"""Publishing from the desk's page to a second server, which dies and comes back; the second computer; the owner of a copy."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Arrival
from browser.serving import Server
from browser.test_accessibility import check, check_fits
from browser.test_desk import LAPTOP

PEOPLE = "Anna Lis\nBogdan Żak\nCelina Wąs\nDaniel Ćma"
SLOW = 40_000
PICTURES = os.environ.get("MOSTEK_PICTURES")
"""A folder for pictures of the pages, for a person who wants to look."""


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "public")
    server.start()
    yield server
    server.kill()


def link_of(server: Server) -> str:
    """The link that the operator of a public server makes."""
    environment = {**os.environ, "MOSTEK_DATA": str(server.folder), "MOSTEK_PUBLIC_URL": server.url}
    mostek = str(Path(sys.executable).with_name("mostek"))
    made = subprocess.run([mostek, "tournament", "mirror", "--json"], env=environment, capture_output=True, check=True)
    return str(json.loads(made.stdout)["link"])


def show(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait for something that the page does not show."""
    end = time.monotonic() + SLOW / 1000
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.2)


@pytest.mark.long
def test_a_director_publishes_and_the_line_breaks(arrives: Arrival, public: Server) -> None:
    link = link_of(public)
    ewa = arrives("Ewa", viewport=LAPTOP)
    page = ewa.page
    page.goto("/events")
    page.get_by_label("Nazwa turnieju").fill("Turniej w Kutnie")
    page.get_by_role("button", name="Załóż turniej").click()
    page.get_by_role("tab", name="Ludzie").click()
    page.get_by_label("Wklej listę").fill(PEOPLE)
    page.get_by_role("button", name="Przeczytaj listę").click()
    page.get_by_role("button", name="Zgłoś z listy (4)").click()
    page.get_by_role("tab", name="Funkcje i ogłoszenia").click()
    card = page.get_by_role("region", name="Publikacja w internecie")
    check(page, "before publishing")
    card.get_by_label("Link publicznego serwera").fill("https://example.org/e/abc")
    card.get_by_role("button", name="Opublikuj").click()
    expect(card.get_by_role("alert")).to_contain_text("to nie jest odnośnik do publikacji")
    ewa.faults.clear()  # the browser notes the refusal
    card.get_by_label("Link publicznego serwera").fill(link)
    card.get_by_role("button", name="Opublikuj").click()
    dialog = page.get_by_role("dialog", name="To zostanie wysłane")
    expect(dialog).to_contain_text("dane 4 osób")
    check(page, "what is sent")
    show(page, "agree")
    dialog.get_by_role("button", name="Zgadzam się, opublikuj").click()
    expect(card.get_by_text("Opublikowane do wpisu")).to_be_visible(timeout=SLOW)
    check(page, "published")
    show(page, "published")
    address = card.get_by_role("link", name="Strona publiczna").get_attribute("href")
    assert address is not None
    event = page.url.split("/")[-2]
    assert address == f"{public.url}/e/{event}", (
        "the id of the hall, so that the codes of players open pages there, too"
    )

    # Somebody at home reads, and the hall goes quiet.
    ola = arrives("Ola", introduced=False, locale="en-GB")
    home = ola.page
    home.goto(f"{address}?lang=en")
    expect(home.get_by_text("A copy for reading; the tournament is run elsewhere.")).to_be_visible()
    expect(home.locator("#as-of")).to_contain_text("As of")
    expect(home.locator("#quiet")).to_be_hidden()
    check(home, "a public copy")
    show(home, "public")

    # A guardian calls: names are taken off the pages there at once.
    def names() -> set[str]:
        there = home.request.get(f"{public.url}/api/tournaments/{event}").json()["whole"]["entrants"]
        return {each.get("name", "") for each in there}

    assert "Anna Lis" in names()
    card.get_by_label("Nazwiska").select_option("initials")
    wait_until(lambda: names() == {"A. L.", "B. Ż.", "C. W.", "D. Ć."})

    # The public server dies: the page counts down to the next try, and goes on by itself.
    public.kill()
    expect(card.get_by_text("Brak łączności, następna próba za")).to_be_visible(timeout=SLOW * 2)
    check(page, "a broken line")
    show(page, "broken")
    public.start()
    card.get_by_role("button", name="Wznów teraz").click()
    expect(card.get_by_text("Brak łączności")).to_have_count(0, timeout=SLOW)
    expect(card.get_by_text("Opublikowane do wpisu")).to_be_visible(timeout=SLOW)
    card.get_by_role("button", name="Zatrzymaj").click()
    expect(card.get_by_text("Zatrzymane.")).to_be_visible()

    home.close()
    ola.faults.clear()  # the browser notes the stream that broke off

    # The owner's page on the public server.
    owner = arrives("Ewa u siebie", introduced=False).page
    owner.goto(link)
    expect(owner.get_by_text("Opublikowane do wpisu")).to_be_visible()
    check(owner, "the page of the owner")
    check_fits(owner, "the page of the owner")
    show(owner, "owner")

    card.get_by_role("button", name="Usuń z publicznego serwera").click()
    page.get_by_role("dialog").get_by_role("button", name="Usuń z publicznego serwera").click()
    expect(card.get_by_label("Link publicznego serwera")).to_be_visible(timeout=SLOW)
    owner.reload()
    expect(owner.get_by_text("można tu opublikować jeden turniej")).to_be_visible()


def test_the_owner_goes_on_at_the_public_server(arrives: Arrival, public: Server, tmp_path: Path) -> None:
    link = link_of(public)
    hall = {**os.environ, "MOSTEK_DATA": str(tmp_path / "hall")}
    mostek = str(Path(sys.executable).with_name("mostek"))
    for words in (
        ("new", "Hala", "--date", "2026-11-21", "--set", "rounds=3", "--set", "minutes=20"),
        ("register", "Anna Lis"),
        ("publish", link, "--once", "--yes"),
    ):
        subprocess.run([mostek, "tournament", *words], env=hall, check=True, capture_output=True)
    page = arrives("Ewa", introduced=False, viewport=LAPTOP).page
    page.goto(link)
    page.get_by_label("Imię").fill("Ewa")
    page.get_by_role("button", name="Dalej").click()
    dialog = page.get_by_role("dialog", name="Prowadź turniej tutaj")
    check(page, "going on at the public server")
    dialog.get_by_role("button", name="Prowadź turniej tutaj").click()
    expect(page.get_by_role("heading", name="Hala")).to_be_visible(timeout=SLOW)
    expect(page.get_by_label("Wiersz poleceń")).to_be_visible()


def test_a_second_computer_is_offered(arrives: Arrival) -> None:
    page = arrives("Ewa", locale="en-GB", viewport=LAPTOP).page
    page.goto("/events")
    page.get_by_label("Name of the tournament").fill("Open in Kutno")
    page.get_by_role("button", name="Create the tournament").click()
    page.get_by_role("tab", name="Officials and announcements").click()
    card = page.get_by_role("region", name="Second computer")
    card.get_by_role("button", name="Link for a second computer").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("mostek tournament standby http")).to_be_visible()
    check(page, "the link for a second computer")
    show(page, "standby")
    page.keyboard.press("Escape")
    expect(card.get_by_text("A link is waiting for a computer.")).to_be_visible()
    card.get_by_role("button", name="Withdraw the links").click()
    expect(card.get_by_text("A link is waiting for a computer.")).to_have_count(0)
