"""Where the game of a sheet comes from: the folder of saved games, a file of one, or the answers of `mostek referee`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from mostek.app.ports import LogError
from mostek.app.replay import replay_stored
from mostek.cli.output import Failure, nearest, why
from mostek.messages import text
from mostek.notation.wire import WireError, decode_event
from mostek.referee.events import Event, GameCreated
from mostek.store.game_files import entries, path_of
from mostek.store.game_lines import read_lines


class Source(NamedTuple):
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


def read_game(name: str) -> Source:
    """The game of that name, or in the file of that name. Raises `Failure`, with the reason for a person."""
    path = Path(name) if Path(name).is_file() else path_of(name)
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        known = [entry.name for entry in entries()]
        raise Failure(text("There is no game {name!r}.", name=name) + nearest(name, known)) from None
    except OSError as error:
        raise Failure(text("{path} cannot be read: {why}", path=path, why=why(error))) from None
    source = _answers(data, path.stem) if data.lstrip().startswith(b'{"line"') else _saved(data)
    if not source.players:
        raise Failure(text("{path} holds no game.", path=path))
    _retell(source.events)
    return source


def _retell(events: tuple[Event, ...]) -> None:
    try:
        replay_stored(events)
    except LogError as error:
        raise Failure(text(error.sentence, **error.params)) from None


def _saved(data: bytes) -> Source:
    try:
        contents = read_lines(data)
    except LogError as error:
        raise Failure(text(error.sentence, **error.params)) from None
    return Source(contents.kept.events, contents.header.game, contents.head)


def _answers(data: bytes, name: str) -> Source:
    return Source(
        tuple(event for number, line in enumerate(data.splitlines(), 1) for event in _of(number, line)), name, None
    )


def _of(number: int, line: bytes) -> Iterator[Event]:
    if not line.strip():
        return
    try:
        for event in msgspec.json.decode(line, type=_Answer).events:
            yield decode_event(bytes(event))
    except (msgspec.DecodeError, UnicodeDecodeError, WireError) as error:
        raise Failure(text("Line {line} cannot be read: {why}.", line=number, why=str(error).rstrip("."))) from None
