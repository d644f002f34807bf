"""The people of the sample club at its server: the teacher makes a set for a class, two games are reviewed.

They come by HTTP as everybody does, in a thread of their own, because this takes longer than a start should.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress

import msgspec
import structlog

from mostek.feature import FeatureService
from mostek.messages import text
from mostek.server.demo import Demo
from mostek.server.http.services import Services
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError

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


def logged_in(url: str, login: str, password: str) -> HallClient:
    """A person at a server. Raises `AnsweredError`, `UnreachableError`."""
    client = HallClient(url)
    client.ask("POST", "/sessions", {"login": login, "password": password})
    return client


def visit_server(url: str, demo: Demo) -> None:
    """Let the people do what they do. A failure is written to the log: the club is there without it."""
    _, teacher, player = demo.accounts
    try:
        _wait_for(url)
        visitor = logged_in(url, teacher, demo.password)
        # A server that goes on in its folder has the set already.
        if not msgspec.json.decode(visitor.ask("GET", "/class/sets"))["sets"]:
            made = msgspec.json.decode(visitor.ask("POST", "/class/sets", _class_set(), _TIMEOUT))
            visitor.ask("POST", f"/class/sets/{made['id']}/lessons")
        logged_in(url, player, demo.password).ask("POST", f"/reviews/{demo.games[0]}")
        visitor.ask("POST", f"/reviews/{demo.games[-1]}")
    except (UnreachableError, AnsweredError, msgspec.MsgspecError, LookupError) as error:
        log.warning("samples_not_complete", why=str(error))


def _wait_for(url: str) -> None:
    """Until the server listens."""
    for _ in range(_TRIES):
        with suppress(UnreachableError):  # it does not listen yet
            HallClient(url).ask("GET", "/me")
            return
        time.sleep(_PAUSE)


def _class_set() -> dict[str, object]:
    words = [{"type": "word", "word": word} for word in ("MOST", "ŻÓŁWIK", "KTURY")]
    tasks = [*words, {"type": "anagram", "letters": "AKLOS"}, {"type": "case", "case": "gen-set-square"}]
    position = {"type": "position", "board": _BOARD, "rack": "AEKLOŻ?"}
    return {"title": text("First lesson"), "tasks": [*tasks, position]}
