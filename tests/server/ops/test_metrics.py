"""The figures for Prometheus: what is counted, by labels that nobody can choose, for the operator alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from mostek.server import metrics
from mostek.server.metrics import JobTally
from server.http.test_http_tournaments import founded, give
from server.http.visitors import House, open_house
from server.sockets.served import hear, served

Figures = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def read(text: str) -> Figures:
    """Every figure by its name and its labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(figures: Figures, name: str, **labels: str) -> float:
    return figures.get((f"mostek_{name}", tuple(sorted(labels.items()))), 0.0)


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    with open_house(tmp_path) as opened:
        yield opened


def figures_of(house: House) -> Figures:
    answer = house.client.get("/metrics", headers={"authorization": f"Bearer {house.state.operator_token}"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return read(answer.text)


def test_they_are_for_the_operator_alone(house: House) -> None:
    for headers in ({}, {"authorization": "Bearer x"}, {"authorization": f"Bearer {house.state.operator_token}x"}):
        answer = house.client.get("/metrics", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "not_operator")
        assert answer.headers["www-authenticate"] == "Bearer"


def test_a_game_is_counted_from_its_sockets_to_its_appends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))

    async def story() -> None:
        async with served(tmp_path) as there, httpx.AsyncClient() as client:

            async def figures() -> Figures:
                return read((await client.get(f"http://127.0.0.1:{there.port}/metrics")).text)

            before = await figures()
            assert value(before, "games") == 1
            async with there.page(0) as page:
                await page.send(json.dumps({"type": "subscribe", "after": 0, "language": "pl"}))
                await hear(page, "snapshot")
                for number, seat in enumerate((1, 2)):
                    command = {"type": "pass_turn", "seat": seat}
                    await page.send(json.dumps({"type": "do", "id": f"x{number}", "seen": 10_000, "command": command}))
                    await hear(page, "answer")
                during = await figures()
                assert value(during, "sockets", at="table") == value(before, "sockets", at="table") + 1
            done, refused = ({"at": "table", "outcome": each} for each in ("done", "refused"))
            made = [
                value(during, "commands_total", **each) - value(before, "commands_total", **each)
                for each in (done, refused)
            ]
            assert sum(made) == 2
            assert made[1] >= 1, "one seat is another person's"
            code = {"code": "not_your_seat"}
            assert value(during, "refusals_total", **code) == value(before, "refusals_total", **code) + 1
            appended = value(during, "append_seconds_count") - value(before, "append_seconds_count")
            assert appended >= made[0]
            async with asyncio.timeout(5):
                while value(await figures(), "sockets", at="table") != value(before, "sockets", at="table"):
                    await asyncio.sleep(0.05)

    asyncio.run(story())


def test_commands_of_a_desk_and_refusals_are_counted(house: House) -> None:
    before = figures_of(house)
    director, id = founded(house)
    assert give(director, id, {"type": "pair_round"}).status_code == 200
    assert give(director, id, {"type": "pair_round"}).status_code == 409
    house.client.get("/api/nothing")
    after = figures_of(house)
    for outcome, least in (("done", 1), ("refused", 1)):
        labels = {"at": "desk", "outcome": outcome}
        assert value(after, "commands_total", **labels) - value(before, "commands_total", **labels) >= least
    assert value(after, "refusals_total", code="unknown") == value(before, "refusals_total", code="unknown") + 1


def test_what_is_measured_is_there(house: House) -> None:
    figures = figures_of(house)
    assert value(figures, "memory_bytes", of="server") > 20_000_000
    assert ("mostek_memory_bytes", (("of", "workers"),)) in figures
    assert value(figures, "disk_free_bytes") > 0
    assert value(figures, "ready") == 1
    assert figures[("process_cpu_seconds_total", ())] > 0


def test_no_label_comes_from_a_visitor(house: House) -> None:
    """A flood of names, addresses and codes makes no new figure."""
    ala = house.visitor("Ala")
    for each in ("x", "y", "z"):
        ala.get(f"/tables/{each}")
        ala.post("/tables", {"rulebook": each})
        ala.get(f"/{each}")
        ala.send("GET", f"/{each}?code={each}", {})
        ala.send(each.upper(), "/api/me", {})
    before = set(figures_of(house))
    for number in range(40):
        other = house.visitor(f"Ola{number}")
        other.get(f"/tables/{number}")
        other.post("/tables", {"rulebook": f"r{number}"})
        other.get(f"/q{number}")
        other.send("GET", f"/q{number}?code={number}", {})
        other.send(f"M{number}", "/api/me", {})
    assert set(figures_of(house)) == before


def test_jobs_are_counted_by_kind_and_outcome_and_ended_ones_for_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = JobTally()
    monkeypatch.setattr(metrics, "KILLED", tally)
    before = read(metrics.exposition().decode())
    for outcome in ("done", "failed", "refused", "deadline", "memory", "died", "died"):
        metrics.note_job("trial", outcome, 0.2)
    after = read(metrics.exposition().decode())

    def more(name: str, **labels: Any) -> float:
        return value(after, name, **labels) - value(before, name, **labels)

    assert more("jobs_total", kind="trial", outcome="died") == 2
    assert more("jobs_total", kind="trial", outcome="done") == 1
    assert more("job_seconds_count", kind="trial") == 7
    assert round(more("job_seconds_sum", kind="trial"), 3) == 1.4
    assert {(each.kind, each.outcome, each.n) for each in tally} == {
        ("trial", "deadline", 1),
        ("trial", "memory", 1),
        ("trial", "died", 2),
    }
