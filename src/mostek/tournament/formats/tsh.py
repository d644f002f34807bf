"""Files of TSH: `config.tsh` and a `.t` file with the players of each division; also as one archive, or `.t` files alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from msgspec.structs import replace

from mostek.core.encoding import decode
from mostek.tournament.file_formats import TournamentFormat, base_name
from mostek.tournament.files import FileFault, FileNote, NoteKind, TournamentFileError, encoded, readable
from mostek.tournament.formats import _tsh_config as config
from mostek.tournament.formats._tsh_config import Configuration, DivisionFile
from mostek.tournament.formats._tsh_divisions import (
    TshDivision,
    as_written,
    check_name,
    divisions_of,
    local_numbers,
    player_line,
    players_by_division,
    recorded,
    with_parted_names,
)
from mostek.tournament.formats._tsh_players import PlayerLine, is_player, parse_head, parse_player
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, results_by_player

NAME = "tsh"
_MANY = 10
"""So many names are shown in one sentence."""


class _Source(NamedTuple):
    """A file of players as it was read."""

    name: str
    divisions: list[TshDivision]
    others: tuple[tuple[int, str], ...]
    """The lines that are no player's, each with the number of players before it in this file."""
    ending: str
    encoding: str
    doubts: tuple[FileNote, ...]
    """What makes one doubt that the file is whole."""


def is_tsh(text: str) -> bool:
    """Whether a text looks like such a file."""
    lines = [line for line in text.splitlines() if line.strip()]
    if config.is_configuration(text) or any(_DIVISION.match(line) for line in lines):
        return True
    plain = [line for line in lines if not line.lstrip().startswith("#")]
    return any(map(is_player, plain)) and parse_head(plain[0].partition(";")[0]) is not None


def is_package(files: Mapping[str, bytes]) -> bool:
    """Whether several files are those of one event: a configuration is among them, or all are files of players by name."""
    names = [base_name(name).casefold() for name in files]
    return any(name in config.NAMES for name in names) or all(name.endswith(".t") for name in names)


def read(files: Mapping[str, bytes]) -> RecordedTournament:
    """The tournament in the files of an event. Raises `TournamentFileError`.

    The configuration says which files are divisions, and in which order; other files are left out, which a note says.
    Without one, each file is a division of its name. Within a file, `#begin_file` or `#division` begins a division.
    """
    main = _main(files)
    text, said = "", Configuration()
    if main is not None:
        with _of_file(main, files):
            text = readable(files[main])
            said = config.parse_configuration(text)
    chosen = _chosen(files, main, text, said)
    sources: list[_Source] = []
    for name, division in chosen.items():
        before = sum(len(each.entries) for source in sources for each in source.divisions)
        with _of_file(name, files):
            sources.append(_source(name, division, files[name], before, said))
    several = len(files) > 1
    divisions = [
        division._replace(file=source.name if several else "") for source in sources for division in source.divisions
    ]
    _check(divisions, text)
    stated = config.stated(said) if said.divisions or said.options else {}
    left_out = [base_name(name) for name in files if name not in chosen and name != main]
    if left_out:
        shown = ", ".join([*left_out[:_MANY], *(["…"] if len(left_out) > _MANY else [])])
        stated = {**stated, "notes": (*stated.get("notes", ()), FileNote(NoteKind.LEFT_OUT, {"files": shown}))}
    doubts = tuple(doubt for source in sources for doubt in source.doubts)
    stated = {**stated, "notes": (*stated.get("notes", ()), *doubts)} if doubts else stated
    there = {base_name(name).casefold() for name in chosen}
    missing = [each.file for each in said.divisions if base_name(each.file).casefold() not in there]
    if missing and main not in chosen:
        note = FileNote(NoteKind.NOT_THERE, {"files": ", ".join(missing[:_MANY])})
        stated = {**stated, "notes": (*stated.get("notes", ()), note)}
    found = as_written(recorded(divisions, NAME, stated), divisions)
    extras: dict[str, Any] = {"sources": [_remembered(source) for source in sources]}
    if main is not None and main not in chosen:
        extras["config"] = {"name": base_name(main), "text": text, "encoding": _encoding(files[main])}
        extras["stated"] = _changeable(found)
    return replace(found, extras=extras)


def write(tournament: RecordedTournament, encoding: str | None = None) -> Mapping[str, bytes]:
    """The files: those that were read, or a folder with a configuration and a file for each division.

    A category whose players meet only each other becomes a division; otherwise all are in one. Raises
    `TournamentFileError` for a name that the lines of the format would take apart.
    """
    extras = tournament.extras_for(NAME)
    fits = _fits(tournament, extras)
    tournament = tournament if fits else with_parted_names(tournament)
    for player in tournament.players:
        check_name(player)
    return _written_back(tournament, extras, encoding) if fits else _fresh(tournament, encoding)


