"""From the text of a GCG file to its lines."""

from __future__ import annotations

import re
from typing import NamedTuple

from mostek.core.diagnostics import Diagnostic, Kind, NotationError, TextFault
from mostek.core.encoding import Decoded, decode
from mostek.notation.coordinates import CoordinateError, Orientation, parse_coordinate
from mostek.notation.gcg.lines import (
    Action,
    Blank,
    ChallengeBonus,
    Content,
    Continuation,
    EndRack,
    Event,
    Exchange,
    GcgFile,
    Line,
    Pass,
    Play,
    Pragma,
    TimePenalty,
    Unread,
    Withdrawal,
)


def read(data: bytes, *, strict: bool = False) -> GcgFile:
    """A GCG file from its bytes. See `parse` for what strict means and raises."""
    decoded = decode(data)
    return _parse(decoded.text, decoded, strict=strict)


def parse(text: str, *, strict: bool = False) -> GcgFile:
    """A GCG file from its text.

    Lenient reading keeps a line without meaning as `Unread` and says so in the diagnostics. Strict reading raises
    `NotationError` at the first such line, and at everything that a diagnostic would warn of.
    """
    return _parse(text, None, strict=strict)


def _parse(text: str, decoded: Decoded | None, *, strict: bool) -> GcgFile:
    diagnostics = [*_encoding_diagnostics(decoded)] if decoded else []
    lines: list[Line] = []
    started = in_note = False
    for number, match in enumerate(_LINE.finditer(text), 1):
        if not match[0]:
            break
        try:
            content = _content(match[1], in_note)
        except NotationError as error:
            if strict:
                raise error.at(number) from None
            content = Unread(match[1])
            diagnostics.append(error.at(number).diagnostic)
        line = Line(number, match[1], match[2], content)
        started = started or isinstance(content, Event)
        in_note = _keeps_note_open(content, in_note)
        if misplaced := _misplaced(line, started):
            diagnostics.append(misplaced)
        lines.append(line)
    diagnostics += _player_diagnostics(lines)
    if strict:
        refuse_warnings(diagnostics, text)
    return GcgFile(tuple(lines), decoded, tuple(diagnostics))


def refuse_warnings(diagnostics: list[Diagnostic], text: str) -> None:
    """What strict reading makes of a warning. Raises `NotationError` for the first one."""
    for diagnostic in diagnostics:
        if diagnostic.severity >= Kind.ENCODING.severity:
            raise NotationError(TextFault.WARNING, diagnostic.line, diagnostic.column, diagnostic.kind.value)


def _encoding_diagnostics(decoded: Decoded) -> list[Diagnostic]:
    if decoded.stated is not None and not decoded.is_as_stated:
        params: dict[str, str | int] = {"stated": decoded.stated, "value": decoded.encoding}
        return [Diagnostic(Kind.ENCODING, 1, 1, params)]
    if decoded.stated is None and decoded.encoding != "utf-8":
        return [Diagnostic(Kind.ASSUMED, params={"what": "encoding", "value": decoded.encoding})]
    return []


def _content(text: str, in_note: bool) -> Content:
    plain = text.lstrip()
    if not plain:
        return Blank()
    if plain.startswith("#"):
        name, _, value = plain[1:].partition(" ") if " " in plain else plain[1:].partition("\t")
        return Pragma(name.strip(), value.strip())
    if plain.startswith(">"):
        return _event(text)
    if in_note:
        return Continuation(text)
    raise NotationError(TextFault.NO_SUCH_LINE, 0, len(text) - len(plain) + 1, text)


def _keeps_note_open(content: Content, in_note: bool) -> bool:
    match content:
        case Pragma(name, _):
            return name == "note" or (in_note and name == "-")
        case Continuation() | Blank():
            return in_note
        case _:
            return False


