"""A data folder of its own for tests that keep tournaments."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    monkeypatch.delenv("MOSTEK_BACKUP", raising=False)
    return tmp_path
