"""What a director should look at though nothing forbids it, in sentences: one for each kind of warning, with its clause."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any

from msgspec import Struct

from mostek.messages import count, text
from mostek.messages.tournament_words import system_name
from mostek.tournament.warnings import Warned, WarningKind

Names = Callable[[int], str]


class Said(Struct, frozen=True, kw_only=True):
    """Warnings of one kind, said together."""

    code: WarningKind
    clause: str
    setting: str
    message: str
    about: tuple[Mapping[str, Any], ...]
    """What belongs to each of them."""


SENTENCES: Mapping[WarningKind, str] = {
    WarningKind.ANNOUNCEMENT_OVERDUE: "The time for a game was to be announced by {due}, and is not chosen yet.",
    WarningKind.ANNOUNCED_LATE: "The time for a game was to be announced by {due}; it is chosen on {on}.",
    WarningKind.LAST_ROUND_NOT_DANISH: "The last round is not Danish ({system}): it may reward whoever stays away.",
    WarningKind.ROUNDS_UNPLAYED: "Rounds played: {played} of {rounds}; forfeits are reckoned with {rounds}.",
    WarningKind.TABLES_UNEQUAL: "The tables differ in size: not everybody can win as much in this round.",
    WarningKind.SECOND_BYE: "Has had a bye before: {people}.",
    WarningKind.LEFT_OUT: "Present, and neither at a table nor with a bye: {people}.",
}
"""The sentence for each kind that is not about tables."""


def said(warned: Iterable[Warned], names: Names = str) -> list[Said]:
    """The warnings in the order of their kinds, those of one kind together."""
    order = list(WarningKind)
    ordered = sorted(warned, key=lambda each: order.index(each.kind))
    return [_together(kind, tuple(group), names) for kind, group in groupby(ordered, lambda each: each.kind)]


def _together(kind: WarningKind, group: tuple[Warned, ...], names: Names) -> Said:
    first = group[0]
    sentence = _of_tables(kind, group) if "table" in first.params else _of_others(kind, group, names)
    return Said(
        code=kind,
        clause=first.clause,
        setting=first.setting,
        message=f"{sentence} ({first.clause})" if first.clause else sentence,
        about=tuple(each.params for each in group),
    )


def _of_tables(kind: WarningKind, group: tuple[Warned, ...]) -> str:
    found = sorted({each.params["table"] for each in group})
    tables = ", ".join(map(str, found))
    match kind:
        case WarningKind.TEAMMATES_MEET:
            return count(
                "Teammates meet at table {tables}.", "Teammates meet at tables {tables}.", len(found), tables=tables
            )
        case WarningKind.FORBIDDEN_MEET:
            return count(
                "Two who should never meet sit at table {tables}.",
                "People who should never meet sit at tables {tables}.",
                len(found),
                tables=tables,
            )
        case _:
            return count(
                "Table {tables} repeats an earlier meeting.",
                "Tables {tables} repeat earlier meetings.",
                len(found),
                tables=tables,
            )


def _of_others(kind: WarningKind, group: tuple[Warned, ...], names: Names) -> str:
    params = dict(group[0].params)
    if "system" in params:
        params["system"] = system_name(params["system"])
    numbers = [number for each in group for number in each.params.get("numbers", [each.params.get("number")])]
    params["people"] = ", ".join(names(number) for number in numbers if number is not None)
    return text(SENTENCES[kind], **params)
