"""The federation's report of a tournament: blocks of plain text on a page, each a table of fixed columns; read and written."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import dropwhile, pairwise
from typing import Final, NamedTuple

from msgspec.structs import replace

from mostek.core.encoding import split_lines
from mostek.tournament.credits import half_up
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, TournamentFileError, encoded, one_of, readable
from mostek.tournament.rating.scalps import format_rating, parse_rating
from mostek.tournament.recorded import (
    RankingRow,
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    faulty_result,
    format_halves,
    kind_of,
    names,
    own_results,
    parse_halves,
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


def is_dashes(line: str) -> bool:
    """Whether a line is that between heading and rows."""
    return _DASHES.fullmatch(line.strip()) is not None


def split_row(line: str, dashes: str, numbers: int) -> list[str] | None:
    """The cells of a row, the last ones of which are numbers; `None` if it has not as many.

    Where a cell reaches across its column the row is taken apart from its right end, and its texts at wide gaps.
    """
    spans = [match.span() for match in _RUN.finditer(dashes)]
    if all(line[end : end + 1] in ("", " ") for _, end in spans[:-1]):
        cells = [line[begin:end].strip() for begin, end in spans[:-1]] + [line[spans[-1][0] :].strip()]
        if all(cell and " " not in cell for cell in cells[-numbers:]):
            return cells
    words = line.rsplit(maxsplit=numbers)
    if len(words) <= numbers:
        return None
    number, *rest = words[0].split(maxsplit=1)
    texts = _GAP.split(rest[0]) if rest else []
    wanted = len(spans) - numbers - 1
    if len(texts) > wanted:
        return None
    return [number, *texts, *[""] * (wanted - len(texts)), *words[1:]]


_DASHES = re.compile(r"-+(?: +-+)+")
_RUN = re.compile(r"-+")
_GAP = re.compile(r" {2,}")


class Block(StrEnum):
    """A block, by the name that the page gives it."""

    STANDINGS = "p_klasyfikacja"
    ROUNDS = "p_rundy"
    CARDS = "p_hh"
    RANKING = "p_ranking"


class Line(NamedTuple):
    """A line of a block, and its number in the whole file."""

    number: int
    text: str

    def fault(self, fault: FileFault) -> TournamentFileError:
        """The error for a fault of this line."""
        return TournamentFileError(fault, self.number, 1, self.text.strip())

    def number_from(self, cell: str, parse: Callable[[str], int | None]) -> int:
        """A number in a cell of this line. Raises `TournamentFileError`."""
        value = parse(cell)
        if value is None:
            raise TournamentFileError(FileFault.BAD_NUMBER, self.number, self.text.find(cell) + 1, cell)
        return value


HEADINGS: Final = {
    Block.STANDINGS: r"Wyniki turnieju\b(.*)",
    Block.ROUNDS: r"Wyniki poszczególnych rund turnieju\b(.*)",
    Block.CARDS: r"Wyniki poszczególnych graczy w turnieju\b(.*)",
    Block.RANKING: r"Lista rankingowa(.*)",
}
"""How each block begins. The ranking list's heading is ours: no published one was at hand."""


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
            rating = line.number_from(match[2], parse_rating)
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


NAME = "pfs_text"


def is_pfs_text(text: str) -> bool:
    """Whether a text looks like such a page, or like its blocks without the page."""
    return any(f"id='{name}'" in text or f'id="{name}"' in text for name in HEADINGS) or (
        _title(text, Block.STANDINGS) is not None
    )


def read(data: bytes) -> RecordedTournament:
    """The tournament on a page, or in its blocks as plain text.

    The blocks name players by their names alone. So the starting numbers are ours: by rating, then by place, as the
    federation seeds. The score of a bye is not printed: it is what the published game points have more than the games of
    the player, in equal parts, or unknown where that does not come out. Raises `TournamentFileError`.
    """
    text = readable(data).replace("\u00a0", " ")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > _LONGEST:
            raise TournamentFileError(FileFault.BAD_LINE, number, 1, line[:60])
    blocks = _blocks(text)
    for block in (Block.STANDINGS, Block.ROUNDS):
        if block not in blocks:
            raise TournamentFileError(FileFault.MISSING_BLOCK, text.count("\n") + 1, 1, block)
    name, listed = _standings(blocks[Block.STANDINGS])
    cards = read_cards(blocks.get(Block.CARDS, ()))
    players = _numbered(listed, [card.player for card in cards])
    if not players:
        raise blocks[Block.STANDINGS][-1].fault(FileFault.NO_PLAYERS)
    known = _by_name(players, blocks[Block.STANDINGS][0])
    rounds, rows = _rounds(blocks[Block.ROUNDS], known)
    results = tuple(row.result for row in rows)
    if faulty := faulty_result((player.number for player in players), results):
        raise TournamentFileError(faulty[1], rows[faulty[0]].line.number, 1, rows[faulty[0]].line.text)
    results = _with_byes(_with_scalps(rows, {known[card.player.name]: card.rows for card in cards}), players)
    return RecordedTournament(
        format=NAME,
        name=name,
        rounds=rounds,
        players=players,
        results=results,
        ranking=_ranking(blocks.get(Block.RANKING, ())),
    )


class _Row(NamedTuple):
    result: RecordedResult
    line: Line


def _blocks(text: str) -> dict[Block, tuple[Line, ...]]:
    """The blocks with their lines, numbered as in the whole text."""
    if "<pre>" in text.lower() or "<div" in text.lower():
        return {block: found for block in Block if (found := _page_block(text, block))}
    lines = [Line(number, line.rstrip()) for number, line in enumerate(split_lines(text), 1)]
    begins = {place: block for place, line in enumerate(lines) if (block := _begun(line.text))}
    places = [*begins, len(lines)]
    return {begins[begin]: tuple(lines[begin:end]) for begin, end in pairwise(places)}


