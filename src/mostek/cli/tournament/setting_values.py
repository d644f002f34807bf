"""Settings as people write them: `rounds=12`, `entry.deadline=20.04.2026`, `bye.allowed=nie`, `keys=match_points,spread`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any, get_args, get_origin, get_type_hints

from mostek.cli.failures import Failure, nearest
from mostek.cli.tournament.kept import plain
from mostek.cli.tournament.names import system_of
from mostek.cli.tournament.times import parse_day
from mostek.messages import text
from mostek.messages.tournament_words import CHOICES, KEYS, TEAM_KEYS
from mostek.tournament.settings import Setting, Settings

_YES = frozenset({"yes", "y", "tak", "t", "true", "on", "1"})
_NO = frozenset({"no", "n", "nie", "false", "off", "0"})
_NONE = frozenset({"", "-", "–", "none", "brak"})


def parse_settings(said: Iterable[str]) -> dict[str, Any]:
    """The values of `name=value`, as the log keeps them. Raises `Failure` with the nearest name, or what is expected."""
    chosen = {}
    for each in said:
        name, equals, value = each.partition("=")
        if not equals:
            raise Failure(text("{said!r} is not a setting; write name=value, as rounds=12.", said=each))
        name = name.strip().lower()
        if name not in kinds():
            raise Failure(text("There is no setting {name!r}.", name=name) + nearest(name, kinds()))
        chosen[name] = _value(name, value.strip())
    return chosen


@cache
def kinds() -> Mapping[str, Any]:
    """The kind of value that each setting has, by its dotted name."""
    return dict(_kinds("", Settings))


def _kinds(path: str, group: type[Any]) -> Iterable[tuple[str, Any]]:
    for name, hint in get_type_hints(group).items():
        if get_origin(hint) is Setting:
            yield path + name, get_args(hint)[0]
        elif hasattr(hint, "__struct_fields__"):
            yield from _kinds(f"{path}{name}.", hint)


def _value(name: str, said: str) -> Any:
    kind = kinds()[name]
    if said.casefold() in _NONE and kind is not str:
        return None
    if name == "plan":
        return " ".join(_stage(word) for word in said.replace(",", " ").split())
    if get_origin(kind) is tuple:
        return [_one(name, get_args(kind)[0], part.strip()) for part in said.split(",")]
    return _one(name, kind, said)


def _stage(word: str) -> str:
    system, colon, rounds = word.partition(":")
    return f"{system_of(system)}{colon}{rounds}"


def _one(name: str, kind: Any, said: str) -> Any:
    if kind is bool:
        return _truth(name, said)
    if kind is int:
        return _whole(name, said)
    if kind is date:
        return _day(name, said)
    return _choice(name, kind, said) if issubclass(kind, StrEnum) else said


def _truth(name: str, said: str) -> bool:
    if said.casefold() in _YES | _NO:
        return said.casefold() in _YES
    raise _expected(name, said, text("yes or no"))


def _whole(name: str, said: str) -> int:
    if said.removeprefix("-").isdecimal() and len(said) < 10:
        return int(said)
    raise _expected(name, said, text("a whole number"))


def _day(name: str, said: str) -> str:
    try:
        return parse_day(said).isoformat()
    except ValueError:
        raise _expected(name, said, text("a day, as 2026-11-21 or 21.11.2026")) from None


def _choice(name: str, kind: type[StrEnum], said: str) -> str:
    """One of a few, by its name or as the person reads it."""
    wanted = plain(said).replace("-", "_").replace(" ", "_")
    for each in kind:
        if wanted in (each.value, plain(text(_shown(each))).replace(" ", "_")):
            return each.value
    raise _expected(name, said, ", ".join(each.value for each in kind))


def _shown(choice: StrEnum) -> str:
    """A choice as the settings show it."""
    tables: tuple[Mapping[Any, str], ...] = (*CHOICES.values(), KEYS, TEAM_KEYS)
    return next(words[choice] for words in tables if choice in words)


def _expected(name: str, said: str, what: str) -> Failure:
    return Failure(text("{name}: {said!r} is not possible; expected: {what}.", name=name, said=said, what=what))
