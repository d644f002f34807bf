"""The endpoints for messages to phones: switch them on and off, for a player, an arbiter, and the public."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Request
from litestar.di import NamedDependency
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
from mostek.server.http.limits import address_of, by_address
from mostek.server.http.problems import too_many, unknown
from mostek.server.http.routing import Routes
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


Askers: TypeAlias = NamedDependency[Budgets]
"""The browsers that ask for messages, by their addresses."""
routes = Routes("/api", tag="messages", keeps={"askers": lambda _: Budgets(_OF_ADDRESS, _OF_ADDRESS / _HOUR)})


@routes.post(
    "/tournaments/{id:str}/push",
    help=Help.NONE,
    limit=by_address("push", "commands", times=4),
    refuses=(401, 403, 404, 409, 429, 503),
)
async def follow_tournament(
    request: Request[Any, Any, Any],
    services: WithServices,
    person: Asking,
    askers: Askers,
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
    return await _take(services, found, request, askers, data, person)


@routes.post(
    "/players/{code:str}/push",
    help=Help.NONE,
    limit=by_address("push", "commands", times=4),
    refuses=(403, 409, 429, 503),
)
async def follow_own(
    request: Request[Any, Any, Any],
    services: WithServices,
    askers: Askers,
    code: FromPath[str],
    data: JSONBody[PushAsked],
) -> PushState:
    """Send to this browser what concerns the player whose code this is."""
    found = await player(services, code)
    if data.topic is not PushTopic.OWN:
        raise HostingError(HostingFault.WRONG_CODE)
    return await _take(services, found, request, askers, data, None)


async def _take(
    services: Services,
    found: Access,
    request: Request[Any, Any, Any],
    askers: Budgets,
    data: PushAsked,
    person: User | None,
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
    if wait := askers.of(address_of(request)).take(1):
        raise too_many(wait)
    await sender.subscriptions.add(wanted, address_of(request))
    await sender.follow()
    return PushState(True)


@routes.get("/push", help=Help.NONE)
async def show_push_key(services: WithServices) -> PushKey:
    """The key with which this server sends messages to phones."""
    return PushKey(None if services.push is None else services.push.courier.public)


@routes.delete("/players/{code:str}/push", help=Help.NONE, refuses=(403, 429, 503), operation_id="forget_own_push")
async def forget_own(services: WithServices, code: FromPath[str]) -> PushState:
    """Delete the subscriptions of all devices of the player whose code this is."""
    found = await player(services, code)
    assert found.number is not None, "the access of a player"
    await _sender(services).subscriptions.remove_player(found.hosted.id, found.number)
    return PushState(False)


@routes.post(
    "/tournaments/{id:str}/push/off",
    help=Help.NONE,
    limit=by_address("push", "commands", times=4),
    refuses=(409, 429, 503),
    operation_id="end_push",
)
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
