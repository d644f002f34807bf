"""What a package says of itself and carries, and that other systems than this one are thought of."""

from __future__ import annotations

import ast
import re
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import packages

ROOT = Path(__file__).parents[2]
_OF_POSIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"}
"""Modules that Windows has not."""
_CALLS_OF_POSIX = {
    ("os", name)
    for name in ("fork", "getuid", "geteuid", "getpriority", "killpg", "nice", "setpriority", "setsid", "statvfs")
} | {("signal", name) for name in ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGWINCH", "alarm", "pthread_sigmask", "setitimer")}


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def test_the_page_of_the_index_stands_alone(project: dict[str, Any]) -> None:
    text = (ROOT / project["readme"]).read_text("utf-8")
    links = re.findall(r"\]\(([^)]*)\)|src=\"([^\"]*)\"", text)
    assert [link for pair in links for link in pair if link and not link.startswith("https://")] == []


def test_the_page_of_the_index_names_the_extras_that_there_are(project: dict[str, Any]) -> None:
    named = set(re.findall(r"`([a-z]+)`", (ROOT / project["readme"]).read_text("utf-8")))
    assert set(project["optional-dependencies"]) <= named


def test_a_server_prints_and_all_is_what_a_club_needs(project: dict[str, Any]) -> None:
    extras = project["optional-dependencies"]
    assert any(each.startswith("typst") for each in extras["server"])
    named = set(re.findall(r"[a-z]+", " ".join(re.findall(r"\[([a-z,]+)\]", " ".join(extras["all"])))))
    assert set(extras) - named - {"all", "pdf"} == {"cluster", "frequency", "postgres"}


def test_a_package_without_its_page_is_found_out(tmp_path: Path) -> None:
    names = [f"mostek/{name}" for name in (*packages.KEPT, "_kernel.abi3.so")]
    for lacking in names:
        with zipfile.ZipFile(tmp_path / "mostek.whl", "w") as wheel:
            for name in names:
                if name != lacking:
                    wheel.writestr(name, "")
        assert packages.missing_in(tmp_path / "mostek.whl") == [lacking]
    with tarfile.open(tmp_path / "mostek.tar.gz", "w:gz"):
        pass
    assert packages.missing_in(tmp_path / "mostek.tar.gz") == [f"src/mostek/{name}" for name in packages.KEPT]


def unguarded(tree: ast.Module) -> Iterator[str]:
    """What a module asks of POSIX while it is imported; a system without it could not import the module."""
    for statement in tree.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.If, ast.Try, ast.With)):
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Import):
                yield from (each.name for each in node.names if each.name in _OF_POSIX)
            elif isinstance(node, ast.ImportFrom) and node.module in _OF_POSIX:
                yield node.module
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                yield from ([f"{node.value.id}.{node.attr}"] if (node.value.id, node.attr) in _CALLS_OF_POSIX else [])


def test_windows_could_import_every_module() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "src").rglob("*.py"))
        for name in unguarded(ast.parse(path.read_text("utf-8")))
    ]
    assert found == []


def test_a_call_that_windows_lacks_is_seen() -> None:
    source = "import fcntl\nKILL = signal.SIGKILL\nif sys.platform != 'win32':\n    import resource\ndef f():\n    os.nice(1)\n"
    assert list(unguarded(ast.parse(source))) == ["fcntl", "signal.SIGKILL"]