def _misplaced(line: Line, started: bool) -> Diagnostic | None:
    if not isinstance(line.content, Pragma):
        return None
    name = line.content.name
    if (name == "character-encoding" and line.number > 1) or (name in _HEADING and started):
        return Diagnostic(Kind.MISPLACED_PRAGMA, line.number, 1, {"name": name})
    return None


def _player_diagnostics(lines: list[Line]) -> list[Diagnostic]:
    seen: set[str] = set()
    found: list[Diagnostic] = []
    for line in lines:
        if isinstance(line.content, Pragma) and re.fullmatch("player[1-9]", line.content.name):
            nick = line.content.value.partition(" ")[0]
            if nick in seen:
                found.append(Diagnostic(Kind.SHARED_NICKNAME, line.number, 1, {"nick": nick}))
            seen.add(nick)
    return found


class _Token(NamedTuple):
    text: str
    column: int


def _event(text: str) -> Event:
    """One event line. Columns of errors count in the line; its number is the caller's to add."""
    match = _NICK.match(text)
    if not match:
        raise NotationError(TextFault.NO_COLON, 0, len(text) + 1, text)
    tokens = [_Token(found[0], found.start() + 1) for found in _WORD.finditer(text, match.end())]
    if not tokens:
        raise NotationError(TextFault.NO_MOVE, 0, len(text) + 1, text)
    has_rack = not _is_action(tokens[0].text)
    rack, rest = (tokens[0].text, tokens[1:]) if has_rack else ("", tokens)
    if not rest:
        raise NotationError(TextFault.NO_MOVE, 0, len(text) + 1, text)
    action, rest = _action(rest, text)
    points = _points(rest, text)
    total = _number(rest[1]) if len(rest) > 1 else None
    trailing = text[rest[1].column - 1 + len(rest[1].text) :].strip() if len(rest) > 1 else ""
    return Event(match[1], rack, action, points, total, trailing)


def _is_action(text: str) -> bool:
    return text.startswith(("-", "(")) or _is_coordinate(text)


def _is_coordinate(text: str) -> bool:
    try:
        parse_coordinate(text, Orientation.NUMBERED_ROWS)
    except CoordinateError:
        return False
    return True


def _action(tokens: list[_Token], text: str) -> tuple[Action, list[_Token]]:
    """The action that the tokens begin with, and the tokens after it."""
    first = tokens[0]
    if first.text.lower() in _WORDS:
        return _WORDS[first.text.lower()], tokens[1:]
    if first.text.startswith("("):
        if not _END_RACK.fullmatch(first.text):
            raise NotationError(TextFault.BAD_BRACKET, 0, first.column, first.text)
        return EndRack(first.text[1:-1]), tokens[1:]
    if first.text.startswith("-"):
        return Exchange(first.text[1:]), tokens[1:]
    if not _is_coordinate(first.text):
        raise NotationError(TextFault.BAD_COORDINATE, 0, first.column, first.text)
    if len(tokens) == 1:
        raise NotationError(TextFault.NO_MOVE, 0, len(text) + 1, text)
    return Play(first.text, tokens[1].text), tokens[2:]


def _points(tokens: list[_Token], text: str) -> int:
    if not tokens:
        raise NotationError(TextFault.NO_POINTS, 0, len(text) + 1, text)
    return _number(tokens[0])


def _number(token: _Token) -> int:
    if not _NUMBER.fullmatch(token.text):
        raise NotationError(TextFault.BAD_NUMBER, 0, token.column, token.text)
    return int(token.text.removeprefix("+"))


_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_NICK = re.compile(r"\s*>\s*([^:\s][^:]*?)\s*:")
_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"\+?-?[0-9]{1,6}")
_END_RACK = re.compile(r"\([^()]*\)")
_WORDS: dict[str, Action] = {
    "-": Pass(),
    "--": Withdrawal(),
    "(challenge)": ChallengeBonus(),
    "(time)": TimePenalty(),
}
_HEADING = frozenset(
    {"title", "description", "id", "lexicon", "tile-set", "tile-distribution", "game-type", "orientation"}
)
"""Pragmas that stand before the first event."""
