from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from cli.programs.lines import EMPTY_ROWS, Line, run
from mostek.cli import mostek
from mostek.notation import wire
from mostek.referee import replay
from mostek.referee.events import Event

CREATE: Line = {"type": "create_game", "players": ["Ala", "Olek"]}
POSITION = f"{EMPTY_ROWS} KOTAEIO/TKOAEIO 10/20 0"
TAKEN_UP: Line = CREATE | {"position": {"cgp": POSITION}}
LAY: Line = {"type": "lay_tiles", "seat": 1, "play": "H8 KOT"}
RECORD: Line = {"type": "record_move", "seat": 2}


def events(answers: list[Line]) -> list[Event]:
    return [wire.decode_event(json.dumps(event)) for answer in answers for event in answer.get("events", [])]


def types(answer: Line) -> list[str]:
    return [event["type"] for event in answer["events"]]


def test_a_move_is_laid_and_recorded() -> None:
    answers, status = run("referee", "--state", lines=[TAKEN_UP, LAY, RECORD])
    assert types(answers[1]) == ["tiles_laid", "value_announced"]
    assert types(answers[2]) == ["recorded", "move_accepted", "turn_opened", "tiles_drawn"]
    assert answers[2]["state"] == {
        "version": 11,
        "phase": "thinking",
        "on_turn": 2,
        "scores": [20, 20],
        "clock": None,
        "bag_count": 83,
    }
    assert status == 0


def test_the_answers_hold_the_whole_game() -> None:
    answers, _ = run("referee", "--state", lines=[TAKEN_UP, LAY, RECORD])
    game = replay(events(answers))
    assert game is not None
    assert list(game.scores) == answers[-1]["state"]["scores"]
    assert len(game.bag) == answers[-1]["state"]["bag_count"]


def test_a_refusal_has_its_clause_and_a_sentence_and_is_no_error() -> None:
    for book, clause in (("gen", "GEN-"), ("pfs", "PFS-")):
        create = TAKEN_UP | ({"millis": 60_000} if book == "pfs" else {})
        answers, status = run("referee", "--rulebook", book, lines=[create, {"type": "pass_turn", "seat": 2}])
        assert answers[1]["events"] == []
        refused = answers[1]["refused"]
        assert refused["reason"] == "not_on_turn"
        assert refused["clause"].startswith(clause)
        assert refused["message"]
        assert status == 0


def test_a_faulty_play_is_refused_with_all_its_faults() -> None:
    answers, _ = run("referee", lines=[TAKEN_UP, LAY | {"play": "A1 Q"}])
    faults = answers[1]["refused"]["params"]["faults"]
    assert [fault["fault"] for fault in faults] == ["off_centre", "one_tile", "not_on_rack", "unknown_letter"]


def test_a_placement_may_be_given_square_by_square_or_in_either_orientation() -> None:
    placement: Line = {"type": "lay_tiles", "seat": 1, "placement": {"H8": "K", "H9": "O", "H10": "T"}}
    numbered = LAY | {"play": "8H KOT", "orientation": "numbered-rows"}
    answers = [run("referee", lines=[TAKEN_UP, line]).answers[1] for line in (LAY, placement, numbered)]
    assert answers[0] == answers[1] == answers[2]


def test_words_challenged_are_judged_at_once_by_the_lexicon_that_is_open(short_lexicon: str) -> None:
    challenge = {"type": "challenge_words", "seat": 2}
    arguments = ("referee", "--lexicon", short_lexicon)
    answers, _ = run(*arguments, lines=[TAKEN_UP, LAY, challenge])
    assert types(answers[2]) == ["words_challenged", "words_judged"]
    assert answers[2]["events"][1]["valid"] is True
    answers, _ = run(*arguments, lines=[TAKEN_UP, LAY | {"play": "H8 TKO"}, challenge])
    assert types(answers[2])[1:3] == ["words_judged", "move_withdrawn"]
    assert answers[0]["events"][0]["lexicon"][0] == short_lexicon


