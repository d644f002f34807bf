"""The lobby: opening tables, sitting down, getting up, bots, beginning, playing again."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from mostek.app.lobby import TableError, TableFault
from mostek.core.players import Seat
from mostek.core.tiles import BACK
from mostek.referee.commands import Check
from mostek.referee.state import AwaitingPlayers
from mostek.store.tokens import now
from server.http.visitors import House, Visitor, names, refused


def status(visitor: Visitor, table: str) -> str:
    return str(visitor.get(f"/tables/{table}").json()["status"])


def listed(visitor: Visitor) -> set[str]:
    return {card["id"] for card in visitor.get("/tables").json()["tables"]}


def test_a_new_table_is_open_and_empty(house: House) -> None:
    ala = house.visitor("Ala")
    card = ala.get(f"/tables/{ala.open(rulebook='pfs', millis=1_200_000)}").json()
    assert card["status"] == "open"
    assert card["host"]
    assert card["mine"] is None
    assert card["commitment"] is None
    free = {"name": None, "bot": None, "me": False, "ready": None, "may_free": False}
    assert card["seats"] == [{"seat": seat, **free, "commitment": None, "share_due": False} for seat in (1, 2)]
    assert card["url"] == f"http://mostek.test/t/{card['id']}"
    assert card["proposal"]["millis"] == 1_200_000


def test_nobody_opens_nothing(house: House) -> None:
    assert refused(house.visitor().post("/tables", {})) == (401, "no_person")


@pytest.mark.parametrize(
    ("proposal", "code"),
    [
        ({"rulebook": "nobody's"}, "proposal"),
        ({"rulebook": "pfs", "millis": 1_200_000, "seats": 3}, "proposal"),
        ({"rulebook": "pfs"}, "proposal"),
        ({"rulebook": "pfs", "millis": 1_200_000, "checked": True}, "proposal"),
        ({"rulebook": "gen", "millis": 1_200_000}, "proposal"),
        ({"bots": ["static", "static"]}, "proposal"),
        ({"bots": ["deep"]}, "no_such_bot"),
        ({"lexicon": "osps"}, "lexicon"),
        ({"changes": {"exchange.bag": 1}}, "proposal"),
        ({"changes": {"exchange.maximum": "two"}}, "proposal"),
        ({"seats": 5}, "malformed"),
        ({"seats": None}, "malformed"),
        ({"window": 1}, "malformed"),
        ({"secret": 1}, "malformed"),
        ({"millis": 10**30}, "malformed"),
        ({"lexicon": "x" * 65}, "malformed"),
        ({"venue": "online", "checks": ["set"]}, "proposal"),
        ({"full_record": True}, "proposal"),
        ({"venue": "table", "bots": ["static"]}, "proposal"),
        ({"venue": "table", "checks": ["clock"]}, "proposal"),
        ({"venue": "table", "checks": ["leave"]}, "malformed"),
        ({"venue": "table", "absent": [2]}, "proposal"),
        ({"rulebook": "pfs", "millis": 1_200_000, "venue": "table", "absent": [3]}, "proposal"),
    ],
)
def test_what_cannot_be_proposed(house: House, proposal: dict[str, Any], code: str) -> None:
    assert refused(house.visitor("Ala").post("/tables", proposal)) == (400, code)


def test_at_a_real_board_the_server_holds_no_tile(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    asked = {"venue": "table", "checks": ["set", "clock"], "absent": [2], "full_record": True}
    table = ala.open(rulebook="pfs", millis=1_200_000, steps="at_table", **asked)
    ala.sit(table)
    ola.sit(table)
    game = house.run(house.state.services.served["tables"].sessions.session, table).game
    assert set(game.bag) == {BACK}
    assert (game.checks, game.full_record) == ((Check.SET, Check.CLOCK), True)
    assert game.phase == AwaitingPlayers((Seat.SECOND,))
    assert refused(ala.post(f"/tables/{table}/bots", {"bot": "static", "seat": 2})) == (400, "proposal")


def test_the_game_begins_when_the_last_seat_is_taken(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    assert ala.sit(table).json()["mine"] == 1
    assert status(ala, table) == "open"
    card = ola.sit(table).json()
    assert card["status"] == "playing"
    assert card["mine"] == 2
    assert card["scores"] == [0, 0]
    assert len(card["commitment"]) == 64


def test_who_sits_already_goes_on_sitting(house: House) -> None:
    ala = house.visitor("Ala")
    table = ala.open()
    first = ala.sit(table, 2).json()
    assert ala.sit(table, 1).json() == first


def test_a_seat_can_be_chosen_and_is_given_once(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(seats=3)
    assert ala.sit(table, 3).json()["mine"] == 3
    assert refused(ola.sit(table, 3)) == (409, "seat_taken")
    assert refused(ola.sit(table, 4)) == (400, "no_such_seat")
    assert refused(ola.post(f"/tables/{table}/seats", {"seat": 0})) == (400, "malformed")
    assert ola.sit(table).json()["mine"] == 1


def test_of_two_who_want_one_seat_at_once_one_gets_it(house: House) -> None:
    table = house.visitor("Ala").open(seats=4)
    people = [house.visitor(f"Gość {number}").get("/me").json()["person"]["id"] for number in range(12)]

    async def rush() -> list[object]:
        sittings = house.state.services.tables
        wanted = [sittings.sit(table, Seat.SECOND, person, "Gość") for person in people]
        answers: list[object] = await asyncio.gather(*wanted, return_exceptions=True)
        return answers

    answers: list[object] = house.run(rush)
    refusals = [answer for answer in answers if isinstance(answer, TableError)]
    assert len(refusals) == len(people) - 1
    assert {refusal.fault for refusal in refusals} == {TableFault.SEAT_TAKEN}


def test_nobody_sits_down_where_every_seat_is_taken(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    assert refused(house.visitor("Ela").sit(table)) == (409, "not_open")


def test_who_gets_up_leaves_a_free_seat(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    assert ala.delete(f"/tables/{table}/seats").json()["mine"] is None
    ola.sit(table)
    assert names(ala, table) == ["Ola", None]


def test_nobody_gets_up_once_the_game_has_begun(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    assert refused(ala.delete(f"/tables/{table}/seats")) == (409, "not_open")


def test_a_table_that_is_not_there(house: House) -> None:
    ala = house.visitor("Ala")
    for answer in (
        ala.get("/tables/none"),
        ala.sit("none"),
        ala.delete("/tables/none/seats"),
        ala.post("/tables/none/rematch"),
        ala.post("/tables/none/bots", {"bot": "static"}),
        ala.post("/tables/none/invitations", {"role": "player"}),
        ala.get("/tables/%00"),
        ala.get("/tables/none/qr.svg"),
    ):
        assert refused(answer) == (404, "unknown")


def test_bots_take_the_last_seats(house: House) -> None:
    ala = house.visitor("Ala", accept_language="pl")
    table = ala.open(seats=3, bots=["static", "static"])
    assert names(ala, table) == [None, "Turniejowy", "Turniejowy (2)"]
    assert ala.sit(table).json()["status"] == "playing"


def test_the_host_fills_a_free_seat_with_a_bot(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table, 2)
    assert refused(ola.post(f"/tables/{table}/bots", {"bot": "static"})) == (403, "not_host")
    assert refused(ala.post(f"/tables/{table}/bots", {"bot": "deep"})) == (400, "no_such_bot")
    assert refused(ala.post(f"/tables/{table}/bots", {"bot": "static", "seat": 2})) == (409, "seat_taken")
    card = ala.post(f"/tables/{table}/bots", {"bot": "static"}).json()
    assert card["status"] == "playing"
    assert card["seats"][0]["bot"] == "static"


def test_a_bot_takes_the_seat_of_somebody_long_absent_only(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    gone = {Seat.SECOND: 59_999}
    monkeypatch.setattr(house.state.services.served["tables"].sessions, "absent_for", lambda _, seat: gone.get(seat, 0))
    assert refused(ala.post(f"/tables/{table}/bots", {"bot": "static"})) == (400, "no_such_seat")
    assert refused(ala.post(f"/tables/{table}/bots", {"bot": "static", "seat": 2})) == (409, "present")
    gone[Seat.SECOND] = 60_000
    assert ala.post(f"/tables/{table}/bots", {"bot": "static", "seat": 2}).json()["seats"][1]["bot"] == "static"
    assert ola.get(f"/tables/{table}").json()["mine"] is None
    assert house.run(house.state.services.served["tables"].sessions.session, table).bots == {Seat.SECOND}


def test_a_private_table_is_seen_by_its_people_and_sat_at_by_invitation_only(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(public=False)
    assert table in listed(ala)
    assert table not in listed(ola)
    assert refused(ola.sit(table)) == (403, "not_invited")
    token = ala.post(f"/tables/{table}/invitations", {"role": "player"}).json()["token"]
    assert ola.post(f"/invitations/{token}").json()["mine"] == 1
    assert ala.sit(table).json()["status"] == "playing"


def test_the_lobby_shows_public_tables_and_ones_own(house: House) -> None:
    ala, ola, ela = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ela")
    table = ala.open()
    assert table in listed(ela)
    ala.sit(table)
    ola.sit(table)
    assert table in listed(ela)
    house.end(table)
    assert table in listed(ola)
    assert table not in listed(ela)
    assert table not in listed(house.visitor())


def test_another_name_stands_at_tables_that_have_not_begun(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    waiting, played = ala.open(), ala.open()
    for table in (waiting, played):
        ala.sit(table)
    ola.sit(played)
    ala.patch("/me", {"name": "Alicja"})
    assert names(ola, waiting) == ["Alicja", None]
    assert names(ola, played) == ["Ala", "Ola"]


def test_two_people_of_one_name_are_told_apart(house: House) -> None:
    host, ola, ala = house.visitor("Ala"), house.visitor("Ola"), house.visitor("ala")
    table = host.open(seats=3)
    host.sit(table)
    assert ala.sit(table).json()["takes_bots"] is True
    assert names(host, table) == ["Ala", "ala (2)", None]
    ola.sit(table)
    assert names(host, table) == ["Ala", "ala (2)", "Ola"]
    waiting = host.open(seats=3)
    host.sit(waiting)
    ola.sit(waiting)
    ola.patch("/me", {"name": "Ala"})
    assert names(host, waiting) == ["Ala", "Ala (2)", None]


def test_a_bot_is_not_offered_where_it_would_be_refused(house: House) -> None:
    host = house.visitor("Ala")
    table = host.open(bots=["static"])
    assert host.get(f"/tables/{table}").json()["takes_bots"] is False
    assert host.post(f"/tables/{table}/bots", {"bot": "static"}).status_code == 400


def test_the_card_says_whose_turn_it_is(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    assert ala.get(f"/tables/{table}").json()["on_turn"] is None
    assert ola.sit(table).json()["status"] == "playing"
    assert "on_turn" in ola.get(f"/tables/{table}").json()


def test_a_finished_game_has_scores_and_winners(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    house.end(table)
    card = ala.get(f"/tables/{table}").json()
    assert card["status"] == "over"
    assert len(card["scores"]) == 2
    best = max(card["scores"])
    assert card["winners"] == [seat for seat, score in enumerate(card["scores"], 1) if score == best]


def test_tables_that_nobody_joined_are_closed(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    waiting, played = ala.open(), ala.open()
    ala.sit(played)
    ola.sit(played)
    closed = house.run(house.state.services.tables.close_forgotten, now() + 1)
    assert waiting in closed
    assert played not in closed
    assert status(ala, waiting) == "closed"
    assert waiting not in listed(ala)
    assert refused(ola.sit(waiting)) == (409, "not_open")
