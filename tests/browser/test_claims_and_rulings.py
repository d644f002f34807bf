"""How a game ends or goes on when somebody is missing, and what an arbiter does about a move and a clock, as people see it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Arrival, serving
from browser.games import MY_TURN, other, where
from browser.people import PHONE, Person
from browser.serving import IMPATIENT, Server
from browser.table import Table
from browser.test_accessibility import check
from browser.test_cards import card, two
from browser.test_network import clock_of
from browser.words import Words, across

CLAIM = "Zażądaj zwycięstwa: gracza nie ma"
ABORT = "Przerwij partię"
GO_ON = "Zaproponuj grę dalej bez sędziego"


@pytest.fixture(scope="module")
def server(page_built: None, words: Words, store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose waits a test can sit out."""
    with serving(store, tmp_path_factory.mktemp("served"), program=IMPATIENT) as started:
        yield started


def test_claiming_against_somebody_who_is_gone_and_not_against_who_is_there(arrives: Arrival) -> None:
    people, tables = two(arrives, changes={"order.gone_wait": 500})
    stays, goes = tables
    people[1].page.goto("/")
    expect(stays.option(re.compile(CLAIM)).first).to_be_attached()
    goes.page.go_back()
    goes.stands()
    expect(stays.option(re.compile(CLAIM))).to_have_count(0)
    people[1].page.goto("/")
    says(stays, CLAIM)
    expect(stays.prompt).to_contain_text("Wygrywa Ewa")
    goes.page.go_back()
    expect(goes.stands().prompt).to_contain_text("Wygrywa Ewa")
    told = card(goes)
    expect(told.get_by_role("heading")).to_have_text("Partia przegrana")
    check(goes.page, "the card of a game that was claimed")


def test_breaking_off_before_the_second_move_and_not_after_it(arrives: Arrival) -> None:
    people, tables = two(arrives)
    turns_pass(tables, 2)
    expect(offered(tables[0], ABORT)).to_have_count(1)
    turns_pass(tables, 1)
    for table in tables:
        expect(offered(table, ABORT)).to_have_count(0)
    address = people[0].opens_table(window=None)
    people[1].sits_down(address)
    tables = [people[0].comes_to(address).stands(), people[1].table().stands()]
    turns_pass(tables, 1)
    says(tables[0], ABORT)
    for table in tables:
        expect(table.page).to_have_title(re.compile("^Koniec partii"))
        expect(table.turn).not_to_contain_text("Wygrywa")
        expect(table.prompt).to_contain_text(re.compile("przerwan", re.IGNORECASE))


def offered(table: Table, name: str) -> Locator:
    """The button of an option, in the list of the rest, too."""
    return table.turn.get_by_role("button", name=name, include_hidden=True)


def turns_pass(tables: list[Table], count: int) -> None:
    """So many turns are given up, one after another."""
    for _ in range(count):
        mover = where(tables, MY_TURN)
        mover.passes()
        expect(mover.prompt).not_to_contain_text(MY_TURN)


def ruled(arrives: Arrival, **proposal: object) -> tuple[Table, list[Person], list[Table]]:
    """A game by the federation's rules: the arbiter's table, the players and their tables."""
    official = arrives("Ala")
    settled = {"rulebook": "pfs", "millis": 20 * 60 * 1000, "window": None, **proposal}
    address = f"/t/{official.asks('POST', '/api/tables', settled)['id']}"
    official.page.goto(address)
    official.page.get_by_role("button", name="Sędziuj tej partii").click()
    people = [arrives("Ewa"), arrives("Jan", viewport=PHONE, locale="en-GB")]
    for person in people:
        person.page.goto(address)
        person.page.get_by_role("button", name=re.compile("Usiądź do stołu|Sit down")).click()
    for person in people:
        person.page.get_by_role("button", name=re.compile("^(Zaczynamy|Start)$")).click()
    return official.table().stands(), people, [person.table() for person in people]


