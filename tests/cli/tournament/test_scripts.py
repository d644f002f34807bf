"""A whole event from a script: a command in JSON on each line, kept or not."""

from __future__ import annotations

import json
from typing import Any

from cli.tournament.desk import Desk

FOUNDING: dict[str, Any] = {
    "type": "create_tournament",
    "at": "2026-11-21T09:00:00",
    "name": "Próba",
    "template": "pfs",
    "starts_on": "2026-11-21",
    "seed": "abc",
    "settings": {"rounds": 3},
}
ENTRIES: list[dict[str, Any]] = [
    {"type": "register_entrant", "person": {"name": f"Gracz {number}", "rating": 10000 + number}}
    for number in range(1, 5)
]
ROUND: list[dict[str, Any]] = [
    {"type": "pair_round", "tables": [[1, 2], [3, 4]]},
    {
        "type": "enter_result",
        "round": 1,
        "table": 1,
        "result": {"kind": "played", "scores": [400, 300]},
        "signed": [1, 2],
    },
]


def answers(desk: Desk, lines: list[Any], options: str = "", status: int = 0) -> list[Any]:
    script = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    result = desk.run(f"run {options} -", script)
    assert result.exit_code == status, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_script_is_answered_line_by_line_and_leaves_nothing(desk: Desk) -> None:
    views = [{"type": "standings"}, {"type": "pairings"}, {"type": "missing"}, {"type": "ratings"}, {"type": "next"}]
    lines = [FOUNDING, *ENTRIES, {"type": "check_in", "numbers": [1, 2, 3, 4]}, *ROUND, *views]
    found = answers(desk, lines)
    assert [answer["line"] for answer in found] == list(range(1, len(lines) + 1))
    assert all(not answer.get("refused") for answer in found)
    assert found[-5]["standings"][0]["name"] == "Gracz 1"
    assert found[-4]["pairings"]["tables"][0]["result"]["scores"] == [400, 300]
    assert [each["table"] for each in found[-3]["missing"]] == [2]
    assert found[-1]["next"][0]["stage"] == "results"
    assert desk.does("list") == []


def test_a_command_without_a_time_comes_at_the_time_of_the_line_before(desk: Desk) -> None:
    answers(desk, [FOUNDING, ENTRIES[0]], "-e proba")
    assert [step["at"] for step in desk.does("log")["steps"]] == ["2026-11-21T09:00:00"] * 2


def test_a_refusal_is_an_answer_and_a_line_that_is_none_is_told(desk: Desk) -> None:
    lines = [{"type": "pair_round", "at": "2026-11-21T09:00:00"}, "nonsense", {"type": "frobnicate"}, {"type": "undo"}]
    found = answers(desk, lines, status=1)
    assert found[0]["refused"]["reason"] == "tournament_not_created"
    assert [answer["error"]["problem"] for answer in found[1:3]] == ["json", "request"]
    assert found[3]["refused"]["reason"] == "nothing_to_undo"


def test_a_script_that_is_kept_can_be_gone_on_with(desk: Desk) -> None:
    answers(desk, [FOUNDING, *ENTRIES], "-e 'Puchar Zimy'")
    answers(desk, [{"type": "check_in", "numbers": [1, 2, 3, 4]}, *ROUND], "-e zimy")
    assert desk.does("show")["event"] == "puchar-zimy"
    assert desk.does("show")["divisions"][0]["missing"] == [2]
    assert desk.does("verify puchar-zimy")["holds"]


def test_the_commands_have_a_schema(desk: Desk) -> None:
    schema = desk.says("run --schema")
    assert "PairRound" in json.loads(schema)["$defs"]
