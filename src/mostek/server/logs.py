"""The server's log: one line for each event, as text in a terminal or as JSON, without secrets."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping, MutableMapping, Sequence, Set
from enum import Enum
from pathlib import Path
from typing import Any, TextIO

import structlog
from structlog.typing import Processor

SECRETS = frozenset(
    {
        "asked",
        "authorization",
        "bag",
        "body",
        "cookie",
        "cookies",
        "csrf",
        "endpoint",
        "header",
        "headers",
        "line",
        "password",
        "rack",
        "racks",
        "secret",
        "seed",
        "session",
        "share",
        "tiles",
        "token",
    }
)
"""Fields left out of every log line, also as the last word of a longer name (`mostek_session`, `new_password`)."""
_IN_TEXT = re.compile(
    r"((?:/join/|/(?:office-)?invitations/|/office/|/publish/|/standby/|/publish-links/|/copies/|/me/|/players/|[?&](?:token|seed|password|code)=))[^/?&\s\"']+"
)
"""Secrets in addresses: the address of an invitation is enough to accept it, and that of a player to tell a result."""
_QUIET = ("uvicorn", "uvicorn.error", "uvicorn.access", "websockets", "websockets.server", "sqlalchemy", "asyncio")


def set_up(stream: TextIO | None = None) -> None:
    """Write the log of this process to a stream, by default stderr. Worker processes call this too."""
    stream = stream or sys.stderr
    for_people = stream.isatty()
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="%H:%M:%S" if for_people else "iso", utc=not for_people),
        drop_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=_last(for_people)))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in _QUIET:
        quiet = logging.getLogger(name)
        quiet.handlers, quiet.propagate = [], True
        quiet.setLevel(logging.WARNING)


def drop_secrets(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Remove secrets from a log line, and replace values of a game by their type."""
    return {name: _harmless(value) for name, value in event.items() if not _is_secret(name)} | {
        name: event[name] for name in _OF_THE_LIBRARY if name in event
    }


def _last(for_people: bool) -> list[Processor]:
    clean = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    if for_people:
        # Not the library's own picture of an error: that shows the values of variables.
        plain = structlog.dev.plain_traceback
        return [clean, structlog.dev.ConsoleRenderer(exception_formatter=plain, sort_keys=False)]
    return [clean, structlog.processors.format_exc_info, structlog.processors.JSONRenderer(ensure_ascii=False)]


_OF_THE_LIBRARY = ("_record", "_from_structlog", "exc_info")


def _is_secret(name: str) -> bool:
    return re.split(r"[_\-\s.]", name.lower())[-1] in SECRETS


def _harmless(value: object) -> object:
    match value:
        case Enum():
            return value.value
        case None | bool() | int() | float():
            return value
        case str():
            return _IN_TEXT.sub(r"\1…", value)
        case Path() | BaseException():
            return _harmless(str(value))
        case Mapping():
            return {str(name): _harmless(each) for name, each in value.items() if not _is_secret(str(name))}
        case bytes() | bytearray():
            return f"<{len(value)} bytes>"
        case Sequence() | Set():
            return [_harmless(each) for each in value]
        case _:
            return f"<{type(value).__name__}>"
