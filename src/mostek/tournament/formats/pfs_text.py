"""The federation's report of a tournament: blocks of plain text, on a page or in files as clubs keep them; read and written."""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from mostek.core.encoding import decode
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError, readable
from mostek.tournament.formats._pfs_text_blocks import (
    HEADINGS,
    Block,
    Line,
    blocks_in,
    first_table,
    is_dashes,
    split_row,
    title_of,
)
from mostek.tournament.formats._pfs_text_cards import CardRow, TextCard, read_cards, results_of
from mostek.tournament.formats._pfs_text_names import Known, NamedRow, NameFault, cards_of, known_names, told_apart
from mostek.tournament.formats._pfs_text_writing import blocks, write
from mostek.tournament.origin import RankingRow
from mostek.tournament.rating.scalps import parse_rating
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    faulty_result,
    kind_of,
    parse_halves,
)

__all__ = ["FORMAT", "blocks", "read", "with_byes", "write"]

NAME = "pfs_text"


def is_pfs_text(text: str) -> bool:
    """Whether a text looks like such a page, or like one of its blocks without the page."""
    return any(f"id='{name}'" in text or f'id="{name}"' in text for name in HEADINGS) or any(
        title_of(text, block) for block in (Block.STANDINGS, Block.ROUNDS, Block.CARDS)
    )


def is_set(files: Mapping[str, bytes]) -> bool:
    """Whether several files are blocks of reports, as clubs keep them."""
    return all(is_pfs_text(decode(data).text) for data in files.values())


def read(data: bytes) -> RecordedTournament:
    """The tournament on a page, or in its blocks in one file. Raises `TournamentFileError`."""
    return read_files({"": data})


def read_files(files: Mapping[str, bytes]) -> RecordedTournament:
    """The tournament on a page, or in its blocks as plain text, in one file or several.

    Without a table of rounds the players' cards tell the results, and not who started. The blocks name players by their
    names alone, so two of one name are told apart by their cards or their sums. The starting numbers are ours: by rating,
    then by place, as the federation seeds. The score of a bye is not printed: it is what the published game points have more
    than the games of the player, in equal parts, or unknown where
    that does not come out. Raises `TournamentFileError`.
    """
    blocks = _all_blocks(files)
    name, listed = _standings(blocks[Block.STANDINGS]) if Block.STANDINGS in blocks else (_name_in(blocks), [])
    cards = read_cards(blocks.get(Block.CARDS, ()))
    first = next(iter(blocks.values()))
    fault = _name_fault(listed, first[0])
    places = cards_of([player for player, _ in listed], cards, fault)
    players = _numbered([player for player, _ in listed], cards, places)
    if not players:
        raise first[-1].fault(FileFault.NO_PLAYERS)
    known = known_names(players)
    by_number = _cards_by_number(players, cards, places, len(listed))
    notes: tuple[FileNote, ...] = ()
    if Block.ROUNDS in blocks:
        rounds, named = _rounds(blocks[Block.ROUNDS], known)
        pairs = told_apart(named, by_number, {player.number: player for player in players}, fault)
        rows = [_Row(_result(row, host, guest), row.line) for row, (host, guest) in zip(named, pairs, strict=True)]
    else:
        rows = [_Row(result, line) for result, line in results_of(by_number, known)]
        rounds = max((row.result.round for row in rows), default=0)
        notes = (FileNote(NoteKind.NO_STARTERS),)
    results = tuple(row.result for row in rows)
    if faulty := faulty_result((player.number for player in players), results):
        raise rows[faulty[0]].line.fault(faulty[1])
    results = with_byes(_with_scalps(rows, {number: card.rows for number, card in by_number.items()}), players)
    return RecordedTournament(
        format=NAME,
        name=name,
        rounds=rounds,
        players=players,
        results=results,
        ranking=_ranking(blocks.get(Block.RANKING, ())),
        notes=notes,
    )


def _all_blocks(files: Mapping[str, bytes]) -> dict[Block, tuple[Line, ...]]:
    """The blocks of all files. Raises `TournamentFileError` for one that is missing or comes twice."""
    blocks: dict[Block, tuple[Line, ...]] = {}
    is_page, last = False, 1
    for name, data in files.items():
        file = name if len(files) > 1 else ""
        try:
            text = readable(data).replace("\u00a0", " ")
        except TournamentFileError as error:
            raise error.of(file) from None
        last = text.count("\n") + 1
        for number, line in enumerate(text.split("\n"), 1):
            if len(line) > _LONGEST:
                raise TournamentFileError(FileFault.BAD_LINE, number, 1, line[:60], file)
        is_page = is_page or "<pre>" in text.lower()
        for block, lines in blocks_in(text, file).items():
            if block in blocks:
                raise lines[0].fault(FileFault.TOO_MANY_FILES)
            blocks[block] = lines
    # A page has all blocks; a file with the classification alone was cut.
    needed = (Block.STANDINGS, Block.ROUNDS) if is_page or Block.CARDS not in blocks else ()
    for block in needed:
        if block not in blocks:
            raise TournamentFileError(FileFault.MISSING_BLOCK, last, 1, block)
    return blocks


