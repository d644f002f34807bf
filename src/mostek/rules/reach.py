"""The surface on which people meet a clause, and the test that shows it there.

`reach.toml` is written from the tests by `python -m reaching` in the folder `tests`; nobody claims anything in it by hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache

import msgspec

from mostek.core.package_data import package_data
from mostek.rules.clause import Clause, ClauseStatus

Reach = Mapping["Surface", str]
"""Where a clause is met: for each surface the test that meets it there, from the root of the repository."""


class Surface(StrEnum):
    """The places where people meet a clause."""

    PAGE = "page"
    """Clicked or typed in a browser."""
    COMMAND = "command"
    """Typed after `mostek`, or at its prompt."""
    PAPER = "paper"
    """Read on a printed document."""


@cache
def reach() -> Mapping[str, Reach]:
    """The surfaces of each clause that is met on any, by its id."""
    data = tomllib.loads((package_data("mostek") / "rules" / "reach.toml").read_text("utf-8"))
    return msgspec.convert(data, dict[str, dict[Surface, str]])


def standing(clause: Clause) -> ClauseStatus:
    """The status of a clause: what the program carries out and people meet on no surface is done by JSON only."""
    if clause.status is ClauseStatus.IMPLEMENTED and clause.id not in reach():
        return ClauseStatus.JSON_ONLY
    return clause.status
