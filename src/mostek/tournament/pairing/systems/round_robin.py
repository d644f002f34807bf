"""Round robin: everybody meets everybody by Berger's tables, in as many cycles as are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from mostek.tournament.pairing.check import Breach, Fault, Proof, check_tables, pairs_of
from mostek.tournament.pairing.explain import explained
from mostek.tournament.pairing.field import Waiting, contenders, forced_pairs, in_order, seated
from mostek.tournament.pairing.system import PairingSystem
from mostek.tournament.pairing.values import Pairing, PairingError, PairingFault, PairingTask


def berger(members: int, number: int) -> tuple[tuple[int, int], ...]:
    """The pairs of a round by place in the circle from 1, the starter first; an odd circle has one place more, which is free.

    Round after round the last place alternates, the circle turns, and each second cycle swaps who starts.
    """
    last = members + members % 2
    cycle, index = divmod(number - 1, last - 1)
    centre = index // 2 + 1 if index % 2 == 0 else last // 2 + index // 2 + 1

    def turned(steps: int) -> int:
        return (centre + steps - 1) % (last - 1) + 1

    first = (centre, last) if index % 2 == 0 else (last, centre)
    pairs = (first, *((turned(step), turned(-step)) for step in range(1, last // 2)))
    return pairs if cycle % 2 == 0 else tuple((guest, host) for host, guest in pairs)


def by_circle(task: PairingTask) -> Pairing:
    """The round of Berger's table, from the first round of the circle; a player without an opponent has a bye."""
    present = contenders(task)
    circle = task.field or tuple(present)
    if strangers := sorted(present.keys() - set(circle)):
        raise PairingError(PairingFault.NOT_IN_FIELD, *strangers)
    forced = forced_pairs(task, present)
    drawn, free = _drawn(task, circle, {number for pair in forced for number in pair})
    field = Waiting(task, task.contenders, forced)
    _refuse_forbidden(field, drawn)
    order = [contender.number for contender in task.contenders]
    byes = sorted(free, key=order.index)
    if byes and not task.byes_allowed:
        raise PairingError(PairingFault.ODD_WITHOUT_BYE, *byes)
    tables = (*drawn, *seated(task, forced).tables)
    return Pairing(in_order(task, tables), tuple(byes))


def _drawn(task: PairingTask, circle: tuple[int, ...], forced: set[int]) -> tuple[list[tuple[int, int]], list[int]]:
    """The pairs of the table whose players are both there, and who is left; a forced pair leaves two who then meet."""
    present = {contender.number for contender in task.contenders}
    pairs, free, bereft = [], [], []
    for places in berger(len(circle), task.round):
        numbers = [circle[place - 1] for place in places if place <= len(circle)]
        here = [number for number in numbers if number in present and number not in forced]
        if len(here) == 2:
            pairs.append((here[0], here[1]))
        elif forced.intersection(numbers):
            bereft += here
        else:
            free += here
    pairs += zip(bereft[::2], bereft[1::2], strict=False)
    return pairs, free + (bereft[-1:] if len(bereft) % 2 else [])


def _refuse_forbidden(field: Waiting, pairs: list[tuple[int, int]]) -> None:
    """Everybody meets everybody: a pair that must never meet cannot be in one circle."""
    place = {player.number: place for place, player in enumerate(field.players)}
    for one, other in pairs:
        if not field.has_way(place[one], place[other]):
            raise PairingError(PairingFault.NO_PAIRING, one, other)


def why_in_circle(task: PairingTask, table: Sequence[int]) -> str:
    """Whether a table stands in Berger's table, or both lost their opponents to a forced pair."""
    circle = task.field or tuple(contender.number for contender in task.contenders)
    drawn = [{circle[place - 1] for place in pair if place <= len(circle)} for pair in berger(len(circle), task.round)]
    return "circle" if set(table) in drawn else "circle_left"


def check_circle(task: PairingTask, pairing: Pairing) -> Proof:
    """Check that no two players met more often than there were cycles, and the rules common to every system."""
    return Proof((*check_tables(task, pairing), *_met_too_often(task, pairing)))


def _met_too_often(task: PairingTask, pairing: Pairing) -> Iterator[Fault]:
    known = {contender.number: contender for contender in task.contenders}
    members = len(task.field) or len(known)
    cycle = (task.round - 1) // (members - 1 + members % 2)
    for one, other in pairs_of(pairing):
        met = known[one].met.get(other, 0) if one in known else 0
        if met > cycle and frozenset((one, other)) not in task.forced:
            yield Fault(Breach.CIRCLE_REPEAT, (one, other), met, cycle)


SYSTEM = PairingSystem(
    name="round_robin",
    pl="każdy z każdym",
    en="round robin",
    pair=by_circle,
    explain=partial(explained, why=why_in_circle, start="circle", bye="circle"),
    check=check_circle,
    spoken=("kolowy",),
    reasons={
        "circle": ("według tabeli Bergera", "Berger's table says so"),
        "circle_left": (
            "przeciwnicy z tabeli Bergera grają w nakazanej parze",
            "both lost their opponents of Berger's table to a pair that the director has forced",
        ),
        "start.circle": ("Rozpoczyna {who}, według tabeli Bergera.", "{who} starts, by Berger's table."),
        "bye.circle": (
            "Pauzuje {who}: wolny los w tabeli Bergera albo brak przeciwnika.",
            "{who} has the bye: free in Berger's table, or the opponent is not there.",
        ),
    },
    circle=True,
    fair_last_round=True,
    pairs_teams=True,
)
