"""People who have games reviewed by a running server, so that its queue of reviews is never empty; for `bench/live.py`."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event, Thread

import httpx

from mostek.server.sessions import CSRF_COOKIE, CSRF_HEADER, SESSION_COOKIE

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from engine.written_games import whole_game

_LOOK = 20.0
"""How often, in seconds, a reviewer looks: a review that nobody looks at is dropped."""


class Reviewers:
    """Reviewers, each with a deep review that takes longer than a measurement."""

    def __init__(self, port: int, tokens: list[str]) -> None:
        self._address = f"http://127.0.0.1:{port}/api"
        self._ends = Event()
        self.working = 0
        """The reviewers whose review was in work at the last look."""
        games = [whole_game("pl-wolny", seed) for seed in range(len(tokens))]
        self._threads = [
            Thread(target=self._review, args=pair, daemon=True) for pair in zip(tokens, games, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def _review(self, token: str, game: str) -> None:
        with httpx.Client(cookies={SESSION_COOKIE: token}, timeout=60) as client:
            client.get(f"{self._address}/me").raise_for_status()
            client.headers[CSRF_HEADER] = client.cookies.get(CSRF_COOKIE) or ""
            id = client.post(f"{self._address}/reviews", content=game.encode()).raise_for_status().json()["id"]
            address = f"{self._address}/reviews/{id}"
            stage = client.post(address, json={"depth": "deep"}).raise_for_status().json()["stage"]
            self.working += stage in ("waiting", "running")
            while not self._ends.wait(_LOOK):
                client.get(f"{address}?depth=deep").raise_for_status()

    def stop(self) -> None:
        """End them."""
        self._ends.set()
        for thread in self._threads:
            thread.join(60)
