"""Half-split in turn: the lower half of each group is taken in turn, from the top (*połówkowy po kolei*).

Read from the published events of the federation (decision 0028).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mostek.tournament.pairing.check_turns import check_turns
from mostek.tournament.pairing.explain import Explanation, explained
from mostek.tournament.pairing.field import Waiting, all_seated, waiting
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.top_down import Alternating, unavoidable
from mostek.tournament.pairing.values import Pairing, PairingTask

Bracket = list[int]
"""Places that are paired among themselves, an even number of them."""


def in_turn(task: PairingTask) -> Pairing:
    """From the top of each bracket, each of the upper half takes the first of the lower half whom they may meet.

    A player who finds none there takes the first of the upper half. All others of the bracket must still find an opponent.
    """
    field = waiting(task)
    pairs = _set_first(field)
    for bracket in brackets(field, pairs):
        pairs += _taken_in_turn(bracket, field.blocked())
    return all_seated(field, tuple(sorted(pairs)))


def _set_first(field: Waiting) -> list[tuple[int, int]]:
    """The bye, and the repeats or meetings of teammates that no pairing avoids: those that cost least."""
    places = list(range(len(field.players)))
    if not field.is_odd:
        return [] if _is_pairable(field.blocked(), places) else unavoidable(field)
    fewest = field.fewest_byes()
    for bye in field.bye_order():
        if field.players[bye].byes == fewest and _is_pairable(
            field.blocked(), [place for place in places if place != bye]
        ):
            return [(bye, field.bye)]
    burdened = unavoidable(field)
    if any(field.bye in pair for pair in burdened):
        return burdened
    seated = {place for pair in burdened for place in pair}
    for bye in field.bye_order():
        rest = [place for place in places if place not in seated and place != bye]
        if bye not in seated and _is_pairable(field.blocked(), rest):
            return [*burdened, (bye, field.bye)]
    raise AssertionError("the cheapest pairing pairs the rest without a burden")


def brackets(field: Waiting, settled: Sequence[tuple[int, int]]) -> Iterator[Bracket]:
    """The groups of equal whole match points from the top; round 1 is one group.

    A player who is alone joins the next group, an odd group takes the first of those below. If a bracket, or what is below it,
    could not be paired, it takes two more.
    """
    blocked = field.blocked()
    gone = {place for pair in settled for place in pair}
    order = [place for place in range(len(field.players)) if place not in gone]
    while order:
        size = _group(field, order)
        if size == 1:
            size += _group(field, order[1:])
        size += size % 2
        while not (_is_pairable(blocked, order[:size]) and _is_pairable(blocked, order[size:])):
            size += 2
        yield order[:size]
        order = order[size:]


def _group(field: Waiting, order: Sequence[int]) -> int:
    """The number of those from the first on with as many whole match points: half a point for a draw or a bye opens no group."""
    if field.task.round == 1:
        return len(order)
    whole = [field.players[place].half_points // 2 for place in order]
    return next((index for index, points in enumerate(whole) if points != whole[0]), len(whole))


def _is_pairable(blocked: Sequence[set[int]], places: Sequence[int]) -> bool:
    return Alternating(blocked, places).is_perfect


def _taken_in_turn(bracket: Bracket, blocked: Sequence[set[int]]) -> Iterator[tuple[int, int]]:
    half = len(bracket) // 2
    upper, lower = bracket[:half], bracket[half:]
    matching = Alternating(blocked, bracket)
    while matching.free:
        one = matching.free[0]
        other = matching.settle(one, [*lower, *upper])
        yield min(one, other), max(one, other)


def meant(field: Waiting) -> tuple[int, ...]:
    """For each place the opponent whom it takes if no earlier meeting stands between any two: the folds of the brackets."""
    settled = _set_first(field)
    opponents = list(range(len(field.players)))
    for bracket in brackets(field, settled):
        half = len(bracket) // 2
        settled += zip(bracket[:half], bracket[half:], strict=True)
    for one, other in settled:
        opponents[one] = other
        if other != field.bye:
            opponents[other] = one
    return tuple(opponents)


def explain_in_turn(task: PairingTask, pairing: Pairing) -> Explanation:
    """Explain a round by the fold of its brackets; who passes over an opponent has met them, or leaves them to another."""
    return explained(task, pairing, meant=meant)


SYSTEM = PairingSystem(
    name="half_split_in_turn",
    pl="połówkowy po kolei",
    en="half-split in turn",
    pair=in_turn,
    explain=explain_in_turn,
    check=check_turns,
    spoken=("polowkowy kolejny", "po kolei"),
    reasons={
        "meant": (
            "są sobie przeznaczeni: to samo miejsce w górnej i w dolnej połowie grupy",
            "they are meant for each other: the same place in the upper and in the lower half of the group",
        ),
        "departs": (
            "wyższy bierze pierwszego z dolnej połowy grupy, z którym może grać tak, że pozostali też mają pary",
            "the upper one takes the first of the lower half of the group whom they may meet so that the others can be paired",
        ),
    },
)
