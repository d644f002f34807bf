"""Games that were given for a review, and finished reviews: files in one folder of a bounded size. And the games of a person.

The folder is a cache. Without it nothing is lost but time, and files that people gave and can give again. The games of a person
are read from the database by a worker: sixty logs cost the process of the games more than the answer that is made from them.
"""

from __future__ import annotations

import asyncio
import gzip
import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, func, select, update

from mostek.app.lobby import FORGOTTEN, Proposal, TableStatus
from mostek.core.players import Seat
from mostek.features.reviews.model import PlayedGame
from mostek.store.database import Database
from mostek.store.game_lines import for_everybody, log_of
from mostek.store.line_file import create_whole, not_saved
from mostek.store.plain_rows import Rows, reading_rows
from mostek.store.put_row import put_row
from mostek.store.schema import shared_review
from mostek.store.tokens import now

FOLDER = "reviews"
MOST_BYTES = 256 * 1024 * 1024
"""The bytes of all files together, as the disk counts them."""
MOST_FILES = 20_000
KEPT = 90 * 24 * 60 * 60
"""The seconds after which an unopened file goes."""
LARGEST_GAME = 256 * 1024
"""The largest file of a game in bytes. A recorded game has a few thousand; the largest form of Woogles 60 000."""
_LARGEST_REVIEW = 16 * 1024 * 1024
_GAME, _REVIEW = ".game", ".review"
_ID = re.compile(r"g[0-9a-f]{30}")
_BLOCK = 4096
_MAKING = 5 * 60_000
"""The milliseconds without news of a review after which its node is taken for dead: a piece takes some seconds."""
_LOOKED_AT = 15_000
"""The milliseconds for which a later look is not stored."""
_SLACK = 0.9
"""The part of the bound that is left when old files go."""


def is_given(id: str) -> bool:
    """Whether this is the name of a game that a person gave, not of a table."""
    return _ID.fullmatch(id) is not None


class ReviewFiles:
    """The folder. Its methods block, so call them in a thread."""

    def __init__(self, data: Path, most_bytes: int = MOST_BYTES, most_files: int = MOST_FILES) -> None:
        """`data` is the data folder of the server."""
        self._folder = data / FOLDER
        self._most = most_bytes, most_files

    def keep_game(self, data: bytes) -> str:
        """Keep the file of a game.

        Returns:
            Its name. It comes from the bytes, so the same file has one review, and it cannot be guessed without the file.

        Raises:
            SaveError: the disk takes no more.
        """
        id = f"g{sha256(data).hexdigest()[:30]}"
        self._keep(id + _GAME, data)
        return id

    def game(self, id: str) -> bytes | None:
        """The file of a game that a person gave; `None` if it is not here any more."""
        return self._opened(id + _GAME) if is_given(id) else None

    def keep_review(self, key: str, data: bytes) -> None:
        """Keep a finished review. Raises `SaveError`."""
        self._keep(_name_of(key), gzip.compress(data, 6))

    def review(self, key: str) -> bytes | None:
        """A finished review; `None` if there is none, or if its file is damaged."""
        name = _name_of(key)
        packed = self._opened(name)
        if packed is None:
            return None
        try:
            with gzip.open(self._folder / name) as file:
                return file.read(_LARGEST_REVIEW)
        except (OSError, EOFError, ValueError):
            with suppress(OSError):  # a damaged review is made again; deleting it only spares the next look
                (self._folder / name).unlink()
            return None

    def game_file(self, id: str) -> str:
        """The name of the file of a game that a person gave."""
        return id + _GAME

    def review_file(self, key: str) -> str:
        """The name of the file of a finished review."""
        return _name_of(key)

    def size(self, file: str) -> int:
        """The bytes that a file takes on the disk; 0 if it is not there."""
        with suppress(OSError):  # it was deleted meanwhile
            return _on_disk((self._folder / file).stat().st_size)
        return 0

    def remove(self, *files: str) -> None:
        """Delete files; those that are gone already do no harm."""
        for file in files:
            _removed(self._folder / file)

    def tidy(self, moment: float | None = None) -> None:
        """Delete what was not opened for long, and the oldest files of a full folder."""
        found = sorted(self._files())
        gone = (time.time() if moment is None else moment) - KEPT
        left = [each for each in found if each[0] > gone or not _removed(each[2])]
        most_bytes, most_files = self._most
        total, count = sum(size for _, size, _ in left), len(left)
        if total <= most_bytes and count <= most_files:
            return
        for _, size, path in left:
            if total <= _SLACK * most_bytes and count <= _SLACK * most_files:
                return
            if _removed(path):
                total, count = total - size, count - 1

    def _keep(self, name: str, data: bytes) -> None:
        path = self._folder / name

        def check(read: bytes) -> None:
            if read != data:
                raise not_saved(path, OSError("EIO"))

        try:
            create_whole(path, data, check)
        except FileExistsError:
            self._opened(name)
        else:
            self.tidy()

    def _opened(self, name: str) -> bytes | None:
        """The bytes of a file, which counts as opened now."""
        path = self._folder / name
        try:
            data = path.read_bytes()
        except OSError:
            return None
        with suppress(OSError):  # only the order of deletion would be another
            os.utime(path)
        return data

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        """Each file with the moment when it was opened last and its size on the disk."""
        with suppress(OSError):  # there is no folder before the first review
            for entry in os.scandir(self._folder):
                with suppress(OSError):  # it was deleted meanwhile
                    found = entry.stat()
                    yield found.st_mtime, _on_disk(found.st_size), Path(entry.path)


