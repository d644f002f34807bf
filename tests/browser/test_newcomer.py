"""What a newcomer sees on a server where nobody waits and nobody plays; here no test opens a table."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from browser.conftest import Arrival
from browser.conftest import unused_server as server
from browser.people import PHONE
from browser.test_accessibility import AXE

__all__ = ["server"]

LAPTOP: ViewportSize = {"width": 1366, "height": 657}
SCREEN: ViewportSize = {"width": 1440, "height": 900}


@pytest.mark.parametrize("size", [LAPTOP, PHONE, pytest.param(SCREEN, marks=pytest.mark.long)])
def test_a_newcomer_sees_a_board_and_is_promised_no_missing_button(arrives: Arrival, size: ViewportSize) -> None:
    page = arrives("Ewa", introduced=False, viewport=size).page
    page.goto("/")
    board = page.get_by_role("img", name=re.compile("Plansza w trakcie partii"))
    for locale in ("English", "Polski"):
        expect(board.or_(page.get_by_role("img", name="A board during a game"))).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name=locale).click()
    expect(page.get_by_text("Podaj imię, a zagrasz z botem")).to_be_attached()
    expect(page.get_by_role("button", name="Zagraj z botem")).to_have_count(0)
    assert not AXE.run(page, options={"resultTypes": ["violations"]}).response["violations"]
