"""Tournaments on a server: who may see them and how, who runs them, calls of the arbiter, announcements, and what goes wrong."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.app.online_play import OnlinePlay
from mostek.app.tournament_roles import OfficeRole
from mostek.tournament.state import Tournament

DAY = 24 * 60 * 60 * 1000
"""A day in milliseconds."""
MOST_HOSTED = 20
"""The largest number of tournaments that one person hosts on a server."""
MOST_OFFICES = 60
"""The largest number of officials and open invitations of a tournament."""
MOST_CALLS = 400
"""The largest number of open calls of a tournament."""
MOST_CALLS_OF_PLAYER = 3
"""The largest number of open calls of one player."""
MOST_ANNOUNCEMENTS = 200
LONGEST_ANNOUNCEMENT = 280


class Visibility(StrEnum):
    """The people who see the public pages of a tournament."""

    PRIVATE = "private"
    """Only officials, and players with their codes."""
    LINK = "link"
    """Everybody who has the address; no list names it, and search engines are asked not to."""
    PUBLIC = "public"


class ShownName(StrEnum):
    """The name of a player on public pages."""

    FULL = "full"
    INITIALS = "initials"
    NUMBER = "number"
    """The starting number alone."""


class Audience(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices of the host about the public pages."""

    visibility: Visibility = Visibility.LINK
    names: ShownName = ShownName.FULL
    minors: ShownName = ShownName.INITIALS
    """For minors whose guardians have not consented to more."""
    calls: bool = True
    """Whether players may call the arbiter from their phones."""


class HostedTournament(Struct, frozen=True, kw_only=True):
    """A tournament that a server shows and runs. Times are milliseconds since 1970."""

    id: str
    """In its addresses."""
    file: str
    """The name of its file."""
    host: str | None
    secret: str
    """From which the codes of the players are made."""
    audience: Audience
    created: int
    online: OnlinePlay = OnlinePlay()


class ArbiterCall(Struct, frozen=True, kw_only=True):
    """A call for the arbiter from a table. Times are milliseconds since 1970."""

    id: str
    number: int
    """The starting number of who calls."""
    division: str
    round: int
    table: int
    reason: str
    at: int
    taken_by: str | None = None
    taken_at: int | None = None
    closed_at: int | None = None


class Announcement(Struct, frozen=True, kw_only=True):
    """An announcement to the hall."""

    id: int
    text: str
    by: str
    at: int


class OfficeInvitation(Struct, frozen=True, kw_only=True):
    """An invitation to an office, without the secret of its link."""

    id: str
    role: OfficeRole
    name: str
    created: int
    until: int
    used: int | None = None


class TournamentNews(Struct, frozen=True, kw_only=True):
    """News of a tournament."""

    hosted: HostedTournament
    before: Tournament
    after: Tournament
    announcements: tuple[Announcement, ...] = ()
    """The new ones, the latest first."""
    calls: tuple[ArbiterCall, ...] = ()
    """The new ones."""


class HostingFault(StrEnum):
    """The reasons to refuse a request about a tournament of a server."""

    UNKNOWN = "unknown"
    NOT_OFFICIAL = "not_official"
    NOT_IN_ROLE = "not_in_role"
    NOT_HOST = "not_host"
    NOT_BY_HAND = "not_by_hand"
    TOO_MANY = "too_many_tournaments"
    TOO_MANY_OFFICIALS = "too_many_officials"
    NAME_TAKEN = "file_name_taken"
    NO_INVITATION = "no_office_invitation"
    INVITATION_OVER = "office_invitation_over"
    INVITATION_USED = "office_invitation_used"
    WRONG_CODE = "wrong_player_code"
    TOO_MANY_CALLS = "too_many_calls"
    CALLS_OFF = "calls_off"
    NO_TABLE = "no_table_now"
    TOO_LARGE = "file_too_large"
    TOO_MANY_ANNOUNCEMENTS = "too_many_announcements"
    GROWN = "tournament_grown"
    OTHER_FILE = "other_file"
    TOO_MANY_PHONES = "too_many_phones"
    TOO_MANY_NAMELESS = "too_many_nameless"
    TOO_MANY_DEVICES = "too_many_devices"
    BAD_PHONE = "bad_phone"
    NO_PUSH = "no_push"
    OVER = "over"
    LAST_DIRECTOR = "last_director"
    NOT_ONLINE = "not_online"
    GAME_GOES_ON = "game_goes_on"
    HAS_RESULT = "table_has_result"


class HostingError(ValueError):
    """A request about a tournament of a server is refused. `sentence` with its `params` is a key of the catalogue."""

    def __init__(self, fault: HostingFault, **params: object) -> None:
        self.fault = fault
        self.sentence = SENTENCES[fault]
        self.params = params
        super().__init__(self.sentence.format(**params))


SENTENCES: Mapping[HostingFault, str] = {
    HostingFault.UNKNOWN: "There is no such tournament on this server.",
    HostingFault.NOT_OFFICIAL: "Only officials of this tournament may do that. Ask its director for an invitation.",
    HostingFault.NOT_IN_ROLE: "Your role in this tournament does not allow that.",
    HostingFault.NOT_HOST: "Only the director may do that.",
    HostingFault.NOT_BY_HAND: "Only an import or a merge writes this. In a terminal: mostek tournament import, or merge",
    HostingFault.TOO_MANY: "You have {most} tournaments on this server; take one away first.",
    HostingFault.TOO_MANY_OFFICIALS: "This tournament has {most} officials and open invitations; withdraw one first.",
    HostingFault.NAME_TAKEN: "Another tournament of this server has this file name: {name}.",
    HostingFault.NO_INVITATION: "There is no such invitation. Ask the director for a new one.",
    HostingFault.INVITATION_OVER: "This invitation has expired. Ask the director for a new one.",
    HostingFault.INVITATION_USED: "Another person has used this invitation. Ask the director for a new one.",
    HostingFault.WRONG_CODE: "This code is not right, or it was withdrawn. Ask the desk for your code.",
    HostingFault.TOO_MANY_CALLS: "You have called already; the arbiter will come.",
    HostingFault.CALLS_OFF: "In this tournament call the arbiter by raising your hand.",
    HostingFault.NO_TABLE: "You have no table in this round.",
    HostingFault.TOO_LARGE: "The file is larger than {megabytes} MB. Run this tournament at your own computer.",
    HostingFault.GROWN: (
        "This server has no more room for this tournament. Close it, or take its file and go on at your own computer."
    ),
    HostingFault.TOO_MANY_ANNOUNCEMENTS: "There are {most} announcements; withdraw old ones first.",
    HostingFault.OTHER_FILE: "This is the file of another tournament.",
    HostingFault.NOT_ONLINE: "Your table of this round is not played here.",
    HostingFault.GAME_GOES_ON: "The game of this table goes on; it is not opened again.",
    HostingFault.HAS_RESULT: "This table has a result. Take it back first, then the game can be opened again.",
    HostingFault.TOO_MANY_PHONES: "This tournament sends messages to as many browsers as it can.",
    HostingFault.TOO_MANY_NAMELESS: (
        "From your network as many browsers without a name follow this tournament as may. Enter a name on this server first."
    ),
    HostingFault.TOO_MANY_DEVICES: "You have messages on {most} devices already; switch one off first.",
    HostingFault.BAD_PHONE: "Your browser names a push service that this server does not use.",
    HostingFault.NO_PUSH: "This server sends no messages to phones.",
    HostingFault.OVER: "The tournament is over; there will be no more messages.",
    HostingFault.LAST_DIRECTOR: "A tournament needs a director; name another one first.",
}
"""Fault → message to the person."""
