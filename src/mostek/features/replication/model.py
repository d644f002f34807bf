"""Copies of a tournament's log on other computers: what is sent, and what a copy answers.

The log travels in pieces, as it stands in the file. A piece has three parts:

    <key> <signature>
    {"format":1,"after":"9c1e…","steps":410,"lines":18231,…}
    the lines of the log, then lines of the journal

The signature is that of the sending desk over everything after the first line, for one link alone. `after` is the hash of the
last line that the copy has; a copy takes only what continues it.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from mostek.app.hosted_tournaments import Announcement, ArbiterCall, Audience
from mostek.app.log_copies import CopyError, CopyFault
from mostek.app.online_play import OnlinePlay
from mostek.app.online_rounds import OnlineGame
from mostek.app.seals import Hex32, Hex64
from mostek.app.signatures import Signer, is_signed
from mostek.app.tournament_roles import OfficeRole
from mostek.core.errors import SentenceError
from mostek.tournament.limits import LARGEST_LOG

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


_HEX = 12
"""The hexadecimal digits of a hash in a mark."""
MOST_GAMES = 5_000
"""The most games of a tournament that a second computer follows: 300 players and 33 rounds."""
GameMarks = Annotated[
    dict[Annotated[str, Meta(max_length=20)], Annotated[str, Meta(max_length=40)]], Meta(max_length=MOST_GAMES)
]
"""By which a second computer says what it has of each game: the number of its events, the last of them, and the rest."""


class CopiedEvent(Struct, frozen=True, array_like=True):
    """A row of the log of a game, as it is stored. Times are milliseconds since 1970."""

    version: int
    at: int
    asked: bytes | None
    token: str | None
    line: bytes


class CopiedSeat(Struct, frozen=True, array_like=True):
    """A seat of a table."""

    seat: int
    person: str | None
    name: str
    ready: int | None
    commitment: str | None
    share: str | None


class CopiedPerson(Struct, frozen=True, array_like=True):
    """A player with the sessions of the own devices, so that these keep the seat after the change."""

    id: str
    called: str
    language: str
    sessions: tuple[str, ...]
    """SHA-256 of the tokens; a token cannot be found from them."""


class CopiedName(Struct, frozen=True, array_like=True):
    """A name for which the log has a commitment."""

    seat: int
    person: str | None
    name: str
    salt: str


class CopiedHead(Struct, frozen=True, array_like=True):
    """A head that the first computer has signed; it has no seat, or that of the page that has countersigned."""

    seat: int | None
    lines: int
    seal: str
    key: str
    signature: str


class GameCopy(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game of a table, or the part that a second computer lacks."""

    online: OnlineGame
    proposal: bytes
    status: str
    created: int
    begun: int | None = None
    ended: int | None = None
    header: bytes | None = None
    """The first line of the log; it holds the secret seed."""
    result: bytes | None = None
    secret: str | None = None
    awaited: int | None = None
    seats: tuple[CopiedSeat, ...] = ()
    people: tuple[CopiedPerson, ...] = ()
    names: tuple[CopiedName, ...] = ()
    heads: tuple[CopiedHead, ...] = ()
    after: int = 0
    """The number of events before those that are here."""
    events: tuple[CopiedEvent, ...] = ()

    @property
    def version(self) -> int:
        """The number of events with those that are here."""
        return self.after + len(self.events)

    @property
    def beside(self) -> str:
        """A short hash of everything but the events."""
        return _short(msgspec.json.encode(msgspec.structs.replace(self, after=0, events=())))


def joined_game(have: GameCopy | None, more: GameCopy) -> GameCopy | None:
    """The whole game after what a question has brought; `None` if that does not continue what is here."""
    if more.after == 0:
        return more
    if have is None or more.after != have.version:
        return None
    return msgspec.structs.replace(more, after=0, events=(*have.events, *more.events))


def mark_of(copy: GameCopy, last: bytes | None = None) -> str:
    """The mark of a whole game.

    Args:
        copy: the game.
        last: the line of its last event, where the copy has no events.

    Returns:
        The mark.
    """
    line = copy.events[-1].line if copy.events else last
    return f"{copy.version}.{event_mark(line)}.{copy.beside}"


def event_mark(line: bytes | None) -> str:
    """A short hash of an event."""
    return "" if line is None else _short(line)


def has_version(mark: str) -> tuple[int, str]:
    """The number of events that a mark names, and the hash of the last one; none for what is no mark."""
    number, _, rest = mark.partition(".")
    return (int(number), rest.partition(".")[0]) if number.isascii() and number.isdigit() else (0, "")


def versions_of(marks: Mapping[str, str]) -> dict[str, int]:
    """The number of events of each game."""
    return {game: has_version(mark)[0] for game, mark in marks.items()}


def _short(data: bytes) -> str:
    return sha256(data).hexdigest()[:_HEX]


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


FORMAT = 1
"""The version of a piece; what an earlier mostek could not read raises it."""


LARGEST_PIECE = LARGEST_LOG + 2**20
"""The most bytes of a piece: a list of people is sent whole."""


USUAL_PIECE = 256 * 1024
"""The bytes at which a piece ends, unless a list of people is larger."""


_LARGEST_HEADER = 2**20


