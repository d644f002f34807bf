"""The published description of the API as a judge of requests and answers, by a validator that is not the server's."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

import jsonschema_rs
from httpx import Response

PUBLISHED = Path(__file__).parents[3] / "docs" / "protocol" / "http.json"
_JSON = "application/json"
_EVERYWHERE = {304, 500}
"""Statuses that any answer may have, and none is described with: it is known already, or the server has a bug."""


class Operation:
    """An operation of the API, with what it takes and gives."""

    def __init__(self, path: str, method: str, described: Mapping[str, Any]) -> None:
        self.path, self.method, self.described = path, method.upper(), described
        self.pattern = re.compile(re.sub(r"\\{[^}]+\\}", "([^/]+)", re.escape(path)))

    @cached_property
    def body(self) -> Judge | None:
        """The judge of its requests; `None` for an operation without a JSON body."""
        return _judge(self.described.get("requestBody", {}))

    def answer(self, status: int) -> Judge | None:
        """The judge of its answers with a status; `None` for an answer without JSON."""
        described = self.described["responses"].get(str(status), {})
        assert described or status in _EVERYWHERE, f"{self.method} {self.path} answers {status}"
        return _judge(described)

    def takes(self, path: str, query: Mapping[str, list[str]]) -> bool:
        """Whether the values in an address are as described."""
        found = self.pattern.fullmatch(path)
        in_path = dict(zip(re.findall("{([^}]+)}", self.path), found.groups() if found else (), strict=False))
        for each in self.described.get("parameters", ()):
            judge = _judge_of(each.get("schema", {}))
            given = [unquote(in_path[each["name"]])] if each["in"] == "path" else query.get(each["name"], [])
            if not given and each.get("required"):
                return False
            if given and not any(judge.is_valid(value) for value in _readings(given)):
                return False
        return True


class Judge(NamedTuple):
    """What says whether a value is as described."""

    validator: Any

    def is_valid(self, value: Any) -> bool:
        return bool(self.validator.is_valid(value))

    def faults(self, value: Any) -> list[str]:
        """Where a value is not as described, and why."""
        return [
            f"{'/'.join(map(str, each.instance_path)) or '(all)'}: {each.message[:300]}"
            for each in self.validator.iter_errors(value)
        ]


def compare(method: str, url: str, content: Mapping[str, Any], answer: Response) -> None:
    """Compare a request and its answer with the description, in both directions.

    What is accepted is valid, what is refused as malformed is not, and the answer itself is valid.
    """
    parts = urlsplit(url)
    operation = operation_of(method, parts.path)
    if operation is None:
        return
    query = parse_qs(parts.query, keep_blank_values=True) | _listed(content.get("params"))
    name = f"{operation.method} {operation.path}"
    judge = operation.answer(answer.status_code)
    if judge is not None and answer.content:
        faults = judge.faults(answer.json())
        assert not faults, f"{name} answers {answer.status_code} otherwise than described: {faults[:5]}"
    is_valid, faults = True, []
    if operation.body is not None:
        body, is_json = _body(content)
        faults = operation.body.faults(body) if is_json else ["no JSON"]
        is_valid = not faults
    if any("null" in given for given in query.values()):
        return  # how an address would say null is not described
    is_valid = is_valid and operation.takes(parts.path, query)
    if answer.is_success:
        assert is_valid, f"{name} accepts what is not as described: {content} {query} {faults[:5]}"
    elif answer.status_code == 400 and answer.json()["code"] == "malformed":
        assert not is_valid, f"{name} refuses what is as described: {content} {query} {answer.text}"


def operation_of(method: str, path: str) -> Operation | None:
    """The operation at an address; words in a path are before what anybody may choose."""
    fitting = [
        each for each in OPERATIONS if each.method == method.upper() and each.pattern.fullmatch(path.rstrip("/"))
    ]
    return min(fitting, key=lambda each: each.path.count("{"), default=None)


def _body(content: Mapping[str, Any]) -> tuple[Any, bool]:
    """The body of a request, and whether it is JSON at all."""
    if content.get("json") is not None or not content.get("content"):
        return json.loads(json.dumps(content.get("json"))), True
    try:
        found = json.loads(content["content"], parse_constant=_refuse)
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None, False
    return found, True


def _refuse(name: str) -> None:
    raise ValueError(name)


def _listed(params: Any) -> dict[str, list[str]]:
    return {
        name: [str(each) for each in (value if isinstance(value, list) else [value])]
        for name, value in dict(params or {}).items()
    }


def _readings(given: list[str]) -> Iterator[Any]:
    """What the values of a parameter may mean."""
    yield from (given, [_number(each) for each in given])
    yield from (given[-1], _number(given[-1]))
    if given[-1].lower() in {"true", "false", "1", "0", ""}:
        yield given[-1].lower() in {"true", "1"}


def _number(text: str) -> Any:
    try:
        return int(text)
    except ValueError:
        return text


def _judge(described: Mapping[str, Any]) -> Judge | None:
    content = described.get("content", {})
    return _judge_of(content[_JSON].get("schema", {})) if _JSON in content else None


def _judge_of(schema: Mapping[str, Any]) -> Judge:
    return _validating(json.dumps(schema))


@cache
def _validating(schema: str) -> Judge:
    whole = {**json.loads(schema), "components": DESCRIPTION["components"]}
    return Judge(jsonschema_rs.Draft202012Validator(whole, validate_formats=True))


DESCRIPTION: dict[str, Any] = json.loads(PUBLISHED.read_text("utf-8"))
OPERATIONS = [
    Operation(path, method, described)
    for path, item in DESCRIPTION["paths"].items()
    for method, described in item.items()
]
