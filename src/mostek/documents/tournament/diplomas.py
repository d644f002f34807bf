"""Diplomas for people and for schools; until the event is closed each says that it is a draft."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mostek.documents import typesetting
from mostek.documents.people import by_surname, fitting, name_of
from mostek.documents.tournament.listing import heading
from mostek.documents.typesetting import Data
from mostek.messages import text
from mostek.messages.tournament_words import ROMAN, day
from mostek.tournament.classification import podium
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import Status
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import standings_of, team_table_of
from mostek.tournament.state import Tournament


def prize_diploma_pages(state: Tournament, division: str) -> bytes:
    """Diplomas for the places I to III (SCHOOL-award-1); equals have the same place (S46).

    Raises `LookupError`, `NoTypesetterError`.
    """
    placed = podium(standings_of(state, division))
    return _pages(state, division, (_prize(name_of(state, each.number), each.place) for each in placed))


def participant_diploma_pages(state: Tournament, division: str) -> bytes:
    """A diploma for everybody who has played a game (OPEN-award-2, SCHOOL-award-3), save the excluded.

    Raises `LookupError`, `NoTypesetterError`.
    """
    credits = credits_of(state, division)
    played = [
        each
        for each in state.entrants_of(division)
        if each.status is not Status.EXCLUDED
        and any(credit.kind is CreditKind.GAME for credit in credits.get(each.number, ()))
    ]
    return _pages(state, division, (_participant(each.person.name) for each in by_surname(played)))


def school_diploma_pages(state: Tournament, division: str) -> bytes:
    """A diploma for each school, the winner's with its place (SCHOOL-award-2, SCHOOL-award-3).

    Raises `LookupError`, `NoTypesetterError`.
    """
    rows = team_table_of(state, division).rows
    return _pages(state, division, (_school(row.name, row.place) for row in rows))


def is_final(state: Tournament) -> bool:
    """Whether diplomas may be given away: the event was officially ended (PFS-4.6.4)."""
    return state.closed_on is not None


def _pages(state: Tournament, division: str, diplomas: Iterable[Data]) -> bytes:
    data = heading(state, division) | {
        "title": text("Diploma"),
        "draft": "" if is_final(state) else text("draft"),
        "gets": text("receives this diploma"),
        "in": text("in the event"),
        "diplomas": list(diplomas),
        "nobody": text("No entrant receives this diploma."),
        "day": ", ".join(filter(None, (fitting(state.city), day(state.closed_on or state.starts_on)))),
        "signatures": list(_signatures(state)),
    }
    return typesetting.pages("diploma", data)


def _prize(name: str, place: int | None) -> Data:
    numeral = ROMAN[place or 0]
    return {"name": name, "large": text("place {numeral}", numeral=numeral), "why": text("for taking")}


def _participant(name: str) -> Data:
    return {"name": fitting(name), "large": "", "why": text("for taking part")}


def _school(name: str, place: int) -> Data:
    if place > len(ROMAN) - 1:
        return _participant(name)
    large = text("place {numeral} of the schools", numeral=ROMAN[place])
    return {"name": fitting(name), "large": large, "why": text("for taking")}


def _signatures(state: Tournament) -> Iterator[str]:
    yield from ((fitting(each) for each in state.organisers) if state.organisers else (text("Organiser"),))
    yield text("Arbiter: {name}", name=fitting(state.arbiter)) if state.arbiter else text("Arbiter")
