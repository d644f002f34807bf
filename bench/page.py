"""How long the page keeps a person waiting: first verdicts of a review, and the longest task of its main thread.

    python bench/page.py --runs 3

Chromium opens the page at a server of its own, each time with an empty store, so the word graph is built anew. While a review
is deepened, a position analysed, a list searched and a training game played, the tasks of the main thread are traced. On a busy
machine a task waits for the processor as well, so both are shown: the longest task by the clock, and the longest by the thread's
own processor time. The goal is 50 ms. First verdicts are counted from the press until the first grade is shown; the goal is 2 s.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser.people import Person
from browser.serving import Server
from engine.written_games import whole_game

_POSITION = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
_SLOW = 120_000
_LONG = 50.0
Work = Callable[[Page], float]
"""Something that the page does; returns the seconds that a person waits for the first answer."""


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    parser.add_argument("--only", nargs="+", default=[])
    asked = parser.parse_args()
    works: dict[str, Work] = {
        "review": review,
        "turn deepened by the page": deepened,
        "analysis": analysis,
        "words": words,
        "training": training,
    }
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder))
        server.start()
        browser = playwright.chromium.launch(executable_path=asked.chromium, args=["--no-sandbox", "--disable-gpu"])
        try:
            warm(browser, server)
            for name, work in works.items():
                if not asked.only or name in asked.only:
                    show(name, [measured(browser, server, work) for _ in range(asked.runs)])
        finally:
            browser.close()
            server.stop()


def warm(browser: Browser, server: Server) -> None:
    """One review, so that the server has built its word graph: it does so once in its life."""
    measured(browser, server, review)


def measured(browser: Browser, server: Server, work: Work) -> tuple[float, list[tuple[float, float]]]:
    """The seconds to the first answer, and the tasks by clock and by processor, in milliseconds."""
    person = Person.arrives(browser, server.url, "Ala")
    person.introduce()
    try:
        browser.start_tracing(
            page=person.page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"]
        )
        waited = work(person.page)
        return waited, tasks(json.loads(browser.stop_tracing()))
    finally:
        person.leaves()


def tasks(trace: Any) -> list[tuple[float, float]]:
    """The tasks of the main threads of pages."""
    events = trace["traceEvents"] if isinstance(trace, dict) else trace
    main = {
        (each["pid"], each["tid"])
        for each in events
        if each.get("name") == "thread_name" and each["args"]["name"] == "CrRendererMain"
    }
    return [
        (each["dur"] / 1000, each.get("tdur", 0) / 1000)
        for each in events
        if each.get("name") in ("RunTask", "ThreadControllerImpl::RunTask")
        and (each["pid"], each["tid"]) in main
        and "dur" in each
    ]


def show(name: str, runs: list[tuple[float, list[tuple[float, float]]]]) -> None:
    """Print the medians of the runs, and every run."""
    waits = sorted(waited for waited, _ in runs)
    clock = [max((dur for dur, _ in found), default=0.0) for _, found in runs]
    own = [max((cpu for _, cpu in found), default=0.0) for _, found in runs]
    longer = [sum(cpu > _LONG for _, cpu in found) for _, found in runs]
    print(
        f"{name}: first answer {median(waits):.2f} s ({waits[0]:.2f} to {waits[-1]:.2f}); longest task "
        f"{median(own):.0f} ms of the processor ({', '.join(f'{each:.0f}' for each in own)}), "
        f"by the clock {', '.join(f'{each:.0f}' for each in clock)}; tasks over 50 ms of the processor {longer}",
        flush=True,
    )


_SEEDS = iter(range(100, 100_000))


def review(page: Page) -> float:
    """A pasted game that the server has never seen, until its first grades, and five seconds of deepening."""
    page.goto("/review")
    page.get_by_role("textbox").fill(whole_game("pl-wolny", next(_SEEDS)))
    began = perf_counter()
    page.get_by_role("button", name="Przejrzyj partię").click()
    expect(page.locator(".grade").first).to_be_visible(timeout=_SLOW)
    waited = perf_counter() - began
    page.wait_for_timeout(5000)
    return waited


def deepened(page: Page) -> float:
    """A turn looked at by the kernel of the page, which it loads and builds first."""
    review(page)
    began = perf_counter()
    page.keyboard.press("d")
    expect(page.get_by_text(re.compile(r"Głębsze badanie: \d"))).to_be_visible(timeout=_SLOW)
    waited = perf_counter() - began
    page.wait_for_timeout(5000)
    return waited


def analysis(page: Page) -> float:
    """A position until its first moves, the word graph being built, and five seconds of simulation."""
    began = perf_counter()
    page.goto(f"/analysis?cgp={quote(_POSITION)}")
    expect(page.get_by_role("table").get_by_role("row").nth(3)).to_be_visible(timeout=_SLOW)
    waited = perf_counter() - began
    page.wait_for_timeout(5000)
    return waited


def words(page: Page) -> float:
    """A search through the whole list, the list being loaded, until its number of words is told."""
    page.goto("/words")
    page.get_by_role("tab", name="Wzorzec", exact=True).click()
    field = page.get_by_role("tabpanel").get_by_label("Wzorzec", exact=True)
    began = perf_counter()
    field.fill("*a")
    expect(page.get_by_role("status").filter(has_text="słów")).to_be_visible(timeout=_SLOW)
    waited = perf_counter() - began
    field.fill("k?t")
    expect(page.get_by_role("status").filter(has_text="5 słów")).to_be_visible(timeout=_SLOW)
    return waited


def training(page: Page) -> float:
    """A game against the level that chooses by the page, until its first move, and two more."""
    page.goto("/training")
    expect(page.get_by_label("Silnik gra").get_by_role("option")).to_have_count(5)
    page.get_by_label("Silnik gra").select_option(label="Klubowicz")
    page.get_by_label("Kto zaczyna").select_option("other")
    began = perf_counter()
    page.get_by_role("button", name="Zacznij partię").click()
    moves = page.locator(".moves li")
    expect(moves).to_have_count(1, timeout=_SLOW)
    waited = perf_counter() - began
    for number in (3, 5):
        page.get_by_role("button", name="Pauza", exact=True).click()
        page.get_by_role("button", name="Pauza", exact=True).last.click()
        expect(moves).to_have_count(number, timeout=_SLOW)
    return waited


if __name__ == "__main__":
    main()
