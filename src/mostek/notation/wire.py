"""Commands, events and views as JSON, and the JSON schema of the commands.

Seats are 1 to 4. Tiles are text (`"AEK?"`). A placement maps squares to tiles, `{"H8": "K", "H9": "o"}`: row letter and
column number always (GEN-2.4.1a), a small letter for a blank, `?` for a blank undeclared.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import Tile, Tiles
from mostek.referee.commands import Command
from mostek.referee.events import Event


class WireError(ValueError):
    """A text is not a command or event; the message says where and why."""


def encode(value: Any) -> bytes:
    """Write any value of the referee as JSON on one line.

    Args:
        value: A command, an event, a view or a value inside one.

    Returns:
        The JSON text in UTF-8.

    Example:
        >>> from mostek.notation.wire import encode
        >>> from mostek.core.tiles import Tiles
        >>> encode(Tiles.of("AEK?"))
        b'"?AEK"'

    """
    return _encoder.encode(value)


def decode_command(text: bytes | str) -> Command:
    """Read a command from JSON.

    Args:
        text: One JSON object.

    Returns:
        The command.

    Raises:
        WireError: The text is no command; the message says where and why.

    Example:
        >>> from mostek.notation.wire import decode_command
        >>> decode_command('{"type": "pass_turn", "seat": 1}').seat.name
        'FIRST'

    """
    try:
        command: Command = _commands.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise WireError(str(error)) from None
    return command


def decode_event(text: bytes | str) -> Event:
    """Read an event from JSON.

    Args:
        text: One JSON object.

    Returns:
        The event.

    Raises:
        WireError: The text is no event; the message says where and why.

    Example:
        >>> from mostek.notation.wire import decode_event
        >>> decode_event('{"type": "turn_opened", "seat": 2}').seat.name
        'SECOND'

    """
    try:
        event: Event = _events.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise WireError(str(error)) from None
    return event


def command_schema() -> dict[str, Any]:
    """The JSON schema of every command.

    Returns:
        The schema as values of JSON.

    Example:
        >>> from mostek.notation.wire import command_schema
        >>> "$defs" in command_schema()
        True

    """
    return msgspec.json.schema(Command, schema_hook=schema_of)


def event_schema() -> dict[str, Any]:
    """The JSON schema of every event.

    Returns:
        The schema as values of JSON.

    Example:
        >>> from mostek.notation.wire import event_schema
        >>> "$defs" in event_schema()
        True

    """
    return msgspec.json.schema(Event, schema_hook=schema_of)


def _write(value: object) -> object:
    match value:
        case Tiles():
            return str(value)
        case Placement(tiles=tiles):
            return {square.name: str(tile) for square, tile in tiles.items()}
        case BySeat():
            return list(value)
        case _:
            raise NotImplementedError(f"{type(value).__name__} has no JSON form")


def read_value(kind: type, value: object) -> object:
    """Read a value that has its own JSON form here; a `dec_hook` of msgspec.

    Args:
        kind: `Tiles`, `Placement` or `BySeat` of some type.
        value: The value of JSON.

    Returns:
        The value of that kind.

    Raises:
        ValueError: The JSON does not have the form of that kind.
        NotImplementedError: The kind has no form here.

    Example:
        >>> from mostek.notation.wire import read_value
        >>> from mostek.core.moves import Placement
        >>> read_value(Placement, {"H8": "K", "H9": "o"})
        Placement(H8=K, H9=o)

    """
    if kind is Tiles:
        return Tiles.of(_checked(value, str, "tiles are a text"))
    if kind is Placement:
        squares = _checked(value, dict, "a placement is an object of squares and tiles")
        return Placement({Square.named(name): _tile(text) for name, text in squares.items()})
    if get_origin(kind) is BySeat:
        (inner,) = get_args(kind)
        values = msgspec.convert(value, list[inner], dec_hook=read_value)  # type: ignore[valid-type]
        if not 1 <= len(values) <= len(Seat):
            raise ValueError(f"one value for each of 1 to {len(Seat)} seats is expected, not {len(values)}")
        return BySeat(values)
    raise NotImplementedError(f"{kind} has no JSON form")


def _tile(text: object) -> Tile:
    return Tile.read(_checked(text, str, "a tile is a text"))


def _checked(value: object, kind: type, sentence: str) -> Any:
    if not isinstance(value, kind) or (kind is str and not value and sentence == "a tile is a text"):
        raise ValueError(f"{sentence}, not {value!r}")
    return value


def schema_of(kind: type) -> dict[str, Any]:
    """The JSON schema of a value that has its own JSON form here; a `schema_hook` of msgspec.

    Args:
        kind: `Tiles`, `Placement` or `BySeat` of some type.

    Returns:
        The schema as values of JSON.

    Raises:
        NotImplementedError: The kind has no form here.

    Example:
        >>> from mostek.notation.wire import schema_of
        >>> from mostek.core.tiles import Tiles
        >>> schema_of(Tiles)["type"]
        'string'

    """
    if kind is Tiles:
        return {"type": "string", "description": "tiles: letters, ? for a blank, [CH] for several characters"}
    if kind is Placement:
        squares = {"type": "object", "additionalProperties": {"type": "string"}}
        return {**squares, "description": "square (row letter, column number) → tile; small letter = blank"}
    if kind is BySeat or get_origin(kind) is BySeat:
        return {"type": "array", "minItems": 1, "maxItems": len(Seat), "description": "one value for each seat"}
    raise NotImplementedError


def structs_in(*hints: Any) -> set[type]:
    """Every struct in some types, at any depth.

    Args:
        hints: Types, also unions and collections of types.

    Returns:
        The structs and data classes.

    Example:
        >>> from mostek.notation.wire import structs_in
        >>> from mostek.referee.commands import PassTurn
        >>> [each.__name__ for each in structs_in(tuple[PassTurn, ...])]
        ['PassTurn']

    """
    found: set[type] = set()
    waiting = list(hints)
    while waiting:
        hint = waiting.pop()
        waiting.extend(get_args(hint))
        is_struct = isinstance(hint, type) and (issubclass(hint, msgspec.Struct) or is_dataclass(hint))
        if is_struct and hint not in found:
            found.add(hint)
            waiting.extend(get_type_hints(hint).values())
    return found


def portable_schema(part: Any) -> Any:
    """Write the patterns of a JSON schema as every program reads them, not only Python.

    Args:
        part: A schema, or a part of one, as values of JSON.

    Returns:
        The same, in which the end of a text is `$`: in Python a line end may follow it, elsewhere nothing.

    Example:
        >>> from mostek.notation.wire import portable_schema
        >>> portable_schema({"type": "string", "pattern": r"^[a-z]+\\Z"})["pattern"]
        '^[a-z]+$'

    """
    if isinstance(part, dict):
        found = {name: portable_schema(each) for name, each in part.items()}
        if isinstance(pattern := part.get("pattern"), str):
            found["pattern"] = pattern.removesuffix(r"\Z") + "$" if pattern.endswith(r"\Z") else pattern
        return found
    return [portable_schema(each) for each in part] if isinstance(part, list) else part


_encoder = msgspec.json.Encoder(enc_hook=_write)
_commands: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command, dec_hook=read_value)
_events: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event, dec_hook=read_value)
