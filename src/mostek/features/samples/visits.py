"""The people of the sample club at its server: the teacher makes a set for a class, two games are reviewed.

They come by HTTP as everybody does, in a thread of their own, because this takes longer than a start should.
"""

from __future__ import annotations

import threading
import time
import urllib.error
import urllib.request
from contextlib import suppress
from http.cookiejar import CookieJar
from typing import Any

import msgspec
import structlog

from mostek.feature import FeatureService
from mostek.messages import text
from mostek.server.demo import Demo
from mostek.server.http.middleware import ALIVE
from mostek.server.http.services import Services
from mostek.server.sessions import CSRF_COOKIE, CSRF_HEADER

_TRIES, _PAUSE, _TIMEOUT = 100, 0.1, 60
_BOARD = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15"
log = structlog.get_logger("mostek.samples")


class SampleVisits(FeatureService):
    """Lets the people come when a server with the sample club starts."""

    def __init__(self, services: Services) -> None:
        self._config = services.config

    async def start(self) -> None:
        """See `FeatureService`."""
        if (demo := self._config.demo) is not None:
            threading.Thread(target=visit_server, args=(self._config.local_url, demo), daemon=True).start()


class Visitor:
    """A person who has logged in at a server."""

    def __init__(self, url: str, login: str, password: str) -> None:
        self._url = url
        self._cookies = CookieJar()
        # No proxy: the server is this machine.
        handlers = urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self._cookies)
        self._opener = urllib.request.build_opener(*handlers)
        self.send_request("GET", "/me")
        self.send_request("POST", "/sessions", {"login": login, "password": password})

    def send_request(self, method: str, path: str, body: object = None) -> Any:
        """The answer to a request."""
        data = None if body is None else msgspec.json.encode(body)
        token = next((cookie.value or "" for cookie in self._cookies if cookie.name == CSRF_COOKIE), "")
        headers = {"Content-Type": "application/json", CSRF_HEADER: token}
        request = urllib.request.Request(f"{self._url}/api{path}", data, headers, method=method)
        with self._opener.open(request, timeout=_TIMEOUT) as answer:
            return msgspec.json.decode(answer.read())


def visit_server(url: str, demo: Demo) -> None:
    """Let the people do what they do. A failure is written to the log: the club is there without it."""
    _, teacher, player = demo.accounts
    try:
        _wait_for(url)
        visitor = Visitor(url, teacher, demo.password)
        # A server that goes on in its folder has the set already.
        if not visitor.send_request("GET", "/class/sets")["sets"]:
            made = visitor.send_request("POST", "/class/sets", _class_set())
            visitor.send_request("POST", f"/class/sets/{made['id']}/lessons", {})
        Visitor(url, player, demo.password).send_request("POST", f"/reviews/{demo.games[0]}", {})
        visitor.send_request("POST", f"/reviews/{demo.games[-1]}", {})
    except (OSError, msgspec.MsgspecError, LookupError) as error:
        log.warning("samples_not_complete", why=str(error))


def _wait_for(url: str) -> None:
    for _ in range(_TRIES):
        with suppress(OSError), urllib.request.urlopen(url + ALIVE, timeout=_TIMEOUT):  # it does not listen yet
            return
        time.sleep(_PAUSE)


def _class_set() -> dict[str, object]:
    words = [{"type": "word", "word": word} for word in ("MOST", "ŻÓŁWIK", "KTURY")]
    tasks = [*words, {"type": "anagram", "letters": "AKLOS"}, {"type": "case", "case": "gen-set-square"}]
    position = {"type": "position", "board": _BOARD, "rack": "AEKLOŻ?"}
    return {"title": text("First lesson"), "tasks": [*tasks, position]}
