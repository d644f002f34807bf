"""How somebody without a mouse gets about a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from playwright.sync_api import Page, expect

from browser.games import MY_TURN
from browser.table import Table, in_order

ENOUGH = 40
"""Tab comes to everything that can be used, and it does not take longer than this."""
Role = Literal["button", "link", "textbox", "combobox"]


def no_mouse(page: Page) -> None:
    """A mouse that moves, or a finger, breaks this test."""
    page.add_init_script("addEventListener('pointerdown', () => { throw new Error('a pointer was used'); }, true)")


def tab_to(page: Page, role: Role, name: str) -> None:
    """Press Tab until the focus is there."""
    wanted = page.get_by_role(role, name=name)
    wanted.first.wait_for()
    for _ in range(ENOUGH):
        if wanted.first.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {role} {name!r}")


def says_a_name(page: Page, name: str) -> None:
    """Come to the lobby and say who one is."""
    no_mouse(page)
    page.goto("/")
    tab_to(page, "textbox", "Imię lub pseudonim")
    page.keyboard.type(name)
    page.keyboard.press("Enter")


def presses(page: Page, role: Role, name: str) -> None:
    """Go there with Tab and press Enter."""
    tab_to(page, role, name)
    page.keyboard.press("Enter")


def lays_by_keys(table: Table, placement: Mapping[str, str], points: int) -> None:
    """Walk to the square with arrows, type the word, and end it with Enter once its worth has been told."""
    squares = in_order(placement)
    down = len({square[1:] for square in squares}) == 1 and len(squares) > 1
    table.types("".join(placement[square] for square in squares), squares[0], down)
    expect(table.page.get_by_text(f"Razem {points} punkt").first).to_be_attached()
    table.page.keyboard.press("Enter")
    expect(table.prompt).not_to_contain_text(MY_TURN)
