"""The merge of two copies of an event: the steps to add, what each step of either copy comes to, and what must be answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from mostek.tournament.commands import MergeCopies, Undo
from mostek.tournament.decide import Step, decide, in_force, state_after
from mostek.tournament.events import EntrantEntered, Undone
from mostek.tournament.merging.conflicts import (
    EITHER,
    Answers,
    ConflictKind,
    Histories,
    MergeChoice,
    MergeConflict,
    Place,
    answer_to,
    end_conflict,
    round_conflicts,
    taken_back_conflict,
    value_conflicts,
)
from mostek.tournament.merging.copies import BranchStep, EventCopy, Fork, MergeSide, Relation, fork_of, relation
from mostek.tournament.merging.facts import FactKey, FactKind
from mostek.tournament.merging.replaying import MergeReplay, MergeRules, StepOutcome, StoppedStep
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament


class MergedEvent(Struct, frozen=True):
    """The result of a merge."""

    fork: Fork
    continued: MergeSide
    """The copy whose file goes on."""
    added: tuple[Step, ...]
    """The steps to write after it, the record of the merge among them."""
    state: Tournament
    conflicts: tuple[MergeConflict, ...]
    """All conflicts, those that were answered among them."""
    outcomes: Mapping[Place, StepOutcome]
    """What each step after the common part comes to, by its copy and its number there."""
    numbers: Mapping[MergeSide, Mapping[int, int]]
    """Who has another starting number than in a copy: the number there, and the number in the merged event."""

    @property
    def open(self) -> tuple[MergeConflict, ...]:
        """The conflicts that wait for an answer. Until then they count as answered for the first copy."""
        return tuple(each for each in self.conflicts if each.answer is None)


def merged(
    a: EventCopy, b: EventCopy, answers: Answers, *, at: datetime, by: str = "", reason: str = "merge"
) -> MergedEvent:
    """Merge two copies of an event that went on separately.

    What both say is there once; what only one says is given again and judged again. An open conflict counts as answered for
    the first copy. The result depends on the copies and the answers, not on which copy is the first.

    Args:
        a: the first copy.
        b: the second copy; their `relation` is `FORKED`.
        answers: the answers to conflicts, by name. An answer may lead to further conflicts.
        at: the time of the merge.
        by: who merges.
        reason: the reason in the log for corrections that the merge makes.

    Returns:
        The steps to add to one of the two, with all conflicts.

    Raises:
        ValueError: the two have not both gone on, or are of two events.
    """
    if relation(a, b) is not Relation.FORKED:
        raise ValueError("two copies that did not both go on")
    fork = fork_of(a, b)
    apart = {name: both for name, both in fork.twins.items() if answers.get(_question(name)) is MergeChoice.BOTH}
    if apart:
        fork = fork_of(a, b, frozenset(apart))
    return _Merging(fork, apart, answers, at, by, reason).result()


def _question(name: str) -> str:
    """The name of the conflict about a new person in both copies."""
    return FactKey(FactKind.PERSON, (name,)).name


class _Merging:
    """The work on one merge."""

    def __init__(
        self, fork: Fork, apart: Mapping[str, tuple[int, int]], answers: Answers, at: datetime, by: str, reason: str
    ) -> None:
        self.fork = fork
        self.answers = answers
        self.at, self.by, self.reason = at, by, reason
        self.conflicts: list[MergeConflict] = []
        self.left_out: set[Place] = set()
        self.allowed: set[Place] = set()
        self._whole_conflicts()
        self.histories = Histories(fork, frozenset(self.left_out))
        values = list(value_conflicts(self.histories, fork, answers))
        self.winners = {each.key: self._answer(each) for each in values if each.key is not None}
        self.conflicts += values
        self.conflicts += [self._two_people(name, numbers) for name, numbers in apart.items()]

    def _answer(self, conflict: MergeConflict) -> MergeChoice:
        return conflict.answer or MergeChoice.A

    def _whole_conflicts(self) -> None:
        """The conflicts of many steps at once: what is taken back, rounds, the end."""
        found, places = taken_back_conflict(self.fork, self.answers)
        side = next((each for each, _ in places), MergeSide.A)
        if found is None or self._answer(found).value != side.value:
            self.left_out |= places
        if found is not None:
            self.conflicts.append(found)
        for conflict, chains in round_conflicts(self.fork, self.answers):
            self.conflicts.append(conflict)
            loser = MergeSide(self._answer(conflict).value).other
            self.left_out |= {(loser, number) for number in chains[loser]}
        ending = end_conflict(self.fork, frozenset(self.left_out), self.answers)
        if ending is None:
            return
        conflict, late = ending
        self.conflicts.append(conflict)
        closing = next(iter(late))[0].other
        if self._answer(conflict).value == closing.value:
            self.left_out |= late
        else:
            self.left_out |= {(closing, number) for number in conflict.steps[closing]}

    def _two_people(self, name: str, numbers: tuple[int, int]) -> MergeConflict:
        """The answered conflict about new people of one name who are two."""
        steps = {
            side: tuple(each.number for each in self.fork.branches[side].steps if _enters(each, number))
            for side, number in zip(MergeSide, numbers, strict=True)
        }
        return MergeConflict(
            name=_question(name),
            kind=ConflictKind.VALUE,
            key=FactKey(FactKind.PERSON, (name,)),
            steps=steps,
            choices=tuple(MergeChoice),
            answer=MergeChoice.BOTH,
        )

    def result(self) -> MergedEvent:
        """Give the steps in the order that leaves the fewest questions, until no answer changes anything."""
        most = sum(len(branch.steps) for branch in self.fork.branches.values()) + 1
        for _ in range(most):
            order, replay = self._best()
            if not self._answered(order, replay):
                break
        return self._written(replay)

    def _best(self) -> tuple[list[BranchStep], MergeReplay]:
        tried: list[tuple[list[BranchStep], MergeReplay]] = []
        for order in self._orders():
            if len(tried) > 1 and min(self._cost(each[1])[:2] for each in tried) == (0, 0):
                break  # the order of time is not needed
            tried.append((order, self._replayed(order)))
        return min(tried, key=lambda each: self._cost(each[1]))

    def _orders(self) -> Iterator[list[BranchStep]]:
        a, b = (list(self.fork.branches[side].steps) for side in MergeSide)
        if self.fork.resumed is not None:
            yield a + b if self.fork.resumed is MergeSide.A else b + a
            return
        yield a + b
        yield b + a
        yield _by_time(a, b)

    def _replayed(self, order: Sequence[BranchStep], without: frozenset[Place] = frozenset()) -> MergeReplay:
        rules = MergeRules(
            left_out=frozenset(self.left_out | without),
            winners=self.winners,
            allowed=frozenset(self.allowed),
            at=self.at,
            by=self.by,
            reason=self.reason,
        )
        replay = MergeReplay(self.fork, self.histories, rules)
        for each in order:
            replay.give(each)
        return replay

    def _cost(self, replay: MergeReplay) -> tuple[int, int, int, int, str]:
        """An order is better with fewer obstacles, then with less to take back, then to add; the rest decides ties."""
        soft = sum(each.is_soft for each in replay.obstacles)
        side, length = self._base(replay)
        copy = self.fork.copy_of(side)
        undone = len(in_force(copy.steps)) - length
        added = len(self.fork.shared) + len(replay.steps) - length
        lost = sum(each is StepOutcome.DEPENDS for each in replay.outcomes.values())
        return (len(replay.obstacles) - soft + lost, soft, undone, added, copy.heads[-1])

    def _base(self, replay: MergeReplay) -> tuple[MergeSide, int]:
        """The copy from which less must be taken back, and how many of its steps in force stand."""
        plan = (*self.fork.shared, *replay.steps)
        found = []
        for side in MergeSide:
            copy = self.fork.copy_of(side)
            standing = in_force(copy.steps)
            length = _alike(standing, plan)
            left = len(standing) - length + len(plan) - length
            found.append((len(standing) - length, left, copy.heads[-1], side, length))
        _, _, _, side, length = min(found)
        return side, length

    def _answered(self, order: Sequence[BranchStep], replay: MergeReplay) -> bool:
        """Find the first obstacle that can be answered, and follow the answer; whether the steps must be given again."""
        for obstacle in replay.obstacles:
            step = obstacle.step
            place = (step.side, step.number)
            blocker = self._blocker(order, step)
            if blocker is None:
                replay.outcomes[place] = StepOutcome.DEPENDS
                continue
            conflict = self._step_conflict(obstacle, blocker)
            if conflict.name not in {each.name for each in self.conflicts}:
                self.conflicts.append(conflict)
            choice = self._answer(conflict)
            if choice is MergeChoice.BOTH:
                self.allowed.add(place)
            elif choice.value == step.side.value:
                self.left_out.add((blocker.side, blocker.number))
            else:
                self.left_out.add(place)
            return True
        return False

    def _step_conflict(self, obstacle: StoppedStep, blocker: BranchStep) -> MergeConflict:
        step = obstacle.step
        name = f"step/{step.head[:12]}"
        choices = tuple(MergeChoice) if obstacle.is_soft else EITHER
        return MergeConflict(
            name=name,
            kind=ConflictKind.STEP,
            steps={step.side: (step.number,), blocker.side: (blocker.number,)},
            choices=choices,
            answer=answer_to(name, self.answers, choices),
            refused=obstacle.refused,
        )

    def _blocker(self, order: Sequence[BranchStep], step: BranchStep) -> BranchStep | None:
        """The step of the other copy after which a step is no more possible; `None` if it is not possible without it either."""
        upto = order[: order.index(step) + 1]
        others = [each for each in upto if each.side is not step.side and not each.is_known]
        others = [each for each in others if (each.side, each.number) not in self.left_out]
        place = (step.side, step.number)

        def is_stopped(count: int) -> bool:
            without = frozenset((each.side, each.number) for each in others[count:])
            return self._replayed(upto, without).outcomes.get(place) in (StepOutcome.CONFLICTS, StepOutcome.DEPENDS)

        if not others or is_stopped(0):
            return None
        low, high = 0, len(others)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if is_stopped(middle) else (middle, high)
        return others[low]

    def _written(self, replay: MergeReplay) -> MergedEvent:
        """The steps that make the file of one copy that of the merged event."""
        side, length = self._base(replay)
        base, taken = self.fork.copy_of(side), self.fork.copy_of(side.other)
        plan = (*self.fork.shared, *replay.steps)
        steps = base.steps
        for _ in range(len(in_force(steps)) - length):
            undone = Undo(at=self.at, by=self.by, reason=self.reason)
            steps = (*steps, Step(undone, (Undone(reason=self.reason),)))
        rest = plan[length:]
        numbers = {each: _moved(replay.numbers[each]) for each in MergeSide}
        record = MergeCopies(
            at=self.at,
            by=self.by,
            common=self.fork.common,
            continued=base.end,
            taken=taken.end,
            added=len(rest),
            left_out=tuple(self._left_out(replay, side.other)),
            numbers=tuple(sorted(numbers[side.other].items())),
        )
        recorded = decide(state_after(steps), record)
        assert not isinstance(recorded, DeskRefusal), "two copies that differ"
        steps = (*steps, Step(record, recorded), *rest)
        state = state_after(steps)
        assert state is not None, "the founding is never undone"
        return MergedEvent(
            fork=self.fork,
            continued=side,
            added=steps[len(base.steps) :],
            state=state,
            conflicts=tuple(self.conflicts),
            outcomes=replay.outcomes,
            numbers=numbers,
        )

    def _left_out(self, replay: MergeReplay, side: MergeSide) -> Iterator[int]:
        for each in self.fork.branches[side].steps:
            if replay.outcomes[side, each.number] not in (StepOutcome.APPLIES, StepOutcome.OVERRULED):
                yield each.number


def _alike(first: Sequence[Step], second: Sequence[Step]) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((n for n, (x, y) in pairs if x != y), min(len(first), len(second)))


def _enters(each: BranchStep, number: int) -> bool:
    return any(isinstance(event, EntrantEntered) and event.entrant.number == number for event in each.step.events)


def _by_time(a: list[BranchStep], b: list[BranchStep]) -> list[BranchStep]:
    """Both in the order in which they happened; each copy in its own order."""
    found: list[BranchStep] = []
    left = {MergeSide.A: list(reversed(a)), MergeSide.B: list(reversed(b))}
    while any(left.values()):
        heads = [steps[-1] for steps in left.values() if steps]
        first = min(heads, key=lambda each: (each.step.command.at, each.head))
        found.append(left[first.side].pop())
    return found


def _moved(numbers: Mapping[int, int]) -> dict[int, int]:
    return {there: here for there, here in numbers.items() if there != here}
