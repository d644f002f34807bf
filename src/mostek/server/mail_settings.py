"""The settings of the mail server, and what is an e-mail address."""

from __future__ import annotations

import re
from enum import StrEnum

from msgspec import Struct

_ADDRESS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([^@\s]+)")
_DOMAIN = re.compile(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]")
_LONGEST, _LONGEST_LOCAL = 254, 64


class MailSecurity(StrEnum):
    """How the connection to the mail server is protected."""

    TLS = "tls"
    """From the first byte, usually at port 465."""
    STARTTLS = "starttls"
    """After a greeting, usually at port 587; without it nothing is sent."""
    NONE = "none"
    """Not at all; for a mail server on this machine."""


class MailSettings(Struct, frozen=True, kw_only=True):
    """The mail server, and how this server signs in there."""

    host: str
    port: int
    security: MailSecurity
    sender: str
    """The address that letters come from; what cannot be delivered goes back there."""
    user: str = ""
    password: str = ""

    def __repr__(self) -> str:
        """Without the password, because it may stand in a log."""
        return f"MailSettings({self.host}:{self.port}, {self.security.value})"


def mail_address(value: str) -> str | None:
    """The address that a person typed, in ASCII; `None` if it is none.

    Example:
        >>> mail_address(" biuro@żółw.pl ")
        'biuro@xn--w-uga1v8h.pl'
        >>> mail_address("a@b.pl, c@d.pl") is None
        True
    """
    match = _ADDRESS.fullmatch(value.strip())
    if match is None or len(value) > _LONGEST:
        return None
    local, _, domain = value.strip().rpartition("@")
    try:
        domain = domain.encode("idna").decode().lower()
    except UnicodeError:
        return None
    fine = len(local) <= _LONGEST_LOCAL and len(local) + len(domain) < _LONGEST and _DOMAIN.fullmatch(domain)
    return f"{local}@{domain}" if fine else None
