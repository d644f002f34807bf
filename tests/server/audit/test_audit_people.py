"""What one person could do to others by way of the lobby: look into racks, take seats, fill the list, hide behind a name."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import update

from mostek.app.lobby import TableStatus
from mostek.app.users import AccountError, checked_name
from mostek.core.players import Seat
from mostek.store.schema import sitting
from server.http.visitors import House, Visitor, open_house, refused

MINUTE = 60_000


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("audit")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSTEK_DATA", str(folder))
        with open_house(folder) as opened:
            yield opened


def token(host: Visitor, table: str, role: str) -> str:
    return str(host.post(f"/tables/{table}/invitations", {"role": role}).json()["token"])


def playing(house: House, **proposal: object) -> tuple[Visitor, Visitor, str]:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(**proposal)
    ala.sit(table)
    ola.sit(table)
    return ala, ola, table


def test_a_host_who_plays_lets_nobody_in_who_sees_the_racks(house: House) -> None:
    ala, _, table = playing(house, rulebook="pfs", millis=1_200_000)
    friend, helper = house.visitor("Ela"), house.visitor("Jan")
    assert refused(friend.post(f"/invitations/{token(ala, table, 'recorder')}")) == (409, "racks")
    assert friend.get(f"/tables/{table}").json()["mine"] is None
    card = friend.post(f"/invitations/{token(ala, table, 'arbiter')}").json()
    assert card["mine"] == "arbiter"
    assert card["officials"] == [{"role": "arbiter", "name": "Ela", "sees_racks": False, "asks": True}]
    assert helper.post(f"/invitations/{token(ala, table, 'assistant')}").json()["mine"] == "assistant"


def test_who_was_the_arbiter_before_stays_it_and_one_whom_the_host_calls_waits_for_the_players(house: House) -> None:
    host, ala, ola = house.visitor("Iga"), house.visitor("Ala"), house.visitor("Ola")
    first, second = house.visitor("Ela"), house.visitor("Jan")
    table = host.open(rulebook="pfs", millis=1_200_000)
    invitation = token(host, table, "arbiter")
    assert first.post(f"/invitations/{invitation}").json()["mine"] == "arbiter"
    ala.sit(table)
    ola.sit(table)
    assert first.post(f"/invitations/{invitation}").json()["mine"] == "arbiter"
    card = second.post(f"/invitations/{token(host, table, 'arbiter')}").json()
    assert [
        (each["name"], each["sees_racks"], each["asks"])
        for each in sorted(card["officials"], key=lambda each: each["name"])
    ] == [
        ("Ela", True, False),
        ("Jan", False, True),
    ]


def test_those_who_play_can_go_on_when_the_host_has_vanished(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    _, ola, table = playing(house)
    stranger = house.visitor("Jan")
    monkeypatch.setattr(
        house.state.services.served["tables"].sessions,
        "absent_for",
        lambda _, seat: MINUTE if seat is Seat.FIRST else 0,
    )
    assert refused(stranger.post(f"/tables/{table}/bots", {"bot": "static", "seat": 1})) == (403, "not_host")
    assert ola.post(f"/tables/{table}/bots", {"bot": "static", "seat": 1}).json()["seats"][0]["bot"] == "static"


def test_where_a_clock_runs_nobody_loses_the_seat_within_five_minutes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ala, _, table = playing(house, rulebook="pfs", millis=1_200_000)
    gone = 5 * MINUTE - 1
    monkeypatch.setattr(house.state.services.served["tables"].sessions, "absent_for", lambda *_: gone)
    assert refused(ala.post(f"/tables/{table}/bots", {"bot": "static", "seat": 2})) == (409, "present")
    gone += 1
    assert ala.post(f"/tables/{table}/bots", {"bot": "static", "seat": 2}).status_code == 200


def test_bots_do_not_play_among_themselves(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open()
    assert ala.post(f"/tables/{table}/bots", {"bot": "static"}).status_code == 200
    assert refused(ala.post(f"/tables/{table}/bots", {"bot": "static"})) == (400, "proposal")


def test_a_bot_does_not_sit_down_where_it_could_not_move(house: House) -> None:
    ala = house.visitor("Ala")
    larger = {"move.rack_size": 8}
    assert refused(ala.post("/tables", {"changes": larger, "bots": ["static"]})) == (400, "proposal")
    table = ala.open(changes=larger)
    ala.sit(table)
    assert refused(ala.post(f"/tables/{table}/bots", {"bot": "static"})) == (400, "proposal")


def test_nobody_fills_the_lobby_with_empty_tables(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    other = ola.open()
    opened = [ala.open() for _ in range(22)]
    assert [ala.get(f"/tables/{each}").json()["status"] for each in opened] == ["closed"] * 2 + ["open"] * 20
    assert ola.get(f"/tables/{other}").json()["status"] == "open"


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "Ala\u3164", "a" + "\u0323" * 5])
def test_a_name_is_seen_and_stays_in_its_line(name: str) -> None:
    with pytest.raises(AccountError):
        checked_name(name)


@pytest.mark.parametrize("name", ["Łucja Żółć", "Nguyễn Thị", "ياسمين", "王", "🙂", "a\u0323\u0302"])
def test_names_of_people_are_names(name: str) -> None:
    assert checked_name(name)


def test_brackets_within_brackets_are_the_askers_mistake(house: House) -> None:
    assert refused(house.visitor().post("/me", b"[" * 20_000)) == (400, "malformed")


def test_a_result_is_written_down_although_the_server_was_killed_just_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    with open_house(tmp_path) as house:
        *_, table = playing(house)
        house.end(table)
        before = house.run(house.state.services.tables.get, table)
        row = update(sitting).where(sitting.c.id == table).values(status=TableStatus.PLAYING, result=None, ended=None)
        house.run(house.state.database.write, lambda connection: connection.execute(row))
    with open_house(tmp_path) as house:
        after = house.run(_over, house, table)
        assert after.status is TableStatus.OVER
        assert after.result == before.result


async def _over(house: House, table: str) -> object:
    for _ in range(100):
        found = await house.state.services.tables.get(table)
        if found.status is TableStatus.OVER:
            break
        await asyncio.sleep(0.02)
    return found
