"""What the table is shown on: a terminal, a pipe, or a program that reads JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import click
import msgspec
from rich.console import Console
from rich.text import Text

from mostek.cli.table.columns import side_by_side, wrapped
from mostek.cli.table.panel import bag_text, panel_lines, player_lines
from mostek.cli.table.picture import board_lines, board_width, rack_line
from mostek.core.board import Square
from mostek.core.clock import Millis
from mostek.core.players import Role, Seat, Viewer
from mostek.core.tiles import Tiles, tile_set
from mostek.messages import text
from mostek.messages.refusals import grounds, say
from mostek.notation.coordinates import Orientation
from mostek.notation.wire import encode
from mostek.referee import Game, Refused, event_for
from mostek.referee.events import Event
from mostek.rules.rulebook import Rulebook

GAP = 2
NARROWEST = 24
"""Columns beside the board that are worth using."""
_HIGH = 27
"""Lines of a window from which on one may stay empty."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that is on the table for the people who look at it now."""

    game: Game
    book: Rulebook
    name: str
    orientation: Orientation
    new: frozenset[Square]
    """Where the tiles of the last move lie."""
    now: Millis
    owner: str
    """Whose rack is shown."""
    rack: Tiles | None
    """`None` while it is hidden."""
    hint: str
    """What may be typed."""


class Screen(Protocol):
    """Where the table is shown."""

    def happen(self, number: int, event: Event, sentence: str | None) -> None:
        """An event, which has been kept, and the sentence that tells it."""
        ...

    def refuse(self, refused: Refused) -> None:
        """A refusal, with its clause."""
        ...

    def say(self, sentence: str) -> None:
        """Anything else that a person should read."""
        ...

    def show(self, scene: Scene) -> None:
        """The table, before somebody is asked."""
        ...

    def page(self, lines: Sequence[Text], wait: Callable[[], None]) -> None:
        """A page to read; on a terminal `wait` lets the reader end it."""
        ...

    def finish(self, scene: Scene, lines: Sequence[Text]) -> None:
        """The table when the game is over, with the result."""
        ...

    def leave(self, sentence: str) -> None:
        """The last sentence to a person who goes."""
        ...

    def is_stale(self) -> bool:
        """Whether what is shown no longer fits the window."""
        ...


class TerminalScreen:
    """Draws the whole window anew: the table, then what has happened since somebody was last asked."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._news: list[Text] = []
        self._read = False
        self._size = console.size

    def happen(self, number: int, event: Event, sentence: str | None) -> None:
        """See `Screen`."""
        if sentence:
            self._tell(Text(sentence))

    def refuse(self, refused: Refused) -> None:
        """See `Screen`."""
        self._tell(Text(say(refused), style="bold"))
        self._tell(Text(grounds(refused.clause), style="bright_black"))

    def say(self, sentence: str) -> None:
        """See `Screen`."""
        self._tell(Text(sentence, style="bold"))

    def _tell(self, line: Text) -> None:
        """What has been read by somebody who was asked since makes room for what is new."""
        if self._read:
            self._news, self._read = [], False
        self._news.append(line)

    def show(self, scene: Scene) -> None:
        """See `Screen`."""
        self._size = self._console.size
        lines = scene_lines(scene, self._console.width, is_low=self._console.height < _HIGH)
        room = max(1, self._console.height - len(lines) - 2)
        news = [Text(line, news.style) for news in self._news for line in wrapped(news.plain, self._console.width - 1)]
        hint = Text(scene.hint, style="bright_black", no_wrap=True)
        hint.truncate(self._console.width - 1, overflow="ellipsis")
        self._clear()
        for line in [*lines, *news[-room:], hint]:
            self._console.print(line)
        self._read = True

    def page(self, lines: Sequence[Text], wait: Callable[[], None]) -> None:
        """See `Screen`."""
        height = max(2, self._console.height - 2)
        folded = [Text(part, line.style) for line in lines for part in wrapped_or_kept(line, self._console.width - 1)]
        for start in range(0, len(folded), height):
            self._clear()
            for line in folded[start : start + height]:
                self._console.print(line)
            wait()

    def finish(self, scene: Scene, lines: Sequence[Text]) -> None:
        """See `Screen`."""
        self.show(scene)
        for line in lines:
            self._console.print(line)

    def leave(self, sentence: str) -> None:
        """See `Screen`."""
        self._console.print(Text(f"\n{sentence}"))

    def is_stale(self) -> bool:
        """See `Screen`."""
        return self._console.size != self._size

    def _clear(self) -> None:
        self._console.file.write("\x1b[H\x1b[2J\x1b[3J")


class PlainScreen:
    """Writes everything one after the other, for a pipe or a file."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._shown: tuple[Game, str] | None = None

    def happen(self, number: int, event: Event, sentence: str | None) -> None:
        """See `Screen`."""
        if sentence:
            self._print(Text(sentence))

    def refuse(self, refused: Refused) -> None:
        """See `Screen`."""
        self._print(Text(say(refused)))
        self._print(Text(grounds(refused.clause)))

    def say(self, sentence: str) -> None:
        """See `Screen`."""
        self._print(Text(sentence))

    def show(self, scene: Scene) -> None:
        """See `Screen`. The picture is not repeated while nothing has changed."""
        lines = [] if (scene.game, scene.owner) == self._shown else [Text(), *scene_lines(scene, 90)]
        self._shown = (scene.game, scene.owner)
        for line in [*lines, Text(scene.hint)]:
            self._print(line)

    def page(self, lines: Sequence[Text], wait: Callable[[], None]) -> None:
        """See `Screen`."""
        for line in lines:
            self._print(line)

    def finish(self, scene: Scene, lines: Sequence[Text]) -> None:
        """See `Screen`."""
        self.show(scene)
        self.page(lines, lambda: None)

    def leave(self, sentence: str) -> None:
        """See `Screen`."""
        self.say(sentence)

    def is_stale(self) -> bool:
        """A pipe has no window."""
        return False

    def _print(self, line: Text) -> None:
        line.rstrip()
        self._console.print(line)
        self._console.file.flush()


