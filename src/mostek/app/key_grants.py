"""Desks that follow one another: the key of one names that of the next, so that a copy goes on to know who writes."""

from __future__ import annotations

from msgspec import Struct

from mostek.app.seals import Hex32, Hex64
from mostek.app.signatures import Signer, is_signed

MOST_GRANTS = 16
"""The most desks that may have followed one another."""


class KeyGrant(Struct, frozen=True, forbid_unknown_fields=True):
    """A desk has named the desk that may follow it: a signature of the earlier key for the later one."""

    by: Hex32
    to: Hex32
    signature: Hex64

    @property
    def is_valid(self) -> bool:
        """Whether the earlier key has signed it."""
        return is_signed(self.by, _grant_statement(self.by, self.to), self.signature)


def granted(signer: Signer, to: str) -> KeyGrant:
    """Name the desk that may follow this one."""
    return KeyGrant(signer.public, to, signer.sign(_grant_statement(signer.public, to)))


def _grant_statement(by: str, to: str) -> bytes:
    return f"mostek successor\n{by}\n{to}".encode()


def may_follow(pinned: str, key: str, grants: tuple[KeyGrant, ...]) -> bool:
    """Whether a chain of grants leads from the key that was first to this one."""
    reached = pinned
    for grant in grants:
        if grant.by == reached and grant.is_valid:
            reached = grant.to
    return reached == key
