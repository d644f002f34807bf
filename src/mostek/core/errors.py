"""Errors with sentences for people."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn


class SentenceError(Exception):
    """An error with a message in the reader's language.

    `sentence` is plain English with `{}` fields and is also the key of its translation; `params` fill the fields.
    """

    def __init__(self, sentence: str, /, **params: object) -> None:
        super().__init__(sentence.format(**params))
        self.sentence = sentence
        self.params = params

    def __reduce__(self) -> tuple[Callable[..., SentenceError], tuple[Any, ...]]:
        return _restored, (type(self), self.args, vars(self))


def _restored(kind: type[SentenceError], args: tuple[Any, ...], fields: dict[str, Any]) -> SentenceError:
    """An error that another process has raised: its own constructor may take anything."""
    error = kind.__new__(kind)
    error.args = args
    vars(error).update(fields)
    return error


class NoEvents:
    """A refusal where a loop or a sum expects events: it says so there, and not where the missing events are missed."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a type checker finds it before

        def __iter__(self) -> NoReturn:
            raise TypeError(
                f"the command was refused, so it has no events: {self!r}; test isinstance(answer, {type(self).__name__})"
            )

        def __radd__(self, events: object) -> NoReturn:
            iter(self)
