"""`mostek serve --demo`: an invented club that is there at once, is marked on each page, and is gone with the server."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from litestar import Litestar
from litestar.testing import TestClient

from mostek import messages
from mostek.app.tournaments import hall_time, replayed
from mostek.cli import demo as cli_demo
from mostek.cli import mostek
from mostek.features.samples.store import ACCOUNTS, PASSWORD, make_club
from mostek.features.samples.visits import logged_in
from mostek.server.application import application
from mostek.server.config import Config
from mostek.server.demo import Demo
from mostek.store.tournament_lines import read_tournament

URL = "http://127.0.0.1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def demo(folder: Path) -> Demo:
    messages.use("en")
    return make_club(folder, lambda share: None)


@pytest.fixture(scope="module")
def client(folder: Path, demo: Demo) -> Iterator[TestClient[Litestar]]:
    with TestClient(application(Config(data=folder, demo=demo)), base_url=URL) as client:
        yield client


def test_each_page_says_that_it_is_a_demo_and_how_to_log_in(client: TestClient[Litestar], demo: Demo) -> None:
    for path in ("/", f"/t/{demo.games[0]}", "/rules"):
        page = client.get(path, headers={"Accept-Language": "pl"}).text
        assert "To pokaz: zmyślony klub." in page
        assert all(login in page for login in (*ACCOUNTS, PASSWORD))
    assert "This is a demo" in client.get("/", headers={"Accept-Language": "en"}).text


def test_a_board_in_the_page_of_another_site_has_no_banner(client: TestClient[Litestar], demo: Demo) -> None:
    assert "This is a demo" not in client.get(f"/embed/{demo.games[0]}", headers={"Accept-Language": "en"}).text


def test_the_event_is_in_its_third_round_now(demo: Demo, folder: Path) -> None:
    (path,) = (folder / "tournaments").glob("*.jsonl")
    event = replayed(read_tournament(path.read_bytes()).steps)
    assert event is not None
    assert event.name.endswith("(demo)")
    rounds = event.divisions[""].rounds
    assert len(rounds) == 3
    assert (begun := rounds[-1].started_at) is not None
    assert timedelta() < hall_time() - begun < timedelta(minutes=40)


def test_the_links_for_officials_and_a_player_open(client: TestClient[Litestar], demo: Demo) -> None:
    assert [role for role, _ in demo.links] == ["director", "chief_arbiter", "scorekeeper", "player"]
    assert all(client.get(path).status_code == 200 for _, path in demo.links)


def test_a_finished_game_is_proved_by_the_command(client: TestClient[Litestar], demo: Demo, tmp_path: Path) -> None:
    assert len(demo.games) == 10
    log = tmp_path / "game.jsonl"
    log.write_bytes(client.get(f"/api/tables/{demo.games[0]}/game.jsonl").content)
    verified = CliRunner().invoke(mostek, ["--lang", "en", "verify", str(log)])
    assert verified.exit_code == 0, verified.output
    assert "The draws are proven" in verified.output


def test_the_player_logs_in_and_has_games(client: TestClient[Litestar]) -> None:
    client.get("/api/me")
    token = client.cookies["mostek_csrf"]
    answer = client.post(
        "/api/sessions", json={"login": "gracz", "password": PASSWORD}, headers={"x-csrf-token": token}
    )
    assert answer.json()["person"]["name"] == ACCOUNTS["gracz"]
    assert len(client.get("/api/tables").json()["tables"]) == 4
    client.cookies.clear()


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mostek.sqlite").write_bytes(b"real")
    refused = CliRunner().invoke(mostek, ["--lang", "en", "serve", "--demo", "--data", str(tmp_path)])
    assert refused.exit_code == 2
    assert f"{tmp_path} is not empty and holds no demo, so nothing was changed." in refused.output
    assert [path.name for path in tmp_path.iterdir()] == ["mostek.sqlite"]


def test_the_database_of_the_real_server_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    monkeypatch.setenv("MOSTEK_DATABASE", "postgresql://mostek@db.example.org/mostek")
    monkeypatch.setattr(
        cli_demo, "_make_demo", lambda folder, graphs: Demo(accounts=(), password="", event="", games=())
    )
    with cli_demo.served_demo(None, None, 0, None) as config:
        assert config.database is None


def test_a_damaged_demo_and_a_copy_are_refused(tmp_path: Path) -> None:
    (tmp_path / "demo.json").write_text("{")
    refused = CliRunner().invoke(mostek, ["--lang", "en", "serve", "--demo", "--data", str(tmp_path)])
    assert "is damaged" in refused.output
    refused = CliRunner().invoke(mostek, ["--lang", "en", "serve", "--demo", "--copy", str(tmp_path)])
    assert "leave --copy out" in refused.output


@pytest.mark.long
def test_the_command_serves_the_club_and_leaves_nothing(tmp_path: Path) -> None:
    program = [
        sys.executable,
        "-c",
        "from mostek.cli import main; main()",
        "--lang",
        "en",
        "serve",
        "--demo",
        "--port",
        "0",
    ]
    begun = time.monotonic()
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        told = ""
        while "Data folder" not in told:
            told += (line := process.stdout.readline())
            assert line, told
        assert time.monotonic() - begun < 15  # 2 s on a quiet machine
        url = re.findall(r"On this machine: (\S+)", told)[0]
        assert "Only this machine can reach it" in told
        data = Path(re.findall(r"Data folder: (.*)\. Ctrl-C", told)[0])
        assert (data / "demo.json").exists()
        teacher = logged_in(url, "nauczyciel", PASSWORD)
        until = time.monotonic() + 60
        while not json.loads(teacher.ask("GET", "/class/lessons"))["lessons"]:
            assert time.monotonic() < until
            time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert "the demo is over" in process.stdout.read()
    assert process.returncode == 0
    assert not data.exists()
