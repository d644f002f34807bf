"""The examples that are no game: word lists, coordinates, rulebook values."""

from __future__ import annotations

import pytest

from clauses.desk import run_desk
from clauses.examples import Example, first_tiles
from mostek import _kernel
from mostek.core.board import Direction, Premium, Square, layout
from mostek.core.tiles import BLANK, TileError, tile_set
from mostek.notation.coordinates import CoordinateError, Orientation, format_coordinate, parse_coordinate
from mostek.referee import Refused, decide
from mostek.referee.commands import CreateGame
from mostek.rules.loading import rulebook
from mostek.tournament.scoring import forfeit_points


def words(example: Example) -> None:
    """`given.list` is read as a word list; `then.accepted` and `then.rejected` (line numbers) must agree."""
    data = example.data
    letters = tile_set("pl-current").alphabet.letters
    read = _kernel.Words.read(data["given"]["list"].encode(), letters, capitals=False)
    assert read.text().decode().split() == data["then"].get("accepted", [])
    assert [line for line, _ in read.rejected] == data["then"].get("rejected", [])


def coordinate(example: Example) -> None:
    """`given.text` names a square and a direction; or it names none (`then.error`)."""
    text, then = example.data["given"]["text"], example.data["then"]
    if then.get("error"):
        try:
            square, _ = parse_coordinate(text, Orientation.LETTERED_ROWS)
        except CoordinateError:
            return
        assert square not in layout()
        return
    square, direction = parse_coordinate(text, Orientation.LETTERED_ROWS)
    assert [square.row + 1, square.column + 1] == then["square"]
    assert direction is Direction(then["direction"])
    assert format_coordinate(square, direction, Orientation.LETTERED_ROWS) == text


def premium(example: Example) -> None:
    """Each square of `then.squares` has the premium named in `given.premium`, and no other square has it."""
    wanted = Premium[example.data["given"]["premium"].upper()]
    found = {square.name for square in layout().squares() if layout().premium(square) is wanted}
    assert found == set(example.data["then"]["squares"])
    assert all(
        layout().premium(Square(square.column, square.row)) is layout().premium(square) for square in layout().squares()
    )


def value(example: Example) -> None:
    """`then.value` and `then.clause` of the rulebook value at `given.path`."""
    place = rulebook(example.rulebook)
    for part in example.data["given"]["path"].split("."):
        place = getattr(place, part)
    assert [place.value, place.clause] == [example.data["then"]["value"], example.data["then"]["clause"]]  # type: ignore[attr-defined]


def letter(example: Example) -> None:
    """`given.letter` is one of the alphabet, in the place `then.order` (from 1), worth `then.value` — or it is none."""
    tiles, then = tile_set(example.data["given"].get("tile_set", "pl-current")), example.data["then"]
    text = example.data["given"]["letter"]
    if then.get("error"):
        try:
            tiles.alphabet.word(text)
        except TileError:
            return
        raise AssertionError(f"{text} is a letter")
    (found,) = tiles.alphabet.word(text)
    assert tiles.alphabet.order(found) + 1 == then.get("order", tiles.alphabet.order(found) + 1)
    assert [tiles.values[found], tiles.tiles.count(found)] == [then["value"], then["count"]]


def whole_set(example: Example) -> None:
    """`then.tiles` is the whole set `given.tile_set`: letter = [value, number], in the order of the alphabet."""
    tiles = tile_set(example.data["given"]["tile_set"])
    faces = [*tiles.alphabet.letters, BLANK]
    assert set(tiles.tiles) == set(faces)
    found = [(face, [tiles.values[face], tiles.tiles.count(face)]) for face in faces]
    assert found == list(example.data["then"]["tiles"].items())


def creation(example: Example) -> None:
    """A game set up with `given` (`millis`, `players`, `layout`, `tile_set`) is refused as `then` says."""
    given, then = example.data["given"], example.data["then"]
    names = tuple("ABCDE"[: given.get("players", 2)])
    rest = {key: value for key, value in given.items() if key != "players"}
    command = CreateGame(rulebook=example.rulebook, players=names, **rest)
    answer = decide(None, command, rulebook(example.rulebook), first_tiles)
    assert isinstance(answer, Refused)
    assert [answer.reason, answer.clause, answer.params] == [then["refused"], then["clause"], then["params"]]


def forfeit(example: Example) -> None:
    """What a forfeit is worth to a player with the figures of `given`: the fields of `Forfeit` in `then`, or an error."""
    then = dict(example.data["then"])
    if error := then.pop("error", ""):
        with pytest.raises(ValueError, match=error):
            forfeit_points(**example.data["given"])
        return
    found = forfeit_points(**example.data["given"])
    assert {name: getattr(found, name) for name in then} == then


KINDS = {
    "desk": run_desk,
    "words": words,
    "creation": creation,
    "coordinate": coordinate,
    "premium": premium,
    "value": value,
    "letter": letter,
    "whole_set": whole_set,
    "forfeit": forfeit,
}
