"""The bodies of HTTP requests and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from mostek.app.invitation_terms import MOST_HOURS, MOST_USES, USUAL_HOURS
from mostek.app.lobby import Proposal, TableStatus
from mostek.app.seals import Hex32
from mostek.core.players import Role

SeatNumber = Annotated[int, Meta(ge=1, le=4)]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2,3}\Z")]
"""The code of a language that the catalogue lists."""
InvitedRole = Literal["player", "spectator", "recorder", "assistant", "arbiter"]
Millis = Annotated[int, Meta(ge=0)]
"""Milliseconds, since 1970 where it is a moment."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Common base of request bodies: an unknown field is an error."""


class Nothing(Body, frozen=True):
    """An empty request."""


class SitDown(Body, frozen=True):
    """The requested seat; `null` is any seat. `others` are the names of people who play on the same device.

    They take the next free seats: at a real board only, and only the host brings them.
    """

    seat: SeatNumber | None = None
    others: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    commitment: Hex32 | None = None
    """The SHA-256 of the share of the seed that this page will give: of its 64 digits."""


class SayReady(Body, frozen=True):
    """A person is ready. A page that gives a share of the seed commits itself to it by its SHA-256.

    With `anew` all players confirm again, and all shares are thrown away, because the page that was committed has gone.
    """

    commitment: Hex32 | None = None
    anew: bool = False


class GiveShare(Body, frozen=True):
    """The share of the seed to which this page is committed: 32 random bytes."""

    share: Hex32


class Join(Body, frozen=True):
    """An invitation or a rematch is accepted, with the commitment to the share of the seed that this page will give."""

    commitment: Hex32 | None = None


class PutBot(Body, frozen=True):
    """The bot and its seat; `null` is any seat."""

    bot: str
    seat: SeatNumber | None = None


class Invite(Body, frozen=True):
    """The role of an invited person; "arbiter" is the authority that the table's rulebook names.

    An invitation is for one person and for seven days, unless its host says otherwise.
    """

    role: InvitedRole
    uses: Annotated[int, Meta(ge=1, le=MOST_USES)] = 1
    """For how many people it is. To look on is not counted."""
    hours: Annotated[int, Meta(ge=1, le=MOST_HOURS)] = USUAL_HOURS


class PersonDetails(Struct, frozen=True):
    """A person's own details; a guest has no login."""

    id: str
    name: str
    login: str | None


class Me(Struct, frozen=True):
    """The person who sends the request, and the language of the answers."""

    person: PersonDetails | None
    language: Language


class SeatCard(Struct, frozen=True):
    """A seat; it is free without a name and a bot."""

    seat: SeatNumber
    name: str | None
    bot: str | None
    me: bool
    ready: bool | None = None
    """Whether the person is ready; `null` unless the game waits for people to say so."""
    may_free: bool = False
    """Whether the requesting person may free the seat, because its player has not been ready for a minute."""
    commitment: Hex32 | None = None
    """The commitment to the share of the seed that the player's page gives, while the table is open."""
    share_due: bool = False
    """Whether the game waits for that share."""


class SeedCard(Struct, frozen=True):
    """The part of the server in the seed of a game that has not begun."""

    commitment: Hex32
    """The commitment to the server's share, fixed before any page gives one."""
    final: bool
    """Whether all commitments are there, so that no other can follow."""


class OfficialCard(Struct, frozen=True):
    """An official of the table, shown to the players because officials may see more than spectators."""

    role: Role
    name: str
    sees_racks: bool
    asks: bool
    """Whether the person came during the game and waits for the consent of all players."""


class TableCard(Struct, frozen=True):
    """A table as the lobby shows it to a person."""

    id: str
    proposal: Proposal
    status: TableStatus
    created: Millis
    seats: tuple[SeatCard, ...]
    officials: tuple[OfficialCard, ...]
    mine: SeatNumber | Role | None
    """The seat or role of the requesting person."""
    host: bool
    """Whether the requesting person has opened the table."""
    url: str
    scores: tuple[int, ...] | None
    on_turn: SeatNumber | None
    """The player on turn, as far as the requesting person may know."""
    takes_bots: bool
    """Whether a bot can have a free seat."""
    winners: tuple[SeatNumber, ...] | None
    rematch: str | None
    """The table of the rematch."""
    commitment: str | None
    """The commitment to the seed, published before the first draw."""
    seed: SeedCard | None
    """What pages need to give their shares of the seed; `null` where they give none."""
    closes: Millis | None
    """The moment at which an open table closes by itself; of a game in which nothing happens any more, from a day before."""


class Tables(Struct, frozen=True):
    """The tables of the lobby, newest first."""

    tables: tuple[TableCard, ...]


class OpenInvitation(Struct, frozen=True):
    """An invitation that somebody can still use, as the host sees it: its address was shown when it was made, and never again."""

    id: str
    role: Role
    created: Millis
    uses: int | None
    """For how many people it is; `null` for any number."""
    used: int
    until: Millis | None
    """The moment at which it expires; `null` for one of an earlier mostek."""


class OpenInvitations(Struct, frozen=True):
    """The open invitations to a table, the newest first."""

    invitations: tuple[OpenInvitation, ...]


