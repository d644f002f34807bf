"""`mostek convert`: write a recorded game in another format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import click

from mostek.cli.output import Failure, printable, sentences, tell, write_file
from mostek.cli.param_types import InputFile, OneOf
from mostek.core.diagnostics import NotationError, Severity
from mostek.messages import count, text
from mostek.notation.game_formats import format_names, written_formats

if TYPE_CHECKING:
    from mostek.notation.replay import Replay


@click.command()
@click.argument("file", type=InputFile())
@click.option(
    "--to",
    "target",
    type=OneOf("There is no format {name!r} that mostek writes.", lambda: (*written_formats(), _POSITION)),
    required=True,
    help="The format to write.",
)
@click.option(
    "--format",
    "form",
    type=OneOf("There is no format {name!r}.", lambda: ("auto", *format_names())),
    default="auto",
    show_default=True,
    help="How the game is written down; `auto` looks at the file.",
)
@click.option(
    "--orientation",
    type=OneOf("There is no orientation {name!r}.", ["lettered-rows", "numbered-rows"]),
    help="How a GCG file names squares; by default as it says, else numbered-rows.",
)
@click.option(
    "--turn", type=click.IntRange(0), help="With --to cgp: the position after so many turns; by default after the last."
)
@click.option("--tile-set", "set_name", metavar="NAME", help="Tiles of the game; by default as the file says.")
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), help="Where to write; by default to standard output."
)
def convert(
    file: BinaryIO,
    target: str,
    form: str,
    orientation: str | None,
    turn: int | None,
    set_name: str | None,
    output: Path | None,
) -> None:
    """Write a recorded game in another format, or a position of it with --to cgp.

    The game may also be a log of mostek or the answers of `mostek referee`. If a line cannot be read, nothing is written.
    """
    from mostek.cli.game_files import game_of_log
    from mostek.cli.replay import named_tile_set
    from mostek.messages.diagnoses import sentence
    from mostek.notation.coordinates import Orientation
    from mostek.notation.game_formats import read_file, replay_file, write_game
    from mostek.notation.replay import replay
    from mostek.rules.loading import rulebook

    if turn is not None and target != _POSITION:
        raise Failure(text("--turn goes with --to cgp alone."))
    data = file.read()
    named = None if form == "auto" else form
    way = Orientation(orientation) if orientation else None
    name = str(getattr(file, "name", "-"))
    try:
        with sentences():
            logged = game_of_log(data) if named is None else None
            if logged:
                replayed = replay(logged.record, rulebook(logged.rulebook))
            else:
                replayed = replay_file(data, named, rulebook("pfs"), None, named_tile_set(set_name), way)
            game = replayed.completed
            for found in game.diagnostics:
                if found.severity is Severity.UNREADABLE:
                    refused = text("Nothing was written, because the game would lack a line.")
                    raise Failure(printable(f"{name}: {sentence(found)} {refused}"))
                tell(printable(sentence(found)), err=True)
            written = _position(replayed, turn) if target == _POSITION else write_game(game, target)
            # What cannot be read again is not handed out.
            read_file(written, target)
    except NotationError as error:
        raise Failure(printable(f"{name}: {sentence(error.diagnostic)}")) from None
    if output is None:
        sys.stdout.buffer.write(written)
    else:
        write_file(output, written)


_POSITION = "cgp"
"""The format of one position."""


def _position(replayed: Replay, turn: int | None) -> bytes:
    from mostek.notation.formats.cgp import format_position
    from mostek.notation.positions import count_turns, position_after

    last = count_turns(replayed)
    if turn is not None and turn > last:
        raise Failure(count("The game has {n} turn.", "The game has {n} turns.", last))
    return f"{format_position(position_after(replayed, last if turn is None else turn))}\n".encode()
