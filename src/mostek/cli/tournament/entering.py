"""`mostek tournament register`, `team`, `amend` and `entrants`: who takes part."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, BinaryIO

import click
import msgspec
from msgspec.structs import replace

from mostek.cli.failures import Failure
from mostek.cli.options import InputFile, OneOf
from mostek.cli.tournament.lists import entries_of, registered
from mostek.cli.tournament.names import division_of, divisions_of, number_of, team_named, teams_like
from mostek.cli.tournament.session import Session, changing, reading
from mostek.cli.tournament.tables import print_table
from mostek.cli.tournament.times import Day
from mostek.documents.people import by_surname
from mostek.messages import count, text
from mostek.messages.tournament_words import CHANNELS, status_name
from mostek.tournament.commands import AmendEntrant, ConfirmTeam, RegisterEntrant, RegisterTeam
from mostek.tournament.entrants import Channel, Entrant, Person, Status
from mostek.tournament.rating.scalps import format_rating, parse_rating
from mostek.tournament.state import Tournament

_CHANNEL = OneOf("There is no channel {name!r}.", [channel.value for channel in Channel])
division_option = click.option("--division", metavar="NAME", help="The division, where there are several.")
_channel_option = click.option(
    "--channel", type=_CHANNEL, default="in_person", show_default=True, help="How the entry came."
)
_entered_option = click.option(
    "--entered-on", type=Day(), metavar="DATE", help="When the entry came, if not today (OPEN-reg-1)."
)
_override_option = click.option(
    "--override", default="", metavar="REASON", help="Why an entry after the deadline is taken all the same."
)
_city_option = click.option("--city", metavar="NAME", help="Where they are from.")
_club_option = click.option("--club", metavar="NAME", help="Their club or school.")
_category_option = click.option("--category", metavar="NAME", help="A category with a classification of its own.")
_rating_option = click.option("--rating", metavar="POINTS", help="The rating, as 161.25; 100 for a debutant.")
_minor_option = click.option("--minor/--adult", default=None, help="Whether they are under age.")
_consent_option = click.option("--consent/--no-consent", default=None, help="Whether a guardian has agreed in writing.")


@click.command(short_help="Enter somebody, or everybody of a list.")
@click.argument("name", required=False)
@_city_option
@_club_option
@_category_option
@_rating_option
@_minor_option
@_consent_option
@click.option("--team", default="", metavar="NAME", help="The team they play for.")
@division_option
@_channel_option
@_entered_option
@_override_option
@click.option(
    "--file", "file", type=InputFile(), metavar="FILE", help="Enter everybody of a table: CSV from a spreadsheet."
)
@changing
def register(
    session: Session,
    name: str | None,
    team: str,
    division: str | None,
    channel: str,
    entered_on: date | None,
    override: str,
    file: BinaryIO | None,
    **known: Any,
) -> None:
    """Enter somebody by NAME, or everybody of a --file."""
    before = session.state
    common = {"entered_on": entered_on, "override": override}
    if file is not None:
        registered(session, entries_of(session, file.read(), division, common))
        return
    if name is None:
        raise Failure(text("Say who enters, or name a --file."))
    where = _division_of_team(before, team, division)
    team = team_named(before, where, team)
    person = Person(name=name.strip(), **_known(known))
    order = session.order(RegisterEntrant, person=person, division=where, team=team, channel=Channel(channel), **common)
    session.finish(session.do(order), before)


def _division_of_team(state: Tournament, team: str, division: str | None) -> str:
    """Where somebody enters: the division that was named, or else that of the team."""
    if division is None and team:
        found = {each.division for each in teams_like(state, team)}
        if len(found) == 1:
            return found.pop()
    if division is None and len(state.divisions) > 1:
        raise Failure(text("Say which division: --division NAME.") + " " + _known_divisions(state))
    return division_of(state, division)


def _known_divisions(state: Tournament) -> str:
    return text("Known: {names}.", names=", ".join(state.divisions))


def _known(said: dict[str, Any]) -> dict[str, Any]:
    """What of somebody was said; a rating in hundredths."""
    told = {name: value for name, value in said.items() if value is not None}
    if "rating" in told:
        told["rating"] = rating_of(told["rating"])
    return told


def rating_of(said: str) -> int:
    """A rating in hundredths. Raises `Failure`."""
    try:
        return parse_rating(said.replace(",", "."))
    except ValueError:
        raise Failure(text("{said!r} is no rating; write 161.25.", said=said)) from None


@click.command(short_help="Enter the team of a school, or confirm its line-up.")
@click.argument("name")
@click.option("--contact", metavar="NAME", help="Whom to call about the team; needed to enter it.")
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
    """Enter the team NAME of a school, or find its line-up complete with --confirm."""
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


@click.command(short_help="Put right what is known of somebody.")
@click.argument("who")
@click.option("--name", metavar="NAME", help="Another name.")
@_city_option
@_club_option
@_category_option
@_rating_option
@_minor_option
@_consent_option
@changing
def amend(session: Session, who: str, **known: Any) -> None:
    """Put right what is known of somebody: a number, or a part of the name."""
    before = session.state
    number = number_of(before, who)
    told = _known(known)
    if not told:
        raise Failure(text("Say what is to be put right, as --city or --rating."))
    entrant = before.entrants.get(number)
    person = replace(entrant.person, **told) if entrant else Person(name=who)
    session.finish(session.do(session.order(AmendEntrant, number=number, person=person)), before)


@click.command()
@division_option
@click.option("--missing", is_flag=True, help="Only those who have not come yet.")
@click.option("--by-name", is_flag=True, help="In the order of names, not of starting numbers.")
@reading
def entrants(session: Session, division: str | None, missing: bool, by_name: bool) -> None:
    """List everybody who has entered, with counts."""
    state = session.state
    people = [each for name in divisions_of(state, division) for each in state.entrants_of(name)]
    shown = [each for each in people if not missing or each.status is Status.ENTERED]
    if by_name:
        shown = by_surname(shown)
    counts = {status.value: sum(each.status is status for each in people) for status in Status}
    if session.as_json:
        rows = [{**msgspec.to_builtins(each), "rating": format_rating(each.person.rating)} for each in shown]
        session.print_json(entrants=rows, counts=counts)
        return
    session.head()
    _print_entrants(state, shown)
    totals = [f"{status_name(status)}: {number}" for status, number in counts.items() if number]
    click.echo(", ".join([count("{n} person", "{n} people", len(people)), *totals]))


def _print_entrants(state: Tournament, shown: Sequence[Entrant]) -> None:
    several, teams = len(state.divisions) > 1, bool(state.teams)
    headings = [text("no."), text("name"), text("city"), text("club"), text("rating")]
    headings += [text("team")] * teams + [text("division")] * several + [text("status"), ""]
    rows = [
        [
            str(each.number),
            each.person.name,
            each.person.city,
            each.person.club,
            format_rating(each.person.rating),
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


def channel_name(channel: str) -> str:
    """How an entry came, in words."""
    return text(CHANNELS[channel])
