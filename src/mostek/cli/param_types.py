"""Parameter types: names of a registry, and files to read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import IO, Any

import click
from click.shell_completion import CompletionItem

from mostek.cli.output import nearest, why
from mostek.messages import text


class OneOf(click.ParamType[str]):
    """A name out of a known few, in either case; any other is answered with the sentence, the nearest and all of them."""

    name = "name"

    def __init__(self, sentence: str, known: Collection[str] | Callable[[], Iterable[str]]) -> None:
        """`known` are the names, or a function that reads them from their registry."""
        self.sentence = sentence
        self._known = known

    @property
    def known(self) -> tuple[str, ...]:
        """The names."""
        return tuple(self._known() if callable(self._known) else self._known)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as it is known."""
        if (name := str(value).lower()) in self.known:
            return name
        self.fail(text(self.sentence, name=value) + nearest(str(value), self.known), param, ctx)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The known names, as help shows them."""
        return "|".join(self.known)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The known names that begin so."""
        return [CompletionItem(name) for name in self.known if name.startswith(incomplete.lower())]


class InputFile(click.File):
    """A file to read, in bytes; one that cannot be opened is answered with the reason."""

    def __init__(self) -> None:
        super().__init__("rb")

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> IO[Any]:
        """The open file."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            # click keeps what the system said only as the cause of its own English sentence.
            if not isinstance(error.__context__, OSError):
                raise
            self.fail(text("{path} cannot be opened: {why}.", path=value, why=why(error.__context__)), param, ctx)


def _rulebooks() -> Iterable[str]:
    from mostek.rules.loading import rulebooks

    return rulebooks()


RULEBOOK = OneOf("There is no rulebook {name!r}.", _rulebooks)
"""The name of a rulebook."""
