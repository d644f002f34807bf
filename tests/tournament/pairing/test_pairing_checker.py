"""The independent judge finds what is wrong with a pairing that was sound before somebody touched it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from loops import with_seeds
from mostek.tournament.pairing.check import BURDENS, Breach, Fault
from mostek.tournament.pairing.system import check, pair
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask, Starters, Teammates
from oracle.pairing import borne, least_borne
from tournament.pairing.pairing_tasks import field_with_past, line, two

TASK = field_with_past("swiss", 13, 4, 2)
GOOD = pair(TASK)


def breaches(task: PairingTask, pairing: Pairing) -> set[Breach]:
    return {fault.breach for fault in check(task, pairing).faults}


def with_tables(*tables: tuple[int, ...]) -> Pairing:
    return Pairing((*tables, *GOOD.tables[len(tables) :]), GOOD.byes)


def repeat_of(pairing: Pairing) -> Pairing:
    """The first player meets somebody again, and the two who are left meet each other."""
    known = {each.number: each for each in TASK.contenders}
    one = pairing.tables[0][0]
    again = next(other for other in known[one].met if other not in pairing.byes)
    table = next(table for table in pairing.tables if again in table)
    left = next(number for number in table if number != again)
    rest = [each for each in pairing.tables[1:] if each != table]
    return Pairing(((one, again), (pairing.tables[0][1], left), *rest), pairing.byes)


MUTANTS: list[tuple[str, Callable[[Pairing], Pairing], set[Breach]]] = [
    ("nothing touched", lambda good: good, set()),
    ("somebody at two tables", lambda good: with_tables((good.tables[1][0], good.tables[0][1])), {Breach.SEATED_TWICE}),
    ("a stranger at a table", lambda good: with_tables((99, good.tables[0][1])), {Breach.NOT_PRESENT}),
    ("a table forgotten", lambda good: Pairing(good.tables[1:], good.byes), {Breach.LEFT_OUT}),
    ("a table made two byes", lambda good: Pairing(good.tables[1:], (*good.tables[0], *good.byes)), {Breach.BYE_NEEDLESS}),
    ("a table of four", lambda good: Pairing(((*good.tables[0], *good.tables[1]), *good.tables[2:]), good.byes),
     {Breach.TABLE_SIZE}),
    ("a repeated pair", repeat_of, {Breach.REPEAT_AVOIDABLE}),
]  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant[0] for mutant in MUTANTS])
def test_a_mutant_is_found(mutant: tuple[str, Callable[[Pairing], Pairing], set[Breach]]) -> None:
    _, change, expected = mutant
    found = breaches(TASK, change(GOOD)) - {Breach.STARTER}
    assert expected <= found
    assert bool(found) == bool(expected)


def test_the_starters_of_a_sound_pairing_turned_round_are_found() -> None:
    turned = Pairing(tuple(table[::-1] for table in GOOD.tables), GOOD.byes)
    assert breaches(TASK, turned) == {Breach.STARTER}
    assert breaches(replace(TASK, starters=Starters.DRAWN), turned) == set()


def test_a_bye_that_is_too_high_is_found() -> None:
    task = line("swiss", 2, 2, 2, 0, 0)
    assert check(task, Pairing(((1, 2), (4, 5)), (3,))).faults == (Fault(Breach.BYE_TOO_HIGH, (3,), 2, 0),)


def test_a_second_bye_is_found() -> None:
    task = line("swiss", 2, 2, 0, byes=(3,))
    assert check(task, Pairing(((1, 2),), (3,))).faults == (Fault(Breach.BYE_AGAIN_AVOIDABLE, (3,), 1, 0),)


def test_a_bye_where_none_is_allowed_is_found() -> None:
    task = replace(line("swiss", 0, 0, 0), byes_allowed=False)
    assert breaches(task, Pairing(((1, 2),), (3,))) == {Breach.BYE_NOT_ALLOWED}


def test_forbidden_and_forced_pairs_are_looked_for() -> None:
    task = replace(line("manual", *[0] * 4), forbidden=frozenset({two(1, 2)}), forced=frozenset({two(1, 3)}))
    assert check(task, Pairing(((1, 2), (3, 4)))).faults == (
        Fault(Breach.FORBIDDEN, (1, 2)),
        Fault(Breach.FORCED_MISSING, (1, 3)),
    )


def test_a_repeat_that_nobody_can_avoid_is_no_fault() -> None:
    task = line("swiss", 2, 0, met=((1, 2),))
    assert check(task, Pairing(((1, 2),))).faults == ()
    assert check(replace(task, system="danish"), Pairing(((1, 2),))).faults == ()


@pytest.mark.parametrize(
    ("host", "guest", "expected"),
    [
        ((2, 4, 2), (2, 4, -2), Breach.ROLE_RUN),
        ((2, 4, 2), (2, 4, 2), None),  # one of the two has a third game in a row in either order
        ((2, 4, -1), (2, 4, -2), Breach.ROLE_RUN),
        ((2, 4, 1), (2, 4, -1), None),
        ((3, 5, -2), (2, 5, 1), None),  # the host has started once more, and would be guest a third time
        ((3, 5, 1), (2, 5, -1), Breach.STARTER),
        ((4, 5, -2), (1, 5, 1), Breach.STARTER),  # no run is broken by a fifth start of six
    ],
)
def test_a_third_game_in_a_row_in_one_role_is_found_where_it_could_be_spared(
    host: tuple[int, int, int], guest: tuple[int, int, int], expected: Breach | None
) -> None:
    contenders = tuple(
        Contender(number=number, starts=starts, games=games, run=run)
        for number, (starts, games, run) in enumerate((host, guest), 1)
    )
    task = PairingTask(system="swiss", round=6, contenders=contenders, seed="s")
    assert breaches(task, Pairing(((1, 2),))) == ({expected} if expected else set())
    assert not check(task, pair(task)).faults


def test_teammates_who_could_be_kept_apart_are_found() -> None:
    task = line("manual", *[0] * 4)
    mates = tuple(replace(each, team="ab"[each.number > 2]) for each in task.contenders)
    pairing = Pairing(((1, 2), (3, 4)))
    avoided = replace(task, contenders=mates, teammates=Teammates.AVOID)
    assert check(avoided, pairing).faults == (Fault(Breach.TEAMMATES_AVOIDABLE, (1, 2, 3, 4), 2, 0),)
    assert breaches(replace(avoided, teammates=Teammates.FORBID), pairing) == {Breach.TEAMMATES_FORBIDDEN}
    assert check(replace(avoided, teammates=Teammates.ALLOW), pairing).faults == ()


def test_meeting_twice_in_one_cycle_is_found() -> None:
    task = line("round_robin", *[0] * 4, met=((1, 2),))
    assert breaches(task, Pairing(((1, 2), (3, 4)))) == {Breach.CIRCLE_REPEAT}
    assert check(replace(task, round=4), Pairing(((1, 2), (3, 4)))).faults == ()


def test_one_table_more_than_needed_is_found() -> None:
    task = line("tables", *[0] * 4)
    assert breaches(task, Pairing(((1, 2), (3, 4)))) == {Breach.TABLE_SIZE}
    assert check(task, Pairing(((1, 2, 3, 4),))).faults == ()


def test_a_team_that_meets_two_teams_is_found() -> None:
    task = line("team_match", *[0] * 6)
    teams = tuple(replace(each, team="abc"[(each.number - 1) // 2]) for each in task.contenders)
    pairing = Pairing(((1, 3), (2, 5), (4, 6)))
    assert breaches(replace(task, contenders=teams), pairing) == {Breach.MATCH_TORN}


def test_a_pairing_laid_out_by_hand_is_warned_of_like_any_other() -> None:
    task = replace(line("manual", *[0] * 5, met=((1, 2),)), tables=((1, 2), (3,)))
    found = check(task, pair(task)).faults
    assert [fault.breach for fault in found] == [Breach.LEFT_OUT, Breach.REPEAT_AVOIDABLE]
    assert found[0].about == (4, 5)


@with_seeds(150)
def test_what_is_proved_is_so_and_what_is_found_too(seed: int) -> None:
    """Any pairing of a small field, against the cheapest of all (`oracle.pairing`): no false fault and no false proof."""
    chance = Random(seed)
    task = field_with_past("swiss", chance.randrange(4, 14), chance.randrange(9), seed, teams=chance.randrange(5))
    task = replace(task, teammates=chance.choice((Teammates.AVOID, Teammates.ALLOW)))
    numbers = [each.number for each in task.contenders]
    if chance.randrange(3):
        chance.shuffle(numbers)
    byes = (numbers.pop(),) if len(numbers) % 2 else ()
    pairing = Pairing(tuple(zip(numbers[::2], numbers[1::2], strict=True)), byes)
    proof, bears, least = check(task, pairing), borne(task, pairing), least_borne(task, pairing)
    for breach, count, lowest in zip(BURDENS, bears, least, strict=True):
        found = [fault for fault in proof.faults if fault.breach is breach]
        assert all(lowest <= fault.least < count == fault.count for fault in found)
        if breach in proof.proved:
            assert count == lowest
        if count != lowest:
            assert found or breach not in proof.proved
            break


def test_nothing_is_proved_of_what_does_not_count_in_a_system() -> None:
    danish, swiss = (line(system, *[0] * 4, met=((1, 2), (1, 3), (1, 4))) for system in ("danish", "swiss"))
    assert Breach.REPEAT_AVOIDABLE not in check(danish, pair(danish)).proved
    assert Breach.REPEAT_AVOIDABLE in check(swiss, pair(swiss)).proved
    random = line("random", *[0] * 3)
    assert Breach.BYE_TOO_HIGH not in check(random, pair(random)).proved


def test_of_teammates_something_is_proved_only_where_they_are_kept_apart() -> None:
    task = line("swiss", *[0] * 4)
    for teammates, expected in ((Teammates.ALLOW, False), (Teammates.AVOID, True), (Teammates.FORBID, True)):
        kept = replace(task, teammates=teammates)
        assert (Breach.TEAMMATES_AVOIDABLE in check(kept, pair(kept)).proved) is expected
