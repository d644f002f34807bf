"""Invitations, the roles that they give, and their pictures."""

from __future__ import annotations

import asyncio
from pathlib import Path
from threading import get_ident
from typing import Any

import pytest

from mostek.app.lobby import TableError, TableFault
from mostek.features.tables.http import invitations
from mostek.server.http.limits import Limits
from mostek.store import lobby
from server.http.visitors import House, Visitor, names, open_house, refused


def invited(host: Visitor, table: str, role: str) -> str:
    answer = host.post(f"/tables/{table}/invitations", {"role": role})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])


def test_an_invitation_is_an_address(house: House) -> None:
    ala = house.visitor("Ala")
    told = ala.post(f"/tables/{ala.open()}/invitations", {"role": "player"}).json()
    assert told["url"] == f"http://mostek.test/join/{told['token']}"


def test_only_the_host_invites(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    assert refused(ola.post(f"/tables/{table}/invitations", {"role": "arbiter"})) == (403, "not_host")
    assert refused(house.visitor().post(f"/tables/{table}/invitations", {"role": "player"})) == (401, "no_person")


@pytest.mark.parametrize(
    "body", [{}, {"role": "host"}, {"role": "teacher"}, {"role": None}, {"role": "player", "seat": 1}]
)
def test_a_role_that_nobody_can_be_invited_to(house: House, body: dict[str, Any]) -> None:
    ala = house.visitor("Ala")
    assert refused(ala.post(f"/tables/{ala.open()}/invitations", body)) == (400, "malformed")


@pytest.mark.parametrize(
    ("proposal", "asked", "given"),
    [
        ({"rulebook": "pfs", "millis": 1_200_000}, "arbiter", "arbiter"),
        ({"rulebook": "pfs", "millis": 1_200_000}, "assistant", "assistant"),
        ({"rulebook": "pfs", "millis": 1_200_000}, "recorder", "recorder"),
        ({"rulebook": "chal"}, "arbiter", "teacher"),
        ({"rulebook": "school"}, "arbiter", "jury"),
        ({"rulebook": "open", "millis": 1_200_000}, "arbiter", "jury"),
        ({"rulebook": "gen"}, "recorder", "recorder"),
        ({"rulebook": "gen"}, "spectator", None),
    ],
)
def test_a_role_is_that_of_the_rulebook(house: House, proposal: dict[str, Any], asked: str, given: str | None) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    token = invited(ala, ala.open(**proposal), asked)
    assert ola.post(f"/invitations/{token}").json()["mine"] == given


@pytest.mark.parametrize(
    ("proposal", "role"),
    [({"rulebook": "gen"}, "arbiter"), ({"rulebook": "gen"}, "assistant"), ({"rulebook": "chal"}, "assistant")],
)
def test_where_the_rulebook_names_no_authority_nobody_is_one(house: House, proposal: dict[str, Any], role: str) -> None:
    ala = house.visitor("Ala")
    answer = ala.post(f"/tables/{ala.open(**proposal)}/invitations", {"role": role})
    assert refused(answer) == (400, "no_such_role")


def test_an_official_does_not_play_and_a_player_is_no_official(house: House) -> None:
    ala, ola, ela = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ela")
    table = ala.open(rulebook="pfs", millis=1_200_000)
    arbiter = invited(ala, table, "arbiter")
    assert ola.post(f"/invitations/{arbiter}").json()["mine"] == "arbiter"
    assert refused(ola.sit(table)) == (409, "official")
    ela.sit(table)
    assert refused(ela.post(f"/invitations/{invited(ala, table, 'arbiter')}")) == (409, "player")


def test_everybody_sees_who_stands_beside_the_table(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ola.post(f"/invitations/{invited(ala, table, 'recorder')}")
    assert house.visitor().get(f"/tables/{table}").json()["officials"] == [
        {"role": "recorder", "name": "Ola", "sees_racks": True, "asks": False}
    ]


def test_officials_stay_when_people_play_again(house: House) -> None:
    ala, ola, ela = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ela")
    table = ala.open(rulebook="pfs", millis=1_200_000)
    ela.post(f"/invitations/{invited(ala, table, 'arbiter')}")
    ala.sit(table)
    ola.sit(table)
    house.end(table)
    again = ola.post(f"/tables/{table}/rematch").json()["id"]
    assert ela.get(f"/tables/{again}").json()["mine"] == "arbiter"


def test_nobody_takes_up_an_invitation_without_a_name(house: House) -> None:
    ala = house.visitor("Ala")
    assert refused(house.visitor().post(f"/invitations/{invited(ala, ala.open(), 'player')}")) == (401, "no_person")


def test_an_invitation_is_for_one_person_who_may_come_back_with_it(house: House) -> None:
    ala, ola, ela = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ela")
    table = ala.open(seats=4, public=False)
    token = invited(ala, table, "player")
    assert ola.post(f"/invitations/{token}").json()["mine"] == 1
    assert ola.post(f"/invitations/{token}").json()["mine"] == 1
    for answer in (ela.post(f"/invitations/{token}"), ela.get(f"/invitations/{token}")):
        assert refused(answer) == (410, "invitation_used")
    ola.delete(f"/tables/{table}/seats")
    assert refused(ela.post(f"/invitations/{token}")) == (410, "invitation_used")
    assert ola.get(f"/invitations/{token}").status_code == 200
    assert ola.post(f"/invitations/{token}").json()["mine"] == 1
    ola.delete("/me")
    assert refused(ela.post(f"/invitations/{token}")) == (410, "invitation_used"), "who is forgotten has used it"


def test_an_invitation_for_several_people_is_for_so_many(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open(seats=4, public=False)
    given = ala.post(f"/tables/{table}/invitations", {"role": "player", "uses": 2}).json()
    assert (given["given"]["uses"], given["given"]["used"]) == (2, 0)
    for name in ("Ola", "Ela"):
        assert house.visitor(name).post(f"/invitations/{given['token']}").status_code == 200
    assert refused(house.visitor("Ewa").post(f"/invitations/{given['token']}")) == (410, "invitation_used")


@pytest.mark.parametrize(("hours", "more"), [(1, 0), (168, None)])
def test_an_invitation_expires(house: House, monkeypatch: pytest.MonkeyPatch, hours: int, more: int | None) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(seats=3)
    given = ala.post(
        f"/tables/{table}/invitations", {"role": "player"} | ({} if more is None else {"hours": hours})
    ).json()
    until = given["given"]["until"]
    assert until - given["given"]["created"] == hours * 3_600_000
    assert ola.get(f"/invitations/{given['token']}").json()["until"] == until
    monkeypatch.setattr(lobby, "now", lambda: until)
    for answer in (ola.get(f"/invitations/{given['token']}"), ola.post(f"/invitations/{given['token']}")):
        assert refused(answer) == (410, "invitation_expired")
    monkeypatch.setattr(lobby, "now", lambda: until - 1)
    assert ola.post(f"/invitations/{given['token']}").json()["mine"] == 1
    monkeypatch.setattr(lobby, "now", lambda: until)
    assert refused(ola.get(f"/invitations/{given['token']}")) == (410, "invitation_expired"), "to come back, too"


@pytest.mark.parametrize(
    "more", [{"uses": 0}, {"uses": 101}, {"uses": None}, {"hours": 0}, {"hours": 721}, {"hours": "x"}, {"until": 5}]
)
def test_an_invitation_without_limits_is_not_given(house: House, more: dict[str, Any]) -> None:
    ala = house.visitor("Ala")
    assert refused(ala.post(f"/tables/{ala.open()}/invitations", {"role": "player"} | more)) == (400, "malformed")


def test_the_host_withdraws_an_invitation(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(rulebook="pfs", millis=1_200_000)
    token = invited(ala, table, "player")
    invited(ala, table, "arbiter")
    newest, oldest = ala.get(f"/tables/{table}/invitations").json()["invitations"]
    assert (newest["role"], oldest["role"]) == ("arbiter", "player")
    address = f"/tables/{table}/invitations/{oldest['id']}"
    assert token not in str(oldest)
    assert refused(ola.get(f"/tables/{table}/invitations")) == (403, "not_host")
    assert refused(ola.delete(address)) == (403, "not_host")
    assert refused(house.visitor().get(f"/tables/{table}/invitations")) == (401, "no_person")
    for _ in range(2):
        assert ala.delete(address).json()["invitations"] == [newest]
    assert refused(ola.get(f"/invitations/{token}")) == (410, "invitation_withdrawn")
    assert refused(ola.post(f"/invitations/{token}")) == (410, "invitation_withdrawn")


@pytest.mark.parametrize("id", ["x", "0" * 16, "%25", "%F0%9F%8E%B2", "a" * 5000])
def test_an_invitation_that_the_table_has_not_is_not_withdrawn(house: House, id: str) -> None:
    ala = house.visitor("Ala")
    table, other = ala.open(), ala.open()
    invited(ala, other, "player")
    assert refused(ala.delete(f"/tables/{table}/invitations/{id}")) == (404, "no_invitation")
    (theirs,) = ala.get(f"/tables/{other}/invitations").json()["invitations"]
    assert refused(ala.delete(f"/tables/{table}/invitations/{theirs['id']}")) == (404, "no_invitation")


def test_a_used_invitation_is_not_listed_and_who_has_used_it_stays(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(seats=3)
    given = ala.post(f"/tables/{table}/invitations", {"role": "player", "uses": 2}).json()
    ola.post(f"/invitations/{given['token']}")
    (listed,) = ala.get(f"/tables/{table}/invitations").json()["invitations"]
    assert (listed["uses"], listed["used"]) == (2, 1)
    assert ala.delete(f"/tables/{table}/invitations/{listed['id']}").json()["invitations"] == []
    assert names(ala, table) == ["Ola", None, None]


def test_of_two_people_with_one_invitation_one_gets_the_seat(house: House) -> None:
    ala = house.visitor("Ala")
    people = [house.visitor(f"Gracz {number}") for number in range(8)]
    table = ala.open(seats=4, public=False)
    token = invited(ala, table, "player")
    ids = [person.get("/me").json()["person"] for person in people]

    async def at_once() -> list[bool]:
        done = await asyncio.gather(
            *(house.state.services.tables.accept(token, each["id"], each["name"]) for each in ids),
            return_exceptions=True,
        )
        faults = [each.fault for each in done if isinstance(each, TableError)]
        assert set(faults) == {TableFault.INVITATION_USED}
        return [not isinstance(each, BaseException) for each in done]

    assert house.run(at_once).count(True) == 1
    assert sum(name is not None for name in names(ala, table)) == 1


def test_open_invitations_are_limited(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open()
    given = [ala.post(f"/tables/{table}/invitations", {"role": "player"}) for _ in range(51)]
    assert [each.status_code for each in given].count(201) == 50
    assert refused(given[-1]) == (409, "too_many_invitations")
    (first, *_) = ala.get(f"/tables/{table}/invitations").json()["invitations"]
    ala.delete(f"/tables/{table}/invitations/{first['id']}")
    assert ala.post(f"/tables/{table}/invitations", {"role": "player"}).status_code == 201


def test_during_a_game_an_official_waits_for_the_players(house: House) -> None:
    ala, ola, ela = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ela")
    table = ala.open(rulebook="pfs", millis=1_200_000)
    seat = invited(ala, table, "player")
    ala.sit(table)
    ola.sit(table)
    office = invited(ala, table, "arbiter")
    assert [each["role"] for each in ala.get(f"/tables/{table}/invitations").json()["invitations"]] == ["arbiter"]
    assert refused(ela.post(f"/invitations/{seat}")) == (409, "not_open")
    assert ela.get(f"/invitations/{office}").json()["asks"] is True
    card = ela.post(f"/invitations/{office}").json()
    assert card["mine"] == "arbiter"
    assert card["officials"] == [{"role": "arbiter", "name": "Ela", "sees_racks": False, "asks": True}]
    house.end(table)
    assert ala.get(f"/tables/{table}/invitations").json()["invitations"] == []
    again = ola.post(f"/tables/{table}/rematch").json()
    assert again["officials"] == [], "nobody has consented to that official"


@pytest.mark.parametrize("token", ["x", "a" * 24, "a" * 5000, "%00", "%F0%9F%8E%B2"])
def test_an_invitation_that_was_never_given(house: House, token: str) -> None:
    assert refused(house.visitor("Ala").post(f"/invitations/{token}")) == (404, "no_invitation")


def test_the_last_invited_player_begins_the_game(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(public=False)
    token = invited(ala, table, "player")
    ala.sit(table)
    assert ola.post(f"/invitations/{token}").json()["status"] == "playing"
    another = invited(ala, table, "spectator")
    assert refused(house.visitor("Ela").post(f"/invitations/{token}")) == (410, "invitation_used")
    assert house.visitor("Ela").post(f"/invitations/{another}").json()["mine"] is None


@pytest.mark.parametrize(
    ("proposal", "asked", "told"),
    [
        ({"rulebook": "pfs", "millis": 1_200_000}, "assistant", "assistant"),
        ({"rulebook": "chal", "public": False}, "arbiter", "teacher"),
        ({"rulebook": "gen"}, "player", "player"),
    ],
)
def test_an_invitation_is_looked_at_before_it_is_taken_up(
    house: House, proposal: dict[str, Any], asked: str, told: str
) -> None:
    ala, somebody = house.visitor("Ala"), house.visitor()
    table = ala.open(**proposal)
    ala.sit(table)
    token = invited(ala, table, asked)
    shown = somebody.get(f"/invitations/{token}").json()
    assert (shown["role"], shown["host"]) == (told, "Ala")
    assert shown["table"] == somebody.get(f"/tables/{table}").json()
    assert [seat["name"] for seat in shown["table"]["seats"]] == ["Ala", None], "looking takes no seat"
    ala.delete("/me")
    assert somebody.get(f"/invitations/{token}").json()["host"] is None


@pytest.mark.parametrize("token", ["x", "a" * 24, "a" * 5000, "%00", "%F0%9F%8E%B2"])
def test_an_invitation_that_was_never_given_cannot_be_looked_at(house: House, token: str) -> None:
    assert refused(house.visitor().get(f"/invitations/{token}")) == (404, "no_invitation")


def test_pictures_are_drawn_beside_the_loop(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async def loop() -> int:
        return get_ident()

    threads: list[int] = []

    def drawn(address: str) -> bytes:
        threads.append(get_ident())
        return b"<svg/>"

    monkeypatch.setattr(invitations, "qr_picture", drawn)
    ala = house.visitor("Ala")
    assert ala.get(f"/tables/{ala.open()}/qr.svg").content == b"<svg/>"
    assert threads != [house.run(loop)]


def test_a_flood_of_pictures_is_slowed_down(folder: Path) -> None:
    with open_house(folder, Limits(pictures=2)) as house:
        ala = house.visitor("Ala")
        table = ala.open()
        codes = [ala.get(f"/tables/{table}/qr.svg").status_code for _ in range(4)]
        assert codes == [200, 200, 429, 429]
        assert house.visitor("Ola").get(f"/tables/{table}/qr.svg").status_code == 200


def test_the_picture_of_an_address(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open()
    token = invited(ala, table, "player")
    own, other = ala.get(f"/tables/{table}/qr.svg"), ala.get(f"/tables/{table}/qr.svg?token={token}")
    assert own.headers["content-type"].startswith("image/svg+xml")
    assert own.text.startswith("<svg")
    assert own.content != other.content
    assert refused(ala.get(f"/tables/{table}/qr.svg?token=%3Cscript%3E")) == (400, "unknown")
