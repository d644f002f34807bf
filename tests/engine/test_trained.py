"""Which trained values serve a lexicon."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mostek.core.tiles import BLANK, tile_set
from mostek.engine.leaves import VALUES_SUFFIX, LeaveValues, format_values, no_values, open_values, trained_folder
from mostek.engine.win_table import WINS_SUFFIX, WinTable, format_win_table, open_win_table
from mostek.lexicon import DEFAULT

LETTERS = tile_set("pl-current").alphabet.letters
OWN = replace(no_values(LETTERS), equal=((123,), *((0,) for _ in LETTERS)))


def keep(name: str, values: LeaveValues) -> None:
    trained_folder().mkdir(parents=True, exist_ok=True)
    (trained_folder() / f"{name}{VALUES_SUFFIX}").write_text(format_values(values, {}), "utf-8")


@pytest.fixture(autouse=True)
def _nothing_left(short_lexicon: str) -> None:
    for file in trained_folder().glob("*"):
        file.unlink()


def test_a_lexicon_without_values_goes_by_those_of_the_default(short_lexicon: str) -> None:
    values = open_values(short_lexicon, LETTERS)
    assert values == open_values(DEFAULT, LETTERS)
    assert values.letters == LETTERS


def test_values_trained_here_come_first(short_lexicon: str) -> None:
    keep(short_lexicon, OWN)
    assert open_values(short_lexicon, LETTERS) == open_values(f"{short_lexicon}@1", LETTERS) == OWN
    assert open_values(DEFAULT, LETTERS) != OWN
    keep(DEFAULT, OWN)
    assert open_values(DEFAULT, LETTERS) == OWN


def test_another_alphabet_has_no_values(short_lexicon: str) -> None:
    assert open_values(short_lexicon, ("A", "B")) == no_values(("A", "B"))


def test_a_damaged_file_is_no_silent_loss(short_lexicon: str) -> None:
    keep(short_lexicon, OWN)
    (trained_folder() / f"{short_lexicon}{VALUES_SUFFIX}").write_text("[made", "utf-8")
    with pytest.raises(ValueError, match="table declaration"):
        open_values(short_lexicon, LETTERS)


def test_the_win_table_of_the_package_knows_a_whole_bag(short_lexicon: str) -> None:
    wins = open_win_table(short_lexicon)
    assert wins.unseen == 93
    table = wins.to_kernel()
    assert table.share(-200, 10) < 100 < 65000 < table.share(200, 10)
    # Who is on turn with a whole bag wins a little more often than not.
    assert 0.5 < table.share(0, 93) / 65535 < 0.6
    own = WinTable({}, 0, 1, b"\x00\x00\x01\x00\x02\x00")
    trained_folder().mkdir(parents=True, exist_ok=True)
    (trained_folder() / f"{short_lexicon}{WINS_SUFFIX}").write_bytes(format_win_table(own))
    assert open_win_table(short_lexicon) == own


@pytest.mark.parametrize(
    ("better", "worse"),
    [("?", "A"), ("A", "F"), ("AN", "AA"), ("AEKR", "AEIO"), ("KA", "ŹŃ"), ("", "Ź"), ("AIR", "RRR"), ("??", "?S")],
)
def test_some_tiles_are_better_to_keep(short_lexicon: str, better: str, worse: str) -> None:
    leaves = open_values(DEFAULT, LETTERS).to_kernel()
    codes = {face: code for code, face in enumerate((BLANK, *LETTERS))}
    good, bad = (leaves.value(bytes(codes[face] for face in tiles)) for tiles in (better, worse))
    assert good > bad
