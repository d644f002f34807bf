"""The public pages of a tournament in a browser: on every screen, live, without a connection, without scripts, on the wall."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browser.conftest import Arrival
from browser.people import Person
from browser.serving import Server
from browser.test_printed_pages import LONG_CATEGORY, LONG_EVENT, LONG_NAME, LONG_TEAM
from browser.windows import rest_at_night

AXE = Axe()
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
SCREENS: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "phone held sideways": {"width": 740, "height": 360},
    "tablet": {"width": 820, "height": 1180},
    "laptop": {"width": 1366, "height": 768},
    "laptop enlarged twice": {"width": 683, "height": 384},
}
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
NAMES = ("Anna Lis", "Bogdan Żak", "Celina Wąs-Brzęczyszczykiewicz", "Daniel Ćma", "Ewa Łoś", "Feliks Gżegżółka")
SETTINGS = {"rounds": 3, "minutes": 20, "results.signatures": 0}
SOON = 15_000
"""A page is fetched again within six seconds; a busy machine is slow."""


class Director(Person):
    """A person who runs tournaments by the requests of the desk."""

    def founds(self, people: tuple[str, ...] = NAMES, **settings: Any) -> str:
        """A tournament with everybody present; its id."""
        body = {"name": "Turniej w Kutnie", "city": "Kutno", "template": "pfs", "starts_on": "2026-11-21"}
        id = str(self.asks("POST", "/api/tournaments", body | {"settings": SETTINGS | settings})["id"])
        entries = [{"type": "register_entrant", "person": {"name": name, "city": "Łódź"}} for name in people]
        self.gives(id, *entries, {"type": "check_in", "numbers": list(range(1, len(people) + 1))})
        return id

    def gives(self, id: str, *commands: dict[str, Any]) -> None:
        """Carry out commands."""
        seen = self.asks("GET", f"/api/tournaments/{id}")["n"]
        self.asks("POST", f"/api/tournaments/{id}/commands", {"seen": seen, "commands": commands})

    def enters(self, id: str, played_in: int, *scores: tuple[int, int], first: int = 1) -> None:
        """Results of tables of a round, from the first one on."""
        self.gives(
            id,
            *[
                {
                    "type": "enter_result",
                    "round": played_in,
                    "table": table,
                    "result": {"kind": "played", "scores": list(points)},
                }
                for table, points in enumerate(scores, first)
            ],
        )


@pytest.fixture(scope="module")
def director(browser: Browser, server: Server) -> Iterator[Director]:
    person = Director.arrives(browser, server.url, "Ewa")
    person.introduce()
    assert isinstance(person, Director)
    yield person
    person.leaves()


@pytest.fixture
def begun(director: Director) -> str:
    """A tournament in its second round, with two results in it."""
    id = director.founds()
    director.gives(id, {"type": "pair_round"}, {"type": "start_round"})
    director.enters(id, 1, (412, 388), (350, 377), (420, 300))
    director.gives(id, {"type": "pair_round"}, {"type": "start_round"})
    director.enters(id, 2, (401, 399))
    director.asks("POST", f"/api/tournaments/{id}/announcements", {"text": "Obiad o 13:30."})
    return id


def follows(arrives: Arrival, address: str, **device: Any) -> Page:
    """A spectator opens a page, and its script listens."""
    page = arrives("widz", introduced=False, **device).page
    with page.expect_response(re.compile("/live/tournaments/")):
        page.goto(address)
    return page


ADDRESSES = ("", "/r/2", "/standings", "/crosstable", "/p/1", "/regulation", "/wall", "/wall/prizes")


@pytest.mark.parametrize("lang", rest_at_night(("pl", "en"), "pl"))
@pytest.mark.parametrize("colours", rest_at_night(("light", "dark"), "light"))
def test_pages_fit_every_screen_and_are_for_everybody(
    arrives: Arrival, begun: str, lang: str, colours: Literal["light", "dark"]
) -> None:
    page = arrives("widz", introduced=False).page
    page.emulate_media(color_scheme=colours)
    for address in ADDRESSES:
        page.goto(f"/e/{begun}{address}?lang={lang}")
        for name, size in SCREENS.items():
            page.set_viewport_size(size)
            beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert beyond <= 0, f"{address} on a {name}: {beyond} px too wide"
        for size in (SCREENS["phone"], SCREENS["laptop"]):
            page.set_viewport_size(size)
            broken = [
                f"{rule['id']} {node['target']}"
                for rule in AXE.run(page, options=RULES).response["violations"]
                for node in rule["nodes"]
            ]
            assert not broken, f"{address}, {lang}, {colours}, {size['width']}: {broken}"


def test_long_names_of_people_teams_and_categories_fit(arrives: Arrival, director: Director) -> None:
    body = {"name": LONG_EVENT, "city": "Ostrowiec", "template": "team-league", "starts_on": "2026-11-21"}
    id = str(director.asks("POST", "/api/tournaments", body | {"settings": SETTINGS})["id"])
    teams = [f"{LONG_TEAM} {number}" for number in (1, 2)]
    person = {"city": "Skarżysko-Kamienna", "category": LONG_CATEGORY}
    prizes = [{"amount": 100_000_000, "thing": f"zestaw słowników: {LONG_TEAM}"[:80]}, {"amount": 500}]
    lists = [{"category": LONG_CATEGORY, "teams": False}, {"category": "", "teams": True}]
    director.gives(
        id,
        *({"type": "register_team", "name": team, "contact": "biuro"} for team in teams),
        *(
            {"type": "register_entrant", "team": teams[n // 4], "person": person | {"name": f"{LONG_NAME} {n}"}}
            for n in range(8)
        ),
        *({"type": "confirm_team", "name": team} for team in teams),
        {"type": "check_in", "numbers": list(range(1, 9))},
        *({"type": "set_prizes", "prizes": {"division": "", "prizes": prizes, **each}} for each in lists),
        {"type": "pair_round"},
        {"type": "start_round"},
    )
    director.enters(id, 1, *((400 + table, 300) for table in range(4)))
    page = arrives("widz", introduced=False).page
    found = []
    for address in ("/r/1", "/standings", "/wall/prizes"):
        page.goto(f"/e/{id}{address}")
        for name in ("phone", "laptop"):
            page.set_viewport_size(SCREENS[name])
            if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                found.append(f"{address} on a {name}")
    assert found == []
    page.get_by_role("button", name="Dalej").click(click_count=2)
    expect(page.get_by_text("zestaw słowników").filter(visible=True)).to_be_in_viewport(ratio=1)


def test_what_a_finger_hits_is_large(arrives: Arrival, begun: str) -> None:
    page = arrives("widz", introduced=False, viewport=SCREENS["phone"], has_touch=True).page
    page.goto(f"/e/{begun}/r/2")
    for link in page.locator("nav a, .papers a, body > footer a").all():
        box = link.bounding_box()
        assert box
        assert min(box["height"], box["width"]) >= 44, link.inner_text()


def test_a_result_comes_into_its_row_without_loading(arrives: Arrival, director: Director, begun: str) -> None:
    page = follows(arrives, f"/e/{begun}/r/2")
    page.evaluate("window.same = true")
    row = page.locator('[data-table="|2|2"]')
    expect(row.locator("[data-light]")).to_have_text(re.compile("gra"))
    director.enters(begun, 2, (365, 366), first=2)
    expect(row.locator("[data-score]")).to_have_text(["365", "366"], timeout=SOON)
    expect(row.locator("[data-light]")).to_have_text(re.compile("wynik"))
    expect(row.locator("[data-score].won")).to_have_text("366")
    assert page.evaluate("window.same")


def test_standings_are_put_in_order_without_loading(arrives: Arrival, director: Director, begun: str) -> None:
    page = follows(arrives, f"/e/{begun}/standings")
    page.evaluate("window.same = true")
    names = page.locator("[data-standings] tr th")
    before = names.all_inner_texts()
    director.enters(begun, 2, (300, 500), (300, 510), first=2)
    expect(names).not_to_have_text(before, timeout=SOON)
    places = [int(place) for place in page.locator('[data-value="place"]').all_inner_texts()]
    assert places == sorted(places)
    fresh = arrives("później", introduced=False).page
    fresh.goto(f"/e/{begun}/standings")
    told = fresh.locator("[data-standings] tr").all_inner_texts()
    expect(page.locator("[data-standings] tr")).to_have_text(told, use_inner_text=True, timeout=SOON)
    assert page.evaluate("window.same")


def test_a_new_round_is_announced_with_a_link(arrives: Arrival, director: Director, begun: str) -> None:
    page = follows(arrives, f"/e/{begun}/r/2")
    director.enters(begun, 2, (300, 500), (300, 510), first=2)
    director.gives(begun, {"type": "pair_round"})
    news = page.get_by_role("status").get_by_text("Skojarzono rundę 3.")
    expect(news).to_be_visible(timeout=SOON)
    page.get_by_role("link", name="Pokaż kojarzenie").click()
    expect(page.get_by_role("heading", level=1, name="Runda 3")).to_be_visible()


def test_a_card_and_the_overview_come_up_to_date_by_themselves(
    arrives: Arrival, director: Director, begun: str
) -> None:
    card, overview = follows(arrives, f"/e/{begun}/p/1"), follows(arrives, f"/e/{begun}")
    expect(overview.locator(".progress")).to_have_text("Wyniki: 1 z 3")
    director.enters(begun, 2, (333, 555), (333, 555), first=2)
    expect(card.locator("tbody tr")).to_have_count(2, timeout=SOON)
    expect(overview.get_by_text("Są wszystkie wyniki.")).to_be_visible(timeout=SOON)


def test_a_page_says_that_the_connection_is_cut_and_catches_up(
    arrives: Arrival, director: Director, begun: str
) -> None:
    page = follows(arrives, f"/e/{begun}/r/2")
    cut = page.locator("#cut")
    expect(cut).to_be_hidden()
    page.context.set_offline(True)
    expect(cut).to_have_text(re.compile(r"Połączenie zerwane, stan z \d\d:\d\d"), timeout=SOON)
    director.enters(begun, 2, (365, 366), first=2)
    page.context.set_offline(False)
    expect(page.locator('[data-table="|2|2"] [data-score]')).to_have_text(["365", "366"], timeout=SOON)
    expect(cut).to_be_hidden()


def test_a_page_that_nobody_sees_holds_no_connection(arrives: Arrival, director: Director, begun: str) -> None:
    page = follows(arrives, f"/e/{begun}/r/2")
    closed: list[str] = []
    page.on("requestfailed", lambda request: closed.append(request.url))
    hide = """hidden => {
        Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.evaluate(hide, True)
    page.wait_for_timeout(300)
    assert any("/live/tournaments/" in url for url in closed)
    director.enters(begun, 2, (365, 366), first=2)
    with page.expect_response(re.compile(r"/live/tournaments/.*seen=")):
        page.evaluate(hide, False)
    expect(page.locator('[data-table="|2|2"] [data-score]')).to_have_text(["365", "366"], timeout=SOON)


def test_a_page_can_be_read_without_scripts(browser: Browser, server: Server, begun: str) -> None:
    context = browser.new_context(java_script_enabled=False, base_url=server.url, locale="pl-PL")
    page = context.new_page()
    page.goto(f"/e/{begun}")
    page.get_by_role("link", name="Kojarzenie i wyniki").click()
    expect(page.get_by_role("heading", name="Według nazwisk")).to_be_visible()
    for name in NAMES:
        expect(page.get_by_role("rowheader", name=name)).to_be_visible()
    page.get_by_role("link", name="Anna Lis").first.click()
    expect(page.get_by_role("heading", level=1, name="Anna Lis")).to_be_visible()
    page.goto(f"/e/{begun}/wall/prizes")
    expect(page.get_by_text("Miejsce I", exact=True)).to_be_visible()
    context.close()


class TestWall:
    """A projector without hands."""

    CROWD = tuple(
        f"{first} {last}"
        for first in ("Anna", "Jan", "Olga", "Piotr", "Ewa")
        for last in ("Lis", "Żak", "Wąs", "Kowalczyk", "Ćma", "Brzęczyszczykiewicz", "Nowakowska", "Łoś")
    )

    @pytest.fixture
    def crowd(self, director: Director) -> str:
        id = director.founds(self.CROWD)
        director.gives(id, {"type": "pair_round"})
        return id

    def test_pairings_turn_their_pages_by_themselves_and_name_everybody(self, arrives: Arrival, crowd: str) -> None:
        page = arrives("ekran", introduced=False, viewport=PROJECTOR).page
        page.clock.install(time="2026-11-21T10:00:00")
        page.clock.pause_at("2026-11-21T10:00:01")  # a page is turned by the test alone, however slow it is
        page.goto(f"/e/{crowd}/wall")
        rows, number = page.locator("[data-rows] li:visible"), page.locator("[data-pages]:visible")
        expect(number).to_have_text(re.compile("1 / "))
        # When the font arrives the rows are laid out again, from the first page.
        page.evaluate("document.fonts.ready.then(() => null)")
        count = int(number.inner_text().partition("/")[2])
        assert count > 1
        seen: list[str] = []
        for shown in range(1, count + 1):
            expect(number).to_have_text(f"{shown} / {count}")
            seen += rows.locator(".who").all_inner_texts()
            for row in rows.all():
                box = row.bounding_box()
                assert box
                assert box["y"] + box["height"] <= PROJECTOR["height"], "no row lies below the picture"
            # What arrives meanwhile begins the time of a page anew, so it is turned second by second.
            for _ in range(60):
                page.clock.run_for(1_000)
                if number.inner_text() != f"{shown} / {count}":
                    break
        assert len(seen) == len(set(seen)) == len(self.CROWD)
        expect(number).to_have_text(f"1 / {count}")

    def test_letters_can_be_read_from_twelve_metres(self, arrives: Arrival, crowd: str) -> None:
        page = arrives("ekran", introduced=False, viewport=PROJECTOR).page
        page.goto(f"/e/{crowd}/wall")
        expect(page.locator("[data-rows] li:visible").first).to_be_visible()
        # In one step: the wall turns its pages by itself.
        capitals = page.locator("h1, h2, li, li *, time").evaluate_all(
            """elements => elements.filter(element => element.checkVisibility()).map(element => {
                const pen = document.createElement("canvas").getContext("2d");
                const style = getComputedStyle(element);
                pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
                return pen.measureText("H").actualBoundingBoxAscent;
            })"""
        )
        assert len(capitals) > 3
        assert min(capitals) >= PROJECTOR["height"] / 30

    def test_the_wall_goes_from_pairings_to_the_clock_to_the_standings(
        self, arrives: Arrival, director: Director
    ) -> None:
        id = director.founds()
        director.gives(id, {"type": "pair_round"})
        page = follows(arrives, f"/e/{id}/wall", viewport=PROJECTOR)
        expect(page.get_by_role("heading", name="Runda 1: numery stołów")).to_be_visible()
        director.gives(id, {"type": "start_round"})
        digits = page.locator(".digits")
        expect(digits).to_have_text(re.compile(r"(39|40):\d\d"), timeout=SOON)
        shown = digits.inner_text()
        expect(digits).not_to_have_text(shown, timeout=SOON)
        director.enters(id, 1, (412, 388), (350, 377), (420, 300))
        expect(page.get_by_role("heading", name="Klasyfikacja")).to_be_visible(timeout=SOON)

    def test_an_announcement_comes_to_the_wall(self, arrives: Arrival, director: Director, begun: str) -> None:
        page = follows(arrives, f"/e/{begun}/wall", viewport=PROJECTOR)
        director.asks("POST", f"/api/tournaments/{begun}/announcements", {"text": "Runda trzecia o 15:00."})
        expect(page.locator(".slide-announced")).to_contain_text("Runda trzecia o 15:00.", timeout=SOON)

    def test_the_countdown_goes_by_the_server_s_clock(self, arrives: Arrival, begun: str) -> None:
        page = arrives("ekran", introduced=False, viewport=PROJECTOR).page
        page.clock.install(time="2031-01-01T00:00:00")
        page.goto(f"/e/{begun}/wall")
        expect(page.locator(".digits")).to_have_text(re.compile(r"3\d:\d\d|40:00"))

    def test_places_are_called_one_after_another_by_key(self, arrives: Arrival, begun: str) -> None:
        page = arrives("ekran", introduced=False, viewport=PROJECTOR).page
        page.goto(f"/e/{begun}/wall/prizes")
        rank = page.locator(".rank:visible")
        expect(rank).to_have_text("Wręczenie nagród")
        for place in ("III", "II", "I"):
            page.keyboard.press("ArrowRight")
            expect(rank).to_have_text(f"Miejsce {place}")
        page.keyboard.press("ArrowRight")
        expect(rank).to_have_text("Miejsce I")
        page.keyboard.press("PageUp")
        expect(rank).to_have_text("Miejsce II")
        page.get_by_role("button", name="Dalej").click()
        expect(rank).to_have_text("Miejsce I")
