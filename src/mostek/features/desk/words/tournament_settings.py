"""The settings of an event in words: value, clause, who has chosen it, and what else could be chosen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

import msgspec

from mostek.messages import text
from mostek.messages.tournament import clause_text
from mostek.messages.tournament_words import CHOICES, KEYS, TEAM_KEYS, setting_name, value_in_words
from mostek.tournament.creation import FREE
from mostek.tournament.settings import Setting, Settings, listed, settings_of
from mostek.tournament.state import Tournament

SettingKind: TypeAlias = Literal["truth", "whole", "day", "choice", "several", "readings", "words"]
"""The kind of input for a setting."""


def setting_rows(state: Tournament) -> Iterator[dict[str, Any]]:
    """Every setting as plain data with its words."""
    for name, setting in listed(settings_of(state.template, state.changes)):
        own = name in state.changes
        unchosen = setting.value is None
        who = text("organiser") if own else "–" if unchosen else text("template {name}", name=state.template)
        yield {
            "name": name,
            "title": setting_name(name),
            "value": msgspec.to_builtins(setting.value),
            "said": value_in_words(state, name, setting),
            "clause": setting.clause,
            "wording": clause_text(setting.clause),
            "by_organiser": own,
            "chosen": who,
        }


def is_fixed(state: Tournament, name: str) -> bool:
    """Whether a setting can be chosen no more, because the first round is paired (PFS-7.2d, S80)."""
    return state.has_begun and name not in FREE


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


def kind_name(name: str) -> SettingKind:
    """The kind of input for a setting."""
    kind = kinds()[name]
    if name == "readings":
        return "readings"
    if get_origin(kind) is tuple:
        return "several"
    plain: Mapping[type, SettingKind] = {bool: "truth", int: "whole", date: "day"}
    return plain.get(kind) or ("choice" if isinstance(kind, type) and issubclass(kind, StrEnum) else "words")


def choices_of(name: str) -> tuple[tuple[str, str], ...]:
    """The possible choices, where there are few: the value and its words."""
    kind = kinds()[name]
    each = get_args(kind)[0] if get_origin(kind) is tuple else kind
    if not (isinstance(each, type) and issubclass(each, StrEnum)):
        return ()
    return tuple((choice.value, text(choice_words(choice))) for choice in each)


def choice_words(choice: StrEnum) -> str:
    """A choice as the settings show it."""
    tables: tuple[Mapping[Any, str], ...] = (*CHOICES.values(), KEYS, TEAM_KEYS)
    return next(words[choice] for words in tables if choice in words)
