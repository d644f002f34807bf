"""Random events: whatever people do, and in whatever order, the desk keeps its promises."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from mostek.tournament.entrants import EntrantStatus
from tournament.desk.random_events import RandomEvent


@pytest.mark.parametrize("start", range(0, 60, 10))
def test_whatever_happens_the_event_holds_together(start: int) -> None:
    for number in range(start, start + 10):
        RandomEvent(f"event {number}").run()


@pytest.mark.parametrize(("size", "rounds", "commands"), [(300, 2, 420), (121, 3, 300), (40, 20, 700)])
def test_a_bigger_field_holds_together_too(size: int, rounds: int, commands: int) -> None:
    RandomEvent(f"bigger {size}", size, rounds).run(commands)


def test_the_same_seed_is_the_same_event() -> None:
    first, second = RandomEvent("twin").run(), RandomEvent("twin").run()
    assert first.log.data == second.log.data


TOLD = """
from hashlib import sha256
from tournament.desk.random_events import RandomEvent
print(sha256(b"".join(bytes(RandomEvent(f"hash {number}").run().log.data) for number in range(6))).hexdigest())
"""


def test_nothing_depends_on_how_python_orders_its_sets() -> None:
    """Pairings, places and logs are the same under every hash seed."""
    told = []
    for seed in ("0", "1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        done = subprocess.run([sys.executable, "-c", TOLD], env=environment, capture_output=True, text=True, check=True)
        told.append(done.stdout)
    assert len(set(told)) == 1


def test_chance_goes_everywhere() -> None:
    """The driver would prove nothing if it did not get as far as played rounds, exclusions, returns and refusals."""
    events = [RandomEvent(f"event {number}").run() for number in range(40)]
    rounds = [len(each.rounds) for event in events for each in event.state.divisions.values()]
    statuses = {entrant.status for event in events for entrant in event.state.entrants.values()}
    reasons = {reason for event in events for reason in event.seen}
    assert max(rounds) >= 7
    assert sum(count >= 2 for count in rounds) >= 20
    assert statuses == set(EntrantStatus)
    assert len(reasons) >= 30
    assert {event.template for event in events} == {"pfs", "open", "school", "chal"}
    assert any(event.state.closed_on for event in events)
