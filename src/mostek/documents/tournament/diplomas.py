"""Diplomas for people and for schools; until the event is closed each says that it is a draft."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mostek.documents.document import Document, PrintRequest, Subject, is_paired, teams_play
from mostek.documents.listing import heading
from mostek.documents.people import by_surname, fitting, name_of
from mostek.documents.template_files import Data
from mostek.messages import text
from mostek.messages.prize_words import award_text
from mostek.messages.tournament_words import ROMAN, day
from mostek.tournament.awards import awards_of
from mostek.tournament.classification import Standing, places_within, podium
from mostek.tournament.credits import CreditKind
from mostek.tournament.entrants import Entrant, EntrantStatus
from mostek.tournament.scoring import credits_of
from mostek.tournament.standings import PRIZES, members_of, standings_of, team_table_of
from mostek.tournament.state import Tournament


def prize_winners(state: Tournament, division: str) -> tuple[Standing, ...]:
    """Places I to III (OPEN-award-1, SCHOOL-award-1); equals have the same place and the same prize (S46)."""
    return podium(standings_of(state, division), PRIZES)


def participants(state: Tournament, division: str) -> list[Entrant]:
    """Everybody who took part, by surname (OPEN-award-2, SCHOOL-award-3).

    These are all who had a table or a bye, except the excluded and those who were removed without a game (PFS-6.3.4b).
    """
    credits = credits_of(state, division)
    seated = {
        number
        for played in state.divisions[division].rounds
        for group in (*(table.players for table in played.tables), played.byes)
        for number in group
    }
    return by_surname(
        each
        for each in state.entrants_of(division)
        if each.number in seated
        and each.status is not EntrantStatus.EXCLUDED
        and (
            each.status is not EntrantStatus.REMOVED
            or any(credit.kind is CreditKind.GAME for credit in credits.get(each.number, ()))
        )
    )


def school_diplomas(state: Tournament, division: str) -> list[tuple[str, int | None]]:
    """The schools that took part, each with its place once it has a result (SCHOOL-award-2, SCHOOL-award-3)."""
    if not any(state.teams_of(division)):
        return []
    there = {each.team for each in participants(state, division)}
    rows = (row for row in team_table_of(state, division).rows if row.name in there)
    return [(row.name, row.place if row.rounds else None) for row in rows]


def _prizes(state: Tournament, request: PrintRequest) -> Data:
    return _filled(state, request, [*_places(state, request.division), *_category_places(state, request.division)])


def _places(state: Tournament, division: str) -> Iterator[Data]:
    """A diploma for each of places I to III, with what the place brings."""
    found = [each for each in awards_of(state, division) if each.prizes.subject == (division, "", False)]
    prizes = {award.number: award_text(state, award) for each in found for award in each.awards}
    for each in prize_winners(state, division):
        yield _prize(name_of(state, each.number), each.place, prizes.get(each.number, ""))


def _category_places(state: Tournament, division: str) -> Iterator[Data]:
    """A diploma for the winners of places I to III of each category that has prizes of its own."""
    for found in awards_of(state, division):
        category = found.prizes.category
        prizes = {award.number: award_text(state, award) for award in found.awards}
        rows = places_within(standings_of(state, division), members_of(state, found.prizes)) if category else ()
        for each in podium(rows, min(PRIZES, len(found.prizes.prizes))):
            filled = _prize(name_of(state, each.number), each.place, prizes.get(each.number, ""))
            yield filled | {
                "large": text("{place} in the category {name}", place=filled["large"], name=fitting(category))
            }


def _participants(state: Tournament, request: PrintRequest) -> Data:
    took_part = participants(state, request.division)
    return _filled(state, request, (_participant(each.person.name) for each in took_part))


def _schools(state: Tournament, request: PrintRequest) -> Data:
    return _filled(state, request, (_school(*school) for school in school_diplomas(state, request.division)))


def is_final(state: Tournament) -> bool:
    """Whether diplomas may be given away: the event was officially ended (PFS-4.6.4)."""
    return state.closed_on is not None


def _filled(state: Tournament, request: PrintRequest, diplomas: Iterable[Data]) -> Data:
    return heading(state, request.division) | {
        "title": text("Diploma"),
        "logo": list(request.emblem.logo),
        "colour": request.emblem.colour,
        "draft": "" if is_final(state) else text("draft"),
        "gets": text("receives this diploma"),
        "in": text("in the event"),
        "diplomas": list(diplomas),
        "nobody": text("No entrant receives this diploma."),
        "day": ", ".join(filter(None, (fitting(state.city), day(state.closed_on or state.last_day)))),
        "signatures": list(_signatures(state)),
    }


def _prize(name: str, place: int | None, prize: str = "") -> Data:
    large = text("place {numeral}", numeral=ROMAN[place or 0])
    won = text("Prize: {prize}", prize=fitting(prize)) if prize else ""
    return {"name": name, "large": large, "why": text("for taking"), "prize": won}


def _participant(name: str) -> Data:
    return {"name": fitting(name), "large": "", "why": text("for taking part")}


def _school(name: str, place: int | None) -> Data:
    if place is None or place > len(ROMAN) - 1:
        return _participant(name)
    large = text("place {numeral} of the schools", numeral=ROMAN[place])
    return {"name": fitting(name), "large": large, "why": text("for taking")}


def _signatures(state: Tournament) -> Iterator[str]:
    yield from ((fitting(each) for each in state.organisers) if state.organisers else (text("Organiser"),))
    yield text("Arbiter: {name}", name=fitting(state.arbiter)) if state.arbiter else text("Arbiter")


DOCUMENTS = (
    Document(
        name="diplomas",
        pl="Dyplomy",
        en="Diplomas",
        help_pl="za miejsca I–III",
        help_en="for places I to III",
        order=180,
        subject=Subject.DIVISION,
        template="diploma",
        fill=_prizes,
        available=is_paired,
    ),
    Document(
        name="participants",
        pl="Dyplomy za udział",
        en="Diplomas for taking part",
        help_pl="dla wszystkich uczestników",
        help_en="for everybody who took part",
        order=190,
        subject=Subject.DIVISION,
        template="diploma",
        fill=_participants,
        available=is_paired,
    ),
    Document(
        name="schools",
        pl="Dyplomy dla szkół",
        en="Diplomas for schools",
        help_pl="z miejscami trzech najlepszych",
        help_en="with the places of the best three",
        order=200,
        subject=Subject.DIVISION,
        template="diploma",
        fill=_schools,
        available=teams_play,
    ),
)
