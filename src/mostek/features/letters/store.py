"""The browsers that want messages of a tournament, in the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, func, or_, select

from mostek.app.byte_budgets import NAMELESS_PLACES
from mostek.app.hosted_tournaments import HostingError, HostingFault
from mostek.app.tournament_roles import RULES
from mostek.features.letters.model import (
    MOST_OF_BROWSER,
    MOST_OF_EVENT,
    MOST_OF_PLAYER,
    PushSubscription,
    PushTopic,
)
from mostek.store.database import Database
from mostek.store.put_row import put_row
from mostek.store.schema import push_subscription, tournament_office
from mostek.store.tokens import digest, now

_TABLE = push_subscription.c
_SIGNS = 16
"""The signs of the hash of an address."""


class PushSubscriptionStore:
    """The subscriptions of all tournaments. Raises `HostingError`, and `SaveError` if the database cannot be written."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, subscription: PushSubscription, address: str = "") -> None:
        """Store a subscription from an address; one that is sent again takes the place of the one before."""
        stored_address = digest(address)[:_SIGNS] if address else ""

        def add_in(connection: Connection) -> None:
            row = _row(subscription) | {"address": stored_address}
            key = _of(subscription.tournament, subscription.endpoint, subscription.topic, subscription.number)
            if not _count(connection, *key):
                _check_room(connection, subscription, stored_address)
            put_row(connection, push_subscription, row, "tournament", "browser", "topic", "number")

        await self._database.write(add_in)

    async def remove(self, tournament: str, endpoint: str, topic: PushTopic, number: int) -> None:
        """Delete one subscription of a browser, which proves itself by its endpoint."""
        await self._delete(*_of(tournament, endpoint, topic, number))

    async def remove_player(self, tournament: str, number: int) -> None:
        """Delete the subscriptions that devices have by the code of a player."""
        own = _TABLE.topic == PushTopic.OWN
        await self._delete(_TABLE.tournament == tournament, own, _TABLE.number == number)

    async def forget(self, endpoint: str) -> None:
        """Delete every subscription of a browser: its push service does not know it any more."""
        await self._delete(_TABLE.browser == digest(endpoint))

    async def clear(self, tournament: str) -> None:
        """Delete every subscription of a tournament."""
        await self._delete(_TABLE.tournament == tournament)

    async def tournaments(self) -> list[str]:
        """The tournaments of which browsers want messages."""
        wanted = select(_TABLE.tournament).distinct()
        return list(await self._database.read(lambda connection: connection.scalars(wanted).all()))

    async def of_tournament(self, tournament: str, *topics: PushTopic) -> list[PushSubscription]:
        """The subscriptions of a tournament, those of people in the hall first; of officials, who hold an office that rules."""
        rules = (
            select(tournament_office.c.person)
            .where(tournament_office.c.tournament == tournament, tournament_office.c.until > now())
            .where(tournament_office.c.role.in_(sorted(RULES)))
        )
        wanted = select(push_subscription).where(_TABLE.tournament == tournament, _TABLE.topic.in_(topics))
        wanted = wanted.where(or_(_TABLE.topic != PushTopic.CALLS, _TABLE.person.in_(rules)))
        rows = await self._database.read(lambda connection: connection.execute(wanted).all())
        order = list(PushTopic)
        return sorted(map(_subscription, rows), key=lambda each: order.index(each.topic))

    async def _delete(self, *wanted: Any) -> None:
        gone = delete(push_subscription).where(*wanted)
        await self._database.execute(gone)


def own_data(connection: Connection, person: str) -> dict[str, Any]:
    """The messages that the browsers of a person want, by heading, as the database stores them."""
    wanted = select(_TABLE.tournament, _TABLE.topic, _TABLE.created).where(_TABLE.person == person)
    return {"messages": [dict(row) for row in connection.execute(wanted).mappings()]}


def _check_room(connection: Connection, subscription: PushSubscription, address: str) -> None:
    in_event = _TABLE.tournament == subscription.tournament
    if _count(connection, in_event) >= MOST_OF_EVENT:
        raise HostingError(HostingFault.TOO_MANY_PHONES)
    if _count(connection, _TABLE.browser == digest(subscription.endpoint)) >= MOST_OF_BROWSER:
        raise HostingError(HostingFault.TOO_MANY_PHONES)
    limited: tuple[Any, ...] = ()
    if subscription.topic is PushTopic.OWN:
        limited = (in_event, _TABLE.topic == subscription.topic, _TABLE.number == subscription.number)
    elif subscription.topic is PushTopic.CALLS:
        limited = (in_event, _TABLE.topic == subscription.topic, _TABLE.person == subscription.person)
    elif subscription.person is not None:
        limited = (in_event, _TABLE.person == subscription.person)
    elif address:
        nameless = (in_event, _TABLE.address == address, _TABLE.person.is_(None), _TABLE.topic != PushTopic.OWN)
        if _count(connection, *nameless) >= NAMELESS_PLACES:
            raise HostingError(HostingFault.TOO_MANY_NAMELESS)
    if limited and _count(connection, *limited) >= MOST_OF_PLAYER:
        raise HostingError(HostingFault.TOO_MANY_DEVICES, most=MOST_OF_PLAYER)


def _count(connection: Connection, *wanted: Any) -> int:
    return connection.scalar(select(func.count()).select_from(push_subscription).where(*wanted)) or 0


def _of(tournament: str, endpoint: str, topic: PushTopic, number: int) -> tuple[Any, ...]:
    return (
        _TABLE.tournament == tournament,
        _TABLE.browser == digest(endpoint),
        _TABLE.topic == topic,
        _TABLE.number == number,
    )


def _row(subscription: PushSubscription) -> dict[str, Any]:
    return {
        "tournament": subscription.tournament,
        "browser": digest(subscription.endpoint),
        "topic": subscription.topic,
        "number": subscription.number,
        "person": subscription.person,
        "endpoint": subscription.endpoint,
        "p256dh": subscription.p256dh,
        "auth": subscription.auth,
        "language": subscription.language,
        "created": now(),
    }


def _subscription(row: Row[Any]) -> PushSubscription:
    return PushSubscription(
        tournament=row.tournament,
        topic=PushTopic(row.topic),
        number=row.number,
        person=row.person,
        endpoint=row.endpoint,
        p256dh=row.p256dh,
        auth=row.auth,
        language=row.language,
    )
