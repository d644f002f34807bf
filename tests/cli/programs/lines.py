"""Driving the line programs in tests."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from click.testing import CliRunner

from mostek.cli import mostek

Line = dict[str, Any]
EMPTY_ROWS = "/".join(["15"] * 15)


class Run(NamedTuple):
    """What a program has answered, and its exit status."""

    answers: list[Line]
    status: int


def run(*arguments: str, lines: list[Line | str | bytes]) -> Run:
    """Give each line to the program: values as JSON, text and bytes as they are."""
    result = CliRunner().invoke(mostek, ["--lang", "en", *arguments, "--jsonl"], input=b"\n".join(map(_bytes, lines)))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Run([json.loads(line) for line in result.stdout.splitlines()], result.exit_code)


def one(*arguments: str, **request: object) -> Line:
    """The answer to one request, without its line number."""
    answers = run(*arguments, lines=[request]).answers
    assert len(answers) == 1
    return {name: value for name, value in answers[0].items() if name != "line"}


def _bytes(line: Line | str | bytes) -> bytes:
    if isinstance(line, bytes):
        return line
    return (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)).encode()
