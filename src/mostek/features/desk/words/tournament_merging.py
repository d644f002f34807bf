"""The merge of two copies of an event in words: what each has added, the conflicts, and where answers lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import fields

from mostek.messages import count, text
from mostek.messages.prize_words import subject_text
from mostek.messages.tournament import FIELDS, say
from mostek.messages.tournament_events import called, person, told
from mostek.messages.tournament_words import rating_text, setting_name
from mostek.tournament.events import EntrantEntered, RoundPaired, RoundUnpaired
from mostek.tournament.merging.conflicts import ConflictKind, MergeChoice, MergeConflict, Place
from mostek.tournament.merging.copies import BranchStep, Fork, MergeSide
from mostek.tournament.merging.facts import FactKey, FactKind
from mostek.tournament.merging.merge import MergedEvent
from mostek.tournament.merging.replaying import StepOutcome
from mostek.tournament.prize_lists import PrizeList

_MANY = 6
"""More steps than this are counted, not named."""

OUTCOMES: Mapping[StepOutcome, str] = {
    StepOutcome.APPLIES: "stands in the merged event",
    StepOutcome.KNOWN: "already so",
    StepOutcome.OVERRULED: "overruled by the other copy",
    StepOutcome.LEFT_OUT: "left out",
    StepOutcome.DEPENDS: "needs a step that is left out",
    StepOutcome.CONFLICTS: "conflict",
}
"""What a step comes to."""
DETAILS: Mapping[str, str] = {"minor": "Minor", "consent": "Consent of a guardian"}
"""What details of a person are called that break no limit."""
CHOICES: Mapping[MergeChoice, str] = {
    MergeChoice.A: "copy A",
    MergeChoice.B: "copy B",
    MergeChoice.BOTH: "both",
}
"""What an answer is called."""


def side_name(side: MergeSide) -> str:
    """The letter of a copy."""
    return side.value.upper()


def step_text(each: BranchStep) -> str:
    """A step of a copy in one line, in the words of the event as it was there."""
    return "; ".join(line.replace("\n", "; ") for line in told(each.step.events, each.before, each.after))


def conflict_text(conflict: MergeConflict, fork: Fork) -> str:
    """The question of a conflict in a sentence."""
    match conflict.kind:
        case ConflictKind.ROUND:
            return _round(conflict, fork)
        case ConflictKind.END:
            return text("One copy has closed the tournament, and the other went on.")
        case ConflictKind.TAKEN_BACK:
            return text("One copy has taken steps back that both had, and the other has built on them.")
        case ConflictKind.STEP:
            sentence = text("A step of one copy does not go together with a step of the other.")
            refused = conflict.refused
            if refused is None:
                return sentence
            # Numbers of people who are new in one copy mean nothing to the reader, so names come from both copies.
            return f"{sentence} {say(refused, _names(fork))}"
        case ConflictKind.VALUE:
            assert conflict.key is not None, "a conflict about a thing"
            return _VALUES[conflict.key.kind](conflict.key, fork)


def side_lines(conflict: MergeConflict, side: MergeSide, fork: Fork) -> Iterator[str]:
    """The steps of one copy in a conflict, a line for each; many are counted."""
    steps = [fork.numbered(side, number) for number in conflict.steps.get(side, ())]
    if not steps and conflict.kind is ConflictKind.TAKEN_BACK:
        yield text("These steps are taken back.")
    for each in steps[:_MANY]:
        yield text(
            "step {n}, {time}: {said}", n=each.number, time=f"{each.step.command.at:%H:%M}", said=step_text(each)
        )
    if len(steps) > _MANY:
        yield count("… and {n} step more", "… and {n} steps more", len(steps) - _MANY)
    yield from _details(conflict, side, fork)


def _details(conflict: MergeConflict, side: MergeSide, fork: Fork) -> Iterator[str]:
    """The details that the copies have differently and that the steps do not name, as one copy has them."""
    own, other = (_last_value(conflict, each, fork) for each in (side, side.other))
    if own is None or other is None or conflict.key is None:
        return
    if conflict.key.kind is FactKind.TEAM:
        yield f"{text(FIELDS['contact'])}: {own}"
    if conflict.key.kind is not FactKind.PERSON:
        return
    scale = fork.start.settings.rating_scale.chosen
    for field in fields(own):
        value = getattr(own, field.name)
        if value != getattr(other, field.name):
            sentence = rating_text(scale, value) if field.name == "rating" else _value_text(value)
            yield f"{text(DETAILS.get(field.name) or FIELDS.get(field.name, field.name))}: {sentence}"


def _last_value(conflict: MergeConflict, side: MergeSide, fork: Fork) -> Any:
    """The last word of a copy on the thing of a conflict; `None` if it has none."""
    steps = (fork.numbered(side, number) for number in conflict.steps.get(side, ()))
    values = [fact.value for each in steps for fact in each.facts if fact.key == conflict.key]
    return values[-1] if values else None


def _value_text(value: object) -> str:
    """A detail in words; a dash for one that is empty."""
    if isinstance(value, bool):
        return text("yes") if value else text("no")
    return str(value) if value else "–"


def loss_text(side: MergeSide, steps: int) -> str:
    """The sentence for the number of steps of a copy that an answer leaves out."""
    return count(
        "{n} step of copy {copy} is then left out.",
        "{n} steps of copy {copy} are then left out.",
        steps,
        copy=side_name(side),
    )


def moved_lines(merged: MergedEvent) -> Iterator[str]:
    """A line for each person who has another starting number than in a copy."""
    for side in MergeSide:
        for there, here in sorted(merged.numbers[side].items()):
            name = merged.state.entrants[here].person.name if here in merged.state.entrants else str(here)
            yield text(
                "{name}: number {there} in copy {copy}, number {here} now.",
                name=name,
                there=there,
                copy=side_name(side),
                here=here,
            )


def lost_places(merged: MergedEvent) -> frozenset[Place]:
    """The steps that are not in the merged event and not known to it otherwise."""
    stands = (StepOutcome.APPLIES, StepOutcome.KNOWN)
    return frozenset(place for place, outcome in merged.outcomes.items() if outcome not in stands)


def _round(conflict: MergeConflict, fork: Fork) -> str:
    assert conflict.key is not None, "a conflict about a round"
    division, number = conflict.key.where
    where = f"{number} ({division})" if division else str(number)
    paired = [_has(conflict, side, fork, RoundPaired) for side in MergeSide]
    if all(paired):
        return text(
            "Both copies have paired round {round}, each otherwise. One pairing stands, with all that belongs to it.",
            round=where,
        )
    if any(_has(conflict, side, fork, RoundUnpaired) for side in MergeSide):
        return text("One copy has taken back the pairing of round {round}, and the other went on with it.", round=where)
    return text("The copies have round {round} otherwise.", round=where)


def _has(conflict: MergeConflict, side: MergeSide, fork: Fork, kind: type[Any]) -> bool:
    steps = (fork.numbered(side, number) for number in conflict.steps[side])
    number = conflict.key.where[1] if conflict.key else 0
    return any(isinstance(event, kind) and event.round == number for each in steps for event in each.step.events)


def _who(name: str, fork: Fork) -> str:
    """A person of a conflict: by number and name, or by name alone if they are new."""
    return person(fork.start, int(name)) if name.isdecimal() else name


def _people(names: tuple[str, ...], fork: Fork) -> str:
    return " – ".join(_who(each, fork) for each in names)


def _names(fork: Fork) -> Callable[[int], str]:
    shared = called(fork.start)
    new = {
        event.entrant.number: event.entrant.person.name
        for side in MergeSide
        for each in fork.branches[side].steps
        for event in each.step.events
        if isinstance(event, EntrantEntered)
    }
    return lambda number: shared(number) if number in fork.start.entrants else new.get(number, str(number))


def _setting(key: FactKey, fork: Fork) -> str:
    return text("The copies have other values for a setting: {name}.", name=setting_name(key.where[0]))


def _prizes(key: FactKey, fork: Fork) -> str:
    division, category, teams = key.where
    subject = subject_text(PrizeList(division=division, category=category, teams=teams))
    return text("The copies name different prizes: {subject}.", subject=subject)


def _person(key: FactKey, fork: Fork) -> str:
    (who,) = key.where
    if who in fork.twins:
        return text("Both copies have entered {who}, with different details.", who=_who(who, fork))
    return text("The copies have different details of {who}.", who=_who(who, fork))


def _of_round(sentence: str) -> Callable[[FactKey, Fork], str]:
    """A sentence about people of a round."""

    def said(key: FactKey, fork: Fork) -> str:
        _, played, *who = key.where
        last = who[-1] if who else ()
        people = _people(last, fork) if isinstance(last, tuple) else _who(last, fork)
        return text(sentence, round=played, who=people)

    return said


def _of_people(sentence: str) -> Callable[[FactKey, Fork], str]:
    """A sentence about people or a team."""

    def said(key: FactKey, fork: Fork) -> str:
        last = key.where[-1] if key.where else ""
        people = _people(last, fork) if isinstance(last, tuple) else _who(last.partition("/")[2] or last, fork)
        return text(sentence, who=people)

    return said


VALUES: Mapping[FactKind, str] = {
    FactKind.TEAM: "Both copies have entered the team {who}, with different contact persons.",
    FactKind.BOARDS: "The copies have different line-ups of {who}.",
    FactKind.ENTRY: "{who} has entered for different teams.",
    FactKind.STATUS: "The copies disagree about {who}.",
    FactKind.PAIR_RULE: "The copies disagree whether these two must or must not meet: {who}.",
    FactKind.ARBITER: "The copies name different arbiters.",
    FactKind.ORIGIN: "The copies come from different files of another program.",
    FactKind.TIE: "The copies order these people differently: {who}.",
}
"""The question about people, by kind."""
VALUES_OF_ROUNDS: Mapping[FactKind, str] = {
    FactKind.START: "The copies name different absent people at the start of round {round}.",
    FactKind.REPORT: "{who} has reported different scores in round {round}.",
    FactKind.RESULT: "The copies have different results in round {round}: {who}.",
    FactKind.ADJOURNMENT: "The copies adjourn a game of round {round} until different times: {who}.",
    FactKind.CREDIT: "The copies disagree about round {round}, in which {who} had no opponent.",
    FactKind.DEDUCTION: "Both copies take points from {who} in round {round}; one penalty, or two?",
}
"""The question about a round, by kind."""
_VALUES: Mapping[FactKind, Callable[[FactKey, Fork], str]] = {
    FactKind.SETTING: _setting,
    FactKind.PRIZES: _prizes,
    FactKind.PERSON: _person,
    **{kind: _of_people(sentence) for kind, sentence in VALUES.items()},
    **{kind: _of_round(sentence) for kind, sentence in VALUES_OF_ROUNDS.items()},
}
