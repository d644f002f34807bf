"""Messages to phones: who wants them, and what is sent."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

MOST_OF_EVENT = 3_000
"""The most subscriptions of a tournament."""
MOST_OF_PLAYER = 5
"""The most devices of one player, or of one official."""
MOST_OF_BROWSER = 20
"""The most topics that one browser follows on a server."""


class PushTopic(StrEnum):
    """The subject that a browser wants messages about."""

    OWN = "own"
    """Everything for a player with a code: their table, announcements."""
    CALLS = "calls"
    """The calls of the arbiter, for who rules."""
    PLAYER = "player"
    """A player, for the public."""
    EVENT = "event"
    """Rounds and announcements, for the public."""


class PushSubscription(Struct, frozen=True, kw_only=True):
    """A browser that wants messages of a tournament."""

    tournament: str
    topic: PushTopic
    number: int = 0
    """The player; 0 where the topic is no player."""
    person: str | None = None
    """The official, for calls."""
    endpoint: str
    """The address at the push service, which the browser has named. Who knows it can send, so no log has it."""
    p256dh: str
    """The public key of the browser, in Base64 for addresses."""
    auth: str
    """The secret of the browser, in Base64 for addresses."""
    language: str


class PushMessage(Struct, frozen=True, kw_only=True):
    """A message as the service worker of the page gets it, encrypted for this browser alone."""

    title: str
    body: str
    tag: str
    """A later message of the same tag takes the place of this one."""
    url: str
    """The page that a press opens, on this server."""
    lang: str
