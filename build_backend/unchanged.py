"""Run a check, unless it has passed on this machine with exactly these inputs: `make checks` does so with the slow ones.

    python build_backend/unchanged.py NAME PATH… -- COMMAND…

The inputs are the contents of the files below the paths (as git names them: `':!*.md'` leaves some out), the command itself
and the versions of the tools. What passed is written as one line into `.gate/passed/NAME`; a new machine has none of these
files, so there every check runs. Where there is no git every check runs, too.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PASSED = ROOT / ".gate" / "passed"
_TOOLS = ("python3", "cargo", "node")


def inputs_hash(paths: Sequence[str], command: Sequence[str], root: Path = ROOT) -> str | None:
    """The hash of all inputs, or `None` where git cannot name them."""
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths]
    try:
        listed = subprocess.run(listing, cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    whole = hashlib.sha256(repr((command, sys.version, [tool_version(name) for name in _TOOLS])).encode())
    for name in sorted(set(filter(None, listed.split(b"\0")))):
        file = root / name.decode()
        content = file.read_bytes() if file.is_file() else b"gone"
        whole.update(hashlib.sha256(name).digest() + hashlib.sha256(content).digest())
    return whole.hexdigest()


def tool_version(name: str) -> str:
    """What the tool says of its version; nothing where the machine has none."""
    program = shutil.which(name)
    if program is None:
        return ""
    return subprocess.run([program, "--version"], cwd=ROOT, capture_output=True, text=True, check=False).stdout


def run_unless_passed(name: str, paths: Sequence[str], command: Sequence[str], root: Path = ROOT) -> int:
    """Run the command unless it has passed with these inputs; its exit status."""
    stamp = root / PASSED.relative_to(ROOT) / name
    before = inputs_hash(paths, command, root)
    if before is not None and stamp.is_file() and stamp.read_text("utf-8").strip() == before:
        print(f"{name}: unchanged since it passed here")
        return 0
    stamp.unlink(missing_ok=True)
    status = subprocess.run(command, cwd=root, check=False).returncode
    # Who saves a file while a check runs does not know which of both it has seen.
    if status == 0 and before is not None and inputs_hash(paths, command, root) == before:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(f"{before}\n", encoding="utf-8")
    return status


if __name__ == "__main__":
    name, *rest = sys.argv[1:]
    middle = rest.index("--")
    sys.exit(run_unless_passed(name, rest[:middle], rest[middle + 1 :]))
