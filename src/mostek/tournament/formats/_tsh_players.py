"""The line of a player in a `.t` file of TSH: name, rating, opponents and scores by round, and named sections.

Source: `lib/perl/TFile.pm` of TSH, `ParseLine` and `FormatLine`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from mostek.tournament.files import FileFault, TournamentFileError

UNKNOWN: Final = "00"
"""The mark for an opponent, a score or a word of a section that is not known yet."""

Sections = tuple[tuple[str, str], ...]
"""The sections of a line by their keys, each with its words in one text."""


class PlayerLine(NamedTuple):
    """A player's line in its parts."""

    line: int
    text: str
    number: int
    """Within the division, from 1."""
    name: str
    rating: str
    pairings: Sequence[int | None]
    scores: Sequence[int | None]
    sections: Sections

    def fault(self, fault: FileFault) -> TournamentFileError:
        """The error for a fault of this line."""
        return TournamentFileError(fault, self.line, 1, self.text.strip()[:60])

    def pairing(self, number: int) -> int | None:
        """The opponent in a round: 0 for none, `None` for one that is not known yet."""
        return self.pairings[number - 1] if number <= len(self.pairings) else None

    def score(self, number: int) -> int | None:
        """The points in a round."""
        return self.scores[number - 1] if number <= len(self.scores) else None

    def section(self, key: str) -> str | None:
        """The text of a section; `None` if the line has no such section."""
        return dict(self.sections).get(key)

    def listed(self, key: str, number: int) -> int:
        """The entry of a section that has one for each round; 0 if it has none."""
        words = (self.section(key) or "").split()
        word = words[number - 1] if number <= len(words) else "0"
        return int(word) if _COUNT.fullmatch(word) else 0


def parse_player(line: str, number: int, place: int) -> PlayerLine:
    """The parts of a line. A line may end after the rating. Raises `TournamentFileError`.

    Args:
        line: the text of the line.
        number: its number in the file.
        place: the number of the player within the division.
    """
    head, *rest = [_ESCAPED.sub(r"\1", part) for part in _parts(_REMARK.sub(";", line.strip()))]
    parts = parse_head(head)
    if parts is None:
        raise TournamentFileError(FileFault.BAD_LINE, number, 1, line.strip()[:60])
    name, rating, opponents = parts
    pairings, scores = _numbers(opponents, number, line), _numbers(rest[0].split() if rest else [], number, line)
    if len(scores) > len(pairings) or any(opponent is not None and opponent < 0 for opponent in pairings):
        raise TournamentFileError(FileFault.BAD_LINE, number, 1, line.strip()[:60])
    sections = (section.strip().partition(" ") for section in rest[1:])
    named = tuple((key, text.strip()) for key, _, text in sections if key)
    return PlayerLine(number, line, place, name, rating, pairings, scores, named)


def parse_head(text: str) -> tuple[str, str, list[str]] | None:
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


def is_player(line: str) -> bool:
    """Whether a line looks like one of a player with a result or a place for it."""
    parts = _parts(line)
    return len(parts) > 1 and parse_head(parts[0]) is not None


def is_rating(text: str) -> bool:
    """Whether a text is a rating, or several with plus signs between them."""
    return _RATING.fullmatch(text) is not None


def format_player(name: str, rating: str, pairings: Iterable[str], scores: Iterable[str], sections: Sections) -> str:
    """A line in the columns and with the order of sections that TSH writes."""
    line = f"{name:<22} {rating:>5} {' '.join(pairings)}; {' '.join(scores)}"
    written = ((key, re.sub(r"([\\;])", r"\\\1", text)) for key, text in sections)
    return line + "".join(f"; {key} {text}".rstrip() for key, text in sorted(written))


def is_safe_name(name: str) -> bool:
    """Whether a line can hold a name: a semicolon or a number after a space would end it, a pound sign make it a comment."""
    return bool(name.strip()) and not _UNSAFE.search(name)


def _parts(line: str) -> list[str]:
    """The line between its semicolons, of which one after a backslash is a letter like others."""
    parts = []
    for part in _PART.finditer(line):
        parts.append(part[1])
        if part.end(1) == len(line):
            break
    return parts


def _numbers(words: list[str], number: int, line: str) -> list[int | None]:
    wrong = next((word for word in words if not _SCORE.fullmatch(word)), None)
    if wrong is not None:
        raise TournamentFileError(FileFault.BAD_NUMBER, number, line.find(wrong) + 1, wrong)
    return [None if word == UNKNOWN else int(word) for word in words]


_PART = re.compile(r"((?:[^\\;]|\\.|\\$)*)(?:;|$)")
_ESCAPED = re.compile(r"\\([\\;])")
_REMARK = re.compile(r"; # [0-9]+\s*$")
"""An index that older files have at the end of a line."""
_WORD = re.compile(r"\S+")
_RATING = re.compile(r"[0-9]{1,5}(?:[.+][0-9]{1,5})*")
_SCORE = re.compile(r"-?[0-9]{1,5}")
_COUNT = re.compile(r"[0-9]{1,5}")
_UNSAFE = re.compile(r"[;\r\n]|^\s*#|\s[0-9]+(?:[.+][0-9]+)*(?:\s|$)")
