"""A queue in which nobody waits for what others have asked."""

from __future__ import annotations

import asyncio

import pytest

from mostek.work.fair_queue import CrowdedError, FairQueue


def test_who_asks_much_waits_behind_who_asks_little() -> None:
    async def story() -> None:
        queue, served = FairQueue(1, 100), list[str]()

        async def ask(name: str) -> None:
            await queue.enter(name)
            served.append(name)
            await asyncio.sleep(0)
            queue.leave(name)

        await asyncio.gather(*(ask(name) for name in ["greedy"] * 50 + ["ala", "ola"]))
        assert served.index("ala") <= 3
        assert served.index("ola") <= 3
        assert served.count("greedy") == 50

    asyncio.run(story())


def test_a_place_is_free_again_after_who_waited_for_it_has_gone() -> None:
    async def story() -> None:
        queue = FairQueue(1, 1)
        await queue.enter("ala")
        waiting = asyncio.create_task(queue.enter("ola"))
        await asyncio.sleep(0)
        with pytest.raises(CrowdedError):
            await queue.enter("ola")
        queue.leave("ala")
        waiting.cancel()  # in the moment in which the place is given
        await asyncio.gather(waiting, return_exceptions=True)
        async with asyncio.timeout(1):
            await queue.enter("ela")

    asyncio.run(story())


def test_people_of_one_address_take_turns_too() -> None:
    async def story() -> None:
        queue, served = FairQueue(1, 100), list[str]()

        async def ask(address: str, person: str) -> None:
            async with queue.place(address, person):
                served.append(person)
                await asyncio.sleep(0)

        asked = [("school", "greedy")] * 20 + [("school", "ala"), ("home", "ola")]
        await asyncio.gather(*(ask(*each) for each in asked))
        assert served.index("ola") <= 3
        assert served.index("ala") <= 5
        assert queue.waiting == 0

    asyncio.run(story())


def test_one_name_leaves_a_place_to_others() -> None:
    async def story() -> None:
        queue = FairQueue(2, 100, spare=1)
        await queue.enter("greedy")
        second = asyncio.create_task(queue.enter("greedy"))
        async with asyncio.timeout(1):
            async with queue.place("ala"):
                assert not second.done()
        assert not second.done()
        queue.leave("greedy")
        await second

    asyncio.run(story())


def test_a_full_queue_takes_a_newcomer_and_turns_the_longest_line_away() -> None:
    async def story() -> None:
        queue = FairQueue(1, 100, most=3)
        await queue.enter("greedy")
        waiting = [asyncio.create_task(queue.enter("greedy")) for _ in range(3)]
        await asyncio.sleep(0)
        newcomer = asyncio.create_task(queue.enter("ala"))
        await asyncio.sleep(0)
        with pytest.raises(CrowdedError):
            await waiting[-1]
        with pytest.raises(CrowdedError):
            await queue.enter("greedy")
        queue.leave("greedy")
        await waiting[0]
        queue.leave("greedy")
        await newcomer
        assert not waiting[1].done()
        waiting[1].cancel()

    asyncio.run(story())


def test_who_goes_while_waiting_leaves_no_trace() -> None:
    async def story() -> None:
        queue = FairQueue(1, 1)
        await queue.enter("ala")
        for _ in range(5):
            waiting = asyncio.create_task(queue.enter("ola"))
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        assert queue.waiting == 0

    asyncio.run(story())
