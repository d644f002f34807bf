"""The packages of a release in empty Pythons: an event to its PDFs, a served table, a review; and the one line to try it.

`make long` runs it: it makes the wheels, and fetches what they need from the package index.
"""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import packages
from engine.written_games import whole_game

pytestmark = [pytest.mark.long, pytest.mark.timeout(1800)]

ENTRANTS = "Imię i nazwisko;Miasto;Ranking\nAnna Lis;Kutno;141\nBogdan Żak;Łódź;150\nCelina Ćma;Płock;133,5\nEwa Wąs;Kutno;120\n"
BINARIES = Path(sys.executable).parent


@pytest.fixture(scope="module")
def simple_index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A package index with the packages of `make packages`, which are made where `dist/` has none of these sources."""
    wheels = list(packages.DIST.glob("mostek-*-manylinux*_x86_64.whl"))
    newest = max(path.stat().st_mtime for path in (packages.ROOT / "src").rglob("*.py"))
    if not wheels or wheels[0].stat().st_mtime < newest or not (BINARIES / "twine").exists():
        subprocess.run(["make", "packages"], cwd=packages.ROOT, check=True)
    packages.check()
    root = tmp_path_factory.mktemp("index")
    shelf = root / "simple" / "mostek"
    shelf.mkdir(parents=True)
    files = sorted(packages.DIST.glob("mostek-*"))
    for file in files:
        shutil.copyfile(file, shelf / file.name)
    (shelf / "index.html").write_text("".join(f'<a href="{file.name}">{file.name}</a>\n' for file in files))

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/simple/"
    server.shutdown()
    server.server_close()


def environment(home: Path) -> dict[str, str]:
    """A person without anything of ours: no checkout on the path, an empty home, no browser."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("MOSTEK_", "PYTHON", "VIRTUAL_"))}
    return {**kept, "HOME": str(home), "LC_ALL": "C.UTF-8", "BROWSER": "true", "MOSTEK_DATA": str(home / "data")}


@contextmanager
def served(command: list[str], home: Path) -> Iterator[str]:
    """A running server; its address."""
    process = subprocess.Popen(
        command, cwd=home, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert process.stdout is not None
    said: list[str] = []
    try:
        for line in process.stdout:
            said.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                threading.Thread(target=process.stdout.read, daemon=True).start()
                yield found[0]
                break
        else:
            pytest.fail("".join(said))
    finally:
        process.terminate()
        process.wait(60)


def bare_python(version: str) -> str | None:
    """A Python of a version: on the path, or among those of pyenv, whose programs on the path may be no more than a word."""
    found = [shutil.which(f"python{version}"), *Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}")]
    for python in filter(None, map(str, filter(None, found))):
        said = subprocess.run([python, "--version"], capture_output=True, text=True, check=False).stdout
        if said.startswith(f"Python {version}."):
            return python
    return None


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_a_bare_python_runs_an_event_a_table_and_a_review(version: str, simple_index: str, tmp_path: Path) -> None:
    python = bare_python(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    subprocess.run([python, "-m", "venv", tmp_path / "bare"], check=True)
    pip = [str(tmp_path / "bare/bin/python"), "-m", "pip", "install", "--quiet", "--extra-index-url", simple_index]
    subprocess.run([*pip, "mostek[all]"], check=True, timeout=900)
    mostek = str(tmp_path / "bare/bin/mostek")

    def run(*arguments: str) -> str:
        command, own = [mostek, *arguments], environment(tmp_path)
        done = subprocess.run(command, cwd=tmp_path, env=own, capture_output=True, text=True, timeout=600, check=False)
        assert done.returncode == 0, f"{arguments}: {done.stdout}{done.stderr}"
        return done.stdout

    (tmp_path / "gracze.csv").write_text(ENTRANTS, "utf-8")
    desk = functools.partial(run, "tournament")
    desk("new", "Turniej", "--template", "pfs", "--date", "2026-11-21", "--set", "rounds=1", "--set", "plan=swiss")
    desk("register", "--file", "gracze.csv")
    desk("checkin", "--all")
    desk("pair")
    desk("start")
    desk("result", "1", "400:390", "2", "350:340")
    desk("close", "--yes")
    desk("print", "standings", "results", "start-list", "diplomas", "-o", "papers")
    papers = sorted((tmp_path / "papers").rglob("*.pdf"))
    assert len(papers) == 4
    assert all(paper.read_bytes().startswith(b"%PDF-") for paper in papers)

    (tmp_path / "game.gcg").write_text(whole_game("pl-wolny", 3, (0, 3)), "utf-8")
    assert run("review", "game.gcg", "--depth", "quick")

    with served([mostek, "serve", "--port", "0", "--host", "127.0.0.1"], tmp_path) as address:
        offer = json.load(urllib.request.urlopen(f"{address}/api/analysis", timeout=120))
        kernel = urllib.request.urlopen(f"{address}{offer['kernel']}", timeout=60).read()
        assert kernel == (packages.ROOT / "src/mostek/server/wasm/kernel.wasm").read_bytes()
        assert [status(f"{address}/{path}") for path in ("", "healthz", "openapi.json", "nothing")] == [
            200,
            200,
            200,
            404,
        ]


@pytest.mark.parametrize("tool", ["uvx", "pipx"])
def test_one_line_serves_the_page(tool: str, simple_index: str, tmp_path: Path) -> None:
    command = {
        "uvx": [str(BINARIES / "uvx"), "--quiet", "--index", simple_index, "--from", "mostek[all]"],
        "pipx": [
            str(BINARIES / "pipx"),
            "run",
            "--pip-args",
            f"--extra-index-url {simple_index}",
            "--spec",
            "mostek[all]",
        ],
    }[tool]
    with served([*command, "mostek", "serve", "--open", "--port", "0", "--host", "127.0.0.1"], tmp_path) as address:
        assert status(address) == 200


def test_the_sources_build_and_say_what_they_need(simple_index: str, tmp_path: Path) -> None:
    python = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path / "made")]
    sources = next(packages.DIST.glob("mostek-*.tar.gz"))
    subprocess.run([*python, str(sources)], check=True, timeout=1500)
    (made,) = (tmp_path / "made").glob("mostek-*.whl")
    assert packages.missing_in(made) == []
    old = tmp_path / "old"
    old.mkdir()
    for name in ("rustc", "cargo"):
        (old / name).write_text("#!/bin/sh\necho 'rustc 1.63.0'\n")
        (old / name).chmod(0o755)
    own = {**os.environ, "PATH": f"{old}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run([*python, str(sources)], env=own, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode != 0
    assert "mostek needs Rust 1.88 or newer to compile its kernel; 1.63.0 is here" in done.stdout + done.stderr
