"""What may stand in a message to somebody: no tile of a rack that is not theirs to see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from live.page_model import PageModel
from mostek.core.players import Role, Seat
from mostek.referee import Game
from mostek.referee.state import Over

_SEES_ALL = frozenset({Role.ARBITER, Role.RECORDER, Role.JURY, Role.TEACHER})
_TILES = frozenset({"rack", "racks", "tiles", "bag", "inspected", "pool"})


class SecretsCheck:
    """Looks at every message as it arrives."""

    def __init__(self, game: Callable[[], Game]) -> None:
        self._game = game

    def look(self, page: PageModel, message: Any) -> None:
        """Raises `AssertionError` for a message that tells too much."""
        if page.viewer in _SEES_ALL or message["type"] not in ("snapshot", "update"):
            return
        own = int(page.viewer) if isinstance(page.viewer, Seat) else None
        for event in message["events"]:
            if own is None or own not in (event.get("seat"), event.get("of"), event.get("chooser")):
                for name, tiles in _told({k: v for k, v in event.items() if k != "racks"}):
                    assert not set(tiles) - {"#"}, f"{page.name} was told {name}={tiles}: {event}"
            for seat, rack in enumerate(event.get("racks") or (), 1):
                assert seat == own or not set(rack) - {"#"}, f"{page.name} was told a rack: {event}"
        shown = message["view"] if message["type"] == "snapshot" else message["changes"]
        over = shown.get("phase", (page.view or {}).get("phase")) == "over"
        if over:
            assert isinstance(self._game().phase, Over), "told of an end that was not"
            return
        turns = shown.get("turns", ()) if message["type"] == "snapshot" else message["turns"]
        for turn in turns:
            assert turn["seat"] == own or not set(turn["rack"]) - {"#"}, f"{page.name} was told the rack of {turn}"
        assert shown.get("racks") is None, f"{page.name} was told racks"
        assert own is not None or not shown.get("rack"), f"{page.name} was told a rack"
        assert own is not None or not set(shown.get("inspected") or "") - {"#"}, f"{page.name} was told inspected tiles"


def _told(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            if name in _TILES and isinstance(inner, str):
                yield name, inner
            yield from _told(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _told(inner)
