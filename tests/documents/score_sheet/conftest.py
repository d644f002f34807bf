"""These tests read English sentences, at no certain width."""

from __future__ import annotations

from pathlib import Path

import pytest

from mostek import messages


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    messages.use("en")
    return tmp_path
