"""Divisions as TSH holds them, where each counts its players from 1, and the results that their lines tell."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.formats._tsh_config import WESPA
from mostek.tournament.formats._tsh_players import UNKNOWN, PlayerLine, Sections, format_player, is_safe_name
from mostek.tournament.rating.scales import RatingScale
from mostek.tournament.rating.scalps import format_rating, parse_rating
from mostek.tournament.recorded import (
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
    kind_of,
    names,
    results_by_player,
)

_WITH_ID = re.compile(r"([^:]*[^:\s]):([A-Za-z0-9-]+)")

FEDERATION_BYE = 300
"""The points of a bye in the federation's events, half a win (S80)."""

OWN_SECTIONS = ("board", "p12", "team")
"""The sections that the tournament says itself; all others are kept as they are."""


class TshDivision(NamedTuple):
    """A division with the lines of its players."""

    name: str
    before: int
    """How many players stand in the divisions before this one."""
    entries: list[PlayerLine]
    file: str = ""
    """The file of the division, if there are several files."""

    def round(self, number: int) -> Iterator[RecordedResult]:
        """The results of a round. Raises `TournamentFileError` where the two players of a game tell it differently."""
        for entry in self.entries:
            opponent = entry.pairing(number)
            if opponent == 0:
                yield self._row(number, entry, None)
            elif opponent is not None:
                other = self._opponent(number, entry, opponent)
                if self._starts(number, entry, other):
                    yield self._row(number, entry, other)

    def places(self, *, is_capped: bool) -> Iterator[int | None]:
        """The rank of each player after the last round, which TSH publishes; nothing while games of a round are open.

        Who has left has no rank there, so that the others would be compared with a field that is not ours.
        """
        paired = max((len(entry.pairings) for entry in self.entries), default=0)
        is_over = all(
            entry.score(number) is not None or entry.pairing(number) is None
            for entry in self.entries
            for number in range(1, paired + 1)
        )
        holds = paired and is_over and all(entry.section("off") is None for entry in self.entries)
        ranks = [entry.listed("rcrank" if is_capped else "rrank", paired + 1) for entry in self.entries]
        yield from (rank if holds and all(ranks) else None for rank in ranks)

    def _opponent(self, number: int, entry: PlayerLine, opponent: int) -> PlayerLine:
        """The other player, whose line must tell of the same game."""
        if opponent > len(self.entries):
            raise entry.fault(FileFault.UNKNOWN_PLAYER)
        if opponent == entry.number:
            raise entry.fault(FileFault.SEATED_TWICE)
        other = self.entries[opponent - 1]
        if other.pairing(number) != entry.number or (entry.score(number) is None) != (other.score(number) is None):
            raise entry.fault(FileFault.ONE_SIDED)
        return other

    def _starts(self, number: int, entry: PlayerLine, other: PlayerLine) -> bool:
        own, others = entry.listed("p12", number), other.listed("p12", number)
        if own == others and own in (1, 2):
            raise entry.fault(FileFault.ONE_SIDED)
        return own == 1 or others == 2 or (not {own, others} & {1, 2} and entry.number < other.number)

    def _row(self, number: int, host: PlayerLine, guest: PlayerLine | None) -> RecordedResult:
        scores = host.score(number), guest.score(number) if guest else None
        opponent = guest.number + self.before if guest else 0
        kind = kind_of(opponent, *scores) if guest else _kind_alone(scores[0])
        return RecordedResult(
            round=number,
            table=host.listed("board", number),
            host=host.number + self.before,
            guest=opponent,
            host_score=scores[0],
            guest_score=scores[1],
            kind=kind,
        )


def _kind_alone(score: int | None) -> ResultKind:
    """The kind of a round without an opponent: a bye has points, a forfeit takes some away.

    One without a score is a bye to come, for who is absent has a score at once.
    """
    if score is None or score > 0:
        return ResultKind.BYE
    return ResultKind.FORFEIT if score < 0 else ResultKind.NOT_PLAYED


