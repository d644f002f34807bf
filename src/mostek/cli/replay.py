"""`mostek replay`: replays a recorded game, prints its score sheet, and says everything that is not as it should be."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import click

from mostek.cli.output import Failure, console, json_option, nearest, print_json, print_table, printable, sentences
from mostek.cli.param_types import RULEBOOK, InputFile, OneOf
from mostek.core.diagnostics import Diagnostic, Kind, NotationError, Severity, StrictError
from mostek.messages import count, text
from mostek.messages.diagnoses import sentence
from mostek.notation.game_formats import format_names
from mostek.rules.loading import rulebook

if TYPE_CHECKING:
    from mostek.core.position import Position
    from mostek.core.tiles import TileSet
    from mostek.notation.replay import Replay, ReplayedTurn

_COLOURS: Final = {
    Severity.NOTE: "dim",
    Severity.WARNING: "yellow",
    Severity.DIFFERENCE: "bold yellow",
    Severity.ILLEGAL: "bold red",
    Severity.UNREADABLE: "bold red",
}


@click.command()
@click.argument("file", type=InputFile())
@click.option(
    "--rulebook", "book", type=RULEBOOK, default="pfs", show_default=True, help="Whose final scores to print."
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
@click.option("--lexicon", "lexicon_name", metavar="NAME", default="none", help="Check words too; `none` for no check.")
@click.option(
    "--strict", is_flag=True, help="Refuse what is not as the format asks; count invalid words as differences."
)
@json_option
def replay(
    file: BinaryIO,
    book: str,
    form: str,
    orientation: str | None,
    set_name: str | None,
    lexicon_name: str,
    strict: bool,
    as_json: bool,
) -> None:
    """Replay a recorded game and verify every score.

    Exit status: 0 if the record is right, 1 if something differs or is illegal, 2 if it cannot be read.
    """
    from mostek.cli.game_files import game_of_log
    from mostek.core.position import Position
    from mostek.lexicon.library import open_lexicon
    from mostek.notation.coordinates import Orientation
    from mostek.notation.game_formats import detect_format, read_file, read_game, replay_read

    data = file.read()
    tile_set = named_tile_set(set_name)
    lexicon = None if lexicon_name == "none" else open_lexicon(lexicon_name)
    try:
        way = Orientation(orientation) if orientation else None
        with sentences():
            logged = game_of_log(data) if form == "auto" else None
        name = detect_format(data) if form == "auto" else form
        found = logged.record if logged else read_file(data, name, tile_set, way, strict=strict)
        if isinstance(found, Position):
            _show_position(found, as_json)
            return
        replayed = replay_read(found, lambda tiles: read_game(data, name, tiles, way), rulebook(book), lexicon)
    except NotationError as error:
        refused = text(" Strict reading refuses this.") if isinstance(error, StrictError) else ""
        raise Failure(printable(f"{_name(file)}: {sentence(error.diagnostic)}{refused}")) from None
    if as_json:
        _print_report(replayed, book)
    else:
        _print_sheet(replayed, book)
    sys.exit(_status(replayed, strict))


def _name(file: BinaryIO) -> str:
    """The name by which the reader called the file; standard input may have no name."""
    return str(getattr(file, "name", "-"))


def named_tile_set(name: str | None) -> TileSet | None:
    """The tile set of that name, `None` for none. Raises `Failure` with the nearest name."""
    from mostek.core.tiles import tile_set, tile_sets

    if name is None:
        return None
    if name not in tile_sets():
        raise Failure(text("There is no tile set {name!r}.", name=name) + nearest(name, tile_sets()))
    return tile_set(name)


def _status(replayed: Replay, strict: bool) -> int:
    if replayed.severity is Severity.UNREADABLE:
        return 2
    kinds = {diagnostic.kind for diagnostic in replayed.diagnostics}
    if replayed.severity >= (Severity.WARNING if strict else Severity.DIFFERENCE):
        return 1
    return 1 if strict and Kind.INVALID_WORD in kinds else 0


def _print_report(replayed: Replay, book: str) -> None:
    from mostek.notation.report import report

    print_json({**report(replayed, book), "diagnostics": [_data(each) for each in replayed.diagnostics]})


def _data(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "kind": diagnostic.kind.value,
        "severity": diagnostic.severity.name.lower(),
        "line": diagnostic.line,
        "column": diagnostic.column,
        "message": sentence(diagnostic),
        "params": dict(diagnostic.params),
    }


def _show_position(position: Position, as_json: bool) -> None:
    from mostek.notation.report import position_report

    if as_json:
        print_json(position_report(position))
        return
    click.echo(str(position.board))
    for rack, score in zip(position.racks, position.scores or ("",) * len(position.racks), strict=True):
        click.echo(f"{''.join(rack) or '–'}  {score}".rstrip())


def _print_sheet(replayed: Replay, book: str) -> None:
    out = console()
    if replayed.game.title:
        out.print(printable(replayed.game.title), style="bold", markup=False)
    _print_table(_headings(), [_row(replayed, turn) for turn in replayed.turns], _remarks(replayed))
    for diagnostic in replayed.diagnostics:
        out.print(printable(sentence(diagnostic)), style=_COLOURS[diagnostic.severity], markup=False)
    _print_table(*_final_rows(replayed, book), {})
    out.print(_summary(replayed), style="bold", markup=False)


def _headings() -> list[str]:
    return [text(each) for each in ("Line", "Player", "Rack", "Square", "By rules", "Move", "Also", "Points", "Total")]


def _row(replayed: Replay, turn: ReplayedTurn) -> list[str]:
    from mostek.notation.coordinates import Orientation, format_coordinate
    from mostek.notation.plays import WrittenPlay

    record, game = turn.recorded, replayed.game
    action = record.action
    square = canonical = ""
    if isinstance(action, WrittenPlay):
        square = format_coordinate(action.start, action.direction, game.orientation)
        if game.orientation is not Orientation.LETTERED_ROWS:
            canonical = format_coordinate(action.start, action.direction, Orientation.LETTERED_ROWS)
    rack = game.tile_set.alphabet.sort(record.rack) if record.rack else ""
    also = (
        [f"{each.word} {each.points}" for each in turn.score.words if each.word is not turn.word] if turn.score else []
    )
    return [
        str(record.line),
        game.players[record.seat].nick,
        rack,
        square,
        canonical,
        _move(turn, game.tile_set),
        ", ".join(also),
        _beside(turn.points, record.points),
        _beside(turn.total, record.total),
    ]


def _beside(true: int, stated: int | None) -> str:
    """The true number, with the recorded one where it differs."""
    return str(true) if stated in (None, true) else f"{true} ≠ {stated}"


def _move(turn: ReplayedTurn, tile_set: TileSet) -> str:
    from mostek.core.moves import Pass
    from mostek.notation import game_record
    from mostek.notation.plays import WrittenPlay

    match turn.recorded.action:
        case WrittenPlay() as play:
            return play.word
        case game_record.RecordedExchange(number, tiles):
            return text("exchange") + " " + (tile_set.alphabet.sort(tiles) if tiles else str(number))
        case Pass():
            return text("pass")
        case game_record.Withdrawn():
            return text("withdrawn")
        case game_record.RecordedLoss(cause, _):
            return text("turn lost ({cause})", cause=cause)
        case game_record.ChallengeBonus():
            return text("challenge bonus")
        case game_record.TimePenalty():
            return text("time penalty")
        case game_record.Leftovers(tiles):
            return text("tiles left") + " " + (tile_set.alphabet.sort(tiles) if tiles else "")


def _remarks(replayed: Replay) -> dict[int, Severity]:
    """The worst thing said about each line."""
    found: dict[int, Severity] = {}
    for each in replayed.diagnostics:
        found[each.line] = max(each.severity, found.get(each.line, Severity.NOTE))
    return found


def _final_rows(replayed: Replay, book: str) -> tuple[list[str], list[list[str]]]:
    game, end = replayed.game, replayed.ending
    stated = replayed.stated if game.finals is None else game.finals
    headings = [
        text("Player"),
        text("Recorded"),
        text("True"),
        text("Final ({book})", book=book.upper()),
        text("Tiles left"),
    ]
    rows = []
    for seat, player in game.players.items():
        left = end.leftovers[seat]
        rows.append(
            [
                player.nick,
                "–" if stated[seat] is None else str(stated[seat]),
                str(replayed.totals[seat]),
                "–" if end.final is None else str(end.final[seat]),
                "–" if left is None else game.tile_set.alphabet.sort(left),
            ]
        )
    return headings, rows


def _summary(replayed: Replay) -> str:
    plays = [turn for turn in replayed.turns if turn.score is not None]
    right = sum(turn.recorded.points in (None, turn.points) for turn in plays)
    confirmed = count("{n} placement confirmed", "{n} placements confirmed", right)
    severities = [each.severity for each in replayed.diagnostics]
    wrong = sum(Severity.DIFFERENCE <= severity < Severity.UNREADABLE for severity in severities)
    differences = count("{n} difference", "{n} differences", wrong) if wrong else text("no difference")
    if unread := severities.count(Severity.UNREADABLE):
        differences += ", " + count("{n} line that cannot be read", "{n} lines that cannot be read", unread)
    unfinished = "" if replayed.ending.final else " " + text("The game is unfinished, or its last tiles are not known.")
    return f"{confirmed}, {differences}.{unfinished}"


def _print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], remarks: Mapping[int, Severity]) -> None:
    cells = [[printable(cell) for cell in row] for row in rows]
    numeric = {place for place, column in enumerate(zip(*cells, strict=True)) if all(map(_is_number, column))}
    worst = {place: remarks.get(int(row[0]), Severity.NOTE) for place, row in enumerate(cells) if remarks}
    styles = {place: _COLOURS[severity] for place, severity in worst.items() if severity > Severity.NOTE}
    print_table(headings, cells, numeric, styles)
    click.echo()


def _is_number(cell: str) -> bool:
    return not cell or cell == "–" or cell.split(" ")[0].lstrip("-").isdigit()
