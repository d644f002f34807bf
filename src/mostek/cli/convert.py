"""`mostek convert`: write a recorded game in another format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import BinaryIO

import click

from mostek.cli.output import Failure, printable, sentences, tell, write_file
from mostek.cli.param_types import InputFile, OneOf
from mostek.core.diagnostics import NotationError, Severity
from mostek.messages import text
from mostek.notation.game_formats import format_names, written_formats


@click.command()
@click.argument("file", type=InputFile())
@click.option(
    "--to",
    "target",
    type=OneOf("There is no format {name!r} that mostek writes.", written_formats),
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
@click.option("--tile-set", "set_name", metavar="NAME", help="Tiles of the game; by default as the file says.")
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), help="Where to write; by default to standard output."
)
def convert(
    file: BinaryIO, target: str, form: str, orientation: str | None, set_name: str | None, output: Path | None
) -> None:
    """Write a recorded game in another format.

    A game of which a line cannot be read is not written. Exit status 2 then.
    """
    from mostek.cli.replay import named_tile_set
    from mostek.messages.diagnoses import sentence
    from mostek.notation.coordinates import Orientation
    from mostek.notation.game_formats import read_game, replay_file, write_game
    from mostek.rules.loading import rulebook

    data = file.read()
    named = None if form == "auto" else form
    way = Orientation(orientation) if orientation else None
    name = str(getattr(file, "name", "-"))
    try:
        with sentences():
            game = replay_file(data, named, rulebook("pfs"), None, named_tile_set(set_name), way).completed
            for found in game.diagnostics:
                if found.severity is Severity.UNREADABLE:
                    refused = text("Nothing was written, because the game would lack a line.")
                    raise Failure(printable(f"{name}: {sentence(found)} {refused}"))
                tell(printable(sentence(found)), err=True)
            written = write_game(game, target)
            # What cannot be read again is not handed out.
            read_game(written, target)
    except NotationError as error:
        raise Failure(printable(f"{name}: {sentence(error.diagnostic)}")) from None
    if output is None:
        sys.stdout.buffer.write(written)
    else:
        write_file(output, written)
