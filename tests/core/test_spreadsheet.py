"""A text is no formula in a spreadsheet, and is read back as it was."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from mostek.core.spreadsheet import escaped_cell, plain_cell, table_text

FORMULAS = ("=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", " =1", "＝1+1", "-2+3", "+cmd|' /C calc'!A0", "-", "=")


def test_what_would_be_evaluated_has_an_apostrophe() -> None:
    assert [escaped_cell(each)[0] for each in FORMULAS] == ["'"] * len(FORMULAS)


def test_numbers_and_usual_names_are_as_they_were() -> None:
    for plain in ("-5", "+5", "-5,5", "-0.25", "Żółw", "'s-Gravenhage", "O'Hara", "", "5 = 5"):
        assert escaped_cell(plain) == plain


@given(st.text(alphabet="'=+-@ \t1a＝,.", max_size=8))
def test_every_text_comes_back(text: str) -> None:
    assert plain_cell(escaped_cell(text)) == text


def test_numbers_stay_numbers_in_a_table() -> None:
    (row,) = csv.reader(io.StringIO(table_text([["=1+1", -5, None, 0.5]])), delimiter=";")
    assert row == ["'=1+1", "-5", "", "0.5"]
