"""The same game with rows and columns exchanged: the board is symmetric, so every ruling must stay as it is (D.3)."""

from __future__ import annotations

from typing import Any

from mostek.core.board import Square
from mostek.notation.coordinates import Orientation, format_coordinate, parse_coordinate


def transposed(data: dict[str, Any]) -> dict[str, Any]:
    """An example with each square and each direction of its board and commands exchanged."""
    turned = {**data, "name": f"{data['name']} (rows and columns exchanged)"}
    given, then = data.get("given", {}), data["then"]
    if board := given.get("board"):
        turned["given"] = {**given, "board": f"{board}T" if isinstance(board, str) else [word(text) for text in board]}
    if "board" in then:
        turned["then"] = {**then, "board": {square(name): tile for name, tile in then["board"].items()}}
    return {**turned, "when": [command(text) for text in data.get("when", [])]}


def command(text: str) -> str:
    """A command in plain words: `1 lays H2 KOT` lays `8B KOT`; commands other than laying name no square."""
    who, lays, what = text.partition(" lays ")
    return f"{who}{lays}{tiles(what)}" if lays else text


def tiles(text: str) -> str:
    """`H2 KOT`, or loose tiles `H2=K H3=o`."""
    if "=" not in text:
        return word(text)
    pairs = (part.split("=") for part in text.split())
    return " ".join(f"{square(name)}={tile}" for name, tile in pairs)


def word(text: str) -> str:
    """`H2 KOT` across row H becomes `8B KOT` down column 8."""
    where, letters = text.split()
    start, direction = parse_coordinate(where, Orientation.LETTERED_ROWS)
    return f"{format_coordinate(_exchanged(start), direction.other, Orientation.LETTERED_ROWS)} {letters}"


def square(name: str) -> str:
    """`H2` becomes `B8`."""
    return _exchanged(Square.named(name)).name


def _exchanged(square: Square) -> Square:
    return Square(square.column, square.row)
