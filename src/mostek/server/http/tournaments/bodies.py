"""The bodies of requests and answers about tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from msgspec import Meta, Struct

from mostek.app.hosted_tournaments import LONGEST_ANNOUNCEMENT, Announcement, ArbiterCall, Audience, OfficeInvitation
from mostek.app.lobby import TableStatus
from mostek.app.online_play import OnlinePlay
from mostek.app.tournament_cards import CardChanges, HallTime, RoundTableCard
from mostek.app.tournament_roles import Office, OfficeRole
from mostek.lexicon import DEFAULT
from mostek.messages.tournament_forfeits import ReckonedStep
from mostek.server.http.bodies import Body
from mostek.tournament.limits import LONGEST_NAME, Score

EventName = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
CommandKey = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_-]+\Z")]
"""A name that the sender gives a request, so that one that is sent again is carried out once."""


class NewTournament(Body, frozen=True, kw_only=True):
    """A tournament to be founded on this server."""

    name: EventName
    template: str = "pfs"
    starts_on: date
    ends_on: date | None = None
    city: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    organisers: Annotated[tuple[EventName, ...], Meta(max_length=20)] = ()
    arbiter: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    settings: Mapping[str, Any] = {}
    seed: Annotated[str, Meta(max_length=100)] = ""
    """What all lots come from; drawn by the server if it is empty."""


class TournamentSummary(Struct, frozen=True, kw_only=True):
    """A tournament in a list."""

    id: str
    url: str
    name: str
    city: str
    starts_on: date | None
    role: OfficeRole | None
    """My office in it."""
    entrants: int
    round: int
    """The round that was paired last."""
    rounds: int
    is_closed: bool
    fault: str | None = None
    """Why its file cannot be read."""


class TemplateOffered(Struct, frozen=True):
    """A template from which the settings of a new tournament come."""

    name: str
    title: str


class TournamentList(Struct, frozen=True):
    """Tournaments, and what a new one can be made from."""

    tournaments: tuple[TournamentSummary, ...]
    templates: tuple[TemplateOffered, ...]


class TournamentPage(Struct, frozen=True, kw_only=True):
    """A tournament as its viewer may see it, whole."""

    id: str
    url: str
    role: OfficeRole | None
    by: str | None
    """The name by which the log knows the viewer."""
    n: int
    """The number of steps, which a command names as seen."""
    at: HallTime
    """The time in the hall, for clocks of pages whose device is wrong."""
    now: int
    """The same moment in milliseconds since 1970, for moments that are told so: calls and announcements."""
    mark: str
    """The last update of the feed that is in it."""
    head: str
    """The first digits of the hash of the log; documents have the same."""
    whole: CardChanges
    announcements: tuple[Announcement, ...]
    calls: tuple[ArbiterCall, ...] | None = None
    """For who rules."""
    audience: Audience | None = None
    """For the director."""
    copied_at: int | None = None
    """Of a copy for reading: when it last had everything, in milliseconds since 1970."""
    moved: str | None = None
    """The address at which the tournament goes on; nothing more is written here then."""
    online: OnlinePlay | None = None
    """For the director: which tables are played on the server."""
    notes: tuple[str, ...] = ()
    """Of a file of another program that was just put here: what it says besides, and the figures that differ."""


class GivenCommands(Body, frozen=True, kw_only=True):
    """GivenCommands, which are carried out all or none."""

    seen: Annotated[int, Meta(ge=0)]
    """The number of steps that their author has seen."""
    commands: Annotated[tuple[dict[str, Any], ...], Meta(min_length=1, max_length=500)]
    """As `mostek tournament run --schema` describes them. The server adds the time and who gives them."""
    preview: bool = False
    """Whether only the consequences are asked for."""


class Happened(Struct, frozen=True, kw_only=True):
    """The consequences of commands."""

    n: int
    events: tuple[Any, ...]
    messages: tuple[str, ...]
    """The events in sentences."""
    warnings: tuple[str, ...] = ()
    consequences: Any = None
    """For a preview: which places, forfeits and teams change, and rounds whose pairings rest on other standings now."""
    changes: tuple[str, ...] = ()
    """The same in sentences."""
    reckoned: tuple[ReckonedStep, ...] = ()
    """For a preview: how N of each forfeit comes about, step by step, each with its clause (PFS-7.2)."""
    next: tuple[NextAdvice, ...] = ()
    again: bool = False
    """Whether the commands were carried out before, when they were sent for the first time."""


class NextAdvice(Struct, frozen=True, kw_only=True):
    """The next step for officials."""

    stage: str
    division: str
    round: int
    tables: tuple[int, ...]
    numbers: tuple[int, ...]
    message: str


class NotCarriedOut(Struct, frozen=True, kw_only=True):
    """The reason why commands were not carried out. It begins like every problem answer."""

    status: int
    code: str
    """`refused`, `overtaken` or `not_own`."""
    detail: str
    n: int
    index: int = 0
    """Which of the commands, from 0."""
    reason: str = ""
    clause: str = ""
    setting: str = ""
    grounds: tuple[str, ...] = ()
    remedy: str = ""
    since: tuple[SinceThen, ...] = ()
    """What has happened since the author looked, on which the command rests."""


class SinceThen(Struct, frozen=True):
    """A step of another person, in words."""

    n: int
    by: str
    messages: tuple[str, ...]


class OfficeCard(Struct, frozen=True, kw_only=True):
    """An official."""

    person: str
    name: str
    role: OfficeRole
    until: int
    me: bool


class Officials(Struct, frozen=True, kw_only=True):
    """The officials of a tournament, and the open invitations."""

    officials: tuple[OfficeCard, ...]
    invitations: tuple[OfficeInvitation, ...]


class InviteOfficial(Body, frozen=True, kw_only=True):
    """An invitation to an office, for one person."""

    role: OfficeRole
    name: Annotated[str, Meta(max_length=40)] = ""
    """For whom it is; the log names them so. Without it they say it themselves."""
    hours: Annotated[int, Meta(ge=1, le=24 * 30)] = 48
    """For how long the link can be used."""
    office_hours: Annotated[int, Meta(ge=1, le=24 * 366)] = 24 * 14
    """For how long the office lasts."""
    email: Annotated[str, Meta(max_length=254)] = ""
    """Where the link is sent, if the server sends e-mail; the address is not stored."""


class OfficialInvited(Struct, frozen=True, kw_only=True):
    """The link of an invitation."""

    url: str
    token: str
    invitation: OfficeInvitation
    mailed: bool = False
    """Whether the mail server has taken the link."""
    fault: str | None = None
    """Why it has not; the link works all the same."""


class OfficeOffered(Struct, frozen=True, kw_only=True):
    """An invitation, before it is accepted."""

    tournament: str
    name: str
    """Of the tournament."""
    role: OfficeRole
    called: str
    """For whom it is."""


class AcceptOffice(Body, frozen=True, kw_only=True):
    """An invitation is accepted."""

    name: Annotated[str, Meta(max_length=40)] = ""
    """How the log shall name me, if the invitation does not say it."""


class OfficeTaken(Struct, frozen=True, kw_only=True):
    """The office that an invitation has given."""

    tournament: str
    url: str
    office: Office


class CodeCard(Struct, frozen=True, kw_only=True):
    """The codes of a player."""

    number: int
    name: str
    code: str
    short: str
    url: str


class PlayerCodes(Struct, frozen=True):
    """The codes of all players."""

    codes: tuple[CodeCard, ...]


class TypedCode(Body, frozen=True, kw_only=True):
    """A short code that a player types."""

    number: Annotated[int, Meta(ge=1, le=100_000)]
    short: Annotated[str, Meta(min_length=1, max_length=20)]


class FoundCode(Struct, frozen=True):
    """The address of the player's page."""

    code: str
    url: str


