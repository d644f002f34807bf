"""Passkeys: a device in software makes them and logs in with them; forgers, copies and latecomers do not get in."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some
from litestar.testing import TestClient
from sqlalchemy import select

pytest.importorskip("webauthn", reason="needs the extra `passkeys`")

from mostek import messages
from mostek.server import ceremonies
from mostek.server.auth import CSRF_COOKIE, SESSION_COOKIE
from mostek.server.ceremonies import PATIENCE, Challenges, Site, site_of
from mostek.server.config import Config
from mostek.server.http import passkeys as endpoints
from mostek.server.http.limits import Limits
from mostek.server.main import application
from mostek.store.passkeys import MOST, PasskeyFault
from mostek.store.schema import passkey
from server.http.authenticator import PRESENT, VERIFIED, Device, encoded
from server.http.visitors import PLENTY, House, Passing, Visitor, refused

HERE = "http://localhost:8000"
PASSWORD = "koń trojański 7"
WRONG, INVALID, LATE = (401, "passkey_wrong"), (400, "passkey_invalid"), (400, "passkey_late")


@contextmanager
def opened(folder: Path, limits: Limits = PLENTY, address: str = HERE) -> Iterator[House]:
    app = application(Config(data=folder, public_url=address), limits, Passing())
    with TestClient(app, base_url=address) as client:
        yield House(client)


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server on this machine, under the one name without https at which there are passkeys."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("house")
        patch.setenv("MOSTEK_DATA", str(folder))
        with opened(folder) as house:
            yield house


def account(house: House, login: str) -> Visitor:
    visitor = house.visitor(login.title())
    assert visitor.post("/accounts", {"login": login, "password": PASSWORD}).status_code == 200
    return visitor


def me(visitor: Visitor) -> Any:
    return visitor.get("/me").json()["person"]


def added(visitor: Visitor, device: Device | None = None, name: str = "Telefon") -> Device:
    """Add a passkey; the device, which knows whose it is now."""
    options = visitor.post("/passkeys/challenge").json()
    device = (device or Device()).of(me(visitor)["id"])
    answer = visitor.post("/passkeys", {"name": name, "credential": device.make(options)})
    assert answer.status_code == 200, answer.text
    return device


def log_in(visitor: Visitor, device: Device, kind: str = "webauthn.get") -> Any:
    options = visitor.post("/sessions/passkey/challenge").json()
    return visitor.post("/sessions/passkey", {"credential": device.sign(options, kind)})


def test_a_passkey_is_asked_for_that_needs_no_login_and_knows_its_owner(local: House) -> None:
    ala = account(local, "ala")
    options = ala.post("/passkeys/challenge").json()
    assert options["rp"] == {"name": "mostek", "id": "localhost"}
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
    assert options["rpId"] == "localhost"
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


def test_nobody_deletes_the_passkey_of_somebody_else(local: House) -> None:
    uma, thief = account(local, "uma"), account(local, "thief")
    device = added(uma)
    (kept,) = uma.get("/passkeys").json()["passkeys"]
    assert refused(thief.delete(f"/passkeys/{kept['id']}")) == (404, "passkey_gone")
    assert log_in(local.visitor(), device.but(count=2)).status_code == 200


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


FORGED: dict[str, dict[str, Any]] = {
    "another site": {"site": "evil.test"},
    "a page of another site": {"origin": "http://evil.test"},
    "another port": {"origin": "http://localhost:8001"},
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
    monkeypatch.setattr(ceremonies, "PATIENCE", -1)
    assert refused(visitor.post("/sessions/passkey", {"credential": device.but(count=2).sign(options)})) == LATE


def test_a_passkey_that_counts_backwards_may_be_a_copy(local: House) -> None:
    device = added(account(local, "una"), Device(count=5))
    assert log_in(local.visitor(), device.but(count=6)).status_code == 200
    for count in (6, 1, 0):
        assert refused(log_in(local.visitor(), device.but(count=count))) == (401, "passkey_copied")
    assert log_in(local.visitor(), device.but(count=7)).status_code == 200


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
    raw = bytearray(ceremonies.bytes_of(right))
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
    with opened(tmp_path, Limits(logins=2)) as house:
        asked = [house.visitor().post("/sessions/passkey/challenge") for _ in range(3)]
        assert [answer.status_code for answer in asked] == [200, 200, 429]
        signed = {"credential": Device().sign({"challenge": "AA"})}
        tried = [house.visitor().post("/sessions/passkey", signed) for _ in range(3)]
        assert [answer.status_code for answer in tried] == [400, 400, 429]
        ala = account(house, "ala")
        made = [ala.post("/passkeys/challenge").status_code for _ in range(3)]
        assert made == [200, 200, 429]


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://stol.example.org", Site("stol.example.org", "https://stol.example.org")),
        ("https://Stol.Example.org:443", Site("stol.example.org", "https://stol.example.org")),
        ("https://stół.example.org:8443", Site("xn--st-6ja03a.example.org", "https://xn--st-6ja03a.example.org:8443")),
        ("http://localhost", Site("localhost", "http://localhost")),
        ("http://localhost:8000", Site("localhost", "http://localhost:8000")),
        ("http://stol.localhost:8000", Site("stol.localhost", "http://stol.localhost:8000")),
        ("http://stol.example.org", None),
        ("http://notlocalhost", None),
        ("http://127.0.0.1:8000", None),
        ("https://192.168.1.4", None),
        ("https://[2001:db8::1]", None),
        ("https://a..b", None),
    ],
)
def test_where_passkeys_belong(tmp_path: Path, address: str, site: Site | None) -> None:
    assert site_of(Config(data=tmp_path, public_url=address)) == site


def test_without_a_public_address_there_are_passkeys_on_localhost_alone(tmp_path: Path) -> None:
    assert site_of(Config(data=tmp_path)) is None
    assert site_of(Config(data=tmp_path, host="127.0.0.1")) is None
    assert site_of(Config(data=tmp_path, host="localhost", port=8001)) == Site("localhost", "http://localhost:8001")


def test_the_catalogue_says_whether_there_are_passkeys(house: House, local: House) -> None:
    assert local.visitor().get("/catalogue").json()["passkeys"] is True
    assert house.visitor().get("/catalogue").json()["passkeys"] is False


def test_without_the_extra_there_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceremonies, "find_spec", lambda _: None)
    assert site_of(Config(data=tmp_path, public_url="https://stol.example.org")) is None


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


def test_a_server_starts_without_the_library() -> None:
    code = "import sys, mostek.server.main; sys.exit('webauthn' in sys.modules or 'cryptography' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_every_sentence_is_translated() -> None:
    with (Path(messages.__file__).parent / "pl/LC_MESSAGES/mostek.po").open("rb") as file:
        known = {message.id for message in read_po(file)}
    assert set(endpoints._FAULTS) == set(PasskeyFault)
    assert {sentence for _, sentence in endpoints._FAULTS.values()} - known == set()


def test_challenges_end_and_the_oldest_goes_first() -> None:
    time = [0.0]
    challenges = Challenges(2, lambda: time[0])
    first, again = challenges.give("ala"), challenges.give("ala")
    assert first != again
    challenges.give("ola")
    challenges.give("ela")
    with pytest.raises(LookupError):
        challenges.take("ala")
    time[0] = PATIENCE
    challenges.take("ola")
    time[0] = PATIENCE + 1
    with pytest.raises(LookupError):
        challenges.take("ela")
    for number in range(10):
        challenges.give(str(number))
    assert len(challenges._asked) == 2
