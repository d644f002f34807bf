"""The protobuf form of the messages of Woogles, by the library `protobuf`: no code is generated, the fields are those of the
structs."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from mostek.core.diagnostics import NotationError, TextFault
from mostek.core.errors import SentenceError
from mostek.notation.woogles.structs import MOST_BYTES, M, fields_of, inner_type, no_message, number_of


class MissingLibraryError(SentenceError):
    """The library is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "Protobuf files need a library: pip install 'mostek[{extra}]'. The same games come as JSON too.",
            extra="woogles",
        )


def parse_bytes(data: bytes, kind: type[M]) -> M:
    """A message from its protobuf form.

    Raises `NotationError` for other bytes and for a message with fields of another kind, and `MissingLibraryError`.
    """
    if len(data) > MOST_BYTES:
        raise NotationError(TextFault.TOO_LONG, 0, 0, f"{len(data)}")
    message = _class_of(kind)()
    try:
        # Every error of the library, also that of nesting too deep, is of this one class.
        message.ParseFromString(data)
        return msgspec.convert(_data(message, kind), kind)
    except (_decode_error(), msgspec.ValidationError, UnicodeDecodeError) as error:
        raise no_message(kind, error) from None


def format_bytes(value: Struct) -> bytes:
    """The protobuf form of a message. Raises `MissingLibraryError`."""
    message = _class_of(type(value))()
    _fill(message, value)
    return bytes(message.SerializeToString(deterministic=True))


def _data(message: Any, kind: type[Struct]) -> dict[str, object]:
    """The fields of a message as plain values; absent messages are left out."""
    found: dict[str, object] = {}
    for each in fields_of(kind):
        inner = inner_type(each.type)
        value = getattr(message, each.name)
        if not isinstance(inner, msgspec.inspect.StructType):
            found[each.name] = list(value) if _is_repeated(each) else value
        elif _is_repeated(each):
            found[each.name] = [_data(entry, inner.cls) for entry in value]
        elif message.HasField(each.name):
            found[each.name] = _data(value, inner.cls)
    return found


def _fill(message: Any, value: Struct) -> None:
    for each in fields_of(type(value)):
        own = getattr(value, each.name)
        if isinstance(own, Struct):
            getattr(message, each.name).SetInParent()
            _fill(getattr(message, each.name), own)
        elif isinstance(own, list):
            target = getattr(message, each.name)
            for entry in own:
                if isinstance(entry, Struct):
                    _fill(target.add(), entry)
                else:
                    target.append(entry)
        elif own is not None:
            setattr(message, each.name, own)


def _is_repeated(each: msgspec.inspect.Field) -> bool:
    info = each.type.type if isinstance(each.type, msgspec.inspect.Metadata) else each.type
    return isinstance(info, msgspec.inspect.ListType)


def _decode_error() -> type[Exception]:
    from google.protobuf.message import DecodeError

    found: type[Exception] = DecodeError
    return found


@cache
def _class_of(kind: type[Struct]) -> Any:
    """The class of the library for a message: each struct that it needs becomes a message of the same name."""
    try:
        from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
    except ImportError:
        raise MissingLibraryError from None
    file = descriptor_pb2.FileDescriptorProto(
        name=f"mostek/{kind.__name__}.proto", package=f"mostek.{kind.__name__}", syntax="proto3"
    )
    for struct in _needed(kind):
        message = file.message_type.add(name=struct.__name__)
        for each in fields_of(struct):
            _describe(message.field.add(name=each.name, number=number_of(each.type)), each, file.package)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{file.package}.{kind.__name__}"))


def _describe(described: Any, each: msgspec.inspect.Field, package: str) -> None:
    inner = inner_type(each.type)
    described.label = described.LABEL_REPEATED if _is_repeated(each) else described.LABEL_OPTIONAL
    match inner:
        case msgspec.inspect.StructType():
            described.type, described.type_name = described.TYPE_MESSAGE, f".{package}.{inner.cls.__name__}"
        case msgspec.inspect.StrType():
            described.type = described.TYPE_STRING
        case msgspec.inspect.BytesType():
            described.type = described.TYPE_BYTES
        case msgspec.inspect.BoolType():
            described.type = described.TYPE_BOOL
        case _:
            # int32, uint32 and enums are the same on the wire.
            described.type = described.TYPE_INT32


def _needed(kind: type[Struct]) -> list[type[Struct]]:
    inner = [inner_type(each.type) for each in fields_of(kind)]
    nested = [info.cls for info in inner if isinstance(info, msgspec.inspect.StructType)]
    return [kind, *(deeper for each in nested for deeper in _needed(each))]
