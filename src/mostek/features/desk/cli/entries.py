"""`mostek tournament register`, `team`, `entrants`, `amend` and `checkin`."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, BinaryIO

import click
import msgspec
from msgspec.structs import replace

from mostek.app.tournaments import Desk, UnsavedLog
from mostek.cli.output import Failure, print_table, progress
from mostek.cli.param_types import InputFile, OneOf
from mostek.documents.people import by_surname
from mostek.features.desk.cli import answers
from mostek.features.desk.cli.arguments import (
    Day,
    division_of,
    divisions_of,
    number_of,
    numbers_of,
    team_named,
    teams_like,
)
from mostek.features.desk.cli.session import Session, changing, division_option, reading
from mostek.messages import count, text
from mostek.messages.tournament import say
from mostek.messages.tournament_events import called
from mostek.messages.tournament_files import say_file_fault
from mostek.messages.tournament_words import status_name
from mostek.tournament.commands import (
    AmendEntrant,
    CheckIn,
    CheckOut,
    ConfirmTeam,
    RegisterEntrant,
    RegisterTeam,
)
from mostek.tournament.entrants import Channel, Entrant, EntrantStatus, Person
from mostek.tournament.file_formats import LARGEST_FILE
from mostek.tournament.files import TournamentFileError
from mostek.tournament.pending import not_checked_in
from mostek.tournament.rating.scalps import parse_rating
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament

_CHANNEL = OneOf("There is no channel {name!r}.", [channel.value for channel in Channel])
_channel_option = click.option(
    "--channel", type=_CHANNEL, default="in_person", show_default=True, help="How the entry came."
)
_entered_option = click.option(
    "--entered-on", type=Day(), metavar="DATE", help="When the entry came, if not today (OPEN-reg-1)."
)
_override_option = click.option(
    "--override", default="", metavar="REASON", help="Why an entry after the deadline is taken all the same."
)
_surname_option = click.option(
    "--surname", metavar="NAME", help="The surname, if it is not the last word of the name: von Stein."
)
_city_option = click.option("--city", metavar="NAME", help="Where they are from.")
_club_option = click.option("--club", metavar="NAME", help="Their club or school.")
_category_option = click.option("--category", metavar="NAME", help="A category with a classification of its own.")
_rating_option = click.option("--rating", metavar="POINTS", help="The rating, as 161.25; 100 for a debutant.")
_minor_option = click.option("--minor/--adult", default=None, help="The person is a minor.")
_consent_option = click.option("--consent/--no-consent", default=None, help="A guardian has consented in writing.")


@click.command()
@click.argument("name", required=False)
@_surname_option
@_city_option
@_club_option
@_category_option
@_rating_option
@_minor_option
@_consent_option
@click.option("--team", default="", metavar="NAME", help="The team they play for.")
@click.option(
    "--number", type=click.IntRange(1), metavar="NUMBER", help="A starting number that is free, not the next one."
)
@division_option
@_channel_option
@_entered_option
@_override_option
@click.option(
    "--file",
    "file",
    type=InputFile(),
    metavar="FILE",
    help="Enter all people of a table or list: CSV from a spreadsheet, or a name a line.",
)
@changing
def register(
    session: Session,
    name: str | None,
    team: str,
    number: int | None,
    division: str | None,
    channel: str,
    entered_on: date | None,
    override: str,
    file: BinaryIO | None,
    **known: Any,
) -> None:
    """Enter the person NAME, or all people of a --file."""
    state = session.state
    common = {"entered_on": entered_on, "override": override}
    if file is not None:
        registered(session, _listed_entries(session, file.read(LARGEST_FILE + 1), division, common))
        return
    if name is None:
        raise Failure(text("Say who enters, or name a --file."))
    where = _division_of_team(state, team, division)
    team = team_named(state, where, team)
    known_facts = _known(known)
    surname = known_facts.pop("surname", None)
    parts = _parts(name, surname) if surname else {}
    person = Person(**{"name": name.strip(), "rating": unrated(state), **known_facts, **parts})
    session.carry_out(
        RegisterEntrant, person=person, division=where, team=team, number=number, channel=Channel(channel), **common
    )


def _division_of_team(state: Tournament, team: str, division: str | None) -> str:
    """The division of an entry: the named one, or else that of the team."""
    if division is None and team:
        found = sorted({each.division for each in teams_like(state, team)})
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(found)
            raise Failure(text("{team} is a team of {names}: add --division NAME.", team=team, names=names))
    if division is None and len(state.divisions) > 1:
        raise Failure(text("Say which division: --division NAME.") + " " + _known_divisions(state))
    return division_of(state, division)


def _known_divisions(state: Tournament) -> str:
    return text("Known: {names}.", names=", ".join(state.divisions))


def _known(options: dict[str, Any]) -> dict[str, Any]:
    """The stated fields of a player; a rating in hundredths."""
    known_facts = {name: value for name, value in options.items() if value is not None}
    if "rating" in known_facts:
        known_facts["rating"] = rating_of(known_facts["rating"])
    return known_facts


def _parts(name: str, surname: str) -> dict[str, str]:
    """The two parts of a name. Raises `Failure` if it does not end with the surname."""
    words, last = name.split(), surname.split()
    if not last or [word.casefold() for word in words[-len(last) :]] != [word.casefold() for word in last]:
        raise Failure(text("{name!r} does not end with the surname {surname!r}.", name=name, surname=surname))
    return {"first": " ".join(words[: -len(last)]), "last": " ".join(words[-len(last) :])}


def _amended_parts(person: Person, name: str | None, surname: str | None) -> dict[str, str]:
    """The parts of a name after a correction: a person whose name has parts keeps them."""
    if surname:
        return _parts(name or person.name, surname)
    if name is None or not person.last:
        return {}
    return _parts(name, name.split()[-1]) if name.split() else {}


def unrated(state: Tournament) -> int:
    """The rating of a player without one, in hundredths."""
    return state.settings.rating_scale.chosen.bounds.unrated


def rating_of(typed: str) -> int:
    """A rating in hundredths. Raises `Failure`."""
    if (rating := parse_rating(typed)) is None:
        raise Failure(text("{said!r} is no rating; write 161.25.", said=typed))
    return rating


@click.command()
@click.argument("name")
@click.option("--contact", metavar="NAME", help="The contact person of the team; required to enter it.")
@click.option("--confirm", is_flag=True, help="The line-up is complete (SCHOOL-team-2).")
@division_option
@_channel_option
@_entered_option
@_override_option
@changing
def team(
    session: Session,
    name: str,
    contact: str | None,
    confirm: bool,
    division: str | None,
    channel: str,
    entered_on: date | None,
    override: str,
) -> None:
    """Enter the team NAME of a school, or confirm its full line-up with --confirm."""
    before = session.state
    if confirm:
        where = _division_of_team(before, name, division)
        confirmed = session.order(ConfirmTeam, name=team_named(before, where, name), division=where)
        session.finish(session.do(confirmed), before)
        return
    if contact is None:
        raise Failure(text("Say whom to call about the team with --contact, or find it complete with --confirm."))
    where = _division_of_team(before, "", division)
    order = session.order(
        RegisterTeam,
        name=name.strip(),
        division=where,
        contact=contact.strip(),
        channel=Channel(channel),
        entered_on=entered_on,
        override=override,
    )
    session.finish(session.do(order), before)


@click.command()
@click.argument("who")
@click.option("--name", metavar="NAME", help="Another name.")
@_surname_option
@_city_option
@_club_option
@_category_option
@_rating_option
@_minor_option
@_consent_option
@changing
def amend(session: Session, who: str, **known: Any) -> None:
    """Correct an entrant's details. Name the entrant by number or by a part of the name."""
    before = session.state
    number = number_of(before, who)
    known_facts = _known(known)
    if not known_facts:
        raise Failure(text("Say what to correct, for example --city or --rating."))
    entrant = before.entrants.get(number)
    surname = known_facts.pop("surname", None)
    person = entrant.person if entrant else Person(name=who)
    person = replace(person, **known_facts, **_amended_parts(person, known_facts.get("name"), surname))
    session.finish(session.do(session.order(AmendEntrant, number=number, person=person)), before)