def _name_in(blocks: Mapping[Block, tuple[Line, ...]]) -> str:
    """The name of the tournament in the heading of any block."""
    for block, lines in blocks.items():
        match = re.match(HEADINGS[block], lines[0].text.strip().removeprefix("\ufeff"))
        if match and block is not Block.RANKING:
            return match[1].strip()
    return ""


class _Row(NamedTuple):
    result: RecordedResult
    line: Line


def _standings(lines: tuple[Line, ...]) -> tuple[str, list[tuple[RecordedPlayer, Line]]]:
    match = re.match(HEADINGS[Block.STANDINGS], lines[0].text.strip().removeprefix("\ufeff"))
    if match is None:
        raise lines[0].fault(FileFault.BAD_LINE)
    dashes, rows = first_table(lines)
    return match[1].strip(), [(_standing(line, dashes), line) for line in rows]


def _standing(line: Line, dashes: str) -> RecordedPlayer:
    cells = split_row(line.text, dashes, 5)
    if cells is None or len(cells) != 9:
        raise line.fault(FileFault.COLUMN_COUNT)
    place, first, last, city, rating, halves, *points = cells
    if not all(_NUMBER.fullmatch(cell) for cell in (place, *points)):
        raise line.fault(FileFault.BAD_NUMBER)
    return RecordedPlayer(
        number=0,
        name=" ".join(f"{first} {last}".split()),
        first=first,
        last=last,
        city=city,
        place=int(place),
        rating=line.number_from(rating, parse_rating),
        half_points=line.number_from(halves, parse_halves),
        game_points=int(points[0]),
        scalps=int(points[1]),
        spread=int(points[2]),
    )


def _numbered(
    listed: list[RecordedPlayer], cards: Sequence[TextCard], places: Sequence[int | None]
) -> tuple[RecordedPlayer, ...]:
    """Everybody with a starting number; who has a card but no place, for they were excluded, comes too."""
    others = [card.player for card, place in zip(cards, places, strict=True) if place is None]
    everybody = [*listed, *others]
    seeded = sorted(range(len(everybody)), key=lambda index: -(everybody[index].rating or 0))
    numbers = {index: number for number, index in enumerate(seeded, 1)}
    return tuple(replace(player, number=numbers[index]) for index, player in enumerate(everybody))


def _cards_by_number(
    players: tuple[RecordedPlayer, ...], cards: Sequence[TextCard], places: Sequence[int | None], listed: int
) -> dict[int, TextCard]:
    """The cards by starting number; the players without a place stand behind the others, in the order of their cards."""
    behind = itertools.count(listed)
    return {
        players[next(behind) if place is None else place].number: card
        for card, place in zip(cards, places, strict=True)
    }


def _name_fault(listed: Sequence[tuple[RecordedPlayer, Line]], heading: Line) -> NameFault:
    """The error for a name that two people have: with the lines where both are listed."""

    def fault(name: str) -> TournamentFileError:
        lines = [line for player, line in listed if player.name == name] or [heading]
        both = ", ".join(str(line.number) for line in lines)
        return TournamentFileError(FileFault.SAME_PLAYER, lines[-1].number, 1, f"{name} ({both})", lines[-1].file)

    return fault


def _rounds(lines: tuple[Line, ...], known: Known) -> tuple[int, list[NamedRow]]:
    """The number of the last round that has a heading, and all the rows."""
    rows: list[NamedRow] = []
    number = 0
    for line in lines[1:]:
        if match := _ROUND.fullmatch(line.text.strip()):
            number = int(match[1])
        elif line.text.strip() and number and not _FURNITURE.match(line.text.strip()):
            rows.append(_named_row(line, number, known))
    return number, rows


def _named_row(line: Line, number: int, known: Known) -> NamedRow:
    match = _RESULT.fullmatch(line.text)
    if match is None:
        raise line.fault(FileFault.BAD_LINE)
    scores: tuple[int | None, int | None] = (int(match[3]), int(match[4])) if match[3] else (None, None)
    hosts, guests = _pair(line, match[2], known)
    # Some print 300:0 for a bye, though there is nobody to have the 0.
    return NamedRow(line, number, int(match[1]), hosts, guests, scores if guests else (scores[0], None))


def _result(row: NamedRow, host: int, guest: int) -> RecordedResult:
    return RecordedResult(
        round=row.round,
        table=row.table,
        host=host,
        guest=guest,
        host_score=row.scores[0],
        guest_score=row.scores[1],
        kind=ResultKind.BYE if guest == 0 else kind_of(guest, *row.scores),
    )


