"""The card of a player: the table now, each round with its opponent, and the sums after it."""

from __future__ import annotations

from collections.abc import Iterator

from mostek.app.hosted_tournaments import Visibility
from mostek.documents.people import home_of
from mostek.documents.tournament.standings import reached, shown_rating
from mostek.features.public_pages.model import EventView
from mostek.features.public_pages.public_page import Context, PageRequest, PublicPage
from mostek.messages import text
from mostek.messages.outcome_words import note_of
from mostek.messages.tournament_words import UNKNOWN, counted_margin, halves, hundredths, place_text, sign, signed
from mostek.server.http.problems import unknown
from mostek.tournament.credits import CreditKind
from mostek.tournament.cross_table import CardLine, RoundCell, player_card
from mostek.tournament.entrants import Entrant
from mostek.tournament.rating.scalps import scalps_of
from mostek.tournament.scoring import outcome_at
from mostek.tournament.standings import ratings_before, ratings_of, scalp_rules
from mostek.tournament.state import Table


def _scalps(view: EventView, entrant: Entrant) -> dict[int, str]:
    """The scalp of each round, except where it would show the rating of an unnamed player."""
    rules = scalp_rules(view.state)
    if rules is None:
        return {}
    credits = view.credits(entrant.division, None).get(entrant.number, ())
    found = scalps_of(entrant.number, credits, ratings_before(view.state), rules)
    return {
        each.round: UNKNOWN if {each.opponent, entrant.number} & view.unnamed else str(each.scalp) for each in found
    }


def _lines(view: EventView, entrant: Entrant) -> Iterator[Context]:
    scalps = _scalps(view, entrant)
    standings = view.standings(entrant.division, None)
    for line in player_card(entrant.number, standings, view.credits(entrant.division, None)):
        yield _line(view, entrant, line, scalps.get(line.cell.round, ""))


def _line(view: EventView, entrant: Entrant, line: CardLine, scalp: str) -> Context:
    cell = line.cell
    table = view.state.divisions[entrant.division].rounds[cell.round - 1].table_of(entrant.number)
    without_game = text("bye") if cell.kind is CreditKind.BYE else text("did not play")
    return {
        "round": cell.round,
        "href": view.link(f"r/{cell.round}"),
        "opponents": [view.person(each) for each in cell.opponents],
        "instead": "" if cell.opponents else without_game,
        "starts": cell.starts,
        "score": _score(cell),
        "outcome": "" if cell.outcome is None else sign(cell.outcome),
        "note": _note(view, entrant, cell, table),
        "sums": (halves(line.half_points), str(line.game_points), signed(line.spread)),
        "scalp": scalp,
    }


def _note(view: EventView, entrant: Entrant, cell: RoundCell, table: Table | None) -> str:
    if table is not None:
        return note_of(outcome_at(view.state, entrant.division, cell.round, table))
    return text("forfeit") if cell.kind is CreditKind.FORFEIT else ""


def _score(cell: RoundCell) -> str:
    if cell.kind is CreditKind.ABSENT:
        return ""
    return f"{cell.own} : {cell.other}{counted_margin(cell.counted)}"


def _now(view: EventView, entrant: Entrant) -> Context | None:
    """The table of the round that is on, until its result is in."""
    played = view.state.divisions[entrant.division].current
    table = played.table_of(entrant.number) if played else None
    if played is None or table is None or table.result is not None:
        return None
    return {
        "now": view.round(entrant.division, played),
        "table": table.number,
        "opponents": [view.person(each) for each in table.players if each != entrant.number],
        "starts": table.players[0] == entrant.number,
    }


def _facts(view: EventView, entrant: Entrant) -> Iterator[tuple[str, str]]:
    state, number = view.state, entrant.number
    found = next((each for each in view.standings(entrant.division, None) if each.number == number), None)
    yield text("Starting number"), str(number)
    if len(view.divisions) > 1:
        yield text("Division"), entrant.division
    if home := home_of(entrant):
        yield text("Team, city"), home
    if entrant.person.category:
        yield text("Category"), entrant.person.category
    yield text("Rating before"), shown_rating(state, number, view.concealed)
    if found is not None and state.divisions[entrant.division].rounds:
        yield text("Place"), f"{place_text(found.place)} ({reached(state, entrant.division)})"
    rating = ratings_of(state, entrant.division).get(number)
    if rating is not None and rating.rating_hundredths is not None and number not in view.concealed.scalps:
        yield text("Rating of the event"), hundredths(rating.rating_hundredths)


def _fill(view: EventView, request: PageRequest) -> Context:
    entrant = view.state.entrants.get(request.player or 0)
    if entrant is None:
        raise unknown()
    lines = list(_lines(view, entrant))
    return {
        "person": view.person(entrant.number),
        "follows": view.state.closed_on is None and view.visibility is not Visibility.PRIVATE,
        "facts": list(_facts(view, entrant)),
        "now": _now(view, entrant),
        "lines": lines,
        "rated": any(each["scalp"] for each in lines),
    }


def _title(view: EventView, request: PageRequest) -> str:
    entrant = view.state.entrants.get(request.player or 0)
    return "" if entrant is None else entrant.person.name


PAGES = (
    PublicPage(
        name="player",
        address=("p", "{player}"),
        template="player",
        pl="Zawodnik",
        en="Player",
        title=_title,
        fill=_fill,
        refreshes=("event", "rounds", "own_tables", "own_standings", "entrants"),
    ),
)
