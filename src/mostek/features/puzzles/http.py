"""The endpoints of puzzles: cards without answers, verdicts, hints, solutions, and puzzles from one's own mistakes.

The answer of a puzzle leaves the server only as a verdict or as the solution, and the first answer of a person counts.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from http import HTTPStatus
from random import SystemRandom
from typing import TYPE_CHECKING, Annotated, TypeAlias

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Struct, field

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable, TableStatus
from mostek.app.users import User
from mostek.core.board import Square
from mostek.core.moves import words_on
from mostek.core.tiles import Tile, TileError, tile_set
from mostek.engine.equipment import TILE_SET
from mostek.feature import FeatureService
from mostek.features.puzzles.feature import FIND_MISTAKES, JUDGE_PUZZLE, RANK_PUZZLE
from mostek.features.puzzles.model import (
    Collection,
    CollectionError,
    Puzzle,
    Theme,
    Verdict,
    built_in,
    choices,
    daily,
    next_one,
    of_difficulty,
)
from mostek.features.puzzles.store import PuzzleRecord, PuzzleStore
from mostek.features.puzzles.words import HINTS, hint, question, reason, theme_title, verdict_lines
from mostek.features.reviews.awaited import Reviews, ReviewStage
from mostek.features.reviews.http.reviews import WithReviews, reviewed
from mostek.server.http.bodies import Body, Nothing
from mostek.server.http.game_logs import game_file
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused, unknown
from mostek.server.http.routing import Routes
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.store.tokens import now

if TYPE_CHECKING:
    from mostek.server.http.jobs import Jobs

SquareText = Annotated[str, Meta(max_length=4)]
TileText = Annotated[str, Meta(max_length=8)]


class PuzzleAnswer(Body, frozen=True):
    """An answer: the tiles by square, `k` for a blank that stands for K; or the word, for a phoney."""

    tiles: Annotated[dict[SquareText, TileText], Meta(max_length=7)] = field(default_factory=dict)
    word: Annotated[str, Meta(max_length=15)] = ""


class HintRequest(Body, frozen=True):
    """The number of the hint, from 1."""

    step: Annotated[int, Meta(ge=1, le=3)]


class ThemeCard(Struct, frozen=True):
    """A theme with the number of its puzzles and the results of the person."""

    theme: Theme
    title: str
    count: int
    tried: int
    solved: int


class RatingCard(Struct, frozen=True):
    """The rating of a person who solves puzzles."""

    rating: int
    margin: int
    tried: int
    solved: int


class PuzzleOverview(Struct, frozen=True):
    """The page of puzzles: themes, the puzzle of the day, and the own rating, if the person has a name."""

    themes: tuple[ThemeCard, ...]
    day: str
    daily: str
    """The name of the puzzle of the day; empty if the collection has none."""
    daily_solved: bool | None
    """Whether the person has solved it; `None` before an answer."""
    rating: RatingCard | None
    lexicon: str


class PuzzleCard(Struct, frozen=True):
    """A puzzle without its answer."""

    id: str
    theme: Theme
    title: str
    question: str
    board: Mapping[str, str]
    rack: str
    other: str
    """The other rack, with an empty bag."""
    scores: tuple[int, int]
    bag: int
    words: tuple[str, ...]
    """The words of the board, where one of them is the answer."""
    rating: int
    tried: int
    solved: int
    """The people who have answered it, and those who were right at once."""
    mine: bool | None
    """Whether my first answer was right; `None` before it, and for a person without a name."""
    hints: int
    """The number of hints that I have seen."""
    day: str = ""
    """The day whose puzzle it is."""


class PuzzleVerdict(Struct, frozen=True):
    """The verdict on an answer."""

    right: bool
    answered: bool
    """Whether the tiles lay as a play at all; if not, nothing was judged."""
    sentences: tuple[str, ...]
    points: int
    rating: RatingCard | None
    """The new rating, if this answer was the first."""
    change: int = 0


class HintCard(Struct, frozen=True):
    """A hint."""

    step: int
    text: str
    more: bool


class RankedPlay(Struct, frozen=True):
    """A play of the solution: as written, its points, and its equity in points."""

    written: str
    score: int
    equity: float


class SolutionCard(Struct, frozen=True):
    """The solution of a puzzle."""

    answer: str
    tiles: Mapping[str, str]
    squares: tuple[str, ...]
    """The squares of the word."""
    reason: str
    plays: tuple[RankedPlay, ...]


class OwnMistakes(Struct, frozen=True):
    """Puzzles from the person's own finished games."""

    puzzles: tuple[PuzzleCard, ...]
    games: int
    """The number of games that are looked at."""
    waiting: int
    """Those of them whose reviews are not finished; ask again."""


_REMEMBERED_VERDICTS = 4096
_REMEMBERED_GAMES = 256


