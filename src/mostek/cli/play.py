"""`mostek play` and `mostek resume`: a refereed game in the terminal, saved on every event."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from mostek.cli.output import Failure, json_option, why
from mostek.cli.param_types import RULEBOOK, OneOf
from mostek.engine.bots import DEFAULT_LEVEL, levels
from mostek.lexicon import DEFAULT
from mostek.messages import text
from mostek.notation.coordinates import Orientation

if TYPE_CHECKING:
    from mostek.cli.terminal.game import OpenedGame

INTERRUPTED = 130
"""The exit status after Ctrl-C, or at the end of the input."""

_orientation = click.option(
    "--orientation",
    type=OneOf("There is no orientation {name!r}.", [orientation.value for orientation in Orientation]),
    help="Which lines of the board have letters; by default the rows, as the rules print them.",
)
_gcg = click.option("--gcg", type=click.Path(dir_okay=False, writable=True), help="Write the game to this file as GCG.")


@click.command
@click.option("--rulebook", type=RULEBOOK, default="gen", show_default=True, help="The rules to play by.")
@click.option(
    "--seats", type=click.IntRange(2, 4), help="How many play; by default two, or as many as there are people."
)
@click.option("--humans", type=click.IntRange(1, 4), default=1, show_default=True, help="How many of them are people.")
@click.option(
    "--bot",
    type=OneOf("There is no bot {name!r}.", levels),
    default=DEFAULT_LEVEL,
    show_default=True,
    help="Who plays the other seats.",
)
@click.option("--lexicon", default=DEFAULT, show_default=True, help="The list that judges challenged words.")
@click.option(
    "--minutes",
    type=click.FloatRange(0, 1440),
    help="The time of a player, or of a turn where the rulebook counts by turns.",
)
@click.option("--seed", type=int, help="Make the bag repeatable.")
@click.option("--name", "names", multiple=True, help="The name of a person; once for each, in the order of seats.")
@_orientation
@_gcg
@json_option
@click.pass_context
def play(
    context: click.Context,
    rulebook: str,
    seats: int | None,
    humans: int,
    bot: str,
    lexicon: str,
    minutes: float | None,
    seed: int | None,
    names: tuple[str, ...],
    orientation: str | None,
    gcg: str | None,
    as_json: bool,
) -> None:
    """Play a refereed game in the terminal. It is saved on every event; `mostek resume` goes on with it."""
    from mostek.app.ports import TableSetup
    from mostek.cli.terminal.game import GameRequest, new_game

    seats = seats or max(2, humans)
    if humans > seats:
        raise Failure(text("There are more people than seats: {humans} and {seats}.", humans=humans, seats=seats))
    if len(names) > humans:
        raise Failure(text("There are more names than people: {names} and {humans}.", names=len(names), humans=humans))
    setup = TableSetup(humans, bot, seed, orientation or Orientation.LETTERED_ROWS.value)
    wanted = GameRequest(rulebook, lexicon, minutes, names, seats, setup)
    context.exit(_sit(lambda: new_game(wanted, as_json), gcg))


@click.command
@click.argument("game", required=False)
@click.option("--list", "listing", is_flag=True, help="List the games that can be resumed.")
@_orientation
@_gcg
@json_option
@click.pass_context
def resume(
    context: click.Context, game: str | None, listing: bool, orientation: str | None, gcg: str | None, as_json: bool
) -> None:
    """Resume an interrupted game: GAME, or the latest unfinished one."""
    from mostek.cli.terminal.game import list_games, saved_game

    if listing:
        list_games(as_json)
        return
    context.exit(_sit(lambda: saved_game(game, orientation, as_json), gcg))


def _sit(open_table: Callable[[], OpenedGame], gcg: str | None) -> int:
    """Play at a table until the game ends or a person leaves; the exit status."""
    from mostek.cli.terminal.game import QuitError

    opened: OpenedGame | None = None
    try:
        opened = open_table()
        opened.begin()
        opened.sitting.play()
        opened.sitting.finish()
    except QuitError:
        _say_goodbye(opened)
    except (KeyboardInterrupt, EOFError):
        _say_goodbye(opened)
        return INTERRUPTED
    finally:
        if opened is not None:
            opened.log.close()
    if opened is not None:
        _export(opened, gcg)
    return 0


def _say_goodbye(opened: OpenedGame | None) -> None:
    """One sentence: that nothing is lost, and how to go on."""
    if opened is None or not opened.table.version:
        click.echo(text("No game was begun."), err=True)
    else:
        opened.sitting.say(text("The game is saved. Go on with: mostek resume {name}", name=opened.log.header.game))


def _export(opened: OpenedGame, gcg: str | None) -> None:
    from mostek.cli.terminal.game import write_gcg

    if gcg is None:
        return
    try:
        write_gcg(opened.log, gcg)
    except OSError as error:
        raise Failure(text("{path} cannot be written: {why}.", path=gcg, why=why(error))) from None
