"""The notes that a data folder has of other computers, each for its owner alone.

    publications.json, untold.json, standby/<id>/{log.jsonl, log.heads, hall.json, games/<game>.json}

Nothing below `standby` is a tournament of this computer until a person takes over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from mostek.app.hosted_tournaments import Audience
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.ports import LogError
from mostek.core.errors import SentenceError
from mostek.features.replication.model import GameCopy, HallSnapshot, KeyGrant, joined_game, mark_of
from mostek.store.line_file import replace_whole
from mostek.store.outward import OutwardReach

FOLDER = "standby"
"""The folder of the halls that this computer follows."""
HALL = "hall.json"
_PUBLICATIONS, _UNTOLD = "publications.json", "untold.json"
_LONGEST_NAME = 20
T = TypeVar("T")


class Publication(Struct, frozen=True, kw_only=True):
    """The publication of a tournament."""

    link: str
    audience: Audience = Audience()
    grants: tuple[KeyGrant, ...] = ()
    """By which the public server learns that this computer follows the one that began."""
    language: str = "pl"
    """The language of the person who has begun it, for what goes wrong later."""
    reach: OutwardReach = OutwardReach.PUBLIC
    """The addresses to which this computer goes for who has begun it."""
    is_stopped: bool = False
    """Whether a person has stopped it; it can go on at any time."""


def publications(folder: Path) -> Mapping[str, Publication]:
    """The publications of a data folder by the names of the files. Raises `LogError`."""
    return _noted(folder / _PUBLICATIONS, dict[str, Publication]) or {}


def keep_publication(folder: Path, name: str, publication: Publication | None) -> None:
    """Note how a tournament is published; `None` forgets it. Raises `SaveError`, `LogError`."""
    known = dict(publications(folder))
    known.pop(name, None)
    if publication is not None:
        known[name] = publication
    replace_whole(folder / _PUBLICATIONS, msgspec.json.encode(known))


class UntoldHall(Struct, frozen=True, kw_only=True):
    """A first computer that does not know yet that the tournament goes on elsewhere."""

    link: str
    url: str
    head: str
    steps: int
    file: str
    """The name of the file here."""


def untold_halls(data: Path) -> list[UntoldHall]:
    """The first computers that do not know it yet."""
    with suppress(LogError):  # what cannot be read any more stops neither the server nor a later take-over
        return _noted(data / _UNTOLD, list[UntoldHall]) or []
    return []


def note_untold(data: Path, untold: UntoldHall) -> None:
    """Remember to tell the first computer when it can be reached again. Raises `SaveError`."""
    others = [each for each in untold_halls(data) if each.link != untold.link]
    replace_whole(data / _UNTOLD, msgspec.json.encode([*others, untold]))


def forget_untold(data: Path, untold: UntoldHall) -> None:
    """The first computer knows it. Raises `SaveError`."""
    left = [each for each in untold_halls(data) if each != untold]
    replace_whole(data / _UNTOLD, msgspec.json.encode(left))


class StandbyNote(Struct, frozen=True, kw_only=True):
    """The note beside the copy of a hall."""

    link: str
    at: int = 0
    hall: HallSnapshot | None = None


def standby_note(path: Path) -> StandbyNote | None:
    """The note in a file, as of its last change; `None` if there is none. Raises `LogError`."""
    note = _noted(path, StandbyNote)
    return None if note is None else msgspec.structs.replace(note, at=int(path.stat().st_mtime * 1000))


def followed(data: Path) -> list[StandbyNote]:
    """The halls that this computer follows, the latest first."""
    paths = sorted((data / FOLDER).glob(f"*/{HALL}"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [note for note in map(standby_note, paths) if note is not None]


def _noted(path: Path, kind: type[T]) -> T | None:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError):
        raise LogError("{path} cannot be read: {why}", path=path, why="JSON") from None


class FollowedGames:
    """The games in a folder. They hold racks and seeds, so only the owner of the computer can read the files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._games: dict[str, GameCopy] = {}
        self._marks: dict[str, str] = {}
        for path in sorted(folder.glob("*.json")):
            # A file that a failing disk has damaged is fetched again.
            with suppress(OSError, msgspec.MsgspecError):
                self._know(msgspec.json.decode(path.read_bytes(), type=GameCopy))

    @property
    def all(self) -> tuple[GameCopy, ...]:
        """The games."""
        return tuple(self._games.values())

    @property
    def marks(self) -> dict[str, str]:
        """The mark of each game."""
        return dict(self._marks)

    def take(self, parts: Iterable[GameCopy], untied: Iterable[str]) -> None:
        """Store what a piece has brought. Raises `SaveError`, `CopyError` for names that are none."""
        for part in parts:
            name = part.online.game
            whole = joined_game(self._games.get(name), part)
            if whole is None:  # it is fetched again, from its first event
                self._forget(name)
                continue
            replace_whole(self._path(name), msgspec.json.encode(whole))
            self._know(whole)
        for name in untied:
            self._forget(name)

    def _know(self, game: GameCopy) -> None:
        self._games[game.online.game], self._marks[game.online.game] = game, mark_of(game)

    def _forget(self, name: str) -> None:
        self._games.pop(name, None)
        self._marks.pop(name, None)
        with suppress(OSError):  # the game is followed no more; a file that stays is read by nobody
            self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        if not (name.isascii() and name.isalnum() and len(name) <= _LONGEST_NAME):
            raise CopyError(CopyFault.UNREADABLE, why=SentenceError("it is damaged, and no complete JSON"))
        return self._folder / f"{name}.json"
