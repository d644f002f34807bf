"""Floods of costly work: a person with many names at one address asks for everything that takes the processor, memory or disk.

Each attacker has a browser with a session of its own. A flood is one turn of an attacker, who takes the next one at once.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Any
from urllib.parse import quote

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from engine.written_games import whole_game
from server.floods import hostile_files
from server.floods.guests import UNANSWERED, Answer, Guest
from server.floods.server_process import PUSH_HOST

POSITION = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLO??/ 12/20 0"
GAME = "#player1 ala Ala"
_MOST = 2_000
"""The requests of an attacker, so that a flood ends by itself."""


class SpentError(Exception):
    """An attacker has sent as much as it may."""


@dataclass
class Attacker:
    """A person who attacks, and what became of it."""

    guest: Guest
    number: int
    tables: list[str]
    """Finished games."""
    listener: int
    """A port of this machine where a listener notes who comes."""
    counts: Counter[str] = field(default_factory=Counter)
    turns: count[int] = field(default_factory=count)
    _asked: int = 0
    _event: str = ""

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """Send a request, and count what became of it."""
        self._asked += 1
        if self._asked > _MOST:
            raise SpentError
        self.counts["unfinished"] += 1
        answer = await self.guest.ask(method, path, body)
        self.counts["unfinished"] -= 1
        if answer.status == UNANSWERED:
            self.counts["unanswered"] += 1
        elif answer.is_done:
            self.counts["answered"] += 1
        else:
            self.counts[f"{answer.status} refused" if answer.is_polite else f"{answer.status} refused badly"] += 1
        return answer

    async def post(self, path: str, body: Any = None) -> Answer:
        """Send a POST."""
        return await self.ask("POST", path, {} if body is None else body)

    async def event(self) -> str:
        """The own event, the largest that is taken; nothing while none is."""
        for size in hostile_files.EVENT_SIZES if not self._event else ():
            answer = await self.post("/tournaments/files", hostile_files.event_file(*size))
            if answer.is_done:
                self._event = answer.json["id"]
                break
            if answer.status in (UNANSWERED, 429, 503):
                break
        return self._event


async def uploads(attacker: Attacker) -> None:
    """Files that cost seconds or hundreds of megabytes to read, and events near the limits."""
    files: tuple[Callable[[], bytes], ...] = (
        hostile_files.zip_of_lines,
        hostile_files.zip_of_brackets,
        hostile_files.brackets,
        *(partial(hostile_files.event_file, *size) for size in hostile_files.EVENT_SIZES[:3]),
    )
    await attacker.post("/tournaments/files", files[(attacker.number + next(attacker.turns)) % len(files)]())


async def removals(attacker: Attacker) -> None:
    """An event is uploaded and removed, again and again: what stays on the disk?"""
    for size in hostile_files.EVENT_SIZES:
        answer = await attacker.post("/tournaments/files", hostile_files.event_file(*size))
        if answer.is_done:
            await attacker.ask("DELETE", f"/tournaments/{answer.json['id']}")
            return


async def papers(attacker: Attacker) -> None:
    """The papers of the largest event, each in turn."""
    if event := await attacker.event():
        offered = (await attacker.ask("GET", f"/tournaments/{event}/papers")).json
        urls = [each["url"] for each in offered["documents"] if not each["needs_player"]] if offered else []
        for url in urls:
            await attacker.ask("GET", url.removeprefix("/api"))


async def exports(attacker: Attacker) -> None:
    """The largest event in every format of other programs."""
    if event := await attacker.event():
        offered = (await attacker.ask("GET", f"/tournaments/{event}/papers")).json
        for each in offered["exports"] if offered else ():
            await attacker.ask("GET", each["url"].removeprefix("/api"))


async def proofs(attacker: Attacker) -> None:
    """The proof of the largest event, and those of games."""
    for table in attacker.tables:
        await attacker.ask("GET", f"/tables/{table}/proof")
        await attacker.ask("GET", f"/tables/{table}/sheet")
    if event := await attacker.event():
        await attacker.ask("GET", f"/tournaments/{event}/proof")


async def pictures(attacker: Attacker) -> None:
    """The picture of the link to the largest event, with other names each time, so that it is drawn again."""
    if event := await attacker.event():
        names = ("full", "initials", "number")[next(attacker.turns) % 3]
        await attacker.ask("PUT", f"/tournaments/{event}/audience", {"visibility": "link", "names": names})
        for language in ("pl", "en"):
            await attacker.ask("GET", f"/e/{event}/picture.png?lang={language}")


async def analysis(attacker: Attacker) -> None:
    """A position with two blanks, simulated as long as it may be."""
    await attacker.post("/analysis", {"position": POSITION, "count": 50, "deals": 1024})


async def reviews(attacker: Attacker) -> None:
    """A game is given, and a deep review asked for."""
    game = hostile_game().replace(GAME, f"#player1 ala Ala{attacker.number}x{next(attacker.turns)}")
    given = await attacker.post("/reviews", game.encode())
    if given.is_done:
        await attacker.post(f"/reviews/{given.json['id']}", {"depth": "deep"})
        await attacker.ask("GET", f"/reviews/{given.json['id']}?depth=deep")


async def class_sets(attacker: Attacker) -> None:
    """As many positions as a set may have, each with two blanks; the set is removed again."""
    board = POSITION.partition(" ")[0]
    task = {"type": "position", "board": f"{board} AEKLO??/ 12/20 0", "rack": "AEKLO??", "counts": "equity"}
    made = await attacker.post("/class/sets", {"title": "Zadania", "tasks": [task] * 40})
    if made.is_done:
        await attacker.ask("DELETE", f"/class/sets/{made.json['id']}")


async def words(attacker: Attacker) -> None:
    """Patterns that fit nearly everything, anagrams with blanks, and questions about every word."""
    for asked in (
        f"search?pattern={quote('*?*?*?*[^A]*?*?*')}&hooks=true&limit=500",
        f"search?tiles={quote('AEKLOSTNZŻĄĘ??????')}&hooks=true&limit=500",
        "search?contains=E&excludes=A&limit=500",
        "likely?length=9",
        "questions?kind=anagrams&count=100&set=core4",
    ):
        await attacker.ask("GET", f"/words/{asked}")


async def own_statistics(attacker: Attacker) -> None:
    """The own statistics as a page with plots, and those of an event."""
    await attacker.post("/statistics", {})
    await attacker.post("/statistics/file", {"form": ("html", "csv")[next(attacker.turns) % 2]})
    if event := await attacker.event():
        await attacker.post(f"/tournaments/{event}/statistics/file", {"form": "html"})


async def own_puzzles(attacker: Attacker) -> None:
    """Puzzles from own games, and the ranked plays of others."""
    await attacker.post("/puzzles/mistakes")
    puzzle = await attacker.ask("GET", "/puzzles/next")
    if puzzle.is_done:
        await attacker.post(f"/puzzles/{puzzle.json['id']}/solution")


async def publishing(attacker: Attacker) -> None:
    """An event is published to addresses of the server's own machine: ports that are closed, its own, and a slow listener."""
    if event := await attacker.event():
        hosts = (
            f"127.0.0.1:{attacker.listener}",
            f"localhost:{attacker.listener}",
            "127.0.0.1:9",
            "[::1]:9",
            "0.0.0.0:9",
        )
        host = hosts[next(attacker.turns) % len(hosts)]
        scheme = ("http", "https")[attacker.number % 2]
        told = {"link": f"{scheme}://{host}/publish/abcdefgh", "audience": {}, "agreed": True}
        await attacker.post(f"/tournaments/{event}/publication", told)
        await attacker.ask("GET", f"/tournaments/{event}/publication")
        await attacker.ask("DELETE", f"/tournaments/{event}/publication")


async def push_places(attacker: Attacker) -> None:
    """A browser asks for messages at another address each time."""
    if event := await attacker.event():
        place = f"https://{PUSH_HOST}/send/{attacker.number}-{next(attacker.turns)}"
        keys = {"p256dh": _point(), "auth": urlsafe_b64encode(bytes(16)).decode().rstrip("=")}
        await attacker.post(f"/tournaments/{event}/push", {"endpoint": place, "topic": "event", **keys})


def _point() -> str:
    public = ec.generate_private_key(ec.SECP256R1()).public_key()
    data = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(data).decode().rstrip("=")


def hostile_game() -> str:
    """A whole game, whose players' names tell one review from another."""
    if not _games:
        _games.append(whole_game("pl-wolny", 1))
    return _games[0]


_games: list[str] = []

OF_WORK: dict[Callable[[Attacker], Awaitable[None]], int] = {
    uploads: 6,
    removals: 1,
    papers: 2,
    exports: 4,
    proofs: 4,
    pictures: 4,
    analysis: 10,
    reviews: 30,
    class_sets: 8,
    words: 8,
    own_statistics: 8,
    own_puzzles: 8,
    publishing: 4,
    push_places: 4,
}
"""The floods of costly work, and the attackers of each."""