class Puzzles(FeatureService):
    """The puzzles of the server."""

    def __init__(self, services: Services) -> None:
        self.store = PuzzleStore(services.database)
        self._verdicts: OrderedDict[object, Verdict] = OrderedDict()
        self._games: OrderedDict[tuple[str, str], Sequence[Puzzle]] = OrderedDict()

    async def collection(self) -> Collection:
        """The collection of the package. Raises `RequestRefused` with the reason if it is damaged."""
        try:
            return await asyncio.to_thread(built_in)
        except CollectionError as error:
            raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, "no_puzzles", error.sentence, **error.params) from None

    def is_rated(self, puzzle: Puzzle) -> bool:
        """Whether answers count: they do for the collection, not for one's own mistakes."""
        return puzzle.source != "game"

    async def judged(self, jobs: Jobs, puzzle: Puzzle, tiles: Mapping[Square, Tile]) -> Verdict:
        """The verdict on tiles; the same answer is worked out once."""
        key = puzzle.id, tuple(sorted((square, str(tile)) for square, tile in tiles.items()))
        found = self._verdicts.get(key)
        if found is None:
            found = self._verdicts[key] = await jobs.run(JUDGE_PUZZLE, puzzle, tiles)
            if len(self._verdicts) > _REMEMBERED_VERDICTS:
                self._verdicts.popitem(last=False)
        return found

    async def ranked(self, jobs: Jobs, puzzle: Puzzle) -> Sequence[tuple[str, int, int]]:
        """The best plays of a puzzle by equity."""
        return await jobs.run(RANK_PUZZLE, puzzle)

    def own(self, id: str, person: str | None) -> Puzzle | None:
        """A puzzle from a game of this person, as long as the server remembers it."""
        mine = (found for (_, who), found in self._games.items() if who == person)
        return next((puzzle for found in mine for puzzle in found if puzzle.id == id), None)

    def known_mistakes(self, table: str, person: str) -> Sequence[Puzzle] | None:
        """The puzzles of a person's game, if they were worked out lately."""
        return self._games.get((table, person))

    async def mistakes_in(
        self, jobs: Jobs, log: bytes, review: bytes, table: LobbyTable, person: str
    ) -> Sequence[Puzzle]:
        """The puzzles of a person's game, by its log and its review."""
        seats = [place.seat for place in table.places if place.person == person]
        found = self._games[table.id, person] = await jobs.run(FIND_MISTAKES, log, review, seats)
        if len(self._games) > _REMEMBERED_GAMES:
            self._games.popitem(last=False)
        return found


WithPuzzles: TypeAlias = NamedDependency[Puzzles]
WantedTheme = Annotated[Theme | None, QueryParameter(name="theme")]
Near = Annotated[int | None, QueryParameter(name="near", ge=600, le=2600)]
"""The strength of a visitor without a name, as the page remembers it."""
But = Annotated[str, QueryParameter(name="but", max_length=12)]
"""The puzzle that the page has just shown."""
_FIRST_STRENGTH = 1400
_MOST_OWN = 10
_OWN_GAMES = 5
"""The latest games in which mistakes are looked for: the review of each takes some seconds of the processor."""
_PLAYERS = 2


routes = Routes("/api/puzzles", tag="puzzles")
"""Answers cost a tenth of a second of the processor, so they have a limit of their own."""


@routes.get(help=Help.NONE, refuses=(503,))
async def show_puzzles(puzzles: WithPuzzles, person: Asking) -> PuzzleOverview:
    """The themes, the puzzle of the day, and my rating."""
    collection = await puzzles.collection()
    results = dict(await puzzles.store.solved_by_theme(person.id)) if person is not None else {}
    themes = []
    for theme, found in collection.by_theme.items():
        mine = [results[puzzle.id] for puzzle in found if puzzle.id in results]
        themes.append(ThemeCard(theme, theme_title(theme), len(found), len(mine), sum(mine)))
    of_day = daily(collection, _today())
    rating = await _rating(puzzles, person)
    day, name = _today().isoformat(), of_day.id if of_day else ""
    return PuzzleOverview(tuple(themes), day, name, results.get(name), rating, collection.heading.lexicon)


@routes.get("/daily", help=Help.ENGINE, refuses=(404, 409, 503))
async def show_daily_puzzle(puzzles: WithPuzzles, person: Asking) -> PuzzleCard:
    """The puzzle of today, by the date of the host: the same for everybody."""
    found = daily(await puzzles.collection(), _today())
    if found is None:
        raise unknown("The collection has no puzzles.")
    return await _card(puzzles, found, person, _today().isoformat())


