"""The two text reports of a club's tournament: the classification, and a card for each player with every game; read only.

The classification begins with the name, the date and the number of rounds and has the columns MIEJSCE, p-ty and RAZEM. The
cards have the columns RUNDA, STÓŁ, PRZECIWNIK, RNK, WYNIK and SKALP. Both are in Windows-1250, in a file each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from mostek.core.encoding import decode, split_lines
from mostek.tournament.dates import read_dates
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError, readable
from mostek.tournament.formats._pfs_text_blocks import Line
from mostek.tournament.formats.pfs_text import with_byes
from mostek.tournament.rating.scalps import parse_rating
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    faulty_result,
    kind_of,
    parse_halves,
    signed,
)

__all__ = ["FORMAT", "read"]

NAME = "club_report"


class _Game(NamedTuple):
    """A row of a card, own score first; opponent 0 and no scores in a bye."""

    line: Line
    round: int
    table: int
    opponent: int
    scores: tuple[int | None, int | None]
    scalp: int | None
    sign: str = ""
    """`+`, `-` or `=`: whether the player has won."""


class _Card(NamedTuple):
    line: Line
    player: RecordedPlayer
    games: tuple[_Game, ...] = ()


class _Title(NamedTuple):
    name: str
    date: str
    rounds: int


def is_club_report(text: str) -> bool:
    """Whether a text is one of the two reports."""
    return _STANDINGS_HEAD.search(text) is not None or _CARDS_HEAD.search(text) is not None


def is_set(files: Mapping[str, bytes]) -> bool:
    """Whether several files are such reports."""
    return all(is_club_report(decode(data).text) for data in files.values())


def read(files: Mapping[str, bytes]) -> RecordedTournament:
    """The tournament in its two reports, in one file or two, or in the cards alone. Raises `TournamentFileError`."""
    title, standings, cards = _Title("", "", 0), list[tuple[Line, RecordedPlayer]](), dict[int, _Card]()
    last = Line(1, "", "")
    for name, data in files.items():
        file = name if len(files) > 1 else ""
        try:
            text = readable(data).replace("\u00a0", " ")
        except TournamentFileError as error:
            raise error.of(file) from None
        lines = [Line(number, line.rstrip(), file) for number, line in enumerate(split_lines(text), 1)]
        last = lines[-1]
        found, own_standings, own_cards = _read_report(lines)
        if (standings and own_standings) or (cards and own_cards):
            raise lines[0].fault(FileFault.TOO_MANY_FILES)
        title = max(title, found, key=lambda each: (each.rounds, len(each.name)))
        standings, cards = standings or own_standings, cards or own_cards
    if not cards:
        raise TournamentFileError(FileFault.MISSING_BLOCK, last.number, 1, "RUNDA  STÓŁ  PRZECIWNIK", last.file)
    players = _players(standings, cards)
    results = tuple(_results(cards))
    if faulty := faulty_result((player.number for player in players), results):
        first = next(iter(cards.values())).line
        raise TournamentFileError(faulty[1], first.number, 1, first.text.strip(), first.file)
    day = read_dates(title.date)
    return RecordedTournament(
        format=NAME,
        name=title.name,
        first_day=day.first if day else None,
        last_day=day.last if day else None,
        rounds=max([title.rounds, *(result.round for result in results)]),
        players=players,
        results=with_byes(results, players),
        notes=(FileNote(NoteKind.NO_STARTERS),),
    )


def _read_report(lines: list[Line]) -> tuple[_Title, list[tuple[Line, RecordedPlayer]], dict[int, _Card]]:
    title, standings, cards = _Title("", "", 0), list[tuple[Line, RecordedPlayer]](), dict[int, _Card]()
    part = card = 0
    for line in lines:
        text = line.text.strip().removeprefix("\ufeff")
        if not text or text == title.name or _DASHES.fullmatch(text) or _RANKING.fullmatch(text):
            continue
        if _STANDINGS_HEAD.fullmatch(text) or _CARDS_HEAD.fullmatch(text):
            part = 1 if _STANDINGS_HEAD.fullmatch(text) else 2
        elif match := _TITLE.fullmatch(text):
            title = _Title(match[1], match[2], int(match[3]))
        elif part == 1 and (match := _STANDING.fullmatch(text)):
            standings.append((line, _standing(line, match)))
        elif part == 2 and card and (game := _game(line, text)):
            cards[card] = cards[card]._replace(games=(*cards[card].games, game))
        elif match := _CARD.fullmatch(text):
            card = int(match[1])
            if card in cards:
                raise line.fault(FileFault.SAME_PLAYER)
            rating = line.number_from(match[3], parse_rating)
            cards[card] = _Card(line, _player(card, match[2], rating, match[4]))
        elif part or title.name:
            raise line.fault(FileFault.BAD_LINE)
        else:
            title = _Title(text, "", 0)
    return title, standings, cards


def _player(number: int, name: str, rating: int, city: str | None) -> RecordedPlayer:
    return RecordedPlayer(
        number=number, name=" ".join(name.split()), rating=rating, city=" ".join((city or "").replace("_", " ").split())
    )


def _standing(line: Line, match: re.Match[str]) -> RecordedPlayer:
    player = _player(0, match[2], line.number_from(match[3], parse_rating), match[4])
    halves = line.number_from(match[6], parse_halves)
    return replace(player, place=int(match[1]), game_points=int(match[5]), half_points=halves)


def _game(line: Line, text: str) -> _Game | None:
    if match := _BYE.fullmatch(text):
        points = int(match[3]) if match[3] else None
        return _Game(line, int(match[1]), int(match[2] or 0), 0, (points, None), None)
    if match := _GAME.fullmatch(text):
        scalp, scores = int(match[7]) if match[7] else None, (int(match[5]), int(match[6]))
        return _Game(line, int(match[1]), int(match[2]), int(match[3]), scores, scalp, match[4])
    return None


def _players(standings: list[tuple[Line, RecordedPlayer]], cards: Mapping[int, _Card]) -> tuple[RecordedPlayer, ...]:
    """The players of the cards with what the classification says of them; who has a card alone was excluded.

    Raises `TournamentFileError` for a place without a card, and for two places of one name, rating and town.
    """
    places: dict[int, RecordedPlayer] = {}
    for line, standing in standings:
        key = (standing.name, standing.rating, standing.city)
        found = [
            number
            for number, card in cards.items()
            if number not in places and (card.player.name, card.player.rating, card.player.city) == key
        ]
        if not found:
            raise line.fault(FileFault.UNKNOWN_PLAYER)
        if len(found) > 1:
            raise line.fault(FileFault.SAME_PLAYER)
        places[found[0]] = replace(standing, number=found[0])
    return tuple(places.get(number, card.player) for number, card in sorted(cards.items()))


def _results(cards: Mapping[int, _Card]) -> Iterator[RecordedResult]:
    """The results; both cards of a game must say the same. The cards do not say who started, so the lower number hosts."""
    games = {(number, game.round): game for number, card in cards.items() for game in card.games}
    if len(games) < sum(len(card.games) for card in cards.values()):
        double = next(
            game for number, card in cards.items() for game in card.games if games[number, game.round] is not game
        )
        raise double.line.fault(FileFault.SEATED_TWICE)
    for (number, played), game in sorted(games.items(), key=lambda each: (each[0][1], each[1].table, each[0][0])):
        if game.opponent == 0:
            yield _result(game, number, 0, None)
            continue
        if game.opponent not in cards:
            raise game.line.fault(FileFault.UNKNOWN_PLAYER)
        theirs = games.get((game.opponent, played))
        if theirs is None or (theirs.opponent, theirs.scores, theirs.table) != (number, game.scores[::-1], game.table):
            raise game.line.fault(FileFault.ONE_SIDED)
        if number < game.opponent:
            try:
                yield signed(_result(game, number, game.opponent, theirs.scalp), game.sign, theirs.sign)
            except ValueError:
                raise game.line.fault(FileFault.ONE_SIDED) from None


def _result(game: _Game, host: int, guest: int, guest_scalp: int | None) -> RecordedResult:
    return RecordedResult(
        round=game.round,
        table=game.table,
        host=host,
        guest=guest,
        host_score=game.scores[0],
        guest_score=game.scores[1],
        kind=kind_of(guest, *game.scores) if guest else ResultKind.BYE,
        host_scalp=game.scalp,
        guest_scalp=guest_scalp,
    )


_STANDINGS_HEAD = re.compile(r"^[ \t\ufeff]*MIEJSCE\b[^\r\n]*\bp-ty +RAZEM[ \t]*\r?$", re.MULTILINE)
_CARDS_HEAD = re.compile(r"^[ \t\ufeff]*RUNDA +STÓŁ +PRZECIWNIK\b[^\r\n]*\r?$", re.MULTILINE)
_TITLE = re.compile(r"(\S.{0,120}?) +- +(\d[^()]{3,40}?)(?: r\.)? +\((\d{1,3}) rund[ay]?\)")
_STANDING = re.compile(
    r"(\d{1,4})\. *([^\d\s]\D{0,80}?) +(\d{1,4}(?:[.,]\d{1,2})?) +(?:(\D\S*(?: \S+)*) +)?(-?\d{1,6}) +(\d{1,3}(?:[.,]\d)?)"
)
_CARD = re.compile(r"(\d{1,4}) +([^\d\s]\D{0,80}?) +(\d{1,4}(?:[.,]\d{1,2})?)(?: +(\S.{0,80}))?")
_GAME = re.compile(
    r"(\d{1,3}) +(\d{1,4}) +(\d{1,4}) +[^\d\s]\D{0,80}? +\d{1,4}(?:[.,]\d{1,2})? +([-+=]) +(\d{1,4}): *(\d{1,4})(?: +(\d{1,4}))?"
)
_BYE = re.compile(
    r"(\d{1,3})(?: +(\d{1,4}|-+))? +(?:\d{1,4} +)?PAUZA(?: +[-+=]?)?(?: *(\d{1,4})(?:: *\d{0,4})?)?(?: +\d{1,4})?"
)
_RANKING = re.compile(r"RANKING: *[\d.,]+")
_DASHES = re.compile(r"-{3,}(?: +-+)*")


FORMAT = TournamentFormat(
    name=NAME,
    option="club-report",
    pl="raporty tekstowe klubu",
    en="a club’s text reports",
    precedence=22,
    detect=lambda data, text: is_club_report(text),
    is_export=is_set,
    read=read,
)
"""The classification and the cards of a club's tournament, as text."""
