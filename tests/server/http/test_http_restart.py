"""What stays when the server stops, and what a failed beginning leaves."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from mostek.lexicon import LexiconError
from server.http.visitors import House, Visitor, open_house, refused


def test_people_and_tables_outlive_the_server(folder: Path) -> None:
    with open_house(folder) as house:
        ala, ola = house.visitor("Ala"), house.visitor("Ola")
        waiting, played = ala.open(), ala.open()
        for table in (waiting, played):
            ala.sit(table)
        ola.sit(played)
        me, before = ala.get("/me").json(), ala.get(f"/tables/{played}").json()
    with open_house(folder) as house:
        again = Visitor(house, {})
        again.cookies = ala.cookies
        assert again.get("/me").json() == me
        while again.get("/health").json()["opening"]:
            pass
        assert again.get(f"/tables/{played}").json() == before
        assert again.post("/tables", {}).status_code == 201
        assert house.visitor("Ela").sit(waiting).json()["status"] == "playing"


def test_a_game_that_could_not_begin_before_the_server_stopped_begins_when_it_runs_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopped(_: str) -> None:
        """The server is killed before it can begin the game."""

    with open_house(folder) as house:
        ala, ola = house.visitor("Ala"), house.visitor("Ola")
        table = ala.open()
        ala.sit(table)
        monkeypatch.setattr(house.state.services.served["tables"].sessions, "begin", stopped)
        assert ola.sit(table).json()["status"] == "open"
    with open_house(folder) as house:
        until = time.monotonic() + 10
        while house.visitor().get(f"/tables/{table}").json()["status"] != "playing":
            assert time.monotonic() < until
            time.sleep(0.05)


def test_a_game_whose_lexicon_is_gone_begins_when_it_is_back(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_: str) -> None:
        raise LexiconError("There is no lexicon {name!r}. Known: {names}.", name="x", names="y")

    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    with monkeypatch.context() as patch:
        patch.setattr(house.state.services.served["tables"].sessions, "begin", gone)
        assert refused(ola.sit(table)) == (400, "lexicon")
    assert ola.sit(table).json()["status"] == "playing"
