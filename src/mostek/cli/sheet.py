"""`mostek sheet`: the record of a game that people hold in their hands, on the screen or on paper."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.cli.output import Failure, console, json_option, why
from mostek.cli.param_types import OneOf
from mostek.core.players import Role, Seat
from mostek.messages import text

if TYPE_CHECKING:
    from mostek.documents.game.score_sheet import ScoreSheet


@click.command()
@click.argument("game", required=False)
@click.option("--full", is_flag=True, help="The full record: racks before each move, all words, the final position.")
@click.option("--slip", is_flag=True, help="The result slip.")
@click.option(
    "--seat",
    type=OneOf("There is no seat {name!r}.", [str(int(seat)) for seat in Seat]),
    help="Of an unfinished game, show what the player in this seat may see; by default what everybody may.",
)
@click.option("--blank", is_flag=True, help="Empty sheets to be filled in by hand; needs --pdf.")
@json_option
@click.option(
    "--pdf", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write a PDF to this file."
)
def sheet(
    game: str | None, full: bool, slip: bool, seat: str | None, blank: bool, as_json: bool, pdf: Path | None
) -> None:
    """Show the score sheet of the saved game GAME, of the game in a file, or of one in the answers of `mostek referee`.

    What both players have written stands side by side: ≠12 is not the right figure, 12* was put right, and 12 ≠ 10 means
    that 12 counts although the tiles were worth 10.
    """
    if blank:
        from mostek.documents.game.sheets import blank_pages

        _write(pdf, blank_pages())
        return
    if game is None:
        raise Failure(text("Name a game, or ask for --blank sheets."))
    made = _sheet(game, seat)
    if as_json:
        from mostek.notation.wire import encode

        click.echo(encode(made))
    elif pdf is not None:
        _write(pdf, _pages(made, full, slip))
    else:
        _show(made, full, slip)


def _sheet(game: str, seat: str | None) -> ScoreSheet:
    from mostek.cli.named_game import read_game
    from mostek.documents.game.score_sheet import score_sheet

    source = read_game(game)
    if seat and int(seat) > len(source.players):
        raise Failure(text("This game has no seat {viewer!r}.", viewer=seat))
    return score_sheet(source.events, Seat(int(seat)) if seat else Role.SPECTATOR, source.name, source.head)


def _show(made: ScoreSheet, full: bool, slip: bool) -> None:
    from mostek.cli.sheet_screen import Screen

    screen = Screen(console(), made)
    if slip:
        screen.show_slip()
    else:
        screen.show(full)


def _pages(made: ScoreSheet, full: bool, slip: bool) -> bytes:
    from mostek.documents.game import sheets

    if not slip:
        return sheets.score_pages(made, full)
    if made.slip is None:
        raise Failure(text("The game is not over yet; its result slip comes after it."))
    return sheets.slip_page(made, made.slip)


def _write(path: Path | None, data: bytes) -> None:
    if path is None:
        raise Failure(text("Name the file of the sheets with --pdf."))
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Failure(text("{path} cannot be written: {why}.", path=path, why=why(error))) from None
    click.echo(text("Written: {path}", path=path))
