"""A phone hears each piece of news once, whichever node it has asked and whichever node the desk has used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest

from server.http.push_service import PushService, push_service, wait_until
from server.http.test_http_tournaments import codes, founded, give
from server.http.visitors import House
from server.nodes.two_nodes import moved, two_nodes


@pytest.fixture
def service(tmp_path: Path) -> Iterator[PushService]:
    (tmp_path / "service").mkdir()
    with push_service(tmp_path / "service") as found:
        yield found


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
def test_a_phone_hears_of_a_round_and_of_an_announcement_once(
    tmp_path: Path, address: str, service: PushService
) -> None:
    with two_nodes(tmp_path, address, courier=service.courier()) as (one, other):
        director, id = founded(one)
        phone = service.browser()
        code = codes(director, id)[1]["code"]
        assert other.visitor().post(f"/players/{code}/push", phone.asks(topic="own")).json() == {"on": True}
        wait_until(lambda: id in one.state.services.halls._phones)
        give(director, id, {"type": "pair_round"})
        assert phone.hears()[0].startswith("Runda 1")
        assert moved(director, other).post(f"/tournaments/{id}/announcements", {"text": "Przerwa"}).status_code < 300
        assert phone.hears(2)[-1] == "Przerwa"
        wait_until(lambda: _seen(one, id) == _seen(other, id) == (_seen(one, id)[0], ("Przerwa",)))
        sleep(0.5)  # a second message would be under way
        assert len(phone.got) == 2


def _seen(house: House, id: str) -> tuple[int, tuple[str, ...]]:
    """The steps and the announcements that a node knows."""
    session = house.state.services.halls.loaded(id)
    return session.n, tuple(each.text for each in session.announcements)
