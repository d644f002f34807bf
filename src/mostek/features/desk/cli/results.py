"""`mostek tournament result`, `report` and `game`: how tables have ended."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from mostek.cli.output import Failure
from mostek.cli.param_types import InputFile, OneOf
from mostek.core.players import BySeat
from mostek.features.desk.cli.arguments import division_of, last_round, number_of, plain
from mostek.features.desk.cli.rows import enter_rows, preview_rows, rows_of_file, rows_typed
from mostek.features.desk.cli.session import Session, changing, division_option
from mostek.features.desk.grammar import RowOptions, parse_scores
from mostek.features.desk.line import Typing
from mostek.features.desk.typed_names import TypedError, tables_of
from mostek.messages import text
from mostek.tournament.commands import Command, CorrectionKind, ReportResult
from mostek.tournament.results import commands_for
from mostek.tournament.state import ForfeitCause, Round, Table, Tournament

if TYPE_CHECKING:
    from mostek.cli.named_game import NamedGame
    from mostek.core.result import GameResult

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


@click.command()
@click.argument("words", nargs=-1, metavar="TABLE SCORE...")
@click.option(
    "--file",
    "file",
    type=InputFile(),
    metavar="FILE",
    help="Enter the rows of a list, a result a line; - is standard input.",
)
@click.option(
    "--all-or-nothing/--each",
    "whole",
    default=True,
    help="Of several rows enter all or none (the default), or each that is right.",
)
@click.option("--preview", is_flag=True, help="Say what would be entered, and enter nothing.")
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
    file: BinaryIO | None,
    whole: bool,
    preview: bool,
    number: int | None,
    division: str | None,
    forfeit_to: str | None,
    both_forfeit: bool,
    **options: Any,
) -> None:
    """Enter results: a table and its score, as 7 412:388 or 7 412 388, or names with points; several at once.

    The score stands in the order of the table, the host first; after a name, that person's points come first. A forfeit is
    7 w.o. NAME. Options of a row stand after its score: unsigned, confirmed, unrated, last words 14:9, cause late, score now 120,
    round 3. Entering a result twice does no harm.
    """
    state = session.state
    typing = typing_of(session, division, number, options)
    if (file is None) == (not words):
        raise Failure(text("Write a table and its score, as 7 412:388, or names with points; or name a --file."))
    if file is not None:
        rows = rows_of_file(state, file, typing)
    else:
        rows = rows_typed(state, with_forfeit(words, forfeit_to, both_forfeit), typing)
    if len(rows) == 1 and isinstance(fault := rows[0].meant, TypedError):
        raise fault
    if preview:
        preview_rows(session, rows)
    else:
        enter_rows(session, rows, each=not whole)


def typing_of(session: Session, division: str | None, number: int | None, said: Mapping[str, Any]) -> Typing:
    """The options of a command, which hold for each of its rows. Raises `Failure`."""
    last_words = parse_scores(said["last_words"]) if said.get("last_words") else ()
    cause = ForfeitCause(said.get("cause") or ForfeitCause.LATE)
    kind = CorrectionKind(said["kind"]) if said.get("kind") else None
    given = {name: value for name, value in said.items() if name not in ("last_words", "cause", "kind")}
    options = RowOptions(**given, round=number, last_words=last_words, cause=cause, kind=kind)
    where = division_of(session.state, division) if division is not None else None
    return Typing(session.at, session.by, where, options)


def with_forfeit(words: Sequence[str], to: str | None, both: bool) -> Sequence[str]:
    """The words of a row with the forfeit that the options name. Raises `Failure`."""
    if to is None and not both:
        return words
    if len(words) != 1 or (to is not None and both):
        raise Failure(text("For a forfeit name one table, and who it goes to."))
    return (*words, "both") if to is None else (*words, "forfeit", to)


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
    table = next((each for each in tables_of(state, where, played) if player in each.players), None)
    players = table.players if table else ()
    scores = parse_scores(score)
    if len(players) == len(scores):
        own = (player, *(other for other in players if other != player))
        scores = tuple(scores[own.index(each)] for each in players)
    session.carry_out(ReportResult, division=where, round=played, number=player, scores=scores)


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

    events = replay_stored(source.events)
    if events is None or not isinstance(events.phase, Over):
        raise Failure(text("The game {game} is not over yet.", game=source.name))
    return events.phase.result


def _table(state: Tournament, played: Round, source: NamedGame) -> tuple[Table, BySeat[int]]:
    """The table at which people of these names sit, and who of them sat where in the game. Raises `Failure`."""
    wanted = [plain(name) for name in source.players]
    for table in played.tables:
        numbers = {plain(state.entrants[number].person.name): number for number in table.players}
        if len(numbers) == len(table.players) and sorted(numbers) == sorted(wanted):
            return table, BySeat(numbers[name] for name in wanted)
    names = ", ".join(source.players)
    raise Failure(text("At no table of round {round} sit just {names}.", round=played.number, names=names))
