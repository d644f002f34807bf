"""A round online in browsers: the director chooses it at the desk, players come with their codes, the result comes in."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.people import Person
from browser.test_accessibility import check
from browser.test_desk import ENLARGED, LAPTOP
from browser.test_phones import Hall, fits, hall, phone

__all__ = ["hall"]
SOON = 15_000


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
