from __future__ import annotations

import pytest

from cli.programs.lines import EMPTY_ROWS, one, run
from mostek.core.board import Board, Square, layout
from mostek.core.tiles import Tile, Tiles, tile_set
from mostek.lexicon.curated import short_words
from oracle.movegen import SortedWords, all_placements

KO = "15/15/15/15/15/15/15/7KO6/15/15/15/15/15/15/15"


def test_all_plays_are_counted_and_summed_up(short_lexicon: str) -> None:
    board = Board(layout(), {Square(7, 7): Tile.read("K"), Square(7, 8): Tile.read("O")})
    expected = all_placements(board, Tiles.of("TAŻ"), tile_set("pl-current"), SortedWords(list(short_words())))
    answer = one("moves", position=KO, rack="TAŻ", lexicon=short_lexicon, top=1000)
    assert answer["count"] == len(expected) == len(answer["plays"])
    assert answer["sum"] == sum(expected.values())
    assert [play["score"] for play in answer["plays"]] == sorted(expected.values(), reverse=True)


@pytest.mark.parametrize("orientation", ["lettered-rows", "numbered-rows"])
def test_a_play_can_be_given_back_to_be_scored(short_lexicon: str, orientation: str) -> None:
    answer = one("moves", position=KO, rack="AEK?TŹŻ", lexicon=short_lexicon, top=200, orientation=orientation)
    plays = answer["plays"]
    requests = [{"position": KO, "play": play["play"], "orientation": orientation} for play in plays]
    scored, status = run("score", lines=list(requests))
    assert status == 0
    assert [answer["total"] for answer in scored] == [play["score"] for play in plays]
    assert [answer["words"] for answer in scored] == [play["words"] for play in plays]


def test_a_play_in_full(short_lexicon: str) -> None:
    plays = one("moves", position=KO, rack="T", lexicon=short_lexicon, top=50)["plays"]
    word = {"word": "KOT", "square": "H8", "points": 5, "letters": 5, "multiplier": 1}
    assert {
        "play": "H8 ..T",
        "square": "H8",
        "direction": "across",
        "word": "KOT",
        "score": 5,
        "bingo": 0,
        "words": [word],
    } in plays


def test_the_rack_is_by_default_the_first_of_the_position(short_lexicon: str) -> None:
    implied = one("moves", position=f"{KO} TAŻ/EEE 0/0 0", lexicon=short_lexicon)
    assert implied == one("moves", position=KO, rack="TAŻ", lexicon=short_lexicon)
    assert one("moves", position=f"{KO} TAŻ/EEE 0/0 0", rack="EEE", lexicon=short_lexicon) != implied


def test_the_answer_names_the_list_and_the_tiles(short_lexicon: str) -> None:
    answer = one("moves", rack="KOT", lexicon=short_lexicon, top=0)
    assert answer["lexicon"]["name"] == short_lexicon
    assert len(answer["lexicon"]["hash"]) == 64
    assert answer["tile_set"] == "pl-current"
    assert answer["plays"] == []
    assert answer["count"] > 0


@pytest.mark.parametrize(
    ("request_", "problem"),
    [
        ({"position": KO}, "rack"),
        ({"rack": "AAAAAAAA"}, "rack"),
        ({"rack": "KoT"}, "rack"),
        ({"rack": "QXV"}, "rack"),
        ({"rack": "KOT", "lexicon": "krotkje"}, "lexicon"),
        ({"rack": "KOT", "lexicon": ""}, "lexicon"),
        ({"rack": "KOT", "tile_set": "en"}, "lexicon"),
        ({"rack": "KOT", "top": -1}, "request"),
        ({"rack": "KOT", "position": EMPTY_ROWS + "/15"}, "position"),
    ],
)
def test_errors_concern_their_line_alone(short_lexicon: str, request_: dict[str, object], problem: str) -> None:
    good = {"rack": "KOT", "lexicon": short_lexicon}
    answers, status = run("moves", lines=[good, {"lexicon": short_lexicon} | request_, good])
    assert answers[1]["error"]["problem"] == problem
    assert answers[0] == answers[2] | {"line": 1}
    assert answers[0]["count"] > 0
    assert status == 1
