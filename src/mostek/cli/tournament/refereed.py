"""`mostek tournament game`: results of games that mostek has refereed, without retyping."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mostek.app.retelling import retold
from mostek.cli.failures import Failure
from mostek.cli.paper.source import Source, read_game
from mostek.cli.tournament.entering import division_option
from mostek.cli.tournament.kept import plain
from mostek.cli.tournament.names import division_of, last_round
from mostek.cli.tournament.results import round_option
from mostek.cli.tournament.session import Session, changing
from mostek.core.players import BySeat
from mostek.core.result import GameResult
from mostek.messages import text
from mostek.referee.phases import Over
from mostek.tournament.commands import Command
from mostek.tournament.results import commands_for
from mostek.tournament.state import Round, Table, Tournament


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@round_option
@division_option
@changing
def game(session: Session, games: tuple[str, ...], number: int | None, division: str | None) -> None:
    """Enter the results of refereed games: saved ones by name, or files; the table is found by the players' names.

    Forfeits and exclusions that the arbiter ordered in the game come with it.
    """
    before = session.state
    where = division_of(before, division)
    played = before.divisions[where].rounds[last_round(before, where, number) - 1]
    orders = [order for name in games for order in _orders(session, where, played, read_game(name))]
    session.finish(session.do(*orders), before)


def _orders(session: Session, division: str, played: Round, source: Source) -> Iterator[Command]:
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


def _result(source: Source) -> GameResult:
    told = retold(source.events)
    if told is None or not isinstance(told.phase, Over):
        raise Failure(text("The game {game} is not over yet.", game=source.name))
    return told.phase.result


def _table(state: Tournament, played: Round, source: Source) -> tuple[Table, BySeat[int]]:
    """The table at which people of these names sit, and who of them sat where in the game. Raises `Failure`."""
    wanted = [plain(name) for name in source.players]
    for table in played.tables:
        numbers = {plain(state.entrants[number].person.name): number for number in table.players}
        if len(numbers) == len(table.players) and sorted(numbers) == sorted(wanted):
            return table, BySeat(numbers[name] for name in wanted)
    names = ", ".join(source.players)
    raise Failure(text("At no table of round {round} sit just {names}.", round=played.number, names=names))