def recorded(divisions: Sequence[TshDivision], form: str, stated: Mapping[str, Any]) -> RecordedTournament:
    """The tournament in these divisions. Players are numbered through; with several divisions, theirs is their category.

    An opponent 0 is a bye if it brought points. The player with 1 in `p12` starts; without it, the one with the lower
    number.

    Args:
        divisions: at least one with a player.
        form: the name of the format.
        stated: fields of the tournament that the file states besides.

    Raises:
        TournamentFileError: the two players of a game tell it differently.
    """
    several = len(divisions) > 1
    results: list[RecordedResult] = []
    for division in divisions:
        try:
            for number in range(1, max((len(entry.pairings) for entry in division.entries), default=0) + 1):
                results += division.round(number)
        except TournamentFileError as error:
            raise error.of(division.file) from None
    results.sort(key=lambda result: result.round)
    is_capped = "spread_cap" in stated.get("settings", {})
    players = [
        _player(entry, division, place, several=several)
        for division in divisions
        for entry, place in zip(division.entries, division.places(is_capped=is_capped), strict=True)
    ]
    stated = {**stated, **_scale(players, stated)}
    fields = {**stated, **_byes(results, stated.get("settings", {}))}
    rounds = max(max((result.round for result in results), default=0), fields.pop("rounds", 0))
    return RecordedTournament(format=form, players=tuple(players), results=tuple(results), rounds=rounds, **fields)


def as_written(tournament: RecordedTournament, divisions: Sequence[TshDivision]) -> RecordedTournament:
    """A tournament whose players have their lines where we would write others: they are good as long as nothing changes."""
    results = results_by_player(tournament)
    local = local_numbers(players_by_division(tournament, [division.name for division in divisions]))
    entries = [entry for division in divisions for entry in division.entries]
    players = []
    for player, entry in zip(tournament.players, entries, strict=True):
        ours = player_line(player, results.get(player.number, {}), local)
        line = {} if ours == entry.text else {"line": (ours, entry.text)}
        players.append(replace(player, extras={**player.extras, **line}) if line else player)
    return replace(tournament, players=tuple(players))


def divisions_of(tournament: RecordedTournament) -> list[list[RecordedPlayer]]:
    """The players by category, in the order in which the categories come; all together if a game is between two."""
    categories = {player.number: player.category for player in tournament.players}
    if any(result.guest and categories[result.host] != categories[result.guest] for result in tournament.results):
        return [list(tournament.players)]
    divisions: defaultdict[str, list[RecordedPlayer]] = defaultdict(list)
    for player in tournament.players:
        divisions[player.category].append(player)
    return list(divisions.values())


def players_by_division(tournament: RecordedTournament, names: Sequence[str]) -> list[list[RecordedPlayer]]:
    """The players of each division that has a name; all of them if there is one division only."""
    if len(names) == 1:
        return [list(tournament.players)]
    return [[player for player in tournament.players if player.category == name] for name in names]


def local_numbers(divisions: Sequence[Sequence[RecordedPlayer]]) -> dict[int, int]:
    """By starting number, the number within the division, where each counts from 1."""
    return {player.number: place for players in divisions for place, player in enumerate(players, 1)}


def player_line(
    player: RecordedPlayer, results: Mapping[int, RecordedResult], local: Mapping[int, int], rounds: int = 0
) -> str:
    """A player's line, with an entry for each round up to the last result, or to `rounds` if those are more."""
    sides = sides_of(player.number, results, local, rounds)
    scores = [score for _, score, _, _ in sides]
    while scores and scores[-1] == UNKNOWN:
        scores.pop()
    pairings = (opponent for opponent, _, _, _ in sides)
    return format_player(line_name(player), line_rating(player), pairings, scores, sections_of(player, sides))


def sides_of(
    number: int, results: Mapping[int, RecordedResult], local: Mapping[int, int], rounds: int = 0
) -> list[tuple[str, str, str, str]]:
    """For each round of a player the opponent, the own score, who starts, and the table."""
    return [_side(number, results.get(each), local) for each in range(1, max([rounds, *results]) + 1)]


def sections_of(player: RecordedPlayer, sides: Sequence[tuple[str, str, str, str]]) -> Sections:
    """The sections of a line: those that we know, and those that the player's file had."""
    sections: list[tuple[str, str]] = [(key, text) for key, text in player.extras.get("sections", ())]
    sections = [each for each in sections if player.has_left or each[0] != "off"]
    if sides:
        sections.append(("p12", " ".join(start for _, _, start, _ in sides)))
    if any(table != "0" for _, _, _, table in sides):
        sections.append(("board", " ".join(table for _, _, _, table in sides)))
    if player.team:
        sections.append(("team", player.team))
    if player.has_left and not any(key == "off" for key, _ in sections):
        sections.append(("off", "0"))
    return tuple(sections)


