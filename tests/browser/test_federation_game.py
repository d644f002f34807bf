"""A game under the federation's rules, step by step: announcing, recording, challenging, exchanging, and the limits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival
from browser.games import MY_TURN, other, set_up, told, until, where
from browser.people import Person
from browser.table import Table
from browser.words import Words, across

LONG = 20 * 60 * 1000
SHORT = 10_000


@pytest.mark.long
def test_step_by_step(arrives: Arrival, words: Words, tmp_path: Path) -> None:
    people, tables = sit_down(arrives, steps="by_hand", millis=LONG, window=None)
    set_up(tables)
    announces_too_much(tables, words)
    loses_a_wrong_word(tables, words)
    challenge_in_vain(tables, words)
    exchanges_until_refused(tables)
    passes_and_signs(tables)
    keeps_the_record(people[0], tmp_path)


@pytest.mark.long
def test_time_runs_out_and_the_other_plays_on(arrives: Arrival, words: Words) -> None:
    people, tables = sit_down(arrives, steps="swift", millis=SHORT, window=None)
    late = where(tables, MY_TURN)
    alone = other(tables, late)
    expect(late.page.get_by_text("czas minął").first).to_be_visible(timeout=20_000)
    expect(alone.prompt).to_contain_text(MY_TURN, timeout=15_000)
    expect(alone.spoken).to_contain_text("upłynął czas")
    late.acknowledges()
    before = alone.board()
    wrong = words.wrong(alone.rack())
    alone.lays(across(wrong, "H7"))
    expect(late.prompt).to_contain_text("Zapisz ruch")
    late.records()
    # The whole time was the mover's own, the other has none left: the turn is the same player's again.
    expect(alone.prompt).to_contain_text(MY_TURN)
    assert alone.score(people[tables.index(alone)].name) > 0
    assert before == {}


def sit_down(arrives: Arrival, **proposal: object) -> tuple[list[Person], list[Table]]:
    """Two people at a table of the federation."""
    people = [arrives("Ewa"), arrives("Jan")]
    address = people[0].opens_table(rulebook="pfs", **proposal)
    people[1].sits_down(address)
    people[0].comes_to(address)
    return people, [person.table().stands() for person in people]


def best_play(tables: list[Table], words: Words) -> tuple[Table, dict[str, str], int]:
    """Whoever is on turn, with their best play; who has none passes."""
    while True:
        mover = where(tables, MY_TURN)
        if found := words.best(mover.board(), mover.rack()):
            return mover, *found
        pass_on(mover, tables)


def pass_on(mover: Table, tables: list[Table]) -> None:
    """Pass, have it written down, and go on."""
    passes(mover, other(tables, mover))
    next_turn(tables)


def passes(mover: Table, opponent: Table) -> None:
    mover.passes()
    expect(opponent.prompt).to_contain_text("Zapisz")
    opponent.records()
    mover.records()


def announces_too_much(tables: list[Table], words: Words) -> None:
    """The opponent writes the true value down, and that is what counts (PFS-3.2.1d, PFS-1.3.1c)."""
    mover, placement, points = best_play(tables, words)
    opponent = other(tables, mover)
    mover.lays(placement)
    mover.announces(points + 3)
    expect(opponent.turn.get_by_label("Punkty, które zapisujesz")).to_have_value(str(points + 3))
    opponent.records(points)
    mover.records(points)
    expect(mover.prompt).to_contain_text("Włącz zegar przeciwnika")
    assert points in (mover.score("Ewa"), mover.score("Jan"))
    next_turn(tables)


def next_turn(tables: list[Table]) -> Table:
    """Whoever has moved starts the other's clock and then fills the rack (PFS-3.2.1h, i); who is on turn now."""
    moved = where(tables, "Włącz zegar przeciwnika")
    moved.does("Włącz zegar")
    on_turn = where(tables, MY_TURN)
    if len(moved.rack()) < 7:
        moved.does("Dobierz płytki")
        expect(moved.rack_tiles).to_have_count(7)
    return on_turn


