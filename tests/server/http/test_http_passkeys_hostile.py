"""Forgers, copies and latecomers do not get in with passkeys, and nonsense breaks nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

pytest.importorskip("webauthn", reason="needs the extra `passkeys`")

from mostek.features.people import store, webauthn
from mostek.server.http.limits import Limits
from mostek.server.sessions import CSRF_COOKIE
from server.http.authenticator import PRESENT, VERIFIED, Device, encoded
from server.http.passkey_owners import account, added, house_with_passkeys, log_in, me
from server.http.visitors import House, Visitor, refused

WRONG, INVALID, LATE = (401, "passkey_wrong"), (400, "passkey_invalid"), (400, "passkey_late")


def test_nobody_deletes_the_passkey_of_somebody_else(local: House) -> None:
    uma, thief = account(local, "uma"), account(local, "thief")
    device = added(uma)
    (kept,) = uma.get("/passkeys").json()["passkeys"]
    assert refused(thief.delete(f"/passkeys/{kept['id']}")) == (404, "passkey_gone")
    assert log_in(local.visitor(), device.but(count=2)).status_code == 200


FORGED: dict[str, dict[str, Any]] = {
    "another site": {"site": "evil.test"},
    "a page of another site": {"origin": "http://evil.test"},
    "another port": {"origin": "http://stol.localhost:8001"},
    "nobody was there": {"flags": VERIFIED},
    "nobody was verified": {"flags": PRESENT},
}


@pytest.mark.parametrize("why", FORGED)
def test_what_does_not_come_from_here_makes_no_passkey(local: House, why: str) -> None:
    eve = account(local, f"eve{list(FORGED).index(why)}")
    options = eve.post("/passkeys/challenge").json()
    body = {"name": "x", "credential": Device(**FORGED[why]).make(options)}
    assert refused(eve.post("/passkeys", body)) == INVALID
    assert eve.get("/passkeys").json() == {"passkeys": []}


@pytest.mark.parametrize("why", FORGED)
def test_what_does_not_come_from_here_logs_nobody_in(local: House, why: str) -> None:
    device = added(account(local, f"pat{list(FORGED).index(why)}")).but(count=2)
    assert refused(log_in(local.visitor(), device.but(**FORGED[why]))) == WRONG
    assert log_in(local.visitor(), device).status_code == 200


def test_another_key_logs_nobody_in(local: House) -> None:
    device = added(account(local, "jan"))
    assert refused(log_in(local.visitor(), device.but(count=2, key=Device().key))) == WRONG


def test_a_signature_for_something_else_logs_nobody_in(local: House) -> None:
    device = added(account(local, "ian"))
    assert refused(log_in(local.visitor(), device.but(count=2), "webauthn.create")) == WRONG


def test_an_unknown_passkey_and_a_wrong_signature_are_answered_alike(local: House) -> None:
    device = added(account(local, "lea"))
    unknown = log_in(local.visitor(), Device(user="nobody"))
    wrong = log_in(local.visitor(), device.but(count=2, key=Device().key))
    assert refused(unknown) == WRONG
    assert unknown.content == wrong.content


def test_a_passkey_is_good_for_its_owner_only(local: House) -> None:
    device, other = added(account(local, "max")), account(local, "mia")
    assert refused(log_in(local.visitor(), device.of(me(other)["id"], count=2))) == WRONG


def test_a_challenge_is_good_for_one_answer(local: House) -> None:
    leo = account(local, "leo")
    options = leo.post("/passkeys/challenge").json()
    body = {"name": "x", "credential": Device().make(options)}
    assert leo.post("/passkeys", body).status_code == 200
    assert refused(leo.post("/passkeys", body)) == LATE
    device, visitor = added(leo), local.visitor()
    options = visitor.post("/sessions/passkey/challenge").json()
    signed = {"credential": device.but(count=2).sign(options)}
    assert visitor.post("/sessions/passkey", signed).status_code == 200
    assert refused(visitor.post("/sessions/passkey", signed)) == LATE


def test_a_wrong_answer_takes_the_challenge_too(local: House) -> None:
    device, visitor = added(account(local, "kim")), local.visitor()
    options = visitor.post("/sessions/passkey/challenge").json()
    wrong, right = (each.sign(options) for each in (device.but(count=2, flags=PRESENT), device.but(count=2)))
    assert refused(visitor.post("/sessions/passkey", {"credential": wrong})) == WRONG
    assert refused(visitor.post("/sessions/passkey", {"credential": right})) == LATE


def test_an_answer_to_another_visit_is_none(local: House) -> None:
    device, asked, thief = added(account(local, "tom")), local.visitor(), local.visitor()
    signed = device.but(count=2).sign(asked.post("/sessions/passkey/challenge").json())
    assert refused(thief.post("/sessions/passkey", {"credential": signed})) == LATE
    thief.post("/sessions/passkey/challenge")
    assert refused(thief.post("/sessions/passkey", {"credential": signed})) == WRONG
    assert asked.post("/sessions/passkey", {"credential": signed}).status_code == 200


def test_a_challenge_for_one_person_makes_no_passkey_for_another(local: House) -> None:
    """Whoever logs in on the browser that somebody else has used meanwhile."""
    first, second = account(local, "amy"), account(local, "bob")
    options = first.post("/passkeys/challenge").json()
    second.cookies[CSRF_COOKIE] = first.cookies[CSRF_COOKIE]
    assert refused(second.post("/passkeys", {"name": "x", "credential": Device().make(options)})) == LATE


def test_an_answer_that_comes_too_late_is_none(local: House, monkeypatch: pytest.MonkeyPatch) -> None:
    device, visitor = added(account(local, "sam")), local.visitor()
    options = visitor.post("/sessions/passkey/challenge").json()
    monkeypatch.setattr(store, "ANSWER_TIMEOUT", -1)
    assert refused(visitor.post("/sessions/passkey", {"credential": device.but(count=2).sign(options)})) == LATE


def test_a_passkey_that_counts_backwards_may_be_a_copy(local: House) -> None:
    device = added(account(local, "una"), Device(count=5))
    assert log_in(local.visitor(), device.but(count=6)).status_code == 200
    for count in (6, 1, 0):
        assert refused(log_in(local.visitor(), device.but(count=count))) == (401, "passkey_copied")
    assert log_in(local.visitor(), device.but(count=7)).status_code == 200


HOSTILE_KEYS: dict[str, Any] = {
    "a list": [1, 2],
    "nothing": {},
    "no such kind": {1: 99, 3: -7},
    "an algorithm that was not asked for": {1: 2, 3: -35, -1: 2, -2: bytes(48), -3: bytes(48)},
    "a point beside the curve": {1: 2, 3: -7, -1: 1, -2: bytes(32), -3: bytes(32)},
    "numbers as text": {1: 2, 3: -7, -1: 1, -2: "x", -3: "y"},
    "an endless curve": {1: 1, 3: -8, -1: 6, -2: b"short"},
    "one as a module": {1: 3, 3: -257, -1: b"\x01", -2: b"\x00"},
    "a huge module": {1: 3, 3: -257, -1: b"\xff" * 4000, -2: b"\xff" * 4000},
}


@pytest.mark.parametrize("why", HOSTILE_KEYS)
def test_a_key_that_could_never_verify_anything_is_not_kept(
    local: House, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    rob = account(local, f"rob{list(HOSTILE_KEYS).index(why)}")
    monkeypatch.setattr(Device, "public_key", lambda _: HOSTILE_KEYS[why])
    options = rob.post("/passkeys/challenge").json()
    assert refused(rob.post("/passkeys", {"name": "x", "credential": Device().make(options)})) == INVALID


def test_a_credential_id_that_is_too_long_is_not_kept(local: House) -> None:
    roy = account(local, "roy")
    added(roy, Device(credential=bytes(1023)))
    options = roy.post("/passkeys/challenge").json()
    made = Device(credential=bytes(1024)).make(options)
    assert refused(roy.post("/passkeys", {"name": "x", "credential": made})) == INVALID


def test_a_credential_id_is_the_one_that_was_signed(local: House) -> None:
    sue = account(local, "sue")
    made = Device().make(sue.post("/passkeys/challenge").json())
    body = {"name": "x", "credential": made | {"id": "AAAA", "rawId": "AAAA"}}
    assert refused(sue.post("/passkeys", body)) == INVALID


@pytest.fixture(scope="module")
def hostile(local: House) -> tuple[Visitor, Device]:
    visitor = account(local, "hostile")
    return visitor, added(visitor).but(count=2)


SPOILT = some.one_of(
    some.binary(max_size=80).map(encoded),
    some.text(alphabet="AZaz09-_", max_size=40),
    some.sampled_from([encoded(each) for each in (b"{}", b"[]", b"null", b'{"type":{},"challenge":[],"origin":1}')]),
    some.integers(0, 300),  # where a byte of what was right is turned round
)


@given(
    field=some.sampled_from(["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]),
    spoilt=SPOILT,
)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_nonsense_is_refused(hostile: tuple[Visitor, Device], field: str, spoilt: str | int) -> None:
    visitor, device = hostile
    is_new = field == "attestationObject"
    options = visitor.post("/passkeys/challenge" if is_new else "/sessions/passkey/challenge").json()
    sent = Device().make(options) if is_new else device.sign(options)
    right = sent["response"][field]
    sent["response"][field] = spoilt if isinstance(spoilt, str) else _turned(right, spoilt)
    body = {"name": "x", "credential": sent} if is_new else {"credential": sent}
    answer = visitor.post("/passkeys" if is_new else "/sessions/passkey", body)
    if answer.status_code == 200:  # no bit of what was signed can be turned round, but of an aaguid or an id
        assert is_new
        assert isinstance(spoilt, int)
        kept = visitor.get("/passkeys").json()["passkeys"]
        visitor.delete(f"/passkeys/{kept[-1]['id']}")
    else:
        assert refused(answer) in (WRONG, INVALID)


def _turned(right: str, where: int) -> str:
    raw = bytearray(webauthn.bytes_of(right))
    raw[where % len(raw)] ^= 1
    return encoded(bytes(raw))


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"credential": None},
        {"credential": {"id": "AA", "rawId": "AA", "type": "password", "response": {}}},
        {"credential": {"id": "ż", "rawId": "AA", "type": "public-key", "response": {}}},
        {"credential": Device().sign({"challenge": "AA"}), "login": "ala"},
        b"{",
    ],
)
def test_a_request_that_is_not_well_formed(local: House, body: object) -> None:
    assert refused(local.visitor().post("/sessions/passkey", body)) == (400, "malformed")


def test_guessing_is_slowed_down_as_it_is_with_passwords(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    with house_with_passkeys(tmp_path, Limits(logins=2)) as house:
        asked = [house.visitor().post("/sessions/passkey/challenge") for _ in range(3)]
        assert [answer.status_code for answer in asked] == [200, 200, 429]
        signed = {"credential": Device().sign({"challenge": "AA"})}
        tried = [house.visitor().post("/sessions/passkey", signed) for _ in range(3)]
        assert [answer.status_code for answer in tried] == [400, 400, 429]
        ala = account(house, "ala")
        made = [ala.post("/passkeys/challenge").status_code for _ in range(3)]
        assert made == [200, 200, 429]
