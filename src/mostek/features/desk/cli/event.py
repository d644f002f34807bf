"""`mostek tournament new`, `list`, `show`, `set` and `settings`: the event itself, and what its organiser chooses."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from typing import Any, NoReturn

import click

from mostek.app.ports import ConflictError
from mostek.app.tournaments import Desk, UnsavedLog
from mostek.cli import output
from mostek.cli.output import Failure, json_option, print_json, print_table
from mostek.cli.param_types import OneOf
from mostek.features.desk.cli import answers
from mostek.features.desk.cli.arguments import Day, Moment, moment_on, now, parse_settings
from mostek.features.desk.cli.session import (
    EventFile,
    Session,
    at_option,
    by_option,
    changing,
    reading,
)
from mostek.features.desk.words.tournament_log import in_words, standing_warnings
from mostek.features.desk.words.tournament_settings import setting_rows
from mostek.messages import explained, language, text
from mostek.messages import tournament_words as words
from mostek.messages.tournament_advice import DESK
from mostek.messages.tournament_events import ranges
from mostek.messages.tournament_words import (
    plan_in_words,
    status_name,
    system_name,
)
from mostek.store.file_names import file_stem
from mostek.store.tournament_files import SUFFIX, TournamentEntry, entries, folder
from mostek.tournament.commands import ChooseSettings, CreateTournament, NameArbiter
from mostek.tournament.entrants import EntrantStatus
from mostek.tournament.pending import missing_now
from mostek.tournament.refusals import DeskReason, DeskRefusal, refuse
from mostek.tournament.settings import templates
from mostek.tournament.state import Tournament


class TemplateOption(click.Option):
    """The option that names a template; help says what each is called."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option, and its help with the templates of the folder."""
        record = super().get_help_record(ctx)
        names = "; ".join(f"{name}: {each.title.text(language())}" for name, each in templates().items())
        return (record[0], f"{record[1]} {names}") if record else None


@click.command()
@click.argument("name")
@click.option(
    "--template",
    cls=TemplateOption,
    type=OneOf("There is no template {name!r}.", templates),
    default="pfs",
    show_default=True,
    help="The template that the settings come from:",
)
@click.option("--date", "starts_on", type=Day(), metavar="DATE", help="The first day; otherwise today.")
@click.option("--end", "ends_on", type=Day(), metavar="DATE", help="The last day, if it is not the first.")
@click.option("--city", default="", metavar="NAME", help="Where it takes place.")
@click.option("--organiser", "organisers", multiple=True, metavar="NAME", help="Who organises it; may be repeated.")
@click.option("--arbiter", default="", metavar="NAME", help="The chief arbiter.")
@click.option("--seed", metavar="TEXT", help="From which all lots are drawn; otherwise a random one, which is shown.")
@click.option("--set", "chosen", multiple=True, metavar="NAME=VALUE", help="A setting, as rounds=12; may be repeated.")
@at_option
@by_option
@json_option
def new(
    name: str,
    template: str,
    starts_on: date | None,
    ends_on: date | None,
    city: str,
    organisers: tuple[str, ...],
    arbiter: str,
    seed: str | None,
    chosen: tuple[str, ...],
    at: Moment | None,
    by: str,
    as_json: bool,
) -> None:
    """Create the tournament NAME in a file of its own."""
    moment = moment_on(starts_on or now().date(), at)
    command = CreateTournament(
        at=moment,
        by=by,
        name=name.strip(),
        template=template,
        starts_on=starts_on or moment.date(),
        ends_on=None if ends_on == starts_on else ends_on,
        seed=secrets.token_hex(6) if seed is None else seed,
        city=city,
        organisers=organisers,
        arbiter=arbiter,
        settings=parse_settings(chosen),
    )
    found = _found(command, as_json)
    found.finish(found.desk.steps[0].events, found.state, path=str(found.file.path))
    if not as_json:
        click.echo(text("Saved in {path}.", path=found.file.path))


