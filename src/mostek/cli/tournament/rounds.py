"""`mostek tournament pair`, `pairings`, `unpair`, `table`, `forbid`, `force`, `allow`, `start`, `arrived`: a round begins."""

from __future__ import annotations

import re
from typing import Any

import click

from mostek.cli.failures import Failure
from mostek.cli.tournament import answers, lines
from mostek.cli.tournament.asking import ask
from mostek.cli.tournament.entering import division_option
from mostek.cli.tournament.names import division_of, divisions_of, last_round, number_of, numbers_of, system_of
from mostek.cli.tournament.seats import pairing_data, print_pairing, print_reasons, reasons_data
from mostek.cli.tournament.session import Session, changing, reading, yes_option
from mostek.cli.tournament.warnings import in_words, last_round_warnings
from mostek.messages import text
from mostek.tournament.commands import AddTable, NoteArrival, PairRound, SetPairRule, StartRound, UnpairRound
from mostek.tournament.events import Event, RoundPaired
from mostek.tournament.history import in_force
from mostek.tournament.state import PairRule, Tournament
from mostek.tournament.warnings import pairing_warnings

_explain_option = click.option("--explain", is_flag=True, help="Say of every table why it is as it is.")


@click.command()
@division_option
@click.option("--system", metavar="SYSTEM", help="Another system than the plan says, as danish or duński.")
@click.option("--tables", metavar="TABLES", help='By hand: "1-2 3-4 5", the starter first; alone is a bye.')
@click.option("--seed", metavar="TEXT", help="Other lots than the event's own.")
@click.option("--preview", is_flag=True, help="Only show it; nothing is kept.")
@_explain_option
@changing
def pair(
    session: Session,
    division: str | None,
    system: str | None,
    tables: str | None,
    seed: str | None,
    preview: bool,
    explain: bool,
) -> None:
    """Pair the next round, by the plan or as you say."""
    before = session.state
    where = division_of(before, division)
    order = session.order(
        PairRound,
        division=where,
        system=system_of(system) if system else None,
        tables=_tables(before, tables) if tables else (),
        seed=seed,
    )
    warnings = list(last_round_warnings(before, where))
    if preview:
        carried = session.preview(order)
        events, after = carried.events, carried.state
    else:
        events = session.do(order)
        after = session.state
    _show(session, events, before, after, warnings, explain, preview)


def _show(
    session: Session,
    events: tuple[Event, ...],
    before: Tournament,
    after: Tournament,
    warnings: list[dict[str, Any]],
    explain: bool,
    preview: bool,
) -> None:
    paired = next(event for event in events if isinstance(event, RoundPaired))
    warnings += in_words(pairing_warnings(after, paired.division, paired.round), after)
    reasons = reasons_data(before, paired, after) if explain else None
    if session.as_json:
        session.print_json(
            events=events,
            preview=preview,
            pairing=pairing_data(after, paired.division, paired.round),
            warnings=warnings,
            **({"reasons": reasons} if explain else {}),
            next=answers.next_steps(after),
        )
        return
    session.head()
    answers.tell(events, before, after)
    print_pairing(after, paired.division, paired.round)
    if explain:
        print_reasons(before, paired, after)
    for each in warnings:
        lines.tell("! " + each["message"], fg="yellow")
    if preview:
        click.echo(text("This was a preview; nothing has been kept."))
    else:
        answers.tell_next(after)


def _tables(state: Tournament, said: str) -> tuple[tuple[int, ...], ...]:
    """Tables as `1-2 3-4 5`. Raises `Failure`."""
    words = said.replace(",", " ").split()
    if not words or not all(re.fullmatch(r"\d+(-\d+)*", word) for word in words):
        raise Failure(text('Write the tables as "1-2 3-4": starting numbers, the starter first.'))
    return tuple(tuple(int(number) for number in word.split("-")) for word in words)


