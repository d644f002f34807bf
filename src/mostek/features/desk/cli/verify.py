"""`mostek tournament verify`: prove that nothing in the file of a tournament was changed, and that every decision follows."""

from __future__ import annotations

from pathlib import Path

import click

from mostek.app.tournaments import stray_step
from mostek.cli.output import json_option, progress, read_file
from mostek.cli.verify import tell_checks
from mostek.features.desk.cli.group import event_option
from mostek.features.desk.cli.session import find_event
from mostek.messages import text
from mostek.store.game_proof import ProofCheck
from mostek.store.tournament_proof import tournament_checks
from mostek.tournament.decide import Step


@click.command()
@click.argument("name", required=False, metavar="[FILE|NAME]")
@click.option(
    "--head", "noted", metavar="HASH", help="A hash of the tournament that was noted earlier; 8 digits are enough."
)
@click.option("--key", metavar="KEY", help="The public key of the desk that founded the tournament.")
@event_option
@json_option
@click.pass_context
def verify(
    context: click.Context, name: str | None, noted: str | None, key: str | None, event: str | None, as_json: bool
) -> None:
    """Verify a tournament: its file is unchanged, and every decision follows from its command.

    Exit status 0: nothing is wrong; 1: something is wrong; 2: the file is unreadable.
    """
    path = Path(name) if name and Path(name).is_file() else find_event(name or event)[0]
    tell_checks(context, _found(path, noted, key), as_json, event=path.stem)


def _found(path: Path, noted: str | None, key: str | None) -> list[ProofCheck]:
    data = read_file(path)
    with progress(text("Deciding again")) as done:
        return list(tournament_checks(path, data, noted, key, done))


def decided_again(steps: tuple[Step, ...]) -> int | None:
    """The number of the first step that does not follow from its command, by deciding each again while the share is shown."""
    with progress(text("Deciding again")) as done:
        return stray_step(steps, done)
