"""Files and packages of every format, damaged by a seed, as a stick or a mail brings them to the desk."""

from __future__ import annotations

import io
import random
import re
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cli.tournament.desk import Desk
from cli.tournament.test_tsh_packages import ARCHIVE, PACKAGE, TOURNEY, WOOGLES
from mostek.store.hash_chain import BEGINNING, written
from mostek.tournament.file_formats import writable, write_tournament
from tournament.formats.sample_event import EVENT, TEXT

Files = Mapping[str, bytes]
NAMES = "Anna Lis;Łódź;141,25\nBogdan Żak;Kutno;150\nCelina Żak;;133\nDaniel Wąs;Płock;128\n"
TABLE = "Imię i nazwisko;Miasto;Ranking\n" + NAMES
DIVISIONS = ("gimnazja", "ponadgimnazjalne")
NUMBERS = (
    b"0",
    b"-1",
    b"1e999",
    b"99999999999999999999999",
    b"2147483648",
    b"NaN",
    b"0.5",
    b"-0",
    b"001",
    b"100001",
    b"",
)
VALUES = (
    b"null",
    b"true",
    b"[]",
    b"{}",
    b'""',
    b'"x"',
    b"-5",
    b"1e400",
    b"[[[[]]]]",
    b'"\\ud800"',
    b'"\\u0000"',
    b"Infinity",
)
CONTROLS = (
    b"\x00",
    b"\x1b[31m",
    b"\r",
    b"\x0b",
    b"\x85",
    b"\xe2\x80\xa8",
    b"\xef\xbb\xbf",
    b"\t",
    b"\x7f",
    b"\xc2\xa0",
)


@dataclass
class Damaged:
    """Files as they arrive, and what was done to them."""

    seed: str
    files: dict[str, bytes]
    is_packed: bool
    done: list[str] = field(default_factory=list)

    def written(self, folder: Path) -> list[Path]:
        """The paths to import, after the files are written."""
        if self.is_packed:
            return [_file(folder / "paczka.zip", self.files["paczka.zip"])]
        for name, data in self.files.items():
            _file(folder / name, data)
        return sorted(folder.iterdir())


def seeds_of(desk: Desk) -> dict[str, Files]:
    """The whole files by what they are: those of other programs, and our own exports of three events."""
    found: dict[str, Files] = {
        "tsh": {name: text.encode() for name, text in PACKAGE.items()},
        "archive": {"archiwum.tsh": ARCHIVE.encode()},
        "woogles": {"liga.tsh": WOOGLES.encode()},
        "tourney": {"tourney.js": TOURNEY.encode()},
        "text": {"wyniki.txt": TEXT.encode()},
        "table": {"lista.csv": TABLE.encode()},
        "names": {"lista.txt": NAMES.replace(";", ", ").encode()},
    }
    for option, form in writable().items():
        files = {f"proba{end}": data for end, data in write_tournament(EVENT, form.name).items()}
        found |= _told_apart(f"sample/{option}", files)
    for event in _played(desk):
        path = desk.folder / "tournaments" / f"{event}.jsonl"
        found[f"{event}/log"] = {f"{event}.jsonl": path.read_bytes()}
        for option in writable():
            place = desk.folder / "wyjscie" / option
            if desk.run(f"-e {event} export {option} -o {place / event}").exit_code == 0:
                files = [each for each in sorted(place.rglob("*")) if each.is_file() and event in str(each)]
                found |= _told_apart(
                    f"{event}/{option}", {str(each.relative_to(place)): each.read_bytes() for each in files}
                )
    return found


def _told_apart(name: str, files: Files) -> dict[str, Files]:
    """The files of an export that are read together: those of a division, where a format has each by itself.

    The tables of a spreadsheet stand alone, and the one of results has no players.
    """
    if name.endswith("/csv"):
        return {f"{name} {each}": {each: data} for each, data in files.items() if "results" not in each}
    if writable()[name.rpartition("/")[2]].holds_divisions:
        return {name: files}
    found: dict[str, dict[str, bytes]] = {}
    for each, data in files.items():
        mark = next((f" {division}" for division in DIVISIONS if f"-{division}" in each), "")
        found.setdefault(f"{name}{mark}", {})[each] = data
    return dict(found)


