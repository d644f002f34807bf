"""The winners of the prizes as an event stands: money shared among equals to the last coin; and the prizes still open.

Equals share a place (S46), so they share the sum of the prizes of the places that they take together. What cannot be divided
by the smallest share of the event goes by lot from the seed, one share each. Things are not divided: equals have them jointly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct

from mostek.tournament.classification import Key, Standing, lot, places_within
from mostek.tournament.credits import WIN
from mostek.tournament.pairing.values import Race, Stakes
from mostek.tournament.pending import missing_results
from mostek.tournament.prize_lists import Prize, PrizeDoubles, PrizeList
from mostek.tournament.settings import TablePoints, spread_cap
from mostek.tournament.standings import PRIZES, members_of, standings_of, team_table_of
from mostek.tournament.state import Tournament


class Award(Struct, frozen=True, kw_only=True):
    """The winnings of one player, or one team, in one classification."""

    place: int
    number: int = 0
    """The starting number; 0 for a team."""
    team: str = ""
    amount: int = 0
    things: tuple[str, ...] = ()
    jointly: bool = False
    """Whether others of the same place have the same things together with this one."""


class Shared(Struct, frozen=True, kw_only=True):
    """The money of several places divided among equals."""

    first: int
    """The first of the prizes that were put together, counted among those who take money here."""
    last: int
    total: int
    among: int
    """How many share it."""
    each: int
    """What everybody has at least."""
    more: tuple[int | str, ...] = ()
    """Who has more by lot, because the sum cannot be divided."""


class GivenUp(Struct, frozen=True):
    """Money that a player does not take in one classification, because of a sum at least as great in another."""

    number: int
    amount: int
    """What it would have been."""


class ListAwards(Struct, frozen=True, kw_only=True):
    """The awards of one classification."""

    prizes: PrizeList
    awards: tuple[Award, ...] = ()
    shared: tuple[Shared, ...] = ()
    given_up: tuple[GivenUp, ...] = ()


Winner = int | str
"""A starting number, or the name of a team."""
Group = tuple[int, tuple[Winner, ...]]
"""A place and those who share it."""


def awards_of(state: Tournament, division: str, before: int | None = None) -> tuple[ListAwards, ...]:
    """The awards of a division as it stands, list by list.

    Args:
        state: the tournament.
        division: the name of the division.
        before: the number of a round, for the awards by the classification before it.
    """
    standings = standings_of(state, division, before)
    lists = lists_of(state, division)
    orders = [_order(state, each, standings) for each in lists]
    given_up = _given_up(state, lists, orders)
    return tuple(_awards(state, each, order, gone) for each, order, gone in zip(lists, orders, given_up, strict=True))


def lists_of(state: Tournament, division: str) -> tuple[PrizeList, ...]:
    """The prize lists of a division: first that of all, then the categories and the teams in the order of their names."""
    found = [each for each in state.prizes if each.division == division and each.prizes]
    return tuple(sorted(found, key=lambda each: (each.teams, each.category)))


def _order(state: Tournament, prizes: PrizeList, standings: Sequence[Standing]) -> tuple[Group, ...]:
    """The classification of a list, with those who share a place together; the excluded have no place."""
    if prizes.teams:
        rows = [(row.place, row.name) for row in team_table_of(state, prizes.division).rows] if state.teams else []
        return _grouped(rows)
    if prizes.category:
        standings = places_within(standings, members_of(state, prizes))
    return _grouped([(row.place, row.number) for row in standings if row.place is not None])


def _grouped(rows: Sequence[tuple[int, Winner]]) -> tuple[Group, ...]:
    return tuple((place, tuple(who for _, who in group)) for place, group in groupby(rows, lambda row: row[0]))


def _given_up(
    state: Tournament, lists: Sequence[PrizeList], orders: Sequence[Sequence[Group]]
) -> list[dict[Winner, int]]:
    """For each list, who takes no money there because of another list, and how much it would have been.

    One at a time, the best-placed first: who has money in two lists keeps the greater sum, of equal ones that of the division.
    A sum that is given up goes to the next, so all sums are computed again each time.
    """
    given_up: list[dict[Winner, int]] = [{} for _ in lists]
    if state.settings.prizes.doubles.chosen is PrizeDoubles.ALL:
        return given_up
    known = list(dict.fromkeys(who for order in orders for _, group in order for who in group if isinstance(who, int)))
    while True:
        sums = [_sums(state, each, order, gone)[0] for each, order, gone in zip(lists, orders, given_up, strict=True)]
        doubled = next((who for who in known if sum(who in each for each in sums) > 1), None)
        if doubled is None:
            return given_up
        best = max(range(len(sums)), key=lambda index: (sums[index].get(doubled, 0), -index))
        for index, each in enumerate(sums):
            if index != best and doubled in each:
                given_up[index][doubled] = each[doubled]


def _sums(
    state: Tournament, prizes: PrizeList, order: Sequence[Group], given_up: Mapping[Winner, int]
) -> tuple[dict[Winner, int], tuple[Shared, ...]]:
    """The money of everybody who has any, and how it was divided."""
    amounts = [prize.amount for prize in prizes.prizes]
    sums: dict[Winner, int] = {}
    shared: list[Shared] = []
    taken = 0
    for _, group in order:
        takers = [who for who in group if who not in given_up]
        pot = sum(amounts[taken : taken + len(takers)])
        if len(takers) > 1 and pot:
            parts, division = _divided(state, takers, pot, taken + 1, min(len(amounts), taken + len(takers)))
            sums |= parts
            shared.append(division)
        elif takers and pot:
            sums[takers[0]] = pot
        taken += len(takers)
    return {who: amount for who, amount in sums.items() if amount}, tuple(shared)


def _divided(
    state: Tournament, takers: Sequence[Winner], pot: int, first: int, last: int
) -> tuple[dict[Winner, int], Shared]:
    """A sum in equal parts of whole shares; what is left goes by lot, a share to each of the first ones."""
    unit = state.settings.prizes.unit.chosen
    each = pot // len(takers) // unit * unit
    rest, parts = pot - each * len(takers), dict.fromkeys(takers, each)
    more = []
    for who in sorted(takers, key=_lot(state), reverse=True):
        extra = min(unit, rest)
        if extra:
            parts[who] += extra
            rest -= extra
            more.append(who)
    shared = Shared(first=first, last=last, total=pot, among=len(takers), each=each, more=tuple(more))
    return parts, shared


def _lot(state: Tournament) -> Callable[[Winner], tuple[int, str]]:
    """The lots by which a rest is given away: those of the classification for people, drawn in the same way for teams."""
    return lambda who: (
        lot(f"{state.seed}/prizes/{who}", 0) if isinstance(who, str) else lot(state.seed, who),
        str(who),
    )


def _awards(state: Tournament, prizes: PrizeList, order: Sequence[Group], given_up: Mapping[Winner, int]) -> ListAwards:
    sums, shared = _sums(state, prizes, order, given_up)
    awards = []
    for place, group in order:
        things = tuple(each.thing for each in prizes.prizes[place - 1 : place - 1 + len(group)] if each.thing)
        for who in group:
            if who in sums or things:
                awards.append(_award(place, who, sums.get(who, 0), things, len(group) > 1))
    gone = tuple(GivenUp(who, amount) for who, amount in given_up.items() if isinstance(who, int))
    return ListAwards(prizes=prizes, awards=tuple(awards), shared=shared, given_up=gone)


def _award(place: int, who: Winner, amount: int, things: tuple[str, ...], is_shared: bool) -> Award:
    jointly = is_shared and bool(things)
    if isinstance(who, str):
        return Award(place=place, team=who, amount=amount, things=things, jointly=jointly)
    return Award(place=place, number=who, amount=amount, things=things, jointly=jointly)


def stakes_of(state: Tournament, division: str) -> Stakes | None:
    """The prizes that are still open in the rounds that are left; `None` before anything was played.

    A round without all its results is one that is left. Without prizes of the organiser, places I to III have one each
    (SCHOOL-award-1).
    """
    rounds = state.divisions[division].rounds
    missing = missing_results(state, division)
    settled = missing[0].round - 1 if missing else len(rounds)
    if not settled:
        return None
    standings = [row for row in standings_of(state, division, settled + 1) if row.place is not None]
    settings = state.settings
    return Stakes(
        rounds_left=max(0, state.rounds_planned - settled),
        values={row.number: tuple(value or 0 for value in row.values) for row in standings},
        swings=tuple(_swing(state, key, _largest_cap(state, division, settled + 1)) for key in settings.keys.chosen),
        races=tuple(_races(state, division, standings)),
        one_money=settings.prizes.doubles.chosen is PrizeDoubles.ONE,
        bye=settings.gibson.bye.chosen,
    )


def _races(state: Tournament, division: str, standings: Sequence[Standing]) -> list[Race]:
    lists = [each for each in lists_of(state, division) if not each.teams]
    if not lists:
        everybody = tuple(row.number for row in standings)
        return [Race(members=everybody, bands=tuple(range(1, PRIZES + 1)), money=(0,) * PRIZES)]
    numbers: dict[Prize, int] = {}
    races = []
    for each in lists:
        members = members_of(state, each)
        bands = tuple(0 if prize.is_empty else numbers.setdefault(prize, len(numbers) + 1) for prize in each.prizes)
        races.append(
            Race(
                category=each.category,
                members=tuple(row.number for row in standings if row.number in members),
                bands=bands,
                money=tuple(prize.amount for prize in each.prizes),
            )
        )
    return races


def _largest_cap(state: Tournament, division: str, played: int) -> int:
    """The largest cap of a margin from a round on; 0 without one."""
    rounds = range(played, state.rounds_planned + 1)
    return max((spread_cap(state.settings, division, number) for number in rounds), default=0)


def _swing(state: Tournament, key: Key, cap: int) -> int | None:
    """The most that a player can make up on another in one round; `None` where no bound is known (S80).

    By a cap of the margin one gains no more than it, and the other one loses no more.
    """
    settings = state.settings
    match key:
        case Key.MATCH_POINTS:
            opponents = settings.table.size.chosen - 1 if settings.table.points.value is TablePoints.BEATEN else 1
            return WIN * opponents
        case Key.WINS | Key.PLAYED:
            return 1
        case Key.SPREAD if cap:
            return min(settings.gibson.spread.chosen, 2 * cap)
        case Key.GAME_POINTS | Key.SPREAD:
            return settings.gibson.spread.chosen
        case Key.RATING | Key.LOTS:
            return 0
        case _:
            return None
