"""`config.tsh`: the divisions of an event with their files, and its options as lines of Perl; nothing is evaluated.

Source: `lib/perl/TSH/Config.pm` of TSH, `Read` and `RealmDefaults`, and its page on configuration.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from mostek.tournament.dates import read_dates
from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError
from mostek.tournament.recorded import RecordedTournament
from mostek.tournament.settings import spread_caps

NAMES: Final = ("config.tsh", "tsh.config")
"""The file of an event, with its older name."""

BYE_SPREAD: Final = 50
"""The spread of a bye where neither the file nor its realm states one."""

POLISH: Final = "pol"
WESPA: Final = "wespa"
FEDERATION: Final = "pfs"

_REALM_SPREADS = {"absp": 100, "ken": 100, "pol": 300, "thai": 100, "wespa": 100}
"""The spread of a bye in the realms that have one of their own."""


class DivisionFile(NamedTuple):
    """A division and the file of its players."""

    name: str
    file: str


class Configuration(NamedTuple):
    """The file in its parts."""

    divisions: tuple[DivisionFile, ...] = ()
    options: Mapping[str, str] = {}
    """Every option with its value, without quotation marks."""

    @property
    def realm(self) -> str:
        """The realm, whose customs hold where no option says otherwise."""
        return self.options.get("realm", "").lower()

    def number(self, key: str) -> int | None:
        """An option that is a whole number."""
        value = self.options.get(key, "")
        return int(value) if _COUNT.fullmatch(value) else None


def is_configuration(text: str) -> bool:
    """Whether a text is such a file: it says where a division is, or holds one."""
    return any(_DIVISION.fullmatch(line.strip()) or begun_file(line) for line in text.splitlines())


def parse_configuration(text: str) -> Configuration:
    """The parts of the file; the files within it are passed over. Raises `TournamentFileError` for two divisions of one name."""
    divisions: dict[str, DivisionFile] = {}
    options: dict[str, str] = {}
    is_within = False
    for number, line in enumerate(LINE_END.split(text.removeprefix("\ufeff")), 1):
        plain = line.strip()
        if begun_file(plain) or _END.match(plain):
            is_within = not _END.match(plain)
        elif is_within:
            continue
        elif match := _DIVISION.fullmatch(plain):
            if match[1].casefold() in map(str.casefold, divisions):
                raise TournamentFileError(FileFault.SAME_PLAYER, number, 1, plain[:60])
            divisions[match[1]] = DivisionFile(match[1], match[2])
        elif match := _OPTION.match(plain):
            options[match[1].lower()] = _value(match[2])
    return Configuration(tuple(divisions.values()), options)


def begun_file(line: str) -> str | None:
    """The name of the file that begins at this line, within another as in an archive that TSH writes."""
    match = _BEGIN.match(line.strip())
    return match[1] or match[2] or match[3] if match else None


def is_option(line: str) -> bool:
    """Whether a line is one of a configuration, and no player's."""
    return _KEYWORD.match(line.strip()) is not None


def stated(configuration: Configuration) -> dict[str, Any]:
    """The fields of a recorded tournament that the options state."""
    found: dict[str, Any] = {}
    notes: list[FileNote] = []
    options = configuration.options
    if name := options.get("event_name", "").strip():
        found["name"] = name
    if text := options.get("event_date", "").strip():
        days = read_dates(text)
        if days is None:
            notes.append(FileNote(NoteKind.NO_DATE, {"text": text[:60]}))
        else:
            found |= {"first_day": days.first, "last_day": days.last}
            if days.other:
                params = {"text": text, "taken": str(days.first), "other": str(days.other)}
                notes.append(FileNote(NoteKind.TWO_READINGS, params))
    if director := options.get("director_name", "").strip():
        found["arbiter"] = director
    if rounds := configuration.number("max_rounds"):
        found["rounds"] = rounds
    capped = options.get("spread_cap") or options.get("standings_spread_cap") or "0"
    if capped != "0" and not spread_cap(configuration):
        notes.append(FileNote(NoteKind.NOT_HELD, {"what": f"spread_cap = {capped[:40]}"}))
    template = FEDERATION if configuration.realm == POLISH else WESPA
    return found | {"template": template, "settings": settings(configuration), "notes": tuple(notes)}


def settings(configuration: Configuration) -> dict[str, Any]:
    """The points of a bye, and what places go by: wins, then the sum of points where the options want it, then spread."""
    polish = configuration.realm == POLISH
    own = configuration.number("bye_spread")
    own = _REALM_SPREADS.get(configuration.realm, BYE_SPREAD) if own is None else own
    ties, sums = (configuration.options.get(key) for key in ("all_byes_tie", "sum_before_spread"))
    keys = ["match_points", "game_points"] if _is_true(sums, polish) else ["match_points"]
    return {
        "bye.half_points": 1 if _is_true(ties, polish) else 2,
        "bye.own": own,
        "bye.other": 0,
        "keys": [*keys, "spread"],
        **({"spread_cap": cap} if (cap := spread_cap(configuration)) else {}),
    }


