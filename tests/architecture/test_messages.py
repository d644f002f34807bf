"""Every sentence for people exists in Polish, with its plural forms and the same parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from mostek import messages
from mostek.cli import COMMANDS, rules
from mostek.messages import refusals

SOURCES = Path(messages.__file__).parents[1]
KEYWORDS = {"text": None, "count": (1, 2), "LexiconError": None}


def polish() -> Catalog:
    with (Path(messages.__file__).parent / "pl/LC_MESSAGES/mostek.po").open("rb") as file:
        return read_po(file)


def used() -> dict[str, str]:
    """Every key that the sources say, with the place."""
    found = {}
    for name, line, key, _, _ in extract_from_dir(str(SOURCES), [("**.py", "python")], keywords=KEYWORDS):
        found[key[0] if isinstance(key, tuple) else key] = f"{name}:{line}"
    return found


def listed() -> dict[str, str]:
    """Sentences that stand in tables and are said by their key."""
    summaries = {name: summary for name, (_, summary) in COMMANDS.items()}
    tables: list[Mapping[Any, str]] = [refusals.FAULTS, refusals.POSITIONS, rules.STATUS, summaries]
    sentences = [sentence for table in tables for sentence in table.values()]
    sentences += [sentence for sentence in refusals.SENTENCES.values() if isinstance(sentence, str)]
    return dict.fromkeys(sentences, "a table")


def test_every_sentence_is_translated() -> None:
    known = {message.id[0] if isinstance(message.id, tuple) else message.id for message in polish()}
    assert {key: place for key, place in (used() | listed()).items() if key and key not in known} == {}


@pytest.mark.parametrize(
    "message", [message for message in polish() if message.id], ids=lambda message: str(message.id)[:40]
)
def test_a_translation_is_whole(message: Message) -> None:
    assert not message.fuzzy
    forms = message.string if isinstance(message.string, tuple) else (message.string,)
    keys = message.id if isinstance(message.id, tuple) else (message.id,)
    assert len(forms) == (3 if len(keys) == 2 else 1)
    assert all(forms)
    parameters = [set(re.findall(r"{(\w+)", form)) for form in (*keys, *forms)]
    assert all(names <= set.union(*parameters[: len(keys)]) for names in parameters)


def test_polish_plurals() -> None:
    messages.use("pl")
    try:
        said = [messages.count("{n} point", "{n} points", number) for number in (1, 2, 5, 12, 22)]
    finally:
        messages.use("en")
    assert said == ["1 punkt", "2 punkty", "5 punktów", "12 punktów", "22 punkty"]
