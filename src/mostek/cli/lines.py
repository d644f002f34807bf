"""JSON lines for programs: a request on each line in, an answer on each line out, independent of the other lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import Any, BinaryIO, TypeVar

import click
import msgspec

from mostek.cli.output import Failure
from mostek.cli.param_types import InputFile
from mostek.messages import text
from mostek.messages.shapes import shape_text
from mostek.notation.wire import encode

LIMIT = 1 << 20
"""The longest line that is read, in bytes."""

T = TypeVar("T")
Answer = Mapping[str, Any]


class ErrorCode(StrEnum):
    """The codes of errors. Programs may rely on these names."""

    TOO_LONG = "too_long"
    JSON = "json"
    """The line is not one JSON document in UTF-8."""
    REQUEST = "request"
    """The document is not a request: a field is missing, unknown, or of the wrong kind."""
    POSITION = "position"
    PLAY = "play"
    RACK = "rack"
    TILE_SET = "tile_set"
    RULEBOOK = "rulebook"
    LEXICON = "lexicon"
    VIEWER = "viewer"
    """The request is not for the eyes of this viewer."""


class LineError(Exception):
    """A line that cannot be answered: the problem, a sentence, and the character of the text, from 1, where it is known."""

    def __init__(self, problem: ErrorCode, reason: str, column: int | None = None) -> None:
        super().__init__(reason)
        self.problem = problem
        self.reason = reason
        self.column = column


jsonl_option = click.option("--jsonl", is_flag=True, help="Read requests and answer as JSON lines.")
"""The flag that asks for JSON lines; without it there is nothing to do yet."""
file_argument = click.argument("file", type=InputFile(), default="-")
"""Where the requests come from: a file, or standard input."""


def answer_lines(file: BinaryIO, jsonl: bool, answer: Callable[[bytes], Answer]) -> None:
    """Answer every line at once, then end the command: status 1 if any line could not be answered, else 0.

    Blank lines are passed over. Every answer begins with the number of its line, from 1.
    """
    if not jsonl:
        raise Failure(text("This command speaks JSON lines only; add --jsonl. See --help."))
    failed = False
    for number, line in _lines(file):
        try:
            if line is None:
                raise LineError(ErrorCode.TOO_LONG, text("The line is longer than {limit} bytes.", limit=LIMIT))
            reply: Answer = answer(line)
        except LineError as error:
            failed = True
            reply = {"error": {"problem": error.problem, "column": error.column, "reason": error.reason}}
        click.echo(encode({"line": number} | dict(reply)))
    click.get_current_context().exit(1 if failed else 0)


def decode(line: bytes, kind: type[T]) -> T:
    """The request on a line. Raises `LineError`."""
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.ValidationError as error:
        raise not_a_request(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise LineError(
            ErrorCode.JSON, text("The line is not JSON: {reason}.", reason=shape_text(str(error)))
        ) from None


def not_a_request(reason: str) -> LineError:
    """The error for a document of the wrong shape; the reason names the field."""
    return LineError(
        ErrorCode.REQUEST, text("The line is JSON, but not a request: {reason}.", reason=shape_text(reason))
    )


def _lines(file: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Each line that is not blank with its number; `None` for one that is too long, which is never held in memory."""
    number = 0
    while line := file.readline(LIMIT + 1):
        number += 1
        if too_long := len(line.rstrip(b"\r\n")) > LIMIT:
            while line and not line.endswith(b"\n"):
                line = file.readline(LIMIT)
        line = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
        if too_long or line.strip():
            yield number, None if too_long else line
