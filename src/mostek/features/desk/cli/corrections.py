"""`mostek tournament correct`, `adjourn`, `deduct`, `rule`, `tie`, `undo`, `log` and `close`: corrections and decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from mostek.app.tournaments import Carried
from mostek.cli import output
from mostek.cli.output import Failure, print_table
from mostek.cli.param_types import OneOf
from mostek.features.desk.cli import answers
from mostek.features.desk.cli.arguments import (
    Moment,
    MomentParam,
    day_of,
    division_of,
    last_round,
    moment_on,
    number_of,
    numbers_of,
)
from mostek.features.desk.cli.results import (
    both_option,
    cause_option,
    confirmed_option,
    forfeit_option,
    last_words_option,
    round_option,
    score_now_option,
    typing_of,
    unrated_option,
    with_forfeit,
)
from mostek.features.desk.cli.session import Session, ask, changing, division_option, reading, yes_option
from mostek.features.desk.desk_rows import left_to_do
from mostek.features.desk.grammar import rows_of_words
from mostek.features.desk.line import read_correction
from mostek.features.desk.words.tournament_log import changed, log_rows
from mostek.messages import text
from mostek.messages.tournament_events import told
from mostek.tournament.commands import (
    AdjournGame,
    CloseTournament,
    CorrectionKind,
    DecideTie,
    DeductPoints,
    RecordDecision,
    Request,
    Undo,
)
from mostek.tournament.decide import in_force

_KIND = OneOf("There is no kind {name!r}.", [kind.value for kind in CorrectionKind])


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="TABLE [SCORE]")
@round_option
@division_option
@click.option("--kind", type=_KIND, help="entry: mistyped at the desk; swapped: the wrong way round; ruling: decided.")
@click.option("--swapped", is_flag=True, help="It was entered the wrong way round (PFS-4.6.4); needs no score.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@click.option("--clause", default="", metavar="CLAUSE", help="For a ruling: the clause it rests on, as PFS-7.4.")
@click.option("--consent", is_flag=True, help="The arbiter consents, though the next round is paired (PFS-4.6.4).")
@last_words_option
@unrated_option
@confirmed_option
@forfeit_option
@both_option
@cause_option
@score_now_option
@yes_option
@changing
def correct(
    session: Session,
    words: tuple[str, ...],
    number: int | None,
    division: str | None,
    forfeit_to: str | None,
    both_forfeit: bool,
    yes: bool,
    **options: Any,
) -> None:
    """Correct a result, as 7 412:388 or 7 --swapped; you first see what else it changes."""
    state = session.state
    typing = typing_of(session, division, number, options)
    rows = rows_of_words(with_forfeit(words, forfeit_to, both_forfeit))
    if len(rows) != 1:
        raise Failure(text("One result is corrected at a time."))
    confirm_and_do(session, read_correction(state, rows[0], typing), yes)


def confirm_and_do(session: Session, order: Request, yes: bool) -> None:
    """Show what a command changes, ask, and do it; a program says `--yes`, because no person answers."""
    before = session.state
    if left_to_do(before, order) is None:
        session.finish(session.do(order), before)
        return
    carried = session.preview(order)
    if session.as_json:
        if not yes:
            raise Failure(text("--json cannot ask questions; add --yes."))
        events = session.do(order)
        session.finish(events, before, consequences=msgspec.to_builtins(carried.consequences))
        return
    session.head()
    answers.tell(carried.events, before, carried.state)
    _show(carried)
    if not yes:
        ask(text("Do it?"))
    session.do(order, seen=not yes)
    click.echo(text("Done."))
    answers.tell_next(session.state)


def _show(carried: Carried) -> None:
    changes = list(changed(carried.consequences, carried.state))
    for line in changes or [text("No place changes.")]:
        output.tell(line, "  ")


@click.command()
@click.argument("who")
@click.argument("points", type=int)
@click.option("--reason", required=True, metavar="TEXT", help="Why; it goes into the arbiter's log.")
@round_option
@yes_option
@changing
def deduct(session: Session, who: str, points: int, reason: str, number: int | None, yes: bool) -> None:
    """Take points from an entrant in a game, a multiple of five (PFS-7.1b); the desk computes the winner again."""
    before = session.state
    player = number_of(before, who)
    entrant = before.entrants.get(player)
    where = entrant.division if entrant else division_of(before, None)
    played = last_round(before, where, number)
    order = session.order(DeductPoints, division=where, round=played, number=player, points=points, reason=reason)
    confirm_and_do(session, order, yes)


@click.command()
@click.argument("clause")
@click.argument("what", metavar="TEXT")
@click.option("--about", multiple=True, metavar="WHO", help="Whom it concerns; may be repeated.")
@round_option
@changing
def rule(session: Session, clause: str, what: str, about: tuple[str, ...], number: int | None) -> None:
    """Record a decision with its CLAUSE, for example PFS-7.1a (PFS-6.1b)."""
    session.carry_out(RecordDecision, clause=clause, text=what, about=numbers_of(session.state, about), round=number)


@click.command()
@click.argument("number", type=click.IntRange(1), metavar="TABLE")
@click.option("--until", type=MomentParam(), metavar="TIME", help="When it is played on: 17:30, or 2026-11-22T9:00.")
@click.option("--resume", is_flag=True, help="It goes on now.")
@click.option("--reason", default="", metavar="TEXT", help="Why, needed with --until; it goes into the arbiter's log.")
@division_option
@changing
def adjourn(
    session: Session, number: int, until: Moment | None, resume: bool, reason: str, division: str | None
) -> None:
    """Adjourn the game of a TABLE until a later time, as 7 --until 17:30, or let it go on with --resume (PFS-7.4)."""
    state = session.state
    if (until is None) == (not resume):
        raise Failure(text("Say until when with --until, or that the game goes on with --resume."))
    where = division_of(state, division)
    session.carry_out(
        AdjournGame,
        division=where,
        round=last_round(state, where, None),
        table=number,
        until=None if until is None else moment_on(day_of(state), until),
        reason=reason,
    )


@click.command()
@click.argument("who", nargs=-1, required=True)
@click.option("--reason", required=True, metavar="TEXT", help="Why they stand so, as an extra game or a draw of lots.")
@yes_option
@changing
def tie(session: Session, who: tuple[str, ...], reason: str, yes: bool) -> None:
    """Order people who share a place, the better one first (S46)."""
    before = session.state
    confirm_and_do(session, session.order(DecideTie, order=numbers_of(before, who), reason=reason), yes)


@click.command()
@click.option("--last", type=click.IntRange(1), metavar="NUMBER", help="Only so many of the latest.")
@click.option("--decisions", is_flag=True, help="Only what the arbiter has decided.")
@reading
def log(session: Session, last: int | None, decisions: bool) -> None:
    """Show every step: when, who, what; undone steps are marked."""
    rows = list(log_rows(session.desk.steps))
    if decisions:
        rows = [row for row in rows if "decision_made" in row["types"]]
    rows = rows[-last:] if last else rows
    if session.as_json:
        session.print_json(steps=rows)
        return
    session.head()
    print_table(
        [text("step"), text("time"), text("given by"), text("what")],
        [
            [str(row["step"]), f"{row['at']:%d.%m.%Y %H:%M:%S}", row["by"] or "–", _marked(row["said"], row["undone"])]
            for row in rows
        ],
        right={0},
    )


def _marked(typed: Sequence[str], undone: bool) -> str:
    told_together = "; ".join(line.replace("\n", "; ") for line in typed)
    return "[" + text("taken back") + "] " + told_together if undone else told_together


@click.command()
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@yes_option
@changing
def undo(session: Session, reason: str, yes: bool) -> None:
    """Undo the last command; you first see what it was and what changes."""
    before = session.state
    order = session.order(Undo, reason=reason)
    carried = session.preview(order)
    taken = in_force(session.desk.steps)[-1]
    taken_back = list(told(taken.events, carried.state, before))
    if session.as_json:
        if not yes:
            raise Failure(text("--json cannot ask questions; add --yes."))
        events = session.do(order, seen=True)
        facts = {"taken_back": taken.events, "consequences": msgspec.to_builtins(carried.consequences)}
        session.finish(events, before, **facts)
        return
    session.head()
    click.echo(text("This is taken back:"))
    for line in (*taken_back, *changed(carried.consequences, carried.state)):
        output.tell(line, "  ")
    if not yes:
        ask(text("Do it?"))
    session.do(order, seen=True)
    click.echo(text("Done."))
    answers.tell_next(session.state)


@click.command()
@click.option("--reason", default="", metavar="TEXT", help="Why it ends before all rounds were played.")
@yes_option
@changing
def close(session: Session, reason: str, yes: bool) -> None:
    """Close the tournament officially; diplomas are final from now on."""
    confirm_and_do(session, session.order(CloseTournament, reason=reason), yes or session.as_json)
