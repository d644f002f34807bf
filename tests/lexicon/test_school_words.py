"""Which words are fit for a school: every form and compound of a vulgar stem is none, and harmless words beside them are."""

from __future__ import annotations

from pathlib import Path

import pytest

from mostek.lexicon.curated import short_words
from mostek.lexicon.library import open_lexicon
from mostek.lexicon.school_words import (
    are_fit_for_school,
    is_fit_for_school,
    is_vulgar,
    spells_vulgar_word,
    unfit_pattern,
    vulgar_pattern,
    vulgar_stems,
)

ROOT = Path(__file__).parents[2]
SAMPLE = 7
"""Every seventh word of the list is looked at: a dictionary needs a minute for all of them."""


def test_the_table_has_stems_of_two_senses_and_no_stem_twice() -> None:
    assert {stem.sense for stem in vulgar_stems()} == {"vulgar", "also"}
    assert len({stem.pattern for stem in vulgar_stems()}) == len(vulgar_stems()) > 50


@pytest.mark.slow
def test_each_stem_is_of_a_word_in_the_list() -> None:
    """A stem that finds nothing is a slip of the pen. It is looked for in the words of three letters and more."""
    import re

    text = open_lexicon().words().text().decode()
    for stem in vulgar_stems():
        assert re.search(f"^(?:{stem.pattern})$", text, re.MULTILINE), stem


@pytest.mark.slow
def test_every_word_that_the_grammatical_dictionary_marks_as_vulgar_is_unfit() -> None:
    """A word with no other reading is vulgar in its usual sense, but for a few that the dictionary judges more strictly."""
    morfeusz = pytest.importorskip("morfeusz2").Morfeusz(expand_tags=False, praet="composite")
    marked = 0
    words = open_lexicon().words().text().decode().split()
    for word in words[::SAMPLE]:
        # An unmarked reading of a part, such as `nie` before it, says nothing about the word.
        readings = morfeusz.analyse(word.lower())
        end = max(last for _, last, _ in readings)
        labels = [reading[4] for start, last, reading in readings if start == 0 and last == end]
        if any("wulg." in label for each in labels for label in each):
            marked += 1
            assert not is_fit_for_school(word), word
    assert marked > 1000


def test_every_short_word_that_our_own_table_calls_vulgar_is_unfit() -> None:
    found = [short.word for short in short_words().values() if "wulgarnie" in short.meaning]
    assert len(found) >= 7
    assert not any(map(is_fit_for_school, found))


def test_harmless_words_with_the_same_letters_are_fit() -> None:
    """Read by eye: words in which a vulgar stem stands by chance."""
    harmless = (
        "DOWCIP DOWCIPNY INCYPIT RECIPE KURWIMETR OKUTASZ RUCHACH RUCHAMI RUCHAWKA URUCHAMIAĆ ODRUCHACH DYMARKA DYMAMI NADYMAĆ "
        "DUPLIKAT DUPLEKS DUPLA DUPNEGATYW PODUPADAĆ HOLDUP SYFON SYFILIS KLASYFIKACJA OSYFIKACJA SRAMOTA OSRAMOWI BRANDZEL "
        "CYCERO CYCES MACIUPCI PEDAGOG PEDAŁOWAĆ PEDAŁEK EPICZNY SPICZASTY SPRYCIUL CIOTKA CIOCIA SZCZAW SZCZĘŚCIE POSZCZĄ "
        "OSZCZĘDZA ZASZCZYT SKURCZ DACHUJE CECHUJE SŁUCHUJĄ TOPORNY ODPORNY FAKT SZMATA PRAWDZIWEK BLADY BLADE WALEŃ WALET "
        "FLETNIA CHAM CHAMAK KAPUCYNKA LESBIJKA PYTA PYTANIE MINETTA RZYGACZ"
    )
    assert [word for word in harmless.split() if not is_fit_for_school(word)] == []


def test_a_word_with_an_ordinary_sense_is_no_vulgar_one_but_is_not_shown_unasked() -> None:
    ordinary = ("FLET", "WAŁ", "PEDAŁY", "KAPUCYN", "BLADZI", "PYT")
    assert not any(map(is_vulgar, ordinary))
    assert not any(map(is_fit_for_school, ordinary))
    assert not are_fit_for_school(["KOT", "FLET"])


def test_a_rack_is_read_in_the_order_in_which_it_is_shown() -> None:
    short = next(word for word in short_words() if is_vulgar(word) and list(word) == sorted(word))
    assert spells_vulgar_word(f"A{short}Z?")
    assert not spells_vulgar_word(f"{short[1:]}ŻZ{short[0]}")
    assert not spells_vulgar_word("AEIKNOW")


def test_the_page_can_read_the_patterns() -> None:
    """Python knows more than the browser: no group has a name or flags, nothing looks behind."""
    for pattern in (vulgar_pattern(), unfit_pattern()):
        assert "(?P" not in pattern
        assert "(?<" not in pattern
        assert pattern.count("(?") == pattern.count("(?:") + pattern.count("(?!")