class Invitation(Struct, frozen=True):
    """A new invitation with its address, which opens the table to whoever has it while the invitation is valid."""

    url: str
    token: str
    given: OpenInvitation


class InvitationDetails(Struct, frozen=True):
    """The table and role of an invitation, before it is accepted."""

    role: Role
    """The role that the invited person would get."""
    host: str | None
    """The name of the person who opened the table; `null` if their data was erased."""
    table: TableCard
    until: Millis | None
    """The moment at which the invitation expires; `null` for one of an earlier mostek."""
    asks: bool
    """Whether the game goes on already, so that an official waits for the consent of all players."""


class RulebookOffered(Struct, frozen=True):
    """A rulebook that can be played by, with a line on how it is played; the most general comes first.

    `millis` is its time, where it does not leave it to the event. `checkable`: words may be checked automatically.

    `roles` are those of `Invite` that it knows, each with what it is called there: its arbiter may be a teacher or a jury.
    `tracking` says whether tiles are crossed out by hand only, as the federation's players do it (PFS-4.11.2, S65).
    """

    name: str
    title: str
    about: str
    seats: tuple[int, int]
    clock: Literal["none", "per_turn", "per_game"]
    millis: int | None
    roles: Mapping[InvitedRole, Role]
    tracking: Literal["manual", "free"]
    checkable: bool


class LexiconOffered(Struct, frozen=True):
    """A lexicon that can judge. `title` is what it is called in the asker's language."""

    name: str
    edition: str
    title: str
    words: int


class BotOffered(Struct, frozen=True):
    """A bot that a table can choose; the weakest comes first. `about` is a line of description."""

    name: str
    title: str
    about: str


class LanguageOffered(Struct, frozen=True):
    """A language of mostek."""

    code: Language
    name: str
    """What it calls itself."""


class Catalogue(Struct, frozen=True):
    """The choices for a table: rulebooks, lexica, bots, languages."""

    rulebooks: tuple[RulebookOffered, ...]
    lexica: tuple[LexiconOffered, ...]
    bots: tuple[BotOffered, ...]
    usual_bot: str
    """The bot for people who have chosen none; a gentle one."""
    passkeys: bool
    """Whether the server supports passkeys."""
    version: str
    languages: tuple[LanguageOffered, ...]
    """The default first."""


class ClauseDetails(Struct, frozen=True):
    """A clause in the language of the request, with its document."""

    id: str
    wording: str
    document: str


class ClauseListed(Struct, frozen=True):
    """A clause of a rulebook."""

    id: str
    section: str
    wording: str


class RulebookDetails(Struct, frozen=True):
    """A rulebook with all its clauses, in the order of the document."""

    name: str
    title: str
    edition: str
    clauses: tuple[ClauseListed, ...]


class ReadingChoice(Struct, frozen=True):
    """A possible answer to an open question of a rulebook."""

    value: str | bool
    words: str


class ReadingOffered(Struct, frozen=True):
    """An open question of a rulebook that an event may answer otherwise, by the path of its value in `changes`."""

    path: str
    asks: str
    reason: str
    clause: str
    value: str | bool
    """The answer of the rulebook."""
    choices: tuple[ReadingChoice, ...]


class Readings(Struct, frozen=True):
    """The open questions of a rulebook."""

    readings: tuple[ReadingOffered, ...]


class LayoutDetails(Struct, frozen=True):
    """A board: its size, its start square, and its premium squares by name."""

    name: str
    size: int
    start: str
    premiums: Mapping[str, Literal["double_letter", "triple_letter", "double_word", "triple_word"]]


class TileDetails(Struct, frozen=True):
    """A kind of tile; `?` is the blank."""

    letter: str
    value: int
    count: int


class TileSetDetails(Struct, frozen=True):
    """A set of tiles in alphabet order, the blank last."""

    name: str
    tiles: tuple[TileDetails, ...]


class ProofLine(Struct, frozen=True):
    """One check of a finished game, with its sentence in the language of the request."""

    check: str
    outcome: Literal["holds", "fails", "open"]
    message: str


class GameProof(Struct, frozen=True):
    """The proof of a game: `verified` is `null` while the seed is secret, and where nothing is drawn from one."""

    commitment: str | None
    seed: str | None
    verified: bool | None
    checks: tuple[ProofLine, ...] = ()
    """What `mostek verify` finds in the file of the game."""


class ServerKey(Struct, frozen=True):
    """The public key of the server, Ed25519 in 64 hexadecimal digits; `null` if it signs nothing."""

    key: str | None


class HealthWarning(Struct, frozen=True):
    """A matter for the operator of the server."""

    code: str
    """The kind, for programs."""
    detail: str
    """A sentence in the language of the request."""
    remedy: str
    """The next step."""


class Readiness(Struct, frozen=True):
    """Whether people can be sent to the server, otherwise the reasons."""

    status: Literal["ready", "not_ready"]
    reasons: tuple[HealthWarning, ...]


class Health(Struct, frozen=True):
    """The server runs and its database can be read."""

    status: Literal["ok"]
    opening: int
    """The number of games in progress that are still to be opened after a start."""
    warnings: tuple[HealthWarning, ...]
