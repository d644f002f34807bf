"""The endpoints for analysis: what a page needs to analyse by itself, and analysis by the server for a page that cannot."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, TypeAlias

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

import mostek.server
from mostek.app.help import Help
from mostek.core.diagnostics import NotationError
from mostek.core.errors import SentenceError
from mostek.core.registry import InBothLanguages
from mostek.documents.game.reported_moves import LineMove, ReportedMove
from mostek.documents.template_files import NoTypesetterError
from mostek.engine.bots import levels
from mostek.feature import FeatureService
from mostek.features.analysis.feature import ANALYSE_POSITION, MOVE_LEVEL, PACK_FILE, PACK_GAME, REPORT_ANALYSIS
from mostek.features.analysis.model import MOST_COUNT, AnalysedMove, AnalysisFile, Deals
from mostek.lexicon import CORE, DEFAULT, LexiconError
from mostek.lexicon.files import LexiconFile, LexiconHeader
from mostek.lexicon.library import GraphMissingError, built_in, find
from mostek.messages import language
from mostek.server.http.bodies import Body
from mostek.server.http.help_gate import running_game
from mostek.server.http.jobs import Jobs, WithJobs
from mostek.server.http.limits import by_both
from mostek.server.http.middleware import WebRequest
from mostek.server.http.problems import RequestRefused, RunningGame, unknown
from mostek.server.http.routing import Routes
from mostek.server.http.school_hints import SchoolHints
from mostek.server.http.sent_files import file_headers
from mostek.server.http.services import Services, WithServices
from mostek.work.job_errors import JobError

_PDF = "application/pdf"
_KERNEL_TYPE, _BYTES = "application/wasm", "application/octet-stream"


class PageLevel(Struct, frozen=True):
    """A level of the bots that knows a share of the common words, by its numbers; see docs/guide/levels.md."""

    name: str
    title: InBothLanguages
    """In both languages, because a page keeps it for when there is no network."""
    about: InBothLanguages
    vocabulary: tuple[int, ...]
    """The percentages of known common words of 2, 3, … letters."""
    counts_leave: bool
    temperature: int
    """In thousandths of a point."""


class CommonWords(Struct, frozen=True):
    """A list of common words."""

    lexicon: str
    """`NAME@EDITION`."""
    hash: str
    words: str
    """The address of the list."""


class AnalysisOffer(Struct, frozen=True):
    """The analysis that a page may do now, and its files. Addresses have the hash of what they give, and are for ever."""

    playing: RunningGame | None
    """The game of this person with other people, during which neither the server nor their page analyses for them."""
    kernel: str | None
    """The address of the kernel as WebAssembly; `null` where the page has to ask the server, as with a list of a club."""
    lexicon: str
    """The name of the word list."""
    edition: str
    title: str
    hash: str
    """The hash of the words."""
    words: str | None
    """The address of the word list; `null` for a list that may not be given away: then only the server analyses with it."""
    game: str | None
    """The address of the numbers of the game."""
    levels: tuple[PageLevel, ...] = ()
    """The levels that a page can play by itself, the weakest first."""
    common: CommonWords | None = None
    """The list of which those levels know a share; `null` where a page cannot have it."""
    school_hints: bool = False
    """Whether hints leave out vulgar words; then a page gets no files, and the server answers."""


class AnalysisRequest(Body, frozen=True):
    """A position and the depth of its analysis."""

    position: Annotated[str, Meta(max_length=2000)]
    """A line of CGP with the rack of the player on turn."""
    lexicon: Annotated[str, Meta(max_length=81)] = DEFAULT
    count: Annotated[int, Meta(ge=1, le=MOST_COUNT)] = 10
    deals: Deals = 0


class LevelRequest(Body, frozen=True):
    """A position in which a level makes its move."""

    position: Annotated[str, Meta(max_length=2000)]
    level: Annotated[str, Meta(max_length=40)]
    lexicon: Annotated[str, Meta(max_length=81)] = DEFAULT


_Short = Annotated[str, Meta(max_length=60)]
_Comment = Annotated[str, Meta(max_length=2000)]


class MoveOnPaper(Body, frozen=True):
    """A move of a report, as the page shows it."""

    written: _Short
    score: _Short = ""
    equity: _Short = ""
    wins: _Short = ""


class LineOnPaper(Body, frozen=True):
    """A move of the line of a report."""

    written: _Short
    player: _Short = ""
    score: _Short = ""
    comment: _Comment = ""


class ReportRequest(Body, frozen=True):
    """An analysis that becomes a PDF."""

    position: Annotated[str, Meta(max_length=2000)]
    comment: _Comment = ""
    moves: Annotated[tuple[MoveOnPaper, ...], Meta(max_length=20)] = ()
    line: Annotated[tuple[LineOnPaper, ...], Meta(max_length=100)] = ()


class Analysis(Struct, frozen=True):
    """Moves, the best first."""

    moves: tuple[AnalysedMove, ...]


KERNEL = Path(mostek.server.__file__).parent / "wasm" / "kernel.wasm"


class AnalysisFiles(FeatureService):
    """The files, each read and packed once, by a worker. A new kernel is served after a restart."""

    def __init__(self, services: Services) -> None:
        self._known: dict[str, AnalysisFile] = {}

    async def kernel(self, jobs: Jobs) -> AnalysisFile:
        """The kernel as WebAssembly."""
        return await self._packed(jobs, KERNEL)

    async def words(self, jobs: Jobs, lexicon: str) -> AnalysisFile | None:
        """The file of a lexicon of the package; `None` for any other one: imported lists are not ours to give away."""
        part = offline(lexicon)
        return None if part is None else await self._packed(jobs, part.path)

    async def game(self, jobs: Jobs, lexicon: str) -> AnalysisFile | None:
        """The numbers of a game with a lexicon of the package."""
        part = offline(lexicon)
        if part is None:
            return None
        name = f"{part.header.name}@{part.header.edition}"
        if name not in self._known:
            self._known[name] = await jobs.run(PACK_GAME, name, part.header.hash)
        return self._known[name]

    async def _packed(self, jobs: Jobs, path: Path) -> AnalysisFile:
        if path.name not in self._known:
            self._known[path.name] = await jobs.run(PACK_FILE, path)
        return self._known[path.name]


WithAnalysis: TypeAlias = NamedDependency[AnalysisFiles]


def offline(lexicon: str) -> LexiconFile | None:
    """The lexicon of the package by that name; `None` for any other one."""
    return next((part for part in built_in() if part.header.name == lexicon), None)


routes = Routes("/api/analysis", tag="analysis")


@routes.get(help=Help.NONE, refuses=(404, 422, 503), operation_id="show_analysis")
async def show_offer(
    request: WebRequest,
    services: WithServices,
    analysis: WithAnalysis,
    jobs: WithJobs,
    school_hints: SchoolHints,
    lexicon: FromQuery[str] = DEFAULT,
) -> AnalysisOffer:
    """The files with which a page analyses by itself, and whether the person may.

    Where hints leave out vulgar words there are none: then the server answers, which knows for whom.
    """
    header = await asyncio.to_thread(_header, lexicon)
    part = offline(header.name)
    kernel, words, game, common = None, None, None, None
    if part is not None and part.header.edition == header.edition and not school_hints:
        common = await _common(analysis, jobs, header)
        kernel, words = await analysis.kernel(jobs), await analysis.words(jobs, header.name)
        game = await analysis.game(jobs, header.name)
    return AnalysisOffer(
        playing=await running_game(request, services),
        kernel=_address("kernels", kernel, ".wasm"),
        lexicon=header.name,
        edition=header.edition,
        title=header.title(language()),
        hash=header.hash,
        words=_address(f"words/{header.name}", words),
        game=_address(f"games/{header.name}", game),
        levels=_page_levels() if common is not None else (),
        common=common,
        school_hints=school_hints,
    )


async def _common(files: AnalysisFiles, jobs: Jobs, header: LexiconHeader) -> CommonWords | None:
    """The common words for games by a list of the same letters, as for the bots."""
    part = offline(CORE)
    if part is None or part.header.letters != header.letters:
        return None
    address = _address(f"words/{CORE}", await files.words(jobs, CORE))
    if address is None:
        return None
    return CommonWords(f"{CORE}@{part.header.edition}", part.header.hash, address)


@cache
def _page_levels() -> tuple[PageLevel, ...]:
    return tuple(
        PageLevel(level.name, level.title, level.about, level.vocabulary, level.counts_leave, level.temperature)
        for level in levels().values()
        if level.vocabulary and level.lookahead is None
    )


"""What the files for a kernel in the page have in common."""


@routes.get("/kernels/{tag:str}", help=Help.ENGINE, refuses=(404, 409, 422, 503), media_type=_KERNEL_TYPE, packed=True)
async def show_kernel(
    request: WebRequest, analysis: WithAnalysis, jobs: WithJobs, tag: FromPath[str]
) -> Response[bytes]:
    """The kernel as WebAssembly."""
    return _file(request, await analysis.kernel(jobs), tag.removesuffix(".wasm"), _KERNEL_TYPE)


@routes.get(
    "/words/{name:str}/{tag:str}", help=Help.ENGINE, refuses=(404, 409, 422, 503), media_type=_BYTES, packed=True
)
async def show_words(
    request: WebRequest, analysis: WithAnalysis, jobs: WithJobs, name: FromPath[str], tag: FromPath[str]
) -> Response[bytes]:
    """The compact file of a word list of the package. Lists that a club imported are never given away."""
    return _file(request, await analysis.words(jobs, name), tag, _BYTES)


@routes.get(
    "/games/{name:str}/{tag:str}", help=Help.ENGINE, refuses=(404, 409, 422, 503), media_type=_BYTES, packed=True
)
async def show_game(
    request: WebRequest, analysis: WithAnalysis, jobs: WithJobs, name: FromPath[str], tag: FromPath[str]
) -> Response[bytes]:
    """Values, layout, leave values and win table of a game, as numbers of 32 bits for the kernel."""
    return _file(request, await analysis.game(jobs, name), tag, _BYTES)


@routes.post(help=Help.ENGINE, limit=by_both("analyses"), refuses=(403, 409, 422, 429, 503))
async def _analyse(jobs: WithJobs, school_hints: SchoolHints, data: JSONBody[AnalysisRequest]) -> Analysis:
    """Analyse a position."""
    with _refused_positions():
        asked = data.position, data.lexicon, data.count, data.deals, school_hints
        return Analysis(await jobs.run(ANALYSE_POSITION, *asked))


@routes.post("/levels", help=Help.ENGINE, limit=by_both("analyses"), refuses=(403, 404, 409, 422, 429, 503))
async def _move_level(jobs: WithJobs, data: JSONBody[LevelRequest]) -> AnalysedMove:
    """The move of a level in a position."""
    if data.level not in levels():
        raise unknown("There is no such level.")
    with _refused_positions():
        return await jobs.run(MOVE_LEVEL, data.position, data.lexicon, data.level)


@routes.post(
    "/reports",
    help=Help.NONE,
    limit=by_both("papers", "reports"),
    refuses=(403, 422, 429, 503),
    operation_id="report_analysis",
    media_type=_PDF,
)
async def _report(jobs: WithJobs, data: JSONBody[ReportRequest]) -> Response[bytes]:
    """A PDF of what the page sends: the server draws the board and reads nothing of it as markup."""
    moves = [ReportedMove(each.written, each.score, each.equity, each.wins) for each in data.moves]
    line = [LineMove(each.player, each.written, each.score, each.comment) for each in data.line]
    try:
        with _refused_positions():
            page = await jobs.run(REPORT_ANALYSIS, data.position, data.comment, moves, line)
    except NoTypesetterError as error:
        raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, "no_pdf", error.sentence) from None
    return Response(page, headers=file_headers("mostek-analysis.pdf"), media_type=_PDF)


@contextmanager
def _refused_positions() -> Iterator[None]:
    """Refuse what cannot be read as a position, or has no answer, with its reason."""
    try:
        yield
    except (GraphMissingError, JobError, NoTypesetterError):
        raise
    except NotationError as error:
        raise _no_position("This is no position: unreadable at character {column}.", column=error.column) from None
    except SentenceError as error:
        raise _no_position(error.sentence, **error.params) from None
    except ValueError:
        raise _no_position("This position cannot be analysed.") from None


def _no_position(sentence: str, **params: object) -> RequestRefused:
    return RequestRefused(HTTPStatus.UNPROCESSABLE_ENTITY, "position", sentence, **params)


def _header(lexicon: str) -> LexiconHeader:
    try:
        return find(lexicon).header
    except LexiconError:
        raise unknown("There is no such word list.") from None


def _address(folder: str, file: AnalysisFile | None, suffix: str = "") -> str | None:
    return None if file is None else f"/api/analysis/{folder}/{file.tag}{suffix}"


def _file(request: WebRequest, file: AnalysisFile | None, tag: str, media_type: str) -> Response[bytes]:
    if file is None or file.tag != tag:
        raise unknown()
    headers = {
        "ETag": f'"{file.tag}"',
        "Vary": "Accept-Encoding",
        "Cache-Control": "public, max-age=31536000, immutable",
    }
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=media_type)
    return Response(file.data, headers=headers, media_type=media_type)
