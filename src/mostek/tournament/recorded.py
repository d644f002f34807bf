"""A tournament as recorded in a file of any format: players, results by round, and a ranking list."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from mostek.core.text_table import PrintedTable, Row
from mostek.tournament.credits import DRAW, WIN
from mostek.tournament.files import FileFault, FileNote, NoteKind
from mostek.tournament.origin import RankingRow
from mostek.tournament.scoring import LOSER, UNPLAYED


class ResultKind(StrEnum):
    """The kinds of rows of a round."""

    GAME = "game"
    BYE = "bye"
    """Points without an opponent (*pauza*)."""
    FORFEIT = "forfeit"
    """Won N:1 (PFS-7.2); counts for scalps."""
    UNSCORED = "unscored"
    """A game that counts for points and not for scalps (TOURNAMENTS 0)."""
    NOT_PLAYED = "not_played"
    """No result: a game still to be played, or a player who was not paired."""


_NOT_PLAYED = (ResultKind.FORFEIT, ResultKind.NOT_PLAYED)


class RecordedPlayer(Struct, frozen=True, kw_only=True):
    """A player, and what the file says of their place. `None` and empty texts: the file states nothing."""

    number: int
    """The starting number, by which results name the player."""
    name: str
    first: str = ""
    """The name in two parts, if the file has it so."""
    last: str = ""
    city: str = ""
    rating: int | None = None
    """In hundredths: 163.77 is 16377."""
    team: str = ""
    category: str = ""
    """The division or class in which they play."""
    division: str = ""
    """The division, where a file of its own says it."""
    group: str = ""
    """The federation's mark for those who play for prizes of their own (`ppGroup`)."""
    place: int | None = None
    half_points: int | None = None
    """Match points in halves: a win is 2."""
    game_points: int | None = None
    scalps: int | None = None
    spread: int | None = None
    has_left: bool = False
    """Whether the file says that they play no more."""
    is_absent: bool = False
    """Whether the next round is paired without them."""
    extras: Mapping[str, Any] = {}
    """What the format of the tournament has besides, or writes otherwise than we would; its writer puts it back."""


class RecordedResult(Struct, frozen=True, kw_only=True):
    """One row of a round."""

    round: int
    table: int
    """0 where the file does not number tables."""
    host: int
    """The starting number of the player who is named first, and starts."""
    guest: int
    """0 for a bye, or where the host was not paired."""
    host_score: int | None
    guest_score: int | None
    """`None` in a bye, which has no opponent, unless the file gives the missing opponent points."""
    kind: ResultKind
    half_points: int | None = None
    """The host's match points, where they do not follow from the scores, as after equal scores that the last word decides."""
    last_words: tuple[int, ...] = ()
    """The worth of the last words after equal scores, host and guest."""
    host_scalp: int | None = None
    """What the game was worth for the host's rating, where the file states it."""
    guest_scalp: int | None = None
    extras: Mapping[str, Any] = {}

    def halves_of(self, number: int) -> int:
        """The match points of a game for one of its two: as they are recorded, or as the scores say; 0 for both where both have
        lost by forfeit, and where there are no scores.
        """
        own, other = self.host_score, self.guest_score
        if own is None or other is None or (own == other and self.kind in _NOT_PLAYED):
            return 0
        halves = self.half_points
        if halves is None:
            halves = WIN if own > other else DRAW if own == other else 0
        return halves if number == self.host else WIN - halves


class RecordedTournament(PrintedTable, Struct, frozen=True, kw_only=True):
    """A tournament as its file states it. No figure in it has been recomputed."""

    format: str
    name: str = ""
    city: str = ""
    first_day: date | None = None
    last_day: date | None = None
    organiser: str = ""
    arbiter: str = ""
    rounds: int = 0
    """How many rounds the event has, also those that have no results yet."""
    players: tuple[RecordedPlayer, ...]
    results: tuple[RecordedResult, ...] = ()
    ranking: tuple[RankingRow, ...] = ()
    ranking_day: date | None = None
    """The day of the ranking list."""
    template: str = ""
    """The template whose rules the file goes by, if it says so."""
    settings: Mapping[str, Any] = {}
    """What the file states of the settings of the event, by their dotted names."""
    notes: tuple[FileNote, ...] = ()
    """For the person who reads the file."""
    extras: Mapping[str, Any] = {}

    def round(self, number: int) -> tuple[RecordedResult, ...]:
        """The results of one round."""
        return tuple(result for result in self.results if result.round == number)

    def printed_lines(self) -> tuple[Row, Sequence[Row]]:
        """See `PrintedTable`: the players by place, as far as the file states one."""
        by_place = sorted(self.players, key=lambda player: (player.place or len(self.players) + 1, player.number))
        return ("player", "place", "points", "spread", "rating"), [
            (
                player.name,
                _number_text(player.place),
                "" if player.half_points is None else f"{player.half_points / 2:g}",
                _number_text(player.spread),
                "" if player.rating is None else f"{player.rating / 100:.2f}",
            )
            for player in by_place
        ]

    def __repr__(self) -> str:
        return f"<RecordedTournament {self.name}: {len(self.players)} players, {len(self.results)} results>"

    def extras_for(self, form: str) -> Mapping[str, Any]:
        """The extras that its writer must put back; nothing if the tournament came from a file of another format."""
        return self.extras if self.format == form else {}


def _number_text(number: int | None) -> str:
    return "" if number is None else str(number)


