"""The endpoints of a person's box of cards: the page sends what has changed, and gets what other devices have changed.

No one else sees a box. It is in the person's own data, and goes with the account or by itself.
"""

from __future__ import annotations

from typing import Any

from litestar import Request, Router, delete, post
from litestar.params import JSONBody

from mostek.app.help import Help
from mostek.server.http.middleware import Limits, by_both
from mostek.server.http.problems import problems
from mostek.server.http.services import Asking, WithServices, known, leaver_of
from mostek.server.http.word_bodies import BoxChanges
from mostek.store.study_boxes import StudyBoxStore
from mostek.study.box import BoxPart


def router(limits: Limits) -> Router:
    """The endpoints, with their limits."""
    return Router(
        "/study/box",
        route_handlers=[merge_box, clear_box],
        middleware=by_both("box", limits.words),
        tags=["words"],
    )


@post(
    "/",
    help=Help.NONE,
    operation_id="merge_box",
    status_code=200,
    responses=problems(400, 401, 403, 409, 413, 429, 503),
)
async def merge_box(
    request: Request[Any, Any, Any], services: WithServices, person: Asking, data: JSONBody[BoxChanges]
) -> BoxPart:
    """Merge changes into my box. Of a card the later change stays; no card is ever lost."""
    store = StudyBoxStore(services.database)
    return await store.merge(leaver_of(request, person), data.cards, data.reviews, data.since)


@delete("/", help=Help.NONE, operation_id="clear_box", status_code=204, responses=problems(401, 403, 429, 503))
async def clear_box(services: WithServices, person: Asking) -> None:
    """Delete my box with all its cards and reviews."""
    await StudyBoxStore(services.database).clear(known(person).id)
