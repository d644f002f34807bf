"""What tests ask of every rulebook: how many sit at a board, and whether the organiser sets the time."""

from __future__ import annotations

from mostek.rules.loading import rulebooks
from mostek.rules.rulebook import ClockMode

SEATS = {
    name: tuple(range(book.seats.minimum.value, book.seats.maximum.value + 1)) for name, book in rulebooks().items()
}
"""The numbers of players of each rulebook."""
TIMED = tuple(name for name, book in rulebooks().items() if book.clock.mode.value is not ClockMode.NONE)
"""The rulebooks with a clock."""
OPEN_TIME = tuple(name for name in TIMED if not rulebooks()[name].clock.millis.value)
"""Those of them that leave the time to the organiser."""
