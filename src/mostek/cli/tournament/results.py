"""`mostek tournament result`, `report` and `game`: how tables have ended."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from mostek.cli.output import Failure
from mostek.cli.param_types import OneOf
from mostek.cli.tournament.arguments import division_of, last_round, number_of, plain, table_of
from mostek.cli.tournament.session import Session, changing, division_option
from mostek.core.players import BySeat
from mostek.messages import text
from mostek.messages.tournament_words import CAUSES
from mostek.tournament.commands import AwardForfeit, Command, EnterResult, ReportResult
from mostek.tournament.events import Event, ResultEntered
from mostek.tournament.results import commands_for
from mostek.tournament.scoring import forfeit_at
from mostek.tournament.state import (
    BothForfeited,
    ForfeitCause,
    Forfeited,
    Played,
    Round,
    Table,
    TableResult,
    Tournament,
)

if TYPE_CHECKING:
    from mostek.cli.named_game import NamedGame
    from mostek.core.result import GameResult

_SCORES = re.compile(r"-?\d{1,6}([:–-]-?\d{1,6})+")
_NUMBER = re.compile(r"-?\d{1,6}")


class TypedResult(NamedTuple):
    """A table and its scores, in the order of the table; without scores where a forfeit follows."""

    table: int
    players: tuple[int, ...]
    scores: tuple[int, ...]


def parse_results(state: Tournament, division: str, played: int, words: Sequence[str]) -> list[TypedResult]:
    """The results of `TABLE SCORE…` or of `NAME POINTS NAME POINTS`. Raises `Failure`."""
    if len(words) % 2:
        raise Failure(text("Write a table and its score, as 7 412:388, or names with points."))
    pairs = list(zip(words[::2], words[1::2], strict=True))
    if all(_NUMBER.fullmatch(score) for _, score in pairs) and len(pairs) > 1:
        return [_by_names(state, division, played, pairs)]
    return [_by_table(state, division, played, who, score) for who, score in pairs]


def parse_scores(said: str) -> tuple[int, ...]:
    """The points of `412:388`. Raises `Failure`."""
    if not _SCORES.fullmatch(said):
        raise Failure(text("{said!r} is no score; write 412:388, the host first.", said=said))
    return tuple(int(points) for points in re.split(r"(?<=\d)[:–-]", said))


def table_there(state: Tournament, division: str, played: int, who: str) -> TypedResult:
    """The table that is meant; one that was not paired keeps its number, for the desk to say so. Raises `Failure`."""
    found = table_of(state, division, played, who)
    if found is not None:
        return TypedResult(found.number, found.players, ())
    if who.isdecimal() and 0 < int(who) <= 100_000:
        return TypedResult(int(who), (), ())
    raise Failure(text("{who} has no table in round {round}.", who=who, round=played))


def _by_table(state: Tournament, division: str, played: int, who: str, score: str) -> TypedResult:
    """A score in the order of the table; after a name, that person's points come first."""
    scores, there = parse_scores(score), table_there(state, division, played, who)
    if who.isdecimal() or len(there.players) != len(scores):
        return there._replace(scores=scores)
    first = number_of(state, who, there.players)
    named = (first, *(player for player in there.players if player != first))
    return there._replace(scores=tuple(scores[named.index(player)] for player in there.players))


def _by_names(state: Tournament, division: str, played: int, pairs: Sequence[tuple[str, str]]) -> TypedResult:
    """Points for each of a table by name or starting number."""
    seated = _seated(state, division, played)
    points = {number_of(state, who, seated): int(score) for who, score in pairs}
    first = next(iter(points))
    table = seated.get(first)
    if table is None or set(table.players) != points.keys():
        names = ", ".join(who for who, _ in pairs)
        raise Failure(text("In round {round} these do not sit at one table: {names}.", round=played, names=names))
    return TypedResult(table.number, table.players, tuple(points[player] for player in table.players))


def _seated(state: Tournament, division: str, played: int) -> dict[int, Table]:
    rounds = state.divisions[division].rounds
    tables = rounds[played - 1].tables if 1 <= played <= len(rounds) else ()
    return {number: table for table in tables for number in table.players}


