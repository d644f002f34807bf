"""Reviews of games over HTTP: who may ask for one, of which games, and what a hostile file or a dying process does."""

from __future__ import annotations

import gzip
import json
import os
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from mostek.app.ports import SaveError
from mostek.engine.review import from_json, review
from mostek.features.reviews import awaited
from mostek.features.reviews.feature import READ_GIVEN_GAME, REVIEW_PIECE
from mostek.features.reviews.http import reviews as endpoints
from mostek.features.reviews.store import KEPT, ReviewFiles, is_given
from server.http.visitors import House, Visitor, open_house, refused

GAME = """#character-encoding UTF-8
#player1 ewa Ewa Sowa
#player2 jan Jan Kos
#lexicon pl-wolny
>ewa: AEKOTZ? 8H KOT +10 10
>jan: AKOTZ?? - +0 10
>ewa: AEZ?ILN I7 N.. +3 13
>jan: AKOTZ?? -AK +0 0
"""
OCTETS = {"content_type": "application/octet-stream"}


@pytest.fixture(scope="module")
def reviewing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server whose search graphs stay where earlier tests have built them."""
    with open_house(tmp_path_factory.mktemp("reviews")) as opened:
        yield opened


def given(person: Visitor, text: str | bytes = GAME) -> Any:
    data = text.encode() if isinstance(text, str) else text
    return person.post("/reviews", data, **OCTETS)


def ended(person: Visitor, id: str, depth: str = "static") -> dict[str, Any]:
    """The review when it is complete, or when it has failed."""
    until = time.monotonic() + 300
    while time.monotonic() < until:
        answer = person.get(f"/reviews/{id}?depth={depth}").json()
        assert "stage" in answer, answer
        if answer["stage"] in ("done", "failed"):
            return dict(answer)
        time.sleep(0.5)
    raise AssertionError("the review does not end")


def test_a_given_game_is_reviewed_and_written_as_a_file(reviewing: House) -> None:
    ala = reviewing.visitor("Ala")
    answer = given(ala)
    assert answer.status_code == 201, answer.text
    id = answer.json()["id"]
    assert is_given(id)
    assert answer.json()["players"] == ["Ewa Sowa", "Jan Kos"]
    assert refused(ala.post(f"/reviews/{id}/file", {"form": "json", "depth": "static"})) == (409, "not_reviewed")
    assert ala.post(f"/reviews/{id}", {"depth": "static"}).json()["stage"] in ("waiting", "running")
    found = ended(ala, id)
    assert found["stage"] == "done", found
    review = found["review"]
    assert [turn["move"] for turn in review["turns"]] == ["8H KOT", "-", "7I N(TO)", "-AK"] or len(review["turns"]) == 4
    assert review["is_complete"]
    assert [player["name"] for player in review["players"]] == ["Ewa Sowa", "Jan Kos"]
    # Who knows this version is not sent it again, and another person sees the same without waiting.
    assert ala.get(f"/reviews/{id}?depth=static&seen={found['version']}").json()["review"] is None
    assert reviewing.visitor().get(f"/reviews/{id}?depth=static").json()["review"] == review
    assert given(reviewing.visitor("Ola")).json()["id"] == id
    for form, begins in (("json", b"{"), ("gcg", b"#"), ("html", b"<!doctype html>")):
        file = ala.post(f"/reviews/{id}/file", {"form": form, "depth": "static"})
        assert (file.status_code, file.content[: len(begins)]) == (200, begins), file.text[:200]
        assert "Ewa" in file.content.decode()


def test_a_review_goes_on_when_its_worker_is_killed(reviewing: House) -> None:
    ala = reviewing.visitor("Ala")
    id = given(ala, GAME.partition(">ewa: AEZ")[0]).json()["id"]
    jobs = reviewing.state.services.jobs
    ala.post(f"/reviews/{id}", {"depth": "normal"})
    while not (seen := ala.get(f"/reviews/{id}?depth=normal").json())["version"]:
        time.sleep(0.5)
    assert seen["review"]["turns"], "the first verdicts are there at once"
    assert not seen["review"]["is_complete"]
    killed = jobs.pids
    for pid in killed:
        os.kill(pid, signal.SIGKILL)
    found = ended(ala, id, "normal")
    assert found["stage"] == "done", found["failure"]
    assert {turn["depth"] for turn in found["review"]["turns"]} == {"normal"}
    assert not [pid for pid in killed if psutil.pid_exists(pid)], "the dead are gone"


def test_a_review_in_pieces_is_that_in_one(reviewing: House) -> None:
    ala = reviewing.visitor("Ala")
    game = GAME.replace("AKOTZ??", "AKOTZYW").replace("Kos", "Wilk")
    id = given(ala, game).json()["id"]
    ala.post(f"/reviews/{id}", {"depth": "quick"})
    found = ended(ala, id, "quick")
    assert found["version"] >= 1, "it was made here"
    assert from_json(json.dumps(found["review"])) == review(game, "quick")


@pytest.mark.usefixtures("addresses")
def test_thirty_names_of_one_address_who_want_deep_reviews_leave_time_for_another_one(reviewing: House) -> None:
    crowd = [reviewing.visitor(f"Ala{n}") for n in range(30)]
    stranger = reviewing.visitor("Ola", x_address="school")
    games = [given(person, GAME.replace("Kos", f"Kos {n}")).json()["id"] for n, person in enumerate(crowd)]
    quick = given(stranger).json()["id"]
    for person, game in zip(crowd, games, strict=True):
        assert person.post(f"/reviews/{game}", {"depth": "deep"}).status_code == 200
    answer = stranger.post(f"/reviews/{quick}", {"depth": "quick", "turn": 0}).json()
    assert answer["place"] <= 1, "addresses take turns, however many wait at one"
    until = time.monotonic() + 300
    while (answer := stranger.get(f"/reviews/{quick}?depth=quick&turn=0").json())["stage"] != "done":
        assert time.monotonic() < until
        time.sleep(0.2)
    stages = [
        person.get(f"/reviews/{game}?depth=deep").json()["stage"] for person, game in zip(crowd, games, strict=True)
    ]
    assert stages.count("waiting") > 20, "it did not wait for them"
    for person, game in zip(crowd, games, strict=True):
        person.delete(f"/reviews/{game}?depth=deep")


def test_an_address_that_wants_too_many_reviews_is_told_when_to_come_again(
    reviewing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awaited, "MOST_OF_ONE", 1)
    ala, ola = reviewing.visitor("Ala"), reviewing.visitor("Ola")
    one, other = (given(ala, GAME.replace("Kos", name)).json()["id"] for name in ("Trzeci", "Czwarty"))
    assert ala.post(f"/reviews/{one}", {"depth": "deep"}).status_code == 200
    full = ola.post(f"/reviews/{other}", {"depth": "deep"})
    assert refused(full) == (503, "busy")
    assert int(full.headers["retry-after"]) >= 1
    assert ala.post(f"/reviews/{other}", {"depth": "deep"}).status_code == 200, "it takes the place of one's own"
    ala.delete(f"/reviews/{other}?depth=deep")
    assert ola.post(f"/reviews/{one}", {"depth": "static"}).status_code == 200


@pytest.mark.parametrize("limit", [{"megabytes": 0}, {"seconds": 0}])
def test_a_file_that_costs_too_much_is_refused_and_the_next_one_is_read(
    reviewing: House, monkeypatch: pytest.MonkeyPatch, limit: dict[str, int]
) -> None:
    monkeypatch.setattr(endpoints, "READ_GIVEN_GAME", replace(READ_GIVEN_GAME, **limit))  # type: ignore[arg-type]
    hostile = GAME + ">ewa: A 8H KOT +1 1\n" * 9_000
    assert refused(given(reviewing.visitor("Ala"), hostile)) == (422, "too_costly")
    monkeypatch.undo()
    assert given(reviewing.visitor("Ala")).status_code == 201


def test_a_turn_that_takes_too_long_ends_a_review_with_what_it_has(
    reviewing: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(awaited, "REVIEW_PIECE", replace(REVIEW_PIECE, seconds=0))
    ala = reviewing.visitor("Ala")
    id = given(ala, GAME.replace("Kos", "Wolny")).json()["id"]
    ala.post(f"/reviews/{id}", {"depth": "deep"})
    found = ended(ala, id, "deep")
    assert found["stage"] == "done"
    assert not found["review"]["is_complete"]
    assert {turn["depth"] for turn in found["review"]["turns"]} == {"static"}


def test_a_person_waits_for_one_review_at_a_time_and_may_cancel_it(reviewing: House) -> None:
    ala, ola = reviewing.visitor("Ala"), reviewing.visitor("Ola")
    one, other = (given(ala, GAME.replace("Kos", name)).json()["id"] for name in ("Pierwszy", "Drugi"))
    deep = "depth=deep"
    ala.post(f"/reviews/{one}", {"depth": "deep"})
    ola.post(f"/reviews/{one}", {"depth": "deep"})
    ala.post(f"/reviews/{other}", {"depth": "deep"})
    assert ola.get(f"/reviews/{one}?{deep}").json()["stage"] in ("waiting", "running", "done")
    assert ola.delete(f"/reviews/{one}?{deep}").status_code == 204
    assert ola.get(f"/reviews/{one}?{deep}").json()["stage"] in ("none", "done")
    assert ala.get(f"/reviews/{other}?{deep}").json()["stage"] in ("waiting", "running", "done")
    ala.delete(f"/reviews/{other}?{deep}")


def test_a_review_is_refused_while_a_game_of_the_person_goes_on(reviewing: House) -> None:
    ala, ola, eva = (reviewing.visitor(name) for name in ("Ala", "Ola", "Ewa"))
    id = given(ala).json()["id"]
    table = ala.open()
    ala.sit(table)
    assert given(ala).status_code == 201
    ola.sit(table)
    for answer in (given(ala), ala.get(f"/reviews/{id}"), ala.post(f"/reviews/{id}", {}), given(ola)):
        assert refused(answer) == (409, "playing")
    assert eva.get(f"/reviews/{id}").status_code == 200
    assert refused(eva.post(f"/reviews/{table}", {})) == (409, "not_over")
    reviewing.end(table)
    # The pass of a game without a placement is reviewed, too; the names are those of the table, and are not kept.
    asked = ala.post(f"/reviews/{table}", {"depth": "static"})
    assert asked.status_code == 200, asked.text
    found = ended(ala, table)
    assert found["stage"] == "done", found
    assert {player["name"] for player in found["review"]["players"]} == {"Ala", "Ola"}
    assert found["is_table"]
    folder = reviewing.state.services.config.data / "reviews"
    kept = [gzip.decompress(path.read_bytes()) for path in folder.glob("*.review")]
    assert kept
    assert not any(b'"Ala"' in data for data in kept)


def test_only_somebody_with_a_name_asks_and_what_is_not_there_is_unknown(reviewing: House) -> None:
    nobody, ala = reviewing.visitor(), reviewing.visitor("Ala")
    assert refused(given(nobody)) == (401, "no_person")
    id = given(ala).json()["id"]
    assert refused(nobody.post(f"/reviews/{id}", {})) == (401, "no_person")
    for missing in ("none", "g" + "0" * 30, "..%2f..%2fetc"):
        assert ala.get(f"/reviews/{missing}").status_code == 404
        assert ala.post(f"/reviews/{missing}", {}).status_code == 404
    assert ala.post(f"/reviews/{id}", {"depth": "endless"}).status_code == 400


@pytest.mark.parametrize(
    ("text", "status", "said"),
    [
        ("", 422, ""),
        ("to nie jest partia", 422, "to nie jest"),
        (GAME.replace("8H KOT", "8H KQT"), 422, "Wiersz 5,"),
        (GAME.replace("8H KOT", "ZZ KOT"), 422, "Wiersz 5,"),
        ("\0" * 1000, 422, ""),
        ("[" * 100_000, 422, ""),
        ('{"a":' * 20_000, 422, ""),
        (GAME + ">ewa: A 8H KOT +1 1\n" * 9_000, 422, ""),
        ("x" * 300_000, 413, ""),
    ],
    ids=["empty", "prose", "letter", "square", "zeros", "brackets", "objects", "endless", "large"],
)
def test_a_bad_file_is_refused_with_its_line(reviewing: House, text: str, status: int, said: str) -> None:
    answer = given(reviewing.visitor("Ala"), text)
    if answer.status_code == 201:  # a record of nonsense that can be read fails as a review
        id = answer.json()["id"]
        reviewing.visitors[-1].post(f"/reviews/{id}", {"depth": "static"})
        found = ended(reviewing.visitors[-1], id)
        assert found["stage"] == "failed", found["stage"]
        assert len(found["failure"].split()) > 3
        return
    assert answer.status_code == status, answer.text
    refused(answer)
    assert said in answer.json()["detail"]


def test_a_position_is_no_game(reviewing: House) -> None:
    line = "15/15/15/15/15/15/15/7KOT5/15/15/15/15/15/15/15 ABC/ 10/0 0"
    answer = given(reviewing.visitor("Ala"), line).json()
    assert (answer["id"], answer["position"]) == (None, line)


def test_old_files_make_room(tmp_path: Path) -> None:
    files = ReviewFiles(tmp_path, most_bytes=40_000, most_files=5)
    names = [files.keep_game(f"game {n}".encode()) for n in range(3)]
    for age, name in enumerate(names):
        os.utime(tmp_path / "reviews" / f"{name}.game", (1000 + age, 1000 + age))
    files.tidy(moment=2000)
    assert all(files.game(name) for name in names)
    os.utime(tmp_path / "reviews" / f"{names[0]}.game", (1000, 1000))
    files.tidy(moment=1000 + KEPT + 1)
    assert files.game(names[0]) is None
    more = [files.keep_game(f"more {n}".encode()) for n in range(6)]
    assert sum(files.game(name) is not None for name in (*names, *more)) <= 5
    assert files.game(more[-1]) is not None
    files.keep_review("a", b"review")
    assert files.review("a") == b"review"
    next((tmp_path / "reviews").glob("*.review")).write_bytes(b"\x1f\x8bcut")
    assert files.review("a") is None
    (tmp_path / "full").write_bytes(b"")
    with pytest.raises(SaveError):
        ReviewFiles(tmp_path / "full").keep_game(b"game")


def test_one_turn_is_looked_at_deeper_and_the_others_are_not(reviewing: House) -> None:
    ala = reviewing.visitor("Ala")
    id = given(ala).json()["id"]
    assert ala.post(f"/reviews/{id}", {"depth": "quick", "turn": 1}).status_code == 200
    until = time.monotonic() + 300
    while (answer := ala.get(f"/reviews/{id}?depth=quick&turn=1").json())["stage"] != "done":
        assert time.monotonic() < until
        time.sleep(0.5)
    assert [turn["depth"] for turn in answer["review"]["turns"]] == ["static", "quick", "static", "static"]
    assert ala.get(f"/reviews/{id}?depth=quick").json()["stage"] == "none", "the whole review is another one"
    assert ala.post(f"/reviews/{id}", {"depth": "quick", "turn": -1}).status_code in (400, 422)


def test_statistics_are_of_ones_own_finished_games_alone(reviewing: House) -> None:
    ala, ola = reviewing.visitor("Ala"), reviewing.visitor("Ola")
    assert ala.post("/statistics", {}).json() == {"games": 0, "waiting": 0, "figures": None}
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    reviewing.end(table)
    for person in (ala, ola):
        answer = person.post("/statistics", {}).json()
        assert (answer["games"], answer["waiting"]) == (1, 0), answer
        assert answer["figures"]["passes"] > 0
        assert answer["figures"]["points_of_games"][0]["opponent"] == ("Ola" if person is ala else "Ala")
    assert reviewing.visitor("Ewa").post("/statistics", {}).json()["figures"] is None
    lines = ala.post("/statistics/file", {"form": "csv"}).text.splitlines()
    assert lines[0].startswith("name,games,")
    assert len(lines) == 2
    assert ala.post("/statistics/file", {"form": "html"}).content.startswith(b"<!doctype html>")


def test_statistics_name_nobody_who_was_erased(reviewing: House) -> None:
    ala, ola = reviewing.visitor("Ala"), reviewing.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    reviewing.end(table)
    assert ola.delete("/me").status_code < 300
    answer = ala.post("/statistics", {})
    assert [each["opponent"] for each in answer.json()["figures"]["points_of_games"]] == ["—"]
    assert "Ola" not in answer.text


def test_statistics_leave_out_a_damaged_game(reviewing: House) -> None:
    ala, ola = reviewing.visitor("Ala"), reviewing.visitor("Ola")
    for proposal in (None, b"{", b'"\xff"', 17):
        table = ala.open()
        ala.sit(table)
        ola.sit(table)
        reviewing.end(table)
        if proposal is not None:
            with closing(sqlite3.connect(reviewing.state.services.database.backend.file)) as connection, connection:
                connection.execute("UPDATE sitting SET proposal = ? WHERE id = ?", (proposal, table))
    answer = ala.post("/statistics", {})
    assert (answer.status_code, answer.json()["games"]) == (200, 1), answer.text
