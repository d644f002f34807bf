"""People: guests with a name and accounts with a login, and the limits of names, logins and passwords."""

from __future__ import annotations

import unicodedata
from enum import StrEnum

from msgspec import Struct

from mostek.app.lookalikes import is_mixed

LONGEST_NAME = 40
SHORTEST_LOGIN, LONGEST_LOGIN = 3, 40
SHORTEST_PASSWORD, LONGEST_PASSWORD = 10, 1000
"""The length of a password in characters. A long sentence is a good password; more would only load the server."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Invisible characters: a name of these could not be seen."""
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs")
_MARKS = 3
"""The largest number of accents on a letter."""
SESSION_DAYS = 90
"""The days without a visit after which a session ends."""


class AccountFault(StrEnum):
    """The faults of an entered name, login or password."""

    NAME_EMPTY = "name_empty"
    NAME_LONG = "name_long"
    NAME_SIGNS = "name_signs"
    NAME_MIXED = "name_mixed"
    LOGIN_LENGTH = "login_length"
    LOGIN_SIGNS = "login_signs"
    LOGIN_TAKEN = "login_taken"
    HAS_ACCOUNT = "has_account"
    PASSWORD_SHORT = "password_short"
    PASSWORD_LONG = "password_long"
    WRONG = "wrong_credentials"
    WRONG_CODE = "wrong_code"


class AccountError(ValueError):
    """An entered name or login is not valid. `sentence` with its `params` is a key of the catalogue."""

    def __init__(self, fault: AccountFault) -> None:
        self.fault = fault
        self.sentence, self.params = SENTENCES[fault]
        super().__init__(self.sentence.format(**self.params))


SENTENCES: dict[AccountFault, tuple[str, dict[str, object]]] = {
    AccountFault.NAME_EMPTY: ("Please enter a name.", {}),
    AccountFault.NAME_LONG: ("The name is too long: at most {most} characters.", {"most": LONGEST_NAME}),
    AccountFault.NAME_SIGNS: ("The name has a character that cannot be shown.", {}),
    AccountFault.NAME_MIXED: ("A word of the name mixes letters of different alphabets.", {}),
    AccountFault.LOGIN_LENGTH: (
        "A login has {least} to {most} characters.",
        {"least": SHORTEST_LOGIN, "most": LONGEST_LOGIN},
    ),
    AccountFault.LOGIN_SIGNS: ("A login is made of letters, digits, dots, hyphens and underscores.", {}),
    AccountFault.LOGIN_TAKEN: ("Another person has this login already.", {}),
    AccountFault.HAS_ACCOUNT: ("You have an account already.", {}),
    AccountFault.PASSWORD_SHORT: (
        "The password is too short: at least {least} characters.",
        {"least": SHORTEST_PASSWORD},
    ),
    AccountFault.PASSWORD_LONG: ("The password is too long: at most {most} characters.", {"most": LONGEST_PASSWORD}),
    AccountFault.WRONG_CODE: (
        "The login or the code is wrong, or the code was used already, or is too old. Ask who runs the server for a new one.",
        {},
    ),
    AccountFault.WRONG: ("The login or the password is wrong.", {}),
}
"""Fault → message to the person."""


class User(Struct, frozen=True):
    """A person who has entered a name. Times are milliseconds since 1970."""

    id: str
    name: str
    login: str | None
    """`None` for a guest."""
    language: str
    created: int
    seen: int


def checked_name(entered: str) -> str:
    """The name as it is stored: composed characters (NFC), single spaces. Raises `AccountError`."""
    if len(entered) > 10 * LONGEST_NAME:  # before any work is done on it
        raise AccountError(AccountFault.NAME_LONG)
    name = " ".join(unicodedata.normalize("NFC", entered).split())
    if not name:
        raise AccountError(AccountFault.NAME_EMPTY)
    if len(name) > LONGEST_NAME:
        raise AccountError(AccountFault.NAME_LONG)
    if not all(_is_shown(sign) for sign in name) or _is_heap(name):
        raise AccountError(AccountFault.NAME_SIGNS)
    if not any(unicodedata.category(sign)[0] in "LNS" for sign in name):
        raise AccountError(AccountFault.NAME_EMPTY)
    if is_mixed(name):
        raise AccountError(AccountFault.NAME_MIXED)
    return name


def checked_login(entered: str) -> str:
    """The login as it is stored, without a difference between upper and lower case. Raises `AccountError`."""
    if len(entered) > LONGEST_LOGIN * 4:
        raise AccountError(AccountFault.LOGIN_LENGTH)
    login = unicodedata.normalize("NFKC", entered.strip()).casefold()
    if not SHORTEST_LOGIN <= len(login) <= LONGEST_LOGIN:
        raise AccountError(AccountFault.LOGIN_LENGTH)
    if not all(sign.isalnum() or sign in "._-" for sign in login):
        raise AccountError(AccountFault.LOGIN_SIGNS)
    return login


def check_password(entered: str) -> None:
    """Raise `AccountError` for a password that is too short or too long."""
    if len(entered) < SHORTEST_PASSWORD:
        raise AccountError(AccountFault.PASSWORD_SHORT)
    if len(entered) > LONGEST_PASSWORD:
        raise AccountError(AccountFault.PASSWORD_LONG)


def _is_heap(name: str) -> bool:
    """Whether a letter has so many marks that they cover other lines."""
    marks = "".join("M" if unicodedata.category(sign)[0] == "M" else " " for sign in name)
    return "M" * (_MARKS + 1) in marks


def _is_shown(sign: str) -> bool:
    """Whether a character is visible: neither control nor format characters, which could imitate another name, nor unassigned
    ones."""
    category = unicodedata.category(sign)
    return sign == " " or (sign not in _BLANKS and category not in _UNSEEN)
