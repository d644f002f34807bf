"""Thousands of random schedules: in the end all pages agree, nothing was done twice, nobody paid for what had not arrived."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from live.schedules import play

COUNT = int(os.environ.get("MOSTEK_SCHEDULES", "1000"))
"""How many are played; more in a soak run."""
_LOTS = 20


@pytest.mark.slow
@pytest.mark.parametrize("lot", range(_LOTS))
def test_after_any_schedule_all_pages_agree(lot: int) -> None:
    counts = Counter[str]()
    for seed in range(lot, COUNT, _LOTS):
        try:
            counts.update(play(seed).counts)
        except Exception as error:
            error.add_note(f"schedule {seed}; alone: python -m live.schedules --first {seed} --schedules 1")
            raise
    assert counts["done"] > 2 * counts["schedules"], counts
    assert counts["crashes"] > counts["schedules"] / 3, counts
    assert counts["stretches"], counts


def test_the_same_seed_plays_the_same() -> None:
    first, second = play("again"), play("again")
    assert [row.line for row in first.store.rows["table"]] == [row.line for row in second.store.rows["table"]]
    assert first.counts == second.counts
