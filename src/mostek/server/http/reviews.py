"""The endpoints for reviews of games: finished ones of this server, and any that a person gives."""

from __future__ import annotations

import asyncio
import dataclasses
from functools import lru_cache
from http import HTTPStatus
from typing import Annotated, Any, NamedTuple

from litestar import Request, Response, Router, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, structs

from mostek.app.export import recorded
from mostek.app.lobby import LobbyTable
from mostek.app.users import User
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.players import BySeat
from mostek.engine.review import Depth, GameReview, from_json, thresholds, to_json
from mostek.messages import explained
from mostek.messages.diagnoses import sentence
from mostek.notation.game_record import PlayerNames, RecordedGame
from mostek.referee.turn_times import TurnTime, turn_times
from mostek.server.http.bodies import Body
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import RequestRefused, problems, unknown
from mostek.server.http.records import finished, game_file
from mostek.server.http.review_bodies import DeepEffort, GivenGame, LossLimits, ReviewAnswer
from mostek.server.http.sent_files import file_headers
from mostek.server.http.services import Asking, Services, WithServices, known, leaver_of
from mostek.server.review_process import FileForm, ReviewFailure, ReviewRequest
from mostek.server.review_queue import ReviewJob, ReviewsFullError, ReviewStage
from mostek.store.game_lines import read_lines
from mostek.store.review_files import LARGEST_GAME, is_given

MOST_TURNS = 400
"""The most turns of a game that is reviewed."""
_SOON = 5.0
"""The seconds after which a busy server may be asked again."""
AskedDepth = Annotated[Depth, QueryParameter(name="depth")]
WantedTurn = Annotated[int | None, QueryParameter(name="turn", ge=0, lt=MOST_TURNS)]
SeenVersion = Annotated[int, QueryParameter(name="seen", ge=0, le=10_000_000)]
AnyRequest = Request[Any, Any, Any]


class AskReview(Body, frozen=True):
    """The depth of a review that is wanted."""

    depth: Depth = Depth.NORMAL
    turn: Annotated[int, Meta(ge=0, lt=MOST_TURNS)] | None = None
    """The turn that is looked at so deeply, from 0; without it all of them."""


class AskFile(Body, frozen=True):
    """The form of a finished review as a file."""

    form: FileForm
    depth: Depth = Depth.NORMAL


def router(limits: Limits) -> Router:
    """The endpoints with their limits."""
    begins, reads = by_both("reviews", limits.reviews), by_both("review reads", limits.review_reads)
    return Router(
        "/reviews",
        route_handlers=[
            post("/", middleware=begins, request_max_body_size=LARGEST_GAME, **_GIVE)(_give),
            get("/{id:str}", middleware=reads, **_SHOW)(_show),
            post("/{id:str}", middleware=begins, **_ASK)(_ask),
            delete("/{id:str}", middleware=reads, **_CANCEL)(_cancel),
            post("/{id:str}/file", middleware=by_both("review files", limits.records), **_FILE)(_file),
        ],
        tags=["reviews"],
    )


async def _give(request: AnyRequest, services: WithServices, person: Asking) -> GivenGame:
    """Give the file of a game in any format that mostek reads; it is read, and stored for its review."""
    await _not_playing(services, known(person))
    data = await request.body()
    if not data.strip():
        raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "game", "There is nothing in this file.")
    try:
        id, found = await services.reviews.give(data, leaver_of(request, person))
    except ReviewsFullError:
        raise busy() from None
    if (fault := found.fault) is not None:
        raise _refused_game(sentence(fault))
    if not id and not found.position:
        raise _refused_game(sentence(NotationError(TextFault.NO_TURNS, 0, 0, "").diagnostic))
    return GivenGame(id or None, found.position, found.players, tuple(map(sentence, found.diagnostics)))


