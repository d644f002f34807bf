"""`mostek engine talk`: a conversation in lines of text, so that programs can play against each other."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache, partial
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import click
from msgspec import structs

from mostek import __version__
from mostek.cli.engine import search_position_of
from mostek.cli.lines import LIMIT, ErrorCode, LineError
from mostek.cli.param_types import InputFile
from mostek.core.moves import Exchange, Pass, Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import tile_set
from mostek.engine.bots import Level, levels
from mostek.engine.bots.bot import Bot, open_bot
from mostek.engine.kernel import FoundPlay
from mostek.engine.random_draws import random_draws
from mostek.engine.search import Candidate, EngineMove, best_of, candidate
from mostek.lexicon import DEFAULT, LexiconError
from mostek.lexicon.library import find
from mostek.messages import text
from mostek.notation.coordinates import Orientation, format_coordinate
from mostek.referee import conduct, view_for
from mostek.referee.commands import Command, CreateGame, ExchangeTiles, LayTiles
from mostek.referee.state import Turn, TurnKind
from mostek.rules.loading import rulebook

if TYPE_CHECKING:
    from mostek.engine.endgame import EndgameSolution, PreEndgameCandidate, SolvedTurn
    from mostek.engine.position import SearchPosition
    from mostek.engine.simulation import SimulatedCandidate, Simulation
    from mostek.referee.views import View


class LineWord(NamedTuple):
    """A word of a line, and the number of its first character from 1."""

    text: str
    column: int


def foretold(prospect: SimulatedCandidate) -> str:
    """A move, and what it leads to on average."""
    won = f"won {prospect.share:.4f} margin {prospect.share_margin:.4f}"
    return f"{told(prospect.candidate)} {won} spread {prospect.spread:.1f} deals {prospect.deals}"


def concluded(ending: PreEndgameCandidate) -> str:
    """A turn, and what it leads to over every draw."""
    results = f"bag {ending.bag} draws {ending.draws} won {ending.won} drawn {ending.drawn} settled {ending.settled}"
    return f"{told(ending.candidate)} {results} spread {ending.spread:.1f}"


def solved(solution: EndgameSolution) -> str:
    """The first turn of a line, and what it leads to."""
    proved = "proved" if solution.is_proved else "estimated"
    return f"{written(solution.line[0])} gain {solution.gain} lead {solution.lead} {proved} {solution.positions}"


def told(candidate: Candidate) -> str:
    """A move without looking ahead."""
    return f"{written(candidate)} score {candidate.score} equity {candidate.equity}"


def written(candidate: Candidate | SolvedTurn) -> str:
    """As GCG has it: a dot for each tile of the board."""
    play = candidate.move
    if not isinstance(play, FoundPlay):
        return candidate.written
    square = format_coordinate(play.start, play.direction, Orientation.NUMBERED_ROWS)
    return f"{square} {''.join(str(tile or '.') for tile in play.word)}"


def numbers(details: list[LineWord], limits: Mapping[str, tuple[float, float]]) -> dict[str, float]:
    """The stated numbers by their names. Raises `LineError`."""
    found = {}
    for place in range(0, len(details), 2):
        name = details[place]
        if name.text not in limits:
            raise expected(tuple(limits), name)
        if place + 1 == len(details):
            raise wrong(text("A number is expected after {name}.", name=name.text), name)
        found[name.text] = number(details[place + 1], *limits[name.text])
    return found


def number(word: LineWord, least: float, most: float) -> float:
    """A number within limits, with a fraction if they are no integers. Raises `LineError`."""
    whole = isinstance(least, int)
    if re.fullmatch(r"[0-9]{1,19}" if whole else r"[0-9]{1,9}(\.[0-9]{1,9})?", word.text):
        found = int(word.text) if whole else float(word.text)
        if least <= found <= most:
            return found
    raise wrong(text("A number from {least} to {most} is expected.", least=least, most=most), word)


def expected(known: Sequence[str], word: LineWord) -> LineError:
    """The error of a word that is none of those known."""
    return wrong(text("One of these is expected: {names}.", names=", ".join(known)), word)


def wrong(reason: str, word: LineWord) -> LineError:
    """The error of a word."""
    return LineError(ErrorCode.REQUEST, reason, word.column)


_BOOK = rulebook("pfs")
_HOUR = 3_600_000


def open_level(position: SearchPosition, name: str, seconds: float | None = None, deals: float | None = None) -> Bot:
    """A bot of the named level for such turns; a bot that looks ahead stops after so many seconds or deals.

    Raises `LexiconError`, `OSError`.
    """
    level = _limited(levels()[name], seconds, None if deals is None else int(deals))
    return _bot(position.equipment.lexicon, position.tile_set.name, level)


def chosen(bot: Bot, position: SearchPosition, seed: int, go_on: Callable[[], bool] = lambda: True) -> Candidate:
    """The bot's move for a turn; one seed gives one move, unless time or `go_on` limits the look ahead."""
    return candidate(position, _move(position, bot.command(_view(position, seed), go_on=go_on)))