class PlayerPage(Struct, frozen=True, kw_only=True):
    """The page of a player: the public part, and what concerns the player's own table."""

    page: TournamentPage
    number: int
    name: str
    mine: RoundTableCard | None
    """The own table of the current round, with what was reported at it."""
    calls: tuple[ArbiterCall, ...]
    """The own open calls."""
    may_call: bool


class SeatOpened(Struct, frozen=True, kw_only=True):
    """The own seat at a table of the server."""

    game: str
    """The name of the table in the lobby."""
    url: str


class OnlineGameCard(Struct, frozen=True, kw_only=True):
    """The game of a table that is played on the server."""

    division: str
    round: int
    table: int
    players: tuple[int, ...]
    game: str
    url: str
    status: TableStatus
    missing: tuple[int, ...]
    """The starting numbers of who has not opened the own seat yet."""
    scores: tuple[int, ...] | None
    differs: bool
    """Whether the desk has another result than the game."""
    awaits_arbiter: bool
    """Whether the game is over and only the arbiter can say what its end means for the table."""
    arbiters: tuple[str, ...] | None
    """The names of those who decide at this table; `None` where the rulebook has no arbiter."""
    playing_officials: tuple[int, ...]
    """The starting numbers of players who are officials as well, and decide at other tables (PFS-4.4.2d)."""


class OnlineGames(Struct, frozen=True, kw_only=True):
    """The games of a tournament."""

    games: tuple[OnlineGameCard, ...]
    fault: str | None
    """Why a game could not be opened or a result not be entered, the last time."""


class PairingReasons(Struct, frozen=True, kw_only=True):
    """The reasons for the table of a player, in sentences; other people are called as the public pages call them."""

    round: int
    summary: tuple[str, ...]
    """What the system does."""
    table: tuple[str, ...]
    """What it means for the own table, or the bye; empty where it cannot be worked out, or for a table that was added."""


class ReportedResult(Body, frozen=True, kw_only=True):
    """A player reports the result of the own table. It can be sent again."""

    id: CommandKey
    round: Annotated[int, Meta(ge=1, le=1000)]
    points: Annotated[tuple[Score, ...], Meta(min_length=1, max_length=4)]
    """The own ones, then those of the others in the order of the table; at a table of three or four perhaps the own alone."""
    last_words: Annotated[tuple[Score, ...], Meta(max_length=4)] = ()
    """In the same order, where they decide between equal points (S13)."""


class PlayerCall(Body, frozen=True, kw_only=True):
    """A player calls the arbiter to the own table. It can be sent again."""

    id: CommandKey
    reason: Annotated[str, Meta(max_length=200)] = ""


class OpenCalls(Struct, frozen=True):
    """Open calls of the arbiter."""

    calls: tuple[ArbiterCall, ...]


class ChallengedWords(Body, frozen=True, kw_only=True):
    """Words that are challenged, as they lie on the board (PFS-4.7.9b)."""

    words: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=15)], ...], Meta(min_length=1, max_length=8)]
    lexicon: Annotated[str, Meta(max_length=80)] = DEFAULT


class JointVerdict(Struct, frozen=True, kw_only=True):
    """One verdict on all words; which of them is wrong, nobody learns (PFS-4.7.11)."""

    valid: bool
    words: tuple[str, ...]
    lexicon: str
    """Name and edition of the list that has judged, which the page never leaves out."""


class Announce(Body, frozen=True, kw_only=True):
    """An announcement to the hall."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_ANNOUNCEMENT)]


class AllAnnouncements(Struct, frozen=True):
    """All announcements, the latest first."""

    announcements: tuple[Announcement, ...]
