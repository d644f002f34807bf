"""Problem answers: one JSON form for every refused request, in the person's language."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from http import HTTPStatus
from math import ceil
from typing import Any, TypeVar

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from mostek.app.byte_budgets import BudgetError, BudgetScope
from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.lobby import ProposalError, TableError, TableFault
from mostek.app.log_copies import REMEDIES, CopyError, CopyFault
from mostek.app.ports import LogError, SaveError
from mostek.app.users import AccountError, AccountFault
from mostek.core.errors import SentenceError
from mostek.lexicon import LexiconError
from mostek.messages import explained
from mostek.server import metrics
from mostek.server.mail import MailError
from mostek.server.sessions import speak
from mostek.server.wrong_codes import note_wrong_code
from mostek.work.job_errors import JobError, JobsFullError, JobTooCostlyError

log = structlog.get_logger("mostek.http")

E = TypeVar("E", bound=SentenceError)


class RunningGame(Struct, frozen=True):
    """A game of the person who asks that closes help."""

    id: str
    """Its table; the tournament for a round in a hall."""
    path: str
    """Where it is played, on this server."""
    ways: tuple[str, ...]
    """How the person can end it now, in words."""


class Problem(Struct, frozen=True, omit_defaults=True):
    """The reason for a refused request."""

    status: int
    """The status of the answer."""
    code: str
    """The reason, for programs."""
    detail: str
    """The reason, as a sentence in the person's language."""
    remedy: str = ""
    """What to do next, where something can be done."""
    game: RunningGame | None = None
    """The game because of which the request is refused, with the code `playing`."""


class RequestRefused(Exception):  # noqa: N818 - it is what the referee calls it, too
    """A request that is not carried out. `sentence` with its `params` is a key of the catalogue."""

    def __init__(self, status: int, code: str, sentence: str, /, **params: object) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.params = params
        self.headers: dict[str, str] = {}
        self.game: RunningGame | None = None

    def after(self, seconds: float) -> RequestRefused:
        """Return this refusal with the time after which another try makes sense."""
        self.headers["Retry-After"] = str(ceil(seconds))
        return self


def unknown(sentence: str = "There is nothing at this address.") -> RequestRefused:
    """The refusal of an unknown address."""
    return RequestRefused(HTTPStatus.NOT_FOUND, "unknown", sentence)


def too_many(seconds: float) -> RequestRefused:
    """The refusal of somebody who asks too much, with the time to wait."""
    code, sentence = SENTENCES[HTTPStatus.TOO_MANY_REQUESTS]
    return RequestRefused(HTTPStatus.TOO_MANY_REQUESTS, code, sentence).after(seconds)


def no_person() -> RequestRefused:
    """The refusal of a visitor without a name."""
    return RequestRefused(HTTPStatus.UNAUTHORIZED, "no_person", "Please enter a name first.")


_ANYWHERE = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.MISDIRECTED_REQUEST,
    HTTPStatus.SERVICE_UNAVAILABLE,
)
"""Any request may be no request, too large, or meant for a server of another name; and what is stored may be unreadable."""


def problems(*statuses: int) -> dict[int, ResponseSpec]:
    """The problem answers of an endpoint, for its OpenAPI description, with those that any endpoint may give."""
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=HTTPStatus(status).phrase)
        for status in sorted({*statuses, *_ANYWHERE})
    }


def refusing(error: type[E], say: Callable[[E], tuple[int, str]]) -> dict[Any, Any]:
    """The handler of a feature's errors. `say` gives the status and the code of one."""

    def handle(request: Request[Any, Any, Any], found: E) -> Response[Problem]:
        status, code = say(found)
        return _faulty(request, RequestRefused(status, code, found.sentence, **found.params))

    return {error: handle}