def in_polish(person: Person) -> None:
    """Whoever reads English reads Polish now."""
    person.page.get_by_role("button", name="Polski").click()


@pytest.mark.long
def test_agreeing_to_go_on_without_the_arbiter(arrives: Arrival) -> None:
    arbiter, people, tables = ruled(arrives)
    in_polish(people[1])
    mover = where([table.stands() for table in tables], MY_TURN)
    opponent = other(tables, mover)
    says(mover, "Wezwij sędziego")
    expect(arbiter.prompt).to_contain_text("wzywa cię do stołu")
    says(mover, GO_ON)
    told = card(opponent)
    expect(told.get_by_role("heading")).to_have_text(re.compile("proponuje grać dalej bez sędziego"))
    check(opponent.page, "a proposal to go on without the arbiter")
    told.get_by_role("button", name="Zgadzam się", exact=True).click()
    where(tables, MY_TURN)
    expect(arbiter.prompt).to_contain_text("Na ruchu")


@pytest.mark.long
def test_a_move_that_the_arbiter_writes_down_and_its_card_in_english(arrives: Arrival, words: Words) -> None:
    arbiter, people, tables = ruled(arrives)
    in_polish(people[1])
    mover = where([table.stands() for table in tables], MY_TURN)
    opponent = other(tables, mover)
    placement = across(words.wrong(mover.rack()), "H7")
    mover.lays(placement)
    expect(opponent.prompt).to_contain_text("Zapisz ruch")
    says(opponent, "Wezwij sędziego")
    arbiter.does("Orzeknij: ruch zostaje zapisany")
    form = arbiter.turn.get_by_role("form")
    form.get_by_label("Kogo dotyczy").select_option(people[tables.index(mover)].name)
    form.get_by_label("Uzasadnienie").fill("Namysł nad własnym ruchem.")
    arbiter.confirms("Orzeknij: ruch zostaje zapisany")
    expect(card(opponent).get_by_role("heading")).to_have_text("Orzeczenie")
    expect(card(mover)).to_have_count(0)
    opponent.page.get_by_role("button", name="English").click()
    told = card(opponent)
    expect(told.get_by_role("heading")).to_have_text("A ruling")
    expect(told).to_contain_text("What now?")
    expect(told.get_by_role("button", name="I have read it")).to_be_visible()
    assert re.search("Orzeczenie|Ruch|Sędzia", told.inner_text()) is None
    check(opponent.page, "a card in English")
    told.get_by_role("button", name="I have read it").click()
    expect(told).to_have_count(0)
    assert mover.board() == placement


@pytest.mark.long
def test_an_arbiter_stops_a_running_clock_and_sets_it(arrives: Arrival) -> None:
    arbiter, people, tables = ruled(arrives)
    in_polish(people[1])
    mover = where([table.stands() for table in tables], MY_TURN)
    name = people[tables.index(mover)].name
    before = clock_of(arbiter, name)
    says(arbiter, "Zatrzymaj zegar")
    for table in tables:
        expect(table.page).to_have_title(re.compile("^(Przerwa|Czekamy na sędziego)"))
    arbiter.does("Orzeknij: zmiana czasu na zegarze")
    form = arbiter.turn.get_by_role("form")
    form.get_by_label("Kogo dotyczy").select_option(name)
    form.get_by_label(re.compile("Sekund")).fill("-60")
    form.get_by_label("Uzasadnienie").fill("Zegar szedł źle.")
    arbiter.confirms("Orzeknij: zmiana czasu na zegarze")
    expect(card(mover).get_by_role("heading")).to_have_text("Mniej czasu na zegarze")
    mover.acknowledges()
    assert 60 <= before - clock_of(mover) <= 90


def says(table: Table, name: str) -> None:
    """Press the button of an option, and that of the form which asks whether it is meant."""
    table.does(re.compile(f"^{name}"))
    form = table.turn.get_by_role("form").get_by_role("button", name=re.compile(f"^{name}"))
    if form.count():
        form.first.click()