def test_without_a_lexicon_the_verdict_is_a_command() -> None:
    challenge = {"type": "challenge_words", "seat": 2}
    verdict = {"type": "judge_words", "valid": False, "by": "teacher"}
    answers, _ = run("referee", "--lexicon", "none", lines=[TAKEN_UP, LAY, challenge, verdict])
    assert types(answers[2]) == ["words_challenged"]
    assert types(answers[3])[:2] == ["words_judged", "move_withdrawn"]


def test_a_game_that_names_another_lexicon_is_not_judged_by_this_one(short_lexicon: str) -> None:
    other = CREATE | {"lexicon": ["osps", "50", "0" * 64]}
    answers, status = run("referee", "--lexicon", short_lexicon, lines=[other])
    assert answers[0]["error"]["problem"] == "lexicon"
    assert status == 1


def test_an_unknown_lexicon_is_wrong_use(short_lexicon: str) -> None:
    assert run("referee", "--lexicon", "krotkje", lines=[CREATE]) == ([], 2)


def test_a_seed_repeats_the_bag() -> None:
    games = [run("referee", "--seed", seed, lines=[CREATE]).answers for seed in ("1", "1", "2")]
    assert games[0] == games[1] != games[2]
    assert run("referee", lines=[CREATE]).answers != run("referee", lines=[CREATE]).answers


def test_draws_may_be_stated() -> None:
    by_hand = {"draw": False, "announce": True, "record_own": True, "record_closed": True, "clock": True}
    draw = {"type": "draw_tiles", "seat": 1}
    lines = [CREATE | {"steps": by_hand, "starter": 1}, draw | {"tiles": "ŹŹ"}, draw | {"tiles": "Ź??ĄAAA"}]
    answers, _ = run("referee", lines=list(lines))
    assert answers[1]["refused"]["reason"] == "not_in_bag"
    (drawn,) = answers[2]["events"]
    assert sorted(drawn["tiles"]) == sorted("Ź??ĄAAA")


def test_a_position_is_turned_to_the_seats() -> None:
    game = TAKEN_UP | {"position": {"cgp": POSITION, "on_turn": 2}}
    answers, _ = run("referee", "--state", lines=[game, {"type": "view", "viewer": 2}])
    assert answers[0]["state"]["on_turn"] == 2
    assert answers[0]["state"]["scores"] == [20, 10]
    assert sorted(answers[1]["view"]["rack"]) == sorted("KOTAEIO")


@pytest.mark.parametrize("viewer", ["1", "2", "spectator"])
def test_a_viewer_learns_only_what_is_theirs(viewer: str) -> None:
    lines = [
        TAKEN_UP,
        LAY,
        RECORD,
        {"type": "pass_turn", "seat": 2},
        {"type": "exchange_tiles", "seat": 1, "tiles": "AE"},
    ]
    answers, _ = run("referee", "--viewer", viewer, "--seed", "3", lines=list(lines))
    created = answers[0]["events"][0]
    assert set(created["bag"]) == {"#"}
    for seat, rack in enumerate(created["racks"], 1):
        assert (rack == "#" * 7) is (viewer != str(seat))
    for event in (event for answer in answers[1:] for event in answer["events"]):
        if event["type"] in ("tiles_drawn", "tiles_set_aside", "tiles_returned"):
            assert (set(event["tiles"]) == {"#"}) is (viewer != str(event["seat"]))


def test_a_refusal_is_told_only_to_those_it_concerns() -> None:
    exchange = {"type": "exchange_tiles", "seat": 1, "tiles": "ŹŹŹ"}
    told = {viewer: run("referee", "--viewer", viewer, lines=[TAKEN_UP, exchange]).answers[1] for viewer in "12"}
    assert told["1"]["refused"]["reason"] == "not_on_rack"
    assert told["2"]["refused"] is None


def test_a_view_is_what_that_seat_sees() -> None:
    lines = [TAKEN_UP, *({"type": "view", "viewer": viewer} for viewer in (1, 2, "spectator", None))]
    answers, _ = run("referee", lines=list(lines))
    racks = [answer["view"]["rack"] for answer in answers[1:]]
    assert racks == ["AEIKOOT", "AEIKOOT", None, None]
    assert [answer["view"]["racks"] for answer in answers[1:]] == [None] * 4


