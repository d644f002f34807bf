"""The health of the server, for its operator and for programs that watch it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from litestar import get
from litestar.datastructures import State

from mostek.app.help import Help
from mostek.core.errors import SentenceError
from mostek.messages import count, explained, text
from mostek.server.http.bodies import Health, HealthWarning
from mostek.server.http.people import WebRequest
from mostek.server.http.problems import problems
from mostek.server.http.services import Services, WithServices
from mostek.server.sessions import speak


@get("/health", help=Help.NONE, operation_id="health", responses=problems(503), tags=["health"])
async def health(request: WebRequest, state: State, services: WithServices) -> Health:
    """Whether the server runs and its database can be read and written, and what its operator should know."""
    speak(request)
    if (fault := state.sessions.write_fault()) is not None:
        raise fault
    await services.database.read(lambda connection: connection.exec_driver_sql("select 1"))
    return Health("ok", state.sessions.opening, tuple(_warnings(services)))


def _warnings(services: Services) -> Iterator[HealthWarning]:
    """The matters for the operator. No table, person or folder is named, because everybody may read it; the log names them."""
    damage = services.database.damage
    if damage.tables:
        yield HealthWarning(
            "put_aside",
            count(
                "{n} game cannot be read and is put aside; the log says why.",
                "{n} games cannot be read and are put aside; the log says why.",
                len(damage.tables),
            ),
        )
    if damage.parts:
        sentence = "The database is damaged; the log says where. Restore a copy or a backup: mostek restore"
        yield HealthWarning("damaged", text(sentence))
    copy = services.database.copy_state
    if copy is not None and copy.is_behind:
        since = datetime.fromtimestamp(copy.since / 1000).astimezone().strftime("%Y-%m-%d %H:%M")
        sentence = "The copy on the second disk is not complete since {since}; games go on. The log says why."
        yield HealthWarning("copy", text(sentence, since=since))
    doubt = services.date.doubt()
    if doubt is not None:
        yield HealthWarning("date", _said(doubt))


def _said(error: SentenceError) -> str:
    return explained(error.sentence, error.params)
