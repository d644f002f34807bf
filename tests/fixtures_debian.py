"""The pinned Debian packages of the built-in lexica, fetched without root into a folder of its own."""

import os
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from mostek.lexicon.debian import HUNSPELL, WPOLISH, Package, contents


def _missing(reason: str) -> None:
    """In CI the package must be there; elsewhere its tests are passed over."""
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


def apt_get(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run apt-get with lists and cache of its own, so that neither root nor the system's lists are needed."""
    for name in ("lists/partial", "cache/archives/partial"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    options = {
        "Dir::State::Lists": folder / "lists",
        "Dir::Cache": folder / "cache",
        "Debug::NoLocking": "1",
        "APT::Sandbox::User": "",
    }
    settings = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    return subprocess.run(
        ["apt-get", "-q", *settings, *command], cwd=folder, capture_output=True, text=True, timeout=300
    )


def _run(folder: Path, *command: str) -> None:
    try:
        done = apt_get(folder, *command)
    except subprocess.TimeoutExpired:
        _missing(f"apt-get {command[0]} took too long")
    if done.returncode:
        _missing(f"apt-get {command[0]}: {done.stderr.strip()}")


@pytest.fixture(scope="session")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Package], Path]:
    """Fetches a package file, once."""
    if shutil.which("apt-get") is None:
        _missing("there is no apt-get here")
    folder = tmp_path_factory.mktemp("debian")
    _run(folder, "update")

    @cache
    def fetch(package: Package) -> Path:
        _run(folder, "download", f"{package.name}={package.version}")
        (file,) = folder.glob(f"{package.name}_*.deb")
        return file

    return fetch


@pytest.fixture(scope="session")
def wpolish_deb(debian: Callable[[Package], Path]) -> Path:
    """The package file of the default lexicon."""
    return debian(WPOLISH)


@pytest.fixture(scope="session")
def hunspell_deb(debian: Callable[[Package], Path]) -> Path:
    """The package file that the core lexicon needs besides."""
    return debian(HUNSPELL)


@pytest.fixture(scope="session")
def wpolish_text(wpolish_deb: Path) -> bytes:
    """The word list inside it, UTF-8."""
    (text,) = contents(wpolish_deb, WPOLISH)
    return text
