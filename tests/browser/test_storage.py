"""Browsers that store nothing: every page draws, works, and says what it will not remember; a silent server is not blamed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Arrival
from browser.net import Net
from browser.people import PHONE, Person
from browser.serving import Server
from browser.storing import BLOCKED, FAILING, FULL, NO_THIRD_PARTIES, SILENT, owned
from browser.test_every_page import PAGES, Hall, hall

__all__ = ["hall"]

UNKEPT = "Ta przeglądarka nie zapisuje danych"
UNRECOGNISED = "Ta przeglądarka nie zachowuje ciasteczek tej strony"
NO_COOKIES = "Twoja przeglądarka nie zachowuje ciasteczek tej strony"
_WALKED = [page for page in PAGES if not re.match("desk (?!round)|public.|index", page)]
"""One tab of the desk stands for all, and the public pages store nothing."""
_OTHERS = ("/", "/account", "/about", "/rules", "/join/nobody", "/class/nobody", "/nowhere")
"""Pages of which no page of a tournament is."""
_SERVED = re.compile("^(public|index)")
"""Pages of the server, which keep nothing; so does the page that asks for a code."""


def faults_of(hall: Hall, notice: str | re.Pattern[str]) -> list[str]:
    """The pages that do not draw, that complain, or that do not say what they will not remember."""
    found = []
    visitors = {id(one): one for one in hall.people.values()}.values()
    for name in (*_WALKED, *_OTHERS):
        page = hall.people["spectator", "pl"].page
        if name.startswith("/"):
            page.goto(name)
            expect(page.locator("h1").first).to_be_visible()
        else:
            page = hall.opens(name, "pl")
        says = page.get_by_text(notice).first
        if notice and not _SERVED.match(name) and name != "find me":
            expect(says, name).to_be_visible()
        told = [fault for person in visitors for fault in person.faults]
        # What an address that leads nowhere answers is no fault of the page.
        found += [f"{name}: {fault}" for fault in told if "the server responded with a status of 4" not in fault]
        for person in visitors:
            person.faults.clear()
    return found


@pytest.mark.parametrize(
    ("script", "notice"),
    [
        pytest.param(FAILING, UNKEPT, id="failing"),
        # Less can go wrong where nothing is thrown, or where what is there can be read, than where every call fails.
        pytest.param(SILENT, "", id="silent", marks=pytest.mark.long),
        pytest.param(FULL, UNKEPT, id="full", marks=pytest.mark.long),
    ],
)
def test_every_page_draws_where_the_storage_fails(
    hall: Hall, browser: Browser, server: Server, script: str, notice: str
) -> None:
    people: dict[tuple[str, str], Person] = {}
    for (role, lang), known in hall.people.items():
        if lang == "pl":
            person = Person.arrives(browser, server.url, known.name, storage_state=known.context.storage_state())
            person.page.add_init_script(script)
            people[role, lang] = person
    found = faults_of(replace(hall, people=people), notice)
    for person in people.values():
        person.leaves()
    assert not found


def test_every_page_draws_where_cookies_are_blocked(
    hall: Hall, browser: Browser, chromium: str, server: Server, tmp_path: Path
) -> None:
    """Nobody is recognised, so everybody is a stranger; a code in the address opens what it always opens."""
    with owned(browser, chromium, tmp_path, BLOCKED, base_url=server.url) as context:
        stranger = Person("stranger", context, context.pages[0], server.url)
        stranger.watch(stranger.page)
        people = {key: stranger for key in hall.people}
        found = faults_of(_StrangersHall(**vars(replace(hall, people=people))), re.compile(f"{UNKEPT}|{UNRECOGNISED}"))
        assert not found
        calls_the_arbiter(stranger.page, hall)
        cannot_be_recognised(stranger.page)


class _StrangersHall(Hall):
    """The same pages for somebody who may not open the tabs of the desk."""

    def opens(self, page: str, lang: str) -> Page:
        return super().opens(page, lang) if not page.startswith(("desk", "pairing")) else self._desk(lang)

    def _desk(self, lang: str) -> Page:
        shown = self.people["director", lang].page
        shown.goto(self._address("desk round", lang))
        expect(shown.get_by_role("main").get_by_role("alert").or_(shown.locator("h1")).first).to_be_visible()
        return shown


def calls_the_arbiter(page: Page, hall: Hall) -> None:
    """What needs no person works by the code alone."""
    page.goto(f"/me/{hall.code}")
    page.get_by_role("button", name="Odwołaj wezwanie").click()
    page.get_by_role("button", name="Wezwij sędziego").click()
    expect(page.get_by_text("Sędzia wezwany do stołu")).to_be_visible()


def cannot_be_recognised(page: Page) -> None:
    """Who gives a name learns why the server will not know it, and what to do."""
    page.goto("/")
    expect(page.get_by_text(UNRECOGNISED)).to_be_visible()
    page.get_by_label("Imię lub pseudonim").fill("Ewa")
    page.get_by_role("button", name="Dalej").click()
    expect(page.get_by_role("alert").filter(has_text=NO_COOKIES)).to_contain_text("wczytaj stronę ponownie")
    page.get_by_role("button", name="Zamknij").click()
    expect(page.get_by_text(UNRECOGNISED)).to_be_hidden()


def test_a_game_cards_and_an_exam_go_on_where_the_storage_fails(arrives: Arrival) -> None:
    person = arrives("Ewa", introduced=False, viewport=PHONE)
    page = person.page
    page.add_init_script(FAILING)
    person.introduce()
    page.goto("/words/cards")
    page.get_by_role("button", name="Włóż do pudełka fiszek").click()
    box = page.get_by_role("status").filter(has_text="Pudełko jest na serwerze")
    expect(box).to_contain_text("ta przeglądarka niczego nie zapisuje")
    assert not page.get_by_text("Serwer nie odpowiada").is_visible()
    page.goto("/exam")
    page.get_by_role("button", name="Zaczynamy").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("1 z")
    page.goto("/account")
    page.get_by_label("ciemny").check()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("link", name="Stoły").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark", "as long as the page is open"
    table = person.plays_the_bot().stands()
    table.passes()
    page.reload()
    assert len(table.stands().rack()) == 7


@pytest.mark.parametrize("script", [FULL, SILENT], ids=["full", "silent"])
def test_a_box_that_cannot_be_stored_is_not_blamed_on_the_server(arrives: Arrival, script: str) -> None:
    person = arrives("Ewa", introduced=False)
    person.page.add_init_script(script)
    person.page.goto("/words/cards")
    person.page.get_by_role("button", name="Włóż do pudełka fiszek").click()
    status = person.page.get_by_role("status").filter(has_text="wyeksportuj pudełko")
    expect(status).to_contain_text("Ta przeglądarka niczego nie zapisuje")
    assert not person.page.get_by_text("Serwer nie odpowiada").is_visible()


@pytest.mark.parametrize("preferences", [NO_THIRD_PARTIES, BLOCKED], ids=["third parties", "all"])
def test_an_embedded_game_needs_no_storage(
    arrives: Arrival, browser: Browser, chromium: str, elsewhere: str, tmp_path: Path, preferences: dict[str, object]
) -> None:
    host = arrives("Ewa")
    host.plays_the_bot().stands()
    game = host.page.url.replace("/t/", "/embed/")
    with owned(browser, chromium, tmp_path, preferences) as context:
        guest = Person("guest", context, context.pages[0], elsewhere)
        guest.watch(guest.page)
        guest.page.goto(f"{elsewhere}/?{game}")
        frame = guest.page.frame_locator("iframe")
        expect(frame.get_by_role("grid")).to_be_visible()
        expect(frame.get_by_role("list", name="Gracze")).to_contain_text("Ewa")
        assert not frame.get_by_text("Ta przeglądarka").first.is_visible()
        assert guest.page.frames[1].evaluate(_STORES) is False, "or this proves nothing"
        assert guest.faults == []


_STORES = "() => { try { return localStorage !== null; } catch { return false; } }"


class _Foreign(BaseHTTPRequestHandler):
    """A page of a club with a frame of the address after its question mark."""

    def do_GET(self) -> None:
        address = self.path.partition("?")[2]
        self.send_response(200)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.end_headers()
        body = "<link rel=icon href=data:,><h1>Klub</h1>"
        self.wfile.write(f'<!doctype html>{body}<iframe src="{address}" width=600 height=700></iframe>'.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of a foreign site: a browser takes `localhost` for another one than 127.0.0.1."""
    served = ThreadingHTTPServer(("127.0.0.1", 0), _Foreign)
    Thread(target=served.serve_forever, daemon=True).start()
    yield f"http://localhost:{served.server_port}"
    served.shutdown()


