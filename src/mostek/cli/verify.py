"""`mostek verify`: prove afterwards that a game was not changed, follows the rules, and was drawn from its committed seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from mostek.app.ports import LogError
from mostek.cli.output import Failure, json_option, nearest, print_json, why
from mostek.messages import count, text

if TYPE_CHECKING:
    from mostek.app.verify import Verification
    from mostek.store.game_lines import GameContents


class CheckOutcome(StrEnum):
    """What a check has found."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"
    """It can be shown neither way, at least not yet."""


MARKS = {CheckOutcome.HOLDS: "✓", CheckOutcome.FAILS: "✗", CheckOutcome.OPEN: "–"}


class ProofCheck(NamedTuple):
    """One check, with its name for programs and its sentence for people."""

    name: str
    outcome: CheckOutcome
    sentence: str
    facts: Mapping[str, object] = {}
    """What the sentence says, for programs."""


@click.command()
@click.argument("game")
@click.option("--head", "noted", metavar="HASH", help="A hash of the game that was noted earlier; 8 digits are enough.")
@json_option
@click.pass_context
def verify(context: click.Context, game: str, noted: str | None, as_json: bool) -> None:
    """Verify the saved game GAME, or the game in a file: no change, every decision by the rules, honest draws.

    Exit status 0: nothing is wrong; 1: something is wrong; 2: the file is unreadable.
    """
    from mostek.store.game_lines import read_header

    data = _data(game)
    try:
        header = read_header(data)
    except LogError as error:
        raise Failure(_said(error)) from None
    checks = [*_checks(data, noted)]
    fails = any(check.outcome is CheckOutcome.FAILS for check in checks)
    if as_json:
        rows = [{"check": name, "outcome": kind, "message": said, **facts} for name, kind, said, facts in checks]
        print_json({"game": header.game, "holds": not fails, "checks": rows})
    else:
        for check in checks:
            click.echo(f"{MARKS[check.outcome]} {check.sentence}")
    context.exit(1 if fails else 0)


def _data(name: str) -> bytes:
    from mostek.store.game_files import entries, path_of

    path = Path(name) if Path(name).is_file() else path_of(name)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        known = [entry.name for entry in entries()]
        raise Failure(text("There is no game {name!r}.", name=name) + nearest(name, known)) from None
    except OSError as error:
        raise Failure(text("{path} cannot be read: {why}", path=path, why=why(error))) from None


def _said(error: LogError) -> str:
    return text(error.sentence, **error.params)


def _checks(data: bytes, noted: str | None) -> Iterator[ProofCheck]:
    """Every check, as far as those before it allow."""
    from mostek.app.verify import verify_game
    from mostek.store.game_lines import read_lines

    try:
        contents = read_lines(data)
        yield _file(contents)
        yield _chain(contents)
        if noted is not None:
            yield _noted(data, noted)
        proof = verify_game(contents.kept, contents.asked, contents.header.table.seed)
    except LogError as error:
        yield ProofCheck("file", CheckOutcome.FAILS, _said(error))
    else:
        yield from (_edition(proof), _course(proof), _seed(proof), _draws(proof), _whole(proof, contents.header.game))


def _file(contents: GameContents) -> ProofCheck:
    if contents.torn:
        cut = text("The last line was cut off when it was written; `mostek resume` mends that.")
        return ProofCheck("file", CheckOutcome.FAILS, cut)
    header = contents.header
    read = text("The file can be read: game {game}, format {format}.", game=header.game, format=header.format)
    return ProofCheck("file", CheckOutcome.HOLDS, read)


def _chain(contents: GameContents) -> ProofCheck:
    if contents.head is None:
        lacking = text("The file has no chain of hashes: it was begun by an earlier mostek.")
        return ProofCheck("chain", CheckOutcome.OPEN, lacking)
    whole = count(
        "The chain of hashes is whole: {n} event, last hash {head}.",
        "The chain of hashes is whole: {n} events, last hash {head}.",
        len(contents.kept.events),
        head=contents.head,
    )
    return ProofCheck("chain", CheckOutcome.HOLDS, whole, {"head": contents.head})


