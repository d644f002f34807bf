"""`mostek tournament checkin`, `withdraw`, `return`, `remove` and `exclude`: who is there, and who leaves."""

from __future__ import annotations

import click

from mostek.cli.failures import Failure
from mostek.cli.tournament.entering import division_option
from mostek.cli.tournament.names import divisions_of, number_of, numbers_of
from mostek.cli.tournament.session import Session, changing
from mostek.messages import count, text
from mostek.tournament.commands import CheckIn, CheckOut, Exclude, Remove, Return, Withdraw
from mostek.tournament.pending import not_checked_in
from mostek.tournament.state import Tournament

_reason_option = click.option("--reason", default="", metavar="TEXT", help="Why.")
_score_option = click.option(
    "--score-now",
    type=int,
    default=0,
    metavar="POINTS",
    help="The opponent's points in the game that is open (PFS-7.2b).",
)


@click.command(short_help="Say who has come.")
@click.argument("who", nargs=-1, metavar="[NUMBER|NAME]...")
@click.option("--all", "everybody", is_flag=True, help="Everybody who has entered and has not come yet.")
@click.option("--undo", is_flag=True, help="It was a mistake: they have not come.")
@division_option
@changing
def checkin(session: Session, who: tuple[str, ...], everybody: bool, undo: bool, division: str | None) -> None:
    """Say who has come: numbers, ranges as 1-12, parts of names, or --all."""
    before = session.state
    numbers = numbers_of(before, who)
    if everybody:
        numbers, lacking = _all_who_may(before, division)
        if lacking and not session.as_json:
            click.echo(text("The consent of a guardian is missing: {people}.", people=lacking), err=True)
    if not numbers:
        raise Failure(text("Say who has come: numbers, parts of names, or --all."))
    kind: type[CheckIn | CheckOut] = CheckOut if undo else CheckIn
    events = session.do(session.order(kind, numbers=numbers))
    present = sum(each.is_present for each in session.state.entrants.values())
    entered = len(session.state.entrants)
    session.finish(events, before, present=present, entered=entered)
    if not session.as_json:
        click.echo(count("{n} person is present", "{n} people are present", present) + f" ({present}/{entered}).")


def _all_who_may(state: Tournament, division: str | None) -> tuple[tuple[int, ...], str]:
    """Everybody who has not come yet, without minors who lack a consent; and these, as they are called."""
    awaited = [number for name in divisions_of(state, division) for number in not_checked_in(state, name)]
    needed = bool(state.settings.entry.consent.value)
    people = {number: state.entrants[number].person for number in awaited}
    lacking = [number for number in awaited if needed and people[number].minor and not people[number].consent]
    called = ", ".join(f"{number}. {people[number].name}" for number in lacking)
    return tuple(number for number in awaited if number not in lacking), called


@click.command(short_help="Somebody leaves by their own will.")
@click.argument("who")
@_reason_option
@_score_option
@changing
def withdraw(session: Session, who: str, reason: str, score_now: int) -> None:
    """Somebody leaves by their own will; a game that is open goes to the opponent."""
    before = session.state
    order = session.order(Withdraw, number=number_of(before, who), reason=reason, score_now=score_now)
    session.finish(session.do(order), before)


@click.command("return", short_help="Somebody who had left plays on.")
@click.argument("who")
@_reason_option
@changing
def return_(session: Session, who: str, reason: str) -> None:
    """Somebody who had left, or was removed, plays on from the next round."""
    before = session.state
    order = session.order(Return, number=number_of(before, who), reason=reason)
    session.finish(session.do(order), before)


@click.command(short_help="Remove whoever never came (PFS-6.3.4b).")
@click.argument("who", nargs=-1, required=True)
@_reason_option
@changing
def remove(session: Session, who: tuple[str, ...], reason: str) -> None:
    """Remove whoever never came and is still absent (PFS-6.3.4b)."""
    before = session.state
    orders = [session.order(Remove, number=number, reason=reason) for number in numbers_of(before, who)]
    session.finish(session.do(*orders), before)


@click.command()
@click.argument("who")
@click.option("--reason", required=True, metavar="TEXT", help="Why; it goes into the arbiter's log.")
@_score_option
@changing
def exclude(session: Session, who: str, reason: str, score_now: int) -> None:
    """Exclude somebody from the event (PFS-7.1d)."""
    before = session.state
    order = session.order(Exclude, number=number_of(before, who), reason=reason, score_now=score_now)
    session.finish(session.do(order), before)
