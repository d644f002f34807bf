"""Two nodes behind a proxy: people at one table play on when the node of their game dies or ends, within seconds."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, expect

from browser.games import other, ready_to_lay, until
from browser.people import Person
from browser.serving import Server, free_port
from browser.table import Table
from browser.words import Words
from fixtures_postgresql import Cluster

DEPLOY = Path(__file__).parents[2] / "deploy" / "nodes"
PROXIES = {
    "haproxy": ("haproxy", "-f", str(DEPLOY / "haproxy.cfg")),
    "caddy": ("caddy", "run", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")),
}
GOES_ON = 5.0
"""The seconds after the end of a node within which its game goes on at another one."""

pytestmark = pytest.mark.long


@dataclass
class Nodes:
    """Two nodes, and the proxy in front of them."""

    servers: dict[str, Server]
    url: str
    query: Callable[[str], list[tuple[object, ...]]]

    def owner(self) -> Server:
        """The node that has the only game."""
        ((name,),) = self.query("SELECT name FROM ownership JOIN node ON node.id = ownership.node")
        return self.servers[str(name)]


@pytest.fixture(params=PROXIES)
def nodes(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    postgresql: Cluster,
    empty_database: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Nodes]:
    """Two servers on one PostgreSQL behind a proxy, as `deploy/nodes` has it."""
    program = PROXIES[request.param]
    if shutil.which(program[0]) is None:
        pytest.skip(f"{program[0]} is not installed")
    port = free_port()
    address = empty_database()
    monkeypatch.setenv("MOSTEK_DATABASE", address)
    monkeypatch.setenv("MOSTEK_PUBLIC_URL", f"http://localhost:{port}")
    servers = {}
    for name in ("a", "b"):
        monkeypatch.setenv("MOSTEK_NODE", name)
        monkeypatch.setenv("MOSTEK_NODE_PATH", f"/node/{name}")
        servers[name] = Server(tmp_path / name)
        servers[name].start()
    places = {f"MOSTEK_NODE_{name.upper()}": f"127.0.0.1:{node.port}" for name, node in servers.items()}
    here = {"MOSTEK_BIND": f"127.0.0.1:{port}", "MOSTEK_DOMAIN": f"http://localhost:{port}"}
    proxy = subprocess.Popen(program, env={**os.environ, **places, **here, "HOME": str(tmp_path)})
    try:
        _wait_for(f"http://localhost:{port}/readyz")
        database = address.partition("@/")[2].partition("?")[0]
        yield Nodes(servers, f"http://localhost:{port}", partial(postgresql.query, database))
    finally:
        proxy.kill()
        proxy.wait()
        for node in servers.values():
            if node.process is not None:
                node.kill()


def lays_best(tables: list[Table], words: Words) -> tuple[Table, dict[str, str]]:
    """Whoever is on turn lays the best that there is."""
    mover, placement, _ = ready_to_lay(tables, words)
    mover.lays(placement)
    return mover, placement


@pytest.mark.parametrize("end", [Server.kill, Server.stop], ids=["killed", "stopped"])
def test_a_game_goes_on_when_its_node_ends(
    end: Callable[[Server], None], nodes: Nodes, browser: Browser, words: Words
) -> None:
    people = [Person.arrives(browser, nodes.url, name) for name in ("Ewa", "Jan")]
    for person in people:
        person.introduce()
    address = people[0].opens_table(window=None)
    people[1].sits_down(address)
    people[0].comes_to(address)
    tables = [person.table().stands() for person in people]
    mover, placement = lays_best(tables, words)
    opponent = other(tables, mover)
    expect(opponent.prompt).to_contain_text("Zapisz ruch")
    end(nodes.owner())
    ended = time.monotonic()
    opponent.records()
    until(lambda: bool(mover.board()) and "Twoja kolej" in opponent.prompt.inner_text(), tables, "the game stands")
    took = time.monotonic() - ended
    assert opponent.board() == mover.board() == placement
    lays_best(tables, words)
    assert took < GOES_ON, f"{took:.1f} s"
    assert not [fault for person in people for fault in person.faults if "WebSocket" not in fault]


def _wait_for(url: str) -> None:
    """Wait until the proxy has found its nodes ready."""
    until = time.monotonic() + 60
    while True:
        try:
            with urlopen(url, timeout=5):
                return
        except (URLError, OSError):
            assert time.monotonic() < until, "no node is ready"
            time.sleep(0.2)
