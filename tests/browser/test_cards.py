"""What a player is told in a card: a lost check, a penalty, a proposal; and how a game is given up, ended or put off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, ready_to_lay, set_up, where
from browser.people import Person
from browser.table import Table
from browser.test_accessibility import check
from browser.words import Words, across
from reaching import reaches

READ = "Przeczytane"
END = "Zaproponuj zakończenie partii"
PUT_OFF = "Zaproponuj odłożenie partii"


def two(arrives: Arrival, **proposal: object) -> tuple[list[Person], list[Table]]:
    """Ewa and Jan at a table."""
    people = [arrives("Ewa"), arrives("Jan")]
    address = people[0].opens_table(**{"window": None, **proposal})
    people[1].sits_down(address)
    return people, [people[0].comes_to(address).stands(), people[1].table().stands()]


def card(table: Table) -> Locator:
    """The card in the middle of the page."""
    return table.page.get_by_role("alertdialog")


def test_a_move_that_is_found_invalid(arrives: Arrival, words: Words) -> None:
    _, tables = two(arrives, rulebook="pfs", millis=20 * 60 * 1000)
    mover = where(tables, MY_TURN)
    opponent = other(tables, mover)
    wrong = words.wrong(mover.rack())
    mover.lays(across(wrong, "H7"))
    opponent.challenges()
    told = card(mover)
    expect(told.get_by_role("heading")).to_have_text("Ruch niepoprawny")
    expect(told).to_contain_text(f"{wrong}: słowo niepoprawne.")
    expect(told).to_contain_text(re.compile("Co teraz. .*Na ruchu: (Ewa|Jan)"))
    expect(told.get_by_role("button", name=READ)).to_be_focused()
    expect(card(opponent)).to_have_count(0)
    check(mover.page, "the card of a lost move")
    # The other's move is not held up by it, and a page that is loaded anew still shows it.
    opponent.passes()
    expect(mover.prompt).to_contain_text(MY_TURN)
    mover.page.reload()
    expect(told).to_contain_text(f"{wrong}: słowo niepoprawne.")
    expect(told.get_by_role("button", name=READ)).to_be_focused()
    told.get_by_role("button", name=re.compile("punkt regulaminu")).first.click()
    expect(mover.page.get_by_role("dialog").get_by_role("link", name="Cały regulamin")).to_be_visible()
    mover.page.keyboard.press("Escape")
    expect(told).to_be_visible()
    told.get_by_role("button", name=READ).focus()
    mover.page.keyboard.press("Enter")
    expect(told).to_have_count(0)
    expect(mover.prompt).to_be_focused()
    mover.page.reload()
    expect(mover.stands().prompt).to_contain_text(MY_TURN)
    expect(told).to_have_count(0)


def test_a_check_that_is_lost_and_costs_points(arrives: Arrival, words: Words) -> None:
    _, tables = two(arrives, rulebook="chal")
    mover, placement, _ = ready_to_lay(tables, words)
    opponent = other(tables, mover)
    mover.lays(placement)
    expect(opponent.prompt).to_contain_text("Zapisz ruch")
    opponent.page.get_by_role("button", name="English").click()
    opponent.page.get_by_role("button", name="Polski").click()
    opponent.challenges()
    told = card(opponent)
    expect(told.get_by_role("heading")).to_have_text("Sprawdzenie przegrane: ruch poprawny")
    expect(told.get_by_role("button", name="CHAL-9d")).to_be_visible()
    opponent.page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    expect(card(mover)).to_have_count(0)


def test_resigning_asks_and_ends_the_game(arrives: Arrival) -> None:
    people, tables = two(arrives)
    loser, winner = tables
    loser.does("Poddaj partię")
    expect(loser.turn).to_contain_text("Na pewno chcesz się poddać?")
    loser.does("Anuluj")
    expect(loser.turn).not_to_contain_text("Na pewno")
    loser.does("Poddaj partię")
    loser.confirms("Poddaj partię")
    for table in tables:
        expect(table.prompt).to_contain_text(f"Wygrywa {people[1].name}")
        expect(table.page).to_have_title(re.compile("^Koniec partii"))
    assert winner.score("Jan") == 0, "the scores stay as they are"


def test_agreeing_to_an_end(arrives: Arrival) -> None:
    _, tables = two(arrives)
    proposer, asked = tables
    _says(proposer, END)
    told = card(asked)
    expect(told.get_by_role("heading")).to_have_text("Ewa proponuje zakończyć partię przy obecnym wyniku")
    check(asked.page, "a proposal")
    asked.page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    asked.page.reload()
    told.get_by_role("button", name="Zgadzam się", exact=True).click()
    for table in tables:
        expect(table.page).to_have_title(re.compile("^Koniec partii"))
        expect(table.prompt).to_contain_text("zgodzili się zakończyć")


def test_putting_the_game_off_and_going_on(arrives: Arrival) -> None:
    _, tables = two(arrives)
    proposer, asked = tables
    _says(proposer, PUT_OFF)
    card(asked).get_by_role("button", name="Zgadzam się", exact=True).click()
    for table in tables:
        expect(table.prompt).to_contain_text("Gra jest odłożona. Zgłoś")
        expect(table.page).to_have_title(re.compile("^Przerwa"))
    proposer.does("Gotów grać dalej")
    expect(proposer.prompt).to_contain_text("gotowość zgłoszą: Jan")
    asked.does("Gotów grać dalej")
    where(tables, MY_TURN)


@pytest.mark.long
def test_the_tab_says_whose_turn_it_is_and_that_one_is_called(arrives: Arrival) -> None:
    official = arrives("Ala")
    settled = {"rulebook": "pfs", "steps": "by_hand", "millis": 20 * 60 * 1000, "window": None}
    opened = official.asks("POST", "/api/tables", settled)
    address = f"/t/{opened['id']}"
    official.page.goto(address)
    official.page.get_by_role("button", name="Sędziuj tej partii").click()
    people = [arrives("Ewa"), arrives("Jan")]
    tables = [person.sits_down(address) for person in people]
    arbiter = official.table().stands()
    for table in tables:
        table.stands()
    mover = set_up(tables)
    opponent = other(tables, mover)
    name = people[tables.index(mover)].name
    expect(mover.page).to_have_title("Twój ruch – Ewa – Jan")
    expect(opponent.page).to_have_title(f"Ruch: {name} – Ewa – Jan")
    _says(mover, "Wezwij sędziego")
    expect(arbiter.page).to_have_title("Wezwanie! – Ewa – Jan")
    expect(opponent.page).to_have_title("Czekamy na sędziego – Ewa – Jan")
    mover.does("Graj dalej bez sędziego")
    expect(arbiter.page).to_have_title(f"Ruch: {name} – Ewa – Jan")
    arbiter.does("Orzeknij: punkty karne")
    form = arbiter.turn.get_by_role("form", name="Orzeknij: punkty karne")
    expect(form.get_by_label("Kogo dotyczy")).to_have_value("")
    form.get_by_label("Punkty", exact=True).fill("10")
    form.get_by_label("Uzasadnienie").fill("Rozmowa w czasie partii.")
    expect(form.get_by_role("button", name="Orzeknij: punkty karne")).to_be_disabled()
    form.get_by_label("Kogo dotyczy").select_option(name)
    arbiter.confirms("Orzeknij: punkty karne")
    expect(card(mover)).to_contain_text("Rozmowa w czasie partii.")
    expect(card(opponent)).to_have_count(0)


def _says(table: Table, name: str) -> None:
    """Press the button of an option, and that of the form which asks whether it is meant."""
    table.does(re.compile(f"^{name}"))
    table.turn.get_by_role("form").get_by_role("button", name=re.compile(f"^{name}")).click()


def test_after_the_name_is_said_the_keyboard_goes_on_from_the_table(arrives: Arrival) -> None:
    host, newcomer = arrives("Ewa"), arrives("Jan", introduced=False)
    newcomer.page.goto(host.opens_table(window=None))
    newcomer.page.get_by_label("Imię lub pseudonim").fill("Jan")
    newcomer.page.keyboard.press("Enter")
    table = newcomer.table().stands()
    expect(table.prompt).to_be_focused()


@reaches("HOUSE-verdict")
@pytest.mark.long
def test_an_override_that_undoes_turns_asks_first(arrives: Arrival, words: Words) -> None:
    official = arrives("Ala")
    settled = {"rulebook": "pfs", "millis": 20 * 60 * 1000, "window": None}
    opened = official.asks("POST", "/api/tables", settled)
    address = f"/t/{opened['id']}"
    official.page.goto(address)
    official.page.get_by_role("button", name="Sędziuj tej partii").click()
    people = [arrives("Ewa"), arrives("Jan")]
    tables = [person.sits_down(address) for person in people]
    arbiter = official.table().stands()
    mover = where([table.stands() for table in tables], MY_TURN)
    opponent = other(tables, mover)
    wrong = across(words.wrong(mover.rack()), "H7")
    mover.lays(wrong)
    opponent.challenges()
    mover.acknowledges()
    opponent.passes()
    expect(mover.prompt).to_contain_text(MY_TURN)
    arbiter.does("Uchyl werdykt")
    arbiter.turn.get_by_label("Werdykt", exact=True).select_option("ruch poprawny")
    arbiter.turn.get_by_label("Uzasadnienie").fill("Słowo jest w dodatku do słownika.")
    arbiter.confirms("Uchyl werdykt")
    asked = card(arbiter)
    expect(asked.get_by_role("heading")).to_have_text("Cofnąć partię?")
    expect(asked).to_contain_text("Cofnięte zostałyby ruchy")
    check(arbiter.page, "the question before turns are undone")
    arbiter.page.keyboard.press("Escape")
    expect(asked).to_have_count(0)
    assert mover.board() == {}, "nothing is undone without a yes"
    arbiter.confirms("Uchyl werdykt")
    asked.get_by_role("button", name="Cofnij partię").click()
    for table in tables:
        expect(card(table).get_by_role("heading")).to_have_text("Werdykt uchylony")
    assert mover.board() == wrong
