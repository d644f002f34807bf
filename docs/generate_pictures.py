"""Draw every document of an event into `docs/pictures/`, small and grey, from an invented event.

Run it after a change to a document: `uv run --with pillow python docs/generate_pictures.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import typst
from msgspec import json
from PIL import Image

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from documents import held
from mostek import messages
from mostek.documents import typesetting
from mostek.tournament import commands as c
from mostek.tournament.state import Tournament

FOLDER = Path(__file__).parent / "pictures"
DENSITY = 96
"""Dots per inch."""
GREYS = 16


def picture(data: Mapping[str, Any], *sources: bytes, tagged: bool = True) -> bytes:
    """The first page of the document, as a PNG instead of a PDF."""
    inputs = {"data": json.encode({**data, "language": messages.language()}).decode()}
    drawn = typst.compile(b"\n".join(sources), format="png", ppi=DENSITY, ignore_system_fonts=True, sys_inputs=inputs)
    first = drawn[0] if isinstance(drawn, list) else drawn
    assert isinstance(first, bytes)
    return first


def excluded() -> Tournament:
    """An event in which the arbiter has had something to decide."""
    event = held.federation(14, 5, 4)
    event.pair()
    event.do(
        c.RecordDecision,
        by="Sędzia 1",
        clause="PFS-7.1a",
        text="Upomnienie za rozmowy przy stole.",
        about=(5,),
        round=5,
    )
    event.do(c.DeductPoints, by="Sędzia 1", round=4, number=5, points=10, reason="Ponowne rozmowy mimo upomnienia.")
    event.do(c.Exclude, by="Sędzia 1", number=5, reason="Podglądanie płytek przy dobieraniu.", score_now=120)
    return event.state


def closed_schools() -> Tournament:
    """A school event that has ended."""
    event = held.schools()
    event.do(c.CloseTournament, reason="druga grupa się nie zebrała")
    return event.state


def drawn() -> dict[str, Callable[[], bytes]]:
    """Every picture by its name."""
    event = held.federation(15, 5, 4, missing=2).state
    ended = held.federation(15, 12, 12).state
    schools, draft, evening = closed_schools(), held.schools().state, held.evening().state
    return {
        "regulation": lambda: held.printed("regulation", schools),
        "start-list": lambda: held.printed("start-list", event, ""),
        "check-in": lambda: held.printed("check-in", event, ""),
        "pairings-by-table": lambda: held.printed("pairings", event, "", 4),
        "pairings-by-name": lambda: held.printed("names", event, "", 4),
        "pairings-of-four": lambda: held.printed("pairings", evening, "", 2),
        "slips": lambda: held.printed("slips", event, "", 4),
        "slips-of-four": lambda: held.printed("slips", evening, "", 2),
        "table-card": lambda: held.printed("cards", event),
        "results": lambda: held.printed("results", event, "", 4),
        "missing": lambda: held.printed("missing", event),
        "standings": lambda: held.printed("standings", event, ""),
        "category": lambda: held.printed("standings", event, "", category="senior"),
        "teams": lambda: held.printed("teams", schools, "gimnazja"),
        "cross-table": lambda: held.printed("crosstable", ended, ""),
        "player-card": lambda: held.printed("card", ended, player=3),
        "log": lambda: held.printed("log", excluded()),
        "exclusion": lambda: held.printed("exclusion", excluded(), player=5),
        "diploma": lambda: held.printed("diplomas", schools, "gimnazja"),
        "diploma-of-school": lambda: held.printed("schools", schools, "gimnazja"),
        "diploma-draft": lambda: held.printed("participants", draft, "gimnazja"),
        "press": lambda: held.printed("press", schools),
    }


def main() -> None:
    """Write every picture anew."""
    messages.use("pl")
    typesetting.typeset = picture
    for name, draw in drawn().items():
        grey = Image.open(BytesIO(draw())).convert("L").quantize(GREYS)
        grey.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
