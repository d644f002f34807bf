"""The federation's report of a tournament written: blocks of plain text, and the page that holds them."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mostek.tournament.credits import half_up
from mostek.tournament.files import encoded
from mostek.tournament.formats._pfs_text_blocks import Block
from mostek.tournament.origin import RankingRow
from mostek.tournament.rating.scalps import format_rating
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    format_halves,
    names,
    own_results,
)


class TextColumn(NamedTuple):
    """One column: what stands above it, how wide it is at least, and whether its cells are numbers."""

    heading: str
    width: int
    is_number: bool = False


def table(columns: Sequence[TextColumn], rows: Sequence[Sequence[str]]) -> list[str]:
    """Heading, dashes and rows. A column grows with a cell that is too long for it, and the dashes say so."""
    widths = [max(column.width, *(len(row[place]) for row in rows), 0) for place, column in enumerate(columns)]
    heading = [column.heading.ljust(width) for column, width in zip(columns, widths, strict=True)]
    lines = [heading, ["-" * width for width in widths]]
    for row in rows:
        cells = zip(columns, widths, row, strict=True)
        lines.append([cell.rjust(width) if column.is_number else cell.ljust(width) for column, width, cell in cells])
    return [" ".join(line).rstrip() for line in lines]


def write(tournament: RecordedTournament, encoding: str = "utf-8") -> bytes:
    """A page with all the blocks, as the federation's site has them. Raises `TournamentFileError` for a letter that the
    encoding does not have.
    """
    written = blocks(tournament)
    parts = [
        f"<div id='{block}' class='page'><pre>{html.escape(text, quote=False)}</pre></div>\n"
        for block, text in written.items()
    ]
    return encoded("".join(parts), encoding)


def blocks(tournament: RecordedTournament) -> dict[Block, str]:
    """The blocks as plain text. A player without a place is left out of the classification and keeps their card."""
    title = " ".join(tournament.name.split())
    written = {
        Block.STANDINGS: [f"Wyniki turnieju {title}", "", *_write_standings(tournament)],
        Block.ROUNDS: [f"Wyniki poszczególnych rund turnieju {title}", "", *_write_rounds(tournament)],
        Block.CARDS: [f"Wyniki poszczególnych graczy w turnieju {title}", "", *_cards(tournament)],
    }
    if tournament.ranking:
        written[Block.RANKING] = ["Lista rankingowa", "", *_write_ranking(tournament.ranking)]
    return {block: "\n".join(lines).rstrip("\n") + "\n" for block, lines in written.items()}


def _write_standings(tournament: RecordedTournament) -> list[str]:
    placed = [player for player in tournament.players if player.place is not None]
    return table(
        _STANDINGS,
        [_write_standing(player) for player in sorted(placed, key=lambda player: player.place or 0)],
    )


def _write_standing(player: RecordedPlayer) -> list[str]:
    first, last = names(player)
    points = (player.game_points, player.scalps, player.spread)
    rating, halves = format_rating(player.rating or 0), format_halves(player.half_points or 0)
    return [
        str(player.place),
        _one_line(first),
        _one_line(last),
        _one_line(player.city),
        rating,
        halves,
        *(str(each or 0) for each in points),
    ]


def _write_rounds(tournament: RecordedTournament) -> Iterator[str]:
    named = {player.number: _name(player) for player in tournament.players}
    for number in range(1, tournament.rounds + 1):
        heading = f"Runda nr {number:2}"
        yield from (heading, "-" * len(heading), _ROUND_HEADING, _ROUND_DASHES)
        for result in tournament.round(number):
            if result.kind is ResultKind.BYE:
                yield f"{result.table:4} {named[result.host]:<35} - PAUZA"
            elif result.guest:
                yield f"{result.table:4} {named[result.host]:<35} - {named[result.guest]:<35} {_scores(result, 1)}".rstrip()
        yield ""


def _cards(tournament: RecordedTournament) -> Iterator[str]:
    by_number = {player.number: player for player in tournament.players}
    for player in tournament.players:
        heading = f"{_one_line(' '.join(names(player)))} {format_rating(player.rating or 0)} {_one_line(player.city)}"
        yield from ("", "", f"\t{heading.rstrip()}", "", _CARD_HEADING, _CARD_DASHES)
        own = sorted(own_results(tournament, player.number), key=lambda result: result.round)
        for result in own:
            yield from _card_row(result, player, by_number)
        yield from (_SUM_DASHES, _sum(player, own), "", "")


def _card_row(result: RecordedResult, player: RecordedPlayer, by_number: dict[int, RecordedPlayer]) -> Iterator[str]:
    begin = f"{result.round:5} {result.table:5}"
    if result.kind is ResultKind.BYE:
        yield f"{begin} PAUZA"
    elif result.host_score is not None and result.guest_score is not None and result.guest:
        hosts = result.host == player.number
        other = by_number[result.guest if hosts else result.host]
        sign = "-=+"[result.halves_of(player.number)]
        scalp = result.host_scalp if hosts else result.guest_scalp
        rating = format_rating(other.rating or 0)
        yield (
            f"{begin} {_name(other):<35} {rating:>7} {sign} {_scores(result, 1 if hosts else -1)}"
            f" {'' if scalp is None else scalp:>4}"
        ).rstrip()


def _sum(player: RecordedPlayer, own: list[RecordedResult]) -> str:
    """Scalps, games and quotient, halves upwards (TOURNAMENTS 0); without published scalps, those of the rows."""
    games = sum(result.kind in (ResultKind.GAME, ResultKind.FORFEIT) for result in own)
    stated = (each.host_scalp if each.host == player.number else each.guest_scalp for each in own)
    scalps = sum(scalp or 0 for scalp in stated) if player.scalps is None else player.scalps
    achieved = half_up(100 * scalps, games) if games else 0
    return f"{scalps:72} / {games} {format_rating(achieved)}"


def _write_ranking(rows: tuple[RankingRow, ...]) -> Iterator[str]:
    for main in (True, False):
        cells = [_write_ranking_row(row) for row in rows if row.main is main]
        if not main and cells:
            yield from ("", "Poczekalnia", "")
        if cells:
            yield from table(_RANKING, cells)


def _write_ranking_row(row: RankingRow) -> list[str]:
    first, last = names(RecordedPlayer(number=0, name=row.name))
    return [
        str(row.place),
        _one_line(first),
        _one_line(last),
        _one_line(row.city),
        format_rating(row.rating),
        str(row.scalps),
        str(row.games),
    ]


def _scores(result: RecordedResult, sign: int) -> str:
    if result.host_score is None or result.guest_score is None:
        return ""
    own, other = (result.host_score, result.guest_score)[::sign]
    return f"{own:4}:{other:4}"


def _name(player: RecordedPlayer) -> str:
    first, last = names(player)
    return f"{_one_line(first):<14} {_one_line(last):<20}"


def _one_line(text: str) -> str:
    return " ".join(text.split())


_NAME = (TextColumn("Imię", 15), TextColumn("Nazwisko", 20), TextColumn("Miasto", 20))
_STANDINGS = (
    TextColumn("Lp.", 3, is_number=True),
    *_NAME,
    TextColumn("Ranking", 8, is_number=True),
    TextColumn("Duże pkt", 8, is_number=True),
    TextColumn("Małe pkt", 8, is_number=True),
    TextColumn("Skalpy", 8, is_number=True),
    TextColumn("Różn. MP", 8, is_number=True),
)
_RANKING = (
    TextColumn("Lp.", 4, is_number=True),
    *_NAME,
    TextColumn("Ranking", 8, is_number=True),
    TextColumn("Skalpy", 8, is_number=True),
    TextColumn("Partie", 6, is_number=True),
)
_ROUND_HEADING = f"{'Stół':<4} {'Gospodarz':<35}   {'Gość':<35} Wynik"
_ROUND_DASHES = f"{'-' * 4} {'-' * 35} - {'-' * 35} {'-' * 9}"
_CARD_HEADING = f"{'Runda':<5} {'Stół':<5} {'Przeciwnik':<35} {'Ranking':<7}   {'Wynik':<9} Skalp"
_CARD_DASHES = f"{'-' * 5} {'-' * 5} {'-' * 35} {'-' * 7} - {'-' * 9} {'-' * 5}"
_SUM_DASHES = f"{'':58}{'-' * 15} {'-' * 4} {'-' * 6}"
