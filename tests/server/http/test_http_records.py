"""What is left of a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import UNSET
from sqlalchemy import Connection, delete, update

from mostek.app.users import SESSION_DAYS
from mostek.cli import mostek
from mostek.core.players import Role
from mostek.core.tiles import Tiles
from mostek.features.tables.feature import PROVE_GAME
from mostek.notation.formats.gcg import read
from mostek.referee.commands import ExchangeTiles, Irregularity, ReportIrregularity
from mostek.referee.views import is_for_arbiter
from mostek.server.application import tidy_once
from mostek.store import lobby
from mostek.store.game_lines import read_lines
from mostek.store.games import FORGET_AFTER, forget_names
from mostek.store.schema import event, person, session, sitting
from mostek.store.tokens import now
from server.http.visitors import House, Visitor, refused


@pytest.fixture
def played(house: House) -> tuple[Visitor, Visitor, str]:
    """A table at which a game is being played."""
    ala, ola = house.visitor("Ala Sowa"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    return ala, ola, table


@pytest.mark.parametrize("name", ["game.gcg", "game.jsonl"])
def test_the_record_comes_after_the_game(house: House, played: tuple[Visitor, Visitor, str], name: str) -> None:
    ala, _, table = played
    assert refused(ala.get(f"/tables/{table}/{name}")) == (409, "not_over")
    house.end(table)
    answer = ala.get(f"/tables/{table}/{name}")
    assert answer.status_code == 200
    assert f"filename*=UTF-8''{table}" in answer.headers["content-disposition"]


@pytest.mark.parametrize("name", ["game.gcg", "game.jsonl", "sheet", "proof"])
def test_nothing_is_left_of_a_game_that_never_was(house: House, name: str) -> None:
    ala = house.visitor("Ala")
    assert refused(ala.get(f"/tables/none/{name}")) == (404, "unknown")
    status, code = refused(ala.get(f"/tables/{ala.open()}/{name}"))
    assert (status, code.removeprefix("not_")) in ((409, "over"), (409, "playing"))


def test_the_record_can_be_read(house: House, played: tuple[Visitor, Visitor, str], tmp_path: Path) -> None:
    ala, _, table = played
    house.end(table)
    path = tmp_path / "game.gcg"
    path.write_bytes(ala.get(f"/tables/{table}/game.gcg").content)
    game = read(path.read_bytes())
    assert [player.name for player in game.players] == ["Ala Sowa", "Ola"]


def test_the_log_is_proven_by_mostek_verify(house: House, played: tuple[Visitor, Visitor, str], tmp_path: Path) -> None:
    ala, _, table = played
    house.end(table)
    path = tmp_path / "game.jsonl"
    path.write_bytes(ala.get(f"/tables/{table}/game.jsonl").content)
    verified = CliRunner().invoke(mostek, ["--lang", "en", "verify", str(path)])
    assert verified.exit_code == 0, verified.output
    assert "The draws are proven" in verified.output
    path.write_bytes(path.read_bytes().replace(b"Ala Sowa", b"Ala Wosa"))
    assert CliRunner().invoke(mostek, ["verify", str(path)]).exit_code == 1


def test_a_sheet_shows_ones_own_rack_only(house: House, played: tuple[Visitor, Visitor, str]) -> None:
    ala, ola, table = played
    racks = [visitor.get(f"/tables/{table}/sheet").json()["racks"] for visitor in (ala, ola, house.visitor())]
    hidden = "#" * 7
    assert racks[2] == [hidden, hidden]
    assert racks[0][1] == racks[1][0] == hidden
    assert hidden not in (racks[0][0], racks[1][1])


def test_spectators_who_see_the_game_later_see_no_sheet_before_its_end(house: House) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(delay=60)
    ala.sit(table)
    ola.sit(table)
    somebody = house.visitor()
    assert refused(somebody.get(f"/tables/{table}/sheet")) == (409, "not_over")
    assert somebody.get(f"/tables/{table}").json()["scores"] is None
    assert ala.get(f"/tables/{table}/sheet").status_code == 200
    house.end(table)
    assert somebody.get(f"/tables/{table}/sheet").status_code == 200


def test_the_seed_is_secret_until_the_game_is_over(house: House, played: tuple[Visitor, Visitor, str]) -> None:
    ala, _, table = played
    header = house.run(house.state.services.tables.get, table).header
    seed = read_lines(header).header.table.seed
    before = ala.get(f"/tables/{table}/proof")
    assert before.json()["seed"] is None
    assert before.json()["verified"] is None
    for path in ("", "/proof", "/sheet"):
        assert str(seed) not in ala.get(f"/tables/{table}{path}").text
    house.end(table)
    after = ala.get(f"/tables/{table}/proof").json()
    assert {check["outcome"] for check in after.pop("checks")} <= {"holds", "open"}
    assert after == {"commitment": before.json()["commitment"], "seed": seed, "verified": True}


def test_a_game_is_decided_again_once_however_many_ask(
    house: House, played: tuple[Visitor, Visitor, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(house.state.services.jobs, "_observe", lambda kind, outcome, seconds: done.append(kind))
    ala, ola, table = played
    house.end(table)
    told = [visitor.get(f"/tables/{table}/proof").json() for visitor in (ala, ola, house.visitor(), ala)]
    assert [each["verified"] for each in told] == [True] * 4
    assert done == [PROVE_GAME.name]


def test_a_log_that_was_changed_since_is_proven_anew(house: House, played: tuple[Visitor, Visitor, str]) -> None:
    ala, _, table = played
    house.end(table)
    assert ala.get(f"/tables/{table}/proof").json()["verified"]
    last = house.run(house.state.database.lines, table)[-1].version
    gone = delete(event).where(event.c.game == table, event.c.version == last)
    house.run(house.state.database.write, lambda connection: connection.execute(gone))
    assert ala.get(f"/tables/{table}/proof").json()["seed"] is None, "the seed was the last event"


SUSPICION = ReportIrregularity(what=Irregularity.SUSPICION, by=Role.SPECTATOR)
POINTED_OUT = ReportIrregularity(what=Irregularity.OTHER_FAULT, by=Role.SPECTATOR)


@pytest.fixture
def suspected(house: House) -> tuple[Visitor, Visitor, str]:
    """A player and the arbiter of a finished game in which the arbiter was told of suspicions."""
    ala, ola, judge = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ela")
    table = ala.open(rulebook="pfs", millis=1_200_000)
    judge.post(f"/invitations/{ala.post(f'/tables/{table}/invitations', {'role': 'arbiter'}).json()['token']}")
    ala.sit(table)
    ola.sit(table)
    live = house.run(house.state.services.served["tables"].sessions.session, table)
    for _ in range(2):
        for command in (SUSPICION, POINTED_OUT, SUSPICION):
            assert house.run(live.perform, command) is None
        game = house.run(live.open)
        exchange = ExchangeTiles(seat=game.on_turn, tiles=Tiles(list(game.racks[game.on_turn])[:3]))
        assert house.run(live.perform, exchange) is None
    house.end(table)
    return ala, judge, table


def verified(log: bytes, path: Path) -> str:
    """What `mostek verify` says of a log that holds."""
    path.write_bytes(log)
    result = CliRunner().invoke(mostek, ["--lang", "en", "verify", str(path)])
    assert result.exit_code == 0, result.output
    return result.output


def test_a_suspicion_leaves_no_trace_in_the_log_but_for_the_arbiter(
    house: House, suspected: tuple[Visitor, Visitor, str], tmp_path: Path
) -> None:
    ala, judge, table = suspected
    everybody = ala.get(f"/tables/{table}/game.jsonl").content
    assert everybody == house.visitor().get(f"/tables/{table}/game.jsonl").content
    whole = judge.get(f"/tables/{table}/game.jsonl").content
    public, full = (read_lines(log).kept.events for log in (everybody, whole))
    assert len(full) == len(public) + 4
    assert b"suspicion" not in everybody
    assert public == tuple(event for event in full if not is_for_arbiter(event))
    for log in (everybody, whole):
        assert "The draws are proven" in verified(log, tmp_path / "game.jsonl")
    assert ala.get(f"/tables/{table}/proof").json()["verified"]
    heads = [who.get(f"/tables/{table}/sheet").json()["slip"]["head"] for who in (ala, judge)]
    assert heads == [read_lines(log).head for log in (everybody, whole)]


def test_the_name_of_somebody_forgotten_stands_in_no_record(
    house: House, played: tuple[Visitor, Visitor, str], tmp_path: Path
) -> None:
    ala, ola, table = played
    house.end(table)
    assert ala.delete("/me").status_code == 200
    for name in ("game.gcg", "game.jsonl", "sheet"):
        text = ola.get(f"/tables/{table}/{name}").text
        assert "Sowa" not in text
        assert "Ola" in text
    path = tmp_path / "game.jsonl"
    path.write_bytes(ola.get(f"/tables/{table}/game.jsonl").content)
    verified = CliRunner().invoke(mostek, ["verify", str(path)])
    assert verified.exit_code == 0, verified.output
    assert ola.get(f"/tables/{table}/proof").json()["verified"]


def test_the_name_of_somebody_forgotten_leaves_a_log_of_an_earlier_version_a_day_after_the_game(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "new_sealing", lambda names, key, shares: UNSET)
    ala, ola = house.visitor("Ala Sowa"), house.visitor("Ola")
    table = ala.open()
    ala.sit(table)
    ola.sit(table)
    house.end(table)
    ala.delete("/me")
    database = house.state.database

    def kept() -> bytes:
        return b"".join((row.asked or b"") + row.line for row in house.run(database.lines, table))

    assert house.run(forget_names, database) == 0
    assert b"Sowa" in kept()
    row = update(sitting).where(sitting.c.id == table).values(ended=now() - FORGET_AFTER - 1)
    house.run(database.write, lambda connection: connection.execute(row))
    shown = ola.get(f"/tables/{table}/game.jsonl").content
    assert house.run(forget_names, database) == 1
    assert b"Sowa" not in kept()
    assert ola.get(f"/tables/{table}/game.jsonl").content == shown
    assert house.run(forget_names, database) == 0


def test_one_clean_up_deletes_an_expired_guest_and_then_the_name_in_games(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "new_sealing", lambda names, key, shares: UNSET)
    ala, ola = house.visitor("Ala Sowa"), house.visitor("Ola")
    table, id = ala.open(), ala.get("/me").json()["person"]["id"]
    ala.sit(table)
    ola.sit(table)
    house.end(table)
    past = now() - (SESSION_DAYS + 1) * 24 * 60 * 60 * 1000

    def age(connection: Connection) -> None:
        connection.execute(update(session).where(session.c.person == id).values(seen=past))
        connection.execute(update(person).where(person.c.id == id).values(seen=past))
        connection.execute(update(sitting).where(sitting.c.id == table).values(ended=past))

    house.run(house.state.database.write, age)
    house.run(tidy_once, house.client.app)
    rows = house.run(house.state.database.lines, table)
    assert rows
    assert not any(b"Sowa" in (row.asked or b"") + row.line for row in rows)
