"""The endpoints for messages to phones: switch them on and off, for a player, an arbiter, and the public."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Router, delete, get, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.push_messages import PushSubscription, PushTopic
from mostek.app.tournament_roles import RULES
from mostek.app.users import User
from mostek.messages import language
from mostek.server.budget import Budgets
from mostek.server.http.bodies import Body
from mostek.server.http.middleware import Limits, address_of, by_address
from mostek.server.http.problems import problems, too_many, unknown
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tournaments.access import Access, access, official, player
from mostek.server.push.push_sender import PushSender

_OF_ADDRESS = 600
"""The browsers of one address that may ask at once; a hall has one address for all. An hour gives as many again."""
_HOUR = 3600


class PushKey(Struct, frozen=True):
    """The key that a browser needs for messages."""

    key: str | None
    """The public key of the server; `null` if it sends no messages."""


class Browser(Body, frozen=True, kw_only=True):
    """A browser as its push service knows it."""

    endpoint: Annotated[str, Meta(min_length=10, max_length=1_000)]


class PushAsked(Browser, frozen=True, kw_only=True):
    """A browser asks for messages."""

    p256dh: Annotated[str, Meta(min_length=80, max_length=100, pattern=r"^[A-Za-z0-9_-]+=*\Z")]
    auth: Annotated[str, Meta(min_length=20, max_length=30, pattern=r"^[A-Za-z0-9_-]+=*\Z")]
    topic: PushTopic = PushTopic.EVENT
    number: Annotated[int, Meta(ge=0, le=100_000)] = 0
    """The player that a spectator follows."""


class PushEnded(Browser, frozen=True, kw_only=True):
    """A browser wants no more messages of a topic."""

    topic: PushTopic
    number: Annotated[int, Meta(ge=0, le=100_000)] = 0


class PushState(Struct, frozen=True):
    """Whether messages come now."""

    on: bool


def router(limits: Limits) -> Router:
    """The endpoints, with their limits."""
    limit = by_address("push", limits.commands * 4)
    budgets = Budgets(_OF_ADDRESS, _OF_ADDRESS / _HOUR)

    async def take(
        services: Services, found: Access, request: Request[Any, Any, Any], data: PushAsked, person: User | None
    ) -> PushState:
        sender = _sender(services)
        if found.session.state.closed_on is not None:
            raise HostingError(HostingFault.OVER)
        wanted = PushSubscription(
            tournament=found.hosted.id,
            topic=data.topic,
            number=data.number if found.number is None else found.number,
            person=None if person is None else person.id,
            endpoint=data.endpoint,
            p256dh=data.p256dh,
            auth=data.auth,
            language=language(),
        )
        if not sender.courier.is_subscription(wanted):
            raise HostingError(HostingFault.BAD_PHONE)
        if wait := budgets.of(address_of(request)).take(1):
            raise too_many(wait)
        await sender.subscriptions.add(wanted, address_of(request))
        await sender.follow()
        return PushState(True)

    async def follow_tournament(
        request: Request[Any, Any, Any],
        services: WithServices,
        person: Asking,
        id: FromPath[str],
        data: JSONBody[PushAsked],
    ) -> PushState:
        """Send messages to this browser: of an event or a player, as the public may know them; of calls, to who rules."""
        if data.topic is PushTopic.OWN:
            raise HostingError(HostingFault.WRONG_CODE)
        if data.topic is PushTopic.CALLS:
            found = await official(services, id, person, RULES)
        else:
            found = await access(services, id, person)
        if (data.topic is PushTopic.PLAYER) != bool(data.number) or (
            data.number and data.number not in found.session.state.entrants
        ):
            raise unknown()
        return await take(services, found, request, data, person)

    async def follow_own(
        request: Request[Any, Any, Any], services: WithServices, code: FromPath[str], data: JSONBody[PushAsked]
    ) -> PushState:
        """Send to this browser what concerns the player whose code this is."""
        found = await player(services, code)
        if data.topic is not PushTopic.OWN:
            raise HostingError(HostingFault.WRONG_CODE)
        return await take(services, found, request, data, None)

    return Router(
        "/",
        route_handlers=[
            show_push_key,
            forget_own,
            post("/tournaments/{id:str}/push", help=Help.NONE, middleware=[limit], **_FOLLOW)(follow_tournament),
            post("/tournaments/{id:str}/push/off", help=Help.NONE, middleware=[limit], **_END)(_end),
            post("/players/{code:str}/push", help=Help.NONE, middleware=[limit], **_OWN)(follow_own),
        ],
        tags=["messages"],
    )


@get("/push", help=Help.NONE, operation_id="show_push_key", responses=problems())
async def show_push_key(services: WithServices) -> PushKey:
    """The key with which this server sends messages to phones."""
    return PushKey(None if services.push is None else services.push.courier.public)


@delete(
    "/players/{code:str}/push",
    help=Help.NONE,
    operation_id="forget_own_push",
    status_code=200,
    responses=problems(403, 429, 503),
)
async def forget_own(services: WithServices, code: FromPath[str]) -> PushState:
    """Delete the subscriptions of all devices of the player whose code this is."""
    found = await player(services, code)
    assert found.number is not None, "the access of a player"
    await _sender(services).subscriptions.remove_player(found.hosted.id, found.number)
    return PushState(False)


async def _end(services: WithServices, id: FromPath[str], data: JSONBody[PushEnded]) -> PushState:
    """Send this browser no more messages of a topic. Its secret endpoint is the right."""
    sender = _sender(services)
    await sender.subscriptions.remove(id, data.endpoint, data.topic, data.number)
    await sender.follow()
    return PushState(False)


def _sender(services: Services) -> PushSender:
    if services.push is None:
        raise HostingError(HostingFault.NO_PUSH)
    return services.push


_FOLLOW: dict[str, Any] = {
    "operation_id": "follow_tournament",
    "status_code": 200,
    "responses": problems(401, 403, 404, 409, 429, 503),
}
_END: dict[str, Any] = {"operation_id": "end_push", "status_code": 200, "responses": problems(409, 429, 503)}
_OWN: dict[str, Any] = {"operation_id": "follow_own", "status_code": 200, "responses": problems(403, 409, 429, 503)}
