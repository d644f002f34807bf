"""A class whose phones come to different nodes is one class, and nothing of it is left when the lesson ends."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import func, select

from mostek.store.schema import metadata, open_lesson
from server.http.visitors import House, Visitor, refused
from server.nodes.two_nodes import moved, until

pytestmark = pytest.mark.parametrize("nodes", ["postgresql"], indirect=True)
"""On SQLite a server has one node."""
NAMES = ["Sowa", "Kos", "Żuraw", "Bóbr", "Jeż", "Lis"]
WORDS = ["KOT", "MOST", "KTURY"]


def lesson_of(teacher: Visitor) -> dict[str, Any]:
    body = {"title": "Słowa", "tasks": [{"type": "word", "word": word} for word in WORDS]}
    made = teacher.post("/class/sets", body)
    assert made.status_code == 201, made.text
    opened = teacher.post(f"/class/sets/{made.json()['id']}/lessons", {})
    assert opened.status_code == 201, opened.text
    return dict(opened.json())


def stored(house: House) -> int:
    count = select(func.count()).select_from(open_lesson)
    return int(house.state.services.database.read_now(lambda connection: connection.scalar(count)))


def test_pupils_of_two_nodes_are_in_one_lesson(nodes: tuple[House, House]) -> None:
    one, other = nodes
    teacher = one.visitor("Ewa")
    lesson = lesson_of(teacher)
    there = moved(teacher, other)
    assert other.visitor().post("/pupils/lesson", {"code": lesson["code"]}).json()["title"] == "Słowa"
    pupils = [nodes[n % 2].visitor() for n in range(6)]
    tokens = [
        pupil.post("/pupils", {"code": lesson["code"], "name": name}).json()["pupil"]
        for pupil, name in zip(pupils, NAMES, strict=True)
    ]
    taken = other.visitor().post("/pupils", {"code": lesson["code"], "name": NAMES[0]})
    assert refused(taken) == (409, "nickname_taken")

    def answer(n: int) -> int:
        given = {"task": n % len(WORDS), "given": {"valid": True}}
        return pupils[n // len(WORDS)].post(f"/pupils/{tokens[n // len(WORDS)]}/answers", given).status_code

    with ThreadPoolExecutor(6) as threads:
        assert set(threads.map(answer, range(6 * len(WORDS)))) == {200}
    for person in (teacher, there):
        rows = person.get(f"/class/lessons/{lesson['id']}").json()["pupils"]
        assert [sum(mark is not None for mark in row["answers"]) for row in rows] == [len(WORDS)] * 6, "none is lost"
    renewed = there.post(f"/class/lessons/{lesson['id']}/code", {}).json()
    assert one.visitor().post("/pupils/lesson", {"code": lesson["code"]}).status_code == 403
    assert one.visitor().post("/pupils/lesson", {"code": renewed["code"]}).status_code == 200
    assert there.delete(f"/class/lessons/{lesson['id']}").json()["lessons"] == []
    assert refused(pupils[0].get(f"/pupils/{tokens[0]}")) == (404, "no_pupil")
    assert stored(one) == 0


def test_a_teacher_who_is_erased_ends_the_lessons_at_all_nodes_and_no_backup_has_any(
    nodes: tuple[House, House],
) -> None:
    one, other = nodes
    teacher = other.visitor("Ola")
    lesson = lesson_of(teacher)
    before = stored(one)
    assert before > 0
    assert open_lesson.name not in metadata.tables
    assert moved(teacher, one).delete("/me").status_code == 200
    until(lambda: stored(one) == before - 1)
    assert other.visitor().post("/pupils/lesson", {"code": lesson["code"]}).status_code == 403
