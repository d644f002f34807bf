"""Sentences for msgspec's errors about a document of the wrong shape, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Mapping

from mostek.messages import text, verbatim

SHAPES: Mapping[str, str] = {
    r"Expected `(?P<wanted>[^`]+)`, got `(?P<found>[^`]+)`": "Expected `{wanted}`, got `{found}`",
    r"Expected (?P<wanted>.+)": "Expected {wanted}",
    r"Invalid enum value (?P<found>.+)": "Invalid enum value {found}",
    r"Invalid value (?P<found>.+)": "Invalid value {found}",
    r"Object missing required field `(?P<field>.+)`": "Object missing required field `{field}`",
    r"Object contains unknown field `(?P<field>.+)`": "Object contains unknown field `{field}`",
    r"JSON is malformed: (?P<fault>.+) \(byte (?P<byte>\d+)\)": "JSON is malformed: {fault} (byte {byte})",
    r"Input data was truncated": "Input data was truncated",
}
"""A pattern of msgspec's sentences, and the same sentence with its fields as a key."""


def shape_text(shown: str) -> str:
    """The fault in words, with its place: `Nie ma pola „seat” – w miejscu $.measure`. Any other sentence is looked up as it is.

    Args:
        shown: the text of an error of `msgspec`.
    """
    fault, at, place = shown.partition(" - at ")
    for pattern, sentence in SHAPES.items():
        if found := re.fullmatch(pattern, fault):
            fault = text(sentence, **found.groupdict())
            break
    else:
        fault = verbatim(fault)
    return text("{fault} - at {place}", fault=fault, place=place) if at else fault
