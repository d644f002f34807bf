"""What requests and answers are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from mostek.app.tables import Proposal, TableStatus
from mostek.core.players import Role

SeatNumber = Annotated[int, Meta(ge=1, le=4)]
Language = Literal["pl", "en"]
InvitedRole = Literal["player", "spectator", "recorder", "assistant", "arbiter"]
Millis = Annotated[int, Meta(ge=0)]
"""Milliseconds, since 1970 where it is a moment."""


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """Common base of request bodies: an unknown field is an error."""


class Nothing(Body, frozen=True):
    """A request with nothing to say."""


class NewGuest(Body, frozen=True):
    """The name of a person: 1 to 40 visible characters."""

    name: str


class Changes(Body, frozen=True):
    """Another name, another language; `null` changes nothing."""

    name: str | None = None
    language: Language | None = None


class Credentials(Body, frozen=True):
    """Login and password: 3 to 40 letters, digits, dots, hyphens, underscores; 10 to 1000 characters."""

    login: str
    password: str


class SitDown(Body, frozen=True):
    """The seat that a person wants; `null` is any seat."""

    seat: SeatNumber | None = None


class PutBot(Body, frozen=True):
    """Which bot is to sit where; `null` is anywhere."""

    bot: str
    seat: SeatNumber | None = None


class Invite(Body, frozen=True):
    """The role of an invited person; "arbiter" is the authority that the table's rulebook names."""

    role: InvitedRole


class PersonDetails(Struct, frozen=True):
    """A person as they see themselves; a guest has no login."""

    id: str
    name: str
    login: str | None


class Me(Struct, frozen=True):
    """Who asks, and in which language they are answered."""

    person: PersonDetails | None
    language: Language


class SeatCard(Struct, frozen=True):
    """A seat; neither name nor bot: it is free."""

    seat: SeatNumber
    name: str | None
    bot: str | None
    me: bool


class OfficialCard(Struct, frozen=True):
    """An official of the table, who may see more than a spectator: the players are to know of them."""

    role: Role
    name: str


class TableCard(Struct, frozen=True):
    """A table as the lobby shows it to a person."""

    id: str
    proposal: Proposal
    status: TableStatus
    created: Millis
    seats: tuple[SeatCard, ...]
    officials: tuple[OfficialCard, ...]
    mine: SeatNumber | Role | None
    """The asker's seat or office here."""
    host: bool
    """Whether the asker has opened it."""
    url: str
    scores: tuple[int, ...] | None
    winners: tuple[SeatNumber, ...] | None
    rematch: str | None
    """The table at which these people play again."""
    commitment: str | None
    """What was published of the seed before the first draw."""


class Tables(Struct, frozen=True):
    """The tables of the lobby, the newest first."""

    tables: tuple[TableCard, ...]


class Invitation(Struct, frozen=True):
    """An invitation: who has the address may come."""

    url: str
    token: str


class InvitationDetails(Struct, frozen=True):
    """What an invitation is to, before it is taken up."""

    role: Role
    """The role that the invited person would get."""
    host: str | None
    """The name of who has opened the table; `null` if they were forgotten."""
    table: TableCard


class RulebookOffered(Struct, frozen=True):
    """A rulebook that can be played by. `millis` is its time, where it does not leave it to the event.

    `roles` are those of `Invite` that it knows, each with what it is called there: its arbiter may be a teacher or a jury.
    `tracking` says whether tiles are crossed out by hand only, as the federation's players do it (PFS-4.11.2, S65).
    """

    name: str
    title: str
    seats: tuple[int, int]
    clock: Literal["none", "per_turn", "per_game"]
    millis: int | None
    roles: Mapping[InvitedRole, Role]
    tracking: Literal["manual", "free"]


class LexiconOffered(Struct, frozen=True):
    """A lexicon that can judge."""

    name: str
    edition: str
    words: int


class BotOffered(Struct, frozen=True):
    """A bot that can be played with; the weakest comes first. `about` is a line on how it plays."""

    name: str
    title: str
    about: str


class Catalogue(Struct, frozen=True):
    """What can be chosen for a table."""

    rulebooks: tuple[RulebookOffered, ...]
    lexica: tuple[LexiconOffered, ...]
    bots: tuple[BotOffered, ...]
    usual_bot: str
    """The name of the bot that plays by default."""
    passkeys: bool
    """Whether accounts may have passkeys here."""
    version: str


class ClauseDetails(Struct, frozen=True):
    """A clause in the asker's language, and the document that it is of."""

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


class LayoutDetails(Struct, frozen=True):
    """A board: its size, where the first word lies, and its premium squares by name."""

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


class GameProof(Struct, frozen=True):
    """The proof of a random draw: `verified` is `null` while the seed is secret."""

    commitment: str | None
    seed: str | None
    verified: bool | None


class Health(Struct, frozen=True):
    """The server runs and its database can be read."""

    status: Literal["ok"]