UNSCORED_LOSER = 0
"""What the loser has in a result that counts for points and not for scalps: 400:0, seen in published events."""


def kind_of(guest: int, host_score: int | None, guest_score: int | None) -> ResultKind:
    """The kind of a row in a file that does not state it.

    No opponent and some points is a bye. N:1 with N of 400 or more is a forfeit, for N is never less (PFS-7.2c) and no game
    ends so; 400:0 counted for points and not for scalps in published events. A game without a score, or 0:0, which both have
    lost without playing, was not played.
    """
    if guest == 0:
        return ResultKind.BYE if host_score else ResultKind.NOT_PLAYED
    if host_score is None or guest_score is None or host_score == guest_score == 0:
        return ResultKind.NOT_PLAYED
    lower, higher = sorted((host_score, guest_score))
    if lower == LOSER and higher >= UNPLAYED:
        return ResultKind.FORFEIT
    return ResultKind.UNSCORED if (lower, higher) == (UNSCORED_LOSER, UNPLAYED) else ResultKind.GAME


def signed(row: RecordedResult, host: str, guest: str) -> RecordedResult:
    """A game with the match points that the signs on the two cards state where its points are equal.

    Args:
        row: the game; one that is not equal, or was not played, comes back as it is.
        host: the sign on the host's card, `+`, `-` or `=`; empty without a card.
        guest: that on the guest's.

    Raises:
        ValueError: the signs contradict each other.
    """
    stated = {_SIGNED[host]} if host else set()
    stated |= {WIN - _SIGNED[guest]} if guest else set()
    if not stated or row.kind in _NOT_PLAYED or row.host_score != row.guest_score:
        return row
    if len(stated) > 1:
        raise ValueError(host + guest)
    return replace(row, half_points=stated.pop())


_SIGNED = {"+": WIN, "=": DRAW, "-": 0}


def faulty_result(numbers: Iterable[int], results: Iterable[RecordedResult]) -> tuple[int, FileFault] | None:
    """The first result that names an unknown player, or seats one twice in a round: its index from 0, and the fault."""
    known = set(numbers)
    seated: set[tuple[int, int]] = set()
    for index, result in enumerate(results):
        for number in (result.host, result.guest) if result.guest else (result.host,):
            if number not in known:
                return index, FileFault.UNKNOWN_PLAYER
            if (result.round, number) in seated:
                return index, FileFault.SEATED_TWICE
            seated.add((result.round, number))
    return None


def round_count(results: Iterable[RecordedResult]) -> int:
    """The last round that has a result."""
    return max((result.round for result in results), default=0)


def names(player: RecordedPlayer) -> tuple[str, str]:
    """First and last name. Where the file has one name only, its last word counts as the last name."""
    if player.first or player.last:
        return player.first, player.last
    first, _, last = player.name.strip().rpartition(" ")
    return first.strip(), last


def cleaned(tournament: RecordedTournament) -> tuple[RecordedTournament, tuple[FileNote, ...]]:
    """A tournament whose names stand on one line with single blanks, and a note that names those that did not."""
    changed: list[str] = []
    players = []
    for player in tournament.players:
        texts = {name: getattr(player, name) for name in _PLAYER_TEXTS}
        plain = {name: _on_one_line(text) for name, text in texts.items()}
        if plain != texts:
            changed.append(f"{player.number}. {plain['name']}")
        players.append(replace(player, **plain) if plain != texts else player)
    heading = {name: getattr(tournament, name) for name in _TEXTS}
    plain = {name: _on_one_line(text) for name, text in heading.items()}
    changed += [plain[name] for name in _TEXTS if plain[name] != heading[name]]
    if not changed:
        return tournament, ()
    shown = "; ".join([*changed[:_SHOWN], *(["…"] if len(changed) > _SHOWN else [])])
    note = FileNote(NoteKind.CLEANED, {"names": shown})
    return replace(tournament, players=tuple(players), **plain), (note,)


def _on_one_line(text: str) -> str:
    """A text without line ends, control characters, and blanks that say nothing."""
    plain = "".join(" " if unicodedata.category(sign) == "Cc" else sign for sign in text)
    return " ".join(plain.split())


_PLAYER_TEXTS = ("name", "first", "last", "city", "team", "category")
_TEXTS = ("name", "city", "organiser", "arbiter")
_SHOWN = 10


def own_results(tournament: RecordedTournament, number: int) -> Iterator[RecordedResult]:
    """The rows of one player, in their order."""
    return (result for result in tournament.results if number in (result.host, result.guest))


def results_by_player(tournament: RecordedTournament) -> dict[int, dict[int, RecordedResult]]:
    """By starting number and round, the result."""
    found: defaultdict[int, dict[int, RecordedResult]] = defaultdict(dict)
    for result in tournament.results:
        found[result.host][result.round] = result
        if result.guest:
            found[result.guest][result.round] = result
    return found


def parse_halves(text: str) -> int | None:
    """Match points in halves from `10`, `10.0`, `10,5`; `None` if it is no such number."""
    match = _HALVES.fullmatch(text)
    return int(match[1]) * 2 + (match[2] == "5") if match else None


def format_halves(value: int) -> str:
    """Match points with one decimal, as the federation writes them."""
    return f"{value // 2}.{5 if value % 2 else 0}"


def parse_day(text: str) -> date | None:
    """A day from `2026-03-29`; `None` if it is none."""
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


_HALVES = re.compile(r"([0-9]{1,5})(?:[.,]([05])0?)?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
