"""A tournament on a server, for the commands of the desk: read as its file, written by commands that the server judges."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from mostek.app.ports import ConflictError, LogError
from mostek.cli.output import Failure
from mostek.features.desk.cli.session import is_address
from mostek.messages import explained, text
from mostek.store.hall_client import AnsweredError, HallClient, UnreachableError
from mostek.store.tournament_files import folder
from mostek.store.tournament_lines import TournamentContents, read_tournament
from mostek.tournament.decide import Step

_OVERTAKEN = 409


class Server:
    """A server as its officials use it: the session is kept in the data folder, for this user alone."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self._client = HallClient(origin, _sessions().get(origin))

    def ask(self, method: str, path: str, body: Any = None) -> bytes:
        """The answer to a request. Raises `Failure` with the sentence of the server, `ConflictError` if others were first."""
        try:
            return self._client.ask(method, path, body)
        except AnsweredError as error:
            raise _refusal(error) from None
        except UnreachableError as error:
            raise Failure(error.detail or text("The server {url} cannot be reached.", url=self.origin)) from None

    def keep(self) -> None:
        """Keep the session for the commands to come."""
        path = _sessions_path()
        known = {**_sessions(), self.origin: self._client.kept}
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".part")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(json.dumps(known).encode())
        draft.replace(path)


class RemoteEvent:
    """A `TournamentLog` on a server. Another official may have written first: then the desk reads again, as with a file."""

    def __init__(self, address: str) -> None:
        """Raises `Failure` for an address that is none of a tournament, or that this user may not read."""
        parts = urlsplit(address)
        words = [part for part in parts.path.split("/") if part]
        if len(words) < 2 or words[0] != "e":
            raise Failure(
                text("{url} is no address of a tournament; it looks like https://example.org/e/…", url=address)
            )
        self.name = words[1]
        self.path = Path(f"{words[1]}.jsonl")
        self.notes: list[str] = []
        self._server = Server(f"{parts.scheme}://{parts.netloc}")
        self._pending: list[Step] | None = None
        self._contents = self._read()

    @property
    def head(self) -> str:
        """The hash of the whole log."""
        return self._contents.head

    def data(self) -> bytes:
        """The file of the tournament, whole."""
        return self._server.ask("GET", f"/tournaments/{self.name}/file")

    def reload(self) -> None:
        """Read what others have written meanwhile."""
        self._contents = self._read()

    def read(self) -> tuple[Step, ...]:
        """Every step."""
        return self._contents.steps

    def append(self, expected: int, step: Step) -> None:
        """Let the server carry a command out. See `TournamentLog`."""
        if self._pending is not None:
            self._pending.append(step)
            return
        self._give(expected, (step,))

    @contextmanager
    def batch(self) -> Iterator[list[Step]]:
        """Let the server carry out what is appended, all or none, at the end. Who clears the list takes it back."""
        self._pending = []
        try:
            yield self._pending
            given, self._pending = self._pending, None
            if given:
                self._give(len(self.read()), given)
        finally:
            self._pending = None

    @contextmanager
    def held(self) -> Iterator[None]:
        """The server holds the file; there is nothing to keep open here."""
        yield

    def _read(self) -> TournamentContents:
        try:
            return read_tournament(self.data())
        except LogError as error:
            raise Failure(explained(error.sentence, error.params)) from None

    def _give(self, seen: int, steps: Sequence[Step]) -> None:
        body = {"seen": seen, "commands": [msgspec.to_builtins(step.command) for step in steps]}
        self._server.ask("POST", f"/tournaments/{self.name}/commands", body)
        self.reload()


def join(link: str, name: str) -> str:
    """Take the office of an invitation, and keep the session; the address of the tournament. Raises `Failure`."""
    parts = urlsplit(link)
    words = [part for part in parts.path.split("/") if part]
    if not is_address(link) or len(words) != 2 or words[0] != "office":
        raise Failure(text("{url} is no invitation; it looks like https://example.org/office/…", url=link))
    server = Server(f"{parts.scheme}://{parts.netloc}")
    me = json.loads(server.ask("GET", "/me"))
    if me["person"] is None:
        server.ask("POST", "/me", {"name": name})
    taken = json.loads(server.ask("POST", f"/office-invitations/{words[1]}", {"name": name}))
    server.keep()
    return f"{server.origin}/e/{taken['tournament']}"


def _refusal(error: AnsweredError) -> Exception:
    if error.status == _OVERTAKEN and error.code == "overtaken":
        return ConflictError(0, int(error.problem.get("n", 0)))
    if not error.detail:
        return Failure(text("The server has answered {status}.", status=error.status))
    remedy = str(error.problem.get("remedy", ""))
    return Failure(f"{error.detail} {remedy}".strip())


def _sessions_path() -> Path:
    return folder().parent / "servers.json"


def _sessions() -> dict[str, dict[str, str]]:
    try:
        found = msgspec.json.decode(_sessions_path().read_bytes(), type=dict[str, dict[str, str]])
    except (OSError, msgspec.DecodeError):
        return {}
    return found
