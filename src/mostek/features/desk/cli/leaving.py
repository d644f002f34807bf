"""`mostek tournament withdraw`, `return`, `remove` and `exclude`: who leaves, and who comes back."""

from __future__ import annotations

import click

from mostek.cli.output import Failure
from mostek.features.desk.cli.arguments import number_of, numbers_of
from mostek.features.desk.cli.session import Session, changing, yes_option
from mostek.messages import text
from mostek.tournament.commands import Exclude, Remove, Return, Withdraw
from mostek.tournament.results import open_game_of

_reason_option = click.option("--reason", default="", metavar="TEXT", help="Why.")
_score_option = click.option(
    "--score-now",
    type=click.IntRange(0, 10_000),
    metavar="POINTS",
    help="The opponent's points at the moment when the open game is awarded (PFS-7.2b).",
)


@click.command()
@click.argument("who")
@_reason_option
@_score_option
@yes_option
@changing
def withdraw(session: Session, who: str, reason: str, score_now: int | None, yes: bool) -> None:
    """Withdraw an entrant at their own wish; an open game goes to the opponent with their points at that moment."""
    number = number_of(session.state, who)
    points = _score_now(session, number, score_now, asks=not yes)
    session.carry_out(Withdraw, number=number, reason=reason, score_now=points)


@click.command("return")
@click.argument("who")
@_reason_option
@changing
def return_(session: Session, who: str, reason: str) -> None:
    """Let an entrant who had left, or was removed, play on from the next round."""
    session.carry_out(Return, number=number_of(session.state, who), reason=reason)


@click.command()
@click.argument("who", nargs=-1, required=True)
@_reason_option
@changing
def remove(session: Session, who: tuple[str, ...], reason: str) -> None:
    """Remove an entrant who never came and is still absent (PFS-6.3.4b)."""
    before = session.state
    orders = [session.order(Remove, number=number, reason=reason) for number in numbers_of(before, who)]
    session.finish(session.do(*orders), before)


@click.command()
@click.argument("who")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it goes into the arbiter's log.")
@_score_option
@yes_option
@changing
def exclude(session: Session, who: str, reason: str, score_now: int | None, yes: bool) -> None:
    """Exclude an entrant from the event (PFS-7.1d); an open game goes to the opponent with their points at that moment."""
    number = number_of(session.state, who)
    points = _score_now(session, number, score_now, asks=not yes)
    session.carry_out(Exclude, number=number, reason=reason, score_now=points)


def _score_now(session: Session, leaver: int, points: int | None, *, asks: bool) -> int:
    """The points of the opponent at this moment: N of the forfeit is never less (PFS-7.2b). Raises `Failure`."""
    table = open_game_of(session.state, leaver)
    if points is not None or table is None:
        return points or 0
    opponent = next(number for number in table.players if number != leaver)
    name = session.state.entrants[opponent].person.name
    if session.as_json or not asks:
        raise Failure(
            text(
                "The game at table {table} is open: add --score-now with the points of {name} at this moment (PFS-7.2b).",
                table=table.number,
                name=name,
            )
        )
    question = text("The points of {name} at this moment (PFS-7.2b), 0 before the first move:", name=name)
    return int(click.prompt(question, type=click.IntRange(0, 10_000), prompt_suffix=" "))
