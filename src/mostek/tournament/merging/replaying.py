"""Giving the steps of both branches again, in one order: what each of them comes to in the merged event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mostek.tournament import commands as c
from mostek.tournament import events as e
from mostek.tournament.decide import Step, decide
from mostek.tournament.evolve import evolve
from mostek.tournament.merging.conflicts import SETTLED_ON_TOP, Histories, MergeChoice, Place
from mostek.tournament.merging.copies import BranchStep, Fork, MergeSide
from mostek.tournament.merging.facts import FactKey, FactKind, StatedFact
from mostek.tournament.merging.renumbering import renumbered, seated_as, table_of
from mostek.tournament.refusals import DeskReason, DeskRefusal
from mostek.tournament.state import Played, TableResult, Tournament


class StepOutcome(StrEnum):
    """The fate of a step of a copy in the merged event."""

    APPLIES = "applies"
    KNOWN = "known"
    """The other copy says the same already, or says more."""
    OVERRULED = "overruled"
    """It stands in the log, and what the other copy says comes after it."""
    LEFT_OUT = "left_out"
    """The answer to a conflict was for the other copy."""
    DEPENDS = "depends"
    """It needs a step that is left out."""
    CONFLICTS = "conflicts"
    """It waits for the answer to a conflict."""


class StoppedStep(Struct, frozen=True):
    """A step that is not possible any more, or leads to something else than in its copy."""

    step: BranchStep
    refused: DeskRefusal | None
    is_soft: bool = False
    """Whether it can be given all the same, with what follows from it now."""


class MergeRules(Struct, frozen=True):
    """The answers to the conflicts, as they concern single steps."""

    left_out: frozenset[Place]
    """The steps that are not given."""
    winners: Mapping[FactKey, MergeChoice]
    """Who is right about the things that the copies know differently."""
    allowed: frozenset[Place]
    """The steps that are given though they lead to something else now."""
    at: datetime
    by: str
    reason: str
    """The reason in the log for what the merge itself commands."""


class MergeReplay:
    """The merged event, step by step."""

    def __init__(self, fork: Fork, histories: Histories, rules: MergeRules) -> None:
        self.state: Tournament = fork.start
        self.steps: list[Step] = []
        self.outcomes: dict[Place, StepOutcome] = {}
        self.obstacles: list[StoppedStep] = []
        self.numbers: dict[MergeSide, dict[int, int]] = {
            side: dict(branch.numbers) for side, branch in fork.branches.items()
        }
        self._fork = fork
        self._histories = histories
        self._rules = rules
        self._applied: dict[MergeSide, dict[FactKey, int]] = {side: {} for side in MergeSide}
        """How many values of a thing each copy has given."""
        self._decided: set[FactKey] = set()
        """The things of which the winner has spoken."""
        self._twins = {
            side: {pair[place]: name for name, pair in fork.twins.items()} for place, side in enumerate(MergeSide)
        }
        self._twin_numbers: dict[str, int] = {}

    def give(self, each: BranchStep) -> None:
        """Give the next step of a copy."""
        place = (each.side, each.number)
        if place in self._rules.left_out:
            self.outcomes[place] = StepOutcome.LEFT_OUT
            return
        main = [fact for fact in each.facts if fact.is_main]
        live, outcome = self._live(place, main)
        if main and not live:
            self.outcomes[place] = outcome
            self._note_twin(each)
            self._settle(place, each)
        elif each.before is self.state and len(live) == len(main):
            self._keep(each, each.step, place, each.after)
        else:
            self._judge(place, each, live)

    def _judge(self, place: Place, each: BranchStep, live: Sequence[StatedFact]) -> None:
        command = renumbered(self._trimmed(each, live), self.numbers[each.side], each.before, self.state)
        if command is None:
            self.outcomes[place] = StepOutcome.DEPENDS
            return
        assert not isinstance(command, c.Undo), "a step that is in force"
        decided = decide(self.state, command)
        if isinstance(decided, DeskRefusal):
            if self._settle(place, each):
                self.outcomes[place] = StepOutcome.APPLIES
            elif isinstance(command, c.ReportResult) and decided.reason is DeskReason.RESULT_THERE:
                self.outcomes[place] = StepOutcome.KNOWN
            else:
                self._stop(place, each, decided)
            return
        if self._differs(each, decided):
            self._stop(place, each, None)
            return
        if self._surprises(each, decided) and place not in self._rules.allowed:
            self._stop(place, each, None, is_soft=True)
            return
        self._keep(each, Step(command, decided), place)

    def _live(self, place: Place, main: Sequence[StatedFact]) -> tuple[list[StatedFact], StepOutcome]:
        """The facts for which a step is to be given, and what it comes to if there is none."""
        live = [fact for fact in main if self._is_live(place, fact.key)]
        lost = any(self._loses(place, fact.key) for fact in main)
        return live, StepOutcome.LEFT_OUT if lost else StepOutcome.KNOWN

    def _loses(self, place: Place, key: FactKey) -> bool:
        winner = self._rules.winners.get(key)
        return winner is not None and winner.value == place[0].other.value

    def _is_live(self, place: Place, key: FactKey) -> bool:
        """Whether a copy still has something to say of a thing."""
        others = self._applied[place[0].other].get(key, 0)
        if self._loses(place, key):
            return key.kind in SETTLED_ON_TOP and key not in self._decided
        if key not in self._rules.winners:
            return self._histories.position[place, key] >= others
        # The result of the other copy stands already: only the last one of this copy corrects it.
        return key.kind is not FactKind.RESULT or not others or self._histories.is_last(place, key)

    def _trimmed(self, each: BranchStep, live: Sequence[StatedFact]) -> c.Request:
        """The command without the part that is known or given up."""
        command = each.step.command
        match command:
            case c.ChooseSettings():
                names = {fact.key.where[0] for fact in live}
                return replace(command, settings={k: v for k, v in command.settings.items() if k in names})
            case c.CheckIn() | c.CheckOut():
                who = {fact.key.where[-1] for fact in live}
                named = self._fork.names[each.side]
                return replace(command, numbers=tuple(n for n in command.numbers if named(n) in who))
            case _:
                return command

    def _differs(self, each: BranchStep, decided: tuple[e.Event, ...]) -> bool:
        """Whether a round would be paired otherwise than it was published."""
        before = next((event for event in each.step.events if isinstance(event, e.RoundPaired)), None)
        after = next((event for event in decided if isinstance(event, e.RoundPaired)), None)
        if before is None or after is None:
            return False
        numbers = self.numbers[each.side]
        try:
            tables = tuple(tuple(numbers[n] for n in table) for table in before.tables)
            byes = tuple(numbers[n] for n in before.byes)
        except LookupError:
            return True
        return (tables, byes, before.round) != (after.tables, after.byes, after.round)

    def _surprises(self, each: BranchStep, decided: tuple[e.Event, ...]) -> bool:
        """Whether a game is lost by forfeit that was not lost in the copy."""
        return _has_result(decided) and not _has_result(each.step.events)

    def _stop(self, place: Place, each: BranchStep, refused: DeskRefusal | None, is_soft: bool = False) -> None:
        self.outcomes[place] = StepOutcome.CONFLICTS
        self.obstacles.append(StoppedStep(each, refused, is_soft))

    def _keep(self, each: BranchStep, step: Step, place: Place, after: Tournament | None = None) -> None:
        for event in () if after is not None else step.events:
            self.state = evolve(self.state, event)
        self.state = after or self.state
        self.steps.append(step)
        self.outcomes[place] = StepOutcome.APPLIES
        self._note_numbers(each, step)
        for fact in each.facts:
            if fact.is_main or fact.key.kind is not FactKind.RESULT or _has_result(step.events):
                self._spoken(place, fact.key)
        self._settle(place, each)

    def _spoken(self, place: Place, key: FactKey) -> None:
        applied = self._applied[place[0]]
        applied[key] = max(applied.get(key, 0), self._histories.position[place, key] + 1)
        winner = self._rules.winners.get(key)
        if winner is not None and winner.value == place[0].value:
            self._decided.add(key)
            self._overrule(place[0].other, key)

    def _overrule(self, side: MergeSide, key: FactKey) -> None:
        """Note of the steps of the other copy that gave way."""
        for number in self._histories.steps[side].get(key, ()):
            if self.outcomes.get((side, number)) is StepOutcome.APPLIES:
                self.outcomes[side, number] = StepOutcome.OVERRULED

    def _note_numbers(self, each: BranchStep, step: Step) -> None:
        entered = [event.entrant.number for event in step.events if isinstance(event, e.EntrantEntered)]
        theirs = [event.entrant.number for event in each.step.events if isinstance(event, e.EntrantEntered)]
        for here, there in zip(entered, theirs, strict=False):
            self.numbers[each.side][there] = here
            if name := self._twins[each.side].get(there):
                self._twin_numbers[name] = here

    def _note_twin(self, each: BranchStep) -> None:
        """A person whom the other copy has entered already has the number from there."""
        for event in each.step.events:
            if isinstance(event, e.EntrantEntered):
                name = self._twins[each.side].get(event.entrant.number, "")
                if name in self._twin_numbers:
                    self.numbers[each.side][event.entrant.number] = self._twin_numbers[name]

    def _settle(self, place: Place, each: BranchStep) -> bool:
        """Command what makes the last word of a copy on a result or a person hold; whether everything holds."""
        holds = False
        for fact in each.facts:
            if fact.key.kind not in (FactKind.RESULT, FactKind.PERSON) or not self._is_last_word(place, fact.key):
                continue
            command = next(self._settling(each, fact.key), None)
            if command is None:
                continue
            decided = decide(self.state, command)
            if isinstance(decided, DeskRefusal) and isinstance(command, c.CorrectResult):
                command = replace(command, consent=True)
                decided = decide(self.state, command)
            if isinstance(decided, DeskRefusal):
                return False
            for event in decided:
                self.state = evolve(self.state, event)
            self.steps.append(Step(command, decided))
            self._spoken(place, fact.key)
            holds = True
        return holds

    def _is_last_word(self, place: Place, key: FactKey) -> bool:
        """Whether nothing more of this thing comes from the copy that is right about it, or knows more."""
        side, _ = place
        if not self._histories.is_last(place, key):
            return False
        winner = self._rules.winners.get(key)
        if winner is not None:
            return winner.value == side.value
        others = self._histories.values[side.other].get(key, [])
        return len(self._histories.values[side][key]) > len(others)

    def _settling(self, each: BranchStep, key: FactKey) -> Iterator[c.Command]:
        for event in each.step.events:
            match event:
                case e.ResultEntered() | e.ResultCorrected() if key.kind is FactKind.RESULT:
                    yield from self._correction(each, event)
                case e.EntrantEntered(entrant=entrant) if key.kind is FactKind.PERSON:
                    yield from self._amendment(each, entrant.number, entrant.person)
                case e.EntrantAmended(number=number, person=person) if key.kind is FactKind.PERSON:
                    yield from self._amendment(each, number, person)

    def _amendment(self, each: BranchStep, number: int, person: Any) -> Iterator[c.Command]:
        here = self.numbers[each.side].get(number)
        if here is not None and here in self.state.entrants and self.state.entrants[here].person != person:
            yield c.AmendEntrant(at=self._rules.at, by=self._rules.by, number=here, person=person)

    def _correction(self, each: BranchStep, event: e.ResultEntered | e.ResultCorrected) -> Iterator[c.Command]:
        numbers = self.numbers[each.side]
        seated = each.before.divisions[event.division].rounds[event.round - 1].tables[event.table - 1].players
        try:
            players = tuple(numbers[n] for n in seated)
            table = table_of(self.state, event.division, event.round, players)
        except LookupError:
            return
        wanted = seated_as(_renumbered(event.result, numbers), players, table.players)
        if table.result is None or _counts_alike(table.result, wanted):
            return
        yield c.CorrectResult(
            at=self._rules.at,
            by=self._rules.by,
            division=event.division,
            round=event.round,
            table=table.number,
            result=wanted,
            kind=c.CorrectionKind.SWAPPED if _is_turned(table.result, wanted) else c.CorrectionKind.ENTRY,
            reason=self._rules.reason,
            confirmed=True,
        )


def _has_result(events: Sequence[e.Event]) -> bool:
    return any(isinstance(event, e.ResultEntered | e.ResultCorrected) for event in events)


def _renumbered(result: TableResult, numbers: Mapping[int, int]) -> TableResult:
    return replace(result, winner=numbers[result.winner]) if hasattr(result, "winner") else result


def _counts_alike(first: TableResult, second: TableResult) -> bool:
    """Whether two results differ in nothing but their source."""
    if isinstance(first, Played) and isinstance(second, Played):
        return replace(first, source=second.source, reference=second.reference) == second
    return first == second


def _is_turned(first: TableResult, second: TableResult) -> bool:
    """Whether one of two results was entered the wrong way round."""
    if not isinstance(first, Played) or not isinstance(second, Played):
        return False
    return (first.scores[::-1], first.last_words[::-1]) == (second.scores, second.last_words)
