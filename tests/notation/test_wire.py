from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.core.board import Square
from mostek.core.moves import Placement
from mostek.core.players import Seat
from mostek.core.tiles import Tile, Tiles
from mostek.notation import wire
from mostek.referee import commands as c


def test_a_command_is_read_back() -> None:
    command = c.LayTiles(
        seat=Seat.SECOND, at=5, placement=Placement({Square(7, 7): Tile.read("K"), Square(7, 8): Tile.read("o")})
    )
    text = wire.encode(command)
    assert json.loads(text) == {"type": "lay_tiles", "at": 5, "seat": 2, "placement": {"H8": "K", "H9": "o"}}
    assert wire.decode_command(text) == command


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "truncated"),
        ("{", "truncated"),
        ("[]", "object"),
        ('{"type": "fly"}', "fly"),
        ('{"type": "pass_turn"}', "seat"),
        ('{"type": "pass_turn", "seat": 5}', "seat"),
        ('{"type": "pass_turn", "seat": 1, "colour": "red"}', "colour"),
        ('{"type": "lay_tiles", "seat": 1, "placement": {"Z": "K"}}', "names no square"),
        ('{"type": "lay_tiles", "seat": 1, "placement": {"H8": 1}}', "tile is a text"),
        ('{"type": "lay_tiles", "seat": 1, "placement": {"H8": ""}}', "tile is a text"),
        ('{"type": "lay_tiles", "seat": 1, "placement": []}', "object of squares"),
        ('{"type": "draw_tiles", "seat": 1, "tiles": 7}', "tiles are a text"),
        ('{"type": "announce_value", "seat": 1, "points": 1000000000000000000000000000000}', "points"),
        ('{"type": "announce_value", "seat": 1, "points": 1000001}', "points"),
        ('{"type": "pass_turn", "seat": 1, "at": 9007199254740993}', "at"),
        ('{"type": "draw_tiles", "seat": 1, "count": -1}', "count"),
        ('{"type": "sign_slip", "seat": 1, "final": [1, 9999999]}', "1000000"),
    ],
)
def test_what_is_no_command_is_answered_with_place_and_reason(text: str, part: str) -> None:
    with pytest.raises(wire.WireError, match=part):
        wire.decode_command(text)


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_anything_at_all_is_a_command_or_an_error(text: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.decode_command(text)


def test_the_schema_names_every_command() -> None:
    schema = json.dumps(wire.command_schema())
    for kind in ("create_game", "lay_tiles", "exchange_tiles", "judge_words", "check_time"):
        assert kind in schema
    assert "words_judged" in json.dumps(wire.event_schema())


def test_tiles_of_several_characters_survive() -> None:
    command = c.DrawTiles(seat=Seat.FIRST, tiles=Tiles.of("[CH]A?"))
    assert wire.decode_command(wire.encode(command)) == command
