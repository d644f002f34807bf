"""A report for arbiters on a finished game: credited time, absences, times of the turns, agreement with the engine.

All of it is a hint and never a verdict: a network that breaks, a habit and a good day look the same as a fraud.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from statistics import fmean, median

import msgspec

from mostek.app.credit_allowance import MOST_CREDIT, delivery_allowance
from mostek.app.fair_play_report import (
    FEWEST,
    Absences,
    Agreement,
    Credits,
    FairPlayReport,
    LevelReference,
    Omitted,
    PlayerReport,
    TurnTimes,
    UncomparableError,
)
from mostek.app.intervals import bootstrap, variation, wilson
from mostek.app.ports import LogError
from mostek.app.turn_agreement import ComparedTurn, compared_turns
from mostek.core.players import Seat
from mostek.referee import Game, replay
from mostek.referee.commands import CreditReason
from mostek.referee.events import (
    ClockStarted,
    Event,
    LeftBoard,
    PresenceChanged,
    TimeCredited,
)
from mostek.referee.state import Over
from mostek.referee.turn_times import turn_times
from mostek.rules.loading import book_of
from mostek.rules.rulebook import ClockMode


def fair_play_report(events: Sequence[Event]) -> FairPlayReport:
    """Report what the record of a finished game says about the play of each player.

    Args:
        events: All events of the game.

    Returns:
        For each player credits, absences, times and agreement with the engine; parts that cannot be said are `None`.

    Raises:
        LogError: The game is not over, or its events contradict each other.

    """
    game = _finished(events)
    try:
        compared: list[ComparedTurn] | None = list(compared_turns(events))
        why = None
    except UncomparableError as error:
        compared, why = None, error
    reports = tuple(
        PlayerReport(
            seat,
            name,
            _credits(events, seat, _allowance(game)),
            _absences(events, seat),
            _times(events, seat) if game.clock is not None else None,
            None if compared is None else agreement([turn for turn in compared if turn.seat is seat]),
        )
        for seat, name in game.players.items()
    )
    return FairPlayReport(reports, why, reference_levels())


def agreement(turns: Sequence[ComparedTurn]) -> Agreement:
    """The agreement of a player with the engine.

    Args:
        turns: The player's turns.

    Returns:
        Share and loss with their intervals, and the turns that were left out.

    Example:
        >>> found = agreement([ComparedTurn(Seat.FIRST, None, 0.0)] * 9 + [ComparedTurn(Seat.FIRST, Omitted.FEW)])
        >>> found.share.value, found.omitted
        (1.0, {<Omitted.FEW: 'few'>: 1})

    """
    losses = [turn.loss for turn in turns if turn.omitted is None]
    best, enough = sum(not loss for loss in losses), len(losses) >= FEWEST
    omitted = Counter(turn.omitted for turn in turns if turn.omitted is not None)
    return Agreement(
        len(losses),
        best,
        wilson(best, len(losses)) if enough else None,
        bootstrap(losses, fmean) if enough else None,
        {why: omitted[why] for why in Omitted if omitted[why]},
    )


@cache
def reference_levels() -> tuple[LevelReference, ...]:
    """The figures of the levels of the bots, from the file beside this module, which `bench/fair_play.py` writes."""
    levels = tomllib.loads((files("mostek.app") / "agreement_levels.toml").read_text("utf-8"))
    return tuple(msgspec.convert(levels["level"], list[LevelReference]))


def _finished(events: Sequence[Event]) -> Game:
    game = replay(events)
    if game is None or not isinstance(game.phase, Over):
        raise LogError("The game is not over yet; its report comes after it.")
    return game


def _allowance(game: Game) -> int | None:
    """The most that deliveries can credit to a player in the whole game; `None` without a clock."""
    if game.clock is None or not game.turn_millis:
        return None
    per_turn = book_of(game.rulebook, game.changes, game.readings).clock.mode.value is ClockMode.PER_TURN
    return MOST_CREDIT if per_turn else delivery_allowance(game.turn_millis)


def _credits(events: Sequence[Event], seat: Seat, allowance: int | None) -> Credits:
    """The credits of a player. Parts of one wait that follow each other without a start of the clock are one delivery."""
    sums: Counter[CreditReason] = Counter()
    waits: list[int] = []
    is_fresh = True
    for event in events:
        if isinstance(event, ClockStarted) and event.seat is seat:
            is_fresh = True
        elif isinstance(event, TimeCredited) and event.seat is seat:
            sums[event.why] += event.millis
            if event.why is CreditReason.DELIVERY:
                waits += [event.millis] if is_fresh else []
                waits[-1] += 0 if is_fresh else event.millis
                is_fresh = False
    millis = sums[CreditReason.DELIVERY]
    share = None if not allowance else min(1.0, millis / allowance)
    longest = max(waits, default=0)
    return Credits(len(waits), millis, longest, share, sums[CreditReason.TRANSIT], sums[CreditReason.OUTAGE])


def _absences(events: Sequence[Event], seat: Seat) -> Absences:
    spans: list[int] = []
    since: int | None = None
    left = now = 0
    for event in events:
        now = max(now, getattr(event, "at", None) or 0)
        match event:
            case PresenceChanged(seat=one, here=False, at=at) if one is seat:
                since = at
            case PresenceChanged(seat=one, here=True, at=at) if one is seat and since is not None:
                spans.append(at - since)
                since = None
            case LeftBoard(seat=one) if one is seat:
                left += 1
            case _:
                pass
    if since is not None:
        spans.append(max(0, now - since))
    return Absences(len(spans), sum(spans), max(spans, default=0), left)


def _times(events: Sequence[Event], seat: Seat) -> TurnTimes:
    times = [float(time.millis) for time in turn_times(events) if time.seat is seat and time.millis is not None]
    enough = len(times) >= FEWEST
    return TurnTimes(
        len(times), round(median(times)) if enough else None, bootstrap(times, variation) if enough else None
    )
