import re
from hashlib import sha256
from pathlib import Path

import pytest

from mostek.lexicon import LexiconError
from mostek.lexicon.curated import removed_words, short_words
from mostek.lexicon.debian import WPOLISH, Package, contents
from mostek.lexicon.files import encode
from mostek.lexicon.library import find
from mostek.lexicon.recipes import free_lexicon, free_words, neuter_forms

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
