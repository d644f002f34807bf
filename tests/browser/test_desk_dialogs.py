"""Each dialog and each form of the desk on every screen, in both languages: nothing is cut off, axe finds nothing, keys work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from browser.people import Person
from browser.serving import Server
from browser.test_accessibility import broken_on
from browser.test_every_page import LOCALES, NAMES, SCREENS, cut_off, unreached

LOGO = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 9"><rect width="90" height="9" fill="#8a2b0e"/></svg>'
TEAMS = ("Szkoła Podstawowa nr 7 im. Marii Konopnickiej", "SP 12")


@dataclass
class Offices:
    """Two tournaments with a director in either language: of individuals in the second round, and of teams."""

    event: str
    league: str
    people: Mapping[str, Person]


@pytest.fixture(scope="module")
def offices(browser: Browser, server: Server) -> Iterator[Offices]:
    people = {
        lang: Person.arrives(browser, server.url, f"Ewa-{lang}", locale=locale) for lang, locale in LOCALES.items()
    }
    for person in people.values():
        person.introduce()
    ewa = people["pl"]

    def founded(template: str, **settings: Any) -> str:
        body = {"name": "Mistrzostwa Doliny Karpia", "template": template, "starts_on": "2026-11-21"}
        return str(ewa.asks("POST", "/api/tournaments", body | {"settings": settings})["id"])

    def gives(id: str, *commands: dict[str, Any]) -> None:
        seen = ewa.asks("GET", f"/api/tournaments/{id}")["n"]
        ewa.asks("POST", f"/api/tournaments/{id}/commands", {"seen": seen, "commands": list(commands)})

    def entry(name: str, **more: Any) -> dict[str, Any]:
        return {"type": "register_entrant", "person": {"name": name, "city": "Konstancin-Jeziorna"}, **more}

    def result(round: int, table: int, first: int, second: int) -> dict[str, Any]:
        return {
            "type": "enter_result",
            "round": round,
            "table": table,
            "result": {"kind": "played", "scores": [first, second]},
        }

    event = founded("pfs", rounds=3, minutes=20, **{"results.signatures": 0, "results.self_report": True})
    gives(event, *map(entry, NAMES), {"type": "check_in", "numbers": list(range(1, len(NAMES) + 1))})
    prizes = {
        "division": "",
        "category": "",
        "teams": False,
        "prizes": [{"amount": 50000}, {"amount": 25000}, {"thing": "puchar"}],
    }
    gives(
        event, {"type": "set_prizes", "prizes": prizes}, {"type": "set_pair_rule", "pair": [1, 2], "rule": "forbidden"}
    )
    gives(event, {"type": "pair_round"}, {"type": "start_round"}, *[result(1, each, 400, 400) for each in (1, 2, 3, 4)])
    gives(event, {"type": "pair_round"})
    tables = {
        each["table"]: each["players"]
        for each in ewa.asks("GET", f"/api/tournaments/{event}")["whole"]["tables"]
        if each["round"] == 2
    }
    gives(event, {"type": "start_round", "absent": [tables[2][0]]}, result(2, 1, 412, 388))
    gives(event, *[entry("Iga Mróz"), entry("Jan Wójt"), {"type": "check_in", "numbers": [9, 10]}])

    league = founded("team-league", rounds=4)
    gives(league, *[{"type": "register_team", "name": team, "contact": "p. Nowak, tel. w biurze"} for team in TEAMS])
    gives(league, *[entry(f"Gracz {team[:4]} {board}", team=team) for team in TEAMS for board in (1, 2, 3, 4)])
    gives(league, *[{"type": "confirm_team", "name": team} for team in TEAMS])
    gives(league, {"type": "check_in", "numbers": [*range(1, 9)]}, {"type": "pair_round"})
    for person in people.values():
        if person is not ewa:
            for id in (event, league):
                made = ewa.asks("POST", f"/api/tournaments/{id}/invitations", {"role": "director", "name": person.name})
                person.asks("POST", f"/api/office-invitations/{made['token']}", {"name": ""})
    yield Offices(event, league, people)
    # A refusal is an answer, which the browser counts as a fault.
    faults = [
        f"{each.name}: {fault}"
        for each in people.values()
        for fault in each.faults
        if not re.search("status of (409|400 .*/documents/)", fault)
    ]
    for person in people.values():
        person.leaves()
    assert not faults


def tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=re.compile(f"^({name})$")).click()


def button(page: Page, name: str) -> None:
    page.get_by_role("button", name=re.compile(name)).first.click()


def unfolded(page: Page) -> None:
    """All that is folded on the page, or in the dialog that is open, is unfolded."""
    page.evaluate(
        "(document.querySelector('dialog[open]') ?? document).querySelectorAll('details').forEach(each => each.open = true)"
    )


def of_a_person(page: Page) -> None:
    tab(page, "Ludzie|People")
    button(page, "^(Więcej|More): Anna Lis|^(Więcej|More).*Anna Lis")
    expect(page.get_by_role("dialog").get_by_label(re.compile("Miasto|City|Town"))).to_have_value("Konstancin-Jeziorna")


def of_a_table(page: Page, number: int, says: str) -> None:
    tab(page, "Runda|Round")
    page.get_by_role("list", name=re.compile("^(Stoły|Tables)$")).get_by_role(
        "button", name=re.compile(f"^{number} ")
    ).click()
    expect(page.get_by_role("dialog").get_by_role("heading", name=re.compile(says))).to_be_visible()


def of_a_forfeit(page: Page) -> None:
    of_a_table(page, 1, "Popraw|Correct")
    page.get_by_role("dialog").get_by_label(re.compile("Co to było|What it was")).select_option("nobody")


def of_taking_back(page: Page) -> None:
    tab(page, "Runda|Round")
    button(page, "Cofnij rozstawienie|Take the pairing back")
    expect(page.get_by_role("dialog").get_by_text("412:388")).to_be_visible()


def of_consequences(page: Page) -> None:
    of_a_person(page)
    unfolded(page)
    points = page.get_by_role("dialog").get_by_label(re.compile("Punkty w trwającej|Points in the"))
    if points.count():
        points.first.fill("120")
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Wycofuje się|Withdraws?")).click()
    expect(page.get_by_role("dialog", name=re.compile("Sprawdź|Look"))).to_be_visible()


def of_a_refusal(page: Page) -> None:
    tab(page, "Decyzje|Decisions")
    page.get_by_label(re.compile("^(Przepis|Clause)")).fill("XYZ-1")
    page.get_by_label(re.compile("Treść decyzji|Text of|The decision")).fill("?")
    button(page, "Zapisz decyzję|Record|Save the decision")
    expect(page.get_by_role("dialog", name=re.compile("Nie wykonano|Not"))).to_be_visible()


def of_an_invitation(page: Page) -> None:
    tab(page, "Funkcje i ogłoszenia|Officials and announcements")
    button(page, "^(Zaproś|Invite)$")
    expect(page.get_by_role("dialog", name=re.compile("Zaproszenie: |Invitation: "))).to_be_visible()


DIALOGS: Mapping[str, Callable[[Page], None]] = {
    "person": of_a_person,
    "table without a result": lambda page: of_a_table(page, 3, "Wynik|Result"),
    "table with a result": lambda page: of_a_table(page, 1, "Popraw|Correct"),
    "result into a forfeit": of_a_forfeit,
    "pairing taken back": of_taking_back,
    "consequences": of_consequences,
    "refusal": of_a_refusal,
    "invitation": of_an_invitation,
}


def new_people(page: Page) -> None:
    tab(page, "Ludzie|People")


def standings(view: str) -> Callable[[Page], None]:
    def opens(page: Page) -> None:
        tab(page, "Klasyfikacja|Standings")
        page.get_by_label(re.compile("Co pokazać|What to show")).select_option(view)
        expect(
            page.get_by_role("table").or_(page.get_by_text(re.compile("jeszcze nic|Nothing is here"))).first
        ).to_be_visible()

    return opens


def prizes(page: Page) -> None:
    tab(page, "Nagrody|Prizes")
    expect(page.get_by_role("heading", name=re.compile("Kto co zdobywa|Who wins what")).first).to_be_visible()


def earlier_round(page: Page) -> None:
    tab(page, "Runda|Round")
    page.get_by_role("combobox", name=re.compile("^(Runda|Round)$")).select_option("1")
    expect(page.get_by_text(re.compile("400:400")).first).to_be_visible()


def papers(page: Page) -> None:
    tab(page, "Wydruki|Paper")
    page.get_by_label("Logo:").set_input_files({"name": "logo.svg", "mimeType": "image/svg+xml", "buffer": LOGO})
    expect(page.get_by_role("img", name=re.compile("logo"))).to_be_visible()


FORMS: Mapping[str, Callable[[Page], None]] = {
    "people": new_people,
    "round": lambda page: tab(page, "Runda|Round"),
    "earlier round": earlier_round,
    "classification": standings("standings"),
    "card": standings("card"),
    "ranking": standings("ratings"),
    "bracket": standings("bracket"),
    "prizes": prizes,
    "decisions": lambda page: tab(page, "Decyzje|Decisions"),
    "online": lambda page: tab(page, "Online"),
    "papers": papers,
}


def shown(offices: Offices, lang: str, name: str) -> Page:
    """The desk with that dialog or form open, and everything in it unfolded."""
    page = offices.people[lang].page
    page.set_viewport_size(SCREENS["laptop"])
    page.goto(f"/e/{offices.league if name.startswith('team') else offices.event}/desk")
    page.get_by_role("tab").first.wait_for()
    if name == "teams":
        tab(page, "Drużyny|Teams")
        page.get_by_role("heading", name="SP 12").wait_for()
    elif name == "team matches":
        standings("matches")(page)
    else:
        (DIALOGS.get(name) or FORMS[name])(page)
    unfolded(page)
    return page


def faults_on(page: Page, screen: str, axe: bool) -> list[str]:
    size = SCREENS[screen]
    page.set_viewport_size(size)
    found = cut_off(page) + unreached(page) + cramped(page)
    return found + (broken_on(page, size, "light", {"resultTypes": ["violations"]}) if axe else [])


def cramped(page: Page) -> list[str]:
    """What stands out of the dialog that is open, sideways, and what is too small for a finger."""
    found: list[str] = page.evaluate("""() => {
        const dialog = document.querySelector("dialog[open]");
        if (!dialog) return [];
        const [width, room] = [dialog.scrollWidth, dialog.clientWidth];
        const wide = width > room + 1 ? [`the dialog is ${width} of ${room} px`] : [];
        const small = [...dialog.querySelectorAll("button, select, summary, input:not([type=checkbox])")]
            .filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 36)
            .map(each => `too low: ${each.outerHTML.slice(0, 80)}`);
        return [...wide, ...small];
    }""")
    return found


ALL = (*DIALOGS, *FORMS, "teams", "team matches")


@pytest.mark.parametrize("lang", ["pl", pytest.param("en", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", ALL)
def test_nothing_of_the_desk_is_cut_off_and_axe_finds_nothing(offices: Offices, name: str, lang: str) -> None:
    page = shown(offices, lang, name)
    turn = [*SCREENS][ALL.index(name) % len(SCREENS)]
    found = [f"{screen}: {fault}" for screen in SCREENS for fault in faults_on(page, screen, screen == turn)]
    assert not found


@pytest.mark.parametrize("name", [name for name in DIALOGS if name not in ("refusal", "consequences")])
def test_a_dialog_is_closed_by_escape_and_gives_the_focus_back(offices: Offices, name: str) -> None:
    page = shown(offices, "pl", name)
    inside = "document.querySelector('dialog[open]')?.contains(document.activeElement)"
    assert page.evaluate(inside), "the focus is in the dialog"
    for _ in range(60):
        page.keyboard.press("Tab")
        assert page.evaluate(f"{inside} || document.activeElement === document.body"), "the focus stays in it"
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body"), "and comes back to what opened it"


def test_diplomas_are_saved_with_a_logo_and_in_a_colour(offices: Offices) -> None:
    """A logo that cannot be printed is refused in a sentence; one that can is remembered, with the colour."""
    page = shown(offices, "pl", "papers")
    chooser, saving = page.get_by_label("Logo:"), page.get_by_role("button", name="Zapisz PDF: Dyplomy", exact=True)
    page.get_by_label("Kolor ramki").fill("#8a2b0e")
    for bad, why in ((LOGO.replace(b"<rect", b"<image href='/x'/><rect"), "do innych plików"), (b"GIF89a", "PNG")):
        chooser.set_input_files({"name": "logo.svg", "mimeType": "image/svg+xml", "buffer": bad})
        saving.click()
        expect(page.get_by_role("alert")).to_contain_text(why)
    chooser.set_input_files({"name": "logo.png", "mimeType": "image/png", "buffer": b"0" * 600_000})
    expect(page.get_by_role("alert")).to_contain_text("ponad 512 kB")
    chooser.set_input_files({"name": "logo.svg", "mimeType": "image/svg+xml", "buffer": LOGO})
    with page.expect_download() as download:
        saving.click()
    expect(page.get_by_role("alert")).to_have_count(0)
    assert download.value.suggested_filename == "Dyplomy.pdf"
    drawn = PdfReader(download.value.path()).pages[0].get_contents()
    assert drawn is not None
    assert b"0.5411" in drawn.get_data(), "8a of ff"
    page.reload()
    tab(page, "Wydruki")
    expect(page.get_by_role("img", name="Wybrane logo")).to_be_visible()
    expect(page.get_by_label("Kolor ramki")).to_have_value("#8a2b0e")
    button(page, "Bez logo")
    expect(page.get_by_role("img", name="Wybrane logo")).to_have_count(0)


@pytest.mark.parametrize("name", ["people", "round", "prizes", "decisions", "teams", "classification"])
def test_a_page_that_nobody_changes_asks_for_nothing_more(offices: Offices, name: str) -> None:
    page = shown(offices, "pl", name)
    page.wait_for_timeout(1000)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1500)
    assert not [url for url in asked if "/api/tournaments/" in url]
