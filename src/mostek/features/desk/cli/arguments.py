"""Arguments as people type them: days and times, entrants, teams, tables and divisions by a part of their names."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any, TypeAlias, get_args, get_origin

import click

from mostek.app.tournaments import hall_time
from mostek.cli.output import Failure, nearest
from mostek.cli.param_types import OneOf
from mostek.features.desk.typed_names import (
    last_round,
    named_division,
    number_of,
    numbers_of,
    peopled_divisions,
    plain,
    table_of,
    team_named,
    teams_like,
)
from mostek.messages import text
from mostek.tournament.dates import read_dates
from mostek.tournament.pairing.values import system_names
from mostek.tournament.state import Tournament

__all__ = [
    "Day",
    "Moment",
    "MomentParam",
    "SystemName",
    "day_of",
    "division_of",
    "divisions_of",
    "last_round",
    "moment_on",
    "now",
    "number_of",
    "numbers_of",
    "parse_day",
    "parse_moment",
    "parse_settings",
    "plain",
    "system_of",
    "table_of",
    "team_named",
    "teams_like",
]
"""All that the commands need of what people type; whom they mean is the matter of `mostek.features.desk.typed_names`."""

_TIMES = ("%H:%M", "%H:%M:%S")


def now() -> datetime:
    """The time in the hall, to the second, without a zone."""
    return hall_time()


def parse_day(typed: str) -> date:
    """A day in any usual spelling: 2026-11-21, 21.11.2026, 21/11/2026, 21 listopada 2026, Nov 21, 2026. Raises `ValueError`."""
    found = read_dates(typed)
    if found is None or found.first != found.last:
        raise ValueError(typed)
    return found.first


Moment: TypeAlias = datetime | time
"""A moment as it was typed: a bare time is one of a day of the event."""


def parse_moment(typed: str) -> Moment:
    """A moment; a bare day is its midnight. Raises `ValueError`."""
    day, _, clock = typed.strip().replace("T", " ").partition(" ")
    is_time = not clock and ":" in day
    for form in _TIMES:
        try:
            found = datetime.strptime(day if is_time else clock or "00:00", form).time()  # noqa: DTZ007 - no zone
        except ValueError:
            continue
        return found if is_time else datetime.combine(parse_day(day), found)
    raise ValueError(typed)


def moment_on(day: date, moment: Moment | None) -> datetime:
    """The moment that was typed, a bare time on that day; without one now."""
    return datetime.combine(day, moment) if isinstance(moment, time) else moment or now()


def day_of(state: Tournament | None) -> date:
    """The day that a bare time belongs to: today during the event, otherwise the day of its last round or its first day."""
    today = now().date()
    if state is None or state.starts_on <= today <= state.last_day:
        return today
    paired = [division.rounds[-1].paired_at for division in state.divisions.values() if division.rounds]
    return max(paired).date() if paired else state.starts_on


class MomentParam(click.ParamType[Moment]):
    """A moment of a day of the event."""

    name = "time"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Moment:
        """The moment that was typed."""
        try:
            return value if isinstance(value, datetime | time) else parse_moment(str(value))
        except ValueError:
            self.fail(text("{value!r} is no time; write 10:15 or 2026-11-21T10:15.", value=value), param, ctx)


class Day(click.ParamType[date]):
    """A day."""

    name = "date"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day that was typed."""
        try:
            return value if isinstance(value, date) else parse_day(str(value))
        except ValueError:
            self.fail(text("{value!r} is no day; write 2026-11-21 or 21.11.2026.", value=value), param, ctx)


def division_of(state: Tournament, typed: str | None) -> str:
    """The division that is meant; without a name the only one, or the only one with people. Raises `Failure`."""
    names = list(state.divisions)
    if typed is None:
        peopled = peopled_divisions(state)
        if len(names) == 1 or (len(peopled) == 1 and any(state.entrants_of(peopled[0]))):
            return peopled[0]
        raise Failure(text("Say which division: --division NAME.") + nearest("", filter(None, names)))
    return named_division(names, typed)


def divisions_of(state: Tournament, typed: str | None) -> list[str]:
    """The divisions to be shown: the one that was named, or all that have people."""
    if typed is not None:
        return [named_division(list(state.divisions), typed)]
    return peopled_divisions(state)


