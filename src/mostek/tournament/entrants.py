"""Entrants: persons, their teams, and their status in the event."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from msgspec import Struct

from mostek.tournament.limits import Name, Rating, Text
from mostek.tournament.rating.scales import DEBUTANT


class Channel(StrEnum):
    """How an entry came (OPEN-reg-2, SCHOOL-reg-2)."""

    PHONE = "phone"
    IN_PERSON = "in_person"
    WEB = "web"
    FILE = "file"
    """Read from a list."""


class EntrantStatus(StrEnum):
    """The status of an entrant."""

    ENTERED = "entered"
    PRESENT = "present"
    """Checked in: paired from the next round on."""
    WITHDRAWN = "withdrawn"
    """Left by their own will; may return."""
    REMOVED = "removed"
    """Never came and was absent when a round was paired (PFS-6.3.4b)."""
    EXCLUDED = "excluded"
    """Plays no more; own wins and draws do not count in the final classification (PFS-7.1d)."""


class Person(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The data of a player. Only the name is required; a pupil may have a pseudonym."""

    name: Name
    first: Text = ""
    """The name in its two parts, where a file states them or a surname has several words; otherwise the last word is the
    surname."""
    last: Text = ""
    city: Text = ""
    club: Text = ""
    """Club or school."""
    category: Text = ""
    rating: Rating = DEBUTANT
    """In hundredths, on the scale of the event."""
    minor: bool = False
    consent: bool = False
    """Whether a guardian has agreed, in writing, that a minor takes part."""
    public: bool = False
    """Whether a guardian has agreed, in writing, that the name of a minor is published."""


class Entrant(Struct, frozen=True, kw_only=True):
    """A player who has entered."""

    number: int
    person: Person
    division: str
    team: str = ""
    board: int = 0
    """The place in the line-up of the team, from 1."""
    channel: Channel
    entered_on: date
    override: str = ""
    """Why an entry after the deadline was taken all the same."""
    status: EntrantStatus = EntrantStatus.ENTERED

    @property
    def is_present(self) -> bool:
        """Whether the next round is paired with them."""
        return self.status is EntrantStatus.PRESENT


class Team(Struct, frozen=True, kw_only=True):
    """The team of a school; the school's name is the team's (SCHOOL-team-1)."""

    name: str
    division: str
    contact: str
    """Whom to call; mandatory (SCHOOL-reg-2)."""
    channel: Channel
    entered_on: date
    override: str = ""
    members: tuple[int, ...] = ()
    """Starting numbers in the order of the line-up."""
    line_up: tuple[int, ...] = ()
    """Who plays the next matches, from board 1, as the captain has said; nothing: the first members who are there."""
    confirmed: bool = False
    """Whether the line-up was found complete (SCHOOL-team-2)."""
