"""Runs the tests of what people see as on machines with other fonts: `python -m browser.machine_fonts [MACHINE …] [-- TESTS …]`.

The machine itself stays as it is: fontconfig reads a file of a temporary folder, and so does the browser. What comes after `--`
goes to pytest in the place of its own choice of tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fixtures_debian import apt_get

ROOT = Path(__file__).parents[2]
TESTS = (
    "tests/browser",
    "tests/documents",
    "tests/architecture/test_font.py",
    "tests/server/http/test_public_pages.py",
    "-m",
    "not long",
)
_EVERY_FAMILY = ("sans-serif", "serif", "monospace", "system-ui", "ui-monospace", "Arial", "Helvetica", "Georgia")


@dataclass(frozen=True)
class Machine:
    """What a machine has: Debian packages of fonts, and perhaps one family that it gives for every other."""

    packages: tuple[str, ...] = ()
    default: str | None = None


MACHINES: Mapping[str, Machine] = {
    "bare": Machine(),
    "desktop": Machine(
        (
            "fonts-dejavu-core",
            "fonts-dejavu-extra",
            "fonts-liberation",
            "fonts-noto-core",
            "fonts-croscore",
            "fonts-freefont-ttf",
        )
    ),
    "wide": Machine(("fonts-dejavu-core",), "DejaVu Sans"),
}


def configured(machine: Machine, folder: Path) -> Path:
    """The file of fontconfig of such a machine; its fonts lie beside it. Raises `RuntimeError` if Debian does not give them."""
    fonts = folder / "root"
    fonts.mkdir(parents=True)
    if machine.packages:
        _fetch(machine.packages, folder, fonts)
    aliases = "".join(
        f'<match target="pattern"><test name="family"><string>{family}</string></test>'
        f'<edit name="family" mode="assign" binding="strong"><string>{machine.default}</string></edit></match>'
        for family in (_EVERY_FAMILY if machine.default else ())
    )
    written = folder / "fonts.conf"
    written.write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>'
        f"<dir>{fonts}</dir><cachedir>{folder / 'cache'}</cachedir>{aliases}"
        '<include ignore_missing="yes">/etc/fonts/conf.d</include></fontconfig>',
        encoding="utf-8",
    )
    return written


def _fetch(packages: Sequence[str], folder: Path, into: Path) -> None:
    for command in (("update",), ("download", *packages)):
        done = apt_get(folder, *command)
        if done.returncode:
            raise RuntimeError(f"apt-get {command[0]}: {done.stderr.strip()}")
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", str(package), str(into)], check=True)


def run(name: str, tests: Sequence[str]) -> int:
    """Run the tests as on that machine. Returns the status of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        written = configured(MACHINES[name], Path(folder))
        environment = {**os.environ, "FONTCONFIG_FILE": str(written)}
        count = sum(path.suffix in {".ttf", ".otf"} for path in Path(folder, "root").rglob("*"))
        print(f"mostek: a machine that is {name}: {count} fonts", flush=True)
        return subprocess.run(
            [sys.executable, "-m", "pytest", *tests], cwd=ROOT, env=environment, check=False
        ).returncode


def main(arguments: Sequence[str]) -> int:
    """Run the tests on each machine that is named, or on all of them; 1 if one fails."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    if unknown := {*arguments[:end]} - {*MACHINES}:
        print(f"mostek: there is no machine {', '.join(sorted(unknown))}: {', '.join(MACHINES)}", file=sys.stderr)
        return 2
    statuses = {name: run(name, arguments[end + 1 :] or TESTS) for name in arguments[:end] or MACHINES}
    for name, status in statuses.items():
        print(f"mostek: {name}: {'all passed' if status == 0 else f'pytest ended with {status}'}")
    return int(any(statuses.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
