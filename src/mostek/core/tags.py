"""The tags of commands, events and measures in JSON."""

from __future__ import annotations


def tag(name: str) -> str:
    """`PassTurn` → `pass_turn`."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).removeprefix("_")
