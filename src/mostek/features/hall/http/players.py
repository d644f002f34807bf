"""The endpoints for players: their codes, and what a phone shows and sends. The code is the right; there is no account."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from mostek.app.help import Help
from mostek.app.hosted_tournaments import ArbiterCall, HostingError, HostingFault
from mostek.app.player_codes import code_of, is_short_code, short_code_of
from mostek.app.tournament_cards import RoundTableCard
from mostek.app.tournament_roles import OfficeRole
from mostek.app.tournaments import hall_time
from mostek.features.hall.http.reasons import PairingReasons, RoundReasons, reasons_for
from mostek.server.budget import Budgets
from mostek.server.http.bodies import Body
from mostek.server.http.limits import address_of, by_address
from mostek.server.http.problems import too_many
from mostek.server.http.routing import Routes
from mostek.server.http.school_hints import event_cookies
from mostek.server.http.services import Asking, Services, WithServices
from mostek.server.http.tournaments.access import Access, check_here, official, page, player
from mostek.server.http.tournaments.bodies import CommandKey, TournamentPage
from mostek.server.http.tournaments.refusing import carried_out
from mostek.store.tokens import now
from mostek.store.wrong_guesses import GuessLimit, WrongGuesses
from mostek.tournament.commands import ReportResult
from mostek.tournament.limits import Score
from mostek.tournament.state import Round, Table


class CodeCard(Struct, frozen=True, kw_only=True):
    """The codes of a player."""

    number: int
    name: str
    code: str
    short: str
    url: str


class PlayerCodes(Struct, frozen=True):
    """The codes of all players."""

    codes: tuple[CodeCard, ...]


class TypedCode(Body, frozen=True, kw_only=True):
    """A short code that a player types."""

    number: Annotated[int, Meta(ge=1, le=100_000)]
    short: Annotated[str, Meta(min_length=1, max_length=20)]


class FoundCode(Struct, frozen=True):
    """The address of the player's page."""

    code: str
    url: str


class PlayerPage(Struct, frozen=True, kw_only=True):
    """The page of a player: the public part, and what concerns the player's own table."""

    page: TournamentPage
    number: int
    name: str
    mine: RoundTableCard | None
    """The own table of the current round, with what was reported at it."""
    calls: tuple[ArbiterCall, ...]
    """The own open calls."""
    may_call: bool


class ReportedResult(Body, frozen=True, kw_only=True):
    """A player reports the result of the own table. It can be sent again."""

    id: CommandKey
    round: Annotated[int, Meta(ge=1, le=1000)]
    points: Annotated[tuple[Score, ...], Meta(min_length=1, max_length=4)]
    """The own ones, then those of the others in the order of the table; at a table of three or four perhaps the own alone."""
    last_words: Annotated[tuple[Score, ...], Meta(max_length=4)] = ()
    """In the same order, where they decide between equal points (S13)."""


class PlayerCall(Body, frozen=True, kw_only=True):
    """A player calls the arbiter to the own table. It can be sent again."""

    id: CommandKey
    reason: Annotated[str, Meta(max_length=200)] = ""


_GIVES_CODES = (OfficeRole.DIRECTOR, OfficeRole.SCOREKEEPER)
_HOUR = 3600


class ShortCodes:
    """The limits of typed short codes: for a player, and for an address. Short codes have 29 bits.

    All are counted in memory, the wrong ones of all nodes in the database, too.
    """

    def __init__(self, times: int) -> None:
        self._times = times
        self._players = Budgets(times, times / _HOUR)
        self._addresses = Budgets(5 * times, 5 * times / 60)

    async def count_code(self, tournament: str, number: int, address: str, guesses: WrongGuesses) -> list[GuessLimit]:
        """Count a code that was typed, or raise `RequestRefused`. Returns the limits that count it if it is wrong."""
        player = f"{tournament}/{number}"
        for budget in (self._players.of(player), self._addresses.of(address)):
            if wait := budget.take(1):
                raise too_many(wait)
        limits = [
            GuessLimit(f"short code of player/{player}", self._times, _HOUR),
            GuessLimit(f"short code of address/{address}", 5 * self._times),
        ]
        if wait := max(await guesses.waits_for(limits)):
            raise too_many(wait)
        return limits


