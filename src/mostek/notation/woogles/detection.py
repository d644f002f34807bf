"""Detection of the protobuf messages of Woogles, without the library that reads them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class WireField(NamedTuple):
    """A field as it is on the wire: its number, its wire type, and the bytes of a field with a length."""

    number: int
    wire_type: int
    value: bytes


def is_message(data: bytes, *, events: int, players: int) -> bool:
    """Whether bytes are a message with events and players in these fields: a player has texts only, an event has not."""
    try:
        fields = list(wire_fields(data))
        people = [field.value for field in fields if field.number == players and field.wire_type == _LENGTH]
        return bool(people) and all(map(_is_player, people)) and any(field.number == events for field in fields)
    except ValueError:
        return False


def wire_fields(data: bytes) -> Iterator[WireField]:
    """The fields of a message, without those within them. Raises `ValueError` where the bytes are no message."""
    place = 0
    while place < len(data):
        tag, place = _varint(data, place)
        number, wire_type = tag >> 3, tag & 7
        end = place
        if wire_type == _VARINT:
            _, end = _varint(data, place)
        elif wire_type == _LENGTH:
            length, place = _varint(data, place)
            end = place + length
        elif wire_type in _FIXED:
            end = place + _FIXED[wire_type]
        if (end == place and wire_type != _LENGTH) or end > len(data) or not number:
            raise ValueError(f"no field at byte {place}")
        yield WireField(number, wire_type, data[place:end])
        place = end


def _is_player(data: bytes) -> bool:
    for field in wire_fields(data):
        if field.number > _PLAYER_FIELDS or (field.number < _PLAYER_FIELDS and field.wire_type != _LENGTH):
            return False
        field.value.decode("utf-8")
    return True


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        if place >= len(data):
            break
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place += 1
        if byte < 0x80:
            return value, place
    raise ValueError(f"no number at byte {place}")


_VARINT, _LENGTH = 0, 2
_FIXED = {1: 8, 5: 4}
"""The lengths of numbers by their wire type."""
_PLAYER_FIELDS = 4
"""Three texts, and whether the player has left."""
