"""What `make` and the build install is named by its version, and by its hash where the tool checks one."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import rust
from page import NODE_WHEEL

ROOT = Path(__file__).parents[2]
_RECIPES = [line for line in (ROOT / "Makefile").read_text(encoding="utf-8").splitlines() if line.startswith("\t")]
_FETCHES = re.compile(
    r"pip install|\buv\)? (pip|sync|add|tool|run)|\buvx\b|\bpipx\b|\bnpx\b|NPM\) (ci|install|exec)|cargo install"
)
_BY_LOCK_FILES = (
    "pip install --quiet --disable-pip-version-check --require-hashes ",
    "uv sync --quiet --frozen ",
    "$(NPM) ci ",
)
"""How a command must begin that fetches packages: by hashes, by `uv.lock`, by `package-lock.json`."""
_EXACT = re.compile(r"([A-Za-z0-9-]+)==([\d.]+)")


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def locked() -> dict[str, dict[str, Any]]:
    """The packages of `uv.lock` by name."""
    packages = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    return {package["name"]: package for package in packages}


def test_make_installs_by_lock_files_alone() -> None:
    fetching = [line for line in _RECIPES if _FETCHES.search(line)]
    assert len(fetching) == 8
    assert [line for line in fetching if not any(begin in line for begin in _BY_LOCK_FILES)] == []


def test_make_compiles_the_kernel_by_its_lock_file(project: dict[str, Any]) -> None:
    compiling = [line for line in _RECIPES if re.search(r"cargo (build|clippy|test|run)", line)]
    assert compiling
    assert all("--locked" in line for line in compiling)
    assert project["tool"]["maturin"]["locked"] is True


def test_the_build_fetches_nothing_by_itself_but_the_locked_packages_of_the_page() -> None:
    said = {
        value.value
        for source in (ROOT / "build_backend").glob("*.py")
        for value in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(value, ast.Constant) and isinstance(value.value, str)
    }
    assert "ci" in said
    assert said & {"install", "tool", "add", "exec", "npx", "pip"} == set()


def test_uv_is_named_with_the_hashes_of_its_files() -> None:
    first, *hashes = (line.strip(" \\") for line in (ROOT / "build_backend/uv.txt").read_text().splitlines())
    assert _EXACT.fullmatch(first)
    assert len(hashes) > 10, "one for each platform"
    assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", each) for each in hashes)


def test_the_toolchain_that_is_brought_is_named_with_its_hashes() -> None:
    hosts = ("x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu")
    parts = {part.name: part for part in rust.published_parts(ROOT)}
    assert set(parts) == {
        *(
            f"{tool}-{rust.PINNED}-{host}"
            for tool in ("rustc", "cargo", "rust-std", "clippy", "rustfmt")
            for host in hosts
        ),
        f"rust-std-{rust.PINNED}-{rust.PAGE_TARGET}",
    }
    assert all(re.fullmatch(r"[0-9a-f]{64}", part.sha256) and part.size > 1_000_000 for part in parts.values())
    assert rust.is_new_enough(rust.PINNED, ROOT)


def test_what_builds_is_the_locked_version(project: dict[str, Any], locked: dict[str, dict[str, Any]]) -> None:
    constraints = project["tool"]["uv"]["build-constraint-dependencies"]
    groups = project["dependency-groups"]
    assert {*project["build-system"]["requires"], NODE_WHEEL} <= {*constraints}
    assert sorted([*groups["build"], *groups["node"]]) == sorted(constraints)
    for constraint in constraints:
        exact = _EXACT.fullmatch(constraint)
        assert exact, f"{constraint} is no exact version"
        assert locked[exact[1]]["version"] == exact[2]


def test_what_comes_as_sources_is_built_by_what_is_locked(locked: dict[str, dict[str, Any]]) -> None:
    """A package without a wheel asks for what builds it by itself: that must be in the group `build`, too."""
    sources = {name for name, package in locked.items() if "sdist" in package and "wheels" not in package}
    assert sources == {"http-ece"}, "http-ece is built by setuptools"


def test_the_packages_of_the_page_are_exact() -> None:
    wanted = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    assert all(
        re.fullmatch(r"\d+\.\d+\.\d+", version)
        for kind in ("dependencies", "devDependencies")
        for version in wanted[kind].values()
    )
    packages = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert [
        name
        for name, package in packages.items()
        if name and "integrity" not in package and not package.get("inBundle")
    ] == []