class JsonScreen:
    """One JSON document a line: an event with its number, a refusal, or a sentence. Tiles of bots stay hidden."""

    def __init__(self, people: frozenset[Seat]) -> None:
        self._people = people

    def happen(self, number: int, event: Event, sentence: str | None) -> None:
        """See `Screen`."""
        seat = getattr(event, "seat", None)
        only: Viewer = next(iter(self._people)) if len(self._people) == 1 else Role.SPECTATOR
        seen = event_for(event, seat if seat in self._people else only)
        if seen is not None:
            self._print({"n": number, "event": msgspec.Raw(encode(seen))})

    def refuse(self, refused: Refused) -> None:
        """See `Screen`."""
        self._print({"refused": msgspec.Raw(encode(refused)), "message": say(refused)})

    def say(self, sentence: str) -> None:
        """See `Screen`."""
        self._print({"message": sentence})

    def show(self, scene: Scene) -> None:
        """The events have said everything."""

    def page(self, lines: Sequence[Text], wait: Callable[[], None]) -> None:
        """See `Screen`."""
        self._print({"page": [line.plain.rstrip() for line in lines]})

    def finish(self, scene: Scene, lines: Sequence[Text]) -> None:
        """See `Screen`."""
        self.page(lines, lambda: None)

    def leave(self, sentence: str) -> None:
        """See `Screen`."""
        self.say(sentence)

    def is_stale(self) -> bool:
        """A pipe has no window."""
        return False

    def _print(self, document: dict[str, Any]) -> None:
        click.echo(msgspec.json.encode(document))


def scene_lines(scene: Scene, width: int, is_low: bool = False) -> list[Text]:
    """Board and panel side by side where there is room, else only players and bag above the board; then the rack."""
    tiles = tile_set(scene.game.tile_set)
    board = board_lines(scene.game.board, scene.new, tiles, scene.orientation)
    wide = board_width(scene.game.board)
    beside = min(width - wide - GAP - 1, 60)
    if beside < NARROWEST:
        above = [*player_lines(scene.game, scene.now, wide), Text(bag_text(len(scene.game.bag)))]
        lines = [*above, *board]
    else:
        panel = panel_lines(scene.game, scene.book, scene.name, scene.orientation, scene.now, beside, len(board))
        lines = side_by_side(board, panel, wide, GAP)
    return [*lines, _rack(scene)] if is_low else [*lines, Text(), _rack(scene)]


def _rack(scene: Scene) -> Text:
    line = Text(f"{scene.owner}:  ", style="bold") if scene.owner else Text()
    if scene.rack is None:
        return line.append(text("(the rack is hidden)") if scene.owner else "", style="bright_black")
    return line.append_text(rack_line(scene.rack, tile_set(scene.game.tile_set)))


def wrapped_or_kept(line: Text, width: int) -> list[str]:
    """A line that fits is kept with its columns; a longer one is folded at blanks."""
    return [line.plain] if line.cell_len <= width else wrapped(line.plain, width)