@click.command()
@division_option
@click.option("--missing", is_flag=True, help="Only those who have not come yet.")
@click.option("--by-name", is_flag=True, help="In the order of names, not of starting numbers.")
@reading
def entrants(session: Session, division: str | None, missing: bool, by_name: bool) -> None:
    """List all entrants, with counts."""
    state = session.state
    people = [each for name in divisions_of(state, division) for each in state.entrants_of(name)]
    shown = [each for each in people if not missing or each.status is EntrantStatus.ENTERED]
    if by_name:
        shown = by_surname(shown)
    counts = {status.value: sum(each.status is status for each in people) for status in EntrantStatus}
    if session.as_json:
        scale = state.settings.rating_scale.chosen
        rows = [{**msgspec.to_builtins(each), "rating": scale.format_rating(each.person.rating)} for each in shown]
        session.print_json(entrants=rows, counts=counts)
        return
    session.head()
    _print_entrants(state, shown)
    totals = [f"{status_name(status)}: {number}" for status, number in counts.items() if number]
    click.echo(", ".join([count("{n} person", "{n} people", len(people)), *totals]))


def _print_entrants(state: Tournament, shown: Sequence[Entrant]) -> None:
    scale = state.settings.rating_scale.chosen
    several, teams = len(state.divisions) > 1, bool(state.teams)
    headings = [text("no."), text("name"), text("city"), text("club"), text("rating")]
    headings += [text("team")] * teams + [text("division")] * several + [text("status"), ""]
    rows = [
        [
            str(each.number),
            each.person.name,
            each.person.city,
            each.person.club,
            scale.format_rating(each.person.rating),
            *([f"{each.team} {each.board}" if each.team else "–"] * teams),
            *([each.division] * several),
            status_name(each.status),
            _remark(each),
        ]
        for each in shown
    ]
    print_table(headings, rows, right={0, 4})


