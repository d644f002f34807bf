"""A round: pairings by table and by name, with the results as they come in."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.documents.people import by_surname
from mostek.features.public_pages.model import EventView
from mostek.features.public_pages.public_page import Context, PageRequest, PublicPage, divisions_asked, offers
from mostek.messages import text
from mostek.server.http.problems import unknown
from mostek.tournament.state import Round

_PAPERS = ("pairings", "names", "results")


def by_name(view: EventView, played: Round) -> Iterator[Context]:
    """The table and the opponents of each player, in the order of the names."""
    seats = {number: table for table in played.tables for number in table.players}
    for entrant in by_surname(view.state.entrants[each] for each in (*seats, *played.byes)):
        table = seats.get(entrant.number)
        yield {
            "person": view.person(entrant.number),
            "table": None if table is None else table.number,
            "opponents": [view.person(each) for each in table.players if each != entrant.number] if table else [],
        }


def _fill(view: EventView, request: PageRequest) -> Context:
    number = request.round or 0
    there = [
        (name, view.state.divisions[name].rounds[number - 1])
        for name in divisions_asked(view, request)
        if len(view.state.divisions[name].rounds) >= number
    ]
    if not there:
        raise unknown("This round is not paired yet.")
    return {
        "number": number,
        "rounds": [{"number": each, "href": view.link(f"r/{each}")} for each in range(1, view.last_round + 1)],
        "sections": [
            {
                "name": name,
                "now": view.round(name, played),
                "tables": [view.table(name, played, table) for table in played.tables],
                "byes": [view.person(each) for each in played.byes],
                "names": list(by_name(view, played)),
            }
            for name, played in there
        ],
        "documents": [each for each in offers(view, number) if each.document in _PAPERS],
    }


PAGES = (
    PublicPage(
        name="round",
        address=("r", "{round}"),
        template="round",
        pl="Runda",
        en="Round",
        order=2,
        title=lambda view, request: text("Round {round}", round=request.round or 0),
        fill=_fill,
        available=lambda view: view.last_round > 0,
        takes=frozenset({"division"}),
        applies=("tables",),
        refreshes=("rounds", "entrants"),
    ),
)
