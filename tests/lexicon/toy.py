"""A toy lexicon for tests."""

from mostek.lexicon.files import LexiconHeader, encode
from mostek.lexicon.kernel import Words, read
from mostek.lexicon.recipes import LETTERS, header_of

TOY = ["aa", "kot", "kota", "koty", "łoś", "łosie", "mydło", "żółć", "gżegżółka"]


def toy_words(*words: str) -> Words:
    return read("\n".join(words or TOY).encode(), LETTERS, capitals=True)[0]


def toy_header(words: Words, name: str = "toy", edition: str = "1") -> LexiconHeader:
    return header_of(words, name=name, edition=edition, source="tests", licence="Apache-2.0")


def toy_bytes() -> bytes:
    words = toy_words()
    return encode(toy_header(words), words.dawg())
