import sys

import pytest

from mostek.lexicon import explaining
from mostek.lexicon.explaining import MorphologyMissingError, curated, describe, morphology, removed


@pytest.mark.parametrize(
    ("tag", "terms"),
    [
        ("subst:pl:inst:m3", "rzeczownik, liczba mnoga, narzędnik, rodzaj męskorzeczowy"),
        ("fin:pl:pri:imperf", "czasownik niedokonany, czas teraźniejszy, liczba mnoga, 1. osoba"),
        ("fin:sg:ter:perf", "czasownik dokonany, czas przyszły, liczba pojedyncza, 3. osoba"),
        ("adj:pl:gen:m1.m2.m3.f.n:sup", "przymiotnik, liczba mnoga, dopełniacz, stopień najwyższy"),
        ("subst:sg:nom.acc:m3", "rzeczownik, liczba pojedyncza, mianownik lub biernik, rodzaj męskorzeczowy"),
        ("pant:perf", "imiesłów przysłówkowy uprzedni, dokonany"),
        ("part:wok", "partykuła"),
    ],
)
def test_tags_become_school_terms(tag: str, terms: str) -> None:
    assert describe(tag) == terms


def test_short_words_are_explained_without_the_extra() -> None:
    found = curated("dy")
    assert found is not None
    assert (found.word, found.source) == ("DY", explaining.CURATED)
    assert found.form
    assert curated("wytężamy") is None


def test_what_was_left_out_has_a_reason() -> None:
    assert removed("kg")
    assert removed("kot") is None


def test_without_the_extra_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "morfeusz2", None)
    explaining._analyser.cache_clear()
    with pytest.raises(MorphologyMissingError):
        morphology("wytężamy")


def test_a_word_that_falls_into_pieces_is_explained_by_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pieces:
        def analyse(self, word: str) -> list[tuple[int, int, tuple[str, str, str, list[str], list[str]]]]:
            assert word == "zróbże"
            return [
                (0, 1, ("zrób", "zrobić", "impt:sg:sec:perf", [], [])),
                (1, 2, ("że", "ż", "part:wok", [], [])),
            ]

    monkeypatch.setattr(explaining, "_analyser", Pieces)
    (reading,) = morphology("ZRÓBŻE")
    assert reading.lemma == "zrobić"
    assert reading.form == "czasownik, tryb rozkazujący, liczba pojedyncza, 2. osoba, dokonany + że"


def test_an_unknown_word_has_no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        def analyse(self, word: str) -> list[tuple[int, int, tuple[str, str, str, list[str], list[str]]]]:
            return [(0, 1, (word, word, "ign", [], []))]

    monkeypatch.setattr(explaining, "_analyser", Nothing)
    assert morphology("ĄĘĆ") == ()
