"""Entering everybody of a table that a spreadsheet has written, all or nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from mostek.app.tournaments import Desk
from mostek.cli.failures import Failure
from mostek.cli.tournament import answers
from mostek.cli.tournament.kept import InMemory
from mostek.cli.tournament.names import division_of
from mostek.cli.tournament.progress import progress
from mostek.cli.tournament.session import Session
from mostek.messages import count, text
from mostek.messages.tournament import say
from mostek.messages.tournament_files import say_file_fault
from mostek.tournament.commands import RegisterEntrant
from mostek.tournament.entrants import DEBUTANT, Channel, Person
from mostek.tournament.files import TournamentFileError
from mostek.tournament.formats import csv
from mostek.tournament.recorded import RecordedPlayer
from mostek.tournament.refusals import Refused
from mostek.tournament.state import Tournament

_SHOWN = 10
_MINOR = frozenset({"niepełnoletni", "niepelnoletni", "minor", "małoletni"})
_CONSENT = frozenset({"zgoda", "consent", "zgoda opiekuna"})
_YES = frozenset({"tak", "t", "yes", "y", "x", "1", "true"})


def entries_of(session: Session, data: bytes, division: str | None, common: Mapping[str, Any]) -> list[RegisterEntrant]:
    """The entries of a table: those who have entered already are passed over. Raises `Failure` with the line."""
    state = session.state
    try:
        players = csv.read(data).players
    except TournamentFileError as error:
        raise Failure(text("The list cannot be read. {why}", why=say_file_fault(error))) from None
    there = {(each.person.name, each.person.city) for each in state.entrants.values()}
    new = [player for player in players if (player.name.strip(), player.city) not in there]
    return [_entry(session, state, player, division, common) for player in new]


def _entry(
    session: Session, state: Tournament, player: RecordedPlayer, division: str | None, common: Mapping[str, Any]
) -> RegisterEntrant:
    known = {str(name).casefold().strip(): str(value).casefold().strip() for name, value in player.extras.items()}
    person = Person(
        name=player.name.strip(),
        city=player.city,
        club="" if state.settings.team.size.value else player.team,
        category="" if player.category in state.divisions else player.category,
        rating=DEBUTANT if player.rating is None else player.rating,
        minor=any(known.get(name) in _YES for name in _MINOR),
        consent=any(known.get(name) in _YES for name in _CONSENT),
    )
    team = player.team.strip() if state.settings.team.size.value else ""
    own = next((name for name in (player.group, player.category) if name in state.divisions and name), None)
    where = division_of(state, division or own)
    return session.order(RegisterEntrant, person=person, division=where, team=team, channel=Channel.FILE, **common)


def registered(session: Session, entries: Sequence[RegisterEntrant]) -> None:
    """Enter them all; if one of them is refused nobody is entered, and every refusal is told."""
    before = session.state
    if refused := _tried(session, entries):
        _tell_refused(session, refused)
    with progress(text("Entering"), len(entries)) as step:
        events = session.do(*entries, done=step)
    if session.as_json:
        session.finish(events, before, entered=len(entries))
        return
    session.head()
    click.echo(count("{n} person has entered from the list.", "{n} people have entered from the list.", len(entries)))
    answers.tell_next(session.state)


def _tried(session: Session, entries: Sequence[RegisterEntrant]) -> list[tuple[RegisterEntrant, Refused]]:
    """Which of them would be refused, each after those before it."""
    trial = Desk(InMemory(session.desk.steps))
    return [(entry, done) for entry in entries if isinstance(done := trial.do(entry), Refused)]


def _tell_refused(session: Session, refused: Sequence[tuple[RegisterEntrant, Refused]]) -> None:
    if session.as_json:
        rows = [{"name": entry.person.name, **answers.refusal(why, session.state)} for entry, why in refused]
        session.print_json(events=(), refused=rows[0], all_refused=rows)
    else:
        for entry, why in refused[:_SHOWN]:
            click.secho(f"{entry.person.name}: {say(why, answers.called(session.state))}", fg="red", err=True)
        if len(refused) > _SHOWN:
            left = len(refused) - _SHOWN
            click.echo(count("… and {n} person more", "… and {n} people more", left), err=True)
        answers.say_refused(refused[0][1], session.state)
        click.echo(text("Nobody was entered; mend the list, or enter the others without these."), err=True)
    raise click.exceptions.Exit(1)
