"""The players' cards of the federation's report: every game from the side of one player."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mostek.tournament.files import FileFault
from mostek.tournament.formats._pfs_text_blocks import Line, is_dashes
from mostek.tournament.rating.scalps import parse_rating
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, ResultKind, kind_of, signed


class CardRow(NamedTuple):
    """One game on a card: own score first. A bye has neither scores nor a scalp."""

    line: Line
    round: int
    table: int
    opponent: str
    """The name; empty in a bye."""
    scores: tuple[int, int] | None
    scalp: int | None
    sign: str = ""
    """`+`, `-` or `=`: whether the player has won."""

    def signed(self, result: RecordedResult, host: str, guest: str) -> RecordedResult:
        """An equal game with its winner by the signs of both cards. Raises `TournamentFileError` where they disagree."""
        try:
            return signed(result, host, guest)
        except ValueError:
            raise self.line.fault(FileFault.ONE_SIDED) from None


class TextCard(NamedTuple):
    """A player's card. The name is in one piece, for the heading does not part it."""

    player: RecordedPlayer
    rows: tuple[CardRow, ...]


def read_cards(lines: Iterable[Line]) -> list[TextCard]:
    """All the cards of the block. Raises `TournamentFileError` at a line that is none of theirs."""
    cards: list[TextCard] = []
    for line in list(lines)[1:]:
        text = line.text.strip()
        if not text or text.startswith("Runda ") or is_dashes(text) or _SUM.fullmatch(text):
            continue
        if match := _HEADING.fullmatch(text):
            rating = line.number_from(match[2], parse_rating)
            player = RecordedPlayer(number=0, name=_plain(match[1]), rating=rating, city=match[3] or "")
            cards.append(TextCard(player, ()))
        elif cards:
            cards[-1] = cards[-1]._replace(rows=(*cards[-1].rows, _row(line)))
        else:
            raise line.fault(FileFault.BAD_LINE)
    return cards


def _row(line: Line) -> CardRow:
    text = line.text.strip()
    if match := _BYE.fullmatch(text):
        return CardRow(line, int(match[1]), int(match[2]), "", None, None)
    if match := _GAME.fullmatch(text):
        scores, scalp = (int(match[5]), int(match[6])), int(match[7]) if match[7] else None
        return CardRow(line, int(match[1]), int(match[2]), _plain(match[3]), scores, scalp, match[4])
    raise line.fault(FileFault.BAD_LINE)


def _plain(name: str) -> str:
    return " ".join(name.split())


def results_of(
    cards: Mapping[int, TextCard], known: Mapping[str, tuple[int, ...]]
) -> Iterator[tuple[RecordedResult, Line]]:
    """The results that the cards tell, where no table of rounds does: they do not say who started, so the lower number hosts.

    Args:
        cards: the cards by starting number.
        known: the starting numbers by name; of two people of one name the opponent is the one at the same table.

    Raises:
        TournamentFileError: a card names an unknown player, or the two cards of a game tell it differently.
    """
    rows = {(number, row.round): row for number, card in cards.items() for row in card.rows}
    for (number, played), row in sorted(rows.items(), key=lambda each: (each[0][1], each[1].table, each[0][0])):
        if row.scores is None:
            yield _result(row, number, 0, (None, None)), row.line
            continue
        others = [each for each in known.get(row.opponent, ()) if each != number]
        if not others:
            raise row.line.fault(FileFault.UNKNOWN_PLAYER)
        if len(others) > 1:
            there = (rows.get((each, played)) for each in others)
            others = [each for each, other in zip(others, there, strict=True) if other and other.table == row.table]
        theirs = rows.get((others[0], played)) if len(others) == 1 else None
        if theirs is None or theirs.scores != row.scores[::-1] or number not in known.get(theirs.opponent, ()):
            raise row.line.fault(FileFault.ONE_SIDED)
        if number < others[0]:
            yield row.signed(_result(row, number, others[0], row.scores), row.sign, theirs.sign), row.line


def _result(row: CardRow, host: int, guest: int, scores: tuple[int | None, int | None]) -> RecordedResult:
    return RecordedResult(
        round=row.round,
        table=row.table,
        host=host,
        guest=guest,
        host_score=scores[0],
        guest_score=scores[1],
        kind=kind_of(guest, *scores) if guest else ResultKind.BYE,
    )


_HEADING = re.compile(r"([^\d\s].*?)\s+(\d{1,5}\.\d\d)(?:\s+(\S.*))?")
_GAME = re.compile(r"(\d{1,3}) +(\d{1,4}) +(\S.*?) +\d{1,5}\.\d\d +([-+=]) +(\d{1,4}): *(\d{1,4})(?: +(\d{1,4}))?")
_BYE = re.compile(r"(\d{1,3}) +(\d{1,4}) +(?:PAUZA|BYE(?: +BYE)?)(?: .*)?")
_SUM = re.compile(r"\d+ */ *\d+(?: +[\d.]+)?")
