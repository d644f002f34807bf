"""Every single step as at a physical table, with an arbiter: each is loaded anew, a verdict is given, a penalty, a slip."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, everywhere_has, other, set_up, survives_reloading, told, where
from browser.people import Person
from browser.table import Table
from browser.words import Words, across
from reaching import reaches

END_OF_MOVE = "Zatrzymaj zegar: ruch jest ostateczny"


@reaches("PFS-4.8.1")
@pytest.mark.long
def test_every_step_survives_reloading(arrives: Arrival, words: Words) -> None:
    _, tables, arbiter = sit_down(arrives)
    everywhere = (*tables, arbiter)
    survives_reloading(everywhere)
    draw_for_the_start(tables)
    first = where(tables, "Dobierz płytki na stojak")
    survives_reloading(everywhere)
    deal(tables, first)
    mover, opponent = first, other(tables, first)
    wrong = words.wrong(mover.rack())
    mover.puts(across(wrong, "H7"))
    survives_reloading(everywhere)
    mover.does("Wyłóż płytki")
    expect(mover.prompt).to_contain_text("Płytki leżą. Zatrzymaj zegar")
    mover.option(END_OF_MOVE).wait_for()  # the offer follows the prompt in a message of its own
    survives_reloading(everywhere)
    mover.does(END_OF_MOVE)
    expect(opponent.prompt).to_contain_text("Zapisz ruch albo zażądaj sprawdzenia")
    survives_reloading(everywhere)
    mover.announces(9)
    expect(opponent.prompt).to_contain_text("podaje 9 punktów")
    opponent.challenges()
    has_words_checked(mover, opponent, wrong, everywhere)
    mover.acknowledges()
    for table in (mover, opponent):
        table.records()
    expect(mover.prompt).to_contain_text("Włącz zegar przeciwnika")
    assert mover.board() == {}
    survives_reloading(everywhere)
    mover.does("Włącz zegar")
    expect(opponent.prompt).to_contain_text(MY_TURN)


def test_the_arbiter_judges_and_rules(arrives: Arrival, words: Words) -> None:
    people, tables, arbiter = sit_down(arrives)
    mover = set_up(tables)
    opponent = other(tables, mover)
    name = people[tables.index(mover)].name
    points = 9
    mover.puts(across(words.wrong(mover.rack()), "H7"))
    mover.does("Wyłóż płytki")
    mover.does(END_OF_MOVE)
    mover.announces(points)
    opponent.challenges()
    judges(arbiter, "ruch poprawny", "Słowo jest w dodatku do słownika.")
    expect(opponent.prompt).to_contain_text("Ruch poprawny.")
    opponent.acknowledges()
    expect(opponent.option("Poproś o sprawdzenie")).to_have_count(0)
    opponent.records(points)
    mover.records(points)
    everywhere_has(tables, name, points)
    punishes(arbiter, name, -5)
    everywhere_has((*tables, arbiter), name, points - 5)
    mover.acknowledges()
    expect(mover.spoken).to_contain_text(re.compile(rf"{name}.*5 punkt"))
    calls_the_arbiter(opponent, mover, arbiter)


@pytest.mark.long
def test_the_slip_is_handed_in(arrives: Arrival) -> None:
    people, tables, arbiter = sit_down(arrives, steps="swift")
    pass_to_the_end(tables)
    for table in tables:
        table.signs()
    for table in tables:
        expect(table.prompt).to_contain_text("Protokół jest podpisany: oddaj go.")
    survives_reloading((*tables, arbiter))
    expect(tables[0].turn).to_contain_text("Oddany protokół jest ostateczny. Oddać?")
    tables[0].hands_in()
    for table in (*tables, arbiter):
        slip = table.opens_tab("Protokół")
        expect(slip).to_contain_text("Protokół oddano: ")
        expect(slip.get_by_text("brak podpisu")).to_have_count(0)
    for table in tables:
        expect(table.option("Podpisz protokół")).to_have_count(0)
        expect(table.option("Oddaj protokół")).to_have_count(0)
    survives_reloading((*tables, arbiter))
    for person in people:
        assert len({table.score(person.name) for table in (*tables, arbiter)}) == 1
        assert arbiter.score(person.name) <= 0, "nobody has laid anything, all tiles were left"


def sit_down(arrives: Arrival, **proposal: object) -> tuple[list[Person], list[Table], Table]:
    """Whoever opens the table takes the part of the arbiter; two others play."""
    official, *people = arrives("Ala"), arrives("Ewa"), arrives("Jan")
    settled = {"rulebook": "pfs", "steps": "at_table", "millis": 20 * 60 * 1000, "window": None, **proposal}
    card = official.asks("POST", "/api/tables", settled)
    address = f"/t/{card['id']}"
    official.page.goto(address)
    official.page.get_by_role("button", name="Sędziuj tej partii").click()
    expect(official.page.get_by_text("Twoja rola: sędzia")).to_be_visible()
    tables = [person.sits_down(address) for person in people]
    return people, [table.stands() for table in tables], official.table().stands()


def draw_for_the_start(tables: list[Table]) -> None:
    """One after the other draws; equal letters draw again."""
    tables[0].does("Wylosuj płytkę o rozpoczęcie")
    expect(tables[0].prompt).to_contain_text("Trwa losowanie o rozpoczęcie")
    survives_reloading(tables)
    while not told(tables, "Dobierz płytki na stojak"):
        for table in tables:
            if "Wylosuj płytkę" in table.prompt.inner_text():
                table.does("Wylosuj płytkę o rozpoczęcie")
        tables[0].page.wait_for_timeout(60)


def deal(tables: list[Table], first: Table) -> None:
    first.does("Dobierz płytki")
    other(tables, first).does("Włącz zegar")
    expect(first.prompt).to_contain_text(MY_TURN)
    other(tables, first).does("Dobierz płytki")


def has_words_checked(mover: Table, opponent: Table, word: str, everywhere: tuple[Table, ...]) -> None:
    """Both come to the computer, the checked player types, the challenger presses the key (PFS-4.7.10 to 4.7.12)."""
    expect(mover.prompt).to_contain_text(f"Sprawdzane: {word}")
    survives_reloading(everywhere)
    for table in (mover, opponent):
        table.does("Potwierdź obecność przy sprawdzaniu")
    expect(mover.prompt).to_contain_text(f"Wpisz sprawdzane słowa: {word}")
    survives_reloading(everywhere)
    mover.turn.get_by_label("Przepisz słowa").fill(word.lower())
    mover.does("Wpisz sprawdzane słowa")
    expect(opponent.prompt).to_contain_text("Uruchom sprawdzenie")
    expect(mover.prompt).to_contain_text("Czekamy na werdykt")
    survives_reloading(everywhere)
    opponent.does("Sprawdź słowa")
    expect(mover.prompt).to_contain_text(
        re.compile("Ruch niepoprawny\\..*Zabierasz płytki i tracisz kolejkę. Zapisz stratę.")
    )
    survives_reloading(everywhere)


def judges(arbiter: Table, verdict: str, reason: str) -> None:
    """The joint verdict by a person; without a reason the button does nothing (PFS-4.7.9a)."""
    expect(arbiter.prompt).to_contain_text("Ogłoś jeden wspólny werdykt")
    arbiter.turn.get_by_label("Werdykt", exact=True).select_option(verdict)
    arbiter.does("Ogłoś werdykt")
    expect(arbiter.refusal).to_be_visible()
    arbiter.turn.get_by_label("Uzasadnienie").fill(reason)
    arbiter.does("Ogłoś werdykt")


def punishes(arbiter: Table, name: str, points: int) -> None:
    """Penalty points (PFS-7.1b)."""
    arbiter.does("Orzeknij: punkty karne")
    arbiter.turn.get_by_label("Kogo dotyczy").select_option(name)
    arbiter.turn.get_by_label("Punkty", exact=True).fill(str(abs(points)))
    arbiter.turn.get_by_label("Uzasadnienie").fill("Rozmowa w czasie partii.")
    arbiter.confirms("Orzeknij: punkty karne")


def calls_the_arbiter(caller: Table, opponent: Table, arbiter: Table) -> None:
    """Play stands until the arbiter has ruled (PFS-6.1a); loaded anew it stands, too."""
    caller.does("Wezwij sędziego")
    caller.confirms("Wezwij sędziego")
    expect(arbiter.prompt).to_contain_text("wzywa cię do stołu")
    expect(opponent.prompt).to_contain_text("czekamy na sędziego")
    survives_reloading((caller, opponent, arbiter))
    arbiter.does("Orzeknij: partia toczy się dalej bez zmian")
    arbiter.confirms("Orzeknij: partia toczy się dalej bez zmian")
    expect(arbiter.prompt).not_to_contain_text("wzywa cię")
    expect(opponent.prompt).not_to_contain_text("czekamy na sędziego")


def pass_to_the_end(tables: list[Table]) -> None:
    """Nobody lays anything: after two passes of each the game is over (PFS-5.1.1b)."""
    for _ in range(4):
        mover = where(tables, MY_TURN)
        mover.passes()
        expect(mover.prompt).not_to_contain_text(MY_TURN)
    for table in tables:
        expect(table.prompt).to_contain_text("Podpisz protokół")
