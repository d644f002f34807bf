"""Two copies of an event in memory that go on separately, and what must hold of their merge."""

from __future__ import annotations

import random
from collections.abc import Mapping

from mostek.app.tournaments import Desk
from mostek.store.hash_chain import stated
from mostek.tournament.decide import Step, decide_next, state_after
from mostek.tournament.merging.conflicts import MergeChoice
from mostek.tournament.merging.copies import EventCopy, MergeSide
from mostek.tournament.merging.merge import MergedEvent, merged
from tournament.desk.hall import TEN, Hall, KeptInMemory

MIRRORED = {MergeChoice.A: MergeChoice.B, MergeChoice.B: MergeChoice.A, MergeChoice.BOTH: MergeChoice.BOTH}


def copied_log(log: KeptInMemory) -> KeptInMemory:
    """The same bytes once more."""
    copy = KeptInMemory()
    copy.data, copy._head, copy._count = bytearray(log.data), log._head, log._count
    return copy


def split(hall: Hall) -> tuple[Hall, Hall]:
    """Two halls that go on from one log; in the second everything happens a minute later."""
    halls = []
    for _ in range(2):
        copy = Hall.__new__(Hall)
        copy.log = copied_log(hall.log)
        copy.desk = Desk(copy.log)
        copy.now = hall.now
        halls.append(copy)
    first, second = halls
    second.later(1)
    return first, second


def copy_of(log: KeptInMemory) -> EventCopy:
    lines = bytes(log.data).split(b"\n")[1:-1]
    return EventCopy(log.read(), tuple(stated(line) for line in lines))


def whole(found: MergedEvent) -> tuple[Step, ...]:
    """All steps of the merged file."""
    return (*found.fork.copy_of(found.continued).steps, *found.added)


def merge_of(first: Hall, second: Hall, answers: Mapping[str, str] | None = None) -> MergedEvent:
    """The merge with these answers, which leave no question open; every step follows from its command."""
    given = {name: MergeChoice(choice) for name, choice in (answers or {}).items()}
    found = merged(copy_of(first.log), copy_of(second.log), given, at=TEN)
    assert found.open == (), [each.name for each in found.open]
    assert {each.name for each in found.conflicts} == given.keys()
    check_whole(found)
    other = merged(copy_of(second.log), copy_of(first.log), mirrored(given), at=TEN)
    assert other.state == found.state
    return found


def questions(first: Hall, second: Hall) -> list[str]:
    """The names of the conflicts that are asked."""
    return [each.name for each in merged(copy_of(first.log), copy_of(second.log), {}, at=TEN).open]


def answered_by_chance(a: EventCopy, b: EventCopy, chance: random.Random) -> tuple[MergedEvent, dict[str, MergeChoice]]:
    """Answer one question after the other until there is none."""
    answers: dict[str, MergeChoice] = {}
    while True:
        found = merged(a, b, answers, at=TEN)
        if not found.open:
            return found, answers
        question = found.open[0]
        assert question.name not in answers
        answers[question.name] = chance.choice(question.choices)


def mirrored(answers: Mapping[str, MergeChoice]) -> dict[str, MergeChoice]:
    return {name: MIRRORED[choice] for name, choice in answers.items()}


def check_whole(found: MergedEvent) -> None:
    """Each step of the merged log follows from its command, and the log tells the merged event."""
    steps = whole(found)
    for number, step in enumerate(steps):
        assert decide_next(steps[:number], state_after(steps[:number]), step.command) == step.events, number
    assert state_after(steps) == found.state
    base = found.fork.copy_of(found.continued)
    assert steps[: len(base.steps)] == base.steps
    placed = [(side, each.number) for side in MergeSide for each in found.fork.branches[side].steps]
    assert sorted(found.outcomes) == sorted(placed)
