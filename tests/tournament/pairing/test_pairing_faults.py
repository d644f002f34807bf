"""Tasks that cannot be paired say why, and whom it concerns."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from mostek.tournament.pairing.system import pair
from mostek.tournament.pairing.values import Contender, PairingError, PairingFault, system_names
from tournament.pairing.pairing_tasks import line, two

EVERY = list(system_names())
FIVE, FOUR = (0,) * 5, (0,) * 4

CASES: list[tuple[str, str, tuple[int, ...], dict[str, Any], PairingFault, tuple[int | str, ...]]] = [
    ("an odd field with byes forbidden", "swiss", FIVE, {"byes_allowed": False},
     PairingFault.ODD_WITHOUT_BYE, (1, 2, 3, 4, 5)),
    ("an odd circle with byes forbidden", "round_robin", FIVE, {"byes_allowed": False},
     PairingFault.ODD_WITHOUT_BYE, (1,)),
    ("tables for two, an odd field, byes forbidden", "tables", FIVE, {"byes_allowed": False, "table_size": 2},
     PairingFault.ODD_WITHOUT_BYE, (1, 2, 3, 4, 5)),
    ("a bye by hand where none is allowed", "manual", FIVE, {"byes_allowed": False, "tables": ((1,),)},
     PairingFault.ODD_WITHOUT_BYE, (1,)),
    ("a forced pair that is forbidden", "swiss", FOUR, {"forced": {two(1, 2)}, "forbidden": {two(1, 2)}},
     PairingFault.FORCED_CLASH, (1, 2)),
    ("a forced pair of whom one is absent", "danish", FOUR, {"forced": {two(1, 9)}}, PairingFault.FORCED_CLASH, (1, 9)),
    ("two forced pairs with one player", "swiss", FOUR, {"forced": {two(1, 2), two(2, 3)}},
     PairingFault.FORCED_CLASH, (2, 3)),
    ("a forced pair torn by hand", "manual", FOUR, {"forced": {two(1, 2)}, "tables": ((1, 3),)},
     PairingFault.FORCED_CLASH, (1,)),
    ("somebody twice by hand", "manual", FOUR, {"tables": ((1, 2), (2, 3))}, PairingFault.SEATED_TWICE, (2,)),
    ("a stranger by hand", "manual", FOUR, {"tables": ((1, 9),)}, PairingFault.NOT_PRESENT, (9,)),
    ("a player without a team in a team match", "team_match", FOUR, {}, PairingFault.NOT_IN_FIELD, (1, 2, 3, 4)),
    ("nobody may meet the first", "swiss", FOUR, {"forbidden": {two(1, 2), two(1, 3), two(1, 4)}},
     PairingFault.NO_PAIRING, (1, 2, 3, 4)),
    ("nobody may meet the first, down the standings", "danish", FOUR,
     {"forbidden": {two(1, 2), two(1, 3), two(1, 4)}}, PairingFault.NO_PAIRING, (1, 2, 3, 4)),
    ("nobody may meet the first, without repeats", "danish_no_repeats", FOUR,
     {"forbidden": {two(1, 2), two(1, 3), two(1, 4)}}, PairingFault.NO_PAIRING, (1, 2, 3, 4)),
    ("three at a table of whom two must not meet", "tables", (0,) * 3, {"forbidden": {two(1, 2)}},
     PairingFault.NO_PAIRING, (1, 2, 3)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_task_that_cannot_be_paired(case: tuple[Any, ...]) -> None:
    _, system, points, changes, fault, about = case
    sets = {name: frozenset(value) if isinstance(value, set) else value for name, value in changes.items()}
    with pytest.raises(PairingError) as caught:
        pair(replace(line(system, *points), **sets))
    assert (caught.value.fault, caught.value.about) == (fault, about)


@pytest.mark.parametrize("system", EVERY)
def test_one_player_is_too_few(system: str) -> None:
    with pytest.raises(PairingError) as caught:
        pair(line(system, 0))
    assert caught.value.fault is PairingFault.TOO_FEW


@pytest.mark.parametrize("system", EVERY)
def test_nobody_is_in_the_standings_twice(system: str) -> None:
    task = line(system, 0, 0, 0)
    with pytest.raises(PairingError) as caught:
        pair(replace(task, contenders=(*task.contenders, Contender(number=2))))
    assert (caught.value.fault, caught.value.about) == (PairingFault.SEATED_TWICE, (2,))