def _fresh(tournament: RecordedTournament, encoding: str | None) -> Mapping[str, bytes]:
    code = encoding or "utf-8"
    divisions = divisions_of(tournament)
    local, results = local_numbers(divisions), results_by_player(tournament)
    names = _division_names([players[0].category for players in divisions])
    files = [DivisionFile(name, f"{chr(97 + place)}.t") for place, name in enumerate(names)]
    plain = replace(tournament, players=(), extras={})
    written = {"/config.tsh": encoded(config.format_configuration(plain, files, _perl_name(code)), code)}
    for division, players in zip(files, divisions, strict=True):
        # Who has left has nothing but zeros to the end.
        rounds = max((max(results.get(player.number, {0: None})) for player in players), default=0)
        lines = (
            player_line(replace(player, extras={}), results.get(player.number, {}), local, rounds) for player in players
        )
        written[f"/{division.file}"] = encoded("".join(f"{line}\n" for line in lines), code)
    return written


def _division_names(categories: Sequence[str]) -> list[str]:
    """Words for the divisions, for TSH ends a name at a space: the category without other signs, or a letter."""
    names: list[str] = []
    for place, category in enumerate(categories):
        word = re.sub(r"\W+", "", category)
        letter = chr(65 + place)
        names.append(word if word and word.casefold() not in map(str.casefold, names) else letter)
    return names


def _written_back(tournament: RecordedTournament, extras: Mapping[str, Any], encoding: str | None) -> dict[str, bytes]:
    names = [name for source in extras["sources"] for name in source["divisions"]]
    divisions = dict(zip(names, players_by_division(tournament, names), strict=True))
    local, results = local_numbers(list(divisions.values())), results_by_player(tournament)
    written: dict[str, bytes] = {}
    one = len(extras["sources"]) == 1 and "config" not in extras
    if stored := extras.get("config"):
        text = stored["text"]
        for key, value in _changeable(tournament).items():
            text = text if extras["stated"].get(key) == value else config.replaced(text, key, value)
        written[f"/{stored['name']}"] = encoded(text, encoding or stored["encoding"])
    for source in extras["sources"]:
        players = [player for name in source["divisions"] for player in divisions[name]]
        lines = [_line(player, results.get(player.number, {}), local) for player in players]
        ending = source["ending"]
        text = "".join(f"{line}{ending}" for line in _with_others(lines, source["lines"]))
        key = ".t" if one else f"/{source['name']}"
        written[key] = encoded(text, encoding or source["encoding"])
    return written


def _changeable(tournament: RecordedTournament) -> dict[str, Any]:
    """The options of the configuration that the tournament says itself."""
    days = [day.isoformat() for day in (tournament.first_day, tournament.last_day) if day]
    return {
        "event_name": tournament.name,
        "event_date": "~".join(dict.fromkeys(days)),
        "max_rounds": tournament.rounds,
    }


def _fits(tournament: RecordedTournament, extras: Mapping[str, Any]) -> bool:
    """Whether the players still belong to the divisions of the files that were read."""
    names = [name for source in extras.get("sources", ()) for name in source["divisions"]]
    return len(names) == 1 or (
        bool(names)
        and len(names) == len(divisions_of(tournament))
        and {each.category for each in tournament.players} <= set(names)
    )


def _line(player: RecordedPlayer, results: Mapping[int, RecordedResult], local: Mapping[int, int]) -> str:
    line = player_line(player, results, local)
    ours, theirs = player.extras.get("line", (None, ""))
    return theirs if line == ours else line


def _with_others(lines: Sequence[str], others: Sequence[tuple[int, str]]) -> Iterator[str]:
    waiting = list(others)
    for place, line in enumerate(lines):
        while waiting and waiting[0][0] <= place:
            yield waiting.pop(0)[1]
        yield line
    yield from (line for _, line in waiting)


def _main(files: Mapping[str, bytes]) -> str | None:
    """The name of the file that may say what the others are: the configuration, or the only file."""
    if len(files) == 1:
        return next(iter(files))
    return next((name for name in files if base_name(name).casefold() in config.NAMES), None)


def _chosen(files: Mapping[str, bytes], main: str | None, text: str, configuration: Configuration) -> dict[str, str]:
    """The files of players that are there, each with the name of its division. Raises `TournamentFileError` if none is."""
    is_within = any(map(config.begun_file, text.splitlines()))
    if main is not None and (is_within or (len(files) == 1 and not configuration.divisions)):
        return {main: ""}
    folder = main[: -len(base_name(main))] if main else ""
    # Of two files with one name the one in the outer folder counts, for TSH keeps old states in a folder below.
    inner_first = sorted(files, key=lambda name: -name.count("/"))
    near = {base_name(name).casefold(): name for name in inner_first if name.startswith(folder) and name != main}
    if not configuration.divisions:
        players = {name for name in near.values() if base_name(name).casefold().endswith(".t")} or set(near.values())
        return {name: base_name(name).removesuffix(".t") for name in files if name in players}
    found: dict[str, str] = {}
    for division in configuration.divisions:
        name = near.get(base_name(division.file).casefold())
        if name is not None:
            found[name] = division.name
    if not found:
        raise TournamentFileError(FileFault.MISSING_FILE, file=configuration.divisions[0].file)
    return found


