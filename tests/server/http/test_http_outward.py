"""Outward connections: for a guest only public addresses by https, looked up once; the answer is never shown to them."""

from __future__ import annotations

import json
import socket
import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from mostek.server.config import Config
from mostek.server.sessions import is_own_user
from mostek.store import outward
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError
from mostek.store.outward import NotPublicError, OutwardReach, is_own_address, public_addresses, send_request
from server.http.push_service import HOST, PushService, push_service
from server.http.test_http_tournaments import founded
from server.http.visitors import House, open_house, refused

SECRET = "what only the inner network may read"
INNER = [
    "http://127.0.0.1:{port}",
    "https://127.0.0.1:{port}",
    "https://[::1]:{port}",
    "https://169.254.169.254",
    "https://10.0.0.7",
    "https://0x7f000001",
    "https://2130706433",
    "https://127.1",
    "http://example.org",
    "https://example.org:8443",
    "https://user@example.org",
    "https://localhost",
    "https://[::ffff:127.0.0.1]",
    "https://[64:ff9b::a00:7]",
]


class Inner:
    """A service of the own network, which counts who comes."""

    def __init__(self) -> None:
        inner = self
        self.came = 0

        class Handler(BaseHTTPRequestHandler):
            def handle(self) -> None:
                inner.came += 1
                super().handle()

            def do_GET(self) -> None:
                body = json.dumps({"code": "x", "detail": SECRET}).encode()
                self.send_response(409)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def inner() -> Iterator[Inner]:
    service = Inner()
    yield service
    service.stop()