def _page_block(text: str, block: Block) -> tuple[Line, ...]:
    begin = re.search(rf"<div\s+id=['\"]{block}['\"][^>]*>\s*<pre>", text, re.IGNORECASE)
    if begin is None:
        return ()
    first = text.count("\n", 0, begin.end()) + 1
    end = text.find("</pre>", begin.end())
    if end < 0:
        raise TournamentFileError(FileFault.CUT, text.count("\n") + 1, 1, block)
    inside = html.unescape(text[begin.end() : end]).replace("\u00a0", " ")
    lines = [Line(number, line.rstrip()) for number, line in enumerate(inside.split("\n"), first)]
    return tuple(dropwhile(lambda line: not line.text.strip(), lines))


def _begun(line: str) -> Block | None:
    return next((block for block, heading in HEADINGS.items() if re.match(heading, line.strip())), None)


def _title(text: str, block: Block) -> re.Match[str] | None:
    return re.search(rf"^\ufeff?{HEADINGS[block]}", text, re.MULTILINE)


def _table(lines: tuple[Line, ...]) -> tuple[str, list[Line]]:
    """The dashes of the first table, and its rows up to an empty line."""
    for place, line in enumerate(lines):
        if is_dashes(line.text):
            rows = lines[place + 1 :]
            end = next((index for index, row in enumerate(rows) if not row.text.strip()), len(rows))
            return line.text, list(rows[:end])
    raise TournamentFileError(FileFault.CUT, lines[-1].number, 1, lines[0].text)


def _standings(lines: tuple[Line, ...]) -> tuple[str, list[RecordedPlayer]]:
    match = re.match(HEADINGS[Block.STANDINGS], lines[0].text.strip().removeprefix("\ufeff"))
    if match is None:
        raise lines[0].fault(FileFault.BAD_LINE)
    dashes, rows = _table(lines)
    return match[1].strip(), [_standing(line, dashes) for line in rows]


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


def _numbered(listed: list[RecordedPlayer], others: list[RecordedPlayer]) -> tuple[RecordedPlayer, ...]:
    """Everybody with a starting number; who has a card but no place, for they were excluded, comes too."""
    named = {player.name for player in listed}
    everybody = [*listed, *(player for player in others if player.name not in named)]
    seeded = sorted(range(len(everybody)), key=lambda index: -(everybody[index].rating or 0))
    numbers = {index: number for number, index in enumerate(seeded, 1)}
    return tuple(replace(player, number=numbers[index]) for index, player in enumerate(everybody))


def _by_name(players: tuple[RecordedPlayer, ...], line: Line) -> dict[str, int]:
    known: dict[str, int] = {}
    for player in players:
        if player.name in known:
            raise TournamentFileError(FileFault.SAME_PLAYER, line.number, 1, player.name)
        known[player.name] = player.number
    return known


def _rounds(lines: tuple[Line, ...], known: Mapping[str, int]) -> tuple[int, list[_Row]]:
    """The number of the last round that has a heading, and all the results."""
    rows: list[_Row] = []
    number = 0
    for line in lines[1:]:
        if match := _ROUND.fullmatch(line.text.strip()):
            number = int(match[1])
        elif line.text.strip() and number and not _FURNITURE.match(line.text.strip()):
            rows.append(_Row(_result(line, number, known), line))
    return number, rows


def _result(line: Line, number: int, known: Mapping[str, int]) -> RecordedResult:
    match = _RESULT.fullmatch(line.text)
    if match is None:
        raise line.fault(FileFault.BAD_LINE)
    scores: tuple[int | None, int | None] = (int(match[3]), int(match[4])) if match[3] else (None, None)
    host, guest = _pair(line, match[2], known)
    if guest == 0:
        # Some print 300:0, though there is nobody to have the 0.
        scores = (scores[0], None)
    return RecordedResult(
        round=number,
        table=int(match[1]),
        host=host,
        guest=guest,
        host_score=scores[0],
        guest_score=scores[1],
        kind=ResultKind.BYE if guest == 0 else kind_of(guest, *scores),
    )


def _pair(line: Line, text: str, known: Mapping[str, int]) -> tuple[int, int]:
    """The two players of a row. Names may have hyphens of their own, so the one that has known names beside it counts."""
    for match in _BETWEEN.finditer(text):
        host = known.get(" ".join(text[: match.start()].split()))
        other = " ".join(text[match.end() :].split())
        if host and (_BYE_ROW.fullmatch(other) or other in known):
            return host, 0 if _BYE_ROW.fullmatch(other) else known[other]
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
        scalps = (host.scalp if host else None, guest.scalp if guest else None)
        results.append(replace(result, host_scalp=scalps[0], guest_scalp=scalps[1]))
    return results


def _with_byes(results: Sequence[RecordedResult], players: Sequence[RecordedPlayer]) -> tuple[RecordedResult, ...]:
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
        difference = (result.host_score - result.guest_score) * (1 if hosts else -1)
        sign = "+" if difference > 0 else "-" if difference < 0 else "="
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


FORMAT = TournamentFormat(
    name=NAME,
    option="text",
    pl="strona turnieju federacji",
    en="the federation’s page of a tournament",
    precedence=20,
    detect=lambda data, text: is_pfs_text(text),
    read=lambda files: read(one_of(files)),
    write=lambda tournament, encoding: {".html": write(tournament, encoding or "utf-8")},
)
