"""Reviews of games in a browser: a record is pasted, a finished game is reviewed by one press, keys and screens of all sizes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.conftest import Arrival
from browser.people import DESK, PHONE
from browser.test_accessibility import broken_on
from browser.test_every_page import LOCALES, SCREENS, cut_off, unreached
from browser.test_replay import finished
from browser.words import Words

GAME = """#character-encoding UTF-8
#player1 ewa Ewa Sowa
#player2 jan Jan Kos
#lexicon pl-wolny
>ewa: ILŁŚWYZ H8 ŚLIWY +26 26
>jan: AAEĘIOR 9F RE.Ę +15 15
>ewa: CŁMMOZZ 12C ZMOCZ.Ł +24 50
"""


def given(page: Page, text: str = GAME) -> None:
    """The record is pasted, and its review is there."""
    page.goto("/review")
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name=re.compile("Przejrzyj partię|Review the game")).click()
    expect(page.get_by_role("grid")).to_be_visible(timeout=60_000)


@pytest.mark.long
def test_a_pasted_game_is_walked_through_by_keys_and_is_linked(arrives: Arrival) -> None:
    ala = arrives("Ala")
    page = ala.page
    page.goto("/review")
    page.get_by_role("button", name="Przejrzyj partię").click()
    expect(page.get_by_role("alert")).to_contain_text("Najpierw wklej")
    page.get_by_role("textbox").fill(GAME.replace("H8 ŚLIWY", "H8 ŚLQWY"))
    page.get_by_role("button", name="Przejrzyj partię").click()
    expect(page.get_by_role("alert")).to_contain_text("Wiersz 5,", timeout=60_000)
    ala.faults[:] = [fault for fault in ala.faults if "422" not in fault]
    given(page)
    assert not broken_on(page, DESK, "light", {"resultTypes": ["violations"]})
    # Space lays the best move of the turn, and once more what was played.
    verdict = page.get_by_role("region", name="Oceniany ruch")
    expect(verdict.get_by_role("heading")).to_have_text("1. Ewa Sowa")
    played = verdict.locator("tr.shown").inner_text()
    page.keyboard.press("Space")
    expect(verdict.locator("tr.shown")).not_to_have_text(played)
    page.keyboard.press("ArrowDown")
    expect(verdict.locator("tr.shown th")).to_contain_text("2.")
    # The turns by key, by the graph, and by the list; the address names what is shown.
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/review/g[0-9a-f]+\?turn=2$"))
    expect(verdict.get_by_role("heading")).to_have_text("2. Jan Kos")
    page.get_by_role("slider").fill("2")
    expect(verdict.get_by_role("heading")).to_have_text("3. Ewa Sowa")
    page.keyboard.press("Home")
    expect(verdict.get_by_role("heading")).to_have_text("1. Ewa Sowa")
    page.get_by_role("list", name="Ruchy").get_by_role("button").nth(1).click()
    # Somebody else opens the link on a phone, without a name.
    guest = arrives("Ola", introduced=False, viewport=PHONE, locale="en-GB").page
    guest.goto(page.url)
    expect(guest.get_by_role("region", name="The turn").get_by_role("heading")).to_have_text("2. Jan Kos")
    assert not cut_off(guest)
    assert not unreached(guest)
    page.get_by_role("link", name="Analizuj stąd").wait_for()
    assert page.get_by_role("link", name="Analizuj stąd").get_attribute("href").startswith("/analysis#")  # type: ignore[union-attr]


def test_a_finished_game_is_reviewed_by_one_press_and_not_while_one_plays(arrives: Arrival, words: Words) -> None:
    ewa, address, _ = finished(arrives, words)
    ewa.page.goto(address)
    ewa.page.get_by_role("link", name="Przejrzyj partię").click()
    turns = ewa.page.get_by_role("list", name="Ruchy")
    expect(turns.get_by_role("button")).not_to_have_count(0, timeout=60_000)
    expect(ewa.page.get_by_role("heading", level=1)).to_contain_text("Jan")
    other = ewa.opens_table()
    arrives("Kuba").sits_down(other)
    ewa.page.reload()
    expect(ewa.page.get_by_text("Grasz teraz z innymi")).to_be_visible()
    closed = ewa.page.get_by_role("status").filter(has_text="Partię możesz zakończyć tak")
    expect(closed.get_by_role("listitem").filter(has_text="Poddaj partię")).to_be_visible()
    closed.get_by_role("link", name="Przejdź do partii").click()
    ewa.page.wait_for_url(f"**{other}")
    ewa.faults[:] = [fault for fault in ewa.faults if "409" not in fault]


@pytest.mark.long
@pytest.mark.parametrize("lang", list(LOCALES))
def test_a_review_on_every_screen_is_for_everybody(arrives: Arrival, lang: str) -> None:
    page = arrives("Ala", locale=LOCALES[lang]).page
    found = []
    for address in ("given", "review"):
        if address == "given":
            page.goto("/review")
            expect(page.get_by_role("textbox")).to_be_visible()
        else:
            given(page)
        for name, size in SCREENS.items():
            for colours in ("light", "dark"):
                broken = broken_on(page, size, colours, {"resultTypes": ["violations"]})
                found += [f"{address}, {name}: {fault}" for fault in (*broken, *cut_off(page), *unreached(page))]
    assert not found


def simulated_moves(verdict: Locator) -> list[str]:
    """The moves with a margin: the page does not guess the chances of others."""
    return [row for row in verdict.get_by_role("row").all_inner_texts() if "±" in row]


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_turn_that_the_page_looks_at_deeper_is_judged_as_the_server_does(arrives: Arrival) -> None:
    page = arrives("Ala").page
    given(page)
    verdict = page.get_by_role("region", name="Oceniany ruch")
    expect(page.get_by_text("Przegląd gotowy")).to_be_visible(timeout=300_000)
    page.keyboard.press("d")
    expect(verdict.get_by_text("Głębsze badanie")).to_be_visible()
    expect(verdict.get_by_role("button", name="Zbadaj ten ruch głębiej")).to_have_count(0)
    expect(verdict.get_by_text("Głębsze badanie")).to_have_count(0, timeout=600_000)
    by_page = simulated_moves(verdict)
    grade = verdict.locator(".grade").inner_text()
    expect(page.get_by_text("Ruch zbadany osobno")).to_be_visible()
    # Another browser has the whole game looked at by the server.
    other = arrives("Ola").page
    other.goto(re.sub(r"\?.*", "", page.url) + "?depth=deep")
    expect(other.get_by_text("Przegląd gotowy")).to_be_visible(timeout=900_000)
    same = other.get_by_role("region", name="Oceniany ruch")
    assert len(by_page) > 1
    assert simulated_moves(same) == by_page
    assert same.locator(".grade").inner_text() == grade


@pytest.mark.long
@pytest.mark.parametrize("lang", list(LOCALES))
def test_ones_own_games_in_figures_on_every_screen(arrives: Arrival, words: Words, lang: str) -> None:
    ewa, _, _ = finished(arrives, words, rulebook="pfs", millis=20 * 60 * 1000)
    page = ewa.page
    page.goto(f"/statistics?lang={lang}")
    expect(page.get_by_role("img", name=re.compile("kolejnych partiach|oldest first"))).to_be_visible(timeout=60_000)
    # The figures of the plot are a table, too, folded up; opened it is looked at with the rest.
    page.get_by_text(re.compile("Wszystkie te partie|All these games")).click()
    row = page.get_by_role("row", name=re.compile("^Jan "))
    expect(row).to_be_visible()
    expect(row.get_by_role("cell").last).to_have_text(re.compile(r"^\d+:\d\d$"))
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
