"""The journal of a tournament: whoever changes its file is found, by the desk's signatures and by what hangs on the wall."""

from __future__ import annotations

import json
import re
import shutil
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from cli.play.tampering import changed, rechained
from cli.tournament.desk import Desk
from mostek.app.signatures import Signer
from mostek.store.desk_journal import desk_statement
from mostek.store.hash_chain import stated
from mostek.store.signing_key import FILE

OTHER = Signer.of(b"\x07" * 32)
"""The key of somebody else."""


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An event with the results of a round."""
    desk = Desk(tmp_path)
    desk.founded(4).does("pair")
    desk.does("result 1 400:300")
    desk.does("result 2 350:320")
    return desk


def event(desk: Desk) -> Path:
    return desk.folder / "tournaments" / "proba.jsonl"


def journal(desk: Desk) -> Path:
    return desk.folder / "tournaments" / "proba.heads"


def signed(desk: Desk, options: str = "") -> tuple[str, str]:
    """What `verify` says of the signatures."""
    result = desk.run(f"verify proba --json {options}")
    answer = json.loads(result.stdout)
    assert result.exit_code == (not answer["holds"])
    return next((check["outcome"], check["message"]) for check in answer["checks"] if check["check"] == "signed")


def forged(desk: Desk) -> None:
    """Make 400 points 500, in command and event, under a chain that is whole again."""
    event(desk).write_bytes(changed(event(desk).read_bytes(), "[400,300]", "[500,300]", 2))


def test_every_step_is_signed_and_the_key_is_the_desks(desk: Desk) -> None:
    key = Signer.of(bytes.fromhex((desk.folder / FILE).read_text())).public
    assert signed(desk) == ("holds", f"Every step is signed by the desk with the key {key}.")
    assert signed(desk, f"--key {key}")[0] == "holds"
    assert signed(desk, f"--key {OTHER.public}") == ("fails", f"The tournament names another key: {key}.")
    assert len(journal(desk).read_bytes().splitlines()) == len(event(desk).read_bytes().splitlines()) - 1


def test_a_changed_result_under_a_new_chain_is_found(desk: Desk) -> None:
    forged(desk)
    outcome, said = signed(desk)
    assert outcome == "fails"
    assert re.fullmatch(r"Step \d+ or one before it was changed since it was signed\.", said)


def test_a_missing_journal_is_a_fault(desk: Desk) -> None:
    forged(desk)
    journal(desk).unlink()
    assert signed(desk) == ("fails", "The journal proba.heads is missing beside the file.")


def test_a_cut_file_and_a_cut_journal_are_found(desk: Desk) -> None:
    whole = event(desk).read_bytes()
    steps = len(whole.splitlines()) - 1
    event(desk).write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    said = f"Step {steps} was signed, the file ends with step {steps - 1}: its end was cut off."
    assert signed(desk) == ("fails", said)
    event(desk).write_bytes(whole)
    lines = journal(desk).read_bytes().splitlines(keepends=True)
    journal(desk).write_bytes(b"".join(lines[:-2]))
    said = f"The journal ends with step {steps - 2}; the steps after it are not signed."
    assert signed(desk) == ("fails", said)


def test_a_line_torn_by_a_power_cut_is_signed_with_the_next_step(desk: Desk) -> None:
    journal(desk).write_bytes(journal(desk).read_bytes()[:-20])
    assert signed(desk) == ("open", "The last step is not signed yet; the next one signs it, too.")
    desk.does("pair")
    assert signed(desk)[0] == "holds"


def test_a_desk_that_goes_on_after_its_last_step_was_lost_says_so(desk: Desk) -> None:
    steps = len(event(desk).read_bytes().splitlines()) - 1
    event(desk).write_bytes(b"".join(event(desk).read_bytes().splitlines(keepends=True)[:-1]))
    assert signed(desk)[0] == "fails"
    desk.does("result 2 350:330")
    said = f"Step {steps} was signed and then lost; the desk went on from the step before it."
    assert signed(desk) == ("open", said)


def test_a_tournament_signed_anew_by_another_desk_is_found_by_the_key_and_by_the_paper(desk: Desk) -> None:
    desk.does(f"print standings -o {desk.folder}/standings.pdf")
    paper = PdfReader(BytesIO((desk.folder / "standings.pdf").read_bytes())).pages[0].extract_text()
    found = re.search(r"Journal: ([0-9a-f]{4}(?: [0-9a-f]{4}){3}), step (\d+)", paper)
    assert found is not None, paper
    key = Signer.of(bytes.fromhex((desk.folder / FILE).read_text())).public
    assert desk.does(f'verify proba --head "{found[1]}"')["holds"]
    forged(desk)
    data = rechained(event(desk).read_bytes().replace(key.encode(), OTHER.public.encode()))
    event(desk).write_bytes(data)
    lines = []
    for n, line in enumerate(data.splitlines()[1:], 1):
        signature = OTHER.sign(desk_statement("proba", n, stated(line)))
        lines.append(json.dumps({"n": n, "head": stated(line), "key": OTHER.public, "signature": signature}))
    journal(desk).write_text("".join(f"{line}\n" for line in lines))
    assert signed(desk)[0] == "holds", "by itself it is a whole tournament"
    assert signed(desk, f"--key {key}")[0] == "fails"
    assert desk.run(f'verify proba --head "{found[1]}"').exit_code == 1


def test_a_copy_proves_itself_and_a_desk_that_takes_over_is_named(desk: Desk, tmp_path: Path) -> None:
    desk.does("pair")
    copy = max((desk.folder / "tournaments" / "copies").glob("*.jsonl"))
    assert desk.run(f"verify {copy}").exit_code == 0
    assert copy.with_suffix(".heads").exists()
    there = Desk(tmp_path / "other")
    (there.folder / "tournaments").mkdir(parents=True)
    for path in (event(desk), journal(desk)):
        shutil.copy(path, there.folder / "tournaments")
    there.does("result 1 410:300")
    steps = len(event(there).read_bytes().splitlines()) - 1
    assert signed(there) == ("open", f"From step {steps} on another desk has signed.")
