"""Whether the last round rewards those in front for staying away or for losing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament.credits import DRAW, WIN
from mostek.tournament.pairing.system import pair
from mostek.tournament.pairing.values import Pairing, PairingError, PairingTask

WINNER, LOSER = 450, 350
"""Game points of the last round, as they are assumed: usual ones, so that a tie in match points goes as it mostly would."""
BYE = (DRAW, 300)
"""Half match points and game points of a bye (TOURNAMENTS 0)."""


LEADERS, PLACES_WEIGHED = 3, 900
"""Each leader asks for a pairing of the others: the first three are weighed, more in a field that is small enough for it."""


class Prospect(Struct, frozen=True):
    """The range of a player's final places over all ways in which the tables may end (drawn games aside)."""

    best: int
    worst: int
    hundredfold: int
    """The mean place times a hundred, each game being even."""


class Reward(StrEnum):
    """The wrong incentives of a last round."""

    WITHDRAWING_SECURES = "withdrawing_secures"
    """A prize is sure for a player who stays away, and is not for one who plays."""
    WITHDRAWING_PAYS = "withdrawing_pays"
    """The mean place is better for a player who stays away."""
    LOSING_PAYS = "losing_pays"
    """The mean place is better for the loser than for the winner; impossible while a win outweighs all else."""


class Incentive(Struct, frozen=True):
    """A player at a prize for whom playing to win is not the best."""

    number: int
    place: int
    """Now, from 1."""
    reward: Reward
    plays: Prospect
    wins: Prospect
    loses: Prospect
    withdraws: Prospect


Points = Mapping[int, tuple[int, int]]
"""By starting number, game points and spread so far."""
_Score = tuple[int, int, int]
"""Half match points, then game points and spread in the order in which they classify (TOURNAMENTS 0)."""


class Counting(Struct, frozen=True):
    """How the points of the last round count."""

    cap: int = 0
    """The most that counts of a margin; 0 without a cap."""
    by_spread: bool = False
    """Whether the spread classifies before the game points."""

    def score(self, half_points: int, own: int, spread: int) -> _Score:
        """Points in the order in which they classify."""
        return (half_points, spread, own) if self.by_spread else (half_points, own, spread)

    def added(self, score: _Score, half_points: int, own: int, other: int) -> _Score:
        """A score with a game or a bye more."""
        margin = max(-self.cap, min(self.cap, own - other)) if self.cap else own - other
        more = self.score(half_points, own, margin)
        return score[0] + more[0], score[1] + more[1], score[2] + more[2]

    def after(self, score: _Score, won: bool) -> _Score:
        """A score after a game."""
        own, other = (WINNER, LOSER) if won else (LOSER, WINNER)
        return self.added(score, WIN * won, own, other)

    def rested(self, score: _Score) -> _Score:
        """A score after a bye."""
        return self.added(score, *BYE, 0)


USUAL = Counting()


def incentives(
    task: PairingTask, points: Points, *, prizes: int = 3, counting: Counting = USUAL
) -> tuple[Incentive, ...]:
    """The warnings for a last round that is paired so, for those who stand at a prize now.

    The danger is known of the Swiss (TOURNAMENTS 3.1), but which system bears it depends on the standings alone. Tables
    decide apart from each other, so best, worst and mean place are exact sums over them, without any sampling.
    """
    now = {
        each.number: counting.score(each.half_points - each.virtual_half_points, *points[each.number])
        for each in task.contenders
    }
    found = []
    pairing = pair(task)
    leaders = min(prizes, max(LEADERS, PLACES_WEIGHED // max(1, len(task.contenders))))
    for place, leader in enumerate(task.contenders[:leaders], 1):
        without = replace(
            task,
            contenders=tuple(each for each in task.contenders if each != leader),
            forced=_kept(task, leader.number),
        )
        try:
            withdraws = _prospect(now, counting, pair(without), leader.number, None)
        except PairingError:
            # Where the others could not be paired nobody can count on staying away.
            continue
        wins, loses = (_prospect(now, counting, pairing, leader.number, won) for won in (True, False))
        plays = Prospect(wins.best, loses.worst, (wins.hundredfold + loses.hundredfold) // 2)
        reward = _reward(plays, wins, loses, withdraws, prizes)
        if reward is not None:
            found.append(Incentive(leader.number, place, reward, plays, wins, loses, withdraws))
    return tuple(found)


def _kept(task: PairingTask, number: int) -> frozenset[frozenset[int]]:
    return frozenset(pair for pair in task.forced if number not in pair)


def _reward(plays: Prospect, wins: Prospect, loses: Prospect, withdraws: Prospect, prizes: int) -> Reward | None:
    if withdraws.worst <= prizes < plays.worst:
        return Reward.WITHDRAWING_SECURES
    if withdraws.hundredfold < plays.hundredfold:
        return Reward.WITHDRAWING_PAYS
    return Reward.LOSING_PAYS if loses.hundredfold < wins.hundredfold else None


def _prospect(
    now: Mapping[int, _Score], counting: Counting, pairing: Pairing, number: int, won: bool | None
) -> Prospect:
    """The places of one whose own game is won, lost or (`None`) not played."""
    after, rested = counting.after, counting.rested
    table = next((table for table in pairing.tables if number in table), ())
    rivals = [other for other in table if other != number]
    mine = now[number] if won is None else after(now[number], won)
    if number in pairing.byes:
        mine = rested(now[number])
    beside = [[after(now[rival], not won) > mine for rival in rivals]]
    ways = [beside, *([[rested(now[bye]) > mine]] for bye in pairing.byes if bye != number)]
    for other in pairing.tables:
        if number not in other:
            ways.append([[after(now[each], each == winner) > mine for each in other] for winner in other])
    seated = {each for group in (*pairing.tables, pairing.byes) for each in group}
    ways.append([[now[each] > mine for each in now if each not in seated and each != number]])
    return _summed(ways)


def _summed(ways: Sequence[Sequence[Sequence[bool]]]) -> Prospect:
    counts = [[sum(above) for above in outcomes] for outcomes in ways]
    return Prospect(
        best=1 + sum(map(min, counts)),
        worst=1 + sum(map(max, counts)),
        hundredfold=100 + sum(100 * sum(count) // len(count) for count in counts),
    )
