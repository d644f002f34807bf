"""What all tests share: the shared corpus, Hypothesis profiles, and that nothing is skipped where CI looks."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["ledger", "fixtures_postgresql"]
if (Path(__file__).parent / "fixtures_debian.py").exists():
    pytest_plugins.append("fixtures_debian")

ROOT = Path(__file__).parents[1]
KINDS = ("architecture", "browser", "clauses", "differential", "properties")
"""Folders whose tests carry the folder's name as a marker: `pytest -m clauses` runs one kind."""
IN_CI = os.environ.get("CI") == "true"

settings.register_profile("dev", max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if IN_CI else "dev")

# A job in the background is born deaf to Ctrl-C, and so are the programs that it starts; the tests press it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collecting makes a million objects that all stay.

    To look through them for garbage took a third of the time of the collection, and a third of a server's start in every
    test after it. So they are taken for no garbage, and from now on only what the tests make is looked through.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def shared_corpus() -> Path:
    """The folder of real files of the world: beside the repository, or where MOSTEK_SHARED says."""
    folder = Path(os.environ.get("MOSTEK_SHARED", ROOT.parent / "shared")) / "corpus"
    if not folder.is_dir():
        pytest.skip("the shared corpus is not here")
    return folder


@pytest.fixture(autouse=True)
def _priority() -> Iterator[None]:
    """No test lowers the priority of the process that runs it: all that come after it would wait for the others."""
    before = os.getpriority(os.PRIO_PROCESS, 0)
    yield
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    tests = ROOT / "tests"
    for item in items:
        folder = item.path.relative_to(tests).parts[0] if item.path.is_relative_to(tests) else ""
        if folder in KINDS:
            item.add_marker(folder)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One table of all endings of a game and all surfaces (`tests/server/http/test_outcomes.py`), of this run and its workers."""
    reports = [*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())]
    found = dict(value for each in reports for name, value in getattr(each, "user_properties", ()) if name == "outcome")
    if not found:
        return
    surfaces = list(next(iter(found.values())))
    terminalreporter.write_line("Outcomes: ✓ told, · this surface has no word on it, ✗ told otherwise")
    width = max(map(len, surfaces))
    for number, ending in enumerate(found, 1):
        terminalreporter.write_line(f"{number:>{width}} {ending}")
    terminalreporter.write_line(" " * width + "".join(f"{number:>3}" for number in range(1, len(found) + 1)))
    for name in surfaces:
        marks = (said[name] if said[name] in ("·", "✗") else "✓" for said in found.values())
        terminalreporter.write_line(f"{name:>{width}}" + "".join(f"{mark:>3}" for mark in marks))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """With CI=true a skipped test fails the run: a suite that did not run proves nothing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if IN_CI and reporter is not None and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
