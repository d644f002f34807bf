"""Readings of the rules at a table (decision 57): chosen in the dialog, seen by those who join, and obeyed in both ways."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Arrival
from browser.games import MY_TURN
from browser.table import Table
from browser.test_at_the_table import END_OF_MOVE
from browser.test_clauses_at_a_real_board import announced, at_a_board, deal, draws, lays, passes, written
from browser.test_real_board import CLOCK, DRAW, asks
from reaching import reaches

WORD = {"H7": "D", "H8": "A", "H9": "R"}
SLOW = "Po zatrzymaniu zegara przeciwnik włącza go ponownie"


def offered(table: Table, name: str) -> Locator:
    """The buttons of an option, those of a closed group too."""
    return table.turn.get_by_role("button", name=name, include_hidden=True)


def test_a_reading_is_chosen_in_the_dialog_and_seen_by_who_joins(arrives: Arrival) -> None:
    host, guest = arrives("Ewa"), arrives("Jan")
    host.page.get_by_role("button", name="Nowa partia").click()
    dialog = host.page.get_by_role("dialog")
    dialog.get_by_role("radio", name=re.compile("PFS")).check()
    dialog.get_by_text("Jak czytać regulamin").click()
    choice = dialog.get_by_label(SLOW)
    expect(choice.locator("option:checked")).to_have_text("także gdy zawodnik ociąga się z liczeniem (zwykle)")
    choice.select_option("tylko przy blanku bez litery")
    dialog.get_by_role("button", name="Otwórz stół").click()
    expect(host.page.get_by_role("heading", name="Stół czeka na graczy")).to_be_visible()
    table = host.page.url.partition("/t/")[2].partition("?")[0]
    assert host.asks("GET", f"/api/tables/{table}")["proposal"]["changes"] == {"order.restart": "undeclared_blank"}
    guest.page.goto(f"/t/{table}")
    term = guest.page.get_by_role("term").filter(has_text=SLOW)
    expect(term.locator("xpath=following-sibling::dd[1]")).to_have_text("tylko przy blanku bez litery")


@reaches("PFS-4.9.5", "PFS-4.5.2")
def test_a_mover_who_does_not_count(arrives: Arrival) -> None:
    """The opponent starts the mover's clock; the tiles stay, and the move ends anew (PFS-4.9.5)."""
    ewa, jan, _ = at_a_board(arrives, steps="at_table")
    lays(ewa, WORD)
    ewa.does(END_OF_MOVE)
    expect(jan.turn).to_contain_text("PFS-4.9.5")
    jan.does(CLOCK)
    expect(ewa.prompt).to_contain_text("Zatrzymaj zegar, żeby zakończyć ruch")
    assert ewa.board() == WORD
    ewa.does(END_OF_MOVE)
    expect(ewa.prompt).to_contain_text("Podaj wartość swojego ruchu")
    announced(ewa, 8)
    expect(jan.turn.get_by_label("Punkty, które zapisujesz")).to_have_value("8")
    expect(offered(jan, CLOCK)).to_have_count(0)


def test_where_only_a_blank_is_a_reason_the_opponent_calls_the_arbiter(arrives: Arrival) -> None:
    ewa, jan, arbiter = at_a_board(arrives, steps="at_table", changes={"order.restart": "undeclared_blank"})
    lays(ewa, WORD)
    ewa.does(END_OF_MOVE)
    expect(jan.option("Poproś o sprawdzenie").first).to_be_visible()
    expect(offered(jan, CLOCK)).to_have_count(0)
    jan.does("Wezwij sędziego")
    jan.confirms("Wezwij sędziego")
    expect(arbiter.prompt).to_contain_text("wzywa cię do stołu")


@reaches("PFS-4.10.3b", "PFS-4.10.3c")
@pytest.mark.long
@pytest.mark.parametrize("reading", ["dead_time", "until_recorded"])
def test_a_surplus_noticed_after_both_have_written(arrives: Arrival, reading: str) -> None:
    """The clock still stands: the move is lost (PFS-4.10.3b), or else the arbiter is called."""
    ewa, jan, _ = at_a_board(arrives, changes={"order.surplus_claim": reading})
    lays(ewa, WORD)
    written(ewa, jan, 8)
    draws(ewa, "####")
    passes(jan, ewa)
    lays(ewa, {"G8": "B", "I8": "L"})
    announced(ewa, 5)
    for table in (jan, ewa):
        table.does("Zapisz ruch")
    expect(ewa.prompt).to_contain_text("Włącz zegar przeciwnika")
    if reading == "until_recorded":
        expect(offered(jan, "Zgłoś nadmiar płytek (Ewa)")).to_have_count(0)
        assert ewa.score("Ewa") == 13
        return
    asks(jan, "Zgłoś nadmiar płytek (Ewa)")
    ewa.acknowledges()
    assert (set(ewa.board()), ewa.score("Ewa")) == (set(WORD), 8)
    asks(jan, "Wylosuj płytki do obejrzenia")
    asks(jan, "Wrzuć nadmiarowe płytki do woreczka", Płytki="#")
    for table in (jan, ewa):
        table.does("Zapisz ruch")
    expect(ewa.rack_tiles).to_have_count(7)
    assert ewa.score("Ewa") == 8


