"""Random events split at a random step and continued in two ways: whatever people did, the merge holds together."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec import inspect

from mostek.app.tournaments import Desk
from mostek.tournament import commands as c
from mostek.tournament import events as e
from mostek.tournament.events import ResultEntered
from mostek.tournament.merging import facts, renumbering
from mostek.tournament.merging.copies import EventCopy, Relation, relation
from mostek.tournament.merging.merge import merged
from mostek.tournament.pending import missing_results
from mostek.tournament.standings import standings_of
from tournament.desk.hall import TEN
from tournament.desk.random_events import RandomEvent
from tournament.merging.copies import answered_by_chance, check_whole, copied_log, copy_of, mirrored


def event_of(seed: str, chance: random.Random) -> RandomEvent:
    event = RandomEvent(seed, chance.choice((4, 5, 6, 8)), chance.choice((2, 3, 4)))
    event.give(event.founding())
    if chance.random() < 0.8:
        event.populate()
    for _ in range(chance.randrange(25)):
        event.give(event.next_command())
    return event


def continued(event: RandomEvent, seed: str) -> RandomEvent:
    """The same log under another chance."""
    other = RandomEvent(seed, event.size, event.rounds)
    other.template, other.now, other.log = event.template, event.now, copied_log(event.log)
    other.desk = Desk(other.log)
    other.replayed = other.desk.state
    return other


def two_copies(seed: str) -> tuple[EventCopy, EventCopy]:
    chance = random.Random(seed)
    event = event_of(seed, chance)
    copies = []
    for name in "ab":
        other = continued(event, f"{seed} {name}")
        for _ in range(chance.randrange(1, 15)):
            other.give(other.next_command())
        copies.append(copy_of(other.log))
    first, second = copies
    return first, second


@pytest.mark.parametrize("start", range(0, 100, 20))
def test_whatever_was_done_the_merge_verifies_and_does_not_depend_on_which_copy_is_first(start: int) -> None:
    kinds: Counter[str] = Counter()
    for number in range(start, start + 20):
        a, b = two_copies(f"merge {number}")
        kinds[relation(a, b)] += 1
        if relation(a, b) is not Relation.FORKED:
            continue
        found, answers = answered_by_chance(a, b, random.Random(number))
        check_whole(found)
        other = merged(b, a, mirrored(answers), at=TEN)
        assert other.open == ()
        assert other.state == found.state, number
        kinds.update(conflict.kind for conflict in found.conflicts)
        kinds.update(found.outcomes.values())
    assert kinds["forked"] >= 5
    assert kinds["applies"] > kinds["depends"]


def test_branches_at_different_tables_give_what_one_desk_would_have() -> None:
    """The oracle is one desk that has done everything."""
    tried = [_different_tables(f"tables {number}") for number in range(40)]
    assert sum(tried) >= 20


def _different_tables(seed: str) -> bool:
    """Share the open tables of a round among two copies; whether both had some."""
    chance = random.Random(seed)
    event = RandomEvent(seed, chance.choice((8, 9, 16)), 3)
    event.template = chance.choice(("pfs", "open"))
    event.give(event.founding())
    event.populate()
    for _ in range(60):
        if len(missing_results(event.state)) >= 3:
            break
        event.give(event.ordinary())
    desks = [continued(event, f"{seed} {name}") for name in "ab"]
    for each in missing_results(event.state):
        command = event.outcome_of(each.division, each.round, each.table)
        chance.choice(desks).give(command)
        event.give(command)
    a, b = (copy_of(desk.log) for desk in desks)
    if relation(a, b) is not Relation.FORKED:
        return False
    found = merged(a, b, {}, at=TEN)
    assert found.conflicts == ()
    for division in event.state.divisions:
        assert standings_of(found.state, division) == standings_of(event.state, division)
    entered = [each for step in found.added for each in step.events if isinstance(each, ResultEntered)]
    assert len(entered) == found.state.merges[-1].added
    return True


def test_every_kind_of_event_says_what_it_is_about() -> None:
    assert set(facts._READERS) == set(e.Event.__args__)


def test_every_number_of_a_command_is_known_as_one_of_a_person_or_another() -> None:
    """A field that names people under a name that is not known would not follow when they get another number."""
    known = renumbering.PEOPLE | renumbering.PLACES | renumbering.PLAIN
    for command in c.Request.__args__:
        kind = inspect.type_info(command)
        assert isinstance(kind, inspect.StructType)
        for field in kind.fields:
            if _has_number(field.type):
                assert field.name in known, (command, field.name)


def _has_number(kind: inspect.Type) -> bool:
    match kind:
        case inspect.IntType() | inspect.StructType():
            return True
        case inspect.Metadata():
            return _has_number(kind.type)
        case inspect.VarTupleType():
            return _has_number(kind.item_type)
        case inspect.TupleType():
            return any(map(_has_number, kind.item_types))
        case inspect.UnionType():
            return any(map(_has_number, kind.types))
        case _:
            return False
