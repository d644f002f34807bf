"""Whatever a line holds, it is answered, and so are the others."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cli.programs.lines import run
from mostek.cli import mostek
from mostek.cli.lines import LIMIT

GOOD = '{"play": "H8 KOT"}'
PROGRAMS = ["score", "moves", "referee"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("{", "json"),
        ('{"play": "H8 KOT"} x', "json"),
        (b'{"play": "H8 K\xd3T"}', "json"),
        ('{"play": "\\ud800"}', "json"),
        ("[" * 200_000, "request"),
        ("[]", "request"),
        ("null", "request"),
        ("{}", "request"),
        ('{"play": 8}', "request"),
        ('{"play": "H8 KOT", "plai": ""}', "request"),
        ('{"play": "H8 KOT", "orientation": "sideways"}', "request"),
        ('{"play": "H8 KOT", "tile_set": "pl-curent"}', "tile_set"),
        ('{"play": "H8 KOT", "rulebook": "psf"}', "rulebook"),
        ('{"play": "H8 KOT", "position": "15/15"}', "position"),
        ('{"play": "H8"}', "play"),
        ('{"play": "HH KOT"}', "play"),
        ('{"play": "H8 K-T"}', "play"),
        ('{"play": "H8 (KOT"}', "play"),
        ('{"play": "' + "A" * LIMIT + '"}', "too_long"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_line_that_cannot_be_answered_does_not_stop_the_rest(line: str | bytes, problem: str) -> None:
    answers, status = run("score", lines=[GOOD, line, GOOD])
    assert [answer["line"] for answer in answers] == [1, 2, 3]
    assert answers[1]["error"]["problem"] == problem
    assert answers[1]["error"]["reason"]
    assert answers[0] == answers[2] | {"line": 1}
    assert status == 1


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    answers, _ = run("score", lines=['{"play": "H8 KOT", "tile_set": "pl-curent"}'])
    assert "Did you mean 'pl-current'?" in answers[0]["error"]["reason"]


def test_the_place_of_an_error_in_a_text_is_its_character() -> None:
    answers, _ = run("score", lines=['{"play": "H8 KO-T"}', '{"play": "H8 KOT", "position": "15/7!7/15"}'])
    assert [answer["error"]["column"] for answer in answers] == [6, 5]


def test_blank_lines_are_passed_over_and_counted() -> None:
    answers, status = run("score", lines=["", GOOD, "  \r", GOOD, ""])
    assert [answer["line"] for answer in answers] == [2, 4]
    assert status == 0


def test_a_byte_order_mark_and_any_line_ending_are_read() -> None:
    answers, status = run("score", lines=[b"\xef\xbb\xbf" + GOOD.encode() + b"\r", GOOD + "\r"])
    assert [answer["total"] for answer in answers] == [10, 10]
    assert status == 0


def test_the_longest_line_is_still_read() -> None:
    padding = " " * (LIMIT - len(GOOD))
    assert run("score", lines=[GOOD + padding]).status == 0
    assert run("score", lines=[GOOD + padding + " "]).answers[0]["error"]["problem"] == "too_long"


@pytest.mark.parametrize("program", PROGRAMS)
def test_nothing_in_means_nothing_out(program: str) -> None:
    assert run(program, lines=[]) == ([], 0)


@pytest.mark.parametrize("program", PROGRAMS)
def test_without_the_flag_it_says_what_it_wants(program: str) -> None:
    result = CliRunner().invoke(mostek, ["--lang", "en", program], input=GOOD)
    assert result.exit_code == 2
    assert "--jsonl" in result.stderr


@pytest.mark.parametrize("program", PROGRAMS)
@given(line=st.one_of(st.binary(max_size=60), st.text(max_size=60).map(str.encode)))
def test_any_bytes_are_answered(program: str, line: bytes) -> None:
    for answer in run(program, lines=[line.replace(b"\n", b"")]).answers:
        assert answer["error"]["problem"] in ("json", "request")


@given(play=st.text(alphabet="ABĆQkotß?.()[]H815 -ŹßŉΣ\u0130", max_size=12), rows=st.text("15/AaĄ?[", max_size=40))
def test_any_play_is_answered(play: str, rows: str) -> None:
    (answer,), _ = run("score", lines=[{"play": f"H8 {play}", "position": rows}])
    assert answer.keys() & {"total", "faults", "error"}


def test_each_answer_comes_before_the_next_line_is_asked_for() -> None:
    command = [sys.executable, "-c", "from mostek.cli import main; main()", "score", "--jsonl"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        for number in (1, 2, 3):
            program.stdin.write(GOOD.encode() + b"\n")
            program.stdin.flush()
            assert program.stdout.readline().startswith(b'{"line":%d,' % number)
        program.stdin.close()
        assert program.wait(20) == 0


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_starts_without_what_is_for_people(program: str) -> None:
    load = f"import sys; from mostek.cli import mostek; mostek.load({program!r})"
    code = f"{load}; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
