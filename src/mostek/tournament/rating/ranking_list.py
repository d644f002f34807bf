"""The ranking list: who is rated how, by which of their events, and who waits for more games."""

from __future__ import annotations

from calendar import isleap
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction

from msgspec import Struct

from mostek.tournament.credits import half_up
from mostek.tournament.rating.scalps import HUNDREDTHS, RatingRules, Selection


class EventResult(Struct, frozen=True):
    """The result of a player in one event."""

    day: date
    event: str
    scalps: int
    games: int


class Ranked(Struct, frozen=True):
    """One row of the list."""

    place: int
    """Counted through, as the federation does, equals following each other by their names."""
    player: str
    scalps: int
    games: int
    counted: tuple[EventResult, ...]
    """The events that count, oldest first."""

    @property
    def rating_hundredths(self) -> int:
        """To two decimals, as the federation prints it."""
        return half_up(self.scalps * HUNDREDTHS, self.games)

    @property
    def rating(self) -> int:
        """To the nearest whole number (§1.1)."""
        return half_up(self.scalps, self.games)


class RankingList(Struct, frozen=True):
    """Both lists of a day."""

    main: tuple[Ranked, ...]
    waiting: tuple[Ranked, ...]
    """Those with too few games (*poczekalnia*): more games first, then the higher rating, as published."""


def ranking_list(players: Mapping[str, Iterable[EventResult]], as_of: date, rules: RatingRules) -> RankingList:
    """The lists of this day; a player without a game within the window is on neither (§1.2, §2.1)."""
    counted = {player: select(events, as_of, rules) for player, events in players.items()}
    rows = [_row(player, events) for player, events in counted.items() if events]
    rows.sort(key=lambda row: row.player)
    main = sorted([row for row in rows if row.games >= rules.minimum_games], key=_exact, reverse=True)
    waiting = sorted(
        [row for row in rows if row.games < rules.minimum_games], key=lambda row: (row.games, _exact(row)), reverse=True
    )
    return RankingList(_numbered(main), _numbered(waiting))


def _row(player: str, events: Sequence[EventResult]) -> Ranked:
    return Ranked(0, player, _scalps(events), _games(events), tuple(events))


def _numbered(rows: Iterable[Ranked]) -> tuple[Ranked, ...]:
    return tuple(
        Ranked(place, row.player, row.scalps, row.games, row.counted) for place, row in enumerate(rows, start=1)
    )


def select(events: Iterable[EventResult], as_of: date, rules: RatingRules) -> tuple[EventResult, ...]:
    """The events of one player that count on this day, oldest first: §1.2 before 2023-05-06, PFS 14/2023 since."""
    within = [each for each in _by_day(events) if _opens(as_of, rules) <= each.day <= as_of]
    match rules.selection:
        case Selection.LATEST:
            return _latest(within, rules.maximum_games)
        case Selection.HIGHEST:
            return _highest(within, rules.maximum_games)


def _by_day(events: Iterable[EventResult]) -> list[EventResult]:
    return sorted((each for each in events if each.games), key=lambda each: (each.day, each.event))


def _opens(as_of: date, rules: RatingRules) -> date:
    """The first day of the window: the same day so many years ago, the 28th for a 29th of February."""
    if rules.window_years is None:
        return date.min
    year = as_of.year - rules.window_years
    leap = (as_of.month, as_of.day) == (2, 29)
    return date(year, 2, 28) if leap and not isleap(year) else as_of.replace(year=year)


def _latest(events: Sequence[EventResult], maximum: int) -> tuple[EventResult, ...]:
    """The first event that exceeds the number of games ends the choice; older ones do not count."""
    first = len(events)
    while first and _games(events[first - 1 :]) <= maximum:
        first -= 1
    return tuple(events[first:])


def _highest(events: Sequence[EventResult], maximum: int) -> tuple[EventResult, ...]:
    """Of events with the same rating the older goes first: no text says it."""
    best = list(events)
    while _games(best) > maximum:
        best.remove(min(best, key=_exact))
    return tuple(best)


def _games(events: Iterable[EventResult]) -> int:
    return sum(each.games for each in events)


def _scalps(events: Iterable[EventResult]) -> int:
    return sum(each.scalps for each in events)


def _exact(row: Ranked | EventResult) -> Fraction:
    """Unrounded: only for comparing (§1.1)."""
    return Fraction(row.scalps, row.games)
