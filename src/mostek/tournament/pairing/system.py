"""Systems of pairing: what an entry has, the systems that are there, and the one door to pair, explain and check.

A system is one file in `systems/` with an entry `SYSTEM`. Nothing else lists systems: plans, commands, help, names in both
languages, explanations and checks come from the entries. All entries are loaded and checked together: when an event is created,
when its settings are chosen, when it is shown and when a round is paired. An incomplete one raises `RegistryError` before
anything is written. Entering a result loads none of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from mostek.core.registry import RegistryError, file_of, load
from mostek.tournament.pairing.values import SYSTEMS, Pairing, PairingError, PairingFault, PairingTask, system_names

if TYPE_CHECKING:
    from mostek.tournament.pairing.check import Proof
    from mostek.tournament.pairing.explain import Explanation, Opponents
    from mostek.tournament.pairing.field import Waiting
    from mostek.tournament.pairing.matching import Rate


class PairingSystem(Struct, frozen=True, kw_only=True):
    """A system of pairing with all that belongs to it."""

    name: str
    """As plans, files and `--system` write it; also the name of its file."""
    pl: str
    en: str
    """What people call it, in each language."""
    pair: Callable[[PairingTask], Pairing]
    """Who meets whom; raises `PairingError` for a task that cannot be paired. The same task, the same answer."""
    explain: Callable[[PairingTask, Pairing], Explanation]
    """Why each table and bye is as it is, also for a pairing that the director has changed."""
    check: Callable[[PairingTask, Pairing], Proof]
    """The faults of a pairing and the proved facts about it, by an algorithm that shares nothing with `pair`."""
    spoken: tuple[str, ...] = ()
    """Other names that directors type, in lower case without Polish letters."""
    reasons: Mapping[str, tuple[str, str]] = {}
    """Sentences, Polish and English, for reasons of a table that only this system has, by their code."""
    laid_out: bool = False
    """Whether the director lays the tables out; a plan then pairs nothing by itself."""
    circle: bool = False
    """Whether rounds count from the first of a circle in which everybody meets everybody."""
    allows_repeats: bool = False
    """Whether an earlier meeting is no reason to seat two players otherwise."""
    seats_several: bool = False
    """Whether more than two may sit at a table."""
    eliminates: bool = False
    """Whether players who lose are out: they are present, and neither at a table nor with a bye."""
    by_teams: bool = False
    """Whether team meets team."""
    by_rungs: bool = False
    """Whether the contenders stand in the order of a ladder, and have met only whom they have met last."""
    pairs_teams: bool = False
    """Whether teams may be paired by it, one for one, in team matches."""
    fair_last_round: bool = False
    """Whether the last round needs no warning: neighbours meet, or no player chooses an opponent by standing lower."""
    weighs_last_round: bool = True
    """Whether it can be worked out who would gain by staying away from the last round."""
    weighs_prizes: bool = False
    """Whether the task must say what is still to be won (`PairingTask.stakes`)."""
    rate: Callable[[Waiting], Rate] | None = None
    """What each pair costs, and whom the system means, for a system that may pair the rest of a prize-aware round."""
    meant: Opponents | None = None


@cache
def systems() -> Mapping[str, PairingSystem]:
    """Load all systems of pairing and check their entries.

    Returns:
        The systems by their names, in the order of the names.

    Raises:
        RegistryError: an entry is incomplete, is called otherwise than its file, or two entries have one name.

    Example:
        >>> from mostek.tournament import systems
        >>> systems()["danish"].pl
        'duński'
    """
    found = load(SYSTEMS, "SYSTEM", PairingSystem)
    for name in system_names():
        if name not in found:
            raise RegistryError(file_of(f"{SYSTEMS}.{name}"), "SYSTEM.name", "The name differs from that of the file.")
    return found


def pair(task: PairingTask) -> Pairing:
    """Pair a round.

    Args:
        task: who is present in the order of the standings, the system by its name, the seed, and what the director has said.

    Returns:
        The tables, the first one first, each with its starter first (starting numbers), and who has a bye. The same task has
        the same answer on every machine.

    Raises:
        PairingError: the task cannot be paired, with the fault and the starting numbers it is about; or the result has not
            passed the check of the system.

    Source: no document names a system (S80); the published events of the federation are paired by `half_split`, `swiss` and
    `danish`.

    Example:
        >>> from mostek.tournament import Contender, PairingTask, pair
        >>> four = tuple(Contender(number=number) for number in (1, 2, 3, 4))
        >>> sorted(sorted(table) for table in pair(PairingTask(system="swiss", round=1, contenders=four, seed="s")).tables)
        [[1, 3], [2, 4]]
    """
    system = systems()[task.system]
    pairing = system.pair(task)
    if not system.laid_out:
        from mostek.tournament.pairing.check import HARD

        broken = [fault for fault in system.check(task, pairing).faults if fault.breach in HARD]
        if broken:
            raise PairingError(PairingFault.UNSOUND, *broken[0].about)
    return pairing


def explain(task: PairingTask, pairing: Pairing) -> Explanation:
    """Explain a pairing: why each table and each bye is as it is.

    Args:
        task: the task that was paired.
        pairing: its tables and byes; they may have been changed by the director, but name the same people.

    Returns:
        The reasons as data: for each table why these sit there, whom each passed over and why, who starts and why; and what
        the check of the system has found and proved.

    Raises:
        PairingError: the task is not well formed.

    Example:
        >>> from mostek.tournament import Contender, PairingTask, explain, pair
        >>> two = tuple(Contender(number=number) for number in (1, 2))
        >>> task = PairingTask(system="swiss", round=1, contenders=two, seed="s")
        >>> print(explain(task, pair(task)).tables[0].why)
        meant
    """
    return replace(systems()[task.system].explain(task, pairing), proof=check(task, pairing))


def check(task: PairingTask, pairing: Pairing) -> Proof:
    """Check a pairing by the check of its system, which shares no algorithm with what paired it.

    Args:
        task: the task that was paired.
        pairing: its tables and byes.

    Returns:
        The faults, each with the starting numbers it is about, and what is proved to be the least of all pairings.

    Raises:
        KeyError: there is no system of this name.

    Source: PFS-2.1a for starters, S46 for teammates, S80 for the rest.

    Example:
        >>> from mostek.tournament import Contender, Pairing, PairingTask, check
        >>> four = tuple(Contender(number=number) for number in (1, 2, 3, 4))
        >>> task = PairingTask(system="swiss", round=1, contenders=four, seed="s")
        >>> print(check(task, Pairing(((1, 3), (2, 2)))).faults[0].breach)
        seated_twice
    """
    return systems()[task.system].check(task, pairing)
