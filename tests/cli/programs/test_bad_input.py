"""What may not be asked of the referee is refused with a reason and a clause, or is no command; the game stays as it was."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from books import OPEN_TIME
from cli.programs.lines import EMPTY_ROWS, Line, run
from loops import with_each
from mostek.referee.commands import Command
from mostek.rules.loading import rulebooks

CREATE: Line = {
    "type": "create_game",
    "players": ["Ala", "Olek"],
    "millis": 1_200_000,
    "position": {"cgp": f"{EMPTY_ROWS} KOTAEIO/TKOAEIO 10/20 0"},
}
PASS: Line = {"type": "pass_turn", "seat": 1}
LAY: Line = {"type": "lay_tiles", "seat": 1, "play": "H8 KOT"}
WARN: Line = {"type": "rule", "by": "arbiter", "clause": "PFS-7.1a", "measure": {"type": "warn", "seat": 1}}
VIEWS: list[Line] = [{"type": "view", "viewer": viewer} for viewer in ("1", "2", "spectator", "arbiter")]
FOUR_PASSES: list[Line] = [PASS | {"seat": seat} for seat in (1, 2, 1, 2)]


def deduct(points: object) -> Line:
    return WARN | {"clause": "PFS-7.1b", "measure": {"type": "deduct", "seat": 1, "points": points}}


def answered(book: str, before: list[Line], bad: Line) -> Line:
    """The answer to a command after others, of which nobody notices anything."""
    create = CREATE | ({} if book in OPEN_TIME else {"millis": None})
    answers, _ = run("referee", "--state", "--rulebook", book, lines=[create, *before, *VIEWS, bad, *VIEWS])
    start = 1 + len(before)
    assert all(not answer.get("refused") and "error" not in answer for answer in answers[:start])
    seen = [answer["view"] for answer in answers[start : start + len(VIEWS)]]
    assert [answer["view"] for answer in answers[-len(VIEWS) :]] == seen
    answer = answers[start + len(VIEWS)]
    if "error" not in answer:
        assert answer["events"] == []
        assert answer["state"]["version"] == sum(len(earlier["events"]) for earlier in answers[:start])
    return answer


def refused(book: str, before: list[Line], bad: Line) -> Line:
    """The refusal of a command of which nobody notices anything. It has a clause and a sentence."""
    answer: Line = answered(book, before, bad)["refused"]
    assert re.match(rf"({book.upper()}|GEN)-\d|(OPEN|SCHOOL|HOUSE)-[a-z]", answer["clause"])
    assert re.fullmatch(r"[A-Z].*\.", answer["message"], re.DOTALL)
    return answer


DURING_A_GAME: list[Line] = [
    PASS,
    LAY,
    {"type": "draw_start_tile", "seat": 1},
    {"type": "draw_tiles", "seat": 1},
    {"type": "start_clock", "seat": 1},
    {"type": "stop_clock", "seat": 1},
    {"type": "check_time"},
    {"type": "credit_time", "seat": 1, "millis": 1, "why": "delivery", "by": "host"},
    {"type": "announce_value", "seat": 1, "points": 5},
    {"type": "announce_exchange", "seat": 1},
    {"type": "exchange_tiles", "seat": 1, "tiles": "KO", "count": 2},
    {"type": "declare_blanks", "seat": 1, "blanks": {"H8": "k"}},
    {"type": "write_blanks", "seat": 1, "blanks": {"H8": "k"}},
    {"type": "dispute_blank", "seat": 1, "blank": {"H8": "k"}},
    {"type": "record_move", "seat": 1},
    {"type": "challenge_words", "seat": 1},
    {"type": "claim_placement", "seat": 1},
    {"type": "type_words", "seat": 1, "words": ["KOT"]},
    {"type": "confirm_slip", "seat": 1},
    {"type": "run_check", "seat": 1},
    {"type": "judge_words", "valid": True, "by": "lexicon"},
    {"type": "override_verdict", "valid": True, "by": "arbiter", "reason": "a misprint"},
    {"type": "confirm", "seat": 1, "what": "clock"},
    {"type": "state_set", "seat": 1, "tiles": "A"},
    {"type": "lay_square", "seat": 1, "count": 100},
    {"type": "dispute_places", "seat": 1},
    {"type": "choose_place", "seat": 1, "place": "clock_left"},
    {"type": "arrive", "seat": 1},
    {"type": "start_lateness", "by": "arbiter"},
    {"type": "leave_board", "seat": 1},
    {"type": "return_to_board", "seat": 1},
    {"type": "state_rack", "seat": 1, "tiles": "KOTAEIO"},
    {"type": "demand_draw", "seat": 1},
    {"type": "claim_surplus", "seat": 1, "of": 2},
    {"type": "inspect_tiles", "seat": 1},
    {"type": "return_tiles", "seat": 1, "tiles": "K"},
    {"type": "count_tiles", "seat": 1},
    {"type": "state_count", "seat": 1, "count": 5},
    WARN | {"clause": "PFS-7.1c", "measure": {"type": "exclude_from_game", "seat": 1}},
    WARN | {"clause": "PFS-3.4.4", "measure": {"type": "force_pass", "seat": 1}},
    {"type": "reverse_ruling", "by": "arbiter", "ruling": 1, "clause": "PFS-7.4", "reason": "no ruling was made"},
    {"type": "correct_score", "seat": 1, "turn": 1, "points": 4},
    {"type": "hand_in_slip", "seat": 1},
    {"type": "correct_slip", "seat": 1, "final": [1, 2]},
    {"type": "reveal_seed", "seed": "7"},
    {"type": "resign", "seat": 1},
    {"type": "abort", "seat": 1},
    {"type": "withdraw_call", "seat": 1},
    {"type": "claim_absence", "seat": 1, "of": 2},
    {"type": "end_idle_game", "by": "host"},
    CREATE,
]
PASSED = {
    "gen": "GEN-15c",
    "chal": "CHAL-11b",
    "open": "OPEN-end-2",
    "school": "SCHOOL-end-2",
    "pfs": "PFS-5.1.1b",
}
"""By which clause a game of each rulebook ends after four passes."""
AFTER_A_GAME = {"sign_slip", "call_arbiter", "report_irregularity", "note_presence", "note_arbiter"}
"""What the federation's rules have people do when a game is over, and what the server notes; the rest is refused where
nothing gave cause for it.
"""


def test_the_list_has_every_command() -> None:
    every = {kind.__struct_config__.tag for kind in get_args(Command)}
    assert {line["type"] for line in DURING_A_GAME} == every - AFTER_A_GAME


@with_each("line", DURING_A_GAME)
@pytest.mark.parametrize("book", rulebooks())
def test_a_game_that_ended_takes_no_command(book: str, line: Line) -> None:
    assert refused(book, FOUR_PASSES, line)["reason"] != "not_on_turn"


@pytest.mark.parametrize(
    "kind", ["pass_turn", "lay_tiles", "exchange_tiles", "challenge_words", "record_move", "draw_tiles"]
)
@pytest.mark.parametrize("book", rulebooks())
def test_whoever_goes_on_playing_is_told_that_the_game_is_over(book: str, kind: str) -> None:
    (line,) = (line for line in DURING_A_GAME if line["type"] == kind)
    assert refused(book, FOUR_PASSES, line) | {"params": {}} == {
        "reason": "game_over",
        "clause": PASSED[book],
        "params": {},
        "message": "The game is over.",
    }


@pytest.mark.parametrize(
    ("line", "clause"),
    [
        (PASS | {"by": "spectator"}, "PFS-6.6.9"),
        (WARN | {"by": "spectator"}, "PFS-6.6.9"),
        (LAY | {"by": "arbiter"}, "PFS-6.1b"),
        (LAY | {"by": "assistant"}, "PFS-6.1b"),
        (PASS | {"by": "recorder"}, "PFS-6.1b"),
        (WARN | {"by": "player"}, "PFS-6.1b"),
        (WARN | {"by": "assistant"}, "PFS-6.1b"),
        (WARN | {"by": "jury"}, "PFS-6.1a"),
        (WARN | {"by": "teacher"}, "PFS-6.1a"),
        ({"type": "start_lateness", "by": "player"}, "PFS-6.1b"),
        ({"type": "judge_words", "valid": True, "by": "player"}, "PFS-6.1b"),
        ({"type": "override_verdict", "valid": True, "by": "lexicon", "reason": "x"}, "PFS-6.1b"),
        ({"type": "report_irregularity", "by": "player", "what": "surplus"}, "PFS-6.1b"),
    ],
    ids=str,
)
def test_who_has_not_the_role_changes_nothing(line: Line, clause: str) -> None:
    answer = refused("pfs", [], line)
    assert (answer["reason"], answer["clause"]) == ("not_permitted", clause)


def test_where_the_rulebook_names_nobody_nobody_rules() -> None:
    assert refused("gen", [], WARN | {"clause": "GEN-9a"})["reason"] == "no_arbiter"


@pytest.mark.parametrize(
    ("before", "line", "reason"),
    [
        ([], PASS | {"seat": 2}, "not_on_turn"),
        ([], {"type": "record_move", "seat": 2}, "nothing_to_record"),
        ([], {"type": "challenge_words", "seat": 2}, "move_not_ended"),
        ([], {"type": "judge_words", "valid": False, "by": "lexicon"}, "no_challenge_open"),
        ([], {"type": "type_words", "seat": 1, "words": ["KOT"]}, "no_challenge_open"),
        ([], {"type": "confirm_slip", "seat": 1}, "no_challenge_open"),
        ([], {"type": "announce_value", "seat": 1, "points": 10}, "nothing_to_announce"),
        ([], {"type": "draw_tiles", "seat": 1}, "draw_not_due"),
        ([], {"type": "draw_start_tile", "seat": 1}, "not_drawing_for_start"),
        ([], {"type": "sign_slip", "seat": 1, "final": [1, 2]}, "game_not_over"),
        ([], {"type": "return_tiles", "seat": 1, "tiles": "A"}, "nothing_to_inspect"),
        ([], {"type": "state_count", "seat": 1, "count": 86}, "not_counting"),
        ([], {"type": "return_to_board", "seat": 1}, "not_awaited"),
        ([LAY], LAY, "not_thinking"),
        ([LAY], {"type": "start_clock", "seat": 2}, "clock_not_yours"),
        ([LAY], {"type": "challenge_words", "seat": 1}, "own_move"),
        ([LAY], {"type": "correct_score", "seat": 1, "turn": 1, "points": 10}, "turn_not_found"),
        ([LAY, {"type": "challenge_words", "seat": 2}], {"type": "record_move", "seat": 2}, "challenge_open"),
        ([{"type": "call_arbiter", "seat": 2}], PASS, "arbiter_awaited"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_what_comes_out_of_order_changes_nothing(before: list[Line], line: Line, reason: str) -> None:
    assert refused("pfs", before, line)["reason"] == reason


@pytest.mark.parametrize("clause", ["PFS-9.9", "PFS-7.1z", "CHAL-9c", "pfs-7.1a", "PFS-7.1a ", "7.1a", ""])
def test_a_ruling_by_a_clause_that_does_not_exist_changes_nothing(clause: str) -> None:
    answer = refused("pfs", [{"type": "call_arbiter", "seat": 1}], WARN | {"clause": clause})
    assert (answer["reason"], answer["clause"]) == ("clause_not_known", "PFS-6.1b")
    assert answer["params"] == {"cited": clause}


def test_nor_is_a_ruling_taken_back_by_one() -> None:
    reverse = {"type": "reverse_ruling", "by": "arbiter", "ruling": 1, "clause": "PFS-9.9", "reason": "an error"}
    assert refused("pfs", [WARN], reverse)["reason"] == "clause_not_known"


@pytest.mark.parametrize("points", [7, 1, 0, -5, 999_999])
def test_a_penalty_that_is_no_multiple_of_five_changes_nothing(points: int) -> None:
    answer = refused("pfs", [], deduct(points))
    assert (answer["reason"], answer["clause"], answer["params"]["step"]) == ("penalty_step", "PFS-7.1b", 5)


def test_a_penalty_of_ten_points_counts() -> None:
    answers, _ = run("referee", "--state", "--rulebook", "pfs", lines=[CREATE, deduct(10)])
    assert answers[1]["state"]["scores"] == [0, 20]


@pytest.mark.parametrize("kind", [line["type"] for line in DURING_A_GAME if line["type"] != "create_game"])
def test_time_does_not_run_backwards(kind: str) -> None:
    (line, *_) = (line for line in DURING_A_GAME if line["type"] == kind)
    answer = refused("pfs", [PASS | {"at": 5000}], line | {"at": 4999})
    assert (answer["reason"], answer["clause"]) == ("time_runs_backwards", "PFS-1.2b")
    assert answer["params"] == {"at": 4999, "latest": 5000}


def test_the_same_moment_is_not_earlier() -> None:
    answers, _ = run(
        "referee", "--rulebook", "pfs", lines=[CREATE, PASS | {"at": 5000}, PASS | {"seat": 2, "at": 5000}]
    )
    assert answers[2]["refused"] is None


def test_nobody_sits_at_a_seat_that_the_game_does_not_have() -> None:
    for line in (PASS | {"seat": 3}, WARN | {"measure": {"type": "warn", "seat": 4}}, LAY | {"seat": 3}):
        assert refused("pfs", [], line)["reason"] == "no_such_seat"


@pytest.mark.parametrize(
    "line",
    [
        deduct(7.5),
        deduct("10"),
        deduct(None),
        WARN | {"measure": {"type": "hang", "seat": 1}},
        WARN | {"measure": None},
        {key: value for key, value in WARN.items() if key != "clause"},
        WARN | {"clause": None},
        WARN | {"by": "referee"},
        PASS | {"at": "5"},
        PASS | {"at": 5.5},
        PASS | {"at": True},
        LAY | {"play": ["H8", "KOT"]},
        {"type": "exchange_tiles", "seat": 1, "tiles": 3},
    ],
    ids=str,
)
def test_what_is_no_command_changes_nothing(line: Line) -> None:
    assert answered("pfs", [LAY], line)["error"]["problem"] in ("request", "play")
