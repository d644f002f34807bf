"""The endpoints of puzzles: cards without answers, verdicts, hints, solutions, and puzzles from one's own mistakes.

The answer of a puzzle leaves the server only as a verdict or as the solution, and the first answer of a person counts.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from http import HTTPStatus
from random import SystemRandom
from typing import Annotated

from litestar import Router, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from mostek.app.help import Help
from mostek.app.lobby import LobbyTable, TableStatus
from mostek.app.puzzle_ratings import of_difficulty
from mostek.app.users import User
from mostek.core.board import Square
from mostek.core.tiles import Tile, TileError, tile_set
from mostek.engine.equipment import TILE_SET
from mostek.messages.puzzle_words import HINTS, hint, question, reason, theme_title, verdict_lines
from mostek.puzzles.board_words import words_on
from mostek.puzzles.choosing import daily, next_one
from mostek.puzzles.collection import Collection
from mostek.puzzles.puzzle import Puzzle, Theme
from mostek.puzzles.verdict import Verdict, choices
from mostek.server.awaited_reviews import ReviewStage
from mostek.server.http.bodies import Nothing
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import RequestRefused, problems, unknown
from mostek.server.http.puzzle_bodies import (
    HintCard,
    HintRequest,
    OwnMistakes,
    PuzzleAnswer,
    PuzzleCard,
    PuzzleOverview,
    PuzzleVerdict,
    RankedPlay,
    RatingCard,
    SolutionCard,
    ThemeCard,
)
from mostek.server.http.records import game_file
from mostek.server.http.reviews import reviewed
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.store.puzzle_results import PuzzleRecord
from mostek.store.tokens import now

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


def router(limits: Limits) -> Router:
    """The endpoints. Answers cost a tenth of a second of the processor, so they have a limit of their own."""
    return Router(
        "/puzzles",
        route_handlers=[
            show_puzzles,
            show_daily_puzzle,
            show_next_puzzle,
            show_puzzle,
            Router(
                "/",
                route_handlers=[answer_puzzle, ask_hint, show_solution, list_own_mistakes],
                middleware=by_both("puzzles", limits.puzzles),
            ),
        ],
        tags=["puzzles"],
    )


@get("/", help=Help.NONE, operation_id="show_puzzles", responses=problems(503))
async def show_puzzles(services: WithServices, person: Asking) -> PuzzleOverview:
    """The themes, the puzzle of the day, and my rating."""
    collection = await services.puzzles.collection()
    results = dict(await services.puzzles.store.solved_by_theme(person.id)) if person is not None else {}
    themes = []
    for theme, found in collection.by_theme.items():
        mine = [results[puzzle.id] for puzzle in found if puzzle.id in results]
        themes.append(ThemeCard(theme, theme_title(theme), len(found), len(mine), sum(mine)))
    of_day = daily(collection, _today())
    rating = await _rating(services, person)
    day, name = _today().isoformat(), of_day.id if of_day else ""
    return PuzzleOverview(tuple(themes), day, name, results.get(name), rating, collection.heading.lexicon)


@get("/daily", help=Help.ENGINE, operation_id="show_daily_puzzle", responses=problems(404, 409, 503))
async def show_daily_puzzle(services: WithServices, person: Asking) -> PuzzleCard:
    """The puzzle of today, by the date of the host: the same for everybody."""
    found = daily(await services.puzzles.collection(), _today())
    if found is None:
        raise unknown("The collection has no puzzles.")
    return await _card(services, found, person, _today().isoformat())


@get("/next", help=Help.ENGINE, operation_id="show_next_puzzle", responses=problems(404, 409, 503))
async def show_next_puzzle(
    services: WithServices, person: Asking, theme: WantedTheme = None, near: Near = None, but: But = ""
) -> PuzzleCard:
    """A puzzle near my strength that I have not answered, of one theme or of any."""
    collection = await services.puzzles.collection()
    seen, strength = {but}, near or _FIRST_STRENGTH
    if person is not None:
        record = await services.puzzles.store.of_person(person.id)
        seen = {but, *await services.puzzles.store.tried(person.id)}
        strength = record.strength.shown if record.tried else near or _FIRST_STRENGTH
    if (of_day := daily(collection, _today())) is not None:
        seen.add(of_day.id)
    found = next_one(collection, strength, theme, seen, SystemRandom())
    if found is None:
        raise unknown("You have answered every puzzle of this theme.")
    return await _card(services, found, person)


@get("/{id:str}", help=Help.ENGINE, operation_id="show_puzzle", responses=problems(404, 409, 503))
async def show_puzzle(services: WithServices, person: Asking, id: FromPath[str]) -> PuzzleCard:
    """A puzzle by its name, without its answer."""
    return await _card(services, await _found(services, id, person), person)


@post(
    "/{id:str}/answers",
    help=Help.ENGINE,
    operation_id="answer_puzzle",
    status_code=200,
    responses=problems(400, 403, 404, 409, 422, 429, 503),
)
async def answer_puzzle(
    services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str], data: JSONBody[PuzzleAnswer]
) -> PuzzleVerdict:
    """Answer a puzzle. My first answer counts for my rating; without a name nothing is stored."""
    puzzle = await _found(services, id, person)
    if puzzle.theme.asks_for_a_word:
        if data.word not in choices(puzzle):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "no_such_word", "This word is not on the board.")
        verdict = Verdict(data.word == puzzle.answer)
    else:
        verdict = await services.puzzles.judged(jobs, puzzle, _tiles(data))
    before, after = await _counted(services, person, puzzle, verdict)
    return PuzzleVerdict(
        verdict.is_right,
        verdict.is_answer,
        tuple(verdict_lines(puzzle, verdict)),
        verdict.points,
        None if after is None else _rating_card(after),
        0 if after is None or before is None else after.strength.shown - before.strength.shown,
    )


@post(
    "/{id:str}/hints",
    help=Help.ENGINE,
    operation_id="ask_hint",
    status_code=200,
    responses=problems(400, 403, 404, 409, 429, 503),
)
async def ask_hint(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[HintRequest]) -> HintCard:
    """A hint. A right answer after it does not raise my rating."""
    puzzle = await _found(services, id, person)
    if person is not None and services.puzzles.is_rated(puzzle):
        await services.puzzles.store.note_hint(person.id, puzzle.id, data.step)
    return HintCard(data.step, hint(puzzle, data.step), data.step < HINTS)


@post(
    "/{id:str}/solution",
    help=Help.ENGINE,
    operation_id="show_solution",
    status_code=200,
    responses=problems(400, 403, 404, 409, 422, 429, 503),
)
async def show_solution(
    services: WithServices, person: Asking, jobs: WithJobs, id: FromPath[str], data: JSONBody[Nothing]
) -> SolutionCard:
    """The solution with its reason. Before an answer this counts as a wrong one."""
    puzzle = await _found(services, id, person)
    await _counted(services, person, puzzle, Verdict(False))
    if puzzle.theme.asks_for_a_word:
        return SolutionCard(puzzle.answer, {}, _squares_of_word(puzzle), reason(puzzle), ())
    board = puzzle.asked.board
    laid = puzzle.play.placement(board).tiles
    ranked = await services.puzzles.ranked(jobs, puzzle)
    return SolutionCard(
        puzzle.answer,
        {square.name: str(tile) for square, tile in laid.items()},
        tuple(square.name for square in puzzle.play.squares),
        reason(puzzle),
        tuple(RankedPlay(written, score, round(equity / 1000, 1)) for written, score, equity in ranked),
    )


@post(
    "/mistakes",
    help=Help.ENGINE,
    operation_id="list_own_mistakes",
    status_code=200,
    responses=problems(400, 401, 403, 409, 422, 429, 503),
)
async def list_own_mistakes(
    services: WithServices, person: Asking, jobs: WithJobs, data: JSONBody[Nothing]
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
        puzzles = services.puzzles.known_mistakes(table.id, who.id)
        if puzzles is None:
            review = await _review(services, jobs, table.id, who)
            if isinstance(review, bytes):
                log = await game_file(services, table)
                puzzles = await services.puzzles.mistakes_in(jobs, log, review, table, who.id)
            elif review is not ReviewStage.FAILED:
                waiting += 1
        found += puzzles or []
    cards = [await _card(services, puzzle, person) for puzzle in found[:_MOST_OWN]]
    return OwnMistakes(tuple(cards), len(played), waiting)


async def _review(services: Services, jobs: Jobs, table: str, person: User) -> bytes | ReviewStage:
    """The review of a game; one that cannot be reviewed gives no puzzles."""
    try:
        return await reviewed(services, jobs, table, person)
    except RequestRefused as refusal:
        if refusal.status == HTTPStatus.UNPROCESSABLE_ENTITY:
            return ReviewStage.FAILED
        raise


def _people(table: LobbyTable) -> list[str | None]:
    return [place.person for place in table.places]


def _today() -> date:
    """The date of the host, in its own time zone."""
    return datetime.fromtimestamp(now() / 1000, UTC).astimezone().date()


async def _found(services: Services, id: str, person: User | None) -> Puzzle:
    collection: Collection = await services.puzzles.collection()
    puzzle = collection.by_id.get(id) or services.puzzles.own(id, person.id if person is not None else None)
    if puzzle is None:
        raise unknown("There is no such puzzle.")
    return puzzle


async def _counted(
    services: Services, person: User | None, puzzle: Puzzle, verdict: Verdict
) -> tuple[PuzzleRecord | None, PuzzleRecord | None]:
    """My record before and after this answer, if it is my first one."""
    if person is None or not verdict.is_answer or not services.puzzles.is_rated(puzzle):
        return None, None
    store = services.puzzles.store
    before = await store.of_person(person.id)
    after = await store.note_answer(person.id, puzzle.id, of_difficulty(puzzle.difficulty), verdict.is_right)
    return before, after


async def _rating(services: Services, person: User | None) -> RatingCard | None:
    return None if person is None else _rating_card(await services.puzzles.store.of_person(person.id))


def _rating_card(record: PuzzleRecord) -> RatingCard:
    return RatingCard(record.strength.shown, record.strength.margin, record.tried, record.solved)


async def _card(services: Services, puzzle: Puzzle, person: User | None, day: str = "") -> PuzzleCard:
    asked = puzzle.asked
    store = services.puzzles.store
    record = await store.of_puzzle(puzzle.id, of_difficulty(puzzle.difficulty))
    mine = await store.try_of(person.id, puzzle.id) if person is not None else None
    racks = ["".join(rack) for rack in asked.racks] + ["", ""]
    tiles = tile_set(TILE_SET)
    unseen = len(tiles.tiles) - len(asked.board) - len(racks[0])
    return PuzzleCard(
        id=puzzle.id,
        theme=puzzle.theme,
        title=theme_title(puzzle.theme),
        question=question(puzzle.theme),
        board={square.name: str(tile) for square, tile in asked.board.tiles()},
        rack=racks[0],
        other=racks[1],
        scores=(asked.scores[0], asked.scores[1]),
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
