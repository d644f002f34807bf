"""The data folder of each test: its own games, and one small lexicon for all."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.play.tables import TOY, install_toy
from mostek import messages
from mostek.lexicon.library import open_gaddag


@pytest.fixture(scope="session")
def lexica(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lexica")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(folder))
        install_toy()
        open_gaddag(TOY)
    return folder


@pytest.fixture(autouse=True)
def data(lexica: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for part in ("lexica", "cache"):
        (tmp_path / part).symlink_to(lexica / part)
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    messages.use("en")
    return tmp_path
