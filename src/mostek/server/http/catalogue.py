"""The endpoints for data without a game: rulebooks, clauses, lexica, bots, boards and tiles."""

from __future__ import annotations

import asyncio
from importlib.metadata import version
from typing import Literal, get_args

from litestar.datastructures import CacheControlHeader
from litestar.params import FromPath

from mostek.app.help import Help
from mostek.app.lobby import Proposal, is_friendly, roles_at
from mostek.core.board import Layout, Premium, layout, layouts
from mostek.core.players import Role
from mostek.core.tiles import BLANK, TileSet, tile_set, tile_sets
from mostek.engine.bots import NEWCOMER_LEVEL
from mostek.lexicon.library import installed
from mostek.messages import LANGUAGES, language, own_name
from mostek.messages.tournament_words import answer_in_words
from mostek.rules import loading
from mostek.rules.loading import rulebook, rulebooks, source_of
from mostek.rules.rulebook import Rulebook
from mostek.rules.switches import Switch, readings, value_of
from mostek.server.http.bodies import (
    BotOffered,
    Catalogue,
    ClauseDetails,
    ClauseListed,
    InvitedRole,
    LanguageOffered,
    LayoutDetails,
    LexiconOffered,
    ReadingChoice,
    ReadingOffered,
    Readings,
    RulebookDetails,
    RulebookOffered,
    TileDetails,
    TileSetDetails,
)
from mostek.server.http.problems import unknown
from mostek.server.http.routing import Routes
from mostek.server.http.services import Services, WithServices
from mostek.server.webauthn import site_of

_FOR_EVER = CacheControlHeader(public=True, max_age=365 * 24 * 60 * 60, immutable=True)
_PREMIUMS: dict[Premium, Literal["double_letter", "triple_letter", "double_word", "triple_word"]] = {
    Premium.DOUBLE_LETTER: "double_letter",
    Premium.TRIPLE_LETTER: "triple_letter",
    Premium.DOUBLE_WORD: "double_word",
    Premium.TRIPLE_WORD: "triple_word",
}


routes = Routes("/api", tag="knowledge")


@routes.get("/catalogue", help=Help.NONE)
async def show_catalogue(services: WithServices) -> Catalogue:
    """The choices for a table: rulebooks, lexica, bots, languages."""
    return await catalogue(services)


async def catalogue(services: Services) -> Catalogue:
    """The choices for a table: rulebooks, lexica, bots, languages."""
    return Catalogue(
        rulebooks=tuple(map(_offered, rulebooks().values())),
        lexica=await asyncio.to_thread(_lexica),
        bots=_bots(services),
        usual_bot=NEWCOMER_LEVEL,
        passkeys=site_of(services.config) is not None,
        version=version("mostek"),
        languages=tuple(LanguageOffered(code, own_name(code)) for code in LANGUAGES),
    )


@routes.get("/clauses/{id:str}", help=Help.NONE, refuses=(404,))
async def show_clause(id: FromPath[str]) -> ClauseDetails:
    """A clause in my language."""
    try:
        found = loading.clause(id)
    except LookupError:
        raise unknown("There is no such clause.") from None
    return ClauseDetails(found.id, found.wording(language()), source_of(found.id).title.text(language()))


@routes.get("/rulebooks/{name:str}", help=Help.NONE, refuses=(404,))
async def show_rulebook(name: FromPath[str]) -> RulebookDetails:
    """A rulebook with all its clauses in my language."""
    if name not in rulebooks():
        raise unknown("There is no such rulebook.")
    book, spoken = rulebook(name), language()
    clauses = (ClauseListed(each.id, each.category, each.wording(spoken)) for each in loading.clauses(name).values())
    return RulebookDetails(name, book.title.text(spoken), book.edition, tuple(clauses))


@routes.get("/rulebooks/{name:str}/readings", help=Help.NONE, refuses=(404,))
async def list_readings(name: FromPath[str]) -> Readings:
    """The open questions of a rulebook that an event may answer otherwise, in my language."""
    if name not in rulebooks():
        raise unknown("There is no such rulebook.")
    return Readings(tuple(_asked(switch, rulebook(name)) for switch in readings(rulebook(name))))


@routes.get("/layouts/{name:str}", help=Help.NONE, cache_control=_FOR_EVER, refuses=(404,))
async def show_layout(name: FromPath[str]) -> LayoutDetails:
    """A board."""
    if name not in layouts():
        raise unknown("There is no such board.")
    return board_told(layout(name))


@routes.get("/tile_sets/{name:str}", help=Help.NONE, cache_control=_FOR_EVER, refuses=(404,))
async def show_tile_set(name: FromPath[str]) -> TileSetDetails:
    """A set of tiles."""
    if name not in tile_sets():
        raise unknown("There is no such set of tiles.")
    return tiles_told(tile_set(name))


def _offered(book: Rulebook) -> RulebookOffered:
    clock = book.clock
    return RulebookOffered(
        name=book.name,
        title=book.title.text(language()),
        about=book.about.text(language()),
        seats=(book.seats.minimum.value, book.seats.maximum.value),
        clock=clock.mode.value.value,
        millis=clock.millis.value or None,
        roles=_roles(Proposal(rulebook=book.name)),
        checkable=is_friendly(book),
        tracking="manual" if book.order.procedures.value else "free",
    )


def _asked(switch: Switch, book: Rulebook) -> ReadingOffered:
    ruled, spoken = value_of(book, switch.value), language()
    offered = tuple(ReadingChoice(answer, answer_in_words(switch, answer)) for answer in switch.answers)
    return ReadingOffered(
        switch.value, switch.question(spoken), switch.reason(spoken), ruled.clause, ruled.value, offered
    )


def _roles(proposal: Proposal) -> dict[InvitedRole, Role]:
    there = roles_at(proposal)
    return {role: there[Role(role)] for role in get_args(InvitedRole) if role in there}


def _lexica() -> tuple[LexiconOffered, ...]:
    headers = [part.header for part in installed()]
    return tuple(
        LexiconOffered(header.name, header.edition, header.title(language()), header.words) for header in headers
    )


def _bots(services: Services) -> tuple[BotOffered, ...]:
    return tuple(
        BotOffered(name, bot.title.text(language()), bot.about.text(language())) for name, bot in services.bots.items()
    )


def tiles_told(tiles: TileSet) -> TileSetDetails:
    """The body for a set of tiles, in the order of the alphabet."""
    faces = [*(letter for letter in tiles.alphabet.letters if letter in tiles.tiles), BLANK]
    return TileSetDetails(
        tiles.name, tuple(TileDetails(face, tiles.values[face], tiles.tiles.count(face)) for face in faces)
    )


def board_told(board: Layout) -> LayoutDetails:
    """The body for a board, with its premiums."""
    squares = {square.name: board.premium(square) for square in board.squares()}
    premiums = {name: _PREMIUMS[premium] for name, premium in squares.items() if premium is not Premium.NONE}
    return LayoutDetails(board.name, board.rows, board.start.name, premiums)
