"""The win table, against counting."""

from __future__ import annotations

import numpy as np
import pytest

from mostek.engine.win_table import WinTable, fit_win_table, format_win_table, parse_win_table


def wins(*turns: tuple[int, int, int], spread: int = 50) -> WinTable:
    return fit_win_table(np.array(turns, np.int32), {"seed": 1}, spread)


def share(table: WinTable, lead: int, unseen: int) -> int:
    return int(table.table[unseen, lead + table.spread])


def test_a_lead_is_won_as_often_as_changes_leave_it() -> None:
    """Three turns with four tiles unseen: the lead then changed by +10, 0 and -20."""
    table = wins((4, 5, 15), (4, -7, -7), (4, 30, 10))
    shares = {-11: 0, -10: 167, -9: 333, -1: 333, 0: 500, 1: 667, 19: 667, 20: 833, 21: 1000}
    assert {lead: share(table, lead, 4) for lead in shares} == shares


def test_with_nothing_unseen_the_lead_is_the_result() -> None:
    table = wins((1, 0, 7))
    assert [share(table, lead, 0) for lead in (-1, 0, 1)] == [0, 500, 1000]


def test_rows_rise_and_beyond_the_edge_everything_is_decided() -> None:
    random = np.random.default_rng(3)
    leads = random.integers(-100, 100, 4000)
    turns = np.stack([random.integers(1, 94, 4000), leads, leads + random.normal(0, 60, 4000).astype(int)], axis=1)
    table = fit_win_table(turns.astype(np.int32), {}).table
    assert table.shape == (94, 601)
    assert (np.diff(table.astype(int), axis=1) >= 0).all()
    assert (table[:, 0] == 0).all()
    assert (table[:, -1] == 1000).all()


def test_neighbours_help_while_there_is_a_bag() -> None:
    table = wins(*[(20, 0, 10)] * 9, *[(21, 0, -10)] * 9)
    assert share(table, 0, 20) == 571  # four parts of seven
    assert share(table, 0, 21) == 429
    assert share(table, 0, 12) == share(table, 0, 17) == 1000  # as the nearest row above that was met
    assert [share(wins((6, 0, 10), (7, 0, -10)), 0, unseen) for unseen in (6, 7)] == [1000, 0]


def test_a_table_is_read_as_it_was_written() -> None:
    table = wins((4, 5, 15), (9, -7, -7))
    assert parse_win_table(format_win_table(table)) == table
    kernel = table.to_kernel()
    assert kernel.share(0, 0) == 32768
    assert kernel.share(999, 4) == 65535
    assert kernel.share(-10, 4) == round(0.5 * 65535)


def test_what_is_no_table_is_refused() -> None:
    table = wins((4, 5, 15))
    for broken in (
        format_win_table(table)[:-1],
        format_win_table(WinTable({}, table.unseen, table.spread, table.shares[:-2])),
        format_win_table(WinTable({}, 0, 1, b"\x02\x00\x01\x00\x03\x00")),
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            parse_win_table(broken)
