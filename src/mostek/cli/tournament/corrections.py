"""`mostek tournament correct`, `deduct`, `rule` and `tie`: what is put right, and what the arbiter decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import msgspec

from mostek.app.tournaments import Carried
from mostek.cli.failures import Failure
from mostek.cli.options import OneOf
from mostek.cli.tournament import answers, lines
from mostek.cli.tournament.asking import ask
from mostek.cli.tournament.changes import changed, consequences_data
from mostek.cli.tournament.entering import division_option
from mostek.cli.tournament.names import division_of, last_round, number_of, numbers_of
from mostek.cli.tournament.results import (
    Options,
    both_option,
    cause_option,
    confirmed_option,
    forfeit_option,
    forfeit_said,
    last_words_option,
    played_said,
    round_option,
    score_now_option,
    unrated_option,
)
from mostek.cli.tournament.scores import Said, parse_results, table_there
from mostek.cli.tournament.session import Session, changing, yes_option
from mostek.messages import text
from mostek.tournament.commands import CorrectionKind, CorrectResult, DecideTie, Deduct, Request, Rule
from mostek.tournament.state import Played, Table, TableResult, Tournament

_KIND = OneOf("There is no kind {name!r}.", [kind.value for kind in CorrectionKind])


@click.command(short_help="Correct a result.")
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
    kind: str | None,
    swapped: bool,
    reason: str,
    clause: str,
    consent: bool,
    confirmed: bool,
    yes: bool,
    **said: Any,
) -> None:
    """Correct a result, as 7 412:388 or 7 --swapped; what it changes further on is shown before it is done."""
    before, options = session.state, Options(**said)
    where = division_of(before, division)
    played = last_round(before, where, number)
    table, result = _corrected(before, where, played, words, options, swapped)
    order = session.order(
        CorrectResult,
        division=where,
        round=played,
        table=table,
        result=result,
        kind=_kind(before, where, played, table, result, kind, swapped, clause),
        consent=consent,
        clause=clause,
        reason=reason,
        confirmed=confirmed,
    )
    confirm_and_do(session, order, yes)


def _corrected(
    state: Tournament, division: str, played: int, words: Sequence[str], options: Options, swapped: bool
) -> tuple[int, TableResult]:
    """The table, and the result that it is to have. Raises `Failure`."""
    if options.is_forfeit:
        result, there = forfeit_said(state, division, played, words, options)
        return there.table, result
    if swapped:
        return _swapped(state, division, played, words)
    found = parse_results(state, division, played, words)
    if len(found) != 1:
        raise Failure(text("One result is corrected at a time."))
    return found[0].table, played_said(found[0], options)


def _swapped(state: Tournament, division: str, played: int, words: Sequence[str]) -> tuple[int, TableResult]:
    if len(words) != 1:
        raise Failure(text("With --swapped name the table only."))
    there = table_there(state, division, played, words[0])
    earlier = _result(state, division, played, there.table)
    if not isinstance(earlier, Played):
        return there.table, played_said(Said(there.table, there.players, (0,) * len(there.players)), _NOTHING)
    return there.table, _turned(earlier)


_NOTHING = Options(None, False, None, False, "late", 0)


def _kind(
    state: Tournament,
    division: str,
    played: int,
    table: int,
    result: TableResult,
    said: str | None,
    swapped: bool,
    clause: str,
) -> CorrectionKind:
    """What kind of correction it is; where nobody says, the scores turned round are a swap, and a clause makes a ruling."""
    if said is not None:
        return CorrectionKind(said)
    if swapped:
        return CorrectionKind.SWAPPED
    if clause:
        return CorrectionKind.RULING
    earlier = _result(state, division, played, table)
    turned = _turned(earlier) if isinstance(earlier, Played) else None
    return CorrectionKind.SWAPPED if turned == result else CorrectionKind.ENTRY


def _turned(earlier: Played) -> Played:
    """The same result the other way round."""
    return msgspec.structs.replace(earlier, scores=earlier.scores[::-1], last_words=earlier.last_words[::-1])


def _result(state: Tournament, division: str, played: int, table: int) -> TableResult | None:
    rounds = state.divisions[division].rounds
    tables: tuple[Table, ...] = rounds[played - 1].tables if 1 <= played <= len(rounds) else ()
    return tables[table - 1].result if 1 <= table <= len(tables) else None


def confirm_and_do(session: Session, order: Request, yes: bool) -> None:
    """Show what a command changes, ask, and do it; a program says `--yes`, for nobody answers it."""
    before = session.state
    carried = session.preview(order)
    if session.as_json:
        if not yes:
            raise Failure(text("With --json nobody can be asked; add --yes."))
        events = session.do(order)
        session.finish(events, before, consequences=consequences_data(carried.consequences))
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
        lines.tell(line, "  ")


@click.command(short_help="Take points away from somebody (PFS-7.1b).")
@click.argument("who")
@click.argument("points", type=int)
@click.option("--reason", required=True, metavar="TEXT", help="Why; it goes into the arbiter's log.")
@round_option
@yes_option
@changing
def deduct(session: Session, who: str, points: int, reason: str, number: int | None, yes: bool) -> None:
    """Take points away from somebody in a game, a multiple of five (PFS-7.1b); who has won is worked out again."""
    before = session.state
    player = number_of(before, who)
    entrant = before.entrants.get(player)
    where = entrant.division if entrant else division_of(before, None)
    played = last_round(before, where, number)
    order = session.order(Deduct, division=where, round=played, number=player, points=points, reason=reason)
    confirm_and_do(session, order, yes)


@click.command(short_help="Write an arbiter's decision down.")
@click.argument("clause")
@click.argument("what", metavar="TEXT")
@click.option("--about", multiple=True, metavar="WHO", help="Whom it concerns; may be repeated.")
@round_option
@changing
def rule(session: Session, clause: str, what: str, about: tuple[str, ...], number: int | None) -> None:
    """Write a decision down with the CLAUSE it rests on, as PFS-7.1a (PFS-6.1b)."""
    before = session.state
    order = session.order(Rule, clause=clause, text=what, about=numbers_of(before, about), round=number)
    session.finish(session.do(order), before)


@click.command(short_help="Order people who share a place (S46).")
@click.argument("who", nargs=-1, required=True)
@click.option("--reason", required=True, metavar="TEXT", help="Why they stand so, as an extra game or a draw of lots.")
@yes_option
@changing
def tie(session: Session, who: tuple[str, ...], reason: str, yes: bool) -> None:
    """Order people who share a place, the better one first (S46)."""
    before = session.state
    confirm_and_do(session, session.order(DecideTie, order=numbers_of(before, who), reason=reason), yes)
