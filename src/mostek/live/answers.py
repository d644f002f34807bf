"""What was answered to commands, so that one that is sent again is answered again and not done again."""

from __future__ import annotations

from collections.abc import Iterable

from mostek.live.messages import Refusal

_REMEMBERED = 16
"""How many answers are kept: a page sends again what was under way when it lost its connection. What was done longer ago is
found in the record."""
PASSING = frozenset({"not_kept", "conflict"})
"""What failed for want of room, or by chance, may be tried again."""


class Answers:
    """The latest answers by the command's id; `None` where it was done."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[str, Refusal | None] = {}

    def __contains__(self, id: str) -> bool:
        return id in self._known

    def __getitem__(self, id: str) -> Refusal | None:
        return self._known[id]

    def put(self, id: str, answer: Refusal | None) -> None:
        """Keep an answer."""
        if answer is None or answer.reason not in PASSING:
            self._known[id] = answer
        while len(self._known) > _REMEMBERED:
            del self._known[next(iter(self._known))]

    def read(self, done: Iterable[str | None]) -> None:
        """The ids of commands that stand in the record."""
        for id in [id for id in done if id is not None][-_REMEMBERED:]:
            self._known.setdefault(id, None)
