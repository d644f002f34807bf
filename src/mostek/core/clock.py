"""A clock without a time source: every time is an argument, in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NewType

from mostek.core.players import BySeat, Seat

Millis = NewType("Millis", int)
"""A time or a span in thousandths of a second."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left for each player, and the running time with its start. At most one runs (OPEN-time-2)."""

    left: BySeat[Millis]
    running: Seat | None = None
    since: Millis = Millis(0)

    def left_at(self, seat: Seat, now: Millis) -> Millis:
        """A player's time left at a moment; never below 0."""
        used = now - self.since if seat is self.running else 0
        return Millis(max(0, self.left[seat] - used))

    def overdue(self, now: Millis) -> Seat | None:
        """The player whose time has run out by then: 0 left is too late, a thousandth of a second is in time (S29)."""
        return self.running if self.running and not self.left_at(self.running, now) else None

    def runs_out_at(self) -> Millis | None:
        """The moment at which the running time ends; `None` while all clocks stand."""
        return Millis(self.since + self.left[self.running]) if self.running else None

    def started(self, seat: Seat, now: Millis, left: Millis) -> Clock:
        """The clock with one player's time running from now on."""
        return Clock(self.left.put(seat, left), seat, now)

    def credited(self, millis: Millis) -> Clock:
        """The clock with a later start of the running time, so that this time does not count."""
        return replace(self, since=Millis(self.since + millis))

    def stopped(self, seat: Seat, left: Millis) -> Clock:
        """The stopped clock, with the time left for that player."""
        return replace(self, left=self.left.put(seat, left), running=None)

    def set(self, seat: Seat, left: Millis) -> Clock:
        """The clock with another time left for a player whose time does not run."""
        return replace(self, left=self.left.put(seat, left))
