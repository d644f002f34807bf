"""Puzzles over HTTP: the answer stays on the server, the first answer counts, and nobody must have a name."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from live.world import plays
from mostek.core.players import Seat
from mostek.features.puzzles import model
from mostek.features.puzzles.feature import FIND_MISTAKES
from mostek.features.puzzles.model import Puzzle, Theme, built_in, of_difficulty
from mostek.notation.coordinates import Orientation
from mostek.notation.plays import parse_play
from mostek.referee.commands import LayTiles, PassTurn, RecordMove
from mostek.server.http.limits import Limits
from server.http.visitors import House, Visitor, open_house, refused


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("data")) as opened:
        yield opened


def puzzle_of(theme: Theme, place: int = 0) -> Puzzle:
    return built_in().by_theme[theme][place]


def tiles_of(puzzle: Puzzle, written: str | None = None) -> dict[str, Any]:
    """The body of an answer that lays a play."""
    play = puzzle.play
    if written is not None:
        from mostek.core.tiles import tile_set

        play = parse_play(written, Orientation.LETTERED_ROWS, tile_set("pl-current").alphabet)
    laid = play.placement(puzzle.asked.board).tiles
    return {"tiles": {square.name: str(tile) for square, tile in laid.items()}}


def test_a_card_holds_no_answer(house: House) -> None:
    ala = house.visitor("Ala")
    for theme in Theme:
        puzzle = puzzle_of(theme)
        told = ala.get(f"/puzzles/{puzzle.id}").json()
        assert set(told) >= {"board", "rack", "question", "scores"}
        shown = dict(told, board=None, words=None)
        assert puzzle.answer not in str(shown)
        assert (puzzle.answer in told["words"]) is (theme is Theme.PHONEY)


def test_the_daily_puzzle_is_the_same_for_all(house: House) -> None:
    told = [visitor.get("/puzzles/daily").json() for visitor in (house.visitor("Ala"), house.visitor())]
    assert told[0]["id"] == told[1]["id"] == house.visitor().get("/puzzles").json()["daily"]
    assert told[0]["day"]


def test_the_first_answer_counts_and_no_other(house: House) -> None:
    ala, puzzle = house.visitor("Ala"), puzzle_of(Theme.BINGO, 3)
    wrong = ala.post(f"/puzzles/{puzzle.id}/answers", tiles_of(puzzle, puzzle.second)).json()
    assert (wrong["right"], wrong["answered"]) == (False, True)
    assert wrong["change"] < 0
    assert wrong["rating"]["rating"] == 1500 + wrong["change"]
    assert puzzle.answer not in str(wrong)
    again = ala.post(f"/puzzles/{puzzle.id}/answers", tiles_of(puzzle)).json()
    assert again["right"]
    assert again["rating"] is None
    assert ala.get("/puzzles").json()["rating"]["solved"] == 0
    assert ala.get(f"/puzzles/{puzzle.id}").json()["mine"] is False


def test_a_right_answer_raises_a_rating_but_not_after_a_hint(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    one, other = puzzle_of(Theme.PLAY, 5), puzzle_of(Theme.PLAY, 6)
    right = ala.post(f"/puzzles/{one.id}/answers", tiles_of(one)).json()
    assert right["right"]
    assert right["change"] > 0
    assert ola.post(f"/puzzles/{other.id}/hints", {"step": 1}).json()["more"]
    helped = ola.post(f"/puzzles/{other.id}/answers", tiles_of(other)).json()
    assert (helped["right"], helped["change"]) == (True, 0)
    assert (helped["rating"]["solved"], helped["rating"]["tried"]) == (1, 1)


def test_tiles_that_cannot_lie_so_are_no_answer(house: House) -> None:
    ala, puzzle = house.visitor("Ala"), puzzle_of(Theme.SHORT, 2)
    for tiles in ({}, {"A1": puzzle.asked.racks[0][0]}, {"P16": "A"}, {"H8": "Ź"}):
        told = ala.post(f"/puzzles/{puzzle.id}/answers", {"tiles": tiles}).json()
        assert (told["answered"], told["rating"]) == (False, None)
        assert told["sentences"]
    assert ala.get(f"/puzzles/{puzzle.id}").json()["mine"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"tiles": {"H8": "QQ"}},
        {"tiles": {"H8": ""}},
        {"tiles": {"nowhere": "A"}},
        {"tiles": {f"A{n}": "A" for n in range(1, 9)}},
        {"tiles": [1]},
        {"word": "A" * 16},
        {"answer": "KOT"},
        b"[" * 50_000,
    ],
)
def test_a_malformed_answer_is_refused(house: House, body: Any) -> None:
    ala, puzzle = house.visitor("Ala"), puzzle_of(Theme.SHORT, 2)
    assert refused(ala.post(f"/puzzles/{puzzle.id}/answers", body))[0] == 400


def test_an_unknown_puzzle_has_a_sentence(house: House) -> None:
    ala = house.visitor("Ala")
    assert refused(ala.get("/puzzles/000000000000")) == (404, "unknown")
    assert refused(ala.post("/puzzles/000000000000/solution", {})) == (404, "unknown")
    assert ala.get("/puzzles/next?theme=none").status_code == 400


def test_a_phoney_is_named_by_its_word(house: House) -> None:
    ala, puzzle = house.visitor("Ala"), puzzle_of(Theme.PHONEY, 4)
    valid = next(word for word in ala.get(f"/puzzles/{puzzle.id}").json()["words"] if word != puzzle.answer)
    assert refused(ala.post(f"/puzzles/{puzzle.id}/answers", {"word": "ABCDE"}))[1] == "no_such_word"
    assert not ala.post(f"/puzzles/{puzzle.id}/answers", {"word": valid}).json()["right"]
    assert ala.post(f"/puzzles/{puzzle.id}/answers", {"word": puzzle.answer}).json()["right"]


def test_the_solution_before_an_answer_counts_as_a_wrong_one(house: House) -> None:
    ala, puzzle = house.visitor("Ala"), puzzle_of(Theme.ENDING, 7)
    told = ala.post(f"/puzzles/{puzzle.id}/solution", {}).json()
    assert told["answer"] == puzzle.answer
    assert told["tiles"] == tiles_of(puzzle)["tiles"]
    assert ala.get(f"/puzzles/{puzzle.id}").json()["mine"] is False
    assert ala.post(f"/puzzles/{puzzle.id}/answers", tiles_of(puzzle)).json()["rating"] is None


def test_a_lost_ending_says_what_it_loses(house: House) -> None:
    puzzle = next(each for each in built_in().by_theme[Theme.ENDING] if each.second not in ("", "-"))
    told = house.visitor().post(f"/puzzles/{puzzle.id}/answers", tiles_of(puzzle, puzzle.second)).json()
    assert not told["right"]
    assert any(f" {puzzle.points} " in sentence for sentence in told["sentences"])


def test_a_visitor_without_a_name_leaves_nothing(house: House) -> None:
    stranger, puzzle = house.visitor(), puzzle_of(Theme.BINGO, 9)
    before = house.run(house.state.services.served["puzzles"].store.answers)
    assert stranger.post(f"/puzzles/{puzzle.id}/answers", tiles_of(puzzle)).json() | {"sentences": 0} == {
        "right": True,
        "answered": True,
        "sentences": 0,
        "points": stranger.post(f"/puzzles/{puzzle.id}/answers", tiles_of(puzzle)).json()["points"],
        "rating": None,
        "change": 0,
    }
    assert stranger.post(f"/puzzles/{puzzle.id}/solution", {}).status_code == 200
    assert house.run(house.state.services.served["puzzles"].store.answers) == before
    assert stranger.get("/puzzles").json()["rating"] is None
    assert refused(stranger.post("/puzzles/mistakes", {}))[0] == 401


def test_the_next_puzzle_is_near_the_strength_and_new(house: House) -> None:
    ala = house.visitor("Ala")
    seen = set()
    for _ in range(5):
        told = ala.get("/puzzles/next?theme=ending&near=1500").json()
        assert told["theme"] == "ending"
        assert told["id"] not in seen
        assert abs(told["rating"] - 1500) < 600
        seen.add(told["id"])
        ala.post(f"/puzzles/{told['id']}/solution", {})
    easy = house.visitor().get("/puzzles/next?theme=bingo&near=900").json()["rating"]
    hard = house.visitor().get("/puzzles/next?theme=bingo&near=2000").json()["rating"]
    assert easy < hard


def test_who_is_forgotten_leaves_no_results(house: House) -> None:
    ala, puzzle = house.visitor("Ala"), puzzle_of(Theme.BINGO, 11)
    ala.post(f"/puzzles/{puzzle.id}/answers", tiles_of(puzzle))
    data = ala.get("/me/data").json()
    assert [each["puzzle"] for each in data["puzzles"]] == [puzzle.id]
    assert len(data["puzzle_ratings"]) == 1
    before = house.run(house.state.services.served["puzzles"].store.answers)
    assert ala.delete("/me").status_code == 200
    assert house.run(house.state.services.served["puzzles"].store.answers) == before - 1


def test_an_answer_to_a_puzzle_that_is_gone_still_counts(house: House) -> None:
    """A later collection leaves puzzles out; ratings and answers are stored by their names."""
    ala = house.visitor("Ala")
    gone, there = "0123456789ab", puzzle_of(Theme.OUT, 7)
    assert gone not in built_in().by_id
    store, me = house.state.services.served["puzzles"].store, ala.get("/me").json()["person"]["id"]
    for name in (gone, there.id):
        house.run(store.note_answer, me, name, of_difficulty(1500), True)
    told = ala.get("/puzzles").json()
    assert (told["rating"]["tried"], told["rating"]["solved"]) == (2, 2)
    assert sum(theme["tried"] for theme in told["themes"]) == 1
    assert ala.get("/puzzles/daily").status_code == ala.get("/puzzles/next").status_code == 200
    assert refused(ala.get(f"/puzzles/{gone}"))[0] == 404


def test_own_mistakes_come_from_finished_games(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """One word is laid, then both pass until the end. What a mistake is, tests/puzzles says."""
    found = replace(FIND_MISTAKES, target="server.http.puzzle_jobs:one_each")
    monkeypatch.setattr("mostek.features.puzzles.http.FIND_MISTAKES", found)
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    assert ala.post("/puzzles/mistakes", {}).json() == {"puzzles": [], "games": 0, "waiting": 0}
    table = ala.open(rulebook="gen", window=None)
    ala.sit(table)
    ola.sit(table)
    house.run(_lay_a_word, house, table)
    assert refused(ala.post("/puzzles/mistakes", {})) == (409, "playing"), "a game in progress gives nothing"
    house.end(table)
    first = ala.post("/puzzles/mistakes", {}).json()
    assert first == {"puzzles": [], "games": 1, "waiting": 1}, "the game is reviewed first"
    told = [_reviewed(visitor) for visitor in (ala, ola)]
    assert [each["games"] for each in told] == [1, 1]
    for visitor, other, answer in ((ala, ola, told[0]), (ola, ala, told[1])):
        assert len(answer["puzzles"]) == 1
        for card in answer["puzzles"]:
            assert visitor.get(f"/puzzles/{card['id']}").status_code == 200
            assert refused(other.get(f"/puzzles/{card['id']}"))[0] == 404
            assert visitor.post(f"/puzzles/{card['id']}/solution", {}).json()["answer"]
    assert ala.get("/puzzles").json()["rating"]["tried"] == 0, "they are not rated"


def _reviewed(visitor: Visitor) -> dict[str, Any]:
    """The own mistakes when no review is waited for any more."""
    for _ in range(200):
        found: dict[str, Any] = visitor.post("/puzzles/mistakes", {}).json()
        if not found["waiting"]:
            return found
        time.sleep(1.2)  # the endpoint has a limit of 60 requests a minute
    raise AssertionError("the review does not end")


async def _lay_a_word(house: House, table: str) -> None:
    live = await house.state.services.served["tables"].sessions.session(table)
    async with asyncio.timeout(20):
        while True:
            game = await live.open()
            mover = game.on_turn
            if mover is not None and (found := plays(game.board, game.racks[mover])):
                break
            if mover is not None:
                await live.perform(PassTurn(seat=mover))
            await asyncio.sleep(0.02)
        assert await live.perform(LayTiles(seat=mover, placement=found[0])) is None
        while (await live.open()).on_turn is mover:
            for seat in (Seat.FIRST, Seat.SECOND):
                await live.perform(RecordMove(seat=seat))
            await asyncio.sleep(0.05)


def test_answers_have_a_limit(tmp_path: Path) -> None:
    with open_house(tmp_path, Limits(puzzles=3)) as opened:
        visitor, puzzle = opened.visitor("Ala"), puzzle_of(Theme.PHONEY)
        answers = [visitor.post(f"/puzzles/{puzzle.id}/hints", {"step": 1}).status_code for _ in range(4)]
        assert answers == [200, 200, 200, 429]
        assert visitor.get("/puzzles").status_code == 200


def test_a_damaged_collection_has_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = bytearray(model.BUILT_IN.read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "bad.puzzles").write_bytes(data)
    monkeypatch.setattr(model, "BUILT_IN", tmp_path / "bad.puzzles")
    built_in.cache_clear()
    try:
        with open_house(tmp_path / "data") as opened:
            answer = opened.visitor("Ala").get("/puzzles/daily")
            assert refused(answer) == (503, "no_puzzles")
            assert "bad.puzzles" in answer.json()["detail"]
            assert opened.visitor().get("/catalogue").status_code == 200
    finally:
        built_in.cache_clear()
