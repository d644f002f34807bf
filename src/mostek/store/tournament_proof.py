"""Every check of a tournament, in sentences: `mostek tournament verify` prints them, and the desk in the browser shows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from msgspec import UNSET

from mostek.app.ports import LogError
from mostek.app.signatures import NoSignaturesError, is_signed
from mostek.app.tournaments import stray_step
from mostek.messages import count, explained, text
from mostek.store.desk_journal import JournalLine, desk_statement, journal_of, read_journal
from mostek.store.game_proof import CheckOutcome, ProofCheck, noted_check
from mostek.store.hash_chain import stated
from mostek.store.tournament_lines import TournamentContents, read_tournament
from mostek.tournament.commands import MergeCopies
from mostek.tournament.decide import Step, state_after
from mostek.tournament.state import Tournament


def tournament_checks(
    path: Path,
    data: bytes,
    noted: str | None = None,
    key: str | None = None,
    done: Callable[[float], None] = lambda part: None,
) -> Iterator[ProofCheck]:
    """Every check of a tournament, as far as those before it allow.

    Args:
        path: where the file lies, beside which its journal is.
        data: its bytes.
        noted: a hash of the tournament that was noted earlier.
        key: the public key of the desk that founded it.
        done: is told how much has been decided again, from 0 to 1.

    Returns:
        The checks, each with its sentence.
    """
    try:
        contents = read_tournament(data)
    except LogError as error:
        yield ProofCheck("file", CheckOutcome.FAILS, explained(error.sentence, error.params))
        return
    yield _file(contents)
    yield _chain(contents)
    if noted is not None:
        changed = text("The hash that was noted stands nowhere in the file: this is not the tournament as it was then.")
        yield _noted_copy(contents.steps, noted) or noted_check(data, noted, changed)
    yield signed_check(path, data, contents, key)
    yield from _merges(data, contents.steps)
    stray = stray_step(contents.steps, done)
    yield _course(contents, stray)
    if stray is None:
        yield _end(state_after(contents.steps))


def _file(contents: TournamentContents) -> ProofCheck:
    if contents.torn:
        cut = text("The last line was cut off when it was written; the next command sets it aside.")
        return ProofCheck("file", CheckOutcome.FAILS, cut)
    name, form = contents.header.name, contents.header.format
    sentence = text("The file can be read: {name}, format {format}.", name=name, format=form)
    if contents.header.repaired is not UNSET:
        made = text("It was made by a repair of a damaged file with the SHA-256 {hash}.", hash=contents.header.repaired)
        return ProofCheck("file", CheckOutcome.OPEN, f"{sentence} {made}")
    return ProofCheck("file", CheckOutcome.HOLDS, sentence)


def _chain(contents: TournamentContents) -> ProofCheck:
    whole = count(
        "The chain of hashes is whole: {n} step, last hash {head}.",
        "The chain of hashes is whole: {n} steps, last hash {head}.",
        len(contents.steps),
        head=contents.head,
    )
    return ProofCheck("chain", CheckOutcome.HOLDS, whole, {"head": contents.head})


def _noted_copy(steps: tuple[Step, ...], noted: str) -> ProofCheck | None:
    """The check of a hash that is the end of a copy which a merge has taken in."""
    wanted = "".join(noted.lower().split())
    for number, step in enumerate(steps, 1):
        if isinstance(step.command, MergeCopies) and len(wanted) >= 8 and step.command.taken.head.startswith(wanted):
            sentence = text("The hash that was noted is the end of the copy that step {n} has taken in.", n=number)
            return ProofCheck("noted", CheckOutcome.HOLDS, sentence)
    return None


def _merges(data: bytes, steps: tuple[Step, ...]) -> Iterator[ProofCheck]:
    """For each merge the two copies, and whether the one that went on is this file."""
    rows = data.split(b"\n")
    for number, step in enumerate(steps, 1):
        if not isinstance(step.command, MergeCopies):
            continue
        made, first = step.command, step.command.continued
        heads = {"continued": first.head, "taken": made.taken.head}
        sentence = count(
            "Step {number} merged two copies: {n} step after it comes from the copy with the hash {taken}.",
            "Step {number} merged two copies: {n} steps after it come from the copy with the hash {taken}.",
            made.added,
            number=number,
            taken=made.taken.head,
        )
        if made.taken.key is not None:
            sentence += " " + text("That copy names the key {key}.", key=made.taken.key)
        if first.steps < number and stated(rows[first.steps]) == first.head:
            went_on = text(
                "The copy that went on is this file up to step {n}, hash {head}.", n=first.steps, head=first.head
            )
            yield ProofCheck("merge", CheckOutcome.HOLDS, f"{sentence} {went_on}", heads)
        else:
            gone = text("The copy that went on had the hash {head}; this file was made from it later.", head=first.head)
            yield ProofCheck("merge", CheckOutcome.OPEN, f"{sentence} {gone}", heads)


def signed_check(path: Path, data: bytes, contents: TournamentContents, key: str | None) -> ProofCheck:
    """Whether the journal beside the file has the signed heads of its steps."""
    try:
        outcome, sentence = _journal(path, data, contents, key)
    except LogError as error:
        return ProofCheck("signed", CheckOutcome.FAILS, explained(error.sentence, error.params))
    except NoSignaturesError:
        lacking = text("Signatures cannot be checked here; `pip install mostek[signatures]` installs what they need.")
        return ProofCheck("signed", CheckOutcome.OPEN, lacking)
    return ProofCheck("signed", outcome, sentence)


def _journal(path: Path, data: bytes, contents: TournamentContents, key: str | None) -> tuple[CheckOutcome, str]:
    lines = read_journal(path)
    named, steps = contents.header.key, len(contents.steps)
    if named is UNSET:
        if lines is not None or key is not None:
            return CheckOutcome.FAILS, text("The file names no key of a desk, so its first line was changed.")
        return CheckOutcome.OPEN, text("The tournament is not signed: it was begun by an earlier mostek.")
    if key is not None and key.strip().lower() != named:
        return CheckOutcome.FAILS, text("The tournament names another key: {key}.", key=named)
    if not lines:
        return CheckOutcome.FAILS, text("The journal {path} is missing beside the file.", path=journal_of(path).name)
    if fault := _misfit(lines, data, contents):
        return CheckOutcome.FAILS, fault
    last = lines[-1].n
    if last < steps - contents.last_list:
        return CheckOutcome.FAILS, text("The journal ends with step {n}; the steps after it are not signed.", n=last)
    if last < steps:
        unsigned = count(
            "The last step is not signed yet; the next one signs it, too.",
            "The last {n} steps, which are one list, are not signed yet; the next step signs them, too.",
            steps - last,
        )
        return CheckOutcome.OPEN, unsigned
    if lost := _replaced(lines):
        sentence = text("Step {n} was signed and then lost; the desk went on from the step before it.", n=lost[0].n)
        return CheckOutcome.OPEN, sentence
    if others := [line.n for line in lines if line.key != named]:
        return CheckOutcome.OPEN, text("From step {n} on another desk has signed.", n=min(others))
    return CheckOutcome.HOLDS, text("Every step is signed by the desk with the key {key}.", key=named)


def _replaced(lines: tuple[JournalLine, ...]) -> list[JournalLine]:
    """The steps after which the desk went on from an earlier one: the end of its file was lost, as by a power cut."""
    ends = [min((later.n for later in lines[place + 1 :]), default=line.n + 1) for place, line in enumerate(lines)]
    return [line for line, end in zip(lines, ends, strict=True) if end <= line.n]


def _misfit(lines: tuple[JournalLine, ...], data: bytes, contents: TournamentContents) -> str | None:
    """The first line of the journal that does not fit the file."""
    rows, steps = data.split(b"\n"), len(contents.steps)
    replaced = _replaced(lines)
    for line in lines:
        if line in replaced:
            continue
        if line.n > steps:
            return text(
                "Step {n} was signed, the file ends with step {last}: its end was cut off.", n=line.n, last=steps
            )
        if stated(rows[line.n]) != line.head:
            return text("Step {n} or one before it was changed since it was signed.", n=line.n)
        if not is_signed(line.key, desk_statement(contents.header.name, line.n, line.head), line.signature):
            return text("The signature of step {n} is not valid.", n=line.n)
    return None


def _course(contents: TournamentContents, stray: int | None) -> ProofCheck:
    if stray is not None:
        sentence = text("Step {n} does not follow from its command.", n=stray)
        return ProofCheck("course", CheckOutcome.FAILS, sentence, {"n": stray})
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
