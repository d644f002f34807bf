"""The files by which a server is run: they name settings that there are, and shut what a server does not need."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import rust

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
IMAGE, COMPOSE, SERVICE = (
    (DEPLOY / name).read_text("utf-8") for name in ("Containerfile", "compose.yaml", "mostek.service")
)


@pytest.mark.parametrize("name", ["Containerfile", "compose.yaml", "mostek.service", "nodes/compose.yaml"])
def test_each_setting_is_one_of_the_server(name: str) -> None:
    known = set(re.findall(r"MOSTEK_[A-Z_]+", (ROOT / "src/mostek/server/config.py").read_text("utf-8")))
    named = set(re.findall(r"MOSTEK_[A-Z_]+", (DEPLOY / name).read_text("utf-8"))) - {
        "MOSTEK_DOMAIN",
        "MOSTEK_DATABASE_PASSWORD",
    }
    assert named
    assert named - known == set()


def test_each_node_has_a_path_by_which_the_proxies_lead_to_it_alone() -> None:
    compose, caddy, haproxy = (
        (DEPLOY / "nodes" / name).read_text("utf-8") for name in ("compose.yaml", "Caddyfile", "haproxy.cfg")
    )
    nodes = re.findall(r"MOSTEK_NODE: (\w+), MOSTEK_NODE_PATH: /node/(\w+) ", compose)
    assert len(nodes) == 3
    assert all(name == path for name, path in nodes)
    led = re.findall(r"handle_path /node/(\w+)/\* \{\s+reverse_proxy \{\$MOSTEK_NODE_(\w+):(\w+):8000\}", caddy)
    assert led == [(name, name.upper(), name) for name, _ in nodes]
    assert re.findall(r"use_backend node_(\w+) if \{ path_beg /node/(\w+)/ \}", haproxy) == nodes[:2]
    trusted = re.search(r"FORWARDED_ALLOW_IPS: ([\d.]+)", compose)
    assert trusted
    assert compose.partition("caddy:")[2].count(trusted[1]) == 1


def test_the_image_is_built_by_hashes_and_runs_without_root() -> None:
    last = IMAGE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]\d*$", last, re.MULTILINE)
    assert "/healthz" in last
    assert "VOLUME /data" in last
    installs = [line for line in IMAGE.splitlines() if "pip install" in line and "wheels/" not in line]
    assert installs
    assert all("--require-hashes" in line for line in installs)


def test_what_is_left_out_of_the_image_is_not_needed_to_build_it() -> None:
    left_out = (ROOT / ".containerignore").read_text("utf-8").splitlines()
    assert (ROOT / ".dockerignore").read_text("utf-8") == "\n".join(left_out) + "\n"
    needed = (
        "build_backend",
        "kernel/crates",
        "src/mostek/server/wasm",
        "web/src",
        "uv.lock",
        ".cargo",
        "docs/protocol",
        "LICENSE",
    )
    assert not [(name, ignored) for name in needed for ignored in left_out if f"{name}/".startswith(f"{ignored}/")]


def test_the_proxy_alone_says_whom_a_request_comes_from() -> None:
    trusted = re.search(r"FORWARDED_ALLOW_IPS: ([\d.]+)", COMPOSE)
    assert trusted
    assert COMPOSE.partition("caddy:")[2].count(trusted[1]) == 1
    assert "8000" not in COMPOSE, "the server is reached through the proxy alone"


def test_the_service_is_shut_in(tmp_path: Path) -> None:
    settings = dict(line.split("=", 1) for line in SERVICE.splitlines() if "=" in line and not line.startswith("#"))
    assert settings["DynamicUser"] == "yes"
    assert settings["ProtectSystem"] == "strict"
    assert settings["CapabilityBoundingSet"] == ""
    program = shutil.which("systemd-analyze")
    if program is not None:
        unit = tmp_path / "mostek.service"
        unit.write_text(SERVICE.replace("/opt/mostek/bin/mostek", shutil.which("true") or "/bin/true"))
        done = subprocess.run([program, "verify", str(unit)], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


def test_the_guide_names_the_rust_that_is_brought() -> None:
    guide = (ROOT / "docs/guide/server.md").read_text("utf-8")
    oldest = ".".join(map(str, rust.oldest(ROOT)))
    assert f"older than {oldest}, it brings Rust {rust.PINNED.rpartition('.')[0]} into" in guide