@reaches("PFS-3.2.1i", "PFS-4.4.4")
@pytest.mark.long
@pytest.mark.parametrize("reading", ["stands", "as_early", "refused"])
def test_tiles_drawn_before_the_opponent_has_written(arrives: Arrival, reading: str) -> None:
    """They stay; or are put back on demand, as those drawn on running time; or the draw is not offered (3.2.1, S81)."""
    ewa, jan, _ = at_a_board(arrives, changes={"order.hasty_draw": reading})
    lays(ewa, WORD)
    announced(ewa, 8)
    ewa.does("Zapisz ruch")
    expect(jan.turn.get_by_label("Punkty, które zapisujesz")).to_have_value("8")
    if reading == "refused":
        expect(ewa.prompt).not_to_contain_text(DRAW)
        expect(offered(ewa, DRAW)).to_have_count(0)
        jan.does("Zapisz ruch")
        draws(ewa, "###")
        expect(ewa.rack_tiles).to_have_count(7)
        return
    draws(ewa, "###")
    expect(ewa.rack_tiles).to_have_count(7)
    claim = "Zgłoś nadmiar płytek (Ewa)"
    if reading == "stands":
        expect(jan.option("Poproś o sprawdzenie").first).to_be_visible()
        expect(offered(jan, claim)).to_have_count(0)
        jan.does("Zapisz ruch")
        expect(ewa.prompt).to_contain_text("Włącz zegar przeciwnika")
        assert ewa.score("Ewa") == 8
        return
    asks(jan, claim)
    asks(jan, "Wylosuj płytki do obejrzenia")
    asks(jan, "Wrzuć nadmiarowe płytki do woreczka", Płytki="###")
    expect(ewa.rack_tiles).to_have_count(4)
    jan.does("Zapisz ruch")
    draws(ewa, "###")
    expect(ewa.rack_tiles).to_have_count(7)
    assert (set(ewa.board()), ewa.score("Ewa")) == (set(WORD), 8)


TIME = 25_000
"""The milliseconds of a player in a game whose time runs out."""
WAIT = 20_000
"""The milliseconds that a silent player has."""


def with_nobody_who_rules(arrives: Arrival, **proposal: object) -> tuple[Table, Table]:
    """A game at a board without an arbiter, dealt: Ewa is on turn."""
    people = [arrives("Ewa"), arrives("Jan")]
    settled = {"rulebook": "pfs", "venue": "table", "steps": "at_table", "window": None, **proposal}
    address = people[0].opens_table(**settled)
    people[1].sits_down(address)
    ewa, jan = people[0].comes_to(address).stands(), people[1].table().stands()
    deal(ewa, jan)
    return ewa, jan


@reaches("PFS-6.2.3", "PFS-4.6.2")
@pytest.mark.long
@pytest.mark.parametrize("reading", ["window", "until_written", "with_move"])
def test_who_has_no_time_left_may_still_check(arrives: Arrival, reading: str) -> None:
    """For a while from the time-out; as long as nothing is written; or for a while from the end of the move (6.2.3, S83)."""
    changes = {"challenge.after_flag": reading, "move.record_wait": WAIT}
    ewa, jan = with_nobody_who_rules(arrives, millis=TIME, changes=changes)
    lays(ewa, WORD)
    ewa.does(END_OF_MOVE)
    announced(ewa, 8)
    ewa.does("Zapisz ruch")
    ewa.does(CLOCK)
    expect(jan.page.get_by_text("chorągiewka", exact=True)).to_be_visible(timeout=3 * TIME)
    jan.acknowledges()
    expect(jan.option("Poproś o sprawdzenie").first).to_be_visible()
    close = offered(ewa, "Zapisz ruch")
    if reading == "until_written":
        ewa.page.wait_for_timeout(WAIT + 2_000)
        expect(close).to_have_count(0)
        jan.does("Poproś o sprawdzenie")
        jan.confirms("Poproś o sprawdzenie")
        expect(ewa.prompt).to_contain_text("DAR")
        return
    if reading == "window":
        expect(close).to_have_count(0)
    expect(close).to_have_count(1, timeout=2 * WAIT if reading == "window" else WAIT // 2)
    ewa.does("Zapisz ruch")
    expect(jan.option("Poproś o sprawdzenie")).to_have_count(0)
    expect(ewa.prompt).to_contain_text(MY_TURN)
    assert ewa.score("Ewa") == 8
