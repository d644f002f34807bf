"""Four seats under GEN: three people on three devices and a bot, from the lobby to the result and the rematch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, everybody, until
from browser.people import Person
from browser.table import Table
from browser.words import Words

NAMES = ("Ewa", "Jan", "Ola")


@pytest.mark.long
def test_from_the_lobby_to_the_rematch(arrives: Arrival, words: Words) -> None:
    ewa, jan, ola = (arrives(name) for name in NAMES)
    address = opens_in_the_lobby(ewa)
    sits_down_in_the_lobby(jan)
    ola.sits_down(address)
    tables = [person.table().stands() for person in (ewa, jan, ola)]
    play_to_the_end(tables, words)
    everybody(tables, "Wygrywa")
    results = {name: tables[0].score(name) for name in (*NAMES, "Turniejowy")}
    assert sum(points > 0 for points in results.values()) == 4
    for table in tables[1:]:
        assert {name: table.score(name) for name in results} == results
    slip = tables[0].opens_tab("Protokół")
    expect(slip.get_by_role("row")).to_have_count(5)
    rematch(ewa, jan)


def opens_in_the_lobby(person: Person) -> str:
    """Four seats, the last one for the bot, words of everybody else on demand; the form of the lobby does it."""
    page = person.page
    page.get_by_role("button", name="Nowa partia").click()
    wish = page.get_by_role("dialog", name="Nowa partia")
    wish.get_by_label("Liczba graczy").select_option("4")
    wish.get_by_label("Gracz 4").select_option("static")
    wish.get_by_role("button", name="Otwórz stół").click()
    expect(page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Brakuje")).to_contain_text("Brakuje 2 graczy.")
    return str(page.evaluate("location.pathname"))


def sits_down_in_the_lobby(person: Person) -> None:
    """The table that somebody else has opened is in the list."""
    free = person.page.get_by_role("region", name="Wolne miejsca")
    free.get_by_role("button", name="Usiądź").click()
    expect(person.page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()


def play_to_the_end(tables: list[Table], words: Words) -> None:
    """Everybody makes the best move there is, until somebody has no tiles left."""
    while (mover := next_decision(tables)) is not None:
        found = words.best(mover.board(), mover.rack())
        if found is None:
            mover.passes()
            expect(mover.prompt).not_to_contain_text(MY_TURN)
            continue
        counted = sum(scores(tables[0])) + found[1]
        mover.lays(found[0])
        record_for(tables, mover)
        wait_for_points(tables, counted)


def wait_for_points(tables: list[Table], counted: int) -> None:
    """Until the move is counted; at the end of the game tiles that are left are taken off again."""
    until(lambda: is_over(tables[0]) or sum(scores(tables[0])) >= counted, tables, "the move is not counted")


def next_decision(tables: list[Table]) -> Table | None:
    """Write down what the bot has laid until a person is on turn; that one, or nobody when the game is over."""
    while True:
        until(lambda: any(is_asked(table) or is_over(table) for table in tables), tables, "nobody is asked anything")
        for table in tables:
            if MY_TURN in table.prompt.inner_text():
                return table
        if any(is_over(table) for table in tables):
            return None
        record_for(tables, None)


def record_for(tables: list[Table], mover: Table | None) -> None:
    """All others write the move down."""
    for scorer in tables:
        if scorer is not mover:
            expect(scorer.prompt).to_contain_text("Zapisz ruch", timeout=15_000)
            shown = scorer.prompt.inner_text()
            scorer.records()
            expect(scorer.prompt).not_to_have_text(shown)


def rematch(ewa: Person, jan: Person) -> None:
    """Whoever asks first opens the new table; the others are offered the way there."""
    ewa.page.get_by_role("button", name="Zagraj rewanż").first.click()
    expect(ewa.page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()
    new = str(ewa.page.evaluate("location.pathname"))
    jan.page.reload()
    jan.table().stands().page.get_by_role("button", name="Przejdź do rewanżu").first.click()
    expect(jan.page).to_have_url(re.compile(f"{new}$"))


def scores(table: Table) -> list[int]:
    return [table.score(name) for name in (*NAMES, "Turniejowy")]


def is_asked(table: Table) -> bool:
    said = table.prompt.inner_text()
    return MY_TURN in said or "Zapisz ruch" in said


def is_over(table: Table) -> bool:
    return "Wygrywa" in table.prompt.inner_text() or "Remis" in table.prompt.inner_text()
