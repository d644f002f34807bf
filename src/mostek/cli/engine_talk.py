"""`mostek engine talk`: a conversation in lines of text, so that programs can play against each other."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from importlib.metadata import version
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import click

from mostek.cli.engine_advice import situation_of
from mostek.cli.lines import LIMIT, LineError, Problem
from mostek.cli.options import InputFile
from mostek.lexicon import DEFAULT
from mostek.messages import text
from mostek.notation.coordinates import Orientation, format_coordinate

if TYPE_CHECKING:
    from mostek.engine.candidates import Candidate
    from mostek.engine.looking_ahead import LookingAhead, Prospect
    from mostek.engine.situation import Situation

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


class Word(NamedTuple):
    """A word of a line, and the number of its first character from 1."""

    text: str
    column: int


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
                raise _expected(("mostek", "set NAME VALUE", "position CGP", "go QUESTION", "stop", "quit"), words[0])

    def _go(self, question: Word, details: list[Word]) -> None:
        if self._position is None:
            raise _wrong(text("No position was told yet."), question)
        asked = self._situation(self._position)
        match question.text:
            case "score" | "equity":
                self._rank(asked, question.text, **_numbers(details, {"count": (1, 10_000)}))
            case "simulate":
                limits = {"seconds": (0, 86_400), "deals": (1, sys.maxsize), "plies": (0, 50)}
                self._simulate(asked, question, **_numbers(details, limits))
            case _:
                raise _expected(("score", "equity", "simulate"), question)

    def _rank(self, asked: Situation, question: str, count: float = 1) -> None:
        found = _best(asked, question, int(count))
        for place, candidate in enumerate(found, 1):
            self._say(f"play {place} {_told(candidate)}")
        self._say(f"best {_written(found[0])}")

    def _simulate(
        self, asked: Situation, question: Word, seconds: float = 0, deals: float = math.inf, plies: float = 2
    ) -> None:
        from mostek.engine.looking_ahead import simulate_in

        settings = self._settings
        try:
            looking = simulate_in(asked, settings.candidates, plies=int(plies), seed=settings.seed)
        except ValueError as error:
            raise _wrong(str(error), question) from None
        if not seconds:
            seconds = _SECONDS if math.isinf(deals) else math.inf
        self._stop.clear()
        self._thinking = Thread(target=self._look_ahead, args=(looking, seconds, deals))
        self._thinking.start()

    def _look_ahead(self, looking: LookingAhead, seconds: float, deals: float) -> None:
        end = monotonic() + seconds
        left = min(_INTERIM, seconds)
        while True:
            missing = deals - looking.forecast.deals
            told = looking.run(seconds=left, deals=None if math.isinf(missing) else int(missing))
            left = min(_INTERIM, end - monotonic())
            if self._stop.is_set() or told.deals >= deals or left <= 0:
                break
            self._say(f"info {_foretold(told.best)}")
        for place, prospect in enumerate(told.prospects, 1):
            self._say(f"play {place} {_foretold(prospect)}")
        self._say(f"best {_written(told.best.candidate)}")

    def _situation(self, position: Word) -> Situation:
        try:
            return situation_of(position.text, None, self._settings.lexicon, None, Orientation.NUMBERED_ROWS)
        except LineError as error:
            raise LineError(error.problem, error.reason, position.column + (error.column or 1) - 1) from None


def _changed(settings: Settings, name: Word, value: Word) -> Settings:
    match name.text:
        case "lexicon":
            try:
                situation_of("", "", value.text)  # the empty board tells whether there is such a lexicon
            except LineError as error:
                raise _wrong(error.reason, value) from None
            return replace(settings, lexicon=value.text)
        case "seed":
            return replace(settings, seed=int(_number(value, 0, 2**63 - 1)))
        case "candidates":
            return replace(settings, candidates=int(_number(value, 1, 256)))
        case _:
            raise _expected(tuple(asdict(settings)), name)


def _best(asked: Situation, question: str, count: int) -> Sequence[Candidate]:
    """The best by equity or by points; the pass where no play is."""
    from mostek.engine.advice import best_of
    from mostek.engine.candidates import candidate
    from mostek.plays import Pass

    if question == "equity":
        return best_of(asked, count)
    plays = asked.searcher.best(asked.board, asked.rack, count)
    return [candidate(asked, play) for play in plays] or [candidate(asked, Pass())]


def _foretold(prospect: Prospect) -> str:
    won = f"won {prospect.share:.4f} margin {prospect.share_margin:.4f}"
    return f"{_told(prospect.candidate)} {won} spread {prospect.spread:.1f} deals {prospect.deals}"


def _told(candidate: Candidate) -> str:
    return f"{_written(candidate)} score {candidate.score} equity {candidate.equity}"


def _written(candidate: Candidate) -> str:
    """As GCG has it: a dot for each tile of the board."""
    from mostek.engine.kernel import FoundPlay

    play = candidate.choice
    if not isinstance(play, FoundPlay):
        return candidate.written
    square = format_coordinate(play.start, play.direction, Orientation.NUMBERED_ROWS)
    return f"{square} {''.join(str(tile or '.') for tile in play.word)}"


def _numbers(details: list[Word], limits: Mapping[str, tuple[int, int]]) -> dict[str, float]:
    """Names with numbers: those that were told."""
    found = {}
    for place in range(0, len(details), 2):
        name = details[place]
        if name.text not in limits:
            raise _expected(tuple(limits), name)
        if place + 1 == len(details):
            raise _wrong(text("A number is expected after {name}.", name=name.text), name)
        found[name.text] = _number(details[place + 1], *limits[name.text])
    return found


def _number(word: Word, least: int, most: int) -> float:
    if not re.fullmatch(r"[0-9]{1,19}(\.[0-9]{1,6})?", word.text) or not least <= (number := float(word.text)) <= most:
        raise _wrong(text("A number from {least} to {most} is expected.", least=least, most=most), word)
    return number


def _expected(known: Sequence[str], word: Word) -> LineError:
    return _wrong(text("One of these is expected: {names}.", names=", ".join(known)), word)


def _wrong(reason: str, word: Word) -> LineError:
    return LineError(Problem.REQUEST, reason, word.column)
