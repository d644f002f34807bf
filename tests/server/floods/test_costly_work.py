"""Floods of costly work at a real server: who floods is refused with a sentence, and everybody else is answered meanwhile."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path

import pytest

from server.floods import costly_work, hostile_files
from server.floods.costly_work import OF_WORK, Attacker
from server.floods.guests import ATTACKER, UNANSWERED, Guest
from server.floods.others import Others, answered
from server.floods.server_process import Memory, ServerProcess
from server.floods.slow_listener import slow_listener

SERVING, ALL = 250 * 1024, 700 * 1024
"""The most kilobytes of the serving process and of all processes together."""
ON_DISK = 20 * 2**20
"""The most bytes that one guest leaves."""
PUSH_PLACES = 5
Flood = Callable[[Attacker], Awaitable[None]]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    started = ServerProcess(tmp_path / "data")
    yield started
    started.stop()


@asynccontextmanager
async def attackers(server: ServerProcess, floods: Sequence[Flood], most: int) -> AsyncIterator[list[Awaitable[None]]]:
    """A turn of each attacker, all with names of one address; and that none of them reaches the listener."""
    counts: Counter[str] = Counter()
    async with AsyncExitStack() as stack, slow_listener() as listener:
        turns: list[Awaitable[None]] = []
        for flood in floods:
            for number in range(min(most, OF_WORK[flood])):
                guest = await stack.enter_async_context(Guest(server.port, ATTACKER, patience=120))
                await guest.called(f"{flood.__name__}{number}")
                turns.append(flood(Attacker(guest, number, [], listener.port, counts)))
        yield turns
        assert not listener.connections, "the server was led to this machine"
    assert not [what for what in counts if "badly" in what or what == "unanswered"], counts
    assert counts["answered"], counts


async def watched(server: ServerProcess) -> Memory:
    """The most memory until it is told to end."""
    most = Memory()
    with suppress(asyncio.CancelledError):
        while True:
            most = most.most(server.memory())
            await asyncio.sleep(0.2)
    return most


def flooded(server: ServerProcess, floods: Sequence[Flood], most: int = 6) -> None:
    """One turn of each attacker at once, with everybody else beside them."""

    async def story() -> None:
        others = Others(server.port)
        await others.go_on()  # whatever is opened once is open
        watching = asyncio.create_task(watched(server))
        async with attackers(server, floods, most) as turns:
            await asyncio.gather(others.go_on(), *turns)
        watching.cancel()
        peak = await watching
        await others.check_kept(server.port)
        assert server.is_running
        assert peak.serving < SERVING, peak
        assert peak.all_share < ALL, peak

    asyncio.run(story())


@pytest.mark.slow
def test_others_are_answered_while_one_address_fills_every_queue(server: ServerProcess) -> None:
    flooded(server, tuple(OF_WORK), 1)


@pytest.mark.long
@pytest.mark.parametrize("flood", OF_WORK, ids=lambda flood: flood.__name__)
def test_others_are_answered_beside_a_flood(server: ServerProcess, flood: Flood) -> None:
    flooded(server, (flood,), 30)


@pytest.mark.slow
@pytest.mark.parametrize(
    "file",
    [hostile_files.zip_of_lines, hostile_files.zip_of_brackets, hostile_files.brackets],
    ids=lambda file: file.__name__,
)
def test_a_file_that_costs_much_to_read_is_refused_with_a_sentence(
    server: ServerProcess, file: Callable[[], bytes]
) -> None:
    async def story() -> None:
        watching = asyncio.create_task(watched(server))
        async with AsyncExitStack() as stack:
            guests = [await stack.enter_async_context(Guest(server.port, ATTACKER, patience=120)) for _ in range(6)]
            for number, guest in enumerate(guests):
                await guest.called(f"Gość {number}")
            sent = asyncio.gather(*(guest.post("/tournaments/files", file()) for guest in guests))
            await Others(server.port).go_on()
            answers = await sent
        watching.cancel()
        peak = await watching
        assert {answer.status for answer in answers} <= {400, 413, 429, 503}, answers
        assert all(answer.is_polite for answer in answers), answers
        assert peak.serving < SERVING, peak
        assert peak.all_share < ALL, peak

    asyncio.run(story())


@pytest.mark.slow
def test_who_uploads_and_removes_leaves_little_on_the_disk(server: ServerProcess) -> None:
    async def story() -> None:
        counts: Counter[str] = Counter()
        async with Guest(server.port, ATTACKER, patience=120) as guest:
            await guest.called("Zosia")
            before = server.disk()
            attacker = Attacker(guest, 0, [], 0, counts)
            for _ in range(10):
                await costly_work.removals(attacker)
        assert counts["answered"] >= 2, counts
        assert server.disk() - before < ON_DISK, (server.disk() - before, counts)
        await Others(server.port).go_on()

    asyncio.run(story())


@pytest.mark.slow
def test_a_guest_leads_the_server_to_no_address_of_its_machine(server: ServerProcess) -> None:
    async def story() -> None:
        async with slow_listener() as listener, Guest(server.port, ATTACKER) as guest:
            await guest.called("Zosia")
            brought = await answered(guest, "POST", "/tournaments/files", hostile_files.event_file(8, 12))
            address = f"/tournaments/{brought.json['id']}/publication"
            for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "127.1"):
                for scheme in ("http", "https"):
                    link = f"{scheme}://{host}:{listener.port}/publish/abcdefgh"
                    told = await guest.post(address, {"link": link, "audience": {}, "agreed": True})
                    removed = await guest.ask("DELETE", address)
                    for answer in (told, removed):
                        assert answer.status != UNANSWERED
                        assert answer.is_polite, answer
            await asyncio.sleep(2)
            assert not listener.connections

    asyncio.run(story())


def test_a_person_has_few_push_places_of_an_event(server: ServerProcess) -> None:
    async def story() -> None:
        counts: Counter[str] = Counter()
        async with Guest(server.port, ATTACKER) as guest:
            await guest.called("Zosia")
            attacker = Attacker(guest, 0, [], 0, counts)
            await attacker.event()
            before = counts["answered"]
            for _ in range(2 * PUSH_PLACES):
                await costly_work.push_places(attacker)
        assert counts["answered"] - before == PUSH_PLACES, counts

    asyncio.run(story())
