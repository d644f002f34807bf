"""The conflicts of two branches, and the steps that an answer to each of them leaves out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from mostek.tournament import commands as c
from mostek.tournament.decide import AFTER_THE_END, decide
from mostek.tournament.evolve import evolve
from mostek.tournament.merging.copies import BranchStep, Fork, MergeSide
from mostek.tournament.merging.facts import FactKey, FactKind, are_alike
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament


class MergeChoice(StrEnum):
    """The answer to a conflict."""

    A = "a"
    """What the first copy says."""
    B = "b"
    """What the second copy says."""
    BOTH = "both"
    """Both, where they do not exclude each other."""


EITHER = (MergeChoice.A, MergeChoice.B)
"""The answers to most conflicts."""


class ConflictKind(StrEnum):
    """The kinds of conflicts."""

    VALUE = "value"
    """Both copies say something else of one thing."""
    ROUND = "round"
    """Both have paired a round differently, or one has taken back a round on which the other went on."""
    END = "end"
    """One copy has closed the event, the other went on."""
    TAKEN_BACK = "taken_back"
    """One copy has taken back steps of the common part on which the other went on."""
    STEP = "step"
    """A step of one copy is not possible any more, or leads to something else, after a step of the other."""


class MergeConflict(Struct, frozen=True, kw_only=True):
    """A question to the director."""

    name: str
    """By which the answer is given; the same whichever copy is the first."""
    kind: ConflictKind
    key: FactKey | None = None
    """The thing that it is about, if there is one."""
    steps: Mapping[MergeSide, tuple[int, ...]]
    """The steps of each copy, by their numbers in the files."""
    choices: tuple[MergeChoice, ...] = EITHER
    answer: MergeChoice | None = None
    refused: DeskRefusal | None = None
    """Why a step is not possible any more."""


Answers = Mapping[str, MergeChoice]
"""The answers by the names of conflicts."""


def answer_to(name: str, answers: Answers, choices: tuple[MergeChoice, ...] = EITHER) -> MergeChoice | None:
    """The answer to a conflict, if it is one of those that the conflict has."""
    answer = answers.get(name)
    return answer if answer in choices else None


SETTLED_ON_TOP = frozenset(
    {
        FactKind.SETTING,
        FactKind.PERSON,
        FactKind.RESULT,
        FactKind.REPORT,
        FactKind.PAIR_RULE,
        FactKind.PRIZES,
        FactKind.ADJOURNMENT,
    }
)
"""What the later of two commands settles; of the rest the command that loses is left out."""
_OF_A_ROUND = (
    c.PairRound,
    c.UnpairRound,
    c.AddTable,
    c.StartRound,
    c.NoteArrival,
    c.EnterResult,
    c.ReportResult,
    c.AwardForfeit,
    c.AdjournGame,
    c.CorrectResult,
    c.DeductPoints,
)
"""The commands that make no sense without the round in which they were given."""

Place = tuple[MergeSide, int]
"""A step: its copy, and its number in the file."""


class Histories:
    """The values that each copy states of each thing, one after the other."""

    def __init__(self, fork: Fork, left_out: frozenset[Place]) -> None:
        self.values: dict[MergeSide, dict[FactKey, list[Any]]] = {side: {} for side in MergeSide}
        self.steps: dict[MergeSide, dict[FactKey, list[int]]] = {side: {} for side in MergeSide}
        self.position: dict[tuple[Place, FactKey], int] = {}
        """Which value of a thing a step states, from 0."""
        for side in MergeSide:
            for each in fork.branches[side].steps:
                if (side, each.number) not in left_out:
                    self._read(side, each)

    def _read(self, side: MergeSide, each: BranchStep) -> None:
        for fact in each.facts:
            values = self.values[side].setdefault(fact.key, [])
            if not values or values[-1] != fact.value or fact.key.kind is FactKind.DEDUCTION:
                values.append(fact.value)
            self.position[(side, each.number), fact.key] = len(values) - 1
            self.steps[side].setdefault(fact.key, []).append(each.number)

    def differing(self) -> Iterator[FactKey]:
        """The things of which neither copy knows all that the other says, in the order of the first copy."""
        for key, first in self.values[MergeSide.A].items():
            second = self.values[MergeSide.B].get(key)
            if second is not None and not _begins(first, second) and not _begins(second, first):
                yield key

    def is_last(self, place: Place, key: FactKey) -> bool:
        """Whether a step is the last of its copy about a thing."""
        return self.steps[place[0]][key][-1] == place[1]


def _begins(first: Sequence[Any], second: Sequence[Any]) -> bool:
    """Whether one list is the other, or its beginning."""
    return list(second[: len(first)]) == list(first)


def value_conflicts(found: Histories, fork: Fork, answers: Answers) -> Iterator[MergeConflict]:
    """A conflict for each thing that the copies know differently."""
    for key in found.differing():
        if key.kind is FactKind.ROUND:
            continue  # a conflict of the whole round
        choices = _choices(key, found, fork)
        yield MergeConflict(
            name=key.name,
            kind=ConflictKind.VALUE,
            key=key,
            steps={side: tuple(dict.fromkeys(found.steps[side][key])) for side in MergeSide},
            choices=choices,
            answer=answer_to(key.name, answers, choices),
        )


def _choices(key: FactKey, found: Histories, fork: Fork) -> tuple[MergeChoice, ...]:
    """Two deductions may both be meant, and two new people of one name may be two."""
    both = key.kind is FactKind.DEDUCTION
    if key.kind is FactKind.PERSON and key.where[0] in fork.twins:
        first, second = (found.values[side][key][0] for side in MergeSide)
        both = (first.city, first.club) != (second.city, second.club)
    return tuple(MergeChoice) if both else EITHER


def round_conflicts(fork: Fork, answers: Answers) -> Iterator[tuple[MergeConflict, Mapping[MergeSide, frozenset[int]]]]:
    """The first round of each division that the copies have otherwise, with all steps of each that hang on it."""
    histories = Histories(fork, frozenset())
    keys = {key: None for side in MergeSide for key in histories.values[side] if key.kind is FactKind.ROUND}
    found: dict[str, FactKey] = {}
    for key in sorted(keys, key=lambda each: each.where):
        division, number = key.where
        chains = {side: _chain(fork, side, division, number) for side in MergeSide}
        if division not in found and _clash(key, histories, chains):
            found[division] = key
            steps = {side: tuple(sorted(chains[side])) for side in MergeSide}
            conflict = MergeConflict(
                name=key.name, kind=ConflictKind.ROUND, key=key, steps=steps, answer=answer_to(key.name, answers)
            )
            yield conflict, chains


def _clash(key: FactKey, histories: Histories, chains: Mapping[MergeSide, frozenset[int]]) -> bool:
    """Whether a round of one copy cannot stand beside that of the other."""
    for side in MergeSide:
        own, others = histories.values[side].get(key, []), histories.values[side.other].get(key, [])
        if not _begins(own, others):
            continue
        if len(own) == len(others):
            return False
        # The other copy went further: taken back, paired again. That stands unless this copy went on with the round.
        first = bool(own) or any(each is None for each in others)
        went_on = chains[side] - set(histories.steps[side].get(key, []))
        return first and bool(went_on)
    return True


def _chain(fork: Fork, side: MergeSide, division: str, number: int) -> frozenset[int]:
    """The steps of a copy that belong to a round of a division or to a later one."""
    return frozenset(
        each.number
        for each in fork.branches[side].steps
        if not each.is_known and isinstance(each.step.command, _OF_A_ROUND) and _is_of(each, division, number)
    )


def _is_of(each: BranchStep, division: str, number: int) -> bool:
    return any(
        getattr(event, "division", None) == division and getattr(event, "round", 0) >= number
        for event in each.step.events
    )


def end_conflict(
    fork: Fork, left_out: frozenset[Place], answers: Answers
) -> tuple[MergeConflict, frozenset[Place]] | None:
    """The conflict where one copy has closed the event and the other has steps that only an open event takes.

    With it come the steps that an answer for the closing leaves out.
    """
    histories = Histories(fork, left_out)
    key = FactKey(FactKind.END)
    closing = [side for side in MergeSide if key in histories.values[side]]
    if len(closing) != 1:
        return None
    (side,) = closing
    known = histories.values[side]
    late = [
        each
        for each in fork.branches[side.other].steps
        if (side.other, each.number) not in left_out
        and not each.is_known
        and not isinstance(each.step.command, AFTER_THE_END)
        and not all(fact.key in known for fact in each.facts if fact.is_main)
    ]
    if not late:
        return None
    steps = {side: tuple(histories.steps[side][key]), side.other: tuple(each.number for each in late)}
    conflict = MergeConflict(
        name=key.name, kind=ConflictKind.END, key=key, steps=steps, answer=answer_to(key.name, answers)
    )
    return conflict, frozenset((each.side, each.number) for each in late)


def taken_back_conflict(fork: Fork, answers: Answers) -> tuple[MergeConflict | None, frozenset[Place]]:
    """The steps of the common part that one copy has taken back; a conflict if the other went on from them."""
    for side in MergeSide:
        common = [each for each in fork.branches[side].steps if each.is_common]
        if not common:
            continue
        places = frozenset((side, each.number) for each in common)
        later = [each for each in fork.branches[side].steps if not each.is_common]
        dependent = _dependent(fork.start, later)
        if not dependent:
            return None, places
        steps = {side: (*(each.number for each in common), *dependent), side.other: ()}
        name = f"taken_back/{common[0].head[:12]}"
        answer = answer_to(name, answers)
        return MergeConflict(name=name, kind=ConflictKind.TAKEN_BACK, steps=steps, answer=answer), places
    return None, frozenset()


def _dependent(start: Tournament, later: Sequence[BranchStep]) -> tuple[int, ...]:
    """The later steps that would not be what they are without the steps that were taken back."""
    state = start
    found = []
    for each in later:
        command = each.step.command
        assert not isinstance(command, c.Undo), "a step that is in force"
        try:
            decided = decide(state, command)
        except (LookupError, ValueError, AttributeError):
            decided = ()
        if isinstance(decided, DeskRefusal) or not are_alike(decided, each.step.events):
            found.append(each.number)
            continue
        for event in decided:
            state = evolve(state, event)
    return tuple(found)
