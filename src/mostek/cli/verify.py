"""`mostek verify`: prove afterwards that a game was not changed, follows the rules, and was drawn from its committed seed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from mostek.cli.output import json_option, print_json, read_file
from mostek.store.game_proof import CheckOutcome, Known, ProofCheck, checks_of, read_receipt

_MARKS = {CheckOutcome.HOLDS: "✓", CheckOutcome.FAILS: "✗", CheckOutcome.OPEN: "–"}


@click.command()
@click.argument("game")
@click.option("--head", "noted", metavar="HASH", help="A hash of the game that was noted earlier; 8 digits are enough.")
@click.option("--key", metavar="KEY", help="The public key of the server, from its page /api/key.")
@click.option("--receipt", metavar="FILE", help="The receipt that a player's page has kept of the game.")
@json_option
@click.pass_context
def verify(
    context: click.Context, game: str, noted: str | None, key: str | None, receipt: str | None, as_json: bool
) -> None:
    """Verify the saved game GAME, or the game in a file: no change, every decision by the rules, honest draws.

    Exit status 0: nothing is wrong; 1: something is wrong; 2: the file is unreadable.
    """
    from mostek.cli.named_game import game_data
    from mostek.store.game_lines import read_header

    _, data = game_data(game)
    header = read_header(data)
    known = Known(noted, key, read_receipt(read_file(Path(receipt))) if receipt is not None else None)
    tell_checks(context, list(checks_of(data, known)), as_json, game=header.game)


def tell_checks(context: click.Context, checks: Sequence[ProofCheck], as_json: bool, **subject: str) -> NoReturn:
    """Say what every check has found, and end the command with 1 if one fails."""
    fails = any(check.outcome is CheckOutcome.FAILS for check in checks)
    if as_json:
        rows = [
            {"check": name, "outcome": kind, "message": sentence, **facts} for name, kind, sentence, facts in checks
        ]
        print_json({**subject, "holds": not fails, "checks": rows})
    else:
        for check in checks:
            click.echo(f"{_MARKS[check.outcome]} {check.sentence}")
    context.exit(1 if fails else 0)
