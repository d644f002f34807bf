"""The endpoints for reviews of games: finished ones of this server, and any that somebody gives."""

from __future__ import annotations

import asyncio
import dataclasses
from http import HTTPStatus
from typing import Annotated, Any

from litestar import Request, Router, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import structs

from mostek.app.export import recorded
from mostek.app.users import User
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.players import BySeat
from mostek.engine.review import Depth, GameReview, from_json, thresholds
from mostek.messages import explained
from mostek.messages.diagnoses import sentence
from mostek.notation.game_record import PlayerNames, RecordedGame
from mostek.server.http.bodies import Body
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import RequestRefused, problems, unknown
from mostek.server.http.records import finished, game_file
from mostek.server.http.review_bodies import GivenGame, GradeLimits, ReviewAnswer
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.server.review_process import ReviewFailure, ReviewTask
from mostek.server.review_queue import ReviewJob, ReviewsFullError
from mostek.store.game_lines import read_lines
from mostek.store.review_files import LARGEST_GAME, is_given

_SOON = 5.0
"""The seconds after which a busy server may be asked again."""
AskedDepth = Annotated[Depth, QueryParameter(name="depth")]
SeenVersion = Annotated[int, QueryParameter(name="seen", ge=0, le=10_000_000)]
AnyRequest = Request[Any, Any, Any]


class AskReview(Body, frozen=True):
    """The depth of a review that is wanted."""

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
            delete("/{id:str}", **_CANCEL)(_cancel),
        ],
        tags=["reviews"],
    )


async def _give(request: AnyRequest, services: WithServices, person: Asking) -> GivenGame:
    """Give the file of a game in any format that mostek reads; it is read, and kept for its review."""
    await _not_playing(services, known(person))
    data = await request.body()
    if not data.strip():
        raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "game", "There is nothing in this file.")
    try:
        id, found = await services.reviews.give(data)
    except ReviewsFullError:
        raise _busy() from None
    if (fault := found.fault) is not None:
        raise _refused_game(sentence(fault))
    if not id and not found.position:
        raise _refused_game(sentence(NotationError(TextFault.NO_TURNS, 0, 0, "").diagnostic))
    return GivenGame(id or None, found.position, found.players, tuple(map(sentence, found.diagnostics)))


async def _show(
    services: WithServices, person: Asking, id: FromPath[str], depth: AskedDepth = Depth.NORMAL, seen: SeenVersion = 0
) -> ReviewAnswer:
    """The review of a game as far as it is; it is asked for by POST."""
    await _not_playing(services, person)
    task, names = await _task(services, id, depth)
    job = await services.reviews.show(id, task)
    return await _answer(services, id, job, names, seen)


async def _ask(services: WithServices, person: Asking, id: FromPath[str], data: JSONBody[AskReview]) -> ReviewAnswer:
    """Ask for the review of a game. A person waits for one review at a time: another one takes its place."""
    asking = known(person)
    await _not_playing(services, asking)
    task, names = await _task(services, id, data.depth)
    try:
        job = await services.reviews.ask(id, task, asking.id)
    except ReviewsFullError:
        raise _busy() from None
    return await _answer(services, id, job, names, 0)


async def _cancel(services: WithServices, person: Asking, id: FromPath[str], depth: AskedDepth = Depth.NORMAL) -> None:
    """Wait no more for a review; it ends if nobody else waits for it."""
    task, _ = await _task(services, id, depth)
    await services.reviews.cancel(id, task, known(person).id)


async def _not_playing(services: Services, person: User | None) -> None:
    """Refuse somebody who plays now: a file could hold their own game, and a review of the same opponents may help in it."""
    if person is not None and await services.tables.plays_now(person.id):
        raise RequestRefused(
            HTTPStatus.CONFLICT, "playing", "You are playing a game now. Reviews are open again when it is over."
        )


async def _task(services: Services, id: str, depth: Depth) -> tuple[ReviewTask, tuple[str, ...]]:
    """What is reviewed, and the names of the players, which are not kept with the review of a table's game."""
    if is_given(id):
        data = await asyncio.to_thread(services.reviews.files.game, id)
        if data is None:
            raise unknown("This game is not kept here any more. Give its file again.")
        return ReviewTask(data, depth, "pfs"), ()
    table = await finished(services, id)
    events = read_lines(await game_file(services, table)).kept.events
    try:
        game = await asyncio.to_thread(recorded, events)
    except NotationError as error:
        raise _refused_game(sentence(error.diagnostic)) from None
    names = tuple(player.name for player in game.players)
    return ReviewTask(_nameless(game), depth, table.proposal.rulebook), names


def _nameless(game: RecordedGame) -> RecordedGame:
    """A game without names, so that a review holds nothing about people whose data is erased later."""
    plain = BySeat(PlayerNames(str(seat), str(seat)) for seat in range(1, len(game.players) + 1))
    return dataclasses.replace(game, players=plain, title="")


async def _answer(services: Services, id: str, job: ReviewJob, names: tuple[str, ...], seen: int) -> ReviewAnswer:
    limits = thresholds()
    review = None
    if job.data is not None and job.version != seen:
        review = await asyncio.to_thread(_named, job.data, names)
    return ReviewAnswer(
        id=id,
        depth=job.task.depth,
        stage=job.stage,
        place=services.reviews.place(job),
        version=job.version,
        failure=None if job.failure is None else _why(job.failure),
        is_table=not is_given(id),
        lost_chance=GradeLimits(limits.chance.good, limits.chance.inaccuracy, limits.chance.mistake),
        lost_points=GradeLimits(limits.points.good, limits.points.inaccuracy, limits.points.mistake),
        review=review,
    )


def _named(data: bytes, names: tuple[str, ...]) -> GameReview:
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


def _busy() -> RequestRefused:
    return RequestRefused(
        HTTPStatus.SERVICE_UNAVAILABLE, "busy", "Too many games are being reviewed now. Try again in a few minutes."
    ).after(_SOON)


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
