"""Says before anything is installed what this machine lacks. An old Python reads it, too."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from said import say

_NEEDED = 600
_NEEDED_WITH_RUST = 1300
"""The free megabytes that an installation takes for a while, and with a Rust of its own."""
_MEGABYTE = 1000000


def is_ready(root: Path) -> bool:
    """Whether mostek can be installed here; what is missing is said."""
    is_installed = (root / ".venv" / ".serves").exists()
    return _has_python() and _has_compiler() and (is_installed or (_can_write(root) and _has_space(root)))


def _has_python() -> bool:
    found = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info < (3, 11):  # noqa: UP036
        say(
            f"potrzebny jest Python 3.11 albo nowszy, a {sys.executable} to {found}. Wskaż nowszy: make PYTHON=python3.12",
            f"Python 3.11 or newer is needed, and {sys.executable} is {found}. Name a newer one: make PYTHON=python3.12",
        )
        return False
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        say(
            f"Pythonowi {sys.executable} brakuje modułu venv: sudo apt-get install python3-venv",
            f"the Python {sys.executable} lacks its venv module: sudo apt-get install python3-venv",
        )
        return False
    return True


def _has_compiler() -> bool:
    if shutil.which("cc"):
        return True
    say(
        "nie ma tu kompilatora C (cc), którym Rust łączy jądro: sudo apt-get install gcc libc6-dev",
        "there is no C compiler (cc) here, with which Rust links the kernel: sudo apt-get install gcc libc6-dev",
    )
    return False


def _can_write(root: Path) -> bool:
    try:
        with tempfile.NamedTemporaryFile(dir=str(root)):
            return True
    except OSError as error:
        say(
            f"w folderze {root} nie można pisać ({error.strerror}). Skopiuj mostka tam, gdzie możesz, i tam daj make run.",
            f"the folder {root} cannot be written ({error.strerror}). Copy mostek to where you may write, and make run there.",
        )
        return False


def _has_space(root: Path) -> bool:
    needed = _NEEDED if shutil.which("cargo") or (root / ".rust").exists() else _NEEDED_WITH_RUST
    free = shutil.disk_usage(str(root)).free // _MEGABYTE
    if free >= needed:
        return True
    say(
        f"na dysku z {root} jest {free} MB wolnego, a potrzeba {needed} MB. Zwolnij miejsce i daj make jeszcze raz.",
        f"the disk of {root} has {free} MB free, and the installation needs {needed} MB. Free some space and make once more.",
    )
    return False


if __name__ == "__main__":
    sys.exit(not is_ready(Path(os.path.abspath(__file__)).parent.parent))