def _source(name: str, division: str, data: bytes, before: int, configuration: Configuration) -> _Source:
    text = readable(data)
    divisions, others = _divisions(text, division, before, configuration)
    ending = "\r\n" if "\r\n" in text else "\r" if "\r" in text and "\n" not in text else "\n"
    doubts = tuple(_doubts(text, divisions))
    return _Source(base_name(name), divisions, others, ending, _encoding(data), doubts)


def _doubts(text: str, divisions: Sequence[TshDivision]) -> Iterator[FileNote]:
    """Notes on a last line without its end, which TSH never leaves so, and on people who are behind with their scores.

    One round may be going on; who is off plays no more.
    """
    last = text.rstrip("\0 ").rpartition("\n")[2]
    if "\n" in text.strip() and is_player(last):
        yield FileNote(NoteKind.MAYBE_CUT, {"line": text.count("\n") + 1, "text": last.strip()[:40]})
    for division in divisions:
        most = max((_scored(each) for each in division.entries), default=0)
        behind = [each for each in division.entries if _scored(each) < most - 1 and each.section("off") is None]
        if behind:
            people = ", ".join([each.name for each in behind[:_MANY]] + ["…"] * (len(behind) > _MANY))
            yield FileNote(NoteKind.FEWER_SCORES, {"line": behind[0].line, "people": people})


def _scored(entry: PlayerLine) -> int:
    return sum(score is not None for score in entry.scores)


def _divisions(
    text: str, name: str, before: int, configuration: Configuration
) -> tuple[list[TshDivision], tuple[tuple[int, str], ...]]:
    """The divisions of one file; and the lines that are no player's, each with the number of players before it."""
    divisions = [TshDivision(name, before, [])]
    others: list[tuple[int, str]] = []
    known = {base_name(each.file).casefold(): each.name for each in configuration.divisions}
    for number, line in enumerate(config.LINE_END.split(text), 1):
        plain = line.strip().removeprefix("\ufeff")
        count = divisions[-1].before + len(divisions[-1].entries)
        begun = config.begun_file(plain)
        if begun is not None:
            begun = known.get(base_name(begun).casefold(), begun.removesuffix(".t"))
        elif match := _DIVISION.match(plain):
            begun = match[1]
        if begun is not None:
            if begun in {division.name for division in divisions if division.entries or division.name}:
                raise TournamentFileError(FileFault.SAME_PLAYER, number, 1, plain[:60])
            divisions.append(TshDivision(begun, count, []))
        is_head = len(divisions) == 1 and not divisions[0].entries
        if not plain or plain.startswith("#") or (is_head and config.is_option(plain)):
            others.append((count - before, line))
        else:
            divisions[-1].entries.append(parse_player(line, number, len(divisions[-1].entries) + 1))
    if others and others[-1][1] == "" and text.endswith(("\n", "\r")):
        others.pop()
    if len(divisions) > 1 and not divisions[0].entries:
        del divisions[0]
    return divisions, tuple(others)


def _check(divisions: Sequence[TshDivision], text: str) -> None:
    names = [division.name.casefold() for division in divisions]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise TournamentFileError(FileFault.SAME_PLAYER, text=twice)
    if not any(division.entries for division in divisions):
        raise TournamentFileError(FileFault.NO_PLAYERS, max(text.count("\n"), 1), 1, text[:60])


@contextmanager
def _of_file(name: str, files: Mapping[str, bytes]) -> Iterator[None]:
    """Add the name of the file to a fault, if there are several files."""
    try:
        yield
    except TournamentFileError as error:
        raise error.of(error.file or (name if len(files) > 1 else "")) from None


def _remembered(source: _Source) -> dict[str, Any]:
    return {
        "name": source.name,
        "divisions": [division.name for division in source.divisions],
        "lines": source.others,
        "ending": source.ending,
        "encoding": source.encoding,
    }


def _encoding(data: bytes) -> str:
    """The encoding, with which the same bytes are written again."""
    found = decode(data)
    if found.encoding.startswith("utf-16"):
        return "utf-16"
    return "utf-8-sig" if found.mark else found.encoding


def _perl_name(encoding: str) -> str:
    """The encoding as Perl calls it."""
    return {"utf-8": "utf8", "windows-1250": "cp1250"}.get(encoding, encoding)


_DIVISION = re.compile(r"#division\s+(\S+)", re.IGNORECASE)
"""The beginning of a division in a file for NASPA's ratings, as Woogles exports it."""


FORMAT = TournamentFormat(
    name=NAME,
    option="tsh",
    pl="pliki programu TSH",
    en="the files of TSH",
    precedence=50,
    detect=lambda data, text: is_tsh(text),
    is_export=is_package,
    read=read,
    takes_divisions=True,
    holds_divisions=True,
    write=write,
)
