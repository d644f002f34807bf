"""The endpoints for reviews of games: finished ones of this server, and any that a person gives."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Annotated, Any, NamedTuple

import msgspec
from litestar import Request, Response, Router, delete, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Raw, structs

from mostek.app.help import Help
from mostek.app.users import User
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.errors import SentenceError
from mostek.engine.review import Depth, PlayerReview, thresholds
from mostek.messages import explained
from mostek.messages.diagnoses import sentence
from mostek.notation.game_record import RecordedGame
from mostek.server.awaited_reviews import AwaitedReview, ReviewsFullError, ReviewStage
from mostek.server.http.bodies import Body
from mostek.server.http.game_logs import finished, game_file
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import RequestRefused, problems, unknown
from mostek.server.http.review_bodies import DeepEffort, GivenGame, LossLimits, ReviewAnswer
from mostek.server.http.school_hints import SchoolHints
from mostek.server.http.sent_files import file_headers
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.store.review_files import LARGEST_GAME, is_given
from mostek.work import kinds
from mostek.work.job_errors import JobError
from mostek.work.review_values import FileForm, ReviewRequest, nameless

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
            post("/", help=Help.ENGINE, middleware=begins, request_max_body_size=LARGEST_GAME, **_GIVE)(_give),
            get("/{id:str}", help=Help.ENGINE, middleware=reads, **_SHOW)(_show),
            post("/{id:str}", help=Help.ENGINE, middleware=begins, **_ASK)(_ask),
            delete("/{id:str}", help=Help.NONE, middleware=reads, **_CANCEL)(_cancel),
            post("/{id:str}/file", help=Help.ENGINE, middleware=by_both("review files", limits.records), **_FILE)(
                _file
            ),
        ],
        tags=["reviews"],
    )


async def _give(request: AnyRequest, services: WithServices, person: Asking, jobs: WithJobs) -> GivenGame:
    """Give the file of a game in any format that mostek reads; it is read, and stored for its review."""
    known(person)
    data = await request.body()
    if not data.strip():
        raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "game", "There is nothing in this file.")
    found = await jobs.run(kinds.READ_GIVEN_GAME, data)
    if (fault := found.fault) is not None:
        raise _refused_game(sentence(fault))
    if found.position:
        return GivenGame(None, found.position, found.players, tuple(map(sentence, found.diagnostics)))
    if not found.turns:
        raise _refused_game(sentence(NotationError(TextFault.NO_TURNS, 0, 0, "").diagnostic))
    id = await services.reviews.keep(data, jobs.asker)
    return GivenGame(id, "", found.players, tuple(map(sentence, found.diagnostics)))


async def _show(
    services: WithServices,
    person: Asking,
    school_hints: SchoolHints,
    jobs: WithJobs,
    id: FromPath[str],
    depth: AskedDepth = Depth.NORMAL,
    turn: WantedTurn = None,
    seen: SeenVersion = 0,
) -> ReviewAnswer:
    """The review of a game as far as it is; a POST begins it."""
    wanted = await _wanted(services, jobs, id, depth, turn)
    review = await services.reviews.show(id, wanted.request)
    return await _answer(services, jobs, id, review, wanted.names, seen, school_hints)


async def _ask(
    services: WithServices,
    person: Asking,
    jobs: WithJobs,
    school_hints: SchoolHints,
    id: FromPath[str],
    data: JSONBody[AskReview],
) -> ReviewAnswer:
    """Ask for the review of a game. A person waits for one review at a time: another one takes its place."""
    known(person)
    wanted = await _wanted(services, jobs, id, data.depth, data.turn)
    review = await _asked(services, jobs, id, wanted.request)
    return await _answer(services, jobs, id, review, wanted.names, 0, school_hints)


async def _cancel(
    services: WithServices,
    person: Asking,
    jobs: WithJobs,
    id: FromPath[str],
    depth: AskedDepth = Depth.NORMAL,
    turn: WantedTurn = None,
) -> None:
    """Wait no more for a review; it ends if no other person waits for it."""
    asking = known(person)
    wanted = await _wanted(services, jobs, id, depth, turn)
    await services.reviews.cancel(id, wanted.request, asking.id)


async def _file(
    services: WithServices,
    person: Asking,
    jobs: WithJobs,
    school_hints: SchoolHints,
    id: FromPath[str],
    data: JSONBody[AskFile],
) -> Response[bytes]:
    """A finished review as a file. It is a POST because a worker makes it, behind others."""
    wanted = await _wanted(services, jobs, id, data.depth)
    review = await services.reviews.show(id, wanted.request)
    if review.stage is not ReviewStage.DONE or review.data is None:
        raise RequestRefused(HTTPStatus.CONFLICT, "not_reviewed", "This review is not complete yet.")
    shown = await _shown(jobs, review.data, wanted.names, school_hints)
    try:
        made = await jobs.run(kinds.EXPORT_REVIEW, wanted.game, shown, data.form)
    except JobError:
        raise
    except (NotationError, SentenceError) as error:
        raise RequestRefused(
            HTTPStatus.UNPROCESSABLE_ENTITY, "no_file", "This file cannot be made. {why}", why=_why(error)
        ) from None
    return Response(made, media_type=_TYPES[data.form], headers=file_headers(f"review.{data.form}"))


async def reviewed(services: Services, jobs: Jobs, table: str, person: User) -> bytes | ReviewStage:
    """The deepest finished review of a table's game as JSON, or the stage of a quick one, which is asked for.

    A person waits for one review at a time; the one that they wait for already stays. Raises `RequestRefused`.
    """
    review: AwaitedReview | None = None
    for depth in (Depth.DEEP, Depth.NORMAL, Depth.QUICK):
        request = (await _wanted(services, jobs, table, depth)).request
        review = await services.reviews.show(table, request)
        if review.stage is ReviewStage.DONE and review.data is not None:
            return review.data
    assert review is not None
    if review.stage is ReviewStage.NONE and not services.reviews.waits(person.id):
        review = await _asked(services, jobs, table, review.request)
    return review.stage


async def _asked(services: Services, jobs: Jobs, id: str, request: ReviewRequest) -> AwaitedReview:
    try:
        return await services.reviews.ask(id, request, jobs.asker)
    except ReviewsFullError:
        raise RequestRefused(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "busy",
            "Too many games are being reviewed now. Try again in a few minutes.",
        ).after(_SOON) from None


class WantedReview(NamedTuple):
    """A game to review: the request, which has no names, and the names of its players."""

    request: ReviewRequest
    game: RecordedGame | bytes
    """The game with all names."""
    names: tuple[str, ...] = ()
    """The names of a table's game, which are not stored with its review; those of a file are."""


