"""The net between one page and the server, in the hands of a test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import WebSocketRoute

from browser.people import Person


class Net:
    """May be cut: sockets break, and new ones lead nowhere. May also keep messages of one kind back."""

    def __init__(self, person: Person) -> None:
        self._is_cut = False
        self._open: list[WebSocketRoute] = []
        self._kind: str | None = None
        self._kept: list[Callable[[], None]] = []
        self.sent: list[str] = []
        person.page.route_web_socket(re.compile("/live/"), self._connect)

    def cut(self) -> None:
        """From now on nothing that the page sends arrives, and nothing comes."""
        self._is_cut = True

    def tear(self) -> None:
        """The page notices that it is alone."""
        for socket in self._open:
            socket.close(code=3000)
        self._open.clear()

    def mend(self) -> None:
        """The net is there again."""
        self._is_cut = False

    def keep_back(self, kind: str) -> None:
        """What the server tells of that kind does not arrive yet."""
        self._kind = kind

    def kept(self) -> int:
        """How many messages are kept back."""
        return len(self._kept)

    def deliver(self) -> None:
        """What was kept back arrives now, and nothing is kept back any more."""
        self._kind = None
        for give in self._kept:
            give()
        self._kept.clear()

    def _connect(self, socket: WebSocketRoute) -> None:
        if self._is_cut:
            socket.close(code=3000)
            return
        self._open.append(socket)
        server = socket.connect_to_server()
        socket.on_message(lambda message: self._up(server, str(message)))
        server.on_message(lambda message: self._down(socket, str(message)))

    def _up(self, server: WebSocketRoute, message: str) -> None:
        self.sent.append(message)
        if not self._is_cut:
            server.send(message)

    def _down(self, socket: WebSocketRoute, message: str) -> None:
        if self._is_cut:
            return
        told = json.loads(message)
        kept = [each for each in told if each["type"] == self._kind]
        if kept:
            self._kept.append(lambda: socket.send(json.dumps(kept)))
            told = [each for each in told if each not in kept]
        if told:
            socket.send(json.dumps(told))
