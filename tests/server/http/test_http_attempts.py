"""Guessers are slowed down and the owner still gets in: by a known device, a passkey or a code of the host."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("webauthn", reason="needs the extra `passkeys`")

from mostek.features.people.http.devices import DEVICE_COOKIE
from mostek.server import budget
from mostek.server.http.limits import Limits
from mostek.store import wrong_guesses
from server.http.passkey_owners import PASSWORD, account, added, house_with_passkeys, me
from server.http.passkey_owners import log_in as log_in_by_passkey
from server.http.visitors import House, Visitor, open_house, refused

NEW = "another long sentence"


class Clock:
    """A clock that only the test moves: a hash takes long on a busy machine."""

    def __init__(self) -> None:
        self.now = time.monotonic()

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    still = Clock()
    monkeypatch.setattr(budget, "monotonic", still)
    monkeypatch.setattr(wrong_guesses, "now", lambda: int(still() * 1000))
    return still


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house_with_passkeys(tmp_path_factory.mktemp("attempts")) as opened:
        yield opened


def tries(visitor: Visitor, login: str, password: str = PASSWORD) -> int:
    return visitor.post("/sessions", {"login": login, "password": password}).status_code


def guessed(house: House, login: str) -> None:
    """Strangers guess until nobody unknown may try any more."""
    codes = [tries(house.visitor(), login, "wrong password") for _ in range(11)]
    assert codes == [401] * 10 + [429]


def test_a_known_device_logs_in_while_strangers_guess(local: House, clock: Clock) -> None:
    ala = account(local, "ala")
    ala.delete("/sessions")
    guessed(local, "ala")
    assert tries(local.visitor(), "ala") == 429
    assert tries(ala, "ala") == 200
    assert me(ala)["login"] == "ala"


def test_a_known_device_may_not_guess_without_a_limit_either(local: House, clock: Clock) -> None:
    ola = account(local, "ola")
    codes = [tries(ola, "ola", "wrong password") for _ in range(12)]
    assert codes == [401] * 10 + [429] * 2
    assert tries(local.visitor(), "ola") == 200, "others have their own limit"


def test_a_refused_attempt_makes_the_wait_no_longer(local: House, clock: Clock) -> None:
    account(local, "ela")
    guessed(local, "ela")
    for _ in range(30):
        assert tries(local.visitor(), "ela", "wrong password") == 429
    clock.now += 5.9
    assert tries(local.visitor(), "ela") == 429
    clock.now += 0.2
    assert tries(local.visitor(), "ela") == 200


def test_a_passkey_logs_in_while_strangers_guess(local: House, clock: Clock) -> None:
    iza = account(local, "iza")
    device = added(iza)
    guessed(local, "iza")
    stranger = local.visitor()
    assert tries(stranger, "iza") == 429
    assert log_in_by_passkey(stranger, device.but(count=2)).status_code == 200
    assert stranger.delete("/sessions").status_code == 200
    assert tries(stranger, "iza") == 200, "the account knows this device now"


def test_a_code_of_the_host_works_while_strangers_guess(local: House, clock: Clock) -> None:
    account(local, "ewa")
    guessed(local, "ewa")
    code = local.run(local.state.people.make_reset_code, "ewa")
    page = local.visitor()
    assert page.post("/sessions/reset", {"login": "ewa", "code": code, "new": NEW}).status_code == 200
    page.delete("/sessions")
    assert tries(page, "ewa", NEW) == 200


def test_the_mark_of_a_device_is_for_one_account_and_one_password(local: House, clock: Clock) -> None:
    ada, zoe = account(local, "ada"), account(local, "zoe")
    thief = local.visitor()
    thief.cookies[DEVICE_COOKIE] = zoe.cookies[DEVICE_COOKIE]
    guessed(local, "ada")
    assert tries(thief, "ada") == 429, "an account of one's own opens no other"
    before = ada.cookies[DEVICE_COOKIE]
    assert ada.post("/me/password", {"password": PASSWORD, "new": NEW}).status_code == 200
    assert ada.cookies[DEVICE_COOKIE] != before
    thief.cookies[DEVICE_COOKIE] = before
    assert tries(thief, "ada", NEW) == 429
    assert tries(ada, "ada", NEW) == 200


def test_a_family_shares_a_device(local: House, clock: Clock) -> None:
    logins = [f"rodzina{number}" for number in range(5)]
    for login in logins:
        account(local, login)
    home = local.visitor()
    assert [tries(home, login) for login in logins] == [200] * 5
    clock.now += 60
    for login in logins:
        guessed(local, login)
    assert [tries(home, login) for login in reversed(logins)] == [200] * 4 + [429], "four accounts have room"


@pytest.mark.parametrize("spoilt", ["", "x", "a.b", "~~.~", "ż.ż", "a" * 9000, "." * 300, f"abc.{'0' * 64}"])
def test_a_spoilt_mark_is_that_of_a_stranger(local: House, clock: Clock, spoilt: str) -> None:
    login = f"maja{len(spoilt)}{sum(map(ord, spoilt)) % 97}"
    maja = account(local, login)
    guessed(local, login)
    maja.cookies[DEVICE_COOKIE] = spoilt
    assert tries(maja, login) == 429


def test_who_deletes_their_data_leaves_no_mark(local: House) -> None:
    kaja = account(local, "kaja")
    answer = kaja.delete("/me")
    gone = [line for line in answer.headers.get_list("set-cookie") if line.startswith(f"{DEVICE_COOKIE}=")]
    assert len(gone) == 1
    assert "Max-Age=0" in gone[0]


def test_the_mark_is_hidden_from_scripts(local: House) -> None:
    ina = local.visitor("Ina")
    answer = ina.post("/accounts", {"login": "ina", "password": PASSWORD})
    (mark,) = (line for line in answer.headers.get_list("set-cookie") if line.startswith(f"{DEVICE_COOKIE}="))
    assert "HttpOnly" in mark
    assert "SameSite=lax" in mark
    assert "ina" not in mark.partition("=")[2].partition(";")[0]


def test_a_neighbour_who_guesses_does_not_lock_the_school_out(folder: Path, clock: Clock) -> None:
    with open_house(folder, Limits(logins=12)) as house:
        ida = account(house, "ida")
        codes = [tries(house.visitor(), f"nobody{number}", "wrong password") for number in range(13)]
        assert codes == [401] * 12 + [429]
        assert tries(house.visitor(), "ida") == 429
        assert tries(ida, "ida") == 200


def test_a_limit_is_told_with_its_time_in_the_language_of_the_reader(local: House, clock: Clock) -> None:
    account(local, "nina")
    guessed(local, "nina")

    def answer(language: str) -> Any:
        return local.visitor(accept_language=language).post("/sessions", {"login": "nina", "password": PASSWORD})

    assert refused(answer("pl")) == (429, "too_many")
    assert answer("pl").headers["retry-after"] == "6"
    assert answer("pl").json()["detail"].startswith("Za dużo prób logowania na to konto. Spróbuj ponownie za 6 s,")
    assert answer("en").json()["detail"].startswith("Too many attempts to log in to this account. Try again in 6 s,")


def test_a_session_guesses_its_own_password_ten_times_a_minute(local: House, clock: Clock) -> None:
    hela = account(local, "hela")
    body = {"password": "wrong password", "new": NEW}
    codes = [hela.post("/me/password", body).status_code for _ in range(12)]
    assert codes == [403] * 10 + [429] * 2
    elsewhere = local.visitor()
    assert tries(elsewhere, "hela") == 200
    assert elsewhere.post("/me/password", {"password": PASSWORD, "new": NEW}).status_code == 200
