"""`mostek tournament pair`, `pairings`, `unpair`, `table`, `credit`, `forbid`, `force`, `allow`, `start`, `arrived`,
`late`, `missing`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, ClassVar

import click
import msgspec
from msgspec.structs import replace

from mostek.cli import output
from mostek.cli.output import Failure, print_table
from mostek.cli.param_types import OneOf
from mostek.documents.people import by_surname
from mostek.features.desk.cli import answers
from mostek.features.desk.cli.arguments import SystemName, division_of, divisions_of, last_round, number_of, numbers_of
from mostek.features.desk.cli.session import Session, ask, at_option, changing, division_option, reading, yes_option
from mostek.features.desk.words.tournament_log import in_words, last_round_warnings, late_rows, minutes_text
from mostek.messages import text
from mostek.messages.tournament_events import called, result_text
from mostek.messages.tournament_words import system_name
from mostek.tournament.commands import (
    AddTable,
    CreditRound,
    NoteArrival,
    PairRound,
    SetPairRule,
    StartRound,
    UnpairRound,
)
from mostek.tournament.credits import WIN, CreditKind
from mostek.tournament.events import Event, RoundPaired
from mostek.tournament.matches import plays_matches
from mostek.tournament.outcomes import counted
from mostek.tournament.pending import missing_results
from mostek.tournament.scoring import forfeit_at
from mostek.tournament.state import Forfeited, PairRule, Played, Round, Table, TableResult, Tournament
from mostek.tournament.warnings import pairing_warnings

_KINDS = {
    "bye": CreditKind.BYE,
    "forfeit": CreditKind.FORFEIT,
    "absent": CreditKind.ABSENT,
    "pauza": CreditKind.BYE,
    "walkower": CreditKind.FORFEIT,
    "nieobecny": CreditKind.ABSENT,
}
"""The kinds of a round without an opponent, as people say them."""
_explain_option = click.option("--explain", is_flag=True, help="Give the reason for every table.")


@click.command()
@division_option
@click.option("--system", type=SystemName(), help="Another system than the plan says, as danish or duński.")
@click.option("--tables", metavar="TABLES", help='By hand: "1-2 3-4 5", the starter first; alone is a bye.')
@click.option(
    "--ahead", is_flag=True, help="Though games of earlier rounds are open: with --tables, or in a round robin."
)
@click.option("--seed", metavar="TEXT", help="Other lots than the event's own.")
@click.option("--preview", is_flag=True, help="Only show it; save nothing.")
@_explain_option
@changing
def pair(
    session: Session,
    division: str | None,
    system: str | None,
    tables: str | None,
    ahead: bool,
    seed: str | None,
    preview: bool,
    explain: bool,
) -> None:
    """Pair the next round, by the plan or by your choice."""
    before = session.state
    where = division_of(before, division)
    order = session.order(
        PairRound,
        division=where,
        system=system,
        tables=_tables(before, tables) if tables else (),
        ahead=ahead,
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
    else:
        _say_settled(before, paired)
    for each in warnings:
        output.tell("! " + each["message"], fg="yellow")
    if preview:
        click.echo(text("This was a preview; nothing was saved."))
    else:
        answers.tell_next(after)


def _say_settled(before: Tournament, paired: RoundPaired) -> None:
    """Name the players whose prize is settled, where the system has weighed it."""
    from mostek.features.desk.words.tournament_tables import outlook_lines, outlooks_now
    from mostek.tournament.pairing.system import systems

    if systems()[paired.system].weighs_prizes and (found := outlooks_now(before, paired.division)):
        output.tell(outlook_lines(before, found)[0])


def _tables(state: Tournament, typed: str) -> tuple[tuple[int, ...], ...]:
    """Tables as `1-2 3-4 5`. Raises `Failure`."""
    words = typed.replace(",", " ").split()
    if not words or not all(re.fullmatch(r"\d+(-\d+)*", word) for word in words):
        raise Failure(text('Write the tables as "1-2 3-4": starting numbers, the starter first.'))
    return tuple(tuple(int(number) for number in word.split("-")) for word in words)


@click.command()
@click.option("--round", "number", type=click.IntRange(1), metavar="NUMBER", help="The round; the last one by default.")
@division_option
@click.option("--by-name", is_flag=True, help="In the order of names: who sits where.")
@click.option("--table", type=click.IntRange(1), metavar="NUMBER", help="With --explain: this table only.")
@_explain_option
@reading
def pairings(
    session: Session, number: int | None, division: str | None, by_name: bool, table: int | None, explain: bool
) -> None:
    """Show the pairings of a round with the results so far; --explain says why."""
    state = session.state
    shown = [
        (name, played)
        for name in divisions_of(state, division)
        if 1 <= (played := last_round(state, name, number)) <= len(state.divisions[name].rounds)
    ]
    if not shown:
        raise Failure(text("That round has not been paired."))
    found = [(name, played, session.desk.before_round(name, played)) for name, played in shown]
    from mostek.app.pairing_explanations import paired_event

    events = [paired_event(session.desk.steps, name, played) for name, played in shown]
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


@click.command()
@division_option
@click.option("--discard", is_flag=True, help="Results that came in already may be lost.")
@click.option("--reason", default="", metavar="TEXT", help="Why; needed when results are lost.")
@yes_option
@changing
def unpair(session: Session, division: str | None, discard: bool, reason: str, yes: bool) -> None:
    """Cancel the pairings of the last round."""
    before = session.state
    where = division_of(before, division)
    order = session.order(UnpairRound, division=where, discard_results=discard, reason=reason)
    session.preview(order)
    if not yes and not session.as_json:
        ask(text("Take the pairing of round {round} back?", round=last_round(before, where)))
    session.finish(session.do(order, seen=not yes), before)


@click.command()
@click.argument("who", nargs=-1, required=True)
@division_option
@changing
def table(session: Session, who: tuple[str, ...], division: str | None) -> None:
    """Seat people who have no game in this round: a late entry meets the entrant with the bye. The first one starts."""
    state = session.state
    session.carry_out(AddTable, division=division_of(state, division), players=numbers_of(state, who))


class HalfPoints(click.ParamType[int]):
    """Match points as people write them: `0`, `½`, `0,5`, `1`; as a number of halves."""

    name = "points"
    _HALVES: ClassVar[Mapping[str, int]] = {"0": 0, "½": 1, "1/2": 1, "0.5": 1, "0,5": 1, "1": WIN}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of halves. Raises `Failure`."""
        if (found := self._HALVES.get(str(value).strip())) is None:
            raise Failure(text("{said!r} are no match points of a round; write 0, ½ or 1.", said=value))
        return found