def _found(command: CreateTournament, as_json: bool) -> Session:
    """Found the tournament in a new file; a file that was begun and never founded is gone on with."""
    decided = Desk(UnsavedLog()).preview(command)
    if isinstance(decided, DeskRefusal):
        _refuse(decided, as_json)
    name = file_stem(command.name)
    if not name:
        raise Failure(text("A name needs a letter or a digit."))
    file = EventFile(folder() / f"{name}{SUFFIX}")
    taken = refuse(DeskReason.TOURNAMENT_CREATED, name=name)
    if file.read():
        _refuse(taken, as_json)
    session = Session(file, Desk(file), True, as_json, command.at, command.by)
    try:
        done = session.desk.do(command)
    except ConflictError:  # another window has created it meanwhile
        _refuse(taken, as_json)
    return session if not isinstance(done, DeskRefusal) else session.refuse(done)


def _refuse(refused: DeskRefusal, as_json: bool) -> NoReturn:
    if as_json:
        print_json({"event": None, "events": (), "refused": answers.refusal(refused, None)})
    else:
        answers.say_refused(refused, None)
    raise click.exceptions.Exit(1)


@click.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List the saved tournaments, the latest first."""
    found = entries()
    if as_json:
        print_json([_entry(entry) for entry in found])
        return
    if not found:
        click.echo(text("There is no tournament yet. Begin one: mostek tournament new NAME"))
        return
    print_table(
        [text("file"), text("tournament"), text("day"), text("template"), text("people"), text("status")],
        [
            [entry.name, *_row(entry.state)]
            if entry.state
            else [entry.name, explained(entry.fault.sentence, entry.fault.params) if entry.fault else "–", *"––––"]
            for entry in found
        ],
        right={4},
    )
    for entry in found:
        if entry.state is None and entry.fault is not None:
            output.tell(
                "→ " + text("{name} is damaged: {command}", name=entry.name, command=f"{DESK} repair {entry.name}")
            )


def _row(state: Tournament) -> list[str]:
    rounds = max((division.current.number for division in state.divisions.values() if division.current), default=0)
    if state.closed_on:
        status = text("closed")
    else:
        status = (
            text("round {n} of {rounds}", n=rounds, rounds=state.rounds_planned or "?") if rounds else text("entries")
        )
    return [state.name, state.starts_on.isoformat(), state.template, str(len(state.entrants)), status]


def _entry(entry: TournamentEntry) -> dict[str, Any]:
    state, found = entry.state, {"file": entry.name, "path": str(entry.path), "readable": entry.state is not None}
    if state is None:
        why = explained(entry.fault.sentence, entry.fault.params) if entry.fault else ""
        return {**found, "fault": why, "next": f"{DESK} repair {entry.name}"}
    rounds = {each: len(division.rounds) for each, division in state.divisions.items()}
    return {
        **found,
        "name": state.name,
        "starts_on": state.starts_on,
        "ends_on": state.last_day,
        "template": state.template,
        "entrants": len(state.entrants),
        "rounds": rounds,
        "closed_on": state.closed_on,
    }


@click.command()
@reading
def show(session: Session) -> None:
    """Show the state of the tournament: the next step, missing results, warnings."""
    facts = overview(session.state, session.at)
    if session.as_json:
        session.print_json(**facts, next=answers.next_steps(session.state))
        return
    print_overview(session.state, facts)
    answers.tell_next(session.state)


@click.command("set")
@click.argument("chosen", nargs=-1, required=True, metavar="NAME=VALUE...")
@changing
def set_(session: Session, chosen: tuple[str, ...]) -> None:
    """Choose settings, as rounds=12 bye.allowed=no entry.deadline=2026-04-20; most are fixed by the first round."""
    before = session.state
    order = session.order(ChooseSettings, settings=parse_settings(chosen))
    warnings = in_words(session.preview(order).warnings, before)
    session.finish(session.do(order), before, warnings=warnings)
    for each in () if session.as_json else warnings:
        output.tell("! " + each["message"], fg="yellow")


@click.command()
@click.argument("name", default="")
@changing
def arbiter(session: Session, name: str) -> None:
    """Say who is the arbiter of the tournament from now on; without NAME there is none."""
    session.carry_out(NameArbiter, arbiter=name)


@click.command()
@reading
def settings(session: Session) -> None:
    """Show every setting: its value, its clause, and who chose it."""
    rows = list(setting_rows(session.state))
    if session.as_json:
        session.print_json(template=session.state.template, settings=rows)
        return
    session.head()
    print_table(
        [text("setting"), text("what"), text("value"), text("clause"), text("chosen by")],
        [[row["name"], row["title"], row["said"], row["clause"], row["chosen"]] for row in rows],
    )
    click.echo(text("Change one: {command}", command=f"{DESK} set rounds=12"))


def overview(state: Tournament, at: datetime) -> dict[str, Any]:
    """Everything that the first look tells, as plain data."""
    return {
        "name": state.name,
        "template": state.template,
        "starts_on": state.starts_on,
        "ends_on": state.last_day,
        "city": state.city,
        "arbiter": state.arbiter,
        "seed": state.seed,
        "rounds": state.rounds_planned,
        "plan": state.settings.plan.chosen,
        "closed_on": state.closed_on,
        "divisions": [_division(state, name) for name in state.divisions],
        "warnings": standing_warnings(state, at),
    }


def _division(state: Tournament, name: str) -> dict[str, Any]:
    people = list(state.entrants_of(name))
    current = state.divisions[name].current
    missing = missing_now(state, name)
    return {
        "name": name,
        "entrants": len(people),
        "statuses": {status: sum(each.status is status for each in people) for status in EntrantStatus},
        "teams": len(list(state.teams_of(name))),
        "paired": current.number if current else 0,
        "system": current.system if current else None,
        "tables": len(current.tables) if current else 0,
        "started_at": current.started_at if current else None,
        "missing": [each.table for each in missing],
    }


def print_overview(state: Tournament, facts: Mapping[str, Any]) -> None:
    """The first look, for a person."""
    click.secho(state.name, bold=True)
    where = ", ".join(filter(None, (words.days(state.starts_on, state.last_day), state.city)))
    output.tell(" · ".join(_heading(state, where)))
    headings = [
        text("division"),
        text("people"),
        text("present"),
        text("teams"),
        text("round"),
        text("system"),
        text("tables"),
        text("missing"),
    ]
    print_table(headings, [_overview_row(state, each) for each in facts["divisions"]], right={1, 2, 3, 6})
    for warning in facts["warnings"]:
        output.tell("! " + warning["message"], fg="yellow")


def _heading(state: Tournament, where: str) -> Iterator[str]:
    yield where
    yield text("template {name}", name=state.template)
    if state.rounds_planned:
        yield text("plan: {plan}", plan=plan_in_words(state))
    if state.arbiter:
        yield text("arbiter: {name}", name=state.arbiter)
    if state.closed_on:
        yield status_closed(state)


def status_closed(state: Tournament) -> str:
    """That the event has ended, and when."""
    return text("closed on {on}", on=state.closed_on)


def _overview_row(state: Tournament, each: Mapping[str, Any]) -> list[str]:
    missing = ranges(each["missing"])
    gone = {status: count for status, count in each["statuses"].items() if count and status not in _THERE}
    left = ", ".join(f"{status_name(status)}: {count}" for status, count in gone.items())
    return [
        each["name"] or "–",
        str(each["entrants"]),
        str(each["statuses"][EntrantStatus.PRESENT]) + (f" ({left})" if left else ""),
        str(each["teams"] or "–"),
        f"{each['paired']}/{state.rounds_planned or '?'}",
        system_name(each["system"]) if each["system"] else "–",
        str(each["tables"] or "–"),
        missing or "–",
    ]


_THERE = (EntrantStatus.PRESENT, EntrantStatus.ENTERED)
