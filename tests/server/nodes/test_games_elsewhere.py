"""A request comes to a node that does not own the game: help stays closed, and the owner hears what has changed."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from mostek.core.players import Role, Seat
from mostek.referee.commands import Resign
from server.http.visitors import House, Visitor, refused
from server.nodes.two_nodes import by_owner, moved, until

pytestmark = pytest.mark.parametrize("nodes", ["postgresql"], indirect=True)
"""On SQLite a server has one node."""


def game_of(nodes: tuple[House, House], *people: Visitor) -> tuple[str, House, House]:
    """A game of these people; its owner and the other node."""
    table = people[0].open(rulebook="gen", seats=len(people))
    for person in people:
        person.sit(table)
    return table, *by_owner(nodes, table)


def sessions_of(house: House) -> Any:
    return house.state.services.served["tables"].sessions


def test_who_plays_people_gets_no_help_at_any_node_until_the_game_is_over(nodes: tuple[House, House]) -> None:
    ala, ola = nodes[0].visitor("Ala"), nodes[0].visitor("Ola")
    table, owner, other = game_of(nodes, ala, ola)

    def helped(person: Visitor, house: House) -> Any:
        return moved(person, house).get("/words/core")

    for house in nodes:
        answer = helped(ala, house)
        assert refused(answer) == (409, "playing")
    for house in nodes:  # a node that could not renew its lease knows no ways, for a moment
        until(partial(lambda house: "Poddaj partię" in helped(ala, house).json()["game"]["ways"], house))
    live = owner.run(sessions_of(owner).session, table)
    assert owner.run(live.perform, Resign(seat=Seat.FIRST)) is None
    until(lambda: other.run(other.state.services.tables.get, table).status == "over")
    assert helped(ala, other).status_code != 409
    assert table not in sessions_of(other)._games, "what was read there is not held"


def test_the_owner_hears_of_officials_and_seats_that_another_node_has_changed(nodes: tuple[House, House]) -> None:
    ala, ola, iga = (nodes[0].visitor(name) for name in ("Ala", "Ola", "Iga"))
    table, owner, other = game_of(nodes, ala, ola)
    live = owner.run(sessions_of(owner).session, table)
    arbiter = iga.get("/me").json()["person"]["id"]
    other.run(other.state.services.tables.appoint, table, arbiter, Role.ARBITER)
    before = live.version
    other.run(sessions_of(other).officials_changed, table)
    until(lambda: live.version > before)
    other.run(other.state.services.tables.put_bot, table, Seat.SECOND, "static", "Bot")
    other.run(sessions_of(other).seat_changed, table, Seat.SECOND)
    until(lambda: live.bots == {Seat.SECOND})
    assert table not in sessions_of(other)._games


def test_nobody_is_absent_at_a_node_that_does_not_own_the_game(nodes: tuple[House, House]) -> None:
    ala, ola = nodes[0].visitor("Ala"), nodes[0].visitor("Ola")
    table, _, other = game_of(nodes, ala, ola)
    answer = moved(ola, other).post(f"/tables/{table}/bots", {"seat": 1, "bot": "static"})
    assert refused(answer) == (409, "present")
    assert sessions_of(other).absent_for(table, Seat.FIRST) == 0
