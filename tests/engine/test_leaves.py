"""Values of leaves: their file, and what the kernel makes of them."""

import pytest

from mostek.core.tiles import tile_set
from mostek.engine.leaves import LeaveValues, Provenance, format_values, is_vowel, no_values, parse_values, vowel_bits

LETTERS = ("A", "B", 'C"')
VALUES = LeaveValues(
    LETTERS,
    equal=((20_000, 30_000), (1, 2, 4), (-5,), (70,)),
    pairs=((100, 200, 300), (1000, 2000), (-4000,), ()),
    balance=((0, 10, 20), (-30, 40, 50)),
)


@pytest.mark.parametrize(
    ("kept", "value"),
    [
        ([], 0),
        ([0], 20_000),
        ([1], 1 - 30),
        ([1, 1], 2 - 30),
        ([1, 1, 1, 1, 1], 4 - 30),
        ([2, 3, 0], -5 + 70 + 20_000 + 200 + 300 - 4000 + 20),
        ([1, 2], 1 - 5 + 1000 + 40),
    ],
)
def test_a_leave_is_worth_its_tiles_its_pairs_and_its_balance(kept: list[int], value: int) -> None:
    assert VALUES.to_kernel().value(bytes(kept)) == value


def test_what_is_no_leave_has_no_value() -> None:
    for kept in (b"\x04", bytes(16)):
        with pytest.raises(ValueError, match="rack"):
            VALUES.to_kernel().value(kept)


def test_values_are_read_as_they_were_written() -> None:
    made: Provenance = {"lexicon": 'the "big" one', "games": 7, "won": 0.5}
    assert parse_values(format_values(VALUES, made)) == (VALUES, made)


@pytest.mark.parametrize(
    ("whole", "broken"),
    [
        ("[made]", "[mad]"),
        ("[equal]", "[equals]"),
        ("[100, 200, 300]", "[100, 200]"),
        ("[20000, 30000]", "[]"),
        ("[20000, 30000]", "[20000.5]"),
        ("[20000, 30000]", "[2000000]"),
        ("[20000, 30000]", "[20000000000000]"),
        ("[20000, 30000]", "7"),
        ("[balance]\n", "balance = 3\n"),
        ("[pairs]", "["),
    ],
)
def test_a_file_that_has_no_values_is_refused(whole: str, broken: str) -> None:
    written = format_values(VALUES, {})
    assert whole in written
    with pytest.raises(ValueError):  # noqa: PT011
        parse_values(written.replace(whole, broken, 1))


def test_where_training_begins_no_leave_is_worth_anything() -> None:
    letters = tile_set("pl-current").alphabet.letters
    leaves = no_values(letters).to_kernel()
    assert all(leaves.value(bytes(kept)) == 0 for kept in ([], [0], [1, 1, 2], range(7)))


def test_vowels_of_polish_are_known_with_their_tails() -> None:
    letters = tile_set("pl-current").alphabet.letters
    assert "".join(letter for letter in letters if is_vowel(letter)) == "AĄEĘIOÓUY"
    assert vowel_bits(("A", "CH", "Ó")) == 0b1010
