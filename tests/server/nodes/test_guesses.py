"""A login that is begun at one node is ended at another, and who guesses is refused at all of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import delete

from mostek.store import wrong_guesses
from mostek.store.database import Database
from mostek.store.schema import wrong_guess
from mostek.store.tokens import now
from mostek.store.wrong_guesses import GuessLimit, WrongGuesses
from server.http.visitors import House
from server.nodes.two_nodes import moved

PASSWORD = "a long sentence of Ala"


def tries(house: House, login: str, password: str) -> int:
    return house.visitor().post("/sessions", {"login": login, "password": password}).status_code


def test_who_guesses_a_password_at_one_node_is_refused_at_the_other(nodes: tuple[House, House]) -> None:
    one, other = nodes
    ala = one.visitor("Ala")
    assert ala.post("/accounts", {"login": "ala", "password": PASSWORD}).status_code == 200
    codes = [tries((one, other)[n % 2], "ala", "wrong password") for n in range(12)]
    assert codes == [401] * 10 + [429] * 2
    assert tries(other, "ala", PASSWORD) == 429
    assert moved(ala, other).post("/sessions", {"login": "ala", "password": PASSWORD}).status_code == 200, (
        "a known device"
    )


def test_a_session_guesses_its_own_password_at_all_nodes_together(nodes: tuple[House, House]) -> None:
    one, other = nodes
    ola = one.visitor("Ola")
    assert ola.post("/accounts", {"login": "ola", "password": PASSWORD}).status_code == 200
    there = moved(ola, other)
    body = {"password": "wrong password", "new": "another long sentence"}
    codes = [(ola, there)[n % 2].post("/me/password", body).status_code for n in range(12)]
    assert codes == [403] * 10 + [429] * 2


def test_short_codes_of_lessons_are_guessed_at_all_nodes_together(nodes: tuple[House, House]) -> None:
    pupils = [house.visitor() for house in nodes]
    codes = [pupils[n % 2].post("/pupils/lesson", {"code": "abc234"}).status_code for n in range(14)]
    assert codes[:12].count(429) == 0
    assert codes[12:] == [429] * 2
    database = nodes[0].state.services.database
    nodes[0].run(database.execute, delete(wrong_guess))  # other tests come from this address, too


def test_the_time_of_a_guess_ends_and_a_date_that_was_set_back_shuts_nobody_out(
    tmp_path: Path, address: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = now()
    monkeypatch.setattr(wrong_guesses, "now", lambda: at)
    limit, other = GuessLimit("a", 2), GuessLimit("b", 1, 3600)

    async def story() -> None:
        nonlocal at
        database = Database.open(tmp_path, address)
        guesses = WrongGuesses(database)
        assert await guesses.waits_for([]) == []
        await guesses.note_guess([limit])
        assert await guesses.waits_for([limit, other]) == [0, 0]
        await guesses.note_guess([limit, other])
        assert await guesses.waits_for([limit, other]) == [30, 3600]
        at += 30_000
        await guesses.drop_old()
        assert await guesses.waits_for([limit, other]) == [0, 3570]
        at -= 365 * 24 * 60 * 60 * 1000
        assert await guesses.waits_for([limit, other]) == [30, 3600]
        database.close()

    asyncio.run(story())