async def _show(
    services: WithServices,
    person: Asking,
    id: FromPath[str],
    depth: AskedDepth = Depth.NORMAL,
    turn: WantedTurn = None,
    seen: SeenVersion = 0,
) -> ReviewAnswer:
    """The review of a game as far as it is; a POST begins it."""
    await _not_playing(services, person)
    wanted = await _wanted(services, id, depth, turn)
    job = await services.reviews.show(id, wanted.task)
    return await _answer(services, id, job, wanted.names, seen)


async def _ask(
    request: AnyRequest, services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[AskReview]
) -> ReviewAnswer:
    """Ask for the review of a game. A person waits for one review at a time: another one takes its place."""
    asking = known(person)
    await _not_playing(services, asking)
    wanted = await _wanted(services, id, data.depth, data.turn)
    try:
        job = await services.reviews.ask(id, wanted.task, asking.id, leaver_of(request, person))
    except ReviewsFullError:
        raise busy() from None
    return await _answer(services, id, job, wanted.names, 0)


async def _cancel(
    services: WithServices,
    person: Asking,
    id: FromPath[str],
    depth: AskedDepth = Depth.NORMAL,
    turn: WantedTurn = None,
) -> None:
    """Wait no more for a review; it ends if no other person waits for it."""
    asking = known(person)
    wanted = await _wanted(services, id, depth, turn)
    await services.reviews.cancel(id, wanted.task, asking.id)


async def _file(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[AskFile]) -> Response[bytes]:
    """A finished review as a file. It is a POST because its work is done in the process of the reviews, behind others."""
    await _not_playing(services, person)
    wanted = await _wanted(services, id, data.depth)
    job = await services.reviews.show(id, wanted.task)
    if job.stage is not ReviewStage.DONE or job.data is None:
        raise RequestRefused(HTTPStatus.CONFLICT, "not_reviewed", "This review is not complete yet.")
    review = await asyncio.to_thread(named, job.data, wanted.names)
    try:
        made = await services.reviews.export(wanted.game, to_json(review), data.form)
    except ReviewsFullError:
        raise busy() from None
    if isinstance(made, ReviewFailure):
        raise RequestRefused(
            HTTPStatus.UNPROCESSABLE_ENTITY, "no_file", "This file cannot be made. {why}", why=_why(made)
        )
    return Response(made, media_type=_TYPES[data.form], headers=file_headers(f"review.{data.form}"))


async def reviewed(services: Services, table: str, person: User) -> GameReview | ReviewStage:
    """The deepest finished review of a table's game, or the stage of a quick one, which is asked for.

    A person waits for one review at a time; the one that they wait for already stays. Raises `RequestRefused`.
    """
    await _not_playing(services, person)
    job: ReviewJob | None = None
    for depth in (Depth.DEEP, Depth.NORMAL, Depth.QUICK):
        task = (await _wanted(services, table, depth)).task
        job = await services.reviews.show(table, task)
        if job.stage is ReviewStage.DONE and job.data is not None:
            return await asyncio.to_thread(from_json, job.data)
    assert job is not None
    if job.stage is ReviewStage.NONE and not services.reviews.waits(person.id):
        try:
            job = await services.reviews.ask(table, job.task, person.id)
        except ReviewsFullError:
            raise busy() from None
    return job.stage


async def _not_playing(services: Services, person: User | None) -> None:
    """Refuse a person who plays now: a file could hold their own game, and a review of the same opponents may help in it."""
    if await services.is_playing(person):
        raise RequestRefused(
            HTTPStatus.CONFLICT, "playing", "You are playing a game now. Reviews are open again when it is over."
        )


class WantedReview(NamedTuple):
    """A game to review: the task, which has no names, and the names of its players."""

    task: ReviewRequest
    game: RecordedGame | bytes
    """The game with all names."""
    names: tuple[str, ...] = ()
    """The names of a table's game, which are not stored with its review; those of a file are."""
    times: tuple[TurnTime, ...] = ()
    """The times of the turns of a table's game."""


async def _wanted(services: Services, id: str, depth: Depth, turn: int | None = None) -> WantedReview:
    if is_given(id):
        data = await asyncio.to_thread(services.reviews.files.game, id)
        if data is None:
            raise unknown("This game is not kept here any more. Give its file again.")
        return WantedReview(ReviewRequest(data, depth, "pfs", turn), data)
    return await wanted_table(services, await finished(services, id), depth, turn)


