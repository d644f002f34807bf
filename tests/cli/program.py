"""The command line as a process of its own, with a locale of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

MOSTEK = [sys.executable, "-c", "from mostek.cli import main; main()"]


def environment(locale: str = "C.UTF-8") -> dict[str, str]:
    """Ours without what would choose another language or width."""
    chosen = {"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS"}
    own = {name: value for name, value in os.environ.items() if name not in chosen}
    return own | {"LANG": locale, "PYTHONUTF8": "1", "COLUMNS": "100"}


def run(
    *arguments: str | Path, locale: str = "C.UTF-8", stdin: str = "", **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run it to its end, with further variables of the environment."""
    return subprocess.run(
        [*MOSTEK, *map(str, arguments)],
        env=environment(locale) | variables,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
