"""The ledger of durations: each run of the tests writes what every function of it cost, and a command shows the dearest.

A plugin of pytest, and a program: in `tests`, `python -m ledger` writes the table of `bench/notes/gate.md` from the newest
whole run of the gate, and `python -m ledger FILE…` prints it for others. Seconds of the processor are those of the process
that ran the test and of all its children that ended meanwhile, so they hardly depend on what else the machine does.
"""

from __future__ import annotations

import csv
import os
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = Path(".gate", "durations")
NOTE = ROOT / "bench" / "notes" / "gate.md"
RUNS_KEPT, DEAREST = 40, 30
BEGINNING, END = "<!-- the ledger -->", "<!-- the end of the ledger -->"
BESIDE = "(beside the tests)"
"""The name under which stands what the processes did beside their tests: imports and collection."""
_COST = "cost"
_OF_RUN = pytest.StashKey["Ledger"]()
_OF_TESTS = pytest.StashKey[list[float]]()
_STARTED = pytest.StashKey[tuple[float, float]]()


def processor_seconds() -> float:
    """The processor time so far, of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


@dataclass
class Cost:
    """What the items of one function cost together."""

    items: int = 0
    processor: float = 0.0
    wall: float = 0.0

    def add(self, items: int, processor: float, wall: float) -> None:
        """Add what was measured."""
        self.items += items
        self.processor += processor
        self.wall += wall


class Ledger:
    """The costs of one run, by function; the process that reports to people holds that of all its workers."""

    def __init__(self) -> None:
        self.costs: dict[str, Cost] = defaultdict(Cost)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """An item has ended: its last report says what it cost."""
        for name, value in report.user_properties if report.when == "teardown" else ():
            if name == _COST:
                self.costs[report.nodeid.partition("[")[0]].add(1, *value)  # type: ignore[misc]

    def pytest_testnodedown(self, node: Any) -> None:
        """A worker of xdist has ended: all that it did beside its tests, such as collecting them."""
        told: dict[str, Any] = getattr(node, "workeroutput", {})
        if "beside" in told:
            self.costs[BESIDE].add(1, *told["beside"])

    def write(self, file: Path) -> None:
        """Write the costs as a table, the dearest first; only the last runs are kept."""
        file.parent.mkdir(parents=True, exist_ok=True)
        rows: list[tuple[str, int, str, str]]
        rows = [(name, each.items, f"{each.processor:.2f}", f"{each.wall:.2f}") for name, each in self.costs.items()]
        rows.sort(key=lambda row: -float(row[2]))
        draft = file.with_suffix(".new")
        with draft.open("w", encoding="utf-8", newline="") as stream:
            table = csv.writer(stream, delimiter="\t", lineterminator="\n")
            table.writerow(("function", "items", "processor", "wall"))
            table.writerows(rows)
        draft.replace(file)
        for old in sorted(file.parent.glob("*.tsv"))[:-RUNS_KEPT]:
            old.unlink(missing_ok=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    """An item begins: from here its cost counts, with all fixtures that are made for it."""
    item.stash[_STARTED] = (processor_seconds(), time.perf_counter())
    return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> None:
    """The last report of an item carries its cost."""
    if call.when == "teardown" and _STARTED in item.stash:
        processor, wall = item.stash[_STARTED]
        cost = (processor_seconds() - processor, time.perf_counter() - wall)
        item.user_properties.append((_COST, cost))
        item.config.stash[_OF_TESTS].append(cost[0])


def pytest_configure(config: pytest.Config) -> None:
    """Open the ledger where the reports of all workers arrive."""
    config.stash[_OF_TESTS] = []
    if not hasattr(config, "workerinput"):
        config.stash[_OF_RUN] = Ledger()
        config.pluginmanager.register(config.stash[_OF_RUN], "ledger of durations")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the ledger of the run, or, in a worker, say what was done beside the tests."""
    config = session.config
    of_tests: list[float] = config.stash[_OF_TESTS]
    beside = (processor_seconds() - sum(of_tests), 0.0)
    if hasattr(config, "workerinput"):
        config.workeroutput["beside"] = beside  # type: ignore[attr-defined]
        return
    ledger = config.stash[_OF_RUN]
    if ledger.costs:
        if not config.getoption("numprocesses", None):
            ledger.costs[BESIDE].add(1, *beside)
        ledger.write(config.rootpath / FOLDER / f"{datetime.now(UTC):%Y%m%dT%H%M%S}-{os.getpid()}.tsv")


def read(files: Iterable[Path]) -> dict[str, Cost]:
    """The costs that stand in files, together."""
    costs: dict[str, Cost] = defaultdict(Cost)
    for file in files:
        with file.open(encoding="utf-8", newline="") as stream:
            for name, items, processor, wall in list(csv.reader(stream, delimiter="\t"))[1:]:
                costs[name].add(int(items), float(processor), float(wall))
    return costs


def grouped(costs: dict[str, Cost], parts: int) -> dict[str, Cost]:
    """The costs by folder: the first parts of the path below `tests`."""
    groups: dict[str, Cost] = defaultdict(Cost)
    for name, cost in costs.items():
        folders = name.partition("::")[0].split("/")[1:-1]
        groups["/".join(folders[:parts]) or name].add(cost.items, cost.processor, cost.wall)
    return groups


def table(costs: dict[str, Cost], head: str) -> Iterator[str]:
    """A table in Markdown, the dearest first."""
    yield f"| {head} | items | processor, s | wall, s |"
    yield "|---|--:|--:|--:|"
    for name, cost in sorted(costs.items(), key=lambda each: -each[1].processor):
        yield f"| `{name}` | {cost.items} | {cost.processor:.1f} | {cost.wall:.1f} |"


def dearest(costs: dict[str, Cost], count: int) -> dict[str, Cost]:
    """The functions that cost the most."""
    ranked = sorted(costs.items(), key=lambda each: -each[1].processor)
    return {name.removeprefix("tests/"): cost for name, cost in ranked[:count]}


def page(costs: dict[str, Cost]) -> str:
    """Both tables: by folder, and the dearest functions."""
    whole = Cost()
    for cost in costs.values():
        whole.add(cost.items, cost.processor, cost.wall)
    lines = [f"{whole.items} items, {whole.processor:.0f} s of the processor.", ""]
    lines += [*table(grouped(costs, 2), "folder"), "", *table(dearest(costs, DEAREST), "function")]
    return "\n".join(lines)


def newest() -> Path:
    """The newest run of the whole gate: among the kept ones, the last that ran at least half as many items as the largest."""
    sizes = {file: sum(cost.items for cost in read([file]).values()) for file in sorted((ROOT / FOLDER).glob("*.tsv"))}
    if not sizes:
        raise SystemExit("No run has been written yet: run `make test`.")
    return [file for file, size in sizes.items() if 2 * size >= max(sizes.values())][-1]


def main(files: list[Path]) -> None:
    """Print the tables of these files, or write those of the newest whole run into the note."""
    if files:
        print(page(read(files)))
        return
    before, _, rest = NOTE.read_text("utf-8").partition(BEGINNING)
    after = rest.partition(END)[2]
    NOTE.write_text(f"{before}{BEGINNING}\n{page(read([newest()]))}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]])