def _remark(entrant: Entrant) -> str:
    person = entrant.person
    lacking = text("consent is missing") if person.minor and not person.consent else ""
    return ", ".join(filter(None, (person.category, lacking, entrant.override)))


_SHOWN = 10


def _listed_entries(
    session: Session, data: bytes, division: str | None, common: Mapping[str, Any]
) -> list[RegisterEntrant]:
    """The entries of a list. Raises `Failure` with the line."""
    from mostek.features.desk.entry_lists import Stated, entries_of

    stated = Stated(at=session.at, by=session.by, division=division, common=common)
    try:
        return entries_of(session.state, data, stated, _division_of_team)
    except TournamentFileError as error:
        raise Failure(text("The list cannot be read. {why}", why=say_file_fault(error))) from None


def registered(session: Session, entries: Sequence[RegisterEntrant]) -> None:
    """Enter all players, or none if one is refused; every refusal is printed."""
    before = session.state
    if not entries:
        session.finish((), before, entered=0)
        if not session.as_json:
            click.echo(text("Everybody on the list has entered already."))
        return
    if refused := _tried(session, entries):
        _tell_refused(session, refused)
    numbers = itertools.count(1)
    with progress(text("Entering")) as show:
        events = session.do(*entries, done=lambda: show(next(numbers) / len(entries)))
    if session.as_json:
        session.finish(events, before, entered=len(entries))
        return
    session.head()
    click.echo(count("{n} person has entered from the list.", "{n} people have entered from the list.", len(entries)))
    answers.tell_next(session.state)


def _tried(session: Session, entries: Sequence[RegisterEntrant]) -> list[tuple[RegisterEntrant, DeskRefusal]]:
    """Which of them would be refused, each after those before it."""
    trial = Desk(UnsavedLog(session.desk.steps))
    return [(entry, done) for entry in entries if isinstance(done := trial.do(entry), DeskRefusal)]


def _tell_refused(session: Session, refused: Sequence[tuple[RegisterEntrant, DeskRefusal]]) -> None:
    if session.as_json:
        rows = [{"name": entry.person.name, **answers.refusal(why, session.state)} for entry, why in refused]
        session.print_json(events=(), refused=rows[0], all_refused=rows)
    else:
        for entry, why in refused[:_SHOWN]:
            click.secho(f"{entry.person.name}: {say(why, called(session.state))}", fg="red", err=True)
        if len(refused) > _SHOWN:
            left = len(refused) - _SHOWN
            click.echo(count("… and {n} person more", "… and {n} people more", left), err=True)
        answers.say_refused(refused[0][1], session.state)
        click.echo(text("No entries were made; correct the list, or enter it without these people."), err=True)
    raise click.exceptions.Exit(1)


@click.command()
@click.argument("who", nargs=-1, metavar="[NUMBER|NAME]...")
@click.option("--all", "everybody", is_flag=True, help="Everybody who has entered and has not come yet.")
@click.option("--undo", is_flag=True, help="Take the check-in back: they have not come.")
@division_option
@changing
def checkin(session: Session, who: tuple[str, ...], everybody: bool, undo: bool, division: str | None) -> None:
    """Check entrants in: numbers, ranges like 1-12, parts of names, or --all."""
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
