"""How a process ends: 2 for wrong use, 130 after Ctrl-C, 141 when nobody reads on."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest

from cli.program import MOSTEK, environment, run


def started(*arguments: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*MOSTEK, *arguments], env=environment(), stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE
    )


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize("command", ["score", "moves", "referee"])
def test_ctrl_c_ends_with_130_and_one_sentence(command: str) -> None:
    line = {"score": b'{"play": "H8 KOT"}', "moves": b'{"rack": "?????????"}', "referee": b'{"type": "view"}'}[command]
    process = started(command, "--jsonl")
    assert process.stdin
    assert process.stdout
    process.stdin.write(line + b"\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith(b'{"line":1,')  # it is at work, and waits for the next line
    process.send_signal(signal.SIGINT)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert complaint.decode().strip() == "Przerwano."


@pytest.mark.skipif(os.name != "posix", reason="closes a pipe")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["play", "--help"],
        ["lexicon", "list"],
        ["rules"],
        ["rules", "pfs"],
        ["judge", "kot"],
        ["engine", "best", "/".join(["15"] * 15), "--rack", "KOTAEIO"],
        ["tournament", "list"],
    ],
    ids=" ".join,
)
def test_a_broken_pipe_ends_quietly_with_141(arguments: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = started(*arguments, stdout=writing)
    os.close(writing)
    _, complaint = process.communicate(timeout=60)
    assert process.returncode == 141
    assert complaint == b""


def test_a_broken_pipe_for_complaints_ends_too() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.Popen([*MOSTEK, "judge"], env=environment(), stderr=writing)
    os.close(writing)
    assert process.wait(60) == 141


def test_words_with_foreign_letters_are_invalid_and_nobody_says_which() -> None:
    ended = run("judge", "QUIZ", "kot")
    assert ended.returncode == 1
    assert ended.stdout.startswith("NIEPOPRAWNE\n")
    assert ended.stderr == ""
    assert "QUIZ" not in ended.stdout


@pytest.mark.parametrize("word", ["", "k0t", "ko t", " kot", "kot.", "k-t", "k?t", "[k]ot"])
def test_what_has_no_letters_only_is_wrong_use(word: str) -> None:
    ended = run("judge", "kot", "--", word)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert ended.stderr.startswith("Błąd: ")
