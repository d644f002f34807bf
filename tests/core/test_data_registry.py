"""A tile set and a layout are one file each: found by their folders and played with; an incomplete one is refused at load."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cli.programs.lines import Line, one, run
from mostek.core import data_files
from mostek.core.board import layout, layouts
from mostek.core.registry import RegistryError
from mostek.core.tiles import tile_set, tile_sets

TILES = """
title = { pl = "Zestaw na niby", en = "Dummy set" }
alphabet = "toy"
letters = "K O T"

[tiles]
K = [9, 8]
O = [1, 8]
T = [3, 8]
"?" = [0, 2]
"""
LAYOUT = """
start = "B2"
squares = '''
#...
.=..
..".
...'
'''
"""


@pytest.fixture
def add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:
    """Add a file to the tile sets and layouts, for this test only: its first word is its kind."""
    folders = {"tiles": tmp_path / "tiles", "layout": tmp_path / "layout"}
    monkeypatch.setattr(data_files, "TILE_SETS", [*data_files.TILE_SETS, folders["tiles"]])
    monkeypatch.setattr("mostek.core.board.LAYOUTS", [*data_files.LAYOUTS, folders["layout"]])
    for folder in folders.values():
        folder.mkdir()

    def write(place: str, text: str) -> None:
        kind, name = place.split()
        (folders[kind] / name).write_text(text, "utf-8")
        tile_set.cache_clear()
        layout.cache_clear()

    yield write
    tile_set.cache_clear()
    layout.cache_clear()


def test_a_play_with_a_tile_set_of_one_file_is_scored(add: Callable[[str, str], None]) -> None:
    add("tiles dummy.toml", TILES)
    assert "dummy" in tile_sets()
    answer = one("score", play="H8 KOT", tile_set="dummy")
    assert answer["total"] == 2 * (9 + 1 + 3)
    assert answer["tile_set"] == "dummy"


def test_a_move_on_a_layout_of_one_file_is_played_and_scored(add: Callable[[str, str], None]) -> None:
    add("tiles dummy.toml", TILES)
    add("layout dummy.toml", LAYOUT)
    assert "dummy" in layouts()
    position = {"board": {}, "racks": ["KOTKOTK", "OTKOTKO"], "scores": [0, 0], "on_turn": 1, "bag": "KOT"}
    create: Line = {"type": "create_game", "players": ["Ala", "Ola"], "layout": "dummy", "tile_set": "dummy"}
    lay: Line = {"type": "lay_tiles", "seat": 1, "play": "B2 KOT"}
    record: Line = {"type": "record_move", "seat": 2}
    answers, status = run("referee", "--state", lines=[create | {"position": position}, lay, record])
    assert status == 0, answers
    assert answers[-1]["state"]["scores"] == [2 * (9 + 1 + 3), 0]
    assert [event["type"] for event in answers[1]["events"]] == ["tiles_laid", "value_announced"]


@pytest.mark.parametrize(
    ("change", "key", "fault"),
    [
        ((', en = "Dummy set"', ""), "title.en", "missing required field `en`"),
        (('alphabet = "toy"\n', ""), "alphabet", "missing required field `alphabet`"),
        (("[tiles]", "colour = 1\n[tiles]"), "colour", "unknown field `colour`"),
        (("K O T", "K O T K"), "letters", "once"),
        (("K O T", "K O"), "tiles.T", "T is no letter of the alphabet"),
        (("K = [9, 8]", "K = [9, 0]"), "tiles[...][1]", ">= 1"),
        (('"?" = [0, 2]\n', ""), "tiles.?", "Blanks worth 0"),
        (('"?" = [0, 2]', '"?" = [1, 2]'), "tiles.?", "Blanks worth 0"),
        (("letters =", "letters"), "file", "cannot be read"),
    ],
)
def test_an_incomplete_tile_set_is_refused_at_load(
    add: Callable[[str, str], None], change: tuple[str, str], key: str, fault: str
) -> None:
    add("tiles broken.toml", TILES.replace(*change))
    with pytest.raises(RegistryError) as caught:
        tile_set("broken")
    assert (caught.value.file, caught.value.key) == ("broken.toml", key)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("change", "key", "fault"),
    [
        (('start = "B2"\n', ""), "start", "missing required field `start`"),
        (('start = "B2"', 'start = "B2"\nname = "x"'), "name", "unknown field `name`"),
        (('"B2"', '"22"'), "start", "'22'"),
        (('"B2"', '"E5"'), "start", "E5 lies off the board"),
        (("#...", "#.."), "squares", "one length"),
        (("#...", "x..."), "squares", "'x'"),
        (("start =", "start"), "file", "cannot be read"),
    ],
)
def test_an_incomplete_layout_is_refused_at_load(
    add: Callable[[str, str], None], change: tuple[str, str], key: str, fault: str
) -> None:
    add("layout broken.toml", LAYOUT.replace(*change))
    with pytest.raises(RegistryError) as caught:
        layout("broken")
    assert (caught.value.file, caught.value.key) == ("broken.toml", key)
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("place", "text", "names"), [("tiles en.toml", TILES, tile_sets), ("layout standard15.toml", LAYOUT, layouts)]
)
def test_two_files_have_no_name_in_common(
    add: Callable[[str, str], None], place: str, text: str, names: Callable[[], tuple[str, ...]]
) -> None:
    add(place, text)
    with pytest.raises(RegistryError, match="name"):
        names()
