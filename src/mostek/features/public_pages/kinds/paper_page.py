"""Pages with the same tables as the paper: the table of the teams, and the regulation with its clauses."""

from __future__ import annotations

from mostek.documents.document import PrintRequest, documents
from mostek.features.public_pages.model import EventView
from mostek.features.public_pages.public_page import Context, PageRequest, PublicPage, divisions_asked, offers


def _teams(view: EventView, request: PageRequest) -> Context:
    playing = [name for name in divisions_asked(view, request) if any(view.state.teams_of(name))]
    return {
        "papers": [
            {"name": name, "data": documents()["teams"].fill(view.state, PrintRequest(name, concealed=view.concealed))}
            for name in playing
        ],
        "documents": [each for each in offers(view) if each.document == "teams"],
    }


def _regulation(view: EventView, request: PageRequest) -> Context:
    data = documents()["regulation"].fill(view.state, PrintRequest(concealed=view.concealed))
    return {
        "papers": [{"name": "", "data": data}],
        "documents": [each for each in offers(view) if each.document == "regulation"],
    }


PAGES = (
    PublicPage(
        name="teams",
        address=("teams",),
        template="paper",
        pl="Drużyny",
        en="Teams",
        order=5,
        fill=_teams,
        available=lambda view: bool(view.state.teams),
        takes=frozenset({"division"}),
        refreshes=("standings", "entrants", "event"),
    ),
    PublicPage(
        name="regulation",
        address=("regulation",),
        template="paper",
        pl="Regulamin",
        en="Regulation",
        order=6,
        fill=_regulation,
        refreshes=("event",),
    ),
)