async def _wanted(services: Services, jobs: Jobs, id: str, depth: Depth, turn: int | None = None) -> WantedReview:
    if is_given(id):
        data = await asyncio.to_thread(services.reviews.files.game, id)
        if data is None:
            raise unknown("This game is not kept here any more. Give its file again.")
        return WantedReview(ReviewRequest(data, depth, "pfs", turn), data)
    table = await finished(services, id)
    try:
        game = await services.table_games.of(jobs, await game_file(services, table))
    except NotationError as error:
        raise _refused_game(sentence(error.diagnostic)) from None
    names = tuple(player.name for player in game.players)
    return WantedReview(ReviewRequest(nameless(game), depth, table.proposal.rulebook, turn), game, names)


async def _answer(
    services: Services,
    jobs: Jobs,
    id: str,
    review: AwaitedReview,
    names: tuple[str, ...],
    seen: int,
    school_hints: bool,
) -> ReviewAnswer:
    limits = thresholds()
    place = services.reviews.place(review)
    shown: Any = None
    if review.data is not None and review.version != seen:
        shown = Raw(await _shown(jobs, review.data, names, school_hints))
    return ReviewAnswer(
        id=id,
        depth=Depth(review.request.depth),
        stage=ReviewStage.RUNNING if review.stage is ReviewStage.WAITING and not place else review.stage,
        place=place,
        version=review.version,
        failure=None if review.failure is None else _why(review.failure),
        is_table=not is_given(id),
        lost_chance=LossLimits(limits.chance.good, limits.chance.inaccuracy, limits.chance.mistake),
        lost_points=LossLimits(limits.points.good, limits.points.inaccuracy, limits.points.mistake),
        deep=DeepEffort.now(review.request.rulebook),
        review=shown,
    )


async def _shown(jobs: Jobs, data: bytes, names: tuple[str, ...], school_hints: bool) -> bytes:
    """A review as a person sees it."""
    return _named(await jobs.run(kinds.CLOSE_REVIEW, data) if school_hints else data, names)


def _named(data: bytes, names: tuple[str, ...]) -> bytes:
    """A review with the names of its players. Only the players are read: the rest may be long."""
    if not names:
        return data
    fields = msgspec.json.decode(data, type=dict[str, Raw])
    players = msgspec.json.decode(fields["players"], type=tuple[PlayerReview, ...])
    renamed = tuple(structs.replace(each, name=names[each.seat - 1]) for each in players)
    return msgspec.json.encode({**fields, "players": renamed})


def _why(failure: NotationError | SentenceError) -> str:
    if isinstance(failure, NotationError):
        return sentence(failure.diagnostic)
    return explained(failure.sentence, failure.params)


def _refused_game(why: str) -> RequestRefused:
    return RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "game", "This game cannot be reviewed. {why}", why=why)


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
