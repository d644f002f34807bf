"""What installs says that it works, passes the status of its command on, and ends with Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

WATCHED = Path(__file__).parents[2] / "build_backend" / "watched.py"


def watched(*command: str, language: str = "en_GB.UTF-8", more: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, str(WATCHED), "3/4 libraries", *more, "--", *command],
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "LC_ALL": language},
    )


def test_it_says_every_two_seconds_what_goes_on_and_for_how_long() -> None:
    process = watched(sys.executable, "-c", "import time; time.sleep(5)")
    _, said = process.communicate(timeout=60)
    first, *lines = said.splitlines()
    assert first == "mostek: 3/4 libraries …"
    assert len(lines) >= 2
    assert all(line.startswith("mostek: 3/4 libraries: ") and " s" in line for line in lines)
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("language", "said"), [("pl_PL.UTF-8", "% jądra"), ("en_GB.UTF-8", "% of the kernel compiled")]
)
def test_it_says_how_much_of_the_kernel_is_compiled(language: str, said: str, tmp_path: Path) -> None:
    for crate in range(20):
        folder = tmp_path / "release" / ".fingerprint" / str(crate)
        folder.mkdir(parents=True)
        if crate < 15:
            (folder / "lib.json").touch()
    process = watched(
        sys.executable, "-c", "import time; time.sleep(3)", language=language, more=("--crates", str(tmp_path))
    )
    _, lines = process.communicate(timeout=60)
    assert said in lines


def test_the_status_and_the_words_of_the_command_pass_through() -> None:
    process = watched(sys.executable, "-c", "import sys; print('no network', file=sys.stderr); sys.exit(3)")
    _, said = process.communicate(timeout=60)
    assert process.returncode == 3
    assert "no network" in said


def test_ctrl_c_ends_the_command_and_all_that_it_started(tmp_path: Path) -> None:
    process = watched("sh", "-c", f"echo $$ > {tmp_path}/pid; sleep 600")
    pid = tmp_path / "pid"
    while not pid.exists() or not pid.read_text().strip():
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)
