"""An account in the browser: its password, the devices where it is logged in, a code of the host, the data and their end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Arrival
from browser.people import PHONE, Person
from browser.serving import Server
from browser.test_accessibility import check

OLD, NEW = "kura znosi jajka w gaju", "gęś siedzi na jajkach"
MOSTEK = str(Path(sys.executable).with_name("mostek"))


@pytest.mark.long
def test_another_password_on_a_phone_logs_the_computer_out(arrives: Arrival) -> None:
    computer = with_account(arrives("Ewa"), "ewa")
    phone = logs_in(arrives("Ewa na telefonie", introduced=False, viewport=PHONE, has_touch=True), "ewa", OLD)
    page = phone.page
    changes(page, "nie to hasło", NEW)
    has_error(page.get_by_label("Dotychczasowe hasło"), "Dotychczasowe hasło jest błędne.")
    changes(page, OLD, "krótkie")
    has_error(page.get_by_label("Nowe hasło"), "Hasło jest za krótkie: musi mieć co najmniej 10 znaków.")
    changes(page, OLD, "x" * 1001)
    has_error(page.get_by_label("Nowe hasło"), "Hasło jest za długie: może mieć najwyżej 1000 znaków.")
    check(page, "errors of the form")
    page.set_viewport_size(PHONE)
    changes(page, OLD, NEW)
    expect(page.get_by_role("status").filter(has_text="Hasło zmienione.")).to_be_visible()
    expect(devices(page)).to_have_count(1)
    changes(computer.page, OLD, "za późno na tę zmianę")
    expect(computer.page.get_by_text("Na tym urządzeniu nie jesteś już na koncie.")).to_be_visible()
    logs_in(computer, "ewa", OLD, "Login lub hasło się nie zgadza.")
    logs_in(computer, "ewa", NEW)
    forgive(phone, computer)


@pytest.mark.long
def test_a_device_is_logged_out_from_another_one(arrives: Arrival) -> None:
    here = with_account(arrives("Jan"), "jan")
    agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    lost, other = (logs_in(arrives(f"{n}", introduced=False, user_agent=agent), "jan", OLD) for n in ("A", "B"))
    page = here.page
    page.reload()
    expect(devices(page)).to_have_count(3)
    expect(devices(page).first).to_contain_text("to urządzenie")
    check(page, "the devices")
    devices(page).nth(1).get_by_role("button", name=re.compile("Wyloguj: Firefox, Linux")).click()
    expect(devices(page)).to_have_count(2)
    expect(page.get_by_role("heading", name="Zalogowane urządzenia")).to_be_focused()
    for person in (lost, other):
        person.page.reload()
    logged = [person.page.get_by_text("Jesteś na koncie jan.") for person in (lost, other)]
    nobody = [person.page.get_by_text("Nie masz jeszcze imienia przy stole.") for person in (lost, other)]
    for said, instead in zip(logged, nobody, strict=True):
        expect(said.or_(instead)).to_be_visible()
    assert sum(said.is_visible() for said in logged) == 1


def test_a_code_of_the_host_sets_a_new_password(arrives: Arrival, server: Server) -> None:
    with_account(arrives("Ola"), "ola").leaves()
    person = arrives("Ola znowu", introduced=False, viewport=PHONE)
    page = person.page
    page.goto("/account")
    page.get_by_role("button", name="Nie pamiętam hasła").click()
    expect(page.get_by_label("Nazwa konta")).to_be_focused()
    check(page, "a forgotten password")
    resets(page, "ola", "222222-222222-222222")
    code = page.get_by_label("Kod od gospodarza")
    has_error(code, re.compile("Login lub kod się nie zgadza|kod"))
    done = subprocess.run(
        [MOSTEK, "reset-password", "ola"],
        env={**os.environ, "MOSTEK_DATA": str(server.folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    resets(page, "ola", done.stdout.strip().upper())
    expect(page.get_by_text("Jesteś na koncie ola.")).to_be_visible()
    page.get_by_role("button", name="Wyloguj się").click()
    page.get_by_role("button", name="Nie pamiętam hasła").click()
    resets(page, "ola", done.stdout.strip())
    has_error(code, re.compile("użyty|wykorzystan|już"))
    page.get_by_role("button", name="Wróć do logowania").click()
    logs_in(person, "ola", NEW)
    forgive(person)


def test_the_own_data_are_downloaded_and_deleted(arrives: Arrival) -> None:
    person = with_account(arrives("Iga"), "iga")
    page = person.page
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Pobierz moje dane").click()
    assert downloading.value.suggested_filename == "mostek.json"
    found = json.loads(Path(downloading.value.path()).read_text(encoding="utf-8"))
    assert found["person"]["login"] == "iga"
    page.get_by_role("button", name="Usuń moje dane").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Zostaną zakończone partie.")
    check(page, "the question before the end")
    dialog.get_by_role("button", name="Anuluj").click()
    expect(page.get_by_text("Jesteś na koncie iga.")).to_be_visible()
    page.get_by_role("button", name="Usuń moje dane").click()
    dialog.get_by_role("button", name="Tak, usuń").click()
    expect(page.get_by_text("Nie masz jeszcze imienia przy stole.")).to_be_visible()
    logs_in(person, "iga", OLD, "Login lub hasło się nie zgadza.")
    forgive(person)


@pytest.mark.long
def test_who_tries_too_often_learns_when_to_come_again(arrives: Arrival) -> None:
    with_account(arrives("Ada"), "ada").leaves()
    person = arrives("Obcy", introduced=False)
    wrong, late = "Login lub hasło się nie zgadza.", r"Za dużo prób logowania na to konto. Spróbuj ponownie za \d+ s"
    for _ in range(40):  # the budget is refilled meanwhile
        logs_in(person, "ada", "nie to hasło", re.compile(f"{wrong}|{late}"))
        if re.match(late, person.page.get_by_role("alert").inner_text()):
            break
    expect(person.page.get_by_role("alert")).to_have_text(re.compile(late))
    forgive(person)


def with_account(person: Person, login: str) -> Person:
    """Make an account, and go to its page."""
    person.asks("POST", "/api/accounts", {"login": login, "password": OLD})
    person.page.goto("/account")
    expect(person.page.get_by_text(f"Jesteś na koncie {login}.")).to_be_visible()
    return person


def logs_in(person: Person, login: str, password: str, refused: str | re.Pattern[str] | None = None) -> Person:
    """Log in on the page of the account, or read why not."""
    page = person.page
    if not page.url.endswith("/account"):
        page.goto("/account")
    form = page.locator("form").filter(has=page.get_by_role("heading", name="Zaloguj się"))
    form.get_by_label("Nazwa konta").fill(login)
    form.get_by_label("Hasło").fill(password)
    button = form.get_by_role("button", name="Zaloguj się")
    with page.expect_response("**/api/sessions"):
        button.click()
    if refused is None:
        expect(page.get_by_text(f"Jesteś na koncie {login}.")).to_be_visible()
    else:
        expect(form.get_by_role("alert")).to_contain_text(refused)
        expect(form.get_by_role("alert")).to_be_focused()
    return person


def changes(page: Page, old: str, new: str) -> None:
    """Send the form of the password."""
    page.get_by_label("Dotychczasowe hasło").fill(old)
    page.get_by_label("Nowe hasło").fill(new)
    with page.expect_response("**/api/me/password"):
        page.get_by_role("button", name="Zmień hasło").click()


def resets(page: Page, login: str, code: str) -> None:
    """Send the form of a forgotten password."""
    page.get_by_label("Nazwa konta").fill(login)
    page.get_by_label("Kod od gospodarza").fill(code)
    page.get_by_label("Nowe hasło").fill(NEW)
    with page.expect_response("**/api/sessions/reset"):
        page.get_by_role("button", name="Ustaw nowe hasło").click()


def has_error(field: Locator, said: str | re.Pattern[str]) -> None:
    """The field has the focus, and its error is read with it."""
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(
        re.compile(said.pattern if isinstance(said, re.Pattern) else re.escape(said))
    )


def devices(page: Page) -> Locator:
    """The lines of the devices where the account is logged in."""
    return page.get_by_role("region", name="Zalogowane urządzenia").get_by_role("listitem")


def forgive(*people: Person) -> None:
    """Forget what the browser says of refused requests: they were meant to be."""
    for person in people:
        assert all(re.search("40[0139]|429", fault) for fault in person.faults), person.faults
        person.faults.clear()
