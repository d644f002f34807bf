import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from lexicon.toy import toy_words
from mostek.lexicon import CORE, LexiconError
from mostek.lexicon.curated import removed_words
from mostek.lexicon.debian import HUNSPELL, contents
from mostek.lexicon.library import find, open_lexicon
from mostek.lexicon.recipes import Segment, core_words, grammatical_dictionary, is_common, spelled_words

SAMPLE = 200
"""Every 200th word of `pl-wolny` is judged again; all of them take some minutes."""


def segment(start: int, end: int, tag: str, *names: str) -> Segment:
    return start, end, ("form", "lemma", tag, list(names), [])


@pytest.mark.parametrize(
    ("what", "segments", "common"),
    [
        ("a common noun", [segment(0, 1, "subst:sg:nom:m2", "nazwa_pospolita")], True),
        ("a verb, of which no kind of name is told", [segment(0, 1, "inf:imperf")], True),
        ("a brand", [segment(0, 1, "subst:sg:nom:f", "nazwa_firmy")], False),
        (
            "a brand and a parrot",
            [segment(0, 1, "subst:sg:nom:f", x) for x in ("nazwa_firmy", "nazwa pospolita")],
            True,
        ),
        ("nothing known", [segment(0, 1, "ign")], False),
        ("an abbreviation", [segment(0, 1, "brev:npun")], False),
        ("a part of a set phrase", [segment(0, 1, "frag")], False),
        ("an imperative and its particle", [segment(0, 1, "impt:sg:sec:perf"), segment(1, 2, "part:wok")], True),
        ("że and an ending", [segment(0, 1, "comp"), segment(1, 2, "aglt:sg:sec:imperf:nwok")], False),
        ("an imperative and an ending", [segment(0, 1, "impt:sg:sec:perf"), segment(1, 2, "aglt:sg")], False),
        (
            "an imperative and two particles",
            [segment(0, 1, "impt:sg"), segment(1, 2, "part"), segment(2, 3, "part")],
            False,
        ),
        ("a whole word beside its pieces", [segment(0, 1, "part"), segment(1, 2, "aglt"), segment(0, 2, "adv")], True),
        ("an empty answer", [], False),
    ],
)
def test_what_counts_as_a_common_word(what: str, segments: list[Segment], common: bool) -> None:
    assert is_common(segments) is common


def test_the_core_is_what_all_three_know() -> None:
    told: list[float] = []
    words = core_words(
        toy_words("kot", "kota", "koty"),
        toy_words("kota", "koty", "łoś"),
        {"koty", "kot", "łoś"}.__contains__,
        told.append,
    )
    assert words.text().decode().split() == ["KOTY"]
    assert told == [0]


def test_the_neuter_forms_that_the_speller_leaves_out_are_put_in() -> None:
    affixes = "SFX p Y 3\nSFX p   ło   ła   ło\nSFX p   ło   ły   ło\nSFX p   ło   łoby   ło\n"
    words = spelled_words(affixes.encode("iso-8859-2"), "3\nrobiło/p\nmydło\nŁódź\n".encode("iso-8859-2"))
    assert {"ROBIŁOM", "ROBIŁOBYŚ", "MYDŁO"} <= set(words.text().decode().split())
    assert [word for word in ("MYDŁOM", "ŁÓDŹ") if word in words] == []


def test_without_the_grammatical_dictionary_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "morfeusz2", None)
    with pytest.raises(LexiconError, match=r"install it: pip install 'mostek\[morphology\]'"):
        grammatical_dictionary()


def test_another_edition_of_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    older = SimpleNamespace(dict_id=lambda: "sgjp-2020")
    module = SimpleNamespace(Morfeusz=lambda **options: older, STRICTLY_CASE_SENSITIVE=101)
    monkeypatch.setitem(sys.modules, "morfeusz2", module)
    with pytest.raises(LexiconError, match=r"sgjp-2020, not pl\.sgjp\.sgjp-2026\.06\.01"):
        grammatical_dictionary()


def test_the_shipped_core_is_a_part_of_the_default(data: Path) -> None:
    core, default = open_lexicon(CORE).words(), open_lexicon().words()
    assert len(core.difference(default)) == 0
    assert 2_400_000 < len(core) < 2_700_000
    assert find(CORE).header.words == len(core)
    assert find(CORE).path.stat().st_size < 2_000_000
    assert not [word for word in removed_words() if word in core]


def test_the_grammatical_dictionary_knows_the_shipped_core(data: Path) -> None:
    pytest.importorskip("morfeusz2", reason="needs the extra `morphology`")
    is_common = grammatical_dictionary()
    sample = open_lexicon(CORE).words().text().decode().lower().split()[::SAMPLE]
    assert [word for word in sample if not is_common(word)] == []
    judged = {word: is_common(word) for word in ("portami", "zróbże", "robiłom", "żeś", "kg", "adam")}
    assert judged == {"portami": True, "zróbże": True, "robiłom": True, "żeś": False, "kg": False, "adam": False}


@pytest.mark.debian
def test_a_sample_of_the_default_is_in_the_core_where_the_packages_say_so(hunspell_deb: Path, data: Path) -> None:
    pytest.importorskip("morfeusz2", reason="needs the extra `morphology`")
    spelled, is_common = spelled_words(*contents(hunspell_deb, HUNSPELL)), grammatical_dictionary()
    sample = open_lexicon().words().text().decode().split()[::SAMPLE]
    expected = [word for word in sample if word in spelled and is_common(word.lower())]
    core = open_lexicon(CORE)
    assert [word for word in sample if word in core] == expected
