"""What a person does for the safety of an account: another password, an end of sessions, a code of the operator, an export."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from sqlalchemy import update

from cli.program import run
from mostek.server.sessions import SESSION_COOKIE
from mostek.store.schema import reset_code
from server.http.visitors import House, Visitor, refused

OLD, NEW = "a long sentence indeed", "another long sentence"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1"


def account(house: House, login: str, agent: str = FIREFOX) -> Visitor:
    visitor = house.visitor(login.title(), user_agent=agent)
    assert visitor.post("/accounts", {"login": login, "password": OLD}).status_code == 200
    return visitor


def log_in(house: House, login: str, password: str, agent: str = PHONE) -> Visitor:
    visitor = house.visitor(user_agent=agent)
    visitor.post("/sessions", {"login": login, "password": password})
    return visitor


def is_in(visitor: Visitor) -> bool:
    return visitor.get("/me").json()["person"] is not None


def test_another_password_ends_every_other_session(house: House) -> None:
    here = account(house, "pola")
    phone = log_in(house, "pola", OLD)
    assert refused(here.post("/me/password", {"password": "wrong", "new": NEW})) == (403, "wrong_password")
    assert refused(here.post("/me/password", {"password": OLD, "new": "short"})) == (400, "password_short")
    assert is_in(phone)
    assert here.post("/me/password", {"password": OLD, "new": NEW}).status_code == 200
    assert (is_in(here), is_in(phone)) == (True, False)
    assert not is_in(log_in(house, "pola", OLD))
    assert is_in(log_in(house, "pola", NEW))


def test_a_guest_has_no_password_to_change(house: House) -> None:
    guest = house.visitor("Gość")
    assert refused(guest.post("/me/password", {"password": OLD, "new": NEW})) == (403, "wrong_password")
    assert refused(house.visitor().post("/me/password", {"password": OLD, "new": NEW})) == (401, "no_person")


def test_sessions_are_listed_by_device_and_ended_one_by_one(house: House) -> None:
    here = account(house, "lena")
    phone, other = log_in(house, "lena", OLD), account(house, "obca")
    listed = here.get("/sessions").json()["sessions"]
    assert {(each["device"], each["current"]) for each in listed} == {
        ("Firefox, Linux", True),
        ("Safari, iPhone", False),
    }
    assert here.cookies[SESSION_COOKIE] not in json.dumps(listed)
    (away,) = (each["id"] for each in listed if not each["current"])
    assert refused(other.delete(f"/sessions/{away}")) == (404, "unknown")
    assert is_in(phone)
    left = here.delete(f"/sessions/{away}").json()["sessions"]
    assert [each["current"] for each in left] == [True]
    assert (is_in(here), is_in(phone)) == (True, False)


def test_all_other_sessions_end_at_once(house: House) -> None:
    here = account(house, "iga")
    others = [log_in(house, "iga", OLD) for _ in range(3)]
    assert len(here.delete("/other-sessions").json()["sessions"]) == 1
    assert [is_in(each) for each in (here, *others)] == [True, False, False, False]


def test_a_code_of_the_operator_sets_a_password_once(house: House) -> None:
    lost = account(house, "ewa")
    folder = house.state.services.config.data
    done = run("reset-password", "Ewa", "--data", folder)
    assert done.returncode == 0, done.stderr
    code = done.stdout.strip()
    page = house.visitor()

    def reset(**changed: Any) -> Any:
        return page.post("/sessions/reset", {"login": "ewa", "code": code, "new": NEW} | changed)

    assert refused(reset(code="222222-222222-222222")) == (401, "wrong_code")
    assert refused(reset(login="nobody")) == (401, "wrong_code")
    assert refused(reset(new="short")) == (400, "password_short")
    assert is_in(lost)
    assert reset(code=f" {code.upper()} ").json()["person"]["login"] == "ewa"
    assert (is_in(page), is_in(lost)) == (True, False)
    assert refused(reset()) == (401, "wrong_code"), "it is valid once"
    assert is_in(log_in(house, "ewa", NEW))
    kept = b"".join(each.read_bytes() for each in folder.glob("mostek.sqlite*"))
    assert code.encode() not in kept


def test_a_code_ends_after_a_day_and_with_the_next_one(house: House) -> None:
    account(house, "zoja")
    first, second = (house.run(house.state.people.make_reset_code, "zoja") for _ in range(2))
    assert house.run(house.state.people.use_reset_code, "zoja", first) is None
    past = update(reset_code).values(until=int(time.time() * 1000) - 1)
    house.run(house.state.database.write, lambda connection: connection.execute(past))
    assert house.run(house.state.people.use_reset_code, "zoja", second) is None


@pytest.mark.parametrize("login", ["nobody", "", "x" * 1000])
def test_a_code_for_nobody_is_refused_in_a_sentence(house: House, login: str) -> None:
    done = run("reset-password", login, "--data", house.state.services.config.data, locale="pl_PL.UTF-8")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Błąd: Nie ma konta o loginie")


def test_the_export_has_everything_of_me_and_no_secret(house: House) -> None:
    me = account(house, "nina")
    table = me.open()
    me.sit(table)
    answer = me.get("/me/data")
    assert answer.headers["content-disposition"] == "attachment; filename*=UTF-8''mostek.json"
    found = answer.json()
    assert found["person"]["login"] == "nina"
    assert found["tables"][0] | {"created": 0} == {
        "id": table,
        "status": "open",
        "created": 0,
        "begun": None,
        "ended": None,
        "seats": [{"seat": 1, "name": "Nina"}],
        "roles": [],
        "record": f"/api/tables/{table}/game.gcg",
    }
    assert [each["device"] for each in found["sessions"]] == ["Firefox, Linux"]
    assert "argon2" not in answer.text
    assert me.cookies[SESSION_COOKIE] not in answer.text
    assert refused(house.visitor().get("/me/data")) == (401, "no_person")