def system_of(typed: str) -> str:
    """A system of pairing, by the name that files have or by what directors call it. Raises `Failure`."""
    from mostek.tournament.pairing.system import systems

    name = plain(typed).replace(" ", "-").replace("_", "-")
    known = {
        plain(word).replace(" ", "-").replace("_", "-"): each.name
        for each in systems().values()
        for word in (each.pl, each.en, *each.spoken, each.name)
    }
    like = {system for each, system in known.items() if len(name) > 2 and each.startswith(name)}
    if found := known.get(name) or (like.pop() if len(like) == 1 else None):
        return found
    raise Failure(text("There is no system {name!r}.", name=typed) + nearest(typed, list(systems())))


class SystemName(OneOf):
    """A system of pairing, by its name or by what directors call it."""

    def __init__(self) -> None:
        super().__init__("There is no system {name!r}.", system_names)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name of the system. Raises `Failure`."""
        return system_of(value)


_YES = frozenset({"yes", "y", "tak", "t", "true", "on", "1"})
_NO = frozenset({"no", "n", "nie", "false", "off", "0"})
_NONE = frozenset({"", "-", "–", "none", "brak"})


def parse_settings(typed: Iterable[str]) -> dict[str, Any]:
    """The values of `name=value`, as the log keeps them. Raises `Failure` with the nearest name, or what is expected."""
    from mostek.features.desk.words.tournament_settings import kinds

    chosen = {}
    for each in typed:
        name, equals, value = each.partition("=")
        if not equals:
            raise Failure(text("{said!r} is not a setting; write name=value, as rounds=12.", said=each))
        name = name.strip().lower()
        if name not in kinds():
            raise Failure(text("There is no setting {name!r}.", name=name) + nearest(name, kinds()))
        chosen[name] = _value(name, value.strip())
    return chosen


def _value(name: str, typed: str) -> Any:
    from mostek.features.desk.words.tournament_settings import kinds

    kind = kinds()[name]
    if typed.casefold() in _NONE and (kind is not str or name == "spread_cap"):
        return None
    if name == "readings":
        return dict(_reading(part.strip()) for part in typed.split(","))
    if name == "plan":
        return " ".join(_stage(word) for word in typed.replace(",", " ").split())
    if name in ("gibson.inner", "match.inner"):
        return system_of(typed)
    if get_origin(kind) is tuple:
        return [_one(name, get_args(kind)[0], part.strip()) for part in typed.split(",")]
    return _one(name, kind, typed)


def _reading(typed: str) -> tuple[str, str | bool]:
    """An open question and its answer, as order.hasty_draw=refused."""
    from mostek.rules.switches import switches

    path, _, answer = (part.strip() for part in typed.partition("="))
    known = {switch.value: switch for switch in switches().values() if switch.asks is not None}
    if path not in known:
        raise Failure(text("There is no open question {name!r}.", name=path) + nearest(path, known))
    if not known[path].names:
        return path, _truth(path, answer)
    if answer not in known[path].names:
        raise _expected(path, answer, ", ".join(known[path].names))
    return path, answer


def _stage(word: str) -> str:
    system, colon, rounds = word.partition(":")
    return f"{system_of(system)}{colon}{rounds}"


def _one(name: str, kind: Any, typed: str) -> Any:
    if kind is bool:
        return _truth(name, typed)
    if kind is int:
        return _whole(name, typed)
    if kind is date:
        return _day(name, typed)
    return _choice(name, kind, typed) if issubclass(kind, StrEnum) else typed


def _truth(name: str, typed: str) -> bool:
    if typed.casefold() in _YES | _NO:
        return typed.casefold() in _YES
    raise _expected(name, typed, text("yes or no"))


def _whole(name: str, typed: str) -> int:
    if typed.removeprefix("-").isdecimal() and len(typed) < 10:
        return int(typed)
    raise _expected(name, typed, text("a whole number"))


def _day(name: str, typed: str) -> str:
    try:
        return parse_day(typed).isoformat()
    except ValueError:
        raise _expected(name, typed, text("a day, as 2026-11-21 or 21.11.2026")) from None


def _choice(name: str, kind: type[StrEnum], typed: str) -> str:
    """One of a few, by its name or as the person reads it."""
    from mostek.features.desk.words.tournament_settings import choice_words

    wanted = plain(typed).replace("-", "_").replace(" ", "_")
    for each in kind:
        if wanted in (each.value, plain(text(choice_words(each))).replace(" ", "_")):
            return each.value
    raise _expected(name, typed, ", ".join(each.value for each in kind))


def _expected(name: str, typed: str, what: str) -> Failure:
    return Failure(text("{name}: {said!r} is not possible; expected: {what}.", name=name, said=typed, what=what))
