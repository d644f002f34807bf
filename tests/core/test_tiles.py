from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mostek.core.tiles import BLANK, Alphabet, Letter, Tile, TileError, Tiles, tile_set, tile_sets

POLISH = tile_set("pl-current").alphabet
CATALAN = Alphabet("test", (Letter("A"), Letter("CH"), Letter("C"), Letter("H"), Letter("L·L"), Letter("L")))
faces = st.lists(st.sampled_from([*POLISH.letters, BLANK]), max_size=20)


def test_the_sets_that_are_sold() -> None:
    assert tile_sets() == ("de", "en", "pl-1993", "pl-current")
    totals = {name: (len(tile_set(name)), tile_set(name).value(tile_set(name).tiles)) for name in tile_sets()}
    assert totals == {"de": (102, 202), "en": (100, 187), "pl-1993": (100, 194), "pl-current": (100, 190)}


def test_the_order_of_the_polish_alphabet() -> None:
    assert "".join(POLISH.letters) == "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"
    assert POLISH.sort(Tiles.of("ŻZŹ?AĄ")) == "AĄZŹŻ?"


def test_the_old_federation_sets() -> None:
    old, new = tile_set("pl-1993"), tile_set("pl-current")
    assert [old.tiles.count("A"), old.tiles.count("F"), old.values["F"], old.values["Ż"]] == [8, 2, 4, 7]
    assert [new.tiles.count("A"), new.tiles.count("F"), new.values["F"], new.values["Ż"]] == [9, 1, 5, 5]


def test_an_unknown_set_is_answered_with_the_known_ones() -> None:
    with pytest.raises(LookupError, match="pl-current"):
        tile_set("pl")


@given(faces, faces)
def test_adding_and_taking_away_are_inverse(one: list[str], other: list[str]) -> None:
    assert Tiles(one) + Tiles(other) - Tiles(other) == Tiles(one)
    assert Tiles(one) == Tiles(reversed(one))
    assert hash(Tiles(one)) == hash(Tiles(reversed(one)))
    assert len(Tiles(one) + Tiles(other)) == len(one) + len(other)


@given(faces, faces)
def test_missing_tiles_are_named(one: list[str], other: list[str]) -> None:
    missing = Tiles(one).missing_from(Tiles(other))
    assert (Tiles(other) + missing).missing_from(Tiles(other)) == missing
    if len(missing):
        with pytest.raises(ValueError, match="not among"):
            Tiles(other) - Tiles(one)


@given(st.lists(st.builds(Tile, st.sampled_from(POLISH.letters), st.booleans()), max_size=15))
def test_a_word_is_spelled_as_it_is_written(tiles: list[Tile]) -> None:
    text = "".join(map(str, tiles))
    assert POLISH.spell(text) == tuple(tiles)
    assert all(Tile.read(str(tile)) == tile for tile in tiles)


def test_tiles_of_several_characters() -> None:
    assert [str(tile) for tile in CATALAN.spell("[CH]A[l·l]")] == ["[CH]", "A", "[l·l]"]
    assert [tile.letter for tile in CATALAN.spell("CHA")] == ["CH", "A"]
    assert Tiles.of("[CH]A").counts == {"CH": 1, "A": 1}
    assert str(Tiles.of("[CH]A")) == "A[CH]"


@pytest.mark.parametrize(("text", "place"), [("KOQT", 2), ("XO", 0), ("KOT1", 3), ("K T", 1)])
def test_a_letter_outside_the_alphabet_is_named_with_its_place(text: str, place: int) -> None:
    with pytest.raises(TileError) as error:
        POLISH.spell(text)
    assert error.value.place == place
    assert f"character {place + 1}" in str(error.value)


def test_a_blank_is_worth_nothing_whatever_it_stands_for() -> None:
    assert [tile_set("pl-current").of_tile(tile) for tile in POLISH.spell("Źź?")] == [9, 0, 0]
    assert Tile(None, blank=True).face == BLANK


def test_small_letters_are_no_rack() -> None:
    assert POLISH.rack("KOT?") == Tiles.of("KOT?")
    with pytest.raises(TileError):
        POLISH.rack("KoT")
