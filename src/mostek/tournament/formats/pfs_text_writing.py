"""Writing the federation's report of a tournament: each block as plain text, and the page that holds them."""

from __future__ import annotations

import html
from collections.abc import Iterator

from mostek.tournament.formats.fixed_tables import Column, table
from mostek.tournament.formats.pfs_text_lines import Block
from mostek.tournament.formats.recorded import (
    RankingRow,
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    format_halves,
    names,
    own_results,
)
from mostek.tournament.formats.texts import encoded
from mostek.tournament.rating.events import format_rating


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
    """The blocks as plain text. Whoever has no place is left out of the classification and keeps their card."""
    title = " ".join(tournament.name.split())
    written = {
        Block.STANDINGS: [f"Wyniki turnieju {title}", "", *_standings(tournament)],
        Block.ROUNDS: [f"Wyniki poszczególnych rund turnieju {title}", "", *_rounds(tournament)],
        Block.CARDS: [f"Wyniki poszczególnych graczy w turnieju {title}", "", *_cards(tournament)],
    }
    if tournament.ranking:
        written[Block.RANKING] = ["Lista rankingowa", "", *_ranking(tournament.ranking)]
    return {block: "\n".join(lines).rstrip("\n") + "\n" for block, lines in written.items()}


def _standings(tournament: RecordedTournament) -> list[str]:
    placed = [player for player in tournament.players if player.place is not None]
    return table(_STANDINGS, [_standing(player) for player in sorted(placed, key=lambda player: player.place or 0)])


def _standing(player: RecordedPlayer) -> list[str]:
    first, last = names(player)
    points = (player.game_points, player.scalps, player.spread)
    rating, halves = format_rating(player.rating or 0), format_halves(player.half_points or 0)
    return [
        str(player.place),
        _plain(first),
        _plain(last),
        _plain(player.city),
        rating,
        halves,
        *(str(each or 0) for each in points),
    ]


def _rounds(tournament: RecordedTournament) -> Iterator[str]:
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
        heading = f"{_plain(' '.join(names(player)))} {format_rating(player.rating or 0)} {_plain(player.city)}"
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
        difference = (result.host_score - result.guest_score) * (1 if hosts else -1)
        sign = "+" if difference > 0 else "-" if difference < 0 else "="
        scalp = result.host_scalp if hosts else result.guest_scalp
        rating = format_rating(other.rating or 0)
        yield (
            f"{begin} {_name(other):<35} {rating:>7} {sign} {_scores(result, 1 if hosts else -1)}"
            f" {'' if scalp is None else scalp:>4}"
        ).rstrip()


def _sum(player: RecordedPlayer, own: list[RecordedResult]) -> str:
    """Scalps, games and their quotient, halves upwards (TOURNAMENTS 0); whoever has no published scalps has those of the rows."""
    games = sum(result.kind in (ResultKind.GAME, ResultKind.FORFEIT) for result in own)
    stated = (each.host_scalp if each.host == player.number else each.guest_scalp for each in own)
    scalps = sum(scalp or 0 for scalp in stated) if player.scalps is None else player.scalps
    achieved = (200 * scalps + games) // (2 * games) if games else 0
    return f"{scalps:72} / {games} {format_rating(achieved)}"


def _ranking(rows: tuple[RankingRow, ...]) -> Iterator[str]:
    for main in (True, False):
        cells = [_ranking_row(row) for row in rows if row.main is main]
        if not main and cells:
            yield from ("", "Poczekalnia", "")
        if cells:
            yield from table(_RANKING, cells)


def _ranking_row(row: RankingRow) -> list[str]:
    first, last = names(RecordedPlayer(number=0, name=row.name))
    return [
        str(row.place),
        _plain(first),
        _plain(last),
        _plain(row.city),
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
    return f"{_plain(first):<14} {_plain(last):<20}"


def _plain(text: str) -> str:
    return " ".join(text.split())


_NAME = (Column("Imię", 15), Column("Nazwisko", 20), Column("Miasto", 20))
_STANDINGS = (
    Column("Lp.", 3, is_number=True),
    *_NAME,
    Column("Ranking", 8, is_number=True),
    Column("Duże pkt", 8, is_number=True),
    Column("Małe pkt", 8, is_number=True),
    Column("Skalpy", 8, is_number=True),
    Column("Różn. MP", 8, is_number=True),
)
_RANKING = (
    Column("Lp.", 4, is_number=True),
    *_NAME,
    Column("Ranking", 8, is_number=True),
    Column("Skalpy", 8, is_number=True),
    Column("Partie", 6, is_number=True),
)
_ROUND_HEADING = f"{'Stół':<4} {'Gospodarz':<35}   {'Gość':<35} Wynik"
_ROUND_DASHES = f"{'-' * 4} {'-' * 35} - {'-' * 35} {'-' * 9}"
_CARD_HEADING = f"{'Runda':<5} {'Stół':<5} {'Przeciwnik':<35} {'Ranking':<7}   {'Wynik':<9} Skalp"
_CARD_DASHES = f"{'-' * 5} {'-' * 5} {'-' * 35} {'-' * 7} - {'-' * 9} {'-' * 5}"
_SUM_DASHES = f"{'':58}{'-' * 15} {'-' * 4} {'-' * 6}"
