"""A game of a round online goes on at the second computer, from the last move that was acknowledged: real servers, real kills."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from cli.tournament.online_seats import is_refused_page, passes_at, seated
from cli.tournament.running_servers import Computer, Director, until

pytestmark = pytest.mark.slow


@pytest.fixture
def computers(tmp_path: Path) -> Iterator[tuple[Computer, Computer]]:
    """The computer of the hall, which serves, and a second one."""
    pair = Computer(tmp_path / "first"), Computer(tmp_path / "second")
    for each in pair:
        each.folder.mkdir()
    pair[0].founded(4).serve()
    yield pair
    for each in pair:
        each.end()


def online(director: Director, tables: int = 2) -> dict[int, Any]:
    """The round is played on the server: its games, by table."""
    director.ask("PUT", "/online", {"tables": "all"})
    director.gives({"type": "start_round"})
    found: dict[int, Any] = until(lambda: (there := games(director)).keys() == set(range(1, tables + 1)) and there)
    return found


def games(director: Director) -> dict[int, Any]:
    return {each["table"]: each for each in director.ask("GET", "/games")["games"]}


def follows(director: Director, second: Computer) -> None:
    """The second computer keeps step."""
    link = director.ask("POST", "/standbys")["url"]
    second.follows("standby", link)
    until(lambda: any(each["there"] and each["behind"] == 0 for each in director.ask("GET", "/standbys")["standbys"]))
    until(lambda: len(copies(second)) == 2)


def copies(second: Computer) -> dict[str, Any]:
    return {path.stem: json.loads(path.read_bytes()) for path in (second.folder / "standby").glob("*/games/*.json")}


def test_a_game_goes_on_after_the_death_of_the_first_computer(computers: tuple[Computer, Computer]) -> None:
    first, second = computers
    director = first.director()
    there = online(director)
    follows(director, second)
    seats = {table: seated(first, director, game) for table, game in there.items()}
    assert passes_at(first, seats[1], 3) == 3
    first.kill()
    died = time.time()
    second.does("take-over", "--yes")
    nobody = time.time() - died
    second.serve()
    now = director.at(second)
    found = games(now)
    assert {table: each["game"] for table, each in found.items()} == {t: each["game"] for t, each in there.items()}
    assert {each["status"] for each in found.values()} == {"playing"}
    with seats[1][0].page(second) as page:
        assert len(page.view["turns"]) == 3, "every move that was acknowledged"
        assert page.view["on_turn"] == 2
        given = [each for each in page.snapshot["events"] if each["type"] == "time_credited"]
    credited = sum(each["millis"] for each in given if each["why"] == "outage" and each["seat"] == 2)
    assert credited >= nobody * 1000, "no clock runs while nobody serves"
    # The browsers keep their seats; another device opens one with the code, as before.
    assert passes_at(second, seats[1], 20) > 0
    until(lambda: games(now)[1]["status"] == "over")
    entered = until(lambda: {card["table"]: card for card in now.ask("GET")["whole"]["tables"]}[1]["light"] == "in")
    assert entered
    assert seats[2][0].sits(second).game == there[2]["game"]


@pytest.mark.long
def test_a_game_moves_with_the_last_move_and_the_first_computer_says_where_it_is(
    computers: tuple[Computer, Computer],
) -> None:
    first, second = computers
    director = first.director()
    there = online(director)
    seats = seated(first, director, there[1])
    link = director.ask("POST", "/standbys")["url"]
    second.does("standby", link, "--once")
    assert passes_at(first, seats, 2) == 2  # nobody follows now, so the last moves are fetched by taking over
    taken = second.does("take-over", "--yes")
    assert taken["told"] is True
    game = seats[0].game
    assert len(copies(second)[game]["events"]) > 2
    assert taken["url"] in is_refused_page(first, seats[0]), "no move is stored here any more"
    assert redirected(f"{first.url}/t/{game}") == f"{second.url}/t/{game}"
    refused = director.refused("PUT", "/online", {"tables": "none"})
    assert refused.code == "copy_moved_to"
    second.serve()
    with seats[0].page(second) as page:
        assert len(page.view["turns"]) == 2
    assert passes_at(second, seats, 20) > 0
    until(lambda: games(director.at(second))[1]["status"] == "over")


def redirected(address: str) -> str | None:
    """Where a page leads on."""
    parts = urlsplit(address)
    line = HTTPConnection(parts.netloc, timeout=30)
    try:
        line.request("GET", parts.path)
        return line.getresponse().headers["Location"]
    finally:
        line.close()
