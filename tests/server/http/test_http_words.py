"""Words and boxes of cards over HTTP: answers, bounds, and whose box it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mostek.features.study.http import MOST_SENT, MOST_WORDS
from mostek.features.study.model import MOST_CARDS
from mostek.server.http.limits import Limits
from server.http.visitors import House, open_house


def card(question: str = "KOT", changed: int = 1, **fields: Any) -> dict[str, Any]:
    base = {"kind": "word", "question": question, "lexicon": "pl-wolny@1", "answers": ["yes"], "added": 1, "due": 1}
    return base | {"changed": changed} | fields


def test_words_are_searched_by_everybody(house: House) -> None:
    visitor = house.visitor()
    found = visitor.get("/words/search?pattern=k%3Ft&longest=3").json()
    assert (found["words"], found["total"], found["hooks"]) == (["KAT", "KĄT", "KET", "KIT", "KOT"], 5, [])
    assert found["lexicon"].startswith("pl-wolny@")
    twos = visitor.get("/words/search?shortest=2&longest=2&hooks=true").json()
    assert (twos["total"], len(twos["hooks"])) == (126, 126)
    assert visitor.get("/words/search?tiles=kto&shortest=3").json()["words"] == ["KOT", "KTO", "TOK"]
    assert [row["rank"] for row in visitor.get("/words/likely?length=7&start=3&count=2").json()["rows"]] == [3, 4]
    assert "KLARNET" in [w for row in visitor.get("/words/stems/karten").json()["letters"] for w in row["words"]]
    told = visitor.get("/words/about/kot").json()
    assert (told["valid"], told["points"], told["hooks"]["front"], told["anagrams"]) == (True, 5, "S", ["KTO", "TOK"])
    assert told["editions"] == ""
    assert visitor.get("/words/about/aka").json()["editions"] == "poprawne od wydania 2022-03.2; brak w 2022-03"
    assert len(visitor.get("/words/core").json()["levels"][0]["words"]) == 109
    asked = visitor.get("/words/questions?kind=word&words=kot+tok&seed=a").json()["questions"]
    assert {each["answers"][0] for each in asked} <= {"yes", "no"}


@pytest.mark.parametrize(
    "path",
    [
        "search?pattern=k1",
        "search?pattern=" + "k" * 64,
        "search?pattern=" + "k" * 127,
        "search?tiles=" + "a" * 21,
        "search?shortest=1",
        "search?longest=16",
        f"search?limit={MOST_WORDS + 1}",
        "search?lexicon=none",
        "search?lexicon=../../etc/passwd",
        "likely?length=10",
        "likely?count=501",
        "stems/" + "a" * 15,
        "stems/a1",
        "about/" + "a" * 31,
        "about/k0t",
        "questions?kind=poem",
        "questions?kind=word&set=poems",
        "questions?kind=word&count=201",
        "core?lexicon=none",
    ],
)
def test_what_cannot_be_searched_is_refused_in_words(house: House, path: str) -> None:
    answer = house.visitor(accept_language="pl").get(f"/words/{path}")
    assert answer.status_code == 400, answer.text
    assert answer.json()["detail"]


def test_words_are_looked_up_many_at_once(house: House) -> None:
    told = house.visitor().get("/words/valid?words=kot+tkooo+dom+k0t+tkooo").json()
    assert told["unknown"] == ["TKOOO", "K0T"]
    assert house.visitor().get("/words/valid?words=" + "kot+" * 1001).status_code == 400


@pytest.mark.parametrize(
    "path", ["search?pattern=k%3Ft", "valid?words=kot", "about/kot", "stems/karten", "questions?kind=word"]
)
def test_nobody_searches_while_a_game_of_theirs_runs(house: House, path: str) -> None:
    ala, ola, ewa = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ewa")
    table = ala.open(rulebook="gen", seats=2)
    ala.sit(table)
    assert ala.get(f"/words/{path}").status_code == 200, "a table that waits is no game"
    ola.sit(table)
    for player in (ala, ola):
        answer = player.get(f"/words/{path}")
        assert (answer.status_code, answer.json()["code"]) == (409, "playing")
        assert (
            answer.json()["detail"]
            == "Grasz teraz z innymi. Słowa, analiza i przeglądy będą znów dostępne po tej partii."
        )
    assert ewa.get(f"/words/{path}").status_code == 200
    house.end(table)
    assert ala.get(f"/words/{path}").status_code == 200


def test_who_searches_too_often_waits(folder: Path) -> None:
    with open_house(folder, Limits(words=2)) as house:
        visitor = house.visitor("Ala")
        statuses = [visitor.get("/words/search?pattern=kot").status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        assert house.visitor("Ola").get("/words/search?pattern=kot").status_code == 200


def test_a_box_is_for_a_person_with_a_name_and_for_nobody_else(house: House) -> None:
    assert house.visitor().post("/study/box", {"cards": [card()]}).status_code == 401
    assert house.visitor().delete("/study/box").status_code == 401
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    assert ala.post("/study/box", {"cards": [card()]}).status_code == 200
    assert [each["question"] for each in ala.post("/study/box").json()["cards"]] == ["KOT"]
    assert ola.post("/study/box").json()["cards"] == []
    ola.delete("/study/box")
    assert len(ala.post("/study/box").json()["cards"]) == 1


def test_the_later_change_stays_and_only_what_is_new_is_sent(house: House) -> None:
    ala = house.visitor("Ala")
    review = {"at": 5, "card": "word:KOT:pl-wolny@1", "rating": 3}
    first = ala.post("/study/box", {"cards": [card(changed=5, reps=1)], "reviews": [review]}).json()
    assert (len(first["cards"]), first["reviews"]) == (1, [review])
    stale = ala.post("/study/box", {"cards": [card(changed=4)], "reviews": [review], "since": first["place"]}).json()
    assert (stale["cards"], stale["reviews"]) == ([], [])
    later = ala.post("/study/box", {"cards": [card(changed=6, removed=True)], "since": first["place"]}).json()
    assert [(each["changed"], each["removed"]) for each in later["cards"]] == [(6, True)]
    assert len(ala.post("/study/box").json()["cards"]) == 1, "a removed card stays as a mark"


def test_a_large_box_comes_in_parts_without_a_gap(house: House) -> None:
    ala = house.visitor("Ala")
    for start in range(0, 600, MOST_SENT):
        cards = [card(f"A{number}") for number in range(start, start + MOST_SENT)]
        reviews = [{"at": number, "card": "x", "rating": 1} for number in range(start, start + MOST_SENT)]
        assert ala.post("/study/box", {"cards": cards, "reviews": reviews}).status_code == 200
    got: list[str] = []
    answered: list[int] = []
    part: dict[str, Any] = {"place": 0, "more": True}
    while part["more"]:
        part = ala.post("/study/box", {"since": part["place"]}).json()
        got += [each["question"] for each in part["cards"]]
        answered += [each["at"] for each in part["reviews"]]
    assert sorted(got) == sorted(f"A{number}" for number in range(600))
    assert sorted(answered) == list(range(600))


def test_a_full_box_takes_no_more_and_loses_nothing(house: House) -> None:
    ala = house.visitor("Ala")
    for start in range(0, MOST_CARDS, MOST_SENT):
        cards = [card(f"B{number}") for number in range(start, start + MOST_SENT)]
        assert ala.post("/study/box", {"cards": cards, "since": 1 << 50}).status_code == 200
    refused = ala.post("/study/box", {"cards": [card("B1", changed=9), card("ZA")]})
    assert (refused.status_code, refused.json()["code"]) == (409, "box")
    assert ala.post("/study/box", {"cards": [card("B1", changed=9)], "since": 1 << 50}).status_code == 200
    assert len(ala.get("/me/data").json()["cards"]["cards"]) == MOST_CARDS


@pytest.mark.parametrize(
    "body",
    [
        {"cards": [card(kind="poem")]},
        {"cards": [card("")]},
        {"cards": [card("A" * 31)]},
        {"cards": [card(due=-1)]},
        {"cards": [card(answers=["x"] * 121)]},
        {"cards": [card(more=1)]},
        {"cards": [card(f"A{number}") for number in range(MOST_SENT + 1)]},
        {"reviews": [{"at": 1, "card": "x", "rating": 5}]},
        {"since": -1},
    ],
)
def test_a_change_that_is_none_is_refused(house: House, body: dict[str, Any]) -> None:
    assert house.visitor("Ala").post("/study/box", body).status_code == 400


def test_a_box_is_in_the_own_data_and_goes_with_it(house: House) -> None:
    ala = house.visitor("Ala")
    ala.post("/study/box", {"cards": [card()], "reviews": [{"at": 1, "card": "x", "rating": 2}]})
    box = ala.get("/me/data").json()["cards"]
    assert ([each["question"] for each in box["cards"]], box["reviews"]) == (
        ["KOT"],
        [{"at": 1, "card": "x", "rating": 2}],
    )
    assert box["format"] == "mostek-box-1"
    before = ala.post("/study/box").json()["place"]
    assert ala.delete("/study/box").status_code == 204
    assert ala.get("/me/data").json()["cards"]["cards"] == []
    again = ala.post("/study/box", {"cards": [card("ZA")], "since": before}).json()
    assert [each["question"] for each in again["cards"]] == ["ZA"], "a page that knew the former box misses nothing"


def test_nothing_of_a_box_is_left_when_a_person_is_deleted(house: House) -> None:
    ala = house.visitor("Ala")
    ala.post("/study/box", {"cards": [card("ŻÓŁW")]})
    assert ala.delete("/me").status_code == 200
    from sqlalchemy import select

    from mostek.store.schema import study_card

    wanted = select(study_card.c.body).where(study_card.c.card.contains("ŻÓŁW"))
    rows = house.run(house.state.services.database.read, lambda connection: connection.scalars(wanted).all())
    assert list(rows) == []
