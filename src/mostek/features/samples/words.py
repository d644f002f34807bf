"""The files of the samples in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SENTENCES: Final[Mapping[str, str]] = {
    "zawodnicy.csv": "24 people for an event",
    "gracze.csv": "four people for an evening in a club",
    "szkoly.csv": "four teams of eight pupils for an event of schools",
    "turniej.zip": "an event of 24 people in its third round",
    "final.gcg": "a recorded game",
    "pomylka.gcg": "a record with a mistake in it",
    "partia.jsonl": "the same game as mostek saves it, with the proof of its draws",
    "pozycja.cgp": "a position from that game",
    "stol.jsonl": "a game at a real board, as commands for the referee",
    "slowa.txt": "a short list of words",
}
"""Name of a file → its content."""
