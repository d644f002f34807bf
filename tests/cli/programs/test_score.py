from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.programs.lines import EMPTY_ROWS, one, run

KOT = "15/15/15/15/15/15/15/7KoT5/15/15/15/15/15/15/15"


def words(answer: dict[str, Any]) -> list[tuple[str, str, int]]:
    return [(word["word"], word["square"], word["points"]) for word in answer["words"]]


def test_a_bonus_play_with_all_that_led_to_its_value() -> None:
    """R lies on a double letter (H4) and J on the double word of the centre (H8)."""
    word = {"word": "SPRÓBUJ", "square": "H2", "points": 38, "letters": 19, "multiplier": 2}
    assert one("score", play="H2 SPRÓBUJ") == {"tile_set": "pl-current", "total": 88, "bingo": 50, "words": [word]}


@pytest.mark.parametrize("position", [None, "", EMPTY_ROWS, f"{EMPTY_ROWS} KOTAAAA/ 0/0 0"])
def test_the_empty_board_is_written_in_several_ways(position: str | None) -> None:
    assert one("score", play="H8 KOT", position=position)["total"] == 10


def test_words_crossed_are_named_with_their_squares() -> None:
    answer = one("score", play="I8 OD", position=KOT)
    assert words(answer) == [("OD", "I8", 5), ("KO", "8H", 3), ("oD", "9H", 4)]
    assert answer["total"] == 12


@pytest.mark.parametrize("play", ["H8 ...A", "H8 (KoT)A", "H8 KoTA", "H8 K(.)TA", "H11 A", "11H A"])
def test_tiles_of_the_board_may_be_written_in_every_usual_way(play: str) -> None:
    answer = one("score", play=play, position=KOT)
    assert words(answer) == [("KoTA", "H8", 5)]


def test_the_orientation_is_what_the_line_says_in_and_out() -> None:
    lettered = one("score", play="8H KOT")
    numbered = one("score", play="H8 KOT", orientation="numbered-rows")
    assert words(lettered) == [("KOT", "8H", 10)]
    assert words(numbered) == [("KOT", "H8", 10)]


def test_a_blank_is_worth_nothing() -> None:
    assert one("score", play="H8 kOT")["total"] == 6


@pytest.mark.parametrize(
    ("request_", "faults"),
    [
        ({"play": "A1 K"}, ["off_centre", "one_tile"]),
        ({"play": "H6 K.T"}, ["gap", "nothing_to_play_through"]),
        ({"play": "A1 KOT", "position": KOT}, ["not_connected"]),
        ({"play": "H8 KIT", "position": KOT}, ["square_taken"]),
        ({"play": "H8 (KI)TA", "position": KOT}, ["nothing_to_play_through"]),
        ({"play": "H8 KoT", "position": KOT}, ["no_tiles"]),
        ({"play": "H14 KOT"}, ["off_centre", "off_board"]),
        ({"play": "H14 A..", "position": KOT}, ["not_connected", "off_board", "nothing_to_play_through"]),
        ({"play": "H8 K?T"}, ["blank_undeclared"]),
        ({"play": "H8 QUIZ"}, ["unknown_letter"]),
        ({"play": "H8 KOT", "position": f"{EMPTY_ROWS} KOAAAAA/ 0/0 0"}, ["not_on_rack"]),
        ({"play": "A1 QXV", "position": f"{EMPTY_ROWS} KO/ 0/0 0"}, ["off_centre", "not_on_rack", "unknown_letter"]),
    ],
)
def test_all_faults_are_named_at_once(request_: dict[str, str], faults: list[str]) -> None:
    answer = one("score", **request_)
    assert [fault["fault"] for fault in answer["faults"]] == faults
    assert "total" not in answer


def test_faults_come_with_the_clause_of_the_rulebook_asked_for() -> None:
    clauses = [one("score", play="A1 KOT", rulebook=book)["faults"][0]["clause"] for book in ("gen", "open", "pfs")]
    assert clauses == ["GEN-5a", "OPEN-first-1", "PFS-3.2.3"]
    assert one("score", play="A1 KOT")["faults"] == [{"fault": "off_centre", "clause": None}]


def test_what_the_text_says_wrongly_about_the_board_is_shown_on_its_squares() -> None:
    (fault,) = one("score", play="H6 .KOT", orientation="lettered-rows")["faults"]
    assert fault == {"fault": "nothing_to_play_through", "clause": None, "squares": ["H6"]}


def test_the_tile_set_is_the_one_asked_for_or_that_of_the_position() -> None:
    assert one("score", play="H8 QUIZ", tile_set="en")["total"] == 44
    assert one("score", play="H8 QUIZ", position=f"{EMPTY_ROWS} QUIZ/ 0/0 0 ld english;")["tile_set"] == "en"


def test_the_examples_of_the_guide_are_true() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "guide" / "programs.md").read_text("utf-8")
    section = guide.partition("## `mostek score`")[2].partition("## `mostek moves`")[0]
    request, valued, faulty = re.findall(r"```json\n(.*?)```", section, re.DOTALL)
    assert run("score", lines=[request.strip()]).answers == [json.loads(valued)]
    assert run("score", lines=["", {"play": "A1 K", "rulebook": "pfs"}]).answers == [json.loads(faulty)]
