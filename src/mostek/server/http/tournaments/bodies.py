"""The bodies of requests and answers about tournaments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from msgspec import Meta, Struct

from mostek.app.hosted_tournaments import Announcement, ArbiterCall, Audience
from mostek.app.online_play import OnlinePlay
from mostek.app.tournament_cards import CardChanges, HallTime
from mostek.app.tournament_roles import OfficeRole
from mostek.messages.tournament_forfeits import ReckonedStep
from mostek.server.http.bodies import Body
from mostek.tournament.limits import LONGEST_NAME

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
