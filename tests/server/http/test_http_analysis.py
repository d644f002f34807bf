"""Analysis over HTTP: what a page loads, what the server finds, and who may not ask."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from mostek.engine import best
from mostek.engine.bots import levels
from mostek.features.analysis.feature import ANALYSE_POSITION
from mostek.features.analysis.http import KERNEL
from mostek.lexicon import DEFAULT
from mostek.lexicon.library import find
from server.http.api_examples import api_examples, check_example
from server.http.visitors import House, Visitor, refused

TURN = "15/15/15/15/15/15/15/4KOTA7/15/15/15/15/15/15/15 AEKLOŻ?/ 12/20 0"
PREFIX = "/api"


def fetched(person: Visitor, address: str, **headers: str) -> bytes:
    answer = person.get(address.removeprefix(PREFIX), **headers)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    return answer.content


def test_the_list_of_the_package_is_given_for_ever_and_packed(house: House) -> None:
    person = house.visitor()
    offer = person.get("/analysis").json()
    assert (offer["lexicon"], offer["hash"], offer["playing"]) == (DEFAULT, find(DEFAULT).header.hash, None)
    assert fetched(person, offer["words"]) == find(DEFAULT).path.read_bytes()
    answer = person.get(offer["words"].removeprefix(PREFIX), accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    again = person.get(offer["words"].removeprefix(PREFIX), if_none_match=answer.headers["etag"])
    assert (again.status_code, again.content) == (304, b"")
    assert len(fetched(person, offer["game"])) % 4 == 0


def test_another_hash_is_another_file(house: House) -> None:
    person = house.visitor()
    words = person.get("/analysis").json()["words"].removeprefix(PREFIX)
    assert refused(person.get(words[:-1] + ("0" if words[-1] != "0" else "1")))[0] == 404
    assert refused(person.get("/analysis/words/osps/0"))[0] == 404
    assert refused(person.get("/analysis?lexicon=nothing"))[0] == 404


def test_the_kernel_is_webassembly(house: House) -> None:
    person = house.visitor()
    address = person.get("/analysis").json()["kernel"]
    answer = person.get(address.removeprefix(PREFIX))
    assert answer.headers["content-type"] == "application/wasm"
    assert answer.content == KERNEL.read_bytes()


def test_the_example_of_the_help_is_answered_so(house: House) -> None:
    check_example(house.visitor("Ola"), api_examples()["analysis"])


def test_the_server_finds_what_the_library_finds(house: House) -> None:
    moves = house.visitor().post("/analysis", {"position": TURN, "count": 5}).json()["moves"]
    assert [move["equity"] for move in moves] == [found.equity for found in best(TURN, count=5)]
    assert (
        moves[0].items()
        >= {
            "kind": "play",
            "equity": 92_000,
            "score": 92,
            "square": "A8",
            "direction": "down",
            "tiles": ["L", "E", "Ż", "A", "K", "O", "w", None],
        }.items()
    )


def test_simulations_are_repeatable_and_bounded(house: House) -> None:
    person = house.visitor()
    asked = {"position": TURN, "count": 50, "deals": 32}
    first = person.post("/analysis", asked).json()["moves"]
    assert len(first) == 10
    assert all(move["deals"] == 32 and 0 <= move["share"] <= 1 for move in first)
    assert person.post("/analysis", asked).json()["moves"] == first
    for wrong in ({"deals": 33}, {"deals": 1 << 20}, {"count": 51}, {"count": 0}, {"position": "1" * 2001}):
        assert person.post("/analysis", asked | wrong).status_code == 400


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        ("nothing", "unreadable at character"),
        (TURN.replace("AEKLOŻ?", "AEKLOŻ?A"), "A rack holds at most 7 tiles."),
        (TURN.replace("AEKLOŻ?", "ŻŻ"), "fewer of these tiles"),
        (TURN.partition(" ")[0], "The position has no rack."),
        (TURN.replace("KOTA", "K\x00TA"), "unreadable at character"),
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(house: House, position: str, sentence: str) -> None:
    answer = house.visitor().post("/analysis", {"position": position}, accept_language="en")
    assert refused(answer) == (422, "position")
    assert sentence in answer.json()["detail"]


def test_nobody_may_analyse_while_a_game_of_theirs_runs(house: House) -> None:
    ala, ola, ewa = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ewa")
    table = ala.open(rulebook="gen", seats=2)
    ala.sit(table)
    assert not ala.get("/analysis").json()["playing"], "a table that waits is no game"
    ola.sit(table)
    for player in (ala, ola):
        assert player.get("/analysis").json()["playing"]
        assert refused(player.post("/analysis", {"position": TURN})) == (409, "playing")
        assert refused(player.post("/analysis/levels", {"position": TURN, "level": "static"})) == (409, "playing")
    assert ewa.post("/analysis", {"position": TURN}).status_code == 200
    house.end(table)
    assert not ala.get("/analysis").json()["playing"]
    assert ala.post("/analysis", {"position": TURN}).status_code == 200


@pytest.mark.parametrize("level", levels())
def test_every_level_moves_in_a_position(house: House, level: str) -> None:
    person = house.visitor()
    asked = {"position": TURN, "level": level}
    move = person.post("/analysis/levels", asked).json()
    assert move["kind"] == "play"
    assert move["score"] > 0
    if levels()[level].lookahead is None:
        assert person.post("/analysis/levels", asked).json() == move


def test_only_a_level_that_there_is_moves_and_only_in_a_position(house: House) -> None:
    person = house.visitor()
    asked = {"position": TURN, "level": "static"}
    assert refused(person.post("/analysis/levels", asked | {"level": "nobody"}))[0] == 404
    assert refused(person.post("/analysis/levels", asked | {"position": "nothing"})) == (422, "position")
    assert refused(person.post("/analysis/levels", asked | {"position": TURN.partition(" ")[0]})) == (422, "position")


def test_an_analysis_becomes_a_pdf_in_which_no_text_is_markup(house: House) -> None:
    person = house.visitor()
    evil = "#panic() [*x*] $y$ \\ <a>"
    moves = [{"written": evil[:60], "score": "92", "equity": "+92,0", "wins": ""}]
    line = [{"player": "Ala", "written": "8H KOTA", "score": "12", "comment": evil * 10}] * 100
    asked = {"position": TURN, "comment": evil, "moves": moves, "line": line}
    answer = person.post("/analysis/reports", asked)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF-")
    assert refused(person.post("/analysis/reports", asked | {"position": "15/15"})) == (422, "position")
    for wrong in ({"line": line * 2}, {"moves": moves * 21}, {"comment": "x" * 2001}, {"more": 1}):
        assert person.post("/analysis/reports", asked | wrong).status_code == 400


@pytest.mark.usefixtures("addresses")
def test_ten_names_of_one_address_leave_the_server_to_another_one(house: House) -> None:
    crowd = [house.visitor(f"Ala{n}") for n in range(10)]
    stranger = house.visitor("Ola", x_address="school")
    simulated = {"position": TURN, "deals": 1024}
    with ThreadPoolExecutor(len(crowd)) as threads:
        flood = [threads.submit(each.post, "/analysis", simulated) for each in crowd]
        while house.state.services.jobs.waiting < len(crowd) - 1:
            time.sleep(0.005)
        answer = stranger.post("/analysis", {"position": TURN, "count": 1})
        assert answer.status_code == 200
        assert house.state.services.jobs.waiting, "it did not wait for the others"
        assert {each.result().status_code for each in flood} == {200}


def test_a_person_who_asks_for_much_at_once_is_told_when_to_come_again(house: House) -> None:
    greedy, other = house.visitor("Ala"), house.visitor("Ola")
    with ThreadPoolExecutor(12) as threads:
        asked = [threads.submit(greedy.post, "/analysis", {"position": TURN, "deals": 1024}) for _ in range(10)]
        answers = [each.result() for each in asked]
    full = [each for each in answers if each.status_code != 200]
    assert full
    assert len(full) <= len(answers) - ANALYSE_POSITION.places
    assert {refused(each) for each in full} == {(503, "busy")}
    assert all(int(each.headers["retry-after"]) >= 1 for each in full)
    assert other.post("/analysis", {"position": TURN}).status_code == 200


def test_an_analysis_without_an_end_is_stopped_with_a_sentence(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    person = house.visitor()
    monkeypatch.setattr("mostek.features.analysis.http.ANALYSE_POSITION", replace(ANALYSE_POSITION, seconds=0))
    assert refused(person.post("/analysis", {"position": TURN, "deals": 1024})) == (422, "too_costly")
    monkeypatch.undo()
    assert person.post("/analysis", {"position": TURN, "count": 1}).json()["moves"][0]["equity"] == 92_000