def line_name(player: RecordedPlayer) -> str:
    """The name as TSH has it, the last name first where the two are known apart, and the member's number of the file."""
    name = f"{player.last}, {player.first}" if player.first or player.last else player.name
    return f"{name}:{player.extras['id']}" if "id" in player.extras else name


def line_rating(player: RecordedPlayer) -> str:
    """The rating as TSH has it: 0 for none."""
    rating = player.rating or 0
    return str(rating // 100) if rating % 100 == 0 else format_rating(rating)


def check_name(player: RecordedPlayer) -> None:
    """Raise `TournamentFileError` for a name that the lines of the format would take apart."""
    if not is_safe_name(line_name(player)) or "\n" in player.team:
        raise TournamentFileError(FileFault.BAD_VALUE, 0, 0, player.name)


def without_id(name: str) -> tuple[str, str]:
    """The name, and the member's number that some federations write behind it: `Lis, Anna:XT000101`."""
    match = _WITH_ID.fullmatch(name)
    return (match[1], match[2]) if match else (name, "")


def parted(name: str) -> tuple[str, str, str]:
    """The whole name as people say it, the first and the last, if a comma stands between last and first."""
    last, comma, first = (part.strip() for part in name.partition(","))
    return (f"{first} {last}".strip(), first, last) if comma else (name, "", "")


def with_parted_names(tournament: RecordedTournament) -> RecordedTournament:
    """A tournament with all names in two parts, for TSH expects the last name first: `Wąs, Zofia`."""
    players = []
    for player in tournament.players:
        first, last = names(player)
        players.append(replace(player, first=first, last=last) if first else player)
    return replace(tournament, players=tuple(players))


def _player(entry: PlayerLine, division: TshDivision, place: int | None, *, several: bool) -> RecordedPlayer:
    plain, member = without_id(entry.name)
    name, first, last = parted(plain)
    rest = tuple((key, text) for key, text in entry.sections if key not in OWN_SECTIONS)
    return RecordedPlayer(
        number=entry.number + division.before,
        name=name,
        first=first,
        last=last,
        rating=parse_rating(re.split(r"[+]", entry.rating)[0]),
        team=entry.section("team") or "",
        place=place,
        category=division.name if several else "",
        has_left=entry.section("off") is not None,
        extras={**({"sections": rest} if rest else {}), **({"id": member} if member else {})},
    )


def _scale(players: Sequence[RecordedPlayer], stated: Mapping[str, Any]) -> dict[str, Any]:
    """The template of an event whose ratings are too large for the federation; and its scale for ratings with hundredths."""
    ratings = [player.rating for player in players if player.rating is not None]
    template = stated.get("template", "")
    if not template and not all(map(RatingScale.PFS.holds, ratings)):
        return {"template": WESPA}
    if template == WESPA and not all(map(RatingScale.WESPA.holds, ratings)):
        return {"settings": {**stated.get("settings", {}), "rating_scale": RatingScale.PFS.value}}
    return {}


def _byes(results: Sequence[RecordedResult], settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a bye, from the options or from what most of them brought.

    In TSH more points than 0 are a whole win, unless an option makes all byes half a win, as in Poland, where they are 300:0.
    """
    scores = Counter(result.host_score for result in results if result.kind is ResultKind.BYE and result.host_score)
    if not scores:
        return {}
    own = settings.get("bye.own")
    if own not in scores:
        own = max(scores, key=lambda score: scores[score])
    if settings.keys() <= {"spread_cap"} and own == FEDERATION_BYE:
        return {}
    halves = settings.get("bye.half_points", 2)
    return {"settings": {**settings, "bye.half_points": halves, "bye.own": own, "bye.other": 0}}


def _side(number: int, result: RecordedResult | None, local: Mapping[int, int]) -> tuple[str, str, str, str]:
    """Opponent, own score, who starts, and the table; a round without a row is one without the player."""
    if result is None:
        return "0", "0", "0", "0"
    hosts = result.host == number
    score = result.host_score if hosts else result.guest_score
    if result.guest == 0:  # what TSH has there is the margin
        margin = UNKNOWN if score is None else str(score - (result.guest_score or 0))
        return "0", margin, "0", str(result.table)
    written = UNKNOWN if score is None else str(score)
    opponent = result.guest if hosts else result.host
    return str(local[opponent]), written, "1" if hosts else "2", str(result.table)
