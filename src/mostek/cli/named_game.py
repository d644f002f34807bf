"""The source of a game for a sheet: the folder of saved games, a file, or the answers of `mostek referee`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from mostek.app.stored_games import replay_stored
from mostek.cli.game_files import ANSWERS
from mostek.cli.output import Failure, nearest, read_file
from mostek.messages import text
from mostek.notation.wire import WireError, decode_event
from mostek.referee.events import Event, GameCreated
from mostek.store.game_files import entries, path_of
from mostek.store.game_lines import read_lines


class NamedGame(NamedTuple):
    """All events of a game, what the game is called, and the hash that stands for its log, if it has one."""

    events: tuple[Event, ...]
    name: str
    head: str | None

    @property
    def players(self) -> tuple[str, ...]:
        """The players, seat by seat; empty without a game."""
        setup = self.events[0] if self.events else None
        return setup.players if isinstance(setup, GameCreated) else ()


class _Answer(Struct, frozen=True):
    """A line that `mostek referee` has answered; one about something else has no events."""

    line: int
    events: tuple[msgspec.Raw, ...] = ()


def game_data(name: str) -> tuple[Path, bytes]:
    """The file of the game of that name, or the file of that name. Raises `Failure`, with the nearest name."""
    path = Path(name) if Path(name).is_file() else path_of(name)
    if not path.exists():
        known = [entry.name for entry in entries()]
        raise Failure(text("There is no game {name!r}.", name=name) + nearest(name, known))
    return path, read_file(path)


def read_game(name: str) -> NamedGame:
    """The game of that name, or in the file of that name. Raises `Failure`, or `LogError` for one that is damaged."""
    path, data = game_data(name)
    is_answered = data.lstrip().startswith(ANSWERS)
    game = NamedGame(answered_events(data), path.stem, None) if is_answered else _saved(data)
    if not game.players:
        raise Failure(text("{path} holds no game.", path=path))
    replay_stored(game.events)
    return game


def _saved(data: bytes) -> NamedGame:
    contents = read_lines(data)
    return NamedGame(contents.kept.events, contents.header.game, contents.head)


def answered_events(data: bytes) -> tuple[Event, ...]:
    """All events in the answers of `mostek referee`. Raises `Failure` with the line that cannot be read."""
    return tuple(event for number, line in enumerate(data.splitlines(), 1) for event in _of(number, line))


def _of(number: int, line: bytes) -> Iterator[Event]:
    if not line.strip():
        return
    try:
        for event in msgspec.json.decode(line, type=_Answer).events:
            yield decode_event(bytes(event))
    except (msgspec.DecodeError, UnicodeDecodeError, WireError) as error:
        raise Failure(text("Line {line} cannot be read: {why}.", line=number, why=str(error).rstrip("."))) from None
