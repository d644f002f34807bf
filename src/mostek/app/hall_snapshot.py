"""The rights of a hall beside the log: what a second computer needs to take a tournament over."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from msgspec import Struct

from mostek.app.hosted_tournaments import Announcement, ArbiterCall, Audience
from mostek.app.key_grants import KeyGrant
from mostek.app.online_play import OnlinePlay
from mostek.app.tournament_roles import OfficeRole


class OfficeHolder(Struct, frozen=True, kw_only=True):
    """An official with the sessions of their browsers, so that these stay logged in after the change."""

    person: str
    called: str
    """The name of the person."""
    language: str
    role: OfficeRole
    name: str
    """As the log names them."""
    until: int
    sessions: tuple[str, ...]
    """SHA-256 of the tokens; a token cannot be found from them."""


class UnusedInvitation(Struct, frozen=True, kw_only=True):
    """An invitation that nobody has used; the hash of its token stands for it."""

    token: str
    role: OfficeRole
    name: str
    created: int
    until: int
    office_until: int


class HallSnapshot(Struct, frozen=True, kw_only=True):
    """The rights of a hall at one moment."""

    id: str
    file: str
    secret: str
    """From which the codes of the players are made."""
    audience: Audience
    online: OnlinePlay = OnlinePlay()
    created: int
    url: str
    """The address of the server."""
    offices: tuple[OfficeHolder, ...] = ()
    invitations: tuple[UnusedInvitation, ...] = ()
    generations: dict[int, int] = {}
    calls: tuple[ArbiterCall, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    publication: str = ""
    """The link by which the tournament is published; empty if it is not."""
    published: Audience | None = None
    """What the public copy shows."""
    grants: tuple[KeyGrant, ...] = ()
    """Says of the second computer that its key may follow that of the first."""

    @property
    def digest(self) -> str:
        """By which a second computer says what it has."""
        return sha256(msgspec.json.encode(self)).hexdigest()
