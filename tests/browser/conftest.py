"""Chromium, the page as it is installed, and for each module a server of its own to which people come."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from browser.font_of_last_resort import configuration_with_empty_font, has_fonts
from browser.people import Person
from browser.serving import Server
from browser.words import Words

ROOT = Path(__file__).parents[2]
_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# No sandbox: within a container there is none. The rest keeps the browser from calling home.
# The first two features load the list below the address bar into each window as two pages of their own: half of all that a
# browser costs here (four windows: 3.9 s of the processor with them, 1.5 s without). The others are those of Playwright, whose
# list this one replaces.
_WITHOUT = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
    "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding",
    "ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying",
    "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    f"--disable-features={','.join(_WITHOUT)}",
]
# A page on a busy machine is slow; only a test that fails waits so long.
expect.set_options(timeout=30_000)

_FAILED = pytest.StashKey[bool]()


class Arrival(Protocol):
    """Somebody comes with a browser of their own; with a name said, unless it is told otherwise."""

    def __call__(self, name: str, *, introduced: bool = True, **device: Any) -> Person: ...


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here wants a browser. Nothing gets a second try: a click that is lost is lost for people, too."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The browser's program. Where it is missing the tests are skipped, and fail where CI looks."""
    found = os.environ.get("MOSTEK_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.skip("there is no Chromium: run `make chromium`, or name one by MOSTEK_CHROMIUM")
    with pytest.MonkeyPatch.context() as patch:
        if not has_fonts():
            patch.setenv("FONTCONFIG_FILE", str(configuration_with_empty_font(tmp_path_factory.mktemp("fonts"))))
        yield found


@pytest.fixture(scope="session")
def store(request: pytest.FixtureRequest) -> Path:
    """What takes seconds to make is kept here from one run to the next."""
    assert request.config.cache is not None
    return Path(request.config.cache.mkdir("browser"))


@pytest.fixture(scope="session")
def page_built(chromium: str, store: Path) -> None:
    """The page in the package is made of the sources that lie here."""
    with _alone(store):
        subprocess.run([sys.executable, str(ROOT / "build_backend" / "page.py"), "build"], check=True, cwd=ROOT)


@pytest.fixture(scope="session")
def words(store: Path) -> Words:
    """What may be laid, found in the GADDAG that the servers use, too."""
    with _alone(store), pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(store))
        return Words.open()


@pytest.fixture(scope="session")
def server(page_built: None, words: Words, store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server to which the people of other tests come, too; a start costs more than most tests."""
    with serving(store, tmp_path_factory.mktemp("served")) as started:
        yield started


@pytest.fixture(scope="module")
def unused_server(
    page_built: None, words: Words, store: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """A server that nobody has used yet, for a module that imports it as its `server`."""
    with serving(store, tmp_path_factory.mktemp("unused")) as started:
        yield started


@contextmanager
def serving(store: Path, folder: Path, host: str = "127.0.0.1", program: tuple[str, ...] = ()) -> Iterator[Server]:
    """A server in an empty folder, with what takes seconds to make from the store."""
    (folder / "cache").symlink_to(store / "cache")
    started = Server(folder, host, program=program) if program else Server(folder, host)
    started.start()
    try:
        yield started
    finally:
        started.stop()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser; each person has a context of their own in it, as if on a device of their own."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield opened
        opened.close()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Several processes of one test run do not do the same work at once."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Whether the test has failed is told to `arrives`, which then shows what the people saw."""
    report = yield
    if report.when == "call" and report.failed:
        item.stash[_FAILED] = True
    return report


@pytest.fixture
def arrives(browser: Browser, server: Server, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Arrival]:
    """People come; at the end they leave, and no browser may have complained."""
    came: list[Person] = []
    workers = {"service_workers": "allow"} if request.node.get_closest_marker("service_worker") else {}

    def come(name: str, *, introduced: bool = True, **device: Any) -> Person:
        came.append(Person.arrives(browser, server.url, name, **workers, **device))
        if introduced:
            came[-1].introduce()
        return came[-1]

    yield come
    if _FAILED in request.node.stash:
        for person in came:
            print(person.sees(tmp_path))
    faults = [f"{person.name}: {fault}" for person in came for fault in person.faults]
    for person in came:
        person.leaves()
    assert not faults