def spread_cap(configuration: Configuration) -> str:
    """The most that counts of a margin, by round, as the setting of our desk has it; empty where the options have none.

    `standings_spread_cap` caps it for the places alone; what a player has at our desk is what places go by.
    """
    cap = configuration.options.get("spread_cap") or configuration.options.get("standings_spread_cap") or ""
    numbers = [word for word in re.split(r"[\s,]+", cap.strip("[]() ")) if word]
    caps = ",".join(numbers)
    try:
        return caps if caps and spread_caps(caps) else ""
    except ValueError:
        return ""


def _is_true(value: str | None, otherwise: bool) -> bool:
    return otherwise if value is None else value not in ("", "0", "undef")


def counting_options(tournament: RecordedTournament) -> dict[str, object]:
    """The options that say how an event counts; `None` where the tournament does not state it."""
    byes = {key: tournament.settings.get(f"bye.{key}") for key in ("half_points", "own", "other")}
    keys = tournament.settings.get("keys", ())
    return {
        "realm": WESPA if tournament.settings.get("rating_scale", "pfs") != "pfs" else POLISH,
        "bye_spread": None if byes["own"] is None else byes["own"] - (byes["other"] or 0),
        "all_byes_tie": None if byes["half_points"] is None else int(byes["half_points"] == 1),
        "sum_before_spread": int("game_points" in keys) if keys else None,
        "spread_cap": _common_caps(tournament.settings.get("spread_cap")),
    }


def _common_caps(text: str | None) -> list[int] | None:
    """The caps of all divisions, by round; TSH has none of a division's own."""
    caps = spread_caps(text) if text else {}
    return list(caps[""]) if caps.keys() == {""} else None


def format_configuration(tournament: RecordedTournament, divisions: Iterable[DivisionFile], encoding: str) -> str:
    """The file for an event that TSH did not write."""
    days = [day.isoformat() for day in (tournament.first_day, tournament.last_day) if day]
    options: dict[str, object] = {
        "event_name": tournament.name,
        "event_date": "~".join(dict.fromkeys(days)),
        "director_name": tournament.arbiter,
        "max_rounds": tournament.rounds,
        **counting_options(tournament),
        "tfile_encoding": encoding,
        "track_firsts": 1,
    }
    lines = ["# tsh configuration file", f"encoding {encoding}"]
    lines += [f"division {each.name} {each.file}" for each in divisions]
    lines += [f"config {key} = {_perl(value)}" for key, value in options.items() if value not in (None, "")]
    return "".join(f"{line}\n" for line in lines)


def replaced(text: str, key: str, value: object) -> str:
    """The text with another value of an option: its line is changed, or one is added at the end."""
    line = f"config {key} = {_perl(value)}"
    found, count = re.subn(rf"(?mi)^[ \t]*config[ \t]+{key}[ \t]*=[^\r\n]*", lambda _: line, text, count=1)
    if count:
        return found
    ending = "\r\n" if "\r\n" in text else "\n"
    return text + ("" if not text or text.endswith(("\r", "\n")) else ending) + line + ending


def _perl(value: object) -> str:
    if isinstance(value, int | list):
        return str(value)
    quoted = " ".join(str(value).split()).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{quoted}'"


def _value(text: str) -> str:
    """The value of a Perl expression that is a string in quotation marks or a number; any other as it stands."""
    text = text.strip()
    if match := _QUOTED.match(text):
        return re.sub(r"\\(.)", r"\1", match[1] if match[1] is not None else match[2])
    return re.split(r"[;#]", text, maxsplit=1)[0].strip()


LINE_END = re.compile(r"\r\n|\r|\n")
_COUNT = re.compile(r"-?[0-9]{1,5}")
_DIVISION = re.compile(r"division\s+(\S+)\s+(\S.*)", re.IGNORECASE)
_OPTION = re.compile(r"config\s+(\w+)\s*=\s*(.*)", re.IGNORECASE)
_QUOTED = re.compile(r"""'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)\"""")
_BEGIN = re.compile(r"""#begin_file\s+(?:name=)?(?:'([^']*)'|"([^"]*)"|(\S+))""")
_END = re.compile(r"#end_file\b")
_KEYWORD = re.compile(r"(?:division|classes|config|autopair|prize|perl|profile|begin|encoding)\s", re.IGNORECASE)
