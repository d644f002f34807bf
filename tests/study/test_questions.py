"""The core list and the questions are what their words say."""

from __future__ import annotations

import pytest

from mostek.features.study.model import MOST_QUESTIONS, SETS, Kind, questions, words_of
from mostek.lexicon.core_list import DEAR, core_list
from mostek.lexicon.library import OpenLexicon, open_lexicon
from mostek.lexicon.school_words import are_fit_for_school, is_fit_for_school
from mostek.lexicon.word_search import WordSearchError
from mostek.lexicon.word_study import hooks

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
        assert are_fit_for_school(level.words)
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


def test_no_false_word_is_asked_twice_in_a_quiz(lexicon: OpenLexicon) -> None:
    """Two short words can be one letter away from the same false word."""
    words = words_of(lexicon, "twos")
    for seed in range(10):
        told = [each.question for each in questions(lexicon, "word", words, MOST_QUESTIONS, str(seed))]
        assert len(told) == len(set(told)) > 90


@pytest.mark.parametrize("kind", ["anagrams", "hooks", "word"])
def test_no_question_of_a_set_and_no_answer_is_vulgar(lexicon: OpenLexicon, kind: Kind) -> None:
    """Every question that a set has, and for each false word that is made of a true one."""
    for name in SETS:
        words = words_of(lexicon, name)
        for seed in ("a", "b", "c") if kind == "word" else ("a",):
            for part in range(0, len(words), MOST_QUESTIONS):
                for each in questions(lexicon, kind, words[part : part + MOST_QUESTIONS], MOST_QUESTIONS, seed):
                    longer = hooks(lexicon, each.question).longer if kind == "hooks" else ()
                    assert are_fit_for_school((each.question, *each.answers, *longer))


def test_a_card_about_a_word_of_ones_own_is_made_whatever_the_word(lexicon: OpenLexicon) -> None:
    word = next(word for word in words_of(lexicon, "threes") if not is_fit_for_school(word))
    assert [each.question for each in questions(lexicon, "hooks", [word], 5, "a", own=True)] == [word]
    assert not questions(lexicon, "hooks", [word], 5, "a")


def test_the_same_seed_asks_the_same_and_another_one_something_else(lexicon: OpenLexicon) -> None:
    words = words_of(lexicon, "threes")
    assert questions(lexicon, "word", words, 20, "a") == questions(lexicon, "word", words, 20, "a")
    assert questions(lexicon, "word", words, 20, "a") != questions(lexicon, "word", words, 20, "b")


def test_an_unknown_set_and_a_word_with_other_signs_are_refused(lexicon: OpenLexicon) -> None:
    with pytest.raises(WordSearchError, match="Known: twos"):
        words_of(lexicon, "poems")
    with pytest.raises(WordSearchError):
        questions(lexicon, "hooks", ["K0T"], 5, "a")
