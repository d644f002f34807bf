"""How the commands of `mostek rules` show values, words for statuses and stages, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from mostek.cli.output import console
from mostek.messages import text
from mostek.rules.clause import Stage, Status
from mostek.rules.rulebook import Rulebook

STATUS = {
    Status.IMPLEMENTED: "carried out",
    Status.GUIDANCE: "guidance for people",
    Status.NOT_YET: "not yet",
}
"""What a status is called."""
STAGES = {
    Stage.BEFORE_EVENT: "before the event",
    Stage.BEFORE_GAME: "before the game",
    Stage.DRAWING: "while tiles are drawn",
    Stage.THINKING: "while a player thinks",
    Stage.STOPPED: "when a move has ended",
    Stage.CHALLENGED: "while words are checked",
    Stage.HANDING_OVER: "when a turn is written down",
    Stage.AWAY: "when a player is away",
    Stage.ARBITER: "when the arbiter is called",
    Stage.AFTER_GAME: "after the game",
    Stage.AFTER_EVENT: "after the event",
}
"""What a stage is called."""


def values_of(book: Rulebook) -> dict[str, dict[str, Any]]:
    """Every value of a rulebook with its clause, by its name in a change: `exchange.maximum`."""
    return dict(_values("", msgspec.to_builtins(book)))


def _values(path: str, part: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, value in part.items():
        if isinstance(value, dict) and value.keys() == {"value", "clause"}:
            yield path + name, value
        elif isinstance(value, dict) and not path:
            yield from _values(f"{name}.", value)


def ruled(value: Mapping[str, Any]) -> str:
    """A value with its clause."""
    return f"{plain(value['value'])} ({value['clause']})"


def plain(value: object) -> str:
    """A value for a person."""
    return {True: text("yes"), False: text("no")}[value] if isinstance(value, bool) else str(value)


def choice(name: str) -> str:
    """What a value can be, for a person."""
    return {"true": text("yes"), "false": text("no")}.get(name, name)


def stages(when: Sequence[Stage]) -> str:
    """Stages in words."""
    return ", ".join(text(STAGES[stage]) for stage in when)


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table; on a narrow screen long cells go on in the next line, and nothing is cut off."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*row)
    console().print(table)
