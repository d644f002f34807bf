"""Stored results: a folder with a file for each finished chunk.

A file is named after its question, the SHA-256 of MessagePack of the version of mostek, the name of the work's class, the
work and the chunk. It holds a SHA-256 of its name and the rest, then the result in MessagePack.
"""

from __future__ import annotations

import logging
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

from mostek.core.errors import SentenceError
from mostek.lexicon.files import atomically

_LOG = logging.getLogger(__name__)
_SUM_SIZE = sha256().digest_size
Result = TypeVar("Result")


class ResultStoreError(SentenceError, RuntimeError):
    """A result could not be stored or read."""


class ResultStore(Generic[Result]):
    """A folder of results. Several jobs and runs may share it, also at the same time.

    The work must say in its fields all that its results depend on (seed, hash of the lexicon, values of leaves), so it is
    an instance of a dataclass or `msgspec.Struct`; it and its chunks are of types that msgspec can encode, or ranges. For
    any other a method raises `TypeError`.
    """

    def __init__(self, folder: Path, kind: type[Result]) -> None:
        """`folder` is created with the first result; `kind` is the type of the results, which msgspec decodes."""
        self.folder = folder
        self._kind = kind

    def find(self, work: object, chunk: object) -> Result | None:
        """Return the result, or `None` if it is missing or damaged, which is logged. Raises `ResultStoreError`."""
        path = self._path(work, chunk)
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ResultStoreError("{path} cannot be read: {why}", path=path, why=_why(error)) from None
        try:
            return msgspec.msgpack.decode(_checked(path, data), type=self._kind)
        except (ValueError, RecursionError) as error:
            _LOG.warning("%s is damaged and its chunk is done again: %s", path, error)
            return None

    def put(self, work: object, chunk: object, result: Result) -> None:
        """Store a result on the disk, as a whole or not at all. Raises `ResultStoreError`."""
        path = self._path(work, chunk)
        body = msgspec.msgpack.encode(result)
        try:
            with atomically(path) as file:
                file.write(_sum(path, body) + body)
        except OSError as error:
            raise ResultStoreError("{path} cannot be written: {why}.", path=path, why=_why(error)) from None

    def _path(self, work: object, chunk: object) -> Path:
        kind = type(work)
        key = (_version(), f"{kind.__module__}.{kind.__qualname__}", work, chunk)
        return self.folder / f"{sha256(_ENCODER.encode(key)).hexdigest()}.chunk"


def _plain(value: object) -> object:
    if isinstance(value, range):
        return value.start, value.stop, value.step
    raise TypeError(f"{value!r} cannot be the work or chunk of a result that is kept: it is not made of plain values")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_plain, order="deterministic")


def _checked(path: Path, data: bytes) -> bytes:
    body = data[_SUM_SIZE:]
    if data[:_SUM_SIZE] != _sum(path, body):
        raise ValueError("its checksum is not that of its contents")
    return body


def _sum(path: Path, body: bytes) -> bytes:
    return sha256(path.name.encode() + body).digest()


def _why(error: OSError) -> str:
    return error.strerror or str(error)


@cache
def _version() -> str:
    return version("mostek")
