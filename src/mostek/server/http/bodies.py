"""The bodies of HTTP requests and answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

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


class PersonDetails(Struct, frozen=True):
    """A person's own details; a guest has no login."""

    id: str
    name: str
    login: str | None


class Me(Struct, frozen=True):
    """The person who sends the request, and the language of the answers."""

    person: PersonDetails | None
    language: Language


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
