"""Makes the packages of a release into `dist/`, and checks them: `make packages`.

Wheels for Linux are compiled by the pinned Rust and linked by zig, so that they run with every glibc since 2.17 and are made for
two processors on one machine. One wheel serves every Python from 3.11 on. Those for macOS and Windows are made where these
run, by cibuildwheel with the settings in `pyproject.toml`.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from backend import build_sdist, prepare
from rust import WHEEL_TARGETS, own_environment

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
_BINARIES = Path(sys.executable).parent
GLIBC = "manylinux_2_17"
KEPT = (
    "server/static/index.html",
    "server/wasm/kernel.wasm",
    "messages/pl/LC_MESSAGES/mostek.mo",
    "lexicon/data/pl-wolny.lexicon",
)
"""What a package must have; wheels of other projects were published without their pages."""


class PackageError(RuntimeError):
    """A package lacks something, or its checks do not pass."""


def build_wheels() -> None:
    """Compile a wheel for each target."""
    prepare()
    environment = own_environment(ROOT)
    for target in WHEEL_TARGETS:
        # A folder of its own for each linker: cargo would take the one for the other.
        folder = ROOT / "kernel" / "target" / "wheels"
        command = [str(_BINARIES / "maturin"), "build", "--release", "--locked", "--zig", "--target", target]
        command += [
            "--compatibility",
            GLIBC,
            "--interpreter",
            "python3.11",
            "--out",
            str(DIST),
            "--target-dir",
            str(folder),
        ]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)


def missing_in(package: Path) -> list[str]:
    """What a wheel or a source distribution lacks of that which it must have.

    >>> missing_in(Path("none.zip"))
    Traceback (most recent call last):
    ...
    FileNotFoundError: [Errno 2] No such file or directory: 'none.zip'
    """
    if package.suffix == ".gz":
        with tarfile.open(package) as archive:
            names, wanted = archive.getnames(), [f"src/mostek/{name}" for name in KEPT]
    else:
        with zipfile.ZipFile(package) as wheel:
            names, wanted = wheel.namelist(), [f"mostek/{name}" for name in (*KEPT, "_kernel.abi3.so")]
    return [name for name in wanted if not any(each.endswith(name) for each in names)]


def check() -> None:
    """Check all packages: what they have, what they say of themselves, and which systems they run on. Raises `PackageError`."""
    packages = sorted(DIST.glob("mostek-*"))
    for package in packages:
        if lacking := missing_in(package):
            raise PackageError(f"{package.name} lacks {', '.join(lacking)}.")
    subprocess.run([str(_BINARIES / "twine"), "check", "--strict", *map(str, packages)], check=True)
    for wheel in DIST.glob("mostek-*.whl"):
        shown = subprocess.run(
            [str(_BINARIES / "auditwheel"), "show", str(wheel)], capture_output=True, text=True, check=True
        ).stdout
        if f'"{GLIBC}_' not in " ".join(shown.split()):
            raise PackageError(f"{wheel.name} does not run on {GLIBC}:\n{shown}")
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, {GLIBC}")


def main(arguments: list[str]) -> int:
    """What the Makefile asks for: `wheels`, or all packages with their checks."""
    # The backend calls maturin by its name, and maturin zig by that of its Python.
    os.environ["PATH"] = os.pathsep.join([str(_BINARIES), os.environ["PATH"]])
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    build_wheels()
    if arguments != ["wheels"]:
        print(build_sdist(str(DIST)))
        check()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
