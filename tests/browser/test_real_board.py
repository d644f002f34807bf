"""A short game by the federation's rules at a real board: people hold the tiles, each with a page, an arbiter with another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error, expect

from browser.conftest import Arrival
from browser.games import MY_TURN, everywhere_has
from browser.table import Table
from browser.test_at_the_table import END_OF_MOVE, sit_down
from reaching import reaches

UNSEEN = "zakryta płytka"
DRAW, CLOCK = "Dobierz płytki", "Włącz zegar"


@reaches(
    "PFS-1.1.1a",
    "PFS-1.1.1d",
    "PFS-1.2c",
    "PFS-1.3.1c",
    "PFS-4.4.1a",
    "PFS-4.4.2a",
    "PFS-4.5.2",
    "PFS-4.8.3",
    "PFS-4.10.1a",
    "PFS-4.10.1c",
    "PFS-6.4a",
    "PFS-6.4b",
    "PFS-6.4d",
    "PFS-6.5.1",
)
@pytest.mark.long
def test_a_game_with_peoples_own_tiles(arrives: Arrival) -> None:
    _, (ewa, jan), arbiter = sit_down(arrives, venue="table", checks=["set", "clock"], full_record=True)
    begins(ewa, jan)
    lays_a_blank_without_a_letter(ewa, jan)
    has_the_word_checked(ewa, jan)
    draws_one_too_many(ewa, jan)
    leaves_and_comes_back(jan, ewa)
    counts_the_bag(jan)
    ends(ewa, jan)
    for table in (ewa, jan, arbiter):
        expect(table.opens_tab("Protokół")).to_contain_text("Protokół oddano: ")
    everywhere_has((ewa, jan, arbiter), "Ewa", ewa.score("Ewa"))


def asks(table: Table, name: str, **values: str) -> None:
    """Do something whose form wants values, each by the name of its field."""
    stands = _opens(table, name)
    for label, value in values.items():
        field = table.turn.get_by_label(label.replace("_", " "), exact=True)
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    if stands:
        table._finds(name).click()
    else:
        table.confirms(name)


def _opens(table: Table, name: str) -> bool:
    """Whether the form stands open; else its button is pressed, never one that the page has put in its place meanwhile."""
    for _ in range(10):
        button = table._finds(name).element_handle()
        if button.get_attribute("type") == "submit":
            return True
        try:
            button.click(timeout=2_000)
        except Error:
            continue
        return False
    raise AssertionError(f"the page keeps drawing {name} anew")


def begins(ewa: Table, jan: Table) -> None:
    """The set is laid in a square and checked, tiles are drawn for the start and told; then the racks, told or not."""
    asks(ewa, "Ułóż płytki w kwadrat", Liczba_płytek="100")
    for table in (ewa, jan):
        table.does("Potwierdź, że zestaw jest kompletny")
        table.does("Potwierdź, że zegar stoi i pokazuje właściwy czas")
    asks(ewa, "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="A")
    asks(jan, "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="B")
    expect(ewa.prompt).to_contain_text("Dobierz płytki na stojak")
    asks(ewa, DRAW, Płytki="KOTA###")
    jan.does(CLOCK)
    expect(ewa.prompt).to_contain_text(MY_TURN)
    jan.does(DRAW)
    expect(jan.rack_tiles).to_have_count(7)
    assert sorted(ewa.rack()) == [*"AKOT", UNSEEN, UNSEEN, UNSEEN]
    assert jan.rack() == [UNSEEN] * 7


def lays_a_blank_without_a_letter(ewa: Table, jan: Table) -> None:
    """A blank of which nobody has said the letter lies; its owner says it late, the layout stays (PFS-4.5.3)."""
    ewa.puts({"H7": "K", "H8": "O"})
    ewa.taps(UNSEEN, "H9")
    ewa.page.get_by_role("button", name="Blank bez litery").click()
    ewa.does("Wyłóż płytki")
    ewa.does(END_OF_MOVE)
    expect(jan.option("Zapisz ruch").first).to_be_visible()
    assert jan.board() == {"H7": "K", "H8": "O", "H9": "?"}
    asks(ewa, "Powiedz, jaką literę zastępuje blank", Litera_blanka_na_H9="T")
    ewa.announces(6)


def has_the_word_checked(ewa: Table, jan: Table) -> None:
    """By hand: both are at the computer, one types, the other presses the key (PFS-4.7.10 to 4.7.12)."""
    jan.challenges()
    for table in (ewa, jan):
        table.does("Potwierdź obecność przy sprawdzaniu")
    ewa.turn.get_by_label("Przepisz słowa").fill("kot")
    ewa.does("Wpisz sprawdzane słowa")
    jan.does("Sprawdź słowa")
    expect(ewa.prompt).to_contain_text("Ruch poprawny.")
    jan.acknowledges()
    recorded(ewa, jan, 6)


def draws_one_too_many(ewa: Table, jan: Table) -> None:
    """Four tiles in place of three: three are drawn to be looked at, one of them goes back (PFS-4.10.1)."""
    asks(ewa, DRAW, Liczba_płytek="4")
    asks(jan, "Zgłoś nadmiar płytek (Ewa)")
    asks(jan, "Wylosuj płytki do obejrzenia", Płytki="AEI")
    form = jan.turn.get_by_role("form", name="Wrzuć nadmiarowe płytki")
    form.get_by_role("button", name="A", exact=True).click()
    form.get_by_role("button", name="Wrzuć nadmiarowe płytki").click()
    ewa.does(CLOCK)
    expect(ewa.rack_tiles).to_have_count(7)
    expect(jan.prompt).to_contain_text(MY_TURN)


def leaves_and_comes_back(jan: Table, ewa: Table) -> None:
    """After a normal move, with consent, before drawing; on the return the missing tiles are drawn (PFS-6.4)."""
    jan.puts({"G8": "R", "I8": "K"})
    jan.does("Wyłóż płytki")
    jan.does(END_OF_MOVE)
    jan.announces(4)
    recorded(jan, ewa, 4)
    ewa.does("Zgódź się na odejście od planszy")
    jan.does("Odejdź od planszy")
    jan.does("Wróć do planszy")
    asks(jan, DRAW, Liczba_płytek="2")
    expect(jan.rack_tiles).to_have_count(7)


def counts_the_bag(jan: Table) -> None:
    """On running time (PFS-6.5.1)."""
    jan.does("Policz płytki w woreczku")
    asks(jan, "Podaj, ile płytek policzono", Liczba_płytek="81")
    expect(jan.option("Podaj, ile płytek policzono")).to_have_count(0)


def ends(ewa: Table, jan: Table) -> None:
    """Two passes of each; the racks are told, the tiles counted in a square, the slip signed and handed in."""
    for number, (mover, opponent) in enumerate(((ewa, jan), (jan, ewa)) * 2, start=1):
        expect(mover.prompt).to_contain_text(MY_TURN)
        mover.passes()
        mover.does(END_OF_MOVE)
        for table in (opponent, mover):
            table.does("Zapisz ruch")
        if number < 4:
            mover.does(CLOCK)
    for table, rack in ((ewa, "TEIAAAN"), (jan, "OOOZZZW")):
        asks(table, "Podaj litery na swoim stojaku", Płytki=rack)
    asks(ewa, "Ułóż płytki w kwadrat", Liczba_płytek="100")
    for table in (ewa, jan):
        table.signs()
    ewa.hands_in()


def recorded(mover: Table, opponent: Table, points: int) -> None:
    """Both write the move down, and the mover starts the opponent's clock."""
    for table in (opponent, mover):
        table.records(points)
    mover.does(CLOCK)
    expect(opponent.prompt).to_contain_text(MY_TURN)
