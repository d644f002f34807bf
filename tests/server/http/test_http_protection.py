"""What keeps other sites, guessers and floods away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import mostek
from mostek.server.http.limits import Limits
from mostek.server.sessions import CSRF_COOKIE, CSRF_HEADER, NO_COOKIES, SESSION_COOKIE
from server.http.visitors import ADDRESS, House, open_house, refused


@pytest.mark.parametrize(
    ("method", "path"), [("POST", "/me"), ("PATCH", "/me"), ("DELETE", "/me"), ("POST", "/tables")]
)
@pytest.mark.parametrize("token", ["", "x", "ż" * 30, "a" * 43, "a" * 9000])
def test_a_request_that_does_not_repeat_the_token_is_not_carried_out(
    house: House, method: str, path: str, token: str
) -> None:
    ala = house.visitor("Ala")
    assert refused(ala.ask(method, path, {"name": "Ola"}, {CSRF_HEADER: token})) == (403, "csrf")
    assert ala.get("/me").json()["person"]["name"] == "Ala"


def test_a_request_without_the_cookie_is_not_carried_out(house: House) -> None:
    ala = house.visitor("Ala")
    token = ala.cookies.pop(CSRF_COOKIE)
    assert refused(ala.ask("POST", "/me", {"name": "Ola"}, {CSRF_HEADER: token})) == (403, "csrf")


def test_a_browser_without_cookies_does_what_needs_no_person(house: House) -> None:
    """No right of anybody comes with such a request, and a foreign page cannot send its header."""
    stranger = house.visitor()
    stranger.cookies.clear()
    stranger.headers[CSRF_HEADER] = NO_COOKIES
    assert stranger.post("/puzzles/nobody/solution", {}).status_code == 404
    assert refused(stranger.post("/tables", {})) == (401, "no_person")
    assert refused(stranger.ask("POST", "/tables", {}, {"origin": "https://evil.test"})) == (403, "foreign_origin")


@pytest.mark.parametrize("path", ["/me", "/sessions", "/sessions/reset"])
def test_a_browser_without_cookies_is_told_that_it_cannot_be_recognised(house: House, path: str) -> None:
    stranger = house.visitor()
    stranger.cookies.clear()
    bodies = {
        "/me": {"name": "Ola"},
        "/sessions": {"login": "ola", "password": "x" * 12},
        "/sessions/reset": {"login": "ola", "code": "1", "new": "x" * 12},
    }
    answer = stranger.post(path, bodies[path], **{CSRF_HEADER: NO_COOKIES})
    assert refused(answer) == (403, "no_cookies")
    assert SESSION_COOKIE not in stranger.cookies


@pytest.mark.parametrize("kept", [CSRF_COOKIE, SESSION_COOKIE])
def test_who_sends_a_cookie_repeats_the_token_whatever_the_page_says(house: House, kept: str) -> None:
    ala = house.visitor("Ala")
    ala.cookies = {kept: ala.cookies[kept]}
    assert refused(ala.ask("DELETE", "/me", None, {CSRF_HEADER: NO_COOKIES})) == (403, "csrf")


@pytest.mark.parametrize("spoilt", ["", "x", "ż" * 30, "a" * 9000])
def test_a_spoilt_cookie_is_replaced(house: House, spoilt: str) -> None:
    ala = house.visitor()
    ala.cookies[CSRF_COOKIE] = spoilt
    ala.get("/me")
    assert ala.cookies[CSRF_COOKIE] != spoilt
    assert ala.post("/me", {"name": "Ala"}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.test",
        "http://mostek.test.evil.test",
        "null",
        "",
        "http://[",
        "http://mostek.test:81",
        "ftp://mostek.test",
    ],
)
def test_what_another_site_sends_is_not_carried_out(house: House, origin: str) -> None:
    ala = house.visitor("Ala", origin=ADDRESS)
    assert refused(ala.ask("POST", "/tables", {}, {"origin": origin})) == (403, "foreign_origin")
    assert refused(ala.ask("DELETE", "/me", None, {"origin": origin})) == (403, "foreign_origin")
    assert ala.get("/me").json()["person"] is not None


@pytest.mark.parametrize("origin", [ADDRESS, "https://mostek.test"])
def test_what_the_own_page_sends_is_carried_out(house: House, origin: str) -> None:
    assert house.visitor("Ala").ask("POST", "/tables", {}, {"origin": origin}).status_code == 201


def test_the_page_at_a_local_address_is_the_own_page_too(house: House) -> None:
    ala = house.visitor("Ala")
    answer = ala.ask("POST", "/tables", {}, {"origin": "http://127.0.0.1:8000", "host": "127.0.0.1:8000"})
    assert answer.status_code == 201


@pytest.mark.parametrize("path", ["/", "/api/me", "/api/nothing", "/assets/x", "/t/abc"])
def test_every_answer_tells_the_browser_what_to_keep_apart(house: House, path: str) -> None:
    headers = house.client.get(path).headers
    policy = headers["content-security-policy"]
    scripts = next(part for part in policy.split(";") if "script-src" in part)
    assert scripts.strip() == "script-src 'self' 'wasm-unsafe-eval'"
    assert "frame-ancestors 'none'" in policy
    assert headers["x-frame-options"] == "DENY"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_files_of_a_page_tell_no_more_than_is_obeyed_for_them(house: House) -> None:
    page = house.client.get("/").text
    files = set(re.findall(r"/assets/[\w.-]+\.(?:js|css|woff2)", page))
    assert {path.rpartition(".")[2] for path in files} == {"js", "css", "woff2"}
    for path in (path for path in files if ".worker-" not in path):
        headers = house.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "content-security-policy" not in headers
    worker = next(path.name for path in (Path(mostek.__file__).parent / "server/static").glob("assets/*.worker-*.js"))
    assert "script-src 'self'" in house.client.get(f"/assets/{worker}").headers["content-security-policy"]


def test_only_the_embedded_view_may_stand_in_other_pages(house: House) -> None:
    headers = house.client.get("/embed/abc").headers
    assert "frame-ancestors *" in headers["content-security-policy"]
    assert "x-frame-options" not in headers


def test_what_the_api_answers_is_kept_by_nobody(house: House) -> None:
    assert house.client.get("/api/me").headers["cache-control"] == "no-store"


def test_a_request_that_is_too_large_is_not_read(house: House) -> None:
    body = b'{"name": "' + b"a" * 70_000 + b'"}'
    assert refused(house.visitor().ask("POST", "/me", body, {"content_type": "application/json"})) == (413, "too_large")


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_what_cannot_be_done_at_an_address(house: House, method: str) -> None:
    assert refused(house.visitor().ask(method, "/tables", None, {})) == (405, "method")


def test_a_bug_tells_nothing_of_the_inside(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("the secret of the inside")

    monkeypatch.setattr(house.state.services.tables, "listed", broken)
    monkeypatch.setattr(house.client._transport, "raise_server_exceptions", False)
    answer = house.visitor().get("/tables")
    assert refused(answer) == (500, "bug")
    assert "secret" not in answer.text


def test_a_full_disk_is_said_to_be_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from mostek.app.ports import SaveError

    ala = house.visitor("Ala", accept_language="en")

    async def full(*_: object) -> None:
        raise SaveError("The database cannot be written: {why}.", why="disk full")

    monkeypatch.setattr(house.state.database, "write", full)
    answer = ala.post("/tables", {})
    assert refused(answer) == (503, "not_kept")
    assert answer.json()["detail"] == "The database cannot be written: disk full."


def test_guessing_passwords_is_slowed_down(folder: Path) -> None:
    with open_house(folder, Limits(logins=3)) as house:
        guesser = house.visitor()
        guess = {"login": "ala", "password": "wrong password"}
        answers = [guesser.post("/sessions", guess) for _ in range(5)]
        assert [answer.status_code for answer in answers] == [401, 401, 401, 429, 429]
        assert refused(answers[-1]) == (429, "too_many")
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 60
        assert refused(house.visitor().post("/sessions", guess)) == (429, "too_many")
        assert guesser.get("/me").status_code == 200


def test_a_flood_of_guests_is_slowed_down(folder: Path) -> None:
    with open_house(folder, Limits(guests=2)) as house:
        codes = [house.visitor().post("/me", {"name": "Ala"}).status_code for _ in range(4)]
    assert codes == [200, 200, 429, 429]


def test_a_flood_of_tables_is_slowed_down_for_its_person_only(folder: Path) -> None:
    with open_house(folder, Limits(tables=2)) as house:
        ala, ola = house.visitor("Ala"), house.visitor("Ola")
        assert [ala.post("/tables", {}).status_code for _ in range(4)] == [201, 201, 429, 429]
        assert ola.post("/tables", {}).status_code == 201


def test_limits_do_not_count_for_one_another(folder: Path) -> None:
    with open_house(folder, Limits(logins=1, guests=2)) as house:
        ala = house.visitor("Ala")
        assert ala.post("/sessions", {"login": "ala", "password": "wrong password"}).status_code == 401
        assert ala.post("/me", {"name": "Alicja"}).status_code == 200
