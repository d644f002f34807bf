"""`mostek tournament verify`: prove that nothing in the file of a tournament was changed, and that every decision follows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from mostek.app.ports import LogError
from mostek.cli.output import Failure, json_option, print_json, progress, why
from mostek.cli.tournament.session import find_event, said_event
from mostek.cli.verify import MARKS, CheckOutcome, ProofCheck
from mostek.messages import count, explained, text
from mostek.store.tournament_lines import TournamentContents, read_tournament
from mostek.tournament.commands import Undo
from mostek.tournament.decide import Step, decide_next, state_after
from mostek.tournament.evolve import evolve
from mostek.tournament.state import Tournament


@click.command()
@click.argument("name", required=False, metavar="[FILE|NAME]")
@click.option(
    "--head", "noted", metavar="HASH", help="A hash of the tournament that was noted earlier; 8 digits are enough."
)
@json_option
@click.pass_context
def verify(context: click.Context, name: str | None, noted: str | None, as_json: bool) -> None:
    """Verify a tournament: its file is unchanged, and every decision follows from its command.

    Exit status 0: nothing is wrong; 1: something is wrong; 2: the file is unreadable.
    """
    path = Path(name) if name and Path(name).is_file() else find_event(name or said_event(None))[0]
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Failure(text("{path} cannot be read: {why}", path=path, why=why(error))) from None
    checks = list(_checks(data, noted))
    fails = any(check.outcome is CheckOutcome.FAILS for check in checks)
    if as_json:
        rows = [{"check": check, "outcome": kind, "message": said, **facts} for check, kind, said, facts in checks]
        print_json({"event": path.stem, "holds": not fails, "checks": rows})
    else:
        for check in checks:
            click.echo(f"{MARKS[check.outcome]} {check.sentence}")
    context.exit(1 if fails else 0)


def _checks(data: bytes, noted: str | None) -> Iterator[ProofCheck]:
    """Every check, as far as those before it allow."""
    try:
        contents = read_tournament(data)
    except LogError as error:
        yield ProofCheck("file", CheckOutcome.FAILS, explained(error.sentence, error.params))
        return
    yield _file(contents)
    yield _chain(contents)
    if noted is not None:
        yield _noted(data, noted)
    stray = _stray(contents.steps)
    yield _course(contents, stray)
    if stray is None:
        yield _end(state_after(contents.steps))


def _file(contents: TournamentContents) -> ProofCheck:
    if contents.torn:
        cut = text("The last line was cut off when it was written; the next command sets it aside.")
        return ProofCheck("file", CheckOutcome.FAILS, cut)
    name, form = contents.header.name, contents.header.format
    return ProofCheck(
        "file", CheckOutcome.HOLDS, text("The file can be read: {name}, format {format}.", name=name, format=form)
    )


def _chain(contents: TournamentContents) -> ProofCheck:
    whole = count(
        "The chain of hashes is whole: {n} step, last hash {head}.",
        "The chain of hashes is whole: {n} steps, last hash {head}.",
        len(contents.steps),
        head=contents.head,
    )
    return ProofCheck("chain", CheckOutcome.HOLDS, whole, {"head": contents.head})


def _noted(data: bytes, noted: str) -> ProofCheck:
    """A hash noted at any time stands for every line up to its own, for the chain has been found whole."""
    from mostek.store.hash_chain import line_noted

    line = line_noted(data, noted)
    if line is None:
        lacking = text("The hash that was noted stands nowhere in the file: this is not the tournament as it was then.")
        return ProofCheck("noted", CheckOutcome.FAILS, lacking)
    same = text("The hash that was noted is that of line {line}: up to there nothing has changed since.", line=line)
    return ProofCheck("noted", CheckOutcome.HOLDS, same)


def _stray(steps: tuple[Step, ...]) -> int | None:
    """The number of the first step that does not follow from its command, by deciding each again."""
    states: list[Tournament | None] = [None]
    with progress(text("Deciding again"), len(steps)) as done:
        for number, step in enumerate(steps, 1):
            before = states[-1]
            try:
                decided = decide_next(steps[: number - 1], before, step.command)
            except (LookupError, ValueError, AttributeError):
                return number
            if decided != step.events:
                return number
            if isinstance(step.command, Undo):
                states.pop()
            else:
                for event in step.events:
                    before = evolve(before, event)
                states.append(before)
            done()
    return None


def _course(contents: TournamentContents, stray: int | None) -> ProofCheck:
    if stray is not None:
        said = text("Step {n} does not follow from its command.", n=stray)
        return ProofCheck("course", CheckOutcome.FAILS, said, {"n": stray})
    follows = count(
        "Decided again, {n} step follows from its command: pairings and forfeits too.",
        "Decided again, {n} steps follow from their commands: pairings and forfeits too.",
        len(contents.steps),
    )
    return ProofCheck("course", CheckOutcome.HOLDS, follows)


def _end(state: Tournament | None) -> ProofCheck:
    """Whether the end is there: a chain alone does not show that its last lines were cut off."""
    if state is not None and state.closed_on is not None:
        return ProofCheck("end", CheckOutcome.HOLDS, text("The tournament was closed on {on}.", on=state.closed_on))
    return ProofCheck("end", CheckOutcome.OPEN, text("The tournament is not closed yet."))
