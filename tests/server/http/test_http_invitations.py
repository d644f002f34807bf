"""Invitations, the roles that they give, and their pictures."""

from __future__ import annotations

from pathlib import Path
from threading import get_ident
from typing import Any

import pytest

from mostek.server.http import invitations
from mostek.server.http.middleware import Limits
from server.http.visitors import House, Visitor, open_house, refused


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
    assert refused(ela.post(f"/invitations/{arbiter}")) == (409, "player")


def test_everybody_sees_who_stands_beside_the_table(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ola.post(f"/invitations/{invited(ala, table, 'recorder')}")
    assert house.visitor().get(f"/tables/{table}").json()["officials"] == [
        {"role": "recorder", "name": "Ola", "sees_racks": True}
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


@pytest.mark.parametrize("token", ["x", "a" * 24, "a" * 5000, "%00", "%F0%9F%8E%B2"])
def test_an_invitation_that_was_never_given(house: House, token: str) -> None:
    assert refused(house.visitor("Ala").post(f"/invitations/{token}")) == (404, "no_invitation")


def test_the_last_invited_player_begins_the_game(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(public=False)
    token = invited(ala, table, "player")
    ala.sit(table)
    assert ola.post(f"/invitations/{token}").json()["status"] == "playing"
    assert refused(house.visitor("Ela").post(f"/invitations/{token}")) == (409, "not_open")


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

    monkeypatch.setattr(invitations, "_drawn", drawn)
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
    assert refused(ala.get(f"/tables/{table}/qr.svg?token=%3Cscript%3E")) == (400, "malformed")
