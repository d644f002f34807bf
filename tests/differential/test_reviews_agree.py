"""Python, the command line, the server and the kernel of the page review a game to the same numbers, turn by turn."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from differential.page_reviews import ROLLDOWN, judged_by_page
from engine.written_games import whole_game
from mostek.cli import mostek
from mostek.engine.review import Depth, GameReview, from_json, review, to_json
from server.http.visitors import House, open_house

LEXICON = "pl-wolny"
CUT = 4
"""The turns of a short test."""
PHONEY = """#character-encoding UTF-8
#lexicon pl-wolny
#player1 ala Ala
#player2 ola Ola
>ala: AKOTZYW 8H OKT +12 12
>ola: EIRSZYW H7 S.WY +7 7
>ala: AZYWAAE 12A WAZY +20 32
"""
"""OKT is no word, and stays; the last play does not even touch another tile."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("agreeing")) as opened:
        yield opened


def by_python(game: str) -> dict[str, Any]:
    return plain(review(game, Depth.QUICK))


def plain(found: GameReview) -> dict[str, Any]:
    return dict(json.loads(to_json(found)))


def by_command_line(game: str) -> dict[str, Any]:
    done = CliRunner().invoke(
        mostek, ["--lang", "en", "review", "-", "--depth", "quick", "--json"], input=game.encode()
    )
    assert done.exit_code == 0, done.output
    return plain(from_json(done.stdout))


def by_server(house: House, game: str) -> dict[str, Any]:
    person = house.visitor("Ala")
    id = person.post("/reviews", game.encode(), content_type="application/octet-stream").json()["id"]
    answer = person.post(f"/reviews/{id}", {"depth": "quick"})
    until = time.monotonic() + 600
    while (found := answer.json())["stage"] != "done":
        assert found["stage"] in ("waiting", "running"), found
        assert time.monotonic() < until, "the review does not end"
        time.sleep(0.5)
        answer = person.get(f"/reviews/{id}?depth=quick")
    return plain(from_json(json.dumps(found["review"])))


def by_page(folder: Path, games: Sequence[str]) -> list[list[dict[str, Any] | None]]:
    return judged_by_page(folder, [review(game, Depth.STATIC) for game in games], Depth.QUICK)


def compared(turn: dict[str, Any]) -> dict[str, Any]:
    """A turn without what the page does not work out: luck, and chances of moves that it did not simulate."""
    best = [each if each["deals"] else {**each, "chance": None} for each in turn["best"]]
    return {**turn, "best": best, "luck": None, "luck_chance": None}


def agree_everywhere(house: House, folder: Path, games: Sequence[str]) -> int:
    """Compare them all; the number of turns that the page judged."""
    judged = 0
    for game, page in zip(games, by_page(folder, games), strict=True):
        found = by_python(game)
        assert by_command_line(game) == found
        assert by_server(house, game) == found
        for turn, again in zip(found["turns"], page, strict=True):
            if again is None:
                assert turn["basis"] != "simulation" or not turn["bag"], "the page leaves only ends to the server"
            else:
                assert compared(again) == compared(turn)
                judged += 1
    return judged


def beginning(seed: int) -> str:
    return "\n".join(whole_game(LEXICON, seed, (0, 3)).splitlines()[: 4 + CUT]) + "\n"


@pytest.mark.slow
@pytest.mark.skipif(not ROLLDOWN.is_file(), reason="the tools of the page are not installed")
def test_two_games_are_reviewed_to_the_same_numbers_everywhere(house: House, tmp_path: Path) -> None:
    assert agree_everywhere(house, tmp_path, [beginning(3), PHONEY]) >= CUT + 2
