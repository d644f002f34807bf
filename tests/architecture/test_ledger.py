"""The ledger says what each function of a run of tests cost, whoever ran it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ledger

TESTS = Path(__file__).parents[1]
RUN = """
import subprocess, sys
import pytest

BURN = "import time\\nwhile time.process_time() < 0.4: pass"

@pytest.fixture(scope="module")
def dear():
    subprocess.run([sys.executable, "-c", BURN], check=True)

def test_a_child_costs(dear):
    pass

@pytest.mark.parametrize("number", range(3))
def test_cheap(number):
    assert number < 2
"""


@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_writes_what_its_functions_cost_with_their_fixtures_and_children(tmp_path: Path, workers: int) -> None:
    (tmp_path / "tests" / "inside").mkdir(parents=True)
    (tmp_path / "tests" / "inside" / "test_run.py").write_text(RUN, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    words = [sys.executable, "-m", "pytest", "-p", "ledger", "-p", "no:cacheprovider", "-n", str(workers), "tests"]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    subprocess.run(words, cwd=tmp_path, env=own | {"PYTHONPATH": str(TESTS)}, check=False, capture_output=True)
    [file] = (tmp_path / ledger.FOLDER).iterdir()
    costs = ledger.read([file])
    one, many = "tests/inside/test_run.py::test_a_child_costs", "tests/inside/test_run.py::test_cheap"
    assert {name: cost.items for name, cost in costs.items()} == {one: 1, many: 3, ledger.BESIDE: workers or 1}
    assert costs[one].processor >= 0.4
    assert costs[many].processor < 0.4
    assert ledger.grouped(costs, 2)["inside"].items == 4
