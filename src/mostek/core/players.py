"""Players: two to four seats, clockwise, a value for each seat in play, and the roles of people."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Generic, TypeVar

T = TypeVar("T")
U = TypeVar("U")


class Seat(IntEnum):
    """A place at the table; play goes clockwise from seat to seat (GEN-4f)."""

    FIRST = 1
    SECOND = 2
    THIRD = 3
    FOURTH = 4


class Role(StrEnum):
    """The role in which a person acts or looks on. The caller of the referee has verified it."""

    PLAYER = "player"
    """The player in the seat that the command names (PFS-0c)."""
    ARBITER = "arbiter"
    """The arbiter of a federation tournament (PFS-6.1)."""
    ASSISTANT = "assistant"
    """An assistant arbiter, who checks words and tells the joint verdict (PFS-4.7.11c)."""
    TEACHER = "teacher"
    """The auxiliary arbiter of a challenge evening (CHAL-9c)."""
    JURY = "jury"
    """The jury of an open or school tournament (OPEN-word-3)."""
    RECORDER = "recorder"
    """A person whom the arbiter named to write the full record (PFS-1.3.2c)."""
    SPECTATOR = "spectator"
    """A third person (PFS-6.6.9)."""
    LEXICON = "lexicon"
    """The word list, which gives verdicts only (PFS-4.7.9a)."""
    HOST = "host"
    """The server that carries the messages and keeps the clock; no person is that."""


@dataclass(frozen=True, slots=True)
class Unsighted:
    """An official who rules by what everybody at the table sees: no rack, no draw, nothing of the bag."""

    role: Role


RULING_ROLES = frozenset({Role.ARBITER, Role.JURY, Role.TEACHER})
"""The roles of those who rule; the rulebook names one of them (`order.authority`)."""

Viewer = Seat | Role | Unsighted
"""The recipient of a view: a player by seat, or a person beside the table by role."""


def role_of(viewer: Role | Unsighted) -> Role:
    """The role in which a person beside the table acts, whatever that person sees.

    Example:
        >>> role_of(Unsighted(Role.JURY))
        <Role.JURY: 'jury'>

    """
    return viewer.role if isinstance(viewer, Unsighted) else viewer


class BySeat(Generic[T]):
    """One value for each seat in play; immutable."""

    __slots__ = ("_values",)

    def __init__(self, values: Iterable[T]) -> None:
        self._values = tuple(values)

    @classmethod
    def all(cls, seats: int, value: T) -> BySeat[T]:
        """One value for each of so many seats."""
        return cls((value,) * seats)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in play."""
        return _SEATS[: len(self._values)]

    def __getitem__(self, seat: Seat) -> T:
        return self._values[seat - 1]

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[T]:
        return iter(self._values)

    def items(self) -> Iterator[tuple[Seat, T]]:
        """Each seat with its value."""
        return zip(self.seats, self._values, strict=True)

    def put(self, seat: Seat, value: T) -> BySeat[T]:
        """The values with another one for one seat."""
        values = list(self._values)
        values[seat - 1] = value
        return BySeat(values)

    def map(self, change: Callable[[T], U]) -> BySeat[U]:
        """A value for each seat made from the one it has."""
        return BySeat(change(value) for value in self._values)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in the order of play, `seat` first (GEN-4f)."""
        seats = self.seats
        return seats[seat - 1 :] + seats[: seat - 1]

    def next(self, seat: Seat) -> Seat:
        """The seat on the left, whose turn comes next (GEN-6X-c)."""
        return self.seats[seat % len(self._values)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BySeat) and self._values == other._values

    def __hash__(self) -> int:
        return hash(self._values)

    def __repr__(self) -> str:
        return f"BySeat({list(self._values)!r})"


_SEATS = tuple(Seat)
