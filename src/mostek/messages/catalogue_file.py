"""A compiled catalogue (`.mo`). It is read in a fraction of the time of gettext's: no sentence is decoded before it is said."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from gettext import c2py

_HEAD = struct.Struct("<5I")
_FIELD = re.compile(rb"\{(\w+)")
_PLURAL = {b"n", b"possibilities", b"nargs", b"len", b"choices"}
"""Fields that only the plural of a sentence may have: ours, and those of click."""


class CatalogueFile:
    """The sentences of a language, by their English keys.

    Args:
        content: A file that `msgfmt` or Babel wrote; empty for the language of the keys.

    """

    def __init__(self, content: bytes = b"") -> None:
        self._sentences = dict(_pairs(content)) if content else {}
        self._said: dict[str | tuple[str, int], str] = {}
        header = self._sentences.pop(b"", b"").decode()
        rule = re.search(r"^Plural-Forms:\s*nplurals=(\d+);\s*plural=([^;\n]+)", header, re.MULTILINE | re.IGNORECASE)
        self._forms = int(rule[1]) if rule else 0
        self._form = c2py(rule[2]) if rule else lambda n: int(n != 1)

    def sentence(self, key: str) -> str:
        """The sentence; the key itself where it is missing."""
        said = self._said.get(key)
        if said is None:
            found = self._sentences.get(key.encode())
            if found is None:
                return key  # not stored: what comes from outside has no end
            said = self._said[key] = found.decode()
        return said

    def counted(self, one: str, many: str, number: int) -> str:
        """The sentence about a number of things."""
        form = self._form(number)
        said = self._said.get((one, form))
        if said is None:
            found = self._sentences.get(f"{one}\0{many}".encode())
            if found is None:
                return one if number == 1 else many
            said = self._said[one, form] = found.split(b"\0")[form].decode()
        return said

    def fault(self) -> tuple[str, str] | None:
        """The first key that is missing or wrong, and what is wrong with it."""
        if not self._forms:
            return "Plural-Forms", "The header of the catalogue lacks this field."
        if b"English" not in self._sentences:
            return "English", "The catalogue lacks the language's own name."
        for key, sentence in self._sentences.items():
            english, plural, _ = key.partition(b"\0")
            if plural and not _is_whole(sentence, self._forms):
                return english.decode(), "The sentence lacks a plural form."
            if b"{" in sentence:
                fields = {*_FIELD.findall(english), *(_PLURAL if plural else ())}
                if not fields.issuperset(_FIELD.findall(sentence)):
                    return english.decode(), "The translation has a field that the sentence does not have."
        return None


def _is_whole(sentence: bytes, forms: int) -> bool:
    found = sentence.split(b"\0")
    return len(found) >= forms and all(found[:forms])


def _pairs(content: bytes) -> Mapping[bytes, bytes]:
    """Key → sentence; a sentence with plural forms has zeros between them, and so has its key."""
    _, _, number, keys, sentences = _HEAD.unpack_from(content)
    sizes = struct.Struct(f"<{2 * number}I")
    said, translated = sizes.unpack_from(content, keys), sizes.unpack_from(content, sentences)
    return {
        content[at : at + size]: content[there : there + length]
        for size, at, length, there in zip(said[::2], said[1::2], translated[::2], translated[1::2], strict=True)
    }
