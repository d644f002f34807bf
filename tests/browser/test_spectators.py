"""Who looks on learns no rack while the game lasts: looked up on the wire, not on the page. Some see it later."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import WebSocket, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, where
from browser.people import Person
from browser.words import Words, across

_FACES = re.compile(r"[A-ZĄĆĘŁŃÓŚŹŻa-ząćęłńóśźż?]{1,7}")
_TOLD = re.compile(r"\.(placement|board|arranged)\.[A-O]\d+$|\.(words|challenge)\[\](\.word|\.at)?$|\.tile$")
"""Where letters of tiles may stand: on the board, in words that were laid or are checked, at the draw for the start."""
_NAMES = re.compile(r"\.(players\[\]|name|bot|rulebook|edition|lexicon\[\]|venue|viewer|type|phase|kind|why|by)$")
"""Short words that are no tiles."""


class Wire:
    """Everything that a page receives from its table, with the moment."""

    def __init__(self, person: Person) -> None:
        self.heard: list[tuple[float, dict[str, Any]]] = []
        person.page.on("websocket", self._listen)

    def of(self, kind: str) -> list[tuple[float, dict[str, Any]]]:
        """The events of a kind with the moments at which they came."""
        return [(at, event) for at, told in self.heard for event in told.get("events", []) if event["type"] == kind]

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._take)

    def _take(self, frame: str | bytes) -> None:
        self.heard += [(time.monotonic(), message) for message in json.loads(frame)]


def test_no_rack_goes_over_the_wire(arrives: Arrival, words: Words) -> None:
    ewa, jan, ola = arrives("Ewa"), arrives("Jan"), arrives("Ola")
    wire = Wire(ola)
    address = ewa.opens_table(window=None)
    jan.sits_down(address)
    tables = [ewa.comes_to(address).stands(), jan.table().stands()]
    watched = ola.comes_to(address).stands()
    mover = where(tables, MY_TURN)
    opponent = other(tables, mover)
    mover.lays(across(words.wrong(mover.rack()), "H7"))
    opponent.challenges()
    mover.acknowledges()
    mover = where(tables, MY_TURN)
    assert mover is opponent
    mover.exchanges(mover.rack()[:2])
    mover = where([other(tables, mover)], MY_TURN)
    laid = across(words.wrong(mover.rack()), "H7")
    mover.lays(laid)
    other(tables, mover).records()
    expect(watched.prompt).to_contain_text("Na ruchu")
    assert watched.board() == laid
    assert wire.of("tiles_laid")
    assert wire.of("tiles_drawn")
    told = [message for _, message in wire.heard]
    assert any(message["type"] == "snapshot" for message in told)
    for message in told:
        assert list(letters_in(message)) == []
        view = message.get("view") or message.get("changes") or {}
        assert view.get("rack") is None
        assert view.get("racks") is None
    assert watched.rack_tiles.count() == 0


@pytest.mark.long
def test_spectators_see_it_later_if_the_table_wants_that(arrives: Arrival, words: Words) -> None:
    ewa, jan, ola = arrives("Ewa"), arrives("Jan"), arrives("Ola")
    at_once, later = Wire(jan), Wire(ola)
    address = ewa.opens_table(window=None, delay=4)
    jan.sits_down(address)
    tables = [ewa.comes_to(address).stands(), jan.table().stands()]
    watched = ola.comes_to(address).stands()
    mover = where(tables, MY_TURN)
    placement = across(words.wrong(mover.rack()), "H7")
    mover.lays(placement)
    expect(other(tables, mover).prompt).to_contain_text("Zapisz ruch")
    assert watched.board() == {}
    expect(watched.square("H7")).not_to_have_attribute("aria-label", re.compile("puste"), timeout=10_000)
    assert watched.board() == placement
    waited = later.of("tiles_laid")[0][0] - at_once.of("tiles_laid")[0][0]
    assert waited > 3.5


def letters_in(value: object, where: str = "") -> Iterator[str]:
    """Where in a message faces of tiles stand that nobody has told."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from letters_in(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from letters_in(inner, f"{where}[]")
    elif isinstance(value, str) and _FACES.fullmatch(value) and not _TOLD.search(where) and not _NAMES.search(where):
        yield f"{where}: {value}"
