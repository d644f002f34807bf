"""The language of a request: the person's own, else the browser's."""

from __future__ import annotations

from mostek.app.people import Person
from mostek.messages import LANGUAGES, use
from mostek.server.auth import Connection

_PERSON = "mostek_person"


def remember(connection: Connection, person: Person | None) -> None:
    """Note for the rest of a request whose it is."""
    connection.scope["state"][_PERSON] = person


def visitor(connection: Connection) -> Person | None:
    """Whose request it is, as noted at its beginning."""
    person = connection.scope["state"].get(_PERSON)
    return person if isinstance(person, Person) else None


def speak(connection: Connection) -> str:
    """Speak the language of whoever asks from now on."""
    person = visitor(connection)
    language = person.language if person is not None else preferred(connection.headers.get("accept-language", ""))
    use(language)
    return language


def preferred(accepted: str) -> str:
    """The first of our languages that a browser names; Polish where it names none.

    Browsers list languages by preference, so their weights need not be read.
    """
    named = (entry.partition(";")[0].strip().lower()[:2] for entry in accepted[:500].split(","))
    return next((language for language in named if language in LANGUAGES), LANGUAGES[0])
