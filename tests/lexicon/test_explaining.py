import sys

import pytest
from click.testing import CliRunner

from mostek.cli import mostek
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


WORDS: dict[str, list[tuple[str, str, list[str], list[str]]]] = {
    "rzym": [
        ("Rzym", "subst:sg:nom.acc:m3", ["nazwa_geograficzna"], []),
        ("Rzym", "subst:sg:nom:m1", ["nazwisko"], []),
    ],
    "koran": [("Koran", "subst:sg:nom.acc:m3", ["tytuł"], ["rel."])],
    "kowal": [
        ("kowal", "subst:sg:nom:m1", ["nazwa_pospolita"], []),
        ("Kowal", "subst:sg:nom:m1", ["nazwisko"], []),
    ],
}


class Names:
    """The readings of some words, as morfeusz2 gives them."""

    def analyse(self, word: str) -> list[tuple[int, int, tuple[str, str, str, list[str], list[str]]]]:
        return [(0, 1, (word, *reading)) for reading in WORDS[word]]


@pytest.mark.parametrize(
    ("word", "pl", "en"),
    [
        ("RZYM", ["nazwa własna, nazwa geograficzna: nie liczy się", "nazwa własna, nazwisko: nie liczy się"],
         ["proper name, geographical name: does not count", "proper name, surname: does not count"]),
        ("KORAN", ["nazwa własna, tytuł: nie liczy się"], ["proper name, title: does not count"]),
        ("KOWAL", ["", "nazwa własna, nazwisko: nie liczy się"], ["", "proper name, surname: does not count"]),
    ],
)  # fmt: skip
def test_a_proper_name_says_that_it_does_not_count(
    monkeypatch: pytest.MonkeyPatch, word: str, pl: list[str], en: list[str]
) -> None:
    monkeypatch.setattr(explaining, "_analyser", Names)
    for language, expected in (("pl", pl), ("en", en)):
        found = morphology(word, language)
        assert [reading.form.partition(" (")[2].removesuffix(")") for reading in found] == expected
        assert [reading.is_proper for reading in found] == [bool(each) for each in expected]


def test_explain_says_why_a_word_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explaining, "_analyser", Names)
    shown = CliRunner().invoke(mostek, ["--lang", "en", "explain", "rzym", "koran", "kowal"]).output
    rzym, koran, kowal = shown[: shown.index("Lexicon:")].split("\nKO")
    assert rzym.startswith("RZYM: not in the lexicon\n")
    assert rzym.endswith("\n  only a proper name")
    assert koran.startswith("RAN: in the lexicon\n")
    assert "(proper name, title: does not count) (SGJP)" in koran
    assert kowal.startswith("WAL: in the lexicon\n  kowal — noun, singular, nominative")
    assert "only a proper name" not in koran + kowal