@routes.get("/next", help=Help.ENGINE, refuses=(404, 409, 503))
async def show_next_puzzle(
    puzzles: WithPuzzles, person: Asking, theme: WantedTheme = None, near: Near = None, but: But = ""
) -> PuzzleCard:
    """A puzzle near my strength that I have not answered, of one theme or of any."""
    collection = await puzzles.collection()
    seen, strength = {but}, near or _FIRST_STRENGTH
    if person is not None:
        record = await puzzles.store.of_person(person.id)
        seen = {but, *await puzzles.store.tried(person.id)}
        strength = record.strength.shown if record.tried else near or _FIRST_STRENGTH
    if (of_day := daily(collection, _today())) is not None:
        seen.add(of_day.id)
    found = next_one(collection, strength, theme, seen, SystemRandom())
    if found is None:
        raise unknown("You have answered every puzzle of this theme.")
    return await _card(puzzles, found, person)


@routes.get("/{id:str}", help=Help.ENGINE, refuses=(404, 409, 503))
async def show_puzzle(puzzles: WithPuzzles, person: Asking, id: FromPath[str]) -> PuzzleCard:
    """A puzzle by its name, without its answer."""
    return await _card(puzzles, await _found(puzzles, id, person), person)


@routes.post(
    "/{id:str}/answers", help=Help.ENGINE, limit=by_both("puzzles"), refuses=(400, 403, 404, 409, 422, 429, 503)
)
async def answer_puzzle(
    puzzles: WithPuzzles, person: Asking, jobs: WithJobs, id: FromPath[str], data: JSONBody[PuzzleAnswer]
) -> PuzzleVerdict:
    """Answer a puzzle. My first answer counts for my rating; without a name nothing is stored."""
    puzzle = await _found(puzzles, id, person)
    if puzzle.theme.asks_for_a_word:
        if data.word not in choices(puzzle):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "no_such_word", "This word is not on the board.")
        verdict = Verdict(data.word == puzzle.answer)
    else:
        verdict = await puzzles.judged(jobs, puzzle, _tiles(data))
    before, after = await _counted(puzzles, person, puzzle, verdict)
    return PuzzleVerdict(
        verdict.is_right,
        verdict.is_answer,
        tuple(verdict_lines(puzzle, verdict)),
        verdict.points,
        None if after is None else _rating_card(after),
        0 if after is None or before is None else after.strength.shown - before.strength.shown,
    )


@routes.post("/{id:str}/hints", help=Help.ENGINE, limit=by_both("puzzles"), refuses=(400, 403, 404, 409, 429, 503))
async def ask_hint(puzzles: WithPuzzles, person: Asking, id: FromPath[str], data: JSONBody[HintRequest]) -> HintCard:
    """A hint. A right answer after it does not raise my rating."""
    puzzle = await _found(puzzles, id, person)
    if person is not None and puzzles.is_rated(puzzle):
        await puzzles.store.note_hint(person.id, puzzle.id, data.step)
    return HintCard(data.step, hint(puzzle, data.step), data.step < HINTS)


@routes.post(
    "/{id:str}/solution", help=Help.ENGINE, limit=by_both("puzzles"), refuses=(400, 403, 404, 409, 422, 429, 503)
)
async def show_solution(
    puzzles: WithPuzzles, person: Asking, jobs: WithJobs, id: FromPath[str], data: JSONBody[Nothing]
) -> SolutionCard:
    """The solution with its reason. Before an answer this counts as a wrong one."""
    puzzle = await _found(puzzles, id, person)
    await _counted(puzzles, person, puzzle, Verdict(False))
    if puzzle.theme.asks_for_a_word:
        return SolutionCard(puzzle.answer, {}, _squares_of_word(puzzle), reason(puzzle), ())
    board = puzzle.asked.board
    laid = puzzle.play.placement(board).tiles
    ranked = await puzzles.ranked(jobs, puzzle)
    return SolutionCard(
        puzzle.answer,
        {square.name: str(tile) for square, tile in laid.items()},
        tuple(square.name for square in puzzle.play.squares),
        reason(puzzle),
        tuple(RankedPlay(written, score, round(equity / 1000, 1)) for written, score, equity in ranked),
    )


@routes.post("/mistakes", help=Help.ENGINE, limit=by_both("puzzles"), refuses=(400, 401, 403, 409, 422, 429, 503))
async def list_own_mistakes(
    services: WithServices,
    puzzles: WithPuzzles,
    reviews: WithReviews,
    person: Asking,
    jobs: WithJobs,
    data: JSONBody[Nothing],
) -> OwnMistakes:
    """Puzzles from my latest finished games: turns that their reviews call mistakes, and in which one play was the best.

    Games without a review are reviewed one after another; ask again until none waits.
    """
    who = known(person)
    played = [
        table
        for table in await services.tables.listed(who.id)
        if table.status is TableStatus.OVER and len(table.places) == _PLAYERS and who.id in _people(table)
    ][:_OWN_GAMES]
    found: list[Puzzle] = []
    waiting = 0
    for table in played:
        of_game = puzzles.known_mistakes(table.id, who.id)
        if of_game is None:
            review = await _review(services, reviews, jobs, table.id, who)
            if isinstance(review, bytes):
                log = await game_file(services, table)
                of_game = await puzzles.mistakes_in(jobs, log, review, table, who.id)
            elif review is not ReviewStage.FAILED:
                waiting += 1
        found += of_game or []
    cards = [await _card(puzzles, puzzle, person) for puzzle in found[:_MOST_OWN]]
    return OwnMistakes(tuple(cards), len(played), waiting)