def _on_disk(size: int) -> int:
    return -(-size // _BLOCK) * _BLOCK


def _name_of(key: str) -> str:
    return sha256(key.encode()).hexdigest()[:40] + _REVIEW


def _removed(path: Path) -> bool:
    try:
        path.unlink()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


class SharedReview(NamedTuple):
    """A review that another node makes or has made."""

    data: bytes | None
    """The review so far, as JSON; `None` before the first verdicts."""
    version: int
    is_done: bool


class SharedReviews:
    """Given games and reviews for all nodes of a server, by the names of their files. On SQLite it holds nothing.

    Raises `SaveError` if the database cannot be written.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put_review(self, name: str, data: bytes, version: int = 1, is_done: bool = True) -> None:
        """Store a given game, or a review that begins or has ended."""
        if self._database.is_shared:
            at = now()
            packed = await asyncio.to_thread(gzip.compress, data, 6)
            row = {"name": name, "body": packed, "version": version, "is_done": int(is_done), "at": at, "watched": at}
            await self._database.write(lambda connection: put_row(connection, shared_review, row, "name"))

    async def go_on(self, name: str, data: bytes, version: int) -> bool:
        """Store what a review that is made has become. Returns whether it is still wanted."""
        if not self._database.is_shared:
            return True
        packed = await asyncio.to_thread(gzip.compress, data, 6)
        row = update(shared_review).where(shared_review.c.name == name)
        changed: list[int] = []
        values = {"body": packed, "version": version, "at": now()}
        await self._database.write(lambda connection: changed.append(connection.execute(row.values(values)).rowcount))
        return bool(changed[-1])

    async def find_review(self, name: str) -> SharedReview | None:
        """A game or a review that is made or was made lately, or is done; it counts as looked at."""
        if not self._database.is_shared:
            return None
        wanted = select(shared_review).where(shared_review.c.name == name)
        row = await self._database.read(lambda connection: connection.execute(wanted).first())
        at = now()
        if row is None or (not row.is_done and abs(at - row.at) > _MAKING):
            return None
        if abs(at - row.watched) > _LOOKED_AT:
            await self._database.execute(update(shared_review).where(shared_review.c.name == name).values(watched=at))
        data = await asyncio.to_thread(gzip.decompress, row.body)
        return SharedReview(data or None, row.version, bool(row.is_done))

    async def is_watched(self, name: str, seconds: float) -> bool:
        """Whether it was looked at lately at any node."""
        if not self._database.is_shared:
            return False
        wanted = select(shared_review.c.watched).where(shared_review.c.name == name)
        at = await self._database.read(lambda connection: connection.scalar(wanted))
        return at is not None and now() - at < seconds * 1000

    async def remove_reviews(self, *names: str) -> None:
        """Delete games and reviews; those that are gone already do no harm."""
        if self._database.is_shared and names:
            await self._database.execute(delete(shared_review).where(shared_review.c.name.in_(names)))

    async def drop_old(self) -> None:
        """Delete what was not looked at for long or was never finished, and the oldest where all take too much."""
        if not self._database.is_shared:
            return
        at, oldest = now(), shared_review.c.watched.desc()
        columns = select(shared_review.c.name, func.length(shared_review.c.body).label("size")).order_by(oldest)
        old = (shared_review.c.watched < at - KEPT * 1000) | (
            (shared_review.c.is_done == 0) & (shared_review.c.at < at - _MAKING)
        )

        def tidy_in(connection: Connection) -> None:
            connection.execute(delete(shared_review).where(old))
            total, gone = 0, []
            for row in connection.execute(columns).all():
                total += row.size
                if total > MOST_BYTES:
                    gone.append(row.name)
            if gone:
                connection.execute(delete(shared_review).where(shared_review.c.name.in_(gone)))

        await self._database.write(tidy_in)


# A person who played several sides on one device has no statistics from such a game.
_GAMES = """
    SELECT sitting.id, sitting.header, sitting.proposal, min(place.seat)
    FROM sitting JOIN place ON place.sitting = sitting.id
    WHERE place.person = ? AND sitting.status = ? AND sitting.header IS NOT NULL
    GROUP BY sitting.id HAVING count(*) = 1
    ORDER BY sitting.created DESC LIMIT ?
"""
_NAMES = (
    "SELECT CASE WHEN person IS NULL AND bot IS NULL THEN ? ELSE name END FROM place WHERE sitting = ? ORDER BY seat"
)
_LINES = "SELECT asked, line FROM event WHERE game = ? ORDER BY version"


def played_games(data: Path, database: str | None, person: str, most: int) -> list[PlayedGame]:
    """The latest finished games of a person, newest first, as everybody may see them.

    The logs are without the evidence that names people; the names come from the table, without those that were erased.

    Args:
        data: The data folder of the server.
        database: The address of its database; `None` for the file in the folder.
        person: The id of the person.
        most: The number of games.

    Raises:
        LogError: the database cannot be read.
    """
    with reading_rows(data, database) as rows:
        found = rows(_GAMES, (person, TableStatus.OVER.value, most))
        return [game for row in found if (game := _game(rows, *row)) is not None]


def _game(rows: Rows, id: str, header: bytes, proposal: bytes, seat: int) -> PlayedGame | None:
    """A game; `None` where its row is damaged, which the server's health says."""
    try:
        rulebook = msgspec.json.decode(proposal, type=Proposal).rulebook
        log = for_everybody(log_of(header, rows(_LINES, (id,))))
    except (msgspec.MsgspecError, ValueError, TypeError, AttributeError):
        return None
    names = tuple(str(name) for (name,) in rows(_NAMES, (FORGOTTEN, id)))
    return PlayedGame(id, log, rulebook, Seat(seat), names)