def _noted(data: bytes, noted: str) -> ProofCheck:
    """A hash noted at any time stands for every line up to its own, for the chain has been found whole."""
    from mostek.store.hash_chain import line_noted

    line = line_noted(data, noted)
    if line is None:
        lacking = text("The hash that was noted stands nowhere in the file: this is not the game as it was then.")
        return ProofCheck("noted", CheckOutcome.FAILS, lacking)
    found = text("The hash that was noted is that of line {line}: up to there nothing has changed since.", line=line)
    return ProofCheck("noted", CheckOutcome.HOLDS, found)


def _edition(proof: Verification) -> ProofCheck:
    named = {"rulebook": proof.rulebook, "edition": proof.edition}
    if proof.is_known:
        here = text("The rulebook {rulebook} is here in the edition of the game: {edition}.", **named)
        return ProofCheck("edition", CheckOutcome.HOLDS, here)
    lacking = text("The game is played by {rulebook}, edition {edition}, which this mostek does not have.", **named)
    return ProofCheck("edition", CheckOutcome.FAILS, lacking)


def _course(proof: Verification) -> ProofCheck:
    if not proof.is_known:
        return ProofCheck("course", CheckOutcome.OPEN, text("Without that rulebook nothing can be decided again."))
    if proof.stray is not None:
        stray = text("Event {n} does not follow from its command.", n=proof.stray)
        return ProofCheck("course", CheckOutcome.FAILS, stray, {"n": proof.stray})
    follows = count(
        "Decided again, {n} event follows from its command.",
        "Decided again, {n} events follow from their commands.",
        proof.events,
    )
    return ProofCheck("course", CheckOutcome.HOLDS, follows)


def _seed(proof: Verification) -> ProofCheck:
    from mostek.app.verify import Commitment

    match proof.commitment:
        case Commitment.KEPT:
            kept = text("The seed is the one that the game was committed to before it began.")
            return ProofCheck("seed", CheckOutcome.HOLDS, kept)
        case Commitment.BROKEN:
            other = text("The seed is not the one that the game was committed to before it began.")
            return ProofCheck("seed", CheckOutcome.FAILS, other)
        case Commitment.SECRET:
            return ProofCheck("seed", CheckOutcome.OPEN, text("The seed is published when the game is over."))
        case Commitment.NONE:
            return ProofCheck("seed", CheckOutcome.OPEN, text("The game was not committed to a seed."))


def _draws(proof: Verification) -> ProofCheck:
    from mostek.app.verify import Commitment

    if proof.commitment is Commitment.SECRET:
        return ProofCheck("draws", CheckOutcome.OPEN, text("The draws are not proven yet."))
    if proof.commitment is not Commitment.KEPT or proof.stray is not None or not proof.is_known:
        return ProofCheck("draws", CheckOutcome.OPEN, text("The draws cannot be proven."))
    proven = count(
        "The draws are proven: {n} tile came from the seed.",
        "The draws are proven: {n} tiles came from the seed.",
        proof.drawn,
    )
    return ProofCheck("draws", CheckOutcome.HOLDS, proven, {"tiles": proof.drawn})


def _whole(proof: Verification, name: str) -> ProofCheck:
    """Whether the end is there: a chain alone does not show that its last lines were cut off."""
    from mostek.app.verify import Commitment

    if not proof.is_finished:
        lacking = text("The last command lacks events; `mostek resume {name}` adds them.", name=name)
        return ProofCheck("whole", CheckOutcome.FAILS, lacking)
    if not proof.is_over:
        return ProofCheck("whole", CheckOutcome.OPEN, text("The game is not over yet."))
    if proof.commitment is Commitment.SECRET:
        lacking = text("The game is over, but its seed is not there; `mostek resume {name}` adds it.", name=name)
        return ProofCheck("whole", CheckOutcome.FAILS, lacking)
    return ProofCheck("whole", CheckOutcome.HOLDS, text("The game is over."))
