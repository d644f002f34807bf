"""Fitting text into columns of the terminal, and two blocks of lines side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.text import Text


def fitted(shown: str, width: int) -> str:
    """The text cut or filled to a width; what is cut ends in `…`."""
    if cell_len(shown) <= width:
        return set_cell_size(shown, width)
    return set_cell_size(shown, max(0, width - 1)) + "…"


def side_by_side(left: Sequence[Text], right: Sequence[Text], width: int, gap: int) -> list[Text]:
    """Two blocks of lines, the left one filled to its width."""
    lines = []
    for place in range(max(len(left), len(right))):
        line = Text()
        if place < len(left):
            line.append_text(left[place])
        if place < len(right):
            line.append(" " * (width - line.cell_len + gap))
            line.append_text(right[place])
        lines.append(line)
    return lines


def wrapped(shown: str, width: int) -> list[str]:
    """A sentence in lines that fit."""
    lines = [""]
    for word in shown.split():
        longer = f"{lines[-1]} {word}".strip()
        if cell_len(longer) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