routes = Routes(
    "/api",
    tag="players",
    keeps={"short_codes": lambda limits: ShortCodes(limits.codes), "reasons": lambda _: RoundReasons()},
)
"""A phone has no person, and a hall may share an address: limits are for an address, and large."""


@routes.post(
    "/tournaments/{id:str}/code", help=Help.NONE, limit=by_address("phones", "commands", times=4), refuses=(403, 429)
)
async def find_code(
    request: Request[Any, Any, Any],
    services: WithServices,
    short_codes: NamedDependency[ShortCodes],
    id: FromPath[str],
    data: JSONBody[TypedCode],
) -> FoundCode:
    """Find the page of a player by the number and the short code of the start card."""
    guesses = WrongGuesses(services.database)
    limits = await short_codes.count_code(id, data.number, address_of(request), guesses)
    code = await _code_behind(services, id, data)
    if code is None:
        await guesses.note_guess(limits)
        raise HostingError(HostingFault.WRONG_CODE)
    return FoundCode(code, f"{services.config.url}/me/{code}")


async def _code_behind(services: Services, id: str, typed: TypedCode) -> str | None:
    """The code of the player whose short code was typed; `None` for a wrong one."""
    session = await services.halls.session(id)
    if session is None or typed.number not in session.state.entrants:
        return None
    secret, generation = session.hosted.secret, await services.hosted.generation(id, typed.number)
    is_right = is_short_code(typed.short, secret, typed.number, generation)
    return code_of(id, secret, typed.number, generation) if is_right else None


@routes.get(
    "/players/{code:str}/why",
    help=Help.NONE,
    limit=by_address("phones", "commands", times=4),
    refuses=(403, 409, 429, 503),
    operation_id="explain_own_table",
)
async def show_reasons(
    services: WithServices, reasons: NamedDependency[RoundReasons], code: FromPath[str]
) -> PairingReasons:
    """The reasons why I have this table, or the bye, in the round that is played."""
    found = await player(services, code)
    assert found.number is not None, "the access of a player"
    division = found.session.state.entrants[found.number].division
    current = found.session.state.divisions[division].current
    if current is None:
        raise HostingError(HostingFault.NO_TABLE)
    explained = await reasons.of(found.session, division, current.number)
    return reasons_for(explained, found.session, found.number, current.number)


@routes.get("/tournaments/{id:str}/codes", help=Help.NONE, refuses=(401, 403, 404))
async def list_codes(services: WithServices, person: Asking, id: FromPath[str]) -> PlayerCodes:
    """The codes of all players, for their start cards."""
    found = await official(services, id, person, _GIVES_CODES)
    return await _codes(services, found)


@routes.delete("/tournaments/{id:str}/codes/{number:int}", help=Help.NONE, refuses=(401, 403, 404, 409))
async def withdraw_code(
    services: WithServices, person: Asking, id: FromPath[str], number: FromPath[int]
) -> PlayerCodes:
    """Give a player another code; the one before opens nothing any more."""
    found = await official(services, id, person, _GIVES_CODES)
    check_here(found.session)
    if number in found.session.state.entrants:
        await services.hosted.withdraw_code(id, number)
        for served in services.served.values():
            await served.forget_code(id, number)
    return await _codes(services, found)


@routes.get("/players/{code:str}", help=Help.NONE, refuses=(403, 429, 503))
async def show_player(services: WithServices, code: FromPath[str]) -> Response[PlayerPage]:
    """The page of the player whose code this is. In an event that closes vulgar words, hints in this browser leave them out."""
    found = await player(services, code)
    return Response(player_page(services, found), cookies=await event_cookies(services, code))


