"""Two copies of an event: how they are related, and the branches that each has added to their common part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from mostek.tournament.commands import CreateTournament, MergeCopies
from mostek.tournament.decide import Step, in_force, state_after
from mostek.tournament.entrants import Entrant
from mostek.tournament.events import EntrantEntered
from mostek.tournament.evolve import evolve
from mostek.tournament.merging.facts import StatedFact, Who, facts_of
from mostek.tournament.state import CopyHead, Tournament


class MergeSide(StrEnum):
    """One of the two copies."""

    A = "a"
    B = "b"

    @property
    def other(self) -> MergeSide:
        """The other copy."""
        return MergeSide.B if self is MergeSide.A else MergeSide.A


class EventCopy(Struct, frozen=True):
    """A copy of an event, as its file tells it."""

    steps: tuple[Step, ...]
    heads: tuple[str, ...]
    """The hash of the file after each step."""
    key: str | None = None
    """The public key in the first line of the file."""

    @property
    def end(self) -> CopyHead:
        """The end of the copy, by which it is known."""
        return CopyHead(head=self.heads[-1], steps=len(self.steps), key=self.key)


class Relation(StrEnum):
    """The relation of two files."""

    SAME = "same"
    A_IS_LONGER = "a_is_longer"
    """The first has all steps of the second, and more."""
    B_IS_LONGER = "b_is_longer"
    FORKED = "forked"
    """Both went on after their common part."""
    OTHER_EVENT = "other_event"


def common_steps(a: EventCopy, b: EventCopy) -> int:
    """The number of steps, from the first, that both copies have."""
    pairs = enumerate(zip(a.steps, b.steps, strict=False))
    return next((n for n, (x, y) in pairs if x != y), min(len(a.steps), len(b.steps)))


def relation(a: EventCopy, b: EventCopy) -> Relation:
    """The relation of two files of tournaments, each with one step or more.

    Args:
        a: one file.
        b: the other file.

    Returns:
        Whether they are of one event, and whether one has all that the other has, also through an earlier merge.
    """
    common = common_steps(a, b)
    if not common or not isinstance(a.steps[0].command, CreateTournament):
        return Relation.OTHER_EVENT
    if common == len(a.steps) == len(b.steps):
        return Relation.SAME
    if common == len(b.steps) or b.heads[-1] in _taken_heads(a):
        return Relation.A_IS_LONGER
    if common == len(a.steps) or a.heads[-1] in _taken_heads(b):
        return Relation.B_IS_LONGER
    return Relation.FORKED


class BranchStep(Struct, frozen=True):
    """A step that is in force in one copy after the common part."""

    side: MergeSide
    number: int
    """Its number in the file, from 1."""
    head: str
    """The hash of the file after it."""
    step: Step
    before: Tournament
    """The event in this copy before the step."""
    after: Tournament
    facts: tuple[StatedFact, ...]
    """What it says of the event, people named alike in both copies; empty if the other copy took it in earlier."""
    is_common: bool
    """Whether the other copy had the step too, and took it back."""
    is_known: bool
    """Whether the other copy took it in by an earlier merge."""


class Branch(Struct, frozen=True):
    """The steps that one copy has added."""

    side: MergeSide
    steps: tuple[BranchStep, ...]
    numbers: Mapping[int, int]
    """The starting numbers of this copy at the beginning of the branch, and the numbers in the merged event."""


class Fork(Struct, frozen=True):
    """Two copies that went on separately."""

    a: EventCopy
    b: EventCopy
    common: int
    """How many steps, from the first, both files have."""
    shared: tuple[Step, ...]
    """The steps that are in force in both."""
    start: Tournament
    """The event after them."""
    branches: Mapping[MergeSide, Branch]
    names: Mapping[MergeSide, Who]
    """What the people of each copy are called in conflicts."""
    twins: Mapping[str, tuple[int, int]]
    """New people whom both copies have entered: the numbers in either, by the name that conflicts are known by."""
    resumed: MergeSide | None = None
    """The copy that had taken in the beginning of the other; the merge goes on in its file."""

    def copy_of(self, side: MergeSide) -> EventCopy:
        """The copy of a side."""
        return self.a if side is MergeSide.A else self.b

    def numbered(self, side: MergeSide, number: int) -> BranchStep:
        """The step of a branch by its number in the file."""
        return next(each for each in self.branches[side].steps if each.number == number)


def fork_of(a: EventCopy, b: EventCopy, apart: frozenset[str] = frozenset()) -> Fork:
    """The branches of two copies that are `FORKED`.

    Args:
        a: one copy.
        b: the other copy.
        apart: the names of new people in both copies who are two people and not one.
    """
    common = common_steps(a, b)
    effective = {MergeSide.A: _effective(a), MergeSide.B: _effective(b)}
    pairs = zip(effective[MergeSide.A], effective[MergeSide.B], strict=False)
    length = 0
    for (first, _), (second, _) in pairs:
        if first != second or first > common:
            break
        length += 1
    shared = tuple(step for _, step in effective[MergeSide.A][:length])
    start = state_after(shared)
    assert start is not None, "the founding is never undone"
    resumed = _Resumed.of(a, b, common) or _Resumed.of(b, a, common)
    side = None if resumed is None else MergeSide.A if resumed.into is a else MergeSide.B
    known: dict[MergeSide, frozenset[int]] = dict.fromkeys(MergeSide, frozenset())
    rest = {each: found[length:] for each, found in effective.items()}
    numbers = {each: {number: number for number in start.entrants} for each in MergeSide}
    if resumed is not None and side is not None:
        known[side] = resumed.known
        rest[side.other] = [(n, step) for n, step in effective[side.other] if n > resumed.upto]
        begun = state_after(resumed.source.steps[: resumed.upto])
        assert begun is not None, "a copy that was taken in had been founded"
        numbers[side.other] = {number: resumed.numbers.get(number, number) for number in begun.entrants}
    who, twins = _people(rest, known, numbers, start, side, apart)
    branches = {}
    for each, copy in ((MergeSide.A, a), (MergeSide.B, b)):
        before = start
        if resumed is not None and each is not side:
            before = state_after(resumed.source.steps[: resumed.upto]) or start
        steps = tuple(_branch_steps(each, copy, rest[each], before, common, known[each], who[each]))
        branches[each] = Branch(each, steps, numbers[each])
    return Fork(a, b, common, shared, start, branches, who, twins, side)


class _Resumed(Struct, frozen=True):
    """A merge that one copy has made with an earlier state of the other."""

    into: EventCopy
    source: EventCopy
    upto: int
    """How many steps of the source were taken in."""
    known: frozenset[int]
    """The steps of `into` that came from the source, with the record itself."""
    numbers: Mapping[int, int]

    @classmethod
    def of(cls, into: EventCopy, source: EventCopy, common: int) -> _Resumed | None:
        places = {head: number for number, head in enumerate(source.heads, 1)}
        for number, step in reversed(_effective(into)):
            if number <= common or not isinstance(step.command, MergeCopies):
                continue
            upto = places.get(step.command.taken.head)
            if upto is None or not _is_intact(source, upto):
                continue
            known = frozenset(range(number, number + step.command.added + 1))
            return cls(into, source, upto, known, dict(step.command.numbers))
        return None


def _is_intact(copy: EventCopy, upto: int) -> bool:
    """Whether nothing of the first steps was taken back later."""
    early = in_force(copy.steps[:upto])
    return in_force(copy.steps)[: len(early)] == early


def _effective(copy: EventCopy) -> list[tuple[int, Step]]:
    """The steps in force with their numbers in the file."""
    numbers = {id(step): number for number, step in enumerate(copy.steps, 1)}
    return [(numbers[id(step)], step) for step in in_force(copy.steps)]


def _taken_heads(copy: EventCopy) -> frozenset[str]:
    """The ends of the copies that a file has taken in."""
    merges = (step.command for _, step in _effective(copy) if isinstance(step.command, MergeCopies))
    return frozenset(each.taken.head for each in merges)


def _branch_steps(
    side: MergeSide,
    copy: EventCopy,
    steps: list[tuple[int, Step]],
    before: Tournament,
    common: int,
    known: frozenset[int],
    who: Who,
) -> Iterator[BranchStep]:
    for number, step in steps:
        facts: list[StatedFact] = []
        after = before
        for event in step.events:
            facts.extend(facts_of(event, step.command, after, who))
            after = evolve(after, event)
        is_known = number in known
        yield BranchStep(
            side=side,
            number=number,
            head=copy.heads[number - 1],
            step=step,
            before=before,
            after=after,
            facts=() if is_known else tuple(facts),
            is_common=number <= common,
            is_known=is_known,
        )
        before = after


def _people(
    rest: Mapping[MergeSide, list[tuple[int, Step]]],
    known: Mapping[MergeSide, frozenset[int]],
    numbers: Mapping[MergeSide, Mapping[int, int]],
    start: Tournament,
    resumed: MergeSide | None,
    apart: frozenset[str],
) -> tuple[Mapping[MergeSide, Who], Mapping[str, tuple[int, int]]]:
    """How people are called in conflicts: shared ones by their number, new ones by their name; and who is new in both."""
    new = {side: _entered(rest[side], frozenset()) for side in MergeSide}
    called: dict[MergeSide, dict[int, str]] = {side: {} for side in MergeSide}
    twins: dict[str, tuple[int, int]] = {}
    taken: set[str] = set()
    unknown = _entered(rest[MergeSide.A], known[MergeSide.A]), _entered(rest[MergeSide.B], known[MergeSide.B])
    for first, second in _matched(*unknown):
        name = _free_name(min(first.person.name, second.person.name), taken)
        if name in apart:
            continue
        twins[name] = (first.number, second.number)
        called[MergeSide.A][first.number] = called[MergeSide.B][second.number] = name
    for side in MergeSide:
        for each in new[side]:
            if each.number not in called[side]:
                parts = filter(None, (each.person.name, each.person.city, each.person.club))
                called[side][each.number] = _free_name(", ".join(parts), taken)
    if resumed is not None:
        here, there = called[resumed], called[resumed.other]
        for number, merged in numbers[resumed.other].items():
            if merged in here:
                there[number] = here[merged]
    names: dict[MergeSide, Who] = {}
    for side in MergeSide:
        names[side] = _Names(called[side], numbers[side])
    return names, twins


class _Names:
    """The names of the people of a copy in conflicts."""

    def __init__(self, called: Mapping[int, str], numbers: Mapping[int, int]) -> None:
        self._called = called
        self._numbers = numbers

    def __call__(self, number: int) -> str:
        return self._called.get(number) or str(self._numbers.get(number, number))


def _free_name(name: str, taken: set[str]) -> str:
    found, place = name, 1
    while found in taken:
        place += 1
        found = f"{name} ({place})"
    taken.add(found)
    return found


def _entered(steps: list[tuple[int, Step]], known: frozenset[int]) -> list[Entrant]:
    return [
        event.entrant
        for number, step in steps
        if number not in known
        for event in step.events
        if isinstance(event, EntrantEntered)
    ]


def _matched(first: list[Entrant], second: list[Entrant]) -> Iterator[tuple[Entrant, Entrant]]:
    """The pairs of new entries that are of one person: of one name and division, in no other city or club."""
    left = list(second)
    for rule in (_same, _alike):
        for one in first:
            other = next((each for each in left if rule(one, each)), None)
            if other is not None:
                left.remove(other)
                first = [each for each in first if each is not one]
                yield one, other


def _same(first: Entrant, second: Entrant) -> bool:
    one, other = _details(first), _details(second)
    return one == other


def _alike(first: Entrant, second: Entrant) -> bool:
    one, other = _details(first), _details(second)
    return one[:2] == other[:2] and all(not x or not y or x == y for x, y in zip(one[2:], other[2:], strict=True))


def _details(entrant: Entrant) -> tuple[Any, ...]:
    person = entrant.person
    return entrant.division, person.name.casefold(), person.city.casefold(), person.club.casefold()
