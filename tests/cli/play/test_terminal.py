"""The game as it runs in a terminal: killed, interrupted, resized, out of time."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import pexpect
import pytest

from cli.play.tables import MOSTEK, TOY, run, without_moments
from mostek.core.clock import Millis
from mostek.referee.state import Game
from mostek.store.game_files import entries
from mostek.store.game_lines import read_lines


def sit(data: Path, *arguments: str, size: tuple[int, int] = (24, 80)) -> pexpect.spawn:
    own = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    environment = {**own, "MOSTEK_DATA": str(data), "TERM": "xterm-256color", "PYTHONUTF8": "1"}
    child = pexpect.spawn(MOSTEK[0], [*MOSTEK[1:], *arguments], env=environment, encoding="utf-8", timeout=60)
    child.setwinsize(*size)
    return child


def saved() -> Game:
    (entry,) = entries()
    assert entry.game is not None
    return entry.game


def test_ctrl_c_leaves_with_one_sentence_and_status_130(data: Path) -> None:
    child = sit(data, "play", "--lexicon", TOY, "--humans", "2", "--name", "Ala")
    child.expect("press Enter to see the rack")
    child.sendintr()
    child.expect("The game is saved. Go on with: mostek resume")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 130
    assert saved().started


def test_lines_can_be_corrected_and_recalled(data: Path) -> None:
    child = sit(data, "play", "--lexicon", TOY, "--humans", "2", "--name", "Ala", "--name", "Ola")
    child.expect("press Enter")
    child.send("\r")
    child.expect("H8 WORD")
    child.send("pauzą\x7fa\r")
    child.expect("passes")
    child.send("\r")
    child.expect("H8 WORD")
    child.send("\x1b[A\r")
    child.expect("passes")
    child.send("\r")
    child.expect("H8 WORD")
    child.send("zapis\r\rzapis\r\r")
    for _ in range(2):
        child.expect("Total")
    child.send("nonsense\x15\x04")
    child.expect("The game is saved")
    child.expect(pexpect.EOF)
    assert len(saved().turns) == 2


def test_the_flag_falls_while_nobody_types(data: Path) -> None:
    child = sit(data, "play", "--lexicon", TOY, "--rulebook", "chal", "--humans", "2", "--minutes", "0.03")
    started = time.monotonic()
    for _ in range(4):
        child.expect("the time for the turn is up")
    child.expect("The game is over")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0
    assert time.monotonic() - started > 4 * 1.8
    assert [turn.forced for turn in saved().turns] == [True] * 4


def test_the_time_goes_on_at_the_prompt_and_keeps_what_was_typed(data: Path) -> None:
    child = sit(data, "play", "--lexicon", TOY, "--rulebook", "pfs", "--humans", "2", "--minutes", "1", "--name", "Ala")
    child.expect("1:00 .*> ")
    child.send("H8 KO")
    child.expect(r"0:5\d .*> H8 KO")
    child.setwinsize(30, 120)
    child.expect("Lexicon: .*> H8 KO")
    child.sendintr()
    child.expect(pexpect.EOF)


def test_time_away_is_not_charged_but_time_at_the_table_is(data: Path) -> None:
    child = sit(data, "play", "--lexicon", TOY, "--rulebook", "pfs", "--humans", "2", "--minutes", "1")
    child.expect(r"0:5[0-7] ")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.wait()
    (entry,) = entries()
    clock = saved().clock
    assert clock is not None
    assert clock.running is not None
    left = clock.left_at(clock.running, Millis(read_lines(entry.path.read_bytes()).kept.moment))
    assert left < 58_000
    time.sleep(4)
    child = sit(data, "resume")
    child.expect(r"0:(\d\d) Player")
    assert child.match is not None
    assert left // 1000 - 2 <= int(child.match[1]) <= left // 1000 + 1
    child.sendintr()
    child.expect(pexpect.EOF)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_a_killed_game_goes_on_to_the_same_end(seed: int, data: Path) -> None:
    """Kill it at any moment, again and again; the end is that of a game that nobody has killed."""
    chance = random.Random(seed)
    asked = ["play", "--lexicon", TOY, "--seed", str(seed)]
    run(asked, "\npauza\n" * 60, data)
    (entry,) = entries()
    expected = without_moments(read_lines(entry.path.read_bytes()).kept.events)
    entry.path.unlink()
    child = sit(data, *asked)
    for _ in range(6):
        child.expect("> ")
        for _ in range(chance.randrange(4)):
            child.send("\rpauza\r")
        time.sleep(chance.random() * 0.4)
        child.kill(signal.SIGKILL)
        child.wait()
        seen = entries()[0]
        assert seen.game is not None
        if not seen.is_unfinished:
            break
        child = sit(data, "resume")
    else:
        child.kill(signal.SIGKILL)
        child.wait()
        run(["resume"], "\npauza\n" * 60, data)
    (entry,) = entries()
    assert without_moments(read_lines(entry.path.read_bytes()).kept.events) == expected
