"""Every sentence that the server says by HTTP exists in Polish."""

from __future__ import annotations

from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from mostek import messages
from mostek.app import lobby, users
from mostek.server.http import problems

KEYWORDS = {"RequestRefused": (3,), "ProposalError": None, "unknown": None, "text": None}


def test_every_sentence_is_translated() -> None:
    with (Path(messages.__file__).parent / "pl/LC_MESSAGES/mostek.po").open("rb") as file:
        known = {message.id for message in read_po(file)}
    said = {sentence for sentence in lobby.SENTENCES.values()} | {sentence for sentence, _ in users.SENTENCES.values()}
    said |= {sentence for _, sentence in problems.SENTENCES.values()}
    for folder in (Path(problems.__file__).parent, Path(lobby.__file__).parent):
        found = extract_from_dir(str(folder), [("**.py", "python")], keywords=KEYWORDS)
        said |= {str(key) for _, _, key, _, _ in found if key}
    assert said - known == set()
    assert len(said) > 45


def test_every_fault_has_a_sentence() -> None:
    assert set(lobby.SENTENCES) == set(lobby.TableFault)
    assert set(users.SENTENCES) == set(users.AccountFault)
