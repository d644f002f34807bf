"""A list of words is a collection of Python, and answers as the command does."""

from __future__ import annotations

from itertools import islice

import pytest

import mostek
from mostek.lexicon import LexiconError
from mostek.lexicon.word_list import WordList


@pytest.fixture(scope="module")
def words() -> WordList:
    return mostek.words()


def test_words_are_in_it_in_either_case(words: WordList) -> None:
    assert "ŻÓŁW" in words
    assert "żółw" in words
    assert "ŻÓŁWX" not in words
    number: object = 7
    assert number not in words


def test_its_words_are_counted_and_come_by_length(words: WordList) -> None:
    first = list(islice(words, 300))
    assert first == sorted(first, key=len)
    assert first[:3] == ["AA", "AD", "AG"]
    assert len(words) > 3_000_000
    assert all(word in words for word in first)


def test_it_is_compared_as_sets_are(words: WordList) -> None:
    assert words & {"KOT", "KTT"} == {"KOT"}
    assert {"KOT", "KTT"} - words == {"KTT"}
    assert not words.isdisjoint(["KOT"])
    assert words >= {"KOT", "ŻÓŁW"}


def test_it_finds_as_the_command_does(words: WordList) -> None:
    assert words.anagrams("żółw") == ("WŁÓŻ", "ŻÓŁW")
    assert words.matching("K?T") == ("KAT", "KĄT", "KET", "KIT", "KOT")
    assert words.made_of("KOTA", shortest=4)[0] == "KATO"
    assert words.hooks("kot").front == "S"
    with pytest.raises(LexiconError, match="cannot be read at character 1"):
        words.matching("X*")


def test_a_list_that_is_not_here_is_named_with_the_nearest() -> None:
    with pytest.raises(LexiconError, match="Did you mean 'pl-wolny'"):
        mostek.words("pl-wony")