_CAUSE = OneOf("There is no cause {name!r}.", [cause.value for cause in ForfeitCause])
round_option = click.option(
    "--round", "number", type=click.IntRange(1), metavar="NUMBER", help="The round; the last one by default."
)
last_words_option = click.option(
    "--last-words", metavar="POINTS", help="The worth of the last words, as 14:9, where equal scores are no draw (S13)."
)
unrated_option = click.option("--unrated", is_flag=True, help="It counts for points and not for the ranking.")
confirmed_option = click.option("--confirmed", is_flag=True, help="An unusual score that was looked at twice.")
forfeit_option = click.option("--forfeit-to", metavar="WHO", help="The game goes to this player by forfeit (PFS-7.2).")
both_option = click.option("--both-forfeit", is_flag=True, help="Both have lost by forfeit (S31).")
cause_option = click.option(
    "--cause", type=_CAUSE, default="late", show_default=True, help="Why the game was lost by forfeit."
)
score_now_option = click.option(
    "--score-now", type=int, default=0, metavar="POINTS", help="The winner's points when the forfeit is awarded."
)


@dataclass(frozen=True)
class ResultOptions:
    """The common options of `result` and `correct`."""

    last_words: str | None
    unrated: bool
    forfeit_to: str | None
    both_forfeit: bool
    cause: str
    score_now: int

    @property
    def is_forfeit(self) -> bool:
        """Whether the game was not played to its end."""
        return self.forfeit_to is not None or self.both_forfeit


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="TABLE SCORE...")
@round_option
@division_option
@last_words_option
@unrated_option
@click.option("--unsigned", is_flag=True, help="The slip lacks signatures.")
@confirmed_option
@forfeit_option
@both_option
@cause_option
@score_now_option
@click.option("--reason", default="", metavar="TEXT", help="Why, for a forfeit.")
@changing
def result(
    session: Session,
    words: tuple[str, ...],
    number: int | None,
    division: str | None,
    unsigned: bool,
    confirmed: bool,
    reason: str,
    **said: Any,
) -> None:
    """Enter results: a table and its score, as 7 412:388, or names with points; several at once.

    The score stands in the order of the table, the host first; after a name, that player's points come first.
    """
    before, options = session.state, ResultOptions(**said)
    where = division_of(before, division)
    played = last_round(before, where, number)
    orders: list[AwardForfeit | EnterResult] = []
    if options.is_forfeit:
        forfeited, there = forfeit_said(before, where, played, words, options)
        winner = forfeited.winner if isinstance(forfeited, Forfeited) else None
        orders.append(
            session.order(
                AwardForfeit,
                division=where,
                round=played,
                table=there.table,
                winner=winner,
                cause=ForfeitCause(options.cause),
                score_now=options.score_now,
                reason=reason,
            )
        )
    else:
        for each in parse_results(before, where, played, words):
            signed = () if unsigned else each.players
            result = played_said(each, options)
            fields = {"division": where, "round": played, "table": each.table, "signed": signed}
            orders.append(session.order(EnterResult, result=result, confirmed=confirmed, **fields))
    events = session.do(*orders)
    session.finish(events, before, forfeits=[*forfeits(session.state, events)])
    if not session.as_json:
        for line in formulas(session.state, events):
            click.echo("  " + line)


def played_said(said: TypedResult, options: ResultOptions) -> Played:
    """The result that was typed."""
    last = parse_scores(options.last_words) if options.last_words else ()
    return Played(said.scores, last_words=last, rated=not options.unrated)


def forfeit_said(
    state: Tournament, division: str, played: int, words: Sequence[str], options: ResultOptions
) -> tuple[TableResult, TypedResult]:
    """The forfeit that was typed, and its table. Raises `Failure`."""
    if len(words) != 1 or (options.forfeit_to is not None and options.both_forfeit):
        raise Failure(text("For a forfeit name one table, and who it goes to."))
    there = table_there(state, division, played, words[0])
    cause = ForfeitCause(options.cause)
    if options.forfeit_to is None:
        return BothForfeited(cause), there
    return Forfeited(number_of(state, options.forfeit_to, there.players), options.score_now, cause), there


