"""The description of the API as a page: written from the schema itself, without a script and without another host."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from litestar import Litestar, Request
from litestar.openapi.plugins import JsonRenderPlugin

from mostek.messages import language
from mostek.server.http.body_schemas import REFERENCE, describe_bodies
from mostek.server.http.page_templates import Assets, html_of_template

Schema = Mapping[str, Any]


def description(app: Litestar) -> Schema:
    """The OpenAPI description of the running server."""
    schema: dict[str, Any] = app.openapi_schema.to_schema()
    describe_bodies(app, schema)
    return schema


@lru_cache(maxsize=1)
def description_file(app: Litestar) -> bytes:
    """The description as JSON: made once, because it takes a third of a second and nothing changes it while the server runs."""
    return msgspec.json.encode(description(app))


class DescriptionFile(JsonRenderPlugin):
    """The description below `/api`, the same as at `/openapi.json`."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The description as JSON."""
        return description_file(request.app)


class ApiField(NamedTuple):
    """A field of a body, or a parameter of an address."""

    name: str
    kind: ValueKind
    is_required: bool
    about: str
    place: str = ""
    """Where a parameter stands: `path`, `query`."""


class ValueKind(NamedTuple):
    """The type of a value in words, with the name of a schema that says more."""

    words: str
    schema: str = ""


class ApiAnswer(NamedTuple):
    """An answer of an operation."""

    status: str
    about: str
    kind: ValueKind


class ApiOperation(NamedTuple):
    """An operation of the API."""

    id: str
    method: str
    path: str
    about: str
    parameters: tuple[ApiField, ...]
    body: ValueKind | None
    answers: tuple[ApiAnswer, ...]


class ApiShape(NamedTuple):
    """A named schema."""

    name: str
    about: str
    kind: ValueKind
    fields: tuple[ApiField, ...]


def html_of_api(app: Litestar, assets: Assets) -> bytes:
    """The page in the language that is spoken; the description itself is in English."""
    return _page(description_file(app), assets, language())


@lru_cache(maxsize=4)
def _page(described: bytes, assets: Assets, _: str) -> bytes:
    schema: Schema = msgspec.json.decode(described)
    groups: dict[str, list[ApiOperation]] = {}
    for tag, operation in operations(schema):
        groups.setdefault(tag, []).append(operation)
    return html_of_template(
        "api", assets, info=schema["info"], groups=sorted(groups.items()), shapes=list(shapes(schema))
    )


def operations(schema: Schema) -> Iterator[tuple[str, ApiOperation]]:
    """All operations, each with its group."""
    for path, item in schema["paths"].items():
        for method, each in item.items():
            yield (
                each["tags"][0],
                ApiOperation(
                    id=each["operationId"],
                    method=method.upper(),
                    path=path,
                    about=each.get("description", ""),
                    parameters=tuple(_parameter(one) for one in each.get("parameters", ())),
                    body=_content(each["requestBody"]) if "requestBody" in each else None,
                    answers=tuple(
                        ApiAnswer(status, one.get("description", ""), _content(one))
                        for status, one in sorted(each["responses"].items())
                    ),
                ),
            )


def shapes(schema: Schema) -> Iterator[ApiShape]:
    """All named schemas, by name."""
    for name, each in sorted(schema["components"]["schemas"].items()):
        required = each.get("required", ())
        fields = tuple(
            ApiField(field, kind_of(one), field in required, one.get("description", ""))
            for field, one in each.get("properties", {}).items()
        )
        yield ApiShape(name, each.get("description", ""), ValueKind("object") if fields else kind_of(each), fields)


def kind_of(schema: Schema) -> ValueKind:
    """The type of a value in words, such as `array of TableCard`, `integer or null`, `"open" or "over"`."""
    if reference := schema.get("$ref", ""):
        name = reference.removeprefix(REFERENCE)
        return ValueKind(name, name)
    if values := schema.get("enum"):
        return ValueKind(" or ".join(msgspec.json.encode(each).decode() for each in values))
    if "const" in schema:
        return ValueKind(msgspec.json.encode(schema["const"]).decode())
    for several in ("oneOf", "anyOf"):
        if several in schema:
            kinds = [kind_of(each) for each in schema[several]]
            named = next((each.schema for each in kinds if each.schema), "")
            return ValueKind(" or ".join(dict.fromkeys(each.words for each in kinds)), named)
    words = schema.get("type", "any value")
    words = " or ".join(words) if isinstance(words, list) else str(words)
    if words == "array" and isinstance(items := schema.get("items"), Mapping):
        inner = kind_of(items)
        return ValueKind(f"array of {inner.words}", inner.schema)
    if isinstance(values := schema.get("additionalProperties"), Mapping):
        inner = kind_of(values)
        return ValueKind(f"object with values {inner.words}", inner.schema)
    return ValueKind(words)


def _parameter(each: Schema) -> ApiField:
    return ApiField(
        each["name"],
        kind_of(each.get("schema", {})),
        each.get("required", False),
        each.get("description", ""),
        each["in"],
    )


def _content(each: Schema) -> ValueKind:
    """The type of a body; in place of one that is no JSON its media type."""
    contents: Mapping[str, Schema] = each.get("content", {})
    if not contents:
        return ValueKind("")
    media, content = next(iter(contents.items()))
    return kind_of(content.get("schema", {})) if media.endswith("json") else ValueKind(media)
