"""The games of a hall on the disk of a second computer: a file for each, replaced as a whole when something has come."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

import msgspec

from mostek.app.game_copies import GameCopy, GapError, mark_of
from mostek.app.log_copies import CopyError, CopyFault
from mostek.core.errors import SentenceError
from mostek.store.line_file import replace_whole

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