def _limited(level: Level, seconds: float | None, deals: int | None) -> Level:
    """With deals alone no clock counts, so that the same is chosen on any machine."""
    far = level.lookahead
    if far is None or (seconds is None and deals is None):
        return level
    milliseconds = _HOUR if seconds is None else round(1000 * seconds)
    return structs.replace(level, lookahead=structs.replace(far, milliseconds=milliseconds, deals=deals or far.deals))


@lru_cache(maxsize=8)
def _bot(lexicon: str, tiles: str, level: Level) -> Bot:
    return open_bot(_BOOK, lexicon, tile_set(tiles), level=level)


def _view(position: SearchPosition, seed: int) -> View:
    """The view of the player on turn at a table where no player has to draw."""
    return structs.replace(
        _new_table(),
        tile_set=position.tile_set.name,
        board=Placement(dict(position.board.tiles())),
        bag_count=position.bag,
        rack=position.rack,
        rack_counts=BySeat((len(position.rack), len(position.unseen) - position.bag)),
        scores=BySeat((position.lead, 0)),
        phase="thinking",
        on_turn=Seat.FIRST,
        turns=tuple(Turn(Seat.SECOND, TurnKind.PASS, 0, 0) for _ in range(position.passes)),
        commitment=str(seed),
    )


@cache
def _new_table() -> View:
    """The first player's view of a game that begins, without a clock."""
    create = CreateGame(rulebook=_BOOK.name, players=("", ""), millis=_HOUR)
    game = conduct(None, create, _BOOK, random_draws(0, 0)).game
    assert game is not None
    return structs.replace(view_for(game, Seat.FIRST), clock=None)


def _move(position: SearchPosition, command: Command | None) -> EngineMove:
    match command:
        case LayTiles(placement=placement):
            plays = position.searcher.plays(position.board, placement.faces)
            return next(play for play in plays if play.placement == placement)
        case ExchangeTiles(tiles=tiles):
            return Exchange(tiles)
        case _:
            return Pass()


_SECONDS = 5.0
"""How long a simulation runs without a stated limit."""
_INTERIM = 0.5
"""After how many seconds a simulation says what it knows by then, and looks whether it is to stop."""


