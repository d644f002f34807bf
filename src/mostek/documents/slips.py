"""What is cut and folded: result slips for a round, four on a page, and cards that stand on the tables."""

from __future__ import annotations

from mostek.documents import typesetting
from mostek.documents.listing import heading
from mostek.documents.pairings import round_of
from mostek.documents.people import home_of, name_of
from mostek.documents.typesetting import Data
from mostek.messages import text
from mostek.tournament.state import Table, Tournament

ON_A_PAGE = 4
"""Result slips on one sheet of A4."""


def slip_pages(state: Tournament, division: str, round_number: int) -> bytes:
    """The result slips of a round (PFS-5.2a). Raises `LookupError`, `NoTypesetterError`.

    The slips are laid out for a pile: when all pages are cut at once, the four piles laid one upon another are in the order
    of the tables.
    """
    played = round_of(state, division, round_number)
    sheets = -(-len(played.tables) // ON_A_PAGE)
    slips = [_slip(state, table) for table in played.tables]
    data = heading(state, division) | {
        "title": text("Round {round}", round=round_number),
        "pages": [slips[sheet::sheets] for sheet in range(sheets)],
        "columns": _columns(state),
        "labels": {"table": text("Table"), "arbiter": text("Taken in by the arbiter"), "host": text("starts")},
        "note": _note(state),
    }
    return typesetting.pages("slips", data, tagged=False)


def table_card_pages(state: Tournament, last: int | None = None, first: int = 1) -> bytes:
    """A card for each table: folded in the middle, it shows the number to both sides. Raises `NoTypesetterError`.

    Without `last`, as many as those who are present need.
    """
    needed = last if last is not None else max(first, tables_needed(state))
    data = heading(state) | {
        "title": text("Table cards"),
        "label": text("Table"),
        "numbers": [str(each) for each in range(first, needed + 1)],
    }
    return typesetting.pages("cards", data, tagged=False)


def tables_needed(state: Tournament) -> int:
    """How many tables those need who are present; at tables of four, three and two may sit as well (CHAL-1)."""
    present = sum(entrant.is_present for entrant in state.entrants.values())
    seated = max((len(each.rounds[-1].tables) for each in state.divisions.values() if each.rounds), default=0)
    return max(seated, -(-present // state.settings.table.size.chosen))


def _columns(state: Tournament) -> list[str]:
    """Where there are no draws, the last word of each tells equal scores apart (OPEN-game-4, CHAL-10b, S13)."""
    last_word = [] if state.settings.has_draws else [text("Last word")]
    return [text("Points"), *last_word, text("Signature")]


def _note(state: Tournament) -> str:
    if state.settings.has_draws:
        return text("Every player enters the result legibly and signs it.")
    return text("With equal scores the better last word wins: write its points down.")


def _slip(state: Tournament, table: Table) -> Data:
    return {
        "table": str(table.number),
        "players": [
            {"number": str(each), "name": name_of(state, each), "home": home_of(state.entrants[each])}
            for each in table.players
        ],
    }
