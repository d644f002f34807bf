"""A check that has passed is left out only while nothing of what it reads has changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parents[2] / "build_backend" / "unchanged.py"
COUNTS = "import pathlib; file = pathlib.Path('runs'); file.write_text(file.read_text() + 'x')"
FAILS = f"{COUNTS}; raise SystemExit(3)"
SAVES = f"{COUNTS}; pathlib.Path('kept/a.py').write_text('saved while the check ran')"


class Checkout:
    """A repository with a copy of the program, and a check that counts how often it has run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for name, content in (
            ("build_backend/unchanged.py", PROGRAM.read_text("utf-8")),
            ("kept/a.py", "1"),
            ("runs", ""),
        ):
            self.write(name, content)
        self.write(".gitignore", ".gate/\n*.tmp\n")

    def write(self, name: str, content: str) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(content, encoding="utf-8")

    def git(self, *words: str) -> None:
        subprocess.run(["git", *words], cwd=self.root, check=True, capture_output=True)

    def check(self, code: str = COUNTS, *paths: str) -> int:
        """Run the check; its status."""
        words = [
            sys.executable,
            "build_backend/unchanged.py",
            "count",
            *(paths or ("kept",)),
            "--",
            sys.executable,
            "-c",
            code,
        ]
        return subprocess.run(words, cwd=self.root, check=False, capture_output=True).returncode

    @property
    def runs(self) -> int:
        return len((self.root / "runs").read_text())


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    made = Checkout(tmp_path)
    made.git("init")
    return made


def test_what_has_passed_is_not_run_again_until_a_file_changes(checkout: Checkout) -> None:
    assert [checkout.check(), checkout.check(), checkout.runs] == [0, 0, 1]
    checkout.write("beside/b.py", "not read by the check")
    checkout.write("kept/ignored.tmp", "no source")
    assert [checkout.check(), checkout.runs] == [0, 1]
    for number, (name, content) in enumerate((("kept/a.py", "2"), ("kept/new.py", ""), ("kept/a.py", "1")), 2):
        checkout.write(name, content)
        assert [checkout.check(), checkout.check(), checkout.runs] == [0, 0, number]
    (checkout.root / "kept" / "new.py").rename(checkout.root / "kept" / "other.py")
    assert [checkout.check(), checkout.runs] == [0, 5]


def test_a_file_that_git_knows_and_that_is_gone_is_a_change(checkout: Checkout) -> None:
    checkout.git("add", ".")
    checkout.check()
    (checkout.root / "kept" / "a.py").unlink()
    assert [checkout.check(), checkout.check(), checkout.runs] == [0, 0, 2]


def test_a_failure_is_run_again_and_takes_back_what_had_passed(checkout: Checkout) -> None:
    assert [checkout.check(), checkout.check(FAILS), checkout.check(FAILS), checkout.runs] == [0, 3, 3, 3]
    assert [checkout.check(), checkout.runs] == [0, 4]


def test_another_command_has_not_passed(checkout: Checkout) -> None:
    checkout.check()
    assert [checkout.check(f"{COUNTS}  "), checkout.runs] == [0, 2]


def test_a_file_that_was_saved_while_the_check_ran_is_checked_again(checkout: Checkout) -> None:
    assert [checkout.check(SAVES), checkout.check(SAVES), checkout.runs] == [0, 0, 2]
    assert [checkout.check(SAVES), checkout.runs] == [0, 2]


def test_without_git_everything_runs(tmp_path: Path) -> None:
    plain = Checkout(tmp_path)
    assert [plain.check(), plain.check(), plain.runs] == [0, 0, 2]
