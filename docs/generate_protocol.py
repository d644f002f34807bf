"""Write the schemas of the network protocol into `docs/protocol/`. The types of the page are generated from them."""

from __future__ import annotations

import json
import sys
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from mostek.core.players import BySeat
from mostek.core.tiles import Tiles
from mostek.features.tables.live.messages import PageMessage, ToPage
from mostek.notation.wire import portable_schema, schema_of, structs_in
from mostek.referee.commands import Command

ServerMessage: Any = reduce(or_, ToPage.__subclasses__())
FOLDER = Path(__file__).parent / "protocol"
_OPTIONAL = {kind.__name__ for kind in get_args(Command)}
"""A page may omit fields with a default value from a command; the server always sends every field."""


def live() -> dict[str, Any]:
    """The schema of the socket of a table, with `PageMessage` and `ServerMessage` among its definitions."""
    (page, server), parts = msgspec.json.schema_components(
        [PageMessage, ServerMessage], schema_hook=schema_of, ref_template="#/$defs/{name}"
    )
    for name, part in parts.items():
        if part.get("type") == "object" and "properties" in part and name not in _OPTIONAL:
            part["required"] = list(part["properties"])
    for kind in structs_in(PageMessage | ServerMessage):
        _say_what_seats_have(kind, parts)
    frame = {"type": "array", "items": {"$ref": "#/$defs/ServerMessage"}, "minItems": 1}
    parts |= {"PageMessage": page, "ServerMessage": server, "ServerFrame": frame}
    schema: dict[str, Any] = portable_schema(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Live",
            "description": "The socket of a table, /live/{table}: a frame that a page sends, and one that the server sends.",
            "anyOf": [{"$ref": "#/$defs/PageMessage"}, {"$ref": "#/$defs/ServerFrame"}],
            "$defs": dict(sorted(parts.items())),
        }
    )
    return schema


def http() -> dict[str, Any]:
    """The description (OpenAPI) of the HTTP interface."""
    from mostek.server.application import application
    from mostek.server.config import Config
    from mostek.server.http.api_pages import description

    return dict(description(application(Config(data=Path("data")))))


def _say_what_seats_have(kind: type, parts: dict[str, Any]) -> None:
    """Add the item types of `BySeat`, which msgspec does not know."""
    for name, hint in get_type_hints(kind).items():
        for each in (hint, *get_args(hint)):
            if get_origin(each) is BySeat and kind.__name__ in parts:
                (inner,) = get_args(each)
                schema = parts[kind.__name__]["properties"][name]
                for array in schema.get("anyOf", [schema]):
                    if array.get("type") == "array":
                        array["items"] = {"type": _JSON.get(getattr(inner, "__supertype__", inner), "object")}


_JSON = {int: "integer", bool: "boolean", str: "string", Tiles: "string"}


def documents() -> dict[str, dict[str, Any]]:
    """File name → schema."""
    return {"live.json": live(), "http.json": http()}


def main() -> None:
    """Write every document."""
    FOLDER.mkdir(exist_ok=True)
    for name, document in documents().items():
        _keep_places(document, FOLDER / name)
        (FOLDER / name).write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")


def _keep_places(document: dict[str, Any], written: Path) -> None:
    """Leave paths where the file has them: the order of wiring says nothing, and a diff shows what has changed."""
    if "paths" in document:
        paths, known = document["paths"], json.loads(written.read_text("utf-8"))["paths"]
        document["paths"] = {path: paths[path] for path in [*known, *paths] if path in paths}


if __name__ == "__main__":
    sys.exit(main())
