"""Passkeys: a device in software makes them, and logs in with them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from sqlalchemy import select

pytest.importorskip("webauthn", reason="needs the extra `passkeys`")

from mostek import messages
from mostek.features.people.http import passkeys as endpoints
from mostek.features.people.store import MOST, PasskeyFault
from mostek.server.sessions import SESSION_COOKIE
from mostek.store.schema import passkey
from server.http.authenticator import Device, encoded
from server.http.passkey_owners import PASSWORD, account, added, log_in, me
from server.http.visitors import House, refused

WRONG, INVALID, LATE = (401, "passkey_wrong"), (400, "passkey_invalid"), (400, "passkey_late")


def test_a_passkey_is_asked_for_that_needs_no_login_and_knows_its_owner(local: House) -> None:
    ala = account(local, "ala")
    options = ala.post("/passkeys/challenge").json()
    assert options["rp"] == {"name": "mostek", "id": "stol.localhost"}
    assert options["user"] == {"id": encoded(me(ala)["id"].encode()), "name": "ala", "displayName": "ala"}
    assert options["authenticatorSelection"] == {
        "residentKey": "required",
        "requireResidentKey": True,
        "userVerification": "required",
    }
    assert options["attestation"] == "none"
    assert options["excludeCredentials"] == []


def test_who_has_a_passkey_logs_in_without_a_login(local: House) -> None:
    ola = account(local, "ola")
    device = added(ola)
    elsewhere = local.visitor()
    options = elsewhere.post("/sessions/passkey/challenge").json()
    assert options["rpId"] == "stol.localhost"
    assert options["userVerification"] == "required"
    assert not options.get("allowCredentials")
    answer = elsewhere.post("/sessions/passkey", {"credential": device.but(count=2).sign(options)})
    assert answer.status_code == 200, answer.text
    assert answer.json()["person"] == me(ola) == me(elsewhere)


def test_the_list_says_when_a_passkey_was_used(local: House) -> None:
    ela = account(local, "ela")
    assert ela.get("/passkeys").json() == {"passkeys": []}
    first, _ = added(ela, name="  Telefon  Eli "), added(ela, name="Komputer")
    log_in(local.visitor(), first.but(count=2))
    telephone, computer = ela.get("/passkeys").json()["passkeys"]
    assert (telephone["name"], computer["name"]) == ("Telefon Eli", "Komputer")
    assert telephone["used"] >= telephone["created"]
    assert computer["used"] is None
    assert set(computer) == {"id", "name", "created", "used"}


def test_the_browser_is_told_which_passkeys_there_are_already(local: House) -> None:
    iza = account(local, "iza")
    device = added(iza)
    excluded = iza.post("/passkeys/challenge").json()["excludeCredentials"]
    assert excluded == [{"id": encoded(device.credential), "type": "public-key"}]


def test_nobody_logs_in_with_a_passkey_that_was_deleted(local: House) -> None:
    ewa = account(local, "ewa")
    device = added(ewa)
    (kept,) = ewa.get("/passkeys").json()["passkeys"]
    assert ewa.delete(f"/passkeys/{kept['id']}").json() == {"passkeys": []}
    assert refused(ewa.delete(f"/passkeys/{kept['id']}")) == (404, "passkey_gone")
    assert refused(log_in(local.visitor(), device.but(count=2))) == WRONG


def test_who_is_forgotten_has_no_passkeys_left(local: House) -> None:
    ida = account(local, "ida")
    device = added(ida)
    ida.delete("/me")
    rows = select(passkey).where(passkey.c.credential == device.credential)
    assert local.run(local.state.database.read, lambda connection: connection.execute(rows).all()) == []
    assert refused(log_in(local.visitor(), device.but(count=2))) == WRONG


def test_the_session_is_another_one_after_logging_in(local: House) -> None:
    zoe = account(local, "zoe")
    device, before = added(zoe), zoe.cookies[SESSION_COOKIE]
    answer = log_in(zoe, device.but(count=2))
    assert answer.status_code == 200
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert zoe.cookies[SESSION_COOKIE] != before
    zoe.cookies[SESSION_COOKIE] = before
    assert me(zoe) is None


@pytest.mark.parametrize("path", ["/passkeys/challenge", "/passkeys"])
def test_only_accounts_have_passkeys(local: House, path: str) -> None:
    body = {} if path.endswith("challenge") else {"name": "x", "credential": Device().make({"challenge": "x"})}
    assert refused(local.visitor().post(path, body)) == (401, "no_person")
    assert refused(local.visitor("Gość").post(path, body)) == (403, "no_account")
    assert refused(local.visitor("Gość").get("/passkeys")) == (403, "no_account")


def test_a_passkey_that_never_counts_is_good(local: House) -> None:
    device = added(account(local, "ada"), Device(count=0))
    for _ in range(3):
        assert log_in(local.visitor(), device).status_code == 200
    assert log_in(local.visitor(), device.but(count=1)).status_code == 200


def test_a_passkey_belongs_to_one_account(local: House) -> None:
    first, second = account(local, "ann"), account(local, "bea")
    device = added(first)
    options = second.post("/passkeys/challenge").json()
    body = {"name": "x", "credential": device.make(options)}
    assert refused(second.post("/passkeys", body)) == (409, "passkey_known")


def test_nobody_has_more_passkeys_than_twenty(local: House) -> None:
    kay = account(local, "kay")
    for _ in range(MOST - 1):
        added(kay)
    elsewhere = local.visitor()
    elsewhere.post("/sessions", {"login": "kay", "password": PASSWORD})
    options = elsewhere.post("/passkeys/challenge").json()
    added(kay)
    assert refused(kay.post("/passkeys/challenge")) == (409, "too_many_passkeys")
    late = elsewhere.post("/passkeys", {"name": "x", "credential": Device().make(options)})
    assert refused(late) == (409, "too_many_passkeys")
    assert len(kay.get("/passkeys").json()["passkeys"]) == MOST


def test_what_makes_a_device_is_nobodys_business(local: House) -> None:
    """An attestation was not asked for, so even a false one changes nothing."""
    gus = account(local, "gus")
    options = gus.post("/passkeys/challenge").json()
    made = Device().make(options, fmt="packed", attStmt={"alg": -7, "sig": b"nonsense"})
    assert gus.post("/passkeys", {"name": "x", "credential": made}).status_code == 200


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "A\u202ela"])
def test_a_name_is_one_that_can_be_shown(local: House, name: str) -> None:
    nel = account(local, f"nel{len(name)}")
    options = nel.post("/passkeys/challenge").json()
    answer = nel.post("/passkeys", {"name": name, "credential": Device().make(options)})
    assert refused(answer)[0] == 400
    assert refused(answer)[1].startswith("name_")


def test_the_catalogue_says_whether_there_are_passkeys(house: House, local: House) -> None:
    assert local.visitor().get("/catalogue").json()["passkeys"] is True
    assert house.visitor().get("/catalogue").json()["passkeys"] is False


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/passkeys"),
        ("POST", "/passkeys/challenge"),
        ("DELETE", "/passkeys/x"),
        ("POST", "/sessions/passkey/challenge"),
    ],
)
def test_where_there_are_none_nobody_can_ask_for_one(house: House, method: str, path: str) -> None:
    body: dict[str, Any] | None = {} if method == "POST" else None
    assert refused(house.visitor("Ala").ask(method, path, body, {})) == (404, "no_passkeys")


def test_every_sentence_is_translated() -> None:
    with (Path(messages.__file__).parent / "pl/LC_MESSAGES/mostek.po").open("rb") as file:
        known = {message.id for message in read_po(file)}
    assert set(endpoints._FAULTS) == set(PasskeyFault)
    assert {sentence for _, sentence in endpoints._FAULTS.values()} - known == set()