@click.command(short_help="Show who meets whom, and why.")
@click.option(
    "--round", "number", type=click.IntRange(1), metavar="NUMBER", help="Which round; otherwise the last one."
)
@division_option
@click.option("--by-name", is_flag=True, help="In the order of names: who sits where.")
@click.option("--table", type=click.IntRange(1), metavar="NUMBER", help="With --explain: this table only.")
@_explain_option
@reading
def pairings(
    session: Session, number: int | None, division: str | None, by_name: bool, table: int | None, explain: bool
) -> None:
    """Show who meets whom in a round, with the results that are there, and with --explain why."""
    state = session.state
    shown = [
        (name, played)
        for name in divisions_of(state, division)
        if 1 <= (played := last_round(state, name, number)) <= len(state.divisions[name].rounds)
    ]
    if not shown:
        raise Failure(text("That round has not been paired."))
    found = [(name, played, session.desk.before_round(name, played)) for name, played in shown]
    events = [paired_event(session, name, played) for name, played in shown]
    if session.as_json:
        rows = [pairing_data(state, name, played) for name, played in shown]
        reasons = [reasons_data(before, event, state) for (_, _, before), event in zip(found, events, strict=True)]
        session.print_json(pairings=rows, **({"reasons": reasons} if explain else {}))
        return
    session.head()
    for (name, played, before), event in zip(found, events, strict=True):
        if not explain or table is None:
            print_pairing(state, name, played, by_name)
        if explain:
            print_reasons(before, event, state, table)


def paired_event(session: Session, division: str, number: int) -> RoundPaired:
    """The event with which a round was paired, as it stands in the log."""
    return next(
        event
        for step in reversed(in_force(session.desk.steps))
        for event in step.events
        if isinstance(event, RoundPaired) and event.division == division and event.round == number
    )


@click.command()
@division_option
@click.option("--discard", is_flag=True, help="Results that came in already may be lost.")
@click.option("--reason", default="", metavar="TEXT", help="Why; needed when results are lost.")
@yes_option
@changing
def unpair(session: Session, division: str | None, discard: bool, reason: str, yes: bool) -> None:
    """Take the pairing of the last round back."""
    before = session.state
    where = division_of(before, division)
    order = session.order(UnpairRound, division=where, discard_results=discard, reason=reason)
    session.preview(order)
    if not yes and not session.as_json:
        ask(text("Take the pairing of round {round} back?", round=last_round(before, where)))
    session.finish(session.do(order, seen=not yes), before)


@click.command(short_help="Seat people who have no game in this round.")
@click.argument("who", nargs=-1, required=True)
@division_option
@changing
def table(session: Session, who: tuple[str, ...], division: str | None) -> None:
    """Seat people who have no game in this round: a late entry meets whoever has a bye. The first one starts."""
    before = session.state
    order = session.order(AddTable, division=division_of(before, division), players=numbers_of(before, who))
    session.finish(session.do(order), before)


def _pair_rule(name: str, rule: PairRule | None, help_text: str) -> click.Command:
    @click.command(name, help=help_text)
    @click.argument("first")
    @click.argument("second")
    @changing
    def command(session: Session, first: str, second: str) -> None:
        before = session.state
        pair = (number_of(before, first), number_of(before, second))
        session.finish(session.do(session.order(SetPairRule, pair=pair, rule=rule)), before)

    return command


forbid = _pair_rule("forbid", PairRule.FORBIDDEN, "Say that two people never meet.")
force = _pair_rule("force", PairRule.FORCED, "Say that two people meet in the next round.")
allow = _pair_rule("allow", None, "Take back that two people must meet, or never.")


@click.command(short_help="Announce that the games begin.")
@division_option
@click.option("--absent", multiple=True, metavar="WHO", help="Who is not at the table; may be repeated.")
@changing
def start(session: Session, division: str | None, absent: tuple[str, ...]) -> None:
    """Announce that the games begin; late arrivals count from here (PFS-6.3.1)."""
    before = session.state
    order = session.order(StartRound, division=division_of(before, division), absent=numbers_of(before, absent))
    session.finish(session.do(order), before)


@click.command()
@click.argument("who", nargs=-1, required=True)
@changing
def arrived(session: Session, who: tuple[str, ...]) -> None:
    """Somebody who was late has come to the table (PFS-6.3.2b)."""
    before = session.state
    orders = [session.order(NoteArrival, number=number) for number in numbers_of(before, who)]
    session.finish(session.do(*orders), before)