async def wanted_table(services: Services, table: LobbyTable, depth: Depth, turn: int | None = None) -> WantedReview:
    """The review of a finished game of a table."""
    file = await game_file(services, table)
    try:
        game, times = await asyncio.to_thread(_recorded, file)
    except NotationError as error:
        raise _refused_game(sentence(error.diagnostic)) from None
    names = tuple(player.name for player in game.players)
    return WantedReview(ReviewRequest(_nameless(game), depth, table.proposal.rulebook, turn), game, names, times)


@lru_cache(maxsize=16)
def _recorded(file: bytes) -> tuple[RecordedGame, tuple[TurnTime, ...]]:
    """The record of a table's game, with its times; pages that look at its review ask for it once a second."""
    events = read_lines(file).kept.events
    return recorded(events), turn_times(events)


def _nameless(game: RecordedGame) -> RecordedGame:
    """A game without names, so that a review holds nothing about people whose data is erased later."""
    plain = BySeat(PlayerNames(str(seat), str(seat)) for seat in range(1, len(game.players) + 1))
    return dataclasses.replace(game, players=plain, title="")


async def _answer(services: Services, id: str, job: ReviewJob, names: tuple[str, ...], seen: int) -> ReviewAnswer:
    limits = thresholds()
    review = None
    if job.data is not None and job.version != seen:
        review = await asyncio.to_thread(named, job.data, names)
    return ReviewAnswer(
        id=id,
        depth=job.task.depth,
        stage=job.stage,
        place=services.reviews.place(job),
        version=job.version,
        failure=None if job.failure is None else _why(job.failure),
        is_table=not is_given(id),
        lost_chance=LossLimits(limits.chance.good, limits.chance.inaccuracy, limits.chance.mistake),
        lost_points=LossLimits(limits.points.good, limits.points.inaccuracy, limits.points.mistake),
        deep=DeepEffort.now(job.task.rulebook),
        review=review,
    )


def named(data: bytes, names: tuple[str, ...]) -> GameReview:
    """A review with the names of its players."""
    review = from_json(data)
    if not names:
        return review
    players = tuple(structs.replace(each, name=names[each.seat - 1]) for each in review.players)
    return structs.replace(review, players=players)


def _why(failure: ReviewFailure) -> str:
    if failure.diagnostic is not None:
        return sentence(failure.diagnostic)
    return explained(failure.sentence, failure.params)


def _refused_game(why: str) -> RequestRefused:
    return RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "game", "This game cannot be reviewed. {why}", why=why)


def busy() -> RequestRefused:
    """The refusal of a server that has too many reviews to make."""
    return RequestRefused(
        HTTPStatus.SERVICE_UNAVAILABLE, "busy", "Too many games are being reviewed now. Try again in a few minutes."
    ).after(_SOON)


_TYPES: dict[FileForm, str] = {
    "gcg": "text/plain",
    "html": "text/html",
    "json": "application/json",
    "pdf": "application/pdf",
}
_FILE: dict[str, Any] = {
    "operation_id": "export_review",
    "status_code": HTTPStatus.OK,
    "media_type": "application/octet-stream",
    "responses": problems(404, 409, 422, 429, 503),
}
_GIVE: dict[str, Any] = {
    "operation_id": "give_game",
    "status_code": HTTPStatus.CREATED,
    "responses": problems(401, 409, 413, 422, 429, 503),
}
_SHOW: dict[str, Any] = {"operation_id": "show_review", "responses": problems(404, 409, 422, 429, 503)}
_ASK: dict[str, Any] = {
    "operation_id": "ask_review",
    "status_code": HTTPStatus.OK,
    "responses": problems(401, 404, 409, 422, 429, 503),
}
_CANCEL: dict[str, Any] = {"operation_id": "cancel_review", "responses": problems(401, 404, 409, 422)}
