"""Requests to another mostek server, for programs: bounded in time and bytes, and each refusal with its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from http.client import HTTPException
from http.cookiejar import CookieJar
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, Request, build_opener

import msgspec

from mostek.messages import language

TIMEOUT = 20.0
LARGEST = 32 * 2**20
"""The most bytes of an answer."""
_COOKIES = ("mostek_session", "mostek_csrf")


class UnreachableError(Exception):
    """The server cannot be reached, or has broken off; to try again later makes sense."""

    def __init__(self, origin: str, retry_after: float = 0.0, detail: str = "") -> None:
        super().__init__(origin)
        self.origin = origin
        self.detail = detail
        """What the server has said, where it has."""
        self.retry_after = retry_after


class AnsweredError(Exception):
    """The server has refused, with a sentence in our language."""

    def __init__(self, status: int, code: str, detail: str, problem: Mapping[str, Any]) -> None:
        super().__init__(detail)
        self.status = status
        self.code = code
        self.detail = detail
        self.problem = problem


class _NoRedirects(HTTPRedirectHandler):
    """A link is for the server that it names, and for no other."""

    def redirect_request(self, *args: Any) -> None:
        return None


class HallClient:
    """A server and the cookies of this program there."""

    def __init__(self, origin: str, kept: Mapping[str, str] | None = None) -> None:
        self.origin = origin
        self.kept = dict(kept or {})
        """The session and the token that repeats it."""
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar), _NoRedirects())

    def ask(self, method: str, path: str, body: Any = None, timeout: float = TIMEOUT) -> bytes:
        """The answer to a request below `/api`; the body is JSON, or bytes as they are.

        Raises `AnsweredError` if the server refuses, `UnreachableError` if the line is broken or the server is overloaded.
        """
        if method != "GET" and "mostek_csrf" not in self.kept:
            self._once("GET", "/me", None, timeout)
        return self._once(method, path, body, timeout)

    def _once(self, method: str, path: str, body: Any, timeout: float) -> bytes:
        is_json = not isinstance(body, bytes)
        data = None if method == "GET" else msgspec.json.encode(body or {}) if is_json else body
        request = Request(f"{self.origin}/api{path}", data, method=method)
        request.add_header("Content-Type", "application/json" if is_json else "application/octet-stream")
        request.add_header("Accept-Language", language())
        request.add_header("X-CSRF-Token", self.kept.get("mostek_csrf", ""))
        if self.kept:
            request.add_header("Cookie", "; ".join(f"{name}={value}" for name, value in self.kept.items()))
        try:
            with self._opener.open(request, timeout=timeout) as answer:
                read: bytes = answer.read(LARGEST + 1)
                if len(read) > LARGEST:
                    raise UnreachableError(self.origin)
        except HTTPError as error:
            raise self._refusal(error) from None
        except (URLError, OSError, ValueError, HTTPException):
            raise UnreachableError(self.origin) from None
        for cookie in self._jar:
            if cookie.name in _COOKIES and cookie.value is not None:
                self.kept[cookie.name] = cookie.value
        return read

    def _refusal(self, error: HTTPError) -> Exception:
        try:
            problem = msgspec.json.decode(error.read(LARGEST), type=dict[str, Any])
            code, detail = str(problem["code"]), str(problem["detail"])
        except (ValueError, KeyError, OSError, HTTPException):
            if error.code >= 500 or error.code == 429:
                return UnreachableError(self.origin)
            return AnsweredError(error.code, "", "", {})
        if error.code in (429, 502, 503, 504):
            after = error.headers.get("Retry-After", "")
            return UnreachableError(self.origin, float(after) if after.isdecimal() else 0.0, detail)
        return AnsweredError(error.code, code, detail, problem)


def origin_of(link: str) -> str:
    """The server that a link names."""
    parts = urlsplit(link.strip())
    return f"{parts.scheme}://{parts.netloc}"


def tournament_of(address: str) -> str | None:
    """The id in the address of a tournament, as `https://example.org/e/ID`; `None` for another address."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return None
    words = [word for word in parts.path.split("/") if word]
    is_one = parts.scheme in ("http", "https") and parts.netloc and words[:1] == ["e"] and len(words) > 1
    return words[1] if is_one else None


def token_of(link: str, kind: str) -> str | None:
    """The token of a link of that kind, as `https://example.org/publish/TOKEN`; `None` for another address."""
    try:
        parts = urlsplit(link.strip())
    except ValueError:
        return None
    words = [word for word in parts.path.split("/") if word]
    if parts.scheme not in ("http", "https") or not parts.netloc or len(words) != 2 or words[0] != kind:
        return None
    return words[1] if words[1].replace("-", "").replace("_", "").isalnum() and len(words[1]) <= 64 else None
