"""`mostek engine talk`: a conversation in lines of text, so that programs can play against each other."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib.metadata import version
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO

import click

from mostek.cli.engine_advice import situation_of
from mostek.cli.engine_lines import Word, concluded, expected, foretold, number, numbers, solved, told, written, wrong
from mostek.cli.lines import LIMIT, LineError
from mostek.cli.options import InputFile
from mostek.lexicon import DEFAULT, LexiconError
from mostek.lexicon.library import find
from mostek.messages import text
from mostek.notation.coordinates import Orientation

if TYPE_CHECKING:
    from mostek.engine.position import Situation
    from mostek.engine.search import Candidate
    from mostek.engine.simulation import LookingAhead

_SECONDS = 5.0
"""For how long a simulation runs when no end is told."""
_INTERIM = 0.5
"""After how many seconds a simulation says what it knows by then, and looks whether it is to stop."""


@click.command()
@click.argument("file", type=InputFile(), default="-")
def talk(file: BinaryIO) -> None:
    """Answer lines of text from FILE, by default standard input: positions in CGP, and what to do in them.

    The guide to the engine tells the language.
    """
    talking = Talk(click.echo)
    try:
        for line in iter(partial(file.readline, LIMIT), b""):
            talking.hear(line.decode("utf-8", "replace"))
            if talking.is_over:
                return
        talking.finish()
    finally:
        talking.stop()


@dataclass(frozen=True, slots=True)
class Settings:
    """What `set` sets."""

    lexicon: str = DEFAULT
    seed: int = 1
    candidates: int = 15
    """How many a simulation compares."""


class Talk:
    """One conversation: it hears lines, and says lines through the function it is given.

    Every line heard but `quit` is answered, by lines of which the last begins with `ready`, `best` or `error`.
    """

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self._settings = Settings()
        self._position: Word | None = None
        self._thinking: Thread | None = None
        self._stop = Event()
        self.is_over = False
        """Whether `quit` was heard."""

    def hear(self, line: str) -> None:
        """Answer a line. A search goes on while the next line is waited for; of the lines only `stop` and `quit` end it."""
        words = [Word(match[0], match.start() + 1) for match in re.finditer(r"\S+", line)]
        if not words:
            return
        was_thinking = self.stop() if words[0].text in ("stop", "quit") else self.finish()
        try:
            self._obey(words, line, was_thinking)
        except LineError as error:
            self._say(f"error {error.column} {error.reason}")

    def finish(self) -> bool:
        """Wait for a search that goes on; say whether there was one."""
        thread, self._thinking = self._thinking, None
        if thread is not None:
            thread.join()
        return thread is not None

    def stop(self) -> bool:
        """Have a search end now; say whether there was one."""
        self._stop.set()
        return self.finish()

    def _obey(self, words: list[Word], line: str, was_thinking: bool) -> None:
        match words:
            case [Word("mostek")]:
                self._say(f"engine mostek {version('mostek')}")
                for name, value in asdict(self._settings).items():
                    self._say(f"setting {name} {value}")
                self._say("ready")
            case [Word("set"), name, value]:
                self._settings = _changed(self._settings, name, value)
                self._say("ready")
            case [Word("position"), first, *_]:
                position = Word(line[first.column - 1 :].strip(), first.column)
                self._situation(position)
                self._position = position
                self._say("ready")
            case [Word("go"), question, *details]:
                self._go(question, details)
            case [Word("stop")] if not was_thinking:
                self._say("ready")
            case [Word("stop")]:
                pass
            case [Word("quit")]:
                self.is_over = True
            case _:
                raise expected(("mostek", "set NAME VALUE", "position CGP", "go QUESTION", "stop", "quit"), words[0])

    def _go(self, question: Word, details: list[Word]) -> None:
        if self._position is None:
            raise wrong(text("No position was told yet."), question)
        asked = self._situation(self._position)
        match question.text:
            case "score" | "equity":
                self._rank(_best(asked, question.text, **numbers(details, {"count": (1, 10_000)})))
            case "simulate":
                limits = {"seconds": (0.0, 86_400.0), "deals": (1, sys.maxsize), "plies": (0, 50)}
                self._simulate(asked, question, **numbers(details, limits))
            case "solve":
                self._solve(asked, question, **numbers(details, {"seconds": (0.0, 86_400.0)}))
            case "level":
                self._let_choose(asked, *(details or [question]))
            case _:
                raise expected(("score", "equity", "simulate", "solve", "level"), question)

    def _rank(self, found: Sequence[Candidate]) -> None:
        for place, candidate in enumerate(found, 1):
            self._say(f"play {place} {told(candidate)}")
        self._say(f"best {written(found[0])}")

    def _simulate(
        self, asked: Situation, question: Word, seconds: float = 0, deals: float = math.inf, plies: float = 2
    ) -> None:
        from mostek.engine.simulation import simulate_in

        settings = self._settings
        try:
            looking = simulate_in(asked, settings.candidates, plies=int(plies), seed=settings.seed)
        except ValueError as error:
            raise wrong(str(error), question) from None
        if not seconds:
            seconds = _SECONDS if math.isinf(deals) else math.inf
        self._think(question, partial(self._look_ahead, looking, seconds, deals))

    def _solve(self, asked: Situation, question: Word, seconds: float = math.inf) -> None:
        from mostek.engine.endgame import check_end
        from mostek.engine.position import SituationError

        try:
            check_end(asked)
        except SituationError as error:
            raise wrong(text(error.sentence, **error.params), question) from None
        self._think(question, partial(self._look_to_the_end, asked, seconds))

    def _let_choose(self, asked: Situation, name: Word, *details: Word) -> None:
        from mostek.cli.engine_levels import chosen, open_level
        from mostek.engine.bots import LEVELS

        if name.text not in LEVELS:
            raise expected(tuple(LEVELS), name)
        limits = {"seconds": (0.0, 3600.0), "deals": (1, sys.maxsize)}
        bot = open_level(asked, name.text, **numbers(list(details), limits))
        self._think(name, lambda: self._rank([chosen(bot, asked, self._settings.seed, self._goes_on)]))

    def _think(self, question: Word, work: Callable[[], None]) -> None:
        def search() -> None:
            try:
                work()
            except Exception as error:
                # Whoever asked waits for a last line.
                self._say(f"error {question.column} {error}")
                raise

        self._stop.clear()
        self._thinking = Thread(target=search)
        self._thinking.start()

    def _goes_on(self) -> bool:
        return not self._stop.is_set()

    def _look_to_the_end(self, asked: Situation, seconds: float) -> None:
        from mostek.engine.endgame import LastDraws, Solution, solve_in

        found = solve_in(asked, seconds=seconds, go_on=self._goes_on)
        if isinstance(found, Solution) and found.line:
            self._say(f"play 1 {solved(found)}")
            for turn in found.line[1:]:
                self._say(f"then {written(turn)}")
            self._say(f"best {written(found.line[0])}")
        elif isinstance(found, LastDraws) and found.endings:
            for place, ending in enumerate(found.endings, 1):
                self._say(f"play {place} {concluded(ending)}")
            self._say(f"best {written(found.best.candidate)}")
        else:
            self._rank(_best(asked, "equity"))

    def _look_ahead(self, looking: LookingAhead, seconds: float, deals: float) -> None:
        end = monotonic() + seconds
        left = min(_INTERIM, seconds)
        while True:
            missing = deals - looking.forecast.deals
            known = looking.run(seconds=left, deals=None if math.isinf(missing) else int(missing))
            left = min(_INTERIM, end - monotonic())
            if self._stop.is_set() or known.deals >= deals or left <= 0:
                break
            self._say(f"info {foretold(known.best)}")
        for place, prospect in enumerate(known.prospects, 1):
            self._say(f"play {place} {foretold(prospect)}")
        self._say(f"best {written(known.best.candidate)}")

    def _situation(self, position: Word) -> Situation:
        try:
            return situation_of(position.text, None, self._settings.lexicon, None, Orientation.NUMBERED_ROWS)
        except LineError as error:
            raise LineError(error.problem, error.reason, position.column + (error.column or 1) - 1) from None


def _changed(settings: Settings, name: Word, value: Word) -> Settings:
    match name.text:
        case "lexicon":
            try:
                find(value.text)
            except LexiconError as error:
                raise wrong(text(error.sentence, **error.params), value) from None
            return replace(settings, lexicon=value.text)
        case "seed":
            return replace(settings, seed=int(number(value, 0, 2**63 - 1)))
        case "candidates":
            return replace(settings, candidates=int(number(value, 1, 256)))
        case _:
            raise expected(tuple(asdict(settings)), name)


def _best(asked: Situation, question: str, count: float = 1) -> Sequence[Candidate]:
    """The best by equity or by points; the pass where no play is."""
    from mostek.core.moves import Pass
    from mostek.engine.search import best_of, candidate

    if question == "equity":
        return best_of(asked, int(count))
    plays = asked.searcher.best(asked.board, asked.rack, int(count))
    return [candidate(asked, play) for play in plays] or [candidate(asked, Pass())]