class ShownCopy(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The needs of a public copy beside the log: the choices of the director, and the announcements to the hall."""

    id: Annotated[str, Meta(pattern=r"^[23456789abcdefghjkmnpqrstuvwxyz]{0,20}\Z")] = ""
    """The id in the hall, so that the codes of the players name this copy, too; empty for a file without a server."""
    audience: Audience = Audience()
    announcements: Annotated[tuple[Announcement, ...], Meta(max_length=200)] = ()
    codes: Annotated[dict[str, Hex32], Meta(max_length=10_000)] = {}
    """Starting number → SHA-256 of the player's code: a code can be recognised, but none can be made from it."""


class PieceHeader(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The second line of a piece."""

    format: int = FORMAT
    after: str = ""
    """The hash of the last line that the copy has; empty for the beginning."""
    steps: Annotated[int, Meta(ge=0)] = 0
    """The number of steps before the piece."""
    lines: Annotated[int, Meta(ge=0)] = 0
    """The bytes of the lines of the log."""
    journal_at: Annotated[int, Meta(ge=0)] = 0
    """Where in the journal the lines of the journal belong."""
    is_end: bool = False
    """Whether the hall has nothing more now."""
    shown: ShownCopy | None = None
    grants: Annotated[tuple[KeyGrant, ...], Meta(max_length=MOST_GRANTS)] = ()
    hall: HallSnapshot | None = None
    """The rights of the hall, for a second computer, where they have changed."""
    games: Annotated[tuple[GameCopy, ...], Meta(max_length=MOST_GAMES)] = ()
    """For a second computer alone: what it lacks of the games of rounds online."""
    untied: Annotated[tuple[str, ...], Meta(max_length=MOST_GAMES)] = ()
    """Games that it has and that are no games of the tournament any more."""
    more_games: bool = False
    """Whether it lacks more of the games than came with this piece."""
    replaces: bool = False
    """Whether this is the whole of a merge that has taken the copy in."""


class LogPiece(Struct, frozen=True):
    """A part of a log, as it stands in the file."""

    header: PieceHeader
    lines: bytes
    journal: bytes
    key: str

    @property
    def is_replacement(self) -> bool:
        """Whether it is a whole merge, which is to take the place of the copy."""
        return self.header.replaces and not self.header.after


class JournalEnd(Struct, frozen=True):
    """The end of a copy's journal."""

    size: int = 0
    digest: str = sha256().hexdigest()


class CopyReceipt(Struct, frozen=True, kw_only=True):
    """The contents of a copy: the answer to each piece."""

    name: str = ""
    """The name of the tournament; empty before anything was published."""
    url: str = ""
    """The public page."""
    steps: int = 0
    head: str = ""
    journal: JournalEnd | None = None
    at: int = 0
    """When the copy last had everything, in milliseconds since 1970."""


LONGEST_WAIT = 10.0
"""The seconds for which the question of a second computer waits for news."""


class FollowHall(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A second computer says what is on its disk, and asks for what comes next."""

    key: Hex32
    head: Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?\Z")] = ""
    journal: JournalEnd | None = None
    hall: Annotated[str, Meta(max_length=64)] = ""
    """The digest of the rights that it has."""
    games: GameMarks | None = None
    """What it has of the games of rounds online; `None` from a mostek that does not follow them."""
    wait: Annotated[float, Meta(ge=0, le=LONGEST_WAIT)] = 0.0


class TakeHallOver(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A second computer takes over."""

    key: Hex32
    head: Hex32
    """The last line that it has."""
    steps: Annotated[int, Meta(ge=1)]
    url: Annotated[str, Meta(pattern=r"^https?://[^ ]{1,300}\Z")]
    """The page of the tournament there."""
    games: GameMarks | None = None
    """What it has of the games of rounds online."""
    has_gone_on: bool = False
    """Whether it went on already, when this server could not be reached: then it is told, and lines that it lacks are merged."""


class HallTakenOver(Struct, frozen=True, kw_only=True):
    """The tournament goes on at the second computer; nothing is written here any more."""

    steps: int
    head: str
    """The last line of the file here: another one than was named if both went on."""


def linked(link: str) -> str:
    """The name of a link in a signature."""
    return sha256(f"mostek link\n{link}".encode()).hexdigest()


def encode_piece(piece: PieceHeader, lines: bytes, journal: bytes, signer: Signer, token: str) -> bytes:
    """A piece as it is sent, signed for the link with this token."""
    rest = msgspec.json.encode(piece) + b"\n" + lines + journal
    return f"{signer.public} {signer.sign(_piece_statement(token, rest))}\n".encode() + rest


def decode_piece(data: bytes, token: str) -> LogPiece:
    """Read a piece that came by a link. Raises `CopyError`, `NoSignaturesError`."""
    first, _, rest = data.partition(b"\n")
    key, _, signature = first.decode("ascii", "replace").partition(" ")
    if len(key) != 64 or len(signature) != 128:
        raise CopyError(CopyFault.UNREADABLE, why=SentenceError("it is damaged, and no complete JSON"))
    head, _, body = rest[: _LARGEST_HEADER + 1].partition(b"\n")
    try:
        version = msgspec.json.decode(head, type=_Version).format
        if version > FORMAT:
            raise CopyError(CopyFault.FUTURE, format=version, known=FORMAT)
        header = msgspec.json.decode(head, type=PieceHeader)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise CopyError(CopyFault.UNREADABLE, why=SentenceError("it is damaged, and no complete JSON")) from None
    body = rest[len(head) + 1 :]
    if not is_signed(key, _piece_statement(token, rest), signature):
        raise CopyError(CopyFault.SIGNATURE)
    return LogPiece(header, body[: header.lines], body[header.lines :], key)


class _Version(Struct):
    format: int = FORMAT


def _piece_statement(token: str, rest: bytes) -> bytes:
    return f"mostek piece\n{linked(token)}\n{sha256(rest).hexdigest()}".encode()