async def _review(services: Services, reviews: Reviews, jobs: Jobs, table: str, person: User) -> bytes | ReviewStage:
    """The review of a game; one that cannot be reviewed gives no puzzles."""
    try:
        return await reviewed(services, reviews, jobs, table, person)
    except RequestRefused as refusal:
        if refusal.status == HTTPStatus.UNPROCESSABLE_ENTITY:
            return ReviewStage.FAILED
        raise


def _people(table: LobbyTable) -> list[str | None]:
    return [place.person for place in table.places]


def _today() -> date:
    """The date of the host, in its own time zone."""
    return datetime.fromtimestamp(now() / 1000, UTC).astimezone().date()


async def _found(puzzles: Puzzles, id: str, person: User | None) -> Puzzle:
    collection: Collection = await puzzles.collection()
    puzzle = collection.by_id.get(id) or puzzles.own(id, person.id if person is not None else None)
    if puzzle is None:
        raise unknown("There is no such puzzle.")
    return puzzle


async def _counted(
    puzzles: Puzzles, person: User | None, puzzle: Puzzle, verdict: Verdict
) -> tuple[PuzzleRecord | None, PuzzleRecord | None]:
    """My record before and after this answer, if it is my first one."""
    if person is None or not verdict.is_answer or not puzzles.is_rated(puzzle):
        return None, None
    store = puzzles.store
    before = await store.of_person(person.id)
    after = await store.note_answer(person.id, puzzle.id, of_difficulty(puzzle.difficulty), verdict.is_right)
    return before, after


async def _rating(puzzles: Puzzles, person: User | None) -> RatingCard | None:
    return None if person is None else _rating_card(await puzzles.store.of_person(person.id))


def _rating_card(record: PuzzleRecord) -> RatingCard:
    return RatingCard(record.strength.shown, record.strength.margin, record.tried, record.solved)


async def _card(puzzles: Puzzles, puzzle: Puzzle, person: User | None, day: str = "") -> PuzzleCard:
    position = puzzle.asked
    store = puzzles.store
    record = await store.of_puzzle(puzzle.id, of_difficulty(puzzle.difficulty))
    mine = await store.try_of(person.id, puzzle.id) if person is not None else None
    racks = ["".join(rack) for rack in position.racks] + ["", ""]
    tiles = tile_set(TILE_SET)
    unseen = len(tiles.tiles) - len(position.board) - len(racks[0])
    return PuzzleCard(
        id=puzzle.id,
        theme=puzzle.theme,
        title=theme_title(puzzle.theme),
        question=question(puzzle.theme),
        board={square.name: str(tile) for square, tile in position.board.tiles()},
        rack=racks[0],
        other=racks[1],
        scores=(position.scores[0], position.scores[1]),
        bag=max(0, unseen - 7) if racks[0] else 0,
        words=choices(puzzle) if puzzle.theme.asks_for_a_word else (),
        rating=record.strength.shown,
        tried=record.tried,
        solved=record.solved,
        mine=None if mine is None else mine.solved,
        hints=0 if mine is None else mine.hints,
        day=day,
    )


def _tiles(data: PuzzleAnswer) -> dict[Square, Tile]:
    """The tiles of an answer. Raises `RequestRefused` for texts that name no square or tile."""
    alphabet = tile_set(TILE_SET).alphabet
    found: dict[Square, Tile] = {}
    for name, written in data.tiles.items():
        try:
            square, spelled = Square.named(name), alphabet.spell(written)
        except (ValueError, TileError):
            raise _no_tile(name, written) from None
        if len(spelled) != 1:
            raise _no_tile(name, written)
        found[square] = spelled[0]
    return found


def _no_tile(name: str, written: str) -> RequestRefused:
    return RequestRefused(
        HTTPStatus.BAD_REQUEST, "no_such_tile", "{tile} on {square} is no tile of the board.", tile=written, square=name
    )


def _squares_of_word(puzzle: Puzzle) -> tuple[str, ...]:
    word = next(each for each in words_on(puzzle.asked.board) if each.text == puzzle.answer)
    return tuple(square.name for square in word.squares())
