"""The core list and the questions are what their words say."""

from __future__ import annotations

import pytest

from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.lexicon.word_search import WordSearchError
from mostek.lexicon.word_study import hooks
from mostek.study.core_list import DEAR, VULGAR, core_list
from mostek.study.questions import SETS, questions, words_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lexicon() -> OpenLexicon:
    return open_lexicon()


def test_the_core_list_has_useful_words_of_the_core_alone(lexicon: OpenLexicon) -> None:
    from mostek.core.tiles import tile_set

    levels, core, values = core_list(lexicon), open_lexicon("pl-rdzen"), tile_set("pl-current").values
    assert [level.level for level in levels] == [1, 2, 3, 4]
    assert [len(level.words) for level in levels[:3]] == [109, 150, 100]
    assert [set(map(len, level.words)) for level in levels] == [{2}, {3}, {2, 3}, {7}]
    for level in levels:
        assert len(set(level.words)) == len(level.words)
        assert all(core.valid(level.words))
        assert all(lexicon.valid(level.words))
        assert not VULGAR & set(level.words)
    assert all(any(values[letter] >= DEAR for letter in word) for word in levels[2].words)


@pytest.mark.parametrize("name", SETS)
def test_questions_of_a_set_have_right_answers(lexicon: OpenLexicon, name: str) -> None:
    words = words_of(lexicon, name)
    for each in questions(lexicon, "anagrams", words, 15, "a"):
        assert each.answers
        assert all(sorted(word) == sorted(each.question) and word in lexicon for word in each.answers)
    for each in questions(lexicon, "hooks", words, 15, "a"):
        found = hooks(lexicon, each.question)
        assert each.answers == (f"{found.front}|{found.back}",)
    told = questions(lexicon, "word", words, 40, "a")
    assert all((each.question in lexicon) is (each.answers == ("yes",)) for each in told)
    assert 8 <= sum(each.answers == ("no",) for each in told) <= 32


def test_the_same_seed_asks_the_same_and_another_one_something_else(lexicon: OpenLexicon) -> None:
    words = words_of(lexicon, "threes")
    assert questions(lexicon, "word", words, 20, "a") == questions(lexicon, "word", words, 20, "a")
    assert questions(lexicon, "word", words, 20, "a") != questions(lexicon, "word", words, 20, "b")


def test_an_unknown_set_and_a_word_with_other_signs_are_refused(lexicon: OpenLexicon) -> None:
    with pytest.raises(WordSearchError, match="Known: twos"):
        words_of(lexicon, "poems")
    with pytest.raises(WordSearchError):
        questions(lexicon, "hooks", ["K0T"], 5, "a")