@pytest.fixture(scope="module")
def publishing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose guests may publish."""
    folder = tmp_path_factory.mktemp("publishing")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(folder))
        with open_house(folder, publishes=True) as house:
            yield house


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PushService]:
    with push_service(tmp_path_factory.mktemp("service")) as there:
        yield there


@pytest.fixture(scope="module")
def seen() -> set[Any]:
    """What was told of addresses out of reach."""
    return set()


def published(house: House, link: str) -> tuple[Any, Any, str]:
    director, id = founded(house)
    body = {"link": link, "audience": {}, "agreed": True}
    return director.post(f"/tournaments/{id}/publication", body), director, id


def outcome(director: Any, id: str) -> dict[str, Any]:
    """How a publication stands after its first step."""
    until = monotonic() + 20
    while True:
        state: dict[str, Any] = director.get(f"/tournaments/{id}/publication").json()
        if state["stage"] != "sending":
            return state
        assert monotonic() < until
        sleep(0.05)


@pytest.mark.parametrize("origin", INNER)
def test_a_guest_publishes_to_no_address_of_the_machine_or_its_network(
    publishing: House, inner: Inner, origin: str
) -> None:
    answer, director, id = published(publishing, f"{origin.format(port=inner.port)}/publish/TOKEN")
    assert refused(answer) == (403, "copy_not_public")
    assert answer.json()["remedy"]
    assert SECRET not in answer.text
    assert director.get(f"/tournaments/{id}/publication").json()["stage"] is None
    assert inner.came == 0


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "169.254.169.254", "10.1.2.3", "::ffff:10.0.0.1", None])
def test_a_name_that_leads_inside_is_the_same_as_one_that_leads_nowhere(
    publishing: House, inner: Inner, address: str | None, seen: set[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def looked_up(host: str) -> list[str]:
        if address is None:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return [address]

    opened: list[Any] = []
    monkeypatch.setattr(outward, "addresses_of", looked_up)
    monkeypatch.setattr(socket, "create_connection", lambda *given, **_: opened.append(given))
    answer, director, id = published(publishing, "https://inner.example.org/publish/TOKEN")
    assert answer.status_code == 200, answer.text
    state = outcome(director, id)
    assert (state["stage"], opened, inner.came) == ("broken", [], 0)
    seen.add((state["sentence"], state["remedy"], state["wait"]))
    assert len(seen) == 1, "nobody can tell them apart"
    director.post(f"/tournaments/{id}/publication/stop")


def test_one_inner_address_among_public_ones_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outward, "addresses_of", lambda host: ["142.250.1.1", "127.0.0.1"])
    with pytest.raises(NotPublicError):
        public_addresses("mixed.example.org")
    monkeypatch.setattr(outward, "addresses_of", lambda host: ["142.250.1.1"])
    assert public_addresses("fine.example.org") == [("142.250.1.1", 443)]


def test_a_public_address_of_the_machine_itself_is_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_own_address("127.0.0.1")
    assert not is_own_address("142.250.1.1")
    monkeypatch.setattr(outward, "is_public_address", lambda said: True)
    monkeypatch.setattr(outward, "addresses_of", lambda host: ["127.0.0.1"])
    with pytest.raises(NotPublicError):
        public_addresses("myself.example.org")


def leading(monkeypatch: pytest.MonkeyPatch, service: PushService) -> list[str]:
    """Let checked addresses be the one of a service here, whose certificate is trusted. Returns the names looked up."""
    asked: list[str] = []

    def led(host: str) -> list[tuple[str, int]]:
        asked.append(host)
        return [("127.0.0.1", service.port)]

    monkeypatch.setattr(outward, "public_addresses", led)
    monkeypatch.setattr(ssl, "create_default_context", lambda: service.context)
    return asked


def sends(method: str = "POST", **more: Any) -> Any:
    asked = {"reach": OutwardReach.PUBLIC, "timeout": 5.0, "largest": 1000, **more}
    return send_request(f"https://{HOST}", method, "/api/x", b"{}", {}, **asked)


def test_a_name_is_looked_up_once_and_its_certificate_counts(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = leading(monkeypatch, service)
    assert sends().status == 201
    assert asked == [HOST]
    with pytest.raises(OSError, match=r"certificate|hostname|mismatch"):
        send_request(
            "https://other.example.net", "POST", "/", b"", {}, reach=OutwardReach.PUBLIC, timeout=5.0, largest=9
        )


def test_a_redirect_is_an_answer_and_nobody_goes_there(
    service: PushService, inner: Inner, monkeypatch: pytest.MonkeyPatch
) -> None:
    leading(monkeypatch, service)
    service.answers["/api/x"] = 307
    service.more = {"Location": f"http://127.0.0.1:{inner.port}/"}
    try:
        assert sends().status == 307
        with pytest.raises(AnsweredError):
            HallClient(f"https://{HOST}", {"mostek_csrf": "x"}, OutwardReach.PUBLIC).ask("POST", "/x")
    finally:
        service.answers.clear()
        service.more = {}
    assert inner.came == 0


def test_who_answers_too_slowly_is_cut_off(service: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    leading(monkeypatch, service)
    monkeypatch.setattr(outward, "WHOLE_TIME", 0.3)
    service.delay = 3.0
    begun = monotonic()
    try:
        with pytest.raises(OSError):  # noqa: PT011 - which one depends on where the line was cut
            sends(timeout=30.0)
    finally:
        service.delay = 0.0
    assert monotonic() - begun < 2.5


def test_an_answer_that_is_too_large_is_none(inner: Inner) -> None:
    origin = f"http://127.0.0.1:{inner.port}"
    with pytest.raises(OSError, match="too large"):
        send_request(origin, "GET", "/", None, {}, reach=OutwardReach.ANYWHERE, timeout=5.0, largest=10)


@pytest.mark.parametrize("code", ["no_copy_link", "nonsense"])
def test_nothing_of_an_answer_is_shown_to_a_guest(
    publishing: House, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    def refuses(self: HallClient, *_: Any) -> bytes:
        raise AnsweredError(409, code, SECRET, {"code": code, "detail": SECRET, "remedy": SECRET})

    monkeypatch.setattr(HallClient, "ask", refuses)
    answer, director, id = published(publishing, "https://example.org/publish/TOKEN")
    assert answer.status_code == 200
    state = outcome(director, id)
    assert state["stage"] == "refused"
    assert SECRET not in json.dumps(state)
    assert len(state["sentence"].split()) > 3
    assert state["remedy"]
    gone = director.delete(f"/tournaments/{id}/publication")
    assert gone.status_code in (404, 502)
    assert SECRET not in gone.text


def test_a_busy_server_speaks_no_words_of_its_own_to_a_guest(
    publishing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def is_busy(self: HallClient, *_: Any) -> bytes:
        raise UnreachableError(self.origin, 10.0, SECRET)

    monkeypatch.setattr(HallClient, "ask", is_busy)
    _, director, id = published(publishing, "https://example.org/publish/TOKEN")
    assert SECRET not in json.dumps(outcome(director, id))
    director.post(f"/tournaments/{id}/publication/stop")


def test_the_operator_may_let_guests_publish_anywhere(tmp_path: Path, inner: Inner) -> None:
    assert Config.of({"MOSTEK_PUBLISH": "anywhere"}, data=tmp_path).publishes_anywhere
    assert not Config.of({"MOSTEK_PUBLISH": "1"}, data=tmp_path).publishes_anywhere
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(tmp_path))
        with open_house(tmp_path, publishes=True, publishes_anywhere=True) as house:
            answer, director, id = published(house, f"http://127.0.0.1:{inner.port}/publish/TOKEN")
            assert answer.status_code == 200
            state = outcome(director, id)
            assert (state["stage"], state["sentence"]) == ("refused", SECRET)
    assert inner.came


class Asked:
    """As much of a connection as says who asks."""

    def __init__(self, there: str, host: str, **headers: str) -> None:
        self.client = type("Client", (), {"host": there})
        self.headers = {"host": host, **{name.replace("_", "-"): value for name, value in headers.items()}}


@pytest.mark.parametrize(
    ("asked", "is_user"),
    [
        (Asked("127.0.0.1", "127.0.0.1:8000"), True),
        (Asked("127.0.0.1", "localhost:8000"), True),
        (Asked("::1", "[::1]:8000"), True),
        (Asked("192.168.7.7", "127.0.0.1:8000"), False),
        (Asked("testclient", "localhost"), False),
        (Asked("127.0.0.1", "tunnel.example.org"), False),
        (Asked("127.0.0.1", "localhost", x_forwarded_for="127.0.0.1"), False),
        (Asked("127.0.0.1", "10.255.255.1:8000"), False),
    ],
)
def test_the_user_of_the_computer_comes_from_it_and_calls_it_so(asked: Any, is_user: bool, tmp_path: Path) -> None:
    if asked.client.host == "::1" and not socket.has_ipv6:
        pytest.skip("no IPv6 here")
    assert is_own_user(asked, Config(data=tmp_path)) is is_user
    assert not is_own_user(asked, Config(data=tmp_path, public_url="https://stol.example.org")), "behind a proxy"
