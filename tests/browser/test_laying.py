"""A tile comes onto the board by keyboard, by taps and by dragging; the bot answers, and the page tells it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import ready_to_lay, until
from browser.people import PHONE
from browser.words import Words


def test_a_word_by_keyboard_taps_and_dragging(arrives: Arrival, words: Words) -> None:
    table = arrives("Ewa").plays_the_bot().stands()
    expect(table.prompt).to_contain_text("Twoja kolej", timeout=30_000)
    before = table.board()
    rack = table.rack()
    assert len(rack) == 7
    faces = [face for face in rack if face != "?"]

    table.taps(faces[0], "A1")
    table.drags(faces[1], "A3")
    table.types(faces[2], "A5")
    laid = {square: tile for square, tile in table.board().items() if square not in before}
    assert laid == {"A1": faces[0], "A3": faces[1], "A5": faces[2]}
    assert len(table.rack()) == 4
    table.takes_back()
    assert table.board() == before
    assert sorted(table.rack()) == sorted(rack)


def test_a_word_is_laid_and_the_bot_answers(arrives: Arrival, words: Words) -> None:
    table = arrives("Ewa").plays_the_bot().stands()
    _, placement, points = ready_to_lay([table], words)
    table.puts(placement)
    expect(table.turn).to_contain_text(re.compile(rf"To ułożenie jest warte {points} punkt"))
    table.page.keyboard.press("Enter")
    expect(table.spoken).to_contain_text("Turniejowy", timeout=30_000)
    expect(table.prompt).to_contain_text("Twoja kolej", timeout=30_000)
    until(lambda: table.score("Ewa") == points, [table], "the move is not counted")
    assert set(placement.items()) <= set(table.board().items())
    assert len(table.rack()) == 7


def test_on_a_phone_by_the_keys_of_the_page(arrives: Arrival, words: Words) -> None:
    table = (
        arrives("Ola", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2).plays_the_bot().stands()
    )
    expect(table.prompt).to_contain_text("Twoja kolej", timeout=30_000)
    face = next(face for face in table.rack() if face != "?")
    table.page.get_by_role("button", name="Klawiatura ekranowa").tap()
    table.square("A1").tap()
    table.page.get_by_role("group", name="Klawiatura liter").get_by_role("button", name=re.compile(f"^{face}\\b")).tap()
    assert table.board().get("A1") == face
