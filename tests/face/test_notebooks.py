"""The notebooks of the documentation run, and show what they show now."""

from __future__ import annotations

from pathlib import Path

import pytest

from face.notebooks import NOTEBOOKS, run_notebook


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_shows_now(path: Path) -> None:
    stored, now = run_notebook(path)
    assert stored == now, "run `python -m face.notebooks` in tests"


def test_there_are_three_notebooks() -> None:
    assert {path.stem for path in NOTEBOOKS} == {"game", "season", "words"}
