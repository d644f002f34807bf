"""Games and parts of a store that cannot be read: they are put aside, and everything else goes on."""

from __future__ import annotations

from collections.abc import Mapping

from mostek.app.ports import LogError


class Damage:
    """The games that are put aside and the damaged parts of a store, each with the reason."""

    def __init__(self) -> None:
        self._tables: dict[str, LogError] = {}
        self._parts: dict[str, LogError] = {}

    @property
    def tables(self) -> Mapping[str, LogError]:
        """The tables whose games cannot be read, by id."""
        return self._tables

    @property
    def parts(self) -> Mapping[str, LogError]:
        """The damaged parts of the store, by name."""
        return self._parts

    def put_aside(self, table: str, why: LogError) -> bool:
        """Note a table that cannot be read. Returns whether that is new."""
        is_new = table not in self._tables
        self._tables[table] = why
        return is_new

    def set_parts(self, parts: Mapping[str, LogError]) -> bool:
        """Note all damaged parts, as the last check found them. Returns whether one is new."""
        is_new = not set(parts) <= set(self._parts)
        self._parts = dict(parts)
        return is_new

    def clear(self) -> None:
        """Forget everything: another database is in place."""
        self._tables, self._parts = {}, {}
