"""A teacher, sixteen pupils and strangers at the endpoints of the exam and of lessons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mostek.features.classes.exam import CaseSelection, draw_paper
from mostek.features.classes.model import MOST_OF_ADDRESS, MOST_OF_TEACHER, MOST_PUPILS
from mostek.server.http.limits import Limits
from server.http.visitors import House, Visitor, open_house, refused


@pytest.fixture(autouse=True)
def no_lessons(house: House) -> None:
    """Each test begins without lessons."""
    house.state.services.served["classes"].lessons.sweep(2**62)


TASKS: list[dict[str, Any]] = [
    {"type": "position", "board": "H2 PRÓBUJE", "rack": "DARMSYE"},
    {"type": "word", "word": "kot"},
    {"type": "anagram", "letters": "kotara"},
    {"type": "case", "case": "pfs-exchange-six"},
]
DAR = {"I6": "D", "I7": "A", "I8": "R"}


def lesson(house: House, hours: int = 2, **more: Any) -> tuple[Visitor, dict[str, Any]]:
    teacher = house.visitor("Pani Nowak")
    made = teacher.post("/class/sets", {"title": "Lekcja 1", "tasks": TASKS, **more})
    assert made.status_code == 201, made.text
    opened = teacher.post(f"/class/sets/{made.json()['id']}/lessons", {"hours": hours})
    assert opened.status_code == 201, opened.text
    return teacher, opened.json()


def joins(house: House, code: str, name: str) -> tuple[Visitor, str]:
    phone = house.visitor()
    answer = phone.post("/pupils", {"code": code, "name": name})
    assert answer.status_code == 201, answer.text
    return phone, answer.json()["pupil"]


def answers(phone: Visitor, pupil: str, task: int, **given: Any) -> Any:
    return phone.post(f"/pupils/{pupil}/answers", {"task": task, "given": given})


def test_a_paper_is_the_same_for_the_same_seed_and_speaks_the_language(house: House) -> None:
    reader = house.visitor()
    asked = "/exam/paper?rulebook=pfs&difficulty=1&questions=5&seed=klub"
    first, again = reader.get(asked).json(), reader.get(asked).json()
    assert first == again
    assert len(first["questions"]) == 5
    assert {each["rulebook"] for each in first["questions"]} == {"pfs"}
    english = house.visitor(accept_language="en").get(asked).json()
    assert [each["case"] for each in english["questions"]] == [each["case"] for each in first["questions"]]
    assert english["questions"][0]["situation"] != first["questions"][0]["situation"]
    drawn = draw_paper(CaseSelection(rulebooks=("pfs",), difficulties=(1,)), 5, "klub")
    assert [each.case.id for each in drawn.questions] == [each["case"] for each in first["questions"]], (
        "as in the terminal"
    )
    assert [sorted(each.right) for each in drawn.questions] == [each["right"] for each in first["questions"]]


@pytest.mark.parametrize(
    "asked", ["rulebook=fide", "questions=0", "questions=201", "clause=%00", "clause=XYZ-1", "seed=" + "x" * 41]
)
def test_a_paper_that_cannot_be_is_refused_in_a_sentence(house: House, asked: str) -> None:
    assert refused(house.visitor().get(f"/exam/paper?{asked}"))[0] in (400, 404)


def test_a_paper_is_printed_with_its_key(house: House) -> None:
    pytest.importorskip("typst")
    printed = house.visitor().get("/exam/paper.pdf?questions=3&seed=Łódź “1”&key=true")
    assert printed.status_code == 200
    assert printed.headers["content-disposition"].isascii()
    assert printed.content.startswith(b"%PDF")


def test_a_class_solves_a_set_and_the_teacher_sees_who_did_what(house: House) -> None:
    teacher, opened = lesson(house)
    phones = [joins(house, opened["code"].upper(), f"Uczeń {number}") for number in range(16)]
    for phone, pupil in phones:
        shown = phone.get(f"/pupils/{pupil}").json()
        assert "MADRESY" not in json.dumps(shown), "no solution before an answer"
        case = shown["tasks"][3]
        assert answers(phone, pupil, 0, tiles=DAR).status_code == 200
        assert answers(phone, pupil, 1, valid=True).status_code == 200
        assert answers(phone, pupil, 2, word="karota").status_code == 200
        done = answers(phone, pupil, 3, chosen=[case["answers"].index("Nie.")]).json()
        assert [task["answered"]["percent"] for task in done["tasks"][1:]] == [100, 100, 100]
        assert done["tasks"][0]["answered"]["points"] == 17
        assert "140" in done["tasks"][0]["solution"]
    seen = teacher.get(f"/class/lessons/{opened['id']}").json()
    assert [row["name"] for row in seen["pupils"]] == [f"Uczeń {number}" for number in range(16)]
    assert {row["percent"] for row in seen["pupils"]} == {(12 + 300) // 4}
    again = teacher.get(f"/class/lessons/{opened['id']}?seen={seen['version']}").json()
    assert again["pupils"] is None
    table = teacher.get(f"/class/lessons/{opened['id']}/results.csv").content.decode("utf-8-sig")
    assert len(table.splitlines()) == 17
    assert "svg" in teacher.get(f"/class/lessons/{opened['id']}/qr.svg").text


def test_the_name_of_a_pupil_is_no_formula_in_the_results(house: House) -> None:
    teacher, opened = lesson(house)
    joins(house, opened["code"], "=1+1")
    table = teacher.get(f"/class/lessons/{opened['id']}/results.csv").content.decode("utf-8-sig")
    assert table.splitlines()[1] == "'=1+1;0;;;;"


def test_a_task_is_answered_once_and_what_cannot_be_may_be_put_right(house: House) -> None:
    _, opened = lesson(house)
    phone, pupil = joins(house, opened["code"], "Ola")
    assert refused(answers(phone, pupil, 0, tiles={"A1": "D"})) == (400, "bad_answer")
    assert refused(answers(phone, pupil, 0, tiles={"Z9": "D"})) == (400, "bad_answer")
    assert refused(answers(phone, pupil, 0, word="DAR")) == (400, "bad_answer")
    assert refused(answers(phone, pupil, 3, chosen=[4])) == (400, "bad_answer")
    assert refused(answers(phone, pupil, 9, valid=True)) == (404, "no_task")
    assert answers(phone, pupil, 0, tiles=DAR).status_code == 200
    assert refused(answers(phone, pupil, 0, tiles=DAR)) == (409, "task_answered")


def test_a_set_that_does_not_explain_says_nothing_to_the_pupil(house: House) -> None:
    teacher, opened = lesson(house, explain=False)
    phone, pupil = joins(house, opened["code"], "Ola")
    done = answers(phone, pupil, 1, valid=False).json()["tasks"][1]
    right = answers(phone, pupil, 2, word="karota").json()["tasks"][2]
    assert done["answered"]["percent"] == right["answered"]["percent"] == 0
    assert done["solution"] == right["solution"] == ""
    row = teacher.get(f"/class/lessons/{opened['id']}").json()["pupils"][0]
    assert [each["percent"] for each in row["answers"]] == [0, 100]


def test_a_pupil_sees_nothing_of_others_and_a_stranger_nothing_at_all(house: House) -> None:
    _, opened = lesson(house)
    _, first = joins(house, opened["code"], "Zofia Tajna")
    phone, second = joins(house, opened["code"], "Bartek")
    assert "Zofia" not in phone.get(f"/pupils/{second}").text
    assert "Zofia" not in phone.post("/pupils/lesson", {"code": opened["code"]}).text
    stranger, other = house.visitor(), house.visitor("Inny nauczyciel")
    for path in ("", "/results.csv", "/qr.svg"):
        address = f"/class/lessons/{opened['id']}{path}"
        assert stranger.get(address).status_code == 401
        assert refused(other.get(address)) == (404, "no_lesson")
        assert phone.get(address).status_code == 401
    for method, path, body in (
        ("POST", "/code", {}),
        ("PUT", "/door", {"open": False}),
        ("DELETE", "/pupils/1", None),
        ("DELETE", "", None),
    ):
        assert other.ask(method, f"/class/lessons/{opened['id']}{path}", body, {}).status_code == 404
        assert stranger.ask(method, f"/class/lessons/{opened['id']}{path}", body, {}).status_code == 401
    assert refused(stranger.get(f"/pupils/{first[:-1]}{'y' if first[-1] == 'x' else 'x'}")) == (404, "no_pupil")


def test_sets_belong_to_their_teacher(house: House) -> None:
    teacher, _ = lesson(house)
    (own,) = teacher.get("/class/sets").json()["sets"]
    other = house.visitor("Inny nauczyciel")
    assert other.get("/class/sets").json()["sets"] == []
    assert refused(other.get(f"/class/sets/{own['id']}")) == (404, "no_set")
    assert other.ask("PUT", f"/class/sets/{own['id']}", {"title": "x", "tasks": TASKS}, {}).status_code == 404
    assert other.delete(f"/class/sets/{own['id']}").status_code == 404
    assert other.post(f"/class/sets/{own['id']}/lessons", {}).status_code == 404
    shown = teacher.get(f"/class/sets/{own['id']}").json()
    assert [task["kind"] for task in shown["tasks"]] == ["position", "word", "anagram", "case"]
    again = teacher.ask("PUT", f"/class/sets/{own['id']}", {**shown["draft"], "title": "Lekcja 2"}, {})
    assert again.json()["draft"]["title"] == "Lekcja 2"
    assert teacher.delete(f"/class/sets/{own['id']}").json()["sets"] == []


@pytest.mark.parametrize(
    "task",
    [
        {"type": "position", "board": "H2 PRÓBUJE, H2 KOT", "rack": "AA"},
        {"type": "position", "board": "15/15", "rack": "AA"},
        {"type": "position", "board": "A1 ŹŹŹ", "rack": "AA"},
        {"type": "position", "board": "", "rack": "QQQ"},
        {"type": "word", "word": "k0t"},
        {"type": "anagram", "letters": "zzzzz"},
        {"type": "anagram", "letters": "a" * 20},
        {"type": "case", "case": "none"},
    ],
)
def test_a_task_that_cannot_be_is_named(house: House, task: dict[str, Any]) -> None:
    teacher = house.visitor("Pani Nowak")
    answer = teacher.post("/class/sets", {"title": "Lekcja", "tasks": [TASKS[1], task]})
    assert refused(answer) == (400, "bad_task")
    assert "2" in answer.json()["detail"]


def test_bounds_of_a_class(house: House) -> None:
    teacher, opened = lesson(house)
    own = teacher.get("/class/sets").json()["sets"][0]["id"]
    for number in range(MOST_PUPILS):
        joins(house, opened["code"], f"U{number}")
    phone = house.visitor()
    assert refused(phone.post("/pupils", {"code": opened["code"], "name": "Jeszcze"})) == (409, "class_full")
    for _ in range(MOST_OF_TEACHER - 1):
        assert teacher.post(f"/class/sets/{own}/lessons", {}).status_code == 201
    assert refused(teacher.post(f"/class/sets/{own}/lessons", {})) == (409, "too_many_lessons")
    for _ in range((MOST_OF_ADDRESS - MOST_OF_TEACHER) // MOST_OF_TEACHER):
        other, _ = lesson(house)
        another = other.get("/class/sets").json()["sets"][0]["id"]
        for _ in range(MOST_OF_TEACHER - 1):
            assert other.post(f"/class/sets/{another}/lessons", {}).status_code == 201
    late = house.visitor("Za późno")
    made = late.post("/class/sets", {"title": "x", "tasks": [TASKS[1]]}).json()["id"]
    assert refused(late.post(f"/class/sets/{made}/lessons", {})) == (409, "too_many_lessons")
    many = teacher.post("/class/sets", {"title": "x", "tasks": [TASKS[1]] * 41})
    assert many.status_code == 400


def test_names_are_taken_once_and_pseudonyms_are_offered(house: House) -> None:
    _, opened = lesson(house)
    joins(house, opened["code"], "Ola")
    phone = house.visitor()
    door = phone.post("/pupils/lesson", {"code": opened["code"]}).json()
    assert len(door["names"]) == 4
    assert refused(phone.post("/pupils", {"code": opened["code"], "name": "OLA"})) == (409, "nickname_taken")
    assert refused(phone.post("/pupils", {"code": opened["code"], "name": "x" * 25})) == (400, "bad_nickname")
    assert refused(phone.post("/pupils", {"code": opened["code"], "name": "\u200b"}))[0] == 400


def test_a_code_can_be_withdrawn_and_the_door_closed(house: House) -> None:
    teacher, opened = lesson(house)
    phone, pupil = joins(house, opened["code"], "Ola")
    link = opened["url"].rsplit("/", 1)[1]
    renewed = teacher.post(f"/class/lessons/{opened['id']}/code").json()
    assert phone.get(f"/pupils/{pupil}").status_code == 200, "who is in stays"
    for old in (opened["code"], link):
        assert refused(phone.post("/pupils", {"code": old, "name": "Jan"})) == (403, "wrong_class_code")
    teacher.ask("PUT", f"/class/lessons/{opened['id']}/door", {"open": False}, {})
    assert refused(phone.post("/pupils", {"code": renewed["code"], "name": "Jan"})) == (403, "joining_closed")
    removed = teacher.delete(f"/class/lessons/{opened['id']}/pupils/1").json()
    assert removed["pupils"] == []
    assert refused(phone.get(f"/pupils/{pupil}")) == (404, "no_pupil")


def test_nothing_about_pupils_outlives_the_lesson_or_reaches_the_disk(house: House) -> None:
    teacher, opened = lesson(house)
    phone, pupil = joins(house, opened["code"], "Hiacynta Skryta")
    answers(phone, pupil, 2, word="karota")
    house.run(house.state.database.write, lambda connection: None)
    stored = b"".join(path.read_bytes() for path in house.state.services.config.data.rglob("*") if path.is_file())
    assert b"Hiacynta" not in stored
    assert pupil.encode() not in stored
    assert teacher.delete(f"/class/lessons/{opened['id']}").json()["lessons"] == []
    assert refused(phone.get(f"/pupils/{pupil}")) == (404, "no_pupil")
    assert "Hiacynta" not in repr(vars(house.state.services.served["classes"].lessons))


def test_a_lesson_ends_with_its_time_and_with_its_teacher(house: House) -> None:
    teacher, opened = lesson(house, hours=1)
    phone, pupil = joins(house, opened["code"], "Ola")
    house.state.services.served["classes"].lessons.sweep(opened["until"])
    assert refused(phone.get(f"/pupils/{pupil}")) == (404, "no_pupil")
    teacher, opened = lesson(house)
    phone, pupil = joins(house, opened["code"], "Ola")
    assert [each["title"] for each in teacher.get("/me/data").json()["class_sets"]] == ["Lekcja 1"]
    assert teacher.delete("/me").status_code == 200
    assert refused(phone.get(f"/pupils/{pupil}")) == (404, "no_pupil")


def test_a_pupil_leaves_and_is_forgotten(house: House) -> None:
    teacher, opened = lesson(house)
    phone, pupil = joins(house, opened["code"], "Ola")
    assert phone.delete(f"/pupils/{pupil}").status_code == 200
    assert teacher.get(f"/class/lessons/{opened['id']}").json()["pupils"] == []


def test_those_who_guess_codes_do_not_lock_out_the_class_that_scans_the_link(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("guessed")
    monkeypatch.setenv("MOSTEK_DATA", str(folder))
    with open_house(folder, Limits(codes=2, commands=2000, changes=100_000)) as guessed:
        _, opened = lesson(guessed)
        link = opened["url"].rsplit("/", 1)[1]
        attacker = guessed.visitor()
        tries = [attacker.post("/pupils/lesson", {"code": f"zzz{number:03}"}).status_code for number in range(500)]
        assert tries[0] == 403
        assert tries.count(403) < 30
        assert set(tries) == {403, 429}
        assert guessed.visitor().post("/pupils/lesson", {"code": link}).status_code == 200
        assert joins(guessed, link, "Ola")


def test_a_restart_of_the_server_keeps_a_lesson_with_its_answers(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        teacher, opened = lesson(house)
        phone, pupil = joins(house, opened["code"], "Rysie Oko")
        assert answers(phone, pupil, 1, valid=True).status_code == 200
        seen = teacher.get(f"/class/lessons/{opened['id']}").json()
    (kept,) = (tmp_path / "lessons").iterdir()
    assert pupil.encode() not in kept.read_bytes(), "the secret itself is nowhere"
    assert kept.stat().st_mode & 0o077 == 0
    with open_house(tmp_path) as house:
        teacher.house = phone.house = house
        after = teacher.get(f"/class/lessons/{opened['id']}?seen={seen['version']}").json()
        assert after["pupils"] == seen["pupils"], "the page is told again, whatever it has seen"
        assert {each: after[each] for each in ("code", "url", "until")} == {
            each: seen[each] for each in ("code", "url", "until")
        }
        tasks = phone.get(f"/pupils/{pupil}").json()["tasks"]
        assert tasks[1]["answered"]["said"]
        assert tasks[2]["letters"] == "AAKORT", "not the word that the teacher has written"
        assert refused(answers(phone, pupil, 1, valid=False)) == (409, "task_answered")
        joins(house, opened["code"], "Nowy")
        assert teacher.delete(f"/class/lessons/{opened['id']}").status_code == 200
        assert not list((tmp_path / "lessons").iterdir()), "an ended lesson leaves nothing on the disk"
    with open_house(tmp_path) as house:
        assert refused(house.visitor().get(f"/pupils/{pupil}")) == (404, "no_pupil")


def test_a_lesson_whose_time_is_over_or_whose_file_is_damaged_does_not_come_back(tmp_path: Path) -> None:
    with open_house(tmp_path) as house:
        _, opened = lesson(house, hours=1)
        joins(house, opened["code"], "Rysie Oko")
    (kept,) = (tmp_path / "lessons").iterdir()
    whole = kept.read_bytes()
    kept.write_bytes(whole.replace(str(opened["until"]).encode(), b"1000000000000"))
    kept.with_name("cut.lesson").write_bytes(whole[:-20])
    kept.with_name("other.lesson").write_bytes(whole)
    kept.with_name(".draft.lesson.1.ab").write_bytes(whole)
    with open_house(tmp_path) as house:
        assert not house.state.services.served["classes"].lessons.all()
        assert not list((tmp_path / "lessons").iterdir())
