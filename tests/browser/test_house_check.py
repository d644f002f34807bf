"""Words of a friendly game at a board are checked as at a tournament (HOUSE-check): typed, then started by the challenger."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.table import Table
from browser.test_clauses_at_a_real_board import DAR, announced, draws, lays
from browser.test_real_board import asks
from reaching import reaches


def at_a_board(arrives: Arrival) -> tuple[Table, Table]:
    """A game by the general rules, dealt: Ewa is on turn."""
    people = [arrives("Ewa"), arrives("Jan")]
    address = people[0].opens_table(rulebook="gen", venue="table", steps="at_table", window=None)
    people[1].sits_down(address)
    ewa, jan = people[0].comes_to(address).stands(), people[1].table().stands()
    asks(ewa, "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="A")
    asks(jan, "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="B")
    draws(ewa, "#######")
    draws(jan, "#######")
    return ewa, jan


@reaches("HOUSE-check")
def test_both_come_to_the_check_and_the_verdict_is_before_further_play(arrives: Arrival) -> None:
    ewa, jan = at_a_board(arrives)
    lays(ewa, DAR)
    announced(ewa, 8)
    jan.does("Poproś o sprawdzenie")
    jan.confirms("Poproś o sprawdzenie")
    expect(ewa.prompt).to_contain_text("Sprawdzane: DAR")
    for table in (ewa, jan):
        table.does("Potwierdź obecność przy sprawdzaniu")
    expect(ewa.turn).to_contain_text("HOUSE-check")
    expect(ewa.prompt).to_contain_text("Wpisz sprawdzane słowa: DAR")
    ewa.turn.get_by_label("Przepisz słowa").fill("dar")
    ewa.does("Wpisz sprawdzane słowa")
    expect(ewa.prompt).to_contain_text("Czekamy na werdykt")
    expect(jan.prompt).to_contain_text("Uruchom sprawdzenie")
    expect(jan.turn).to_contain_text("HOUSE-check")
    for table in (ewa, jan):
        expect(table.turn.get_by_role("button", name="Zapisz ruch", include_hidden=True)).to_have_count(0)
    jan.does("Sprawdź słowa")
    expect(jan.prompt).to_contain_text("Ruch poprawny.")
