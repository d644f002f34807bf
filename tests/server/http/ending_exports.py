"""What the files of an event tell of an ending: our own, and those for other programs, some of which have no place for it."""

from __future__ import annotations

import csv
import io
import json
import re
import struct
import zipfile
from collections.abc import Callable, Mapping
from typing import Any

from server.http.ending_surfaces import NOTHING, points
from server.http.endings import NAMES, Ending, Told

SIGNS = {"+": 2, "=": 1, "−": 0}
NO_LAST_WORDS: Mapping[str, str] = {
    "json": "the federation's JSON has the points of a game and the match points of a player, and nothing between them",
    "tsh": "TSH has two scores for a game; equal scores are a tie there",
    "tourney": "tourney.js has two scores for a game; equal scores are a tie there",
}
"""Formats of others without a field from which they could know that the last word has decided an equal game."""


def export(found: Told, form: str) -> Any:
    return found.director.get(f"/tournaments/{found.id}/exports/{form}")


def told_by(form: str, read: Callable[[Told, Ending, dict[str, bytes]], str]) -> Callable[[Told, Ending], str]:
    """The check of a format, which holds games of two alone and says so."""

    def check(found: Told, ending: Ending) -> str:
        answer = export(found, form)
        if ending.size > 2:
            assert answer.status_code == 409
            assert "tylko partie we dwoje" in answer.json()["detail"]
            return NOTHING
        assert answer.status_code == 200, answer.text
        said = read(found, ending, unpacked(answer.content))
        return NOTHING if form in NO_LAST_WORDS and ending.decided_by == "last_words" else said

    return check


def unpacked(data: bytes) -> dict[str, bytes]:
    """The files of an export by the ends of their names; one alone has none."""
    if not zipfile.is_zipfile(io.BytesIO(data)):
        return {"": data}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            re.split(r"[-/.]", name)[-2] + "." + name.rpartition(".")[2]: archive.read(name)
            for name in archive.namelist()
        }


def put(found: Told, data: bytes) -> dict[str, Any]:
    """The card of the table, after the file was brought to the server as another event."""
    answer = found.director.ask("POST", "/tournaments/files", data, {"content_type": "application/octet-stream"})
    assert answer.status_code == 201, answer.text
    card: dict[str, Any] = answer.json()["whole"]["tables"][0]
    return card


def check_own_file(found: Told, ending: Ending) -> str:
    """The file of the event is the event: the same outcome wherever it is opened."""
    card = put(found, found.director.get(f"/tournaments/{found.id}/file").content)
    words = ":".join(map(str, card.get("last_words", ())))
    assert (card.get("decided_by"), tuple(card.get("places", ()))) == (ending.decided_by, ending.places)
    assert ending.note.endswith(words)
    return words or str(ending.decided_by)


def _csv(found: Told, ending: Ending, files: dict[str, bytes]) -> str:
    """Tables for a spreadsheet keep the last words, and bring the same outcome when they are read again."""
    (row,) = csv.DictReader(io.StringIO(files["results.csv"].decode("utf-8-sig")), delimiter=";")
    scores = ":".join((row["Punkty gospodarza"], row["Punkty gościa"]))
    assert scores.strip(":") == (ending.scores or ("0:0" if ending.signs else ""))
    assert (
        row["Rodzaj"]
        == {"forfeit": "walkower", "both_forfeited": "walkower", None: "partia"}.get(ending.decided_by, "partia")
        or not ending.signs
    )
    words = ":".join((row.get("Ostatnie słowo gospodarza", ""), row.get("Ostatnie słowo gościa", ""))).strip(":")
    assert ending.decided_by != "last_words" or ending.note.endswith(words)
    again = put(found, export(found, "csv").content)
    assert (again.get("decided_by"), tuple(again.get("places", ()))) == (ending.decided_by, ending.places)
    return words or scores


def _json(found: Told, ending: Ending, files: dict[str, bytes]) -> str:
    held = json.loads(files[""])
    (row,) = held["results"]
    own = {player["startingPosition"]: 2 * player["big"] for player in held["players"]}
    assert own == points(found)
    assert _scores(row["score1"], row["score2"]) == (ending.scores or ("0:0" if ending.signs else ""))
    return _scores(row["score1"], row["score2"])


def _text(found: Told, ending: Ending, files: dict[str, bytes]) -> str:
    """The report of the federation: the sign of each game on the cards of both."""
    said = files[""].decode()
    signs = ""
    for number in found.seats:
        card = said.partition(f"\t{NAMES[number - 1]} ")[2].partition(" / ")[0]
        signs += "".join(re.findall(r" ([-+=]) +\d+: *\d+", card))
    assert signs.replace("-", "−") == ending.signs
    return signs


def _trf(found: Told, ending: Ending, files: dict[str, bytes]) -> str:
    rows = {int(line[4:8]): line for line in files[""].decode().splitlines() if line.startswith("001")}
    signs = [rows[number][91:].split()[2:] for number in found.seats]
    played = {"+": "1", "=": "=", "−": "0"} if ending.decided_by != "forfeit" else {"+": "+", "−": "-"}
    if ending.decided_by == "both_forfeited":
        played = {"−": "-"}
    assert signs == ([[played[sign]] for sign in ending.signs] or [[], []])
    return " ".join(sign for row in signs for sign in row)


def _tsh(found: Told, ending: Ending, files: dict[str, bytes]) -> str:
    lines = files["a.t"].decode().splitlines()
    scores = [lines[number - 1].partition(";")[2].partition(";")[0].strip() for number in found.seats]
    assert ":".join(scores).strip(":") == _tsh_scores(ending)
    return ":".join(scores)


def _tourney(found: Told, ending: Ending, files: dict[str, bytes]) -> str:
    held = json.loads(files[""].decode().strip().removeprefix("newt=").removesuffix(";"))
    players = held["divisions"][0]["players"]
    scores = [str(*players[number]["scores"][:1]) for number in found.seats]
    assert ":".join(scores).strip(":") == _tsh_scores(ending)
    return ":".join(scores)


def _manager(found: Told, ending: Ending, files: dict[str, bytes]) -> str:
    """Scrabble Manager keeps what a game was worth beside its points."""
    record = struct.Struct("<bBHHH")
    rounds = next(data for name, data in files.items() if name.endswith(".re"))
    found_rows = list(record.iter_unpack(rounds))
    worth = [found_rows[(number - 1) * 4][2] for number in found.seats]
    assert worth == ([SIGNS[sign] for sign in ending.signs] or [32767, 32767])
    return " ".join(map(str, worth))


def _scores(*scores: int | None) -> str:
    return ":".join("" if each is None else str(each) for each in scores).strip(":")


def _tsh_scores(ending: Ending) -> str:
    return ending.scores or ("0:0" if ending.signs else "")


EXPORTS: Mapping[str, Callable[[Told, Ending], str]] = {
    "own file": check_own_file,
    **{
        form: told_by(form, read)
        for form, read in {
            "csv": _csv, "json": _json, "text": _text, "trf": _trf, "tsh": _tsh, "tourney": _tourney, "manager": _manager,
        }.items()
    },
}  # fmt: skip
