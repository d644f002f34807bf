"""Requests to another mostek server, for programs: bounded in time and bytes, and each refusal with its sentence."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

import msgspec

from mostek.messages import language
from mostek.store.connect_proxy import ConnectProxy
from mostek.store.outward import OutwardAnswer, OutwardReach, send_request

TIMEOUT = 20.0
LARGEST = 32 * 2**20
"""The most bytes of an answer."""
_LONGEST_WAIT = 3600.0
"""The most seconds that a server may ask to wait."""
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


class HallClient:
    """A server and the cookies of this program there."""

    def __init__(
        self,
        origin: str,
        kept: Mapping[str, str] | None = None,
        reach: OutwardReach = OutwardReach.ANYWHERE,
        proxy: ConnectProxy | None = None,
    ) -> None:
        """`reach` says for whom it asks: only the user of this computer and its operator reach any address."""
        self.origin = origin
        self.kept = dict(kept or {})
        """The session and the token that repeats it."""
        self._reach, self._proxy = reach, proxy

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
        headers = {
            "Content-Type": "application/json" if is_json else "application/octet-stream",
            "Accept-Language": language(),
            "User-Agent": "mostek",
            "X-CSRF-Token": self.kept.get("mostek_csrf", ""),
        }
        if self.kept:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.kept.items())
        try:
            answer = send_request(
                self.origin,
                method,
                f"/api{path}",
                data,
                headers,
                reach=self._reach,
                timeout=timeout,
                largest=LARGEST,
                proxy=self._proxy,
            )
        except OSError:
            raise UnreachableError(self.origin) from None
        if not 200 <= answer.status < 300:
            raise self._refusal(answer)
        self._keep_cookies(answer)
        return answer.data

    def _keep_cookies(self, answer: OutwardAnswer) -> None:
        for line in answer.headers.get_all("Set-Cookie", []):
            with suppress(CookieError):  # a cookie that cannot be read is none of ours
                cookies = SimpleCookie(line)
                self.kept |= {name: cookies[name].value for name in _COOKIES if name in cookies}

    def _refusal(self, answer: OutwardAnswer) -> Exception:
        try:
            problem = msgspec.json.decode(answer.data, type=dict[str, Any])
            code, detail = str(problem["code"]), str(problem["detail"])
        except (ValueError, KeyError, RecursionError):
            if answer.status >= 500 or answer.status == 429:
                return UnreachableError(self.origin)
            return AnsweredError(answer.status, "", "", {})
        if answer.status in (429, 502, 503, 504):
            after = answer.headers.get("Retry-After", "")
            return UnreachableError(self.origin, min(float(after), _LONGEST_WAIT) if after.isdecimal() else 0.0, detail)
        return AnsweredError(answer.status, code, detail, problem)


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
