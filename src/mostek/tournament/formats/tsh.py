"""The `.t` files of TSH: a line for each player, with opponents and scores by round; several divisions in one text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, TournamentFileError, encoded, one_of, readable
from mostek.tournament.rating.scalps import format_rating, parse_rating
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, kind_of, round_count

NAME = "tsh"
UNKNOWN: Final = "00"
"""What stands for an opponent or a score that is not known yet."""


def write(tournament: RecordedTournament, encoding: str = "utf-8") -> bytes:
    """The file: a division for each category if all play within their own, otherwise one for all.

    Raises `TournamentFileError` for a name that the lines of the format would take apart.
    """
    own = tournament.format == NAME
    divisions = divisions_of(tournament)
    local = local_numbers(divisions)
    results = results_by_player(tournament)
    lines: list[str] = []
    for players in divisions:
        written = list(_division(players, results, local, own=own))
        name = players[0].category
        headed = not own and len(divisions) > 1
        lines += [f"#begin_file name={name}.t", *written, f"#end_file name={name}.t"] if headed else written
    extras = tournament.extras_for(NAME)
    ending = extras.get("ending", "\n")
    return encoded("".join(f"{line}{ending}" for line in _with_others(lines, extras.get("lines", ()))), encoding)


def divisions_of(tournament: RecordedTournament) -> list[list[RecordedPlayer]]:
    """The players by category, in the order in which the categories come; all together if a game is between two."""
    categories = {player.number: player.category for player in tournament.players}
    if any(result.guest and categories[result.host] != categories[result.guest] for result in tournament.results):
        return [list(tournament.players)]
    divisions: defaultdict[str, list[RecordedPlayer]] = defaultdict(list)
    for player in tournament.players:
        divisions[player.category].append(player)
    return list(divisions.values())


def local_numbers(divisions: Sequence[Sequence[RecordedPlayer]]) -> dict[int, int]:
    """By starting number, the number within the division, where each counts from 1."""
    return {player.number: place for players in divisions for place, player in enumerate(players, 1)}


def results_by_player(tournament: RecordedTournament) -> dict[int, dict[int, RecordedResult]]:
    """By starting number and round, the result."""
    found: defaultdict[int, dict[int, RecordedResult]] = defaultdict(dict)
    for result in tournament.results:
        found[result.host][result.round] = result
        if result.guest:
            found[result.guest][result.round] = result
    return found


def player_line(
    player: RecordedPlayer, results: Mapping[int, RecordedResult], local: Mapping[int, int], rounds: int = 0
) -> str:
    """A player's line, with an entry for each round up to the last result, or to `rounds` if those are more."""
    sides = [_side(player.number, results.get(number), local) for number in range(1, max([rounds, *results]) + 1)]
    scores = [score for _, score, _, _ in sides]
    while scores and scores[-1] == UNKNOWN:
        scores.pop()
    sections: list[tuple[str, str]] = list(player.extras.get("sections", ()))
    if sides:
        sections.append(("p12", " ".join(start for _, _, start, _ in sides)))
    if any(table != "0" for _, _, _, table in sides):
        sections.append(("board", " ".join(table for _, _, _, table in sides)))
    if player.team:
        sections.append(("team", re.sub(r"([\\;])", r"\\\1", player.team)))
    pairings = " ".join(opponent for opponent, _, _, _ in sides)
    line = f"{_name(player):<22} {_rating(player):>5} {pairings}; {' '.join(scores)}"
    return line + "".join(f"; {key} {text}".rstrip() for key, text in sorted(sections))


def _division(
    players: Sequence[RecordedPlayer],
    results: Mapping[int, dict[int, RecordedResult]],
    local: Mapping[int, int],
    *,
    own: bool,
) -> Iterator[str]:
    # Whoever has left has nothing but zeros to the end; in a file of TSH's own the lines are as long as they were.
    rounds = 0 if own else max((max(results.get(player.number, {0: None})) for player in players), default=0)
    for player in players:
        _check_name(player)
        if own:
            line = player_line(player, results.get(player.number, {}), local)
            ours, theirs = player.extras.get("line", (None, ""))
            yield theirs if line == ours else line
        else:
            yield player_line(replace(player, extras={}), results.get(player.number, {}), local, rounds)


