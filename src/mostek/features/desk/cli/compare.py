"""`mostek tournament compare`: published pairings beside ours, and what explains most of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from mostek.cli import output
from mostek.cli.output import Failure, json_option, print_json, print_table, progress
from mostek.features.desk.cli.arguments import divisions_of, now
from mostek.features.desk.cli.files import imported_from, recorded_in
from mostek.features.desk.cli.group import event_option
from mostek.features.desk.cli.session import division_option, opened
from mostek.features.desk.words import comparison as words
from mostek.messages import explained, text
from mostek.messages.tournament_events import called
from mostek.messages.tournament_words import system_name
from mostek.store.tournament_lines import is_tournament, read_tournament
from mostek.tournament.comparison import PairingComparison, RoundComparison, compare
from mostek.tournament.state import Tournament

SHOWN = 6
"""So many readings are shown to a person."""


@click.command("compare")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE...]")
@click.option("--round", "number", type=click.IntRange(1), metavar="NUMBER", help="Only this round.")
@division_option
@event_option
@json_option
def compare_(
    files: tuple[Path, ...], number: int | None, division: str | None, event: str | None, as_json: bool
) -> None:
    """Compare the pairings of an event with ours: a file of any format that import reads, or a tournament of this desk.

    Every round is paired again from the standings before it by every system, with each treatment of latecomers, byes and
    equal match points that can make a difference. What explains most of the published tables is named.
    """
    name, state = _event(files, event)
    found = []
    with progress(text("Comparing")) as done:
        for each in divisions_of(state, division):
            compared = compare(state, each, number, done)
            if compared is not None:
                found.append(compared)
    if not found:
        raise Failure(text("That round has not been paired.") if number else text("No round has been paired yet."))
    if as_json:
        print_json({"event": name, "comparisons": [_data(each, state) for each in found]})
        return
    for compared in found:
        _tell(compared, state, name)


def _event(files: Sequence[Path], event: str | None) -> tuple[str, Tournament]:
    """The event of the files, or of this desk. Raises `Failure`."""
    if not files:
        session = opened(event, as_json=False)
        return session.file.name, session.state
    from mostek.app.ports import LogError
    from mostek.app.tournaments import replayed
    from mostek.features.desk.cli.packages import files_at

    data, packed = files_at(files)
    stem = files[0].stem
    first = next(iter(data.values()))
    if len(data) == 1 and is_tournament(first):
        try:
            state = replayed(read_tournament(first).steps)
        except LogError as error:
            raise Failure(f"{files[0].name}: {explained(error.sentence, error.params)}") from None
        if state is None:
            raise Failure(text("No round has been paired yet."))
        return stem, state
    written = recorded_in(data, packed)
    # Equal ratings are seeded by starting number, so the players must enter in that order.
    written = msgspec.structs.replace(written, players=tuple(sorted(written.players, key=lambda each: each.number)))
    return stem, imported_from(written, stem, {}, now()).state


def _data(found: PairingComparison, state: Tournament) -> dict[str, Any]:
    """A comparison as plain data, with the sentences."""
    data: dict[str, Any] = msgspec.to_builtins(found)
    for row, each in zip(data["rounds"], found.rounds, strict=True):
        row["by_hand"] = [list(table.players) for table in each.by_hand]
        row["messages"] = list(words.of_round(each, called(state), words.tried(found)))
    return {**data, "seats": found.seats, "alike": found.alike, "messages": list(words.result(found))}


def _tell(found: PairingComparison, state: Tournament, name: str) -> None:
    click.secho(f"{found.division}: {name}" if found.division else name, bold=True)
    headings = [text("round"), text("system"), text("alike"), text("starters alike"), text("by no system")]
    rows = [
        [
            str(each.round),
            system_name(each.system),
            words.alike_text(each.alike, each.seats),
            _starts(each),
            str(len(each.by_hand) or "–"),
        ]
        for each in found.rounds
    ]
    print_table(headings, rows, right={0, 2, 3, 4})
    for each in found.rounds:
        for index, line in enumerate(words.of_round(each, called(state), words.tried(found))):
            output.tell(line, "  " if index else "", bold=not index)
    _tell_alternatives(found)
    for line in words.result(found):
        output.tell(line)
    click.echo(text("As settings: {settings}", settings=_settings(found)))


def _tell_alternatives(found: PairingComparison) -> None:
    if len(found.readings) > 1:
        click.secho(text("How the standings are read"), bold=True)
        shown, left = found.readings[:SHOWN], len(found.readings) - SHOWN
        rows = [
            [words.alike_text(alike, found.seats), words.reading_text(reading, words.tried(found))]
            for reading, alike in shown
        ]
        print_table([text("alike"), text("reading")], rows, right={0})
        if left > 0:
            click.echo(text("and {n} more (see --json)", n=left))
    click.secho(text("One system in all rounds"), bold=True)
    rows = [[words.alike_text(alike, found.seats), system_name(system)] for system, alike in found.settings if alike]
    print_table([text("alike"), text("system")], rows, right={0})


def _starts(found: RoundComparison) -> str:
    """Of the tables alike whose starter is no lot, at how many the same player starts."""
    decided = [each.starts_alike for each in found.tables if each.starts_alike is not None]
    return text("{alike} of {n}", alike=sum(decided), n=len(decided)) if decided else "–"


def _settings(found: PairingComparison) -> str:
    """The options with which a new event is paired so."""
    chosen = {"plan": f'"{found.plan}"', "pairing.latecomers": found.reading.latecomers.value}
    chosen["keys"] = ",".join(key.value for key in found.reading.keys)
    return " ".join(f"--set {name}={value}" for name, value in chosen.items())
