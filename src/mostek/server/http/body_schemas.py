"""The bodies of requests and answers as JSON schemas, written by the library that reads and writes them.

Litestar describes addresses and parameters. Of a body it says less than is true: not what the items of a list may be, not
that an unknown field is refused, not that an answer has all of its fields.
"""

from __future__ import annotations

import ast
import dataclasses
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.typing import FieldDefinition

from mostek.notation.wire import portable_schema

REFERENCE = "#/components/schemas/"
INPUT = "Input"
"""The end of a schema's name for requests, where an answer always has fields that a request may leave out."""
_JSON = "application/json"

Schema = dict[str, Any]


class Body(NamedTuple):
    """The JSON body of a request or of an answer: its part of the description, and its type."""

    content: Schema
    kind: Any


def describe_bodies(app: Litestar, description: Schema) -> None:
    """Write the schema of each JSON body into a description that Litestar has made of the server."""
    operations = {each["operationId"]: each for item in description["paths"].values() for each in item.values()}
    handlers = [each for each in _handlers(app) if each.operation_id in operations]
    requests = [body for each in handlers for body in _request(each, operations[str(each.operation_id)])]
    answers = [body for each in handlers for body in _answers(each, operations[str(each.operation_id)])]
    asked, asked_parts = _schemas(requests)
    told, told_parts = _schemas(answers)
    for kind in structs_in(*(body.kind for body in answers)):
        if kind.__name__ in told_parts and not omits_defaults(kind):
            told_parts[kind.__name__]["required"] = list(told_parts[kind.__name__]["properties"])
    _tell_fields(structs_in(*(body.kind for body in requests)), asked_parts)
    _tell_fields(structs_in(*(body.kind for body in answers)), told_parts)
    split = {name: f"{name}{INPUT}" for name in _different(asked_parts, told_parts)}
    for name, new in split.items():
        asked_parts[name]["title"] = new
    parts = told_parts | {split.get(name, name): _renamed(each, split) for name, each in asked_parts.items()}
    for body, schema in zip((*requests, *answers), (*(_renamed(each, split) for each in asked), *told), strict=True):
        body.content["schema"] = schema
    known = description["components"]["schemas"]
    of_parameters = {name: known[name] for name in references_in(description["paths"]) if name not in parts}
    description["components"]["schemas"] = portable_schema(dict(sorted((of_parameters | parts).items())))


def structs_in(*hints: Any) -> set[type]:
    """Every struct in some types, at any depth."""
    found: set[type] = set()
    waiting = list(hints)
    while waiting:
        hint = waiting.pop()
        waiting.extend(get_args(hint))
        is_struct = isinstance(hint, type) and (issubclass(hint, msgspec.Struct) or dataclasses.is_dataclass(hint))
        if is_struct and hint not in found:
            found.add(hint)
            waiting.extend(get_type_hints(hint).values())
    return found


def omits_defaults(kind: type) -> bool:
    """Whether the JSON of a struct leaves out the fields that have their default."""
    return issubclass(kind, msgspec.Struct) and kind.__struct_config__.omit_defaults


def references_in(part: Any) -> set[str]:
    """The names of the schemas to which a part of a description refers."""
    if isinstance(part, Mapping):
        own = {part["$ref"].removeprefix(REFERENCE)} if isinstance(part.get("$ref"), str) else set()
        return own.union(*(references_in(each) for each in part.values()))
    return set().union(*(references_in(each) for each in part)) if isinstance(part, list) else set()


def _handlers(app: Litestar) -> Iterator[HTTPRouteHandler]:
    for route in app.routes:
        if isinstance(route, HTTPRoute):
            yield from route.route_handlers


def _request(handler: HTTPRouteHandler, operation: Schema) -> Iterator[Body]:
    data = handler.parsed_fn_signature.parameters.get("data")
    content = operation.get("requestBody", {}).get("content", {})
    if data is not None and _JSON in content:
        yield Body(content[_JSON], data.annotation)


def _answers(handler: HTTPRouteHandler, operation: Schema) -> Iterator[Body]:
    own: FieldDefinition = handler.parsed_fn_signature.return_type
    kinds = {
        str(handler.status_code): own.inner_types[0].annotation if own.is_subclass_of(Response) else own.annotation
    }
    kinds |= {str(status): spec.data_container for status, spec in (handler.responses or {}).items()}
    for status, answer in operation["responses"].items():
        if _JSON in (content := answer.get("content", {})) and kinds[status] is not None:
            yield Body(content[_JSON], kinds[status])


def _schemas(bodies: Iterable[Body]) -> tuple[tuple[Schema, ...], dict[str, Schema]]:
    return msgspec.json.schema_components([each.kind for each in bodies], ref_template=REFERENCE + "{name}")


def _different(one: Mapping[str, Schema], other: Mapping[str, Schema]) -> set[str]:
    """The names of the schemas that differ, themselves or in what they refer to."""
    both = one.keys() & other.keys()
    found = {name for name in both if one[name] != other[name]}
    while more := {name for name in both - found if references_in(one[name]) & found}:
        found |= more
    return found


def _renamed(part: Any, names: Mapping[str, str]) -> Any:
    """A part of a description that refers to schemas by their new names."""
    if isinstance(part, Mapping):
        found = {key: _renamed(each, names) for key, each in part.items()}
        if isinstance(old := part.get("$ref"), str):
            name = old.removeprefix(REFERENCE)
            found["$ref"] = REFERENCE + names.get(name, name)
        return found
    return [_renamed(each, names) for each in part] if isinstance(part, list) else part


def _tell_fields(kinds: Iterable[type], parts: Mapping[str, Schema]) -> None:
    """Say what a field is by the text that stands below it in the source."""
    for kind in kinds:
        properties = parts.get(kind.__name__, {}).get("properties", {})
        for base in kind.__mro__[-2::-1]:
            for name, text in _texts_below_fields(base.__module__).get(base.__name__, {}).items():
                if name in properties:
                    properties[name]["description"] = text


@cache
def _texts_below_fields(module: str) -> dict[str, dict[str, str]]:
    """Class → field → its text, of one module."""
    source = Path(str(sys.modules[module].__file__))
    if source.suffix != ".py":
        return {}
    tree = ast.parse(source.read_bytes())
    return {
        each.name: {
            field.target.id: cleandoc(text)
            for field, below in pairwise(each.body)
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and (text := _text(below))
        }
        for each in tree.body
        if isinstance(each, ast.ClassDef)
    }


def _text(part: ast.stmt) -> str:
    value = part.value if isinstance(part, ast.Expr) else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
