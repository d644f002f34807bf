"""A second computer follows a hall: a checked copy of the log and the rights of the hall, in a folder of its own.

    standby/<id>/log.jsonl, log.heads, hall.json, games/<game>.json

Nothing in the folder is a tournament of this computer until a person takes over.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.ports import LogError, SaveError
from mostek.app.tournaments import Desk
from mostek.core.errors import SentenceError
from mostek.features.replication.log_copy import LogCopy, checked_copy
from mostek.features.replication.model import GameCopy, GapError, HallSnapshot, JournalEnd, decode_piece, mark_of
from mostek.features.replication.publisher import remedy_of
from mostek.messages import explained, text
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError, origin_of, token_of
from mostek.store.line_file import replace_whole
from mostek.store.signing_key import signer_of
from mostek.store.tokens import now

LINK = "standby"
"""The first word of a link for a second computer: `https://example.org/standby/TOKEN`."""
FOLDER = "standby"
_LONGEST_WAIT = 10.0


class FollowStage(StrEnum):
    """How following stands."""

    CURRENT = "current"
    """Every line of the hall is on this disk."""
    BROKEN = "broken"
    REFUSED = "refused"


class FollowNews(Struct, frozen=True, kw_only=True):
    """The outcome of a question to the hall."""

    stage: FollowStage
    steps: int = 0
    at: int = 0
    """When everything was on this disk, in milliseconds since 1970; 0 if it never was."""
    wait: float = 0.0
    """The seconds until the next question."""
    code: str = ""
    """Why the hall refuses, for programs."""
    sentence: str = ""
    remedy: str = ""


class StandbyNote(Struct, frozen=True, kw_only=True):
    """The note beside the copy."""

    link: str
    at: int = 0
    hall: HallSnapshot | None = None


class HallFollower:
    """A tournament of another computer that this one follows."""

    def __init__(self, data: Path, link: str) -> None:
        """Raises `CopyError` for what is no link for a second computer, or without signatures."""
        token = token_of(link, LINK)
        if token is None:
            raise CopyError(CopyFault.NOT_A_STANDBY, url=link[:80])
        signer = signer_of(data)
        if signer is None:
            raise CopyError(CopyFault.UNSIGNED)
        self.data, self.link, self._token, self._signer = data, link.strip(), token, signer
        self.folder = data / FOLDER / sha256(token.encode()).hexdigest()[:16]
        self.client = HallClient(origin_of(link))
        self._copy: LogCopy | None = None
        self._desk: Desk | None = None
        self._failures = 0
        self._games = FollowedGames(self.folder / "games")
        self.note = _note(self.folder / "hall.json") or StandbyNote(link=self.link)
        if self.path.exists():
            self._copy, self._desk = checked_copy(self.path)
        self.news = FollowNews(
            stage=FollowStage.BROKEN, steps=0 if self._copy is None else len(self._copy.read()), at=self.note.at
        )

    @property
    def path(self) -> Path:
        """The file of the copy."""
        return self.folder / "log.jsonl"

    @property
    def copy(self) -> LogCopy | None:
        """The copy; `None` before the first answer."""
        return self._copy

    @property
    def games(self) -> tuple[GameCopy, ...]:
        """The games of rounds online, as far as they have come."""
        return self._games.all

    @property
    def marks(self) -> dict[str, str]:
        """By which this computer says what it has of the games."""
        return self._games.marks

    @property
    def key(self) -> str:
        """The public key of this computer."""
        return self._signer.public

    @property
    def title(self) -> str:
        """The name of the tournament."""
        return "" if self._desk is None else self._desk.state.name

    def step(self, wait: float = _LONGEST_WAIT) -> FollowNews:
        """Ask the hall for what comes next, and wait for it. It never raises."""
        try:
            self._ask(wait)
            self._failures = 0
            assert self._copy is not None, "the hall has sent its log"
            steps = len(self._copy.read())
            self.news = FollowNews(stage=FollowStage.CURRENT, steps=steps, at=self.note.at)
        except UnreachableError as error:
            self._failures += 1
            pause = max(error.retry_after, min(_LONGEST_WAIT, 0.5 * 2 ** min(self._failures, 10)))
            why = error.detail or text("The server {url} cannot be reached.", url=error.origin)
            self.news = self._changed(FollowStage.BROKEN, pause, "", why, "")
        except AnsweredError as error:
            remedy = str(error.problem.get("remedy", ""))
            self.news = self._changed(FollowStage.REFUSED, _LONGEST_WAIT, error.code, error.detail, remedy)
        except CopyError as error:
            sentence = explained(error.sentence, error.params)
            self.news = self._changed(FollowStage.REFUSED, _LONGEST_WAIT, error.fault.value, sentence, remedy_of(error))
        except (LogError, SaveError) as error:
            self.news = self._changed(FollowStage.BROKEN, 2.0, "", explained(error.sentence, error.params), "")
        return self.news

    def _changed(self, stage: FollowStage, wait: float, code: str, sentence: str, remedy: str) -> FollowNews:
        return msgspec.structs.replace(
            self.news, stage=stage, wait=wait, code=code, sentence=sentence, remedy=remedy, at=self.note.at
        )

    def _ask(self, wait: float) -> None:
        while self._ask_once(wait):
            wait = 0.0

    def _ask_once(self, wait: float) -> bool:
        """Ask, and put what has come on the disk. Returns whether the hall has more of the games."""
        hall = self.note.hall
        body = {
            "key": self._signer.public,
            "head": "" if self._copy is None else self._copy.head,
            "journal": JournalEnd() if self._copy is None else self._copy.journal_end,
            "hall": "" if hall is None else hall.digest,
            "games": self._games.marks,
            "wait": wait,
        }
        answer = self.client.ask("POST", f"/standby/{self._token}/next", body, wait + 20.0)
        piece = decode_piece(answer, self._token)
        if self._copy is None or self._desk is None:
            self._copy, self._desk = LogCopy.begin(self.path, piece)
        elif piece.lines or piece.journal:
            self._desk = self._copy.take(self._desk, piece)
        self._games.take(piece.header.games, piece.header.untied)
        changed = hall if piece.header.hall is None else piece.header.hall
        self.note = StandbyNote(link=self.link, at=now(), hall=changed)
        if changed is not hall:
            self.save()
        with suppress(OSError):
            os.utime(self.folder / "hall.json")  # when everything was here, also after a kill
        return piece.header.more_games

    def save(self) -> None:
        """Store the rights of the hall, for the owner of this computer alone. Raises `SaveError`."""
        replace_whole(self.folder / "hall.json", msgspec.json.encode(self.note))


def followed(data: Path) -> list[StandbyNote]:
    """The halls that this computer follows, the latest first."""
    paths = sorted((data / FOLDER).glob("*/hall.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [note for note in map(_note, paths) if note is not None]


def _note(path: Path) -> StandbyNote | None:
    try:
        note = msgspec.json.decode(path.read_bytes(), type=StandbyNote)
        return msgspec.structs.replace(note, at=int(path.stat().st_mtime * 1000))
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError):
        raise LogError("{path} cannot be read: {why}", path=path, why="JSON") from None


_SUFFIX = ".json"
_LONGEST = 20


class FollowedGames:
    """The games in a folder. They hold racks and seeds, so only the owner of the computer can read the files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._games: dict[str, GameCopy] = {}
        self._marks: dict[str, str] = {}
        for path in sorted(folder.glob(f"*{_SUFFIX}")):
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
            before = self._games.get(name)
            try:
                whole = part if before is None else before.followed_by(part)
            except GapError:
                self._forget(name)
                continue
            if whole.after != 0:
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
        if not (name.isascii() and name.isalnum() and len(name) <= _LONGEST):
            raise CopyError(CopyFault.UNREADABLE, why=SentenceError("it is damaged, and no complete JSON"))
        return self._folder / f"{name}{_SUFFIX}"
