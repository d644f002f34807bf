"""The body of the roster of the desk in a browser."""

from __future__ import annotations

from msgspec import Struct

from mostek.tournament.entrants import Channel, Person
from mostek.tournament.prize_lists import PrizeList
from mostek.tournament.state import PairRule


class RosterPerson(Struct, frozen=True, kw_only=True):
    """An entrant with everything that can be amended."""

    number: int
    person: Person
    division: str
    team: str
    board: int
    channel: Channel
    entered_on: str
    """The day of the entry."""
    override: str
    """Why an entry after the deadline was taken all the same."""


class RosterTeam(Struct, frozen=True, kw_only=True):
    """A team, and whether it can play."""

    name: str
    division: str
    contact: str
    members: tuple[int, ...]
    """In the order of the line-up."""
    confirmed: bool
    complete: bool
    """Whether it has as many members as the event says."""
    line_up: tuple[int, ...]
    """Who plays the next matches, as the captain has said."""
    playing: tuple[int, ...]
    """Who would play the next match, from board 1."""


class PairRuleRow(Struct, frozen=True):
    """Two people who must meet in the next round, or never."""

    pair: tuple[int, int]
    rule: PairRule


class SharedPlace(Struct, frozen=True):
    """People who are equal by every key of the event."""

    division: str
    place: int
    numbers: tuple[int, ...]


class PairingChoice(Struct, frozen=True):
    """A system by which the director may pair the next round instead of the planned one."""

    name: str
    title: str


class Roster(Struct, frozen=True, kw_only=True):
    """People, teams, rules for pairs, shared places and prizes of an event."""

    n: int
    people: tuple[RosterPerson, ...]
    teams: tuple[RosterTeam, ...]
    team_size: int | None
    """The members of a team; `None` where no teams play."""
    line_ups: bool
    """Whether teams play matches with line-ups."""
    rules: tuple[PairRuleRow, ...]
    shared: tuple[SharedPlace, ...]
    prizes: tuple[PrizeList, ...]
    signatures: int
    """How many players must have signed a slip."""
    systems: tuple[PairingChoice, ...]
    """The systems of pairing that there are."""
