"""Sentences for people, in their language.

English sentences are the keys. Every other language is a folder here, found by its catalogue `CODE/LC_MESSAGES/mostek.mo`, whose
header gives the plural rule; "English" in it is the language's own name. A sentence that it lacks is said in English. The core
never calls this: it answers with values, and the command line or the server says them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

from mostek.core.errors import SentenceError
from mostek.messages.catalogue_file import CatalogueFile

DOMAIN = "mostek"
"""The name of the catalogue."""
CLICK_DOMAIN = "click"
"""What gettext calls the small catalogue of the sentences that click says itself."""
FOLDER = str(Path(__file__).parent)
"""Where the catalogues are: `<language>/LC_MESSAGES/<domain>.mo`."""
DEFAULT = "pl"
"""The language of those who have not chosen one."""
_KEYS = "en"
"""The language of the keys."""
_FOUND = {_KEYS, *(path.parts[-3] for path in Path(FOLDER).glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))}
LANGUAGES = tuple(sorted(_FOUND, key=lambda code: (code != DEFAULT, code)))
"""The codes of the languages of mostek; the first one is the default."""


def use(language: str) -> None:
    """Speak this language from now on, in this thread or task.

    Raises:
        RegistryError: its catalogue is incomplete; then the language is spoken that was spoken before.
    """
    _catalogue(language)
    _language.set(language)


def own_name(language: str) -> str:
    """The name that a language has for itself: `polski`.

    Raises:
        RegistryError: its catalogue is incomplete.
    """
    return text_in(language, "English")


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
    """The language that a POSIX locale asks for; the default where it asks for none that we speak."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name, ""):
            return code if (code := value[:2].lower()) in LANGUAGES else DEFAULT
    return DEFAULT


def text(message: str, /, **params: object) -> str:
    """A sentence with its parameters put in."""
    return text_in(language(), message, **params)


def text_in(language: str, message: str, /, **params: object) -> str:
    """The message in another language than the current one."""
    return _catalogue(language).sentence(message).format(**params)


def verbatim(message: str) -> str:
    """A text that takes no parameters, with every brace as it stands."""
    return _catalogue(language()).sentence(message)


def explained(message: str, params: Mapping[str, object]) -> str:
    """A sentence whose reason, `why`, is another sentence, or comes from the system and may have a translation of its own."""
    return text(message, **{name: _reason(value) if name == "why" else value for name, value in params.items()})


def _reason(why: object) -> str:
    from mostek.messages.shapes import shape_text

    return explained(why.sentence, why.params) if isinstance(why, SentenceError) else shape_text(str(why))


def count(one: str, many: str, number: int, /, **params: object) -> str:
    """A sentence about a number of things, in the right plural form; `{n}` is the number."""
    return _catalogue(language()).counted(one, many, number).format(n=number, **params)


@cache
def _catalogue(name: str) -> CatalogueFile:
    if name == _KEYS or name not in LANGUAGES:
        return CatalogueFile()
    found = CatalogueFile(Path(FOLDER, name, "LC_MESSAGES", f"{DOMAIN}.mo").read_bytes())
    if fault := found.fault():
        from mostek.core.registry import RegistryError

        raise RegistryError(f"messages/{name}/LC_MESSAGES/{DOMAIN}.po", *fault)
    return found


_language: ContextVar[str] = ContextVar("language", default=DEFAULT)
