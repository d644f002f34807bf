"""`mostek tournament merge`: two copies of a tournament that both went on become one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click
import msgspec

from mostek.app.ports import LogError, SaveError
from mostek.cli import output
from mostek.cli.output import Failure, json_option, print_json, read_file
from mostek.cli.param_types import OneOf
from mostek.features.desk.cli.arguments import Moment, moment_on, now
from mostek.features.desk.cli.packages import checked_file
from mostek.features.desk.cli.session import at_option, by_option, find_event
from mostek.features.desk.cli.verify import decided_again
from mostek.features.desk.store.tournament_merging import CopyFile, copy_file, create_merged
from mostek.features.desk.words.tournament_log import changed
from mostek.features.desk.words.tournament_merging import (
    CHOICES,
    OUTCOMES,
    conflict_text,
    loss_text,
    lost_places,
    moved_lines,
    side_lines,
    side_name,
    step_text,
)
from mostek.messages import count, explained, text
from mostek.store.file_names import file_stem
from mostek.store.game_proof import CheckOutcome
from mostek.store.tournament_files import SUFFIX, folder
from mostek.store.tournament_proof import signed_check
from mostek.tournament.decide import Step
from mostek.tournament.merging.conflicts import MergeChoice, MergeConflict
from mostek.tournament.merging.copies import MergeSide, Relation, relation
from mostek.tournament.merging.merge import MergedEvent, merged
from mostek.tournament.merging.replaying import StepOutcome
from mostek.tournament.preview import consequences

_MARKS: Mapping[StepOutcome, str] = {
    StepOutcome.APPLIES: "✓",
    StepOutcome.KNOWN: "=",
    StepOutcome.OVERRULED: "✗",
    StepOutcome.LEFT_OUT: "✗",
    StepOutcome.DEPENDS: "✗",
    StepOutcome.CONFLICTS: "?",
}
_COPIES = tuple(side.value for side in MergeSide)


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option("-o", "--output", "name", metavar="NAME", help="What the merged tournament is to be called.")
@click.option(
    "--prefer",
    type=OneOf("There is no copy {name!r}.", _COPIES),
    help="The copy that is right in every conflict that is not answered otherwise.",
)
@click.option(
    "--answers",
    "answered",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Answers as JSON: the names of conflicts, each with a, b or both; --json lists the names.",
)
@click.option("--preview", is_flag=True, help="Only show it; write nothing.")
@at_option
@by_option
@json_option
def merge(
    first: str,
    second: str,
    name: str | None,
    prefer: str | None,
    answered: Path | None,
    preview: bool,
    at: Moment | None,
    by: str,
    as_json: bool,
) -> None:
    """Merge two copies of a tournament that both went on: names of tournaments, or files.

    You see the common part and what each copy has added. Where the copies differ, you answer one question after the other. The
    copies stay as they are; the result is a new tournament. With --json there are no questions, and nothing is written while a
    conflict has no answer.
    """
    files = {MergeSide.A: read_copy(first), MergeSide.B: read_copy(second)}
    _require_fork(files)
    _check(files)
    merging = _Merging(files, moment_on(now().date(), at), by, _read_answers(answered))
    if not as_json:
        for line in _overview(files, merging.found):
            output.tell(line)
    if prefer is not None:
        merging.answer_all(MergeChoice(prefer))
    if not as_json and not preview:
        merging.ask()
    merging.require_known()
    if as_json and (preview or merging.found.open):
        print_json(_data(files, merging.found, None))
        raise click.exceptions.Exit(int(bool(merging.found.open) and not preview))
    if preview:
        for line in _report(merging.found):
            output.tell(line)
        return
    path = _save(files, merging.found, name)
    if as_json:
        print_json(_data(files, merging.found, path))
        return
    for line in _end(merging.found, path):
        output.tell(line)


class _Merging:
    """The answers so far, and the merge that they give."""

    def __init__(
        self, files: Mapping[MergeSide, CopyFile], at: datetime, by: str, answers: dict[str, MergeChoice]
    ) -> None:
        self._files = files
        self._at = at
        self._by = by
        self._answers = answers
        self.found = self._merged(answers)

    def _merged(self, answers: Mapping[str, MergeChoice]) -> MergedEvent:
        a, b = (self._files[side].copy for side in MergeSide)
        reason = text("two copies of the tournament were merged")
        return merged(a, b, answers, at=self._at, by=self._by, reason=reason)

    def answer_all(self, choice: MergeChoice) -> None:
        """Answer every open conflict, and those to which the answers lead, for one copy."""
        while self.found.open:
            self._answer(self.found.open[0], choice)

    def ask(self) -> None:
        """Ask the open conflicts, one after the other."""
        place = 0
        while self.found.open:
            place += 1
            choice, is_for_all = self._asked(self.found.open[0], place)
            self._answer(self.found.open[0], choice)
            if is_for_all:
                self.answer_all(choice)

    def require_known(self) -> None:
        """Refuse answers to questions that there are not."""
        known = {each.name for each in self.found.conflicts}
        for each in self.found.open:
            if each.name in self._answers:
                choices = ", ".join(each.choices)
                raise Failure(
                    text("The conflict {name} has these answers: {choices}.", name=each.name, choices=choices)
                )
        if unknown := sorted(self._answers.keys() - known):
            listed = ", ".join(sorted(known)) or "–"
            raise Failure(
                text("There is no conflict {name!r}.", name=unknown[0]) + " " + text("Known: {names}.", names=listed)
            )

    def _answer(self, conflict: MergeConflict, choice: MergeChoice) -> None:
        self._answers[conflict.name] = choice
        self.found = self._merged(self._answers)

    def _asked(self, conflict: MergeConflict, place: int) -> tuple[MergeChoice, bool]:
        click.echo()
        output.tell(
            text("Conflict {n}: {question}", n=place, question=conflict_text(conflict, self.found.fork)), bold=True
        )
        for side in MergeSide:
            click.echo(f"  [{side.value}]")
            for line in side_lines(conflict, side, self.found.fork):
                output.tell(line, "      ")
        for line in self._consequences(conflict):
            output.tell(line, "  ")
        return _choice(conflict)

    def _consequences(self, conflict: MergeConflict) -> Iterator[str]:
        """The consequences of each answer: the steps that it leaves out, and the places that differ."""
        found = {choice: self._merged({**self._answers, conflict.name: choice}) for choice in conflict.choices}
        lost = {choice: lost_places(each) for choice, each in found.items()}
        for choice in conflict.choices:
            others = frozenset.intersection(*(places for other, places in lost.items() if other is not choice))
            for side in MergeSide:
                if steps := sum(place[0] is side for place in lost[choice] - others):
                    yield f"[{choice.value}] {loss_text(side, steps)}"
        first, second = found[MergeChoice.A].state, found[MergeChoice.B].state
        moves = list(changed(consequences(first, second), second))
        yield text("With copy B instead of copy A:") if moves else text("No place depends on it.")
        yield from (f"  {line}" for line in moves)


def _choice(conflict: MergeConflict) -> tuple[MergeChoice, bool]:
    """The answer that is typed, in either case, and whether it is for all that follow; any other answer is wrong."""
    known = "/".join(conflict.choices)
    while True:
        said = click.prompt(text("Which counts?") + f" [{known}]", prompt_suffix=" ").strip().lower()
        if (choice := said.removesuffix("!")) in conflict.choices and said not in ("both!", "!"):
            return MergeChoice(choice), said.endswith("!")
        listed = known.replace("/", ", ")
        click.echo(text("Type one of these: {known}; a! or b! answers all conflicts that follow, too.", known=listed))


def read_copy(name: str) -> CopyFile:
    """The copy with this name, or in this file. Raises `Failure`."""
    given = Path(name)
    path = given if given.is_file() else find_event(name)[0]
    data = checked_file(path)
    try:
        found = copy_file(path, data)
    except LogError as error:
        raise Failure(f"{path}: {explained(error.sentence, error.params)}") from None
    if found.contents.torn:
        left = text("The last line was cut off when it was written; it is left out.")
        click.echo(f"{path}: {left}", err=True)
    return found


def _require_fork(files: Mapping[MergeSide, CopyFile]) -> None:
    """End the command where there is nothing to merge."""
    a, b = files[MergeSide.A], files[MergeSide.B]
    match relation(a.copy, b.copy):
        case Relation.OTHER_EVENT:
            raise Failure(text("{a} and {b} are two tournaments, not two copies of one.", a=a.path, b=b.path))
        case Relation.SAME:
            raise Failure(text("The two copies are the same: there is nothing to merge."))
        case Relation.A_IS_LONGER:
            raise Failure(longer_text(a, b))
        case Relation.B_IS_LONGER:
            raise Failure(longer_text(b, a))
        case Relation.FORKED:
            return


def _check(files: Mapping[MergeSide, CopyFile]) -> None:
    """Refuse a copy whose steps do not follow from their commands, and say of one whose signatures do not prove it."""
    for side, file in files.items():
        _require_sound(side, file.contents.steps)
        check = signed_check(file.path, file.data, file.contents, None)
        if check.outcome is CheckOutcome.FAILS:
            click.echo(text("Copy {copy}: {fault}", copy=side_name(side), fault=check.sentence), err=True)


def _require_sound(side: MergeSide, steps: tuple[Step, ...]) -> None:
    if (stray := decided_again(steps)) is not None:
        sentence = text("Step {n} does not follow from its command.", n=stray)
        raise Failure(text("Copy {copy}: {fault}", copy=side_name(side), fault=sentence))


def longer_text(longer: CopyFile, shorter: CopyFile) -> str:
    """The sentence for two files of which one has all that the other has."""
    more = len(longer.contents.steps) - len(shorter.contents.steps)
    sentence = count(
        "{longer} has all steps of {shorter}, and {n} step more: go on with it; there is nothing to merge.",
        "{longer} has all steps of {shorter}, and {n} steps more: go on with it; there is nothing to merge.",
        more,
        longer=longer.path,
        shorter=shorter.path,
    )
    if longer.path.parent == folder():
        return sentence
    return sentence + " " + text("Take it: {command}", command=f"mostek tournament import {longer.path}")


def _read_answers(path: Path | None) -> dict[str, MergeChoice]:
    if path is None:
        return {}
    try:
        return msgspec.json.decode(read_file(path), type=dict[str, MergeChoice])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Failure(explained("{path} has no answers: {why}", {"path": path, "why": str(error)})) from None


def _overview(files: Mapping[MergeSide, CopyFile], found: MergedEvent) -> Iterator[str]:
    """The common part, and what each copy has added."""
    yield text("Tournament: {name}", name=found.state.name)
    common = found.fork.common
    yield count("The copies have {n} step in common.", "The copies have the first {n} steps in common.", common)
    for side in MergeSide:
        file, steps = files[side], found.fork.branches[side].steps
        added = [each for each in steps if not each.is_common]
        click.echo()
        yield count(
            "Copy {copy}, {path}: {n} step more",
            "Copy {copy}, {path}: {n} steps more",
            len(added),
            copy=side_name(side),
            path=file.path,
        )
        yield from (f"  {line}" for line in _added(found, side))
    click.echo()
    yield text("✓ stands  = already so in the other copy  ✗ left out  ? conflict")


def _added(found: MergedEvent, side: MergeSide) -> Iterator[str]:
    open_steps = {number for each in found.open for number in each.steps.get(side, ())}
    for each in found.fork.branches[side].steps:
        outcome = found.outcomes[side, each.number]
        mark = "?" if each.number in open_steps else _MARKS[outcome]
        yield f"{mark} {each.number:>4}  {each.step.command.at:%H:%M}  {step_text(each)}"


def _report(found: MergedEvent) -> Iterator[str]:
    """The conflicts that are open, who has another number, and which file goes on."""
    for each in found.open:
        yield text("Conflict {name}: {question}", name=each.name, question=conflict_text(each, found.fork))
    yield from moved_lines(found)
    yield text("The file of copy {copy} goes on.", copy=side_name(found.continued))


def _save(files: Mapping[MergeSide, CopyFile], found: MergedEvent, name: str | None) -> Path:
    if any(file.is_changed for file in files.values()):
        raise Failure(text("Another person has changed the tournament meanwhile; look, and repeat the command."))
    _require_sound(found.continued, (*files[found.continued].contents.steps, *found.added))
    path = _path(files[MergeSide.A].path, name)
    try:
        create_merged(path, files[found.continued], found.added)
    except FileExistsError:
        taken = text("There is a tournament {name!r} already; call this one otherwise: --output NAME.", name=path.stem)
        raise Failure(taken) from None
    except (SaveError, LogError) as error:
        raise Failure(explained(error.sentence, error.params)) from None
    return path


def _path(first: Path, name: str | None) -> Path:
    """The file of the merged tournament: a free name after the first copy, if none is given."""
    if name is not None:
        if not (stem := file_stem(name)):
            raise Failure(text("The name {name!r} has no letter and no digit.", name=name))
        return folder() / f"{stem}{SUFFIX}"
    stem = first.stem.partition("-merged")[0] or first.stem
    names = (f"{stem}-merged{'' if number == 1 else f'-{number}'}" for number in range(1, 1000))
    free = (path for path in (folder() / f"{each}{SUFFIX}" for each in names) if not path.exists())
    return next(free, folder() / f"{stem}-merged{SUFFIX}")


def _end(found: MergedEvent, path: Path) -> Iterator[str]:
    click.echo()
    yield from moved_lines(found)
    ends = {side: found.fork.copy_of(side).end.head[:16] for side in MergeSide}
    yield count(
        "Merged: {path}, with {n} step more than copy {copy}, whose file goes on (copy A {a}, copy B {b}).",
        "Merged: {path}, with {n} steps more than copy {copy}, whose file goes on (copy A {a}, copy B {b}).",
        len(found.added),
        path=path,
        copy=side_name(found.continued),
        **ends,
    )
    yield text(
        "The copies stay as they are. Go on with {name}; no other desk should go on with a copy.", name=path.stem
    )
    yield text("Next: {command}", command=f"mostek tournament show -e {path.stem}")


def _data(files: Mapping[MergeSide, CopyFile], found: MergedEvent, path: Path | None) -> dict[str, Any]:
    """The merge as plain data."""
    return {
        "event": path and path.stem,
        "path": path and str(path),
        "common": found.fork.common,
        "continued": found.continued,
        "copies": {
            side: {
                "path": str(files[side].path),
                **msgspec.to_builtins(found.fork.copy_of(side).end),
                "added": list(_step_data(found, side)),
                "numbers": {str(there): here for there, here in found.numbers[side].items()},
            }
            for side in MergeSide
        },
        "conflicts": [_conflict_data(each, found) for each in found.conflicts],
        "added": len(found.added),
    }


def _step_data(found: MergedEvent, side: MergeSide) -> Iterator[dict[str, Any]]:
    for each in found.fork.branches[side].steps:
        outcome = found.outcomes[side, each.number]
        yield {
            "step": each.number,
            "at": each.step.command.at,
            "by": each.step.command.by,
            "said": step_text(each),
            "outcome": outcome,
            "message": text(OUTCOMES[outcome]),
        }


def _conflict_data(conflict: MergeConflict, found: MergedEvent) -> dict[str, Any]:
    return {
        "name": conflict.name,
        "kind": conflict.kind,
        "message": conflict_text(conflict, found.fork),
        "choices": {choice: text(CHOICES[choice]) for choice in conflict.choices},
        "answer": conflict.answer,
        **{side: list(side_lines(conflict, side, found.fork)) for side in MergeSide},
    }
