"""The players' cards of the federation's report: each player's games with the rating of the opponent and the scalp."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from mostek.tournament.formats.faults import FileFault
from mostek.tournament.formats.fixed_tables import is_dashes
from mostek.tournament.formats.pfs_text_lines import Line
from mostek.tournament.formats.recorded import RecordedPlayer, parse_hundredths


class CardRow(NamedTuple):
    """One game on a card: own score first. A bye has neither scores nor a scalp."""

    line: Line
    round: int
    scores: tuple[int, int] | None
    scalp: int | None


class Card(NamedTuple):
    """A player's card. The name is in one piece, for the heading does not part it."""

    player: RecordedPlayer
    rows: tuple[CardRow, ...]


def read_cards(lines: Iterable[Line]) -> list[Card]:
    """All the cards of the block. Raises `TournamentFileError` at a line that is none of theirs."""
    cards: list[Card] = []
    for line in list(lines)[1:]:
        text = line.text.strip()
        if not text or text.startswith("Runda ") or is_dashes(text) or _SUM.fullmatch(text):
            continue
        if match := _HEADING.fullmatch(text):
            rating = line.number_from(match[2], parse_hundredths)
            player = RecordedPlayer(number=0, name=_plain(match[1]), rating=rating, city=match[3] or "")
            cards.append(Card(player, ()))
        elif cards:
            cards[-1] = cards[-1]._replace(rows=(*cards[-1].rows, _row(line)))
        else:
            raise line.fault(FileFault.BAD_LINE)
    return cards


def _row(line: Line) -> CardRow:
    text = line.text.strip()
    if match := _BYE.fullmatch(text):
        return CardRow(line, int(match[1]), None, None)
    if match := _GAME.fullmatch(text):
        return CardRow(line, int(match[1]), (int(match[2]), int(match[3])), int(match[4]) if match[4] else None)
    raise line.fault(FileFault.BAD_LINE)


def _plain(name: str) -> str:
    return " ".join(name.split())


_HEADING = re.compile(r"([^\d\s].*?)\s+(\d{1,5}\.\d\d)(?:\s+(\S.*))?")
_GAME = re.compile(r"(\d{1,3}) +\d{1,4} +\S.*? +\d{1,5}\.\d\d +[-+=] +(\d{1,4}): *(\d{1,4})(?: +(\d{1,4}))?")
_BYE = re.compile(r"(\d{1,3}) +\d{1,4} +(?:PAUZA|BYE(?: +BYE)?)(?: .*)?")
_SUM = re.compile(r"\d+ */ *\d+(?: +[\d.]+)?")
