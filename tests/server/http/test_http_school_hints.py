"""Hints without vulgar words: for the pupils of a lesson and the players of an event that close them, and never in a verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from mostek.engine.search import best
from mostek.lexicon.school_words import is_vulgar
from mostek.server.http.school_hints import MEMBER_COOKIE
from mostek.tournament.settings import templates
from server.http.test_http_classes import answers, joins, lesson
from server.http.test_http_rounds_online import chosen, games, opened, sits, started
from server.http.test_http_tournaments import codes, founded, give
from server.http.visitors import House, Visitor, refused

RUDE = "DUPA"
CLOSED: dict[str, Any] = {"entry.school_words": True}
RACK = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 ABĆEJŻŹ/ 0/0 0"
"""A rack whose four best plays are vulgar."""


@pytest.fixture(autouse=True)
def no_lessons(house: House) -> None:
    house.state.services.served["classes"].lessons.sweep(2**62)


def hints(who: Visitor) -> Iterator[str]:
    """The words of every kind of hint that has a vulgar one for others."""
    yield from who.get("/words/search?pattern=dup*&longest=5").json()["words"]
    yield from who.get("/words/search?tiles=dupa&shortest=3").json()["words"]
    for row in who.get("/words/search?shortest=3&longest=3&limit=500&pattern=*up*&hooks=true").json()["hooks"]:
        yield from (letter + row["word"] for letter in row["front"])
        yield from (row["word"] + letter for letter in row["back"])
    yield from (word for row in who.get("/words/likely?length=4&count=500").json()["rows"] for word in row["words"])
    yield from (word for row in who.get("/words/stems/dup").json()["letters"] for word in row["words"])
    facts = who.get("/words/about/upa").json()
    yield from (letter + facts["word"] for letter in facts["hooks"]["front"])
    yield from who.get("/words/about/puda").json()["anagrams"]
    asked = who.get(f"/words/questions?kind=anagrams&words={RUDE}+kot").json()["questions"]
    yield from (word for each in asked for word in each["answers"])
    yield from suggested(who)


def suggested(who: Visitor) -> list[str]:
    """The plays of an analysis by the server, as words."""
    moves = who.post("/analysis", {"position": RACK, "count": 5}).json()["moves"]
    return ["".join(move["tiles"]).upper() for move in moves if move["kind"] == "play"]


def closed(who: Visitor) -> bool:
    """Whether the hints are closed; either all of them are or none."""
    found = [word for word in hints(who) if is_vulgar(word)]
    offer = who.get("/analysis").json()
    assert (offer["words"] is None) is (not found), "a page that searches by itself would show them"
    return not found


def test_hints_are_closed_for_the_pupils_of_a_lesson_and_for_nobody_else(house: House) -> None:
    teacher, there = lesson(house)
    phone, _ = joins(house, there["code"], "Ala")
    stranger = house.visitor()
    assert (closed(phone), closed(teacher), closed(stranger)) == (True, False, False)
    assert suggested(stranger)[0] == "JEBAĆ"
    assert suggested(phone)[0] == "ŻABĆ"
    assert teacher.delete(f"/class/lessons/{there['id']}").status_code == 200
    assert not closed(phone), "the lesson is over"


def test_a_set_may_show_all_words(house: House) -> None:
    _, there = lesson(house, school_words=False)
    phone, _ = joins(house, there["code"], "Ala")
    assert not closed(phone)


def test_a_pupil_who_leaves_is_a_visitor_like_others(house: House) -> None:
    _, there = lesson(house)
    phone, pupil = joins(house, there["code"], "Ala")
    left = phone.delete(f"/pupils/{pupil}")
    assert left.status_code == 200
    cookie = next(each for each in left.headers.get_list("set-cookie") if each.startswith(MEMBER_COOKIE))
    assert "Max-Age=0" in cookie
    del phone.cookies[MEMBER_COOKIE]
    assert not closed(phone)


def test_a_verdict_never_depends_on_it(house: House) -> None:
    _, there = lesson(house)
    phone, _ = joins(house, there["code"], "Ala")
    assert phone.get(f"/words/valid?words={RUDE}+xyz").json()["unknown"] == ["XYZ"]
    told = phone.get(f"/words/about/{RUDE}").json()
    assert (told["valid"], told["readings"]) == (True, []), "it is judged, and not explained"


def test_a_task_with_a_vulgar_word_is_refused_with_the_next_step(house: House) -> None:
    teacher = house.visitor("Pani Nowak", accept_language="en")
    rude: list[dict[str, Any]] = [
        {"type": "word", "word": RUDE},
        {"type": "anagram", "letters": "piździć"},
        {"type": "position", "board": f"H8 {RUDE}", "rack": "AEIKNOW"},
    ]
    for task in rude:
        body = {"title": "Słowa", "tasks": [task]}
        answer = teacher.post("/class/sets", body)
        assert answer.status_code == 400, answer.text
        assert "Task 1" in answer.json()["detail"]
        assert "let this set show vulgar words" in answer.json()["detail"]
        assert teacher.post("/class/sets", body | {"school_words": False}).status_code == 201


def test_a_solution_shows_no_vulgar_word_and_counts_it_all_the_same(house: House) -> None:
    tasks = [
        {"type": "position", "board": "", "rack": "ABĆEJŻŹ"},
        {"type": "anagram", "letters": "icp"},
    ]
    _, there = lesson(house, tasks=tasks)
    phone, pupil = joins(house, there["code"], "Ala")
    shown = answers(phone, pupil, 0, tiles=dict(zip(("D8", "E8", "F8", "G8", "H8"), "BAJŻE", strict=True)))
    assert shown.json()["tasks"][0]["answered"]["percent"] == 100
    assert "BAJŻE" in shown.json()["tasks"][0]["solution"]
    told = answers(phone, pupil, 1, word="cip").json()["tasks"][1]
    assert told["answered"]["percent"] == 100, "the list decides"
    assert not any(is_vulgar(word) for word in told["solution"].replace(",", "").split())


def test_the_best_play_that_is_shown_is_the_best_one_without_a_vulgar_word() -> None:
    plays = [each.written.partition(" ")[2] for each in best(RACK, count=10)]
    assert is_vulgar(plays[0])
    assert next(word for word in plays if not is_vulgar(word)) == "ŻABĆ"


def test_hints_are_closed_for_the_players_of_an_event_that_says_so(house: House) -> None:
    director, id = founded(house, **CLOSED)
    code = codes(director, id)[1]["code"]
    phone = house.visitor()
    assert phone.get(f"/players/{code}").status_code == 200
    assert (closed(phone), closed(director), closed(house.visitor())) == (True, False, False)
    changed = give(director, id, {"type": "choose_settings", "settings": {"entry.school_words": False}})
    assert changed.status_code == 200, changed.text
    assert not closed(phone)


def test_the_page_of_a_player_itself_says_it(house: House) -> None:
    """The first answer stands in the page, so nothing more is asked for."""
    director, id = founded(house, **CLOSED)
    phone = house.visitor()
    phone.send("GET", f"/me/{codes(director, id)[2]['code']}", {})
    assert closed(phone)


def test_a_player_online_has_it_on_every_device(house: House) -> None:
    director, id = founded(house, **CLOSED)
    assert chosen(director, id).status_code == 200
    started(director, id)
    opened(director, id, 2)
    player = house.visitor("Anna")
    assert sits(player, codes(director, id)[1]["code"]).status_code == 200
    assert refused(player.get("/words/search?pattern=dup*&longest=5")) == (409, "playing")
    assert player.get("/analysis").json()["school_hints"] is True, "no page of a player was opened here"
    assert games(director, id)


def test_an_event_of_schools_closes_them_from_the_start() -> None:
    wanted = {name: template.entry.school_words.value for name, template in templates().items()}
    assert wanted["school"] is True
    assert not any(value for name, value in wanted.items() if name != "school")


def test_an_odd_cookie_closes_and_breaks_nothing(house: House) -> None:
    for odd in ("", ".", "lesson", "lesson.", "event.../../x", "event." + "a" * 5000, "lesson.;", "other.1"):
        visitor = house.visitor()
        visitor.cookies[MEMBER_COOKIE] = odd
        assert not closed(visitor)
