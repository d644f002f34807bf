"""The clock against a model that counts every millisecond."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mostek.core.clock import Clock, Millis
from mostek.core.players import BySeat, Seat

deeds = st.lists(st.tuples(st.sampled_from([None, Seat.FIRST, Seat.SECOND]), st.integers(0, 300)), max_size=12)


@given(deeds)
def test_the_clock_agrees_with_counting(deeds: list[tuple[Seat | None, int]]) -> None:
    clock = Clock(BySeat.all(2, Millis(500)))
    left = {Seat.FIRST: 500, Seat.SECOND: 500}
    running: Seat | None = None
    now = 0
    for seat, span in deeds:
        for _ in range(span):
            now += 1
            if running is not None:
                left[running] = max(0, left[running] - 1)
        assert {s: clock.left_at(s, Millis(now)) for s in left} == left
        assert clock.overdue(Millis(now)) == (running if running is not None and left[running] == 0 else None)
        if clock.running is not None:
            clock = clock.stopped(clock.running, clock.left_at(clock.running, Millis(now)))
        if seat is not None:
            clock = clock.started(seat, Millis(now), clock.left[seat])
        running = seat


def test_a_thousandth_left_is_in_time_and_nothing_left_is_not() -> None:
    clock = Clock(BySeat.all(2, Millis(1000))).started(Seat.FIRST, Millis(0), Millis(1000))
    assert clock.overdue(Millis(999)) is None
    assert clock.overdue(Millis(1000)) is Seat.FIRST
    assert clock.runs_out_at() == 1000
    assert clock.stopped(Seat.FIRST, Millis(1)).runs_out_at() is None


def test_time_given_back_moves_the_moment_at_which_the_time_is_up_by_as_much() -> None:
    clock = Clock(BySeat.all(2, Millis(1000))).started(Seat.FIRST, Millis(0), Millis(1000)).credited(Millis(300))
    assert clock.left_at(Seat.FIRST, Millis(400)) == 900
    assert clock.overdue(Millis(1299)) is None
    assert clock.overdue(Millis(1300)) is Seat.FIRST
    assert clock.left == BySeat.all(2, Millis(1000))
