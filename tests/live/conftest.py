"""Servers are killed all the time here, and what they log of it is said to nobody."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog

from live.schedules import silence


@pytest.fixture(autouse=True)
def _silence() -> Iterator[None]:
    before = structlog.get_config()
    silence()
    yield
    structlog.configure(**before)  # else later tests in the same process would wait for warnings in vain
