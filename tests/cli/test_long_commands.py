"""A command that takes long shows on a terminal that it goes on, and ends within a second of Ctrl-C."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.program import MOSTEK, environment
from mostek.cli import mostek
from mostek.lexicon.library import cache_folder

POSITION = ("15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15", "AEKLOŻ?/", "12/20", "0")
COMMANDS = {
    "engine best": ("engine", "best", *POSITION),
    "engine simulate": ("engine", "simulate", *POSITION, "--seconds", "60"),
    "engine train": ("engine", "train"),
    "lexicon export": ("lexicon", "export", "pl-rdzen", "--output", "list.kwg"),
    "puzzles mine": ("puzzles", "mine", *(f"partie/{number:02}.gcg" for number in range(1, 11)), "-o", "mine.puzzles"),
    "puzzles mine of self-play": ("puzzles", "mine", "--games", "1000", "-o", "mine.puzzles"),
    "review": ("review", "final.gcg", "--depth", "deep"),
    "statistics": ("statistics", "partie/", "--depth", "deep"),
}
WITHOUT_GRAPH = "engine best"
"""The command that builds the search graph of the list first; the others find it."""


class Terminal:
    """A command at a terminal of its own."""

    def __init__(self, folder: Path, data: Path, *arguments: str) -> None:
        self._screen, inner = pty.openpty()
        variables = {**environment(), "MOSTEK_DATA": str(data), "TERM": "xterm"}
        program = [*MOSTEK, "--lang", "en", *arguments]
        self.process = subprocess.Popen(
            program, cwd=folder, env=variables, stdin=inner, stdout=inner, stderr=inner, start_new_session=True
        )
        os.close(inner)
        self.shown = ""

    def read_until(self, sign: str, seconds: float) -> None:
        """Read what is shown, until a sign is there or the command has ended."""
        until = time.monotonic() + seconds
        while sign not in self.shown and time.monotonic() < until:
            if select.select([self._screen], [], [], 0.05)[0]:
                try:
                    self.shown += os.read(self._screen, 4096).decode("utf-8", "replace")
                except OSError:  # the command has closed its end
                    return

    def interrupt(self) -> float:
        """Press Ctrl-C, as a terminal sends it to all processes; the seconds until the command has ended."""
        begun = time.monotonic()
        os.killpg(self.process.pid, 2)
        try:
            self.process.wait(20)
        finally:
            self.process.kill()
        return time.monotonic() - begun

    def close(self) -> None:
        """Read the rest and close the terminal."""
        self.read_until("\0", 0.3)
        os.close(self._screen)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    assert CliRunner().invoke(mostek, ["samples", str(folder)]).exit_code == 0
    return folder


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name == "lexicon export" else pytest.mark.long) for name in COMMANDS]
)
def test_a_long_command_shows_that_it_goes_on_and_ends_soon_after_ctrl_c(
    name: str, folder: Path, tmp_path: Path
) -> None:
    if name != WITHOUT_GRAPH:
        (tmp_path / "cache").symlink_to(cache_folder())
    terminal = Terminal(folder, tmp_path, *COMMANDS[name])
    terminal.read_until("\r", 60)
    terminal.read_until(": ", 5)
    seconds = terminal.interrupt()
    terminal.close()
    assert "\r" in terminal.shown, terminal.shown
    assert "Interrupted." in terminal.shown, terminal.shown
    assert "Traceback" not in terminal.shown
    assert terminal.process.returncode == 130
    assert seconds < 3, seconds  # 1 s on a quiet machine
