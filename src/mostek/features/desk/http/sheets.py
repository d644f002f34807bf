"""More that the desk in a browser reads: cards, the ranking, matches, the bracket, who wins the prizes, and a sample list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

from litestar import Response
from litestar.params import FromPath

from mostek.app.help import Help
from mostek.app.tournament_roles import SEES_ALL
from mostek.features.desk.entry_lists import sample_list
from mostek.features.desk.http.desk_bodies import TitledTable, WordTables
from mostek.features.desk.typed_names import peopled_divisions
from mostek.features.desk.words.tournament_tables import (
    WordTable,
    awards_words,
    bracket_words,
    card_words,
    has_results,
    matches_words,
    outlook_lines,
    outlooks_now,
    ratings_words,
)
from mostek.messages import count, text
from mostek.messages.prize_words import list_text, subject_text
from mostek.messages.tournament_events import called
from mostek.server.http.problems import unknown
from mostek.server.http.routing import Routes
from mostek.server.http.sent_files import sent_file
from mostek.server.http.services import Asking, WithServices
from mostek.server.http.tournaments.access import official
from mostek.tournament.awards import awards_of, stakes_of
from mostek.tournament.cups import is_cup
from mostek.tournament.matches import plays_matches
from mostek.tournament.state import Tournament

routes = Routes("/api/tournaments/{id:str}", tag="tournaments")
"""They are for officials who see all, and each answer costs milliseconds."""


@routes.get("/cards/{number:int}", help=Help.NONE, refuses=(401, 403, 404))
async def show_card(services: WithServices, person: Asking, id: FromPath[str], number: FromPath[int]) -> WordTables:
    """The card of a player: every round, with totals."""
    found = await official(services, id, person, SEES_ALL)
    state = found.session.state
    if number not in state.entrants:
        raise unknown("No entrant has that starting number.")
    title = called(state)(number)
    table = await asyncio.to_thread(card_words, state, number)
    return WordTables((TitledTable(division=state.entrants[number].division, title=title, table=table),))


@routes.get("/ratings", help=Help.NONE, refuses=(401, 403, 404))
async def show_ratings(services: WithServices, person: Asking, id: FromPath[str]) -> WordTables:
    """The results for the ranking: scalps by games."""
    return await _titled(services, person, id, _ratings)


@routes.get("/matches", help=Help.NONE, refuses=(401, 403, 404))
async def show_matches(services: WithServices, person: Asking, id: FromPath[str]) -> WordTables:
    """The matches of the teams; nothing where teams play none."""
    return await _titled(services, person, id, _matches)


@routes.get("/bracket", help=Help.NONE, refuses=(401, 403, 404))
async def show_bracket(services: WithServices, person: Asking, id: FromPath[str]) -> WordTables:
    """The bracket of a knock-out, a table for each stage; nothing where no round of one is paired."""
    return await _titled(services, person, id, _bracket)


@routes.get("/awards", help=Help.NONE, refuses=(401, 403, 404))
async def show_awards(services: WithServices, person: Asking, id: FromPath[str]) -> WordTables:
    """The prizes and their winners as it stands; a note says whose prize is settled and who is still racing."""
    return await _titled(services, person, id, _awards)


@routes.get(
    "/sample-list", help=Help.NONE, refuses=(401, 403, 404), operation_id="take_sample_list", media_type="text/csv"
)
async def take_sample(services: WithServices, person: Asking, id: FromPath[str]) -> Response[bytes]:
    """A table of players to fill in with a spreadsheet and enter as a list."""
    await official(services, id, person, SEES_ALL)
    return sent_file(sample_list(), "text/csv", f"{text('players')}.csv")


_Titled = Callable[[Tournament, str], Iterator[tuple[str, WordTable]]]


async def _titled(services: WithServices, person: Asking, id: str, tables: _Titled) -> WordTables:
    found = await official(services, id, person, SEES_ALL)
    state = found.session.state

    def made() -> tuple[TitledTable, ...]:
        return tuple(
            TitledTable(division=name, title=title, table=table)
            for name in peopled_divisions(state)
            for title, table in tables(state, name)
        )

    return WordTables(await asyncio.to_thread(made))


def _ratings(state: Tournament, division: str) -> Iterator[tuple[str, WordTable]]:
    table = ratings_words(state, [division])
    if table.rows or table.notes:
        yield "", table


def _matches(state: Tournament, division: str) -> Iterator[tuple[str, WordTable]]:
    if plays_matches(state) and state.divisions[division].rounds:
        yield "", matches_words(state, division)


def _bracket(state: Tournament, division: str) -> Iterator[tuple[str, WordTable]]:
    if is_cup(state.divisions[division]):
        yield from bracket_words(state, division)


def _awards(state: Tournament, division: str) -> Iterator[tuple[str, WordTable]]:
    for found in awards_of(state, division):
        table = WordTable(heads=(), rows=(), notes=(list_text(state, found.prizes),))
        yield subject_text(found.prizes), awards_words(state, found) if has_results(state, division) else table
    outlook, stakes = outlooks_now(state, division), stakes_of(state, division)
    if outlook and stakes:
        title = count("{n} round is left", "{n} rounds are left", stakes.rounds_left)
        yield title, WordTable(heads=(), rows=(), notes=tuple(outlook_lines(state, outlook)))
