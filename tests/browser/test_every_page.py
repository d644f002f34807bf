"""Every page of a tournament on every screen, in both languages: nothing is cut off, axe finds nothing, keys reach all of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from browser.people import Person
from browser.serving import Server
from browser.test_accessibility import broken_on

SCREENS: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "phone held sideways": {"width": 740, "height": 360},
    "tablet": {"width": 820, "height": 1180},
    "laptop": {"width": 1366, "height": 768},
    "projector": {"width": 1920, "height": 1080},
    "laptop enlarged twice": {"width": 683, "height": 384},
}
Colours: TypeAlias = Literal["light", "dark"]
LOCALES = {"pl": "pl-PL", "en": "en-GB"}
NAMES = (
    "Anna Lis", "Bogdan Żak", "Celina Wąs-Brzęczyszczykiewicz", "Daniel Ćma", "Ewa Łoś", "Feliks Gżegżółka",
    "Grażyna Maria Konstantynopolitańczykowianeczka", "Hubert Sęk",
)  # fmt: skip
TABS = {
    "round": "Runda|Round", "people": "Ludzie|People", "classification": "Klasyfikacja|Standings",
    "teams": "Drużyny|Teams", "prizes": "Nagrody|Prizes", "decisions": "Decyzje|Decisions", "online": "Online",
    "statistics": "Statystyka|Statistics", "settings": "Ustawienia|Settings", "log": "Dziennik|Log", "paper": "Wydruki|Paper",
    "officials": "Funkcje i ogłoszenia|Officials and announcements",
}  # fmt: skip
POSITION = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
PUBLIC = ("", "/r/2", "/standings", "/crosstable", "/p/3", "/regulation", "/wall", "/wall/prizes")
LEARNING = ("learn", "words", "words/cards", "words/quiz", "training")
PAGES = ("events", "office", *(f"desk {tab}" for tab in TABS), "pairing", "arbiter", "assistant", "me", "find me",
         *LEARNING, "review", "statistics", "puzzles", "puzzle", "puzzles/phoney", "exam", "class", "pupil",
         "analysis", "index", "public teams", *(f"public{path}" for path in PUBLIC))  # fmt: skip


@dataclass
class Hall:
    """A tournament in its second round, with somebody of each kind in either language."""

    id: str
    code: str
    office: str
    people: dict[tuple[str, str], Person]
    league: str
    """A tournament of teams."""

    def opens(self, page: str, lang: str) -> Page:
        """The page before who looks at it, as it stands when all of it has come."""
        role = (
            "spectator"
            if page.startswith(("public", "index", "office", "find", "exam", "pupil", "puzzle", "analysis"))
            or page in LEARNING
            else "player"
            if page == "me"
            else "director"
        )
        shown = self.people["assistant" if page == "assistant" else role, lang].page
        shown.goto(self._address(page, lang))
        if page.startswith("desk"):
            tab = shown.get_by_role("tab", name=re.compile(TABS[page.removeprefix("desk ")])).first
            tab.click()
        if page == "pairing":
            shown.get_by_role("tab", name=re.compile(TABS["round"])).click()
            shown.get_by_role("button", name=re.compile("Rozstaw rundę 3|Pair round 3")).click()
            shown.locator("ul.tables button.person").first.wait_for()
        expect(shown.locator("h1").first).to_be_visible()
        if not page.startswith(("public", "index")):
            shown.wait_for_timeout(150)
        return shown

    def _address(self, page: str, lang: str) -> str:
        if page == "public teams":
            return f"/e/{self.league}/teams?lang={lang}"
        if page.startswith("public"):
            return f"/e/{self.id}{page.removeprefix('public')}?lang={lang}"
        return {
            "index": f"/e?lang={lang}",
            "analysis": f"/analysis?cgp={quote(POSITION)}",
            "events": "/events",
            "review": "/review",
            "statistics": "/statistics",
            **{each: f"/{each}" for each in LEARNING},
            "puzzles": "/puzzles",
            "puzzle": "/puzzles/daily",
            "puzzles/phoney": "/puzzles/phoney",
            "office": f"/office/{self.office}",
            "arbiter": f"/e/{self.id}/arbiter",
            "assistant": f"/e/{self.id}/arbiter",
            "me": f"/me/{self.code}",
            "exam": "/exam",
            "class": "/class",
            "pupil": "/pupil",
            "find me": f"/e/{self.id}/me",
        }.get(page, f"/e/{self.id}/desk")


@pytest.fixture(scope="module")
def hall(browser: Browser, server: Server) -> Iterator[Hall]:
    people = {
        (role, lang): Person.arrives(browser, server.url, f"{role}-{lang}", locale=locale, service_workers="allow")
        for role in ("director", "assistant", "player", "spectator")
        for lang, locale in LOCALES.items()
    }
    director = people["director", "pl"]
    for (role, _), person in people.items():
        if role in ("director", "assistant"):
            person.introduce()
    body = {
        "name": "XVIII Otwarte Mistrzostwa Doliny Karpia",
        "city": "Graboszyce",
        "template": "pfs",
        "starts_on": "2026-11-21",
    }
    settings = {"rounds": 3, "minutes": 20, "results.self_report": True, "results.signatures": 0}
    id = str(director.asks("POST", "/api/tournaments", body | {"settings": settings})["id"])

    def gives(*commands: dict[str, Any]) -> Any:
        seen = director.asks("GET", f"/api/tournaments/{id}")["n"]
        return director.asks("POST", f"/api/tournaments/{id}/commands", {"seen": seen, "commands": list(commands)})

    entered = [
        {
            "type": "register_entrant",
            "team": "",
            "person": {"name": name, "city": "Konstancin-Jeziorna", "rating": 15000 - n},
        }
        for n, name in enumerate(NAMES)
    ]
    gives(*entered, {"type": "check_in", "numbers": list(range(1, len(NAMES) + 1))})
    for number in (1, 2):
        gives({"type": "pair_round"}, {"type": "start_round"})
        gives(*[
            {"type": "enter_result", "round": number, "table": table,
             "result": {"kind": "played", "scores": [400 + table, 390 + number]}}
            for table in (1, 2, 3, 4)
        ])  # fmt: skip
    gives({"type": "deduct", "round": 2, "number": 1, "points": 5, "reason": "rozmowy w czasie gry"})
    director.asks(
        "POST", f"/api/tournaments/{id}/announcements", {"text": "Obiad o 13:30 w sali nad biblioteką miejską."}
    )
    director.asks("PUT", f"/api/tournaments/{id}/audience", {"visibility": "public"})
    for (role, _), person in people.items():
        if role == "assistant" or (role == "director" and person is not director):
            made = director.asks("POST", f"/api/tournaments/{id}/invitations", {"role": role, "name": person.name})
            person.asks("POST", f"/api/office-invitations/{made['token']}", {"name": ""})
    office = director.asks("POST", f"/api/tournaments/{id}/invitations", {"role": "scorekeeper"})["token"]
    code = next(
        each["code"] for each in director.asks("GET", f"/api/tournaments/{id}/codes")["codes"] if each["number"] == 3
    )
    call = {"id": "call-0001", "reason": "Czy wynik z poprzedniej rundy jest dobrze wpisany?"}
    people["player", "pl"].page.goto("/about")
    people["player", "pl"].asks("POST", f"/api/players/{code}/calls", call)
    yield Hall(id, code, office, people, league_of(director))
    faults = [f"{person.name}: {fault}" for person in people.values() for fault in person.faults]
    for person in people.values():
        person.leaves()
    assert not faults


def league_of(director: Person) -> str:
    """A public league of teams with the results of a round."""
    body = {"name": "Liga szkół powiatu", "template": "team-league", "starts_on": "2026-11-21"}
    id = str(director.asks("POST", "/api/tournaments", body | {"settings": {"rounds": 4}})["id"])

    def gives(*commands: dict[str, Any]) -> None:
        seen = director.asks("GET", f"/api/tournaments/{id}")["n"]
        director.asks("POST", f"/api/tournaments/{id}/commands", {"seen": seen, "commands": list(commands)})

    school = "Zespół Szkół Ogólnokształcących im. Konstantego Ildefonsa Gałczyńskiego"
    for team, members in ((school, NAMES[:4]), ("SP 12", NAMES[4:])):
        gives({"type": "register_team", "name": team, "contact": "p. Nowak"})
        gives(*[{"type": "register_entrant", "team": team, "person": {"name": name}} for name in members])
        gives({"type": "confirm_team", "name": team})
    gives({"type": "check_in", "numbers": list(range(1, 9))}, {"type": "pair_round"})
    scores = {"kind": "played", "scores": [412, 388]}
    gives(*[
        {"type": "enter_result", "round": 1, "table": table, "result": scores, "signed": list(range(1, 9))}
        for table in (1, 2, 3, 4)
    ])  # fmt: skip
    director.asks("PUT", f"/api/tournaments/{id}/audience", {"visibility": "public"})
    return id


def cut_off(page: Page) -> list[str]:
    """What stands out of the window, with nothing that scrolls around it."""
    found: list[str] = page.evaluate("""() => {
        if (document.documentElement.scrollWidth <= document.documentElement.clientWidth) return [];
        return [...document.querySelectorAll("body *")]
            .filter(each => each.getBoundingClientRect().right > innerWidth + 1)
            .slice(-4).map(each => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 40)}`)
            .concat(`${document.documentElement.scrollWidth} px`);
    }""")
    return found


def unreached(page: Page) -> list[str]:
    """What can be pressed and is not reached by tab, of what is on the page; arrows walk over a rack."""
    found: list[str] = page.evaluate("""() => [...document.querySelectorAll(
        "a[href], button, input, select, textarea, summary, [role=button]")]
        .filter(each => each.checkVisibility() && !each.disabled && each.tabIndex < 0)
        .filter(each => each.getAttribute("role") !== "tab" && !each.closest("[inert], [data-rack]"))
        .map(each => each.outerHTML.slice(0, 90))""")
    return found


def looks(
    hall: Hall, page: str, lang: str, screens: dict[str, ViewportSize], axe: Callable[[str], bool], colours: Colours
) -> list[str]:
    shown = hall.opens(page, lang)
    shown.emulate_media(color_scheme=colours)
    found: list[str] = []
    for name, size in screens.items():
        shown.set_viewport_size(size)
        faults = cut_off(shown) + unreached(shown)
        faults += broken_on(shown, size, colours, {"resultTypes": ["violations"]}) if axe(name) else []
        found += [f"{page}, {lang}, {name}: {fault}" for fault in faults]
    return found


@pytest.mark.parametrize("lang", ["pl", pytest.param("en", marks=pytest.mark.long)])
def test_no_page_is_cut_off_and_all_can_be_used(hall: Hall, lang: str) -> None:
    """Each page on each screen; axe looks at one screen of each page, at all of them in `make long`."""
    turns = dict(zip(PAGES, [*SCREENS] * len(PAGES), strict=False))
    found = [
        fault
        for page in PAGES
        for fault in looks(hall, page, lang, SCREENS, lambda name, page=page: name == turns[page], "light")  # type: ignore[misc]
    ]
    assert not found


@pytest.mark.long
@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("lang", list(LOCALES))
@pytest.mark.parametrize("page", PAGES)
def test_every_page_on_every_screen_is_for_everybody(hall: Hall, page: str, lang: str, colours: Colours) -> None:
    assert not looks(hall, page, lang, SCREENS, lambda name: True, colours)
