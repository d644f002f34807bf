"""N of a forfeit step by step: every number of the formula with where it comes from and its clause (PFS-7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from mostek.messages import text
from mostek.messages.tournament_events import person
from mostek.tournament.credits import Credit, CreditKind
from mostek.tournament.events import Event, ResultCorrected, ResultEntered
from mostek.tournament.scoring import UNPLAYED, Forfeit, credits_of, forfeit_at
from mostek.tournament.state import BothForfeited, Forfeited, Tournament


class ReckonedStep(Struct, frozen=True):
    """A step of the reckoning of a forfeit."""

    clause: str
    said: str


def reckonings(state: Tournament, events: Sequence[Event]) -> Iterator[ReckonedStep]:
    """The steps for each game that these events have decided by forfeit.

    Args:
        state: the tournament after the events.
        events: what has happened, or would happen.

    Returns:
        Nothing where no game was lost by forfeit; N of a file is stated, not reckoned.
    """
    for event in events:
        if not isinstance(event, ResultEntered | ResultCorrected):
            continue
        if isinstance(event.result, BothForfeited):
            yield ReckonedStep("S31", text("Both have lost by forfeit: nobody gets points."))
        elif isinstance(event.result, Forfeited) and event.result.points is None:
            yield from _steps(state, event.division, event.round, event.result)


def _steps(state: Tournament, division: str, number: int, result: Forfeited) -> Iterator[ReckonedStep]:
    found = forfeit_at(state, division, number, result)
    who = person(state, result.winner)
    rows = credits_of(state, division, number)[result.winner]
    yield ReckonedStep("PFS-7.2d", _sum_said(found, who, rows))
    played = found.rounds - found.left
    yield ReckonedStep(
        "PFS-7.2d",
        text(
            "R = {R} rounds. M = {R} − {played} = {M}: games not played yet, with this one.",
            R=found.rounds,
            played=played,
            M=found.left,
        ),
    )
    yield ReckonedStep("PFS-7.2a", _estimate_said(found))
    yield ReckonedStep(
        "PFS-7.2b", text("The points of {who} in this game now: {points}.", who=who, points=found.score_now)
    )
    yield ReckonedStep("PFS-7.2c", text("At least {least}.", least=UNPLAYED))
    yield ReckonedStep(
        "PFS-7.2a",
        text(
            "N is the greatest of {W}, {score_now} and {least}: {N}. The game is {N}:1 for {who}.",
            W=found.estimate,
            score_now=found.score_now,
            least=UNPLAYED,
            N=found.points,
            who=who,
        ),
    )


def _sum_said(found: Forfeit, who: str, rows: Sequence[Credit]) -> str:
    if not rows:
        return text("S = 0: {who} has played no game yet.", who=who)
    parts = " + ".join(_part(row) for row in rows)
    return text("S, the points of {who} so far: {parts} = {S}.", who=who, parts=parts, S=found.sum_so_far)


def _part(row: Credit) -> str:
    if row.kind is CreditKind.FORFEIT:
        return f"{row.own} ({text('forfeit')})"
    if row.kind is CreditKind.BYE:
        return f"{row.own} ({text('bye')})"
    return str(row.own)


def _estimate_said(found: Forfeit) -> str:
    """W with two decimals where it was rounded, halves upwards (S32)."""
    above = found.sum_so_far + found.left * UNPLAYED
    formula = f"W = (S + M · {UNPLAYED}) / R = ({found.sum_so_far} + {found.left} · {UNPLAYED}) / {found.rounds}"
    if above % found.rounds == 0:
        return f"{formula} = {found.estimate}."
    hundredths = above * 100 // found.rounds
    return f"{formula} ≈ {hundredths // 100}.{hundredths % 100:02} → {found.estimate}."
