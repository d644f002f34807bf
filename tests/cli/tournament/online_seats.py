"""Players of a round online at a real server: a code opens the seat, and a page of the game plays."""

from __future__ import annotations

import json
from collections import deque
from contextlib import ExitStack
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from cli.tournament.running_servers import Computer, Director
from mostek.store.hall_client import HallClient


class OnlineSeat:
    """The browser of a player."""

    def __init__(self, number: int, code: str) -> None:
        self.number = number
        self.code = code
        self.game = ""
        self.kept: dict[str, str] = {}
        """The cookies, which the browser sends to the same address, whichever computer has it."""
        self.passes = 0
        """How often this player has passed and the server has acknowledged it."""

    def sits(self, computer: Computer) -> OnlineSeat:
        """The code opens the seat."""
        client = HallClient(computer.url, self.kept)
        self.game = json.loads(client.ask("POST", f"/players/{self.code}/seat"))["game"]
        self.kept = client.kept
        return self

    def is_ready(self, computer: Computer) -> OnlineSeat:
        """The game can begin."""
        HallClient(computer.url, self.kept).ask("POST", f"/tables/{self.game}/ready")
        return self

    def page(self, computer: Computer) -> OnlinePage:
        """The page of the game."""
        return OnlinePage(computer, self)


class OnlinePage:
    """A page of a game that is open."""

    def __init__(self, computer: Computer, seat: OnlineSeat) -> None:
        self._seat = seat
        self._unread: deque[dict[str, Any]] = deque()
        address = f"ws://127.0.0.1:{computer.port}/live/{seat.game}"
        cookies = {"Cookie": f"mostek_session={seat.kept['mostek_session']}"}
        self._open = ExitStack()
        self._line: ClientConnection = self._open.enter_context(
            connect(address, subprotocols=[Subprotocol("mostek.1")], additional_headers=cookies, max_size=None)
        )
        self.say({"type": "subscribe", "after": 0})
        self.snapshot = self.hears("snapshot", "problem")

    def __enter__(self) -> OnlinePage:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    @property
    def view(self) -> dict[str, Any]:
        """The game as the player sees it when the page was opened."""
        return dict(self.snapshot["view"])

    def say(self, message: dict[str, Any]) -> None:
        """Send a message."""
        self._line.send(json.dumps(message))

    def hears(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of those kinds."""
        while True:
            while not self._unread:
                self._unread.extend(json.loads(self._line.recv(timeout=60)))
            message = self._unread.popleft()
            if message["type"] == "ping":
                self.say({"type": "pong", "ping": message["ping"]})
            if message["type"] in kinds:
                return message

    def passes(self, seat: int, name: str) -> dict[str, Any] | None:
        """Pass. Returns the refusal, if it is refused."""
        command = {"type": "pass_turn", "seat": seat}
        self.say({"type": "do", "id": name, "seen": self.snapshot["n"], "command": command})
        refused: dict[str, Any] | None = self.hears("answer")["refused"]
        if refused is None:
            self._seat.passes += 1
        return refused


def passes_at(computer: Computer, seats: tuple[OnlineSeat, OnlineSeat], most: int) -> int:
    """The players of a table pass in turn, at most so often. Returns how many passes were acknowledged."""
    done = 0
    while done < most:
        with seats[0].page(computer) as page:
            turn = page.view.get("on_turn")
        if turn is None:
            break
        mover = seats[turn - 1]
        with mover.page(computer) as page:
            refused = page.passes(turn, f"pas-{mover.passes}")
        if refused is not None:
            break
        done += 1
    return done


def seated(computer: Computer, director: Director, game: dict[str, Any]) -> tuple[OnlineSeat, OnlineSeat]:
    """The players of a game open their seats and are ready."""
    codes = {each["number"]: each["code"] for each in director.ask("GET", "/codes")["codes"]}
    first, second = (OnlineSeat(number, codes[number]).sits(computer) for number in game["players"])
    return first.is_ready(computer), second.is_ready(computer)


def is_refused_page(computer: Computer, seat: OnlineSeat) -> str:
    """What a page hears that can be opened no more."""
    try:
        with seat.page(computer) as page:
            return str(page.snapshot.get("message", ""))
    except ConnectionClosed:
        return ""
