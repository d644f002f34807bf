"""The seed is made of shares of the server and of every page; each refusal leaves all as it was, and nobody waits for ever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from mostek.app.lobby import READY_WAIT
from mostek.app.shares import parts
from mostek.engine.random_draws import commitment
from mostek.features.tables.http import cards, tables
from mostek.store.game_lines import read_header
from mostek.store.schema import place, sitting
from mostek.store.tokens import now
from server.http.sharers import Sharer
from server.http.visitors import House, Visitor, open_house, refused

CLOCK = {"rulebook": "pfs", "millis": 1_200_000}


def both(house: House, **proposal: Any) -> tuple[Sharer, Sharer]:
    """Two people at a table where every seat is taken, before they are ready."""
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(**(CLOCK | proposal))
    for visitor in (ala, ola):
        visitor.sits_unready(table)
    return Sharer(ala, table), Sharer(ola, table)


def committed(house: House) -> tuple[Sharer, Sharer]:
    """Two people who have said that they are ready."""
    ala, ola = both(house)
    ala.ready()
    ola.ready()
    return ala, ola


def stored(house: House, table: str) -> Any:
    """The rows of a table: the secret of the server, and what each seat has."""

    def rows(connection: Any) -> Any:
        seats = select(place.c.seat, place.c.ready, place.c.commitment, place.c.share).where(place.c.sitting == table)
        one = select(sitting.c.status, sitting.c.secret).where(sitting.c.id == table)
        return connection.execute(one).one(), connection.execute(seats.order_by(place.c.seat)).all()

    return house.run(house.state.database.read, rows)


def seed_of(house: House, table: str) -> str:
    header = house.run(house.state.services.tables.get, table).header
    return str(read_header(header).table.seed)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A step that lets the time of a wait pass for the lobby."""

    def pass_by(millis: int) -> None:
        for module in (cards, tables):
            monkeypatch.setattr(module, "now", lambda: now() + millis)

    return pass_by


def test_the_game_begins_with_the_last_share_and_its_seed_has_all_of_them(house: House) -> None:
    ala, ola = both(house)
    server = ala.card()["seed"]
    assert not server["final"]
    ala.ready()
    assert ala.own()["commitment"] == ala.commitment
    assert not ala.own()["share_due"]
    ola.ready()
    card = ola.card()
    assert card["seed"] == server | {"final": True}
    assert [(seat["commitment"], seat["share_due"]) for seat in card["seats"]] == [
        (ala.commitment, True),
        (ola.commitment, True),
    ]
    assert ala.give().json()["status"] == "open"
    assert [seat["share_due"] for seat in ola.card()["seats"]] == [False, True]
    assert ala.give().status_code == 200, "an answer that was lost is asked for again"
    assert ola.give().json()["status"] == "playing"
    own, shares = parts(seed_of(house, ala.table))
    assert commitment(own) == server["commitment"]
    assert shares == (ala.share, ola.share)
    assert ola.give().status_code == 200
    row, seats = stored(house, ala.table)
    assert row.secret is None
    assert [tuple(seat)[2:] for seat in seats] == [(None, None)] * 2, "the seed stands in one place only"
    assert ala.card()["seed"] is None


def test_neither_card_nor_other_page_shows_a_share_or_the_secret_of_the_server(house: House) -> None:
    ala, ola = committed(house)
    ala.give()
    secret = stored(house, ala.table)[0].secret
    for visitor in (ala.visitor, ola.visitor, house.visitor("Ela"), house.visitor()):
        for path in (f"/tables/{ala.table}", "/tables", "/me/data", f"/tables/{ala.table}/proof"):
            text = visitor.get(path).text
            assert ala.share not in text
            assert secret not in text
    ola.give()
    for path in (f"/tables/{ala.table}", "/tables", f"/tables/{ala.table}/proof"):
        text = ola.visitor.get(path).text
        assert ala.share not in text
        assert secret not in text


@pytest.mark.parametrize(
    "share", ["", "ab", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 64 + "\n", "٠" * 64, None, 5, ["0" * 64]]
)
def test_a_share_and_a_commitment_are_64_digits(house: House, share: Any) -> None:
    ala, _ = committed(house)
    before = stored(house, ala.table)
    assert refused(ala.visitor.post(f"/tables/{ala.table}/share", {"share": share}))[0] == 400
    if share is not None:
        for path in ("ready", "seats"):
            assert refused(ala.visitor.post(f"/tables/{ala.table}/{path}", {"commitment": share}))[0] == 400
    assert stored(house, ala.table) == before


def test_another_share_than_the_committed_one_is_refused(house: House) -> None:
    ala, ola = committed(house)
    before = stored(house, ala.table)
    assert refused(ala.give("0" * 64)) == (409, "share_differs")
    assert refused(ala.give(ola.share)) == (409, "share_differs")
    assert stored(house, ala.table) == before
    ala.give()
    assert refused(ala.give("0" * 64)) == (409, "share_differs"), "nor can it be exchanged"
    assert ola.give().json()["status"] == "playing"


