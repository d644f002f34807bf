import pytest

from mostek.lexicon import LexiconError
from mostek.lexicon.hunspell import AffixFile

RULES = """\
SET UTF-8
TRY aio
PFX b Y 1
PFX b   0         nie       .
SFX N Y 2
SFX N   0         a         [^ae]
SFX N   ek        ka        [^c]ek
SFX A Y 3
SFX A   y         a         y
SFX A   y         ego       [^k]y
SFX A   0         m         .
REP 1
REP u ó
"""


def spelled(line: str) -> list[str]:
    return list(AffixFile(RULES).words(f"1\n{line}\n"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("kot", ["kot"]),
        ("kot/N", ["kot", "kota"]),
        ("kotek/N", ["kotek", "koteka", "kotka"]),
        ("placek/N", ["placek", "placeka"]),
        ("kawa/N", ["kawa"]),
        ("mały/A", ["mały", "mała", "małego", "małym"]),
        ("ky/A", ["ky", "ka", "kym"]),
        ("mały/bA", ["mały", "mała", "małego", "małym", "niemały", "niemała", "niemałego", "niemałym"]),
        ("kot/b", ["kot", "niekot"]),
        ("kot/?", ["kot"]),
    ],
)
def test_a_line_stands_for_its_forms(line: str, words: list[str]) -> None:
    assert spelled(line) == words


def test_words_with_the_same_end_get_the_same_endings() -> None:
    assert list(AffixFile(RULES).words("2\nkotek/N\nbotek/N\n"))[3:] == ["botek", "boteka", "botka"]


@pytest.mark.parametrize(
    "line",
    [
        "COMPOUNDFLAG x",
        "SFX N N 1",
        "SFX N   0         a/b         .",
        "PFX b   0         arcy      .",
        "PFX c   a         nie       .",
        "SFX N   0         a",
    ],
)
def test_rules_beyond_polish_are_refused_with_their_line(line: str) -> None:
    with pytest.raises(LexiconError, match="Line 14 of the affix file"):
        AffixFile(RULES + line)
