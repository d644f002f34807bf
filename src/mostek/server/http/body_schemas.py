"""The bodies of requests and answers as JSON schemas, written by the library that reads and writes them.

Litestar describes addresses and parameters. Of a body it says less than is true: not what the items of a list may be, not
that an unknown field is refused, not that an answer has all of its fields.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from inspect import cleandoc
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from litestar.routes import HTTPRoute
from litestar.typing import FieldDefinition

from mostek.notation.wire import portable_schema, structs_in

REFERENCE = "#/components/schemas/"
INPUT = "Input"
"""The end of a schema's name for requests, where an answer always has fields that a request may leave out."""
_JSON = "application/json"

Schema = dict[str, Any]


class DescribedBody(NamedTuple):
    """The JSON body of a request or of an answer: its part of the description, and its type."""

    content: Schema
    kind: Any


def describe_bodies(app: Litestar, description: Schema) -> None:
    """Write the schema of each JSON body into a description that Litestar has made of the server."""
    operations = {each["operationId"]: each for item in description["paths"].values() for each in item.values()}
    handlers = [each for each in _handlers(app) if each.operation_id in operations]
    requests = [body for each in handlers for body in _request(each, operations[str(each.operation_id)])]
    answers = [body for each in handlers for body in _answers(each, operations[str(each.operation_id)])]
    for each in handlers:
        _tell_zero(each, operations[str(each.operation_id)])
    taken, of_requests = _schemas(requests)
    given, of_answers = _schemas(answers, is_whole=True)
    names = {name: f"{name}{INPUT}" for name in _different(of_requests, of_answers)}
    of_requests = {
        names.get(name, name): {**_renamed(each, names), "title": names.get(name, name)}
        for name, each in of_requests.items()
    }
    for body, schema in zip((*requests, *answers), (*_renamed(taken, names), *given), strict=True):
        body.content["schema"] = schema
    known = description["components"]["schemas"]
    of_parameters = {name: known[name] for name in references_in(description["paths"]) if name in known}
    schemas = of_parameters | of_requests | of_answers
    description["components"]["schemas"] = portable_schema(dict(sorted(schemas.items())))


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


def _tell_zero(handler: HTTPRouteHandler, operation: Schema) -> None:
    """Say of a parameter that it begins with 0, which Litestar leaves out where the parameter may be null."""
    fields = handler.parsed_fn_signature.parameters.items()
    kinds = {name: field.kwarg_definition for name, field in fields}
    from_zero = {each.name or name for name, each in kinds.items() if isinstance(each, QueryParameter) and each.ge == 0}
    for each in operation.get("parameters", ()):
        if each["name"] in from_zero:
            each["schema"].setdefault("minimum", 0)


def _request(handler: HTTPRouteHandler, operation: Schema) -> Iterator[DescribedBody]:
    data = handler.parsed_fn_signature.parameters.get("data")
    content = operation.get("requestBody", {}).get("content", {})
    if data is not None and _JSON in content:
        yield DescribedBody(content[_JSON], data.annotation)


def _answers(handler: HTTPRouteHandler, operation: Schema) -> Iterator[DescribedBody]:
    own: FieldDefinition = handler.parsed_fn_signature.return_type
    kinds = {
        str(handler.status_code): own.inner_types[0].annotation if own.is_subclass_of(Response) else own.annotation
    }
    kinds |= {str(status): spec.data_container for status, spec in (handler.responses or {}).items()}
    for status, answer in operation["responses"].items():
        if _JSON in (content := answer.get("content", {})) and kinds[status] is not None:
            yield DescribedBody(content[_JSON], kinds[status])


def _schemas(bodies: Sequence[DescribedBody], *, is_whole: bool = False) -> tuple[list[Schema], dict[str, Schema]]:
    """The schemas of some bodies, and by name those to which they refer; a whole struct has all of its fields."""
    kinds = [each.kind for each in bodies]
    schemas, parts = msgspec.json.schema_components(kinds, ref_template=REFERENCE + "{name}")
    for kind in structs_in(*kinds):
        if kind.__name__ in parts:
            _tell_fields(kind, parts[kind.__name__])
            if is_whole and not omits_defaults(kind):
                parts[kind.__name__]["required"] = list(parts[kind.__name__]["properties"])
    return list(schemas), parts


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


def _tell_fields(kind: type, schema: Schema) -> None:
    """Say what a field is by the text that stands below it in the source."""
    names = dict(
        zip(getattr(kind, "__struct_fields__", ()), getattr(kind, "__struct_encode_fields__", ()), strict=True)
    )
    for base in reversed(kind.__mro__[:-1]):
        for name, text in _texts_below_fields(base.__module__).get(base.__name__, {}).items():
            if (place := schema["properties"].get(names.get(name, name))) is not None:
                place["description"] = text


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