@routes.post(
    "/players/{code:str}/result",
    help=Help.NONE,
    limit=by_address("phones", "commands", times=4),
    refuses=(403, 409, 429, 503),
    operation_id="report_own_result",
)
async def _report(services: WithServices, code: FromPath[str], data: JSONBody[ReportedResult]) -> PlayerPage:
    """Report the result of the own table. Reports of all its players that agree are the result; others wait for the arbiter."""
    found = await player(services, code)
    check_here(found.session)
    assert found.number is not None, "the access of a player"
    entrant = found.session.state.entrants[found.number]
    rounds = found.session.state.divisions[entrant.division].rounds
    table = rounds[data.round - 1].table_of(found.number) if data.round <= len(rounds) else None
    if table is None:
        raise HostingError(HostingFault.NO_TABLE)
    seat = table.players.index(found.number)
    request = ReportResult(
        at=hall_time(),
        by=str(found.number),
        id=f"{found.number}.{data.id}"[:64],
        division=entrant.division,
        round=data.round,
        number=found.number,
        scores=_in_table_order(data.points, seat),
        last_words=_in_table_order(data.last_words, seat),
    )
    await services.space.check_growth(found.hosted, is_end=False)
    carried_out(await found.session.act([request], found.session.n))
    return player_page(services, found)


def _in_table_order(points: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """Points of which those of a seat stand first, in the order of the table."""
    return (*points[1 : seat + 1], *points[:1], *points[seat + 1 :])


@routes.post(
    "/players/{code:str}/calls",
    help=Help.NONE,
    limit=by_address("phones", "commands", times=4),
    refuses=(403, 409, 429, 503),
    operation_id="call_arbiter",
)
async def _call(services: WithServices, code: FromPath[str], data: JSONBody[PlayerCall]) -> PlayerPage:
    """Call the arbiter to the own table."""
    found = await player(services, code)
    check_here(found.session)
    assert found.number is not None, "the access of a player"
    if not found.hosted.audience.calls:
        raise HostingError(HostingFault.CALLS_OFF)
    there = _own_table(found)
    if there is None:
        raise HostingError(HostingFault.NO_TABLE)
    played, table = there
    call = ArbiterCall(
        id=f"{found.number}.{data.id}"[:64],
        number=found.number,
        division=found.session.state.entrants[found.number].division,
        round=played.number,
        table=table.number,
        reason=" ".join(data.reason.split()),
        at=now(),
    )
    found.session.set_calls(await services.hosted.call(found.hosted.id, call))
    return player_page(services, found)


@routes.delete("/players/{code:str}/calls/{call:str}", help=Help.NONE, refuses=(403, 409, 429, 503))
async def withdraw_call(services: WithServices, code: FromPath[str], call: FromPath[str]) -> PlayerPage:
    """Withdraw an own call: the matter is settled."""
    found = await player(services, code)
    check_here(found.session)
    found.session.set_calls(await services.hosted.close_call(found.hosted.id, call, found.number))
    return player_page(services, found)


async def _codes(services: Services, found: Access) -> PlayerCodes:
    hosted = found.hosted
    generations = await services.hosted.generations(hosted.id)
    return PlayerCodes(
        tuple(
            CodeCard(
                number=number,
                name=entrant.person.name,
                code=(code := code_of(hosted.id, hosted.secret, number, generations.get(number, 0))),
                short=short_code_of(hosted.secret, number, generations.get(number, 0)),
                url=f"{services.config.url}/me/{code}",
            )
            for number, entrant in found.session.state.entrants.items()
        )
    )


def player_page(services: Services, found: Access) -> PlayerPage:
    """The page of a player, whole."""
    assert found.number is not None, "the access of a player"
    session = found.session
    return PlayerPage(
        page=page(services, found),
        number=found.number,
        name=session.state.entrants[found.number].person.name,
        mine=session.own_card(found.number),
        calls=tuple(call for call in session.calls if call.number == found.number),
        may_call=found.hosted.audience.calls,
    )


def _own_table(found: Access) -> tuple[Round, Table] | None:
    """The table of the player in the round that is played."""
    if found.number is None:
        return None
    state = found.session.state
    played = state.divisions[state.entrants[found.number].division].current
    table = played.table_of(found.number) if played else None
    return None if played is None or table is None else (played, table)
