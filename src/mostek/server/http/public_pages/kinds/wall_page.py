"""Pages for a projector: pairings before a round, the clock during it, standings after it; and the prize-giving."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import segno

from mostek.documents.document import categories_of
from mostek.documents.tournament.standings import reached
from mostek.messages import count, text
from mostek.messages.tournament_words import ROMAN, halves
from mostek.server.http.public_pages.event_view import EventView, RoundStage
from mostek.server.http.public_pages.kinds.overview_page import announced, what_next
from mostek.server.http.public_pages.kinds.round_page import by_name
from mostek.server.http.public_pages.public_page import (
    MOST_PLACES,
    Context,
    PageRequest,
    PublicPage,
    divisions_asked,
)
from mostek.tournament.classification import Standing, places_within
from mostek.tournament.standings import prize_places, team_table_of

_WIDE = 24
"""Up to so many players the list of pairings names the opponents; with more it has two columns."""


def _slides(view: EventView, division: str) -> Iterator[Context]:
    """The slides of a division for its stage."""
    state, rounds = view.state, view.state.divisions[division].rounds
    common = {"division": division, "state": "", "next": "", "wide": False}
    if not rounds:
        people = sorted(state.entrants_of(division), key=lambda each: each.number)
        yield {
            **common,
            "kind": "entrants",
            "title": text("Players"),
            "rows": [view.person(each.number) for each in people],
        }
        return
    played, now = rounds[-1], view.round(division, rounds[-1])
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


def _wall(view: EventView, request: PageRequest) -> Context:
    address = f"{view.url}{view.link(lang='')}"
    return {
        "slides": [slide for name in divisions_asked(view, request) for slide in _slides(view, name)],
        "announcements": announced(view),
        "address": address.partition("://")[2],
        "qr": segno.make(address, error="m").svg_inline(scale=1, border=2, svgclass="qr", omitsize=True),
    }


class _Calls:
    """The slides of a prize-giving: the last place first, the winner at the end."""

    def __init__(self, view: EventView, places: int | None) -> None:
        self._view = view
        self._places = places

    def of(self, division: str) -> Iterator[Context]:
        """The slides of a division: teams, categories, everybody."""
        view, state = self._view, self._view.state
        if any(state.teams_of(division)):
            ranks = [
                (team.place, team.name, halves(team.half_points), "") for team in team_table_of(state, division).rows
            ]
            yield from self._places_of(text("Teams"), division, ranks)
        standings = view.standings(division, None)
        for category in categories_of(state, division):
            members = {each.number for each in state.entrants_of(division) if each.person.category == category}
            best = self._ranks(places_within(standings, members))
            yield from self._places_of(category, division, [each for each in best if each[0] == 1])
        yield from self._places_of(text("Classification"), division, self._ranks(standings))

    def _ranks(self, standings: Sequence[Standing]) -> list[tuple[int, str, str, str]]:
        rows = [(each, self._view.person(each.number)) for each in standings if each.place is not None]
        return [
            (each.place or 0, self._view.name(each.number), halves(each.half_points), person.home)
            for each, person in rows
        ]

    def _places_of(self, title: str, division: str, ranks: list[tuple[int, str, str, str]]) -> Iterator[Context]:
        most = min(self._places or prize_places(self._view.state, division), MOST_PLACES)
        yield {"title": title, "division": division, "place": "", "people": []}
        for place in sorted({place for place, *_ in ranks if place <= most}, reverse=True):
            there = [(name, points, home) for found, name, points, home in ranks if found == place]
            said = ROMAN[place] if place < len(ROMAN) else str(place)
            yield {"title": title, "division": division, "place": said, "people": there}


def _prizes(view: EventView, request: PageRequest) -> Context:
    calls = _Calls(view, request.places)
    begun = [name for name in divisions_asked(view, request) if view.state.divisions[name].rounds]
    missing = [each for each in view.rounds_now() if each.stage is not RoundStage.COMPLETE]
    waiting = sum(each.tables - each.results for each in missing)
    return {
        "slides": [slide for name in begun for slide in calls.of(name)],
        "warning": count("{n} result is missing", "{n} results are missing", waiting) if waiting else "",
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
        name="prizes",
        address=("wall", "prizes"),
        template="prizes",
        pl="Wręczenie nagród",
        en="Prize-giving",
        fill=_prizes,
        takes=frozenset({"division", "places"}),
    ),
)
