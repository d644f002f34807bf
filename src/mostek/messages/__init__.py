"""What mostek says to a person, in their language. English sentences are the keys; `pl/LC_MESSAGES/mostek.po` has the Polish.

The core never calls this: it answers with values, and the command line or the server says them.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("pl", "en")
"""The languages of mostek; the first one is the default."""
DOMAIN = "mostek"
"""What gettext calls the catalogue."""
FOLDER = str(Path(__file__).parent)
"""Where gettext finds the catalogue: `<language>/LC_MESSAGES/<domain>.mo`."""


def use(language: str) -> None:
    """Speak this language from now on, in this thread or task."""
    _language.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak this language inside a `with` block, then again the one before."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def language() -> str:
    """The language that is spoken now."""
    return _language.get()


def preferred(environment: Mapping[str, str]) -> str:
    """The language that a POSIX locale asks for; Polish where it asks for none that we speak."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name, ""):
            return "en" if value[:2].lower() == "en" else LANGUAGES[0]
    return LANGUAGES[0]


def text(message: str, /, **params: object) -> str:
    """A sentence with its parameters put in."""
    return text_in(language(), message, **params)


def text_in(language: str, message: str, /, **params: object) -> str:
    """The same in another language than the current one, for another reader than the caller."""
    return _catalogue(language).gettext(message).format(**params)


def verbatim(message: str) -> str:
    """A text that takes no parameters, with every brace as it stands."""
    return _catalogue(language()).gettext(message)


def explained(message: str, params: Mapping[str, object]) -> str:
    """A sentence whose reason, `why`, comes from the system and may have a translation of its own."""
    return text(message, **{name: verbatim(str(value)) if name == "why" else value for name, value in params.items()})


def count(one: str, many: str, number: int, /, **params: object) -> str:
    """A sentence about a number of things, in the right plural form; `{n}` is the number."""
    return _catalogue(language()).ngettext(one, many, number).format(n=number, **params)


@cache
def _catalogue(name: str) -> gettext.NullTranslations:
    if name == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, FOLDER, [name])


_language: ContextVar[str] = ContextVar("language", default=LANGUAGES[0])
