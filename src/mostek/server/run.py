"""Run the server: one process per folder, at one port, until a signal ends it."""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvicorn
from msgspec.structs import replace

from mostek.app.ports import LogError, SaveError
from mostek.server import logs
from mostek.server.config import Config
from mostek.server.freed_memory import return_large_blocks
from mostek.server.network import listening
from mostek.server.timeouts import TimeoutProtocol
from mostek.server.websocket_protocol import SocketProtocol
from mostek.store.line_file import lock

_LOCK = "server.lock"
_MESSAGE_SIZE = 64 * 1024
_COLLECTED = (2_000, 1_000, 50)
"""The thresholds of the garbage collector: often for the few new objects, and rarely for all, because that stops every clock.
Games are trees without cycles.
"""
_TURNS = 0.0005
"""The switch interval of threads in seconds: the writer needs its turn after every statement."""
_FILES = 65_536
"""The limit of open files and sockets, if the system allows it."""
_GRACE = 5
"""The seconds for which running requests may finish after the signal to stop."""


class StartError(RuntimeError):
    """The server has not started; the log says why."""


def run(config: Config, tell: Callable[[Config], None], application: Callable[[Config], Any] | None = None) -> None:
    """Serve until SIGTERM or Ctrl-C; pages learn that the server restarts (close code 1012).

    `tell` is called with the port that was really taken, as soon as people can come. Raises `ListenError`, `LogError`,
    `SaveError`, `StartError`.
    """
    _raise_file_limit()
    return_large_blocks()
    gc.set_threshold(*_COLLECTED)
    sys.setswitchinterval(_TURNS)
    with _alone(config.data), listening(config.host, config.port) as there:
        _check_database(config)
        taken = replace(config, port=there.getsockname()[1])
        logs.set_up()
        with _loading_for_good():
            server = _Server(_settings((application or _application)(taken)), lambda: tell(taken))
        with _endings_handled():
            try:
                server.run(sockets=[there])
            except SystemExit as ending:
                raise StartError from ending


class _Server(uvicorn.Server):
    def __init__(self, settings: uvicorn.Config, begun: Callable[[], None]) -> None:
        super().__init__(settings)
        self._begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:  # an application that cannot start only says so
            self._begun()


def _application(config: Config) -> Any:
    from mostek.server.application import application

    return application(config)


def _settings(application: Any) -> uvicorn.Config:
    return uvicorn.Config(
        application,
        interface="asgi3",
        http=TimeoutProtocol,
        ws=SocketProtocol,
        ws_per_message_deflate=False,  # moves are short, and packing them would cost as much as all the rest
        ws_ping_interval=None,  # pages are pinged by messages, which also measure the round trip
        ws_max_size=_MESSAGE_SIZE,
        timeout_graceful_shutdown=_GRACE,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
    )


@contextmanager
def _loading_for_good() -> Iterator[None]:
    """Nothing that is loaded here is searched for garbage, because it stays until the end: a twentieth of the start."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def _endings_handled() -> Iterator[None]:
    """Ignore the signal that the server raises again after it has ended itself."""
    before = {each: signal.signal(each, lambda *_: None) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _raise_file_limit() -> None:
    """Raise the limit of open files: every page holds a socket, and systems allow a thousand files by default."""
    try:
        import resource
    except ImportError:  # Windows knows no such limit
        return
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
    if now != resource.RLIM_INFINITY and now < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _check_database(config: Config) -> None:
    """Report a fault of the database before the server starts."""
    from mostek.store.database import Database

    Database.open(config.data, config.database).close()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the lock of the folder: two servers would both move the clocks of its games. The system releases it when a server
    dies."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / _LOCK).open("ab")
    except OSError as error:
        raise SaveError("{path} cannot be written: {why}.", path=folder, why=error.strerror) from None
    with file:
        try:
            lock(file.fileno())
        except OSError:
            raise LogError("Another server runs in {path}; name another folder: --data", path=folder) from None
        yield
