"""Tasks for the tests of pairing: fields in a line, fields with a past, and strategies that draw them."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from mostek.tournament.pairing.system import pair
from mostek.tournament.pairing.values import Contender, Pair, Pairing, PairingTask, Teammates
from oracle.pairing import played_on

PAIRS = ("swiss", "half_split", "half_split_in_turn", "danish", "danish_no_repeats", "random")
"""Systems that pair two by two without a circle."""


def pairs_of(pairing: Pairing) -> set[Pair]:
    return {frozenset(table) for table in pairing.tables}


def two(one: int, other: int) -> Pair:
    return frozenset((one, other))


def line(
    system: str, *half_points: int, met: tuple[tuple[int, int], ...] = (), byes: tuple[int, ...] = ()
) -> PairingTask:
    """Contenders 1, 2, 3 … in the order of the standings; `met` are the pairs that have met, `byes` who has had one."""
    contenders = tuple(
        Contender(
            number=number,
            half_points=points,
            met={other: 1 for pair in met for other in pair if number in pair and other != number},
            byes=byes.count(number),
        )
        for number, points in enumerate(half_points, 1)
    )
    return PairingTask(system=system, round=2 if met or byes else 1, contenders=contenders, seed="s")


def field_with_past(system: str, size: int, rounds: int, seed: int, teams: int = 0, past: str = "swiss") -> PairingTask:
    """A field of which some have missed rounds; `teams` divides it into so many teams."""
    chance = Random(seed)
    contenders = tuple(
        Contender(number=number, team=f"t{number % teams}" if teams else "") for number in range(1, size + 1)
    )
    task = played_on(PairingTask(system=past, round=1, contenders=contenders, seed=str(seed)), rounds, pair, chance)
    return replace(task, system=system)


@st.composite
def tasks(draw: st.DrawFn, systems: tuple[str, ...] = PAIRS, largest: int = 60) -> PairingTask:
    """Any field with any past, some of whom have left, with forced and forbidden pairs that leave a way."""
    size, rounds = draw(st.integers(2, largest)), draw(st.integers(0, 9))
    past = draw(st.sampled_from(("swiss", "random", "danish")))
    task = field_with_past(
        draw(st.sampled_from(systems)), size, rounds, draw(st.integers(0, 999)), draw(st.integers(0, 5)), past
    )
    left = draw(st.integers(0, max(0, size - 2)).map(lambda most: most // 4))
    chance = Random(draw(st.integers(0, 999)))
    contenders = [each for each in task.contenders if each.number not in chance.sample(range(1, size + 1), left)]
    numbers = [each.number for each in contenders]
    chance.shuffle(numbers)
    forbidden = frozenset(two(*chance.sample(numbers, 2)) for _ in range(size // 12))
    forced = frozenset(two(*numbers[index : index + 2]) for index in range(0, 2 * (size // 20), 2))
    return replace(
        task,
        contenders=tuple(contenders),
        forbidden=forbidden - forced,
        forced=forced,
        teammates=draw(st.sampled_from((Teammates.AVOID, Teammates.ALLOW))),
    )
