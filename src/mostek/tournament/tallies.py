"""What an entrant has gathered: the sums of the credits of all rounds."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from mostek.tournament.credits import Credit, CreditKind
from mostek.tournament.outcomes import Outcome, outcome_of


class Tally(Struct, frozen=True):
    """Sums over rounds; in whatever order these come, they are the same."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    byes: int = 0
    forfeits: int = 0
    """How many of the wins, draws and losses were awarded, not played (PFS-7.2)."""
    half_points: int = 0
    game_points: int = 0
    other_points: int = 0

    @property
    def games(self) -> int:
        """Games with a result, those awarded N:1 among them; byes are none (TOURNAMENTS section 0)."""
        return self.wins + self.draws + self.losses

    @property
    def played(self) -> int:
        """Games that were played at a table."""
        return self.games - self.forfeits

    @property
    def spread(self) -> int:
        """Own game points less those of the opponents (*różnica małych punktów*); a bye counts as 300:0 if so credited."""
        return self.game_points - self.other_points


_FORFEIT, _BYE = CreditKind.FORFEIT, CreditKind.BYE
_WIN, _DRAW, _LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


def tally(credits: Iterable[Credit]) -> Tally:
    """The sums of these rounds."""
    wins = draws = losses = byes = forfeits = half_points = own = other = 0
    for credit in credits:
        half_points += credit.half_points
        own += credit.own
        other += credit.other
        outcome = outcome_of(credit)
        wins += outcome is _WIN
        draws += outcome is _DRAW
        losses += outcome is _LOSS
        byes += credit.kind is _BYE
        forfeits += credit.kind is _FORFEIT
    return Tally(wins, draws, losses, byes, forfeits, half_points, own, other)
