"""The words of a line of the desk and their order, before it is known whom they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from mostek.features.desk.typed_names import TypedError, placed, plain, shortened
from mostek.messages import text
from mostek.messages.tournament_words import CAUSES, CORRECTIONS
from mostek.tournament.commands import CorrectionKind
from mostek.tournament.state import ForfeitCause

LONGEST = 1000
"""The most characters of a line."""


class Token(NamedTuple):
    """A word of the line."""

    text: str
    column: int
    """Where it begins, from 1."""
    is_quoted: bool = False


@dataclass(frozen=True, slots=True)
class RowOptions:
    """The options after a result, or those of all rows of a list."""

    unsigned: bool = False
    confirmed: bool = False
    unrated: bool = False
    consent: bool = False
    swapped: bool = False
    last_words: tuple[int, ...] = ()
    cause: ForfeitCause = ForfeitCause.LATE
    score_now: int = 0
    round: int | None = None
    kind: CorrectionKind | None = None
    clause: str = ""
    reason: str = ""


class _Option(NamedTuple):
    name: str
    length: int
    """The words of its name."""


class DeskWord(StrEnum):
    """A line that is one word; the caller knows what to do."""

    PAIR = "pair"
    START = "start"
    UNDO = "undo"


class LineItem(NamedTuple):
    """A name or a number of the line."""

    said: str
    column: int
    is_number: bool


class LineForfeit(NamedTuple):
    """A forfeit, and to whom it goes."""

    winner: LineItem | None
    """`None`: both have lost."""


@dataclass(frozen=True, slots=True)
class LineSentence:
    """The parts of a line about a table, before it is known whom they mean."""

    items: tuple[LineItem, ...]
    scores: tuple[int, ...] = ()
    """Points that were written as one word, 412:388."""
    forfeit: LineForfeit | None = None
    corrects: bool = False
    options: Mapping[str, Any] = field(default_factory=dict)


_TOKEN = re.compile(r'"([^"]*)"|„([^”"]*)[”"]|\'([^\']*)\'(?=[\s,;]|$)|=|[^\s,;"„=]+')
_SCORES = re.compile(r"-?\d{1,6}([:–-]-?\d{1,6})+")
_NUMBER = re.compile(r"-?\d{1,6}")
_MARKED = re.compile(r"\d{1,6}[.:)]")
"""The number of a table with a sign behind it."""
DASHES = frozenset("-–—")
_JOINERS = DASHES | {":"}
_TABLE_WORDS = frozenset({"stol", "table"})
DESK_WORDS: Mapping[str, DeskWord] = {
    "pair": DeskWord.PAIR,
    "rozstaw": DeskWord.PAIR,
    "paruj": DeskWord.PAIR,
    "start": DeskWord.START,
    "zacznij": DeskWord.START,
    "undo": DeskWord.UNDO,
    "cofnij": DeskWord.UNDO,
}
_FORFEIT = frozenset({"walkower", "walkover", "w.o.", "w.o", "wo", "w/o", "forfeit"})
_BOTH = frozenset({"obustronny", "obaj", "oboje", "obie", "both"})
_FOR = frozenset({"dla", "to", "for"})

_FLAGS: Mapping[str, str] = {
    "unsigned": "unsigned",
    "bez podpisow": "unsigned",
    "bez podpisu": "unsigned",
    "niepodpisany": "unsigned",
    "niepodpisane": "unsigned",
    "confirmed": "confirmed",
    "potwierdzony": "confirmed",
    "potwierdzone": "confirmed",
    "potwierdzona": "confirmed",
    "sprawdzony": "confirmed",
    "sprawdzone": "confirmed",
    "unrated": "unrated",
    "bez rankingu": "unrated",
    "nierankingowy": "unrated",
    "nierankingowa": "unrated",
    "consent": "consent",
    "zgoda": "consent",
    "swapped": "swapped",
    "odwrotnie": "swapped",
}
_VALUES: Mapping[str, str] = {
    "last words": "last_words",
    "last word": "last_words",
    "ostatnie slowa": "last_words",
    "ostatnie slowo": "last_words",
    "ostatnie": "last_words",
    "cause": "cause",
    "przyczyna": "cause",
    "score now": "score_now",
    "wynik teraz": "score_now",
    "punkty teraz": "score_now",
    "teraz": "score_now",
    "now": "score_now",
    "round": "round",
    "runda": "round",
    "kind": "kind",
    "rodzaj": "kind",
    "clause": "clause",
    "przepis": "clause",
    "reason": "reason",
    "powod": "reason",
    "uzasadnienie": "reason",
}
"""The options by what people write, in small letters without Polish signs; the longer of two that fit counts."""
_OPTIONS = {**_FLAGS, **_VALUES}
_PHRASES = sorted(_OPTIONS, key=lambda phrase: -phrase.count(" "))
_MOST_WORDS = 2
_CAUSES = {"spoznienie": ForfeitCause.LATE, "opuszczenie": ForfeitCause.LEFT, "wykluczenie": ForfeitCause.EXCLUDED}
_KINDS = {
    "pomylka": CorrectionKind.ENTRY,
    "odwrotnie": CorrectionKind.SWAPPED,
    "decyzja": CorrectionKind.RULING,
}
OPTION_NAMES = (
    "unsigned",
    "confirmed",
    "unrated",
    "last words 14:9",
    "cause late",
    "score now 120",
    "round 3",
    "reason …",
    "clause PFS-7.4",
    "consent",
)
"""The options as a message lists them."""


def tokens_of(line: str) -> list[Token]:
    """The words of a line; those in quotation marks are one. Raises `TypedError`."""
    if len(line) > LONGEST:
        raise TypedError("The line is longer than {most} characters.", most=LONGEST)
    found = []
    for match in _TOKEN.finditer(line):
        quoted = next((each for each in match.groups() if each is not None), None)
        word = match[0] if quoted is None else quoted
        found.append(Token(word, match.start() + 1, is_quoted=quoted is not None))
    return found


def rows_of_words(words: Iterable[str]) -> list[list[Token]]:
    """The rows of words as a terminal hands them over: a word with blanks is a name, or a row of its own.

    A row ends at a comma, and after a score such as 412:388 with its options.
    """
    rows: list[list[Token]] = [[]]
    for word in words:
        if _is_row(word):
            rows += [tokens_of(word), []]
            continue
        ends = word.endswith((",", ";"))
        bare = word.rstrip(",;") if ends else word
        if re.search(r"\s", bare) or not bare:
            made = [Token(bare, 0, is_quoted=True)] if bare or not ends else []
        else:
            made = [each._replace(column=0) for each in tokens_of(bare)]
        if made and _is_finished(rows[-1]) and not _continues(rows[-1], made[0]):
            rows.append([])
        rows[-1] += made
        if ends:
            rows.append([])
    return [row for row in rows if row]


def as_typed(tokens: Iterable[Token]) -> str:
    """The words of a row again as a line."""
    return " ".join(f'"{each.text}"' if each.is_quoted else each.text for each in tokens)


def begins_with_division(word: str) -> bool:
    """Whether a colon or a stroke in a word ends the name of a division: it is no score, and no `w/o`."""
    return not _SCORES.fullmatch(word) and plain(word) not in _FORFEIT


def parse_scores(typed: str) -> tuple[int, ...]:
    """The points of `412:388`. Raises `TypedError`."""
    if not _SCORES.fullmatch(typed):
        raise TypedError("{said!r} is no score; write 412:388, the host first.", said=shortened(typed))
    return tuple(int(points) for points in re.split(r"(?<=\d)[:–-]", typed))


def sentence_of(tokens: Sequence[Token], line: str = "", *, corrects: bool = False) -> LineSentence:
    """The parts of a line about a table; from the `line` itself a reason has its commas. Raises `TypedError`.

    `corrects` says that it is a correction even without its sign.
    """
    if len(tokens) > 1 and plain(tokens[0].text).rstrip(".") in _TABLE_WORDS and tokens[1].text.isdecimal():
        tokens = tokens[1:]
    if tokens and _MARKED.fullmatch(tokens[0].text):
        tokens = [tokens[0]._replace(text=tokens[0].text[:-1]), *tokens[1:]]
    items: list[LineItem] = []
    scores: tuple[int, ...] = ()
    place = 0
    while place < len(tokens):
        token = tokens[place]
        if token.text == "=" and not token.is_quoted and items and not corrects:
            corrects = True
        elif len(items) == 1 and _is_forfeit(tokens, place):
            forfeit, place = _forfeit(tokens, place)
            return LineSentence(tuple(items), (), forfeit, corrects, _options(tokens, place, line))
        elif (scores or _has_points(items) or corrects) and _option_at(tokens, place) is not None:
            break
        elif scores:
            raise placed(token.column, "One line holds one result; {said!r} is too much.", said=shortened(token.text))
        elif not token.is_quoted and items and _SCORES.fullmatch(token.text):
            scores = parse_scores(token.text)
        elif token.text not in _JOINERS or token.is_quoted:
            _add(items, token)
        place += 1
    options = _options(tokens, place, line)
    if len(items) > 3 and not items[-1].is_number:
        raise _no_option(items[-1].said, items[-1].column)
    if not scores and not _has_points(items) and not (corrects and len(items) == 1):
        last = items[-1] if len(items) > 1 else None
        if last is not None:
            raise placed(last.column, "{said!r} is no score; write 412:388, the host first.", said=shortened(last.said))
        raise TypedError("Write a table and its score, as 7 412:388, or names with points.")
    return LineSentence(tuple(items), scores, None, corrects, options)


def _add(items: list[LineItem], token: Token) -> None:
    """The next number, or the next word of a name."""
    if is_points(token):
        items.append(LineItem(token.text, token.column, is_number=True))
    elif items and not items[-1].is_number and not token.is_quoted:
        items[-1] = items[-1]._replace(said=f"{items[-1].said} {token.text}")
    else:
        items.append(LineItem(token.text, token.column, is_number=False))


def is_points(token: Token) -> bool:
    """Whether a word is a number, which may be points."""
    return not token.is_quoted and _NUMBER.fullmatch(token.text) is not None


def _has_points(items: Sequence[LineItem]) -> bool:
    """Whether two have points: after a table, or after names."""
    return sum(item.is_number for item in items[1:]) > 1


def _is_forfeit(tokens: Sequence[Token], place: int) -> bool:
    return not tokens[place].is_quoted and plain(tokens[place].text) in _FORFEIT | _BOTH


def _forfeit(tokens: Sequence[Token], place: int) -> tuple[LineForfeit, int]:
    """The forfeit that begins there, and where it ends."""
    first = tokens[place]
    if plain(first.text) in _BOTH:
        return LineForfeit(None), place + 1
    place += 1
    if place < len(tokens) and plain(tokens[place].text) in _FOR:
        place += 1
    if place < len(tokens) and plain(tokens[place].text) in _BOTH:
        return LineForfeit(None), place + 1
    if place == len(tokens):
        raise placed(first.column, "For a forfeit name one table, and who it goes to.")
    winner = [tokens[place]]
    place += 1
    while place < len(tokens) and not winner[0].is_quoted and _option_at(tokens, place) is None:
        winner.append(tokens[place])
        place += 1
    typed = " ".join(each.text for each in winner)
    return LineForfeit(LineItem(typed, winner[0].column, typed.isdecimal())), place


def _option_at(tokens: Sequence[Token], place: int) -> _Option | None:
    """The option whose name begins there, however it is written: `--last-words`, `last words`, `ostatnie słowa`."""
    if tokens[place].is_quoted:
        return None
    option = plain(tokens[place].text)
    if option.startswith("--"):
        phrase = option[2:].replace("-", " ")
        return _Option(_OPTIONS[phrase], 1) if phrase in _OPTIONS else None
    words = [plain(each.text) for each in tokens[place : place + _MOST_WORDS] if not each.is_quoted]
    for phrase in _PHRASES:
        parts = phrase.split(" ")
        if words[: len(parts)] == parts:
            return _Option(_OPTIONS[phrase], len(parts))
    return None


def _options(tokens: Sequence[Token], place: int, line: str) -> dict[str, Any]:
    """All options from there to the end. Raises `TypedError`."""
    found: dict[str, Any] = {}
    while place < len(tokens):
        token, option = tokens[place], _option_at(tokens, place)
        if option is None:
            raise _no_option(token.text, token.column)
        place += option.length
        if place < len(tokens) and tokens[place].text == "=":
            place += 1
        if option.name in _FLAGS.values():
            found[option.name] = True
        elif place == len(tokens):
            raise placed(token.column, "After {said!r} its value is missing.", said=token.text)
        elif option.name == "reason" and not tokens[place].is_quoted:
            rest = line[tokens[place].column - 1 :].strip() or " ".join(each.text for each in tokens[place:])
            found["reason"], place = rest, len(tokens)
        else:
            found[option.name], place = _value(option.name, tokens[place]), place + 1
    return found


def _no_option(typed: str, column: int) -> TypedError:
    known = ", ".join(text(phrase) for phrase in OPTION_NAMES)
    return placed(column, "{said!r} is no option of a result; known: {names}.", said=shortened(typed), names=known)


def _value(name: str, token: Token) -> Any:
    word = plain(token.text)
    try:
        if name == "last_words":
            return parse_scores(token.text)
        if name in ("score_now", "round"):
            if not _NUMBER.fullmatch(token.text) or int(token.text) < (name == "round"):
                raise TypedError("{said!r} is no number.", said=shortened(token.text))
            return int(token.text)
        if name == "cause":
            return _one_of(ForfeitCause, _CAUSES, CAUSES, word)
        if name == "kind":
            return _one_of(CorrectionKind, _KINDS, CORRECTIONS, word)
        return token.text
    except TypedError as error:
        error.column = token.column
        raise


def _one_of(kind: type[Any], spoken: Mapping[str, Any], words: Mapping[str, str], typed: str) -> Any:
    known = {**{each.value: each for each in kind}, **spoken, **{plain(text(words[each.value])): each for each in kind}}
    if typed in known:
        return known[typed]
    names = ", ".join(each.value for each in kind)
    raise TypedError("There is no {name!r} here; known: {names}.", name=shortened(typed), names=names)


def _is_finished(row: Sequence[Token]) -> bool:
    """Whether a row has its score as one word, so that another row may follow."""
    return any(not each.is_quoted and _SCORES.fullmatch(each.text) for each in row[1:])


def _continues(row: Sequence[Token], token: Token) -> bool:
    """Whether a word after a finished row belongs to it: the name of an option, its second word, or its value."""
    both = [*row, token]
    scores = next(place for place, each in enumerate(row) if place and _SCORES.fullmatch(each.text))
    place = scores + 1
    while place < len(both):
        begun = plain(both[place].text)
        option = _option_at(both, place)
        if option is None:
            return place == len(row) and any(phrase.split(" ")[0] == begun for phrase in _PHRASES)
        if option.name == "reason" and len(both) > place + 1:
            return True
        place += option.length + (option.name in _VALUES.values())
    return True


def _is_row(word: str) -> bool:
    """Whether a word with blanks is a row: it begins with the number of a table, or holds a score or two numbers."""
    parts = word.split()
    if len(parts) < 2:
        return False
    numbers = sum(_NUMBER.fullmatch(each) is not None for each in parts)
    return parts[0].isdecimal() or numbers > 1 or any(_SCORES.fullmatch(each) for each in parts[1:])