@click.command()
@click.argument("file", type=InputFile(), default="-")
def talk(file: BinaryIO) -> None:
    """Answer lines of text from FILE, standard input by default: positions in CGP, and commands.

    The guide to the engine describes the language.
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
class TalkSettings:
    """The settings of the command `set`."""

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
        self._settings = TalkSettings()
        self._position: LineWord | None = None
        self._thinking: Thread | None = None
        self._stop = Event()  # set by the reader of commands, asked by the thread that thinks
        self.is_over = False
        """Whether `quit` was heard."""

    def hear(self, line: str) -> None:
        """Answer a line. A search goes on while the next line is waited for; of the lines only `stop` and `quit` end it."""
        words = [LineWord(match[0], match.start() + 1) for match in re.finditer(r"\S+", line)]
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

    def _obey(self, words: list[LineWord], line: str, was_thinking: bool) -> None:
        match words:
            case [LineWord("mostek")]:
                self._say(f"engine mostek {__version__}")
                for name, value in asdict(self._settings).items():
                    self._say(f"setting {name} {value}")
                self._say("ready")
            case [LineWord("set"), name, value]:
                self._settings = _changed(self._settings, name, value)
                self._say("ready")
            case [LineWord("position"), first, *_]:
                position = LineWord(line[first.column - 1 :].strip(), first.column)
                self._search_position(position)
                self._position = position
                self._say("ready")
            case [LineWord("go"), question, *details]:
                self._go(question, details)
            case [LineWord("stop")] if not was_thinking:
                self._say("ready")
            case [LineWord("stop")]:
                pass
            case [LineWord("quit")]:
                self.is_over = True
            case _:
                raise expected(("mostek", "set NAME VALUE", "position CGP", "go QUESTION", "stop", "quit"), words[0])

    def _go(self, question: LineWord, details: list[LineWord]) -> None:
        if self._position is None:
            raise wrong(text("No position was given yet."), question)
        position = self._search_position(self._position)
        match question.text:
            case "score" | "equity":
                self._rank(_best(position, question.text, **numbers(details, {"count": (1, 10_000)})))
            case "simulate":
                limits = {"seconds": (0.0, 86_400.0), "deals": (1, sys.maxsize), "plies": (0, 50)}
                self._simulate(position, question, **numbers(details, limits))
            case "solve":
                self._solve(position, question, **numbers(details, {"seconds": (0.0, 86_400.0)}))
            case "level":
                self._let_choose(position, *(details or [question]))
            case _:
                raise expected(("score", "equity", "simulate", "solve", "level"), question)

    def _rank(self, found: Sequence[Candidate]) -> None:
        for place, each in enumerate(found, 1):
            self._say(f"play {place} {told(each)}")
        self._say(f"best {written(found[0])}")

    def _simulate(
        self,
        position: SearchPosition,
        question: LineWord,
        seconds: float = 0,
        deals: float = math.inf,
        plies: float = 2,
    ) -> None:
        from mostek.engine.simulation import simulate_in

        settings = self._settings
        try:
            looking = simulate_in(position, settings.candidates, plies=int(plies), seed=settings.seed)
        except ValueError as error:
            raise wrong(str(error), question) from None
        if not seconds:
            seconds = _SECONDS if math.isinf(deals) else math.inf
        self._think(question, partial(self._look_ahead, looking, seconds, deals))

    def _solve(self, position: SearchPosition, question: LineWord, seconds: float = math.inf) -> None:
        from mostek.engine.endgame import check_solvable
        from mostek.engine.position import PositionError

        try:
            check_solvable(position)
        except PositionError as error:
            raise wrong(text(error.sentence, **error.params), question) from None
        self._think(question, partial(self._look_to_the_end, position, seconds))

    def _let_choose(self, position: SearchPosition, name: LineWord, *details: LineWord) -> None:
        if name.text not in levels():
            raise expected(tuple(levels()), name)
        limits = {"seconds": (0.0, 3600.0), "deals": (1, sys.maxsize)}
        bot = open_level(position, name.text, **numbers(list(details), limits))
        self._think(name, lambda: self._rank([chosen(bot, position, self._settings.seed, self._goes_on)]))

    def _think(self, question: LineWord, work: Callable[[], None]) -> None:
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

    def _look_to_the_end(self, position: SearchPosition, seconds: float) -> None:
        from mostek.engine.endgame import EndgameSolution, PreEndgameSolution, solve_in

        found = solve_in(position, seconds=seconds, go_on=self._goes_on)
        if isinstance(found, EndgameSolution) and found.line:
            self._say(f"play 1 {solved(found)}")
            for turn in found.line[1:]:
                self._say(f"then {written(turn)}")
            self._say(f"best {written(found.line[0])}")
        elif isinstance(found, PreEndgameSolution) and found.candidates:
            for place, ending in enumerate(found.candidates, 1):
                self._say(f"play {place} {concluded(ending)}")
            self._say(f"best {written(found.best.candidate)}")
        else:
            self._rank(_best(position, "equity"))

    def _look_ahead(self, looking: Simulation, seconds: float, deals: float) -> None:
        end = monotonic() + seconds
        left = min(_INTERIM, seconds)
        while True:
            missing = deals - looking.result.deals
            known = looking.run(seconds=left, deals=None if math.isinf(missing) else int(missing))
            left = min(_INTERIM, end - monotonic())
            if self._stop.is_set() or known.deals >= deals or left <= 0:
                break
            self._say(f"info {foretold(known.best)}")
        for place, prospect in enumerate(known.candidates, 1):
            self._say(f"play {place} {foretold(prospect)}")
        self._say(f"best {written(known.best.candidate)}")

    def _search_position(self, position: LineWord) -> SearchPosition:
        try:
            return search_position_of(position.text, None, self._settings.lexicon, None, Orientation.NUMBERED_ROWS)
        except LineError as error:
            raise LineError(error.problem, error.reason, position.column + (error.column or 1) - 1) from None


def _changed(settings: TalkSettings, name: LineWord, value: LineWord) -> TalkSettings:
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


def _best(position: SearchPosition, question: str, count: float = 1) -> Sequence[Candidate]:
    """The best by equity or by points; the pass where no play is."""
    if question == "equity":
        return best_of(position, int(count))
    plays = position.searcher.best(position.board, position.rack, int(count))
    return [candidate(position, play) for play in plays] or [candidate(position, Pass())]