def forfeits(state: Tournament, events: Sequence[Event]) -> Iterator[dict[str, int | str]]:
    """The derivation of N for each forfeit, as plain data."""
    for event in events:
        if isinstance(event, ResultEntered) and isinstance(event.result, Forfeited):
            found = forfeit_at(state, event.division, event.round, event.result)
            yield {
                "table": event.table,
                "cause": event.result.cause,
                "S": found.sum_so_far,
                "M": found.left,
                "R": found.rounds,
                "W": found.estimate,
                "score_now": found.score_now,
                "N": found.points,
            }


def formulas(state: Tournament, events: Sequence[Event]) -> Iterator[str]:
    """The derivation of N as text: W = (S + M · 400) / R, and N."""
    for each in forfeits(state, events):
        yield text(
            "W = ({S} + {M} · 400) / {R} = {W}; N is the greatest of {W}, {score_now} and 400: {N} (PFS-7.2). Cause: {cause}.",
            **{**each, "cause": text(CAUSES[str(each["cause"])])},
        )


@click.command()
@click.argument("who")
@click.argument("score")
@round_option
@changing
def report(session: Session, who: str, score: str, number: int | None) -> None:
    """Report the result of a player's own table, the player's points first; two equal reports become the result."""
    state = session.state
    player = number_of(state, who)
    entrant = state.entrants.get(player)
    where = entrant.division if entrant else division_of(state, None)
    played = last_round(state, where, number)
    there = _own_table(state, where, played, player)
    scores = parse_scores(score)
    if len(there.players) == len(scores):
        own = (player, *(other for other in there.players if other != player))
        scores = tuple(scores[own.index(each)] for each in there.players)
    session.carry_out(ReportResult, division=where, round=played, number=player, scores=scores)


def _own_table(state: Tournament, division: str, played: int, number: int) -> TypedResult:
    """The table of a player; a table without players if there is none, so that the desk refuses it."""
    rounds = state.divisions[division].rounds
    table = rounds[played - 1].table_of(number) if 1 <= played <= len(rounds) else None
    return TypedResult(table.number, table.players, ()) if table else TypedResult(0, (), ())


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@round_option
@division_option
@changing
def game(session: Session, games: tuple[str, ...], number: int | None, division: str | None) -> None:
    """Enter the results of refereed games: saved ones by name, or files. The players' names identify the table.

    Forfeits and exclusions that the arbiter ordered in the game are included.
    """
    from mostek.cli.named_game import read_game

    before = session.state
    where = division_of(before, division)
    played = before.divisions[where].rounds[last_round(before, where, number) - 1]
    orders = [order for name in games for order in _orders(session, where, played, read_game(name))]
    session.finish(session.do(*orders), before)


def _orders(session: Session, division: str, played: Round, source: NamedGame) -> Iterator[Command]:
    table, seats = _table(session.state, played, source)
    yield from commands_for(
        _result(source),
        seats,
        table.players,
        at=session.at,
        round_number=played.number,
        table=table.number,
        division=division,
        reference=source.name,
    )


def _result(source: NamedGame) -> GameResult:
    from mostek.app.stored_games import replay_stored
    from mostek.referee.state import Over

    told = replay_stored(source.events)
    if told is None or not isinstance(told.phase, Over):
        raise Failure(text("The game {game} is not over yet.", game=source.name))
    return told.phase.result


def _table(state: Tournament, played: Round, source: NamedGame) -> tuple[Table, BySeat[int]]:
    """The table at which people of these names sit, and who of them sat where in the game. Raises `Failure`."""
    wanted = [plain(name) for name in source.players]
    for table in played.tables:
        numbers = {plain(state.entrants[number].person.name): number for number in table.players}
        if len(numbers) == len(table.players) and sorted(numbers) == sorted(wanted):
            return table, BySeat(numbers[name] for name in wanted)
    names = ", ".join(source.players)
    raise Failure(text("At no table of round {round} sit just {names}.", round=played.number, names=names))
