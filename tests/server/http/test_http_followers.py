"""A copy holds the beginning of its log at any moment, and all of it in the end: over a line that loses, repeats and reorders,
and whenever the computer with the copy dies. For each kind of log: a tournament, its games, and the journal of the database.
"""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from loops import with_seeds
from mostek.app.ports import LogError
from mostek.app.tournaments import Desk, UnsavedLog
from mostek.features.replication.follower import Follower, FollowStage, HallFollower, Publisher
from mostek.features.replication.model import GameCopy
from mostek.features.replication.store.backup import restore
from mostek.live import standbys
from mostek.referee.commands import PassTurn
from mostek.store import copying
from mostek.store.database import Database
from mostek.store.desk_journal import journal_lines
from mostek.store.hall_client import AnsweredError, UnreachableError
from mostek.store.shared_tournament import SharedTournament
from mostek.store.sqlite import FILE
from mostek.store.tokens import digest
from mostek.store.tournament_files import create_tournament
from mostek.store.tournament_lines import read_tournament
from mostek.tournament.commands import CreateTournament, RegisterEntrant
from mostek.tournament.entrants import Person
from server.http.test_http_copies import offered
from server.http.test_http_rounds_online import chosen, opened, seated, started
from server.http.test_http_tournaments import founded, give, played
from server.http.visitors import ADDRESS, House, Visitor
from store.writing_server import row

AT = datetime.fromisoformat("2026-11-28T09:00")
ROUNDS = 10
"""How often something is written, or brought, before the line is whole again."""


class Killed(BaseException):
    """The process ends here: nothing that is ready for errors may catch it."""


