"""Names that look like others: letters of several alphabets in a word, and letters that look alike (UTS 39)."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

_ALPHABETS = frozenset({"LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE"})
"""Alphabets with letters that look like those of another one. Japanese, for example, mixes its scripts by rule."""
_ALIKE = str.maketrans(
    "АВСЕНІЈКМОРЅТХУасеіјорѕхукмтһԁԛԝгпь" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαικνορτυχγω" + "ІӀI1|0ıǀ",
    "ABCEHlJKMOPSTXYaceijopsxykmthdqwrnb" + "ABEZHlKMNOPTYXaikvoptuxyw" + "lllllOil",
)
"""Letters and figures that look like a Latin letter. A capital I is here a small l."""
_PAIRS = (("rn", "m"), ("vv", "w"))


def is_mixed(name: str) -> bool:
    """Whether a word of a name has letters of two alphabets that are easily mistaken for one another.

    Args:
        name: A name.

    Returns:
        Whether it mixes alphabets.

    Example:
        >>> is_mixed("Anna"), is_mixed("Аnna")  # the second begins with a Cyrillic letter
        (False, True)

    """
    return any(len({_alphabet(sign) for sign in word} & _ALPHABETS) > 1 for word in name.split())


def alike(name: str, others: Collection[str]) -> str | None:
    """The name that another one could be mistaken for, although it is written differently.

    Args:
        name: The name of a person.
        others: The names beside it.

    Returns:
        One of the others, or `None`. Capital letters make no difference, as everywhere with names.

    Example:
        >>> alike("0la", ["Ola"])
        'Ola'

    """
    shape = _shape(name)
    return next((each for each in others if _shape(each) == shape and each.casefold() != name.casefold()), None)


def _alphabet(sign: str) -> str:
    return unicodedata.name(sign, "").partition(" ")[0] if sign.isalpha() else ""


def _shape(name: str) -> str:
    """A name as it looks from far: letters of other alphabets become Latin ones."""
    shape = unicodedata.normalize("NFKC", name).translate(_ALIKE).casefold()
    for pair, letter in _PAIRS:
        shape = shape.replace(pair, letter)
    return shape
