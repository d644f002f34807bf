"""A tournament that a person has left at one node may not grow past its budget at another."""

from __future__ import annotations

import pytest

from mostek.server import tournament_space
from server.http.test_http_tournaments import founded, give
from server.http.visitors import House, refused
from server.nodes.two_nodes import moved


@pytest.mark.parametrize("nodes", ["postgresql"], indirect=True)
def test_a_tournament_of_another_node_has_its_budget(
    nodes: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = nodes
    director, id = founded(one)
    there = moved(director, other)
    assert give(there, id, {"type": "pair_round"}).status_code == 200
    monkeypatch.setattr(tournament_space, "LARGEST_LOG", 0)
    monkeypatch.setattr(tournament_space, "_LAST", 0)
    monkeypatch.setattr(tournament_space, "_LOOK", 0)
    assert refused(give(there, id, {"type": "start_round"})) == (413, "tournament_grown")
