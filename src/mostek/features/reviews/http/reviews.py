"""The endpoints for reviews of games: finished ones of this server, and any that a person gives."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any, NamedTuple, TypeAlias

import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta, Raw, Struct, structs

from mostek.app.help import Help
from mostek.app.users import User
from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.errors import SentenceError
from mostek.engine.review import Depth, GameReview, PlayerReview, thresholds
from mostek.engine.review.efforts import EFFORTS
from mostek.features.reviews.awaited import AwaitedReview, Reviews, ReviewsFullError, ReviewStage
from mostek.features.reviews.feature import CLOSE_REVIEW, EXPORT_REVIEW, READ_GIVEN_GAME, READ_TABLE_GAME
from mostek.features.reviews.model import FileForm, ReviewRequest, nameless
from mostek.features.reviews.store import LARGEST_GAME, is_given
from mostek.messages import explained
from mostek.messages.diagnoses import sentence
from mostek.notation.game_record import RecordedGame
from mostek.rules.loading import rulebook
from mostek.server.http.bodies import Body
from mostek.server.http.game_logs import finished, game_file
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.problems import RequestRefused, unknown
from mostek.server.http.routing import Routes
from mostek.server.http.school_hints import SchoolHints
from mostek.server.http.sent_files import file_headers
from mostek.server.http.services import Asking, Services, WithServices, known
from mostek.work.job_errors import JobError

MOST_TURNS = 400
"""The most turns of a game that is reviewed."""
_SOON = 5.0
"""The seconds after which a busy server may be asked again."""
AskedDepth = Annotated[Depth, QueryParameter(name="depth")]
WantedTurn = Annotated[int | None, QueryParameter(name="turn", ge=0, lt=MOST_TURNS)]
SeenVersion = Annotated[int, QueryParameter(name="seen", ge=0, le=10_000_000)]
AnyRequest = Request[Any, Any, Any]
WithReviews: TypeAlias = NamedDependency[Reviews]


class AskReview(Body, frozen=True):
    """The depth of a review that is wanted."""

    depth: Depth = Depth.NORMAL
    turn: Annotated[int, Meta(ge=0, lt=MOST_TURNS)] | None = None
    """The turn that is looked at so deeply, from 0; without it all of them."""


class AskFile(Body, frozen=True):
    """The form of a finished review as a file."""

    form: FileForm
    depth: Depth = Depth.NORMAL


class GivenGame(Struct, frozen=True):
    """A game that was given for a review."""

    id: str | None
    """The name under which it is reviewed; `null` for a position."""
    position: str
    """The line of CGP, if the text is a position and no game: for the analysis board."""
    players: tuple[str, ...]
    notes: tuple[str, ...]
    """What the record states otherwise than the rules, the worst first."""


class LossLimits(Struct, frozen=True):
    """The largest losses of each grade; a larger one is a blunder."""

    good: float
    inaccuracy: float
    mistake: float


class DealCount(Struct, frozen=True):
    """The deals of a simulation."""

    batches: int
    deals: int
    """The deals in a batch."""
    plies: int
    """The turns after a candidate."""


class DeepEffort(Struct, frozen=True):
    """The work of a deep review, for a page that deepens a turn by itself: with the same deals it gets the same numbers."""

    candidates: int
    """The candidates of the first simulation, the best by equity."""
    first: DealCount
    finalists: int
    second: DealCount
    bag: int
    """With so many tiles in the bag or fewer the server proves results over all draws, which a page does not."""
    exchange_from: int
    """The tiles that the bag must hold for an exchange."""

    @classmethod
    def now(cls, book: str) -> DeepEffort:
        """The work by this rulebook."""
        used = EFFORTS[Depth.DEEP]
        first, second = (DealCount(each.batches, each.deals, each.plies) for each in (used.first, used.second))
        return cls(used.candidates, first, used.finalists, second, used.bag, rulebook(book).exchange.bag_minimum.value)


class ReviewAnswer(Struct, frozen=True):
    """The review of a game as far as it is."""

    id: str
    depth: Depth
    stage: ReviewStage
    place: int
    """How many reviews come before this one."""
    version: int
    """A number that changes with the review; who asks with it gets the review only if it is another one."""
    failure: str | None
    """The reason why there is no review."""
    is_table: bool
    """Whether it is a game of a table of this server."""
    lost_chance: LossLimits
    """Grades by the lost chance to win, from 0 to 1."""
    lost_points: LossLimits
    deep: DeepEffort
    review: GameReview | None
    """The review, `null` if there is none yet or the version is known."""


routes = Routes("/api/reviews", tag="reviews")


@routes.post(
    help=Help.ENGINE,
    limit=by_both("reviews"),
    status=HTTPStatus.CREATED,
    refuses=(401, 409, 413, 422, 429, 503),
    operation_id="give_game",
    request_max_body_size=LARGEST_GAME,
)
async def _give(request: AnyRequest, reviews: WithReviews, person: Asking, jobs: WithJobs) -> GivenGame:
    """Give the file of a game in any format that mostek reads; it is read, and stored for its review."""
    known(person)
    data = await request.body()
    if not data.strip():
        raise RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "game", "There is nothing in this file.")
    found = await jobs.run(READ_GIVEN_GAME, data)
    if (fault := found.fault) is not None:
        raise _refused_game(sentence(fault))
    if found.position:
        return GivenGame(None, found.position, found.players, tuple(map(sentence, found.diagnostics)))
    if not found.turns:
        raise _refused_game(sentence(NotationError(TextFault.NO_TURNS, 0, 0, "").diagnostic))
    id = await reviews.keep(data, jobs.asker)
    return GivenGame(id, "", found.players, tuple(map(sentence, found.diagnostics)))


@routes.get(
    "/{id:str}",
    help=Help.ENGINE,
    limit=by_both("review reads", "review_reads"),
    refuses=(404, 409, 422, 429, 503),
    operation_id="show_review",
)
async def _show(
    services: WithServices,
    reviews: WithReviews,
    person: Asking,
    school_hints: SchoolHints,
    jobs: WithJobs,
    id: FromPath[str],
    depth: AskedDepth = Depth.NORMAL,
    turn: WantedTurn = None,
    seen: SeenVersion = 0,
) -> ReviewAnswer:
    """The review of a game as far as it is; a POST begins it."""
    wanted = await _wanted(services, reviews, jobs, id, depth, turn)
    review = await reviews.show(id, wanted.request)
    return await _answer(reviews, jobs, id, review, wanted.names, seen, school_hints)


@routes.post(
    "/{id:str}",
    help=Help.ENGINE,
    limit=by_both("reviews"),
    refuses=(401, 404, 409, 422, 429, 503),
    operation_id="ask_review",
)
async def _ask(
    services: WithServices,
    reviews: WithReviews,
    person: Asking,
    jobs: WithJobs,
    school_hints: SchoolHints,
    id: FromPath[str],
    data: JSONBody[AskReview],
) -> ReviewAnswer:
    """Ask for the review of a game. A person waits for one review at a time: another one takes its place."""
    known(person)
    wanted = await _wanted(services, reviews, jobs, id, data.depth, data.turn)
    review = await _asked(reviews, jobs, id, wanted.request)
    return await _answer(reviews, jobs, id, review, wanted.names, 0, school_hints)


@routes.delete(
    "/{id:str}",
    help=Help.NONE,
    status=HTTPStatus.NO_CONTENT,
    limit=by_both("review reads", "review_reads"),
    refuses=(401, 404, 409, 422),
    operation_id="cancel_review",
)
async def _cancel(
    services: WithServices,
    reviews: WithReviews,
    person: Asking,
    jobs: WithJobs,
    id: FromPath[str],
    depth: AskedDepth = Depth.NORMAL,
    turn: WantedTurn = None,
) -> None:
    """Wait no more for a review; it ends if no other person waits for it."""
    asking = known(person)
    wanted = await _wanted(services, reviews, jobs, id, depth, turn)
    await reviews.cancel(id, wanted.request, asking.id)


@routes.post(
    "/{id:str}/file",
    help=Help.ENGINE,
    limit=by_both("review files", "records"),
    refuses=(404, 409, 422, 429, 503),
    operation_id="export_review",
    media_type="application/octet-stream",
)
async def _file(
    services: WithServices,
    reviews: WithReviews,
    person: Asking,
    jobs: WithJobs,
    school_hints: SchoolHints,
    id: FromPath[str],
    data: JSONBody[AskFile],
) -> Response[bytes]:
    """A finished review as a file. It is a POST because a worker makes it, behind others."""
    wanted = await _wanted(services, reviews, jobs, id, data.depth)
    review = await reviews.show(id, wanted.request)
    if review.stage is not ReviewStage.DONE or review.data is None:
        raise RequestRefused(HTTPStatus.CONFLICT, "not_reviewed", "This review is not complete yet.")
    shown = await _shown(jobs, review.data, wanted.names, school_hints)
    try:
        made = await jobs.run(EXPORT_REVIEW, wanted.game, shown, data.form)
    except JobError:
        raise
    except (NotationError, SentenceError) as error:
        raise RequestRefused(
            HTTPStatus.UNPROCESSABLE_ENTITY, "no_file", "This file cannot be made. {why}", why=_why(error)
        ) from None
    return Response(made, media_type=_TYPES[data.form], headers=file_headers(f"review.{data.form}"))


async def reviewed(services: Services, reviews: Reviews, jobs: Jobs, table: str, person: User) -> bytes | ReviewStage:
    """The deepest finished review of a table's game as JSON, or the stage of a quick one, which is asked for.

    A person waits for one review at a time; the one that they wait for already stays. Raises `RequestRefused`.
    """
    review: AwaitedReview | None = None
    for depth in (Depth.DEEP, Depth.NORMAL, Depth.QUICK):
        request = (await _wanted(services, reviews, jobs, table, depth)).request
        review = await reviews.show(table, request)
        if review.stage is ReviewStage.DONE and review.data is not None:
            return review.data
    assert review is not None
    if review.stage is ReviewStage.NONE and not reviews.waits(person.id):
        review = await _asked(reviews, jobs, table, review.request)
    return review.stage


async def _asked(reviews: Reviews, jobs: Jobs, id: str, request: ReviewRequest) -> AwaitedReview:
    try:
        return await reviews.ask(id, request, jobs.asker)
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


async def _wanted(
    services: Services, reviews: Reviews, jobs: Jobs, id: str, depth: Depth, turn: int | None = None
) -> WantedReview:
    if is_given(id):
        data = await reviews.given_game(id)
        if data is None:
            raise unknown("This game is not kept here any more. Give its file again.")
        return WantedReview(ReviewRequest(data, depth, "pfs", turn), data)
    table = await finished(services, id)
    try:
        game = await reviews.records.of(READ_TABLE_GAME, jobs, await game_file(services, table))
    except NotationError as error:
        raise _refused_game(sentence(error.diagnostic)) from None
    names = tuple(player.name for player in game.players)
    return WantedReview(ReviewRequest(nameless(game), depth, table.proposal.rulebook, turn), game, names)


async def _answer(
    reviews: Reviews,
    jobs: Jobs,
    id: str,
    review: AwaitedReview,
    names: tuple[str, ...],
    seen: int,
    school_hints: bool,
) -> ReviewAnswer:
    limits = thresholds()
    place = reviews.place(review)
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
    return _named(await jobs.run(CLOSE_REVIEW, data) if school_hints else data, names)


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
