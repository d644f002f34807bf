"""A passkey is made and used, with a key that the browser itself plays (Web Authentication, virtual authenticators)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from browser.conftest import Arrival, serving
from browser.people import PHONE, Person
from browser.serving import Server
from browser.test_accessibility import check

_KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""The finger on a phone: it knows whose it is, and touches at once."""
PASSWORD, OTHER = "kura-znosi-jajka-w-gaju", "gęś-siedzi-na-jajkach"


@pytest.fixture(scope="module")
def server(page_built: None, store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Browsers make no passkeys for a host that is a number."""
    with serving(store, tmp_path_factory.mktemp("served"), "localhost") as started:
        yield started


def test_logging_in_without_a_password(arrives: Arrival) -> None:
    person = arrives("Ewa", introduced=False)
    device, key = with_a_key(person)
    page = person.page
    opens_an_account(person)
    page.get_by_label("Nazwa nowego klucza").fill("Mój telefon")
    page.get_by_role("button", name="Dodaj klucz dostępu").click()
    expect(page.get_by_text("Klucz dostępu dodany.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Mój telefon")).to_be_visible()
    assert len(credentials(device, key)) == 1
    page.get_by_role("button", name="Wyloguj się").click()
    page.get_by_role("button", name="Zaloguj się kluczem").click()
    expect(page.get_by_text("Jesteś na koncie ewa.")).to_be_visible()
    listed = page.get_by_role("listitem").filter(has_text="Mój telefon")
    expect(listed).to_contain_text("ostatnio użyty")
    listed.get_by_role("button", name="Usuń klucz Mój telefon").click()
    expect(listed).to_have_count(0)
    page.get_by_role("button", name="Wyloguj się").click()
    page.get_by_role("button", name="Zaloguj się kluczem").click()
    expect(page.get_by_role("status")).to_contain_text("Ten klucz dostępu nie należy tu do żadnego konta.")
    expect(page.get_by_text("Nie masz jeszcze imienia przy stole.")).to_be_visible()
    assert all("401" in fault for fault in person.faults), person.faults
    person.faults.clear()


def test_a_forgotten_password_is_replaced_after_a_passkey(arrives: Arrival) -> None:
    person = arrives("Ewa", introduced=False, viewport=PHONE)
    with_a_key(person)
    page = person.page
    opens_an_account(person, "ewa-2")
    expect(page.get_by_role("button", name="Potwierdź kluczem")).to_have_count(0)
    page.get_by_role("button", name="Dodaj klucz dostępu").click()
    expect(page.get_by_text("Klucz dostępu dodany.")).to_be_visible()
    page.get_by_role("button", name="Potwierdź kluczem").click()
    expect(page.get_by_label("Nowe hasło")).to_be_focused()
    expect(page.get_by_label("Dotychczasowe hasło")).to_have_count(0)
    check(page, "a password confirmed by a passkey")
    page.get_by_label("Nowe hasło").fill(OTHER)
    page.get_by_role("button", name="Zmień hasło").click()
    expect(page.get_by_role("status").filter(has_text="Hasło zmienione.")).to_be_visible()
    expect(page.get_by_label("Dotychczasowe hasło")).to_be_visible()
    page.get_by_role("button", name="Wyloguj się").click()
    form = page.locator("form").filter(has=page.get_by_role("heading", name="Zaloguj się"))
    form.get_by_label("Nazwa konta").fill("ewa-2")
    form.get_by_label("Hasło").fill(OTHER)
    form.get_by_role("button", name="Zaloguj się", exact=True).click()
    expect(page.get_by_text("Jesteś na koncie ewa-2.")).to_be_visible()


def with_a_key(person: Person) -> tuple[CDPSession, str]:
    """Plug a key into the browser of this person."""
    session = person.context.new_cdp_session(person.page)
    session.send("WebAuthn.enable")
    answer: dict[str, Any] = session.send("WebAuthn.addVirtualAuthenticator", {"options": _KEY})
    return session, answer["authenticatorId"]


def credentials(session: CDPSession, key: str) -> list[Any]:
    """What the key holds."""
    return list(session.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"])


def opens_an_account(person: Person, login: str = "ewa") -> None:
    """Say one's name and choose a password."""
    page = person.page
    page.goto("/account")
    page.get_by_label(re.compile("Imię lub pseudonim")).fill(person.name)
    page.get_by_role("button", name="Dalej").click()
    form = page.locator("form").filter(has=page.get_by_role("heading", name="Załóż konto"))
    form.get_by_label("Nazwa konta").fill(login)
    form.get_by_label("Hasło").fill(PASSWORD)
    form.get_by_role("button", name="Załóż konto").click()
    expect(page.get_by_text(f"Jesteś na koncie {login}.")).to_be_visible()
