"""Guests, accounts and sessions."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher, Type, extract_parameters
from sqlalchemy import select, update

from mostek.app.users import SESSION_DAYS
from mostek.features.people import logins
from mostek.features.people.logins import Passwords
from mostek.server.sessions import SESSION_COOKIE
from mostek.store.schema import person, place, session
from mostek.store.tokens import digest
from server.http.visitors import House, Visitor, open_house, refused

PASSWORD = "koń trojański 7"


def account(house: House, name: str, login: str) -> Visitor:
    visitor = house.visitor(name)
    answer = visitor.post("/accounts", {"login": login, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    return visitor


def test_a_newcomer_is_nobody(house: House) -> None:
    assert house.visitor().get("/me").json() == {"person": None, "language": "pl"}


def test_a_guest_needs_a_name_only(house: House) -> None:
    ala = house.visitor("  Ala   Kot ")
    me = ala.get("/me").json()["person"]
    assert me["name"] == "Ala Kot"
    assert me["login"] is None


def test_a_guest_who_enters_again_stays_the_same_person(house: House) -> None:
    ala = house.visitor("Ala")
    before = ala.get("/me").json()["person"]
    after = ala.post("/me", {"name": "Alicja"}).json()["person"]
    assert after == {**before, "name": "Alicja"}


def test_letters_that_are_put_together_are_one_letter(house: House) -> None:
    assert house.visitor("Z\u0307aneta").get("/me").json()["person"]["name"] == "\u017baneta"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name_empty"),
        ("   ", "name_empty"),
        ("\u0301", "name_empty"),
        ("...", "name_empty"),
        ("a" * 41, "name_long"),
        ("ą" * 10_000, "name_long"),
        ("A\u202ela", "name_signs"),
        ("A\u200bla", "name_signs"),
        ("A\x00la", "name_signs"),
        ("\ue000la", "name_signs"),
    ],
)
def test_a_name_that_cannot_be_taken(house: House, name: str, code: str) -> None:
    assert refused(house.visitor().post("/me", {"name": name})) == (400, code)


def test_forty_characters_are_a_name(house: House) -> None:
    assert house.visitor("ż" * 40).get("/me").json()["person"]["name"] == "ż" * 40


@pytest.mark.parametrize(
    "body", [{}, {"name": None}, {"name": 7}, [], None, {"name": "Ala", "role": "arbiter"}, b"{", b"\xff", b'"\\ud800"']
)
def test_a_request_that_is_not_well_formed(house: House, body: object) -> None:
    assert refused(house.visitor().ask("POST", "/me", body, {})) == (400, "malformed")


def test_a_sentence_comes_in_the_language_of_the_browser(house: House) -> None:
    assert (
        house.visitor(accept_language="en-GB,pl;q=0.5").post("/me", {"name": ""}).json()["detail"]
        == "Please enter a name."
    )
    assert house.visitor(accept_language="de").post("/me", {"name": ""}).json()["detail"] == "Wpisz imię lub nazwę."


def test_the_language_that_a_person_has_chosen_goes_before_that_of_the_browser(house: House) -> None:
    ala = house.visitor("Ala", accept_language="pl")
    assert ala.patch("/me", {"language": "en"}).json()["language"] == "en"
    assert ala.get("/tables/none").json()["detail"] == "There is no such table."


def test_nobody_has_nothing_to_change(house: House) -> None:
    assert refused(house.visitor().patch("/me", {"name": "Ala"})) == (401, "no_person")
    assert refused(house.visitor().delete("/me")) == (401, "no_person")
    assert refused(house.visitor().post("/accounts", {"login": "ala", "password": PASSWORD})) == (401, "no_person")


def test_a_guest_becomes_an_account_and_comes_back(house: House) -> None:
    ala = account(house, "Ala", "Ala.Kot")
    me = ala.get("/me").json()["person"]
    assert me["login"] == "ala.kot"
    elsewhere = house.visitor()
    answer = elsewhere.post("/sessions", {"login": " ALA.kot ", "password": PASSWORD})
    assert answer.json()["person"] == me
    assert elsewhere.get("/me").json()["person"] == me


def test_the_token_is_another_one_after_becoming_an_account(house: House) -> None:
    guest = house.visitor("Ola")
    before = guest.cookies[SESSION_COOKIE]
    guest.post("/accounts", {"login": "ola", "password": PASSWORD})
    assert guest.cookies[SESSION_COOKIE] != before
    guest.cookies[SESSION_COOKIE] = before
    assert guest.get("/me").json()["person"] is None


def test_the_token_is_another_one_after_each_login(house: House) -> None:
    ela = account(house, "Ela", "ela")
    before = ela.cookies[SESSION_COOKIE]
    ela.post("/sessions", {"login": "ela", "password": PASSWORD})
    assert ela.cookies[SESSION_COOKIE] != before
    ela.cookies[SESSION_COOKIE] = before
    assert ela.get("/me").json()["person"] is None


def test_a_login_belongs_to_one_person(house: House) -> None:
    account(house, "Iza", "iza")
    second = house.visitor("Iza").post("/accounts", {"login": "IZA", "password": PASSWORD})
    assert refused(second) == (409, "login_taken")


def test_nobody_has_two_accounts(house: House) -> None:
    ewa = account(house, "Ewa", "ewa")
    assert refused(ewa.post("/accounts", {"login": "ewa2", "password": PASSWORD})) == (409, "has_account")


@pytest.mark.parametrize(
    ("login", "password", "code"),
    [
        ("al", PASSWORD, "login_length"),
        ("a" * 41, PASSWORD, "login_length"),
        ("ala kot", PASSWORD, "login_signs"),
        ("ala@kot", PASSWORD, "login_signs"),
        ("kot", "a" * 9, "password_short"),
        ("kot", "a" * 1001, "password_long"),
    ],
)
def test_what_cannot_be_an_account(house: House, login: str, password: str, code: str) -> None:
    assert refused(house.visitor("Ala").post("/accounts", {"login": login, "password": password})) == (400, code)


def test_a_wrong_login_and_a_wrong_password_are_answered_alike(house: House) -> None:
    account(house, "Jan", "jan")
    wrong_password = house.visitor().post("/sessions", {"login": "jan", "password": PASSWORD + "!"})
    wrong_login = house.visitor().post("/sessions", {"login": "nikt", "password": PASSWORD})
    assert refused(wrong_login) == (401, "wrong_credentials")
    assert wrong_password.content == wrong_login.content


def test_a_wrong_login_takes_as_long_as_a_wrong_password(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    account(house, "Jana", "jana")
    compared: list[str] = []

    def counting(passwords: Passwords, kept: str, password: str) -> bool:
        compared.append(kept)
        return fits(passwords, kept, password)

    fits = Passwords._fits
    monkeypatch.setattr(Passwords, "_fits", counting)
    for login in ("jana", "nobody", "!"):
        house.visitor().post("/sessions", {"login": login, "password": "wrong password"})
    known, unknown, malformed = compared
    assert extract_parameters(known) == extract_parameters(unknown) == extract_parameters(malformed)


def test_a_hash_is_as_dear_as_is_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    """RFC 9106, the second of its two choices: three passes over 64 MiB, in four lanes. All other tests use cheap ones."""
    monkeypatch.setattr(logins, "PasswordHasher", PasswordHasher)
    real = Passwords()
    kept = asyncio.run(real.hash(PASSWORD))
    found = extract_parameters(kept)
    assert (found.type, found.time_cost, found.memory_cost, found.parallelism) == (Type.ID, 3, 65_536, 4)
    assert (found.salt_len, found.hash_len) == (16, 32)
    assert [asyncio.run(Passwords().verify(kept, each)) for each in (PASSWORD, f"{PASSWORD}!")] == [True, False]
    assert not real.is_dated(kept)
    assert real.is_dated(PasswordHasher(time_cost=1).hash(PASSWORD))


def test_a_hash_with_weaker_settings_is_replaced_at_the_next_login(house: House) -> None:
    account(house, "Zoe", "zoe")
    weak = PasswordHasher(time_cost=1, memory_cost=512).hash(PASSWORD)
    people = house.state.people
    id, _ = house.run(people.credentials, "zoe")
    house.run(people.set_password, id, weak)
    assert house.visitor().post("/sessions", {"login": "zoe", "password": PASSWORD}).status_code == 200
    _, kept = house.run(people.credentials, "zoe")
    assert kept != weak
    assert house.visitor().post("/sessions", {"login": "zoe", "password": PASSWORD}).status_code == 200


def test_who_has_logged_out_is_nobody(house: House) -> None:
    eve = account(house, "Eve", "eve")
    token = eve.cookies[SESSION_COOKIE]
    assert eve.delete("/sessions").json()["person"] is None
    eve.cookies[SESSION_COOKIE] = token
    assert eve.get("/me").json()["person"] is None


@pytest.mark.parametrize("token", ["", "x", "a" * 43, "ż" * 43, "a" * 10_000, "'; drop table session; --"])
def test_a_forged_session_is_nobodys(house: House, token: str) -> None:
    visitor = house.visitor()
    visitor.cookies[SESSION_COOKIE] = token
    assert visitor.get("/me").json()["person"] is None


def test_a_session_ends_after_ninety_days(house: House) -> None:
    ala = house.visitor("Ala")
    token = digest(ala.cookies[SESSION_COOKIE])

    def seen_ago(days: float) -> None:
        at = int((time.time() - days * 24 * 60 * 60) * 1000)
        row = update(session).where(session.c.token == token).values(seen=at)
        house.run(house.state.database.write, lambda connection: connection.execute(row))

    seen_ago(SESSION_DAYS - 1)
    house.run(house.state.people.drop_expired)
    assert ala.get("/me").json()["person"] is not None
    seen_ago(SESSION_DAYS + 1)
    house.run(house.state.people.drop_expired)
    assert ala.get("/me").json()["person"] is None


def test_the_browser_keeps_a_session_as_long_as_somebody_comes(house: House) -> None:
    ala = house.visitor("Ala")
    cookie = ala.get("/me").headers["set-cookie"]
    assert f"{SESSION_COOKIE}={ala.cookies[SESSION_COOKIE]}" in cookie
    assert f"Max-Age={SESSION_DAYS * 24 * 60 * 60}" in cookie


def test_what_has_ended_is_deleted(house: House) -> None:
    old, new = house.visitor("Stary"), house.visitor("Nowa")
    kept = account(house, "Wierna", "wierna")
    ids = [visitor.get("/me").json()["person"]["id"] for visitor in (old, new, kept)]
    past = int((time.time() - (SESSION_DAYS + 1) * 24 * 60 * 60) * 1000)

    def age(connection: Any) -> None:
        for id in (ids[0], ids[2]):
            connection.execute(update(session).where(session.c.person == id).values(seen=past))
            connection.execute(update(person).where(person.c.id == id).values(seen=past))

    house.run(house.state.database.write, age)
    house.run(house.state.people.drop_expired)

    def there(table: Any, column: Any) -> list[bool]:
        wanted = [select(table).where(column == id) for id in ids]
        read = house.state.database.read
        return [bool(house.run(read, lambda connection, one=one: connection.execute(one).first())) for one in wanted]

    assert there(session, session.c.person) == [False, True, False]
    assert there(person, person.c.id) == [False, True, True]


def test_the_database_holds_no_token_and_no_password(house: House) -> None:
    ada = account(house, "Ada", "ada")
    path = house.state.database.backend.file
    kept = b"".join(each.read_bytes() for each in path.parent.glob(path.name + "*"))
    assert digest(ada.cookies[SESSION_COOKIE]).encode() in kept
    assert ada.cookies[SESSION_COOKIE].encode() not in kept
    assert PASSWORD.encode() not in kept


def test_who_is_forgotten_leaves_nothing(house: House) -> None:
    ula, ola = account(house, "Ula Sowa", "ula"), house.visitor("Ola")
    me = ula.get("/me").json()["person"]["id"]
    played, waiting = ola.open(), ola.open()
    for table in (played, waiting):
        ula.sit(table)
    ola.sit(played)
    assert ula.delete("/me").json()["person"] is None
    assert ula.get("/me").json()["person"] is None
    assert refused(house.visitor().post("/sessions", {"login": "ula", "password": PASSWORD})) == (
        401,
        "wrong_credentials",
    )
    assert [seat["name"] for seat in ola.get(f"/tables/{played}").json()["seats"]] == ["—", "Ola"]
    assert [seat["name"] for seat in ola.get(f"/tables/{waiting}").json()["seats"]] == [None, None]
    count = house.run(
        house.state.database.read,
        lambda connection: [
            len(connection.execute(select(table).where(column == me)).all())
            for table, column in ((person, person.c.id), (session, session.c.person), (place, place.c.person))
        ],
    )
    assert count == [0, 0, 0]


def test_cookies_are_for_the_server_alone(folder: Path) -> None:
    with open_house(folder) as house:
        visitor = house.visitor()
        cookie = visitor.post("/me", {"name": "Ala"}).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Secure" not in cookie


def test_cookies_of_a_server_with_https_are_never_sent_without_it(folder: Path) -> None:
    from litestar.testing import TestClient

    from mostek.server.application import application
    from mostek.server.config import Config

    app = application(Config(data=folder, public_url="https://mostek.test"))
    with TestClient(app, base_url="https://mostek.test") as client:
        first = client.get("/api/me")
        token = first.cookies["mostek_csrf"]
        second = client.post("/api/me", json={"name": "Ala"}, headers={"x-csrf-token": token})
    assert "Secure" in first.headers["set-cookie"]
    assert "Secure" in second.headers["set-cookie"]
    assert "max-age" in first.headers["strict-transport-security"]
