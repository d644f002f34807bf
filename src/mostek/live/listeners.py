"""The pages that look at one game: who they are, how far away they are, and what they have got."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from mostek.core.players import Role, Seat, Viewer
from mostek.live.messages import ToPage


class Listener(Protocol):
    """One page. Sending never waits: a page that does not read is cut off."""

    @property
    def viewer(self) -> Viewer:
        """For whom it shows the game."""
        ...

    @property
    def person(self) -> str | None:
        """Whose it is, if they have said who they are."""
        ...

    @property
    def language(self) -> str:
        """What its person speaks."""
        ...

    @property
    def lag(self) -> int | None:
        """Its round trip in milliseconds, as the server has measured it."""
        ...

    def send(self, message: ToPage) -> None:
        """Send a message."""
        ...

    def send_text(self, text: str) -> None:
        """Send a message that is encoded already."""
        ...

    def close(self, code: int) -> None:
        """End the connection."""
        ...


class Listeners:
    """The pages of one game."""

    __slots__ = ("_pages",)

    def __init__(self) -> None:
        self._pages: dict[Viewer, list[Listener]] = {}

    def __iter__(self) -> Iterator[Listener]:
        for pages in list(self._pages.values()):
            yield from list(pages)

    def __len__(self) -> int:
        return sum(map(len, self._pages.values()))

    def add(self, page: Listener) -> bool:
        """A page has come; whether it is the first one of its viewer."""
        pages = self._pages.setdefault(page.viewer, [])
        if page in pages:
            return False
        pages.append(page)
        return len(pages) == 1

    def remove(self, page: Listener) -> bool:
        """A page has gone; whether it was the last one of its viewer."""
        pages = self._pages.get(page.viewer, [])
        if page not in pages:
            return False
        pages.remove(page)
        if not pages:
            del self._pages[page.viewer]
        return not pages

    def of(self, viewer: Viewer) -> tuple[Listener, ...]:
        """The pages of one viewer."""
        return tuple(self._pages.get(viewer, ()))

    @property
    def viewers(self) -> tuple[Viewer, ...]:
        """For whom there are pages."""
        return tuple(self._pages)

    def lag(self, seat: Seat) -> int | None:
        """The shortest round trip among a player's pages."""
        return min((page.lag for page in self.of(seat) if page.lag is not None), default=None)

    @property
    def watching(self) -> int:
        """How many pages only look on; those of officials do not."""
        return len(self.of(Role.SPECTATOR))
