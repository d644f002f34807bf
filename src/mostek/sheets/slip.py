"""The result slip: what the players enter, sign and hand to the arbiter (PFS-5.2a)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from mostek.core.players import BySeat, Seat
from mostek.core.result import Ending
from mostek.referee.events import Event, SlipCorrected
from mostek.referee.views import View


class ResultSlip(Struct, frozen=True):
    """The slip of a finished game. The figures of the program stand beside those that the players have signed."""

    players: BySeat[str]
    final: BySeat[int]
    """The result by the referee's own reckoning."""
    ending: Ending
    leftovers: BySeat[int]
    winners: tuple[Seat, ...]
    places: BySeat[int]
    tie_broken: bool
    forfeited: tuple[Seat, ...]
    excluded: tuple[Seat, ...]
    signed: Mapping[Seat, BySeat[int]]
    """What each player has entered and signed; who has not signed is missing."""
    amended: bool
    """Whether figures were altered after signing: both must confirm that to the arbiter (PFS-5.2c)."""
    handed_in: BySeat[int] | None
    """The result that the arbiter has; final but for PFS-4.6.4."""
    corrections: tuple[SlipCorrected, ...]
    """Every time that a handed-in slip was put right."""
    head: str | None
    """The hash that stands for the whole log of the game, if it has one: with it the slip names the game it is of."""

    @property
    def is_agreed(self) -> bool:
        """Whether all have signed the same figures."""
        return len(self.signed) == len(self.players) and len(set(self.signed.values())) == 1

    @property
    def differs(self) -> bool:
        """Whether what was handed in, or signed, is not what the referee has reckoned (PFS-4.6.3, 4.6.4)."""
        stated = [self.handed_in] if self.handed_in is not None else list(self.signed.values())
        return any(figures != self.final for figures in stated)


def slip_of(view: View, events: Sequence[Event], head: str | None) -> ResultSlip | None:
    """The slip of the game, `None` before its end."""
    if view.result is None or view.slip is None:
        return None
    result, slip = view.result, view.slip
    return ResultSlip(
        players=view.players,
        final=result.final,
        ending=result.ending,
        leftovers=result.leftovers,
        winners=result.winners,
        places=result.places,
        tie_broken=result.tie_broken,
        forfeited=result.forfeited,
        excluded=result.excluded,
        signed=slip.signed,
        amended=slip.amended,
        handed_in=slip.handed_in,
        corrections=tuple(event for event in events if isinstance(event, SlipCorrected)),
        head=head,
    )
