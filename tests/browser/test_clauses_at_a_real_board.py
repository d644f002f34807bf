"""The federation's clauses about people with tiles, clock and paper, each reached through the page at a real board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN
from browser.table import Table
from browser.test_at_the_table import END_OF_MOVE, sit_down
from browser.test_real_board import CLOCK, DRAW, asks
from mostek.core.tiles import tile_set
from reaching import reaches

SET = "Podaj, ile płytek każdej litery ma zestaw"


# Two people and an arbiter


def deal(ewa: Table, jan: Table, first: str = "#######", second: str = "#######") -> None:
    """Ewa wins the draw for the start; both have their racks, and her clock runs."""
    asks(ewa, "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="A")
    asks(jan, "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="B")
    expect(ewa.prompt).to_contain_text("Dobierz płytki na stojak")
    draws(ewa, first)
    jan.does(CLOCK)
    expect(ewa.prompt).to_contain_text(MY_TURN)
    draws(jan, second)


def at_a_board(arrives: Arrival, **proposal: object) -> tuple[Table, Table, Table]:
    """A game that is dealt, by hand but without announcing: Ewa is on turn."""
    _, (ewa, jan), arbiter = sit_down(arrives, **{"venue": "table", "steps": "by_hand", **proposal})
    deal(ewa, jan)
    return ewa, jan, arbiter


def draws(table: Table, tiles: str) -> None:
    """Draw tiles, face down unless their letters are told."""
    asks(table, DRAW, Płytki=tiles)


def lays(mover: Table, placement: dict[str, str]) -> None:
    expect(mover.prompt).to_contain_text(MY_TURN)
    mover.lays(placement)


def announced(mover: Table, points: int) -> None:
    asks(mover, "Podaj wartość ruchu", Wartość_ruchu_w_punktach=str(points))


def written(mover: Table, opponent: Table, points: int | None = None) -> None:
    """The value is announced, if there is one; both write the move down, and the mover starts the opponent's clock."""
    if points is not None:
        announced(mover, points)
        expect(opponent.turn.get_by_label("Punkty, które zapisujesz")).to_have_value(str(points))
    for table in (opponent, mover):
        table.does("Zapisz ruch")
    mover.does(CLOCK)
    expect(opponent.prompt).to_contain_text(MY_TURN)


def passes(mover: Table, opponent: Table) -> None:
    expect(mover.prompt).to_contain_text(MY_TURN)
    mover.passes()
    written(mover, opponent)


def lays_unnamed(mover: Table, placement: dict[str, str], blank: str) -> None:
    """Lay letters and a blank of which nobody says the letter."""
    mover.puts(placement)
    mover.taps("zakryta płytka", blank)
    mover.page.get_by_role("button", name="Blank bez litery").click()
    mover.does("Wyłóż płytki")


def reads(arbiter: Table, ruling: str, **values: str) -> None:
    """A ruling with its fields and a reason."""
    arbiter.does(ruling)
    for label, value in values.items():
        field = arbiter.turn.get_by_label(re.compile(label.replace("_", ".{1,2}")))
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(label=value)
        else:
            field.fill(value)
    arbiter.turn.get_by_label("Uzasadnienie").fill("Litera jest zatarta.")
    arbiter.confirms(ruling)


DAR = {"H7": "D", "H8": "A", "H9": "R"}
"""A first move."""


