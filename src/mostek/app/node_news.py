"""News between the nodes of a server: something in the store has changed, and others hold in memory what depends on it.

News is never the truth. It says where to look; its hearer reads the store, or does something that may be done twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Protocol


class NewsTopic(StrEnum):
    """The kinds of news."""

    SIGNED_OFF = "signed_off"
    """Sessions of a person have ended. About: the person."""
    OFFICIALS_CHANGED = "officials_changed"
    """Other people rule at a table. About: the table."""
    SEAT_CHANGED = "seat_changed"
    """Another person or a bot has a seat of a game in progress. About: the table and the number of the seat."""
    PHONES_CHANGED = "phones_changed"
    """Phones want messages of another tournament, or of one less. About: the tournament."""


Hear = Callable[[str], Awaitable[None]]


class NodeNews(Protocol):
    """Port: the news between the nodes of a server. What a node tells it does not hear itself."""

    def add_hearer(self, topic: NewsTopic, act: Hear) -> None:
        """Call this with what each piece of news of the other nodes is about."""
        ...

    def when_missed(self, act: Callable[[], Awaitable[None]]) -> None:
        """Call this when news may have been missed, because the store could not be read for long."""
        ...

    async def tell_others(self, topic: NewsTopic, about: str) -> None:
        """Tell the other nodes. Raises `SaveError`."""
        ...