def published(corpus: Path) -> dict[str, Files]:
    """The files of the events that the federation has published."""
    paths = sorted((corpus / "tournaments").rglob("*.json"))
    return {f"pfs/{path.stem}": {path.name: path.read_bytes()} for path in paths}


def _played(desk: Desk) -> list[str]:
    """Three events: with forfeits, byes and corrections; of two divisions of teams; of the world's federation."""
    desk.founded(7, "--set rounds=4 --set results.signatures=0", name="Wiosna")
    desk.does("pair")
    desk.does("result 1 --forfeit-to 1 --cause left")
    desk.plays()
    desk.does("pair")
    desk.plays()
    desk.does("correct 2 401:400 --reason pomyłka --yes")
    desk.does("withdraw 7")
    desk.does("register Spóźniona --rating 100")
    desk.does("checkin 8")
    desk.does("pair")
    desk.does("new Szkolny --template school --seed b --set rounds=2 --set team.size=2 --set results.signatures=0")
    for division in DIVISIONS:
        for team in "AB":
            desk.does(f'team "Szkoła {team}" --contact Opiekun --division {division}')
            for pupil in "12":
                desk.does(f'register "Uczeń {team}{pupil}" --team "Szkoła {team}" --division {division}')
            desk.does(f'team "Szkoła {team}" --confirm --division {division}')
    desk.does("checkin --all")
    for division in DIVISIONS:
        desk.does(f"pair --division {division}")
        desk.plays(f"--division {division}")
    desk.does("new World --template wespa --seed c --set rounds=3")
    for number in range(1, 7):
        desk.does(f'register "Player {number}" --rating {1900 - 50 * number}')
    desk.does("checkin --all")
    desk.does("pair")
    desk.plays()
    desk.does("pair")
    return ["wiosna", "szkolny", "world"]


def damaged(seeds: Mapping[str, Files], number: int) -> Damaged:
    """The file of that number; the same number always gives the same file."""
    lot = random.Random(f"damaged {number}")
    name = lot.choice(sorted(seeds))
    found = Damaged(f"{number}: {name}", dict(seeds[name]), is_packed=lot.random() < 0.15)
    kinds = sorted(DAMAGES)
    for _ in range(lot.choice((1, 1, 1, 2, 3))):
        kind = lot.choice(kinds)
        file = lot.choice(sorted(found.files))
        found.files[file] = DAMAGES[kind](lot, found.files[file])
        found.done.append(kind)
        if file.endswith(".jsonl") and lot.random() < 0.6:
            found.files[file] = _chained_again(found.files[file])
            found.done.append("the chain computed again")
    if found.is_packed:
        _pack(lot, found)
    return found


def _pack(lot: random.Random, found: Damaged) -> None:
    if len(found.files) > 1 and lot.random() < 0.5:
        del found.files[lot.choice(sorted(found.files))]
        found.done.append("a member lost")
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", lot.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED))) as package:
        for name, data in found.files.items():
            package.writestr(zipfile.ZipInfo(name), data)
    data = buffer.getvalue()
    if lot.random() < 0.5:
        kind = lot.choice(("bytes flipped", "cut"))
        data = b"PK\x03\x04" + DAMAGES[kind](lot, data)[4:]
        found.done.append(f"the package: {kind}")
    found.files = {"paczka.zip": data}


def _chained_again(data: bytes) -> bytes:
    """A log whose hashes fit whatever stands in its lines, as somebody who changes a result would make them."""
    bodies = [line.rpartition(b',"hash":')[0] + b"}" for line in data.splitlines()]
    return written(BEGINNING, bodies)[0]


