"""`tourney.js`, the state of an event that TSH publishes for its web pages and that Woogles follows; read and written.

It is one assignment, `newt={…};`, of an object in JSON, with `undefined` where JSON has `null`. Source: what TSH writes
(`JavaScript::Serializable`, `TSH::Config`), and its reader in liwords, `pkg/broadcasts/tsh_parser.go`. Programs that make such
files for broadcasts write the object as people write JavaScript, or as plain JSON without the assignment (letsplayscrabble).
"""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from mostek.tournament.dates import read_dates
from mostek.tournament.file_formats import TournamentFormat
from mostek.tournament.files import FileFault, TournamentFileError, encoded, one_of, position, readable
from mostek.tournament.formats import _tsh_config as config
from mostek.tournament.formats._tsh_config import Configuration, counting_options
from mostek.tournament.formats._tsh_divisions import (
    TshDivision,
    divisions_of,
    line_name,
    line_rating,
    local_numbers,
    recorded,
    sections_of,
    sides_of,
    with_parted_names,
)
from mostek.tournament.formats._tsh_players import UNKNOWN, PlayerLine, is_rating
from mostek.tournament.origin import packed_source
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, results_by_player

NAME = "tourney"


def is_tourney(text: str) -> bool:
    """Whether a text begins with the assignment, or is the object alone."""
    begin = _BEGIN.match(text)
    return begin is not None and (bool(begin[1]) or all(f'"{key}"' in text for key in ("divisions", "pairings")))


def read(data: bytes) -> RecordedTournament:
    """The tournament in the object. Raises `TournamentFileError`.

    Everything that the object says besides players, results and the options that we know goes into `extras`, and the file too:
    TSH writes what JSON cannot say, other programs write as people do, and only the file itself comes back as it was.
    """
    content = _content(readable(data))
    options = content.get("config") or {}
    divisions: list[TshDivision] = []
    before = 0
    for place, item in enumerate(_list(content.get("divisions"), "divisions")):
        division = _division(item, f"divisions[{place}]", before)
        before += len(division.entries)
        divisions.append(division)
    if not before:
        raise TournamentFileError(FileFault.NO_PLAYERS, 1, 1, "divisions")
    stated = config.stated(Configuration(options=_known(_object(options, "config"))))
    if "rounds" not in stated:
        longest = [item["maxr"] + 1 for item in content["divisions"] if isinstance(item.get("maxr"), int)]
        stated["rounds"] = max(longest, default=0)
    if "bye_spread" not in options:
        # It is no option that TSH publishes; the cap of the margin is.
        stated["settings"] = {key: value for key, value in stated["settings"].items() if key == "spread_cap"}
    found = recorded(divisions, NAME, stated)
    own = {key: value for key, value in options.items() if key != "_termdict"}
    rest = [{key: value for key, value in item.items() if key != "players"} for item in content["divisions"]]
    raw = [player for item in content["divisions"] for player in item.get("players") or () if player is not None]
    players = tuple(
        replace(player, extras={**player.extras, "fields": _rest(fields)})
        for player, fields in zip(found.players, raw, strict=True)
    )
    return replace(found, players=players, extras={"config": own, "divisions": rest, **packed_source(data)})


