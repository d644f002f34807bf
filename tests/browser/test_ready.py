"""Before a clock starts both say that they are ready: by mouse or keyboard, in both languages, and nobody waits for ever."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, where
from browser.people import PHONE, Person
from browser.serving import Server
from browser.test_accessibility import check
from mostek.app.lobby import READY_WAIT
from mostek.store.sqlite import FILE

CLOCK = {"rulebook": "pfs", "millis": 1_200_000}


def _both_sit(arrives: Arrival, **device: Any) -> tuple[Person, Person, str]:
    """Ala has opened a table and looks at it, and Jan has just sat down."""
    ala, jan = arrives("Ala"), arrives("Jan", **device)
    address = ala.opens_table(**CLOCK)
    ala.page.goto(address)
    expect(ala.page.get_by_role("status").filter(has_text="Brakuje 1 gracza")).to_be_visible()
    jan.page.goto(address)
    jan.page.get_by_role("button", name="Usiądź do stołu").or_(jan.page.get_by_role("button", name="Sit down")).click()
    return ala, jan, address


def _a_minute_passes(server: Server) -> None:
    """As if those who are ready had said so a minute earlier."""
    with closing(sqlite3.connect(server.folder / FILE)) as connection:
        connection.execute("UPDATE place SET ready = ready - ?", (READY_WAIT,))
        connection.commit()


def _asked(page: Page) -> None:
    expect(page.get_by_role("heading", level=1, name="Gotowi?")).to_be_visible()
    expect(page).to_have_title("Gotowi? – Stół")


def test_the_clock_starts_when_both_have_said_so(arrives: Arrival) -> None:
    ala, jan, _ = _both_sit(arrives)
    go = jan.page.get_by_role("button", name="Zaczynamy")
    expect(go).to_be_focused()  # whoever sat down by the keyboard goes on with it
    for person in (ala, jan):
        _asked(person.page)
        check(person.page, "the question whether all are ready")
    go.focus()
    jan.page.keyboard.press("Enter")
    said = jan.page.get_by_role("status").filter(has_text="Czekamy na potwierdzenie: Ala")
    expect(said).to_be_visible()
    expect(go).to_have_count(0)
    expect(ala.page.get_by_role("listitem").filter(has_text="Jan · start potwierdzony")).to_be_visible()
    jan.page.reload()
    expect(said).to_be_visible()
    ala.page.get_by_role("button", name="Zaczynamy").click()
    tables = [ala.table().stands(), jan.table().stands()]
    where(tables, MY_TURN)
    assert not ala.faults + jan.faults


@pytest.mark.long
def test_who_does_not_answer_gives_the_seat_back_and_may_come_again(arrives: Arrival, server: Server) -> None:
    ala, jan, _ = _both_sit(arrives)
    ala.page.get_by_role("button", name="Zaczynamy").click()
    free = ala.page.get_by_role("button", name="Zwolnij miejsce: Jan")
    expect(ala.page.get_by_text("Po minucie możesz zwolnić to miejsce")).to_be_visible()
    expect(free).to_have_count(0)
    _a_minute_passes(server)
    free.click()
    expect(jan.page.get_by_text("Ktoś zwolnił Twoje miejsce")).to_be_visible()
    expect(ala.page.get_by_role("heading", level=1, name="Stół czeka na graczy")).to_be_visible()
    jan.page.get_by_role("button", name="Usiądź do stołu").click()
    for person in (jan, ala):
        person.page.get_by_role("button", name="Zaczynamy").click()
    ala.table().stands()
    jan.table().stands()


@pytest.mark.long
def test_it_is_asked_in_english_on_a_phone(arrives: Arrival) -> None:
    ala, jan, _ = _both_sit(arrives, locale="en-GB", viewport=PHONE)
    expect(jan.page.get_by_role("heading", level=1, name="Ready?")).to_be_visible()
    check(jan.page, "the question in English")
    jan.page.get_by_role("button", name="Start", exact=True).click()
    expect(jan.page.get_by_role("status").filter(has_text="Waiting for confirmation: Ala")).to_be_visible()
    ala.page.get_by_role("button", name="Odejdź od stołu").click()
    expect(jan.page.get_by_role("status").filter(has_text="1 player is missing")).to_be_visible()


@pytest.mark.long
def test_another_browser_without_the_share_draws_anew(arrives: Arrival, browser: Browser, server: Server) -> None:
    ala, jan, address = _both_sit(arrives)
    jan.page.get_by_role("button", name="Zaczynamy").click()
    expect(ala.page.get_by_role("listitem").filter(has_text="Jan · start potwierdzony")).to_be_visible()
    cookies = jan.context.cookies()
    jan.context.close()
    ala.page.get_by_role("button", name="Zaczynamy").click()
    expect(
        ala.page.get_by_role("status").filter(has_text="Strony graczy losują wspólnie ziarno partii. Czekamy na: Jan")
    ).to_be_visible()
    again = Person.arrives(browser, server.url, "Jan")
    again.context.add_cookies([{key: value for key, value in one.items() if key != "sameSite"} for one in cookies])  # type: ignore[misc]
    again.page.goto(address)
    expect(
        again.page.get_by_role("status").filter(has_text="zapowiedziała inna strona albo przeglądarka")
    ).to_be_visible()
    check(again.page, "the sentence in a browser without the share")
    again.page.get_by_role("button", name="Potwierdź jeszcze raz").click()
    ala.page.get_by_role("button", name="Zaczynamy").click()
    ala.table().stands()
    again.table().stands()
    assert not ala.faults + again.faults
    again.leaves()


@pytest.mark.long
def test_a_page_that_went_away_before_its_share_gives_the_seat_back(arrives: Arrival, server: Server) -> None:
    ala, jan, _ = _both_sit(arrives)
    jan.page.get_by_role("button", name="Zaczynamy").click()
    expect(ala.page.get_by_role("listitem").filter(has_text="Jan · start potwierdzony")).to_be_visible()
    jan.page.goto("about:blank")
    ala.page.get_by_role("button", name="Zaczynamy").click()
    expect(ala.page.get_by_role("status").filter(has_text="Czekamy na: Jan")).to_be_visible()
    with closing(sqlite3.connect(server.folder / FILE)) as connection:
        connection.execute("UPDATE sitting SET awaited = awaited - ?", (READY_WAIT,))
        connection.commit()
    ala.page.get_by_role("button", name="Zwolnij miejsce: Jan").click()
    expect(ala.page.get_by_role("heading", level=1, name="Stół czeka na graczy")).to_be_visible()
