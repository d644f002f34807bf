import re
from hashlib import sha256
from pathlib import Path

import pytest

from mostek.lexicon import LexiconError
from mostek.lexicon.curated import removed_words, short_words
from mostek.lexicon.debian import WPOLISH, Package, contents
from mostek.lexicon.files import encode
from mostek.lexicon.importing import OSPS_LENGTHS
from mostek.lexicon.library import find
from mostek.lexicon.recipes import FREE_EDITIONS, free_lexicon, free_words, neuter_forms

ROBIC = "robiło\nrobiła\nrobiły\nrobiłoby\n"


def test_neuter_forms_follow_from_four_past_forms() -> None:
    assert neuter_forms(ROBIC) == ["robiłom", "robiłoś", "robiłobym", "robiłobyś"]


@pytest.mark.parametrize("missing", ROBIC.split())
def test_they_do_not_follow_when_one_is_missing(missing: str) -> None:
    assert neuter_forms(ROBIC.replace(f"{missing}\n", "")) == []


def test_a_noun_is_no_verb() -> None:
    assert neuter_forms("mydło\nmydła\nmydły\nmydłom\n") == []


def test_the_recipe_keeps_filters_adds_and_removes() -> None:
    words = free_words((ROBIC + "kg\nkot\nWarszawa\nquiz\nnie-kot\nafaik\nabażurowopodobny\nkotek\n").encode())
    assert {word for word in ("ROBIŁOM", "ROBIŁOBYŚ", "KOTEK", "KOT", "DY") if word in words} == {
        "ROBIŁOM",
        "ROBIŁOBYŚ",
        "KOTEK",
        "KOT",
        "DY",
    }
    assert not [word for word in ("KG", "WARSZAWA", "AFAIK", "ABAŻUROWOPODOBNY") if word in words]
    assert words.lengths()[2] + words.lengths()[3] == len(short_words())


def test_a_newer_dictionary_gives_another_edition_with_our_short_words() -> None:
    words = free_words(b"kotek\nkg\n")
    editions = [free_lexicon(words, edition)[0] for edition in FREE_EDITIONS]
    assert [header.edition for header in editions] == ["2022-03.2", "2024-09", "2026-03"]
    assert len({header.source for header in editions}) == len(editions)
    assert {header.hash for header in editions} == {editions[0].hash}


@pytest.mark.parametrize(
    ("word", "valid"),
    [("OO", True), ("TS", True), ("UU", True), ("YY", True), ("CY", False), ("JO", False), ("NU", False)],
)
def test_two_letter_words_are_those_of_the_federation(word: str, valid: bool) -> None:
    """The count is that of the federation in January 2019; it has added YY in 2020."""
    assert (word in short_words()) is valid
    two = [known for known in short_words() if len(known) == 2 and known != "YY"]
    assert len(two) == OSPS_LENGTHS[2]


def test_words_that_the_federation_has_announced_are_in_the_table() -> None:
    announced = {word for word, row in short_words().items() if row.source.startswith("PFS-")}
    assert {"AJĆ", "BOŹ", "FIŹ", "KIE", "PĘZ", "ZIU", "EHM", "FOĆ", "JAĆ", "TET"} <= announced
    assert len(announced) == 1 + 28 + 1 + 6


def test_our_own_tables_do_not_contradict_each_other() -> None:
    assert not short_words().keys() & removed_words().keys()
    assert {len(word) for word in short_words()} == {2, 3}


def test_another_package_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.deb"
    path.write_bytes(b"!<arch>\n")
    with pytest.raises(LexiconError, match="is not wpolish 20220301-1"):
        contents(path, WPOLISH)


def test_a_package_without_data_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "empty.deb"
    path.write_bytes(b"!<arch>\n")
    digest = sha256(path.read_bytes()).hexdigest()
    with pytest.raises(LexiconError, match=r"no data\.tar"):
        contents(path, Package("empty", "1", digest, ("./list",)))


@pytest.mark.debian
def test_the_debian_package_gives_the_shipped_lexicon_byte_for_byte(wpolish_text: bytes) -> None:
    header, nodes = free_lexicon(free_words(wpolish_text))
    shipped = find("pl-wolny")
    assert header == shipped.header
    assert encode(header, nodes) == shipped.path.read_bytes()


def test_the_guide_shows_the_hash_of_the_shipped_lexicon() -> None:
    guide = Path(__file__).parents[2] / "docs" / "guide" / "lexicon.md"
    assert set(re.findall(r"OSPS\) · (\w+)", guide.read_text("utf-8"))) == {find("pl-wolny").header.hash[:12]}
