"""The classification, now or after a round, and what its order goes by."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.documents.tournament.standings import reached, shown_rating, values_shown
from mostek.features.public_pages.model import EventView
from mostek.features.public_pages.public_page import Context, PageRequest, PublicPage, divisions_asked, offers
from mostek.messages import text
from mostek.messages.tournament_words import head, rating_text, told
from mostek.server.http.problems import unknown
from mostek.tournament.classification import Key
from mostek.tournament.standings import keys_of, ratings_of

_PAPERS = ("standings", "categories")


def _section(view: EventView, division: str, after: int | None) -> Context:
    state = view.state
    keys = keys_of(state, division)
    standings = view.standings(division, None if after is None else after + 1)
    reaches = ratings_of(state, division) if after is None else {}
    rated = any(each.rating_hundredths is not None for each in reaches.values())

    def rows() -> Iterator[Context]:
        for each in standings:
            reached_rating = reaches.get(each.number)
            hundredths = None if reached_rating is None else reached_rating.rating_hundredths
            hidden = hundredths is None or each.number in view.concealed.scalps
            yield {
                "row": view.row(division, each),
                "games": f"{each.wins}–{each.draws}–{each.losses}",
                "values": list(zip(keys, values_shown(state, keys, each, view.concealed), strict=True)),
                "rating": shown_rating(state, each.number, view.concealed),
                "reached": "–" if hidden else rating_text(state.settings.rating_scale.chosen, hundredths or 0),
            }

    return {
        "name": division,
        "state": reached(state, division, after),
        "heads": [(key, head(key)) for key in keys],
        "with_rating": Key.RATING not in keys,
        "with_reached": rated,
        "rows": list(rows()),
        "keys": told(keys),
        "unplaced": any(each.place is None for each in standings),
        "concealed": bool(view.unnamed),
    }


def _fill(view: EventView, request: PageRequest) -> Context:
    if request.round is not None and not 1 <= request.round <= view.last_round:
        raise unknown("This round is not paired yet.")
    begun = [name for name in divisions_asked(view, request) if view.state.divisions[name].rounds]
    return {
        "after": request.round,
        "rounds": [
            {"number": each, "href": view.link("standings", round=each, division=request.division)}
            for each in range(1, view.last_round + 1)
        ],
        "now": view.link("standings", division=request.division),
        "sections": [_section(view, name, request.round) for name in begun],
        "documents": [each for each in offers(view) if each.document in _PAPERS],
    }


def _title(view: EventView, request: PageRequest) -> str:
    if request.round is None:
        return text("Classification")
    return text("Classification after round {round}", round=request.round)


PAGES = (
    PublicPage(
        name="standings",
        address=("standings",),
        template="standings",
        pl="Klasyfikacja",
        en="Standings",
        order=3,
        title=_title,
        fill=_fill,
        available=lambda view: view.last_round > 0,
        takes=frozenset({"division", "round"}),
        applies=("standings",),
        refreshes=("event", "rounds", "entrants", "standings"),
    ),
)
