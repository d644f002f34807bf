"""Rounds online: which tables of a tournament are played on the server, their games, and the results that come from them.

The log of the tournament says which tables there are and what has come out; the game is the record of how. They are tied by the
place in the tournament, so a table has one game at a time, and its result is entered once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from msgspec import Struct

from mostek.app.hosted_tournaments import Audience
from mostek.app.lobby import LobbyTable, Proposal, ProposalError, roles_at
from mostek.app.online_play import OnlinePlay, is_online
from mostek.app.shown_names import shown_name
from mostek.app.tournament_roles import Office, OfficeRole
from mostek.app.tournaments import epoch
from mostek.core.players import Role, Seat
from mostek.core.result import Ending, GameResult
from mostek.rules.rulebook import CheckMode, ClockMode
from mostek.tournament.commands import AwardForfeit, EnterResult, Request
from mostek.tournament.pairing.values import Starters
from mostek.tournament.state import ForfeitCause, Played, Round, Source, Table, TableResult, Tournament

AUTHOR = "mostek"
"""The name by which the log knows who enters the results of games."""
WAITS = 60_000
"""The milliseconds after the start of the games from which a table begins without a player who is late (PFS-6.3.2a)."""
_MINUTE = 60_000
_NO_GAME = frozenset({Ending.ABORTED, Ending.IDLE})
"""Endings of games that count as not played: the table gets another game."""
_AT_A_TABLE = {
    OfficeRole.DIRECTOR: Role.ARBITER,
    OfficeRole.CHIEF_ARBITER: Role.ARBITER,
    OfficeRole.ASSISTANT: Role.ASSISTANT,
}
_GIVEN_UP = frozenset({Ending.RESIGNED, Ending.ABSENT})


class TablePlace(Struct, frozen=True, kw_only=True):
    """A table in a round of a tournament."""

    division: str
    round: int
    table: int


class OnlineGame(Struct, frozen=True, kw_only=True):
    """The game of a table that is played online. Times are milliseconds since 1970."""

    place: TablePlace
    game: str
    """The name of the table in the lobby."""
    players: tuple[int, ...]
    """Starting numbers, in the order of the seats."""
    settled: bool = False
    """Whether its result was handed to the desk."""


class TableToOpen(Struct, frozen=True, kw_only=True):
    """A table that has begun and is to be played online."""

    place: TablePlace
    players: tuple[int, ...]
    started_at: datetime


def tables_to_open(state: Tournament, play: OnlinePlay) -> Iterator[TableToOpen]:
    """The tables of the current rounds that are played online and have no result, once their games were announced.

    Args:
        state: the tournament.
        play: what its director has chosen.

    Yields:
        Each table, by division and number.
    """
    for division in state.divisions.values():
        played = division.current
        if played is None or played.started_at is None:
            continue
        for table in played.tables:
            if table.result is None and is_online(table, play):
                place = TablePlace(division=division.name, round=played.number, table=table.number)
                yield TableToOpen(place=place, players=table.players, started_at=played.started_at)


def table_at(state: Tournament, place: TablePlace) -> Table | None:
    """The table of a tournament; `None` if the round was unpaired since."""
    played = round_at(state, place)
    return None if played is None else next((each for each in played.tables if each.number == place.table), None)


def round_at(state: Tournament, place: TablePlace) -> Round | None:
    """The round of a table; `None` if it was unpaired since."""
    division = state.divisions.get(place.division)
    if division is None or len(division.rounds) < place.round:
        return None
    return division.rounds[place.round - 1]


def is_current(state: Tournament, place: TablePlace) -> bool:
    """Whether a table is of the round of its division that is played."""
    division = state.divisions.get(place.division)
    current = division.current if division else None
    return current is not None and place.round == current.number


def proposal_of(state: Tournament, play: OnlinePlay, tournament: str, seats: int) -> Proposal:
    """The table that is opened for a game of a tournament: by the rulebook, the readings and the time of its settings.

    Raises:
        ProposalError: the settings cannot be played online; the sentence says why.
    """
    settings = state.settings
    clock = settings.book.clock.mode.value
    millis = settings.minutes.value * _MINUTE if settings.minutes.value and clock is not ClockMode.NONE else None
    slip = {"challenge.check": CheckMode.SLIP.value} if play.slip else {}
    proposal = Proposal(
        rulebook=settings.rulebook.chosen,
        seats=seats,
        millis=millis,
        lexicon=play.lexicon,
        public=False,
        delay=play.delay,
        tournament=tournament,
        starter=None if settings.starters.value is Starters.DRAWN else Seat.FIRST,
        changes={**(settings.readings.value or {}), **slip},
    )
    proposal.check()
    if proposal.book.challenge.check.value is CheckMode.SLIP and Role.ASSISTANT not in roles_at(proposal):
        raise ProposalError("Only where an arbiter has assistants are words checked on a slip.")
    return proposal


def name_at(state: Tournament, number: int, audience: Audience) -> str:
    """The name of a player at a table: spectators see it, so it is that of the public pages."""
    return shown_name(state.entrants[number].person, number, audience) or str(number)


def officials_of(offices: tuple[Office, ...], proposal: Proposal, now: int) -> Mapping[str, Role]:
    """The officials of the tournament as those of a table: who rules, and assistants beside an arbiter (PFS-4.7.11c)."""
    there = roles_at(proposal)
    roles = {office: there[role] for office, role in _AT_A_TABLE.items() if role in there}
    return {each.person: roles[each.role] for each in offices if each.role in roles and each.holds(now)}


def is_of_earlier_start(played: Round, table: LobbyTable) -> bool:
    """Whether a round was started again after the end of one of its games: it was paired again, and plays again."""
    return played.started_at is not None and table.ended is not None and epoch(played.started_at) > table.ended


def late_at(table: LobbyTable, started_at: int, now: int) -> tuple[Seat, ...]:
    """The players without whom a table begins now, because another one waits for them (PFS-6.3.2a); none where all are there,
    where nobody is, and by rulebooks that do not say what happens when a player is late.
    """
    unready = table.unready
    book = table.proposal.book
    knows = book.order.procedures.value and book.clock.mode.value is not ClockMode.NONE
    if not knows or not unready or len(unready) == len(table.places) or now - started_at < WAITS:
        return ()
    return unready


def is_void(result: GameResult) -> bool:
    """Whether a game counts as not played: it was broken off before it had begun, or nothing happened in it."""
    return result.ending in _NO_GAME


def request_of(online: OnlineGame, result: GameResult, at: datetime) -> Request | None:
    """The command that enters what has come out of a game.

    Args:
        online: the game and its table.
        result: its result.
        at: the time in the hall.

    Returns:
        The result; or the forfeit of who came too late, was excluded or gave the game up (PFS-6.3.4a, 7.1c, 7.4). `None` where
        only the arbiter can say what it means: a forfeit of three or four players.
    """
    place, players = online.place, online.players
    id = f"game.{online.game}"[:64]
    gone = result.forfeited
    if not gone and result.ending in _GIVEN_UP:
        gone = tuple(seat for seat in result.final.seats if seat not in result.winners)
    if not gone:
        played = Played(
            scores=tuple(result.final),
            last_words=_last_words(result),
            source=Source.GAME,
            reference=online.game,
        )
        return EnterResult(
            at=at,
            by=AUTHOR,
            id=id,
            division=place.division,
            round=place.round,
            table=place.table,
            result=played,
            signed=players,
            confirmed=True,
        )
    if len(players) != 2:
        return None
    there = next((seat for seat in result.final.seats if seat not in gone), None)
    return AwardForfeit(
        at=at,
        by=AUTHOR,
        id=id,
        division=place.division,
        round=place.round,
        table=place.table,
        winner=None if there is None else players[there - 1],
        cause=_cause(result),
        score_now=0 if there is None else max(0, result.final[there]),
    )


def _cause(result: GameResult) -> ForfeitCause:
    if result.ending in _GIVEN_UP:
        return ForfeitCause.LEFT
    return ForfeitCause.EXCLUDED if result.excluded or any(result.final) else ForfeitCause.LATE


def _last_words(result: GameResult) -> tuple[int, ...]:
    """Equal scores that the last word has decided: only the order counts (S13)."""
    return tuple(len(result.places) - place for place in result.places) if result.tie_broken else ()


def differs(online: OnlineGame, result: GameResult, entered: TableResult | None) -> bool:
    """Whether the desk has another result than the game: somebody entered it by hand, or a correction was decided."""
    return isinstance(entered, Played) and not result.forfeited and entered.scores != tuple(result.final)
