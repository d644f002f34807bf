"""The operator's page: what is wrong with the server, what to do about it, and what it is doing."""

from __future__ import annotations

import asyncio
from datetime import datetime
from http import HTTPStatus
from importlib.metadata import version

from litestar import Response, get, post
from litestar.datastructures import State

from mostek.app.help import Help
from mostek.messages import LANGUAGES, explained, text, use
from mostek.server import metrics
from mostek.server.condition import MEGABYTE, Condition
from mostek.server.http.middleware import WebRequest
from mostek.server.http.page_templates import Assets, html_of_template
from mostek.server.operator_access import ADDRESS, FILE, is_operator, is_token, operator_cookie
from mostek.server.processes import free_space, memory, started_at

_HEADERS = {"X-Robots-Tag": "noindex", "Cache-Control": "no-store"}
_SHOWN = 100
"""The games and the processes that are listed."""


@get(ADDRESS, help=Help.NONE, include_in_schema=False)
async def show_operator_page(request: WebRequest, state: State) -> Response[bytes]:
    """The page; for everybody else the question for the token."""
    if (wanted := request.query_params.get("lang")) in LANGUAGES:
        use(wanted)
    condition: Condition = state.condition
    assets = Assets.among(await state.pages.files())
    if not is_operator(request, condition.config, state.operator_token):
        return _question(assets, is_wrong=False)
    page = html_of_template("operator", assets, **await _told(condition))
    return Response(page, media_type="text/html", headers=_HEADERS)


@post(ADDRESS, help=Help.NONE, include_in_schema=False)
async def enter_token(request: WebRequest, state: State) -> Response[bytes]:
    """Let a browser in that sends the token, for a month."""
    condition: Condition = state.condition
    given = str((await request.form()).get("token", "")).strip()
    if not is_token(given, state.operator_token):
        return _question(Assets.among(await state.pages.files()), is_wrong=True)
    cookie = operator_cookie(state.operator_token, condition.config)
    return Response(b"", status_code=HTTPStatus.SEE_OTHER, headers={**_HEADERS, "Location": ADDRESS}, cookies=[cookie])


def _question(assets: Assets, is_wrong: bool) -> Response[bytes]:
    page = html_of_template("operator_token", assets, file=FILE, is_wrong=is_wrong, address=ADDRESS)
    return Response(page, status_code=HTTPStatus.FORBIDDEN, media_type="text/html", headers=_HEADERS)


async def _told(condition: Condition) -> dict[str, object]:
    """The content of the page, in the language that is spoken."""
    damage = condition.database.damage
    used = await asyncio.to_thread(memory)
    sizes = [(text("process of the games"), used.server), *((text("worker"), each) for each in used.workers[:_SHOWN])]
    return {
        "address": ADDRESS,
        "matters": await condition.matters(),
        "damaged": [(name, explained(why.sentence, why.params)) for name, why in list(damage.tables.items())[:_SHOWN]],
        "parts": [(name, explained(why.sentence, why.params)) for name, why in list(damage.parts.items())[:_SHOWN]],
        "ended": [(each.kind, _ended(each.outcome), each.n, _moment(each.last)) for each in metrics.KILLED],
        "figures": await _figures(condition),
        "memory": [(name, _megabytes(size)) for name, size in sizes],
        "total": _megabytes(used.server + sum(used.workers)),
    }


async def _figures(condition: Condition) -> list[tuple[str, str]]:
    free = await asyncio.to_thread(free_space, condition.config.data)
    copy = condition.database.copy_state
    copied = text("none") if copy is None else text("behind") if copy.is_behind else text("complete")
    return [
        (text("Games in progress"), str(condition.games_in_progress)),
        (text("Games still to be opened"), str(condition.games_to_open)),
        (text("Pages at tables"), str(metrics.open_sockets("table"))),
        (text("Pages of tournaments"), str(metrics.open_sockets("tournament"))),
        (text("Free on the disk"), "?" if free is None else _megabytes(free)),
        (text("Copy on a second disk"), copied),
        (text("Running since"), _moment(started_at())),
        (text("Version"), version("mostek")),
    ]


def _ended(outcome: str) -> str:
    match outcome:
        case "deadline":
            return text("took too long")
        case "memory":
            return text("needed too much memory")
        case _:
            return text("its process has died")


def _megabytes(size: int) -> str:
    return text("{megabytes} MB", megabytes=f"{size / MEGABYTE:.0f}")


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds).astimezone().strftime("%Y-%m-%d %H:%M")
