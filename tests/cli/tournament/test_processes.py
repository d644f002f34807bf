"""Real processes: two directors at once, one that is killed, and a quick start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from cli.program import MOSTEK, environment
from cli.tournament.desk import Desk


def started(folder: Path, *words: str, stdin: int | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*MOSTEK, "--lang", "en", "tournament", *words],
        env=environment() | {"MOSTEK_DATA": str(folder)},
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_two_directors_at_once_lose_nothing(desk: Desk) -> None:
    desk.founded(16).does("pair")
    processes = [started(desk.folder, "result", str(table), f"4{table:02}:300") for table in range(1, 9)]
    for process in processes:
        assert process.communicate()[1] == ""
        assert process.returncode == 0
    assert desk.does("missing")["missing"] == []
    assert desk.does("verify proba")["holds"]


def test_the_same_result_from_two_directors_is_entered_once(desk: Desk) -> None:
    desk.founded(4).does("pair")
    processes = [started(desk.folder, "result", "1", "400:300") for _ in range(3)]
    assert [(process.communicate(), process.returncode)[1] for process in processes] == [0, 0, 0]
    entered = [step for step in desk.does("log")["steps"] if step["command"] == "enter_result"]
    assert len(entered) == 1
    assert desk.pairings()["tables"][0]["result"]["scores"] == [400, 300]
    assert desk.does("verify proba")["holds"]


def test_two_helpers_with_one_pile_of_slips_enter_every_slip_once(desk: Desk) -> None:
    desk.founded(16).does("pair")
    slips = [f"{table} {400 + table} 300" for table in range(1, 9)]
    processes = [started(desk.folder, "result", "--file", "-", stdin=subprocess.PIPE) for _ in range(3)]
    for place, process in enumerate(processes):
        said, fault = process.communicate("\n".join(slips[place:] + slips[:place]))
        assert (process.returncode, fault) == (0, ""), said
    entered = [step for step in desk.does("log")["steps"] if step["command"] == "enter_result"]
    assert len(entered) == 8
    assert desk.does("verify proba")["holds"]


def test_whoever_has_confirmed_what_is_no_longer_so_looks_again(desk: Desk) -> None:
    desk.founded(4).does("pair")
    desk.does("result 1 400:300")
    waiting = started(desk.folder, "undo", stdin=subprocess.PIPE)
    assert waiting.stdout is not None
    while "taken back" not in waiting.stdout.readline():
        pass
    desk.does("result 2 400:300")
    _, said = waiting.communicate("y\n")
    assert waiting.returncode == 2
    assert "Another person has changed the tournament meanwhile" in said
    assert desk.does("missing")["missing"] == []


def test_a_script_that_is_killed_has_kept_every_line_that_it_answered(desk: Desk) -> None:
    desk.does("new Próba --set rounds=3")
    process = started(desk.folder, "run", "-e", "proba", "-", stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    for number in range(1, 6):
        process.stdin.write(f'{{"type": "register_entrant", "person": {{"name": "Gracz {number}"}}}}\n')
        process.stdin.flush()
        assert '"refused":null' in process.stdout.readline()
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert len(desk.does("entrants")["entrants"]) == 5
    assert desk.does("verify proba")["holds"]


def test_the_desk_starts_without_what_only_pairing_needs() -> None:
    program = (
        "import sys, mostek.features.desk.cli.group as g; "
        "print([name for name in ('rustworkx', 'typst', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_version_is_told_without_the_desk() -> None:
    program = (
        "import sys; from mostek.cli import mostek; mostek.main(['--version'], standalone_mode=False); "
        "print([name for name in sys.modules if name.startswith('mostek.tournament')])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
