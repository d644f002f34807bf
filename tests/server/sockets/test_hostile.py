"""Messages that no page of ours would send: the game stays as it is, and the sender gets a sentence or a close code."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.sockets.served import Served, hear, served

Story = Callable[[Served], Awaitable[None]]


def tell(folder: Path, story: Story, changes: bool = False) -> None:
    """Run a story; then nothing was logged as wrong, the game is as it was, and legal use goes on."""

    async def work() -> None:
        async with served(folder) as there:
            before = await there.live.open()
            turns, board = before.turns, before.board
            await story(there)
            after = await there.live.open()
            assert changes or (after.turns, after.board) == (turns, board)
            await _legal_use(there)
            assert not there.errors, there.errors

    asyncio.run(work())


async def _legal_use(there: Served) -> None:
    for player in (0, 1):
        async with there.page(player) as page:
            await page.send(json.dumps({"type": "subscribe", "after": 0}))
            snapshot = await hear(page, "snapshot")
            if snapshot["view"]["on_turn"] == snapshot["view"]["viewer"]:
                command = {"type": "pass_turn", "seat": snapshot["view"]["viewer"]}
                await page.send(json.dumps({"type": "do", "id": "legal", "seen": snapshot["n"], "command": command}))
                answer = await hear(page, "answer")
                assert answer["refused"] is None
                return
    raise AssertionError("nobody is on turn")


def _do(id: Any = "x", seen: Any = 10**6, **command: Any) -> dict[str, Any]:
    return {"type": "do", "id": id, "seen": seen, "command": command or {"type": "pass_turn", "seat": 1}}


DEEP = "[" * 20_000 + "]" * 20_000
WRONG: list[str] = [
    "",
    "null",
    "[]",
    "{}",
    '"do"',
    "{",
    DEEP,
    '{"type":"do","id":"x","seen":1,"command":' + '{"a":' * 5_000 + "1" + "}" * 5_000 + "}",
    json.dumps({"type": "subscribe", "after": -1}),
    json.dumps({"type": "subscribe", "after": 10**40}),
    json.dumps({"type": "subscribe", "after": "0"}),
    json.dumps({"type": "subscribe", "after": 0, "more": 1}),
    json.dumps({"type": "ack", "n": 1.5}),
    json.dumps({"type": "nothing"}),
    json.dumps({"type": "say", "phrase": "You played a phony"}),
    json.dumps(_do(id="")),
    json.dumps(_do(id="x" * 10_000)),
    json.dumps(_do(id=7)),
    json.dumps(_do(type="lay_tiles", seat=1, placement={"Z99": "A"})),
    json.dumps(_do(type="lay_tiles", seat=1, placement={"H8": "A" * 10_000})),
    json.dumps(_do(type="lay_tiles", seat=1, placement=[])),
    json.dumps(_do(type="pass_turn", seat=9)),
    json.dumps({"type": "weigh", "placement": {"H8": 7}, "seen": 1}),
]


def test_each_wrong_message_gets_a_sentence(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        for text in WRONG:
            async with there.page(0) as page:
                await page.send(text)
                try:
                    problem = await hear(page, "problem", "answer")
                except (TimeoutError, ConnectionClosed) as silence:
                    raise AssertionError(f"no sentence about {text[:80]!r}") from silence
                said = problem.get("refused") or problem
                assert said.get("code", "bad_message") == "bad_message", text[:80]
                assert len(said["message"]) > 20, text[:80]

    tell(tmp_path, story)


OTHERS: list[dict[str, Any]] = [
    {"type": "create_game", "rulebook": "gen", "players": ["X", "Y"]},
    {"type": "check_time"},
    {"type": "credit_time", "seat": 1, "millis": 1000, "why": "delivery"},
    {"type": "reveal_seed", "seed": "0"},
    {"type": "judge_words", "valid": False, "by": "lexicon"},
    {"type": "rule", "clause": "PFS-7.4", "measure": {"type": "deduct", "seat": 1, "points": 5}, "by": "arbiter"},
    {"type": "pass_turn", "seat": 1, "at": 1},
    {"type": "pass_turn", "seat": 2, "by": "host"},
    {"type": "pass_turn", "seat": 3},
]


def test_commands_of_others_are_refused(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        turn = (await there.live.open()).on_turn
        async with there.page(0) as first, there.page(1) as second, there.page(None) as watcher:
            for seat, page in ((1, first), (2, second), (0, watcher)):
                await page.send(json.dumps({"type": "subscribe", "after": 0}))
                await hear(page, "snapshot")
                for number, command in enumerate(OTHERS):
                    own = command.get("seat") == seat == turn and command["type"] == "pass_turn"
                    if own:
                        continue
                    await page.send(json.dumps(_do(f"{seat}-{number}", **command)))
                    refused = (await hear(page, "answer"))["refused"]
                    assert refused is not None, (seat, command)
                    assert refused["message"], (seat, command)

    tell(tmp_path, story)


def test_what_was_decided_about_another_turn_and_what_is_sent_again(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        turn = int((await there.live.open()).on_turn or 0)
        async with there.page(turn - 1) as mover:
            await mover.send(json.dumps({"type": "subscribe", "after": 0}))
            n = (await hear(mover, "snapshot"))["n"]
            await mover.send(json.dumps(_do("early", 1, type="pass_turn", seat=turn)))
            assert (await hear(mover, "answer"))["refused"]["reason"] == "stale"
            for _ in range(5):
                await mover.send(json.dumps(_do("once", n, type="pass_turn", seat=turn)))
                assert (await hear(mover, "answer"))["refused"] is None
        assert len((await there.live.open()).turns) == 1

    tell(tmp_path, story, changes=True)


def test_strangers_frames_and_floods(tmp_path: Path) -> None:
    async def story(there: Served) -> None:
        await _closes(there.page(0, headers={"Origin": "https://evil.example"}), 4403)
        await _closes(there.page(0, table="no-such-table"), 4404)
        await _closes(there.page(0, table="x" * 5_000), 4404)
        async with there.page(0) as page:
            assert (await _sentence_or_code(page, b"\x00\xff" * 50)) in ("bad_message", 1003, 1007)
        async with there.page(0) as page:
            assert (await _sentence_or_code(page, "x" * 5_000_000)) == 1009
        async with there.page(0) as page:
            with pytest.raises(ConnectionClosed) as closed:
                await _flood(page)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4429

    tell(tmp_path, story)


async def _sentence_or_code(page: Any, sent: str | bytes) -> object:
    try:
        await page.send(sent)
        return (await hear(page, "problem"))["code"]
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd is not None else None


async def _flood(page: Any) -> None:
    for _ in range(2_000):
        await page.send('{"type":"ask_options","seen":1000}')
    await _listen(page)


async def _closes(page: Any, code: int) -> None:
    """The connection is refused, or ended at once with that code."""
    found: int | None = None
    try:
        async with page as there:
            await asyncio.wait_for(_listen(there), 5)
    except InvalidStatus as refused:
        found = code if refused.response.status_code in (403, 404, 414) else refused.response.status_code
    except ConnectionClosed as closed:
        found = closed.rcvd.code if closed.rcvd is not None else None
    assert found == code


async def _listen(page: Any) -> None:
    while True:
        await page.recv()


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
_KINDS = ("subscribe", "ack", "pong", "do", "ask_options", "say", "weigh")
_MESSAGES = st.one_of(
    st.text(max_size=300),
    st.binary(max_size=300),
    _JSON.map(json.dumps),
    st.fixed_dictionaries(
        {"type": st.sampled_from(_KINDS)},
        optional={name: _JSON for name in ("after", "n", "ping", "id", "seen", "command", "phrase", "placement")},
    ).map(json.dumps),
)


def test_anything_at_all(tmp_path: Path) -> None:
    lots: list[list[str | bytes]] = []
    codes: list[int | None] = []

    @settings(max_examples=60, database=None)
    @given(st.lists(_MESSAGES, min_size=1, max_size=12))
    def collect(messages: list[str | bytes]) -> None:
        lots.append(messages)

    collect()

    async def story(there: Served) -> None:
        for number, messages in enumerate(lots):
            try:
                async with there.page(number % 2) as page:
                    for message in messages:
                        await page.send(message)
                    await page.send('{"type":"subscribe","after":0}')
                    await hear(page, "snapshot")
            except ConnectionClosed as closed:
                codes.append(closed.rcvd.code if closed.rcvd is not None else None)

    tell(tmp_path, story)
    assert set(codes) <= {1003, 1007, 4400, 4429}
