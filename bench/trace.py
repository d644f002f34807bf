"""Count the files, functions and calls of mostek that one action runs through.

Run as `python -m bench.trace move`, or with `result`, `best`, `version` or `judge`; without any, all are traced.
`move` is one move over real sockets within this process: two players and a spectator. The others are whole processes, whose
modules count as soon as they are imported; `files run` are those with a function that was called. A hop is a call from a
function of mostek to one in another file. `--names` prints the files.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any

_CHILD = "--traced"
_QUIET = 0.3
"""After how many seconds without a message a page has read everything."""
RUNS = 5


class Trace:
    """The calls of functions of mostek, in all threads."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.functions: set[Any] = set()
        self.calls = 0
        self.hops = 0
        self._here = f"{os.sep}mostek{os.sep}"

    @contextmanager
    def on(self) -> Iterator[None]:
        """Count what is called meanwhile."""
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def row(self, name: str, imported: int | None = None) -> str:
        """A line of the table."""
        modules = "–" if imported is None else str(imported)
        return f"| {name} | {modules} | {len(self.files)} | {len(self.functions)} | {self.calls} | {self.hops} |"

    def _profile(self, frame: FrameType, what: str, _: object) -> None:
        code = frame.f_code
        if what != "call" or self._here not in code.co_filename or code.co_name == "<module>":
            return
        self.files.add(code.co_filename)
        self.functions.add(code)
        self.calls += 1
        caller = frame.f_back
        while caller is not None and self._here not in caller.f_code.co_filename:
            caller = caller.f_back
        if caller is not None and caller.f_code.co_filename != code.co_filename:
            self.hops += 1


class Page:
    """A page of a table, as a program."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    async def read(self) -> list[dict[str, Any]]:
        """Every message until the server is silent."""
        messages: list[dict[str, Any]] = []
        try:
            while True:
                messages += json.loads(await asyncio.wait_for(self._socket.recv(), _QUIET))
        except TimeoutError:
            return messages

    async def send(self, **message: Any) -> None:
        """Send one message."""
        await self._socket.send(json.dumps(message))


async def _move(folder: Path, trace: Trace) -> None:
    """Serve a table, let three pages come, and trace one move."""
    import uvicorn
    from websockets.asyncio.client import connect

    application = import_module("mostek.server.application").application
    proposal = import_module("mostek.app.lobby").Proposal(rulebook="gen", window=None)
    config = import_module("mostek.server.config").Config(data=folder, host="127.0.0.1", port=0)
    app = application(config)
    server = uvicorn.Server(import_module("mostek.server.run")._settings(app))
    listening = import_module("mostek.server.network").listening("127.0.0.1", 0)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.02)
    services = app.state.services
    tables, sessions = services.tables, services.served["tables"].sessions
    guests = [await app.state.people.welcome(name, "pl") for name in "AB"]
    table = await tables.create(guests[0][0].id, proposal)
    for person, _ in guests:
        await tables.sit(table.id, None, person.id, person.name, ready=1)
    await sessions.begin(table.id)
    address = f"ws://127.0.0.1:{listening.getsockname()[1]}/live/{table.id}"
    cookies = [*({"Cookie": f"mostek_session={token}"} for _, token in guests), {}]
    sockets = [await connect(address, subprotocols=["mostek.1"], additional_headers=each) for each in cookies]  # type: ignore[list-item]
    pages = [Page(socket) for socket in sockets]
    views = []
    for page in pages:
        await page.send(type="subscribe", after=0)
        views.append(next(each for each in await page.read() if each["type"] == "snapshot"))
    mover = views[2]["view"]["on_turn"] - 1
    rack = [tile for tile in views[mover]["view"]["rack"] if tile != "?"]
    command = {"type": "lay_tiles", "seat": mover + 1, "placement": {"H8": rack[0], "H9": rack[1]}}
    with trace.on():
        await pages[mover].send(type="do", id="1", seen=views[mover]["n"], command=command)
        told = [
            [each["type"] for each in messages] for messages in await asyncio.gather(*(page.read() for page in pages))
        ]
    assert all("update" in each for each in told), told
    for socket in sockets:
        await socket.close()
    server.should_exit = True
    await running


_POSITION = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEIKOTZ/ 0/0 0"
PROCESSES = {
    "version": ["--version"],
    "judge": ["judge", "KOT"],
    "result": ["tournament", "result", "1", "412:388"],
    "best": ["engine", "best", _POSITION],
}
"""Name → arguments of `mostek`."""
_EVENT = (
    ["new", "Turniej", "--template", "pfs", "--date", "2026-11-21", "--seed", "s", "--set", "rounds=3"],
    ["register", "Ala Lis"],
    ["register", "Ola Ryś"],
    ["register", "Jan Kot"],
    ["register", "Ewa Wilk"],
    ["checkin", "--all"],
    ["pair"],
    ["start"],
)


def _process(name: str, folder: Path) -> None:
    """Trace a whole process, and time it against an empty Python."""
    environment = {**os.environ, "MOSTEK_DATA": str(folder), "MOSTEK_LANG": "en"}
    if name == "result":
        for each in _EVENT:
            subprocess.run([*_MOSTEK, "tournament", *each], env=environment, capture_output=True, check=True)
    arguments = PROCESSES[name]
    traced = [sys.executable, "-m", "bench.trace", _CHILD, name, *arguments]
    done = subprocess.run(traced, env=environment, capture_output=True, text=True, check=False)
    print(done.stderr.strip().splitlines()[-1] if done.stderr else f"| {name} | failed |")
    if name != "result":  # it can be entered once only
        empty = min(_seconds([sys.executable, "-c", ""], environment) for _ in range(RUNS))
        print(
            f"  time: {min(_seconds([*_MOSTEK, *arguments], environment) for _ in range(RUNS)) / empty:.1f} of an empty Python"
        )


_MOSTEK = [sys.executable, "-c", "from mostek.cli import main; main()"]


def _seconds(command: list[str], environment: dict[str, str]) -> float:
    began = perf_counter()
    subprocess.run(command, env=environment, capture_output=True, check=False)
    return perf_counter() - began


def _traced_process(name: str, arguments: list[str]) -> None:
    """Run `mostek` here and write the line of the table to standard error."""
    trace = Trace()
    sys.argv = ["mostek", *arguments]
    with trace.on(), suppress(SystemExit):
        import_module("mostek.cli").main()
    imported = [module for module in sys.modules if module == "mostek" or module.startswith("mostek.")]
    print(trace.row(name, len(imported)), file=sys.stderr)


def main() -> None:
    """Trace what is asked for."""
    if sys.argv[1:2] == [_CHILD]:
        return _traced_process(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", default=["move", *PROCESSES], help="what to trace")
    parser.add_argument("--names", action="store_true", help="print the files that a move runs through")
    asked = parser.parse_args()
    print("| action | modules imported | files run | functions | calls | hops |\n|---|---|---|---|---|---|")
    for name in asked.what:
        with tempfile.TemporaryDirectory() as folder:
            if name != "move":
                _process(name, Path(folder))
                continue
            trace = Trace()
            asyncio.run(_move(Path(folder), trace))
            print(trace.row(name))
            if asked.names:
                print("\n".join(sorted(file.split(f"{os.sep}mostek{os.sep}")[-1] for file in trace.files)))


if __name__ == "__main__":
    main()
