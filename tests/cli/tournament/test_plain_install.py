"""`pip install mostek` without any extra: an event from the entries to the standings, and a sentence where PDF is missing."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

from cli.program import environment

MODULES = {"argon2-cffi": "argon2", "uvicorn[standard]": "uvicorn"}
"""The modules of distributions whose names are others."""
EVENT = """
new Otwarty --date 2026-11-21 --seed abc --set rounds=3
register Ala
register Ola
register Ewa
register Jan
register Iga
checkin --all
pair
result 1 412:388 2 350:349
pair --system swiss
result 1 300:400 2 420:410
pair --system danish
pairings
standings
crosstable
rating
verify
"""


def extras() -> list[str]:
    """The modules that only the extras of the package bring."""
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]
    base = {_name(each) for each in project["dependencies"]}
    optional = {_name(each) for group in project["optional-dependencies"].values() for each in group}
    return sorted(MODULES.get(name, name) for name in optional - base)


def _name(requirement: str) -> str:
    return re.split(r"[<>=;]", requirement)[0].strip()


def run(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A command in a Python that has none of the extras."""
    program = f"import sys\nfor each in {extras()!r}: sys.modules[each] = None\nfrom mostek.cli import main\nmain()"
    words = ["--lang", "en", "tournament", *line.split()]
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        env=environment() | {"MOSTEK_DATA": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_event_runs_from_the_entries_to_the_standings(tmp_path: Path) -> None:
    assert {"typst", "cryptography", "litestar", "argon2"} <= set(extras())
    for line in EVENT.strip().splitlines():
        done = run(tmp_path, line)
        assert done.returncode == 0, (line, done.stdout, done.stderr)
        assert "Traceback" not in done.stderr
    done = run(tmp_path, f"print standings -o {tmp_path / 'standings.pdf'}")
    assert done.returncode == 2
    assert done.stderr.strip() == "Error: PDF needs an addition to mostek: pip install 'mostek[pdf]'."
