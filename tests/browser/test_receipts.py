"""A player takes home the proof of a game: the page keeps what the server signs, and the server what the page signs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Arrival


@pytest.mark.long
def test_a_receipt_proves_the_game_and_the_pages_have_countersigned_it(arrives: Arrival, tmp_path: Path) -> None:
    winner, loser = arrives("Ala"), arrives("Ola")
    address = winner.opens_table(window=None)
    loser.sits_down(address)
    winner.comes_to(address)
    loser.table().does("Poddaj partię")
    loser.table().confirms("Poddaj partię")
    for person in (winner, loser):
        panel = person.table().opens_tab("Więcej")
        expect(panel).to_contain_text("sprawdziła i zachowała podpisy serwera")
        with person.page.expect_download() as receipt:
            panel.get_by_role("button", name="Pobierz pokwitowanie").click()
        receipt.value.save_as(tmp_path / "receipt.json")
        with person.page.expect_download() as log:
            panel.get_by_role("link", name="Pobierz cały zapis").click()
        log.value.save_as(tmp_path / "game.jsonl")
        said = _verified(tmp_path)
        assert (said["receipt"], said["signed"], said["countersigned"]) == ("holds", "holds", "holds")
    panel.get_by_role("button", name="Sprawdź partię").click()
    expect(panel.get_by_role("status")).to_contain_text("Partia jest taka, jaką rozegrano")
    expect(panel).to_contain_text("Kontrasygnata stron graczy: Ala")


def test_two_pages_draw_the_seed_with_the_server_and_each_receipt_proves_it(arrives: Arrival, tmp_path: Path) -> None:
    ala, jan = arrives("Ala"), arrives("Jan")
    address = ala.opens_table(changes={"clock.mode": "per_game"}, millis=1_200_000, window=None)
    for person in (ala, jan):
        person.page.goto(address)
    jan.page.get_by_role("button", name="Usiądź do stołu").click()
    for person in (jan, ala):
        person.page.get_by_role("button", name="Zaczynamy").click()
    for person in (ala, jan):
        person.table().stands()
    jan.table().does("Poddaj partię")
    jan.table().confirms("Poddaj partię")
    shares = []
    for person in (ala, jan):
        panel = person.table().opens_tab("Więcej")
        with person.page.expect_download() as receipt:
            panel.get_by_role("button", name="Pobierz pokwitowanie").click()
        receipt.value.save_as(tmp_path / "receipt.json")
        with person.page.expect_download() as log:
            panel.get_by_role("link", name="Pobierz cały zapis").click()
        log.value.save_as(tmp_path / "game.jsonl")
        share = json.loads((tmp_path / "receipt.json").read_text())["share"]
        assert (share["complete"], share["times"]) == (True, 1)
        shares.append(share)
        assert _verified(tmp_path)["shares"] == "holds"
    assert [share["seat"] for share in shares] == [1, 2]
    assert shares[0]["seats"] == shares[1]["seats"]
    assert shares[0]["server"] == shares[1]["server"]
    receipt_ = json.loads((tmp_path / "receipt.json").read_text())
    receipt_["share"]["server"] = "0" * 64
    (tmp_path / "receipt.json").write_text(json.dumps(receipt_))
    assert _verified(tmp_path, fails=True)["shares"] == "fails"
    panel.get_by_role("button", name="Sprawdź partię").click()
    expect(panel).to_contain_text("Ziarno składa się z części serwera i miejsc: 1, 2")
    assert not ala.faults + jan.faults


def _verified(folder: Path, fails: bool = False) -> dict[str, str]:
    """What `mostek verify` finds: check → outcome."""
    program = [sys.executable, "-c", "from mostek.cli import main; main()", "--lang", "en", "verify"]
    options: list[str | Path] = [folder / "game.jsonl", "--receipt", folder / "receipt.json", "--json"]
    done = subprocess.run([*program, *options], capture_output=True, text=True, check=False)
    assert done.returncode == fails, done.stdout
    return {check["check"]: check["outcome"] for check in json.loads(done.stdout)["checks"]}
