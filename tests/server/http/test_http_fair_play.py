"""The report on the play of a finished game: for its arbiter, after the game, and without delay for anybody else."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from click.testing import CliRunner
from msgspec import UNSET

from mostek import messages
from mostek.cli import mostek
from mostek.features.reviews.feature import REPORT_ON_GAME
from mostek.server.http.limits import Limits
from mostek.store import lobby
from server.http.visitors import House, Visitor, open_house, refused

TERMS = {"rulebook": "pfs", "millis": 1_200_000}


def appointed(host: Visitor, table: str, role: str, person: Visitor) -> Visitor:
    token = host.post(f"/tables/{table}/invitations", {"role": role}).json()["token"]
    assert person.post(f"/invitations/{token}").json()["mine"] in (role, "jury", "teacher")
    return person


def game(house: House, **terms: Any) -> tuple[Visitor, Visitor, Visitor, str]:
    """A running game of Ala, who is the host, and Ola; Ewa was its arbiter before it began."""
    ala, ola, ewa = house.visitor("Ala"), house.visitor("Ola"), house.visitor("Ewa")
    table = ala.open(**(TERMS | terms))
    appointed(ala, table, "arbiter", ewa)
    ala.sit(table)
    ola.sit(table)
    return ala, ola, ewa, table


def test_the_arbiter_gets_the_report_after_the_game_and_never_before(house: House) -> None:
    _, _, ewa, table = game(house)
    assert refused(ewa.get(f"/tables/{table}/report")) == (409, "not_over")
    house.end(table)
    told = ewa.get(f"/tables/{table}/report").json()
    assert [player["name"] for player in told["players"]] == ["Ala", "Ola"]
    assert told["uncompared"] is None
    assert told["players"][0]["agreement"]["turns"] < told["fewest"]
    assert told["players"][0]["agreement"]["share"] is None, "of a few passes no share is stated"
    assert [level["title"] for level in told["levels"]][:2] == ["Początkujący", "Uczeń"]
    english = ewa.get(f"/tables/{table}/report", accept_language="en").json()
    assert english["players"] == told["players"]


@pytest.mark.parametrize("is_over", [False, True])
def test_nobody_else_gets_it(house: House, is_over: bool) -> None:
    ala, ola = house.visitor("Ala"), house.visitor("Ola")
    table = ala.open(**TERMS)
    others = [appointed(ala, table, role, house.visitor(role)) for role in ("assistant", "recorder")]
    appointed(ala, table, "arbiter", house.visitor("Ewa"))
    ala.sit(table)
    ola.sit(table)
    late = appointed(ala, table, "arbiter", house.visitor("Iga"))
    if is_over:
        house.end(table)
    _, _, other_arbiter, other = game(house)
    for person in (ala, ola, late, other_arbiter, house.visitor("Jan"), *others):
        is_playing = not is_over and person in (ala, ola)
        told = refused(person.get(f"/tables/{table}/report"))
        assert told == ((409, "playing") if is_playing else (403, "not_arbiter"))
    assert refused(house.visitor().get(f"/tables/{table}/report")) == (401, "no_person")
    assert refused(late.get("/tables/none/report")) == (404, "unknown")
    assert refused(late.get(f"/tables/{other}/report")) == (403, "not_arbiter")


@pytest.mark.parametrize("is_sealed", [True, False])
def test_the_name_of_somebody_forgotten_is_not_in_it(
    house: House, monkeypatch: pytest.MonkeyPatch, is_sealed: bool
) -> None:
    if not is_sealed:  # as in games of an earlier version
        monkeypatch.setattr(lobby, "new_sealing", lambda names, key, shares: UNSET)
    ala, _, ewa, table = game(house)
    house.end(table)
    assert ala.delete("/me").status_code == 200
    told = ewa.get(f"/tables/{table}/report")
    assert told.status_code == 200
    assert "Ala" not in told.text
    assert told.json()["players"][1]["name"] == "Ola"


def test_a_table_without_a_game_has_no_report(house: House) -> None:
    ala, ewa = house.visitor("Ala"), house.visitor("Ewa")
    table = ala.open(**TERMS)
    appointed(ala, table, "arbiter", ewa)
    assert refused(ewa.get(f"/tables/{table}/report")) == (409, "not_over")


def test_of_a_real_board_without_times_and_racks_only_the_rest_is_said(house: House) -> None:
    ala, ewa = house.visitor("Ala"), house.visitor("Ewa")
    table = ala.open(rulebook="school", venue="table")
    appointed(ala, table, "arbiter", ewa)
    ala.post(f"/tables/{table}/seats", {"others": ["Ola"]})
    house.end_at_a_board(table)
    told = ewa.get(f"/tables/{table}/report").json()
    for player in told["players"]:
        assert player["credits"]["millis"] == 0
        assert player["times"] is None or player["times"]["median"] is None
        assert player["agreement"]["share"] is None


def test_it_is_worked_out_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, ewa, table = game(house)
    house.end(table)
    done: list[str] = []
    monkeypatch.setattr(house.state.services.jobs, "_observe", lambda kind, outcome, seconds: done.append(kind))
    first, second = (ewa.get(f"/tables/{table}/report").json() for _ in range(2))
    assert first == second
    assert done == [REPORT_ON_GAME.name]


def test_while_a_report_is_worked_out_others_move(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ala, ola, ewa, table = game(house)
    house.end(table)
    jobs, begun, may_end = house.state.services.jobs, Event(), Event()
    real = jobs.run

    async def slow(*job: Any) -> Any:
        begun.set()
        assert await asyncio.to_thread(may_end.wait, 20)
        return await real(*job)

    monkeypatch.setattr(jobs, "run", slow)
    answers: list[int] = []
    asking = Thread(target=lambda: answers.append(ewa.get(f"/tables/{table}/report").status_code))
    asking.start()
    try:
        assert begun.wait(20)
        again = ala.post(f"/tables/{table}/rematch").json()["id"]
        assert ola.get(f"/tables/{again}").status_code == 200
        assert not answers
    finally:
        may_end.set()
        asking.join(20)
    assert answers == [200]


def test_a_flood_of_requests_is_slowed_down(folder: Path) -> None:
    with open_house(folder, Limits(reports=2)) as house:
        _, _, ewa, table = game(house)
        house.end(table)
        codes = [ewa.get(f"/tables/{table}/report").status_code for _ in range(4)]
        assert codes == [200, 200, 429, 429]


def test_the_command_line_says_the_same_of_the_saved_log(house: House, tmp_path: Path) -> None:
    _, _, ewa, table = game(house)
    house.end(table)
    path = tmp_path / "game.jsonl"
    path.write_bytes(ewa.get(f"/tables/{table}/game.jsonl").content)
    told = ewa.get(f"/tables/{table}/report").json()
    try:
        answered = CliRunner().invoke(mostek, ["--lang", "en", "report", str(path), "--json"])
        assert answered.exit_code == 0, answered.output
        said = json.loads(answered.stdout)
        assert said["players"] == told["players"]
        assert "never a verdict" in said["hint"]
        polish = CliRunner().invoke(mostek, ["--lang", "pl", "report", str(path)]).stdout
        assert polish.startswith("To wskazówka, nigdy wyrok")
        assert "Za mało ruchów, by powiedzieć więcej" in polish
        assert "Ewa" not in polish
    finally:
        messages.use("en")
