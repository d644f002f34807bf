"""Luck and skill: the final lead as a sum of what each turn was dealt and what it lost.

Before a turn there is an expectation of the final lead, over all racks that the player may hold. The rack drawn makes it better
or worse: the expectation with the best move, less that before the tiles were known, is the luck of the turn. What the move
played loses against the best is the skill. After the turn the expectation is the best one less the loss; the next player begins
with it. So luck and losses of all turns, the worth of the first move, and the points outside of play add up to the final lead.
Expectations come from the verdicts (exact ends, simulation, or static equity with the mean change of the lead from the win
table); their errors are in the luck of the next turn. Expectations depend on how well this game was played (the mean loss of its
turns): weak play leaves more on the board for the next turn, and without that weak players seem lucky.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from mostek.core.tiles import Tiles
from mostek.engine.review.course import CourseTurn, GameCourse
from mostek.engine.review.outlook import WinOutlook, expectations
from mostek.engine.review.values import Balance, Basis, Depth, TurnReview
from mostek.notation.record_checks.racks import FULL_RACK


@dataclass(frozen=True)
class Balanced:
    """The turns with their luck, and the sum of the game."""

    turns: tuple[TurnReview, ...]
    balance: Balance
    luck: tuple[float, float]
    """The luck of each player, that of the last tiles included."""


@dataclass(frozen=True, slots=True)
class _Expected:
    """The final lead that the player on turn may expect, and the chance to win."""

    best: float
    chance: float
    points_lost: float = 0
    chance_lost: float = 0


def balanced(
    turns: Sequence[TurnReview], course: GameCourse, outlook: WinOutlook, tiles: Tiles, plies: Mapping[Depth, int]
) -> Balanced:
    """The balance of a game for two."""
    whole = len(tiles) - FULL_RACK
    begins = _sign(course.turns[0].seat)
    first_move = begins * outlook.worth(whole)
    # Both of the first player's view: the expected final lead, and the chance to win.
    lead, chance = first_move, 0.5 + begins * (outlook.chance(0, whole) - 0.5)
    luck, skill, other = [0.0, 0.0], [0.0, 0.0], 0.0
    losses = [review.loss.points for review in turns if review.loss is not None]
    loss = sum(losses) / len(losses) if losses else 0.0
    found = []
    for review, turn in zip(turns, course.turns, strict=True):
        outside = _difference(turn.outside)
        other, lead = other + outside, lead + outside
        sign, seat = _sign(turn.seat), turn.seat - 1
        expected = _expected(review, turn, outlook, tiles, plies, expectations().excess_in(review.depth, loss))
        gained = round(expected.best - sign * lead, 3)
        own = chance if sign > 0 else 1 - chance
        luck[seat] += gained
        skill[seat] -= expected.points_lost
        lead = sign * (sign * lead + gained - expected.points_lost)
        found.append(replace(review, luck=gained, luck_chance=round(expected.chance - own, 4)))
        after = expected.chance - expected.chance_lost
        chance = after if sign > 0 else 1 - after
    outside = _difference(course.outside)
    other, lead = other + outside, lead + outside
    result = float(_difference(course.scores)) if course.is_finished else lead
    # What is known only at the end, such as the other's last tiles, is the luck of the one who did not move last.
    last = course.turns[-1].seat
    luck[_OTHER - last] += -_sign(last) * (result - lead)
    balance = Balance(
        first_move=round(first_move, 3),
        skill=round(skill[0] - skill[1], 3),
        luck=round(luck[0] - luck[1], 3),
        other=float(other),
        result=round(result, 3),
    )
    return Balanced(tuple(found), balance, (round(luck[0], 3), round(luck[1], 3)))


def _expected(
    review: TurnReview,
    turn: CourseTurn,
    outlook: WinOutlook,
    tiles: Tiles,
    plies: Mapping[Depth, int],
    excess: float,
) -> _Expected:
    off = len(tiles) - len(turn.before)
    if review.loss is None or not review.best or review.chance_before is None:
        left = max(0, len(tiles) - len(turn.after) - FULL_RACK)
        reached = turn.lead + turn.score
        return _Expected(reached - outlook.worth(left), 1 - outlook.chance(-reached, left))
    best, loss = review.best[0], review.loss
    unseen = off - len(turn.rack or ())
    if review.basis is Basis.EXACT:
        points = turn.lead + (best.spread or 0.0)
    elif best.spread is not None:
        known = plies.get(review.depth, 2)
        points = (
            outlook.of_best(turn.lead, best.spread, unseen, known, excess) if review.bag else turn.lead + best.spread
        )
    elif review.bag:
        points = outlook.of_best(turn.lead, best.equity, unseen, None, excess)
    else:
        points = turn.lead + best.equity - outlook.worth(outlook.unseen_after(unseen))
    return _Expected(points, review.chance_before, loss.points, loss.chance)


def _sign(seat: int) -> int:
    return 1 if seat == 1 else -1


def _difference(points: Sequence[int]) -> int:
    return points[0] - points[1] if points else 0


_OTHER = 2
"""The index of the other player's figures is this less the seat: 1 for the first player, 0 for the second."""