def test_no_share_is_taken_before_all_are_committed(house: House) -> None:
    ala, ola = both(house)
    assert refused(ala.give()) == (409, "no_commitment")
    ala.ready()
    before = stored(house, ala.table)
    assert refused(ala.give()) == (409, "share_too_early")
    assert stored(house, ala.table) == before
    ela = house.visitor("Ela")
    assert refused(Sharer(ela, ala.table).give()) == (403, "not_sitting")
    assert refused(Sharer(house.visitor(), ala.table).give())[0] == 401
    assert refused(Sharer(ala.visitor, "nowhere").visitor.post("/tables/nowhere/share", {"share": "0" * 64}))[0] == 404
    ola.ready()
    assert ala.give().status_code == 200


def test_a_commitment_cannot_be_exchanged_after_that_of_others(house: House) -> None:
    ala, ola = both(house)
    ala.ready()
    second = Sharer(ala.visitor, ala.table)
    before = stored(house, ala.table)
    assert refused(second.ready()) == (409, "committed")
    ola.ready()
    before = stored(house, ala.table)
    assert refused(second.ready()) == (409, "committed")
    assert stored(house, ala.table) == before
    assert ala.ready().status_code == 200, "the same one again changes nothing"
    assert stored(house, ala.table) == before


def test_whoever_lost_the_share_confirms_again_and_everybody_draws_anew(house: House) -> None:
    ala, ola = committed(house)
    ala.give()
    first = ala.card()["seed"]["commitment"]
    secret = stored(house, ala.table)[0].secret
    second = Sharer(ola.visitor, ola.table)
    assert second.ready(anew=True).json()["status"] == "open"
    row, seats = stored(house, ala.table)
    assert row.secret != secret
    assert [(seat.ready is None, seat.commitment, seat.share) for seat in seats] == [
        (True, None, None),
        (False, second.commitment, None),
    ]
    assert ala.card()["seed"]["commitment"] != first
    assert refused(ala.give()) == (409, "no_commitment"), "a share that was shown is never taken again by itself"
    again = Sharer(ala.visitor, ala.table)
    again.ready()
    for page in (second, again):
        page.give()
    assert parts(seed_of(house, ala.table))[1] == (again.share, second.share)


@pytest.mark.parametrize("how", ["leaves", "is erased", "is freed"])
def test_when_somebody_goes_all_shares_are_thrown_away(house: House, later: Any, how: str) -> None:
    ala, ola = committed(house)
    ala.give()
    secret = stored(house, ala.table)[0].secret
    if how == "leaves":
        assert ola.visitor.delete(f"/tables/{ala.table}/seats").status_code == 200
    elif how == "is erased":
        assert ola.visitor.delete("/me").is_success
    else:
        later(READY_WAIT + 1000)
        assert ala.visitor.delete(f"/tables/{ala.table}/seats/2").status_code == 200
        later(0)
    row, seats = stored(house, ala.table)
    assert row.secret not in (secret, None)
    assert [tuple(seat) for seat in seats] == [(1, None, None, None)]
    ela = Sharer(house.visitor("Ela"), ala.table)
    ela.visitor.sits_unready(ala.table)
    again = Sharer(ala.visitor, ala.table)
    for step in (ela.ready, again.ready, ela.give, again.give):
        assert step().status_code == 200
    server, shares = parts(seed_of(house, ala.table))
    assert server == row.secret
    assert shares == (again.share, ela.share)


def test_a_seat_whose_page_has_gone_is_freed_a_minute_after_the_last_commitment(house: House, later: Any) -> None:
    ala, ola = committed(house)
    later(READY_WAIT + 1000)
    assert refused(ala.visitor.delete(f"/tables/{ala.table}/seats/2")) == (409, "not_overdue"), "Ala's is missing too"
    later(0)
    ala.give()
    later(READY_WAIT - 5000)
    assert refused(ala.visitor.delete(f"/tables/{ala.table}/seats/2")) == (409, "not_overdue")
    later(READY_WAIT + 1000)
    assert [seat["may_free"] for seat in ala.card()["seats"]] == [False, True]
    assert refused(ola.visitor.delete(f"/tables/{ala.table}/seats/1")) == (409, "not_overdue")
    assert ala.visitor.delete(f"/tables/{ala.table}/seats/2").status_code == 200


def test_a_program_without_a_share_plays_and_the_others_give_theirs(house: House) -> None:
    ala, ola = both(house)
    ola.visitor.post(f"/tables/{ola.table}/ready")
    ala.ready()
    assert [seat["share_due"] for seat in ala.card()["seats"]] == [True, False]
    assert refused(ola.give()) == (409, "no_commitment")
    assert ala.give().json()["status"] == "playing"
    assert parts(seed_of(house, ala.table))[1] == (ala.share, None)


