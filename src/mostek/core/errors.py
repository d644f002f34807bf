"""Errors with sentences for people."""

from __future__ import annotations


class SentenceError(Exception):
    """An error with a message in the reader's language.

    `sentence` is plain English with `{}` fields and is also the key of its translation; `params` fill the fields.
    """

    def __init__(self, sentence: str, /, **params: object) -> None:
        super().__init__(sentence.format(**params))
        self.sentence = sentence
        self.params = params
