"""A tournament whose file was copied and went on in two places: found when the two meet, and merged."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.play.tampering import changed
from cli.tournament.desk import Desk
from mostek.store.hash_chain import BEGINNING, body_of, written


@pytest.fixture
def stick(desk: Desk, tmp_path: Path) -> Path:
    """The file of an event of six whose first round is paired, copied on a stick."""
    desk.founded(6).does("pair --tables '1-2 3-4 5-6'")
    place = tmp_path / "stick"
    place.mkdir()
    for end in ("jsonl", "heads"):
        shutil.copy(here(desk).with_suffix(f".{end}"), place)
    return place / "proba.jsonl"


def here(desk: Desk, name: str = "proba") -> Path:
    return desk.folder / "tournaments" / f"{name}.jsonl"


def apart(desk: Desk, stick: Path) -> None:
    """Table 1 is entered in both copies, table 2 differently; the rest in one of them."""
    desk.does("result 1 400:300 --at 2026-04-28T11:00 -e proba")
    desk.does("result 2 410:320 --at 2026-04-28T11:00 -e proba")
    desk.does("register 'Anna Nowa' --city Kutno -e proba")
    for line in ("result 1 400:300", "result 2 420:320", "result 3 333:350", "register 'Beata Nowa'", "checkin Beata"):
        desk.does(f"{line} -e {stick}")


def scores_of(desk: Desk, name: str, table: int) -> list[int]:
    tables = desk.does(f"pairings -e {name}")["pairings"][0]["tables"]
    found: list[int] = next(each["result"]["scores"] for each in tables if each["table"] == table)
    return found


def test_a_diverged_copy_is_found_on_import_and_the_merge_is_named(desk: Desk, stick: Path) -> None:
    apart(desk, stick)
    said = desk.fails(f"import {stick}")
    assert "is a copy of proba, which is here, and both went on" in said
    assert f"mostek tournament merge proba {stick}" in said
    desk.language = "pl"
    assert f"Scal je: mostek tournament merge proba {stick}" in desk.fails(f"import {stick}")


def test_the_differing_result_is_asked_and_the_merge_verifies(desk: Desk, stick: Path) -> None:
    apart(desk, stick)
    before = {path: path.read_bytes() for path in (here(desk), stick)}
    said = desk.says(f"merge proba {stick}", "nie wiem\nB\n")
    assert "Conflict 1: The copies have different results in round 1: 3. Gracz 3 – 4. Gracz 4." in said
    assert "Type one of these: a, b; a! or b! answers all conflicts that follow, too." in said
    assert "Conflict 2" not in said
    assert scores_of(desk, "proba-merged", 2) == [420, 320]
    names = [each["person"]["name"] for each in desk.does("entrants -e proba-merged")["entrants"]]
    assert sorted(names)[:2] == ["Anna Nowa", "Beata Nowa"]
    assert {path: path.read_bytes() for path in before} == before
    proof = desk.does("verify proba-merged")
    assert proof["holds"]
    (merge,) = [check for check in proof["checks"] if check["check"] == "merge"]
    heads = {json.loads(data.splitlines()[-1])["hash"] for data in before.values()}
    assert {merge["continued"], merge["taken"]} == heads
    for head in heads:
        assert desk.does(f"verify proba-merged --head {head}")["holds"]
    assert desk.does("show")["event"] == "proba-merged"


def test_one_answer_may_be_for_all_that_follow(desk: Desk, stick: Path) -> None:
    for table in (1, 2, 3):
        desk.does(f"result {table} 400:300 --at 2026-11-21T11:00")
        desk.does(f"result {table} 300:400 -e {stick}")
    said = desk.says(f"merge proba {stick}", "a\nb!\n")
    assert "Conflict 2" in said
    assert "Conflict 3" not in said
    assert [scores_of(desk, "proba-merged", table) for table in (1, 2, 3)] == [[400, 300], [300, 400], [300, 400]]


def test_the_questions_are_asked_in_polish(desk: Desk, stick: Path) -> None:
    apart(desk, stick)
    desk.language = "pl"
    said = desk.says(f"merge proba {stick}", "a\n")
    assert "Rozbieżność 1: Kopie mają różne wyniki w rundzie 1: 3. Gracz 3 – 4. Gracz 4." in said
    assert "Kopie zostają bez zmian. Prowadź dalej proba-merged" in said
    assert "krok" in desk.says("log -e proba-merged")


def test_different_prizes_are_asked_with_both_lists(desk: Desk, stick: Path) -> None:
    desk.does("prizes 500 250")
    desk.does(f"prizes 700 'puchar' --category junior -e {stick}")
    desk.does(f"prizes 600 -e {stick}")
    said = desk.says(f"merge proba {stick}", "b\n")
    assert "Conflict 1: The copies name different prizes: Classification." in said
    assert "1: 500 zł; 2: 250 zł" in said
    assert "Conflict 2" not in said
    named = {each.get("category", ""): len(each["prizes"]) for each in desk.does("prizes -e proba-merged")["lists"]}
    assert named == {"": 1, "junior": 2}


def test_a_program_gets_the_conflicts_and_answers_them_in_a_file(desk: Desk, stick: Path, tmp_path: Path) -> None:
    apart(desk, stick)
    asked = desk.run(f"merge proba {stick} --json")
    assert asked.exit_code == 1
    found = json.loads(asked.stdout)
    (conflict,) = found["conflicts"]
    assert (conflict["name"], conflict["answer"], found["path"]) == ("result//1/3-4", None, None)
    assert not here(desk, "proba-merged").exists()
    answers = tmp_path / "answers.json"
    answers.write_text(json.dumps({conflict["name"]: "a"}), "utf-8")
    done = desk.does(f"merge proba {stick} --answers {answers} -o Razem")
    assert done["event"] == "razem"
    assert scores_of(desk, "razem", 2) == [410, 320]
    outcomes = [step["outcome"] for step in done["copies"]["b"]["added"]]
    assert outcomes.count("overruled") + outcomes.count("left_out") == 1
    assert "already; call this one otherwise: --output" in desk.fails(f"merge proba {stick} --prefer a -o Razem")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "has no answers"),
        ('{"result//1/3-4": "c"}', "has no answers"),
        ('{"result//1/3-4": "both"}', "has these answers: a, b"),
        ('{"result//9/3-4": "a", "result//1/3-4": "a"}', "There is no conflict 'result//9/3-4'"),
    ],
)
def test_wrong_answers_are_refused(desk: Desk, stick: Path, tmp_path: Path, content: str, said: str) -> None:
    apart(desk, stick)
    answers = tmp_path / "answers.json"
    answers.write_text(content, "utf-8")
    assert said in desk.fails(f"merge proba {stick} --answers {answers} --json")
    assert not here(desk, "proba-merged").exists()


def test_a_preview_writes_nothing(desk: Desk, stick: Path) -> None:
    apart(desk, stick)
    files = sorted(here(desk).parent.iterdir())
    said = desk.says(f"merge proba {stick} --preview")
    assert "Conflict result//1/3-4" in said
    assert "The copies have the first" in said
    assert sorted(here(desk).parent.iterdir()) == files


def test_without_an_answer_nothing_is_written(desk: Desk, stick: Path) -> None:
    apart(desk, stick)
    assert desk.run(f"merge proba {stick}", "").exit_code == 1
    assert not here(desk, "proba-merged").exists()


def test_the_order_of_the_copies_does_not_matter(desk: Desk, stick: Path) -> None:
    apart(desk, stick)
    desk.does(f"merge proba {stick} --prefer a -o jeden")
    desk.does(f"merge {stick} proba --prefer b -o dwa")
    first, second = (desk.says(f"standings -e {name}") for name in ("jeden", "dwa"))
    assert first == second


def test_details_of_a_person_are_shown_and_two_people_may_be_two(desk: Desk, stick: Path, tmp_path: Path) -> None:
    desk.does("register 'Anna Nowa' --rating 120 --at 2026-11-21T11:00")
    desk.does(f"register 'Anna Nowa' --city Kutno --rating 130 --minor -e {stick}")
    said = desk.says(f"merge proba {stick}", "a\n")
    for line in (
        "Both copies have entered Anna Nowa, with different details.",
        "Rating: 120",
        "Rating: 130",
        "Minor: yes",
    ):
        assert line in said
    answers = tmp_path / "answers.json"
    answers.write_text('{"person/Anna Nowa": "both"}', "utf-8")
    done = desk.does(f"merge proba {stick} --answers {answers} -o dwie")
    assert [conflict["answer"] for conflict in done["conflicts"]] == ["both"]
    names = [each["person"]["name"] for each in desk.does("entrants -e dwie")["entrants"]]
    assert names.count("Anna Nowa") == 2
    assert "Anna Nowa: number 7 in copy" in desk.says(f"merge proba {stick} --answers {answers} --preview")


@pytest.mark.parametrize(("language", "said"), [("en", "does not go together"), ("pl", "nie zgadza się")])
def test_a_step_that_the_other_copy_makes_impossible_is_asked(
    desk: Desk, stick: Path, language: str, said: str
) -> None:
    """In one copy a player leaves, and in the other the player sits at a table that was added."""
    desk.language = language
    desk.does("register 'Anna Nowa' --at 2026-11-21T11:00")
    desk.does("register 'Beata Nowa' --at 2026-11-21T11:00")
    desk.does("checkin 7 8 --at 2026-11-21T11:00")
    for end in ("jsonl", "heads"):
        shutil.copy(here(desk).with_suffix(f".{end}"), stick.parent)
    desk.does("table 7 8 --at 2026-11-21T11:01")
    desk.does(f"withdraw 7 --at 2026-11-21T11:02 -e {stick}")
    assert said in desk.says(f"merge proba {stick}", "both\n")
    (table,) = [each for each in desk.does("pairings -e proba-merged")["pairings"][0]["tables"] if each["table"] == 4]
    assert table["result"]["kind"] == "forfeited"
    assert desk.does("verify proba-merged")["holds"]


def test_a_longer_copy_is_taken_whole_and_its_paper_still_proves_it(desk: Desk, stick: Path) -> None:
    desk.does(f"result 1 400:300 -e {stick}")
    noted = json.loads(stick.read_bytes().splitlines()[-1])["hash"]
    desk.does(f"result 2 410:320 3 350:340 -e {stick}")
    refused = desk.run(f"import {stick}", "n\n")
    assert refused.exit_code == 1
    assert "goes on from proba, which is here: 3 steps more." in refused.stdout
    assert "--yes" in desk.fails(f"import {stick} --json")
    desk.says(f"import {stick}", "y\n")
    assert here(desk).read_bytes() == stick.read_bytes()
    proof = desk.does(f"verify proba --head {noted}")
    assert proof["holds"]
    assert "already, with the same steps: proba" in desk.fails(f"import {stick}")


def test_a_longer_copy_of_an_imported_event_adds_its_steps(desk: Desk, stick: Path, tmp_path: Path) -> None:
    other = Desk(tmp_path / "other")
    other.does(f"import {stick} --name inny")
    desk.does("result 1 400:300 2 410:320")
    other.does(f"import {here(desk)} --yes")
    assert scores_of(other, "inny", 2) == [410, 320]
    assert other.does("verify inny")["holds"]


def test_an_older_copy_is_no_news(desk: Desk, stick: Path) -> None:
    desk.does("result 1 400:300")
    said = desk.fails(f"import {stick}")
    assert "and 1 step more: there is nothing to import." in said
    assert "--name NAME" in said
    desk.does(f"import {stick} --name wcześniej")
    assert "1 step more: go on with it" in desk.fails(f"merge proba {stick}")


def test_what_is_no_copy_is_named(desk: Desk, stick: Path, tmp_path: Path) -> None:
    desk.does("result 1 400:300")
    desk.does("new Inny")
    assert "are two tournaments, not two copies of one" in desk.fails("merge proba inny")
    assert "the same: there is nothing to merge" in desk.fails("merge proba proba")
    assert "There is no tournament 'nikt'" in desk.fails("merge proba nikt")
    whole = stick.read_bytes()
    stick.write_bytes(changed(whole, "Gracz 1", "Gracz X", 1)[:-30])
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(whole.replace(b"Gracz 2", b"Gracz Y", 1))
    assert "the hash does not agree" in desk.fails(f"merge proba {damaged}")
    later = tmp_path / "later.jsonl"
    later.write_bytes(whole.replace(b'"format":3', b'"format":99', 1))
    assert "format 99; this mostek reads up to" in desk.fails(f"merge proba {later}")
    later.write_bytes(b"")
    assert "The file is empty" in desk.fails(f"merge proba {later}")
    later.write_bytes(written(BEGINNING, [body_of(whole.splitlines()[0])])[0])
    assert "has no complete step" in desk.fails(f"merge proba {later}")
    later.write_bytes("Imię;Miasto\nAnna;Łódź\n".encode("cp1250"))
    assert "not a tournament of mostek" in desk.fails(f"merge proba {later}")


def test_a_cut_line_of_a_copy_is_left_out_with_a_note(desk: Desk, stick: Path) -> None:
    desk.does("result 1 400:300 --at 2026-04-28T11:00")
    desk.does(f"result 2 400:300 -e {stick}")
    desk.does(f"result 3 400:300 -e {stick}")
    stick.write_bytes(stick.read_bytes()[:-40])
    result = desk.run(f"merge proba {stick}")
    assert result.exit_code == 0
    assert "it is left out" in result.stderr
    missing = desk.does("missing -e proba-merged")["missing"]
    assert [each["table"] for each in missing] == [3]


def test_a_forged_copy_is_named_and_a_forged_decision_is_refused(desk: Desk, stick: Path) -> None:
    desk.does("result 1 400:300 --at 2026-04-28T11:00")
    for table in (1, 2, 3):
        desk.does(f"result {table} 390:300 -e {stick}")
    stick.write_bytes(changed(stick.read_bytes(), "[390,300]", "[490,300]", 2))
    result = desk.run(f"merge proba {stick} --prefer a --preview")
    assert "was changed since it was signed" in result.stderr
    stick.write_bytes(changed(stick.read_bytes(), "[490,300]", "[590,300]", 1))
    assert "does not follow from its command" in desk.fails(f"merge proba {stick} --prefer a")
    assert not here(desk, "proba-merged").exists()


def test_a_copy_without_its_journal_and_one_of_another_desk_are_merged_and_verify(
    desk: Desk, stick: Path, tmp_path: Path
) -> None:
    other = Desk(tmp_path / "other")
    (other.folder / "tournaments").mkdir(parents=True)
    for end in ("jsonl", "heads"):
        shutil.copy(stick.with_suffix(f".{end}"), other.folder / "tournaments")
    other.does("result 1 400:300")
    other.does("result 2 400:300")
    desk.does("result 3 400:300")
    assert desk.does(f"merge proba {here(other)}")["continued"] == "b"
    proof = desk.does("verify proba-merged")
    assert proof["holds"]
    (signed,) = [check for check in proof["checks"] if check["check"] == "signed"]
    assert "another desk has signed" in signed["message"]
    here(other).with_suffix(".heads").unlink()
    result = desk.run(f"merge proba {here(other)}")
    assert "The journal proba.heads is missing beside the file." in result.stderr
    assert desk.does("verify proba-merged-2")["holds"]


def test_an_imported_merge_says_that_it_was_written_anew(desk: Desk, stick: Path, tmp_path: Path) -> None:
    apart(desk, stick)
    desk.does(f"merge proba {stick} --prefer a")
    other = Desk(tmp_path / "other")
    other.does(f"import {here(desk, 'proba-merged')} --name razem")
    proof = other.does("verify razem")
    assert proof["holds"]
    assert [check["outcome"] for check in proof["checks"] if check["check"] == "merge"] == ["open"]


def test_a_merge_of_another_desk_is_named_where_a_copy_is(desk: Desk, stick: Path, tmp_path: Path) -> None:
    apart(desk, stick)
    other = Desk(tmp_path / "other")
    (other.folder / "tournaments").mkdir(parents=True)
    for end in ("jsonl", "heads"):
        shutil.copy(here(desk).with_suffix(f".{end}"), other.folder / "tournaments")
    desk.does(f"merge proba {stick} --prefer b")
    said = other.fails(f"import {here(desk, 'proba-merged')}")
    assert "is a merge that has all of proba" in said
    other.does(said.rpartition("mostek tournament ")[2])
    assert other.does("verify proba-merged")["holds"]


def test_a_merge_can_be_taken_on_step_by_step(desk: Desk, stick: Path) -> None:
    """Each step of the merge can be undone; the copies are there besides."""
    apart(desk, stick)
    desk.does(f"merge proba {stick} --prefer b")
    said = desk.says("undo --yes -e proba-merged")
    assert "This is taken back" in said
    assert desk.does("verify proba-merged")["holds"]


def test_a_damaged_copy_is_merged_or_refused_with_a_sentence(desk: Desk, stick: Path, tmp_path: Path) -> None:
    """Bytes that were changed or cut, and values that were changed under hashes made again."""
    apart(desk, stick)
    whole, rows = stick.read_bytes(), [json.loads(body_of(line)) for line in stick.read_bytes().splitlines()]
    for number in range(60):
        chance = Random(number)
        damaged = tmp_path / "damaged.jsonl"
        damaged.write_bytes(_damaged(whole, rows, chance))
        result = desk.run(f"merge proba {damaged} --prefer {chance.choice('ab')} -o nr{number}")
        assert result.exit_code in (0, 2), (number, result.output)
        assert here(desk, f"nr{number}").exists() == (result.exit_code == 0)
        if result.exit_code == 0:
            proof = desk.run(f"verify nr{number} --json")
            failed = [each["check"] for each in json.loads(proof.stdout)["checks"] if each["outcome"] == "fails"]
            assert set(failed) <= {"signed"}, (number, failed)


def _damaged(whole: bytes, rows: list[Any], chance: Random) -> bytes:
    kind = chance.random()
    if kind < 0.3:
        data = bytearray(whole)
        data[chance.randrange(len(data))] = chance.randrange(256)
        return bytes(data)
    if kind < 0.4:
        return whole[: chance.randrange(len(whole))]
    changed_rows = json.loads(json.dumps(rows))
    place = chance.randrange(1, len(rows))
    changed_rows[place] = _otherwise(changed_rows[place], chance)
    bodies = [json.dumps(row, separators=(",", ":")).encode() for row in changed_rows]
    return written(BEGINNING, bodies)[0]


def _otherwise(value: Any, chance: Random) -> Any:
    """The value with something in it changed."""
    if isinstance(value, dict) and value:
        name = chance.choice(list(value))
        return {**value, name: _otherwise(value[name], chance)}
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        return [*value[:place], _otherwise(value[place], chance), *value[place + 1 :]]
    return chance.choice((0, 1, 2, 7, 99, -1, "x", "", None, [], True, 400, "result_entered"))
