"""A command loads the modules that it needs, and no more."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import mostek
from cli.program import environment
from cli.tournament.desk import Desk

PROGRAM = """
import sys
from mostek.cli import main
try:
    main()
finally:
    print(*(name for name in sys.modules if name.partition(".")[0] in ("mostek", *HEAVY)), file=sys.stderr)
"""
HEAVY = ("asyncio", "numpy", "rich", "rustworkx", "sqlalchemy", "typst")


def loaded(folder: Path, *arguments: str) -> list[str]:
    """The modules of mostek, and the heavy ones of others, that a process has loaded by its end."""
    done = subprocess.run(
        [sys.executable, "-c", f"HEAVY = {HEAVY}\n{PROGRAM}", *arguments],
        env=environment() | {"MOSTEK_DATA": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stderr.split()


@pytest.mark.parametrize(
    ("arguments", "ceiling"), [("--version", 7), ("judge KOT", 17), ("tournament result 1 400:300", 95)]
)
def test_a_command_loads_few_modules(arguments: str, ceiling: int, desk: Desk) -> None:
    desk.founded(4).does("pair")
    names = loaded(desk.folder, *arguments.split())
    assert 0 < len(names) <= ceiling, names
    assert [name for name in names if name.partition(".")[0] in HEAVY] == []


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]
    assert mostek.__version__ == project["version"]
