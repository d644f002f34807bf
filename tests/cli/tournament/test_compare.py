"""`mostek tournament compare`: what explains the published pairings of an event, and what looks paired by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.tournament.desk import Answer, Desk

PFS = {
    "graboszyce": (441, 441, "half_split_in_turn:11 danish:1", "none"),
    "katowice": (149, 160, "half_split_in_turn:6 danish:1", "seed_place"),
    "sochaczew": (430, 433, "half_split_in_turn:10 danish_no_repeats:2", "seed_place"),
    "sosnowiec": (294, 312, "half_split_in_turn:11 danish:1", "seed_place"),
}
"""Published events: so many of the tables and byes are ours, by these systems and this treatment of latecomers."""
BY_THE_TEMPLATE = {"graboszyce": 360, "katowice": 111, "sochaczew": 248, "sosnowiec": 247}
"""The same without virtual points, with the best system of each round; Graboszyce, where nobody came late, by Swiss alone."""


def compared(desk: Desk, options: str = "") -> Answer:
    found: Answer = desk.does(f"compare {options}")["comparisons"][0]
    return found


def played(desk: Desk, rounds: int) -> Desk:
    for _ in range(rounds):
        desk.does("pair")
        desk.plays()
    return desk


@pytest.mark.parametrize("plan", ["half_split_in_turn", "swiss", "danish", "danish_no_repeats"])
def test_an_event_of_ours_is_explained_by_its_own_plan(desk: Desk, plan: str) -> None:
    played(desk.founded(14, f"--set rounds=5 --set plan={plan}"), 5)
    found = compared(desk)
    assert (found["alike"], found["seats"]) == (35, 35)
    assert "tables" not in found["rounds"][0]["scores"], "nobody sits at a table of more than two"
    assert all(each["scores"][plan] == each["seats"] for each in found["rounds"])
    assert all(table["starts_alike"] in (True, None) for each in found["rounds"] for table in each["tables"])
    assert not any(each["departures"] or each["by_hand"] for each in found["rounds"])


def test_two_tables_that_a_director_has_changed_by_hand_are_found(desk: Desk) -> None:
    desk.founded(12, "--set rounds=3 --set plan=half_split_in_turn")
    desk.does("pair")
    desk.plays()
    tables = [
        [player["number"] for player in each["players"]] for each in desk.does("pair --preview")["pairing"]["tables"]
    ]
    tables[0][1], tables[1][1] = tables[1][1], tables[0][1]
    laid_out = " ".join("-".join(map(str, table)) for table in tables)
    desk.does(f'pair --tables "{laid_out}"')
    second = compared(desk)["rounds"][1]
    assert (second["alike"], second["seats"]) == (4, 6)
    (departure,) = second["departures"]
    assert sorted(map(sorted, departure["published"])) == sorted(map(sorted, tables[:2]))
    assert [each["cause"] for each in departure["reasons"]] == ["two_tables"]
    said = desk.says("compare --round 2")
    assert "4 of 6 (66 %) tables and byes are alike; the others form 1 circle." in said
    assert "only these two tables differ, as when a director changes them by hand" in said


@pytest.mark.parametrize("treatment", ["as_bye", "seed_place"])
def test_how_latecomers_were_treated_is_found(desk: Desk, treatment: str) -> None:
    settings = f"--set rounds=5 --set plan=half_split_in_turn --set pairing.latecomers={treatment}"
    played(desk.founded(16, settings), 2)
    desk.does("register Spóźniona --rating 190")
    desk.does("register Spóźniony --rating 188")
    desk.does("checkin 17 18")
    played(desk, 3)
    found = compared(desk)
    assert (found["alike"], found["seats"]) == (43, 43)
    assert found["reading"]["latecomers"] == treatment
    assert f"pairing.latecomers={treatment}" in desk.says("compare")
    alike = {reading["latecomers"]: count for reading, count in reversed(found["readings"])}
    assert alike["none"] < 43


def test_a_reading_that_others_equal_is_not_proved(desk: Desk) -> None:
    """Before round 1 there are no points whose order could matter."""
    desk.founded(6, "--set rounds=2")
    desk.does("pair")
    assert "1 other reading explains as many, so it is not proved." in desk.says("compare")
    played(desk.founded(14, "--set rounds=5 --set plan=danish", name="Druga"), 5)
    assert "not proved" not in desk.says("compare -e druga")


def test_a_bye_given_to_another_is_said(desk: Desk) -> None:
    desk.founded(5, "--set rounds=2 --set plan=half_split")
    desk.does('pair --tables "1-3 2-5 4"')
    (first,) = compared(desk)["rounds"]
    causes = {each["cause"] for departure in first["departures"] for each in departure["reasons"]}
    assert "bye" in causes
    assert "another player has the bye: 4. Gracz 4, 5. Gracz 5" in desk.says("compare")


def test_a_repeat_that_ours_avoids_is_said(desk: Desk) -> None:
    """1 and 7 have met in round 1; the opponents that they were to have meet each other."""
    desk.founded(12, "--set rounds=2 --set plan=half_split_in_turn")
    desk.does("pair")
    desk.plays()
    planned = [
        [player["number"] for player in each["players"]] for each in desk.does("pair --preview")["pairing"]["tables"]
    ]
    concerned = [table for table in planned if 1 in table or 7 in table]
    others = [number for table in concerned for number in table if number not in (1, 7)]
    tables = [[1, 7], others, *(table for table in planned if table not in concerned)]
    desk.does(f'pair --tables "{" ".join("-".join(map(str, table)) for table in tables)}"')
    assert "had met before and met again: 1. Gracz 1, 7. Gracz 7" in desk.says("compare --round 2")


def test_pairs_that_no_system_gives_look_paired_by_hand(desk: Desk) -> None:
    desk.founded(20, "--set rounds=2 --set plan=swiss")
    desk.does('pair --tables "1-9 2-14 3-6 4-19 5-12 7-20 8-13 10-16 11-18 15-17"')
    found = compared(desk)
    assert len(found["rounds"][0]["by_hand"]) >= 8
    assert "they look paired by hand." in desk.says("compare")


def test_each_division_is_compared_and_one_can_be_chosen(desk: Desk) -> None:
    desk.does('new "Dwie" --date 2026-11-21 --seed abc --set rounds=2 --set divisions=a,b')
    for division in "ab":
        for number in range(4):
            desk.does(f'register "Gracz {division}{number}" --division {division}')
    desk.does("checkin --all")
    for division in "ab":
        desk.does(f"pair --division {division}")
    assert [each["division"] for each in desk.does("compare")["comparisons"]] == ["a", "b"]
    assert [each["division"] for each in desk.does("compare --division b")["comparisons"]] == ["b"]


def test_the_log_of_another_desk_is_read_and_nothing_is_written(desk: Desk, tmp_path: Path) -> None:
    played(desk.founded(8, "--set rounds=2 --set plan=half_split_in_turn"), 2)
    desk.does(f"export log -o {tmp_path / 'log'}")
    (log,) = tmp_path.glob("log.*")
    other = Desk(tmp_path / "other")
    other.folder.mkdir()
    assert compared(other, str(log))["alike"] == 8
    assert list(other.folder.rglob("*")) == []


@pytest.mark.parametrize(
    "content", [b"", b"{", b"\xff\xfe\x00", b"hello", b'{"tournament": {}, "players": [], "results": []}']
)
def test_a_file_that_is_no_event_is_refused_with_its_name(desk: Desk, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "event.json"
    path.write_bytes(content)
    assert desk.fails(f"compare {path}").startswith("Error: File event.json")


def test_an_event_of_which_only_the_players_are_known_has_nothing_to_compare(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "event.json"
    path.write_text('{"tournament": {}, "players": [{"startingPosition": 1, "name": "A"}], "results": []}', "utf-8")
    assert "No round has been paired yet." in desk.fails(f"compare {path}")


def test_a_log_that_was_cut_is_compared_as_far_as_it_goes_and_a_forged_one_is_refused(
    desk: Desk, tmp_path: Path
) -> None:
    played(desk.founded(8, "--set rounds=2 --set plan=half_split_in_turn"), 2)
    desk.does(f"export log -o {tmp_path / 'log'}")
    (log,) = tmp_path.glob("log.*")
    whole = log.read_bytes()
    log.write_bytes(whole[:-30])
    assert compared(desk, str(log))["alike"] == 8
    log.write_bytes(whole.replace(b"Gracz 3", b"Gracz 9", 1))
    assert log.name in desk.fails(f"compare {log}")


def test_an_event_that_was_not_paired_has_nothing_to_compare(desk: Desk) -> None:
    desk.founded(4)
    assert "No round has been paired yet." in desk.fails("compare")
    desk.does("pair")
    assert "That round has not been paired." in desk.fails("compare --round 2")


def test_the_comparison_is_said_in_polish(desk: Desk) -> None:
    played(desk.founded(8, "--set rounds=2"), 2)
    polish = Desk(desk.folder, "pl")
    said = polish.says("compare")
    assert "Zgodne stoły i pauzy: 8 z 8 (100 %)." in said
    assert "2 rundy są zgodne w całości." in said


@pytest.mark.corpus
@pytest.mark.parametrize(
    "event", ["katowice", *(pytest.param(name, marks=pytest.mark.long) for name in PFS if name != "katowice")]
)
def test_published_events_are_explained(desk: Desk, shared_corpus: Path, event: str) -> None:
    found = compared(desk, str(shared_corpus / "tournaments" / "pfs" / f"{event}-2026.json"))
    assert (found["alike"], found["seats"], found["plan"], found["reading"]["latecomers"]) == PFS[event]
    before = _by_the_template(event, found)
    assert before == BY_THE_TEMPLATE[event]
    assert found["alike"] > before


def _by_the_template(event: str, found: Answer) -> int:
    if event == "graboszyce":
        settings: list[tuple[str, int]] = found["settings"]
        return dict(settings)["swiss"]
    readings: list[tuple[dict[str, Any], int]] = found["readings"]
    return next(count for reading, count in readings if reading["latecomers"] == "none" and not reading["rests"])


@pytest.mark.corpus
def test_a_latecomer_at_another_place_is_named(desk: Desk, shared_corpus: Path) -> None:
    """Katowice: in round 6 the latecomer had other points than before, and with them every table is explained."""
    path = shared_corpus / "tournaments" / "pfs" / "katowice-2026.json"
    (sixth,) = compared(desk, f"{path} --round 6")["rounds"]
    assert sixth["moved"] == {"player": 8, "place": 25, "half_points": 4, "alike": 23}


def test_the_answer_is_one_document(desk: Desk) -> None:
    played(desk.founded(6, "--set rounds=1 --set plan=swiss"), 1)
    json.loads(desk.run("compare --json").stdout)
