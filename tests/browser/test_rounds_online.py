"""A round online in browsers: the director chooses it at the desk, players come with their codes, the result comes in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, where
from browser.people import Person
from browser.test_accessibility import broken_on, check
from browser.test_assistant import is_lost, says_invalid, to_the_slip
from browser.test_desk import ENLARGED, LAPTOP
from browser.test_every_page import LOCALES, SCREENS, cut_off, unreached
from browser.test_phones import Hall, fits, hall, phone
from browser.test_readings import SLOW
from browser.test_replay import OVER
from browser.words import Words

__all__ = ["hall"]
SOON = 15_000
DUTY = "Zatrzymaj zegar: spór przy innym stole"


def sits_ready(person: Person) -> None:
    """One press leads to the table, another one says that the game can begin."""
    page = person.page
    page.get_by_role("button", name="Do stołu").click()
    expect(page).to_have_url(re.compile("/t/"))
    page.get_by_role("button", name="Zaczynamy").click()


def test_from_the_desk_to_the_table_and_back(arrives: Arrival, hall: Hall) -> None:
    hall.director.page.set_viewport_size(LAPTOP)
    desk = hall.director.page
    desk.goto(f"/e/{hall.id}/desk")
    desk.get_by_role("tab", name="Online").click()
    desk.get_by_label("Te stoły grają tutaj").select_option("all")
    check(desk, "the choice of tables that are played online")
    hall.gives({"type": "pair_round"})
    numbers = hall.table(1)["players"]
    players = [phone(arrives, hall, number) for number in numbers]
    expect(players[0].page.get_by_text("Stół otworzy się z początkiem rundy.")).to_be_visible(timeout=SOON)
    hall.gives({"type": "start_round"})
    check(players[0].page, "the phone of a player at an online table")
    for player in players:
        sits_ready(player)
    for player in players:
        expect(player.page.get_by_role("grid", name="Plansza")).to_be_visible(timeout=SOON)
    expect(desk.get_by_text("w grze").first).to_be_visible(timeout=SOON)
    desk.set_viewport_size(ENLARGED)
    fits(desk)
    check(desk, "the games of a round")


def takes_office(hall: Hall, person: Person, role: str, name: str) -> None:
    """A person takes an office of the event, by the link of its director."""
    given = hall.director.asks("POST", f"/api/tournaments/{hall.id}/invitations", {"role": role, "name": name})
    person.asks("POST", f"/api/office-invitations/{given['token']}", {})


def test_the_desk_chooses_the_slip_and_an_assistant_of_the_event_gives_the_verdict(
    arrives: Arrival, hall: Hall, words: Words
) -> None:
    """PFS-4.7.10, in a round online."""
    desk = hall.director.page
    desk.goto(f"/e/{hall.id}/desk")
    desk.get_by_role("tab", name="Online").click()
    desk.get_by_label("Te stoły grają tutaj").select_option("all")
    slip = desk.get_by_role("checkbox", name=re.compile("Wyrazy sprawdza sędzia pomocniczy"))
    slip.check()
    assistant = arrives("Ola")
    takes_office(hall, assistant, "assistant", "Ola")
    hall.gives({"type": "pair_round"}, {"type": "start_round"})
    players = [phone(arrives, hall, number, viewport=LAPTOP) for number in hall.table(1)["players"]]
    for player in players:
        sits_ready(player)
    tables = [player.table().stands() for player in players]
    assistant.page.goto(players[0].page.url)
    beside = assistant.table().stands()
    mover, challenger = to_the_slip(tables, beside, words)
    says_invalid(beside)
    is_lost(mover, challenger)
    expect(slip).to_be_checked()


def test_the_desk_says_how_the_rules_are_read_and_the_tables_obey(arrives: Arrival, hall: Hall) -> None:
    """A setting of the event (decision 60); at the table it is said as where a new table asked for it."""
    desk = hall.director.page
    desk.goto(f"/e/{hall.id}/desk")
    desk.get_by_role("tab", name="Ustawienia").click()
    row = desk.get_by_role("listitem").filter(has_text="Jak czytać regulamin")
    expect(row.locator(".value")).to_have_text("jak zwykle")
    row.get_by_role("group").get_by_text("Jak czytać regulamin").click()
    row.get_by_label(SLOW).select_option("tylko przy blanku bez litery")
    row.get_by_role("button", name="Zapisz: Jak czytać regulamin").click()
    expect(row.locator(".value")).to_have_text(f"{SLOW}: tylko przy blanku bez litery")
    check(desk, "a reading that the desk has chosen")
    hall.director.asks("PUT", f"/api/tournaments/{hall.id}/online", {"tables": "all"})
    hall.gives({"type": "pair_round"}, {"type": "start_round"})
    players = [phone(arrives, hall, number, viewport=LAPTOP) for number in hall.table(1)["players"]]
    for player in players:
        player.page.get_by_role("button", name="Do stołu").click()
        term = player.page.get_by_role("term").filter(has_text=SLOW)
        expect(term.locator("xpath=following-sibling::dd[1]")).to_have_text("tylko przy blanku bez litery")
    desk.reload()
    desk.get_by_role("tab", name="Ustawienia").click()
    expect(row.locator(".value")).to_have_text(f"{SLOW}: tylko przy blanku bez litery")
    expect(row.get_by_role("group")).to_have_count(0)


def test_an_arbiter_who_plays_stops_the_own_clock_for_another_table(arrives: Arrival, hall: Hall) -> None:
    """PFS-4.4.2d; the desk sees who decides at that table meanwhile, and is warned where nobody does."""
    hall.director.asks("PUT", f"/api/tournaments/{hall.id}/online", {"tables": "all"})
    hall.gives({"type": "pair_round"}, {"type": "start_round"})
    players = [phone(arrives, hall, number, viewport=LAPTOP) for number in hall.table(1)["players"]]
    for player in players:
        sits_ready(player)
    tables = [player.table().stands() for player in players]
    official = tables.index(where(tables, MY_TURN))
    takes_office(hall, players[official], "chief_arbiter", "Marta")
    for table in tables:
        expect(table.spoken).to_contain_text("Sędziuje też turniej", timeout=SOON)
    tables[official].does(DUTY)
    expect(tables[1 - official].spoken).to_contain_text("sporu przy innym stole")
    desk = hall.director.page
    desk.goto(f"/e/{hall.id}/desk")
    desk.get_by_role("tab", name="Online").click()
    row = desk.get_by_role("listitem").filter(has_text="Sędziuje i gra")
    expect(row).to_have_count(1, timeout=SOON)
    expect(row).to_contain_text("Rozstrzyga: Ewa")
    check(desk, "the games of a round with an arbiter who plays")
    tables[official].does("Włącz zegar")
    expect(tables[official].prompt).to_contain_text(MY_TURN)


def test_the_dialog_of_a_new_table_says_who_of_the_players_officiates(arrives: Arrival) -> None:
    host, guest = arrives("Ewa"), arrives("Jan")
    host.page.get_by_role("button", name="Nowa partia").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile("PFS")).check()
    dialog.get_by_label("Kto z graczy sędziuje też turniej").select_option("Gracz 1")
    dialog.get_by_role("button", name="Otwórz stół").click()
    expect(host.page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()
    guest.page.goto(host.page.url)
    guest.page.get_by_role("button", name="Usiądź do stołu").click()
    for person in (host, guest):
        person.page.get_by_role("button", name="Zaczynamy", exact=True).click()
    table, other = host.table().stands(), guest.table().stands()
    where([table, other], MY_TURN)
    table.does(DUTY)
    expect(other.spoken).to_contain_text("sporu przy innym stole")
    table.does("Włącz zegar")
    where([table, other], MY_TURN)
    expect(other.turn.get_by_role("button", name=DUTY, include_hidden=True)).to_have_count(0)


def passed_out(arrives: Arrival, hall: Hall) -> list[Person]:
    """The players of the first table, who pass until their game is over."""
    hall.director.asks("PUT", f"/api/tournaments/{hall.id}/online", {"tables": "all"})
    hall.gives({"type": "pair_round"}, {"type": "start_round"})
    players = [phone(arrives, hall, number) for number in hall.table(1)["players"]]
    for player in players:
        sits_ready(player)
    tables = [player.table().stands() for player in players]
    while not OVER.search(tables[0].prompt.inner_text()):
        for table in tables:
            if MY_TURN in table.prompt.inner_text():
                table.passes()
                expect(table.prompt).not_to_contain_text(MY_TURN)
        tables[0].page.wait_for_timeout(100)
    return players


@pytest.mark.long
@pytest.mark.parametrize("lang", list(LOCALES))
def test_the_desk_shows_the_finished_games_in_figures(arrives: Arrival, hall: Hall, lang: str) -> None:
    players = passed_out(arrives, hall)
    page = hall.director.page
    page.goto(f"/e/{hall.id}/desk?lang={lang}")
    page.get_by_role("tab", name=re.compile("Statystyka|Statistics")).click()
    table = page.get_by_role("region", name=re.compile("Statystyka|Statistics")).get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(1 + len(players), timeout=120_000)
    expect(page.get_by_role("table", name=re.compile("Sekundy na ruch|Seconds for each turn"))).to_be_visible()
    found = []
    for name, size in SCREENS.items():
        for colours in ("light", "dark"):
            broken = broken_on(page, size, colours, {"resultTypes": ["violations"]})
            found += [f"{name}: {fault}" for fault in (*broken, *cut_off(page), *unreached(page))]
    assert not found
    with page.expect_download() as saving:
        page.get_by_role("button", name="CSV").click()
    assert saving.value.path().read_text("utf-8").startswith("name,games,")