def test_alone_with_bots_the_page_gives_its_share_with_the_last_seat(house: House) -> None:
    ala = house.visitor("Ala")
    page = Sharer(ala, ala.open(rulebook="chal", bots=["static"]))
    card = page.sit().json()
    assert (card["status"], card["seats"][0]["ready"]) == ("open", None)
    assert page.own()["share_due"]
    second = Sharer(ala, page.table)  # the page was closed, and another browser goes on
    assert refused(second.ready()) == (409, "committed")
    assert second.ready(anew=True).status_code == 200
    assert refused(page.give()) == (409, "share_differs")
    assert second.give().json()["status"] == "playing"
    assert parts(seed_of(house, page.table))[1] == (second.share, None)


def test_a_bot_in_the_last_seat_waits_for_the_share(house: House) -> None:
    ala = house.visitor("Ala")
    page = Sharer(ala, ala.open(**CLOCK))
    page.sit()
    assert refused(page.give()) == (409, "share_too_early")
    assert ala.post(f"/tables/{page.table}/bots", {"bot": "static"}).json()["status"] == "open"
    assert page.give().json()["status"] == "playing"


def test_without_a_clock_each_page_gives_its_share_at_once_and_nobody_waits_for_who_is_away(house: House) -> None:
    ala = house.visitor("Ala")
    page = Sharer(ala, ala.open())
    page.sit()
    assert page.own()["share_due"]
    page.give()
    other = Sharer(house.visitor("Ola"), page.table)
    other.sit()
    other.visitor.delete(f"/tables/{page.table}/seats")
    assert page.own()["commitment"] == page.commitment, "what Ala gave stays, for she may be away"
    secret = stored(house, page.table)[0].secret
    ela = Sharer(house.visitor("Ela"), page.table)
    assert ela.sit().json()["status"] == "open"
    assert ela.give().json()["status"] == "playing"
    assert parts(seed_of(house, page.table)) == (secret, (page.share, ela.share))


def test_who_has_a_seat_can_commit_before_the_others_come_but_not_twice(house: House) -> None:
    ala = house.visitor("Ala")
    page = Sharer(ala, ala.open(**CLOCK))
    ala.sits_unready(page.table)
    page.sit()
    Sharer(ala, page.table).sit()
    assert page.own()["commitment"] == page.commitment


def test_agreeing_to_a_rematch_commits_and_the_share_follows(house: House) -> None:
    ala, ola = committed(house)
    ala.give()
    ola.give()
    house.end(ala.table)
    first = Sharer(ola.visitor, "?")
    first.table = ola.visitor.post(f"/tables/{ala.table}/rematch", {"commitment": first.commitment}).json()["id"]
    second = Sharer(ala.visitor, first.table)
    card = ala.visitor.post(f"/tables/{ala.table}/rematch", {"commitment": second.commitment}).json()
    assert (card["id"], card["status"]) == (first.table, "open")
    first.give()
    assert second.give().json()["status"] == "playing"
    assert parts(seed_of(house, first.table))[1] == (first.share, second.share)


def test_an_invitation_is_accepted_with_a_commitment(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(public=False, bots=["static"])
    token = ala.post(f"/tables/{table}/invitations", {"role": "player"}).json()["token"]
    page = Sharer(ola, table)
    assert ola.post(f"/invitations/{token}", {"commitment": page.commitment}).json()["status"] == "open"
    assert page.give().json()["status"] == "playing"


def test_at_a_real_board_nothing_is_drawn_and_no_share_is_awaited(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    page = Sharer(ala, ala.open(**CLOCK, venue="table"))
    assert page.card()["seed"] is None
    page.sit()
    assert Sharer(ola, page.table).sit().json()["status"] == "playing"


def test_a_table_of_an_earlier_version_begins_without_shares(house: House) -> None:
    ala, ola = both(house)
    row = sitting.update().where(sitting.c.id == ala.table).values(secret=None)
    house.run(house.state.database.write, lambda connection: connection.execute(row))
    assert ala.card()["seed"] is None
    ala.ready()
    assert ola.ready().json()["status"] == "playing"
    assert len(seed_of(house, ala.table)) == 64


def test_commitments_and_shares_outlive_the_server(folder: Path) -> None:
    def back(house: House, page: Sharer) -> Sharer:
        page.visitor.house = house
        return page

    with open_house(folder) as house:
        ala, ola = both(house)
        ala.ready()
        server = ala.card()["seed"]["commitment"]
    with open_house(folder) as house:
        back(house, ala)
        assert back(house, ola).ready().json()["status"] == "open"
        ala.give()
    with open_house(folder) as house:
        back(house, ala)
        assert back(house, ola).give().json()["status"] == "playing"
        own, shares = parts(seed_of(house, ala.table))
        assert (commitment(own), shares) == (server, (ala.share, ola.share))


def test_a_game_whose_beginning_failed_begins_with_the_same_shares(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ala, ola = committed(house)
    ala.give()
    secret = stored(house, ala.table)[0].secret

    async def nothing(self: Any, name: str) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(type(house.state.services.served["tables"].sessions), "begin", nothing)
        assert ola.give().json()["status"] == "open"
    assert Visitor.post(ola.visitor, f"/tables/{ola.table}/ready").json()["status"] == "playing"
    assert parts(seed_of(house, ala.table)) == (secret, (ala.share, ola.share))
