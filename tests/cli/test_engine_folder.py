"""Where the search graph cannot be kept, the answer says where, why, and what to do."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from mostek.cli import mostek
from mostek.engine import position

TURN = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLO/ 12/20 0"


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("pl", "Nie można zapisać grafu wyszukiwania w /home/uczeń/.cache: brak uprawnień"),
        ("en", "The search graph cannot be stored in /home/uczeń/.cache: Permission denied"),
    ],
)
def test_a_home_that_cannot_be_written_is_named_with_the_way_out(
    language: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "/home/uczeń/.cache")

    monkeypatch.setattr(position, "search_position", refuse)
    done = CliRunner().invoke(mostek, ["--lang", language, "engine", "best", TURN])
    assert done.exit_code != 0
    assert sentence in done.output
    assert "MOSTEK_DATA" in done.output