def _pair(line: Line, text: str, known: Known) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The people who may be meant on both sides of a row.

    Names may have hyphens of their own, so the one that has known names beside it counts.
    """
    for match in _BETWEEN.finditer(text):
        hosts = known.get(" ".join(text[: match.start()].split()), ())
        other = " ".join(text[match.end() :].split())
        if hosts and (_BYE_ROW.fullmatch(other) or other in known):
            return hosts, () if _BYE_ROW.fullmatch(other) else known[other]
    raise line.fault(FileFault.UNKNOWN_PLAYER if _BETWEEN.search(text) else FileFault.BAD_LINE)


def _with_scalps(rows: list[_Row], cards: Mapping[int, tuple[CardRow, ...]]) -> list[RecordedResult]:
    """The results with what each was worth for the ratings, from the players' cards, which must tell the same scores."""
    stated = {(number, row.round): row for number, card in cards.items() for row in card}
    results = []
    for result, _ in rows:
        host, guest = stated.get((result.host, result.round)), stated.get((result.guest, result.round))
        for card, scores in (
            (host, (result.host_score, result.guest_score)),
            (guest, (result.guest_score, result.host_score)),
        ):
            if card is not None and card.scores is not None and card.scores != scores:
                raise card.line.fault(FileFault.ONE_SIDED)
        if card := host or guest:
            result = card.signed(result, host.sign if host else "", guest.sign if guest else "")
        scalps = (host.scalp if host else None, guest.scalp if guest else None)
        results.append(replace(result, host_scalp=scalps[0], guest_scalp=scalps[1]))
    return results


def with_byes(results: Sequence[RecordedResult], players: Sequence[RecordedPlayer]) -> tuple[RecordedResult, ...]:
    """The results with the scores of byes that are not printed: what the published points have more than the games."""
    sums: defaultdict[int, int] = defaultdict(int)
    byes: defaultdict[int, int] = defaultdict(int)
    for result in results:
        sums[result.host] += result.host_score or 0
        sums[result.guest] += result.guest_score or 0
        byes[result.host] += result.guest == 0 and result.host_score is None
    worth = {}
    for player in players:
        if byes[player.number] and player.game_points is not None:
            each, rest = divmod(player.game_points - sums[player.number], byes[player.number])
            worth[player.number] = each if each >= 0 and rest == 0 else None
    return tuple(
        replace(result, host_score=worth.get(result.host))
        if result.guest == 0 and result.host_score is None
        else result
        for result in results
    )


def _ranking(lines: tuple[Line, ...]) -> tuple[RankingRow, ...]:
    """The ranking list; below the word *Poczekalnia* are those who are not on it yet."""
    dashes, main, rows = "", True, []
    for line in lines[1:]:
        if is_dashes(line.text):
            dashes = line.text
        elif line.text.strip() == "Poczekalnia":
            main = False
        elif dashes and line.text.strip() and not line.text.startswith("Lp."):
            rows.append(_ranking_row(line, dashes, main=main))
    return tuple(rows)


def _ranking_row(line: Line, dashes: str, *, main: bool) -> RankingRow:
    cells = split_row(line.text, dashes, 3)
    if cells is None or len(cells) != 7:
        raise line.fault(FileFault.COLUMN_COUNT)
    place, first, last, city, rating, scalps, games = cells
    if not all(_NUMBER.fullmatch(cell) for cell in (place, scalps, games)):
        raise line.fault(FileFault.BAD_NUMBER)
    return RankingRow(
        place=int(place),
        main=main,
        name=f"{first} {last}".strip(),
        city=city,
        rating=line.number_from(rating, parse_rating),
        scalps=int(scalps),
        games=int(games),
    )


_LONGEST = 4000
"""No report has longer lines; a damaged one might, and the patterns below would be at them for long."""
_NUMBER = re.compile(r"-?[0-9]{1,7}")
_ROUND = re.compile(r"Runda nr +([0-9]{1,3})")
_FURNITURE = re.compile(r"Stół |-+$|-+ +-")
_RESULT = re.compile(r" *([0-9]{1,4}) +(.+?)(?: +([0-9]{1,4}): *([0-9]{1,4}))?")
_BETWEEN = re.compile(r" +- +")
_BYE_ROW = re.compile(r"(?:PAUZA|BYE(?: BYE)?)")


FORMAT = TournamentFormat(
    name=NAME,
    option="text",
    pl="strona turnieju federacji",
    en="the federation’s page of a tournament",
    precedence=20,
    detect=lambda data, text: is_pfs_text(text),
    is_export=is_set,
    read=read_files,
    write=lambda tournament, encoding: {".html": write(tournament, encoding or "utf-8")},
)
