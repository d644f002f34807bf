"""Draw every document of an event into `docs/pictures/`, small and grey, from an event that is made up.

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
from mostek.documents.tournament import cross_table, diplomas, letters, lists, regulation, rounds, standings
from mostek.tournament import commands as c
from mostek.tournament.state import Tournament

FOLDER = Path(__file__).parent / "pictures"
DENSITY = 96
"""Dots per inch."""
GREYS = 16


def picture(data: Mapping[str, Any], *sources: bytes, tagged: bool = True) -> bytes:
    """What `typeset` answers, as a picture of the first page."""
    inputs = {"data": json.encode({**data, "language": messages.language()}).decode()}
    drawn = typst.compile(b"\n".join(sources), format="png", ppi=DENSITY, ignore_system_fonts=True, sys_inputs=inputs)
    first = drawn[0] if isinstance(drawn, list) else drawn
    assert isinstance(first, bytes)
    return first


def excluded() -> Tournament:
    """An event in which the arbiter has had something to decide."""
    event = held.federation(14, 5, 4)
    event.pair()
    event.do(c.Rule, by="Sędzia 1", clause="PFS-7.1a", text="Upomnienie za rozmowy przy stole.", about=(5,), round=5)
    event.do(c.Deduct, by="Sędzia 1", round=4, number=5, points=10, reason="Ponowne rozmowy mimo upomnienia.")
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
        "regulation": lambda: regulation.regulation_pages(schools),
        "start-list": lambda: lists.start_list_pages(event, ""),
        "check-in": lambda: lists.check_in_pages(event, ""),
        "pairings-by-table": lambda: rounds.pairing_pages(event, "", 4),
        "pairings-by-name": lambda: rounds.name_pages(event, "", 4),
        "pairings-of-four": lambda: rounds.pairing_pages(evening, "", 2),
        "slips": lambda: rounds.slip_pages(event, "", 4),
        "slips-of-four": lambda: rounds.slip_pages(evening, "", 2),
        "table-card": lambda: rounds.table_card_pages(event),
        "results": lambda: rounds.result_pages(event, "", 4),
        "missing": lambda: lists.missing_pages(event),
        "standings": lambda: standings.standings_pages(event, ""),
        "category": lambda: standings.standings_pages(event, "", category="senior"),
        "teams": lambda: standings.team_pages(schools, "gimnazja"),
        "cross-table": lambda: cross_table.cross_table_pages(ended, ""),
        "player-card": lambda: cross_table.card_pages(ended, 3),
        "log": lambda: lists.log_pages(excluded()),
        "exclusion": lambda: letters.exclusion_pages(excluded(), 5),
        "diploma": lambda: diplomas.prize_diploma_pages(schools, "gimnazja"),
        "diploma-of-school": lambda: diplomas.school_diploma_pages(schools, "gimnazja"),
        "diploma-draft": lambda: diplomas.participant_diploma_pages(draft, "gimnazja"),
        "press": lambda: letters.press_pages(schools),
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
