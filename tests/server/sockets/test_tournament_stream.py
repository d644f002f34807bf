"""The stream of a tournament: who listens learns what they may, once, also after a broken connection; nobody holds up others."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from litestar import Litestar

from mostek.app.hosted_tournaments import ArbiterCall, Audience, Visibility
from mostek.app.player_codes import code_of
from mostek.app.tournament_roles import OfficeRole
from mostek.app.tournaments import hall_time
from mostek.live.tournament_session import Acted, TournamentSession
from mostek.server.application import application
from mostek.server.config import Config
from mostek.server.network import listening
from mostek.server.run import _settings
from mostek.store.tournament_files import create_tournament
from mostek.tournament import commands as c
from mostek.tournament.decide import Step, decide
from mostek.tournament.entrants import Person
from mostek.tournament.state import Played
from server.http.visitors import Passing

WAIT = 10.0
"""The seconds after which something that should have come counts as missing."""


@dataclass
class Hall:
    """A running server with a tournament of four, whose first round is paired."""

    port: int
    app: Litestar
    id: str
    session: TournamentSession
    director: str
    """The token of the director's session."""

    async def act(self, *requests: c.Request) -> Acted:
        outcome = await self.session.act(requests, self.session.n)
        assert isinstance(outcome, Acted), outcome
        return outcome

    async def result(self, table: int, first: int, second: int) -> Acted:
        players = self.session.state.divisions[""].rounds[-1].tables[table - 1].players
        played = Played((first, second))
        return await self.act(c.EnterResult(at=hall_time(), round=1, table=table, result=played, signed=players))

    @asynccontextmanager
    async def listening(self, query: str = "", token: str | None = None, **headers: str) -> AsyncIterator[Page]:
        page = await self.open(query, token, **headers)
        try:
            yield page
        finally:
            page.close()

    async def open(self, query: str = "", token: str | None = None, **headers: str) -> Page:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        lines = [f"GET /live/tournaments/{self.id}{query} HTTP/1.1", f"Host: 127.0.0.1:{self.port}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        lines += [f"Cookie: mostek_session={token}"] if token else []
        writer.write("\r\n".join([*lines, "", ""]).encode())
        status = int((await asyncio.wait_for(reader.readline(), WAIT)).split()[1])
        while (await asyncio.wait_for(reader.readline(), WAIT)).strip():
            pass
        return Page(reader, writer, status)


@dataclass
class Page:
    """A page that listens."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    status: int
    mark: str = ""
    seen: list[dict[str, Any]] = field(default_factory=list)

    async def next(self, wait: float = WAIT) -> dict[str, Any]:
        """The next update."""
        while True:
            line = (await asyncio.wait_for(self.reader.readline(), wait)).decode()
            assert line, "the stream is over"
            line = line.rstrip("\n")
            if line.startswith("id: "):
                self.mark = line[4:]
            if line.startswith("data: "):
                self.seen.append(json.loads(line[6:]))
                if not set(self.seen[-1]) & {"at", "calls"}:  # the greeting: the time, and the open calls
                    return self.seen[-1]

    async def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first update that is wanted."""
        while not wanted(update := await self.next()):
            pass
        return update

    async def is_over(self) -> bool:
        """Whether the server has ended the answer: the last chunk is empty."""
        await asyncio.wait_for(self.reader.readuntil(b"\r\n0\r\n\r\n"), WAIT)
        return True

    def close(self) -> None:
        self.writer.close()


@asynccontextmanager
async def hall(folder: Path, **settings: Any) -> AsyncIterator[Hall]:
    app = application(Config(data=folder, host="127.0.0.1", port=0, **settings), thinker=Passing())
    server = uvicorn.Server(_settings(app))
    there = listening("127.0.0.1", 0)
    running = asyncio.create_task(server.serve(sockets=[there]))
    try:
        while not server.started:
            await asyncio.sleep(0.02)
            assert not running.done(), running
        services = app.state.services
        guest, token = await services.people.welcome("Ewa", "pl")
        create_tournament(folder / "tournaments" / "kutno.jsonl", (founded(),))
        hosted = await services.hosted.create("kutno", guest.id, "Ewa", Audience())
        session = await services.halls.session(hosted.id)
        opened = Hall(there.getsockname()[1], app, hosted.id, session, token)
        people = ("Anna Lis", "Bogdan Żak", "Celina Wąs", "Daniel Ćma")
        await opened.act(*(c.RegisterEntrant(at=hall_time(), person=Person(name=name)) for name in people))
        await opened.act(c.CheckIn(at=hall_time(), numbers=(1, 2, 3, 4)), c.PairRound(at=hall_time()))
        yield opened
    finally:
        server.should_exit = True
        await running


def founded() -> Step:
    settings = {"rounds": 3, "minutes": 20, "results.self_report": True}
    command = c.CreateTournament(
        at=hall_time(), name="Kutno", template="pfs", starts_on=date(2026, 11, 21), seed="s", settings=settings
    )
    events = decide(None, command)
    assert isinstance(events, tuple)
    return Step(command, events)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
    return tmp_path


def run(work: Callable[[Hall], Coroutine[Any, Any, None]], folder: Path, **settings: Any) -> None:
    async def whole() -> None:
        async with hall(folder, **settings) as opened:
            await work(opened)

    asyncio.run(whole())


def has_tables(update: dict[str, Any]) -> bool:
    return bool(update.get("changes", {}).get("tables"))


@dataclass
class Browser:
    """A page that takes a compressed answer, and reads it as it comes."""

    page: Page
    unpacking: Any = field(default_factory=lambda: zlib.decompressobj(16 + zlib.MAX_WBITS))

    async def until(self, wanted: bytes) -> bytes:
        """What has come when a text has come."""
        text = b""
        while wanted not in text:
            size = int(await asyncio.wait_for(self.page.reader.readline(), WAIT), 16)
            text += self.unpacking.decompress(await asyncio.wait_for(self.page.reader.readexactly(size), WAIT))
            await self.page.reader.readline()
        return text


def test_a_browser_gets_the_stream_compressed_and_reads_each_update_as_it_comes(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        async with hall.listening(Accept_Encoding="gzip, br") as page, hall.listening() as plain:
            early = Browser(page)
            await early.until(b'"reload":true')
            await hall.result(1, 412, 388)
            first = await early.until(b"\n\n")
            update = await plain.until(has_tables)
            assert json.loads(first.partition(b"data: ")[2]) == update
            async with hall.listening(Accept_Encoding="gzip") as page:
                late = Browser(page)
                await late.until(b'"reload":true')
                await hall.result(2, 350, 377)
                assert await late.until(b"\n\n") == await early.until(b"\n\n"), "it was compressed once, for both"

    run(work, folder)


def test_a_result_reaches_officials_and_spectators(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        async with hall.listening() as public, hall.listening(token=hall.director) as desk:
            assert (await public.next())["reload"], "who has seen nothing reads the whole"
            assert (await desk.next())["reload"]
            await hall.result(1, 412, 388)
            for page in (public, desk):
                update = await page.until(has_tables)
                assert update["changes"]["tables"][0]["scores"] == [412, 388]
                assert len(update["changes"]["standings"]) >= 2
                assert update["n"] == hall.session.n

    run(work, folder)


def test_who_comes_back_gets_what_was_missed_and_nothing_twice(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        async with hall.listening(token=hall.director) as page:
            await page.next()
            await hall.result(1, 412, 388)
            await page.until(has_tables)
            mark = page.mark
        await hall.result(2, 350, 377)
        async with hall.listening(token=hall.director, Last_Event_ID=mark) as again:
            update = await again.next()
            assert [table["table"] for table in update["changes"]["tables"]] == [2]
        async with hall.listening(f"?seen={mark}", token=hall.director) as again:
            assert [table["table"] for table in (await again.next())["changes"]["tables"]] == [2]

    run(work, folder)


@pytest.mark.parametrize("mark", ["x.1", "nonsense", "....", "0", "-1", "9" * 40, "%00", "%C4%85"])
def test_a_mark_that_nobody_has_given_leads_to_the_whole(folder: Path, mark: str) -> None:
    async def work(hall: Hall) -> None:
        async with hall.listening(f"?seen={mark}") as page:
            assert (await page.next())["reload"]

    run(work, folder)


def test_a_player_learns_of_the_own_table_and_nobody_else_does(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        hosted, state = hall.session.hosted, hall.session.state
        host, guest = state.divisions[""].rounds[0].tables[0].players
        other = state.divisions[""].rounds[0].tables[1].players[0]
        codes = {number: code_of(hosted.id, hosted.secret, number, 0) for number in (guest, other)}
        async with (
            hall.listening(f"?code={codes[guest]}") as mine,
            hall.listening(f"?code={codes[other]}") as theirs,
            hall.listening() as public,
        ):
            for page in (mine, theirs, public):
                await page.next()
            await hall.act(c.ReportResult(at=hall_time(), round=1, number=host, scores=(412, 388)))
            update = await mine.until(lambda update: "mine" in update)
            assert update["mine"]["reports"] == {str(host): {"scores": [412, 388]}}
            await hall.result(2, 350, 377)  # so that something comes to the others, too
            for page in (theirs, public):
                await page.until(has_tables)
                assert "reports" not in json.dumps(page.seen)

    run(work, folder)


@pytest.mark.parametrize(
    ("query", "status"),
    [("?code=nonsense", 404), ("?code=", 200), ("?code=abcdef-1-22222222222222222222222222", 404)],
)
def test_a_code_that_is_none_opens_nothing(folder: Path, query: str, status: int) -> None:
    async def work(hall: Hall) -> None:
        async with hall.listening(query) as page:
            assert page.status == status

    run(work, folder)


def test_a_private_tournament_has_no_stream_for_strangers(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        services = hall.app.state.services
        await services.hosted.set_audience(hall.id, Audience(visibility=Visibility.PRIVATE))
        hall.session.set_hosted(await services.hosted.get(hall.id))
        async with hall.listening() as stranger, hall.listening(token=hall.director) as desk:
            assert (stranger.status, desk.status) == (404, 200)

    run(work, folder)


def test_a_page_of_another_site_is_refused(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        async with hall.listening(Origin="https://elsewhere.example") as page:
            assert page.status == 403

    run(work, folder)


def test_an_address_has_so_many_streams_and_officials_come_all_the_same(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        pages = [await hall.open() for _ in range(5)]
        assert [page.status for page in pages] == [200, 200, 200, 429, 429]
        async with hall.listening(token=hall.director) as desk:
            assert desk.status == 200
        pages[0].close()
        for _ in range(200):
            async with hall.listening() as page:
                if page.status == 200:
                    break
            await asyncio.sleep(0.02)
        assert page.status == 200, "who has gone makes room"
        for page in pages:
            page.close()

    run(work, folder, sockets_per_address=3)


def test_a_page_that_does_not_read_is_cut_off_and_others_are_not_held_up(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        slow = await hall.open(token=hall.director)
        assert isinstance(slow.writer.transport, asyncio.Transport)
        slow.writer.transport.pause_reading()
        async with hall.listening(token=hall.director) as quick:
            await quick.next()
            for number in range(400):
                name = f"{number} " + "ź" * 100
                await hall.act(c.AmendEntrant(at=hall_time(), number=1, person=Person(name=name, club="ż" * 400)))
                await quick.until(lambda update: bool(update.get("changes", {}).get("entrants")))
            assert quick.seen[-1]["changes"]["entrants"][0]["name"].startswith("399 ")
        slow.close()

    run(work, folder)


def test_calls_reach_arbiters_and_no_other_officials(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        services = hall.app.state.services
        guest, token = await services.people.welcome("Olga", "pl")
        secret, _ = await services.hosted.invite(hall.id, OfficeRole.SCOREKEEPER, "", 1, 1)
        await services.hosted.accept(secret, guest.id, "Olga")
        call = ArbiterCall(id="1.call-0001", number=1, division="", round=1, table=1, reason="TAJNE", at=1)
        async with hall.listening(token=token) as helper, hall.listening(token=hall.director) as desk:
            for page in (helper, desk):
                await page.next()
            hall.session.set_calls([call])
            await hall.result(2, 350, 377)
            for page in (helper, desk):
                await page.until(has_tables)
            assert "TAJNE" in json.dumps(desk.seen)
            assert "TAJNE" not in json.dumps(helper.seen)

    run(work, folder)


def test_a_command_written_by_a_terminal_reaches_the_pages(folder: Path) -> None:
    from mostek.app.tournaments import Desk
    from mostek.store.tournament_files import TournamentFile

    async def work(hall: Hall) -> None:
        async with hall.listening(token=hall.director) as page:
            await page.next()

            def terminal() -> None:
                file = TournamentFile.open(folder / "tournaments" / "kutno.jsonl")
                Desk(file).do(c.RegisterEntrant(at=hall_time(), person=Person(name="Gustaw Bąk")))
                file.close()

            await asyncio.to_thread(terminal)
            update = await page.until(lambda update: bool(update.get("changes", {}).get("entrants")))
            assert update["changes"]["entrants"][0]["name"] == "Gustaw Bąk"

    run(work, folder)


def test_a_dismissed_official_listens_no_more(folder: Path) -> None:
    async def work(hall: Hall) -> None:
        services = hall.app.state.services
        guest, token = await services.people.welcome("Olga", "pl")
        secret, _ = await services.hosted.invite(hall.id, OfficeRole.SCOREKEEPER, "", 1, 1)
        await services.hosted.accept(secret, guest.id, "Olga")
        async with hall.listening(token=token) as page:
            await page.next()
            await services.hosted.dismiss(hall.id, guest.id)
            hall.session.official.close()
            assert await page.is_over()
        async with hall.listening(token=token) as page:
            await page.next()
            await hall.act(c.ReportResult(at=hall_time(), round=1, number=1, scores=(412, 388)))
            await hall.result(2, 350, 377)
            await page.until(has_tables)
            assert "reports" not in json.dumps(page.seen)

    run(work, folder)


def test_a_server_that_stops_does_not_wait_for_its_streams(folder: Path) -> None:
    """It would wait as long as it waits for requests; the page asks again when it is back."""

    async def whole() -> Page:
        async with hall(folder) as opened:
            page = await opened.open(token=opened.director)
            await page.next()
        assert await asyncio.wait_for(page.reader.read(), WAIT) is not None
        return page

    asyncio.run(whole())
