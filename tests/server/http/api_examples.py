"""The examples of addresses that the help shows, sent as they stand there."""

from __future__ import annotations

import json
import runpy
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from server.http.visitors import Visitor

GENERATOR = Path(__file__).parents[3] / "docs" / "generate_reference.py"


@cache
def api_examples() -> dict[str, dict[str, str]]:
    """The examples by name."""
    return {each["name"]: each for each in runpy.run_path(str(GENERATOR))["api_examples"]()}


def check_example(visitor: Visitor, example: dict[str, str]) -> None:
    """The server answers with what is written, among others."""
    method, _, address = example["request"].partition(" ")
    path, _, query = address.removeprefix("/api").partition("?")
    asked = f"{path}?{quote(query, safe='=&')}" if query else path
    body = json.loads(example.get("body", "null"))
    answer = (visitor.post(asked, body) if method == "POST" else visitor.get(asked)).json()
    wanted = json.loads(example["answer"])
    assert _wanted_of(answer, wanted) == wanted, answer


def _wanted_of(value: Any, wanted: Any) -> Any:
    """What an answer has of that which is wanted; of lists as many values."""
    match value, wanted:
        case dict(), dict():
            return {name: _wanted_of(value.get(name), each) for name, each in wanted.items()}
        case list(), list():
            return [_wanted_of(one, other) for one, other in zip(value, wanted, strict=False)]
        case _:
            return value