def _with_others(lines: Sequence[str], others: Sequence[tuple[int, str]]) -> Iterator[str]:
    waiting = list(others)
    for place, line in enumerate(lines):
        while waiting and waiting[0][0] <= place:
            yield waiting.pop(0)[1]
        yield line
    yield from (line for _, line in waiting)


def _side(number: int, result: RecordedResult | None, local: Mapping[int, int]) -> tuple[str, str, str, str]:
    """Opponent, own score, who starts, and the table; a round without a row is one without the player."""
    if result is None:
        return "0", "0", "0", "0"
    hosts = result.host == number
    score = result.host_score if hosts else result.guest_score
    written = UNKNOWN if score is None else str(score)
    if result.guest == 0:
        return "0", written, "0", str(result.table)
    opponent = result.guest if hosts else result.host
    return str(local[opponent]), written, "1" if hosts else "2", str(result.table)


def _check_name(player: RecordedPlayer) -> None:
    if _UNSAFE.search(_name(player)) or not _name(player).strip() or "\n" in player.team:
        raise TournamentFileError(FileFault.BAD_VALUE, 0, 0, player.name)


def _name(player: RecordedPlayer) -> str:
    return f"{player.last}, {player.first}" if player.first or player.last else player.name


def _rating(player: RecordedPlayer) -> str:
    rating = player.rating or 0
    return str(rating // 100) if rating % 100 == 0 else format_rating(rating)


_UNSAFE = re.compile(r"[;\r\n]|^#|\s[0-9]+(?:[.+][0-9]+)*(?:\s|$)")
"""What ends a name in such a line: a semicolon, or a number after a space, which is taken for the rating."""


def is_tsh(text: str) -> bool:
    """Whether a text looks like such a file."""
    lines = [line for line in text.splitlines() if line.strip()]
    if any(_BEGIN.match(line) for line in lines):
        return True
    plain = [line for line in lines if not line.lstrip().startswith("#")]
    return bool(plain) and ";" in plain[0] and _head(_SEMICOLON.split(plain[0])[0]) is not None


def read(data: bytes) -> RecordedTournament:
    """The tournament in a file. Players of several divisions are numbered through, and their category is the division.

    An opponent 0 is a bye if it brought points. The player with 1 in `p12` starts; without it, the one with the lower
    number. Raises `TournamentFileError` where the two players of a game tell it differently.
    """
    text = readable(data)
    divisions, others = _divisions(text)
    if not any(division.entries for division in divisions):
        raise TournamentFileError(FileFault.NO_PLAYERS, max(text.count("\n"), 1), 1, text[:60])
    results: list[RecordedResult] = []
    for division in divisions:
        for number in range(1, max((len(entry.pairings) for entry in division.entries), default=0) + 1):
            results += division.round(number)
    results.sort(key=lambda result: result.round)
    bare = RecordedTournament(
        format=NAME,
        rounds=round_count(results),
        players=tuple(entry.player(division) for division in divisions for entry in division.entries),
        results=tuple(results),
    )
    extras: dict[str, Any] = {"lines": others} if others else {}
    if "\r\n" in text:
        extras["ending"] = "\r\n"
    entries = [entry for division in divisions for entry in division.entries]
    return replace(bare, players=_as_written(bare, entries), extras=extras)


class _Entry(NamedTuple):
    """A player's line in its parts."""

    line: int
    text: str
    number: int
    name: str
    rating: str
    pairings: Sequence[int | None]
    scores: Sequence[int | None]
    sections: tuple[tuple[str, str], ...]

    def fault(self, fault: FileFault) -> TournamentFileError:
        return TournamentFileError(fault, self.line, 1, self.text.strip()[:60])

    def pairing(self, number: int) -> int | None:
        return self.pairings[number - 1] if number <= len(self.pairings) else None

    def score(self, number: int) -> int | None:
        return self.scores[number - 1] if number <= len(self.scores) else None

    def listed(self, key: str, number: int) -> int:
        """The entry of a section that has one for each round; 0 if it has none."""
        words = dict(self.sections).get(key, "").split()
        word = words[number - 1] if number <= len(words) else "0"
        return int(word) if _COUNT.fullmatch(word) else 0

    def player(self, division: _Division) -> RecordedPlayer:
        last, comma, first = self.name.partition(",")
        known = dict(self.sections)
        rest = tuple((key, text) for key, text in self.sections if key not in ("board", "p12", "team"))
        return RecordedPlayer(
            number=self.number + division.before,
            name=f"{first.strip()} {last.strip()}".strip() if comma else self.name,
            first=first.strip(),
            last=last.strip() if comma else "",
            rating=parse_rating(re.split(r"[+]", self.rating)[0]),
            team=re.sub(r"\\(.)", r"\1", known.get("team", "")),
            category=division.name,
            extras={"sections": rest} if rest else {},
        )


class _Division(NamedTuple):
    name: str
    before: int
    """How many players stand in the divisions before this one."""
    entries: list[_Entry]

    def round(self, number: int) -> Iterator[RecordedResult]:
        for entry in self.entries:
            opponent = entry.pairing(number)
            if opponent == 0:
                yield self.row(number, entry, None)
            elif opponent is not None:
                other = self.opponent(number, entry, opponent)
                if self.starts(number, entry, other):
                    yield self.row(number, entry, other)

    def opponent(self, number: int, entry: _Entry, opponent: int) -> _Entry:
        """The other player, whose line must tell of the same game."""
        if opponent > len(self.entries):
            raise entry.fault(FileFault.UNKNOWN_PLAYER)
        if opponent == entry.number:
            raise entry.fault(FileFault.SEATED_TWICE)
        other = self.entries[opponent - 1]
        if other.pairing(number) != entry.number or (entry.score(number) is None) != (other.score(number) is None):
            raise entry.fault(FileFault.ONE_SIDED)
        return other

    def starts(self, number: int, entry: _Entry, other: _Entry) -> bool:
        own, others = entry.listed("p12", number), other.listed("p12", number)
        if own == others and own in (1, 2):
            raise entry.fault(FileFault.ONE_SIDED)
        return own == 1 or others == 2 or (not {own, others} & {1, 2} and entry.number < other.number)

    def row(self, number: int, host: _Entry, guest: _Entry | None) -> RecordedResult:
        scores = host.score(number), guest.score(number) if guest else None
        opponent = guest.number + self.before if guest else 0
        kind = kind_of(opponent, max(scores[0] or 0, 0) if guest is None else scores[0], scores[1])
        return RecordedResult(
            round=number,
            table=host.listed("board", number),
            host=host.number + self.before,
            guest=opponent,
            host_score=scores[0],
            guest_score=scores[1],
            kind=kind,
        )


def _divisions(text: str) -> tuple[list[_Division], tuple[tuple[int, str], ...]]:
    """The divisions; and the lines that are no player's, each with the number of players before it."""
    divisions = [_Division("", 0, [])]
    others: list[tuple[int, str]] = []
    for number, line in enumerate(_LINE_END.split(text), 1):
        plain = line.strip()
        before = divisions[-1].before + len(divisions[-1].entries)
        if match := _BEGIN.match(plain):
            if match[1].removesuffix(".t") in {division.name for division in divisions}:
                raise TournamentFileError(FileFault.SAME_PLAYER, number, 1, plain)
            divisions.append(_Division(match[1].removesuffix(".t"), before, []))
        if not plain or plain.startswith("#") or (divisions[-1].name == "" and _CONFIGURATION.match(plain)):
            others.append((before, line))
        else:
            divisions[-1].entries.append(_entry(line, number, len(divisions[-1].entries) + 1))
    if others and others[-1][1] == "" and text.endswith("\n"):
        others.pop()
    return divisions, tuple(others)


def _entry(line: str, number: int, place: int) -> _Entry:
    """The parts of a player's line: name, rating and opponents, then scores, then the sections with their names."""
    head, *rest = _SEMICOLON.split(line.strip())
    parts = _head(head)
    if parts is None or not rest:
        raise TournamentFileError(FileFault.BAD_LINE, number, 1, line.strip()[:60])
    name, rating, opponents = parts
    pairings, scores = _numbers(opponents, number, line), _numbers(rest[0].split(), number, line)
    if len(scores) > len(pairings) or any(opponent is not None and opponent < 0 for opponent in pairings):
        raise TournamentFileError(FileFault.BAD_LINE, number, 1, line.strip()[:60])
    sections = (section.strip().partition(" ") for section in rest[1:])
    named = tuple((key, text.strip()) for key, _, text in sections if key)
    return _Entry(number, line, place, name, rating, pairings, scores, named)


def _head(text: str) -> tuple[str, str, list[str]] | None:
    """Name, rating and opponents: the rating is the first number after the name that has numbers alone behind it."""
    words = list(_WORD.finditer(text))
    begin = len(words)
    while begin > 1 and _COUNT.fullmatch(words[begin - 1][0]):
        begin -= 1
    if begin > 1 and _RATING.fullmatch(words[begin - 1][0]):
        begin -= 1
    if not 0 < begin < len(words):
        return None
    rating, *opponents = (word[0] for word in words[begin:])
    return text[: words[begin - 1].end()].strip(), rating, opponents


def _numbers(words: list[str], number: int, line: str) -> list[int | None]:
    wrong = next((word for word in words if not _SCORE.fullmatch(word)), None)
    if wrong is not None:
        raise TournamentFileError(FileFault.BAD_NUMBER, number, line.find(wrong) + 1, wrong)
    return [None if word == UNKNOWN else int(word) for word in words]


def _as_written(tournament: RecordedTournament, entries: Sequence[_Entry]) -> tuple[RecordedPlayer, ...]:
    """The players, each with their line if we would write it otherwise: it is good as long as nothing changes in it."""
    results, local = results_by_player(tournament), local_numbers(divisions_of(tournament))
    players = []
    for player, entry in zip(tournament.players, entries, strict=True):
        ours = player_line(player, results.get(player.number, {}), local)
        line = {} if ours == entry.text else {"line": (ours, entry.text)}
        players.append(replace(player, extras={**player.extras, **line}) if line else player)
    return tuple(players)


_WORD = re.compile(r"\S+")
_RATING = re.compile(r"[0-9]{1,5}(?:[.+][0-9]{1,5})*")
_BEGIN = re.compile(r"#begin_file\s+(?:name=)?(\S+)")
_CONFIGURATION = re.compile(r"(?:division|classes|config|autopair|prize|perl|profile)\s")
_SEMICOLON = re.compile(r"(?<!\\);")
_SCORE = re.compile(r"-?[0-9]{1,5}")
_COUNT = re.compile(r"[0-9]{1,5}")
_LINE_END = re.compile(r"\r\n|\r|\n")


def read_files(files: Mapping[str, bytes]) -> RecordedTournament:
    """The tournament in a file, or in one file for each division."""
    if len(files) == 1:
        return read(one_of(files))
    named = (
        f"#begin_file name={name}\n{readable(data).rstrip()}\n#end_file name={name}\n" for name, data in files.items()
    )
    return read("".join(named).encode())


FORMAT = TournamentFormat(
    name=NAME,
    option="tsh",
    pl="plik .t programu TSH",
    en="the .t file of TSH",
    precedence=50,
    detect=lambda data, text: is_tsh(text),
    read=read_files,
    takes_divisions=True,
    write=lambda tournament, encoding: {".t": write(tournament, encoding or "utf-8")},
)
