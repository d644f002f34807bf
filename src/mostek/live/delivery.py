"""How long a clock waits: for the position to reach the player, and for the player's move to reach the server.

What is decided here is carried out as `CreditTime` and stands in the record (docs/decisions/0012).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mostek.core.players import Seat

_FIRST_GAINS, _MOST_GAINS = 3, 7
_LARGEST_GAIN = 1000
_NOTICED = 500


@dataclass(slots=True)
class Delivery:
    """The position that a player whose time runs is to get. Times are the server's, in milliseconds.

    `since` is always that of the running clock: what has been credited has moved it later already.
    """

    seat: Seat
    number: int
    """The number of the player's stream that must arrive."""
    arrived: int | None = None
    """When it was acknowledged."""
    used: int = 0
    """What had run on the clock before, of the same turn: when a server stops, the player had thought already."""
    is_away: bool = False
    """Whether the player had no page open when the clock began to run."""

    def acknowledge(self, number: int, now: int) -> bool:
        """The stream has arrived up to a number; whether that was what the clock waits for."""
        if self.arrived is not None or number < self.number:
            return False
        self.arrived = now
        return True

    def due(self, since: int, now: int, patience: int) -> int:
        """How much is to be credited by now; `patience` is what is left of the player's allowance for the whole game."""
        until = now if self.arrived is None else self.arrived
        return max(0, min(until - since - self.used, patience))

    def is_waiting(self, since: int, now: int, patience: int) -> bool:
        """Whether the clock stands because of it."""
        return self.arrived is None and now - since - self.used < patience

    def is_noticed(self, since: int, now: int) -> bool:
        """Whether the others are to see that the clock waits: not for as long as a move usually takes to arrive."""
        return self.is_away or now - since > _NOTICED


@dataclass(slots=True)
class Quota:
    """What a player's own moves may gain for their way to the server: lila's quota, scaled by the time of the game."""

    gain: int
    """What is added with each move: at most a second, and less in quick games."""
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = _FIRST_GAINS * self.gain

    @classmethod
    def of(cls, millis: int) -> Quota:
        """For a game or a turn of so much time: two fifths of its seconds, and fifteen, in hundredths of a second."""
        return cls(min(_LARGEST_GAIN, (millis // 1000 * 2 // 5 + 15) * 10))

    def renew(self) -> None:
        """A new turn begins."""
        self.left = min(self.left + self.gain, _MOST_GAINS * self.gain)

    def take(self, wanted: int) -> int:
        """So much of it as there is; the answer is what may be credited."""
        taken = max(0, min(wanted, self.left, self.gain))
        self.left -= taken
        return taken
