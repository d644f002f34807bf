"""An arbiter who comes during a game rules and sees the racks only when all players have consented."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, where
from browser.test_accessibility import check

CONSENT = "Zgódź się, by sędzia rozstrzygał i widział stojaki"


@pytest.mark.long
def test_the_players_let_an_arbiter_see_the_racks(arrives: Arrival) -> None:
    ala, jan, ola = arrives("Ala"), arrives("Jan"), arrives("Ola")
    address = ala.opens_table(rulebook="pfs", millis=1_200_000)
    jan.sits_down(address).stands()
    tables = [ala.comes_to(address).stands(), jan.table()]
    where(tables, MY_TURN)
    made = ala.asks("POST", f"/api/tables/{address[3:]}/invitations", {"role": "arbiter"})
    ola.asks("POST", f"/api/invitations/{made['token']}", {})
    arbiter = ola.comes_to(address).stands()
    racks = ola.page.get_by_label("Stojaki graczy")
    expect(jan.page.get_by_text("czeka na zgodę wszystkich graczy: sędzia").first).to_be_attached()
    expect(racks).to_have_count(0)
    tables[0].does(CONSENT)
    tables[0].confirms(CONSENT)
    asked = jan.page.get_by_role("alertdialog").filter(
        has_text="Ala zgadza się, by sędzia rozstrzygał i widział stojaki"
    )
    expect(asked).to_be_visible()
    check(jan.page, "the question whether the arbiter may see the racks", both=False)
    expect(racks).to_have_count(0)
    asked.get_by_role("button", name="Zgadzam się", exact=True).click()
    expect(racks).to_be_visible()
    assert arbiter.board() == {}
    assert not ala.faults + jan.faults + ola.faults
