"""Before a clock starts all people at the table say that they are ready; whoever waits for that has a way on."""

from __future__ import annotations

from pathlib import Path

import pytest

from mostek.app.lobby import READY_WAIT
from mostek.features.tables.http import cards, tables
from mostek.store.tokens import now
from server.http.visitors import House, Visitor, open_house, refused

CLOCK = {"rulebook": "pfs", "millis": 1_200_000}


def _both(house: House, **proposal: object) -> tuple[Visitor, Visitor, str]:
    """Two people at a table where every seat is taken."""
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(**(CLOCK | proposal))
    ala.sits_unready(table)
    ola.sits_unready(table)
    return ala, ola, table


def _seats(visitor: Visitor, table: str) -> list[tuple[str | None, bool | None]]:
    return [(seat["name"], seat["ready"]) for seat in visitor.get(f"/tables/{table}").json()["seats"]]


def _status(visitor: Visitor, table: str) -> str:
    return str(visitor.get(f"/tables/{table}").json()["status"])


def _ready(visitor: Visitor, table: str) -> object:
    return visitor.post(f"/tables/{table}/ready").json()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> object:
    """A step that lets the time of a wait pass for the lobby."""

    def pass_by(millis: int) -> None:
        for module in (cards, tables):
            monkeypatch.setattr(module, "now", lambda: now() + millis)

    return pass_by


def test_the_game_begins_when_both_say_that_they_are_ready(house: House) -> None:
    ala, ola, table = _both(house)
    assert _status(ala, table) == "open"
    assert _seats(ala, table) == [("Ala", False), ("Ola", False)]
    _ready(ola, table)
    _ready(ola, table)  # a second press changes nothing
    assert _seats(ala, table) == [("Ala", False), ("Ola", True)]
    assert _status(ala, table) == "open"
    _ready(ala, table)
    assert _status(ala, table) == "playing"
    assert ala.post(f"/tables/{table}/ready").status_code == 200  # a press that comes late is no fault


@pytest.mark.parametrize(
    "proposal",
    [{"rulebook": "gen", "millis": None}, {"venue": "table"}, {"absent": [1, 2]}],
    ids=["no clock", "a real board", "late by the proposal"],
)
def test_nobody_is_asked_where_no_clock_waits_for_them(house: House, proposal: dict[str, object]) -> None:
    ala, _, table = _both(house, **proposal)
    assert _status(ala, table) == "playing"


def test_one_person_and_bots_begin_at_once_and_bots_are_always_ready(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(rulebook="chal", bots=["static"])
    assert ala.sits_unready(table).json()["status"] == "playing"
    three = ala.open(rulebook="chal", seats=3, bots=["static"])
    ala.sits_unready(three)
    assert [seat["ready"] for seat in ola.sits_unready(three).json()["seats"]] == [False, False, None]
    _ready(ala, three)
    _ready(ola, three)
    assert _status(ala, three) == "playing"


def test_only_who_sits_is_asked_and_only_when_every_seat_is_taken(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(**CLOCK)
    ala.sits_unready(table)
    assert refused(ala.post(f"/tables/{table}/ready")) == (409, "not_asked")
    assert refused(ola.post(f"/tables/{table}/ready")) == (403, "not_sitting")
    assert refused(house.visitor().post(f"/tables/{table}/ready"))[0] == 401


def test_whoever_gets_up_is_not_waited_for_and_the_other_is_asked_again(house: House) -> None:
    ala, ola, table = _both(house)
    _ready(ala, table)
    assert ola.delete(f"/tables/{table}/seats").status_code == 200
    ela = house.visitor("Ela")
    ela.sits_unready(table)
    assert _seats(ala, table) == [("Ala", False), ("Ela", False)]
    _ready(ela, table)
    assert _status(ala, table) == "open"
    assert ela.delete("/me").status_code in (200, 204)
    ola.sits_unready(table)
    assert _seats(ala, table) == [("Ala", False), ("Ola", False)]


def test_after_a_minute_a_player_who_is_ready_frees_the_seat_of_one_who_is_not(house: House, later: object) -> None:
    assert callable(later)
    ala, ola, table = _both(house)
    later(READY_WAIT)
    assert refused(ala.delete(f"/tables/{table}/seats/2")) == (409, "not_overdue")  # Ala is not ready either
    later(0)
    _ready(ala, table)
    later(READY_WAIT - 1000)
    assert refused(ala.delete(f"/tables/{table}/seats/2")) == (409, "not_overdue")
    later(READY_WAIT + 1000)
    assert [seat["may_free"] for seat in ala.get(f"/tables/{table}").json()["seats"]] == [False, True]
    assert refused(ala.delete(f"/tables/{table}/seats/1")) == (409, "not_overdue")
    assert refused(ala.delete(f"/tables/{table}/seats/7")) == (400, "no_such_seat")
    assert refused(ola.delete(f"/tables/{table}/seats/1")) == (409, "not_overdue")
    assert refused(house.visitor("Ela").delete(f"/tables/{table}/seats/2")) == (403, "not_sitting")
    assert ala.delete(f"/tables/{table}/seats/2").json()["status"] == "open"
    assert _seats(ala, table) == [("Ala", None), (None, None)]
    assert ala.delete(f"/tables/{table}/seats/2").status_code == 200  # again: it is free already
    assert ola.sits_unready(table).json()["mine"] == 2  # whoever was late may come again
    _ready(ola, table)
    _ready(ala, table)
    assert _status(ala, table) == "playing"
    assert refused(ala.delete(f"/tables/{table}/seats/2")) == (409, "not_open")


def test_agreeing_to_a_rematch_is_being_ready(house: House) -> None:
    ala, ola, table = _both(house)
    for visitor in (ala, ola):
        _ready(visitor, table)
    house.end(table)
    again = ola.post(f"/tables/{table}/rematch").json()
    assert ala.sits_unready(again["id"]).json()["status"] == "playing"


def test_who_is_ready_outlives_the_server(folder: Path) -> None:
    with open_house(folder) as house:
        ala, ola, table = _both(house)
        _ready(ala, table)
    with open_house(folder) as house:
        again = Visitor(house, {})
        again.cookies = ola.cookies
        assert _seats(again, table) == [("Ala", True), ("Ola", False)]
        _ready(again, table)
        assert _status(again, table) == "playing"