def loses_a_wrong_word(tables: list[Table], words: Words) -> None:
    """An effective challenge: the tiles come back and the turn is lost (PFS-4.7)."""
    mover = where(tables, MY_TURN)
    opponent = other(tables, mover)
    rack = mover.rack()
    before = mover.board()
    wrong = words.wrong(rack)
    row = next(row for row in "ABCDEFGHIJKLMNO" if not any(square[0] == row for square in before))
    mover.lays(across(wrong, f"{row}2"))
    mover.announces(9)
    expect(opponent.prompt).to_contain_text(wrong)
    opponent.challenges(wrong)
    expect(opponent.spoken).to_contain_text("ruch niepoprawny")
    mover.acknowledges()
    expect(mover.rack_tiles).to_have_count(7)
    assert sorted(mover.rack()) == sorted(rack)
    assert mover.board() == before == opponent.board()
    opponent.records()
    mover.records()
    next_turn(tables)


def challenge_in_vain(tables: list[Table], words: Words) -> None:
    """An ineffective challenge: the move stands and cannot be challenged again (PFS-4.7.5)."""
    mover, placement, points = best_play(tables, words)
    opponent = other(tables, mover)
    mover.lays(placement)
    mover.announces(points)
    opponent.challenges()
    expect(opponent.spoken).to_contain_text("ruch poprawny")
    opponent.acknowledges()
    expect(opponent.option("Poproś o sprawdzenie")).to_have_count(0)
    opponent.records()
    mover.records()
    assert set(placement.items()) <= set(opponent.board().items())
    next_turn(tables)


def exchanges_until_refused(tables: list[Table]) -> None:
    """Three exchanges are allowed; the fourth is refused, and the page says by which clause (PFS-3.3)."""
    mover = where(tables, MY_TURN)
    opponent = other(tables, mover)
    for _ in range(3):
        mover.exchanges(mover.rack()[:1])
        expect(opponent.prompt).to_contain_text("Zapisz")
        opponent.records()
        mover.records()
        assert next_turn(tables) is opponent
        pass_on(opponent, tables)
    expect(mover.option("Wymień płytki")).to_have_count(0)
    mover.does("Dlaczego czegoś nie mogę?")
    why = mover.page.get_by_role("dialog", name="Czego teraz nie można i dlaczego")
    refused = why.get_by_role("definition").filter(has_text="wymian")
    expect(refused.first).to_contain_text("3")
    refused.first.get_by_role("button").click()
    clause = mover.page.get_by_role("dialog").last
    expect(clause).to_contain_text("PFS-")
    expect(clause).to_contain_text("wymian")
    mover.page.keyboard.press("Escape")
    mover.page.keyboard.press("Escape")


def passes_and_signs(tables: list[Table]) -> None:
    """The game ends by passes, and both sign the slip with the result that it shows."""
    mover = where(tables, MY_TURN)
    while True:
        passes(mover, other(tables, mover))
        until(lambda: told(tables, "Włącz zegar") or told(tables, "Podpisz protokół"), tables, "the pass leads nowhere")
        if told(tables, "Podpisz protokół"):
            break
        mover = next_turn(tables)
    for table in tables:
        table.signs()
        expect(table.spoken).to_contain_text("podpisuje protokół")
    slip = tables[0].opens_tab("Protokół")
    expect(slip).to_contain_text("Podpisy")
    expect(slip.get_by_text("brak podpisu")).to_have_count(0)


def keeps_the_record(person: Person, folder: Path) -> None:
    """The game is downloaded as GCG, and as the whole log, which `mostek verify` accepts."""
    panel = person.table().opens_tab("Więcej")
    with person.page.expect_download() as gcg:
        panel.get_by_role("link", name="Pobierz GCG").click()
    with person.page.expect_download() as log:
        panel.get_by_role("link", name="Pobierz cały zapis").click()
    gcg.value.save_as(folder / "game.gcg")
    log.value.save_as(folder / "game.jsonl")
    assert "#player1" in (folder / "game.gcg").read_text(encoding="utf-8")
    program = Path(sys.executable).with_name("mostek")
    verified = subprocess.run([program, "verify", folder / "game.jsonl"], capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    panel.get_by_role("button", name="Sprawdź partię").click()
    expect(panel).to_contain_text("losowania pasują do ziarna")
