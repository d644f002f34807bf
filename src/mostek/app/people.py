"""Who is who: guests with a name, accounts with a login; and what a name, a login and a password may be."""

from __future__ import annotations

import unicodedata
from enum import StrEnum

from msgspec import Struct

LONGEST_NAME = 40
SHORTEST_LOGIN, LONGEST_LOGIN = 3, 40
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 1000
"""In characters. A long sentence is a good password; more would only keep the server busy."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that show nothing: a name made of them could not be seen."""
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")
_MARKS = 3
"""How many accents one letter has at most."""
SESSION_DAYS = 90
"""After how many days without a visit a session ends."""


class PersonFault(StrEnum):
    """What is wrong with what a person has entered about themselves."""

    NAME_EMPTY = "name_empty"
    NAME_LONG = "name_long"
    NAME_SIGNS = "name_signs"
    LOGIN_LENGTH = "login_length"
    LOGIN_SIGNS = "login_signs"
    LOGIN_TAKEN = "login_taken"
    HAS_ACCOUNT = "has_account"
    PASSWORD_SHORT = "password_short"
    PASSWORD_LONG = "password_long"
    WRONG = "wrong_credentials"


class PersonError(ValueError):
    """An entered name or login is not valid. `sentence` with its `params` is a key of the catalogue."""

    def __init__(self, fault: PersonFault) -> None:
        self.fault = fault
        self.sentence, self.params = SENTENCES[fault]
        super().__init__(self.sentence.format(**self.params))


SENTENCES: dict[PersonFault, tuple[str, dict[str, object]]] = {
    PersonFault.NAME_EMPTY: ("Please enter a name.", {}),
    PersonFault.NAME_LONG: ("The name is too long: at most {most} characters.", {"most": LONGEST_NAME}),
    PersonFault.NAME_SIGNS: ("The name has a character that cannot be shown.", {}),
    PersonFault.LOGIN_LENGTH: (
        "A login has {least} to {most} characters.",
        {"least": SHORTEST_LOGIN, "most": LONGEST_LOGIN},
    ),
    PersonFault.LOGIN_SIGNS: ("A login is made of letters, digits, dots, hyphens and underscores.", {}),
    PersonFault.LOGIN_TAKEN: ("Another person has this login already.", {}),
    PersonFault.HAS_ACCOUNT: ("You have an account already.", {}),
    PersonFault.PASSWORD_SHORT: (
        "The password is too short: at least {least} characters.",
        {"least": SHORTEST_PASSWORD},
    ),
    PersonFault.PASSWORD_LONG: ("The password is too long: at most {most} characters.", {"most": LONGEST_PASSWORD}),
    PersonFault.WRONG: ("The login or the password is wrong.", {}),
}
"""Fault → message to the person."""


class Person(Struct, frozen=True):
    """A person who has entered a name. Times are milliseconds since 1970."""

    id: str
    name: str
    login: str | None
    """`None` for a guest."""
    language: str
    created: int
    seen: int


def checked_name(entered: str) -> str:
    """The name as it is stored: composed characters (NFC), single spaces. Raises `PersonError`."""
    if len(entered) > 10 * LONGEST_NAME:  # before any work is done on it
        raise PersonError(PersonFault.NAME_LONG)
    name = " ".join(unicodedata.normalize("NFC", entered).split())
    if not name:
        raise PersonError(PersonFault.NAME_EMPTY)
    if len(name) > LONGEST_NAME:
        raise PersonError(PersonFault.NAME_LONG)
    if not all(_is_shown(sign) for sign in name) or _is_heap(name):
        raise PersonError(PersonFault.NAME_SIGNS)
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in name):
        raise PersonError(PersonFault.NAME_EMPTY)
    return name


def checked_login(entered: str) -> str:
    """The login as it is stored: upper and lower case are the same. Raises `PersonError`."""
    if len(entered) > LONGEST_LOGIN * 4:
        raise PersonError(PersonFault.LOGIN_LENGTH)
    login = unicodedata.normalize("NFKC", entered.strip()).casefold()
    if not SHORTEST_LOGIN <= len(login) <= LONGEST_LOGIN:
        raise PersonError(PersonFault.LOGIN_LENGTH)
    if not all(sign.isalnum() or sign in "._-" for sign in login):
        raise PersonError(PersonFault.LOGIN_SIGNS)
    return login


def check_password(entered: str) -> None:
    """Raises `PersonError` for one that is too short or too long."""
    if len(entered) < SHORTEST_PASSWORD:
        raise PersonError(PersonFault.PASSWORD_SHORT)
    if len(entered) > LONGEST_PASSWORD:
        raise PersonError(PersonFault.PASSWORD_LONG)


def _is_heap(name: str) -> bool:
    """Whether marks are heaped upon a letter until they cover what stands in other lines."""
    marks = "".join("M" if unicodedata.category(sign)[0] == "M" else " " for sign in name)
    return "M" * (_MARKS + 1) in marks


def _is_shown(sign: str) -> bool:
    """Neither control nor format characters, which could make one name look like another, nor what means nothing."""
    category = unicodedata.category(sign)
    return sign == " " or (sign not in _BLANKS and category not in _UNSEEN)
