"""Tables that never became a game: who deletes them, and when they close by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import update

from mostek.app.lobby import ABANDONED, DESERTED, HOST_GONE
from mostek.store.schema import person
from mostek.store.tokens import now
from server.http.visitors import House, open_house, refused


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(tmp_path_factory.mktemp("deleting")) as opened:
        yield opened


def test_a_host_deletes_a_table_that_has_not_begun(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ola.sit(table)
    assert refused(ola.delete(f"/tables/{table}")) == (403, "not_host")
    assert refused(house.visitor("Ela").delete(f"/tables/{table}")) == (403, "not_host")
    assert refused(house.visitor().delete(f"/tables/{table}"))[0] == 401
    for _ in range(2):  # twice does no harm
        assert ala.delete(f"/tables/{table}").json()["status"] == "closed"
    assert refused(ala.sit(table)) == (409, "not_open")
    assert refused(ala.delete("/tables/nothing")) == (404, "unknown")


def test_a_table_with_a_game_is_not_deleted(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    assert refused(ala.delete(f"/tables/{table}")) == (409, "begun")
    house.end(table)
    assert refused(ala.delete(f"/tables/{table}")) == (409, "begun")


def test_who_sits_deletes_the_table_of_a_host_who_has_gone(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ola.sit(table)
    host = house.run(house.state.services.tables.get, table).host
    old = update(person).where(person.c.id == host).values(seen=now() - HOST_GONE)
    house.run(house.state.database.write, lambda connection: connection.execute(old))
    assert refused(house.visitor("Ela").delete(f"/tables/{table}")) == (403, "not_host")
    assert ola.delete(f"/tables/{table}").json()["status"] == "closed"


def test_a_table_where_nobody_sits_any_more_closes_at_a_named_time(house: House) -> None:
    ala = house.visitor("Ala")
    empty, taken = ala.open(bots=["static"]), ala.open()
    ala.sit(taken)
    shown = {each: ala.get(f"/tables/{each}").json() for each in (empty, taken)}
    assert shown[empty]["closes"] == shown[empty]["created"] + DESERTED
    assert shown[taken]["closes"] == shown[taken]["created"] + ABANDONED
    assert empty in house.run(house.state.services.tables.close_forgotten, 0, now() + 1)
    assert [ala.get(f"/tables/{each}").json()["status"] for each in (empty, taken)] == ["closed", "open"]


@pytest.mark.parametrize(
    ("proposal", "word"),
    [
        ({"rulebook": "gen", "officials": [1]}, "federation"),
        ({"rulebook": "pfs", "millis": 1_200_000, "scorer": 1}, "record"),
        ({"rulebook": "gen", "scorer": 3}, "seat"),
        ({"rulebook": "gen", "scorer": 2, "bots": ["static"]}, "bot"),
        ({"rulebook": "pfs", "millis": 1_200_000, "officials": [1, 1]}, "seat"),
        ({"rulebook": "gen", "changes": {"order.idle_wait": 100}}, "order.idle_wait"),
        ({"rulebook": "gen", "changes": {"order.gone_wait": 0}}, "order.gone_wait"),
    ],
)
def test_what_a_table_cannot_have_is_refused_with_a_sentence(house: House, proposal: dict[str, Any], word: str) -> None:
    answer = house.visitor("Ala", accept_language="en").post("/tables", proposal)
    assert refused(answer)[0] == 400
    assert word in answer.json()["detail"]


def test_a_table_carries_its_scorer_and_its_arbiters_into_the_game(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    proposals: tuple[dict[str, Any], ...] = (
        {"rulebook": "gen", "scorer": 2},
        {"rulebook": "pfs", "millis": 1_200_000, "officials": [2]},
    )
    for proposal in proposals:
        table = ala.open(**proposal)
        ala.sit(table)
        ola.sit(table)
        game = house.run(_game, house, table)
        assert (game.scorer, game.officials) == (proposal.get("scorer"), tuple(proposal.get("officials", ())))


def test_at_a_real_table_nothing_is_drawn_by_the_server(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(rulebook="gen", venue="table")
    ala.sit(table)
    ola.sit(table)
    game = house.run(_game, house, table)
    assert [len(rack) for rack in game.racks] == [0, 0]
    assert ala.get(f"/tables/{table}").json()["commitment"] is None
    assert len(game.bag) == len(game.tiles)


async def _game(house: House, table: str) -> Any:
    return await (await house.state.services.served["tables"].sessions.session(table)).open()
