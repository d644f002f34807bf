"""An event at two nodes: what is entered at one is at the other, papers and announcements too, and nothing is stored twice."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from server.http.test_http_tournaments import founded, give, played, tables
from server.http.visitors import House
from server.nodes.two_nodes import moved, two_nodes


@pytest.fixture(scope="module")
def nodes(empty_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, House]]:
    """Two nodes with folders of their own: two servers never share a folder."""
    with two_nodes(tmp_path_factory.mktemp("events"), empty_database()) as both:
        yield both


_SOON = 10.0
"""The seconds after which the other node must know what was entered; it looks every second."""


def soon(look: Callable[[], Any], wanted: object) -> None:
    """Look again until it is so. Raises `AssertionError`."""
    until = time.monotonic() + _SOON
    while (found := look()) != wanted:
        assert time.monotonic() < until, found
        time.sleep(0.1)


def test_two_nodes_run_one_event(nodes: tuple[House, House]) -> None:
    one, other = nodes
    director, id = founded(one, "Turniej dwóch węzłów")
    there = moved(director, other)
    assert there.get(f"/tournaments/{id}").json()["n"] == director.get(f"/tournaments/{id}").json()["n"]
    assert give(director, id, {"type": "pair_round"}).status_code == 200
    assert len(tables(there, id)) == 2
    assert give(there, id, played(1, 412, 388)).status_code == 200
    assert tables(director, id)[1] == tables(there, id)[1]
    n = director.get(f"/tournaments/{id}").json()["n"]
    assert give(director, id, played(2, 300, 299), seen=n).status_code == 200
    assert give(there, id, played(2, 300, 301), seen=n).status_code == 409
    shown = [who.get(f"/tournaments/{id}").json() | {"mark": "", "now": 0} for who in (director, there)]
    assert shown[0] == shown[1]


def test_announcements_papers_and_the_end_are_those_of_all_nodes(nodes: tuple[House, House]) -> None:
    one, other = nodes
    director, id = founded(one, "Turniej z ogłoszeniem")
    there = moved(director, other)
    assert there.get(f"/tournaments/{id}").status_code == 200
    said = director.post(f"/tournaments/{id}/announcements", {"text": "Obiad o trzynastej."})
    assert said.status_code in (200, 201), said.text
    soon(
        lambda: [each["text"] for each in there.get(f"/tournaments/{id}").json()["announcements"]],
        ["Obiad o trzynastej."],
    )
    assert give(there, id, {"type": "pair_round"}).status_code == 200
    paper = there.get(f"/tournaments/{id}/documents/pairings.pdf?round=1")
    assert paper.content.startswith(b"%PDF")
    assert director.get(f"/tournaments/{id}/documents/pairings.pdf?round=1").content.startswith(b"%PDF")
    assert director.delete(f"/tournaments/{id}").status_code in (200, 204)
    soon(lambda: there.get(f"/tournaments/{id}").status_code, 404)
