"""A new password by a fresh passkey, and everything that is refused on the way to a new password."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

pytest.importorskip("webauthn", reason="needs the extra `passkeys`")

from mostek.features.people import logins
from mostek.features.people.logins import FRESH, Passwords
from mostek.server.sessions import SESSION_COOKIE
from mostek.store import users
from mostek.store.tokens import now
from server.http.passkey_owners import PASSWORD, account, added, log_in, me
from server.http.visitors import House, Visitor, open_house, refused

NEW = "another long sentence"


def confirmed(visitor: Visitor) -> int:
    return int(visitor.get("/sessions").json()["confirmed"])


@pytest.mark.parametrize(("seconds", "status"), [(FRESH - 0.01, 200), (FRESH, 403), (FRESH + 3600, 403)])
def test_a_passkey_confirms_a_new_password_for_five_minutes(
    local: House, monkeypatch: pytest.MonkeyPatch, seconds: float, status: int
) -> None:
    login = f"ala{int(seconds)}"
    ala = account(local, login)
    device = added(ala)
    moment = now()
    for place in (logins, users):
        monkeypatch.setattr(place, "now", lambda: moment)
    assert confirmed(ala) == 0
    assert log_in(ala, device.but(count=2)).status_code == 200
    assert confirmed(ala) == FRESH * 1000
    moment += int(seconds * 1000)
    answer = ala.post("/me/password", {"new": NEW})
    assert answer.status_code == status, answer.text
    assert (confirmed(ala) > 0) is False, "it is used up, or over"
    others = local.visitor()
    entered = NEW if status == 200 else PASSWORD
    assert others.post("/sessions", {"login": login, "password": entered}).status_code == 200


def test_a_confirmation_is_for_one_session_and_one_change(local: House) -> None:
    ola = account(local, "ola")
    device = added(ola)
    elsewhere = local.visitor()
    elsewhere.post("/sessions", {"login": "ola", "password": PASSWORD})
    assert log_in(ola, device.but(count=2)).status_code == 200
    assert refused(elsewhere.post("/me/password", {"new": NEW})) == (403, "not_confirmed")
    old = ola.cookies[SESSION_COOKIE]
    assert refused(ola.post("/me/password", {"new": "short"})) == (400, "password_short"), "that uses nothing up"
    assert ola.post("/me/password", {"new": NEW}).status_code == 200
    assert refused(ola.post("/me/password", {"new": PASSWORD})) == (403, "not_confirmed")
    ola.cookies[SESSION_COOKIE] = old
    assert refused(ola.post("/me/password", {"new": PASSWORD})) == (401, "no_person")
    assert me(elsewhere) is None


def test_who_logged_in_with_a_password_confirms_with_it(local: House) -> None:
    ela = account(local, "ela")
    answer = ela.post("/me/password", {"new": NEW}, accept_language="en")
    assert refused(answer) == (403, "not_confirmed")
    assert "5 minut" in answer.json()["detail"]
    assert refused(local.visitor("Gość").post("/me/password", {"new": NEW})) == (403, "not_confirmed")


@pytest.mark.parametrize(
    ("new", "expected"),
    [("a" * 9, (400, "password_short")), ("a" * 1001, (400, "password_long")), ("a" * 1_000_000, (413, "too_large"))],
)
def test_a_new_password_has_limits(local: House, new: str, expected: tuple[int, str]) -> None:
    iza = account(local, f"iza{len(new)}")
    assert refused(iza.post("/me/password", {"password": PASSWORD, "new": new})) == expected
    code = local.run(local.state.people.make_reset_code, f"iza{len(new)}")
    reset = {"login": f"iza{len(new)}", "code": code, "new": new}
    assert refused(local.visitor().post("/sessions/reset", reset)) == expected
    assert local.visitor().post("/sessions/reset", reset | {"new": NEW}).status_code == 200, "the code is not used up"


@pytest.mark.parametrize("new", ["a" * 10, "a" * 1000, "zażółć gęślą 🦆"])
def test_a_new_password_within_the_limits_is_fine(local: House, new: str) -> None:
    login = f"ida{len(new)}"
    ida = account(local, login)
    assert ida.post("/me/password", {"password": PASSWORD, "new": new}).status_code == 200
    assert local.visitor().post("/sessions", {"login": login, "password": new}).status_code == 200


def test_the_same_form_sent_twice_changes_the_password_once(local: House) -> None:
    ewa = account(local, "ewa")
    before = dict(ewa.cookies)
    body = {"password": PASSWORD, "new": NEW}
    assert ewa.post("/me/password", body).status_code == 200
    after, ewa.cookies = ewa.cookies, before
    assert refused(ewa.post("/me/password", body)) == (401, "no_person")
    ewa.cookies = after
    assert me(ewa)["login"] == "ewa"


def test_of_two_changes_at_once_one_is_refused(local: House) -> None:
    ada = account(local, "ada")

    async def both() -> list[str | None]:
        people = local.state.people
        id, kept = await people.credentials("ada")
        hashed = await Passwords().hash(NEW)
        return list(await asyncio.gather(*(people.replace_password(id, hashed, kept, None) for _ in range(2))))

    assert sum(token is None for token in local.run(both)) == 1
    assert me(ada) is None


def test_a_new_password_ends_an_unused_code(local: House) -> None:
    zoe = account(local, "zoe")
    code = local.run(local.state.people.make_reset_code, "zoe")
    assert zoe.post("/me/password", {"password": PASSWORD, "new": NEW}).status_code == 200
    reset = {"login": "zoe", "code": code, "new": PASSWORD}
    assert refused(local.visitor().post("/sessions/reset", reset)) == (401, "wrong_code")


def test_a_code_of_another_server_is_refused(local: House, tmp_path: Path) -> None:
    account(local, "kaja")
    with open_house(tmp_path) as other:
        account(other, "kaja")
        code = other.run(other.state.people.make_reset_code, "kaja")
        reset = {"login": "kaja", "code": code, "new": NEW}
        assert refused(local.visitor().post("/sessions/reset", reset)) == (401, "wrong_code")
        assert other.visitor().post("/sessions/reset", reset).status_code == 200