@pytest.mark.service_worker
def test_a_page_that_was_never_visited_says_so_without_a_network(arrives: Arrival) -> None:
    person = arrives("Ewa", introduced=False)
    page = person.page
    page.goto("/learn")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    stored = "caches.open('mostek-1').then((cache) => cache.match('/')).then(Boolean)"
    for _ in range(300):
        if page.evaluate(stored):
            break
        page.wait_for_timeout(100)
    person.context.set_offline(True)
    page.goto("/puzzles")
    card = page.get_by_role("alert")
    expect(card).to_contain_text("nie była jeszcze otwierana w tej przeglądarce")
    card.get_by_role("button").click()
    expect(card).to_contain_text("nie była jeszcze otwierana")
    person.context.set_offline(False)
    card.get_by_role("button").click()
    expect(page.get_by_role("heading", level=1, name="Zadania")).to_be_visible()
    person.faults.clear()


def test_a_part_that_does_not_come_from_a_server_that_answers_is_loaded_again(arrives: Arrival) -> None:
    person = arrives("Ewa")
    page = person.page
    page.route("**/assets/Puzzles-*.js", lambda route: route.fulfill(status=500))
    page.goto("/puzzles")
    card = page.get_by_role("alert")
    expect(card).to_contain_text("Serwer odpowiada, ale tej strony nie udało się wczytać")
    page.unroute("**/assets/Puzzles-*.js")
    card.get_by_role("button", name="Wczytaj ponownie").click()
    expect(page.get_by_role("heading", level=1, name="Zadania")).to_be_visible()
    page.route("**/assets/NewGame-*.js", lambda route: route.fulfill(status=404))
    page.route(f"{person.url}/", lambda route: route.fulfill(body="<html>another</html>", content_type="text/html"))
    page.get_by_role("link", name="Stoły").click()
    page.get_by_role("button", name="Nowa partia").click()
    expect(page.get_by_role("alert")).to_contain_text("Strona została zaktualizowana")
    person.faults.clear()


def test_a_guest_whose_cookie_is_gone_is_told_and_does_not_just_watch(arrives: Arrival) -> None:
    person = arrives("Ewa")
    net = Net(person)
    table = person.plays_the_bot().stands()
    person.context.clear_cookies()
    net.tear()
    told = person.page.get_by_role("status").filter(has_text="oglądasz swoją partię jak widz")
    expect(told).to_contain_text("zaloguj się")
    person.page.reload()
    expect(told).to_be_visible()
    assert not table.rack_tiles.count()
    stranger = arrives("Jan", introduced=False)
    stranger.comes_to(person.page.url).stands()
    expect(stranger.page.get_by_text("Jeśli grasz w tej partii, zaloguj się")).to_be_visible()
    person.faults.clear()
    stranger.faults.clear()
