"""`mostek engine export-leaves` and `import-leaves`: leave values as the files of other programs."""

from __future__ import annotations

import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mostek.cli.output import Failure, json_option, print_json, progress, sentences, write_file
from mostek.lexicon import DEFAULT
from mostek.messages import text

if TYPE_CHECKING:
    from mostek.core.tiles import TileSet
    from mostek.engine.leaves import Provenance

_LEXICON = click.option("--lexicon", default=DEFAULT, show_default=True, help="The lexicon of the values.")


@click.command()
@_LEXICON
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), required=True, help="The .klv2 file to write."
)
@json_option
def export_leaves(lexicon: str, output: Path, as_json: bool) -> None:
    """Export the leave values of a lexicon as .klv2, for wolges, MAGPIE and macondo."""
    from mostek.engine.klv import format_klv
    from mostek.engine.leaves import open_values

    with sentences(), progress(text("Exporting {name}", name=lexicon)):
        tiles = _tiles_of(lexicon)
        data = format_klv(open_values(lexicon, tiles.alphabet.letters), tiles)
    write_file(output, data)
    if as_json:
        print_json({"file": str(output), "bytes": len(data)})
        return
    click.echo(text("{path} is written", path=output))


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@_LEXICON
@click.option("--replace", is_flag=True, help="Replace the values that the bots use, without a question.")
@json_option
def import_leaves(file: Path, lexicon: str, replace: bool, as_json: bool) -> None:
    """Import leave values from a .klv2 file for the bots of a lexicon.

    A .klv2 lists every leave of the tiles. mostek adds up terms: it computes those that come nearest and says what they miss.
    """
    from mostek.engine.klv import parse_klv
    from mostek.engine.leaves import VALUES_SUFFIX, format_values, trained_folder
    from mostek.lexicon.library import find

    with sentences(), progress(text("Importing {path}", path=file.name)):
        name = find(lexicon).header.name
        target = trained_folder() / f"{name}{VALUES_SUFFIX}"
        if target.exists() and not replace:
            raise Failure(text("{path} exists already; --replace writes over it.", path=target))
        fitted = parse_klv(file.read_bytes(), file.name, _tiles_of(lexicon), whole=True)
    question = text("Are the bots of {name} to use these {leaves} leaves from now on?", name=name, leaves=fitted.leaves)
    if not replace and sys.stdin.isatty() and not click.confirm(question, err=True):
        raise Failure(text("Nothing was changed."))
    missed = {"typical": round(fitted.typical, 3), "largest": round(fitted.largest, 3)}
    made: Provenance = {"source": file.name, "mostek": version("mostek"), "leaves": fitted.leaves, **missed}
    write_file(target, format_values(fitted.values, made).encode())
    if as_json:
        print_json({"file": str(target), "leaves": fitted.leaves, **missed})
        return
    click.echo(
        text(
            "{leaves} leaves; the terms miss them by {typical} points typically, by {largest} at most",
            leaves=fitted.leaves,
            typical=f"{fitted.typical:.2f}",
            largest=f"{fitted.largest:.2f}",
        )
    )
    click.echo(text("{path} is written", path=target))
    click.echo(text("The bots use these values; without this file they use the former ones."))


def _tiles_of(lexicon: str) -> TileSet:
    """The first tile set with the letters of a lexicon."""
    from mostek.lexicon.library import find
    from mostek.notation.game_record import tile_set_with

    if tiles := tile_set_with(find(lexicon).header.letters):
        return tiles
    raise Failure(text("No tile set has the letters of {name}.", name=lexicon))