@reaches("PFS-1.1.1b", "PFS-1.1.1c", "PFS-1.1.2c", "PFS-1.1.2d", "PFS-1.1.2e", "PFS-1.2a", "PFS-1.2b")
def test_before_the_first_move(arrives: Arrival) -> None:
    """The set counted letter by letter, private equipment, both clocks, the places (1.1, 1.2, 2.2)."""
    _, (ewa, jan), _ = sit_down(arrives, venue="table", checks=["set", "equipment"])
    for table in (ewa, jan):
        expect(table.page.get_by_role("list", name="Gracze").get_by_text("20:00")).to_have_count(2)
    asks(ewa, SET, Płytki=str(tile_set("pl-current").tiles))
    expect(jan.opens_tab("Przebieg")).to_contain_text("Zestaw ma 100 płytek")
    for table in (ewa, jan):
        table.does("Potwierdź, że zestaw jest kompletny")
        table.does("Zgódź się na własny sprzęt")
    ewa.does("Poproś o losowanie miejsc")
    asks(ewa, "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="A")
    asks(jan, "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="B")
    ewa.does("Wybierz miejsce z zegarem po prawej ręce")
    expect(ewa.prompt).to_contain_text("Dobierz płytki na stojak")
    draws(ewa, "#######")
    jan.does(CLOCK)
    expect(ewa.prompt).to_contain_text(MY_TURN)
    expect(ewa.turn.get_by_role("button", name=SET, include_hidden=True)).to_have_count(0)


@reaches("PFS-1.3.2a", "PFS-1.3.2b", "PFS-1.3.2c")
@pytest.mark.long
def test_a_full_record(arrives: Arrival) -> None:
    """The rack is written down before an exchange and a move, by its player or by the recorder (1.3.2)."""
    ewa, jan, arbiter = at_a_board(arrives, full_record=True)
    asks(ewa, "Podaj litery na swoim stojaku", Płytki="AEIOUYZ")
    asks(ewa, "Wymień płytki", Płytki="UYZ")
    for table in (jan, ewa):
        table.does("Zapisz ruch")
    draws(ewa, "###")
    ewa.does(CLOCK)
    expect(jan.prompt).to_contain_text(MY_TURN)
    asks(arbiter, "Podaj litery na stojaku (Jan)", Płytki="DARMOWY")
    assert sorted(jan.rack()) == sorted("DARMOWY")
    lays(jan, DAR)
    sheet = jan.opens_tab("Zapis")
    written(jan, ewa, 8)
    expect(sheet).to_contain_text("DAR")


@reaches("PFS-4.4.1b")
@pytest.mark.long
def test_without_a_clock(arrives: Arrival) -> None:
    """The value said aloud ends the move (4.4.1b)."""
    host, jan = arrives("Ewa"), arrives("Jan")
    address = host.opens_table(rulebook="pfs", venue="table", steps="at_table", changes={"clock.mode": "none"})
    ewa, jan_table = host.comes_to(address), jan.sits_down(address)
    asks(ewa.stands(), "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="A")
    asks(jan_table.stands(), "Wylosuj płytkę o rozpoczęcie", Wylosowana_płytka="B")
    draws(ewa, "#######")
    draws(jan_table, "#######")
    lays(ewa, DAR)
    expect(ewa.prompt).to_contain_text("Podaj wartość ruchu, żeby go zakończyć")
    expect(jan_table.option("Poproś o sprawdzenie")).to_have_count(0)
    ewa.announces(8)
    expect(jan_table.option("Poproś o sprawdzenie").first).to_be_visible()


@reaches("PFS-4.4.3", "PFS-4.4.4")
@pytest.mark.long
def test_tiles_drawn_too_early(arrives: Arrival) -> None:
    """Written down and drawn while the clock still runs: the opponent has the tiles looked at and put back (4.4.3, 4.4.4)."""
    ewa, jan, _ = at_a_board(arrives, steps="at_table")
    lays(ewa, DAR)
    announced(ewa, 8)
    asks(ewa, "Zapisz ruch")
    expect(jan.option("Poproś o sprawdzenie")).to_have_count(0)
    draws(ewa, "##")
    asks(jan, "Zgłoś nadmiar płytek (Ewa)")
    asks(jan, "Wylosuj płytki do obejrzenia")
    asks(jan, "Wrzuć nadmiarowe płytki do woreczka", Płytki="##")
    ewa.does(END_OF_MOVE)
    expect(jan.option("Poproś o sprawdzenie").first).to_be_visible()


@reaches("PFS-4.4.2b", "PFS-4.4.2c", "PFS-4.4.2d")
@pytest.mark.long
def test_why_the_clock_is_stopped(arrives: Arrival) -> None:
    """For the arbiter, for surplus tiles, and by a player who is an arbiter of the event (4.4.2)."""
    ewa, jan, arbiter = at_a_board(arrives, steps="at_table", officials=[1])
    for reason in ("potrzebny jest sędzia", "spór przy innym stole"):
        ewa.does(f"Zatrzymaj zegar: {reason}")
        expect(jan.page.get_by_text(re.compile("sędzi")).first).to_be_visible()
        arbiter.does("Orzeknij: partia toczy się dalej bez zmian")
        arbiter.confirms("Orzeknij: partia toczy się dalej bez zmian")
        ewa.does(CLOCK)
        expect(ewa.prompt).to_contain_text(MY_TURN)
    draws(ewa, "#")
    jan.does("Zatrzymaj zegar: nadmiar płytek")
    asks(jan, "Zgłoś nadmiar płytek (Ewa)")
    asks(jan, "Wylosuj płytki do obejrzenia", Płytki="ABC")
    form = jan.turn.get_by_role("form", name="Wrzuć nadmiarowe płytki")
    form.get_by_role("button", name="A", exact=True).click()
    form.get_by_role("button", name="Wrzuć nadmiarowe płytki").click()
    ewa.does(CLOCK)
    expect(ewa.prompt).to_contain_text(MY_TURN)


@reaches("PFS-4.5.3", "PFS-4.8.4d", "PFS-4.8.4e")
@pytest.mark.long
def test_a_blank_nobody_names(arrives: Arrival) -> None:
    """Its owner dawdles, so the opponent starts the clock again; written by nobody the blank is dead (4.5.3, 4.8.4d, e)."""
    ewa, jan, _ = at_a_board(arrives, steps="at_table")
    lays_unnamed(ewa, {"H7": "K", "H8": "O"}, "H9")
    ewa.does(END_OF_MOVE)
    jan.does(CLOCK)
    expect(ewa.prompt).to_contain_text("Zatrzymaj zegar, żeby zakończyć ruch")
    assert ewa.board() == {"H7": "K", "H8": "O", "H9": "?"}
    ewa.does(END_OF_MOVE)
    written(ewa, jan, 6)
    lays(jan, {"I9": "A"})
    jan.does(END_OF_MOVE)
    asks(ewa, "Zakwestionuj literę blanka")
    expect(jan.opens_tab("Przebieg")).to_contain_text("Martwy blank: H9")
    lays(jan, {"I9": "A"})
    jan.does(END_OF_MOVE)
    ewa.does("Zgłoś, że płytki ułożono wbrew zasadom")
    ewa.confirms("Zgłoś, że płytki ułożono wbrew zasadom")
    jan.acknowledges()
    assert jan.board() == {"H7": "K", "H8": "O", "H9": "?"}


@reaches("PFS-1.3.1d", "PFS-4.8.4a", "PFS-4.8.4b", "PFS-4.8.4c")
@pytest.mark.long
def test_a_disputed_blank(arrives: Arrival) -> None:
    """What its owner has written binds, then the word may still be challenged (1.3.1d, 4.8.4a to c)."""
    ewa, jan, _ = at_a_board(arrives, steps="at_table")
    lays_unnamed(ewa, {"H7": "K", "H8": "O"}, "H9")
    asks(ewa, "Powiedz, jaką literę zastępuje blank", Litera_blanka_na_H9="T")
    ewa.does(END_OF_MOVE)
    announced(ewa, 6)
    for table, letter in ((jan, "S"), (ewa, "T")):
        asks(table, "Zapisz literę blanka", Litera_blanka_na_H9=letter)
    for table in (jan, ewa):
        table.does("Zapisz ruch")
    ewa.does(CLOCK)
    expect(jan.prompt).to_contain_text(MY_TURN)
    lays(jan, {"I9": "O"})
    jan.does(END_OF_MOVE)
    asks(ewa, "Zakwestionuj literę blanka")
    expect(ewa.opens_tab("Przebieg")).to_contain_text(re.compile("blank"))
    announced(jan, 2)
    ewa.challenges()
    expect(jan.prompt).to_contain_text("TO")


@reaches("PFS-4.10.1b", "PFS-4.10.1d", "PFS-4.10.2")
@pytest.mark.long
def test_surplus_tiles_by_accident(arrives: Arrival) -> None:
    """Tiles that fell out are the arbiter's; otherwise who chooses may need time, seen or not (4.10.1b, d, 4.10.2)."""
    ewa, jan, arbiter = at_a_board(arrives)
    lays(ewa, DAR)
    written(ewa, jan, 8)
    draws(ewa, "####")
    asks(jan, "Zgłoś nadmiar płytek, który powstał przypadkiem (Ewa)")
    expect(arbiter.prompt).to_contain_text("wzywa cię do stołu")
    arbiter.does("Orzeknij: partia toczy się dalej bez zmian")
    arbiter.confirms("Orzeknij: partia toczy się dalej bez zmian")
    jan.does(CLOCK)
    expect(jan.prompt).to_contain_text(MY_TURN)
    jan._finds("Zgłoś nadmiar płytek (Ewa)").click()
    jan.turn.get_by_label("Widać, które płytki są nadmiarowe").check()
    jan.confirms("Zgłoś nadmiar płytek (Ewa)")
    asks(jan, "Wylosuj płytki do obejrzenia")
    jan.does(CLOCK)
    asks(jan, "Wrzuć nadmiarowe płytki do woreczka", Płytki="#")
    expect(ewa.rack_tiles).to_have_count(7)


@reaches("PFS-4.10.3a", "PFS-4.10.3b", "PFS-4.10.3c", "PFS-4.10.5c")
@pytest.mark.long
def test_a_move_with_too_many_tiles(arrives: Arrival) -> None:
    """It is lost, whoever notices it; where it may have lasted longer, the arbiter is called (4.10.3)."""
    ewa, jan, arbiter = at_a_board(arrives)
    lays(ewa, DAR)
    written(ewa, jan, 8)
    draws(ewa, "####")
    passes(jan, ewa)
    lays(ewa, {"G8": "B", "I8": "L"})
    asks(jan, "Zgłoś nadmiar płytek (Ewa)")
    expect(ewa.page.get_by_role("alertdialog")).to_be_visible()
    ewa.acknowledges()
    asks(jan, "Wylosuj płytki do obejrzenia")
    asks(jan, "Wrzuć nadmiarowe płytki do woreczka", Płytki="#")
    written(ewa, jan)
    assert set(ewa.board()) == set(DAR)
    jan.does("Wezwij sędziego")
    jan.confirms("Wezwij sędziego")
    expect(arbiter.prompt).to_contain_text("wzywa cię do stołu")


@reaches("PFS-4.10.4", "PFS-4.10.5a", "PFS-4.10.5b")
@pytest.mark.long
def test_a_bag_that_dies(arrives: Arrival) -> None:
    """The rest is drawn late, on demand; where nobody draws, the bag is dead (4.10.4, 4.10.5)."""
    ewa, jan, _ = at_a_board(arrives)
    lays(ewa, DAR)
    written(ewa, jan, 8)
    draws(ewa, "#")
    lays(jan, {"I7": "O"})
    draws(ewa, "##")
    expect(ewa.rack_tiles).to_have_count(7)
    written(jan, ewa, 4)
    ewa.does("Zażądaj dobrania brakujących płytek")
    draws(jan, "#")
    expect(jan.rack_tiles).to_have_count(7)
    lays(ewa, {"G9": "B"})
    written(ewa, jan, 7)
    lays(jan, {"J7": "M"})
    written(jan, ewa, 5)
    lays(ewa, {"G8": "A"})
    announced(ewa, 6)
    for table in (jan, ewa):
        table.does("Zapisz ruch")
    expect(ewa.opens_tab("Przebieg")).to_contain_text(re.compile("martw"))
    expect(ewa.turn.get_by_role("button", name=DRAW, include_hidden=True)).to_have_count(0)


@reaches("PFS-6.2.1a", "PFS-6.2.1b", "PFS-6.2.2", "PFS-6.2.3")
@pytest.mark.long
def test_time_that_is_up(arrives: Arrival) -> None:
    """The move in hand is taken back; the other plays on alone, and who has no time may still challenge (6.2)."""
    ewa, jan, _ = at_a_board(arrives, millis=12_000)
    ewa.puts(DAR)
    expect(jan.prompt).to_contain_text(MY_TURN, timeout=20_000)
    assert jan.board() == {}
    lays(jan, DAR)
    expect(ewa.option("Poproś o sprawdzenie").first).to_be_visible()
    announced(jan, 8)
    for table in (ewa, jan):
        table.does("Zapisz ruch")
    expect(ewa.option("Spauzuj")).to_have_count(0)
    expect(jan.prompt).to_contain_text("Koniec ruchów", timeout=20_000)


@reaches("PFS-6.3.2a", "PFS-6.3.2b")
@pytest.mark.long
def test_a_player_who_is_late(arrives: Arrival) -> None:
    """The player who is there starts the clock of the other, who stops it on arrival (6.3.2)."""
    _, (ewa, jan), _ = sit_down(arrives, venue="table", absent=[2])
    ewa.does(CLOCK)
    expect(ewa.prompt).to_contain_text("Jan")
    jan.does("Zgłoś przybycie do stołu")
    deal(ewa, jan)


@reaches("PFS-6.3.3")
@pytest.mark.long
def test_both_are_late(arrives: Arrival) -> None:
    """The arbiter starts both clocks (6.3.3)."""
    _, (ewa, jan), arbiter = sit_down(arrives, venue="table", absent=[1, 2])
    arbiter.does("Włącz zegar spóźnionych graczy")
    jan.does("Zgłoś przybycie do stołu")
    ewa.does("Zgłoś przybycie do stołu")
    deal(ewa, jan)


@reaches("PFS-6.4c", "PFS-6.4e", "PFS-6.4f")
@pytest.mark.long
def test_a_player_who_stays_away(arrives: Arrival) -> None:
    """The opponent plays without drawing, and starts the clock of whoever stays away too long, who may appeal (6.4)."""
    ewa, jan, arbiter = at_a_board(arrives, changes={"order.absence": 1000})
    lays(ewa, DAR)
    written(ewa, jan, 8)
    jan.does("Zgódź się na odejście od planszy")
    ewa.does("Odejdź od planszy")
    lays(jan, {"I7": "O"})
    expect(jan.turn.get_by_role("button", name=DRAW, include_hidden=True)).to_have_count(0)
    jan.does(CLOCK)
    ewa.does("Wróć do planszy")
    draws(ewa, "###")
    expect(ewa.rack_tiles).to_have_count(7)
    ewa.does("Wezwij sędziego")
    ewa.confirms("Wezwij sędziego")
    expect(arbiter.prompt).to_contain_text("wzywa cię do stołu")


@reaches("PFS-6.5.2")
@pytest.mark.long
def test_a_count_that_is_broken_off(arrives: Arrival) -> None:
    """A move ends the count, which may be repeated after the draw (6.5.2)."""
    ewa, jan, _ = at_a_board(arrives)
    jan.does("Policz płytki w woreczku")
    expect(ewa.prompt).to_contain_text("Trwa liczenie")
    ewa.lays(DAR)
    expect(jan.option("Podaj, ile płytek policzono")).to_have_count(0)
    written(ewa, jan, 8)
    draws(ewa, "###")
    ewa.does("Policz płytki w woreczku")
    asks(ewa, "Podaj, ile płytek policzono", Liczba_płytek="83")
    expect(jan.opens_tab("Przebieg")).to_contain_text("83")


@reaches("PFS-4.8.2", "PFS-4.8.5")
@pytest.mark.long
def test_a_letter_read_otherwise(arrives: Arrival) -> None:
    """An illegible tile is replaced by the arbiter, who may have the move made again (4.8.2, 4.8.5)."""
    ewa, _, arbiter = at_a_board(arrives)
    lays(ewa, DAR)
    reads(arbiter, "Orzeknij: zmiana odczytania płytek na planszy", Pole="H8", Litera_mała_oznacza_blank="Ą")
    assert ewa.board()["H8"] == "Ą"
    reads(arbiter, "Orzeknij: powtórzenie ruchu", Kogo_dotyczy="Ewa")
    expect(ewa.prompt).to_contain_text(MY_TURN)
    assert ewa.board() == {}