@click.command()
@click.argument("who")
@click.argument("kind", type=OneOf("There is no kind {name!r}.", [*_KINDS]), metavar="bye|forfeit|absent")
@click.option("--points", "half_points", type=HalfPoints(), metavar="POINTS", help="Match points: 0, ½ or 1.")
@click.option("--own", type=int, default=0, metavar="POINTS", help="Game points of the entrant.")
@click.option("--other", type=int, default=0, metavar="POINTS", help="Game points of the other side.")
@click.option("--round", "number", type=click.IntRange(1), metavar="NUMBER", help="The round; the last one by default.")
@click.option("--reason", default="", metavar="TEXT", help="Why; needed for a round before the last one.")
@changing
def credit(
    session: Session,
    who: str,
    kind: str,
    half_points: int | None,
    own: int,
    other: int,
    number: int | None,
    reason: str,
) -> None:
    """Say what a round without an opponent brings to WHO, as 7 bye --points ½, or 12 forfeit --points 0 --other 50."""
    state = session.state
    entrant = number_of(state, who)
    played = last_round(state, state.entrants[entrant].division, number)
    session.carry_out(
        CreditRound,
        number=entrant,
        round=max(1, played),
        kind=_KINDS[kind],
        half_points=half_points,
        own=own,
        other=other,
        reason=reason,
    )


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


forbid = _pair_rule("forbid", PairRule.FORBIDDEN, "Forbid a meeting of two people.")
force = _pair_rule("force", PairRule.FORCED, "Make two people meet in the next round.")
allow = _pair_rule("allow", None, "Cancel the rule that two people must or must not meet.")


@click.command()
@division_option
@click.option("--absent", multiple=True, metavar="WHO", help="Who is not at the table; may be repeated.")
@changing
def start(session: Session, division: str | None, absent: tuple[str, ...]) -> None:
    """Start the games of a round; late arrivals count from now (PFS-6.3.1)."""
    state = session.state
    session.carry_out(StartRound, division=division_of(state, division), absent=numbers_of(state, absent))