def _file(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def _cut(lot: random.Random, data: bytes) -> bytes:
    return data[: lot.randrange(len(data) + 1)]


def _flipped(lot: random.Random, data: bytes) -> bytes:
    found = bytearray(data)
    for _ in range(lot.choice((1, 1, 2, 5, 20))):
        if found:
            found[lot.randrange(len(found))] ^= 1 << lot.randrange(8)
    return bytes(found)


def _lines(change: Callable[[random.Random, list[bytes]], None]) -> Callable[[random.Random, bytes], bytes]:
    def damage(lot: random.Random, data: bytes) -> bytes:
        lines = data.split(b"\n")
        change(lot, lines)
        return b"\n".join(lines)

    return damage


def _line_lost(lot: random.Random, lines: list[bytes]) -> None:
    del lines[lot.randrange(len(lines))]


def _line_twice(lot: random.Random, lines: list[bytes]) -> None:
    lines.insert(lot.randrange(len(lines)), lot.choice(lines))


def _lines_swapped(lot: random.Random, lines: list[bytes]) -> None:
    first, second = lot.randrange(len(lines)), lot.randrange(len(lines))
    lines[first], lines[second] = lines[second], lines[first]


def _replaced(pattern: bytes, by: Callable[[random.Random, bytes], bytes]) -> Callable[[random.Random, bytes], bytes]:
    def damage(lot: random.Random, data: bytes) -> bytes:
        places = list(re.finditer(pattern, data))
        if not places:
            return data
        for place in sorted(
            lot.sample(places, min(len(places), lot.choice((1, 1, 2)))), key=re.Match.start, reverse=True
        ):
            data = data[: place.start()] + by(lot, place[0]) + data[place.end() :]
        return data

    return damage


def _numbers_swapped(lot: random.Random, data: bytes) -> bytes:
    places = list(re.finditer(rb"\d+", data))
    if len(places) < 2:
        return data
    first, second = sorted(lot.sample(places, 2), key=re.Match.start)
    between = data[first.end() : second.start()]
    return data[: first.start()] + second[0] + between + first[0] + data[second.end() :]


def _coded(lot: random.Random, data: bytes) -> bytes:
    read = data.decode("utf-8", "replace")
    return read.encode(
        lot.choice(("cp1250", "cp852", "utf-16", "iso8859-2", "mac_latin2", "utf-8-sig", "utf-7")), "replace"
    )


def _inserted(lot: random.Random, data: bytes) -> bytes:
    for _ in range(lot.choice((1, 3))):
        place = lot.randrange(len(data) + 1)
        data = data[:place] + lot.choice(CONTROLS) + data[place:]
    return data


def _long(lot: random.Random, word: bytes) -> bytes:
    return word + lot.choice((b"x", b" x", b"9", b"\xc5\xbc")) * lot.choice((130, 600, 5000))


_VALUE = rb'(?<=[:\[,])\s*(?:"[^"\n]*"|-?\d+(?:\.\d+)?|null|true|false)'
DAMAGES: Mapping[str, Callable[[random.Random, bytes], bytes]] = {
    "cut": _cut,
    "bytes flipped": _flipped,
    "a line lost": _lines(_line_lost),
    "a line twice": _lines(_line_twice),
    "lines swapped": _lines(_lines_swapped),
    "numbers swapped": _numbers_swapped,
    "another number": _replaced(rb"\d+", lambda lot, _: lot.choice(NUMBERS)),
    "another value": _replaced(
        rb'(?<=[:\[,])\s*(?:"[^"\n]*"|-?\d+(?:\.\d+)?|null|true|false)', lambda lot, _: lot.choice(VALUES)
    ),
    "no name": _replaced(rb"[^\W\d]{3,}(?: [^\W\d]{2,})?", lambda lot, _: lot.choice((b"", b" ", b"\t"))),
    "a word for another": _replaced(
        rb"[^\W\d]{2,}", lambda lot, _: lot.choice((b"PAUZA", b"Gracz 1", b"bye", b"Lis", b"-"))
    ),
    "a long word": _replaced(rb"[^\W_]{2,}", _long),
    "another encoding": _coded,
    "signs inserted": _inserted,
}
