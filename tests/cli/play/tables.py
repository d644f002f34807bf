"""Tables for the tests: a small lexicon, whole games between bots, and the command line as a person starts it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from pathlib import Path

from msgspec.structs import replace

from books import OPEN_TIME
from mostek.app.games import LoggedGame
from mostek.app.ports import EventLog, TableSetup
from mostek.core.board import layout
from mostek.core.tiles import tile_set
from mostek.engine.bots import levels
from mostek.engine.bots.bot import Bot
from mostek.engine.kernel import Searcher, open_searcher
from mostek.engine.leaves import open_values
from mostek.engine.random_draws import commitment, random_draws
from mostek.lexicon.curated import short_words
from mostek.lexicon.files import LexiconHeader
from mostek.lexicon.kernel import hash_of, read
from mostek.lexicon.library import install, open_lexicon
from mostek.referee import view_for
from mostek.referee.commands import CreateGame, RecordMove
from mostek.referee.events import Event, TilesLaid
from mostek.referee.state import Challenged, Laid, Thinking
from mostek.rules.loading import rulebook

TOY = "toy"
SETUP = TableSetup(humans=1, bot="static", seed=7, orientation="lettered-rows")
MOSTEK = [sys.executable, "-c", "from mostek.cli import main; main()", "--lang", "en"]


def install_toy() -> None:
    """Every Polish word of two and three letters, and a few longer ones."""
    letters = tile_set("pl-current").alphabet.letters
    text = "\n".join([*short_words(), "KOTA", "KOTY", "DOMY", "RAKI", "MAPA", "LISTA", "ZARAZA"])
    words, _ = read(text.encode(), letters, capitals=True)
    header = LexiconHeader(
        name=TOY,
        edition="1",
        source="tests",
        licence="Apache-2.0",
        letters=letters,
        words=len(words),
        hash=hash_of(words),
    )
    install(header, words.dawg())


def creation(book: str, seats: int = 2, seed: int | str = 7) -> CreateGame:
    """The command that sets a game of bots up, committed to a seed."""
    millis = 600_000 if book in OPEN_TIME else None
    players = tuple(f"Bot {n}" for n in range(1, seats + 1))
    pin = open_lexicon(TOY).pin
    return CreateGame(at=0, rulebook=book, players=players, lexicon=pin, millis=millis, commitment=commitment(seed))


class BotTable:
    """A table where bots play the whole game; a seed makes every run the same."""

    def __init__(self, log: EventLog, book: str, seed: int | str = 7) -> None:
        self.published: list[Event] = []
        self.table = LoggedGame(
            log, partial(random_draws, seed), lambda number, event: self.published.append(event), seed
        )
        self._lexicon = open_lexicon(TOY)
        values = open_values(TOY, tile_set("pl-current").alphabet.letters)
        self._bot = Bot(levels()["static"], _searcher(), self._lexicon, rulebook(book), values)

    def play_on(self) -> None:
        """Play to the end, a second for each command."""
        while not self.table.is_over:
            game = self.table.game
            at = game.now + 1000
            match game.phase:
                case Thinking(seat=seat):
                    command = self._bot.command(view_for(game, seat))
                    assert command is not None
                    self.table.carry_out(replace(command, at=at))
                case Laid(seat=seat):
                    self.table.carry_out(RecordMove(at=at, seat=game.players.next(seat)))
                case Challenged():
                    self.table.judge(self._lexicon, at)
                case phase:
                    raise AssertionError(f"nobody acts in {phase}")


@cache
def _searcher() -> Searcher:
    return open_searcher(TOY, tile_set("pl-current"), layout())


def run(
    arguments: Sequence[str], typed: str, data: Path, before: Callable[[], None] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the command line with these lines on standard input; `before` is called in the new process first."""
    environment = {**os.environ, "MOSTEK_DATA": str(data), "PYTHONUTF8": "1"}
    return subprocess.run(
        [*MOSTEK, *arguments],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        timeout=120,
        check=False,
        preexec_fn=before,
    )


def without_moments(events: Iterable[Event]) -> list[Event]:
    """The events without the moments at which moves ended, so that two runs can be compared."""
    return [replace(event, at=None) if isinstance(event, TilesLaid) else event for event in events]
