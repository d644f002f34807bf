"""Several people at a real board share one device: all their seats belong to the session of the host."""

from __future__ import annotations

import json
from typing import Any

from mostek.core.players import Role, Seat
from server.http.visitors import House, names, refused

BOARD: dict[str, Any] = {"rulebook": "pfs", "millis": 1_200_000, "venue": "table", "steps": "at_table"}


def test_the_host_seats_all_who_share_the_device(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open(**BOARD)
    card = ala.post(f"/tables/{table}/seats", {"others": ["Ola"]}).json()
    assert card["status"] == "playing"
    assert [(seat["name"], seat["me"]) for seat in card["seats"]] == [("Ala", True), ("Ola", True)]
    lobby = house.run(house.state.services.tables.get, table)
    host = lobby.host
    assert lobby.seats_of(host) == (Seat.FIRST, Seat.SECOND)
    assert [lobby.viewer_of(host, seat) for seat in (None, Seat.FIRST, Seat.SECOND)] == [1, 1, 2]


def test_a_seat_of_others_gives_nobody_their_view(house: House) -> None:
    ala, ela = house.visitor("Ala"), house.visitor("Ela")
    table = ala.open(seats=3, **{**BOARD, "rulebook": "gen", "millis": None})
    ala.post(f"/tables/{table}/seats", {"others": ["Ola"]})
    assert ela.sit(table).json()["mine"] == 3
    lobby = house.run(house.state.services.tables.get, table)
    elas = lobby.places[2].person
    assert lobby.viewer_of(elas, Seat.FIRST) is Seat.THIRD
    assert lobby.viewer_of(lobby.host, Seat.THIRD) is Seat.FIRST
    assert lobby.viewer_of(None, Seat.FIRST) is Role.SPECTATOR


def test_somebody_may_join_the_device_until_the_game_begins(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open(**BOARD)
    assert ala.sit(table).json()["status"] == "open"
    assert ala.post(f"/tables/{table}/seats", {"others": ["ala"]}).json()["status"] == "playing"
    assert names(ala, table) == ["Ala", "ala (2)"], "nobody is mistaken for another"
    assert refused(ala.post(f"/tables/{table}/seats", {"others": ["Ela"]})) == (409, "not_open")


def test_only_a_host_at_a_real_board_seats_others(house: House) -> None:
    ala, ela = house.visitor("Ala"), house.visitor("Ela")
    online, board = ala.open(), ala.open(**BOARD)
    assert refused(ala.post(f"/tables/{online}/seats", {"others": ["Ola"]})) == (409, "own_devices")
    assert refused(ela.post(f"/tables/{board}/seats", {"others": ["Ola"]})) == (403, "not_host")
    assert refused(ala.post(f"/tables/{board}/seats", {"others": ["Ola", "Ula"]})) == (409, "full")
    assert refused(ala.post(f"/tables/{board}/seats", {"others": ["  "]})) == (400, "name_empty")
    assert refused(ala.post(f"/tables/{board}/seats", {"others": ["Ola"] * 4})) == (400, "malformed")
    assert names(ala, board) == [None, None], "all sit down, or nobody"


def test_each_seat_has_its_own_sheet(house: House) -> None:
    ala, ela = house.visitor("Ala"), house.visitor("Ela")
    table = ala.open(**BOARD)
    ala.post(f"/tables/{table}/seats", {"others": ["Ola"]})
    sheets = [json.loads(ala.get(f"/tables/{table}/sheet?seat={seat}").text) for seat in (1, 2)]
    assert [sheet["players"] for sheet in sheets] == [["Ala", "Ola"]] * 2
    assert ela.get(f"/tables/{table}/sheet?seat=2").status_code == 200, "a spectator's, whoever asks"
    for value in ("5", "x", "-1"):
        assert refused(ala.get(f"/tables/{table}/sheet?seat={value}")) == (400, "malformed")


def test_a_rematch_seats_the_same_people_again(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open(**BOARD)
    ala.post(f"/tables/{table}/seats", {"others": ["Ola"]})
    house.end_at_a_board(table)
    again = ala.post(f"/tables/{table}/rematch").json()
    assert again["status"] == "playing"
    assert [(seat["name"], seat["me"]) for seat in again["seats"]] == [("Ola", True), ("Ala", True)]


def test_at_the_rematch_of_another_all_of_the_device_sit_down(house: House) -> None:
    ala, ela = house.visitor("Ala"), house.visitor("Ela")
    table = ala.open(seats=3, **{**BOARD, "rulebook": "gen", "millis": None})
    ala.post(f"/tables/{table}/seats", {"others": ["Ola"]})
    ela.sit(table)
    house.end_at_a_board(table)
    again = ela.post(f"/tables/{table}/rematch").json()
    assert [seat["name"] for seat in again["seats"]] == [None, "Ela", None]
    assert ala.sit(again["id"]).json()["status"] == "playing"
    assert names(ala, again["id"]) == ["Ola", "Ela", "Ala"]


def test_a_new_name_is_the_hosts_alone(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open(seats=3, **{**BOARD, "rulebook": "gen", "millis": None})
    ala.post(f"/tables/{table}/seats", {"others": ["Ola"]})
    ala.patch("/me", {"name": "Alina"})
    assert names(ala, table) == ["Alina", "Ola", None]
    ala.patch("/me", {"name": "Ola"})
    assert names(ala, table) == ["Ola (2)", "Ola", None]


def test_an_erased_host_takes_all_names_along(house: House) -> None:
    ala, ela = house.visitor("Ala"), house.visitor("Ela")
    played, waiting = ala.open(**BOARD), ala.open(seats=3, **{**BOARD, "rulebook": "gen", "millis": None})
    for table in (played, waiting):
        ala.post(f"/tables/{table}/seats", {"others": ["Ola"]})
    ala.delete("/me")
    assert names(ela, waiting) == [None, None, None]
    assert names(ela, played) == ["—", "—"]
    assert "Ola" not in ela.get(f"/tables/{played}").text


def test_who_shares_a_device_is_no_official_there(house: House) -> None:
    ala, ela = house.visitor("Ala"), house.visitor("Ela")
    table = ala.open(**BOARD)
    token = ala.post(f"/tables/{table}/invitations", {"role": "arbiter"}).json()["token"]
    ala.post(f"/tables/{table}/seats", {"others": ["Ola"]})
    assert refused(ala.post(f"/invitations/{token}")) == (409, "player")
    assert ela.post(f"/invitations/{token}").json()["mine"] == "arbiter"
