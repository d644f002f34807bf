"""A player takes home the proof of a game: the page keeps what the server signs, and the server what the page signs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from browser.conftest import Arrival


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
        options: list[str | Path] = ["--receipt", tmp_path / "receipt.json", "--json"]
        command = [sys.executable, "-c", "from mostek.cli import main; main()", "--lang", "en", "verify"]
        done = subprocess.run(
            [*command, tmp_path / "game.jsonl", *options], capture_output=True, text=True, check=False
        )
        said = {check["check"]: check["outcome"] for check in json.loads(done.stdout)["checks"]}
        assert done.returncode == 0, done.stdout
        assert (said["receipt"], said["signed"], said["countersigned"]) == ("holds", "holds", "holds")
    panel.get_by_role("button", name="Sprawdź partię").click()
    expect(panel.get_by_role("status")).to_contain_text("Partia jest taka, jaką rozegrano")
    expect(panel).to_contain_text("Kontrasygnata stron graczy: Ala")
