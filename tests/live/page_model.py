"""A page as docs/protocol says that it behaves: reducer, acknowledgements, one command in flight, coming back."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from live.net import Line
from mostek.core.players import Viewer
from mostek.notation.wire import encode
from mostek.referee.commands import Command

_FINAL = (4403, 4404)
_SILENCE = 13.0
"""After so many seconds without a ping the page takes the connection for lost."""
_PATIENCE = frozenset({"not_kept", "conflict"})


class Network(Protocol):
    """Where pages find the server."""

    def connect(self, person: str | None) -> Line | None:
        """A new connection; `None` while no server answers."""
        ...


class PageModel:
    """One page of one person."""

    def __init__(self, name: str, person: str | None, viewer: Viewer, network: Network, rng: random.Random) -> None:
        self.name, self.person, self.viewer = name, person, viewer
        self.n = 0
        self.view: dict[str, Any] | None = None
        self.log: dict[int, Any] = {}
        self.answers: dict[str, list[Any]] = {}
        self.sent: dict[str, Command] = {}
        self.problems: list[Any] = []
        self.options: Any = None
        self.faithful = True
        """Whether it sends what it should, and no more; else it also sends things twice."""
        self.admits = True
        """Whether it acknowledges what has arrived; a page that cheats does not."""
        self.on_message: Callable[[PageModel, Any], None] = lambda _, message: None
        self.on_number: Callable[[PageModel], None] = lambda _: None
        self.line: Line | None = None
        self._network = network
        self._rng = rng
        self._loop = asyncio.get_running_loop()
        self._queue: deque[tuple[str, int, Command]] = deque()
        self._in_flight: str | None = None
        self._subscribed = False
        self._timer: asyncio.TimerHandle | None = None
        self._watch: asyncio.TimerHandle | None = None
        self._tries = 0
        self.losses = 0
        """How often the connection was lost."""
        self._last = 0.0
        self._seen: dict[str, int] = {}
        self._closed = False

    def open(self) -> None:
        """Connect; again and again until it works."""
        self._timer = None
        if self.line is not None or self._closed:
            return
        line = self._network.connect(self.person)
        if line is None:
            self._come_back()
            return
        self.line = line
        self._subscribed, self._in_flight = False, None
        line.down.receive = lambda message: self._receive(line, message)
        self._heard()
        self._send({"type": "subscribe", "after": self.n})

    def close(self) -> None:
        """The person has closed the page."""
        self._closed = True
        self.lose()

    def reload(self) -> None:
        """The person loads the page anew: what it knew is gone, commands that wait are not."""
        self.lose()
        self.n, self.view, self.log = 0, None, {}

    def lose(self) -> None:
        """The connection is lost, and both sides know it."""
        if self.line is not None:
            self.line.cut()
            self._lost()

    def drop_silently(self, after: float) -> None:
        """The page takes the connection for lost; the server learns of it later, and hears what is under way until then."""
        if self.line is not None:
            line = self.line
            line.down.snap()
            self._loop.call_later(after, line.end_for_server)
            self._lost()

    def do(self, command: Command) -> str:
        """The person has decided something."""
        id = f"{self.name}-{len(self.sent)}"
        self.sent[id], self._seen[id] = command, self.n
        self._queue.append((id, self.n, command))
        self._next()
        return id

    def resend(self, id: str) -> None:
        """A copy of a command comes along once more, however old it is. What was refused nobody sends again."""
        refused = any(answer["refused"] is not None for answer in self.answers.get(id, ()))
        if self.line is not None and id in self._seen and not refused:
            self._send({"type": "do", "id": id, "seen": self._seen[id], "command": self.sent[id]})

    @property
    def waiting(self) -> int:
        """How many commands are unanswered."""
        return len(self._queue)

    def ask_options(self, seen: int | None = None) -> None:
        """See docs/protocol."""
        self._send({"type": "ask_options", "seen": self.n if seen is None else seen})

    def _receive(self, line: Line, message: Any) -> None:
        if line is not self.line:
            return
        if isinstance(message, int):
            self._lost()
            self._closed = self._closed or message in _FINAL
            return
        self._heard()
        for data in msgspec.json.decode(message):
            self._take(data)

    def _take(self, data: Any) -> None:
        self.on_message(self, data)
        match data["type"]:
            case "snapshot":
                self._snapshot(data)
            case "update":
                self._update(data)
            case "answer":
                self._answered(data)
            case "ping" if self.admits:
                self._send({"type": "pong", "ping": data["ping"]})
            case "options":
                self.options = data
            case "problem":
                self.problems.append(data)
            case _:
                pass  # presence and phrases change nothing that is compared

    def _snapshot(self, data: Any) -> None:
        first = not self._subscribed
        self._subscribed = True
        if data["n"] >= self.n:
            for number, event in enumerate(data["events"], data["n"] - len(data["events"]) + 1):
                assert self.log.setdefault(number, event) == event, "an event has changed"
            self.n, self.view = data["n"], data["view"]
        self._acknowledge(data["clock"])
        self.on_number(self)
        if first:
            self._tries = 0
            self._next()

    def _update(self, data: Any) -> None:
        if data["n"] <= self.n:
            return
        if data["after"] > self.n or self.view is None:
            self._send({"type": "subscribe", "after": self.n})
            return
        events = data["events"]
        for number, event in enumerate(events, data["n"] - len(events) + 1):
            assert self.log.setdefault(number, event) == event, "an event has changed"
        turns = [*self.view["turns"][: data["turns_from"]], *data["turns"]]
        self.view = {**self.view, **data["changes"], "turns": turns}
        self.n = data["n"]
        self._acknowledge(data["clock"])
        self.on_number(self)

    def _acknowledge(self, clock: Any) -> None:
        if self.admits and clock is not None and self.view is not None and clock["running"] == self.view["viewer"]:
            self._send({"type": "ack", "n": self.n})

    def _answered(self, data: Any) -> None:
        self.answers.setdefault(data["id"], []).append(data)
        if not self._queue or self._queue[0][0] != data["id"]:
            return
        self._in_flight = None
        refused = data["refused"]
        if refused is not None and refused["reason"] in _PATIENCE and self._rng.random() < 0.7:
            self._loop.call_later(self._rng.uniform(0.5, 5), self._next)  # the same once more, by the same id
            return
        self._queue.popleft()
        self._next()

    def _next(self) -> None:
        if not self._queue or self._in_flight is not None or not self._subscribed or self.line is None:
            return
        id, seen, command = self._queue[0]
        self._in_flight = id
        for _ in range(1 if self.faithful else self._rng.choice((1, 1, 2, 3))):
            self._send({"type": "do", "id": id, "seen": seen, "command": command})

    def _send(self, message: Any) -> None:
        if self.line is not None:
            self.line.up.put(encode(message).decode())

    def _heard(self) -> None:
        self._last = self._loop.time()
        if self._watch is None:
            self._watch = self._loop.call_later(_SILENCE, self._silence)

    def _silence(self) -> None:
        self._watch = None
        if self.line is None:
            return
        if self._loop.time() - self._last >= _SILENCE - 0.001:
            self.drop_silently(5)
        else:
            self._watch = self._loop.call_at(self._last + _SILENCE, self._silence)

    def _lost(self) -> None:
        self.line = None
        self.losses += 1
        self._come_back()

    def _come_back(self) -> None:
        if self._timer is None and not self._closed:
            wait = min(5.0, 0.3 * 2**self._tries) * self._rng.uniform(0.7, 1.3)
            self._tries += 1
            self._timer = self._loop.call_later(wait, self.open)