class Disk:
    """Writing to the disk, which stops in the middle when its time has come."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._left: int | None = None
        self._fault: Callable[[], BaseException] = Killed
        self._is_meant: Callable[[threading.Thread], bool] = is_here
        for name in ("write", "fsync", "ftruncate", "replace"):
            monkeypatch.setattr(os, name, self._faulty(name, getattr(os, name)))

    def fails(
        self, after: int, fault: Callable[[], BaseException], is_meant: Callable[[threading.Thread], bool]
    ) -> None:
        """The call after so many in a thread of that kind is the last, and does half of its work at most."""
        self._left, self._fault, self._is_meant = after, fault, is_meant

    def works(self) -> None:
        """No call fails."""
        self._left = None

    def _faulty(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **more: Any) -> Any:
            if self._left is None or not self._is_meant(threading.current_thread()):
                return real(*given, **more)
            self._left -= 1
            if self._left >= 0:
                return real(*given, **more)
            self._left = None
            if name == "write":
                real(given[0], given[1][: len(given[1]) // 2])
            raise self._fault()

        return call


def is_here(thread: threading.Thread) -> bool:
    """Whether a thread is that of the test."""
    return thread is threading.main_thread()


def is_elsewhere(thread: threading.Thread) -> bool:
    """Whether it is one of the server."""
    return not is_here(thread)


class FaultyLine:
    """Requests to a server that are lost, come twice or late, of which the answer is lost, or the receipt of an earlier piece."""

    origin = ADDRESS

    def __init__(self, visitor: Visitor, chance: Random) -> None:
        self.is_whole = False
        self._visitor, self._chance = visitor, chance
        self._late: list[tuple[str, str, Any]] = []
        self._receipts: list[bytes] = []

    def ask(self, method: str, path: str, body: Any = None, timeout: float = 0.0) -> bytes:
        """Carry a request, or not."""
        if isinstance(body, msgspec.Struct):
            body = msgspec.to_builtins(body)
        if self.is_whole:
            return self._carry(method, path, body)
        if self._late and self._chance.random() < 0.5:
            with suppress(UnreachableError, AnsweredError):  # its sender waits for it no more
                self._carry(*self._late.pop(self._chance.randrange(len(self._late))))
        match self._chance.choice(("whole", "whole", "twice", "late", "lost", "unanswered", "earlier answer")):
            case "late":
                self._late.append((method, path, body))
                raise UnreachableError(self.origin)
            case "lost":
                raise UnreachableError(self.origin)
            case "unanswered":
                self._carry(method, path, body)
                raise UnreachableError(self.origin)
            case "twice":
                self._carry(method, path, body)
            case "earlier answer" if self._receipts:
                return self._chance.choice(self._receipts)
        answer = self._carry(method, path, body)
        if isinstance(body, bytes):
            self._receipts.append(answer)
        return answer

    def _carry(self, method: str, path: str, body: Any) -> bytes:
        headers = {"content_type": "application/octet-stream"} if isinstance(body, bytes) else {}
        answer = self._visitor.ask(method, path, body, headers)
        if answer.is_success:
            return answer.content
        problem = answer.json()
        if answer.status_code in (429, 503):
            raise UnreachableError(self.origin, detail=problem["detail"])
        raise AnsweredError(answer.status_code, problem["code"], problem["detail"], problem)


def begun(path: Path) -> Desk:
    """A tournament in a file, with the first entrant."""
    desk = Desk(UnsavedLog())
    founding = CreateTournament(at=AT, by="A", name="Hala", template="pfs", starts_on=AT.date(), seed="follower")
    for command in (founding, entry(1)):
        assert isinstance(desk.do(command), tuple)
    create_tournament(path, desk.steps)
    return Desk(SharedTournament(path))


def entry(number: int) -> RegisterEntrant:
    """Another person is entered."""
    return RegisterEntrant(at=AT, by="A", person=Person(name=f"Gracz {number}"))


def on_line(follower: Any, line: FaultyLine) -> Any:
    """The follower, with this line to the other computer."""
    follower.client = line
    return follower


def lines_in(path: Path) -> bytes:
    """The complete lines of a log; what a kill has left of another one does not count."""
    data = path.read_bytes() if path.exists() else b""
    return data[: read_tournament(data).size] if data else b""


def brought(follower: Follower[Any], most: int = 20) -> None:
    """Bring everything over a line that is whole."""
    assert any(follower.step().stage is FollowStage.CURRENT for _ in range(most)), follower.news


@with_seeds(5)
def test_a_public_copy(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    chance, folder = Random(seed), tmp_path / str(seed)
    path = folder / "tournaments" / "hala.jsonl"
    desk = begun(path)
    link, line = f"{ADDRESS}/publish/{offered(house)}", FaultyLine(house.visitor(), chance)
    publisher, disk = on_line(Publisher(path, link), line), Disk(monkeypatch)
    copy = house.state.services.config.data / "copies" / f"{digest(link.rpartition('/')[2])[:32]}.jsonl"
    for _ in range(ROUNDS):
        if chance.random() < 0.5:
            assert isinstance(desk.do(entry(len(desk.steps))), tuple)
        if chance.random() < 0.3:  # the sender is killed, and knows nothing of what it has sent
            publisher = on_line(Publisher(path, link), line)
        if chance.random() < 0.5:  # the server cannot be killed beside this test; its disk can fail
            disk.fails(chance.randrange(6), lambda: OSError(errno.EIO, "the disk is gone"), is_elsewhere)
        assert publisher.step().stage in (FollowStage.CURRENT, FollowStage.SENDING, FollowStage.BROKEN), publisher.news
        disk.works()
        assert path.read_bytes().startswith(lines_in(copy))
    line.is_whole = True
    # A copy that could store a step but not its signature gets that with the next sign of the hall; a new sender gives one.
    brought(on_line(Publisher(path, link), line))
    assert copy.read_bytes() == path.read_bytes()
    assert journal_lines(copy) == journal_lines(path)


@with_seeds(5)
def test_a_second_computer_with_games(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(standbys, "TIMEOUT", 0.0)  # here nobody asks while a command waits
    chance = Random(seed)
    director, id = founded(house, f"Hala {seed}")
    chosen(director, id)
    started(director, id)
    games = [each["game"] for each in opened(director, id, 2).values()]
    seated(house, director, id)
    sessions = house.state.services.served["tables"].sessions
    link = director.post(f"/tournaments/{id}/standbys").json()["url"]
    path = (
        house.state.services.config.data
        / "tournaments"
        / f"{house.run(house.state.services.halls.session, id).hosted.file}.jsonl"
    )
    line, disk = FaultyLine(house.visitor(), chance), Disk(monkeypatch)

    def follower() -> HallFollower:
        found: HallFollower = on_line(HallFollower(tmp_path / str(seed), link), line)
        return found

    def moves() -> dict[str, list[bytes]]:
        with closing(sqlite3.connect(house.state.services.config.data / FILE)) as connection:
            wanted = "SELECT line FROM event WHERE game = ? ORDER BY version"
            return {game: [line for (line,) in connection.execute(wanted, (game,))] for game in games}

    def check(second: HallFollower) -> None:
        assert path.read_bytes().startswith(lines_in(second.path))
        there = moves()
        for each in (second.folder / "games").glob("*.json"):
            copy = msgspec.json.decode(each.read_bytes(), type=GameCopy)
            assert [event.line for event in copy.events] == there[each.stem][: len(copy.events)]

    results = iter((played(1, 412, 388), played(2, 350, 377)))
    second = follower()
    for _ in range(ROUNDS):
        if chance.random() < 0.6:
            live = house.run(sessions.session, chance.choice(games))
            if live.on_turn is not None:  # it is not over yet
                house.run(live.perform, PassTurn(seat=live.on_turn))
        if chance.random() < 0.2 and (result := next(results, None)):
            give(director, id, result)
        if chance.random() < 0.5:
            disk.fails(chance.randrange(12), Killed, is_here)
        try:
            second.step(0.0)
        except Killed:
            second = follower()
        disk.works()
        assert second.news.stage is not FollowStage.REFUSED, second.news
        check(second)
    line.is_whole = True
    brought(second)
    assert second.path.read_bytes() == path.read_bytes()
    assert {copy.online.game: [event.line for event in copy.events] for copy in second.games.all} == moves()


@with_seeds(5)
def test_the_journal_of_the_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.setattr(copying, "_LOOK", 0.01)
    chance, folder, disk = Random(seed), tmp_path / str(seed), Disk(monkeypatch)
    second, written = folder / "second", 0
    second.mkdir(parents=True)
    found: list[tuple[int, bool, Path]] = []

    def dies() -> OSError:
        """The moment of a kill: what is on the second disk then, and what must be there."""
        copied = shutil.copytree(second, folder / f"kill-{len(found)}")
        found.append((written, database.copy_state is not None and not database.copy_state.is_behind, copied))
        return OSError(errno.EIO, "the disk is gone")

    database = Database.open(folder / "data")
    database.copy_to(second)
    for _ in range(ROUNDS):
        if chance.random() < 0.3:
            disk.fails(chance.randrange(3), dies, lambda thread: thread.name == "mostek-copy")
        asyncio.run(database.append("g", written, [row("g", written + 1)]))
        written += 1
        disk.works()
    while database.copy_state is None or database.copy_state.is_behind:
        threading.Event().wait(0.01)
    database.close()
    for known, is_whole, snapshot in (*found, (written, True, second)):
        there = versions(folder / f"restored-{snapshot.name}", snapshot)
        assert there == list(range(1, len(there) + 1))
        assert known <= len(there) <= known + 1 or not is_whole


def versions(folder: Path, copy: Path) -> list[int]:
    """The events in a database that is restored from its copy; none if there is no whole copy yet."""
    try:
        restore(folder, copy)
    except LogError:
        return []
    with closing(sqlite3.connect(folder / FILE)) as connection:
        return [version for (version,) in connection.execute("SELECT version FROM event ORDER BY version")]