def _faulty(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    speak(request)
    status, code, sentence, params = _said(error)
    metrics.note_refusal(code)
    detail = explained(sentence, params)
    headers = dict(getattr(error, "headers", None) or {})
    if isinstance(error, JobsFullError):
        headers["Retry-After"] = str(ceil(error.seconds))
    if status in _PASSING:
        headers.setdefault("Retry-After", headers.get("RateLimit-Reset", _SOON))
    remedy = (
        explained(REMEDIES[error.fault], params) if isinstance(error, CopyError) and error.fault in REMEDIES else ""
    )
    game = error.game if isinstance(error, RequestRefused) else None
    problem = Problem(status, code, detail, remedy, game)
    return Response(problem, status_code=status, headers=headers, media_type="application/json")


def _said(error: Exception) -> tuple[int, str, str, Mapping[str, object]]:
    match error:
        case RequestRefused():
            return error.status, error.code, error.sentence, error.params
        case TableError():
            return _SITTING.get(error.fault, HTTPStatus.CONFLICT), error.fault.value, error.sentence, error.params
        case AccountError():
            return _PERSON.get(error.fault, HTTPStatus.BAD_REQUEST), error.fault.value, error.sentence, error.params
        case CopyError():
            return _COPY.get(error.fault, HTTPStatus.CONFLICT), error.fault.value, error.sentence, error.params
        case HostingError():
            return _HOSTING.get(error.fault, HTTPStatus.CONFLICT), error.fault.value, error.sentence, error.params
        case BudgetError():
            return _BUDGET[error.scope], "no_room", error.sentence, error.params
        case MailError():
            return HTTPStatus.BAD_GATEWAY, "mail", error.sentence, error.params
        case ProposalError():
            return HTTPStatus.BAD_REQUEST, "proposal", error.sentence, error.params
        case LexiconError():
            return HTTPStatus.BAD_REQUEST, "lexicon", error.sentence, error.params
        case JobTooCostlyError():
            return HTTPStatus.UNPROCESSABLE_ENTITY, "too_costly", error.sentence, error.params
        case JobError():
            return HTTPStatus.SERVICE_UNAVAILABLE, "busy", error.sentence, error.params
        case SaveError():
            return HTTPStatus.SERVICE_UNAVAILABLE, "not_kept", error.sentence, error.params
        case LogError():
            return HTTPStatus.SERVICE_UNAVAILABLE, "unreadable", error.sentence, error.params
        case RecursionError():  # somebody sends brackets within brackets
            return HTTPStatus.BAD_REQUEST, "malformed", "The request is not well formed: {why}", {"why": "[[[…"}
        case ValidationException():
            return HTTPStatus.BAD_REQUEST, "malformed", "The request is not well formed: {why}", {"why": _why(error)}
        case HTTPException():
            code, sentence = SENTENCES.get(error.status_code, ("malformed", "The request is not well formed: {why}"))
            return error.status_code, code, sentence, {"why": error.detail}
        case _:
            return HTTPStatus.INTERNAL_SERVER_ERROR, "bug", _BUG, {}


def _why(error: ValidationException) -> str:
    """Litestar's message, without internal names."""
    extra = error.extra if isinstance(error.extra, list) else []
    found = [
        f"{each.get('key', '')}: {each.get('message', '')}".strip(": ") for each in extra if isinstance(each, dict)
    ]
    return "; ".join(found) or error.detail


def _not_for_them(request: Request[Any, Any, Any], error: HostingError) -> Response[Problem]:
    if error.fault is HostingFault.WRONG_CODE:
        wait = note_wrong_code(request.client.host if request.client else "", request.url.path)
        return _faulty(request, too_many(wait) if wait else error)
    return _faulty(request, error)


def _not_stored(request: Request[Any, Any, Any], error: LogError) -> Response[Problem]:
    """A store that cannot be read or written is no bug: one line says why."""
    event = "not_kept" if isinstance(error, SaveError) else "unreadable"
    log.error(event, path=request.url.path, method=request.method, why=str(error))
    return _faulty(request, error)


def _no_disk(request: Request[Any, Any, Any], error: OSError) -> Response[Problem]:
    """A fault of the disk has a sentence of its own; any other fault of the system is a bug."""
    if error.errno not in _DISK_FAULTS:
        return _bug(request, error)
    return _not_stored(request, SaveError("The server cannot save a file: {why}.", why=error.strerror))


def _bug(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("request failed", path=request.url.path, method=request.method, exc_info=error)
    return _faulty(request, error)


_DISK_FAULTS = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EFBIG)
"""The faults of a disk that is full, may not be used further, or breaks."""
_PASSING = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)
_SOON = "5"
"""After how many seconds to try again where nothing better is known."""
_BUG = "Something went wrong on the server. The server log has the details."
_SITTING: dict[TableFault, int] = {
    TableFault.UNKNOWN: HTTPStatus.NOT_FOUND,
    TableFault.NO_INVITATION: HTTPStatus.NOT_FOUND,
    TableFault.INVITATION_USED: HTTPStatus.GONE,
    TableFault.INVITATION_WITHDRAWN: HTTPStatus.GONE,
    TableFault.INVITATION_EXPIRED: HTTPStatus.GONE,
    TableFault.NO_SUCH_SEAT: HTTPStatus.BAD_REQUEST,
    TableFault.NO_SUCH_ROLE: HTTPStatus.BAD_REQUEST,
    TableFault.NOT_SITTING: HTTPStatus.FORBIDDEN,
    TableFault.NOT_HOST: HTTPStatus.FORBIDDEN,
    TableFault.NOT_ARBITER: HTTPStatus.FORBIDDEN,
    TableFault.NOT_INVITED: HTTPStatus.FORBIDDEN,
}
_HOSTING: dict[HostingFault, int] = {
    HostingFault.UNKNOWN: HTTPStatus.NOT_FOUND,
    HostingFault.NO_INVITATION: HTTPStatus.NOT_FOUND,
    HostingFault.NOT_OFFICIAL: HTTPStatus.FORBIDDEN,
    HostingFault.NOT_IN_ROLE: HTTPStatus.FORBIDDEN,
    HostingFault.NOT_HOST: HTTPStatus.FORBIDDEN,
    HostingFault.NOT_BY_HAND: HTTPStatus.FORBIDDEN,
    HostingFault.WRONG_CODE: HTTPStatus.FORBIDDEN,
    HostingFault.CALLS_OFF: HTTPStatus.FORBIDDEN,
    HostingFault.BAD_PHONE: HTTPStatus.BAD_REQUEST,
    HostingFault.INVITATION_OVER: HTTPStatus.GONE,
    HostingFault.INVITATION_USED: HTTPStatus.GONE,
    HostingFault.GROWN: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HostingFault.TOO_MANY_NAMELESS: HTTPStatus.TOO_MANY_REQUESTS,
    HostingFault.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
}
_COPY: dict[CopyFault, int] = {
    CopyFault.NO_LINK: HTTPStatus.NOT_FOUND,
    CopyFault.NOT_STARTED: HTTPStatus.NOT_FOUND,
    CopyFault.LINK_OVER: HTTPStatus.GONE,
    CopyFault.FOREIGN_KEY: HTTPStatus.FORBIDDEN,
    CopyFault.REPLACED_KEY: HTTPStatus.FORBIDDEN,
    CopyFault.SIGNATURE: HTTPStatus.FORBIDDEN,
    CopyFault.NOT_OFFERED: HTTPStatus.FORBIDDEN,
    CopyFault.NOT_PUBLIC: HTTPStatus.FORBIDDEN,
    CopyFault.READ_ONLY: HTTPStatus.FORBIDDEN,
    CopyFault.TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    CopyFault.OVER_LIMIT: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    CopyFault.UNREADABLE: HTTPStatus.BAD_REQUEST,
    CopyFault.FUTURE: HTTPStatus.BAD_REQUEST,
    CopyFault.CHAIN: HTTPStatus.BAD_REQUEST,
    CopyFault.STRAY: HTTPStatus.BAD_REQUEST,
    CopyFault.TORN_LIST: HTTPStatus.BAD_REQUEST,
    CopyFault.UNREACHABLE: HTTPStatus.BAD_GATEWAY,
    CopyFault.ANSWERED: HTTPStatus.BAD_GATEWAY,
    CopyFault.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
}
_BUDGET: dict[BudgetScope, int] = {
    BudgetScope.PERSON: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    BudgetScope.ADDRESS: HTTPStatus.TOO_MANY_REQUESTS,
    BudgetScope.SERVER: HTTPStatus.INSUFFICIENT_STORAGE,
}
_PERSON: dict[AccountFault, int] = {
    AccountFault.LOGIN_TAKEN: HTTPStatus.CONFLICT,
    AccountFault.HAS_ACCOUNT: HTTPStatus.CONFLICT,
    AccountFault.WRONG: HTTPStatus.UNAUTHORIZED,
    AccountFault.WRONG_CODE: HTTPStatus.UNAUTHORIZED,
}
SENTENCES: dict[int, tuple[str, str]] = {
    HTTPStatus.NOT_FOUND: ("unknown", "There is nothing at this address."),
    HTTPStatus.METHOD_NOT_ALLOWED: ("method", "That cannot be done at this address."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("too_large", "The request is too large."),
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: ("media_type", "The request is not JSON."),
    HTTPStatus.TOO_MANY_REQUESTS: ("too_many", "Too many requests at once. Please wait a minute."),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("bug", _BUG),
}
"""Code and sentence by status, where the status is enough."""
HANDLERS: dict[type[Exception] | int, Callable[[Request[Any, Any, Any], Any], Response[Problem]]] = {
    RequestRefused: _faulty,
    TableError: _faulty,
    AccountError: _faulty,
    HostingError: _not_for_them,
    CopyError: _faulty,
    BudgetError: _faulty,
    MailError: _faulty,
    ProposalError: _faulty,
    JobError: _faulty,
    LexiconError: _faulty,
    LogError: _not_stored,
    OSError: _no_disk,
    HTTPException: _faulty,
    RecursionError: _faulty,
    HTTPStatus.INTERNAL_SERVER_ERROR.value: _bug,
}
"""The handlers of exceptions in requests."""
