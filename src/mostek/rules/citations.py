"""What cites a clause: functions by their docstrings, and examples. `cited.json` is written by docs/generate_rules.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct


class Cited(Struct, frozen=True, forbid_unknown_fields=True):
    """The functions of a clause as `module:name`, and the names of its examples on either side of its boundary."""

    code: tuple[str, ...] = ()
    inside: tuple[str, ...] = ()
    """The clause applies, or the deed is within it."""
    outside: tuple[str, ...] = ()


def cited(identifier: str) -> Cited:
    """What cites that clause; nothing for one that is not known."""
    return _index().get(identifier, Cited())


@cache
def _index() -> Mapping[str, Cited]:
    data = (files("mostek") / "rules" / "cited.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, Cited])
