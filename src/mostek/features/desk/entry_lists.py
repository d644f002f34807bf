"""Lists of people who enter: a table from a spreadsheet or a name a line, read into commands, and what becomes of each row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct

from mostek.app.tournaments import Desk, UnsavedLog
from mostek.core.encoding import decode
from mostek.features.desk.typed_names import TypedError, peopled_divisions, teams_like
from mostek.messages import language
from mostek.tournament.commands import RegisterEntrant
from mostek.tournament.decide import Step
from mostek.tournament.entrants import Channel, Person
from mostek.tournament.file_formats import LARGEST_FILE
from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.formats import csv, names
from mostek.tournament.limits import MOST_PEOPLE
from mostek.tournament.recorded import RecordedPlayer, RecordedTournament, cleaned
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.state import Tournament

_MINOR = frozenset({"niepełnoletni", "niepelnoletni", "minor", "małoletni"})
_CONSENT = frozenset({"zgoda", "consent", "zgoda opiekuna"})
_YES = frozenset({"tak", "t", "yes", "y", "x", "1", "true"})

WhichDivision = Callable[[Tournament, str, str | None], str]
"""The division of an entry: by its team, and by the name that is stated, if one is. Raises if it cannot be told."""


class EntryOutcome(StrEnum):
    """The outcomes of a row."""

    ENTERS = "enters"
    THERE = "there"
    """A person of this name and city has entered already."""
    REFUSED = "refused"


class EntryRow(Struct, frozen=True, kw_only=True):
    """A row of a list, the command that enters the person, and what the desk would say."""

    row: int
    person: Person
    outcome: EntryOutcome
    command: RegisterEntrant | None = None
    refused: DeskRefusal | None = None


class Stated(Struct, frozen=True, kw_only=True):
    """The fields that hold for all rows of a list."""

    at: datetime
    by: str = ""
    division: str | None = None
    common: Mapping[str, Any] = {}


def listed_players(data: bytes) -> RecordedTournament:
    """The players of a table with headings, or of a bare list of names. Raises `TournamentFileError`."""
    if len(data) > LARGEST_FILE:
        raise TournamentFileError(FileFault.FILE_TOO_LARGE)
    found, _ = cleaned(csv.read(data) if csv.has_headings(decode(data).text) else names.read(data))
    if len(found.players) > MOST_PEOPLE:
        raise TournamentFileError(FileFault.TOO_MANY_PLAYERS, text=str(len(found.players)))
    return found


def entries_of(state: Tournament, data: bytes, stated: Stated, which: WhichDivision) -> list[RegisterEntrant]:
    """The entries of a list; those who have entered already are passed over. Raises `TournamentFileError`."""
    there = _there(state)
    players = [player for player in listed_players(data).players if _identity(player) not in there]
    return [_entry(state, player, stated, which) for player in players]


def judged_entries(
    state: Tournament, steps: tuple[Step, ...], data: bytes, stated: Stated, which: WhichDivision
) -> Iterator[EntryRow]:
    """Judge the rows of a list, each after those before it, without a change of anything.

    Args:
        state: the tournament as it stands.
        steps: its steps.
        data: the list.
        stated: the moment, and what holds for all rows.
        which: tells the division of a row.

    Returns:
        An answer for each row, in their order.

    Raises:
        TournamentFileError: the list cannot be read.
        TypedError: the division of a row cannot be told.
    """
    there = _there(state)
    trial = Desk.at(UnsavedLog(steps), state, steps)
    for number, player in enumerate(listed_players(data).players, 1):
        command = _entry(state, player, stated, which)
        if _identity(player) in there:
            yield EntryRow(row=number, person=command.person, outcome=EntryOutcome.THERE)
            continue
        done = trial.do(command)
        if isinstance(done, DeskRefusal):
            yield EntryRow(row=number, person=command.person, outcome=EntryOutcome.REFUSED, refused=done)
        else:
            yield EntryRow(row=number, person=command.person, outcome=EntryOutcome.ENTERS, command=command)


def division_by_name(state: Tournament, team: str, division: str | None) -> str:
    """The division of an entry on a page: the named one, that of the team, or the only one. Raises `TypedError`."""
    if division is not None and division in state.divisions:
        return division
    if team and len(found := {each.division for each in teams_like(state, team)}) == 1:
        return found.pop()
    if len(state.divisions) > 1:
        known = ", ".join(filter(None, state.divisions))
        raise TypedError("Say in which division they play. Known: {names}.", names=known)
    return peopled_divisions(state)[0]


def _there(state: Tournament) -> set[tuple[str, str]]:
    return {(each.person.name, each.person.city) for each in state.entrants.values()}


def _identity(player: RecordedPlayer) -> tuple[str, str]:
    return player.name, player.city


def _entry(state: Tournament, player: RecordedPlayer, stated: Stated, which: WhichDivision) -> RegisterEntrant:
    known = {str(name).casefold().strip(): str(value).casefold().strip() for name, value in player.extras.items()}
    person = Person(
        name=player.name,
        city=player.city,
        club="" if state.settings.team.size.value else player.team,
        category="" if player.category in state.divisions else player.category,
        rating=state.settings.rating_scale.chosen.bounds.unrated if player.rating is None else player.rating,
        minor=_says_yes(known, _MINOR),
        consent=_says_yes(known, _CONSENT),
    )
    team = player.team.strip() if state.settings.team.size.value else ""
    own = next((name for name in (player.group, player.category) if name in state.divisions and name), None)
    return RegisterEntrant(
        at=stated.at,
        by=stated.by,
        person=person,
        division=which(state, team, stated.division or own),
        team=team,
        channel=Channel.FILE,
        **stated.common,
    )


def _says_yes(known: Mapping[str, str], names: Iterable[str]) -> bool:
    return any(known.get(name) in _YES for name in names)


COLUMNS = {
    "name": "first and last name; the only column that must be there",
    "city": "where they are from; it tells two people of one name apart",
    "rating": "as 161.25 or 161,25; empty for a debutant",
    "team": "team, school or club",
    "category": "a category with a classification of its own, or the division",
}
"""What the columns of the sample hold."""

_ROWS = (
    ("Jan Przykład", "Łódź", "161,25", "", ""),
    ("Anna Wzór", "Kraków", "", "Klub Ósemka", "junior"),
)


def sample_headings() -> list[str]:
    """The columns as they are called in the language of the person."""
    place = 0 if language() == "pl" else 1
    return [csv.HEADINGS[column][place] for column in COLUMNS]


def sample_list() -> bytes:
    """The table, as a spreadsheet opens it."""
    return "".join(";".join(row) + "\r\n" for row in (sample_headings(), *_ROWS)).encode(csv.MARKED)
