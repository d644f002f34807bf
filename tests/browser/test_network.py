"""A bad net and a dying server: nothing is lost, nothing is done twice, and the page says how things stand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, until, where
from browser.net import Net
from browser.people import Person
from browser.serving import Server
from browser.table import Table
from browser.words import Words, across


def two_people(arrives: Arrival, **proposal: object) -> tuple[list[Person], list[Table], list[Net]]:
    """Two people at a swift table, each with a net of their own."""
    people = [arrives("Ewa"), arrives("Jan")]
    nets = [Net(person) for person in people]
    address = people[0].opens_table(window=None, **proposal)
    people[1].sits_down(address)
    people[0].comes_to(address)
    return people, [person.table().stands() for person in people], nets


def lays_wrong(mover: Table, words: Words, at: str = "H7") -> dict[str, str]:
    """Lay letters that make no word; nobody minds before a challenge."""
    placement = across(words.wrong(mover.rack()), at)
    mover.lays(placement)
    return placement


def test_the_net_is_cut_in_the_middle_of_a_move(arrives: Arrival, words: Words) -> None:
    _, tables, nets = two_people(arrives)
    mover = where(tables, MY_TURN)
    opponent, at = other(tables, mover), tables.index(mover)
    nets[at].cut()
    placement = lays_wrong(mover, words)
    expect(mover.turn).to_contain_text("Wysłano: Wyłóż płytki")
    nets[at].tear()
    expect(mover.page.get_by_role("status").filter(has_text="Połączenie zerwane")).to_contain_text(
        "1 polecenie czeka na wysłanie lub potwierdzenie."
    )
    expect(mover.page.get_by_text("brak połączenia")).to_be_visible()
    assert opponent.board() == {}
    nets[at].mend()
    expect(opponent.prompt).to_contain_text("Zapisz ruch", timeout=15_000)
    expect(mover.page.get_by_text("Połączenie wróciło.")).to_be_visible()
    assert opponent.board() == placement
    expect(mover.prompt).to_contain_text("Ruch czeka na zapis")
    log = mover.opens_tab("Przebieg")
    expect(log.get_by_text(re.compile(rf"układa {''.join(placement.values())}"))).to_have_count(1)
    commands = [message for message in nets[at].sent if '"do"' in message]
    assert len(commands) == 2
    assert commands[0] == commands[1], "the same command with the same name"


@pytest.mark.service_worker
def test_reloading_in_every_phase(arrives: Arrival, words: Words) -> None:
    _, tables, _ = two_people(arrives)
    mover = where(tables, MY_TURN)
    opponent = other(tables, mover)
    placement = across(words.wrong(mover.rack()), "H7")
    mover.puts(placement)
    rack = mover.rack()
    reload_both(tables)
    assert mover.board() == placement, "tentative tiles lie where they lay"
    assert sorted(mover.rack()) == sorted(rack)
    mover.does("Wyłóż płytki")
    expect(opponent.prompt).to_contain_text("Zapisz ruch")
    reload_both(tables)
    assert mover.board() == opponent.board() == placement
    expect(opponent.prompt).to_contain_text("Zapisz ruch")
    opponent.challenges()
    until(lambda: mover.board() == {}, tables, "the wrong word is taken back")
    mover.acknowledges()
    reload_both(tables)
    assert mover.board() == opponent.board() == {}
    assert len(mover.rack()) == 7
    passes_to_the_end(tables)
    reload_both(tables)
    for table in tables:
        expect(table.prompt).to_contain_text(re.compile("Wygrywa|Remis"))


@pytest.mark.service_worker
def test_the_server_is_killed_and_starts_again(arrives: Arrival, server: Server, words: Words) -> None:
    _, tables, _ = two_people(arrives, rulebook="pfs", millis=120_000)
    mover = where(tables, MY_TURN)
    opponent = other(tables, mover)
    placement = lays_wrong(mover, words)
    expect(opponent.prompt).to_contain_text("Zapisz ruch")
    opponent.records()
    expect(opponent.prompt).to_contain_text(MY_TURN)
    left = clock_of(opponent)
    server.kill()
    expect(opponent.page.get_by_role("status").filter(has_text="Połączenie zerwane")).to_be_visible()
    opponent.page.wait_for_timeout(4000)
    server.start()
    expect(opponent.page.get_by_text("Połączenie wróciło.")).to_be_visible(timeout=20_000)
    expect(opponent.prompt).to_contain_text(MY_TURN)
    assert opponent.board() == mover.board() == placement
    assert left - clock_of(opponent) <= 4, "the outage is nobody's time"
    expect(opponent.opens_tab("Przebieg")).to_contain_text("za przerwę w pracy serwera")
    second = across(words.wrong(opponent.rack()), "J2")
    opponent.lays(second)
    expect(mover.prompt).to_contain_text("Zapisz ruch")
    assert mover.board() == {**placement, **second}


@pytest.mark.long
def test_all_clocks_show_the_same(arrives: Arrival, words: Words) -> None:
    people, tables, _ = two_people(arrives, rulebook="pfs", millis=300_000)
    watched = arrives("Ola").comes_to(people[0].page.url).stands()
    mover = where(tables, MY_TURN)
    lays_wrong(mover, words)
    opponent = other(tables, mover)
    expect(opponent.prompt).to_contain_text("Zapisz ruch")
    opponent.records()
    expect(opponent.prompt).to_contain_text(MY_TURN)
    opponent.page.wait_for_timeout(3000)
    name = people[tables.index(opponent)].name
    shown = [clock_of(table, name) for table in (*tables, watched)]
    assert max(shown) < 300, "the clock runs on every page"
    assert max(shown) - min(shown) <= 1


def test_two_tabs_of_one_player(arrives: Arrival, words: Words) -> None:
    people, tables, _ = two_people(arrives)
    mover = where(tables, MY_TURN)
    at = tables.index(mover)
    second_page = people[at].context.new_page()
    people[at].watch(second_page)
    second_page.goto(mover.page.url)
    second = Table(second_page).stands()
    expect(second.prompt).to_contain_text(MY_TURN)
    assert sorted(second.rack()) == sorted(mover.rack())
    placement = lays_wrong(second, words)
    expect(mover.prompt).to_contain_text("Ruch czeka na zapis")
    assert mover.board() == second.board() == placement
    assert len(mover.rack()) == len(second.rack())


def passes_to_the_end(tables: list[Table]) -> None:
    """Write down what is to be written down, and pass, until the game is over."""
    over = re.compile("Wygrywa|Remis")
    for _ in range(30):
        if over.search(tables[0].prompt.inner_text()):
            return
        for table in tables:
            said = table.prompt.inner_text()
            if MY_TURN in said:
                table.passes()
            elif "Zapisz" in said and table.option("Zapisz ruch").count():
                table.records()
        tables[0].page.wait_for_timeout(150)
    raise AssertionError("the game does not end")


def reload_both(tables: list[Table]) -> None:
    for table in tables:
        table.page.reload()
    for table in tables:
        table.stands()


def clock_of(table: Table, name: str = "ty ") -> int:
    """What the clock of a player shows, in seconds; without a name, of whoever looks on."""
    mine = table.page.get_by_role("list", name="Gracze").get_by_role("listitem").filter(has_text=name)
    found = re.search(r"(\d+):(\d\d)", mine.inner_text())
    assert found, mine.inner_text()
    return int(found[1]) * 60 + int(found[2])
