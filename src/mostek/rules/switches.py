"""The values of a rulebook that an event may change: the possible values, and the reason for each."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct, inspect

from mostek.core.package_data import package_data
from mostek.core.registry import InBothLanguages
from mostek.rules.rulebook import ClockMode, Rulebook, Ruled


class Switch(Struct, frozen=True, forbid_unknown_fields=True):
    """A value by its path in `CreateGame.changes`, the open questions that it answers (T1–T14, S1–S80), and the reason."""

    value: str
    questions: tuple[str, ...]
    pl: str
    en: str
    asks: InBothLanguages | None = None
    """What is to be chosen, in a few words; a value that people are asked for in another way has none."""
    names: Mapping[str, InBothLanguages] = {}
    """The choices in words; those of a yes or no have none."""

    @property
    def answers(self) -> tuple[str, ...] | tuple[bool, ...]:
        """The possible answers of a question that people are asked."""
        return tuple(self.names) or (True, False)

    def question(self, language: str) -> str:
        """The question, in Polish (`pl`) or English (`en`)."""
        assert self.asks is not None, f"nobody is asked about {self.value}"
        return self.asks.text(language)

    def reason(self, language: str) -> str:
        """The reason for the value, in Polish (`pl`) or English (`en`)."""
        return self.pl if language == "pl" else self.en


@cache
def switches() -> Mapping[str, Switch]:
    """Every switch by its path, in the order of the rulebook."""
    data = tomllib.loads((package_data("mostek") / "rules" / "switches.toml").read_text("utf-8"))
    return {switch.value: switch for switch in msgspec.convert(data["switch"], list[Switch])}


@cache
def choices(path: str) -> tuple[str, ...]:
    """The possible values: names, `true` and `false`, or a range of numbers; empty if any name is possible.

    Raises `LookupError` for an unknown path.
    """
    found = _kinds().get(path)
    match found:
        case None:
            raise LookupError(f"no value {path!r}")
        case inspect.EnumType(cls=cls):
            return tuple(str(member.value) for member in cls)
        case inspect.BoolType():
            return ("true", "false")
        case inspect.IntType(ge=low, le=high):
            return (f"{low}–{high}" if high is not None else f"≥ {low}",)
        case _:
            return ()


def value_of(book: Rulebook, path: str) -> Ruled[Any]:
    """The value of a switch in a rulebook, with its clause."""
    ruled: Ruled[Any] = attrgetter(path)(book)
    return ruled


def readings(book: Rulebook) -> tuple[Switch, ...]:
    """The open questions for an event by this rulebook: those with few answers that make a difference under it.

    The federation's order matters only where it holds, a clock only where there is one.
    """
    idle: set[str] = set()
    if not book.order.procedures.value:
        idle |= {path for path in switches() if path.startswith("order.")} - {"order.procedures"}
        idle.add("challenge.after_flag")
    if book.clock.mode.value is ClockMode.NONE:
        idle |= {path for path in switches() if path.startswith("clock.")}
    return tuple(switch for path, switch in switches().items() if switch.asks is not None and path not in idle)


@cache
def _kinds() -> Mapping[str, inspect.Type]:
    """The type of every value by its path."""
    found: dict[str, inspect.Type] = {}
    for part in _fields(inspect.type_info(Rulebook)):
        inner = {field.name: field.type for field in _fields(part.type)}
        if inner.keys() == {"value", "clause"}:
            found[part.name] = inner["value"]
        else:
            found |= {
                f"{part.name}.{name}": fields[0].type for name, kind in inner.items() if (fields := _fields(kind))
            }
    return found


def _fields(kind: inspect.Type) -> tuple[inspect.Field, ...]:
    return kind.fields if isinstance(kind, inspect.StructType) else ()