@pytest.mark.parametrize("viewer", [3, 4, "2nd", ""])
def test_there_is_no_view_of_an_empty_seat(viewer: Any) -> None:
    answers, _ = run("referee", lines=[TAKEN_UP, {"type": "view", "viewer": viewer}])
    assert answers[1]["error"]["problem"] == "viewer"


def test_a_viewer_does_not_get_the_view_of_another() -> None:
    answers, _ = run("referee", "--viewer", "1", lines=[TAKEN_UP, {"type": "view", "viewer": 2}, {"type": "view"}])
    assert answers[1]["error"]["problem"] == "viewer"
    assert answers[2]["view"]["viewer"] == 1


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ({"type": "surrender", "seat": 1}, "request"),
        ({"type": "pass_turn"}, "request"),
        ({"type": "pass_turn", "seat": 9}, "request"),
        (LAY | {"play": "H8 K.T"}, "play"),
        (LAY | {"play": "H8 K-T"}, "play"),
        (LAY | {"seat": 0}, "request"),
        (LAY | {"points": 10}, "request"),
        (CREATE | {"rulebook": "psf"}, "rulebook"),
        (CREATE | {"layout": "round"}, "request"),
        (CREATE | {"changes": {"exchange.most": 3}}, "request"),
        (CREATE | {"position": {"cgp": "15/15"}}, "position"),
        (CREATE | {"position": {"cgp": POSITION, "turn": 1}}, "request"),
        (CREATE | {"players": ["A", "B", "C"], "position": {"cgp": POSITION}}, "position"),
        (CREATE | {"position": {"cgp": POSITION, "on_turn": 3}}, "position"),
        ('{"type": "pass_turn", "seat": ' + "[" * 100_000, "json"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_what_is_no_command_is_an_error_and_changes_nothing(line: Line | str, problem: str) -> None:
    answers, status = run("referee", "--state", lines=[line, TAKEN_UP, LAY])
    assert answers[0]["error"]["problem"] == problem
    assert types(answers[2]) == ["tiles_laid", "value_announced"]
    assert status == 1


def test_before_the_game_is_created_everything_else_is_refused() -> None:
    answers, status = run("referee", "--state", lines=[RECORD, LAY, {"type": "view"}, CREATE, CREATE])
    assert [answer["refused"]["reason"] for answer in answers[:2]] == ["game_not_created"] * 2
    assert answers[0]["state"] is None
    assert answers[2]["error"]["problem"] == "viewer"
    assert answers[3]["refused"] is None
    assert answers[4]["refused"]["reason"] == "game_already_created"
    assert status == 1


def test_a_second_game_does_not_change_the_rules_of_the_first() -> None:
    lines = [TAKEN_UP, TAKEN_UP | {"rulebook": "pfs", "millis": 1000}, LAY | {"play": "A1 KOT"}]
    answers, _ = run("referee", lines=list(lines))
    assert answers[2]["refused"]["clause"] == "GEN-5a"


def test_the_schemas_name_every_command_and_event() -> None:
    for flag, schema in (("--schema", wire.command_schema()), ("--event-schema", wire.event_schema())):
        result = CliRunner().invoke(mostek, ["referee", flag])
        assert result.exit_code == 0
        assert json.loads(result.stdout) == json.loads(json.dumps(schema))


def test_the_steps_of_a_table_may_be_named() -> None:
    table = TAKEN_UP | {"rulebook": "pfs", "millis": 1_200_000, "venue": "table", "steps": "at_table"}
    answers, _ = run("referee", lines=[table, LAY, {"type": "stop_clock", "seat": 1}])
    assert types(answers[1]) == ["tiles_arranged"]
    assert types(answers[2]) == ["clock_stopped", "tiles_laid"]
    answers, status = run("referee", lines=[table | {"steps": "at_a_table"}])
    assert answers[0]["error"]["problem"] == "request"
    assert "at_table" in answers[0]["error"]["reason"]
    assert status == 1
