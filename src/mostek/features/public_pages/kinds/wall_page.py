"""Pages for a projector: pairings before a round, the clock during it, standings after it; turns, and the prize-giving."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import segno

from mostek.documents.document import categories_of
from mostek.documents.tournament.standings import reached
from mostek.features.public_pages.kinds.overview_page import announced, what_next
from mostek.features.public_pages.kinds.round_page import by_name
from mostek.features.public_pages.model import EventView, RoundStage
from mostek.features.public_pages.public_page import (
    MOST_PLACES,
    Context,
    PageRequest,
    PublicPage,
    divisions_asked,
)
from mostek.messages import count, text
from mostek.messages.prize_words import award_text
from mostek.messages.tournament_words import ROMAN, halves
from mostek.server.http.problems import unknown
from mostek.tournament.awards import Winner, awards_of
from mostek.tournament.classification import Standing, places_within
from mostek.tournament.standings import PRIZES, prize_places, team_table_of

_WIDE = 24
"""Up to so many players the list of pairings names the opponents; with more it has two columns."""


def _slides(view: EventView, division: str) -> Iterator[Context]:
    """The slides of a division for its stage."""
    state, played = view.state, view.state.divisions[division].current
    common = {"division": division, "state": "", "next": "", "wide": False}
    if played is None:
        people = sorted(state.entrants_of(division), key=lambda each: each.number)
        yield {
            **common,
            "kind": "entrants",
            "title": text("Players"),
            "rows": [view.person(each.number) for each in people],
        }
        return
    now = view.round(division, played)
    if now.stage is RoundStage.COMPLETE:
        yield {
            **common,
            "kind": "standings",
            "title": text("Classification"),
            "state": reached(state, division),
            "next": what_next(view, division),
            "rows": [view.row(division, each) for each in view.standings(division, None)],
        }
    elif now.stage is RoundStage.PAIRED:
        rows = list(by_name(view, played))
        yield {
            **common,
            "kind": "pairings",
            "title": text("Round {round}: tables", round=now.number),
            "rows": rows,
            "wide": len(rows) <= _WIDE,
        }
    else:
        yield {
            **common,
            "kind": "clock",
            "title": text("Round {round}", round=now.number),
            "now": now,
            "progress": text("Results: {results} of {tables}", results=now.results, tables=now.tables),
        }


def _turn_shown(view: EventView) -> str:
    """The time of a turn as a clock shows it; empty where turns are not timed."""
    seconds = view.state.settings.turn_seconds.value
    return f"{seconds // 60}:{seconds % 60:02}" if seconds else ""


def _turns(view: EventView, request: PageRequest) -> Context:
    return {"seconds": view.state.settings.turn_seconds.value, "shown": _turn_shown(view)}


def _wall(view: EventView, request: PageRequest) -> Context:
    address = f"{view.url}{view.link(lang='')}"
    return {
        "slides": [slide for name in divisions_asked(view, request) for slide in _slides(view, name)],
        "announcements": announced(view),
        "address": address.partition("://")[2],
        "turn": _turn_shown(view),
        "qr": segno.make(address, error="m").svg_inline(scale=1, border=2, svgclass="qr", omitsize=True),
    }


class _Called(NamedTuple):
    """A winner who is called, at a place of a classification."""

    place: int
    name: str
    points: str
    home: str
    prize: str


class _Ceremony(NamedTuple):
    """A prize-giving: one classification of a division."""

    title: str
    division: str
    people: tuple[_Called, ...]
    places: int
    """How many places are called."""


class _Ceremonies:
    """The prize-givings of an event, in the order in which they are held: teams, categories, everybody."""

    def __init__(self, view: EventView, places: int | None) -> None:
        self._view = view
        self._places = places

    def of(self, division: str) -> Iterator[_Ceremony]:
        """Those of a division."""
        view, state = self._view, self._view.state
        if any(state.teams_of(division)):
            won = self._won(division, "", teams=True)
            teams = [
                _Called(row.place, row.name, halves(row.half_points), "", won.get(row.name, ""))
                for row in team_table_of(state, division).rows
            ]
            yield self._ceremony(text("Teams"), division, teams, 0)
        standings = view.standings(division, None)
        for category in categories_of(state, division):
            members = {each.number for each in state.entrants_of(division) if each.person.category == category}
            won = self._won(division, category)
            yield self._ceremony(category, division, self._ranks(places_within(standings, members), won), 1)
        won = self._won(division, "")
        most = prize_places(state, division)
        yield self._ceremony(text("Classification"), division, self._ranks(standings, won), most)

    def _won(self, division: str, category: str, teams: bool = False) -> dict[Winner, str]:
        """The prize of each winner of a classification, in words."""
        state = self._view.state
        return {
            award.team or award.number: award_text(state, award)
            for each in awards_of(state, division)
            if (each.prizes.category, each.prizes.teams) == (category, teams)
            for award in each.awards
        }

    def _ranks(self, standings: Sequence[Standing], won: Mapping[Winner, str]) -> list[_Called]:
        return [
            _Called(
                each.place,
                self._view.name(each.number),
                halves(each.half_points),
                self._view.person(each.number).home,
                won.get(each.number, ""),
            )
            for each in standings
            if each.place is not None
        ]

    def _ceremony(self, title: str, division: str, people: Sequence[_Called], places: int) -> _Ceremony:
        """Called are the places with a prize, or as many as the address says; of a category at least the best."""
        prized = max((each.place for each in people if each.prize), default=places or PRIZES)
        wanted = None if places == 1 else self._places
        return _Ceremony(title, division, tuple(people), min(wanted or prized, MOST_PLACES))


def _slides_of(ceremony: _Ceremony) -> Iterator[Context]:
    """The slides of a prize-giving: its name, then the last place first, the winner at the end."""
    common = {"title": ceremony.title, "division": ceremony.division}
    yield {**common, "place": "", "people": ()}
    for place in sorted({each.place for each in ceremony.people if each.place <= ceremony.places}, reverse=True):
        numeral = ROMAN[place] if place < len(ROMAN) else str(place)
        yield {**common, "place": numeral, "people": [each for each in ceremony.people if each.place == place]}


def _prizes(view: EventView, request: PageRequest) -> Context:
    begun = [name for name in divisions_asked(view, request) if view.state.divisions[name].rounds]
    found = [each for name in begun for each in _Ceremonies(view, request.places).of(name)]
    chosen = found
    if request.ceremony is not None:
        chosen = found[request.ceremony - 1 : request.ceremony]
        if not chosen:
            raise unknown()
    missing = [each for each in view.rounds_now() if each.stage is not RoundStage.COMPLETE]
    waiting = sum(each.tables - each.results for each in missing)
    wanted = {"division": request.division or "", "places": request.places or ""}
    return {
        "slides": [slide for each in chosen for slide in _slides_of(each)],
        "warning": count("{n} result is missing", "{n} results are missing", waiting) if waiting else "",
        "ceremonies": [
            {
                "name": f"{each.title} – {each.division}" if len(view.divisions) > 1 else each.title,
                "href": view.link(f"wall/prizes/{number}", **wanted),
                "current": number == request.ceremony,
            }
            for number, each in enumerate(found, 1)
        ]
        if len(found) > 1
        else [],
        "all": view.link("wall/prizes", **wanted),
        "of_all": request.ceremony is None,
    }


PAGES = (
    PublicPage(
        name="wall",
        address=("wall",),
        template="wall",
        pl="Ekran w sali",
        en="Wall",
        fill=_wall,
        takes=frozenset({"division"}),
        refreshes=("event", "rounds", "tables", "standings", "entrants", "announcements"),
    ),
    PublicPage(
        name="turns",
        address=("wall", "turns"),
        template="turns",
        pl="Zegar ruchu",
        en="Turn clock",
        fill=_turns,
        available=lambda view: bool(view.state.settings.turn_seconds.value),
    ),
    PublicPage(
        name="prizes",
        address=("wall", "prizes"),
        template="prizes",
        pl="Wręczenie nagród",
        en="Prize-giving",
        fill=_prizes,
        takes=frozenset({"division", "places"}),
    ),
    PublicPage(
        name="prizes-of-one",
        address=("wall", "prizes", "{ceremony}"),
        template="prizes",
        pl="Wręczenie nagród",
        en="Prize-giving",
        fill=_prizes,
        takes=frozenset({"division", "places"}),
    ),
)
