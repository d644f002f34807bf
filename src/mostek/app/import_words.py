"""An import in words: which figures of a file differ from our reckoning, and why a file is not imported."""

from __future__ import annotations

from mostek.app.tournament_imports import Imported, ImportRefusedError
from mostek.messages import count, text
from mostek.messages.tournament import say
from mostek.tournament.commands import RegisterEntrant

FIGURES = {
    "place": "place",
    "half_points": "match points in halves",
    "game_points": "game points",
    "spread": "spread",
    "scalps": "scalps",
}
"""What a figure of a file is called."""
_SHOWN_FIGURES = 10
_SHOWN_NAME = 60


def difference_lines(found: Imported) -> list[str]:
    """The figures of the file that are others by our reckoning, the first ones by name; nothing if there are none."""
    there = found.differences
    if not there:
        return []
    lines = [
        count(
            "{n} figure of the file is another by our reckoning:",
            "{n} figures of the file are others by our reckoning:",
            len(there),
        )
    ]
    lines += [
        "  "
        + text(
            "{number}. {name}: {figure} {stated}, reckoned {reckoned}",
            number=each.number,
            name=found.state.entrants[each.number].person.name,
            figure=text(FIGURES[each.figure]),
            stated=each.stated,
            reckoned="–" if each.reckoned is None else each.reckoned,
        )
        for each in there[:_SHOWN_FIGURES]
    ]
    if len(there) > _SHOWN_FIGURES:
        lines.append("  " + text("and {n} more (see --json)", n=len(there) - _SHOWN_FIGURES))
    return lines


def refused_import(error: ImportRefusedError) -> str:
    """The reason why our desk does not import an event, with the person whom a refused entry is about."""
    why = say(error.refused)
    if isinstance(error.command, RegisterEntrant):
        why = f"{error.command.number}. {error.command.person.name[:_SHOWN_NAME]}: {why}"
    return text("The desk cannot import this tournament: {why}", why=why)
