"""An event held again through browsers gives the published figures and papers, and its log is proved."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from browser.conftest import Arrival
from browser.event_again import Event, Rerun
from browser.serving import Server
from cli.tournament.desk import Desk
from tournament.federation_files import counted

FIGURES = ("place", "big", "small", "difference", "scalps")
PAPERS = ("standings", "crosstable", "results", "pairings")
_CHANCE = 20
PEOPLE = 10


def small_event() -> dict[str, Any]:
    """Three rounds; somebody comes for the second, and somebody leaves before the third. Its sums are counted here."""
    chance = Random(_CHANCE)
    seats = [
        [(1, 6), (2, 7), (3, 8), (4, 9), (5, 0)],
        [(5, 1), (6, 2), (7, 3), (8, 4), (9, 10)],
        [(1, 10), (4, 6), (2, 8), (7, 9), (3, 0)],
    ]
    results = [
        {"round": number, "table": table, "host": host, "guest": guest, "score1": first, "score2": second}
        for number, tables in enumerate(seats, 1)
        for table, (host, guest) in enumerate(tables, 1)
        for first, second in [(chance.randrange(300, 520), chance.randrange(300, 520)) if guest else (300, 0)]
    ]
    players: list[dict[str, Any]] = [
        {"startingPosition": number, "name": f"Gracz {chr(64 + number)}", "tournamentRank": 160.5 - 3 * number}
        | counted(results, number)
        for number in range(1, PEOPLE + 1)
    ]
    order = sorted(players, key=lambda each: (-each["big"], -each["small"], -each["difference"]))
    for place, player in enumerate(order, 1):
        player["place"] = place
    about = {"dateStart": "2026-03-14", "name": "Turniej w Kutnie", "city": "Kutno"}
    return {"tournament": about, "players": players, "results": results}


def figures(data: Any, names: tuple[str, ...]) -> dict[int, list[float]]:
    return {each["startingPosition"]: [float(each[name]) for name in names] for each in data["players"]}


def games(data: Any) -> Counter[tuple[Any, ...]]:
    kept = ("round", "host", "guest", "score1", "score2")
    return Counter(tuple(row[name] or 0 for name in kept) for row in data["results"])


def judged(rerun: Rerun, data: dict[str, Any], folder: Path) -> None:
    """Figures, games and papers are those of the file, and the log proves itself with the signatures of the server."""
    desk = Desk(rerun.server.folder)
    held = rerun.ewa.asks("GET", f"/api/tournaments/{rerun.id}/papers")["exports"]
    (path,) = (rerun.server.folder / "tournaments").glob("*.jsonl")
    assert held, "the director can take the event along"
    name = path.stem
    assert desk.does(f"verify {name}")["holds"]
    proof = rerun.ewa.asks("GET", f"/api/tournaments/{rerun.id}/proof")["checks"]
    assert {each["name"]: each["outcome"] for each in proof}["course"] == "holds"

    desk.does(f"export json -e {name} -o {folder / 'ours'}")
    ours = json.loads((folder / "ours.json").read_text(encoding="utf-8"))
    names = tuple(each for each in FIGURES if each in data["players"][0])
    assert figures(ours, names) == figures(data, names)
    assert games(ours) == games(data)
    rerun.done["players with the published place, points, difference and scalps"] += len(data["players"])
    rerun.done["games as published"] += len(data["results"])

    (folder / "published.json").write_text(json.dumps(data), encoding="utf-8")
    published = Desk(folder / "published")
    published.folder.mkdir()
    imported = published.does(f"import {folder / 'published.json'} --yes")
    assert imported["differences"] == []
    for paper in PAPERS:
        assert _read(desk, f"{paper} -e {name}") == _read(published, paper), paper
        rerun.done["papers alike to the last figure"] += 1


def _read(desk: Desk, paper: str) -> str:
    """What is on a paper, without the code of its journal and the time of printing."""
    pypdf = pytest.importorskip("pypdf")
    path = desk.folder / "paper.pdf"
    desk.does(f"print {paper} -o {path}")
    said = " ".join(" ".join(page.extract_text() for page in pypdf.PdfReader(path).pages).split())
    return re.sub(r"Journal: [0-9a-f ]+, step \d+", "", said)


def evidence(rerun: Rerun) -> None:
    print("\n".join(f"{count:5} {what}" for what, count in rerun.done.items()))


@pytest.mark.long
def test_a_small_event_is_held_through_browsers(server: Server, arrives: Arrival, tmp_path: Path) -> None:
    data = small_event()
    rerun = Rerun(Event(data), server, arrives)
    rerun.hold()
    judged(rerun, data, tmp_path)
    evidence(rerun)


@pytest.mark.long
@pytest.mark.corpus
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", ["sosnowiec-2026"])
def test_a_published_event_is_held_again_through_browsers(
    server: Server, arrives: Arrival, tmp_path: Path, shared_corpus: Path, name: str
) -> None:
    data = json.loads((shared_corpus / "tournaments" / "pfs" / f"{name}.json").read_text(encoding="utf-8"))
    rerun = Rerun(Event(data), server, arrives)
    rerun.hold()
    judged(rerun, data, tmp_path)
    evidence(rerun)
