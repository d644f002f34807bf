"""The arena measures any program that speaks its protocol, and says where answers differ."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EMPTY = "/".join(["15"] * 15)
KOT = "/".join(["15"] * 7 + ["6KOT6"] + ["15"] * 7)
LINES = [f"{KOT} AEŁ?/ABCDEFG 0/0 0", f"{KOT} ŹŹĆ/ABCDEFG 0/0 0".replace("ŹŹ", "ŹŃ"), f"{EMPTY} KOT/ABC 0/0 0"]


def arena(folder: Path, lexicon: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    positions = folder / "positions.tsv"
    positions.write_text("".join(f"{line}\t1\n" for line in LINES), "utf-8")
    command = [
        sys.executable,
        "-m",
        "bench.peers",
        "--lexicon",
        lexicon,
        "--positions",
        str(positions),
        "--rounds",
        "2",
    ]
    return subprocess.run(
        [*command, *arguments], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=250
    )


def twin(*arguments: str) -> str:
    code = f"import sys; sys.path.insert(0, {str(ROOT / 'tests')!r}); sys.argv[0] = 'twin'; "
    code += "import runpy; runpy.run_module('oracle.arena_peer', run_name='__main__')"
    return f'twin={sys.executable} -c "{code}"'


def cells(table: str, work: str, engine: str) -> list[str]:
    rows = [
        [cell.strip() for cell in line.strip("| \n").split("|")] for line in table.splitlines() if line.startswith("|")
    ]
    (found,) = [row for row in rows if row[0].startswith(work) and row[1] == engine]
    return found


@pytest.mark.slow
def test_a_peer_is_measured_and_compared(tmp_path: Path, short_lexicon: str) -> None:
    done = arena(tmp_path, short_lexicon, "--peer", twin())
    assert done.returncode == 0, done.stderr
    assert "2 positions, 2 rounds, one thread" in done.stdout, "the empty board is left out"
    for work in ("each play stored", "the best play"):
        _, _, rate, ratio, agreed = cells(done.stdout, work, "twin")
        assert int(rate) >= 0
        assert float(ratio.split()[0]) < 1
        assert agreed == "2 of 2"
        assert cells(done.stdout, work, "mostek, no word map")[-1] == "2 of 2"
    assert cells(done.stdout, "each play stored", "mostek")[3].startswith("1.00")
    assert float(cells(done.stdout, "each play generated", "mostek")[3].split()[0]) > 0
    assert "Not measured: wolges." in done.stdout


@pytest.mark.long
def test_a_peer_that_answers_otherwise_is_shown(tmp_path: Path, short_lexicon: str) -> None:
    peer = tmp_path / "wrong.py"
    start = f"import sys; sys.path.insert(0, {str(ROOT / 'tests')!r})\n"
    start += "from pathlib import Path\nfrom oracle.arena_peer import main\n"
    peer.write_text(f"{start}main(Path(sys.argv[1]), 1000)\n")
    done = arena(tmp_path, short_lexicon, "--peer", f"twin={sys.executable} {peer}")
    assert cells(done.stdout, "the best play", "twin")[-1] == "0 of 2"


@pytest.mark.parametrize(
    ("program", "why"),
    [
        pytest.param("print('no')", "bad did not get ready", marks=pytest.mark.long),
        pytest.param(
            "print('ready'); input(); print('1 2')", "bad answered the task 'all' with '1 2'", marks=pytest.mark.long
        ),
        pytest.param("print('ready')", r"bad has ended|answered the task 'all' with ''", marks=pytest.mark.long),
        pytest.param(
            "print('ready'); input(); print('2 5 5'); [print('2 5 5') for _ in range(3) if input()]",
            "bad wrote no answers to 'all'",
            marks=pytest.mark.long,
        ),
    ],
)
def test_a_peer_that_breaks_the_protocol_is_named(tmp_path: Path, short_lexicon: str, program: str, why: str) -> None:
    peer = tmp_path / "bad.py"
    peer.write_text(f"import functools; print = functools.partial(print, flush=True); {program}\n")
    done = arena(tmp_path, short_lexicon, "--peer", f"bad={sys.executable} {peer}")
    assert done.returncode == 1
    assert re.search(why, done.stdout)