@click.command()
@click.argument("who", nargs=-1, required=True)
@changing
def arrived(session: Session, who: tuple[str, ...]) -> None:
    """Note that a late player has come to the table, and say how much time is left there (PFS-6.3.2b)."""
    before = session.state
    numbers = frozenset(numbers_of(before, who))
    events = session.do(*(session.order(NoteArrival, number=number) for number in numbers_of(before, who)))
    late = _late_beside(session, numbers)
    session.finish(events, before, late=late)
    if not session.as_json:
        names = called(session.state)
        for row in late:
            click.echo(_time_left(row, names(row["number"])))


def _late_beside(session: Session, numbers: Collection[int]) -> list[dict[str, Any]]:
    """The late players among these, and those who are still awaited at the same tables."""
    rows = [row for name in divisions_of(session.state, None) for row in late_rows(session.state, name, session.at)]
    tables = {(row["division"], row["table"]) for row in rows if row["number"] in numbers}
    beside = [row for row in rows if (row["division"], row["table"]) in tables]
    return [row for row in beside if row["number"] in numbers or row["awaited"]]


def _time_left(row: Mapping[str, Any], name: str) -> str:
    """The time that a player has for the game, or until it is lost."""
    if row["lost"]:
        return text("{name}: the whole time has gone by; the game is lost by forfeit (PFS-6.3.4a).", name=name)
    left = minutes_text(row["seconds_left"])
    if row["awaited"]:
        return text(
            "{name} is still awaited: in {left} the game is lost by forfeit (PFS-6.3.4a).", name=name, left=left
        )
    return text("{name} has {left} for the game (PFS-6.3.2).", name=name, left=left)


def pairing_data(state: Tournament, division: str, number: int) -> dict[str, Any]:
    """A round as plain data."""
    played = state.divisions[division].rounds[number - 1]
    return {
        "division": division,
        "round": number,
        "system": played.system,
        "seed": played.seed,
        "started_at": played.started_at,
        "tables": [_table_data(state, division, played, table) for table in played.tables],
        "byes": [_person(state, each) for each in played.byes],
        "missed": list(played.missed),
    }


def _table_data(state: Tournament, division: str, played: Round, table: Table) -> dict[str, Any]:
    return {
        "table": table.number,
        "players": [_person(state, each) for each in table.players],
        "result": msgspec.to_builtins(table.result),
        "worth": worth(state, division, played.number, table),
        "deducted": {str(number): points for number, points in table.deducted.items()},
        "disputed": table.is_disputed,
        "adjourned_until": table.adjourned_until,
    }


def _person(state: Tournament, number: int) -> dict[str, Any]:
    return {"number": number, "name": state.entrants[number].person.name}


def worth(state: Tournament, division: str, number: int, table: Table) -> int | None:
    """N of a game that was won by forfeit (PFS-7.2)."""
    if not isinstance(table.result, Forfeited):
        return None
    return table.result.points or forfeit_at(state, division, number, table.result).points


def print_pairing(state: Tournament, division: str, number: int, by_name: bool = False) -> None:
    """A round as a hall reads it: by table, or by name."""
    played = state.divisions[division].rounds[number - 1]
    heading = text("Round {round}, {system}", round=number, system=system_name(played.system))
    click.secho(f"{division}: {heading}" if division else heading, bold=True)
    if by_name:
        headings = [text("name"), text("table"), text("against")]
        print_table(headings, _by_name(state, played), right={1})
        return
    width = max((len(table.players) for table in played.tables), default=2)
    by_teams = plays_matches(state) and any(
        state.entrants[each].team for table in played.tables for each in table.players
    )
    headings = [text("table"), *([text("match")] * by_teams), *_seat_headings(width), text("result")]
    rows = [
        [
            str(table.number),
            *([" – ".join(state.entrants[each].team for each in table.players)] * by_teams),
            *(called(state)(each) for each in table.players),
            *([""] * (width - len(table.players))),
            _shown(state, division, number, table),
        ]
        for table in played.tables
    ]
    print_table(headings, rows, right={0})
    for each in played.byes:
        click.echo(text("Bye: {who}", who=called(state)(each)))


def _seat_headings(width: int) -> list[str]:
    return [text("host"), text("guest")] if width == 2 else [text("player {n}", n=seat) for seat in range(1, width + 1)]


