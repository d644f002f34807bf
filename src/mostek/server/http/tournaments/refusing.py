"""The answers for commands that were not carried out, in the person's language."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from litestar import Request, Response

from mostek.live.tournament_session import Acted, NotActed, NotOwn, Overtaken
from mostek.messages import text
from mostek.messages.tournament import grounds, say
from mostek.messages.tournament_advice import remedy
from mostek.messages.tournament_events import called, told
from mostek.server import metrics
from mostek.server.http.tournaments.bodies import NotCarriedOut, SinceThen
from mostek.server.sessions import speak
from mostek.tournament.decide import Step
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament


class RefusedByDesk(Exception):  # noqa: N818 - it is what the desk calls it, too
    """The desk has refused a command."""

    def __init__(self, refused: DeskRefusal, state: Tournament | None, n: int = 0, index: int = 0) -> None:
        super().__init__(refused.reason)
        self.refused = refused
        self.state = state
        self.n = n
        self.index = index


class OvertakenByOthers(Exception):  # noqa: N818
    """Other people have changed what a command rests on, or the last step is another person's."""

    def __init__(self, outcome: Overtaken | NotOwn) -> None:
        super().__init__("overtaken")
        self.outcome = outcome


def refused_answer(request: Request[Any, Any, Any], error: RefusedByDesk) -> Response[NotCarriedOut]:
    """The answer for a command that the desk has refused."""
    speak(request)
    refused, state = error.refused, error.state
    metrics.note_refusal(refused.reason.value)
    answer = NotCarriedOut(
        status=HTTPStatus.CONFLICT,
        code="refused",
        detail=say(refused, called(state)),
        n=error.n,
        index=error.index,
        reason=refused.reason.value,
        clause=refused.clause,
        setting=refused.setting,
        grounds=tuple(grounds(refused)),
        remedy=remedy(refused, state),
    )
    return Response(answer, status_code=HTTPStatus.CONFLICT, media_type="application/json")


def overtaken_answer(request: Request[Any, Any, Any], error: OvertakenByOthers) -> Response[NotCarriedOut]:
    """The answer for a command that rests on what others have changed, with what they did."""
    speak(request)
    outcome = error.outcome
    metrics.note_refusal("not_own" if isinstance(outcome, NotOwn) else "overtaken")
    if isinstance(outcome, NotOwn):
        detail = text("The last step is another person's ({by}); the director can undo it.", by=outcome.by or "?")
        answer = NotCarriedOut(status=HTTPStatus.CONFLICT, code="not_own", detail=detail, n=outcome.n)
    else:
        since = since_then(outcome.steps, outcome.state, outcome.n)
        messages = "; ".join(message for each in since[-3:] for message in each.messages)
        detail = text("Meanwhile this has happened: {what} Look again, then repeat it.", what=messages)
        answer = NotCarriedOut(
            status=HTTPStatus.CONFLICT, code="overtaken", detail=detail, n=outcome.n, index=outcome.index, since=since
        )
    return Response(answer, status_code=HTTPStatus.CONFLICT, media_type="application/json")


def since_then(steps: Sequence[Step], state: Tournament, n: int) -> tuple[SinceThen, ...]:
    """Steps in words, the last ones only."""
    return tuple(
        SinceThen(n, step.command.by, tuple(told(step.events, state, state))) for step in steps[-_SHOWN:] if step.events
    )


def carried_out(outcome: Acted | NotActed | Overtaken | NotOwn) -> Acted:
    """The commands that were carried out, and no trial, which are counted. Raises like `judged`."""
    metrics.note_command("desk", not isinstance(outcome, Acted))
    return judged(outcome)


def judged(outcome: Acted | NotActed | Overtaken | NotOwn) -> Acted:
    """The commands that were carried out. Raises `RefusedByDesk`, `OvertakenByOthers`."""
    match outcome:
        case Acted():
            return outcome
        case NotActed():
            raise RefusedByDesk(outcome.refused, outcome.state, outcome.n, outcome.index)
        case Overtaken() | NotOwn():
            raise OvertakenByOthers(outcome)


_SHOWN = 20
"""The steps that are told of those that have overtaken a command."""
