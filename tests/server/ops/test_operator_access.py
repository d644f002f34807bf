"""The operator's page and figures: for this machine and for the token, and for nobody behind a proxy or on the network."""

from __future__ import annotations

import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.connection import ASGIConnection

from cli.program import MOSTEK, environment
from mostek.app.ports import LogError
from mostek.messages import text_in
from mostek.server import condition, metrics
from mostek.server.config import Config
from mostek.server.operator_access import COOKIE, FILE, is_operator, needs_token, operator_token
from mostek.store.copying import CopyState
from server.http.visitors import House, open_house
from server.ops.test_readiness import serving, until

TOKEN = "ab" * 32


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture
def house(folder: Path) -> Iterator[House]:
    """A server with a public address."""
    with open_house(folder) as opened:
        yield opened


def asked(client: str, host: str = "localhost:8000", **headers: str) -> Any:
    """A request from that address, as the server sees it."""
    sent = {"host": host} | {name.replace("_", "-"): value for name, value in headers.items()}
    raw = [(name.encode(), value.encode()) for name, value in sent.items()]
    scope: Any = {"type": "http", "headers": raw, "client": (client, 1234), "path": "/operator"}
    return ASGIConnection(scope)


LOCAL = Config(data=Path("data"))


@pytest.mark.parametrize("client", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000"])
def test_a_request_of_this_machine_to_this_machine_is_the_operators(client: str, host: str) -> None:
    assert is_operator(asked(client, host), LOCAL, TOKEN)


@pytest.mark.parametrize(
    "request_of_another",
    [
        asked("192.168.1.7"),
        asked("2001:db8::1"),
        asked("testclient"),
        asked("127.0.0.1", "stol.example.org"),
        asked("127.0.0.1", "192.168.1.5:8000"),
        asked("127.0.0.1", "localhost.example.org"),
        asked("127.0.0.1", ""),
        asked("127.0.0.1", "[::1"),
        asked("127.0.0.1", x_forwarded_for="127.0.0.1"),
        asked("127.0.0.1", x_forwarded_proto="https"),
        asked("127.0.0.1", x_forwarded_host="localhost"),
        asked("127.0.0.1", forwarded="for=127.0.0.1"),
        asked("127.0.0.1", via="1.1 proxy"),
        asked("127.0.0.1", x_real_ip="127.0.0.1"),
        asked("127.0.0.1", cf_connecting_ip="127.0.0.1"),
        asked("127.0.0.1", authorization="Bearer wrong"),
        asked("127.0.0.1", authorization="Bearer"),
        asked("192.168.1.7", cookie=f"{COOKIE}=wrong"),
        asked("192.168.1.7", cookie=f"{COOKIE}="),
        asked("192.168.1.7", authorization=f"Basic {TOKEN}"),
    ],
)
def test_everybody_else_is_not(request_of_another: Any) -> None:
    assert not is_operator(request_of_another, LOCAL, TOKEN)


def test_behind_a_public_address_this_machine_is_the_proxy() -> None:
    assert not is_operator(asked("127.0.0.1"), Config(data=Path("data"), public_url="https://stol.example.org"), TOKEN)


@pytest.mark.parametrize("headers", [{"authorization": f"Bearer {TOKEN}"}, {"cookie": f"{COOKIE}={TOKEN}"}])
def test_the_token_opens_from_anywhere(headers: dict[str, str]) -> None:
    public = Config(data=Path("data"), public_url="https://stol.example.org")
    assert is_operator(asked("203.0.113.9", "stol.example.org", x_forwarded_for="1.2.3.4", **headers), public, TOKEN)


@pytest.mark.parametrize(
    ("host", "public_url", "needed"),
    [
        ("0.0.0.0", None, False),
        ("::", None, False),
        ("127.0.0.1", None, False),
        ("localhost", None, False),
        ("192.168.1.5", None, True),
        ("0.0.0.0", "https://stol.example.org", True),
    ],
)
def test_when_the_operator_needs_the_token(host: str, public_url: str | None, needed: bool) -> None:
    assert needs_token(Config(data=Path("data"), host=host, public_url=public_url)) is needed


class TestToken:
    """The file of the token."""

    def test_it_is_made_once_and_only_its_owner_reads_it(self, folder: Path) -> None:
        token = operator_token(folder)
        assert re.fullmatch("[0-9a-f]{64}", token)
        assert operator_token(folder) == token
        if sys.platform != "win32":
            assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600

    @pytest.mark.parametrize("damaged", ["", "\n", "zz", "ab", "ab" * 31, "ab" * 33])
    def test_a_damaged_one_is_replaced_and_opens_nothing(self, folder: Path, damaged: str) -> None:
        (folder / FILE).write_text(damaged)
        token = operator_token(folder)
        assert re.fullmatch("[0-9a-f]{64}", token)
        assert token != damaged
        assert operator_token(folder) == token
        if sys.platform != "win32":
            assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o600


class TestPage:
    """The page through HTTP."""

    def test_a_visitor_is_asked_for_the_token_and_learns_nothing(self, house: House) -> None:
        answer = house.visitor("Ala").send("GET", "/operator?lang=en", {})
        assert answer.status_code == 403
        assert "Enter the token" in answer.text
        assert "Memory of the processes" not in answer.text
        assert answer.headers["x-robots-tag"] == "noindex"
        assert answer.headers["cache-control"] == "no-store"
        assert str(house.state.condition.config.data) not in answer.text

    def test_a_wrong_token_is_said_in_the_page(self, house: House) -> None:
        for wrong in ("", "wrong", "ą" * 64, house.state.operator_token[:-1]):
            answer = house.client.post("/operator", data={"token": wrong}, headers={"accept-language": "en"})
            assert answer.status_code == 403
            assert "This is not the token." in answer.text
            assert COOKIE not in answer.headers.get("set-cookie", "")

    @pytest.mark.parametrize(
        ("kind", "content"),
        [
            ("multipart/form-data", b"x"),
            ("multipart/form-data; boundary=x", b"--x\r\n\r\n\xff\r\n--x--"),
            ("multipart/form-data; boundary=x", b"--x"),
            ("application/x-www-form-urlencoded", b"token=%ff%00&token=2&=%"),
            ("application/json", b'{"token": [' * 1000),
            ("text/plain", b"\xff" * 60_000),
        ],
    )
    def test_nonsense_in_the_form_breaks_nothing(self, house: House, kind: str, content: bytes) -> None:
        answer = house.client.post("/operator", content=content, headers={"content-type": kind})
        assert answer.status_code in (400, 403)
        assert COOKIE not in answer.headers.get("set-cookie", "")

    def test_the_token_opens_the_page_in_this_browser(self, house: House) -> None:
        sent = house.client.post(
            "/operator", data={"token": f" {house.state.operator_token}\n"}, follow_redirects=False
        )
        assert (sent.status_code, sent.headers["location"]) == (303, "/operator")
        cookie = next(each for each in sent.headers.get_list("set-cookie") if each.startswith(COOKIE))
        for attribute in ("HttpOnly", "SameSite=strict", "Path=/operator"):
            assert attribute.lower() in cookie.lower()
        headers = {"cookie": cookie.partition(";")[0], "accept-language": "en"}
        house.client.cookies.clear()
        page = house.client.get("/operator", headers=headers)
        assert page.status_code == 200
        assert "Memory of the processes" in page.text
        assert house.state.operator_token not in page.text

    def test_another_site_cannot_send_the_form(self, house: House) -> None:
        answer = house.client.post(
            "/operator", data={"token": house.state.operator_token}, headers={"origin": "https://evil.example"}
        )
        assert answer.status_code == 403
        assert COOKIE not in answer.headers.get("set-cookie", "")

    @pytest.mark.parametrize("lang", ["pl", "en"])
    def test_it_tells_all_that_is_wrong_with_the_next_step(
        self, house: House, lang: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        found: condition.Condition = house.state.condition
        monkeypatch.setattr(condition, "free_space", lambda _: 100_000_000)
        house.state.database.damage.put_aside("k7m3p9", LogError("The database cannot be read: {why}.", why="damage"))
        house.state.database.damage.set_parts({"page 7": LogError("The database cannot be read: {why}.", why="damage")})
        monkeypatch.setattr(type(house.state.database), "copy_state", CopyState(True, 1_700_000_000_000, "full"))
        monkeypatch.setattr(found._date, "doubt", lambda: LogError("The game cannot be continued: {why}.", why="date"))
        metrics.note_job("paper", "memory", 3.0)
        page = house.client.get(
            f"/operator?lang={lang}", headers={"authorization": f"Bearer {house.state.operator_token}"}
        )
        assert page.status_code == 200
        assert f'<html lang="{lang}">' in page.text
        codes = re.findall(r'data-matter="(\w+)"', page.text)
        assert codes == ["disk_low", "put_aside", "damaged", "copy", "date"]
        assert page.text.count(f"<b>{text_in(lang, 'Next:')}</b>") == len(codes) + 1
        for shown in ("k7m3p9", "page 7", "<code>paper</code>", "2023-11-14"):
            assert shown in page.text
        assert text_in(lang, "needed too much memory") in page.text
        house.state.database.damage.clear()


def test_on_this_machine_nothing_is_asked_and_a_proxy_gets_nothing(folder: Path) -> None:
    with serving(folder) as (process, client):
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        assert f"For you, who run it: {client.base_url}/operator\n" in said
        for path in ("operator", "metrics"):
            address = f"{client.base_url}/{path}"
            assert client.get(address).status_code == 200
            passed = client.get(address, headers={"x-forwarded-for": "127.0.0.1"})
            assert passed.status_code in (401, 403)
            assert "Memory of the processes" not in passed.text
            assert "mostek_games" not in passed.text
            local = httpx.get(address, headers={"host": "192.168.1.5"})
            assert local.status_code in (401, 403)


def test_a_public_server_names_the_file_of_the_token_where_nobody_looks_at_a_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOSTEK_PUBLIC_URL", "http://stol.test")
    with serving(folder) as (process, client):
        assert process.stdout is not None
        said = process.stdout.readline() + process.stdout.readline()
        assert f"http://stol.test/operator with the token in {folder / FILE}\n" in said
        token = (folder / FILE).read_text().strip()
        assert token not in said
        assert client.get("/metrics").status_code == 401
        headers = {"authorization": f"Bearer {token}"}
        until(lambda: "mostek_ready 1.0" in client.get("/metrics", headers=headers).text)
    assert token not in (folder / "log").read_text()


def test_at_a_terminal_the_token_itself_is_shown(folder: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    program = pexpect.spawn(
        MOSTEK[0],
        [*MOSTEK[1:], "serve", "--data", str(folder), "--port", "0", "--public-url", "http://stol.test"],
        env=environment("en_GB.UTF-8"),
        encoding="utf-8",
        timeout=60,
        dimensions=(24, 200),
    )
    try:
        program.expect(r"For you, who run it: http://stol\.test/operator with the token ([0-9a-f]{64})")
        assert program.match[1] == (folder / FILE).read_text().strip()
    finally:
        program.terminate(force=True)