def _shown(state: Tournament, division: str, number: int, table: Table) -> str:
    if table.is_disputed:
        return text("disputed")
    if table.result is None and table.adjourned_until is not None:
        return text("adjourned until {until}", until=f"{table.adjourned_until:%d.%m.%Y, %H:%M}")
    counts = _as_it_counts(table)
    sentence = result_text(counts, table.players, worth(state, division, number, table))
    return sentence + (f" ({_deductions(table)})" if table.deducted else "")


def _as_it_counts(table: Table) -> TableResult | None:
    """The result with the points that count, less what was taken away (PFS-7.1b)."""
    played = table.result
    return replace(played, scores=counted(table, played)) if isinstance(played, Played) else played


def _deductions(table: Table) -> str:
    """The deductions, each with the player and the points it was taken from: `3: 400 − 15`."""
    scored = dict(zip(table.players, table.result.scores, strict=True)) if isinstance(table.result, Played) else {}
    return ", ".join(f"{number}: {scored.get(number, '')} − {taken}" for number, taken in table.deducted.items())


def _by_name(state: Tournament, played: Round) -> Iterator[list[str]]:
    tables = {number: table for table in played.tables for number in table.players}
    for entrant in by_surname(state.entrants[number] for number in (*tables, *played.byes)):
        name, table = entrant.person.name, tables.get(entrant.number)
        if table is None:
            yield [name, "–", text("bye")]
        else:
            others = (state.entrants[other].person.name for other in table.players if other != entrant.number)
            yield [name, str(table.number), ", ".join(others)]


def reasons_data(before: Tournament | None, paired: RoundPaired, state: Tournament) -> Any:
    """The reasons as plain data, with the sentences."""
    from mostek.app.pairing_explanations import explanation, in_sentences

    found = explanation(before, paired)
    if found is None:
        return None
    return {**msgspec.to_builtins(found), "messages": msgspec.to_builtins(in_sentences(found, state))}


def print_reasons(before: Tournament | None, paired: RoundPaired, state: Tournament, table: int | None = None) -> None:
    """The reasons, a paragraph for each table and bye."""
    from mostek.app.pairing_explanations import explanation, in_sentences

    found = explanation(before, paired)
    if found is None:
        click.echo(text("The reasons cannot be worked out."))
        return
    said = in_sentences(found, state)
    of_tables = [lines for each, lines in zip(found.tables, said.tables, strict=True) if table in (None, each.table)]
    whole = (said.byes, (said.check,)) if table is None else ((), ())
    for first, *rest in (said.summary, *said.matches, *of_tables, *whole[0], *whole[1]):
        output.tell(first, bold=True)
        for line in rest:
            output.tell(line, "  ")


@click.command()
@division_option
@reading
def missing(session: Session, division: str | None) -> None:
    """Show the tables without a result, and who has reported."""
    state = session.state
    found = [each for name in divisions_of(state, division) for each in missing_results(state, name)]
    if session.as_json:
        session.print_json(missing=msgspec.to_builtins(found), next=answers.next_steps(state))
        return
    session.head()
    names = called(state)
    headings = [text("round"), text("table"), text("players"), text("reported")]
    rows = [
        [
            f"{each.round}" + (f" ({each.division})" if each.division else ""),
            str(each.table),
            " – ".join(map(names, each.players)),
            text("disputed") if each.disputed else ", ".join(map(str, each.reported)) or "–",
        ]
        for each in found
    ]
    if rows:
        print_table(headings, rows, right={1})
    answers.tell_next(state)


@click.command()
@division_option
@at_option
@reading
def late(session: Session, division: str | None) -> None:
    """Show the late players: how much time they have left, and who lost by not coming (PFS-6.3)."""
    state = session.state
    rows = [row for name in divisions_of(state, division) for row in late_rows(session.state, name, session.at)]
    if session.as_json:
        session.print_json(at=session.at, late=rows)
        return
    session.head()
    if not rows:
        click.echo(text("No player is late."))
        return
    names = called(state)
    headings = [text("table"), text("player"), text("time left"), text("status")]
    shown = [
        [str(row["table"]), names(row["number"]), minutes_text(row["seconds_left"]), row["status"]] for row in rows
    ]
    print_table(headings, shown, right={0, 2})