def write(tournament: RecordedTournament) -> bytes:
    """The object, as pages and programs that follow an event of TSH read it."""
    extras = tournament.extras_for(NAME)
    tournament = tournament if extras else with_parted_names(tournament)
    divisions = divisions_of(tournament)
    local, results = local_numbers(divisions), results_by_player(tournament)
    options = {
        "entry": "scores",
        "track_firsts": 1,
        **({} if extras else {key: value for key, value in counting_options(tournament).items() if value is not None}),
        **extras.get("config", {}),
        "event_name": tournament.name,
        "event_date": _date_text(tournament, extras.get("config", {}).get("event_date")),
        "max_rounds": tournament.rounds,
    }
    stored = extras.get("divisions", ())
    items = []
    for place, players in enumerate(divisions):
        own = stored[place] if place < len(stored) else {}
        named = {"name": players[0].category or own.get("name") or chr(65 + place)}
        played = max((max(results.get(each.number, {0: None})) for each in players), default=0)
        seeds = sorted(range(1, len(players) + 1), key=lambda number: -(players[number - 1].rating or 0))
        item = {"classes": None, "seeds": seeds, **own, **named, "maxr": tournament.rounds - 1, "maxrp": played - 1}
        lines = [_player(player, results.get(player.number, {}), local) for player in players]
        items.append({**item, "players": [None, *lines]})
    text = json.dumps(
        {"config": options, "divisions": items}, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return encoded(f"newt={text};\n")


def _date_text(tournament: RecordedTournament, written: Any) -> str:
    """The days of the event as its file writes them, unless they are others now."""
    own = (tournament.first_day, tournament.last_day)
    stated = read_dates(written) if isinstance(written, str) else None
    if isinstance(written, str) and written and (stated is None or (stated.first, stated.last) == own):
        return written
    return "~".join(dict.fromkeys(day.isoformat() for day in own if day))


def _player(player: RecordedPlayer, results: Mapping[int, RecordedResult], local: Mapping[int, int]) -> dict[str, Any]:
    sides = sides_of(player.number, results, local)
    etc = {key: [_word(word) for word in text.split()] for key, text in sections_of(player, sides)}
    scores = [_word(score) for _, score, _, _ in sides]
    while scores and scores[-1] is None:
        scores.pop()
    rating = line_rating(player)
    return {
        "etc": etc,
        "id": local[player.number],
        "name": line_name(player),
        "pairings": [_word(opponent) for opponent, _, _, _ in sides],
        "rating": int(rating) if rating.isdigit() else float(rating),
        "scores": scores,
        **player.extras.get("fields", {}),
    }


def _rest(player: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a player that the tournament does not say itself."""
    return {key: value for key, value in player.items() if key not in _OWN}


def _word(text: str) -> float | str | None:
    """A word of a section as TSH writes it: numbers are numbers, halves too."""
    if text == UNKNOWN:
        return None
    if re.fullmatch(r"-?[0-9]{1,12}", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?[0-9]{1,9}\.[0-9]{1,9}", text) else text


def _content(text: str) -> dict[str, Any]:
    begin = _BEGIN.match(text)
    if begin is None:
        raise TournamentFileError(FileFault.NOT_RECOGNISED, 1, 1, text[:40])
    if len(text) > _LONGEST:
        raise TournamentFileError(FileFault.TOO_LARGE)
    # Where the JSON has another length than the text, for the place of an error.
    pieces, written, read = [], array("I", [0]), array("I", [begin.end()])
    length, end = 0, begin.end()
    for token in _TOKEN.finditer(text, begin.end()):
        piece = _in_json(token)
        pieces += [text[end : token.start()], piece]
        length += token.start() - end + len(piece)
        end = token.end()
        if len(piece) != end - token.start():
            written.append(length)
            read.append(end)
    body = _COMMA.sub(_without_comma, "".join([*pieces, text[end:]]))
    try:
        content, _ = json.JSONDecoder().raw_decode(body)
    except json.JSONDecodeError as error:
        known = bisect_right(written, error.pos) - 1
        place = min(read[known] + error.pos - written[known], len(text))
        line, column = position(text, place)
        raise TournamentFileError(FileFault.NOT_JSON, line, column, text[place:][:40]) from None
    except (RecursionError, ValueError):
        raise TournamentFileError(FileFault.NOT_JSON, 1, 1, text[:40]) from None
    return _object(content, "newt")


def _known(options: Mapping[str, Any]) -> dict[str, str]:
    """The options as lines of a configuration have them."""
    values = {key: int(value) if isinstance(value, bool) else value for key, value in options.items()}
    return {key: str(value) for key, value in values.items() if isinstance(value, str | int | list)}


def _in_json(token: re.Match[str]) -> str:
    """A token of JavaScript as JSON has it: comments are blanks, keys and strings are in double quotation marks."""
    text = token[0]
    if text.startswith('"') or text in ("true", "false", "null"):
        return text
    if text.startswith("'") and text.endswith("'") and len(text) > 1:
        inner = re.sub(r"\\(.)|(\")", lambda each: "'" if each[1] == "'" else f"\\{each[2] or each[1]}", text[1:-1])
        return f'"{inner}"'
    if text.startswith("/"):
        return re.sub(r"[^\n]", " ", text)
    return f'"{text.rstrip()}"' if token[1] is not None else "null" if text in ("undefined", "NaN") else text


def _without_comma(match: re.Match[str]) -> str:
    """JavaScript allows a comma after the last member."""
    return match[0] if match[0].startswith('"') else " " + match[0][1:]


def _division(item: Any, path: str, before: int) -> TshDivision:
    fields = _object(item, path)
    name = fields.get("name")
    entries: list[PlayerLine] = []
    for place, player in enumerate(_list(fields.get("players"), f"{path}.players")):
        if player is not None:
            entries.append(_entry(_object(player, f"{path}.players[{place}]"), f"{path}.players[{place}]"))
    for place, entry in enumerate(entries, 1):
        if entry.number != place:
            raise TournamentFileError(FileFault.SAME_PLAYER, 1, 1, f"{path}.players: id {entry.number}")
    return TshDivision(name if isinstance(name, str) else "", before, entries)


def _entry(player: Mapping[str, Any], path: str) -> PlayerLine:
    number, name, rating = player.get("id"), player.get("name"), player.get("rating") or 0
    if not isinstance(number, int) or not isinstance(name, str) or not name.strip():
        raise TournamentFileError(FileFault.MISSING_FIELD, 1, 1, path)
    is_number = isinstance(rating, int | float) and not isinstance(rating, bool) and 0 <= rating < 100_000
    # TSH has several ratings in one text where its rating system has several; `0+0+0` is that of nobody.
    if not is_number and not (isinstance(rating, str) and is_rating(rating)):
        raise TournamentFileError(FileFault.BAD_NUMBER, 1, 1, f"{path}.rating")
    pairings = [*_numbers(player.get("pairings"), f"{path}.pairings")]
    scores = [*_numbers(player.get("scores"), f"{path}.scores")]
    if len(scores) > len(pairings) or any(each is not None and each < 0 for each in pairings):
        raise TournamentFileError(FileFault.BAD_VALUE, 1, 1, f"{path}.scores")
    etc = _object(player.get("etc") or {}, f"{path}.etc")
    sections = tuple(
        (key, " ".join(UNKNOWN if word is None else str(word) for word in words))
        for key, words in etc.items()
        if isinstance(words, list) and words
    )
    written = rating if isinstance(rating, str) else f"{rating:.10g}"
    return PlayerLine(1, f"{number} {name}", number, name, written, pairings, scores, sections)


def _numbers(value: Any, path: str) -> Iterator[int | None]:
    for place, number in enumerate(_list(value, path)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or abs(number) > 99_999):
            raise TournamentFileError(FileFault.BAD_NUMBER, 1, 1, f"{path}[{place}]")
        yield number


def _object(value: Any, path: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise TournamentFileError(FileFault.BAD_VALUE, 1, 1, path)
    return value


def _list(value: Any, path: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise TournamentFileError(FileFault.BAD_VALUE, 1, 1, path)
    return value


_LONGEST = 8 * 2**20
"""The characters that such a file may have; those of the largest events of the world have half a million."""
_OWN = frozenset({"etc", "id", "name", "pairings", "rating", "scores"})
_COMMENT = r"//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?"
_BEGIN = re.compile(rf"\ufeff?(?:\s|{_COMMENT})*+((?:(?:var|let|const)\s+)?newt\s*=\s*)?(?=\{{)")
_STRING = r'"(?:[^"\\]|\\.)*+"?'
"""Also one that is not closed, which else would be looked for again from each mark within it."""
_TOKEN = re.compile(rf"{_STRING}|'(?:[^'\\]|\\.)*+'?|{_COMMENT}|[A-Za-z_$][\w$]*+(\s*(?=:))?")
_COMMA = re.compile(rf"{_STRING}|,\s*(?=[\]}}])")

FORMAT = TournamentFormat(
    name=NAME,
    option="tourney",
    pl="tourney.js, dane turnieju z TSH dla stron WWW",
    en="tourney.js, an event of TSH for web pages",
    precedence=45,
    detect=lambda data, text: is_tourney(text),
    read=lambda files: read(one_of(files)),
    holds_divisions=True,
    write=lambda tournament, encoding: {"-tourney.js": write(tournament)},
)
