"""Playing again with the same people."""

from __future__ import annotations

from server.http.visitors import House, names, refused


def test_playing_again_changes_seats_and_keeps_them(house: House) -> None:
    ala, ola, ela = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ela")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    assert refused(ala.post(f"/tables/{table}/rematch")) == (409, "not_over")
    house.end(table)
    assert refused(ela.post(f"/tables/{table}/rematch")) == (403, "not_sitting")
    again = ola.post(f"/tables/{table}/rematch").json()
    assert again["mine"] == 1
    assert again["status"] == "open"
    assert ala.get(f"/tables/{table}").json()["rematch"] == again["id"]
    assert refused(ela.sit(again["id"])) == (403, "not_invited")
    assert ala.sit(again["id"]).json()["mine"] == 2
    assert names(ala, again["id"]) == ["Ola", "Ala"]
    assert ala.get(f"/tables/{again['id']}").json()["status"] == "playing"


def test_asking_twice_to_play_again_gives_one_table(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    house.end(table)
    first, second = (ala.post(f"/tables/{table}/rematch").json() for _ in range(2))
    other = ola.post(f"/tables/{table}/rematch").json()
    assert first["id"] == second["id"] == other["id"]
    assert other["status"] == "playing"
    assert names(ala, other["id"]) == ["Ola", "Ala"]


def test_three_people_move_on_by_one_seat(house: House) -> None:
    people = [house.visitor(name) for name in ("Ala", "Ola", "Ela")]
    table = people[0].open(seats=3)
    for visitor in people:
        visitor.sit(table)
    house.end(table)
    for visitor in people:
        again = visitor.post(f"/tables/{table}/rematch").json()
    assert [seat["name"] for seat in again["seats"]] == ["Ola", "Ela", "Ala"]


def test_a_rematch_with_a_bot_begins_at_once(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open(bots=["static"])
    ala.sit(table)
    house.end(table)
    again = ala.post(f"/tables/{table}/rematch").json()
    assert again["status"] == "playing"
    assert [seat["bot"] for seat in again["seats"]] == ["static", None]
